#pragma once

#include <throng/core/walk.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// A row of visits that a self-pruning walk leaves to its visitor, where that can do several in one go: each element is
/// moved into its final place and visited there, as the walk itself would do it. The row stops at an element that is
/// to go, and after a visit in which something has been edited.
struct visits {
    /// Where the next element is going to be visited; when the row has stopped, where the one is that it stopped at.
    std::byte* place;
    /// The row goes this far at most.
    const std::byte* end;
    /// From the new place of an element to its old one, in bytes.
    std::uintptr_t lag;
    /// Each visit says here where it stands, and looks here afterwards whether it still is `undisturbed`.
    address& at;
    const word& seen;

    [[nodiscard]] bool is_over() const noexcept { return place == end; }
    [[nodiscard]] const std::byte* old_place() const noexcept {
        return reinterpret_cast<const std::byte*>(reinterpret_cast<std::uintptr_t>(place) + lag);
    }
    void stop_at(std::byte* where) noexcept { place = where; }
};

/// A visitor's `takes_rows()` says whether it does so just now, and `takes_rows_in_place()` whether also as long as
/// nobody has gone, and so nobody moves. `visit_row(v)` tells of the element that the row has stopped at whether it
/// lives on, and `is_silent(x)` whether a visitor or destructor does not care when it goes.
template <class F>
concept visitor_of_rows = requires(F& f, visits& v) {
    f.takes_rows();
    f.takes_rows_in_place();
    f.visit_row(v);
};

} // namespace throng::core

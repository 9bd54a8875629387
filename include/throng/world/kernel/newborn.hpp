#pragma once

#include <throng/core/compiler.hpp>
#include <throng/world/kernel/storage.hpp>

#include <cstddef>

namespace throng::core {

/// An entity while its values are made, one after the other; unless it is whole in the end, those that have been
/// made are destroyed, and there was nothing.
template <class Allocator> class newborn : pinned {
    using storage_type = storage<Allocator>;
    using column_type = column<Allocator>;
    using page_type = entity_page<Allocator>;

  public:
    newborn(storage_type& s, page_type& p, unsigned slot, column_type* const* columns) noexcept
        : storage_(s), page_(p), slot_(slot), columns_(columns), here_(s, p.number * page_slots + slot) {
        here_.lets_go = false;
        here_.is_cradle();
    }
    ~newborn() {
        if (whole_) return;
        for (std::size_t i = 0; i < made_; ++i) {
            const column_type& c = *columns_[i];
            if (c.type.destroy != nullptr) c.type.destroy(c.value(page_.number, slot_));
        }
        if (!comes_back_) storage_.entities.give_up(page_, slot_);
    }
    /// The slot is one in which a walk still looks at what has died there: it is let go of by another.
    void comes_back() noexcept { comes_back_ = true; }
    /// The i-th of the columns has its value.
    void has(std::size_t i) noexcept { made_ = i + 1; }
    void is_whole() noexcept { whole_ = true; }

  private:
    storage_type& storage_;
    page_type& page_;
    unsigned slot_;
    column_type* const* columns_;
    std::size_t made_ = 0;
    bool whole_ = false;
    bool comes_back_ = false;
    typename storage_type::standing here_;
};

} // namespace throng::core

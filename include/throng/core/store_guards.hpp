#pragma once

#include <throng/core/store.hpp>

#include <memory>
#include <utility>

/// The operations of a store that are under way while user code runs.
namespace throng::core {

template <class T, template <class> class Placement, class Allocator, class Table>
class store<T, Placement, Allocator, Table>::busy {
  public:
    explicit busy(store& s) noexcept : s_(s) { ++s.busy_; }
    busy(const busy&) = delete;
    busy& operator=(const busy&) = delete;
    ~busy() { --s_.busy_; }

  private:
    store& s_;
};

/// Where an element is that may be moved while a function waits to tell its address.
template <class T, template <class> class Placement, class Allocator, class Table>
struct store<T, Placement, Allocator, Table>::following {
    /// Where its contents are now.
    store* s;
    T* x;
    following* outer;
    // (Not inline, for the reason given in ring.hpp.)
    THRONG_NOINLINE following(store& home, T* at) noexcept
        : s(&home), x(at), outer(std::exchange(home.following_, this)) {}
    following(const following&) = delete;
    following& operator=(const following&) = delete;
    THRONG_NOINLINE ~following() {
        if (s != nullptr) s->following_ = outer;
    }
    static void rehome_all(following* f, store* home) noexcept {
        for (; f != nullptr; f = f->outer) f->s = home;
    }
};

/// The hooks are called for an element: it is kept meanwhile, and nothing moves.
template <class T, template <class> class Placement, class Allocator, class Table>
struct store<T, Placement, Allocator, Table>::telling {
    walker_type w;
    T* x;
    handle<T> h;
    telling* outer;

    THRONG_NOINLINE telling(store& home, place_type at) noexcept
        : x(at.get()), h(home.handles_.known(at)), outer(std::exchange(home.telling_, this)) {
        w.at = address_of(x);
        home.ring_.link(w, home);
    }
    telling(const telling&) = delete;
    telling& operator=(const telling&) = delete;
    ~telling() {
        store* const s = home();
        if (s == nullptr) return;
        s->telling_ = outer;
        s->part(w);
    }
    /// Where its contents are now: the hook may exchange them. Null once they are destroyed.
    [[nodiscard]] store* home() const noexcept { return w.home; }
};

/// An element is being made in a slot.
template <class T, template <class> class Placement, class Allocator, class Table>
struct store<T, Placement, Allocator, Table>::making {
    store& s;
    place_type at;
    origin from;
    handle<T> h{};
    bool made = false;
    bool done = false;

    making(store& home, place_type place, origin comes_from) noexcept : s(home), at(place), from(comes_from) {
        ++s.busy_;
        ++s.being_made_;
    }
    making(const making&) = delete;
    making& operator=(const making&) = delete;
    ~making() {
        if (made && !done) {
            if (from.x != nullptr) move_back(*at.get(), from.x);
            std::allocator_traits<Allocator>::destroy(s.allocator_of(), at.get());
        }
        --s.busy_;
        --s.being_made_;
        if (done) return;
        if constexpr (!numbered) {
            if (h) s.handles_.dropped(at);
        }
        s.placement_.unplace(s, at);
    }
};

/// Walks, watchers and hooks end before the elements: destructors of those run user code.
template <class T, template <class> class Placement, class Allocator, class Table>
store<T, Placement, Allocator, Table>::~store() {
    if (is_in_midst()) this->report_midst("destroyed", {});
    most_ = 0; // what a destructor of an element would still add is refused
    adds_plainly_ = false;
    this->tell_home_goes();
    ring_.abandon();
    following::rehome_all(following_, nullptr);
    on_remove_.reset();
    on_add_.reset();
    pending_sort_.reset();
    destroy_all();
    handles_.release(pages_);
    subsets_.dissolve();
    if constexpr (reuses) placement_.release(pages_.memory);
    for (page_type* p = pages_.head; relocatable && audited && p != nullptr; p = p->next) moving_memory::remove(p);
}

} // namespace throng::core

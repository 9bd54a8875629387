#pragma once

#include <throng/core/store_guards.hpp>

#include <type_traits>
#include <utility>

/// The work of a store on additions and removals, at the end of a walk, and when memory is allocated or released.
namespace throng::core {

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::look_around() noexcept {
    adds_plainly_ =
        most_ >= most_places() && !on_add_ && !subsets_.any() && !this->is_watched() && !handles_.are_used_up();
    // (A handle in its slot goes stale by being counted; but the audit build writes down which.)
    const bool handles_are_told = handles_.in_use() && (audited || !numbered);
    removes_plainly_ = trivial && !on_remove_ && !handles_are_told && !is_frozen() && !this->is_watched();
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline bool store<T, Placement, Allocator, Table>::reserve(std::size_t count) {
    const std::size_t room = pages_.tail == nullptr || reuses ? 0 : page_type::slots() - pages_.tail_end;
    if (count <= room) return true;
    if (!is_possible_length(count, most_elements())) return false;
    const std::size_t needed = (count - room - 1) / page_type::slots() + 1;
    if (!pages_.memory.reserve(needed)) return false;
    if constexpr (reuses) {
        if (!placement_.reserve(*this, needed)) return false;
    }
    return pages_.memory.for_each_free([this](page_type* p) {
        return handles_.page_comes(pages_, p) && (!subsets_.any() || subsets_.equip(allocator(), p));
    });
}

template <class T, template <class> class Placement, class Allocator, class Table>
template <bool WithHandle, class Enters, class... Args>
T* store<T, Placement, Allocator, Table>::make(Enters enters, origin from, [[maybe_unused]] handle<T>* made,
                                               Args&&... args) {
    if (is_full()) [[unlikely]]
        return nullptr;
    // All that can fail for want of memory comes first.
    if (WithHandle && !handles_.in_use() && !begin_handles()) return nullptr;
    const place_type at = placement_.place(*this);
    if (at.p == nullptr) return nullptr;
    T* const x = at.get();
    if (at.p->subsets != nullptr) [[unlikely]]
        subsets_.forget(at.p, at.s, ring_);
    if constexpr (numbered) handles_.reused(at);
    {
        making m(*this, at, from);
        if constexpr (WithHandle) {
            m.h = handles_.of(pages_, at);
            if (!m.h) return nullptr;
            *made = m.h;
        }
        std::allocator_traits<Allocator>::construct(allocator_of(), x, std::forward<Args>(args)...);
        m.made = true;
        m.done = this->is_accepted(*x) && enters(*x);
        from.tell(m.done ? offered::added : offered::refused);
        if (!m.done) {
            if constexpr (WithHandle) *made = {};
            return nullptr;
        }
    }
    comes(at);
    if (on_add_ || this->is_watched()) [[unlikely]]
        return told_of_add(at, from);
    return settled(x);
}

template <class T, template <class> class Placement, class Allocator, class Table>
T* store<T, Placement, Allocator, Table>::told_of_add(place_type at, origin from) {
    following f(*this, nullptr);
    {
        const telling t(*this, at);
        struct undo {
            const telling& t;
            place_type at;
            origin from;
            bool told = false;
            [[nodiscard]] bool is_there() const noexcept { return t.home() != nullptr && at.is_live(); }
            ~undo() {
                if (!told && is_there()) t.home()->give_back(at, from);
            }
        } u{t, at, from};
        if (this->is_watched()) {
            const busy comparing(*this);
            this->tell_it_comes(*at.get());
        }
        if (on_add_ && u.is_there()) {
            added_element<T> a{*at.get(), size_ - 1};
            on_add_.call(a);
        }
        u.told = true;
        if (u.is_there()) f.x = at.get();
    }
    if (from.way != nullptr) from.way->arrived = f.s;
    return f.x;
}

template <class T, template <class> class Placement, class Allocator, class Table>
T* store<T, Placement, Allocator, Table>::take_over(transit<store>& way) {
    T& there = *way.from.element();
    const store* const home = way.from.home;
    const bool with_handle = handles_.is_shared_with(home->handles_) && home->handles_.in_use();
    if (with_handle && !begin_handles()) return nullptr;
    const auto comes_over = [&](T& x) {
        if (with_handle && way.from.home != nullptr) {
            const place_type before = place_type::of(std::addressof(there));
            if (way.from.home->is_watched()) way.from.home->tell_it_goes(way.from.home->handles_.known(before));
            handles_.moved(before, place_type::of(std::addressof(x)));
        }
        return way.has_come = true;
    };
    way.arrived = this;
    return make<false>(comes_over, {std::addressof(there), &way}, nullptr, std::move(there));
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::give_back(place_type at, const origin& from) noexcept {
    from.tell(offered::no_room);
    store* const home = from.way == nullptr ? nullptr : from.way->from.home;
    if (from.x != nullptr && (from.way == nullptr || home != nullptr)) move_back(*at.get(), from.x);
    const bool shares = home != nullptr && handles_.is_shared_with(home->handles_) && home->handles_.in_use();
    if (shares && place_type::of(from.x).is_live()) {
        if (this->is_watched()) this->tell_it_goes(handles_.known(at));
        handles_.moved(at, place_type::of(from.x));
        home->tell_all_changed();
    }
    drop(at);
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline bool store<T, Placement, Allocator, Table>::is_kept(place_type at) const noexcept {
    for (const walker_type* w = ring_.first(); w != nullptr; w = w->next) {
        if (w->stands_on(at.get())) return true;
        if (w->epoch != 0 && is_frozen_in(at, *w) && is_resident_of(at, *w)) return true;
    }
    return false;
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::drop(place_type at) noexcept {
    T* const x = at.get();
    goes(at);
    if (handles_.in_use()) {
        if (this->is_watched()) this->tell_it_goes(handles_.known(at));
        this->journal_remove(x);
        handles_.dropped(at);
    }
    if (at.p->removed_at != nullptr) at.p->removed_at[at.s] = epoch_;
    // An element without a destructor stays unchanged: its slot is not reused while a walk is positioned at it.
    const bool kept = (!trivial || on_remove_ || is_frozen()) && is_kept(at);
    for (walker_type* w = ring_.first(); w != nullptr; w = w->next) w->tell(address_of(x), kept);
    if (kept) {
        at.p->set_ghost(at.s);
        ++ghosts_;
    } else {
        destroy(at);
    }
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline bool store<T, Placement, Allocator, Table>::clear_at_once(position limit, std::size_t n) noexcept {
    const bool all = n == size_;
    if (!trivial || is_walked() || on_remove_ || this->is_watched() || handles_.are_scarce()) return false;
    if (!all && (reuses || handles_.in_use())) return false;
    if (handles_.in_use()) {
        if constexpr (audited)
            for_each_slot(first_position, [this](page_type* p, unsigned s) { this->journal_remove(p->slot(s)); });
        handles_.all_dropped(pages_);
    }
    size_ -= n;
    for (page_type* p = pages_.head; p != nullptr && (all || p->order <= limit.order);) {
        page_type* const next = p->next;
        if constexpr (numbered) placement_.emptied(p);
        for (unsigned i = 0; i < page_type::words; ++i) {
            const bool whole = all || p->order < limit.order || (i + 1) * word_bits <= limit.slot;
            if (whole) p->live[i] = word{};
            else if (i * word_bits < limit.slot) p->live[i] &= ~below(limit.slot % word_bits);
        }
        if constexpr (!reuses) {
            if (!all) placement_.left(*this, p);
        }
        p = next;
    }
    if constexpr (!numbered) {
        if (all) placement_.cleared(*this);
    }
    if (!all) settle(true);
    return true;
}

template <class T, template <class> class Placement, class Allocator, class Table>
bool store<T, Placement, Allocator, Table>::remove_watched(place_type at) {
    if (is_frozen() && !pages_.memory.make_side(at.p->removed_at)) return false;
    if (!on_remove_) {
        drop(at);
        return true;
    }
    const telling t(*this, at);
    drop(at);
    on_remove_.call(*at.get());
    return true;
}

template <class T, template <class> class Placement, class Allocator, class Table>
void store<T, Placement, Allocator, Table>::close(walker_type& w) noexcept {
    T* const x = w.element();
    const std::size_t length = w.extent / sizeof(T);
    const bool view = w.epoch != 0;
    unlink(w);
    if (ghosts_ != 0 && view) sweep();
    if (x != nullptr) leave(x, length);
    settle(true);
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline T* store<T, Placement, Allocator, Table>::part(walker_type& w) noexcept {
    T* const x = w.element();
    unlink(w);
    leave(x, 1);
    return place_type::of(x).is_live() ? settled(x) : (settle(false), nullptr);
}

template <class T, template <class> class Placement, class Allocator, class Table>
word store<T, Placement, Allocator, Table>::frozen(const page_type* p, unsigned i, std::uint64_t epoch) noexcept {
    word seen{};
    for (word g = p->removed_at == nullptr ? word{} : p->ghosts[i]; any(g); g = without_lowest(g)) {
        if (p->removed_at[i * word_bits + lowest(g)] >= epoch) seen |= bit(lowest(g));
    }
    return seen;
}

template <class T, template <class> class Placement, class Allocator, class Table>
void store<T, Placement, Allocator, Table>::bury_left(place_type from, std::size_t length) noexcept {
    const busy working(*this); // where a run is left, no gap is filled before all of them are there
    for (; length != 0; ++from.s, --length) {
        if (from.is_ghost() && !is_kept(from)) bury(from);
    }
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::destroy(place_type at) noexcept {
    if constexpr (!trivial) {
        const busy working(*this);
        std::allocator_traits<Allocator>::destroy(allocator_of(), at.get());
    }
    placement_.gap(*this, at);
    if constexpr (!trivial) settle(false);
}

template <class T, template <class> class Placement, class Allocator, class Table>
void store<T, Placement, Allocator, Table>::sweep() noexcept {
    for (page_type* p = pages_.head; p != nullptr && ghosts_ != 0;) {
        {
            const busy working(*this); // the page stays
            for (unsigned s = 0; s < page_type::slots(); ++s) {
                if (p->is_ghost(s) && !is_kept({p, s})) bury({p, s});
            }
        }
        placement_.left(*this, std::exchange(p, p->next));
    }
}

template <class T, template <class> class Placement, class Allocator, class Table>
void store<T, Placement, Allocator, Table>::sort_now() noexcept {
    // An exception here leaves the order unchanged: there is no caller to pass it to.
    callback<sorting, Allocator> sort(std::move(pending_sort_));
    sorting now{*this};
    (void)attempt([&] { sort.call(now); });
    if (!now.done) pending_sort_.take(sort);
    sort.reset();
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::destroy_all() noexcept {
    if constexpr (!trivial) {
        const busy working(*this);
        for (page_type* p = pages_.head; p != nullptr; p = p->next) {
            for (unsigned i = 0; i < page_type::words; ++i) {
                while (any(p->live[i] | p->ghosts[i])) {
                    const unsigned s = i * word_bits + lowest(p->live[i] | p->ghosts[i]);
                    if (p->is_live(s)) {
                        if (handles_.in_use()) handles_.dropped({p, s});
                        --size_;
                    }
                    p->clear_live(s);
                    p->clear_ghost(s);
                    std::allocator_traits<Allocator>::destroy(allocator_of(), p->slot(s));
                }
            }
        }
    }
}

template <class T, template <class> class Placement, class Allocator, class Table>
bool store<T, Placement, Allocator, Table>::may_swap(const store& other, caller where) const {
    if (!is_busy() && !other.is_busy()) return true;
    (is_busy() ? *this : other).report_midst("exchanged", where);
    return false;
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::swap(store& other) noexcept {
    const bool fixed = pages_.memory.is_fixed() || other.pages_.memory.is_fixed();
    pages_.swap(other.pages_);
    placement_.swap(other.placement_);
    handles_.swap(other.handles_);
    ring_.swap(other.ring_);
    std::swap(size_, other.size_);
    std::swap(ghosts_, other.ghosts_);
    std::swap(epoch_, other.epoch_);
    if (fixed) std::swap(most_, other.most_);
    std::swap(subsets_, other.subsets_);
    pending_sort_.swap(other.pending_sort_);
    std::swap(following_, other.following_);
    std::swap(telling_, other.telling_);
    for (store* s : {this, &other}) {
        s->ring_.live_in(*s);
        following::rehome_all(s->following_, s);
        s->subsets_.rehome(s);
        s->tell_all_changed();
        s->look_around();
    }
    this->journal_exchange(other);
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::exchange_subsets(store& other) noexcept {
    subsets_.leave_all_pages();
    other.subsets_.leave_all_pages();
    std::swap(subsets_, other.subsets_);
    subsets_.rehome(this);
    other.subsets_.rehome(&other);
    look_around();
    other.look_around();
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::trim() noexcept {
    if (!is_walked()) placement_.trim(*this);
    if (!is_walked() && size_ == 0) {
        this->journal_table();
        handles_.trim(pages_);
        if constexpr (reuses) {
            if (pages_.head == nullptr && !pages_.memory.is_fixed()) placement_.release(pages_.memory);
        }
        look_around();
    }
    subsets_.leave_unused_pages();
    pages_.memory.trim();
}

template <class T, template <class> class Placement, class Allocator, class Table>
auto store<T, Placement, Allocator, Table>::append_page() -> page_type* {
    page_type* const p = pages_.memory.take();
    if (p == nullptr) return nullptr;
    struct guard {
        store& s;
        page_type* p;
        ~guard() {
            if (p != nullptr) s.pages_.memory.give_back(p);
        }
    } g{*this, p};
    if (!handles_.page_comes(pages_, p)) return nullptr;
    if (subsets_.any()) {
        if (!subsets_.equip(allocator(), p)) return nullptr;
        subsets_.begin_page(p);
    }
    g.p = nullptr;
    if constexpr (relocatable) moving_memory::add(p, page_type::bytes);
    pages_.append(p);
    return p;
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::release_page(page_type* p) noexcept {
    if constexpr (relocatable) moving_memory::remove(p);
    handles_.page_goes(p);
    subsets_.page_goes(p, ring_);
    if constexpr (reuses) pages_.last_order = p->order - 1;
    pages_.release(p);
    if constexpr (reuses) {
        if (pages_.tail != nullptr) pages_.tail_end = page_type::slots();
    }
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline T* store<T, Placement, Allocator, Table>::first() const noexcept {
    for (page_type* p = pages_.head; p != nullptr; p = p->next) {
        for (unsigned i = 0; i < page_type::words; ++i) {
            if (any(p->live[i])) return p->slot(i * word_bits + lowest(p->live[i]));
        }
    }
    return nullptr;
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline T* store<T, Placement, Allocator, Table>::last(position limit) const noexcept {
    for (page_type* p = pages_.tail; p != nullptr; p = p->previous) {
        for (unsigned i = page_type::words; i-- > 0;) {
            if (const word w = p->live[i] & before(limit, p, i); any(w)) return p->slot(i * word_bits + highest(w));
        }
    }
    return nullptr;
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline auto store<T, Placement, Allocator, Table>::place_of(handle<T> h) const noexcept -> place_type
    requires numbered
{
    const std::size_t n = h.index() / page_type::slots();
    if (n >= placement_.page_count()) return {};
    const place_type at{placement_.page_at(n), h.index() % page_type::slots()};
    return handles_.is_of(h, at) ? at : place_type{};
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline handle<T> store<T, Placement, Allocator, Table>::handle_of(const T* x) {
    if (!owns(x)) return {};
    const place_type at = place_type::of(x);
    if (!at.is_live()) return told_handle(x);
    return !handles_.in_use() && !begin_handles() ? handle<T>{} : handles_.of(pages_, at);
}

template <class T, template <class> class Placement, class Allocator, class Table> template <class F>
inline bool store<T, Placement, Allocator, Table>::prepare_removal(F goes) {
    bool done = true;
    if (!is_frozen()) return done;
    for_each_slot(first_position, [this, &goes, &done](page_type* p, unsigned s) {
        if (goes(std::as_const(*p->slot(s)))) done = pages_.memory.make_side(p->removed_at) && done;
    });
    return done;
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline bool store<T, Placement, Allocator, Table>::equip_with_marks(std::size_t number) {
    for (page_type* p = pages_.head; p != nullptr; p = p->next) {
        if (!subsets_.equip(allocator(), p, number)) return false;
    }
    return pages_.memory.for_each_free([&](page_type* p) { return subsets_.equip(allocator(), p, number); });
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline handle<T> store<T, Placement, Allocator, Table>::told_handle(const T* x) noexcept {
    for (const telling* t = telling_; t != nullptr; t = t->outer) {
        if (t->x != x) continue;
        handles_.given(t->h);
        return t->h;
    }
    return {};
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::move(place_type from, place_type to)
    requires relocatable
{
    T* const x = from.get();
    T* const y = to.get();
    if constexpr (by_bytes) copy_bytes<sizeof(T)>(y, x);
    else ::new (static_cast<void*>(y)) T(std::move(*x));
    moved(from, to);
    if constexpr (!by_bytes) x->~T();
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::moved(place_type from, place_type to) noexcept {
    from.p->clear_live(from.s);
    to.p->set_live(to.s);
    if (is_tracked()) [[unlikely]] {
        if (handles_.in_use()) handles_.moved(from, to);
        if (subsets_.any()) subsets_.follow(from.p, from.s, to.p, to.s);
        if constexpr (is_counted) placement_.moved(from, to);
    }
    for (following* f = following_; f != nullptr; f = f->outer) {
        if (f->x == from.get()) f->x = to.get();
    }
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline void store<T, Placement, Allocator, Table>::take_hooks(store& other) noexcept {
    on_add_.take(other.on_add_);
    on_remove_.take(other.on_remove_);
    if constexpr (requires { placement_.take_hooks(other.placement_); }) placement_.take_hooks(other.placement_);
    look_around();
    other.look_around();
}

template <class T, template <class> class Placement, class Allocator, class Table>
inline T* store<T, Placement, Allocator, Table>::settled(T* x) noexcept {
    if (is_walked() || !(pending_sort_ || placement_.waits())) [[likely]]
        return x;
    const following f(*this, x);
    settle(false);
    return f.x;
}

} // namespace throng::core

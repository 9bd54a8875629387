#pragma once

#include <throng/entity/entity_list.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

/// How the entities of a list go: to another list, at their end, and with what came in their place.
namespace throng {

template <class E, class Allocator, template <class, class> class Of> struct entity_list<E, Allocator, Of>::leaving {
    entity_list& home;
    standing here;
    bool done = false;

    leaving(entity_list& from, const E* e) noexcept : home(from), here(from.storage(), e) {
        here.node().is_leaving = true;
    }
    leaving(const leaving&) = delete;
    leaving& operator=(const leaving&) = delete;
    ~leaving() {
        if (done || is_there()) return;
        here.node().is_leaving = false;
        (void)core::attempt([this] { home.tell_end(*here.element(), false); });
    }
    [[nodiscard]] bool is_there() const noexcept { return store_type::place_type::of(here.element()).is_live(); }
    void remove() {
        if (here.home() != nullptr) (void)here.home()->remove_own(here.element());
    }
};

template <class E, class Allocator, template <class, class> class Of>
void entity_list<E, Allocator, Of>::shrink(double seconds) noexcept {
    // While a walk is open nothing is packed: then it waits.
    if (!shrinking_.is_due(seconds, size(), capacity(), storage().is_walked())) return;
    trim();
    if constexpr (core::may_be_moved<E> && !store_type::reuses) {
        const size_type needed = (size() / page_type::slots() + 1) * page_type::slots();
        if (capacity() > needed && shrinking_.is_little(size(), capacity()))
            (void)core::attempt([this] { core::rebuild(storage()); });
    }
}

template <class E, class Allocator, template <class, class> class Of>
inline bool entity_list<E, Allocator, Of>::auto_shrink(double used, double seconds, caller where) {
    if (!(used >= 0 && used <= 1 && core::is_time_scale(seconds)))
        return core::refused("auto_shrink needs a part between 0 and 1 and a time that is not negative", where);
    shrinking_ = {used, seconds};
    return true;
}

template <class E, class Allocator, template <class, class> class Of> template <class F>
void entity_list<E, Allocator, Of>::on_updated(F f) {
    concern(tells_updates, !std::is_same_v<F, std::nullptr_t>);
    if constexpr (std::is_same_v<F, std::nullptr_t>) on_updated_.reset();
    else on_updated_.set(storage().allocator(), core::told_of_update<E>(std::move(f)));
}

template <class E, class Allocator, template <class, class> class Of> template <class F>
void entity_list<E, Allocator, Of>::on_expired(F f) {
    if constexpr (std::is_same_v<F, std::nullptr_t>) {
        concern(tells_ends, false);
        on_expired_.reset();
    } else {
        on_expired_.set(storage().allocator(), std::move(f));
        concern(tells_ends, true);
    }
}

template <class E, class Allocator, template <class, class> class Of>
void entity_list<E, Allocator, Of>::expire_all() noexcept {
    if (!is_end_told()) return;
    while (!empty()) {
        // In each round anew, as an end may have set them: so at least one goes.
        base::max_capacity(0); // what they still would add is refused
        base::on_remove(nullptr);
        (void)core::attempt([this] { clear(); });
    }
}

template <class E, class Allocator, template <class, class> class Of> template <class Step>
bool entity_list<E, Allocator, Of>::advance_and_tell(E& e, Step& step, std::size_t& told) {
    if (concerns_ & has_expired) return true;
    const unsigned swaps = swaps_;
    return tell_after_visit(e, access::advance(e, step), swaps, step, told);
}

template <class E, class Allocator, template <class, class> class Of> template <class Step>
void entity_list<E, Allocator, Of>::tell_updated(E& e, Step& step, std::size_t& told) {
    if (!storage().contains(std::addressof(e))) return;
    core::updated_entity<E> v(e, step, told++);
    on_updated_.call(v);
}

template <class E, class Allocator, template <class, class> class Of>
void entity_list<E, Allocator, Of>::replace_by(entity_list& other) {
    clear();
    if (empty() && !storage().is_walked()) base::operator=(std::move(static_cast<base&>(other)));
    else take(other);
}

template <class E, class Allocator, template <class, class> class Of> template <class Step>
void entity_list<E, Allocator, Of>::update_on(walk_type& w, Step& step, caller where) {
    core::require_step<Step>();
    core::handed_step<Step> same_step = step;
    std::size_t told = 0;
    while (!expired()) {
        E* const e = w.next();
        if (e == nullptr) break;
        if (!access::advance(*e, same_step)) (void)w.remove_current(true, where);
        else if (concerns_ & tells_updates) tell_updated(*e, same_step, told);
    }
    shrink(seconds_of(same_step));
}

template <class E, class Allocator, template <class, class> class Of>
void entity_list<E, Allocator, Of>::replace_by_copy(const entity_list& other, const Allocator& allocator) {
    clear();
    this->take_allocator(allocator);
    (void)storage().reserve(other.size());
    for (const E& e : static_cast<const base&>(other)) {
        if constexpr (std::copy_constructible<E>) (void)emplace_back(e);
    }
}

template <class E, class Allocator, template <class, class> class Of>
auto entity_list<E, Allocator, Of>::take(entity_list& other, caller where) -> size_type {
    const size_type all = other.size();
    if (this != std::addressof(other) && core::splicing<store_type>::splice(storage(), other.storage())) return all;
    size_type n = 0;
    auto w = other.base::walk(residents, where);
    while (E* const e = w.next()) {
        if (storage().is_full()) break;
        if (w.stands_in(other.storage()) && other.transfer(*e, *this, where) != nullptr) ++n;
    }
    return n;
}

template <class E, class Allocator, template <class, class> class Of>
bool entity_list<E, Allocator, Of>::remove_and_tell(E* e, bool expired, caller where) {
    [[maybe_unused]] const auto inside = storage().entered(where);
    if (!storage().contains(e)) return false;
    if (!is_end_told()) return storage().remove(e);
    const standing keeps(storage(), e);
    return end(*e, expired);
}

template <class E, class Allocator, template <class, class> class Of>
E* entity_list<E, Allocator, Of>::transfer(core::element_ref<E> entity, entity_list& to, caller where) {
    E* const e = entity.get();
    if (!storage().check_own(e, where)) return nullptr;
    [[maybe_unused]] const auto inside = storage().entered(where);
    [[maybe_unused]] const auto inside_other = to.storage().entered(where);
    if (!storage().contains(e) || is_leaving(*e) || to.storage().is_full()) return nullptr;
    leaving goes(*this, e);
    core::transit<store_type> way{goes.here.node()};
    E* const there = to.storage().take_over(way);
    struct moving {
        standing there;
        core::transit<store_type>& way;
        leaving& goes;
        bool done = false;
        moving(core::transit<store_type>& w, E* x, leaving& l) noexcept : there(*w.arrived, x), way(w), goes(l) {}
        moving(const moving&) = delete;
        moving& operator=(const moving&) = delete;
        ~moving() {
            if (done || there.home() == nullptr) return;
            // (If the hook of a removal throws, the removal stands: the element has moved over.)
            goes.done = !goes.is_there();
            const auto at = store_type::place_type::of(there.element());
            if (!goes.done && at.is_live()) there.home()->give_back(at, {goes.here.element(), &way});
        }
    };
    if (!way.has_come) {
        goes.done = true;
        return nullptr;
    }
    if (there == nullptr) {
        // The hook has removed it at once: that is its end.
        goes.done = true;
        goes.remove();
        return nullptr;
    }
    moving m(way, there, goes);
    goes.remove();
    m.done = goes.done = true;
    // The list that it has left first: it may be the same.
    if (goes.here.home() != nullptr) (void)goes.here.part();
    return m.there.home() == nullptr ? nullptr : m.there.part();
}

template <class E, class Allocator, template <class, class> class Of> template <class Predicate>
auto entity_list<E, Allocator, Of>::remove_if(Predicate pred, caller where) -> size_type {
    core::require_predicate<Predicate, E>();
    size_type n = 0;
    auto w = base::walk(residents, where);
    while (E* const e = w.next()) {
        if (pred(std::as_const(*e)) && w.stands_in(storage()) && remove_and_tell(e, false, where)) ++n;
    }
    return n;
}

template <class E, class Allocator, template <class, class> class Of>
void entity_list<E, Allocator, Of>::clear(caller where) {
    if (!is_end_told()) return base::clear(where);
    auto w = base::walk(residents, where);
    while (E* const e = w.next()) {
        if (w.stands_in(storage())) (void)remove_and_tell(e, false, where);
    }
}

template <class E, class Allocator, template <class, class> class Of>
void entity_list<E, Allocator, Of>::prune(caller where) {
    access::require();
    if constexpr (access::expires) {
        const auto lives = [this](E& e) {
            const unsigned swaps = swaps_;
            return !access::is_expired(e) || is_left_after_end(e, true, swaps);
        };
        base::update(residents, lives, where);
    }
}

template <class E, class Allocator, template <class, class> class Of>
inline bool entity_list<E, Allocator, Of>::is_left_after_end(E& e, bool expired, unsigned swaps) {
    if (!access::hears_of_end(e) && !(concerns_ & tells_ends)) return false;
    if (swaps == swaps_ && storage().contains(std::addressof(e))) (void)end(e, expired);
    return true;
}

namespace pmr {
template <class E> using entity_list = throng::entity_list<E, std::pmr::polymorphic_allocator<E>>;
template <class E> using entity_bag = throng::entity_bag<E, std::pmr::polymorphic_allocator<E>>;
template <class E> using entity_pool = throng::entity_pool<E, std::pmr::polymorphic_allocator<E>>;
} // namespace pmr

} // namespace throng

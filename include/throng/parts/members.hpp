#pragma once

#include <throng/core/walks.hpp>

#include <cstddef>
#include <utility>

namespace throng::core {

/// The members of a subset of a store: its marks, and the elements that have joined during a walk of the subset. Its
/// walks are also open walks of the store: so no element is moved or destroyed under them.
template <class Store> class membership {
  public:
    using value_type = typename Store::value_type;
    using page_type = typename Store::page_type;
    using walker_type = typename Store::walker_type;
    using place_type = spot<page_type>;

    explicit membership(Store& home) { (void)enter(home); }
    membership(membership&& other) noexcept : node_(other.node_), passed_empty_(other.passed_empty_) {
        other.node_ = {};
        if (Store* const h = home(); h != nullptr) h->subsets().moved(other.node_, node_);
    }
    membership& operator=(membership&&) = delete;
    ~membership() { quit(); }

    /// Leaves one store and enters another; open walks end. False where the allocator gives null. Throws what the
    /// allocator throws. Nothing has changed then.
    [[nodiscard]] bool change(Store& home) {
        membership there(home);
        if (there.home() == nullptr) return false;
        quit();
        node_ = std::exchange(there.node_, {});
        home.subsets().moved(there.node_, node_);
        return true;
    }

    /// Null once the store is destroyed (or if there was no memory to enter it).
    [[nodiscard]] Store* home() const noexcept { return static_cast<Store*>(node_.home); }
    [[nodiscard]] bool is_walked() const noexcept { return walks_ != 0; }

    [[nodiscard]] bool contains(const value_type* x) const noexcept {
        return home() != nullptr && home()->contains(x) && has(place_type::of(x));
    }
    /// Of a slot whose element is there.
    [[nodiscard]] bool has(place_type at) const noexcept {
        return any(members(at.p, at.s / word_bits) & bit(at.s % word_bits));
    }
    /// False if it is in already, or gone. Throws what the allocator throws, or is false without memory; nothing has
    /// changed then.
    bool join(const value_type* x) {
        if (home() == nullptr || !home()->contains(x) || contains(x)) return false;
        const place_type at = place_type::of(x);
        return add(at.p, at.s / word_bits, bit(at.s % word_bits));
    }
    bool leave(const value_type* x) noexcept {
        if (!contains(x)) return false;
        const place_type at = place_type::of(x);
        drop(at.p, at.s / word_bits, bit(at.s % word_bits));
        return true;
    }

    [[nodiscard]] word members(const page_type* p, unsigned i) const noexcept {
        const mark<page_type>* const m = node_.mark_of(p);
        return m == nullptr ? word{} : m->all(i);
    }
    /// Calls f(page, word's index, members that are there) for every word that has some.
    template <class F> void for_each_word(F f) const {
        for (page_type* p = home() == nullptr ? nullptr : node_.first; p != nullptr; p = node_.after(p)) {
            for (unsigned i = 0; i < page_type::words; ++i) {
                if (const word w = members(p, i) & p->live[i]; any(w)) f(p, i, w);
            }
        }
    }
    /// The member that comes as number `index` in the order of the store, and the last; null if there is none.
    [[nodiscard]] value_type* nth(std::size_t index) noexcept {
        value_type* found = nullptr;
        if (home() != nullptr) node_.put_in_order();
        for_each_word([&](page_type* p, unsigned i, word w) {
            if (found != nullptr) return;
            if (index < count(w)) found = p->slot(i * word_bits + nth_bit(w, index));
            else index -= count(w);
        });
        return found;
    }
    [[nodiscard]] value_type* last() noexcept {
        value_type* found = nullptr;
        if (home() != nullptr) node_.put_in_order();
        for_each_word([&](page_type* p, unsigned i, word w) { found = p->slot(i * word_bits + highest(w)); });
        return found;
    }
    /// Members leave.
    void drop(page_type* p, unsigned i, word those) noexcept {
        node_.drop(p, i, those, home()->walkers());
        if (walks_ == 0) return;
        for (word w = those; any(w); w = without_lowest(w)) {
            const address x = address_of(p->slot(i * word_bits + lowest(w)));
            for (walker_type* n = home()->walkers().first(); n != nullptr; n = n->next) n->tell(x, false);
        }
    }
    /// Adds the elements that are not members yet. Throws what the allocator throws, or returns false without memory,
    /// and has no effect then.
    bool add(page_type* p, unsigned i, word those) {
        if (!home()->subsets().equip(home()->allocator(), p, node_.number)) return false;
        mark<page_type>& m = node_.mark_on(p);
        if (walks_ == 0) {
            m.members[i] |= those;
        } else {
            if (!home()->subsets().prepare_for_late(home()->allocator(), m)) return false;
            // (An element removed from such a slot has not left the list.)
            node_.drop(p, i, those, home()->walkers());
            m.late->young[i] |= those;
            for (word w = those; any(w); w = without_lowest(w))
                node_.late.add(p->slot(i * word_bits + lowest(w)), node_.at());
        }
        node_.chain(p);
        return true;
    }

    // --- the audit build's checks: the store makes them --------------------------------------------------------------

    [[nodiscard]] auto entered(caller where) const { return home()->entered(where); }
    void opened(walker_type& w, caller where) const {
        if (home() != nullptr) home()->opened(w, where, this);
    }
    void check_unwalked(const char* what, caller where) const {
        if (home() != nullptr) home()->check_unwalked(this, what, where);
    }

    // --- walks -------------------------------------------------------------------------------------------------------

    [[nodiscard]] const subset_node<page_type>& node() const noexcept { return node_; }
    [[nodiscard]] page_type* first_page() noexcept {
        node_.put_in_order();
        return node_.first;
    }
    [[nodiscard]] page_type* page_after(const page_type* p) noexcept {
        page_type* const n = node_.after(p);
        if (n != nullptr && !has_any(n)) ++passed_empty_;
        return n;
    }
    void opens() noexcept {
        if (walks_++ == 0) tidy();
    }
    void closes() noexcept {
        if (--walks_ != 0 || node_.late.first() == nullptr) return;
        node_.late.forget();
        if (home() == nullptr) return;
        for (page_type* p = node_.first; p != nullptr; p = node_.after(p)) {
            mark<page_type>& m = node_.mark_on(p);
            if (m.late == nullptr) continue;
            for (unsigned i = 0; i < page_type::words; ++i) m.members[i] |= std::exchange(m.late->young[i], word{});
        }
    }

  private:
    [[nodiscard]] bool enter(Store& home) {
        const std::size_t number = home.subsets().free_number();
        if (!home.equip_with_marks(number)) return false;
        node_.number = number;
        home.enter_subset(node_);
        return true;
    }
    /// (Walks find it out when they look again.)
    void quit() noexcept {
        if (home() == nullptr) return;
        for (walker_type* w = walks_ == 0 ? nullptr : home()->walkers().first(); w != nullptr; w = w->next) w->stop();
        home()->quit_subset(node_);
    }
    [[nodiscard]] bool has_any(const page_type* p) const noexcept {
        word all{};
        for (unsigned i = 0; i < page_type::words; ++i) all |= members(p, i) & p->live[i];
        return any(all);
    }
    /// Where walks have passed many pages without members, those leave the chain.
    void tidy() noexcept {
        constexpr std::size_t many = 8;
        if (passed_empty_ < many || home() == nullptr) return;
        passed_empty_ = 0;
        node_.unchain_if([this](const page_type* p) { return !has_any(p); });
    }

    subset_node<page_type> node_;
    std::size_t walks_ = 0;
    std::size_t passed_empty_ = 0;
};

/// The source of a cursor: the members of a subset.
template <class Store> class members_of {
  public:
    using store_type = Store;
    using value_type = typename Store::value_type;
    using page_type = typename Store::page_type;
    using walker_type = typename Store::walker_type;
    using membership_type = membership<Store>;
    static constexpr bool lists_newcomers = true;

    explicit members_of(membership_type& m) noexcept : m_(&m) {}

    void limit_to_residents(walker_type& w, const Store&) const noexcept {
        w.limit = last_position;
        w.moment = m_->node().late.now();
    }
    [[nodiscard]] word shown(const Store& s, const page_type* p, unsigned i, const walker_type&) const noexcept {
        const mark<page_type>* const m = is_of(s) ? m_->node().mark_of(p) : nullptr;
        return m == nullptr ? word{} : m->members[i] & p->live[i];
    }
    [[nodiscard]] bool shows(const Store& s, spot<page_type> at, const walker_type& w) const noexcept {
        if (!is_of(s) || !at.is_live() || !m_->has(at)) return false;
        const mark<page_type>& m = m_->node().mark_on(at.p);
        return m.late == nullptr || !page_type::has(m.late->young, at.s) || m.late->arrivals[at.s].came <= w.moment;
    }
    [[nodiscard]] page_type* page_from(const Store& s, position at) const noexcept {
        return at == first_position && is_of(s) ? m_->first_page() : nullptr;
    }
    [[nodiscard]] page_type* after(const Store& s, const page_type* p) const noexcept {
        return is_of(s) ? m_->page_after(p) : nullptr;
    }
    [[nodiscard]] position end(const Store&) const noexcept { return last_position; }
    [[nodiscard]] const newcomer_list<value_type>& newcomers(const Store&) const noexcept { return m_->node().late; }
    [[nodiscard]] arrival<value_type>& arrival_of(value_type* x) const noexcept { return m_->node().at()(x); }

    bool remove(Store& s, value_type* x) const noexcept { return is_of(s) && m_->leave(x); }
    [[nodiscard]] bool contains(const Store& s, const value_type* x) const noexcept {
        return is_of(s) && m_->contains(x);
    }
    void opens() noexcept {
        m_->opens();
        counted_ = true;
    }
    void goes_on_elsewhere() noexcept { counted_ = false; }
    void closes() noexcept {
        if (counted_) m_->closes();
        counted_ = false;
    }

  private:
    /// (Where the subset has another master by now, its walks end.)
    [[nodiscard]] bool is_of(const Store& s) const noexcept { return m_->home() == &s; }

    membership_type* m_;
    bool counted_ = false;
};

} // namespace throng::core

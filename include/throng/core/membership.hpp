#pragma once

#include <throng/core/marks.hpp>
#include <throng/core/newcomers.hpp>
#include <throng/core/walk.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace throng::core {

/// Who of a collection is in a subset: for walks (pass_cursor.hpp) a collection of its own. Its walks are open walks of
/// the master's, too: so nobody is moved or destroyed underfoot.
template <class Home> class membership {
  public:
    using value_type = typename Home::value_type;
    using page_type = typename Home::page_type;
    using walker_type = typename Home::walker_type;

    /// Has no master where the allocator gives null.
    explicit membership(Home& home) { (void)change(home); }
    membership(membership&& other) noexcept
        : node_(other.node_), comers_(other.comers_), passed_empty_(other.passed_empty_) {
        other.node_ = {};
        if (Home* const h = home(); h != nullptr) h->subsets().moved(other.node_, node_);
    }
    membership& operator=(membership&&) = delete;
    ~membership() { quit(); }

    /// Leaves one master and enters another, and its walks go over to it. Throws what the allocator throws; nothing has
    /// changed then, nor where it is false: the allocator gave null.
    bool change(Home& home) {
        const std::size_t number = home.subsets().free_number();
        if (!home.equip_with_marks(number)) return false;
        if (Home* const left = this->home(); left != nullptr && walks_ != 0) left->disturb();
        quit();
        node_.number = number;
        home.enter_subset(node_);
        return true;
    }

    /// The master's storage; null once that is gone.
    [[nodiscard]] Home* home() const noexcept { return static_cast<Home*>(node_.home); }
    [[nodiscard]] bool is_walked() const noexcept { return walks_ != 0; }

    [[nodiscard]] bool contains(const value_type* x) const noexcept {
        if (home() == nullptr || !home()->contains(x)) return false;
        const page_type* p = page_type::of(x);
        const mark<page_type>* m = node_.mark_of(p);
        const unsigned s = p->index_of(x);
        return m != nullptr && any(m->all(s / word_bits) & bit(s % word_bits));
    }
    /// False if it is in already, or gone, or where the allocator gives null. Throws what the allocator throws; nothing
    /// has changed then.
    bool join(const value_type* x) {
        if (home() == nullptr || !home()->contains(x) || contains(x)) return false;
        page_type* p = page_type::of(x);
        const unsigned s = p->index_of(x);
        return add(p, s / word_bits, bit(s % word_bits));
    }
    void remove_at(page_type* p, unsigned s) noexcept { drop(p, s / word_bits, bit(s % word_bits)); }

    /// Those of a word who are members and alive.
    [[nodiscard]] word present(const page_type* p, unsigned i) const noexcept {
        return node_.mark_on(p).all(i) & p->live[i];
    }
    /// Calls f(page, word's index, members) for every word that has some.
    template <class F> void for_each_word(F f) const {
        if (home() == nullptr) return;
        home()->look();
        for (page_type* p = node_.first; p != nullptr; p = node_.after(p)) {
            for (unsigned i = 0; i < page_type::words; ++i) {
                if (const word w = present(p, i); any(w)) f(p, i, w);
            }
        }
    }
    [[nodiscard]] word members(const page_type* p, unsigned i) const noexcept {
        const mark<page_type>* m = node_.mark_of(p);
        return m == nullptr ? word{} : m->all(i);
    }
    /// Members leave.
    void drop(page_type* p, unsigned i, word those) noexcept {
        node_.mark_on(p).drop(i, those);
        if (walks_ == 0) return;
        for (word w = those; any(w); w = without_lowest(w)) home()->tell_others(p, i * word_bits + lowest(w));
    }
    /// Those that are none yet join; false where the allocator gives null. Throws what the allocator throws; nothing
    /// has changed then.
    bool add(page_type* p, unsigned i, word those) {
        if (!home()->subsets().equip(home()->allocator(), p, node_.number)) return false;
        mark<page_type>& m = node_.mark_on(p);
        if (walks_ != 0) {
            if (!home()->subsets().prepare_for_late(home()->allocator(), m)) return false;
            const std::uint64_t now = comers_.arrive();
            m.late->young[i] |= those;
            for (word w = those; any(w); w = without_lowest(w)) m.late->came[i * word_bits + lowest(w)] = now;
        } else {
            m.members[i] |= those;
        }
        node_.chain(p);
        return true;
    }

    // --- the audit build's checks: the master makes them -------------------------------------------------------------

    [[nodiscard]] auto entered(caller where) const { return home()->entered(where); }
    void opened(walker_type& w, caller where) const {
        if (home() != nullptr) home()->opened(w, where, this);
    }
    void check_unwalked(const char* what, caller where) const {
        if (home() != nullptr) home()->check_unwalked(this, what, where);
    }

    // --- walks -------------------------------------------------------------------------------------------------------

    /// A walk of `owner` stands among its members, unless those have another master by now.
    [[nodiscard]] static membership* of(const walker_type& w, membership* owner) noexcept {
        return w.home == nullptr || w.home != owner->home() ? nullptr : owner;
    }
    [[nodiscard]] position end_position() noexcept { return {comers_.tick(), 0}; }
    [[nodiscard]] std::uint64_t tick() noexcept { return comers_.tick(); }
    [[nodiscard]] bool any_after(std::uint64_t moment) const noexcept { return comers_.any_after(moment); }

    void link(walker_type& w) noexcept {
        if (home() == nullptr) return;
        if (walks_++ == 0) tidy();
        home()->link(w);
    }
    static void link_beside(walker_type& w, const walker_type& other, membership* owner) noexcept {
        ++owner->walks_;
        other.home->link(w);
    }
    static void unlink(walker_type& w, membership* owner) noexcept {
        w.home->unlink(w);
        owner->ended();
    }
    static void close(walker_type& w, membership* owner) noexcept {
        owner->ended();
        w.home->close(w);
    }
    void leave(value_type* x, std::size_t length = 1) noexcept { home()->leave(x, length); }
    /// Whether nothing is to be done when the walk moves on from a slot whose element has left.
    [[nodiscard]] bool let_go(const walker_type&, const page_type* p, unsigned s) const noexcept {
        return !p->is_ghost(s);
    }

    [[nodiscard]] bool is_there(const page_type* p, unsigned s) const noexcept {
        return any(present(p, s / word_bits) & bit(s % word_bits));
    }
    [[nodiscard]] page_type* next_page(const page_type* p, bool) noexcept {
        if (p == nullptr) node_.put_in_order();
        page_type* const n = p == nullptr ? node_.first : node_.after(p);
        if (n != nullptr && !has_any(n)) ++passed_empty_;
        return n;
    }
    [[nodiscard]] word steady(const page_type* p, unsigned i) const noexcept {
        return node_.mark_on(p).members[i] & p->live[i];
    }
    [[nodiscard]] word shown(const page_type* p, unsigned i, pass now, std::uint64_t) const noexcept {
        const mark<page_type>& m = node_.mark_on(p);
        const word w = now.after == 0 ? steady(p, i) : word{};
        if (m.late == nullptr) return w;
        const word young = m.late->young[i] & p->live[i];
        return any(young) ? w | comers_.shown(young, m.late->came + i * word_bits, now) : w;
    }

    [[nodiscard]] bool shows(const page_type* p, unsigned s, pass now, std::uint64_t) const noexcept {
        if (!is_there(p, s)) return false;
        const mark<page_type>& m = node_.mark_on(p);
        const bool young = m.late != nullptr && any(m.late->young[s / word_bits] & bit(s % word_bits));
        return young ? now.shows(m.late->came[s]) : now.after == 0;
    }

  private:
    void quit() noexcept {
        if (home() != nullptr) home()->quit_subset(node_);
    }

    /// Whether somebody of the page is in, or may be again: the removal of whom is kept may still be undone.
    [[nodiscard]] bool has_any(const page_type* p) const noexcept {
        word all{};
        for (unsigned i = 0; i < page_type::words; ++i) all |= node_.mark_on(p).all(i) & (p->live[i] | p->ghosts[i]);
        return any(all);
    }
    /// Where walks have passed many pages without members, those leave the chain.
    void tidy() noexcept {
        constexpr std::size_t many = 8;
        if (passed_empty_ < many) return;
        passed_empty_ = 0;
        home()->look();
        node_.unchain_if([this](const page_type* p) { return !has_any(p); });
    }
    void ended() noexcept {
        if (--walks_ != 0 || !comers_.any()) return;
        comers_.forget();
        for (page_type* p = node_.first; p != nullptr; p = node_.after(p)) {
            mark<page_type>& m = node_.mark_on(p);
            if (m.late == nullptr) continue;
            for (unsigned i = 0; i < page_type::words; ++i) m.members[i] |= std::exchange(m.late->young[i], word{});
        }
    }

    subset_node<page_type> node_;
    newcomers comers_;
    std::size_t walks_ = 0;
    std::size_t passed_empty_ = 0;
};

} // namespace throng::core

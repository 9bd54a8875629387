#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/callback.hpp>
#include <throng/core/checked.hpp>
#include <throng/core/handle.hpp>
#include <throng/core/marks.hpp>
#include <throng/core/newcomers.hpp>
#include <throng/core/slot_block.hpp>
#include <throng/core/validation.hpp>
#include <throng/core/walker_chain.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng::core {

/// Elements in slots that are used again, the lowest free one first: what pools are made of. It knows how to add, to
/// remove, and to keep the removed for as long as a walk needs them; its walks are in pass_cursor.hpp.
///
/// The invariants:
/// - A slot is free, being filled, live, a ghost, or retired, and only the first is in its page's `free`.
/// - Nothing is ever moved, and no page goes while anything is in the chain of walkers: walks may hold on to pages.
/// - What comes while a node is in the chain of walkers is young until the chain is empty.
template <class T, class Allocator> class slots : public checked<slots<T, Allocator>> {
    using checked_type = checked<slots>;
    using holding = core::holding<slots>;

  public:
    using value_type = T;
    using page_type = slot_page<T>;
    using block_type = slot_block<T>;
    using walker_type = walker<slots>;
    using subset_chain_type = subset_chain<page_type, Allocator>;

    static constexpr std::uint32_t last_generation = std::numeric_limits<std::uint32_t>::max();
    /// Handles have 32 bits for the slot.
    static constexpr std::size_t most_slots = std::numeric_limits<std::uint32_t>::max();

    /// Grows by itself.
    explicit slots(const Allocator& allocator, caller where = {}) noexcept : checked_type(where), blocks_(allocator) {}
    /// Room for `capacity` elements, made now or in the memory given, and never more. Throws what the allocator throws.
    slots(std::size_t capacity, const Allocator& allocator, caller where = {}) : slots(allocator, where) {
        blocks_.fix(capacity);
        most_ = capacity;
    }
    slots(std::size_t capacity, block_type& memory, caller where = {}) noexcept : slots(Allocator(), where) {
        blocks_.fix(capacity, memory);
        most_ = capacity;
    }
    slots(const slots&) = delete;
    slots& operator=(const slots&) = delete;

    ~slots() {
        most_ = 0; // what a destructor of an element would still add is refused
        disturb();
        while (walkers_.any()) unlink(*walkers_.first());
        on_remove_.reset();
        on_add_.reset();
        destroy_all();
        subsets_.dissolve();
        blocks_.release();
    }

    // --- what is there -----------------------------------------------------------------------------------------------

    [[nodiscard]] const Allocator& allocator() const noexcept { return blocks_.allocator(); }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return blocks_.capacity(); }
    [[nodiscard]] bool is_fixed() const noexcept { return blocks_.is_fixed(); }
    [[nodiscard]] std::size_t most() const noexcept { return most_; }
    void most(std::size_t n) noexcept { most_ = blocks_.is_fixed() && n > capacity() ? capacity() : n; }
    /// Whether there is no room for one more: who is just being made has his place already.
    [[nodiscard]] bool is_full() const noexcept {
        return size_ + being_made_ >= most_ || first_generation_ == last_generation;
    }

    /// Whether the next element would find a slot.
    [[nodiscard]] bool has_room() const noexcept {
        if (is_full()) return false;
        if (lowest_ != nullptr && lowest_->has_room()) return true;
        if (blocks_.may_grow()) return true;
        for (std::size_t n = 0;;) {
            const page_type* const p = blocks_.next(block_type::roomy, n);
            if (p == nullptr || p->has_room()) return p != nullptr;
            n = p->order;
        }
    }

    [[nodiscard]] bool contains(const T* element) const noexcept {
        const page_type* p = page_type::of(element);
        return p->is_live(p->index_of(element));
    }
    [[nodiscard]] bool is_there(const page_type* p, unsigned s) const noexcept { return p->is_live(s); }

    [[nodiscard]] bool is_walked() const noexcept { return walkers_.any(); }
    [[nodiscard]] bool is_only_walk(const walker_type& w) const noexcept { return walkers_.is_only(w); }

    // --- handles -----------------------------------------------------------------------------------------------------

    [[nodiscard]] T* find(handle<T> h) const noexcept {
        const std::uint32_t n = h.index() / page_type::slots();
        page_type* const p = blocks_.page(n);
        const unsigned s = h.index() - n * page_type::slots();
        // (The generation of what comes next may be that of a handle which was given before a swap.)
        return p != nullptr && p->generations[s] == h.generation() && p->is_live(s) ? p->slot(s) : nullptr;
    }
    [[nodiscard]] handle<T> handle_of(const T* element) const noexcept {
        const page_type* p = page_type::of(element);
        const unsigned s = p->index_of(element);
        return p->is_live(s) ? made_handle(p, s) : handle<T>{};
    }
    /// What comes from now on has this generation or a higher one.
    void start_generations_at(std::uint32_t generation) noexcept {
        first_generation_ = generation;
        if (highest_generation_ < generation - 1) highest_generation_ = generation - 1;
    }
    /// No element that has been here had this generation or a higher one.
    [[nodiscard]] std::uint32_t unused_generation() const noexcept {
        return highest_generation_ == last_generation ? last_generation : highest_generation_ + 1;
    }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Makes an element in the lowest free slot; null when there is none, or when `on_add` removed it again. Throws
    /// what the allocator, the constructor or the hook throws; nothing has been added then.
    template <class... Args> T* emplace_back(Args&&... args) {
        page_type* const p = roomy_page();
        if (p == nullptr) [[unlikely]]
            return nullptr;
        const auto [home, s] = make(p, std::forward<Args>(args)...);
        if (home == nullptr) [[unlikely]]
            return nullptr;
        if (home->on_add_) [[unlikely]]
            return home->told_of_add(p, s) ? p->slot(s) : nullptr;
        return p->slot(s);
    }
    /// The same, for the handle.
    template <class... Args> handle<T> emplace(Args&&... args) {
        page_type* const p = roomy_page();
        if (p == nullptr) [[unlikely]]
            return {};
        const auto [home, s] = make(p, std::forward<Args>(args)...);
        if (home == nullptr) [[unlikely]]
            return {};
        const handle<T> h = home->made_handle(p, s);
        if (home->on_add_) [[unlikely]]
            (void)home->told_of_add(p, s);
        return h;
    }

    /// Room for `n` elements in all without an allocation; false where the allocator gives null. Throws what the
    /// allocator throws.
    [[nodiscard]] bool reserve(std::size_t n) {
        return (is_fixed() || blocks_.reserve(n)) && (!subsets_.any() || equip_pages(n));
    }

    /// Gives blocks of pages back to the allocator, from the end on as far as nothing is in them, unless a walk is
    /// open: an empty one that is not of a fixed size holds no memory then, but for hooks. What comes in their place
    /// gets handles above those that have been given. O(pages given back).
    void trim() noexcept {
        if (is_walked() || is_fixed()) return;
        const std::size_t kept = blocks_.pages_in_use();
        for (std::size_t i = kept; page_type* const p = blocks_.page(i); ++i) p->order = 0;
        subsets_.leave_unused_pages();
        blocks_.give_back_from(kept);
        start_generations_at(unused_generation());
        lowest_ = blocks_.next(block_type::roomy, 0);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        log_.disown_all();
        for (std::size_t i = 0; const page_type* const p = blocks_.page(i); ++i) log_.own(p);
#endif
    }

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes what is live in a slot. O(open walks). Throws what `on_remove` throws and, under a frozen view, what the
    /// allocator throws; nothing has been removed then, nor where it is false: the allocator gave null.
    bool remove_at(page_type* p, unsigned s) {
        if (walkers_.views() != 0 && !blocks_.prepare_moments(p)) return false;
        if (on_remove_) [[unlikely]]
            remove_and_tell(p, s);
        else drop_at(p, s);
        return true;
    }
    /// The same, and nobody is told. The element is destroyed now, unless somebody keeps it.
    void drop_at(page_type* p, unsigned s) noexcept {
        this->journal_remove(p->slot(s));
        p->clear_live(s);
        --size_;
        next_generation(p, s);
        if (is_walked()) {
            if (p->moments != nullptr) p->gone(s) = comers_.now();
            tell_others(p, s);
            if (is_kept(p, s)) {
                page_type::set(p->ghosts, s);
                ++ghosts_;
                return;
            }
        }
        if (slots* const home = destroy(p, s); home != nullptr) home->free_slot(p, s);
    }
    /// Removes everything that is there now, one after the other.
    template <class Cursor> void clear() {
        if constexpr (std::is_trivially_destructible_v<T>) {
            if (!is_walked() && !on_remove_) return forget_all();
        }
        Cursor c(this, end_position());
        while (T* x = c.next()) remove_at(page_type::of(x), page_type::of(x)->index_of(x));
    }

    // --- hooks -------------------------------------------------------------------------------------------------------

    template <class F> void on_add(F f) { set_hook(on_add_, std::move(f)); }
    template <class F> void on_remove(F f) { set_hook(on_remove_, std::move(f)); }
    /// Hooks go where the collection itself goes, when it is moved.
    void take_hooks(slots& other) noexcept {
        on_add_.take(other.on_add_);
        on_remove_.take(other.on_remove_);
    }

    // --- walks -------------------------------------------------------------------------------------------------------

    /// Where the elements are that a walk of `owner` stands among.
    [[nodiscard]] static slots* of(const walker_type& w, const slots*) noexcept { return w.home; }
    /// A second walk begins where another stands.
    static void link_beside(walker_type& w, const walker_type& other, const slots*) noexcept { other.home->link(w); }
    static void unlink(walker_type& w, const slots*) noexcept { w.home->unlink(w); }
    static void close(walker_type& w, const slots*) noexcept { w.home->close(w); }
    /// Makes every open walk look again: what it took for granted may have changed.
    void disturb() noexcept { walkers_.disturb(); }

    /// Where a walk of the residents ends: a moment, not a place.
    [[nodiscard]] position end_position() noexcept { return {comers_.tick(), 0}; }
    [[nodiscard]] std::uint64_t next_epoch() noexcept { return comers_.tick(); }
    [[nodiscard]] std::uint64_t tick() noexcept { return comers_.tick(); }
    [[nodiscard]] bool any_after(std::uint64_t moment) const noexcept { return comers_.any_after(moment); }

    // (Not inline, for the reason given in sequence.hpp.)
    [[gnu::noinline]] void link(walker_type& w) noexcept { walkers_.insert(w, *this); }
    void unlink(walker_type& w) noexcept {
        walkers_.erase(w);
        if (!is_walked() && comers_.any()) grow_up();
    }
    /// Closes a walk: what only it kept is destroyed.
    [[gnu::noinline]] void close(walker_type& w) noexcept {
        T* const x = reinterpret_cast<T*>(static_cast<std::uintptr_t>(w.at));
        const std::size_t length = w.extent / sizeof(T);
        const bool standing = w.at != address{};
        const bool view = w.epoch != 0;
        // What is destroyed now may make edits: for those somebody is still there.
        const holding hold(*this);
        unlink(w);
        if (ghosts_ == 0) return;
        if (view) sweep();
        else if (standing) leave(x, length);
    }
    /// A walk has moved on from `length` elements from x on: what is removed of them and nobody else keeps is
    /// destroyed.
    void leave(T* x, std::size_t length = 1) noexcept {
        page_type* const p = page_type::of(x);
        const unsigned first = p->index_of(x);
        slots* home = this;
        for (unsigned s = first; s < first + length && home != nullptr; ++s) {
            if (p->is_ghost(s) && !home->is_kept(p, s)) home = home->bury(p, s);
        }
    }
    /// A walk is about to move on from a slot whose element has been removed. True if nobody else keeps that, and
    /// nothing is to be done to destroy it: the slot is free then.
    [[nodiscard]] bool let_go(const walker_type& w, page_type* p, unsigned s) noexcept
        requires std::is_trivially_destructible_v<T>
    {
        if (!p->is_ghost(s)) return true;
        if (!is_only_walk(w)) return false;
        page_type::clear(p->ghosts, s);
        --ghosts_;
        free_slot(p, s);
        return true;
    }

    /// The first page after p, or of all if p is null, that has something to show; for the newcomers' passes: that has
    /// young ones.
    [[nodiscard]] page_type* next_page(const page_type* p, bool first_pass) const noexcept {
        const std::size_t from = p == nullptr ? 0 : static_cast<std::size_t>(p->order);
        return blocks_.next(first_pass ? block_type::occupied : block_type::with_young, from);
    }
    /// Those slots of a word that a first pass shows whenever it looks, as long as they are live.
    [[nodiscard]] word steady(const page_type* p, unsigned i) const noexcept { return p->live[i] & ~p->young[i]; }
    /// What a pass, or a frozen view of the epoch, shows of a word.
    [[nodiscard]] word shown(const page_type* p, unsigned i, pass now, std::uint64_t epoch) const noexcept {
        word w = now.after == 0 ? steady(p, i) : word{};
        const word young = p->live[i] & p->young[i];
        if (any(young)) w |= comers_.shown(young, p->moments + i * word_bits, now);
        if (epoch == 0 || p->moments == nullptr) return w;
        for (word g = p->ghosts[i]; any(g); g = without_lowest(g)) {
            if (is_shown(p, i * word_bits + lowest(g), epoch)) w |= bit(lowest(g));
        }
        return w;
    }

    /// Whether a pass, or a frozen view of the epoch, shows a slot.
    [[nodiscard]] bool shows(const page_type* p, unsigned s, pass now, std::uint64_t epoch) const noexcept {
        if (p->is_live(s)) return p->is_young(s) ? now.shows(p->came(s)) : now.after == 0;
        return epoch != 0 && p->is_ghost(s) && p->moments != nullptr && is_shown(p, s, epoch);
    }

    // --- subsets -----------------------------------------------------------------------------------------------------

    [[nodiscard]] subset_chain_type& subsets() noexcept { return subsets_; }
    void enter_subset(subset_node<page_type>& s) noexcept { subsets_.enter(s, this); }
    void quit_subset(subset_node<page_type>& s) noexcept { subsets_.quit(s); }
    /// What is in a slot goes from where a walk may come to it.
    void tell_others(page_type* p, unsigned s) noexcept {
        for (walker_type* w = walkers_.first(); w != nullptr; w = w->next)
            w->tell(address_of(p->slot(s)), page_type::bytes, false);
    }
    /// Pages get their marks by `reserve` or when somebody joins: nothing is ever moved to a page without.
    [[nodiscard]] bool equip_with_marks(std::size_t) noexcept { return true; }
    /// Sees to it that the pages' words can be read.
    void look() const noexcept {}

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the contents. Elements stay where they are; open walks notice. O(open walks). Hooks stay.
    void swap(slots& other) noexcept {
        start_above_both(*this, other);
        blocks_.swap(other.blocks_);
        std::swap(size_, other.size_);
        std::swap(being_made_, other.being_made_);
        if (is_fixed() || other.is_fixed()) std::swap(most_, other.most_);
        std::swap(lowest_, other.lowest_);
        std::swap(comers_, other.comers_);
        walkers_.swap(other.walkers_);
        std::swap(ghosts_, other.ghosts_);
        std::swap(subsets_, other.subsets_);
        subsets_.rehome(this);
        other.subsets_.rehome(&other);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        log_.swap_contents(other.log_);
        std::swap(number_, other.number_);
#endif
        walkers_.settle_in(*this);
        other.walkers_.settle_in(other);
    }
    void swap_allocator(slots& other) noexcept { blocks_.swap_allocator(other.blocks_); }

    // --- what the audit build's checks ask ---------------------------------------------------------------------------

    [[nodiscard]] walker_chain<slots>& walkers() noexcept { return walkers_; }
    [[nodiscard]] const walker_chain<slots>& walkers() const noexcept { return walkers_; }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] bool is_own(const T* element) const { return log_.owns(page_type::of(element)); }
    [[nodiscard]] bool is_own(handle<T> h) const noexcept { return h.table_ == number_; }
    [[nodiscard]] std::uint32_t table_number() const noexcept { return number_; }
    [[nodiscard]] handle<T> handle_in_journal(const T* x) const noexcept { return handle_of(x); }
    template <class F> void for_each_living(F f) const {
        for (page_type* p = next_page(nullptr, true); p != nullptr; p = next_page(p, true)) {
            for (unsigned s = 0; s < page_type::slots(); ++s) {
                if (p->is_live(s)) f(p->slot(s));
            }
        }
    }
#endif

  private:
    friend struct validation;

    /// An element is being constructed in a slot of its own.
    struct making {
        holding hold;
        page_type* p;
        unsigned s;
        bool constructed = false;
        bool done = false;

        making(slots& home, page_type* page, unsigned slot) noexcept : hold(home), p(page), s(slot) {
            ++home.being_made_;
        }
        making(const making&) = delete;
        making& operator=(const making&) = delete;
        ~making() {
            slots* home = hold.home();
            if (home == nullptr) return;
            --home->being_made_;
            if (done) return;
            if (constructed) home = home->destroy(p, s);
            if (home != nullptr) home->free_slot(p, s);
        }
    };

    [[nodiscard]] handle<T> made_handle(const page_type* p, unsigned s) const noexcept {
        handle<T> h(static_cast<std::uint32_t>((p->order - 1) * page_type::slots() + s), p->generations[s]);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        h.table_ = number_;
#endif
        return h;
    }

    template <class F, class Hook> void set_hook(Hook& hook, F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) hook.reset();
        else hook.set(allocator(), std::move(f));
    }

    /// The page with the lowest free slot; null if there is none to be had.
    [[nodiscard]] page_type* roomy_page() {
        if (is_full()) [[unlikely]]
            return nullptr;
        if (lowest_ != nullptr && lowest_->has_room()) [[likely]]
            return lowest_;
        return look_for_room();
    }
    /// Makes the pages for `n` slots, as far as there is memory for them, and gives them marks.
    [[nodiscard, gnu::noinline]] bool equip_pages(std::size_t n) {
        for (std::size_t i = 0; i * page_type::slots() < n; ++i) {
            page_type* p = blocks_.page(i);
            if (p == nullptr) p = new_page();
            if (p == nullptr) return !blocks_.may_grow();
            if (!subsets_.equip(allocator(), p)) return false;
        }
        return true;
    }
    [[nodiscard]] page_type* new_page() {
        page_type* const p = blocks_.add_page(first_generation_);
        if (p != nullptr && highest_generation_ < first_generation_) highest_generation_ = first_generation_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        if (p != nullptr) log_.own(p);
#endif
        return p;
    }
    [[gnu::noinline]] page_type* look_for_room() {
        for (;;) {
            page_type* p = blocks_.next(block_type::roomy, lowest_ == nullptr ? 0 : lowest_->order - 1);
            if (p == nullptr) break;
            lowest_ = p;
            if (p->has_room()) return p;
            blocks_.clear(block_type::roomy, p);
            p->listed_roomy = false;
        }
        page_type* const p = new_page();
        if (p == nullptr) return nullptr;
        return lowest_ = p;
    }

    /// Where an element has been made.
    struct place {
        /// Whose it is: another's, if the constructor has exchanged the contents; null if they are gone.
        slots* home;
        unsigned slot;
    };
    template <class... Args> place make(page_type* p, Args&&... args) {
        if (!prepare_for_newcomer(p, is_walked())) return {nullptr, 0};
        const unsigned s = p->take();
        if (first_generation_ != 1 && p->generations[s] < first_generation_) [[unlikely]]
            p->generations[s] = first_generation_;
        if (p->subsets != nullptr) [[unlikely]]
            subset_chain_type::forget(p, s);
        if constexpr (std::is_trivially_copyable_v<T> && sizeof...(Args) == 1 &&
                      (std::is_same_v<std::remove_cvref_t<Args>, T> && ...)) {
            std::allocator_traits<Allocator>::construct(blocks_.allocator(), p->slot(s), std::forward<Args>(args)...);
            settle_in(*this, p, s, is_walked());
            return {this, s};
        } else {
            making m(*this, p, s);
            std::allocator_traits<Allocator>::construct(blocks_.allocator(), p->slot(s), std::forward<Args>(args)...);
            m.constructed = true;
            slots* const home = m.hold.home();
            if (home != nullptr) {
                const bool walked = !home->is_only_walk(m.hold.node());
                if (!home->prepare_for_newcomer(p, walked)) return {nullptr, 0};
                settle_in(*home, p, s, walked);
            }
            m.done = true;
            return {home, s};
        }
    }
    /// `walked`: something else than what adds is in the chain of walkers.
    [[nodiscard]] bool prepare_for_newcomer(page_type* p, bool walked) { return !walked || blocks_.prepare_moments(p); }
    static void settle_in(slots& home, page_type* p, unsigned s, bool walked) noexcept {
        if (!p->listed_occupied) {
            home.blocks_.set(block_type::occupied, p);
            p->listed_occupied = true;
        }
        page_type::set(p->live, s);
        ++home.size_;
        if (!walked) return;
        page_type::set(p->young, s);
        if (!p->listed_young) {
            home.blocks_.set(block_type::with_young, p);
            p->listed_young = true;
        }
        p->came(s) = home.comers_.arrive();
    }

    /// The same with a hook to tell, which finds the element gone but readable, and may do anything; if it throws, the
    /// element is back.
    [[gnu::noinline]] void remove_and_tell(page_type* p, unsigned s);
    /// False if the hook removed the element. If it throws, the element has not been added.
    [[gnu::noinline]] bool told_of_add(page_type* p, unsigned s);

    /// Whether a frozen view shows what has been removed from a slot.
    [[nodiscard]] static bool is_shown(const page_type* p, unsigned s, std::uint64_t epoch) noexcept {
        return epoch < p->gone(s) && (!p->is_young(s) || p->came(s) <= epoch);
    }
    [[nodiscard]] bool is_kept(page_type* p, unsigned s) const noexcept {
        return walkers_.keeps(p->slot(s), [p, s](const walker_type& view) {
            return p->moments != nullptr && is_shown(p, s, view.epoch);
        });
    }

    /// Where the contents are afterwards, whose destructor may have exchanged them; null if they are gone.
    slots* destroy(page_type* p, unsigned s) noexcept {
        if constexpr (!std::is_trivially_destructible_v<T>) {
            const holding hold(*this);
            std::allocator_traits<Allocator>::destroy(blocks_.allocator(), p->slot(s));
            return hold.home();
        }
        return this;
    }
    /// The same.
    slots* bury(page_type* p, unsigned s) noexcept {
        page_type::clear(p->ghosts, s);
        --ghosts_;
        slots* const home = destroy(p, s);
        if (home != nullptr) home->free_slot(p, s);
        return home;
    }
    /// The slot's handles are stale.
    std::uint32_t next_generation(page_type* p, unsigned s) noexcept {
        const std::uint32_t next = ++p->generations[s];
        if (next > highest_generation_) highest_generation_ = next;
        return next;
    }
    /// Nothing is in the slot any more: it may be used again, unless its generations are used up.
    void free_slot(page_type* p, unsigned s) noexcept {
        const unsigned w = s / word_bits;
        if (!any(p->live[w] | p->ghosts[w]) && p->is_vacant()) list_vacant(p);
        if (p->generations[s] == last_generation) [[unlikely]]
            return;
        page_type::set(p->free, s);
        list_roomy(p);
    }
    void list_vacant(page_type* p) noexcept {
        blocks_.clear(block_type::occupied, p);
        p->listed_occupied = false;
    }
    void list_roomy(page_type* p) noexcept {
        if (!p->listed_roomy) {
            blocks_.set(block_type::roomy, p);
            p->listed_roomy = true;
        }
        if (lowest_ == nullptr || p->order < lowest_->order) lowest_ = p;
    }

    /// A frozen view has gone: what only it kept is destroyed.
    void sweep() noexcept {
        slots* home = this;
        for (page_type* p = next_page(nullptr, true); p != nullptr && home->ghosts_ != 0;
             p = home->next_page(p, true)) {
            for (unsigned i = 0; i < page_type::words; ++i) {
                for (word g = p->ghosts[i]; any(g); g = without_lowest(g)) {
                    const unsigned s = i * word_bits + lowest(g);
                    if (p->is_ghost(s) && !home->is_kept(p, s)) home = home->bury(p, s);
                    if (home == nullptr) return;
                }
            }
        }
    }
    /// Nobody walks: nobody is young.
    [[gnu::noinline]] void grow_up() noexcept {
        comers_.forget();
        for (page_type* p = next_page(nullptr, false); p != nullptr; p = next_page(p, false)) {
            for (word& w : p->young) w = word{};
            blocks_.clear(block_type::with_young, p);
            p->listed_young = false;
        }
    }
    /// What removing one by one comes to where nobody walks, is told or has a destructor.
    void forget_all() noexcept {
        for (page_type* p = next_page(nullptr, true); p != nullptr; p = next_page(p, true)) {
            for (unsigned i = 0; i < page_type::words; ++i) {
                word freed = p->live[i];
                for (word rest = freed; any(rest); rest = without_lowest(rest)) {
                    this->journal_remove(p->slot(i * word_bits + lowest(rest)));
                    if (next_generation(p, i * word_bits + lowest(rest)) == last_generation) [[unlikely]]
                        freed &= ~bit(lowest(rest));
                }
                p->live[i] = word{};
                p->free[i] |= freed;
            }
            list_vacant(p);
            if (p->has_room()) list_roomy(p);
        }
        size_ = 0;
    }
    void destroy_all() noexcept {
        if constexpr (!std::is_trivially_destructible_v<T>) {
            const holding hold(*this);
            for (page_type* p = next_page(nullptr, true); p != nullptr; p = next_page(p, true)) {
                for (unsigned i = 0; i < page_type::words; ++i) {
                    while (any(p->live[i] | p->ghosts[i])) {
                        const unsigned s = i * word_bits + lowest(p->live[i] | p->ghosts[i]);
                        if (p->is_live(s)) --size_;
                        page_type::clear(p->live, s);
                        page_type::clear(p->ghosts, s);
                        std::allocator_traits<Allocator>::destroy(blocks_.allocator(), p->slot(s));
                    }
                }
            }
        }
    }

    slot_blocks<T, Allocator> blocks_;
    std::size_t size_ = 0;
    std::size_t most_ = most_slots;
    std::uint32_t first_generation_ = 1;
    /// No slot has, or had, a higher one.
    std::uint32_t highest_generation_ = 0;
    /// Elements that are under construction.
    std::size_t being_made_ = 0;
    /// All pages before this one are full; null if all are.
    page_type* lowest_ = nullptr;
    newcomers comers_;
    walker_chain<slots> walkers_;
    std::size_t ghosts_ = 0;
    subset_chain_type subsets_;
    callback<T, Allocator> on_add_;
    callback<T, Allocator> on_remove_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    std::uint32_t number_ = next_table_number();
    using checked_type::log_;
#endif
};

} // namespace throng::core

#include <throng/core/slots_hooks.hpp>

#pragma once

#include <throng/core/allocator.hpp>
#include <throng/core/attempt.hpp>
#include <throng/core/callback.hpp>
#include <throng/core/checked.hpp>
#include <throng/core/handle.hpp>
#include <throng/core/marks.hpp>
#include <throng/core/page_chain.hpp>
#include <throng/core/pruning.hpp>
#include <throng/core/relocate.hpp>
#include <throng/core/validation.hpp>
#include <throng/core/walker_chain.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace throng::core {

/// Elements in the order of their adding, in a chain of pages: what the ordered collections are made of. It knows how
/// to add, remove, keep the removed for as long as a walk needs them, and pack. Walks of it are in cursor.hpp and
/// update.hpp.
///
/// The invariants, beside those of its chain of pages:
/// - A page is in the chain while an element lives or is kept in it; a walk that stands on an element therefore keeps
///   the page. Vacant pages leave the chain at once, or, if something holds, when the last walk closes.
/// - Elements are moved only by `settle` and by update.hpp.
template <class T, class Allocator> class sequence : public checked<sequence<T, Allocator>>,
                                                     public page_chain<T, Allocator> {
    using checked_type = checked<sequence>;
    using pages_type = page_chain<T, Allocator>;
    using holding = core::holding<sequence>;

  public:
    using page_type = page<T>;
    using walker_type = walker<sequence>;
    using value_type = T;
    using subset_chain_type = subset_chain<page_type, Allocator>;
    using table_type = handle_table<T, Allocator>;

    using pages_type::end_position, pages_type::for_each_slot, pages_type::places;

    /// Whether elements may be moved within the sequence: only where a move cannot fail halfway.
    static constexpr bool relocatable = may_be_moved<T>;
    static constexpr bool plain = std::is_trivially_copyable_v<T>;
    /// Whether the table is one by which elements are found, and goes with them.
    static constexpr bool finds_elements = requires(table_type& t) { t.forget_promise(); };
    /// Whether they are moved by copying their bytes.
    static constexpr bool by_bytes = relocatable && trivially_relocatable<T>;

    explicit sequence(const Allocator& allocator, caller where = {}) noexcept
        : checked_type(where), allocator_(allocator) {}
    sequence(const sequence&) = delete;
    sequence& operator=(const sequence&) = delete;

    ~sequence() {
        most(0); // what a destructor of an element would still add is refused
        disturb();
        abandon_pruning();
        while (walkers_.any()) unlink(*walkers_.first());
        on_remove_.reset();
        on_add_.reset();
        pending_sort_.reset();
        destroy_all();
        if (table_ != nullptr) drop_table();
        subsets_.dissolve();
        supply_.release(allocator_);
    }

    // --- what is there -----------------------------------------------------------------------------------------------

    [[nodiscard]] const Allocator& allocator() const noexcept { return allocator_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Whether anything removed is still kept.
    [[nodiscard]] bool has_ghosts() const noexcept { return ghosts_ != 0; }
    [[nodiscard]] std::size_t most() const noexcept { return most_; }
    void most(std::size_t n) noexcept {
        most_ = n;
        look_around();
    }
    /// Whether there is no room for one more: who is just being made has his place already.
    [[nodiscard]] bool is_full() const noexcept { return size_ + being_made_ >= most_; }

    [[nodiscard]] bool contains(const T* element) const noexcept {
        bring_up_to_date();
        const page_type* p = page_type::of(element);
        return p->order != 0 && p->is_live(p->index_of(element));
    }

    /// The first and the last element; null if there is none.
    [[nodiscard]] T* first() const noexcept {
        bring_up_to_date();
        return pages_type::first();
    }
    [[nodiscard]] T* last() const noexcept {
        bring_up_to_date();
        return pages_type::last();
    }

    /// Whether anything is open that forbids to move elements: here, or a walk whose contents were swapped away under
    /// it.
    [[nodiscard]] bool is_walked() const noexcept { return walkers_.any() || walkers_.away() != 0; }
    [[nodiscard]] walker_chain<sequence>& walkers() noexcept { return walkers_; }
    [[nodiscard]] const walker_chain<sequence>& walkers() const noexcept { return walkers_; }
    [[nodiscard]] bool is_frozen() const noexcept { return walkers_.views() != 0; }
    [[nodiscard]] bool is_only_walk(const walker_type& w) const noexcept {
        return walkers_.is_only(w) && walkers_.away() == 0;
    }
    /// Whether nobody has begun to walk since a node was linked, or has closed again.
    [[nodiscard]] bool is_last_walk(const walker_type& w) const noexcept {
        return walkers_.is_first(w) && walkers_.away() == 0;
    }

    // --- handles -----------------------------------------------------------------------------------------------------

    [[nodiscard]] T* find(handle<T> h) const noexcept { return table_ == nullptr ? nullptr : table_->find(h); }
    [[nodiscard]] bool has_handles() const noexcept { return table_ != nullptr; }
    /// Null until there are handles.
    [[nodiscard]] table_type* handles() const noexcept { return table_; }

    // Where the allocator throws, or gives null, nothing has changed.

    /// The element's handle, made now if it has none; an empty one where there is no memory. O(1), but for the first
    /// handle of all: that is O(pages). Throws what the allocator throws.
    [[nodiscard]] handle<T> handle_of(T* element) {
        bring_up_to_date();
        page_type* p = page_type::of(element);
        const unsigned s = p->index_of(element);
        if (!p->is_live(s) || !prepare_handles()) return {};
        if (p->handles[s] != 0) return table_->of(p->handles[s] - 1);
        const handle<T> h = table_->issue(allocator_, element);
        if (h) p->handles[s] = h.index() + 1;
        return h;
    }

    /// Once there is a table, every page of the chain has room for handles, so that packing never needs memory. False
    /// where the allocator gives null.
    [[nodiscard, gnu::noinline]] bool prepare_handles();
    /// What `start_above_both` asks of a storage. (A table that finds elements has no generations.)
    [[nodiscard]] std::uint32_t unused_generation() const noexcept {
        if constexpr (finds_elements) return first_generation_;
        else return table_ == nullptr ? first_generation_ : table_->unused_generation();
    }
    void start_generations_at(std::uint32_t generation) noexcept {
        first_generation_ = generation;
        if constexpr (!finds_elements) {
            if (table_ != nullptr) table_->start_generations_at(generation);
        }
    }

    /// The table of handles (for tests of the last generations). Throws what the allocator throws.
    [[nodiscard]] table_type& table() {
        (void)prepare_handles();
        return *table_;
    }

    // --- adding ------------------------------------------------------------------------------------------------------

    /// Makes an element at the end; null when the sequence is full, or when `on_add` removed it again. O(1), moves
    /// nothing. Throws what the allocator, the constructor or the hook throws; nothing has been added then.
    template <class... Args> T* emplace_back(Args&&... args) { return add_last(nullptr, std::forward<Args>(args)...); }
    /// The same from an element of another sequence, or of this one, which it leaves as a move does. What the hook
    /// throws gives it back, where a move cannot throw.
    T* take_over(T& from) { return add_last(&from, std::move(from)); }
    /// Undoes a `take_over`, without telling; nothing happens if the element has gone meanwhile.
    void give_back(T* element, T& to) noexcept {
        bring_up_to_date();
        page_type* const p = page_type::of(element);
        const unsigned s = p->index_of(element);
        if (!p->is_live(s)) return;
        move_back(*element, &to);
        drop_at(p, s);
    }

    /// The same, and gives the element a handle. A handle that is empty: nothing was added.
    template <class... Args> handle<T> emplace(Args&&... args) {
        if (is_full()) [[unlikely]]
            return {};
        // All that can fail for want of memory comes first.
        if (!prepare_handles()) return {};
        if (tail_end_ >= page_type::slots() && !append_page()) [[unlikely]]
            return {};
        page_type* const p = tail_;
        const unsigned s = tail_end_;
        handle<T> h = table_->issue(allocator_, p->slot(s));
        if (!h) return h;
        ++tail_end_;
        if (p->subsets != nullptr) [[unlikely]]
            subset_chain_type::forget(p, s);
        sequence* home = this;
        {
            making m(*this, p, s);
            m.index = h.index();
            std::allocator_traits<Allocator>::construct(allocator_, p->slot(s), std::forward<Args>(args)...);
            m.done = true;
            home = m.hold.home();
        }
        // (The constructor may have exchanged the contents.)
        if (home == nullptr) [[unlikely]]
            return {};
        p->handles[s] = h.index() + 1;
        p->set_live(s);
        ++home->size_;
        if (home->on_add_) [[unlikely]]
            (void)home->told_of_add(p, s);
        return h;
    }

    /// The same for an element that is found by what it is: `enters(table, element, disturbed, is_there)` is asked when
    /// it has been made, but is seen by nobody yet; if it has made its entry in the table, for which there is room, it
    /// is true. `disturbed`: the table has changed while the element was made. What `enters` calls may do anything, and
    /// is_there() says whether the contents are still there. Null if the element has not come in, or is gone with them.
    /// Throws what the allocator, the constructor, `enters` or the hook throws; nothing has been added then.
    template <class Enters, class... Args> T* emplace_if(Enters enters, Args&&... args);

    /// Room for `count` elements more without an allocation; false where the allocator gives null. Throws what the
    /// allocator throws.
    [[nodiscard]] bool reserve(std::size_t count);

    // --- removing ----------------------------------------------------------------------------------------------------

    /// Removes what is live in a slot. O(open walks). Throws what `on_remove` throws and, under a frozen view, what the
    /// allocator throws; nothing has been removed then, nor where it is false: the allocator gave null.
    bool remove_at(page_type* p, unsigned s) {
        bring_up_to_date();
        return remove_live(p, s);
    }
    /// The same by address; false if it is gone already.
    bool remove(T* element) {
        const bool plainly = removes_plainly_;
        if (!plainly) {
            if (pruning_ != nullptr && drop_visited(element)) return true;
            bring_up_to_date();
        }
        page_type* const p = page_type::of(element);
        const unsigned s = p->index_of(element);
        if (!p->is_live(s)) return false;
        if (!plainly) return remove_live(p, s);
        remove_plain(p, s);
        return true;
    }

    /// The same for a plain element that is live, where nobody has to be told: no hook, no frozen view, no handle, no
    /// self-pruning walk.
    void remove_plain(page_type* p, unsigned s) noexcept {
        p->clear_live(s);
        --size_;
        tell_walks(p, s, false);
        if (!any(p->live[s / word_bits])) [[unlikely]]
            release_if_vacant(p);
    }

    /// Sees to it that those for which `goes` is true, which makes no edits, can be removed without an allocation, as
    /// long as no view is opened meanwhile; false where the allocator gives null. Throws what the allocator throws.
    template <class F> [[nodiscard]] bool prepare_removal(F goes) {
        if (!is_frozen()) return true;
        bring_up_to_date();
        bool done = true;
        for_each_slot(first_position, [this, &goes, &done](page_type* p, unsigned s) {
            if (p->removed_at == nullptr && goes(std::as_const(*p->slot(s))))
                done = supply_.equip(allocator_, p->removed_at) && done;
        });
        return done;
    }

    /// Removes everything that is there now, in order, one after the other.
    template <class Cursor> void clear() {
        if (clear_at_once()) return;
        Cursor c(this, end_position());
        while (T* x = c.next()) remove_at(page_type::of(x), page_type::of(x)->index_of(x));
    }

    /// The same in one step, where it comes to the same: nobody walks, is told, or has a destructor. False, and nothing
    /// has happened, where it does not. O(pages), and O(handles).
    bool clear_at_once() noexcept {
        if (!std::is_trivially_destructible_v<T> || walkers_.any() || on_remove_) return false;
        forget_all();
        return true;
    }

    // --- hooks -------------------------------------------------------------------------------------------------------

    template <class F> void on_add(F f) { set_hook(on_add_, std::move(f)); }
    template <class F> void on_remove(F f) { set_hook(on_remove_, std::move(f)); }
    [[nodiscard]] bool has_add_hook() const noexcept { return static_cast<bool>(on_add_); }
    [[nodiscard]] bool has_remove_hook() const noexcept { return static_cast<bool>(on_remove_); }
    /// Hooks go where the collection itself goes, when it is moved.
    void take_hooks(sequence& other) noexcept {
        on_add_.take(other.on_add_);
        on_remove_.take(other.on_remove_);
        look_around();
        other.look_around();
    }

    // --- walks -------------------------------------------------------------------------------------------------------

    // (Not inline: g++ 12 would warn of the address of a local, which the walk's destructor takes back.)
    [[gnu::noinline]] void link(walker_type& w) noexcept {
        bring_up_to_date();
        walkers_.insert(w, *this);
        look_around();
    }
    void unlink(walker_type& w) noexcept {
        walkers_.erase(w);
        look_around();
    }
    /// A walk of this collection comes back, whose `owner` has been taken from it before it was closed elsewhere.
    void take_back(walker_type& w) noexcept {
        walkers_.drop_away();
        w.owner = this;
        link(w);
    }
    /// Closes a walk: what only it kept is destroyed, and if it was the last, the sequence is packed.
    [[gnu::noinline]] void close(walker_type& w) noexcept;
    /// Closes what stands on an element whose address is about to be told: where that is now, or null if it has gone.
    /// Nothing is packed, but a sort that waited is done.
    T* part(walker_type& w) noexcept;
    /// Makes every open walk look again: what it took for granted may have changed.
    void disturb() noexcept {
        bring_up_to_date();
        walkers_.disturb();
    }
    /// The n-th frozen view is being taken.
    [[nodiscard]] std::uint64_t next_epoch() noexcept { return ++epoch_; }

    /// A walk has moved on from `length` elements from x on: what is removed of them and nobody else keeps is
    /// destroyed. Where the contents are afterwards; null if they are gone.
    sequence* leave(T* x, std::size_t length = 1) noexcept {
        page_type* const p = page_type::of(x);
        const unsigned first = p->index_of(x);
        sequence* home = this;
        for (unsigned s = first; s < first + length && home != nullptr; ++s) {
            if (p->is_ghost(s) && !home->is_kept(p, s)) home = home->bury(p, s);
        }
        if (home != nullptr) home->release_if_vacant(p);
        return home;
    }

    /// What slot bits a walk sees in a word: the living, or what a frozen view of the epoch shows.
    [[nodiscard]] word shown(const page_type* p, unsigned i, std::uint64_t epoch) const noexcept {
        word w = p->live[i];
        if (epoch == 0 || !any(p->ghosts[i]) || p->removed_at == nullptr) return w;
        for (word g = p->ghosts[i]; any(g); g = without_lowest(g)) {
            if (p->removed_at[i * word_bits + lowest(g)] >= epoch) w |= bit(lowest(g));
        }
        return w;
    }

    // --- all at once -------------------------------------------------------------------------------------------------

    /// Exchanges the contents. Elements stay where they are; open walks notice and go on as cursor.hpp says. O(1) but
    /// for the number of open walks. Hooks stay where they are.
    void swap(sequence& other) noexcept;
    /// (An allocator that cannot be assigned does not propagate, so that nobody asks for this in earnest.)
    void swap_allocator(sequence& other) noexcept {
        if constexpr (std::is_swappable_v<Allocator>) std::swap(allocator_, other.allocator_);
    }

    /// Gives pages that nothing needs back to the allocator. Packs first if no walk is open: an empty sequence holds no
    /// memory then, but for hooks.
    void trim() noexcept {
        if (!is_walked()) pack_fully();
        if (!is_walked() && size_ == 0) {
            while (tail_ != nullptr) release(tail_);
            if (table_ != nullptr) give_table_back();
        }
        give_unused_pages_back();
    }

    /// Closes every gap, if nobody walks. O(places).
    void pack() noexcept {
        if (!is_walked()) pack_fully();
    }

    /// A page has thinned out to a quarter: if its neighbours have, too, their elements move together, unless somebody
    /// walks. Never more than a page holds. (For who edits much and seldom walks.)
    void pack_around(page_type* p) noexcept;

    /// Asks for a sort: at once if nobody walks, else when the last walk ends. sort(sequence) is false if somebody has
    /// begun to walk meanwhile: it waits then, too, unless another one has been asked for.
    template <class Sort> void sort_when_idle(Sort sort) {
        const bool walked = is_walked();
        if (!walked && (sort(*this) || pending_sort_)) return;
        pending_sort_.set(allocator_, [sort = std::move(sort)](sorting& s) mutable { s.done = sort(s.elements); });
    }

    // --- moving elements ---------------------------------------------------------------------------------------------

    /// Moves an element into a free slot. The bits and the handle follow at once, so that whatever the element's
    /// move and destructor do finds the sequence whole.
    void relocate(page_type* from, unsigned s, page_type* to, unsigned d)
        requires relocatable
    {
        T* const x = from->slot(s);
        T* const y = to->slot(d);
        if constexpr (by_bytes) copy_bytes<sizeof(T)>(y, x);
        else ::new (static_cast<void*>(y)) T(std::move(*x));
        from->clear_live(s);
        if constexpr (!by_bytes) tell_others(from, s); // whom the element's move has opened
        to->set_live(d);
        if (is_tracked()) [[unlikely]]
            follow(from, s, to, d);
        if constexpr (!by_bytes) x->~T();
    }

    /// A handle goes with its element from slot to slot.
    void move_handle(page_type* from, unsigned s, page_type* to, unsigned d) noexcept {
        const std::uint32_t entry = std::exchange(from->handles[s], 0U);
        to->handles[d] = entry;
        table_->moved(entry - 1, from->slot(s), to->slot(d));
    }
    /// Room for all of another sequence's elements, with their handles; false where the allocator gives null. Throws
    /// what the allocator throws.
    [[nodiscard]] bool reserve_like(const sequence& other);
    /// Takes another sequence's pages and gives its own; the handles, hooks and walks stay.
    void exchange_pages(sequence& other) noexcept;
    /// The element whose address is asked for after a sort; where the sort has moved it.
    [[nodiscard]] const T* sought() const noexcept { return sought_; }
    void found(T* to) noexcept { sought_ = to; }
    // --- subsets -----------------------------------------------------------------------------------------------------

    [[nodiscard]] subset_chain_type& subsets() noexcept { return subsets_; }
    void enter_subset(subset_node<page_type>& s) noexcept {
        subsets_.enter(s, this);
        look_around();
    }
    void quit_subset(subset_node<page_type>& s) noexcept {
        subsets_.quit(s);
        look_around();
    }
    /// What is in a slot goes from where a walk may come to it, but not from the sequence.
    void tell_others(page_type* p, unsigned s) noexcept {
        for (walker_type* w = walkers_.first(); w != nullptr; w = w->next) {
            if (!w->holds) w->tell(address_of(p->slot(s)), page_type::bytes, false);
        }
    }
    /// Whether somebody is to be told where elements go.
    [[nodiscard]] bool is_tracked() const noexcept { return table_ != nullptr || subsets_.any(); }
    /// Whether nobody has to be told when an element goes.
    [[nodiscard]] bool forgets_simply() const noexcept { return plain && !is_tracked() && !on_remove_; }
    /// An element's handle and its subsets go with it from slot to slot.
    void follow(page_type* from, unsigned s, page_type* to, unsigned d) noexcept {
        if (from->handles != nullptr && from->handles[s] != 0) move_handle(from, s, to, d);
        if (subsets_.any()) subsets_.follow(from, s, to, d);
    }
    /// Marks of the number for every page of the chain, so that packing never needs memory, and for those in reserve;
    /// false where the allocator gives null. Throws what the allocator throws.
    [[nodiscard]] bool equip_with_marks(std::size_t number) {
        for (page_type* p = head_; p != nullptr; p = p->next) {
            if (!subsets_.equip(allocator_, p, number)) return false;
        }
        if (!equip_free_pages(number)) return false;
        disturb();
        return true;
    }
    /// Takes the elements of another sequence, which has no subsets; those of this one stay, and are empty then. No
    /// walk of either is open. False where the allocator gives null. Throws what the allocator throws.
    bool take_elements(sequence& other, bool with_allocator);
    /// The elements of another sequence, which nobody walks and whose memory comes from the same place, take the place
    /// of all that is here, whoever walks: they stay where they lie, and to the walks they are newcomers. Nobody
    /// is told of those from here, who are kept where walks stand on them or views show them; the maximum does not
    /// count; subsets stay, and are empty then. Handles from here stay stale for good, those from there are lost.
    /// `arrived` is called when the others are there, and no destructor has run yet. O(pages), and O(elements from
    /// here). Throws what the allocator throws; nothing has changed then.
    template <class F> void replace_all_by(sequence& other, F arrived);
    /// All of it that can fail for want of memory: done before, it need not be done again. False where the allocator
    /// gives null.
    [[nodiscard]] bool prepare_to_replace(sequence& other);
    /// Sees to it that the pages' words can be read.
    void look() const noexcept { bring_up_to_date(); }

    /// The walk whose node is given moves a run: from now on until `stop_pruning` the words of the pages are behind.
    void start_pruning(pruning<T>& run, walker_type& w) noexcept {
        pruning_ = &run;
        pruner_ = &w;
    }
    void stop_pruning() noexcept { pruning_ = nullptr; }
    /// The same when the visit has thrown, or exchanged the contents.
    void abandon_pruning() noexcept {
        bring_up_to_date();
        pruning_ = nullptr;
    }

    /// `n` elements have gone of which nothing is left to be done.
    void forget(std::size_t n) noexcept { size_ -= n; }
    /// Vacant pages may have been left in the chain: they go when the last walk closes.
    void look_for_strays() noexcept { stray_ = true; }
    void release(page_type* p) noexcept {
        if (p == pack_from_) pack_from_ = p->next;
        pages_type::release(p);
    }
    /// Takes vacant pages from p back to the one behind `last` out of the chain: the last of them goes first, so that
    /// they are used again in the order they stood in.
    void release_between(const page_type* last, page_type* p) noexcept {
        while (p != last) {
            page_type* const before = p->previous;
            if (p->is_vacant()) release(p);
            p = before;
        }
    }
    /// The same for all after p; the end moves back with them.
    void release_after(page_type* p) noexcept { release_between(p, tail_); }

    // --- what the audit build's checks ask ---------------------------------------------------------------------------

#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] bool is_own(const T* element) const { return log_.owns(page_type::of(element)); }
    [[nodiscard]] bool is_own(handle<T> h) const { return table_ != nullptr && table_->is_own(h); }
    [[nodiscard]] std::uint32_t table_number() const noexcept { return table_ == nullptr ? 0 : table_->number(); }
    [[nodiscard]] handle<T> handle_in_journal(const T* x) const noexcept {
        const page_type* p = page_type::of(x);
        const std::uint32_t entry = table_ == nullptr || p->handles == nullptr ? 0 : p->handles[p->index_of(x)];
        return entry == 0 || finds_elements ? handle<T>{} : table_->of(entry - 1);
    }
    template <class F> void for_each_living(F f) const {
        for_each_slot(first_position, [&f](page_type* p, unsigned s) { f(p->slot(s)); });
    }
#endif

  private:
    friend struct validation;
    using pages_type::head_, pages_type::tail_, pages_type::tail_end_, pages_type::last_order_, pages_type::supply_;
    using pages_type::none_left, pages_type::used_of_tail;

    /// Whether an element is made of these by copying bytes.
    template <class... Args> static constexpr bool copies =
        plain && sizeof...(Args) == 1 && (std::is_same_v<std::remove_cvref_t<Args>, T> && ...);

    /// An element is being constructed in a slot of its own.
    struct making {
        holding hold;
        page_type* p;
        unsigned s;
        static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
        std::uint32_t index = none;
        bool done = false;

        making(sequence& home, page_type* page, unsigned slot) noexcept : hold(home), p(page), s(slot) {
            ++home.being_made_;
        }
        making(const making&) = delete;
        making& operator=(const making&) = delete;
        ~making() {
            sequence* const home = hold.home();
            if (home == nullptr) return;
            --home->being_made_;
            if (done) return;
            if (index != none) {
                p->handles[s] = index + 1;
                home->drop_handle(p, s);
            }
            home->take_back(p, s, hold.node());
        }
    };
    /// Nobody has come into the slot, which was the last when it was handed out: the next may have it, unless a walk or
    /// a view has been opened since, which would take him for one who was there, or a walk has ended behind it, which
    /// would not come to him.
    void take_back(page_type* p, unsigned s, const walker_type& since) noexcept {
        if (tail_ == p && tail_end_ == s + 1 && is_last_walk(since) && !has_idle_walk()) tail_end_ = s;
        stray_ = true;
    }
    /// Whether there is a walk that stands on nothing: it has not begun, or has come to its end.
    [[nodiscard]] bool has_idle_walk() const noexcept {
        for (const walker_type* w = walkers_.first(); w != nullptr; w = w->next) {
            if (w->at == address{} && w->extent != 0) return true;
        }
        return false;
    }

    /// A sort that waited, and is being done.
    struct sorting {
        sequence& elements;
        bool done = true;
    };

    template <class F, class Hook> void set_hook(Hook& hook, F f) {
        if constexpr (std::is_same_v<F, std::nullptr_t>) hook.reset();
        else hook.set(allocator_, std::move(f));
        look_around();
        disturb();
    }

    /// Whether an edit has nothing to see to but the element: found out when that changes, so that an edit asks once.
    void look_around() noexcept {
        const bool adds_plainly = most_ == std::numeric_limits<std::size_t>::max() && !on_add_ && !subsets_.any();
        plain_end_ = adds_plainly ? page_type::slots() : 0;
        removes_plainly_ = std::is_trivially_destructible_v<T> && !on_remove_ && table_ == nullptr && !is_frozen() &&
                           walkers_.holders() == 0;
    }

    template <class... Args> T* add_last(T* origin, Args&&... args) {
        if constexpr (copies<Args...>) {
            if (tail_end_ < plain_end_) [[likely]] {
                const unsigned s = tail_end_++;
                T* const x = tail_->slot(s);
                std::allocator_traits<Allocator>::construct(allocator_, x, std::forward<Args>(args)...);
                tail_->set_live(s);
                ++size_;
                return x;
            }
            constexpr std::size_t most_by_value = 256;
            if constexpr (sizeof(T) <= most_by_value) return add_last_by_value(origin, std::forward<Args>(args)...);
        }
        return add_last_anyhow(origin, std::forward<Args>(args)...);
    }
    /// (By value: so what is handed over need not lie in memory for those who do not come here.)
    [[gnu::noinline]] T* add_last_by_value(T* origin, T element) { return add_last_anyhow(origin, std::move(element)); }
    template <class... Args> T* add_last_anyhow(T* origin, Args&&... args) {
        if (is_full()) [[unlikely]]
            return nullptr;
        if (tail_end_ >= page_type::slots() && !append_page()) [[unlikely]]
            return nullptr;
        page_type* const p = tail_;
        const unsigned s = tail_end_++;
        T* const x = p->slot(s);
        if (p->subsets != nullptr) [[unlikely]]
            subset_chain_type::forget(p, s);
        sequence* home = this;
        if constexpr (copies<Args...>) {
            std::allocator_traits<Allocator>::construct(allocator_, x, std::forward<Args>(args)...);
        } else {
            making m(*this, p, s);
            std::allocator_traits<Allocator>::construct(allocator_, x, std::forward<Args>(args)...);
            m.done = true;
            home = m.hold.home();
        }
        // (The constructor may have exchanged the contents.)
        if (home == nullptr) [[unlikely]]
            return nullptr;
        p->set_live(s);
        ++home->size_;
        if (home->on_add_) [[unlikely]]
            return home->told_of_add(p, s, origin);
        return x;
    }
    static void move_back(T& from, [[maybe_unused]] T* to) noexcept {
        if constexpr (std::is_nothrow_move_constructible_v<T>) {
            std::destroy_at(to);
            std::construct_at(to, std::move(from));
        }
    }

    [[nodiscard, gnu::noinline]] bool append_page();

    [[nodiscard]] bool equip_free_pages(std::size_t number = 0) {
        return supply_.for_each_free([&](page_type* p) { return subsets_.equip(allocator_, p, number); });
    }

    void give_unused_pages_back() noexcept {
        subsets_.leave_unused_pages();
        supply_.trim(allocator_);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        log_.disown_all();
        for (const page_type* p = head_; p != nullptr; p = p->next) log_.own(p);
#endif
    }
    /// Nobody is left among the living. Who was there is a ghost, until a `sweep`, or gone where there is no more to
    /// do.
    void let_go_of_all() noexcept;
    /// Another's pages come behind those of here, where nobody lives.
    void take_pages(sequence& other) noexcept;

    void drop_table() noexcept;
    /// No element is there: what comes gets handles above those that have been given.
    void give_table_back() noexcept {
        first_generation_ = unused_generation();
        this->journal_table();
        drop_table();
        look_around();
    }

    bool remove_live(page_type* p, unsigned s) {
        if (is_frozen() && !supply_.equip(allocator_, p->removed_at)) [[unlikely]]
            return false;
        if (on_remove_) [[unlikely]]
            remove_and_tell(p, s);
        else drop_at(p, s);
        return true;
    }
    /// The element has gone from the living; it is destroyed now, unless somebody keeps it.
    void drop_at(page_type* p, unsigned s) noexcept {
        p->clear_live(s);
        --size_;
        if (p->handles != nullptr) drop_handle(p, s);
        if constexpr (std::is_trivially_destructible_v<T>) {
            // There is nothing to be put off: a slot is not used again while a walk stands in its page.
            if (!is_frozen()) [[likely]] {
                tell_walks(p, s, false);
                if (any(p->live[s / word_bits])) [[likely]]
                    return;
                return release_if_vacant(p);
            }
        }
        if (p->removed_at != nullptr) p->removed_at[s] = epoch_;
        const bool stays = is_kept(p, s);
        tell_walks(p, s, stays);
        if (stays) {
            p->set_ghost(s);
            ++ghosts_;
            return;
        }
        sequence* const home = destroy(p, s);
        if (home != nullptr) home->release_if_vacant(p);
    }
    void drop_handle(page_type* p, unsigned s) noexcept {
        // (Where there was no memory for the table, pages may have room for handles already.)
        if (table_ != nullptr) [[likely]] {
            this->journal_remove(p->slot(s));
            table_->drop(p->handles[s], p->slot(s));
        }
    }
    /// The same with a hook to tell, which finds the element gone but readable, and may do anything; if it throws, the
    /// element is back.
    [[gnu::noinline]] void remove_and_tell(page_type* p, unsigned s);
    /// Where the element is after the hook has been told of it; null if it is gone. If the hook throws, the element has
    /// not been added, and is given back to its origin, if it has one.
    [[gnu::noinline]] T* told_of_add(page_type* p, unsigned s, T* origin = nullptr);

    /// Whoever walks is told of what is being removed. `stays`: somebody keeps it.
    void tell_walks(page_type* p, unsigned s, bool stays) noexcept {
        const T* const x = p->slot(s);
        for (walker_type* w = walkers_.first(); w != nullptr; w = w->next) {
            if (w->holds) w->tell_pruner(x);
            else w->tell(address_of(x), page_type::bytes, stays);
        }
    }
    /// (After an edit of anything else they are, to the end of the visit.)
    void bring_up_to_date() const noexcept {
        if (pruning_ != nullptr && pruner_->seen != disturbed) [[unlikely]]
            pruning_->publish_visit(pruner_->at, pruner_->seen == undisturbed);
    }
    /// What the pruning walk stands on is removed by its visit: where nothing is left to be done about it, the walk
    /// just does not count it among what it has placed.
    bool drop_visited(const T* element) noexcept {
        if (pruner_->seen != undisturbed || pruner_->at != address_of(element) || !forgets_simply()) return false;
        pruner_->seen = removed_itself;
        --size_;
        return true;
    }

    [[nodiscard]] static bool is_before(const page_type* p, unsigned s, position limit) noexcept {
        return p->order < limit.order || (p->order == limit.order && s < limit.slot);
    }
    [[nodiscard]] bool is_kept(page_type* p, unsigned s) const noexcept {
        const std::uint64_t removed = p->removed_at != nullptr ? p->removed_at[s] : 0;
        return walkers_.keeps(p->slot(s), [p, s, removed](const walker_type& view) {
            return view.epoch <= removed && is_before(p, s, view.limit);
        });
    }

    /// Where the contents are afterwards, as the destructor may exchange them; null if they are gone.
    sequence* destroy(page_type* p, unsigned s) noexcept {
        if constexpr (!std::is_trivially_destructible_v<T>) {
            const holding hold(*this);
            std::allocator_traits<Allocator>::destroy(allocator_, p->slot(s));
            return hold.home();
        }
        return this;
    }
    sequence* bury(page_type* p, unsigned s) noexcept {
        p->clear_ghost(s);
        --ghosts_;
        return destroy(p, s);
    }
    void release_if_vacant(page_type* p) noexcept {
        if (!p->is_vacant() || p->order == 0 || p == tail_) return;
        if (may_release(p)) release(p);
        else stray_ = true;
    }

    /// Whether nobody stands in a vacant page, or holds everything.
    [[nodiscard]] bool may_release(const page_type* p) const noexcept {
        return walkers_.holders() == 0 && !walkers_.stands_in(p, page_type::bytes);
    }

    /// A frozen view has gone: what only it kept is destroyed. Where the contents are afterwards; null if they are
    /// gone.
    sequence* sweep() noexcept;

    /// What waited for the last walk to end: a sort, vacant pages, packing.
    [[gnu::noinline]] void settle() noexcept;
    void run_pending_sort() noexcept;
    void sort_if_idle() noexcept {
        if (pending_sort_ && !is_walked()) [[unlikely]]
            run_pending_sort();
    }
    void release_strays() noexcept;
    /// Free slots among the elements.
    [[nodiscard]] std::size_t holes() const noexcept { return places() - size_; }
    /// Closes the gaps in the next stretch of pages: the longer, the more holes there are beyond what is always borne,
    /// and never more than a quarter of the elements. So where as many die in each frame, each frame packs as much, and
    /// none pays for others. (Whole stretches, so that pages that come free lie together in memory and the order of
    /// pages lasts.)
    void pack_some(std::size_t holes) noexcept;
    /// Gaps of one in so many elements are left alone.
    static constexpr std::size_t borne_part = 16;
    void pack_fully() noexcept;
    /// Moves elements from page p on together, until about `enough` have been passed; where to go on, or null at the
    /// end. Stops, with null, when somebody begins to walk meanwhile.
    page_type* pack_stretch(page_type* p, std::size_t enough) noexcept;
    /// The same for one page of plain bytes, into slot d of page `to` and on; how many elements.
    std::size_t pack_bytes(page_type* from, page_type*& to, unsigned& d) noexcept;

    void forget_all() noexcept;
    void destroy_all() noexcept;

    [[no_unique_address]] Allocator allocator_;
    /// Slots of the last page up to here are handed out to elements that have nothing to be seen to: all of the page,
    /// or none (see `look_around`).
    unsigned plain_end_ = page_type::slots();
    bool removes_plainly_ = std::is_trivially_destructible_v<T>;
    /// A vacant page may stand in the chain.
    bool stray_ = false;
    /// Where the generations of the next table begin.
    std::uint32_t first_generation_ = 1;
    std::size_t size_ = 0;
    std::size_t most_ = std::numeric_limits<std::size_t>::max();
    /// Elements that are under construction.
    std::size_t being_made_ = 0;
    walker_chain<sequence> walkers_;
    table_type* table_ = nullptr;
    /// Where packing goes on; null for the beginning.
    page_type* pack_from_ = nullptr;
    pruning<T>* pruning_ = nullptr;
    subset_chain_type subsets_;
    walker_type* pruner_ = nullptr;
    std::size_t ghosts_ = 0;
    std::uint64_t epoch_ = 0;
    /// The element that has just been added, while a sort that its hook asked for is done.
    T* sought_ = nullptr;
    callback<T, Allocator> on_add_;
    callback<T, Allocator> on_remove_;
    callback<sorting, Allocator> pending_sort_;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    using checked_type::log_;
#endif
};

} // namespace throng::core

#include <throng/core/sequence_closing.hpp>
#include <throng/core/sequence_hooks.hpp>
#include <throng/core/sequence_memory.hpp>
#include <throng/core/sequence_packing.hpp>
#include <throng/core/sequence_replacing.hpp>

#pragma once

#include <throng/core/handle.hpp>
#include <throng/core/memory.hpp>
#include <throng/core/page.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

/// The handles to a store's elements: one class for elements that may be moved, one for elements that never are. Each
/// page has an entry for every slot in its `handles`.
namespace throng::core {

/// Handles through one indirection: a slot's entry is an index + 1 in a table. The table is there from the first handle
/// on, and then every page has its entries, so that moving an element never needs memory. (Table may be an index that
/// finds elements by what they are: whatever moves or removes elements tells it, and that is all an index has to know.)
template <class Page, class Allocator, class Table> class table_handles {
    using T = typename Page::value_type;
    using pages_type = page_list<Page, Allocator>;

  public:
    using table_type = Table;

    [[nodiscard]] bool in_use() const noexcept { return table_ != nullptr; }
    /// Whether a new element gets its handle without memory.
    [[nodiscard]] bool have_room() const noexcept { return table_ != nullptr && table_->has_room(); }
    /// The table is one of several stores', and outlives them. No handle has been given yet.
    void share(Table& t) noexcept { shared_ = &t; }
    [[nodiscard]] bool is_shared() const noexcept { return shared_ != nullptr; }
    [[nodiscard]] bool is_shared_with(const table_handles& other) const noexcept {
        return shared_ != nullptr && shared_ == other.shared_;
    }
    /// Null until there are handles.
    [[nodiscard]] Table* table() const noexcept { return table_; }
    bool begin(pages_type& pages) {
        if (table_ != nullptr) return true;
        for (Page* p = pages.head; p != nullptr; p = p->next) {
            if (!pages.memory.make_side(p->handles)) return false;
        }
        if (shared_ != nullptr) {
            table_ = shared_;
            return true;
        }
        Table* const memory = pages.memory.template allocate<Table>(1);
        if (memory == nullptr) return false;
        table_ = ::new (static_cast<void*>(memory)) Table;
        table_->start_generations_at(first_);
        return true;
    }
    [[nodiscard]] bool page_comes(pages_type& pages, Page* p) {
        return table_ == nullptr || pages.memory.make_side(p->handles);
    }
    void page_goes(Page*) noexcept {}
    [[nodiscard]] bool page_is_retired(const Page*) const noexcept { return false; }

    [[nodiscard]] T* find(handle<T> h) const noexcept { return table_ == nullptr ? nullptr : table_->find(h); }
    /// The handle of an element, if it has one.
    [[nodiscard]] handle<T> known(spot<Page> at) const noexcept {
        return table_ == nullptr || at.p->handles[at.s] == 0 ? handle<T>{} : table_->of(at.p->handles[at.s] - 1);
    }
    /// The handle of an element, made now if it has none; an empty one without memory.
    [[nodiscard]] handle<T> of(pages_type& pages, spot<Page> at) {
        if (!begin(pages)) return {};
        std::uint32_t& entry = at.p->handles[at.s];
        if (entry != 0) return table_->of(entry - 1);
        const handle<T> h = table_->issue(pages.memory.allocator(), at.get());
        if (h) entry = h.index() + 1;
        return h;
    }
    void dropped(spot<Page> at) noexcept { table_->drop(at.p->handles[at.s], at.get()); }
    /// All elements go at once.
    void all_dropped(const pages_type& pages) noexcept {
        if constexpr (requires { table_->clear_at_once(); }) {
            if (table_->clear_at_once()) return;
        }
        pages.for_each_slot(first_position, [this](Page* p, unsigned s) { dropped({p, s}); });
    }
    [[nodiscard]] static constexpr bool are_scarce() noexcept { return false; }
    void moved(spot<Page> from, spot<Page> to) noexcept {
        const std::uint32_t entry = std::exchange(from.p->handles[from.s], 0U);
        to.p->handles[to.s] = entry;
        if (entry != 0) table_->moved(entry - 1, from.get(), to.get());
    }
    void given(handle<T>) const noexcept {}
    [[nodiscard]] static constexpr bool are_used_up() noexcept { return false; }
    void reused(spot<Page>) const noexcept {}
    [[nodiscard]] bool is_retired(spot<Page>) const noexcept { return false; }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    /// Whether the handle is, or was, one of these, as far as is known. (Nothing is known about the time that a
    /// roll-back has undone.)
    [[nodiscard]] bool may_be_own(handle<T> h) const noexcept {
        return rolled_back_ || (table_ != nullptr && table_->is_own(h));
    }
    [[nodiscard]] std::uint32_t number() const noexcept {
        return table_ == nullptr ? table_number(first_) : table_->number();
    }
#endif

    /// The state of the handles that a roll-back needs, beside the entries of the pages. (A shared table is kept by its
    /// owner.)
    struct image {
        Table table;
        bool in_use = false;
        std::uint32_t first = 0;

        void swap(image& other) noexcept {
            table.swap(other.table);
            std::swap(in_use, other.in_use);
            std::swap(first, other.first);
        }
    };
    /// Keeps that; false where the allocator gives null. Throws what the allocator throws.
    [[nodiscard]] bool keep(const Allocator& allocator, image& to) const {
        to.in_use = in_use();
        to.first = first_;
        if (!to.in_use || is_shared()) return true;
        if (!to.table.make_room_for(allocator, table_->issued())) return false;
        to.table.copy(*table_);
        return true;
    }
    /// All the memory that `roll_back` needs; false where the allocator gives null. Throws what the allocator throws.
    [[nodiscard]] bool prepare(pages_type& pages, const image& then) {
        if (!then.in_use) return true;
        return begin(pages) && (is_shared() || table_->make_room_for(pages.memory.allocator(), then.table.issued()));
    }
    /// The pages have the entries of then.
    void roll_back(pages_type& pages, const image& then) noexcept {
        if (!then.in_use) release(pages);
        else if (!is_shared()) table_->copy(then.table);
        first_ = then.first;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        rolled_back_ = true;
#endif
    }
    /// An element that has an entry is in this slot.
    void found_at(spot<Page> at) noexcept {
        if (table_ == nullptr) return;
        if (const std::uint32_t entry = at.p->handles[at.s]; entry != 0) table_->moved(entry - 1, nullptr, at.get());
    }

    /// Handles go with the contents; but what either gives out from now on answers to no handle of the other's past.
    void swap(table_handles& other) noexcept {
        const std::uint32_t unused =
            unused_generation() < other.unused_generation() ? other.unused_generation() : unused_generation();
        std::swap(table_, other.table_);
        std::swap(shared_, other.shared_);
        for (table_handles* h : {this, &other}) {
            h->first_ = unused;
            if (h->table_ != nullptr && h->shared_ == nullptr) h->table_->start_generations_at(unused);
        }
    }
    /// No element is there: what comes gets handles above those that have been given.
    void trim(pages_type& pages) noexcept {
        first_ = unused_generation();
        release(pages);
    }
    void release(pages_type& pages) noexcept {
        if (table_ == nullptr) return;
        if (shared_ != nullptr) {
            pages.for_each_slot(first_position, [this](Page* p, unsigned s) { dropped({p, s}); });
            table_ = nullptr;
            return;
        }
        table_->release(pages.memory.allocator());
        table_->~Table();
        pages.memory.deallocate(std::exchange(table_, nullptr), 1);
    }

  private:
    [[nodiscard]] std::uint32_t unused_generation() const noexcept {
        return table_ == nullptr ? first_ : table_->unused_generation();
    }

    Table* table_ = nullptr;
    Table* shared_ = nullptr;
    /// The first generation of the handles of a table that begins here.
    std::uint32_t first_ = new_first_generation();
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    bool rolled_back_ = false;
#endif
};

/// Handles of elements that never move: the number of the slot, and how often it was used. A slot's entry is its
/// generation; that costs nothing before the first handle is asked for.
template <class Page> class slot_handles {
    using T = typename Page::value_type;

  public:
    static constexpr std::uint32_t last_generation = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] bool in_use() const noexcept { return in_use_; }
    [[nodiscard]] bool have_room() const noexcept { return in_use_; }
    [[nodiscard]] static constexpr bool is_shared() noexcept { return false; }
    [[nodiscard]] static constexpr bool is_shared_with(const slot_handles&) noexcept { return false; }
    template <class Pages> bool begin(Pages&) noexcept { return in_use_ = true; }
    /// Whether no generation is left for what would come.
    [[nodiscard]] bool are_used_up() const noexcept { return first_ == last_generation; }
    template <class Pages> [[nodiscard]] bool page_comes(Pages& pages, Page* p) {
        if (!pages.memory.make_side(p->handles)) return false;
        for (unsigned i = 0; i < Page::slots(); ++i) p->handles[i] = first_;
        return true;
    }
    /// Handles into the page stay stale, whatever page comes in its place.
    void page_goes(const Page* p) noexcept {
        for (unsigned i = 0; in_use_ && i < Page::slots(); ++i) {
            if (p->handles[i] > first_) first_ = p->handles[i];
        }
    }
    [[nodiscard]] bool page_is_retired(const Page* p) const noexcept {
        for (unsigned i = 0; i < Page::slots(); ++i) {
            if (p->handles[i] == last_generation) return true;
        }
        return false;
    }

    /// Whether a handle is of the element in its slot.
    [[nodiscard]] THRONG_FLAT bool is_of(handle<T> h, spot<Page> at) const noexcept {
        return in_use_ && at.p->handles[at.s] == h.generation() && at.is_live();
    }
    [[nodiscard]] handle<T> known(spot<Page> at) const noexcept {
        if (!in_use_) return {};
        return handle<T>(static_cast<std::uint32_t>((at.p->order - 1) * Page::slots() + at.s), at.p->handles[at.s]);
    }
    template <class Pages> [[nodiscard]] handle<T> of(Pages&, spot<Page> at) noexcept {
        in_use_ = true;
        given(known(at));
        return known(at);
    }
    /// A handle goes out to the caller.
    void given(handle<T> h) noexcept {
        if (h && h.generation() > last_used_) last_used_ = h.generation();
    }
    void dropped(spot<Page> at) noexcept { ++at.p->handles[at.s]; }
    /// New elements get generations above all that were assigned, even if their slots have others left.
    template <class Pages> void all_dropped(const Pages&) noexcept {
        if (first_ <= last_used_) first_ = last_used_ + 1;
    }
    /// Whether elements have to go one by one, so that no generation is passed over.
    [[nodiscard]] bool are_scarce() const noexcept { return last_used_ > last_generation / 2; }
    void moved(spot<Page>, spot<Page>) noexcept {}
    /// An element comes to the slot.
    void reused(spot<Page> at) noexcept {
        if (at.p->handles[at.s] < first_) at.p->handles[at.s] = first_;
    }
    [[nodiscard]] bool is_retired(spot<Page> at) const noexcept {
        return in_use_ && at.p->handles[at.s] == last_generation;
    }
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    [[nodiscard]] bool may_be_own(handle<T> h) const noexcept {
        return h.generation() >= lowest_ && (h.generation() <= last_used_ || h.generation() <= highest_);
    }
    [[nodiscard]] std::uint32_t number() const noexcept { return table_number(lowest_); }
#endif
    /// Elements added from now on have this generation or a higher one.
    void start_generations_at(std::uint32_t generation) noexcept { first_ = generation; }

    void swap(slot_handles& other) noexcept {
        // Both have to see to the generations from now on: what comes to slots that are new here may have had handles.
        in_use_ = other.in_use_ = in_use_ || other.in_use_;
        const std::uint32_t most = last_used_ > other.last_used_ ? last_used_ : other.last_used_;
        std::swap(first_, other.first_);
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        std::swap(lowest_, other.lowest_);
#endif
        for (slot_handles* h : {this, &other}) {
            h->last_used_ = most;
            if (h->first_ <= most && most != last_generation) h->first_ = most + 1;
        }
    }
    template <class Pages> void trim(Pages&) noexcept {}
    template <class Pages> void release(Pages&) noexcept {}

    /// As of handles in a table.
    using image = slot_handles;
    template <class Allocator> [[nodiscard]] bool keep(const Allocator&, image& to) const noexcept {
        to = *this;
        return true;
    }
    template <class Pages> [[nodiscard]] bool prepare(Pages&, const image&) const noexcept { return true; }
    template <class Pages> void roll_back(Pages&, const image& then) noexcept {
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        const std::uint32_t most = highest_ > last_used_ ? highest_ : last_used_;
#endif
        *this = then;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
        highest_ = most;
#endif
    }
    void found_at(spot<Page>) const noexcept {}

  private:
    template <class> friend class saved_image;

    bool in_use_ = false;
    /// The first generation of a slot that has not been used yet, and the least generation of any.
    std::uint32_t first_ = new_first_generation();
    /// The highest generation that a handle was ever given with.
    std::uint32_t last_used_ = first_ - 1;
#if defined(THRONG_AUDIT) && THRONG_AUDIT
    std::uint32_t lowest_ = first_;
    /// The same as `last_used_`, of the time that has been undone.
    std::uint32_t highest_ = 0;
#endif
};

} // namespace throng::core

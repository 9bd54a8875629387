#pragma once

#include <throng/world/kernel/column_set.hpp>
#include <throng/world/kernel/walks.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// What is told of entities that come to match its query, and of those that match no more.
template <class Allocator> struct watcher {
    watcher* next = nullptr;
    /// No other watcher or system of the world has had it.
    std::uint64_t number = 0;
    /// How many joined and left when it was last told.
    std::size_t joined_count = 0;
    std::size_t left_count = 0;
    /// What matched when it was last told.
    some_entities members;
    /// Of those, what may have matched no more for a while since.
    some_entities wavered;
    /// Members of which it has not been told yet.
    some_entities joined;
    /// What left, and is kept until it has been told of all; and of which of those it has not been told yet.
    some_entities left;
    some_entities untold;
    template <class F> void each_set(F f) {
        for (some_entities* s : {&members, &wavered, &joined, &left, &untold}) f(*s);
    }
    template <class F> void each_set(F f) const {
        for (const some_entities* s : {&members, &wavered, &joined, &left, &untold}) f(*s);
    }
    /// A column has something to tell of a page.
    void (*note)(watcher& self, const column<Allocator>& c, std::uint32_t page, const block_sides& what) = nullptr;
};

/// The watchers of a world, and what is kept until they have been told that it left.
template <class Allocator> class watch_list {
    using watcher_type = watcher<Allocator>;

  public:
    explicit watch_list(const Allocator& allocator) noexcept : allocator_(allocator) {}

    [[nodiscard]] watcher_type* first() const noexcept { return first_; }
    /// One for each watcher and each system.
    [[nodiscard]] std::uint64_t next_number() noexcept { return ++last_number_; }
    [[nodiscard]] bool keep(std::uint32_t index) const noexcept { return first_ != nullptr && kept_.has(index); }
    /// The indices that are kept, with their values.
    [[nodiscard]] some_entities& kept() noexcept { return kept_; }
    [[nodiscard]] const some_entities& kept() const noexcept { return kept_; }

    void link(watcher_type& w) noexcept {
        w.number = next_number();
        w.next = first_;
        first_ = &w;
    }
    void unlink(watcher_type& w) noexcept {
        watcher_type** at = &first_;
        while (*at != &w) at = &(*at)->next;
        *at = w.next;
    }
    /// Of those, the ones of which no watcher has to be told any more, which are kept no longer.
    [[nodiscard]] word release(std::uint32_t page, unsigned i, word those) noexcept {
        for (const watcher_type* w = first_; w != nullptr && any(those); w = w->next) {
            if (const word* const m = w->members.page(page); m != nullptr) those &= ~m[i];
            if (const word* const l = w->left.page(page); l != nullptr) those &= ~l[i];
        }
        if (word* const k = kept_.words(page); k != nullptr) k[i] &= ~those;
        return those;
    }
    /// What columns have noted goes to all watchers. Throws what the allocator throws; nothing is lost then.
    void tell(const column_set<Allocator>& columns) {
        for (column<Allocator>* const c : columns.all()) {
            if (!c->told) continue;
            for (std::uint32_t p = 0; p < c->sides.size(); ++p) {
                block_sides* const s = c->sides[p];
                if (s == nullptr || !s->told) continue;
                for (watcher_type* w = first_; w != nullptr; w = w->next) {
                    if (w->members.page(p) != nullptr) w->note(*w, *c, p, *s);
                }
                for (unsigned i = 0; i < page_words; ++i) s->lost[i] = s->gained[i] = word{};
                s->told = false;
            }
            c->told = false;
        }
    }
    /// Nothing is a member of anything, nothing is kept.
    void clear() noexcept {
        kept_.clear();
        for (watcher_type* w = first_; w != nullptr; w = w->next) {
            w->each_set([](some_entities& s) { s.clear(); });
        }
    }
    /// The world goes.
    void release() noexcept {
        kept_.release(allocator_);
        first_ = nullptr;
    }

  private:
    THRONG_NO_UNIQUE_ADDRESS Allocator allocator_;
    watcher_type* first_ = nullptr;
    std::uint64_t last_number_ = 0;
    some_entities kept_;
};

} // namespace throng::core

#pragma once

#include <throng/world/kernel/column_set.hpp>
#include <throng/world/kernel/walks.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// An observer of entities that start or stop matching its query.
template <class Allocator> struct watcher {
    watcher* next = nullptr;
    /// No other watcher or system of the world has had it.
    std::uint64_t number = 0;
    /// How many joined and left when it was last told.
    std::size_t joined_count = 0;
    std::size_t left_count = 0;
    /// The entities that matched at its last notification.
    some_entities members;
    /// Of those, what may have matched no more for a while since.
    some_entities wavered;
    /// Members of which it has not been told yet.
    some_entities joined;
    /// The entities that left, kept until it has been notified of all; and those of them of which it has not been
    /// notified yet.
    some_entities left;
    some_entities untold;
    template <class F> void each_set(F f) {
        for (some_entities* s : {&members, &wavered, &joined, &left, &untold}) f(*s);
    }
    template <class F> void each_set(F f) const {
        for (const some_entities* s : {&members, &wavered, &joined, &left, &untold}) f(*s);
    }
    /// Called for a column that has notes on a page.
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
    /// Stops keeping the entities among `those` of which no watcher has to be notified any more, and returns them.
    [[nodiscard]] word release(std::uint32_t page, unsigned i, word those) noexcept {
        for (const watcher_type* w = first_; w != nullptr && any(those); w = w->next) {
            if (const word* const m = w->members.page(page); m != nullptr) those &= ~m[i];
            if (const word* const l = w->left.page(page); l != nullptr) those &= ~l[i];
        }
        if (word* const k = kept_.words(page); k != nullptr) k[i] &= ~those;
        return those;
    }
    /// Passes the columns' notes to all watchers. Throws what the allocator throws; nothing is lost then.
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

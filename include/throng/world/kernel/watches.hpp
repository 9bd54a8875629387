#pragma once

#include <throng/world/kernel/column_set.hpp>
#include <throng/world/kernel/follower.hpp>
#include <throng/world/kernel/walks.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// A follower that finds out in its own time which entities started or stopped matching its query: a system with
/// `on_joined` or `on_left`. Edits only note in the columns what they changed; `came` and `going` are called with those
/// notes, before it looks.
template <class Allocator> struct watcher : follower<Allocator> {
    watcher* next = nullptr;
    /// No other watcher or system of the world has had it.
    std::uint64_t number = 0;
    /// How many joined and left when it last looked.
    std::size_t joined_count = 0;
    std::size_t left_count = 0;
    /// The entities that matched when it last looked.
    some_entities members;
    /// Members that may have stopped matching for a while since.
    some_entities wavered;
    /// Members with which `on_joined` is still to be called.
    some_entities joined;
    /// Former members with which `on_left` is still to be called.
    some_entities left;
    /// Those, and the ones with which it has been called, until all calls have returned: their values can be read.
    some_entities held;

    template <class F> void each_set(F f) {
        for (some_entities* s : {&members, &wavered, &joined, &left, &held}) f(*s);
    }
    template <class F> void each_set(F f) const {
        for (const some_entities* s : {&members, &wavered, &joined, &left, &held}) f(*s);
    }

  protected:
    ~watcher() override = default;

  private:
    void written(const edited_span<Allocator>&) override {}
    /// Everything that matches will join.
    void replaced() noexcept override {
        each_set([](some_entities& s) { s.clear(); });
    }
    void over() noexcept override {}
    [[nodiscard]] bool agrees() const override {
        return is_part(joined, members) && is_part(wavered, members) && is_part(left, held);
    }
    [[nodiscard]] static bool is_part(const some_entities& some, const some_entities& of) noexcept {
        bool all = true;
        some.each_word([&](std::uint32_t p, unsigned w, word those) {
            all = all && of.page(p) != nullptr && !core::any(those & ~of.page(p)[w]);
        });
        return all;
    }
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
            if (const word* const h = w->held.page(page); h != nullptr) those &= ~h[i];
        }
        if (word* const k = kept_.words(page); k != nullptr) k[i] &= ~those;
        return those;
    }
    /// Calls all watchers with the notes of the columns. Throws what the allocator throws; nothing is lost then.
    void pass_notes(const column_set<Allocator>& columns) {
        for (column<Allocator>* const c : columns.all()) {
            if (!c->told) continue;
            for (std::uint32_t p = 0; p < c->sides.size(); ++p) {
                block_sides* const s = c->sides[p];
                if (s == nullptr || !s->told) continue;
                for (unsigned i = 0; i < page_words; ++i) {
                    for (follower<Allocator>* w = first_; w != nullptr; w = static_cast<watcher_type*>(w)->next) {
                        if (any(s->lost[i])) w->going({c, p, i, s->lost[i], {}});
                        if (any(s->gained[i])) w->came({c, p, i, s->gained[i], {}});
                    }
                }
                for (unsigned i = 0; i < page_words; ++i) s->lost[i] = s->gained[i] = word{};
                s->told = false;
            }
            c->told = false;
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

#pragma once

#include <throng/world/query.hpp>
#include <throng/world/query/frozen.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// The entities that started or stopped matching a query since the last request: the difference of two sets of bits. A
/// change of an entity costs setting one more bit, for any number of watches. Values of entities that stopped matching
/// are kept until the request, and indices of destroyed ones are not reused.
template <class Matcher> class query_watch : private watcher<typename Matcher::storage_type::allocator_type>, pinned {
    using storage_type = typename Matcher::storage_type;
    using allocator_type = typename storage_type::allocator_type;
    using base = watcher<allocator_type>;
    using column_type = typename storage_type::column_type;
    using page_view = typename Matcher::page_view;

  public:
    /// It has no members yet.
    explicit query_watch(const Matcher& m) : matcher_(m) {
        this->note = [](base& self, const column<allocator_type>& c, std::uint32_t page, const block_sides& what) {
            static_cast<query_watch&>(self).hear(c, page, what);
        };
        matcher_.each_deciding([&](column_type& c, bool wanted) { m.home().watch(c, wanted); });
        m.home().watches.link(*this);
    }
    ~query_watch() {
        storage_type& home = matcher_.home();
        if (!home.is_over()) {
            home.watches.unlink(*this);
            for (some_entities* const s : {&this->members, &this->left})
                s->each_word([&](std::uint32_t p, unsigned w, word those) { home.release_kept(p, w, those); });
            matcher_.each_deciding([&](column_type& c, bool wanted) { home.unwatch(c, wanted); });
        }
        this->each_set([&](some_entities& s) { s.release(home.allocator()); });
    }

    /// Exists during the calls to its system. Afterwards the values and indices of entities that left are released.
    /// Calls may be nested: the inner one handles the changes since then first.
    class telling : pinned {
      public:
        explicit telling(query_watch& w) noexcept : watch_(w) { ++w.tellings_; }
        ~telling() {
            if (--watch_.tellings_ == 0) watch_.forget_left();
        }

      private:
        query_watch& watch_;
    };

    /// Finds out what joined and what left since the last call. O(pages). Throws what the allocator throws; nothing has
    /// changed then.
    void look() {
        storage_type& home = matcher_.home();
        home.watches.tell(home.components);
        some_entities* const sets[] = {&this->members, &this->joined, &this->untold, &this->left, &home.watches.kept()};
        const std::uint32_t pages = home.page_count();
        page_view v;
        for (std::uint32_t p = 0; p < pages; ++p) {
            if (this->members.page(p) == nullptr && !v.enter(matcher_, p)) continue;
            for (some_entities* const s : sets) (void)s->equip(home.allocator(), p);
        }
        this->joined_count = this->left_count = 0;
        for (std::uint32_t p = 0; p < pages; ++p) {
            word* const then = this->members.words(p);
            if (then == nullptr) continue;
            const bool any_now = v.enter(matcher_, p);
            const word* const waverers = this->wavered.words(p);
            word* const joined_words = this->joined.words(p);
            word* const left_words = this->left.words(p);
            word* const untold_words = this->untold.words(p);
            word* const kept_words = home.watches.kept().words(p);
            for (unsigned w = 0; w < page_words; ++w) {
                const word now = any_now ? v.match(w) : word{};
                if (!any(then[w] | now | untold_words[w])) continue;
                const word stayed = now & ~(waverers == nullptr ? word{} : waverers[w]);
                // (An entity that was not reported to have joined is not reported to have left.)
                const word told = then[w] & ~joined_words[w];
                joined_words[w] = now & ~(told & stayed);
                left_words[w] |= then[w] & ~stayed;
                untold_words[w] |= told & ~stayed;
                then[w] = now;
                kept_words[w] |= now;
                this->joined_count += core::count(joined_words[w]);
                this->left_count += core::count(untold_words[w]);
            }
        }
        this->wavered.clear();
        for (some_entities* const s : sets) s->is_used();
    }
    /// Its sets of entities.
    [[nodiscard]] base& known() noexcept { return *this; }
    /// The system does not ask.
    void skip_joined() noexcept { this->joined.clear(); }
    void skip_left() noexcept { this->untold.clear(); }

    using base::joined_count;
    using base::left_count;

    /// Calls f for each that joined, and is still there and matches.
    template <class F> void each_joined(F& f) {
        each_of(this->joined, [&](const page_view& v, std::uint32_t index, word& those) {
            const storage_type& home = matcher_.home();
            if (!home.entities.is_alive(index) || !matcher_.matches(index)) return;
            those &= ~bit(index % word_bits);
            Matcher::call(f, v, index % page_slots, home.entity_at(index));
        });
    }
    /// Calls f for each entity that left, with its former handle and its last values. An entity that matches again has
    /// its present values.
    template <class F> void each_left(F& f) {
        each_of(this->untold, [&](const page_view& v, std::uint32_t index, word& those) {
            const storage_type& home = matcher_.home();
            const bool is_readable = matcher_.is_readable(index);
            // (A value that is just being constructed can be shown next time.)
            if (is_readable || !home.is_amid_something()) those &= ~bit(index % word_bits);
            if (!is_readable) return;
            Matcher::call(f, v, index % page_slots, home.entities.last_entity_at(index));
        });
    }

  private:
    void hear(const column<allocator_type>& c, std::uint32_t page, const block_sides& what) {
        word* const its = this->members.words(page);
        bool wanted = false;
        bool shunned = false;
        matcher_.each_deciding([&](const column_type& one, bool is_wanted) {
            if (&one == &c) (is_wanted ? wanted : shunned) = true;
        });
        if (its == nullptr || (!wanted && !shunned)) return;
        word* const wav = this->wavered.equip(matcher_.home().allocator(), page);
        for (unsigned w = 0; w < page_words; ++w) {
            if (wanted) wav[w] |= its[w] & what.lost[w];
            if (shunned) wav[w] |= its[w] & what.gained[w];
        }
        this->wavered.is_used();
    }
    /// (The called function may add columns to the page, and may make nested calls for other entities first.)
    template <class G> void each_of(const some_entities& those, G g) const {
        struct showing {
            unsigned& many;
            ~showing() { --many; }
        } const shown{++matcher_.home().edits.showings};
        page_view v;
        those.each_word([&](std::uint32_t p, unsigned w, word& its) {
            if (!v.enter(matcher_, p)) return;
            for (word ahead = ~word{}; any(its & ahead);) {
                const unsigned s = lowest(its & ahead);
                ahead = above(s);
                g(v, p * page_slots + w * word_bits + s, its);
            }
        });
    }
    void forget_left() noexcept {
        this->left.each_word([this](std::uint32_t p, unsigned w, word& its) {
            const word told = its & ~this->untold.words(p)[w];
            its &= ~told;
            if (any(told)) matcher_.home().release_kept(p, w, told);
        });
    }

    Matcher matcher_;
    unsigned tellings_ = 0;
};

} // namespace throng::core

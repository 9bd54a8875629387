#pragma once

#include <throng/world/query.hpp>
#include <throng/world/query/frozen.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// The entities that started or stopped matching a query since the last request: the difference of two sets of bits. A
/// change of an entity costs setting one more bit, for any number of watches. Values of entities that stopped matching
/// are kept until the request, and indices of destroyed ones are not reused.
template <class Matcher> class query_watch : private watcher<typename Matcher::storage_type::allocator_type> {
    using storage_type = typename Matcher::storage_type;
    using allocator_type = typename storage_type::allocator_type;
    using base = watcher<allocator_type>;
    using column_type = typename storage_type::column_type;
    using page_view = typename Matcher::page_view;
    using span_type = edited_span<allocator_type>;

  public:
    /// It has no members yet.
    explicit query_watch(const Matcher& m) : matcher_(m) {
        matcher_.each_deciding([&](column_type& c, bool wanted) { m.home().watch(c, wanted); });
        link_.who = this;
        m.home().follow(link_);
        m.home().watches.link(*this);
    }
    ~query_watch() {
        storage_type& home = matcher_.home();
        if (!home.is_over()) {
            home.stop_following(link_);
            home.watches.unlink(*this);
            for (some_entities* const s : {&this->members, &this->held})
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
            if (--watch_.tellings_ == 0) watch_.release_held();
        }

      private:
        query_watch& watch_;
    };

    /// Finds out what joined and what left since the last call. O(pages). Throws what the allocator throws; nothing has
    /// changed then.
    void look() {
        storage_type& home = matcher_.home();
        home.watches.pass_notes(home.components);
        page_view v;
        for (std::uint32_t p = 0; p < home.page_count(); ++p) {
            if (this->members.page(p) == nullptr && !v.enter(matcher_, p)) continue;
            this->each_set([&](some_entities& s) { (void)s.equip(home.allocator(), p); });
            (void)home.watches.kept().equip(home.allocator(), p);
        }
        this->joined_count = this->left_count = 0;
        for (std::uint32_t p = 0; p < home.page_count(); ++p) {
            page_words_of_sets its{this->members.words(p), this->wavered.words(p), this->joined.words(p),
                                   this->left.words(p),    this->held.words(p),    home.watches.kept().words(p)};
            if (its.members == nullptr) continue;
            const bool any_now = v.enter(matcher_, p);
            for (unsigned w = 0; w < page_words; ++w) {
                if (!its.look_at(w, any_now ? v.match(w) : word{})) continue;
                this->joined_count += core::count(its.joined[w]);
                this->left_count += core::count(its.left[w]);
            }
        }
        this->wavered.clear();
        for (some_entities* const s : {&this->members, &this->joined, &this->left, &this->held, &home.watches.kept()})
            s->is_used();
    }
    /// Its sets of entities.
    [[nodiscard]] base& known() noexcept { return *this; }
    /// The system does not ask.
    void skip_joined() noexcept { this->joined.clear(); }
    void skip_left() noexcept { this->left.clear(); }

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
        each_of(this->left, [&](const page_view& v, std::uint32_t index, word& those) {
            const storage_type& home = matcher_.home();
            const bool is_readable = matcher_.is_readable(index);
            // (A value that is just being constructed can be shown next time.)
            if (is_readable || !home.is_amid_something()) those &= ~bit(index % word_bits);
            if (!is_readable) return;
            Matcher::call(f, v, index % page_slots, home.entities.last_entity_at(index));
        });
    }

  private:
    // (Notes: called before it looks.)
    void going(const span_type& those) override { note(those, true); }
    void came(const span_type& those) override { note(those, false); }
    /// Members that have lost a column that is wanted, or got one that is not, have not matched for a while.
    void note(const span_type& those, bool losses) {
        const word* const its = this->members.page(those.page);
        if (its == nullptr || !any(its[those.w] & those.those)) return;
        matcher_.each_deciding([&](const column_type& c, bool wanted) {
            if (&c != those.of || wanted != losses) return;
            this->wavered.equip(matcher_.home().allocator(), those.page)[those.w] |= its[those.w] & those.those;
            this->wavered.is_used();
        });
    }
    /// The sets' words of one page.
    struct page_words_of_sets {
        word* members;
        const word* wavered;
        word* joined;
        word* left;
        word* held;
        word* kept;

        /// The entities of one word that match now are the members. False if there is nothing to be seen.
        bool look_at(unsigned w, word now) noexcept {
            const word before = members[w];
            if (!any(before | now | left[w])) return false;
            const word stayed = before & now & ~wavered[w];
            // (An entity that left before `on_joined` could be called is not reported to leave.)
            const word reported = before & ~joined[w];
            left[w] |= reported & ~stayed;
            joined[w] = now & ~(reported & stayed);
            held[w] |= before & ~stayed;
            members[w] = now;
            kept[w] |= now;
            return true;
        }
    };
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
    /// All but those with which `on_left` is still to be called.
    void release_held() noexcept {
        this->held.each_word([this](std::uint32_t p, unsigned w, word& its) {
            const word called = its & ~this->left.words(p)[w];
            its &= ~called;
            if (any(called)) matcher_.home().release_kept(p, w, called);
        });
    }

    Matcher matcher_;
    follow_link<allocator_type> link_;
    unsigned tellings_ = 0;
};

} // namespace throng::core

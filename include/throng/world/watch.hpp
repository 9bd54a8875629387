#pragma once

#include <throng/world/frozen.hpp>
#include <throng/world/query.hpp>

#include <cstddef>
#include <cstdint>

namespace throng::core {

/// Who came to match a query, and who matches it no more, since one last asked: the difference of two sets of bits. A
/// change of an entity costs the setting of one bit more, whoever watches. Values of those that left stay until then,
/// and indices of the dead among them are not reused.
template <class Matcher> class query_watch : private watcher<typename Matcher::storage_type::allocator_type> {
    using storage_type = typename Matcher::storage_type;
    using allocator_type = typename storage_type::allocator_type;
    using base = watcher<allocator_type>;
    using column_type = typename storage_type::column_type;
    using page_view = typename Matcher::page_view;

  public:
    /// Nobody is a member yet.
    explicit query_watch(const Matcher& m) : matcher_(m) {
        this->note = [](base& self, const column<allocator_type>& c, std::uint32_t page, const block_sides& what) {
            static_cast<query_watch&>(self).hear(c, page, what);
        };
        for_each_column([&](column_type& c, bool wanted) { m.home().watch(c, wanted); });
        m.home().watches.link(*this);
    }
    query_watch(const query_watch&) = delete;
    query_watch& operator=(const query_watch&) = delete;
    ~query_watch() {
        storage_type& home = matcher_.home();
        if (!home.is_over()) {
            home.watches.unlink(*this);
            for (some_entities* const s : {&this->members, &this->left})
                s->each_word([&](std::uint32_t p, unsigned w, word those) { home.release_kept(p, w, those); });
            for_each_column([&](column_type& c, bool wanted) { home.unwatch(c, wanted); });
        }
        this->each_set([&](some_entities& s) { s.release(home.allocator()); });
    }

    /// Somebody is being told. When nobody is any more, the values and indices of those who left go. It may be told
    /// while it is being told: whom it has come to know of then is told of first.
    class telling {
      public:
        explicit telling(query_watch& w) noexcept : watch_(w) { ++w.tellings_; }
        telling(const telling&) = delete;
        telling& operator=(const telling&) = delete;
        ~telling() {
            if (--watch_.tellings_ == 0) watch_.forget_left();
        }

      private:
        query_watch& watch_;
    };

    /// Finds out who joined and who left since the last call. O(pages). Throws what the allocator throws; nothing has
    /// changed then.
    void look() {
        storage_type& home = matcher_.home();
        home.watches.tell(home.components);
        const std::uint32_t pages = home.page_count();
        page_view v;
        for (std::uint32_t p = 0; p < pages; ++p) {
            if (this->members.page(p) == nullptr && !v.enter(matcher_, p)) continue;
            for (some_entities* s : {&this->members, &this->joined, &this->untold, &this->left, &home.watches.kept()})
                (void)s->equip(home.allocator(), p);
        }
        joined_count_ = left_count_ = count_ = 0;
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
                const word stayed = now & ~(waverers == nullptr ? word{} : waverers[w]);
                // Of whom nobody was told that he joined, nobody is told that he left.
                const word told = then[w] & ~joined_words[w];
                joined_words[w] = now & ~(told & stayed);
                left_words[w] |= then[w] & ~stayed;
                untold_words[w] |= told & ~stayed;
                then[w] = now;
                kept_words[w] |= now;
                joined_count_ += core::count(joined_words[w]);
                left_count_ += core::count(untold_words[w]);
                count_ += core::count(now);
            }
        }
        this->wavered.clear();
        for (some_entities* s : {&this->members, &this->joined, &this->untold, &this->left, &home.watches.kept()})
            s->is_used();
    }
    /// Nobody wants to know.
    void skip_joined() noexcept { this->joined.clear(); }
    void skip_left() noexcept { this->untold.clear(); }

    [[nodiscard]] std::size_t joined_count() const noexcept { return joined_count_; }
    [[nodiscard]] std::size_t left_count() const noexcept { return left_count_; }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] bool is_member(entity e) const noexcept { return this->members.has(e.index()); }

    /// Calls f for each who joined, and is still there and matches.
    template <class F> void each_joined(F& f) {
        each_of(this->joined, [&](const page_view& v, std::uint32_t index, word& those) {
            const storage_type& home = matcher_.home();
            if (!home.entities.is_alive(index) || !matcher_.matches(index)) return;
            those &= ~bit(index % word_bits);
            call(f, v, index, home.entity_at(index));
        });
    }
    /// Calls f for each who left, with the handle it had and the values as they were. One that has come back since has
    /// its values of now.
    template <class F> void each_left(F& f) {
        each_of(this->untold, [&](const page_view& v, std::uint32_t index, word& those) {
            const storage_type& home = matcher_.home();
            const bool is_readable = matcher_.is_readable(index);
            // (What is just being made can be shown next time.)
            if (is_readable || !home.is_amid_something()) those &= ~bit(index % word_bits);
            if (!is_readable) return;
            call(f, v, index, home.entities.last_entity_at(index));
        });
    }

  private:
    template <class F> void for_each_column(F f) {
        for (unsigned i = 0; i < Matcher::all_count; ++i) f(*matcher_.all(i), true);
        for (unsigned i = 0; i < Matcher::any_count; ++i) f(*matcher_.any_one(i), true);
        for (unsigned i = 0; i < Matcher::none_count; ++i) f(*matcher_.none(i), false);
    }
    void hear(const column<allocator_type>& c, std::uint32_t page, const block_sides& what) {
        word* const its = this->members.words(page);
        if (its == nullptr) return;
        bool wanted = false;
        bool shunned = false;
        for (unsigned i = 0; i < Matcher::all_count; ++i) wanted = wanted || matcher_.all(i) == &c;
        for (unsigned i = 0; i < Matcher::any_count; ++i) wanted = wanted || matcher_.any_one(i) == &c;
        for (unsigned i = 0; i < Matcher::none_count; ++i) shunned = shunned || matcher_.none(i) == &c;
        if (!wanted && !shunned) return;
        word* const wav = this->wavered.equip(matcher_.home().allocator(), page);
        for (unsigned w = 0; w < page_words; ++w) {
            if (wanted) wav[w] |= its[w] & what.lost[w];
            if (shunned) wav[w] |= its[w] & what.gained[w];
        }
        this->wavered.is_used();
    }
    /// (What is called may bring columns to the page, and may tell of others first.)
    template <class G> void each_of(const some_entities& those, G g) const {
        struct showing {
            unsigned& many;
            ~showing() { --many; }
        } const shown{++matcher_.home().edits.showings};
        page_view v;
        for (std::uint32_t p = 0; p < those.page_count(); ++p) {
            word* const its = those.words(p);
            for (unsigned w = 0; its != nullptr && w < page_words; ++w) {
                if (!any(its[w]) || !v.enter(matcher_, p)) continue;
                for (word ahead = ~word{}; any(its[w] & ahead);) {
                    const unsigned s = lowest(its[w] & ahead);
                    ahead = above(s);
                    g(v, p * page_slots + w * word_bits + s, its[w]);
                }
            }
        }
    }
    template <class F> static void call(F& f, const page_view& v, std::uint32_t index, entity e) {
        Matcher::with_access(v, [&](auto... values) {
            const unsigned s = index % page_slots;
            if constexpr (wants_entity<F, typename Matcher::arguments>::value) f(e, values(s)...);
            else f(values(s)...);
        });
    }
    void forget_left() noexcept {
        for (std::uint32_t p = 0; p < this->left.page_count(); ++p) {
            word* const its = this->left.words(p);
            const word* const untold_words = this->untold.words(p);
            for (unsigned w = 0; its != nullptr && w < page_words; ++w) {
                const word told = its[w] & ~untold_words[w];
                its[w] &= ~told;
                if (any(told)) matcher_.home().release_kept(p, w, told);
            }
        }
    }

    Matcher matcher_;
    std::size_t joined_count_ = 0;
    std::size_t left_count_ = 0;
    std::size_t count_ = 0;
    unsigned tellings_ = 0;
};

} // namespace throng::core

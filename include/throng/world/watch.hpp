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
        m.home().link(*this);
    }
    query_watch(const query_watch&) = delete;
    query_watch& operator=(const query_watch&) = delete;
    ~query_watch() {
        storage_type& home = matcher_.home();
        home.unlink(*this);
        for_each_column([&](column_type& c, bool wanted) { home.unwatch(c, wanted); });
        for (some_entities* s : {&this->members, &this->wavered, &this->joined, &this->left})
            s->release(home.allocator());
    }

    /// Finds out who joined and who left since the last call. O(pages). Throws what the allocator throws; nothing has
    /// changed then.
    void look() {
        storage_type& home = matcher_.home();
        home.tell_watchers();
        forget_left();
        const std::uint32_t pages = home.page_count();
        page_view v;
        for (std::uint32_t p = 0; p < pages; ++p) {
            if (this->members.page(p) == nullptr && !v.enter(matcher_, p)) continue;
            for (some_entities* s : {&this->members, &this->joined, &this->left, &home.kept()})
                (void)s->equip(home.allocator(), p);
        }
        joined_count_ = left_count_ = count_ = 0;
        this->joined.clear();
        for (std::uint32_t p = 0; p < pages; ++p) {
            word* const then = this->members.words(p);
            if (then == nullptr) continue;
            const bool any_now = v.enter(matcher_, p);
            const word* const waverers = this->wavered.words(p);
            for (unsigned w = 0; w < page_words; ++w) {
                const word now = any_now ? v.match(w) : word{};
                const word wav = waverers == nullptr ? word{} : waverers[w];
                const word came = now & ~(then[w] & ~wav);
                const word went = then[w] & ~(now & ~wav);
                this->joined.words(p)[w] = came;
                this->left.words(p)[w] = went;
                then[w] = now;
                home.kept().words(p)[w] |= now | went;
                joined_count_ += core::count(came);
                left_count_ += core::count(went);
                count_ += core::count(now);
            }
        }
        this->wavered.clear();
        this->members.is_used();
        this->joined.is_used();
        this->left.is_used();
        home.kept().is_used();
    }
    /// Those who left have been told of: their values and indices go.
    void forget_left() noexcept {
        if (!this->left.any()) return;
        some_entities those;
        those.swap(this->left);
        matcher_.home().release_kept(those);
        those.clear();
        those.swap(this->left);
    }

    [[nodiscard]] std::size_t joined_count() const noexcept { return joined_count_; }
    [[nodiscard]] std::size_t left_count() const noexcept { return left_count_; }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] bool is_member(entity e) const noexcept { return this->members.has(e.index()); }

    /// Calls f for each who joined, and is still there and matches.
    template <class F> void each_joined(F& f) const {
        each_of(this->joined, [&](const page_view& v, std::uint32_t p, unsigned s) {
            const storage_type& home = matcher_.home();
            if (home.is_alive(p * page_slots + s) && matcher_.matches(p * page_slots + s))
                call(f, v, s, home.entity_at(p * page_slots + s));
        });
    }
    /// Calls f for each who left, with the handle it had and the values as they were. One that has come back since has
    /// its values of now.
    template <class F> void each_left(F& f) const {
        each_of(this->left, [&](const page_view& v, std::uint32_t p, unsigned s) {
            const storage_type& home = matcher_.home();
            const std::uint32_t index = p * page_slots + s;
            call(f, v, s, home.is_alive(index) ? home.entity_at(index) : home.last_entity_at(index));
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
    template <class G> void each_of(const some_entities& those, G g) const {
        page_view v;
        for (std::uint32_t p = 0; p < those.page_count(); ++p) {
            if (those.page(p) == nullptr) continue;
            for (unsigned w = 0; w < page_words; ++w) {
                word rest = those.page(p)[w];
                // (What is called may bring columns to the page.)
                if (!any(rest) || !v.enter(matcher_, p)) continue;
                for (; any(rest); rest = without_lowest(rest)) g(v, p, w * word_bits + lowest(rest));
            }
        }
    }
    template <class F> static void call(F& f, const page_view& v, unsigned s, entity e) {
        Matcher::with_access(v, [&](auto... values) {
            if constexpr (wants_entity<F, typename Matcher::arguments>::value) f(e, values(s)...);
            else f(values(s)...);
        });
    }

    Matcher matcher_;
    std::size_t joined_count_ = 0;
    std::size_t left_count_ = 0;
    std::size_t count_ = 0;
};

} // namespace throng::core

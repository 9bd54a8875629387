#include "actor.hpp"
#include "articles.hpp"
#include "deletable_object_list.hpp"

#include <throng/list.hpp>
#include <throng/pool.hpp>
#include <throng/subset.hpp>
#include <throng/weak_list.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// DeletableObjectList: a master of all objects, each of which is in two of ten other lists, by which they are drawn.
/// (L3 is the article's own test, in which each object searches one of the lists.)
namespace bench {

namespace {

constexpr std::size_t list_count = 10;

std::array<std::size_t, 2> lists_of(const actor& t) {
    const std::size_t first = t.id % list_count;
    return {first, (first + 1 + t.id / list_count % (list_count - 1)) % list_count};
}

/// A crowd has add(i), update(next), where next() is the number of a newcomer that an expired object creates in the
/// loop, draw(list, screen&), and each(f).
template <class Crowd> class played final : public contestant {
  public:
    explicit played(std::size_t n) {
        while (born_ < n) crowd_.add(born_++);
    }
    void frame() override {
        crowd_.update([this] { return born_++; });
        for (std::size_t l = 0; l < list_count; ++l) crowd_.draw(l, screens_[l]);
    }
    void show(digest& d) const override {
        crowd_.each([&d](const actor& t) { d.add(hash_of(t)); });
        for (const screen& s : screens_) d.add(s.light());
    }

  private:
    std::uint64_t born_ = 0;
    std::array<screen, list_count> screens_;
    Crowd crowd_;
};

template <class Master> class with_subsets {
    using subset = throng::subset<Master>;

  public:
    void add(std::uint64_t i) {
        actor& t = *all_.get(all_.add(actor(i)));
        for (const std::size_t l : lists_of(t)) lists_[l].join(t);
    }
    template <class Next> void update(Next next) {
        for (actor& t : all_) {
            t.update(frame_time);
            if (!t.expired()) continue;
            all_.remove(t);
            add(next());
        }
    }
    void draw(std::size_t l, screen& s) {
        lists_[l].each([&s](const actor& t) { t.draw(s); });
    }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    template <std::size_t... I> static std::array<subset, list_count> made(Master& m, std::index_sequence<I...>) {
        return {((void)I, subset(m))...};
    }
    Master all_;
    std::array<subset, list_count> lists_ = made(all_, std::make_index_sequence<list_count>{});
};

/// By handle.
class with_weak_lists {
    using master = throng::pool<actor>;
    using weak_list = decltype(throng::weak_list(std::declval<master&>()));

  public:
    with_weak_lists() {
        for (std::size_t l = 0; l < list_count; ++l) lists_.emplace_back(all_);
    }
    void add(std::uint64_t i) {
        actor& t = *all_.get(all_.add(actor(i)));
        for (const std::size_t l : lists_of(t)) lists_[l].add(t);
    }
    template <class Next> void update(Next next) {
        for (actor& t : all_) {
            t.update(frame_time);
            if (!t.expired()) continue;
            all_.remove(t);
            add(next());
        }
    }
    void draw(std::size_t l, screen& s) {
        lists_[l].each([&s](const actor& t) { t.draw(s); });
    }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    master all_;
    std::vector<weak_list> lists_;
};

class by_the_article {
    struct mortal : actor {
        using actor::actor;
        bool deleted = false;
        int references = 0;
    };

  public:
    void add(std::uint64_t i) {
        auto* const t = new mortal(i);
        all_.add(*t);
        for (const std::size_t l : lists_of(*t)) lists_[l].add(*t);
    }
    template <class Next> void update(Next next) {
        all_.each([&](mortal& t) {
            t.update(frame_time);
            if (!t.expired()) return;
            t.deleted = true;
            add(next());
        });
    }
    void draw(std::size_t l, screen& s) {
        lists_[l].each([&s](const mortal& t) { t.draw(s); });
    }
    template <class F> void each(F f) const { all_.each(f); }

  private:
    deletable_object_list<mortal> all_;
    std::array<deletable_object_list<mortal>, list_count> lists_;
};

} // namespace

workload article_deletable() {
    return {
        .name = "articles-deletable",
        .title =
            "all are updated, one in forty is deleted and creates another; each is drawn by two of ten other lists",
        .warm_up = 200,
        .sizes = {1'000, 10'000, 100'000},
        .entries =
            {
                article_entry<played<with_subsets<throng::list<actor>>>>("throng::list, subsets", kind::ours),
                article_entry<played<with_subsets<throng::pool<actor>>>>("throng::pool, subsets", kind::ours, false),
                article_entry<played<with_weak_lists>>("throng::pool, weak_lists", kind::ours, false),
                article_entry<played<by_the_article>>("DeletableObjectList", kind::baseline),
            },
    };
}

} // namespace bench

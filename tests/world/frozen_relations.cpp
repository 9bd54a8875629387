// Frozen views of entities that are related, or not, show the entities of their moment, whatever functions that are
// called meanwhile edit, relate, destroy and strip.

#include <throng/world/relation.hpp>
#include <throng/world/world.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct place {
    int x;
};
struct likes {
    int how_much = 0;
};
struct docked_to {};
struct part_of {};
struct allied_with {};
struct married_to {};

} // namespace

template <> struct throng::component<docked_to> {
    static constexpr bool exclusive = true;
};
template <> struct throng::component<part_of> {
    static constexpr bool exclusive = true;
    static constexpr bool acyclic = true;
    static constexpr auto when_target_dies = throng::die_too;
};
template <> struct throng::component<allied_with> {
    static constexpr bool symmetric = true;
};
template <> struct throng::component<married_to> {
    static constexpr bool symmetric = true;
    static constexpr bool exclusive = true;
};

namespace {

using throng::entity;

struct any_view {
    virtual ~any_view() = default;
    /// Whether it shows the entities that it showed when it was taken.
    [[nodiscard]] virtual bool is_as_it_was() const = 0;
};
template <class View> class some_view final : public any_view {
  public:
    explicit some_view(View&& v) : view_(std::move(v)), then_(shown()) {}
    [[nodiscard]] bool is_as_it_was() const override { return shown() == then_ && view_.size() == then_.size(); }

  private:
    [[nodiscard]] std::vector<entity> shown() const {
        std::vector<entity> all;
        view_.each([&](entity e) { all.push_back(e); });
        return all;
    }
    View view_;
    std::vector<entity> then_;
};
template <class View> std::unique_ptr<any_view> held(View v) { return std::make_unique<some_view<View>>(std::move(v)); }

template <class R> class game {
  public:
    explicit game(std::uint32_t seed) : state_(seed * 2'654'435'761U + 1), relating_(world_) {
        for (int i = 0; i < 6; ++i) some_.push_back(world_.create());
        const auto hook = [this](auto&&...) {
            if (depth_ == 2 || !ok_ || below(2) == 0) return;
            ++depth_;
            act();
            --depth_;
        };
        world_.on_destroy(hook);
        world_.on_create(hook);
        world_.template on_remove<throng::related<R>>(hook);
        world_.template on_remove<place>(hook);
        relating_.on_unrelated([hook](auto&&...) { hook(); });
        relating_.on_related([hook](auto&&...) { hook(); });
    }
    [[nodiscard]] bool play() {
        for (int i = 0; i < 200 && ok_; ++i) {
            act();
            ok_ = ok_ && world_.validate();
            if (some_.size() > 40) some_.erase(some_.begin(), some_.begin() + 20);
        }
        depth_ = 2;
        views_.clear();
        return ok_;
    }

  private:
    [[nodiscard]] std::uint32_t below(std::size_t n) {
        state_ = state_ * 1'664'525U + 1'013'904'223U;
        return (state_ >> 16U) % static_cast<std::uint32_t>(n);
    }
    [[nodiscard]] entity some() { return some_[below(some_.size())]; }
    void open() {
        using namespace throng;
        const entity target = some();
        switch (below(5)) {
        case 0:
            return views_.push_back(held(world_.template query<>(related_to<R>(target)).freeze()));
        case 1:
            return views_.push_back(held(world_.template query<>(related_to<R>()).freeze()));
        case 2:
            return views_.push_back(held(world_.template query<>(none_of<related<R>>).freeze()));
        case 3:
            return views_.push_back(held(world_.template query<>(any_of<related<R>, place>).freeze()));
        default:
            return views_.push_back(held(world_.template query<>(related_to<R>(), none_of<place>).freeze()));
        }
    }
    void act() {
        const entity e = some();
        switch (below(12)) {
        case 0:
            some_.push_back(below(2) == 0 ? world_.create() : world_.create(place{1}));
            break;
        case 1:
        case 2:
            world_.destroy(e);
            break;
        case 3:
        case 4:
        case 5:
        case 6:
            relating_.relate(e, some());
            break;
        case 7:
            relating_.unrelate(e, some());
            break;
        case 8:
            world_.template remove<throng::related<R>>(e);
            break;
        case 9:
            if (!world_.template remove<place>(e) && world_.alive(e)) world_.template add<place>(e, place{2});
            break;
        case 10:
            if (views_.size() < 6) open();
            break;
        default:
            if (!views_.empty() && depth_ == 0)
                views_.erase(views_.begin() + static_cast<std::ptrdiff_t>(below(views_.size())));
        }
        for (const auto& v : views_) ok_ = ok_ && v->is_as_it_was();
    }

    std::uint32_t state_;
    throng::world world_;
    throng::relation<R> relating_;
    std::vector<entity> some_;
    std::vector<std::unique_ptr<any_view>> views_;
    int depth_ = 0;
    bool ok_ = true;
};

template <class R> class frozen_relations : public testing::Test {};
using relations = testing::Types<likes, docked_to, part_of, allied_with, married_to>;
TYPED_TEST_SUITE(frozen_relations, relations);

TYPED_TEST(frozen_relations, show_their_moment) {
    for (std::uint32_t seed = 0; seed < 400; ++seed) ASSERT_TRUE(game<TypeParam>(seed).play()) << "seed " << seed;
}

} // namespace

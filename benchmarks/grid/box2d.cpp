#include "boxes.hpp"
#include "movers.hpp"

#include <box2d/b2_dynamic_tree.h>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {

namespace {

/// Box2D's tree of boxes. It enlarges each by a margin, and moves it only when that is left.
class kept_tree {
  public:
    void add(const b2AABB& a) {
        const std::int32_t proxy = tree_.CreateProxy(a, nullptr);
        // (Its numbers are those of all nodes, also of those that are no leaves.)
        const auto at = static_cast<std::size_t>(proxy);
        if (at >= indices_.size()) indices_.resize(at + 1);
        indices_[at] = static_cast<std::uint32_t>(proxies_.size());
        proxies_.push_back(proxy);
    }
    void move(std::uint32_t i, const b2AABB& a, float dx, float dy) { tree_.MoveProxy(proxies_[i], a, {dx, dy}); }
    /// Calls f(index) for all that may touch a box.
    template <class F> void each_near(const b2AABB& a, F f) const {
        struct asked {
            const kept_tree& tree;
            F& found;
            bool QueryCallback(std::int32_t proxy) { // NOLINT(readability-identifier-naming): Box2D calls it
                found(tree.indices_[static_cast<std::size_t>(proxy)]);
                return true;
            }
        } q{*this, f};
        tree_.Query(&q, a);
    }

  private:
    b2DynamicTree tree_;
    std::vector<std::int32_t> proxies_;
    std::vector<std::uint32_t> indices_;
};

[[nodiscard]] b2AABB box_around(float x, float y, float half) {
    b2AABB a;
    a.lowerBound = {x - half, y - half};
    a.upperBound = {x + half, y + half};
    return a;
}

class by_box2d : public mover_crowd {
  public:
    explicit by_box2d(std::size_t n) : mover_crowd(n) {
        for (const mover& m : all_) tree_.add(box_around(m.x, m.y, 0));
    }
    void frame() {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            mover& m = all_[i];
            m.step(side_);
            tree_.move(i, box_around(m.x, m.y, 0), m.vx, m.vy);
        }
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            mover& a = all_[i];
            tree_.each_near(box_around(a.x, a.y, radius), [&](std::uint32_t j) {
                if (j <= i) return;
                mover& b = all_[j];
                const float dx = b.x - a.x;
                const float dy = b.y - a.y;
                if (dx * dx + dy * dy <= radius * radius) a.meet(b);
            });
        }
    }

  private:
    kept_tree tree_;
};

class boxes_by_box2d : public box_crowd {
  public:
    explicit boxes_by_box2d(std::size_t n) : box_crowd(n) {
        for (const box& b : all_) tree_.add(box_around(b.x, b.y, b.half));
    }
    void frame() {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            box& b = all_[i];
            b.step(side_);
            tree_.move(i, box_around(b.x, b.y, b.half), b.vx, b.vy);
        }
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            box& a = all_[i];
            tree_.each_near(box_around(a.x, a.y, a.half), [&](std::uint32_t j) {
                if (j > i && a.touches(all_[j])) a.meet(all_[j]);
            });
        }
    }

  private:
    kept_tree tree_;
};

/// (At 100,000 a frame takes some seconds.)
[[nodiscard]] entry capped(entry e) {
    e.n_to = 10'000;
    return e;
}

} // namespace

std::vector<entry> box2d_tree() { return {capped(crowd<by_box2d>("Box2D b2DynamicTree", kind::peer))}; }
std::vector<entry> box2d_boxes() { return {capped(crowd<boxes_by_box2d>("Box2D b2DynamicTree", kind::peer))}; }

} // namespace bench

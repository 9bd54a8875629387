#include "movers.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace bench {

namespace {

namespace geometry = boost::geometry;

class rtree_crowd : public mover_crowd {
  public:
    using mover_crowd::mover_crowd;

  protected:
    using point = geometry::model::point<float, 2, geometry::cs::cartesian>;
    using box = geometry::model::box<point>;
    using value = std::pair<point, std::uint32_t>;
    using tree = geometry::index::rtree<value, geometry::index::quadratic<16>>;

    /// Each asks for its box.
    void meet(const tree& all, float reach) {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            mover& a = all_[i];
            const box around(point(a.x - reach, a.y - reach), point(a.x + reach, a.y + reach));
            for (auto it = all.qbegin(geometry::index::intersects(around)); it != all.qend(); ++it) {
                if (it->second <= i) continue;
                mover& b = all_[it->second];
                const float dx = b.x - a.x;
                const float dy = b.y - a.y;
                if (dx * dx + dy * dy <= radius * radius) a.meet(b);
            }
        }
    }
};

/// (A little larger, for what is rounded.)
constexpr float reach = radius * 1.001F;

class by_packed_rtree : public rtree_crowd {
  public:
    explicit by_packed_rtree(std::size_t n) : rtree_crowd(n), values_(n) {}
    void frame() {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            all_[i].step(side_);
            values_[i] = {point(all_[i].x, all_[i].y), i};
        }
        meet(tree(values_.begin(), values_.end()), reach);
    }

  private:
    std::vector<value> values_;
};

/// What has gone farther than a margin is taken out and put in again; the others are found where they were. (Without a
/// margin each would be, in each frame.)
class by_kept_rtree : public rtree_crowd {
    static constexpr float margin = 0.1F;

  public:
    explicit by_kept_rtree(std::size_t n) : rtree_crowd(n) {
        for (std::uint32_t i = 0; i < n; ++i) places_.emplace_back(point(all_[i].x, all_[i].y), i);
        tree_ = tree(places_.begin(), places_.end());
    }
    void frame() {
        for (std::uint32_t i = 0; i < all_.size(); ++i) {
            mover& m = all_[i];
            m.step(side_);
            value& was = places_[i];
            const float dx = m.x - was.first.get<0>();
            const float dy = m.y - was.first.get<1>();
            if (dx * dx + dy * dy <= margin * margin) continue;
            tree_.remove(was);
            was.first = point(m.x, m.y);
            tree_.insert(was);
        }
        meet(tree_, reach + margin);
    }

  private:
    std::vector<value> places_;
    tree tree_;
};

} // namespace

entry packed_rtree() { return crowd<by_packed_rtree>("boost::geometry rtree packed anew", kind::peer); }
entry kept_rtree() { return crowd<by_kept_rtree>("boost::geometry rtree kept", kind::peer); }

} // namespace bench

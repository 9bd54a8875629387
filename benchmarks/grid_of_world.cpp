#include "grid/movers.hpp"
#include "workloads.hpp"

#include <throng/spatial/grid.hpp>
#include <throng/world/world.hpp>
#include <throng/world/world_grid.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// A world's positions move, and are found: by a grid that follows its world, and by one that the program keeps itself.
namespace bench {

namespace {

using throng::entity;

/// In each frame some move, and one in a thousand asks who is near.
class moving_world {
  public:
    explicit moving_world(std::size_t n) : side_(side_for(n)) {}
    template <class F> void visit(F f) const {
        world_.query<const mover>().each(f);
        mover m{};
        m.near = static_cast<std::uint32_t>(sum_ ^ sum_ >> 32U);
        f(m);
    }

  protected:
    static constexpr std::size_t one_in = 20;

    /// Calls f(entity, its mover) for those whose turn it is.
    template <class F> void each_of_some(F f) {
        for (std::size_t i = turn_; i < all_.size(); i += one_in) f(all_[i], world_.get<mover>(all_[i]));
        turn_ = (turn_ + 1) % one_in;
    }
    /// Calls f(where) for each question.
    template <class F> void each_question(F f) {
        for (std::size_t i = asking_; i < all_.size(); i += 1000) {
            const mover& m = world_.get<mover>(all_[i]);
            f(m.x, m.y);
        }
        asking_ = (asking_ + 1) % 1000;
    }
    void met(entity e) { sum_ += (world_.get<mover>(e).id + 1) * 0x9e3779b97f4a7c15U; }

    float side_;
    throng::world world_;
    std::vector<entity> all_;

  private:
    std::size_t turn_ = 0;
    std::size_t asking_ = 0;
    std::uint64_t sum_ = 0;
};

class followed : public moving_world {
  public:
    explicit followed(std::size_t n) : moving_world(n) {
        for (std::size_t i = 0; i < n; ++i) all_.push_back(world_.create(nth_mover(i, side_)));
    }

  protected:
    void ask() {
        each_question([this](float x, float y) {
            for (const entity e : grid_.in_circle({x, y}, radius)) met(e);
        });
    }

    throng::world_grid<mover, &mover::x, &mover::y> grid_{world_, radius};
};
struct all_refreshed : followed {
    using followed::followed;
    void frame() {
        world_.query<mover>().each([this](mover& m) { m.step(side_); });
        grid_.refresh();
        ask();
    }
};
struct all_modified : followed {
    using followed::followed;
    void frame() {
        world_.query<mover>().each([this](entity e, mover& m) {
            m.step(side_);
            world_.modified<mover>(e);
        });
        ask();
    }
};
struct some_modified : followed {
    using followed::followed;
    void frame() {
        each_of_some([this](entity e, mover& m) {
            m.step(side_);
            world_.modified<mover>(e);
        });
        ask();
    }
};

/// The object of the grid is a component; whatever writes a position moves it there too.
class fed : public moving_world {
    struct spot : throng::grid_hook<> {
        entity of;
    };

  public:
    explicit fed(std::size_t n) : moving_world(n) {
        for (std::size_t i = 0; i < n; ++i) {
            const mover m = nth_mover(i, side_);
            const entity e = world_.create(mover(m), spot{});
            spot& s = world_.get<spot>(e);
            s.of = e;
            grid_.insert(s, m.x, m.y);
            all_.push_back(e);
        }
    }
    void move_all() {
        world_.query<mover, spot>().each([this](mover& m, spot& s) {
            m.step(side_);
            grid_.move(s, m.x, m.y);
        });
        ask();
    }
    void move_some() {
        each_of_some([this](entity e, mover& m) {
            m.step(side_);
            grid_.move(world_.get<spot>(e), m.x, m.y);
        });
        ask();
    }

  private:
    void ask() {
        each_question([this](float x, float y) {
            for (const spot& s : grid_.in_circle(x, y, radius)) met(s.of);
        });
    }

    throng::grid<spot> grid_{radius};
};
struct all_fed : fed {
    using fed::fed;
    void frame() { move_all(); }
};
struct some_fed : fed {
    using fed::fed;
    void frame() { move_some(); }
};

} // namespace

std::vector<workload> grid_of_world() {
    const char* const why =
        "The grid finds an entity's place in it by the entity, and knows nothing of the component; by "
        "hand, the place is a component beside the position, and whatever writes one has to write "
        "the other.";
    return {workload{.name = "grid-world",
                     .title = "all N entities of a world move; one in a thousand asks who is near",
                     .warm_up = 20,
                     .sizes = {10'000},
                     .entries = {crowd<all_refreshed>("throng::world_grid, refreshed", kind::ours),
                                 crowd<all_modified>("throng::world_grid, modified", kind::ours),
                                 crowd<all_fed>("throng::grid fed by hand", kind::baseline)},
                     .why_behind = why},
            workload{.name = "grid-world-some",
                     .title = "one in twenty of N entities moves; one in a thousand asks who is near",
                     .warm_up = 20,
                     .sizes = {10'000},
                     .entries = {crowd<some_modified>("throng::world_grid, modified", kind::ours),
                                 crowd<some_fed>("throng::grid fed by hand", kind::baseline)},
                     .share = 0.05,
                     .unit = "ns an entity that moves",
                     .why_behind = why}};
}

} // namespace bench

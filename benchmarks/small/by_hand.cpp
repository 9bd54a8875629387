#include "small.hpp"

#include <functional>
#include <vector>

/// Vectors, and functions in a row for a schedule.
namespace bench {

namespace {

using namespace small;

class five {
  public:
    five() {
        for (std::size_t i = 0; i < entities; ++i) {
            places_.push_back(nth_position(i));
            speeds_.push_back(nth_velocity(i));
        }
    }
    void move_all() {
        for (std::size_t i = 0; i < places_.size(); ++i) move(places_[i], speeds_[i]);
    }
    void doze_all() {
        for (asleep& a : asleep_) doze(a);
    }
    void show(digest& d) const {
        for (const position& p : places_) d.add(bench::hash_of(p));
    }

  private:
    std::vector<position> places_;
    std::vector<velocity> speeds_;
    std::vector<asleep> asleep_;
};

class systems_without_query {
  public:
    systems_without_query() {
        for (std::size_t i = 0; i < systems; ++i) all_.emplace_back([this] { ++runs_; });
    }
    void run() {
        for (const auto& f : all_) f();
    }
    void show(digest& d) const { d.add(runs_); }

  private:
    std::vector<std::function<void()>> all_;
    std::uint64_t runs_ = 0;
};

class systems_over_five : public five {
  public:
    systems_over_five() {
        for (std::size_t i = 0; i < systems; ++i) all_.emplace_back([this] { move_all(); });
    }
    void run() {
        for (const auto& f : all_) f();
    }

  private:
    std::vector<std::function<void()>> all_;
};

/// A vector for each kind.
class game {
    struct flying {
        position place;
        velocity speed;
    };
    struct flying_rock : flying {
        rock is;
    };
    struct flying_shot : flying {
        fuse is;
    };

  public:
    game() {
        for (std::uint32_t i = 0; i < rocks; ++i)
            rocks_.push_back({{place_of(nth_rock(i)), speed_of_rock(i)}, nth_rock(i)});
    }
    void frame() {
        std::erase_if(shots_, [](flying_shot& s) { return burn(s.is); });
        for (; shots_.size() < shots; ++is_.fired)
            shots_.push_back({{ship_.place, speed_of_shot(is_.fired)}, nth_fuse(is_.fired)});
        fly(ship_.place, ship_.speed);
        for (flying& r : rocks_) fly(r.place, r.speed);
        for (flying& s : shots_) fly(s.place, s.speed);
        for (flying_shot& s : shots_)
            for (flying_rock& r : rocks_) hit(s.place, s.is, r.place, r.is);
        for (flying_rock& r : rocks_) mend(r.place, r.is);
        for (asleep& a : asleep_) doze(a);
        screen_.dot(ship_.place);
        for (const flying& r : rocks_) screen_.dot(r.place);
        for (const flying& s : shots_) screen_.dot(s.place);
    }
    void show(digest& d) const {
        for (const flying_rock& r : rocks_) d.add(small::hash_of(r.place, r.is));
        for (const flying_shot& s : shots_) d.add(small::hash_of(s.place, s.is));
        d.add(screen_.light);
    }

  private:
    flying ship_{ship_place, ship_speed};
    ship is_{0};
    std::vector<flying_rock> rocks_;
    std::vector<flying_shot> shots_;
    std::vector<asleep> asleep_;
    picture screen_;
};

} // namespace

entrants small_by_hand() {
    return {
        repeats<five, &five::move_all>("small-five", "two vectors", kind::baseline),
        repeats<five, &five::doze_all>("small-none", "an empty vector", kind::baseline),
        repeats<systems_without_query, &systems_without_query::run>("small-system", "std::function in a vector",
                                                                    kind::baseline),
        repeats<systems_over_five, &systems_over_five::run>("small-system-five",
                                                            "std::function in a vector, two vectors", kind::baseline),
        repeats<game, &game::frame>("small-frame", "a vector for each kind", kind::baseline),
    };
}

} // namespace bench

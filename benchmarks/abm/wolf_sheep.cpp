// Wolves, sheep and grass, by the rules of JuliaDynamics/ABMFrameworksComparison: agents of two types, which eat, die
// and breed within the step, in an order that is new each time.

#include "contest.hpp"

#include <throng/linked_list.hpp>
#include <throng/pool.hpp>

#include <string>

namespace {

using contest::random_numbers;

struct animal {
    std::int32_t x = 0;
    std::int32_t y = 0;
    double energy = 0;
    double reproduction = 0;
    double gain = 0;
};
struct wolf : animal {};
struct sheep : animal {
    sheep(const animal& a) : animal(a) {}
    /// Among those in the same square.
    throng::list_hook<> hook;
};

struct rules {
    std::uint32_t sheep;
    std::uint32_t wolves;
    std::int32_t side;
    std::int32_t regrowth;
    double sheep_reproduction;
    double wolf_reproduction;
};

class meadow {
  public:
    meadow(const rules& r, std::uint64_t seed) : rules_(r), chance_(seed), squares_(area()), countdown_(area()) {
        for (std::uint32_t n = 0; n < r.sheep; ++n) add_sheep(anywhere(r.sheep_reproduction, 5));
        for (std::uint32_t n = 0; n < r.wolves; ++n) wolves_.add(wolf{anywhere(r.wolf_reproduction, 13)});
        for (std::int32_t& c : countdown_)
            if (chance_.below(2) == 0)
                c = 1 + static_cast<std::int32_t>(chance_.below(static_cast<std::uint32_t>(r.regrowth)));
    }

    void step() {
        visit(sheep_, [&](sheep& s) {
            grazers(s).remove(s);
            walk(s);
            std::int32_t& grown_in = countdown_[square(s)];
            if (grown_in == 0) {
                s.energy += s.gain;
                grown_in = rules_.regrowth;
            }
            if (s.energy < 0) {
                sheep_.remove(s);
                return;
            }
            grazers(s).push_back(s);
            if (breeds(s)) add_sheep(s);
        });
        visit(wolves_, [&](wolf& w) {
            walk(w);
            if (sheep* const dinner = squares_[square(w)].first()) {
                // It leaves its square, too, as it goes.
                sheep_.remove(*dinner);
                w.energy += w.gain;
            }
            if (w.energy < 0) wolves_.remove(w);
            else if (breeds(w)) wolves_.add(w);
        });
        for (std::int32_t& c : countdown_) c -= c > 0 ? 1 : 0;
    }
    [[nodiscard]] std::string outcome() const {
        const auto grown = std::count(countdown_.begin(), countdown_.end(), 0);
        return std::to_string(sheep_.size()) + " sheep, " + std::to_string(wolves_.size()) + " wolves, " +
               std::to_string(grown) + " squares of grass";
    }

  private:
    using square_list = throng::linked_list<sheep, &sheep::hook>;

    [[nodiscard]] std::size_t area() const {
        return static_cast<std::size_t>(rules_.side) * static_cast<std::size_t>(rules_.side);
    }
    [[nodiscard]] std::size_t square(const animal& a) const {
        return static_cast<std::size_t>(a.y) * static_cast<std::size_t>(rules_.side) + static_cast<std::size_t>(a.x);
    }
    [[nodiscard]] square_list& grazers(const sheep& s) { return squares_[square(s)]; }
    [[nodiscard]] animal anywhere(double reproduction, double gain) {
        const auto side = static_cast<std::uint32_t>(rules_.side);
        const auto x = static_cast<std::int32_t>(chance_.below(side));
        const auto y = static_cast<std::int32_t>(chance_.below(side));
        return {x, y, static_cast<double>(chance_.below(static_cast<std::uint32_t>(gain) * 2)), reproduction, gain};
    }
    void add_sheep(const animal& a) {
        sheep* const s = sheep_.emplace_back(a);
        squares_[square(a)].push_back(*s);
    }
    /// To one of the squares around, of which some are missing at the edge.
    void walk(animal& a) {
        for (;;) {
            const std::uint32_t way = chance_.below(8);
            const std::uint32_t place = way < 4 ? way : way + 1;
            const std::int32_t x = a.x + static_cast<std::int32_t>(place % 3) - 1;
            const std::int32_t y = a.y + static_cast<std::int32_t>(place / 3) - 1;
            if (x < 0 || y < 0 || x >= rules_.side || y >= rules_.side) continue;
            a.x = x;
            a.y = y;
            a.energy -= 1;
            return;
        }
    }
    [[nodiscard]] bool breeds(animal& a) {
        if (chance_.unit() >= a.reproduction) return false;
        a.energy /= 2;
        return true;
    }
    /// All that are there now, in an order of their own: those born meanwhile wait for the next step. (A pool never
    /// moves its elements, and in its turn an animal ends none but itself of its kind.)
    template <class T, class F> void visit(throng::pool<T>& those, F f) {
        std::vector<T*> order;
        order.reserve(those.size());
        those.each([&](T& x) { order.push_back(&x); });
        shuffle(order, chance_);
        for (T* const x : order) f(*x);
    }

    rules rules_;
    random_numbers chance_;
    throng::pool<sheep> sheep_;
    throng::pool<wolf> wolves_;
    std::vector<square_list> squares_;
    std::vector<std::int32_t> countdown_;
};

} // namespace

int main(int count, char** words) {
    const unsigned runs = contest::runs_wanted("abm_wolf_sheep", count, words);
    if (runs == 0) return 2;
    const auto play = [](const rules& r) {
        return [r](std::uint64_t seed) {
            meadow m(r, seed);
            for (int n = 0; n < 100; ++n) m.step();
            return m.outcome();
        };
    };
    contest::run("WolfSheep", "small", runs, play({60, 40, 25, 20, 0.2, 0.1}));
    contest::run("WolfSheep", "large", runs, play({1000, 500, 100, 10, 0.4, 0.2}));
}

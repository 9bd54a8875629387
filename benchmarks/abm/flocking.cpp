// Birds, by the rules of JuliaDynamics/ABMFrameworksComparison: one after the other, in an order that is new each time,
// each looks around, turns and moves, and the next one sees it where it is then.

#include "contest.hpp"

#include <throng/linked_list.hpp>
#include <throng/list.hpp>

#include <cmath>
#include <string>

namespace {

using contest::random_numbers;

struct vec {
    double x = 0;
    double y = 0;
};
struct bird {
    vec at;
    vec velocity;
    double speed = 1;
    double cohere_factor = 0.03;
    double separation = 1;
    double separate_factor = 0.015;
    double match_factor = 0.05;
    double visual_distance = 0;
    /// Among those in the same cell.
    throng::list_hook<> hook;
};

class sky {
  public:
    sky(double side, std::uint32_t birds, double sight, std::uint64_t seed)
        : side_(side),
          cells_(static_cast<std::int32_t>(side / sight)),
          chance_(seed),
          in_cell_(static_cast<std::size_t>(cells_) * static_cast<std::size_t>(cells_)) {
        birds_.reserve(birds);
        for (std::uint32_t n = 0; n < birds; ++n) {
            bird b;
            b.at = {chance_.unit() * side, chance_.unit() * side};
            b.velocity = any_direction();
            b.visual_distance = sight;
            birds_.push_back(b);
        }
        birds_.each([&](bird& b) {
            in_cell_[cell_of(b.at)].push_back(b);
            order_.push_back(&b);
        });
    }

    void step() {
        shuffle(order_, chance_);
        for (bird* const b : order_) fly(*b);
    }
    [[nodiscard]] std::string outcome() const {
        vec sum;
        birds_.each([&](const bird& b) {
            sum.x += b.velocity.x;
            sum.y += b.velocity.y;
        });
        char text[80];
        std::snprintf(text, sizeof(text), "%zu birds, alignment %.3f", birds_.size(),
                      std::sqrt(sum.x * sum.x + sum.y * sum.y) / static_cast<double>(birds_.size()));
        return text;
    }

  private:
    [[nodiscard]] vec any_direction() {
        for (;;) {
            const vec v{chance_.unit() * 2 - 1, chance_.unit() * 2 - 1};
            const double length = v.x * v.x + v.y * v.y;
            if (length <= 1 && length > 0.01) return {v.x / std::sqrt(length), v.y / std::sqrt(length)};
        }
    }
    [[nodiscard]] std::int32_t index_of(double x) const {
        return std::min(static_cast<std::int32_t>(x / side_ * cells_), cells_ - 1);
    }
    [[nodiscard]] std::size_t cell(std::int32_t x, std::int32_t y) const {
        return static_cast<std::size_t>((y + cells_) % cells_ * cells_ + (x + cells_) % cells_);
    }
    [[nodiscard]] std::size_t cell_of(const vec& v) const { return cell(index_of(v.x), index_of(v.y)); }
    [[nodiscard]] double around(double d) const { return d > side_ / 2 ? d - side_ : d < -side_ / 2 ? d + side_ : d; }
    [[nodiscard]] double back(double x) const {
        const double inside = x < 0 ? x + side_ : x >= side_ ? x - side_ : x;
        return inside < side_ ? inside : 0;
    }
    void fly(bird& b) {
        std::uint32_t others = 0;
        vec cohere;
        vec separate;
        vec match;
        const std::int32_t x = index_of(b.at.x);
        const std::int32_t y = index_of(b.at.y);
        for (std::int32_t dy = -1; dy <= 1; ++dy) {
            for (std::int32_t dx = -1; dx <= 1; ++dx) {
                for (const bird& other : in_cell_[cell(x + dx, y + dy)]) {
                    if (&other == &b) continue;
                    const double way_x = around(other.at.x - b.at.x);
                    const double way_y = around(other.at.y - b.at.y);
                    const double distance = way_x * way_x + way_y * way_y;
                    if (distance > b.visual_distance * b.visual_distance) continue;
                    ++others;
                    // (The rule's heading does not go over the edge.)
                    const vec heading{other.at.x - b.at.x, other.at.y - b.at.y};
                    cohere = {cohere.x + heading.x, cohere.y + heading.y};
                    match = {match.x + other.velocity.x, match.y + other.velocity.y};
                    if (distance < b.separation * b.separation)
                        separate = {separate.x - heading.x, separate.y - heading.y};
                }
            }
        }
        const double n = std::max(others, 1U);
        const auto turned = [&](double velocity, double c, double s, double m) {
            return (velocity + c / n * b.cohere_factor + s / n * b.separate_factor + m / n * b.match_factor) / 2;
        };
        const vec v{turned(b.velocity.x, cohere.x, separate.x, match.x),
                    turned(b.velocity.y, cohere.y, separate.y, match.y)};
        const double length = std::sqrt(v.x * v.x + v.y * v.y);
        b.velocity = {v.x / length, v.y / length};
        const std::size_t before = cell(x, y);
        b.at = {back(b.at.x + b.velocity.x * b.speed), back(b.at.y + b.velocity.y * b.speed)};
        const std::size_t now = cell_of(b.at);
        if (now == before) return;
        in_cell_[before].remove(b);
        in_cell_[now].push_back(b);
    }

    double side_;
    std::int32_t cells_;
    random_numbers chance_;
    throng::list<bird> birds_;
    std::vector<throng::linked_list<bird, &bird::hook>> in_cell_;
    std::vector<bird*> order_;
};

} // namespace

int main(int count, char** words) {
    const unsigned runs = contest::runs_wanted("abm_flocking", count, words);
    if (runs == 0) return 2;
    const auto play = [](double side, std::uint32_t birds, double sight) {
        return [=](std::uint64_t seed) {
            sky s(side, birds, sight, seed);
            for (int n = 0; n < 100; ++n) s.step();
            return s.outcome();
        };
    };
    contest::run("Flocking", "small", runs, play(100, 200, 5));
    contest::run("Flocking", "large", runs, play(150, 400, 15));
}

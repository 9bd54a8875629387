#include "flocking.hpp"
#include "models.hpp"

#include <throng/world/byte_stream.hpp>

#include <chrono>
#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <vector>

namespace {

using namespace models::birds;

/// Birds by number, from 0 on; and what each saw of the others when the step began, by cells.
class sky {
  public:
    sky(std::uint64_t birds, std::uint64_t seed)
        : side_(side_for(birds)),
          cells_(static_cast<std::size_t>(side_ / sight)),
          per_(static_cast<double>(cells_) / side_) {
        for (std::uint64_t n = 1; n <= birds; ++n) {
            // (As `populate` makes them.)
            throng::mpi::dice chance(seed, n, 0, ~std::uint64_t{0});
            const double x = chance.unit() * side_;
            const double y = chance.unit() * side_;
            at_.push_back({x, y});
            ahead_.push_back(any_heading(chance));
        }
    }

    void step() {
        sort();
        for (std::size_t y = 0; y < cells_; ++y) {
            for (std::size_t x = 0; x < cells_; ++x) fly_all_of(x, y);
        }
    }
    /// As the hash of a divided world that has come so far.
    [[nodiscard]] std::uint64_t state(std::uint64_t steps) const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < at_.size(); ++i) {
            throng::byte_writer<> bytes;
            bytes.put(std::uint64_t{3});
            for (const double x : {at_[i].x, at_[i].y, ahead_[i].x, ahead_[i].y}) bytes.put(x);
            sum += throng::core::mix(throng::core::mix_number(0, i + 1), bytes.bytes().data(), bytes.bytes().size());
        }
        std::uint64_t h = throng::core::mix_number(0, steps);
        for (const std::uint64_t n :
             {std::uint64_t{at_.size()}, sum, std::uint64_t{at_.size()}, std::uint64_t{0}, std::uint64_t{0}})
            h = throng::core::mix_number(h, n);
        return h;
    }

  private:
    struct seen {
        position at;
        heading ahead;
        std::size_t number;
    };

    [[nodiscard]] std::size_t cell_of(const position& p) const noexcept {
        const auto index = [&](double x) { return std::min(static_cast<std::size_t>(x * per_), cells_ - 1); };
        return index(p.y) * cells_ + index(p.x);
    }
    void sort() {
        first_.assign(cells_ * cells_ + 1, 0);
        cell_.resize(at_.size());
        for (std::size_t i = 0; i < at_.size(); ++i) {
            cell_[i] = cell_of(at_[i]);
            ++first_[cell_[i] + 1];
        }
        std::partial_sum(first_.begin(), first_.end(), first_.begin());
        next_.assign(first_.begin(), first_.end() - 1);
        seen_.resize(at_.size());
        for (std::size_t i = 0; i < at_.size(); ++i) seen_[next_[cell_[i]]++] = {at_[i], ahead_[i], i};
    }
    [[nodiscard]] double way(double from, double to) const noexcept {
        const double d = to - from;
        if (d > side_ / 2) return d - side_;
        return d < -side_ / 2 ? d + side_ : d;
    }
    [[nodiscard]] double back(double x) const noexcept {
        if (x >= 0 && x < side_) return x;
        const double inside = x < 0 ? x + side_ : x - side_;
        return inside < side_ ? inside : 0;
    }
    void fly_all_of(std::size_t x, std::size_t y) {
        std::size_t around[9];
        std::size_t* last = around;
        for (const std::size_t b : {y == 0 ? cells_ - 1 : y - 1, y, y + 1 == cells_ ? 0 : y + 1}) {
            for (const std::size_t a : {x == 0 ? cells_ - 1 : x - 1, x, x + 1 == cells_ ? 0 : x + 1})
                *last++ = b * cells_ + a;
        }
        for (std::size_t i = first_[y * cells_ + x]; i != first_[y * cells_ + x + 1]; ++i) {
            const seen& bird = seen_[i];
            surroundings others;
            for (const std::size_t c : around) {
                for (std::size_t j = first_[c]; j != first_[c + 1]; ++j) {
                    const double dx = way(bird.at.x, seen_[j].at.x);
                    const double dy = way(bird.at.y, seen_[j].at.y);
                    const double d = dx * dx + dy * dy;
                    if (d <= sight * sight && j != i) others.add(dx, dy, d, seen_[j].ahead);
                }
            }
            const heading ahead = others.turned(bird.ahead);
            ahead_[bird.number] = ahead;
            at_[bird.number] = {back(bird.at.x + speed * ahead.x), back(bird.at.y + speed * ahead.y)};
        }
    }

    double side_;
    std::size_t cells_;
    double per_;
    std::vector<position> at_;
    std::vector<heading> ahead_;
    std::vector<std::size_t> first_;
    std::vector<std::size_t> next_;
    std::vector<std::size_t> cell_;
    std::vector<seen> seen_;
};

} // namespace

int models::flocking_by_hand(const options& o) {
    using clock = std::chrono::steady_clock;
    sky birds(o.agents, o.seed);
    const clock::time_point begun = clock::now();
    for (std::uint64_t n = 0; n < o.steps; ++n) birds.step();
    const double seconds = std::chrono::duration<double>(clock::now() - begun).count();
    if (o.costs)
        std::printf("%.3f s, %.0f agents a second\n", seconds, static_cast<double>(o.agents * o.steps) / seconds);
    std::printf("state %016" PRIx64 "\n", birds.state(o.steps));
    return 0;
}

#pragma once

#include <throng/extra/mpi/space.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::mpi {

/// Which rank has which tiles: each a piece of the curve, so that its tiles lie side by side and its border is short.
class division {
  public:
    division(const space& s, std::uint32_t ranks) : ranks_(ranks), owners_(s.tiles()), first_(ranks + 1) {
        cut(s, std::vector<std::uint64_t>(s.tiles()));
    }

    /// How many ranks there are, and which of them has a tile.
    [[nodiscard]] std::uint32_t ranks() const noexcept { return ranks_; }
    [[nodiscard]] std::uint32_t owner(std::uint32_t tile) const noexcept { return owners_[tile]; }
    /// A rank has the tiles of the curve from first(rank) on, up to first(rank + 1).
    [[nodiscard]] std::uint32_t first(std::uint32_t rank) const noexcept { return first_[rank]; }

    /// How many times the mean the load of the rank is that has most of it; 1 where all have the same.
    [[nodiscard]] double imbalance(const std::vector<std::uint64_t>& loads) const {
        std::vector<std::uint64_t> of_rank(ranks_);
        std::uint64_t all = 0;
        std::uint64_t most = 0;
        for (std::size_t t = 0; t < loads.size(); ++t) {
            const std::uint64_t now = of_rank[owners_[t]] += loads[t];
            all += loads[t];
            if (now > most) most = now;
        }
        return all == 0 ? 1 : static_cast<double>(most) * ranks_ / static_cast<double>(all);
    }
    /// Cuts the curve anew, so that the pieces have about the same load. A function of the loads alone.
    void cut(const space& s, const std::vector<std::uint64_t>& loads) {
        // (A tile without agents is also some work; so the division works without any agents.)
        std::uint64_t all = loads.size();
        for (const std::uint64_t n : loads) all += n;
        std::uint64_t before = 0;
        std::uint32_t rank = 0;
        std::uint32_t at = 0;
        for (const std::uint32_t t : s.curve()) {
            const std::uint64_t load = loads[t] + 1;
            // The rank in whose share of the load the middle of the tile lies.
            const auto its = static_cast<std::uint32_t>((2 * before + load) * ranks_ / (2 * all));
            while (rank < its) first_[++rank] = at;
            owners_[t] = its;
            before += load;
            ++at;
        }
        while (rank < ranks_) first_[++rank] = at;
    }

  private:
    std::uint32_t ranks_;
    std::vector<std::uint32_t> owners_;
    std::vector<std::uint32_t> first_;
};

} // namespace throng::mpi

#include "crowd.hpp"

#include <algorithm>

namespace network {

void crowd::step() {
    for (std::size_t n = all_.size() / 10 + 1; n != 0; --n) {
        place& p = world.get<place>(all_[lot(all_.size())]);
        p.x = std::clamp(p.x + static_cast<float>(lot(601)) / 100 - 3, 0.0F, crowd_field);
        p.y = std::clamp(p.y + static_cast<float>(lot(601)) / 100 - 3, 0.0F, crowd_field);
    }
    for (std::size_t n = all_.size() / 200 + 1; n != 0; --n) {
        being& b = world.get<being>(all_[lot(all_.size())]);
        ++b.mood;
        b.follows = all_[lot(all_.size())];
    }
    for (std::size_t n = all_.size() / 1000 + 1; n != 0; --n) {
        throng::entity& e = all_[lot(all_.size())];
        world.destroy(e);
        e = all_.back();
        all_.pop_back();
        fill();
    }
}

void crowd::fill() {
    while (all_.size() < entities_) {
        const place p{static_cast<float>(lot(1001)), static_cast<float>(lot(1001))};
        const throng::entity leader = all_.empty() ? throng::entity() : all_[lot(all_.size())];
        all_.push_back(world.create(p, being{"being " + std::to_string(++born_), 0, leader}));
    }
}

std::uint32_t crowd::lot(std::size_t below) noexcept {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>((state_ >> 33U) % below);
}

} // namespace network

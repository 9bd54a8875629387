#include "harness.hpp"
#include "workloads.hpp"

#include <throng/world/rollback.hpp>
#include <throng/world/save.hpp>
#include <throng/world/snapshot.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <utility>
#include <vector>

/// Sixty frames of a world of entities with fifteen components each are kept; in each frame one entity in twenty is
/// another, here and there.
namespace bench {

namespace {

constexpr std::size_t kept_frames = 60;
constexpr std::size_t components = 15;

/// Ten pairs and five triples of numbers: 140 bytes an entity.
template <std::size_t N> struct part {
    float x = 1;
    float y = 1;
};
template <std::size_t N>
    requires(N >= 10)
struct part<N> {
    float x = 1;
    float y = 1;
    float z = 1;
};

/// So many components of those that change get other values.
template <std::size_t Changing> class changing_world : public contestant {
  public:
    explicit changing_world(std::size_t n) : changes_(n / 20) {
        all_.resize(n);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            world_.create(std::span(all_), part<I>{.x = static_cast<float>(I)}...);
        }(std::make_index_sequence<components>());
    }
    void prepare() final {
        for (std::size_t i = 0; i < changes_; ++i) {
            lot_ = lot_ * 6364136223846793005U + 1442695040888963407U;
            const throng::entity e = all_[(lot_ >> 33U) % all_.size()];
            const auto value = static_cast<float>(lot_ >> 40U);
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                ((world_.get<part<I>>(e).x = value), ...);
            }(std::make_index_sequence<Changing>());
        }
    }
    /// What has been kept of the oldest frame.
    void show(digest& d) const final {
        const_cast<changing_world*>(this)->go_back();
        world_.query<const part<0>>().each(
            [&](const part<0>& p) { d.add(static_cast<std::uint64_t>(p.x) * 0x9e3779b97f4a7c15U); });
    }

  protected:
    virtual void go_back() = 0;

    throng::world world_;

  private:
    std::size_t changes_;
    std::vector<throng::entity> all_;
    std::uint64_t lot_ = 1;
};

template <std::size_t Changing> class rolled final : public changing_world<Changing> {
  public:
    using changing_world<Changing>::changing_world;
    void frame() override { (void)frames_.save(now_++); }

  private:
    void go_back() override { (void)frames_.load(now_ < kept_frames ? 0 : now_ - kept_frames); }

    std::uint64_t now_ = 0;
    throng::rollback<int> frames_{this->world_, kept_frames, [](int) {}, throng::components<>};
};

template <std::size_t Changing> class copied final : public changing_world<Changing> {
  public:
    using changing_world<Changing>::changing_world;
    void frame() override {
        if (frames_.size() == kept_frames) frames_.pop_front();
        frames_.emplace_back(this->world_);
    }

  private:
    void go_back() override { (void)frames_.front().roll_back(); }

    std::deque<throng::snapshot> frames_;
};

template <std::size_t Changing> workload keeping_frames(const char* name, const char* title) {
    return {
        .name = name,
        .title = title,
        .warm_up = kept_frames + 10,
        .sizes = {10'000, 100'000},
        .entries =
            {
                {"throng::rollback", kind::ours, true,
                 [](std::size_t n) { return std::make_unique<rolled<Changing>>(n); }},
                {"throng::snapshot in each frame", kind::baseline, true,
                 [](std::size_t n) { return std::make_unique<copied<Changing>>(n); }},
            },
        .criteria = {{"against a copy in each frame",
                      {"throng::rollback"},
                      {"throng::snapshot in each frame"},
                      0.3,
                      100'000,
                      100'000}},
        .prepared = true,
        .why_behind =
            "Saving reads the world and the copy that it is compared with; a copy reads the world, and writes "
            "as much. Where memory is as fast to write as to read, that is half.",
    };
}

} // namespace

std::vector<workload> r1() {
    return {keeping_frames<2>("R1", "save a frame, of 60; 2 of 15 components of one entity in twenty change"),
            keeping_frames<components>("R1-all", "the same; all 15 components of one entity in twenty change")};
}

} // namespace bench

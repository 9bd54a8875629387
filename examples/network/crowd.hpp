#pragma once

#include <throng/world/replica.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace network {

inline constexpr float crowd_field = 1000;
inline constexpr float crowd_step = 0.25F;

struct place {
    float x = 0;
    float y = 0;
};
struct being {
    std::string name;
    std::int32_t mood = 0;
    throng::entity follows;
};

} // namespace network

template <> struct throng::component<network::place> {
    static constexpr const char* name = "place";
    static constexpr auto fields =
        throng::fields(throng::field("x", &network::place::x).range(0, network::crowd_field).step(network::crowd_step),
                       throng::field("y", &network::place::y).range(0, network::crowd_field).step(network::crowd_step));
};
template <> struct throng::component<network::being> {
    static constexpr const char* name = "being";
};

namespace network {

inline constexpr auto shown = throng::components<place, being>;
/// No message is larger.
inline constexpr std::size_t most_bytes = 1200;

/// Beings that walk about, follow each other, change their moods, come and go.
class crowd {
  public:
    crowd(std::size_t entities, std::uint64_t seed) : entities_(entities), state_(seed) { fill(); }
    void step();

    throng::world world;

  private:
    void fill();
    [[nodiscard]] std::uint32_t lot(std::size_t below) noexcept;

    std::size_t entities_;
    std::uint64_t state_;
    std::uint64_t born_ = 0;
    std::vector<throng::entity> all_;
};

} // namespace network

#pragma once

#include <throng/trace.hpp>

#include <string>

namespace shooter {

struct game;

/// Writes down what is added and removed in a game, for `throng compare`, which tells which collection fits. The number
/// by which the recorder knows an entity is the entity's member `recorded`. The recording must outlive the game's play.
class recording {
  public:
    /// Everything from now on.
    explicit recording(game& world);
    recording(const recording&) = delete;
    recording& operator=(const recording&) = delete;
    ~recording() = default;

    void begin_frame() { recorder_.begin_tic(); }
    void end_frame() { recorder_.end_tic(); }
    /// False, with errno, if it could not.
    [[nodiscard]] bool write(const std::string& file) const { return recorder_.write(file); }

  private:
    template <class List> void follow(List& all, unsigned char kind);

    throng::trace_recorder recorder_;
};

} // namespace shooter

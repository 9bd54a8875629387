#pragma once

#include <throng/trace.hpp>

#include <string>

namespace shooter {

struct game;

/// Writes down who comes and goes in a game, for `throng compare`, which says which collection such a crowd wants. What
/// the recorder knows somebody by is in its member `recorded`. It must outlive the game's play.
class recording {
  public:
    /// Everybody from now on.
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

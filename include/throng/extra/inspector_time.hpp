#pragma once

#include <throng/core/compiler.hpp>
#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/inspector_edit.hpp>
#include <throng/extra/inspector_interface.hpp>
#include <throng/extra/inspector_systems.hpp>
#include <throng/world/rollback.hpp>
#include <throng/world/world.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::core {

/// Pauses and steps a program frame by frame, and keeps the state of the world before each of the last frames.
template <class Allocator> class inspected_time {
    using world_type = basic_world<Allocator>;
    using frames_type = inspected_frames<Allocator>;

  public:
    inspected_time(std::size_t most_frames, std::size_t most_bytes) noexcept
        : most_frames_(most_frames), most_bytes_(most_bytes) {}

    /// Whether to run another frame. Records the world before it, with the state of the schedules. Throws what the
    /// allocator or a copy throws.
    [[nodiscard]] bool advance(world_type& w, const inspected_systems<Allocator>& systems) {
        if (paused_ && steps_ == 0) return false;
        if (recording_ && most_frames_ != 0) record(w, systems);
        if (steps_ != 0) --steps_;
        ++frame_;
        return true;
    }

    [[nodiscard]] bool is_paused() const noexcept { return paused_; }
    /// The present state.
    [[nodiscard]] http_response show() const {
        json_answer to;
        json_members m(*to);
        m.flag("paused", paused_);
        m.number("frame", frame_);
        m.flag("recording", recording_);
        m.number("recorded", recorded_);
        m.number("recorded_bytes", history_ == nullptr ? 0 : history_->memory());
        m.number("most_recorded", most_frames_);
        m.end();
        return to.take();
    }
    /// {"paused": true, "recording": true}, or one of them.
    [[nodiscard]] http_response set(const http_request& r) {
        nlohmann::json to;
        bool paused = paused_;
        bool recording = recording_;
        if (auto error = read_members(r, to, {"paused", "recording"}); error.status != 200) return error;
        if (!read_flag(to, "paused", paused) || !read_flag(to, "recording", recording))
            return problem(422, "true or false is wanted");
        if (recording && most_frames_ == 0) return problem(409, "the program does not want to be recorded");
        if (paused != paused_) pause(paused);
        recording_ = recording;
        if (!recording) forget();
        return show();
    }
    /// {"frames": 1}: so many more are played, and then none.
    [[nodiscard]] http_response step(const http_request& r) {
        std::size_t frames = 1;
        if (auto error = read_frames(r, frames); error.status != 200) return error;
        pause(true);
        steps_ = frames;
        return show();
    }
    /// {"frames": 300}: the world is brought back by so many, and the program paused.
    [[nodiscard]] http_response roll_back(const http_request& r) {
        std::size_t frames = 1;
        if (auto error = read_frames(r, frames); error.status != 200) return error;
        if (frames > recorded_) return problem(409, std::to_string(recorded_) + " frames are recorded, and no more");
        bool is_done = false;
        if (!attempt([&] { is_done = history_->load(frame_ - frames); }))
            return problem(500, "a copy or the allocator has thrown an exception");
        if (!is_done) return problem(409, "a walk of the world is open");
        // (It is recorded again when that frame is played again.)
        recorded_ -= frames;
        frame_ -= frames;
        pause(true);
        return show();
    }

    /// Another object is part of what is recorded.
    void include(std::function<void(frames_type&)> its) {
        included_.push_back(std::move(its));
        forget();
    }
    /// There are other schedules now, or nothing is recorded any more.
    void forget() noexcept {
        history_.reset();
        recorded_ = 0;
    }

  private:
    void record(world_type& w, const inspected_systems<Allocator>& systems) {
        if (w.memory() > most_bytes_) return end_recording();
        if (history_ == nullptr) {
            history_ = std::make_unique<frames_type>(w, most_frames_, [](const inspected_input&) {}, components<>);
            systems.each_schedule([this](basic_schedule<Allocator>& s) { history_->include(s); });
            for (const auto& include_in : included_) include_in(*history_);
        }
        recorded_ = 0;
        // (A frame that cannot be kept is a gap, which roll-back cannot cross.)
        if (!history_->save(frame_)) return forget();
        while (history_->memory() > most_bytes_ && history_->forget_oldest()) {
        }
        if (history_->size() == 0) return end_recording();
        recorded_ = history_->size();
    }
    /// One frame alone is more than may be kept.
    void end_recording() noexcept {
        recording_ = false;
        forget();
    }
    void pause(bool yes) noexcept {
        paused_ = yes;
        steps_ = 0;
    }
    [[nodiscard]] static http_response read_frames(const http_request& r, std::size_t& frames) {
        nlohmann::json to = nlohmann::json::object();
        if (auto error = read_members(r, to, {"frames"}); error.status != 200) return error;
        const auto at = to.find("frames");
        if (at == to.end()) return {};
        if (!at->is_number_unsigned() || *at == 0U || *at > 1000000U)
            return problem(422, "'frames' is a number from 1 to 1000000");
        frames = at->get<std::size_t>();
        return {};
    }

    std::size_t most_frames_;
    std::size_t most_bytes_;
    std::unique_ptr<frames_type> history_;
    std::vector<std::function<void(frames_type&)>> included_;
    /// How many frames before this one can be gone back to.
    std::size_t recorded_ = 0;
    std::uint64_t frame_ = 0;
    std::size_t steps_ = 0;
    bool paused_ = false;
    bool recording_ = false;
};

} // namespace throng::core

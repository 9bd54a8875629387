#pragma once

#include <throng/extra/inspector_answer.hpp>
#include <throng/extra/inspector_edit.hpp>
#include <throng/world/schedule.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::core {

/// The systems of schedules that were given a name, and what each has cost in each of the last frames.
template <class Allocator> class inspected_systems {
    using schedule_type = basic_schedule<Allocator>;
    using system_type = basic_system<Allocator>;
    using clock = std::chrono::steady_clock;

  public:
    static constexpr std::size_t most_frames = 300;

    void add(std::string_view name, schedule_type& s) {
        remove(name);
        schedules_.push_back({std::string(name), &s, {}});
        s.measure();
    }
    bool remove(std::string_view name) noexcept {
        return std::erase_if(schedules_, [name](const named& s) { return s.name == name; }) != 0;
    }
    template <class F> void each_schedule(F f) const {
        for (const named& s : schedules_) f(*s.of);
    }
    /// A frame has ended. O(systems).
    void count_frame() {
        const clock::time_point now = clock::now();
        if (schedules_.empty()) return;
        if (frames_.size() == most_frames) {
            spare_ = std::move(frames_.front());
            frames_.pop_front();
        }
        frame f = std::move(spare_);
        f.number = ++count_;
        f.total = microseconds(std::chrono::duration<double>(now - std::exchange(last_, now)).count());
        if (count_ == 1) f.total = 0;
        f.systems.clear();
        for (named& s : schedules_) {
            std::size_t i = 0;
            s.of->each([&](system_type& its) {
                const double total = its.statistics().total_seconds;
                if (i == s.known.size()) s.known.push_back({&its, number_of(s, its), total});
                else if (s.known[i].of != &its) s.known[i] = {&its, number_of(s, its), total};
                known_system& k = s.known[i++];
                // (Runs before it was known are not part of this frame.)
                f.systems.emplace_back(k.number, microseconds(total - std::exchange(k.total, total)));
            });
            s.known.resize(i);
        }
        frames_.push_back(std::move(f));
    }

    [[nodiscard]] http_response list() const {
        json_answer to;
        json_members m(*to);
        json_writer& all = m.name("systems");
        const char* before = "";
        all.put("[");
        for (const named& s : schedules_) {
            s.of->each([&](system_type& its) {
                all.put(std::exchange(before, ","));
                put(all, s, its);
            });
        }
        all.put("]");
        m.end();
        return to.take();
    }
    [[nodiscard]] http_response show(std::string_view schedule, const std::string& name) const {
        const auto [s, its] = find(schedule, name);
        if (its == nullptr) return no_system(schedule, name);
        json_answer to;
        put(*to, *s, *its);
        return to.take();
    }
    /// {"active": false}
    [[nodiscard]] http_response set(std::string_view schedule, const std::string& name, const http_request& r) {
        const auto [s, its] = find(schedule, name);
        if (its == nullptr) return no_system(schedule, name);
        nlohmann::json to;
        bool active = its->active();
        if (auto error = read_members(r, to, {"active"}); error.status != 200) return error;
        if (!read_flag(to, "active", active)) return problem(422, "true or false is wanted");
        its->active(active);
        return show(schedule, name);
    }
    /// Of the last frames, those after one: what each system has taken, in microseconds.
    [[nodiscard]] http_response frames(std::uint64_t after) const {
        json_answer to;
        json_members m(*to);
        const char* before = "";
        json_writer& names = m.name("systems");
        names.put("[");
        for (const std::string& name : names_) {
            names.put(std::exchange(before, ","));
            names.put_text(json_writer::is_utf8(name) ? name : "?");
        }
        names.put("]");
        before = "";
        json_writer& all = m.name("frames");
        all.put("[");
        for (const frame& f : frames_) {
            if (f.number <= after) continue;
            all.put(std::exchange(before, ","));
            json_members its(all);
            its.number("number", f.number);
            its.number("us", f.total);
            // (Pairs of a system's place among the names and its time; those that took none are left out.)
            json_writer& times = its.name("systems");
            const char* between = "";
            times.put("[");
            for (const auto& [number, us] : f.systems) {
                if (us == 0) continue;
                times.put(std::exchange(between, ","));
                times.put("[");
                times.put_number(number);
                times.put(",");
                times.put_number(us);
                times.put("]");
            }
            times.put("]");
            its.end();
        }
        all.put("]");
        m.end();
        return to.take();
    }

  private:
    /// A system seen in the last frame: it may or may not be the same one now.
    struct known_system {
        const system_type* of;
        std::uint32_t number;
        double total;
    };
    struct named {
        std::string name;
        schedule_type* of;
        std::vector<known_system> known;
    };
    struct frame {
        std::uint64_t number = 0;
        std::uint32_t total = 0;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> systems = {};
    };

    [[nodiscard]] static std::uint32_t microseconds(double seconds) noexcept {
        return static_cast<std::uint32_t>(std::llround(std::clamp(seconds * 1e6, 0.0, 4e9)));
    }
    /// Its place among the names, which are never forgotten.
    [[nodiscard]] std::uint32_t number_of(const named& s, const system_type& its) {
        const std::string name = s.name + '/' + its.name();
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (names_[i] == name) return static_cast<std::uint32_t>(i);
        }
        names_.push_back(name);
        return static_cast<std::uint32_t>(names_.size() - 1);
    }
    [[nodiscard]] std::pair<const named*, system_type*> find(std::string_view schedule, const std::string& name) const {
        for (const named& s : schedules_) {
            if (s.name == schedule) return {&s, s.of->find(name.c_str())};
        }
        return {};
    }
    [[nodiscard]] static http_response no_system(std::string_view schedule, const std::string& name) {
        return problem(404, "there is no system '" + name + "' in '" + std::string(schedule) + "'");
    }
    static void put(json_writer& to, const named& s, const system_type& its) {
        const system_statistics& cost = its.statistics();
        json_members m(to);
        m.text("schedule", s.name);
        m.text("name", its.name());
        m.flag("active", its.active());
        m.number("order", its.order());
        m.number("runs", cost.runs);
        m.number("last_us", microseconds(cost.last_seconds));
        m.number("mean_us", microseconds(cost.runs == 0 ? 0 : cost.total_seconds / static_cast<double>(cost.runs)));
        m.end();
    }

    std::vector<named> schedules_;
    std::vector<std::string> names_;
    std::deque<frame> frames_;
    frame spare_;
    std::uint64_t count_ = 0;
    clock::time_point last_;
};

} // namespace throng::core

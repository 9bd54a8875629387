#include "../progress.hpp"
#include "game.hpp"
#include "inspection.hpp"
#include "options.hpp"
#include "pilot.hpp"
#include "png.hpp"
#include "recording.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace shooter {

namespace {

double now_ms() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool save(game& world, canvas& picture, const options& wanted) {
    world.draw(picture);
    char name[32];
    std::snprintf(name, sizeof name, "/frame-%05" PRIu64 ".png", world.frames);
    const std::string wrong = write_png(picture, wanted.png + name);
    if (!wrong.empty()) std::fprintf(stderr, "shooter: %s\n", wrong.c_str());
    return wrong.empty();
}

} // namespace

int play_headless(const options& wanted) {
    if (!wanted.png.empty()) {
        const std::string wrong = make_folder(wanted.png);
        if (!wrong.empty()) {
            std::fprintf(stderr, "shooter: %s\n", wrong.c_str());
            return 2;
        }
    }
    const auto world = std::make_unique<game>(wanted.seed, wanted.bullets);
    world->display.debug = wanted.debug;
    std::optional<recording> recorded;
    if (!wanted.record.empty()) recorded.emplace(*world);
    std::unique_ptr<inspection> shown;
    if (wanted.inspect) {
        std::string why;
        shown = inspect(*world, wanted, why);
        if (!shown) {
            std::fprintf(stderr, "shooter: no inspector: %s\n", why.c_str());
            return 2;
        }
    }
    canvas picture(static_cast<int>(field_width), static_cast<int>(field_height));
    std::vector<double> times;
    std::vector<double> frame_times;
    std::optional<game_state> then;
    bool is_second_time = false;
    if (wanted.rewind != 0) then.emplace(world->save());
    // (A browser may pause the game: the time that is left is not known then.)
    examples::progress line("playing", wanted.quiet || !wanted.has_end() || shown);
    // What is rewound is played twice.
    double played = 0;
    double all = wanted.frames_without_window();
    if (wanted.rewind != 0) all += wanted.frames_without_window() / wanted.rewind * wanted.rewind;
    constexpr double frame_ms = 1000.0 / 60;
    double next_frame = now_ms();
    while (!wanted.has_end() || world->frames < wanted.frames_without_window()) {
        if (shown) {
            // (After a pause, frames are not made up for. A game that ends by itself is not slowed down.)
            next_frame = std::max(next_frame + frame_ms, now_ms());
            shown->wait(wanted.has_end() ? 0 : next_frame - now_ms());
        }
        line.show(played++ / all);
        const controls c = pilot(*world);
        if (recorded) recorded->begin_frame();
        const double begin = now_ms();
        world->update(1.0 / 60, c);
        if (wanted.bullets != 0) times.push_back(now_ms() - begin);
        if (recorded) recorded->end_frame();
        if (wanted.bullets != 0) {
            world->draw(picture);
            frame_times.push_back(now_ms() - begin);
        }
        if (then && world->frames == then->frames + wanted.rewind) {
            if (!is_second_time) world->load(*then);
            else then.emplace(world->save());
            is_second_time = !is_second_time;
        }
        if (!wanted.png.empty() && world->frames % wanted.every == 0 && !save(*world, picture, wanted)) return 2;
    }
    line.clear();
    if (recorded && !recorded->write(wanted.record)) {
        std::fprintf(stderr, "shooter: %s: %s\n", wanted.record.c_str(), std::strerror(errno));
        return 2;
    }
    std::printf("%" PRIu64 " frames, score %" PRIu64 ", wave %d, ships lost %d\n", world->frames, world->score,
                world->coming.number(), world->ship.losses);
    std::printf(
        "%zu enemies, %zu parts of the boss, %zu bullets, %zu shots, %zu missiles, %zu particles, %zu fragments\n",
        world->enemies.size(), world->boss.size(), world->bullets.size(), world->shots.size(), world->missiles.size(),
        world->sparks.size(), world->pieces.size());
    std::printf("state %016" PRIx64 "\n", world->hash());
    if (wanted.bullets != 0 && !times.empty()) {
        std::sort(times.begin(), times.end());
        std::printf("update: %.2f ms a frame (median), %.2f (the slowest of a hundred)\n", times[times.size() / 2],
                    times[times.size() * 99 / 100]);
        std::sort(frame_times.begin(), frame_times.end());
        std::printf("frame: %.2f ms (median), with its picture\n", frame_times[frame_times.size() / 2]);
    }
    return 0;
}

} // namespace shooter

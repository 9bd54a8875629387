#include "game.hpp"
#include "inspection.hpp"
#include "options.hpp"
#include "pilot.hpp"

#include <throng/entity/clock.hpp>

#include <SDL.h>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace shooter {

namespace {

struct closing {
    void operator()(SDL_Window* w) const { SDL_DestroyWindow(w); }
    void operator()(SDL_Renderer* r) const { SDL_DestroyRenderer(r); }
    void operator()(SDL_Texture* t) const { SDL_DestroyTexture(t); }
};
template <class T> using owned = std::unique_ptr<T, closing>;

/// False without a display: SDL would draw into memory that is not shown.
bool open_video() {
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
    const std::string_view driver = SDL_GetCurrentVideoDriver();
    if (driver != "offscreen" && driver != "dummy" && driver != "evdev") return true;
    SDL_SetError("no display");
    return false;
}

struct video {
    bool opened = open_video();
    video() = default;
    video(const video&) = delete;
    video& operator=(const video&) = delete;
    ~video() { SDL_Quit(); }
};

controls from_keys() {
    const Uint8* const held = SDL_GetKeyboardState(nullptr);
    const auto is_held = [held](SDL_Scancode a, SDL_Scancode b) { return held[a] != 0 || held[b] != 0; };
    controls c;
    c.x = (is_held(SDL_SCANCODE_RIGHT, SDL_SCANCODE_D) ? 1.0F : 0.0F) -
          (is_held(SDL_SCANCODE_LEFT, SDL_SCANCODE_A) ? 1.0F : 0.0F);
    c.y = (is_held(SDL_SCANCODE_DOWN, SDL_SCANCODE_S) ? 1.0F : 0.0F) -
          (is_held(SDL_SCANCODE_UP, SDL_SCANCODE_W) ? 1.0F : 0.0F);
    c.fire = is_held(SDL_SCANCODE_SPACE, SDL_SCANCODE_RETURN);
    c.missiles = is_held(SDL_SCANCODE_LCTRL, SDL_SCANCODE_M);
    return c;
}

double seconds_since(Uint64& before) {
    const Uint64 now = SDL_GetPerformanceCounter();
    const double passed = static_cast<double>(now - before) / static_cast<double>(SDL_GetPerformanceFrequency());
    before = now;
    return passed;
}

/// The keys that are pressed once. False if the game is to end.
bool take_key(SDL_Keycode key, game& world, bool& by_itself) {
    hud& display = world.display;
    if (key == SDLK_ESCAPE) return false;
    if (key == SDLK_p) world.paused(display.is_paused = !display.is_paused);
    if (key == SDLK_TAB) display.debug = !display.debug;
    if (key == SDLK_b) world.bullet_time(world.layers[on::bullets].time_scale() == 1);
    if (key == SDLK_F1) by_itself = !by_itself;
    return true;
}

} // namespace

bool play_in_window(const options& wanted, std::string& why) {
    const video screen;
    constexpr int width = static_cast<int>(field_width);
    constexpr int height = static_cast<int>(field_height);
    owned<SDL_Window> window;
    owned<SDL_Renderer> renderer;
    owned<SDL_Texture> texture;
    if (screen.opened)
        window.reset(SDL_CreateWindow("throng: shooter", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 2 * width,
                                      2 * height, SDL_WINDOW_RESIZABLE));
    if (window) renderer.reset(SDL_CreateRenderer(window.get(), -1, SDL_RENDERER_PRESENTVSYNC));
    if (renderer) {
        SDL_RenderSetLogicalSize(renderer.get(), width, height);
        texture.reset(
            SDL_CreateTexture(renderer.get(), SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STREAMING, width, height));
    }
    if (!texture) {
        why = SDL_GetError();
        return false;
    }

    const auto world = std::make_unique<game>(wanted.seed, wanted.bullets);
    world->display.debug = wanted.debug;
    std::unique_ptr<inspection> shown;
    if (wanted.inspect) {
        std::string reason;
        shown = inspect(*world, wanted, reason);
        if (!shown) std::fprintf(stderr, "shooter: no inspector: %s\n", reason.c_str());
    }
    canvas picture(width, height);
    throng::clock clock(1.0 / 60);
    bool by_itself = false;
    Uint64 before = SDL_GetPerformanceCounter();
    for (;;) {
        SDL_Event event;
        while (SDL_PollEvent(&event) != 0) {
            if (event.type == SDL_QUIT) return true;
            if (event.type == SDL_KEYDOWN && event.key.repeat == 0 &&
                !take_key(event.key.keysym.sym, *world, by_itself))
                return true;
        }
        const double passed = seconds_since(before);
        Uint64 began = SDL_GetPerformanceCounter();
        const bool plays = !shown || shown->poll();
        const unsigned steps = clock.run(plays ? passed : 0, [&](throng::time_step s) {
            world->update(s.seconds, by_itself ? pilot(*world) : from_keys());
        });
        if (steps != 0) world->display.update_ms = 1000 * seconds_since(began) / steps;
        world->display.frame_ms = 1000 * passed;
        world->draw(picture);
        SDL_UpdateTexture(texture.get(), nullptr, picture.pixels().data(), width * 4);
        SDL_RenderCopy(renderer.get(), texture.get(), nullptr, nullptr);
        SDL_RenderPresent(renderer.get());
    }
}

} // namespace shooter

#include "inspection.hpp"

#include "game.hpp"

#include <throng/extra/inspector.hpp>
#include <throng/world/world.hpp>

#include <chrono>
#include <cstdio>
#include <thread>

// Bullets, shots and stars are plain structures, which need no word. Of these not all can be shown.
template <> struct throng::component<shooter::enemy> {
    static constexpr auto fields =
        throng::fields(field("at", &shooter::enemy::at), field("health", &shooter::enemy::health).range(0, 1000),
                       field("flies", &shooter::enemy::flies), field("reload", &shooter::enemy::reload).unit("s"));
};
template <> struct throng::component<shooter::enemy::style> {
    using style = shooter::enemy::style;
    static constexpr enumerator names[] = {named("swinger", style::swinger), named("diver", style::diver),
                                           named("circler", style::circler)};
};
template <> struct throng::component<shooter::boss_part> {
    static constexpr auto fields =
        throng::fields(field("plays", &shooter::boss_part::plays), field("at", &shooter::boss_part::at),
                       field("health", &shooter::boss_part::health).range(0, 1000),
                       field("reload", &shooter::boss_part::reload).unit("s"));
};
template <> struct throng::component<shooter::missile> {
    static constexpr auto fields =
        throng::fields(field("at", &shooter::missile::at), field("speed", &shooter::missile::speed),
                       field("left", &shooter::missile::left).unit("s"));
};

namespace shooter {

namespace {

class served final : public inspection {
  public:
    served(game& world, const options& wanted) : inspector_(nothing_, {.port = wanted.port, .name = "shooter"}) {
        inspector_.include(world);
        inspector_.add("bullets", world.bullets);
        inspector_.add("shots", world.shots);
        inspector_.add("missiles", world.missiles);
        inspector_.add("enemies", world.enemies);
        inspector_.add("boss", world.boss);
        inspector_.add("stars", world.stars);
    }
    [[nodiscard]] const throng::inspector& get() const noexcept { return inspector_; }
    [[nodiscard]] bool poll() override { return inspector_.poll(); }
    void wait(double milliseconds) override {
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
        while (!poll()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

  private:
    /// The game has no entities of components.
    throng::world nothing_;
    throng::inspector inspector_;
};

} // namespace

std::unique_ptr<inspection> inspect(game& world, const options& wanted, std::string& why) {
    auto made = std::make_unique<served>(world, wanted);
    if (!made->get()) {
        why = made->get().error();
        return nullptr;
    }
    std::fprintf(stderr, "shooter: %s shows what is where\n", made->get().url().c_str());
    return made;
}

} // namespace shooter

/// The duel under GekkoNet's stress session, which rolls back ten frames in each frame, and compares the check sums.

#include "gekko.hpp"

#include "duel.hpp"

#include <cinttypes>
#include <cstdio>

int main() {
    using namespace network;
    constexpr int length = 1000;
    duel game(1);
    throng::rollback<presses> frames(game.world, 16, [&](const presses& p) { game.step(p); }, duel_state);

    GekkoSession* session = nullptr;
    if (!gekko_create(&session, GekkoStressSession)) return 1;
    GekkoConfig wanted{};
    wanted.num_players = 2;
    wanted.input_size = 1;
    wanted.state_size = sizeof(gekko_state);
    wanted.desync_detection = true;
    wanted.check_distance = 10;
    gekko_start(session, &wanted);
    const int numbers[2] = {gekko_add_actor(session, GekkoLocalPlayer, nullptr),
                            gekko_add_actor(session, GekkoLocalPlayer, nullptr)};

    recorded_player players[2] = {{1, 0}, {1, 1}};
    duel alone(1);
    int desyncs = 0;
    bool is_well = true;
    for (int frame = 0; frame < length; ++frame) {
        presses pressed{players[0].press(), players[1].press()};
        alone.step(pressed);
        gekko_add_local_input(session, numbers[0], &pressed[0]);
        gekko_add_local_input(session, numbers[1], &pressed[1]);
        int count = 0;
        GekkoGameEvent** const asked = gekko_update_session(session, &count);
        is_well = answer(asked, count, frames) && is_well;
        GekkoSessionEvent** const told = gekko_session_events(session, &count);
        for (int i = 0; i < count; ++i) desyncs += told[i]->type == GekkoDesyncDetected ? 1 : 0;
    }
    gekko_destroy(&session);
    const std::uint64_t state = throng::hash(game.world, duel_state);
    std::printf("%d frames, %d desyncs, state %016" PRIx64 "\n", length, desyncs, state);
    return is_well && desyncs == 0 && state == throng::hash(alone.world, duel_state) ? 0 : 1;
}

#pragma once

#include <throng/world/rollback.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <gekkonet.h>

namespace network {

/// What GekkoNet holds as the state: the frame's number, by which throng::rollback knows it. It is what `state_size` of
/// the configuration is the size of. (The first one is -1 there.)
using gekko_state = std::int32_t;

/// Does what a session asks for. `Input` is what all players press together, plain bytes, as many as GekkoNet's
/// `input_size` for each player. False where a frame cannot be kept or is not kept any more: the ring is too short.
template <class Input> bool answer(GekkoGameEvent** events, int count, throng::rollback<Input>& frames) {
    const auto number = [](gekko_state frame) { return static_cast<std::uint64_t>(std::int64_t{frame} + 1); };
    bool is_well = true;
    for (int i = 0; i < count; ++i) {
        const auto& of = events[i]->data;
        if (events[i]->type == GekkoSaveEvent) {
            const gekko_state frame = of.save.frame;
            is_well = frames.save(number(frame)) && is_well;
            std::memcpy(of.save.state, &frame, sizeof(frame));
            *of.save.state_len = sizeof(frame);
            *of.save.checksum = static_cast<unsigned>(frames.hash(number(frame)));
        } else if (events[i]->type == GekkoLoadEvent) {
            gekko_state frame = 0;
            std::memcpy(&frame, of.load.state, sizeof(frame));
            is_well = frames.load(number(frame)) && is_well;
        } else if (events[i]->type == GekkoAdvanceEvent) {
            Input pressed{};
            std::memcpy(&pressed, of.adv.inputs, sizeof(pressed));
            frames.advance(pressed);
        }
    }
    return is_well;
}

} // namespace network

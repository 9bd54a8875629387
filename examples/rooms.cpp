// Guests move from room to room, in the middle of loops over both rooms. None is lost, none is updated twice in a
// frame, and the camera finds its guest in any room.
#include <throng/list.hpp>
#include <throng/shared_handles.hpp>

#include <cstdio>

namespace {

struct guest {
    const char* name;
    int updates = 0;
};

} // namespace

int main() {
    throng::shared_handles<guest> guests;
    throng::list<guest> hall(guests);
    throng::list<guest> attic(guests);
    const auto camera = hall.add({"Ann"});
    hall.add({"Ben"});
    attic.add({"Cid"});

    for (int frame = 1; frame <= 3; ++frame) {
        // Both walks are open before anyone moves: the walk of the other room treats the guest as a new element.
        auto in_hall = hall.walk(throng::residents);
        auto in_attic = attic.walk(throng::residents);
        for (guest& g : in_hall) {
            ++g.updates;
            attic.take(hall, g);
        }
        for (guest& g : in_attic) {
            ++g.updates;
            hall.take(attic, g);
        }
        const guest& followed = *guests.get(camera);
        std::printf("frame %d: %s is in the %s, updated %d times\n", frame, followed.name,
                    hall.contains(camera) ? "hall" : "attic", followed.updates);
    }
}

#include "library.hpp"

#include <throng/linked_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

namespace {
struct sound {
    int left;
};
} // namespace

int sounds_left_after(int played) {
    throng::list<sound> sounds;
    throng::pool<sound> voices;
    for (int i = 0; i < 100; ++i) {
        sounds.push_back({i % 10});
        voices.add({i});
    }
    for (sound& s : sounds)
        if (s.left < played) sounds.remove(s);
    for (sound& s : voices) voices.remove(s);
    return static_cast<int>(sounds.size() + voices.size());
}

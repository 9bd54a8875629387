#pragma once

#include <cstdint>

/// The only place where the playground knows what a collection is made of (throng/core/store.hpp).
namespace playground {

enum class slot { unused, live, ghost };

/// Calls f(page's number, slots in it) for each page, and then g(slot, what is in it, the element) for each of its
/// slots.
template <class Collection, class F, class G> void each_slot(Collection& c, F f, G g) {
    unsigned number = 0;
    for (auto* p = c.storage().pages().head; p != nullptr; p = p->next, ++number) {
        f(number, p->slots());
        for (unsigned i = 0; i < p->slots(); ++i) {
            const slot what = p->is_live(i) ? slot::live : p->is_ghost(i) ? slot::ghost : slot::unused;
            g(i, what, p->slot(i));
        }
    }
}

/// Where a walk stands.
struct place {
    bool is_known = false;
    unsigned page = 0;
    unsigned slot = 0;
};

/// Of the walk or view whose node lies in `bytes` bytes from an address on: whether it is one of this collection's,
/// which it can cease to be by a swap, and where it stands.
template <class Collection> bool find_open(Collection& c, const void* from, std::uintptr_t bytes, place& stands) {
    for (auto* w = c.storage().walkers().first(); w != nullptr; w = w->next) {
        if (reinterpret_cast<std::uintptr_t>(w) - reinterpret_cast<std::uintptr_t>(from) >= bytes) continue;
        stands = {};
        const auto* x = w->element();
        unsigned number = 0;
        for (auto* p = c.storage().pages().head; p != nullptr && x != nullptr; p = p->next, ++number) {
            if (p->of(x) == p) stands = {true, number, p->index_of(x)};
        }
        return true;
    }
    return false;
}

} // namespace playground

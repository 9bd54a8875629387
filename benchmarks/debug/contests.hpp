#pragma once

#include "../harness.hpp"
#include "group.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace debug {

/// Of a contestant, in whatever order.
struct held {
    bench::digest all;
    friend bool operator==(const held& a, const held& b) { return a.all.same_set(b.all); }
};

/// Of each workload a group, of each contestant a loop, which runs so many frames with N elements. The contestants
/// written by hand come first.
inline void measure(const std::vector<bench::workload>& workloads, std::size_t n, std::size_t frames,
                    std::size_t warm_up) {
    for (const bench::workload& w : workloads) {
        group<held> g(w.name, n * frames * static_cast<std::size_t>(w.share));
        for (const bool by_hand : {true, false})
            for (const bench::entry& e : w.entries) {
                if ((e.kind == bench::kind::baseline) != by_hand) continue;
                const std::unique_ptr<bench::contestant> c = e.make(n);
                for (std::size_t i = 0; i < warm_up; ++i) c->frame();
                g.loop(
                    e.name,
                    [&] {
                        for (std::size_t i = 0; i < frames; ++i) c->frame();
                    },
                    [&](held& h) { c->show(h.all); });
            }
    }
}

} // namespace debug

#include "allocation_count.hpp"
#include "timer.hpp"
#include "workloads.hpp"

#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <plf_colony.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// The worst frame. A crowd is walked frame by frame; one in a hundred dies, a few more than that are born, so that it
/// has doubled after the last frame, and whatever has to grow has grown on the way.
namespace bench {

namespace {

struct thing {
    std::uint64_t serial = 0;
    std::uint64_t age = 0;
    std::uint64_t state[6]{};

    /// Lives on; true if this was its last frame.
    bool step() {
        ++age;
        state[0] += serial ^ age;
        return ((serial * 0x9e3779b97f4a7c15U >> 20) + age) % 100 == 0;
    }
};

thing nth(std::uint64_t serial) {
    thing t;
    t.serial = serial;
    return t;
}

template <class Collection> class throng_crowd {
  public:
    void add(const thing& t) { all_.add(t); }
    void step_all() {
        for (thing& t : all_)
            if (t.step()) all_.remove(t);
    }
    template <class F> void visit(F f) const { all_.each(f); }
    std::size_t size() const { return all_.size(); }

  protected:
    Collection all_;
};

class updated_list : public throng_crowd<throng::list<thing>> {
  public:
    void step_all() {
        all_.update([](thing& t) { return !t.step(); });
    }
};

class growing_vector {
  public:
    void add(const thing& t) { all_.push_back(t); }
    void step_all() {
        std::erase_if(all_, [](thing& t) { return t.step(); });
    }
    template <class F> void visit(F f) const {
        for (const thing& t : all_) f(t);
    }
    std::size_t size() const { return all_.size(); }

  private:
    std::vector<thing> all_;
};

template <class Collection> class erasing_crowd {
  public:
    void add(const thing& t) { all_.insert(all_.end(), t); }
    void step_all() {
        for (auto it = all_.begin(); it != all_.end();) it = it->step() ? all_.erase(it) : std::next(it);
    }
    template <class F> void visit(F f) const {
        for (const thing& t : all_) f(t);
    }
    std::size_t size() const { return all_.size(); }

  private:
    Collection all_;
};

class colony_of_things {
  public:
    void add(const thing& t) { all_.insert(t); }
    void step_all() {
        for (auto it = all_.begin(); it != all_.end();)
            if (it->step()) it = all_.erase(it);
            else ++it;
    }
    template <class F> void visit(F f) const {
        for (const thing& t : all_) f(t);
    }
    std::size_t size() const { return all_.size(); }

  private:
    plf::colony<thing> all_;
};

/// What is seen of one contestant: each frame's time, by its least over all rounds. What the machine does to a frame it
/// does not do again at the same frame; what the collection does to it, it does every time.
struct frames {
    std::string name;
    kind what;
    bool keeps_order;
    std::vector<double> ns;
    std::size_t bytes = 0;
    std::uint64_t allocations = 0;
    digest end{};
};

template <class Crowd> void play(frames& f, std::size_t n, std::size_t count) {
    const std::size_t before = live_bytes();
    Crowd crowd;
    std::uint64_t serial = 0;
    while (serial < n) crowd.add(nth(serial++));
    f.ns.resize(count, 1e300);
    const std::uint64_t allocated = allocation_count();
    for (std::size_t i = 0; i < count; ++i) {
        const double took = ns_of([&] {
            crowd.step_all();
            const std::size_t wanted = n + n * (i + 1) / count;
            while (crowd.size() < wanted) crowd.add(nth(serial++));
        });
        f.ns[i] = std::min(f.ns[i], took);
    }
    f.allocations = allocation_count() - allocated;
    f.bytes = live_bytes() - before;
    f.end = {};
    crowd.visit([&](const thing& t) { f.end.add(t.serial * 31 + t.age + t.state[0]); });
}

template <class... Crowds>
std::vector<frames> played(std::size_t n, std::size_t count, std::size_t rounds, std::vector<frames> who) {
    using player = void (*)(frames&, std::size_t, std::size_t);
    const player players[] = {&play<Crowds>...};
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t c = 0; c < who.size(); ++c) players[c](who[c], n, count);
    return who;
}

std::vector<record> worst_frames(std::size_t n, const options& o) {
    // Ten thousand frames, but fewer of the largest crowds, which would take all day.
    const bool quick = o.rounds < 10;
    const std::size_t count = std::clamp<std::size_t>((quick ? 30'000'000 : 300'000'000) / n, 300, 10'000);
    const std::size_t rounds = quick ? 2 : 3;
    std::vector<frames> who =
        played<throng_crowd<throng::list<thing>>, updated_list, throng_crowd<throng::bag<thing>>,
               throng_crowd<throng::pool<thing>>, growing_vector, erasing_crowd<std::list<thing>>, colony_of_things>(
            n, count, rounds,
            {{"throng::list range-for", kind::ours, true, {}},
             {"throng::list update(bool)", kind::ours, true, {}},
             {"throng::bag range-for", kind::ours, false, {}},
             {"throng::pool range-for", kind::ours, false, {}},
             {"std::vector, growing", kind::baseline, true, {}},
             {"std::list", kind::peer, true, {}},
             {"plf::colony", kind::peer, false, {}}});
    std::vector<record> records;
    struct part {
        const char* name;
        double quantile;
    };
    for (const part p :
         {part{"stall: median frame", 0.5}, part{"stall: 99.9th percentile", 0.999}, part{"stall: longest frame", 1.0}})
        for (frames& f : who) {
            if (!f.end.same_set(who.front().end) || (f.keeps_order && !f.end.same_order(who.front().end)))
                throw mismatch{"stall: " + f.name + ": not the same crowd at the end as " + who.front().name};
            std::vector<double> sorted = f.ns;
            std::sort(sorted.begin(), sorted.end());
            const double ns = sorted[static_cast<std::size_t>(p.quantile * static_cast<double>(sorted.size() - 1))];
            records.push_back({.workload = p.name,
                               .n = n,
                               .contestant = f.name,
                               .kind = f.what,
                               .keeps_order = f.keeps_order,
                               .ns_median = ns,
                               .ns_min = sorted.front(),
                               .spread = 0,
                               .allocations = static_cast<double>(f.allocations) / static_cast<double>(count),
                               .bytes = f.bytes,
                               .check = f.end.sum()});
        }
    return records;
}

} // namespace

workload stall() {
    return {.name = "stall",
            .title = "the worst frame of a crowd that doubles while one in a hundred dies and is replaced each frame",
            .warm_up = 0,
            .sizes = {10'000, 100'000, 1'000'000},
            .entries = {},
            .unit = "ns a frame",
            .measure = &worst_frames,
            .why_behind = "Gaps are closed a stretch at a time, in frames where a crowd that has none to close has "
                          "nothing to do; and while it doubles, each new page is touched for the first time."};
}

} // namespace bench

#include "allocation_count.hpp"
#include "growing_crowd.hpp"
#include "timer.hpp"
#include "workloads.hpp"

#include <throng/bag.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <plf_colony.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// The worst frame. A crowd doubles, and whatever has to grow grows on the way: first while all are walked in each
/// frame and one in a hundred dies; then with nothing but the adding, where a stall cannot hide behind the walk.
namespace bench {

namespace {

/// What a crowd of any collection has in common: things go to its end.
template <class Collection> class crowd_in : public growing_crowd {
  public:
    void add(std::uint64_t first, std::uint64_t last) final {
        for (; first != last; ++first) all_.insert(all_.end(), nth_thing(first));
    }
    std::size_t size() const final { return all_.size(); }
    void show(digest& d) const final {
        for (const thing& t : all_) d.add(t.hash());
    }

  protected:
    Collection all_;
};

/// Nobody takes a handle: the others have none.
template <class Collection> class throng_crowd : public growing_crowd {
  public:
    void add(std::uint64_t first, std::uint64_t last) final {
        for (; first != last; ++first) all_.push_back(nth_thing(first));
    }
    void step_all() override {
        for (thing& t : all_)
            if (t.step()) all_.remove(t);
    }
    std::size_t size() const final { return all_.size(); }
    void show(digest& d) const final {
        for (const thing& t : all_) d.add(t.hash());
    }

  protected:
    Collection all_;
};

class updated_list final : public throng_crowd<throng::list<thing>> {
  public:
    void step_all() override {
        all_.update([](thing& t) { return !t.step(); });
    }
};

class growing_vector final : public crowd_in<std::vector<thing>> {
  public:
    void step_all() override {
        std::erase_if(all_, [](thing& t) { return t.step(); });
    }
};

template <class Collection> class erasing_crowd final : public crowd_in<Collection> {
  public:
    void step_all() override {
        for (auto it = this->all_.begin(); it != this->all_.end();)
            if (it->step()) it = this->all_.erase(it);
            else ++it;
    }
};

class colony_of_things final : public growing_crowd {
  public:
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first) all_.insert(nth_thing(first));
    }
    void step_all() override {
        for (auto it = all_.begin(); it != all_.end();)
            if (it->step()) it = all_.erase(it);
            else ++it;
    }
    std::size_t size() const override { return all_.size(); }
    void show(digest& d) const override {
        for (const thing& t : all_) d.add(t.hash());
    }

  private:
    plf::colony<thing> all_;
};

std::vector<growing_entry> contestants() {
    std::vector<growing_entry> all = {
        grows<throng_crowd<throng::list<thing>>>("throng::list range-for", kind::ours, true),
        grows<updated_list>("throng::list update(bool)", kind::ours, true),
        grows<throng_crowd<throng::bag<thing>>>("throng::bag range-for", kind::ours, false),
        grows<throng_crowd<throng::pool<thing>>>("throng::pool range-for", kind::ours, false),
        grows<growing_vector>("std::vector, growing", kind::baseline, true),
        grows<erasing_crowd<std::list<thing>>>("std::list", kind::peer, true),
        grows<colony_of_things>("plf::colony", kind::peer, false),
    };
    for (growing_entry& e : growing_entt()) all.push_back(std::move(e));
    return all;
}

/// What is seen of one contestant: each frame's time, by its least over all rounds. What the machine does to a frame it
/// does not do again at the same frame; what the collection does to it, it does every time.
struct frames {
    explicit frames(std::size_t count) : ns(count, 1e300) {}

    std::vector<double> ns;
    std::size_t bytes = 0;
    std::uint64_t allocations = 0;
    digest end{};
};

void play(const growing_entry& e, frames& f, std::size_t n, bool stepping) {
    const std::size_t before = live_bytes();
    const std::unique_ptr<growing_crowd> crowd = e.make();
    std::uint64_t serial = n;
    crowd->add(0, n);
    const std::uint64_t allocated = allocation_count();
    const std::size_t count = f.ns.size();
    for (std::size_t i = 0; i < count; ++i) {
        const double took = ns_of([&] {
            if (stepping) crowd->step_all();
            const std::size_t missing = n + n * (i + 1) / count - crowd->size();
            crowd->add(serial, serial + missing);
            serial += missing;
        });
        f.ns[i] = std::min(f.ns[i], took);
    }
    f.allocations = allocation_count() - allocated;
    f.bytes = live_bytes() - before;
    f.end = {};
    crowd->show(f.end);
}

struct part {
    const char* name;
    double quantile;
};

std::vector<record> played(std::size_t n, std::size_t count, std::size_t rounds, bool stepping,
                           const std::vector<part>& parts) {
    const std::vector<growing_entry> who = contestants();
    std::vector<frames> seen(who.size(), frames(count));
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t c = 0; c < who.size(); ++c) play(who[c], seen[c], n, stepping);
    std::vector<record> records;
    for (const part& p : parts)
        for (std::size_t c = 0; c < who.size(); ++c) {
            frames& f = seen[c];
            const digest& end = seen.front().end;
            if (!f.end.same_set(end) || (who[c].keeps_order && !f.end.same_order(end)))
                throw mismatch{"stall: " + who[c].name + ": not the same crowd at the end as " + who.front().name};
            std::vector<double> sorted = f.ns;
            std::sort(sorted.begin(), sorted.end());
            records.push_back(
                {.workload = p.name,
                 .n = n,
                 .contestant = who[c].name,
                 .kind = who[c].kind,
                 .keeps_order = who[c].keeps_order,
                 .ns_median = sorted[static_cast<std::size_t>(p.quantile * static_cast<double>(count - 1))],
                 .ns_min = sorted.front(),
                 .spread = 0,
                 .allocations = static_cast<double>(f.allocations) / static_cast<double>(count),
                 .bytes = f.bytes,
                 .check = f.end.sum()});
        }
    return records;
}

std::vector<record> worst_frames(std::size_t n, const options& o) {
    const bool quick = o.rounds < 10;
    const std::size_t rounds = quick ? 2 : 3;
    // Ten thousand frames, but fewer of the largest crowds, which would take all day.
    std::vector<record> all =
        played(n, std::clamp<std::size_t>((quick ? 30'000'000 : 300'000'000) / n, 300, 10'000), rounds, true,
               {{"stall: median frame", 0.5}, {"stall: 99.9th percentile", 0.999}, {"stall: longest frame", 1.0}});
    // A thousand newcomers a frame.
    const std::vector<record> adding =
        played(n, std::max<std::size_t>(n / 1000, 1), rounds, false,
               {{"stall: adding alone, median frame", 0.5}, {"stall: adding alone, longest frame", 1.0}});
    all.insert(all.end(), adding.begin(), adding.end());
    return all;
}

} // namespace

workload stall() {
    return {.name = "stall",
            .title = "the worst frame of a crowd that doubles, while one in a hundred dies and is replaced each frame, "
                     "or while a thousand are added and nothing else",
            .warm_up = 0,
            .sizes = {10'000, 100'000, 1'000'000},
            .entries = {},
            .unit = "ns a frame",
            .measure = &worst_frames,
            .why_behind = "In a list that nobody updates, gaps are closed a stretch at a time, in frames where a crowd "
                          "that has none to close has nothing to do. A bag is one array, and grows like one, unless "
                          "room is reserved."};
}

} // namespace bench

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
#include <list>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// The worst frame. A crowd doubles, and whatever has to grow grows on the way: first while all are walked in each
/// frame and one in a hundred dies; then with one in a thousand removed by its handle, iterator or index, and none
/// walked, so that a stall cannot hide behind the walk.
namespace bench {

namespace {

template <class Collection> class crowd_in : public growing_crowd {
  public:
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first)
            if constexpr (requires { all_.push_back(thing()); }) all_.push_back(nth_thing(first));
            else all_.insert(nth_thing(first));
    }
    std::size_t size() const final { return all_.size(); }
    void show(digest& d) const final {
        for (const thing& t : all_) d.add(t.hash());
    }

  protected:
    Collection all_;
};

/// No handle is taken: the others have none.
template <class Collection> class removing_crowd final : public crowd_in<Collection> {
  public:
    void play(std::span<const std::uint64_t>) override {
        for (thing& t : this->all_)
            if (t.step()) this->all_.remove(t);
    }
};

class updated_list final : public crowd_in<throng::list<thing>> {
  public:
    void play(std::span<const std::uint64_t>) override {
        all_.update([](thing& t) { return !t.step(); });
    }
};

class growing_vector final : public crowd_in<std::vector<thing>> {
  public:
    void play(std::span<const std::uint64_t>) override {
        std::erase_if(all_, [](thing& t) { return t.step(); });
    }
};

template <class Collection> class erasing_crowd final : public crowd_in<Collection> {
  public:
    void play(std::span<const std::uint64_t>) override {
        for (auto it = this->all_.begin(); it != this->all_.end();)
            if (it->step()) it = this->all_.erase(it);
            else ++it;
    }
};

template <class Collection> class crowd_by_handle final : public crowd_in<Collection> {
  public:
    void expect(std::uint64_t serials) override { handles_.resize(serials); }
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first) handles_[first] = this->all_.add(nth_thing(first));
    }
    void play(std::span<const std::uint64_t> leaving) override {
        for (const std::uint64_t serial : leaving) this->all_.remove(handles_[serial]);
    }

  private:
    std::vector<typename Collection::handle_type> handles_;
};

template <class Collection> class crowd_by_iterator final : public crowd_in<Collection> {
  public:
    void expect(std::uint64_t serials) override { iterators_.resize(serials); }
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first)
            if constexpr (requires { this->all_.push_back(thing()); })
                iterators_[first] = this->all_.insert(this->all_.end(), nth_thing(first));
            else iterators_[first] = this->all_.insert(nth_thing(first));
    }
    void play(std::span<const std::uint64_t> leaving) override {
        for (const std::uint64_t serial : leaving) this->all_.erase(iterators_[serial]);
    }

  private:
    std::vector<typename Collection::iterator> iterators_;
};

class vector_by_index final : public crowd_in<std::vector<thing>> {
  public:
    void expect(std::uint64_t serials) override { indices_.resize(serials); }
    void add(std::uint64_t first, std::uint64_t last) override {
        for (; first != last; ++first) {
            indices_[first] = all_.size();
            all_.push_back(nth_thing(first));
        }
    }
    void play(std::span<const std::uint64_t> leaving) override {
        for (const std::uint64_t serial : leaving) {
            const std::size_t i = indices_[serial];
            indices_[all_.back().serial] = i;
            all_[i] = all_.back();
            all_.pop_back();
        }
    }

  private:
    std::vector<std::size_t> indices_;
};

std::vector<growing_entry> walked() {
    std::vector<growing_entry> all = {
        grows<removing_crowd<throng::list<thing>>>("throng::list range-for", kind::ours, true),
        grows<updated_list>("throng::list update(bool)", kind::ours, true),
        grows<removing_crowd<throng::bag<thing>>>("throng::bag range-for", kind::ours, false),
        grows<removing_crowd<throng::pool<thing>>>("throng::pool range-for", kind::ours, false),
        grows<growing_vector>("std::vector, growing", kind::baseline, true),
        grows<erasing_crowd<std::list<thing>>>("std::list", kind::peer, true),
        grows<erasing_crowd<plf::colony<thing>>>("plf::colony", kind::peer, false),
    };
    for (growing_entry& e : growing_entt()) all.push_back(std::move(e));
    return all;
}

std::vector<growing_entry> churned() {
    std::vector<growing_entry> all = {
        grows<crowd_by_handle<throng::list<thing>>>("throng::list by handle", kind::ours, true),
        grows<crowd_by_handle<throng::bag<thing>>>("throng::bag by handle", kind::ours, false),
        grows<crowd_by_handle<throng::pool<thing>>>("throng::pool by handle", kind::ours, false),
        grows<vector_by_index>("std::vector, growing, swap and pop by index", kind::baseline, false),
        grows<crowd_by_iterator<std::list<thing>>>("std::list by iterator", kind::peer, true),
        grows<crowd_by_iterator<plf::colony<thing>>>("plf::colony by iterator", kind::peer, false),
    };
    for (growing_entry& e : churning_entt()) all.push_back(std::move(e));
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

/// What leaves in which frame, by lot.
class departures {
  public:
    /// For a crowd of at most `largest`, of which `leaving` go each frame.
    departures(std::size_t largest, std::size_t leaving) : leaving_(leaving) { present_.reserve(largest); }

    /// The serials of those that leave in the next frame, of all that were added before `newest`.
    std::span<const std::uint64_t> next(std::uint64_t newest) {
        for (; newest_ != newest; ++newest_) present_.push_back(newest_);
        for (std::uint64_t& gone : leaving_) {
            std::uint64_t& chosen = present_[random_() % present_.size()];
            gone = std::exchange(chosen, present_.back());
            present_.pop_back();
        }
        return leaving_;
    }

  private:
    std::minstd_rand random_;
    std::uint64_t newest_ = 0;
    std::vector<std::uint64_t> present_;
    std::vector<std::uint64_t> leaving_;
};

// Before the crowd grows, frames that are not timed: the first in which one of a page leaves finds the page out of the
// cache, whatever the collection.
constexpr std::size_t warm_up = 20;

void play(const growing_entry& e, frames& f, std::size_t n, bool walking) {
    const std::size_t count = f.ns.size();
    const std::size_t leaving = walking ? 0 : std::max<std::size_t>(n / 1000, 100);
    departures by_lot(2 * n, leaving);
    const std::size_t before = live_bytes();
    const std::unique_ptr<growing_crowd> crowd = e.make();
    crowd->expect(2 * n + leaving * (warm_up + count));
    std::uint64_t serial = n;
    crowd->add(0, n);
    const auto frame = [&](std::size_t size_after) {
        const std::span<const std::uint64_t> gone = by_lot.next(serial);
        return ns_of([&] {
            crowd->play(gone);
            const std::size_t missing = size_after - crowd->size();
            crowd->add(serial, serial + missing);
            serial += missing;
        });
    };
    for (std::size_t i = 0; i < warm_up; ++i) frame(n);
    const std::uint64_t allocated = allocation_count();
    for (std::size_t i = 0; i < count; ++i) f.ns[i] = std::min(f.ns[i], frame(n + n * (i + 1) / count));
    f.allocations = allocation_count() - allocated;
    // The crowd has doubled; a record is of `n`.
    f.bytes = (live_bytes() - before) / 2;
    f.end = {};
    crowd->show(f.end);
}

struct part {
    const char* name;
    double quantile;
};

std::vector<record> played(std::size_t n, std::size_t count, std::size_t rounds, bool walking,
                           const std::vector<part>& parts) {
    const std::vector<growing_entry> who = walking ? walked() : churned();
    std::vector<frames> seen(who.size(), frames(count));
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t c = 0; c < who.size(); ++c) play(who[c], seen[c], n, walking);
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
    const std::size_t work = quick ? 10'000'000 : 300'000'000;
    const std::size_t count = std::clamp<std::size_t>(work / n, quick ? 100 : 300, 10'000);
    std::vector<record> all =
        played(n, count, rounds, true,
               {{"stall: median frame", 0.5}, {"stall: 99.9th percentile", 0.999}, {"stall: longest frame", 1.0}});
    const std::vector<record> churning =
        played(n, std::min<std::size_t>(count, 1'000), rounds, false,
               {{"stall: churn alone, median frame", 0.5}, {"stall: churn alone, longest frame", 1.0}});
    all.insert(all.end(), churning.begin(), churning.end());
    return all;
}

} // namespace

workload stall() {
    return {
        .name = "stall",
        .title =
            "the worst frame of a crowd that doubles: all are walked, and one in a hundred dies and is replaced each "
            "frame; or no walk is open, and one in a thousand is removed by its handle, iterator or index",
        .warm_up = 0,
        .sizes = {10'000, 100'000, 1'000'000},
        .entries = {},
        .unit = "ns a frame",
        .measure = &worst_frames,
        .why_behind = "In a list without updates, gaps are closed a part at a time, in frames in which a crowd "
                      "without gaps has nothing to do. A bag is one array, and grows like one, unless "
                      "room is reserved. A handle is found in a table, so that it may outlive its element: to "
                      "remove by it reads an entry of the table, a page's bits and an entry of the page, each a "
                      "miss in a large crowd, where an iterator reads its node."};
}

} // namespace bench

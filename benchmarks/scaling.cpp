#include "allocation_count.hpp"
#include "timer.hpp"
#include "workloads.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <plf_colony.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Every operation by itself, from a thousand elements to ten million: what is O(1) is a flat line, but for the steps
/// where the elements no longer fit into a cache.
namespace bench {

namespace {

struct thing {
    std::uint64_t serial;
    std::uint64_t value;
};

enum class operation { add, iterate, get, contains, remove, clear, clear_under_view };
constexpr std::array<const char*, 7> names{"add",    "iteration", "get by handle",     "contains",
                                           "remove", "clear",     "clear under a view"};
constexpr std::size_t operations = names.size();

template <class Collection> class of_throng {
  public:
    using token = decltype(std::declval<Collection&>().add(std::declval<thing>()));
    token add(const thing& t) { return all_.add(t); }
    const thing* get(token h) { return all_.get(h); }
    bool contains(const thing* t) { return all_.contains(*t); }
    void remove(token h) { all_.remove(h); }
    template <class F> void visit(F f) { all_.each(f); }
    void clear() { all_.clear(); }
    /// (What the view has kept goes with it.)
    void clear_under_view() {
        const auto view = all_.freeze();
        all_.clear();
    }
    /// Those who wait, where newcomers do.
    void let_in() {
        if constexpr (requires { all_.commit(); }) all_.commit();
    }

  private:
    Collection all_;
};

template <class Collection> class of_iterators {
  public:
    using token = typename Collection::iterator;
    token add(const thing& t) { return all_.insert(all_.end(), t); }
    const thing* get(token at) { return &*at; }
    void remove(token at) { all_.erase(at); }
    template <class F> void visit(F f) {
        for (thing& t : all_) f(t);
    }
    void clear() { all_.clear(); }

  private:
    Collection all_;
};

class of_colony {
  public:
    using token = plf::colony<thing>::iterator;
    token add(const thing& t) { return all_.insert(t); }
    const thing* get(token at) { return &*at; }
    void remove(token at) { all_.erase(at); }
    template <class F> void visit(F f) {
        for (thing& t : all_) f(t);
    }
    void clear() { all_.clear(); }

  private:
    plf::colony<thing> all_;
};

/// Without removal by name, which is O(n).
class of_vector {
  public:
    using token = std::size_t;
    token add(const thing& t) {
        all_.push_back(t);
        return all_.size() - 1;
    }
    const thing* get(token at) { return &all_[at]; }
    template <class F> void visit(F f) {
        for (thing& t : all_) f(t);
    }
    void clear() { all_.clear(); }

  private:
    std::vector<thing> all_;
};

template <class C>
concept asks = requires(C c, const thing* t) { c.contains(t); };
template <class C>
concept shows = requires(C c) { c.clear_under_view(); };
template <class C>
concept removes = requires(C c, typename C::token t) { c.remove(t); };

struct seen {
    std::string name;
    kind what;
    bool keeps_order;
    std::array<std::vector<double>, operations> ns{};
    std::size_t bytes = 0;
    std::uint64_t allocations = 0;
    std::uint64_t check = 0;
};

/// One life of the collection: filled, walked, asked in random order, emptied half by hand and half at once.
template <class C> void live(seen& s, std::size_t n, const std::vector<std::uint32_t>& order) {
    const auto note = [&](operation o, std::size_t times, double ns) {
        s.ns[static_cast<std::size_t>(o)].push_back(ns / static_cast<double>(times));
    };
    std::vector<typename C::token> tokens;
    tokens.reserve(n);
    const std::size_t before = live_bytes();
    const std::uint64_t allocated = allocation_count();
    C all;
    note(operation::add, n, ns_of([&] {
             for (std::size_t i = 0; i < n; ++i) tokens.push_back(all.add({i, i}));
             if constexpr (shows<C>) all.let_in();
         }));
    s.bytes = live_bytes() - before;
    s.allocations = allocation_count() - allocated;
    note(operation::iterate, n, ns_of([&] { all.visit([](thing& t) { t.value += t.serial; }); }));
    std::uint64_t sum = 0;
    note(operation::get, order.size(), ns_of([&] {
             for (const std::uint32_t i : order) sum += all.get(tokens[i])->value;
         }));
    if constexpr (asks<C>) {
        std::vector<const thing*> places;
        places.reserve(order.size());
        for (const std::uint32_t i : order) places.push_back(all.get(tokens[i]));
        std::size_t there = 0;
        note(operation::contains, order.size(), ns_of([&] {
                 for (const thing* t : places) there += all.contains(t);
             }));
        if (there != order.size()) throw mismatch{"scaling: " + s.name + ": contains: not all are there"};
    }
    if constexpr (removes<C>) {
        note(operation::remove, order.size() / 2, ns_of([&] {
                 for (std::size_t i = 0; i < order.size() / 2; ++i) all.remove(tokens[order[i]]);
             }));
    }
    std::uint64_t left = 0;
    all.visit([&](const thing& t) { left += t.serial; });
    // Half of the vector is not taken away, so it cannot come to the same; but all of this has been looked at.
    s.check = removes<C> ? sum * 31 + left : 0;
    [[maybe_unused]] static volatile std::uint64_t looked_at;
    looked_at = sum + left;
    note(operation::clear, n, ns_of([&] { all.clear(); }));
    if constexpr (shows<C>) {
        for (std::size_t i = 0; i < n; ++i) (void)all.add({i, i});
        all.let_in();
        note(operation::clear_under_view, n, ns_of([&] { all.clear_under_view(); }));
    }
}

/// Up to a million different places, in an order that no prefetcher foresees.
std::vector<std::uint32_t> random_order(std::size_t n) {
    std::vector<std::uint32_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>(i);
    std::uint64_t dice = 1;
    for (std::size_t i = n; i > 1; --i) {
        dice = dice * 6364136223846793005U + 1442695040888963407U;
        std::swap(order[i - 1], order[(dice >> 33) % i]);
    }
    order.resize(std::min<std::size_t>(n, 1'000'000));
    return order;
}

template <class... Collections> std::vector<seen> lives(std::size_t n, std::size_t rounds, std::vector<seen> who) {
    using player = void (*)(seen&, std::size_t, const std::vector<std::uint32_t>&);
    const player players[] = {&live<Collections>...};
    const std::vector<std::uint32_t> order = random_order(n);
    for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < who.size(); ++i) {
            const std::size_t c = (i + round) % who.size();
            players[c](who[c], n, order);
        }
    return who;
}

std::vector<record> all_operations(std::size_t n, const options& o) {
    const std::size_t rounds = std::clamp<std::size_t>(3'000'000 / n, 3, o.rounds < 10 ? 9 : 101);
    std::vector<seen> who =
        lives<of_throng<throng::list<thing>>, of_throng<throng::pool<thing>>, of_throng<throng::bag<thing>>,
              of_throng<throng::buffered_list<thing>>, of_iterators<std::list<thing>>, of_colony, of_vector>(
            n, rounds,
            {{"throng::list", kind::ours, true},
             {"throng::pool", kind::ours, false},
             {"throng::bag", kind::ours, false},
             {"throng::buffered_list", kind::ours, true},
             {"std::list", kind::peer, true},
             {"plf::colony", kind::peer, false},
             {"std::vector (limit)", kind::limit, true}});
    for (const seen& s : who)
        if (s.check != 0 && s.check != who.front().check)
            throw mismatch{"scaling: " + s.name + ": another sum over what was found and left than " +
                           who.front().name};
    std::vector<record> records;
    for (std::size_t op = 0; op < operations; ++op)
        for (seen& s : who) {
            std::vector<double>& ns = s.ns[op];
            if (ns.empty()) continue;
            std::sort(ns.begin(), ns.end());
            const double median = ns[ns.size() / 2];
            records.push_back({.workload = std::string("scaling: ") + names[op],
                               .n = n,
                               .contestant = s.name,
                               .kind = s.what,
                               .keeps_order = s.keeps_order,
                               .ns_median = median,
                               .ns_min = ns.front(),
                               .spread = (ns[ns.size() * 3 / 4] - ns[ns.size() / 4]) / std::max(median, 1e-9),
                               .allocations = op == 0 ? static_cast<double>(s.allocations) : 0,
                               .bytes = s.bytes,
                               .check = s.check});
        }
    return records;
}

} // namespace

workload scaling() {
    return {.name = "scaling",
            .title = "one operation at a time, from 1,000 to 10,000,000 elements of 16 bytes",
            .warm_up = 0,
            .sizes = {1'000, 10'000, 100'000, 1'000'000, 10'000'000},
            .entries = {},
            .unit = "ns an operation",
            .measure = &all_operations,
            .why_behind =
                "Every element here has a handle that is checked at each use, and goes stale with the element: "
                "the others' are bare pointers, and clear() of an array of numbers forgets a length. A "
                "removal keeps what any open walk needs, and the gaps are closed later."};
}

} // namespace bench

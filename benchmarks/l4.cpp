#include "articles/locking_list.hpp"
#include "bullet.hpp"
#include "workloads.hpp"

#include <throng/ordered_set.hpp>

#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/identity.hpp>
#include <boost/multi_index/sequenced_index.hpp>
#include <boost/multi_index_container.hpp>
#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

/// L4: sets that keep the order of adding. Each is written as an expert of its parts would write it.
namespace bench {

namespace {

using number = std::uint32_t;

/// What pointers point to: game objects in no particular order of memory.
struct object {
    number id;
    char state[60];
};

number id_of(number n) { return n; }
number id_of(const object* o) { return o->id; }

// ------------------------------------------------------------------------------------------------------------- throng

template <class Key> class ordered_set {
  public:
    void add(Key k) { all_.add(k); }
    void remove(Key k) { all_.remove(k); }
    bool contains(Key k) const { return all_.contains(k); }
    template <class F> void visit(F f) const {
        for (const Key& k : all_) f(k);
    }

  private:
    throng::ordered_set<Key> all_;
};

/// The same, walked by `each`.
template <class Key> class ordered_set_by_each {
  public:
    void add(Key k) { all_.add(k); }
    void remove(Key k) { all_.remove(k); }
    bool contains(Key k) const { return all_.contains(k); }
    template <class F> void visit(F f) const { all_.each(f); }

  private:
    throng::ordered_set<Key> all_;
};

// -------------------------------------------------------------------------------------------------------------- peers

template <class Key> class multi_index {
  public:
    void add(Key k) { all_.push_back(k); }
    void remove(Key k) { all_.template get<1>().erase(k); }
    bool contains(Key k) const { return all_.template get<1>().count(k) != 0; }
    template <class F> void visit(F f) const {
        for (const Key& k : all_) f(k);
    }

  private:
    boost::multi_index_container<
        Key, boost::multi_index::indexed_by<boost::multi_index::sequenced<>,
                                            boost::multi_index::hashed_unique<boost::multi_index::identity<Key>>>>
        all_;
};

/// Where buckets are counted in powers of two, a hash that is the number or the address itself does badly.
struct mixed {
    template <class Key> std::size_t operator()(Key k) const {
        if constexpr (std::is_pointer_v<Key>) return mix(reinterpret_cast<std::uintptr_t>(k));
        else return mix(k);
    }
};

template <class K, class V> using std_map = std::unordered_map<K, V>;
template <class K, class V> using robin_map = tsl::robin_map<K, V, mixed>;

// ----------------------------------------------------------------------------------------------------------- contests

/// Twice as many keys as are in the set at a time, in no order.
template <class Key> class universe;
template <> class universe<number> {
  public:
    explicit universe(std::size_t) {}
    [[nodiscard]] number key(std::size_t i) const { return static_cast<number>(i); }
};
template <> class universe<object*> {
  public:
    explicit universe(std::size_t size) : objects_(std::make_unique<object[]>(size)) {
        for (std::size_t i = 0; i < size; ++i) objects_[i].id = static_cast<number>(i);
    }
    [[nodiscard]] object* key(std::size_t i) const { return &objects_[i]; }

  private:
    std::unique_ptr<object[]> objects_;
};

/// A frame makes n random calls: a third of them each removes one that is there, adds one that is not, and asks
/// for one that may or may not be there.
template <class Set, class Key> class mixing : public contestant {
  public:
    explicit mixing(std::size_t n) : n_(n), universe_(2 * n) {
        for (std::size_t i = 0; i < 2 * n; ++i) keys_.push_back(universe_.key(i));
        for (std::size_t i = 0; i < 2 * n; ++i) std::swap(keys_[i], keys_[i + below(2 * n - i)]);
        for (std::size_t i = 0; i < n; ++i) set_.add(keys_[i]);
        for (std::size_t i = 0; i < 4; ++i) calls();
    }

    void frame() override { calls(); }
    void show(digest& d) const final {
        d.add(mix(hits_));
        set_.visit([&d](Key k) { d.add(mix(id_of(k))); });
    }

  protected:
    void calls() {
        for (std::size_t i = 0; i < n_; i += 3) {
            Key& leaves = keys_[below(n_)];
            Key& joins = keys_[n_ + below(n_)];
            set_.remove(leaves);
            set_.add(joins);
            std::swap(leaves, joins);
            hits_ += set_.contains(keys_[below(2 * n_)]) ? 1U : 0U;
        }
    }
    Set set_;
    std::uint64_t hits_ = 0;

  private:
    std::size_t below(std::size_t n) { return ((mix(++rolls_) & 0xffffffffU) * n) >> 32U; }

    std::size_t n_;
    universe<Key> universe_;
    /// The first half are in the set.
    std::vector<Key> keys_;
    std::uint64_t rolls_ = 0;
};

/// A frame walks what such calls have left.
template <class Set, class Key> class walking : public mixing<Set, Key> {
  public:
    explicit walking(std::size_t n) : mixing<Set, Key>(n) {
        for (std::size_t i = 0; i < 16; ++i) this->calls();
    }
    void frame() final {
        std::uint64_t sum = 0;
        this->set_.visit([&sum](Key k) { sum += k; });
        this->hits_ += sum;
    }
};

template <template <class, class> class Contest, class Key> std::vector<entry> all_contestants() {
    const auto contest = []<class Set>(std::string name, kind k, std::in_place_type_t<Set>) -> entry {
        return {std::move(name), k, true, [](std::size_t n) { return std::make_unique<Contest<Set, Key>>(n); }};
    };
    return {
        contest("throng::ordered_set", kind::ours, std::in_place_type<ordered_set<Key>>),
        contest("throng::ordered_set each", kind::ours, std::in_place_type<ordered_set_by_each<Key>>),
        contest("boost::multi_index", kind::peer, std::in_place_type<multi_index<Key>>),
        contest("std::list, std::unordered_map", kind::baseline, std::in_place_type<keyed_list<Key, std_map>>),
        contest("std::list, tsl::robin_map", kind::peer, std::in_place_type<keyed_list<Key, robin_map>>),
    };
}

const std::vector<std::size_t> sizes = {1'000, 10'000, 100'000, 1'000'000};

std::vector<criterion> faster_in_the_mix() {
    const std::vector<std::string> ours = {"throng::ordered_set"};
    const std::vector<std::string> theirs = {"boost::multi_index"};
    return {{"against boost::multi_index", ours, theirs, 1 / 1.4, 0, 100'000},
            {"against boost::multi_index", ours, theirs, 1 / 1.7, 1'000'000, 1'000'000}};
}

const char* const gaps_are_closed =
    "Elements are contiguous, so a removal leaves a gap; closing gaps moves other elements and updates the index. "
    "Large sets wait for memory: an index, tags and elements are three places.";

} // namespace

workload l4() {
    return {.name = "L4",
            .title = "sets of numbers in order of adding: a third each adds, removes and asks",
            .warm_up = 4,
            .sizes = sizes,
            .entries = all_contestants<mixing, number>(),
            .criteria = faster_in_the_mix(),
            .why_behind = gaps_are_closed};
}

workload l4_pointers() {
    return {.name = "L4-pointers",
            .title = "sets of pointers in order of adding: a third each adds, removes and asks",
            .warm_up = 4,
            .sizes = sizes,
            .entries = all_contestants<mixing, object*>(),
            .criteria = faster_in_the_mix(),
            .why_behind = gaps_are_closed};
}

workload l4_walk() {
    return {
        .name = "L4-walk",
        .title = "a walk of the set that such calls have left",
        .warm_up = 4,
        .sizes = sizes,
        .entries = all_contestants<walking, number>(),
        .criteria = {
            {"against boost::multi_index", {"throng::ordered_set"}, {"boost::multi_index"}, 1 / 5.0, 0, 1'000'000}}};
}

} // namespace bench

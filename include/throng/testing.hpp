#pragma once

#include <throng/core/walk.hpp>
#include <throng/snapshot_of.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Random tests of your entities: you write how one is created and how it acts; the kit plays random games on any
/// collection, checks the contract, and shortens games that fail. For tests only; no other header includes it.
///
///     struct play {
///         static constexpr bool in_order = true;                 // of a list; leave it out for bags and pools
///         int born_so_far = 0;
///         bullet born(throng::testing::choices& c) { return {born_so_far++, c.below(9)}; }
///         void act(bullet& b, throng::list<bullet>& all, throng::testing::choices& c) { ... }
///         bool holds(const throng::list<bullet>& all) const { ... }   // if there is something to hold
///         static int id(const bullet& b) { return b.number; }         // never the same for two of a game
///     };
///     const auto found = throng::testing::rehearse<throng::list<bullet>, play>();
///     EXPECT_EQ(found.failure, "");
///
/// Copyable elements are also rolled back to a snapshot: `holds` is called for the elements of that time.
///
/// As a target of a fuzzer: `replay<Collection, Play>(bytes)` for the bytes that it gives.
namespace throng::testing {

/// Random decisions of a game, drawn from bytes: a fuzzer can choose them, and a shorter or smaller string
/// of bytes is a simpler game. After the last byte every choice is 0.
class choices {
  public:
    explicit choices(std::span<const std::uint8_t> bytes) noexcept : rest_(bytes) {}

    /// From 0 to n - 1; n up to 65536. Of one byte where n is no more than 256, of two beyond.
    [[nodiscard]] int below(int n) noexcept {
        if (n <= 1) return 0;
        unsigned drawn = next();
        if (n > 256) drawn = drawn << 8U | next();
        return static_cast<int>(drawn % static_cast<unsigned>(n));
    }
    /// True once in n times.
    [[nodiscard]] bool once_in(int n) noexcept { return below(n) == n - 1; }
    [[nodiscard]] bool any_left() const noexcept { return !rest_.empty(); }

  private:
    unsigned next() noexcept {
        if (rest_.empty()) return 0;
        const unsigned b = rest_.front();
        rest_ = rest_.subspan(1);
        return b;
    }

    std::span<const std::uint8_t> rest_;
};

/// How a rehearsal ended.
struct finding {
    /// The violated rule; empty if there is none.
    std::string failure;
    /// The shortest game found that violates it: for `replay`, in a separate test.
    std::vector<std::uint8_t> bytes;
    /// The events of that game, one a line.
    std::string story;
    /// Games played, and elements visited in them.
    std::size_t games = 0;
    std::size_t visits = 0;
};

/// How much is tried.
struct rehearsal {
    std::size_t games = 500;
    /// Bytes of a game, at most.
    std::size_t length = 200;
    std::uint64_t seed = 1;
    /// Elements there may be; a game that is full adds nothing more by itself.
    std::size_t crowd = 300;
};

namespace detail {

/// One game: edits and walks as the bytes say, each walk compared with what the contract says of it.
template <class Collection, class Play> class game {
    using element = typename Collection::value_type;
    using id_type = std::remove_cvref_t<decltype(Play::id(std::declval<const element&>()))>;
    using ids = std::vector<id_type>;

    static constexpr bool in_order = [] {
        if constexpr (requires { Play::in_order; }) return static_cast<bool>(Play::in_order);
        else return false;
    }();

  public:
    game(std::span<const std::uint8_t> bytes, std::size_t crowd) : chance_(bytes), crowd_(crowd) {}

    void play() {
        while (chance_.any_left() && failure.empty()) {
            switch (chance_.below(7)) {
            case 0:
                add();
                break;
            case 1:
                add();
                add();
                break;
            case 2:
                remove();
                break;
            case 3:
                walk_by_loop();
                break;
            case 4:
                walk_by_policy();
                break;
            case 5:
                if (chance_.once_in(16)) clear();
                else walk_by_loop();
                break;
            default:
                rewind();
            }
            look();
        }
    }

    std::string failure;
    std::string story;
    std::size_t visits = 0;

  private:
    template <class Id> static std::string text(const Id& id) {
        if constexpr (std::is_convertible_v<Id, std::string>) return id;
        else return std::to_string(id);
    }
    static bool among(const ids& those, const id_type& id) {
        for (const id_type& other : those) {
            if (other == id) return true;
        }
        return false;
    }
    void fail(const std::string& what) {
        if (failure.empty()) failure = what;
    }
    [[nodiscard]] ids listed() {
        ids all;
        for (const element& x : collection_) all.push_back(Play::id(x));
        return all;
    }

    void add() {
        if (collection_.size() >= crowd_) return;
        element e = play_.born(chance_);
        story += "add " + text(Play::id(e)) + "\n";
        collection_.push_back(std::move(e));
    }
    void remove() {
        if (collection_.size() == 0) return;
        int n = chance_.below(static_cast<int>(collection_.size()));
        for (element& x : collection_) {
            if (n-- != 0) continue;
            story += "remove " + text(Play::id(x)) + "\n";
            const id_type gone = Play::id(x);
            if (!collection_.remove(x)) fail("remove() of " + text(gone) + " answered that it is not there");
            if (among(listed(), gone)) fail(text(gone) + " is removed and there");
            return;
        }
    }
    void clear() {
        story += "clear\n";
        collection_.clear();
    }

    /// The elements, and their handles, exist again after a roll-back.
    void rewind() {
        if constexpr (std::is_copy_constructible_v<element> && requires(Collection& c, element& x) {
                          c.storage();
                          c.get(c.handle_of(x));
                      }) {
            const ids then = listed();
            std::vector<typename Collection::handle_type> handles;
            for (element& x : collection_) handles.push_back(collection_.handle_of(x));
            const snapshot_of before(collection_);
            story += "keep\n";
            for (int n = chance_.below(4); n != 0; --n) {
                if (chance_.once_in(2)) add();
                else remove();
            }
            story += "go back\n";
            if (!before.roll_back(collection_)) return fail("it is not rolled back");
            if (listed() != then) return fail("rolled back, it has other elements, or another order");
            for (std::size_t i = 0; i < handles.size(); ++i) {
                const element* const x = collection_.get(handles[i]);
                if (x == nullptr || Play::id(*x) != then[i]) return fail("rolled back, a handle finds another");
            }
        }
    }

    void walk_by_loop() {
        story += "for each\n";
        // Which of both a loop is differs from collection to collection: it has to be one of them to its end.
        watch w(*this, true, true);
        for (element& x : collection_) {
            if (!w.comes_to(x)) return;
        }
        w.ends();
    }
    void walk_by_policy() {
        if constexpr (requires(Collection& c) { c.walk(live).next(); }) {
            const bool sees_newcomers = chance_.below(2) == 0;
            story += sees_newcomers ? "walk(live)\n" : "walk(residents)\n";
            watch w(*this, sees_newcomers, !sees_newcomers);
            const auto go = [&](auto walk) {
                while (element* const x = walk.next()) {
                    if (!w.comes_to(*x)) return;
                }
                w.ends();
            };
            if (sees_newcomers) go(collection_.walk(live));
            else go(collection_.walk(residents));
        } else {
            walk_by_loop();
        }
    }

    /// A walk, and what is expected of it.
    class watch {
      public:
        watch(game& g, bool may_see_newcomers, bool may_skip_newcomers)
            : game_(g), residents_(g.listed()), may_see_(may_see_newcomers), may_skip_(may_skip_newcomers) {}

        /// False: something is wrong.
        bool comes_to(element& x) {
            const id_type id = Play::id(x);
            ++game_.visits;
            const ids now = game_.listed();
            if (among(visited_, id)) game_.fail("a walk visits " + text(id) + " twice");
            if (!among(now, id)) game_.fail("a walk visits " + text(id) + ", which has been removed");
            if (!among(residents_, id) && !may_see_) game_.fail("a walk of residents visits the newcomer " + text(id));
            if constexpr (in_order) {
                for (const id_type& before : now) {
                    if (before == id) break;
                    if (among(residents_, before) && !among(visited_, before))
                        game_.fail("a walk visits " + text(id) + " before " + text(before));
                }
            }
            if (!game_.failure.empty()) return false;
            visited_.push_back(id);
            game_.story += "  visit " + text(id) + "\n";
            game_.play_.act(x, game_.collection_, game_.chance_);
            if (Play::id(x) != id) game_.fail(text(id) + " changed under the walk that stands on it");
            if (visited_.size() > 100 * (game_.crowd_ + 1)) game_.fail("a walk does not end: each visit adds");
            return game_.failure.empty();
        }
        void ends() {
            for (const id_type& id : game_.listed()) {
                if (!among(visited_, id) && (among(residents_, id) || !may_skip_))
                    return game_.fail("a walk ended without having visited " + text(id));
            }
        }

      private:
        game& game_;
        ids residents_;
        ids visited_;
        bool may_see_;
        bool may_skip_;
    };

    void look() {
        if (!failure.empty()) return;
        if (listed().size() != collection_.size())
            fail("size() is " + std::to_string(collection_.size()) + ", a walk visits " +
                 std::to_string(listed().size()));
        if constexpr (requires(const Collection& c) { c.validate(); }) {
            if (!collection_.validate()) fail("the collection is not whole");
        }
        if constexpr (requires(const Play& p, const Collection& c) { p.holds(c); }) {
            if (failure.empty() && !play_.holds(collection_)) fail("holds() is false");
        }
    }

    choices chance_;
    std::size_t crowd_;
    Play play_{};
    Collection collection_{};
};

} // namespace detail

/// Plays one game, with a new Play and a new Collection.
template <class Collection, class Play>
[[nodiscard]] finding replay(std::span<const std::uint8_t> bytes, std::size_t crowd = rehearsal{}.crowd) {
    detail::game<Collection, Play> g(bytes, crowd);
    g.play();
    return {std::move(g.failure), {bytes.begin(), bytes.end()}, std::move(g.story), 1, g.visits};
}

/// Plays random games until one fails, and looks for the shortest and simplest one that fails still. The same seed
/// gives the same games everywhere.
template <class Collection, class Play> [[nodiscard]] finding rehearse(rehearsal how = {}) {
    std::uint64_t state = how.seed;
    const auto roll = [&state] {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    };
    finding all;
    for (std::size_t i = 0; i < how.games; ++i) {
        std::vector<std::uint8_t> bytes(1 + static_cast<std::size_t>(roll() % how.length));
        for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(roll());
        finding f = replay<Collection, Play>(bytes, how.crowd);
        ++all.games;
        all.visits += f.visits;
        if (f.failure.empty()) continue;

        const auto still_fails = [&](const std::vector<std::uint8_t>& tried) {
            finding g = replay<Collection, Play>(tried, how.crowd);
            if (g.failure.empty()) return false;
            f = std::move(g);
            return true;
        };
        for (bool progress = true; progress;) {
            progress = false;
            for (std::size_t n = (f.bytes.size() + 1) / 2; n != 0; n /= 2) {
                for (std::size_t at = 0; at + n <= f.bytes.size();) {
                    std::vector<std::uint8_t> shorter = f.bytes;
                    const auto first = shorter.begin() + static_cast<std::ptrdiff_t>(at);
                    shorter.erase(first, first + static_cast<std::ptrdiff_t>(n));
                    if (still_fails(shorter)) progress = true;
                    else at += n;
                }
            }
            for (std::size_t at = 0; at < f.bytes.size(); ++at) {
                for (const int smaller : {0, 1, f.bytes[at] / 2, f.bytes[at] - 1}) {
                    if (smaller >= f.bytes[at] || smaller < 0) continue;
                    std::vector<std::uint8_t> simpler = f.bytes;
                    simpler[at] = static_cast<std::uint8_t>(smaller);
                    if (!still_fails(simpler)) continue;
                    progress = true;
                    break;
                }
            }
        }
        f.games = all.games;
        f.visits = all.visits;
        return f;
    }
    return all;
}

} // namespace throng::testing

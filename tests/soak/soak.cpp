/// Plays for as long as one wants and watches what only shows in time: memory that grows, handles that come back to
/// life, generations that wrap. Three games in turn: a shooter's crowds, entries at their last generations, the
/// recorded games.
///
///     soak SECONDS [TRACES]    status 0: nothing found, 1: a finding, which is told, 2: wrong arguments

#include "replay/contestant.hpp"
#include "support/allocation.hpp"
#include "trace/parse.hpp"

#include <throng/bag.hpp>
#include <throng/buffered_list.hpp>
#include <throng/list.hpp>
#include <throng/pool.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

class dice {
  public:
    explicit dice(std::uint64_t seed) : state_(seed) {}
    std::uint64_t roll() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }
    unsigned below(unsigned n) { return static_cast<unsigned>((roll() >> 32U) * n >> 32U); }

  private:
    std::uint64_t state_;
};

[[noreturn]] void found(const std::string& what) {
    std::fprintf(stderr, "soak: %s\n", what.c_str());
    std::exit(1);
}

struct bullet {
    std::uint64_t number;
    unsigned life;
};

/// What a game knows of an element: its handle, and whether it is there.
template <class Handle> struct known {
    std::uint64_t number;
    Handle handle;
    bool there;
};

template <class T> using allocator = support::logged_allocator<T>;

/// A crowd that is born and dies in every frame, with some volleys; what dies does so in its own visit, or is shot by
/// another. Every handle of a while is kept and asked again.
template <class Collection> class shooter {
    using handle = typename Collection::handle_type;
    static constexpr std::size_t remembered = 20'000;

  public:
    explicit shooter(const char* name, std::uint64_t seed) : name_(name), chance_(seed) {}

    void frame() {
        const unsigned volley = chance_.below(200) == 0 ? 4000 : chance_.below(60);
        for (unsigned i = 0; i < volley && crowd_.size() < 20'000; ++i) born();
        if constexpr (requires { crowd_.commit(); }) crowd_.commit();
        if (crowd_.size() > most_) most_ = crowd_.size();
        std::size_t visits = 0;
        const std::size_t before = crowd_.size();
        for (bullet& b : crowd_.walk(throng::residents)) {
            ++visits;
            if (b.life-- == 0) {
                bury(b.number);
                crowd_.remove(b);
            } else if (chance_.below(400) == 0) {
                known<handle>& other = memory_[chance_.below(static_cast<unsigned>(memory_.size()))];
                const bool removed = crowd_.remove(other.handle);
                if (removed != other.there) found(std::string(name_) + ": remove() of a handle answered wrongly");
                if (removed) shot_ += 1;
                other.there = false;
            }
        }
        if (visits + shot_ < before) found(std::string(name_) + ": a walk left an element out");
        shot_ = 0;
        for (int i = 0; i < 50 && !memory_.empty(); ++i)
            ask(memory_[chance_.below(static_cast<unsigned>(memory_.size()))]);
        if (++frames_ % 256 == 0) look();
    }
    [[nodiscard]] std::size_t frames() const { return frames_; }

  private:
    void born() {
        const std::uint64_t number = born_++;
        const handle h = crowd_.add(bullet{number, chance_.below(60)});
        known<handle>& place = number < remembered ? memory_.emplace_back() : memory_[number % remembered];
        place = {number, h, true};
    }
    /// (After several volleys in a row an element may live on that is not remembered any more.)
    void bury(std::uint64_t number) {
        known<handle>& k = memory_[number % remembered];
        if (k.number == number) k.there = false;
    }
    void ask(const known<handle>& k) {
        const bullet* const b = crowd_.get(k.handle);
        if ((b != nullptr) != k.there)
            found(std::string(name_) + ": the handle of " + std::to_string(k.number) +
                  (k.there ? " is stale" : " came back to life"));
        if (b != nullptr && b->number != k.number) found(std::string(name_) + ": a handle leads to another element");
    }
    void look() {
        if (!crowd_.validate()) found(std::string(name_) + " is not whole");
        for (const known<handle>& k : memory_) ask(k);
        // What the largest crowd so far needs, with its handles, sets the mark.
        const std::size_t needed = most_ * (sizeof(bullet) + 20) * 3 + 65'536;
        if (log_.bytes > needed)
            found(std::string(name_) + ": " + std::to_string(log_.bytes) + " bytes for a crowd of " +
                  std::to_string(most_) + " at most");
    }

    const char* name_;
    dice chance_;
    support::allocation_log log_;
    Collection crowd_{};
    std::vector<known<handle>> memory_;
    std::uint64_t born_ = 0;
    std::size_t frames_ = 0;
    std::size_t most_ = 0;
    std::size_t shot_ = 0;
};

/// Few elements, many generations: entries begin near their last one, are used up, and never used again.
template <class Collection, class Start> void last_generations(const char* name, std::uint64_t seed, Start start) {
    support::allocation_log log;
    dice chance{seed};
    Collection c;
    start(c);
    std::vector<typename Collection::handle_type> all;
    std::vector<typename Collection::handle_type> alive;
    for (int i = 0; i < 3000; ++i) {
        if (alive.size() < 20 && chance.below(2) == 0) {
            const auto h = c.add(bullet{static_cast<std::uint64_t>(i), 0});
            if constexpr (requires { c.commit(); }) c.commit();
            if (!h) found(std::string(name) + ": an empty handle at the last generations");
            alive.push_back(h);
            all.push_back(h);
        } else if (!alive.empty()) {
            const std::size_t at = chance.below(static_cast<unsigned>(alive.size()));
            if (!c.remove(alive[at]))
                found(std::string(name) + ": a handle at the last generations does not lead home");
            alive.erase(alive.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    std::size_t good = 0;
    for (const auto& h : all) good += c.contains(h) ? 1U : 0U;
    if (good != alive.size() || c.size() != alive.size())
        found(std::string(name) + ": " + std::to_string(good) + " handles are good, of " +
              std::to_string(alive.size()) + " elements");
    if (!c.validate()) found(std::string(name) + " is not whole at its last generations");
}

std::size_t resident_pages() {
    std::ifstream in("/proc/self/statm");
    std::size_t size = 0;
    std::size_t resident = 0;
    in >> size >> resident;
    return resident;
}

using seconds = std::chrono::duration<double>;
double now() { return seconds(std::chrono::steady_clock::now().time_since_epoch()).count(); }

} // namespace

int main(int argc, char** argv) {
    const double length = argc > 1 ? std::atof(argv[1]) : 0;
    if (argc < 2 || argc > 3 || length <= 0) {
        std::fprintf(stderr, "soak: expected SECONDS [TRACES]\n");
        return 2;
    }
    const double end = now() + length;
    const double shooting_ends = now() + length * (argc == 3 ? 0.6 : 1.0);

    constexpr std::uint32_t last = throng::core::handle_table<bullet, allocator<bullet>>::last_generation;
    std::size_t rounds = 0;
    std::size_t frames = 0;
    {
        shooter<throng::list<bullet, allocator<bullet>>> list("list", 1);
        shooter<throng::bag<bullet, allocator<bullet>>> bag("bag", 2);
        shooter<throng::pool<bullet, 0, allocator<bullet>>> pool("pool", 3);
        shooter<throng::buffered_list<bullet, allocator<bullet>>> buffered("buffered_list", 4);
        do {
            for (int i = 0; i < 200; ++i) {
                list.frame();
                bag.frame();
                pool.frame();
                buffered.frame();
            }
            ++rounds;
            last_generations<throng::list<bullet, allocator<bullet>>>(
                "list", rounds, [](auto& c) { c.storage().table().start_generations_at(last - 5); });
            last_generations<throng::pool<bullet, 0, allocator<bullet>>>(
                "pool", rounds, [](auto& c) { c.storage().start_generations_at(last - 5); });
        } while (now() < shooting_ends);
        frames = list.frames();
    }
    std::printf("%zu frames of four crowds, %zu rounds of last generations\n", frames, rounds);
    if (argc < 3) return 0;

    std::vector<throng::tool::trace> traces;
    for (const auto& entry : std::filesystem::directory_iterator(argv[2])) {
        const std::string file = entry.path().string();
        if (file.ends_with(".trace.zst") && std::filesystem::file_size(entry.path()) < 100'000)
            traces.push_back(throng::tool::read_trace(file));
    }
    std::size_t first = 0;
    std::size_t replays = 0;
    std::size_t whole = 0;
    do {
        for (const throng::tool::trace& t : traces) {
            for (const throng::tool::contestant& c : throng::tool::contestants()) {
                if (c.hand_written || (whole != 0 && now() > end)) continue;
                if (const auto v = c.check(t); v.found) found(std::string(c.name) + " differs from " + t.name);
                ++replays;
            }
        }
        // The first round sets the mark: after it nothing new is to be kept.
        if (++whole == 1) first = resident_pages();
        else if (resident_pages() > first + first / 10 + 1000) found("resident memory has grown over the replays");
    } while (now() < end);
    std::printf("%zu replays of recorded games, resident memory %zu pages after the first round, %zu at the end\n",
                replays, first, resident_pages());
    return 0;
}

/// failures CASE: of 2 ranks, the last does what it must not, and all of them end: tests/mpi/failures.sh.

#include "meadow.hpp"

#include <cstdio>
#include <limits>
#include <string>

namespace {

using namespace meadow;

/// What a rank that is no divided world sends in its place.
void send_forged(throng::mpi::communicator& ranks, const std::string& what) {
    throng::mpi::communicator::messages out(ranks.size());
    throng::byte_writer<>& to = out[0];
    using records = throng::mpi::records<model>;
    const position near{0.5, 0.5};
    if (what == "noise") {
        for (const std::uint64_t x : {11U, 22U, 33U}) to.put(x);
    } else if (what == "cut_off") {
        throng::byte_writer<> whole;
        records::put_ghost(whole, 5, {near, velocity{}});
        to.write(whole.bytes().data(), whole.bytes().size() - 1);
    } else if (what == "twice") {
        for (int i = 0; i < 2; ++i) records::put_ghost(to, 5, {position{0.5, 23.5}, velocity{}});
    } else if (what == "nowhere") {
        records::put_ghost(to, 5, {position{std::numeric_limits<double>::quiet_NaN(), 1}, velocity{}});
    } else if (what == "not_its_own") {
        records::put_agent(to, 5, [&]<class C>() -> const C* {
            static const std::tuple<position, velocity> its{position{23, 23}, {}};
            if constexpr (std::is_same_v<C, position> || std::is_same_v<C, velocity>) return &std::get<C>(its);
            else return nullptr;
        });
    }
    ranks.exchange(out, [](auto&&...) {});
}

} // namespace

int main(int count, char** words) {
    const throng::mpi::session mpi(count, words);
    throng::mpi::communicator ranks;
    const std::string what = count > 1 ? words[1] : "";
    const bool is_last = ranks.rank() + 1 == ranks.size();
    throng::mpi::plan p = plan_of();
    if (is_last && what == "another_seed") p.seed += 1;
    if (what == "no_margin") p.margin = 0;
    divided d(ranks, p);
    if (is_last &&
        (what == "noise" || what == "cut_off" || what == "twice" || what == "nowhere" || what == "not_its_own")) {
        send_forged(ranks, what);
        ranks.barrier();
        return 0;
    }
    d.populate(100, [](std::uint64_t, throng::mpi::dice& chance) {
        return std::tuple(position{chance.unit() * 24, chance.unit() * 24}, velocity{});
    });
    d.each<position>([&](auto& one, position& at) {
        if (!is_last) return;
        if (what == "outside") at.x = 24;
        if (what == "too_far") one.near(1.5, [](const auto&) {});
        if (what == "to_no_cell") one.send(throng::mpi::address{1, throng::mpi::address::anywhere - 1}, bite{});
        if (what == "endless") one.send(one, bite{});
    });
    if (is_last && what == "lost") d.world().remove_all<velocity>();
    d.advance([&](auto& one, const auto& event, const throng::mpi::address& from) {
        if (what == "endless") one.send(from, event);
    });
    std::puts("all is well");
}

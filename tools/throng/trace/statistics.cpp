#include "statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace throng::tool {

namespace {

std::size_t index_of(role r) { return static_cast<std::size_t>(r); }

std::uint32_t life_of(const spawn& s) { return static_cast<std::uint32_t>(s.died - s.born); }

double percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

std::vector<stretch> timeline(const trace& t, std::size_t most) {
    std::vector<stretch> out;
    if (t.passes.empty() || most == 0) return out;
    const std::size_t width = (t.passes.size() + most - 1) / most;
    std::array<std::uint32_t, roles> live{};
    bool setup = true;
    std::uint32_t next_edit = 0;
    for (std::uint32_t p = 0; p < t.passes.size(); ++p) {
        if (p % width == 0) out.push_back({p, 0, {}, 0, 0});
        stretch& now = out.back();
        const pass& at = t.passes[p];
        // The setup that a load begins is everything between it and the next tic, and so it stands before the pass.
        for (; next_edit < at.edits_last; ++next_edit) {
            const edit& e = t.edits[next_edit];
            if (e.what == edit::action::load) {
                live = {};
                setup = true;
                continue;
            }
            const spawn& subject = t.spawns[e.id];
            const std::size_t r = index_of(role_of(subject.what));
            const bool in_setup = setup && (e.what == edit::action::add ? subject.born : subject.died) <
                                               static_cast<std::int32_t>(at.tic);
            if (e.what == edit::action::add) {
                ++live[r];
                now.born += !in_setup;
            } else {
                --live[r];
                now.died += !in_setup;
            }
        }
        setup = false;
        ++now.passes;
        for (std::size_t r = 0; r < roles; ++r) now.live[r] += live[r];
    }
    for (stretch& s : out)
        for (double& mean : s.live) mean /= s.passes;
    return out;
}

std::vector<life_bin> lifetimes(const trace& t) {
    std::vector<life_bin> bins;
    for (std::uint32_t from = 0, octave = 2, step = 0; bins.size() < 64;) {
        std::uint32_t to = from;
        if (from >= 4) {
            // Half octaves: 4-5, 6-7, 8-11, 12-15, 16-23, ...
            to = from + octave / 2 - 1;
            step = (step + 1) % 2;
            if (step == 0) octave *= 2;
        } else if (from == 3) {
            octave = 4;
        }
        bins.push_back({from, to, {}});
        if (to > 0x3fff'ffff) break;
        from = to + 1;
    }
    for (const spawn& s : t.spawns) {
        if (!s.dead) continue;
        const auto bin = std::lower_bound(bins.begin(), bins.end(), life_of(s),
                                          [](const life_bin& b, std::uint32_t life) { return b.to < life; });
        if (bin != bins.end()) ++bin->dead[index_of(role_of(s.what))];
    }
    const auto empty = [](const life_bin& b) {
        return std::all_of(b.dead.begin(), b.dead.end(), [](auto n) { return n == 0; });
    };
    while (!bins.empty() && empty(bins.back())) bins.pop_back();
    return bins;
}

std::uint32_t median_life(const trace& t) {
    std::vector<std::uint32_t> lives;
    for (const spawn& s : t.spawns)
        if (s.dead) lives.push_back(life_of(s));
    if (lives.empty()) return 0;
    const auto middle = lives.begin() + static_cast<std::ptrdiff_t>(lives.size() / 2);
    std::nth_element(lives.begin(), middle, lives.end());
    return *middle;
}

std::array<std::uint32_t, roles> added_by_role(const trace& t) {
    std::array<std::uint32_t, roles> n{};
    for (const spawn& s : t.spawns) ++n[index_of(role_of(s.what))];
    return n;
}

std::vector<kind_count> kinds(const trace& t) {
    std::map<std::uint16_t, std::uint32_t> n;
    for (const spawn& s : t.spawns) ++n[s.what.code];
    std::vector<kind_count> out;
    for (const auto& [code, added] : n) out.push_back({kind{code}, added});
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.added > b.added; });
    return out;
}

std::string describe(const trace& t) {
    const tally& n = t.counts;
    std::string out;
    const auto row = [&](std::string_view what, const std::string& value) {
        fmt::format_to(std::back_inserter(out), "  {:<28} {}\n", what, value);
    };
    const auto count = [](std::uint64_t x) { return fmt::format("{}", x); };
    const auto of_marks = [&](std::uint32_t x) { return fmt::format("{} ({:.1f} %)", x, percent(x, n.marks)); };
    fmt::format_to(std::back_inserter(out), "{}\n", t.file);
    for (const level& l : t.levels)
        row("level", fmt::format("episode {}, map {}, skill {}, before tic {}", l.episode, l.map, l.skill, l.tic));
    row("tics", fmt::format("{} ({:.0f} s at {:.0f} a second)", t.passes.size(),
                            static_cast<double>(t.passes.size()) / tics_per_second, tics_per_second));
    row("tics with no edit",
        fmt::format("{} ({:.0f} %)", n.tics_without_edit, percent(n.tics_without_edit, t.passes.size())));
    row("entities added", count(t.adds()));
    row("  in setup", count(n.adds_in_setup));
    row("  in a tic before the pass", count(n.adds_before_pass));
    row("  in the pass", fmt::format("{}, {} newcomers visited in it", n.adds_in_pass, n.newcomers_visited));
    row("  after the pass", count(n.adds_after_pass));
    row("marked for removal", count(n.marks));
    row("  by itself", of_marks(n.marks_of_self));
    row("  by a later one in the list", of_marks(n.marks_of_earlier));
    row("  by an earlier one", of_marks(n.marks_of_later));
    row("  outside a pass", of_marks(n.marks_outside));
    row("unlinked", fmt::format("{}, {} in the tic of the mark", n.unlinks, n.unlinks_in_tic_of_mark));
    row("most awaiting that", count(n.most_awaiting_unlink));
    row("live at once",
        fmt::format("{} at most, {:.0f} on average", n.peak_live,
                    t.passes.empty() ? 0.0 : static_cast<double>(n.live_sum) / static_cast<double>(t.passes.size())));
    row("linked at once", fmt::format("{} at most", n.peak_linked));
    row("most added in a tic", count(n.most_adds_in_tic));
    row("most marked in a tic", count(n.most_marks_in_tic));
    row("median life", fmt::format("{} tics", median_life(t)));
    row("visits", count(n.visits));
    row("positions (X lines)", count(n.positions));
    const auto by_role = added_by_role(t);
    std::string kinds_there;
    for (std::size_t r = 0; r < roles; ++r)
        if (by_role[r] > 0)
            kinds_there +=
                fmt::format("{}{} {}", kinds_there.empty() ? "" : ", ", by_role[r], name_of(static_cast<role>(r)));
    row("what they are", kinds_there);
    std::string most;
    const auto all = kinds(t);
    for (std::size_t i = 0; i < all.size() && i < 8; ++i)
        most += fmt::format("{}{} {}", most.empty() ? "" : ", ", all[i].added, spelling(all[i].what));
    row("commonest kinds",
        fmt::format("{}{}", most, all.size() > 8 ? fmt::format(" and {} more", all.size() - 8) : ""));
    return out;
}

} // namespace throng::tool

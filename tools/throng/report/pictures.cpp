#include "pictures.hpp"

#include "../trace/statistics.hpp"
#include "svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

namespace throng::tool {

namespace {

// Bottom to top: what stays lies below what comes and goes.
constexpr role stacking[] = {role::scenery, role::sector, role::monster, role::player, role::missile, role::effect};

constexpr std::size_t stretches = 200;

/// Places values on a stretch of pixels.
struct scale {
    double from;
    double to;
    double top;

    double operator()(double value) const { return from + (to - from) * (top > 0 ? value / top : 0); }
};

std::string role_class(role r) { return fmt::format("r{}", static_cast<int>(r)); }

double seconds(std::uint32_t tics) { return tics / tics_per_second; }

std::string clock(double s) {
    const auto whole = static_cast<std::uint64_t>(s + 0.5);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string duration(std::uint32_t tics) {
    const double s = seconds(tics);
    if (s < 1) return fmt::format("{:.2f} s", s);
    if (s < 10) return fmt::format("{:.1f} s", s);
    if (s < 120) return fmt::format("{:.0f} s", s);
    return fmt::format("{:.0f} min", s / 60);
}

/// Time marks at round minutes and seconds.
std::vector<double> time_ticks(double top) {
    constexpr double steps[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600, 7200, 36000};
    double step = steps[0];
    for (const double s : steps) {
        step = s;
        if (top / s <= 8) break;
    }
    while (top / step > 12) step *= 2;
    std::vector<double> out;
    for (int i = 0; i * step <= top; ++i) out.push_back(i * step);
    return out;
}

void time_axis(svg& s, const scale& x, double top, double bottom) {
    for (const double t : time_ticks(x.top)) {
        s.line(x(t), top, x(t), bottom, "grid");
        s.text(x(t), bottom + 15, "middle", "tick", clock(t));
    }
}

void value_axis(svg& s, const scale& y, double left, double right, int most) {
    for (const double v : ticks(y.top, most)) {
        s.line(left, y(v), right, y(v), "grid");
        s.text(left - 6, y(v) + 4, "end", "tick", fmt::format("{:g}", v));
    }
}

double total(const stretch& s) {
    double sum = 0;
    for (const double n : s.live) sum += n;
    return sum;
}

void bars(svg& s, const report& r, std::span<const result> results, double left, double right, double top,
          double pitch) {
    double most = 0;
    for (const result& x : results) most = std::max(most, x.ns_per_visit());
    const scale x{left, right - 52, most};
    for (std::size_t c = 0; c < results.size(); ++c) {
        const double y = top + pitch * static_cast<double>(c);
        s.text(left - 8, y + pitch / 2 + 1, "end", "name", r.contestants[c].name);
        if (!results[c].timed()) {
            s.text(left + 4, y + pitch / 2 + 1, "start", "tick", results[c].checked.found ? "differs" : "not timed");
            continue;
        }
        const double ns = results[c].ns_per_visit();
        s.rect(left, y + 1, x(ns) - left, pitch - 7, r.contestants[c].hand_written ? "base" : "ours",
               fmt::format("{}: {:.2f} ns a visit", r.contestants[c].name, ns));
        s.text(x(ns) + 5, y + pitch / 2 + 1, "start", "value", fmt::format("{:.2f} ns", ns));
    }
}

double name_width(const report& r) {
    std::size_t longest = 0;
    for (const contestant& c : r.contestants) longest = std::max(longest, c.name.size());
    return 16 + 6.6 * static_cast<double>(longest);
}

} // namespace

std::string population_picture(const trace& t) {
    constexpr double width = 700, height = 230, left = 44, right = 690, top = 12, bottom = 205;
    const std::vector<stretch> line = timeline(t, stretches);
    svg s(width, height, fmt::format("{}: live entities over time", t.name));
    double most = 1;
    for (const stretch& at : line) most = std::max(most, total(at));
    const scale x{left, right, seconds(static_cast<std::uint32_t>(t.passes.size()))};
    const scale y{bottom, top, most * 1.04};
    value_axis(s, y, left, right, 5);
    time_axis(s, x, top, bottom);
    std::vector<double> below(line.size(), 0);
    for (const role r : stacking) {
        std::string upper, lower;
        bool any = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const double from = x(seconds(line[i].first_pass));
            const double to = x(seconds(line[i].first_pass + line[i].passes));
            const double n = line[i].live[static_cast<std::size_t>(r)];
            any = any || n > 0;
            const double floor = y(below[i]);
            below[i] += n;
            fmt::format_to(std::back_inserter(upper), "{}{:.1f},{:.1f} {:.1f},{:.1f}", i == 0 ? "M" : " ", from,
                           y(below[i]), to, y(below[i]));
            lower = fmt::format(" {:.1f},{:.1f} {:.1f},{:.1f}", to, floor, from, floor) + lower;
        }
        if (any) s.path(upper + lower + "Z", role_class(r), name_of(r));
    }
    s.line(left, bottom, right, bottom, "axis");
    for (const level& l : t.levels) {
        if (l.tic == 0) continue;
        const double at = x(seconds(l.tic));
        s.line(at, top, at, bottom, "event");
        s.text(at + 4, top + 10, "start", "tick", fmt::format("level {}-{}", l.episode, l.map));
    }
    return std::move(s).finish();
}

std::string births_picture(const trace& t) {
    constexpr double width = 700, height = 150, left = 44, right = 690, top = 8, bottom = 126;
    const std::vector<stretch> line = timeline(t, stretches);
    svg s(width, height, fmt::format("{}: births and deaths over time", t.name));
    const auto rate = [](std::uint32_t n, const stretch& at) { return n / seconds(at.passes); };
    double most_born = 0, most_died = 0;
    for (const stretch& at : line) {
        most_born = std::max(most_born, rate(at.born, at));
        most_died = std::max(most_died, rate(at.died, at));
    }
    const double all = std::max(most_born + most_died, 1e-9);
    // Each side gets the height it needs, but enough for its name.
    const double middle = std::clamp(top + (bottom - top) * most_born / all, top + 30, bottom - 30);
    const double per_unit =
        std::min(most_born > 0 ? (middle - top) / most_born : 1e9, most_died > 0 ? (bottom - middle) / most_died : 1e9);
    const scale x{left, right, seconds(static_cast<std::uint32_t>(t.passes.size()))};
    time_axis(s, x, top, bottom);
    for (const double v : ticks(std::max(most_born, most_died), 3)) {
        for (const int side : {-1, 1}) {
            const double y = middle + side * v * per_unit;
            if (y < top - 1 || y > bottom + 1 || (v == 0 && side > 0)) continue;
            s.line(left, y, right, y, "grid");
            s.text(left - 6, y + 4, "end", "tick", fmt::format("{:g}", v));
        }
    }
    for (const stretch& at : line) {
        const double from = x(seconds(at.first_pass));
        const double to = x(seconds(at.first_pass + at.passes));
        const double wide = std::max(to - from - 0.4, 0.6);
        const std::string when = clock(seconds(at.first_pass));
        if (at.born > 0)
            s.rect(from, middle - rate(at.born, at) * per_unit, wide, rate(at.born, at) * per_unit, "born",
                   fmt::format("{}: {} born, {:.1f} a second", when, at.born, rate(at.born, at)));
        if (at.died > 0)
            s.rect(from, middle, wide, rate(at.died, at) * per_unit, "died",
                   fmt::format("{}: {} died, {:.1f} a second", when, at.died, rate(at.died, at)));
    }
    s.line(left, middle, right, middle, "axis");
    return std::move(s).finish();
}

std::string lifetimes_picture(const trace& t) {
    constexpr double width = 420, height = 230, left = 44, right = 404, top = 12, bottom = 190;
    const std::vector<life_bin> bins = lifetimes(t);
    svg s(width, height, fmt::format("{}: distribution of lifetimes", t.name));
    const auto sum = [](const life_bin& b) {
        std::uint32_t n = 0;
        for (const std::uint32_t x : b.dead) n += x;
        return n;
    };
    std::uint32_t most = 1;
    for (const life_bin& b : bins) most = std::max(most, sum(b));
    const scale y{bottom, top, most * 1.04};
    value_axis(s, y, left, right, 5);
    const double wide = bins.empty() ? 0 : (right - left) / static_cast<double>(bins.size());
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const life_bin& b = bins[i];
        const double at = left + wide * static_cast<double>(i);
        double below = 0;
        const std::string span =
            b.from == b.to ? fmt::format("{} tics", b.from) : fmt::format("{} to {} tics", b.from, b.to);
        for (const role r : stacking) {
            const std::uint32_t n = b.dead[static_cast<std::size_t>(r)];
            if (n == 0) continue;
            s.rect(at + 0.6, y(below + n), wide - 1.2, y(below) - y(below + n), role_class(r),
                   fmt::format("{}: {} {}", span, grouped(n), name_of(r)));
            below += n;
        }
        // The labels stand at the octaves, as many as there is room for.
        const std::size_t every = wide >= 26 ? 1 : wide >= 17 ? 2 : 4;
        if (i % every == 0) {
            s.text(at + wide / 2, bottom + 15, "middle", "tick", fmt::format("{}", b.from));
            if (i % (2 * every) == 0 && b.from > 0)
                s.text(at + wide / 2, bottom + 29, "middle", "tick faint", duration(b.from));
        }
    }
    const std::uint32_t left_over = t.adds() - t.counts.marks;
    if (left_over > 0)
        s.text(right, top + 12, "end", "tick", fmt::format("{} more were never removed", grouped(left_over)));
    if (bins.empty()) s.text((left + right) / 2, (top + bottom) / 2, "middle", "tick", "none died");
    s.line(left, bottom, right, bottom, "axis");
    return std::move(s).finish();
}

std::string cost_picture(const report& r, std::size_t trace) {
    constexpr double width = 420, pitch = 25;
    const double height = 6 + pitch * static_cast<double>(r.contestants.size());
    svg s(width, height, fmt::format("{}: nanoseconds a visit", r.traces[trace].name));
    bars(s, r, r.results[trace], name_width(r), width - 6, 3, pitch);
    return std::move(s).finish();
}

std::string all_costs_picture(const report& r) {
    constexpr double width = 1140, pitch = 34, top = 8, right = 1070;
    const double left = name_width(r) + 10;
    const double bottom = top + pitch * static_cast<double>(r.contestants.size());
    svg s(width, bottom + 40, "nanoseconds a visit, all traces");
    double most = 0;
    for (const auto& row : r.results)
        for (const result& x : row) most = std::max(most, x.ns_per_visit());
    const scale x{left, right, most * 1.03};
    for (const double v : ticks(x.top, 10)) {
        s.line(x(v), top, x(v), bottom, "grid");
        s.text(x(v), bottom + 16, "middle", "tick", fmt::format("{:g}", v));
    }
    s.text((left + right) / 2, bottom + 34, "middle", "tick",
           "nanoseconds a visit: a dot for each trace, a bar at their geometric mean");
    for (std::size_t c = 0; c < r.contestants.size(); ++c) {
        const double y = top + pitch * (static_cast<double>(c) + 0.5);
        const char* cls = r.contestants[c].hand_written ? "base" : "ours";
        s.line(left, y, right, y, "grid");
        s.text(left - 8, y + 4, "end", "name", r.contestants[c].name);
        for (std::size_t t = 0; t < r.traces.size(); ++t)
            if (r.results[t][c].timed())
                s.circle(x(r.results[t][c].ns_per_visit()), y, 5, fmt::format("{} dot", cls),
                         fmt::format("{} on {}: {:.2f} ns a visit", r.contestants[c].name, r.traces[t].name,
                                     r.results[t][c].ns_per_visit()));
        if (const double mean = r.overall(c); mean > 0) {
            s.rect(x(mean) - 1.5, y - 12, 3, 24, "mean");
            s.text(width - 4, y + 4, "end", "value", fmt::format("{:.2f} ns", mean));
        }
    }
    return std::move(s).finish();
}

} // namespace throng::tool

#include "svg.hpp"

#include <cmath>

namespace throng::tool {

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c >= 0 && c < 0x20 ? ' ' : c;
        }
    }
    return out;
}

std::string grouped(std::uint64_t n) {
    std::string digits = fmt::format("{}", n);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::vector<double> ticks(double top, int most) {
    if (!(top > 0)) return {0};
    double step = std::pow(10, std::floor(std::log10(top / most)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (top / (step * factor) <= most) {
            step *= factor;
            break;
        }
    }
    std::vector<double> out;
    for (int i = 0; i * step <= top * 1.0001; ++i) out.push_back(i * step);
    return out;
}

svg::svg(double width, double height, std::string_view label) {
    out_ =
        fmt::format("<svg viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"{}\">\n", width, height, escaped(label));
}

void svg::rect(double x, double y, double w, double h, std::string_view cls, std::string_view tip) {
    fmt::format_to(std::back_inserter(out_),
                   "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"", x, y, w, h, cls);
    close("rect", tip);
}

void svg::line(double x1, double y1, double x2, double y2, std::string_view cls) {
    fmt::format_to(std::back_inserter(out_),
                   "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"", x1, y1, x2, y2, cls);
    close("line", {});
}

void svg::circle(double x, double y, double r, std::string_view cls, std::string_view tip) {
    fmt::format_to(std::back_inserter(out_), "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" class=\"{}\"", x, y, r,
                   cls);
    close("circle", tip);
}

void svg::path(std::string_view d, std::string_view cls, std::string_view tip) {
    fmt::format_to(std::back_inserter(out_), "<path d=\"{}\" class=\"{}\"", d, cls);
    close("path", tip);
}

void svg::text(double x, double y, std::string_view anchor, std::string_view cls, std::string_view what) {
    fmt::format_to(std::back_inserter(out_),
                   "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n", x, y, anchor, cls,
                   escaped(what));
}

std::string svg::finish() && { return std::move(out_) + "</svg>\n"; }

void svg::close(std::string_view tag, std::string_view tip) {
    if (tip.empty()) out_ += "/>\n";
    else fmt::format_to(std::back_inserter(out_), "><title>{}</title></{}>\n", escaped(tip), tag);
}

} // namespace throng::tool

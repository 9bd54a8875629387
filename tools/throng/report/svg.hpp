#pragma once

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::tool {

/// Text as it may stand in HTML and SVG, also in attributes.
std::string escaped(std::string_view text);

/// A number as it is read most easily: 12,345 or 3.4.
std::string grouped(std::uint64_t n);

/// Round values from 0 up to about `top`, at most `most` of them.
std::vector<double> ticks(double top, int most);

/// A picture under construction. Colours and fonts come from the page's classes.
class svg {
  public:
    svg(double width, double height, std::string_view label);

    void rect(double x, double y, double w, double h, std::string_view cls, std::string_view tip = {});
    void line(double x1, double y1, double x2, double y2, std::string_view cls);
    void circle(double x, double y, double r, std::string_view cls, std::string_view tip = {});
    void path(std::string_view d, std::string_view cls, std::string_view tip = {});
    /// `anchor` is start, middle or end.
    void text(double x, double y, std::string_view anchor, std::string_view cls, std::string_view what);

    std::string finish() &&;

  private:
    void close(std::string_view tag, std::string_view tip);

    std::string out_;
};

} // namespace throng::tool

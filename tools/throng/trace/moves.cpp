#include "moves.hpp"

#include "fields.hpp"
#include "line_reader.hpp"
#include "malformed.hpp"
#include "parse.hpp"

#include <fmt/format.h>

#include <utility>

namespace throng::tool {

moves parse_moves(std::unique_ptr<byte_source> source, const std::string& file, const limits& bounds) {
    line_reader lines(std::move(source), file, bounds);
    moves out;
    out.file = file;
    out.name = stem_of(file);
    bool loaded = false;
    std::string_view line;
    while (lines.next(line)) {
        const fields f(line);
        if (f.count() == 4 && f[0] == "L") {
            for (std::size_t i = 1; i < 4; ++i)
                if (!decimal<std::int32_t>(f[i])) lines.fail("a number", in_quotes(f[i]));
            loaded = true;
        } else if (!loaded) {
            lines.fail("a level load 'L episode map skill' first", in_quotes(line));
        } else if (f.count() == 2 && f[0] == "T") {
            if (decimal<std::uint32_t>(f[1]) != out.tics())
                lines.fail(fmt::format("'T {}'", out.tics()), in_quotes(line));
            out.begins.push_back(out.all.size());
        } else if (f.count() == 3) {
            const auto id = decimal<std::uint32_t>(f[0]);
            const auto x = decimal<std::int32_t>(f[1]);
            const auto y = decimal<std::int32_t>(f[2]);
            if (!id || !x || !y) lines.fail("'id x y' as numbers", in_quotes(line));
            if (out.tics() == 0) lines.fail("'T 0' first", in_quotes(line));
            const bool first = out.begins.back() == out.begins[out.tics() - 1];
            if (!first && *id <= out.all.back().id)
                lines.fail(fmt::format("an id after {}, in the order of the list", out.all.back().id), in_quotes(f[0]));
            out.all.push_back({*id, *x, *y});
            out.begins.back() = out.all.size();
        } else {
            lines.fail("'T tic', 'id x y' or 'L episode map skill'", in_quotes(line));
        }
    }
    if (out.tics() == 0) lines.fail("'T 0'", "the end of the file");
    return out;
}

moves read_moves(const std::string& file, const limits& bounds) { return parse_moves(open_file(file), file, bounds); }

moves read_moves_bytes(std::string_view bytes, const std::string& file, const limits& bounds) {
    return parse_moves(open_bytes(bytes, file), file, bounds);
}

} // namespace throng::tool

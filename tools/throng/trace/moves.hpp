#pragma once

#include "byte_source.hpp"
#include "limits.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng::tool {

/// Where a mobj stands at the end of a pass, if it has moved.
struct move {
    std::uint32_t id = 0;
    std::int32_t x = 0;
    std::int32_t y = 0;

    friend bool operator==(const move&, const move&) = default;
};

/// The positions that belong to a trace, tic by tic.
struct moves {
    std::string file;
    std::string name;
    std::vector<move> all;
    /// Where each tic's moves begin in `all`, and the end of the last.
    std::vector<std::size_t> begins{0};

    std::size_t tics() const noexcept { return begins.size() - 1; }
    std::span<const move> of_tic(std::size_t tic) const {
        return std::span(all).subspan(begins[tic], begins[tic + 1] - begins[tic]);
    }
};

/// Reads a moves file: tics 0, 1, 2, ..., in each of them ids that ascend. Throws `malformed`. Whether the ids are live
/// mobjs is the trace's to say.
moves parse_moves(std::unique_ptr<byte_source> source, const std::string& file, const limits& bounds = {});
moves read_moves(const std::string& file, const limits& bounds = {});
moves read_moves_bytes(std::string_view bytes, const std::string& file, const limits& bounds = {});

} // namespace throng::tool

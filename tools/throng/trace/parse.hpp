#pragma once

#include "byte_source.hpp"
#include "limits.hpp"
#include "trace.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace throng::tool {

/// Reads a trace and holds every line to the rules of traces/README.md. Throws `malformed` at the first line that
/// breaks them. What H and U lines say is a claim rather than form: the first wrong one becomes the trace's
/// `contradiction`; a line that breaks the rules after that ends the reading with the contradiction.
trace parse_trace(std::unique_ptr<byte_source> source, const std::string& file, const limits& bounds = {});

/// The same for a file and for bytes in memory, plain or packed with zstd.
trace read_trace(const std::string& file, const limits& bounds = {});
trace read_trace_bytes(std::string_view bytes, const std::string& file, const limits& bounds = {});

/// Reads the moves file beside a trace, NAME.moves or NAME.moves.zst, if there is one. Throws `malformed` for one that
/// is damaged or belongs to another trace.
void read_moves_beside(trace& t, const limits& bounds = {});
/// Throws `malformed` unless these are moves of that trace: as many tics, and ids that it has.
void require_fit(const moves& m, const trace& t);

/// The name of a trace or moves file without its folder and endings.
std::string stem_of(std::string_view file);

/// The path of a file without its endings: what the names of those that belong to it begin with.
std::string without_endings(const std::string& file);

} // namespace throng::tool

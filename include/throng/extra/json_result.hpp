#pragma once

#include <throng/core/compiler.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// The result of reading a text: true if it could be read, otherwise the reason and the place.
struct json_result {
    /// Empty if all is well; else what is wrong, and where: of a value its JSON pointer, "/entities/3/position/x".
    std::string error = {};
    std::string pointer = {};
    /// From 1 on.
    std::size_t line = 0;
    std::size_t column = 0;
    /// JSON pointers of unknown components and fields, which have been skipped, and of missing fields, which keep their
    /// default values. The first 16 of each.
    std::vector<std::string> unknown = {};
    std::vector<std::string> missing = {};
    [[nodiscard]] explicit operator bool() const noexcept { return error.empty(); }
};

namespace core {

/// The parser's description of the error, without its position.
[[nodiscard]] inline std::string json_syntax_error(std::string_view what) {
    // (It says in brackets which exception it is, and then perhaps where.)
    for (const std::string_view end : {"] ", "column "}) {
        if (const std::size_t at = what.find(end); at != what.npos) what.remove_prefix(at + end.size());
    }
    if (const std::size_t at = what.find(": "); at < 8) what.remove_prefix(at + 2);
    return std::string(what);
}

} // namespace core
} // namespace throng

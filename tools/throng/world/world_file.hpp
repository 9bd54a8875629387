#pragma once

#include <string>

namespace throng::tool {

/// Whether a regular file begins as a saved world or a world in JSON does: else it is a trace, or nothing that is
/// known.
[[nodiscard]] bool is_world(const std::string& file);

/// What is in a saved world, or in one in JSON, in lines for the user. Throws `malformed` or a std::runtime_error,
/// which names the file and the place.
[[nodiscard]] std::string describe_world(const std::string& file);

/// The text or the bytes of the world in `from`, for a file of the name `to`, whose ending says which. What components
/// are made of is said by `from` where that is a saved world, and else by the saved world `types`. Throws as above.
struct converted {
    std::string bytes;
    /// What the user should know of it, a line each.
    std::string remarks;
};
[[nodiscard]] converted convert_world(const std::string& from, const std::string& to, const std::string& types);

} // namespace throng::tool

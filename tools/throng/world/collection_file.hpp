#pragma once

#include "file_types.hpp"

#include <throng/extra/json_result.hpp>

#include <cstddef>
#include <span>
#include <streambuf>
#include <string>

namespace throng::tool {

/// A saved collection, in lines for the user; the check sum of its bytes is right. Throws a std::runtime_error, which
/// names the file.
[[nodiscard]] std::string describe_collection(const std::string& file, std::span<const std::byte> bytes,
                                              const file_types& types);

/// The bytes of a saved collection as text. Throws as above.
[[nodiscard]] std::string collection_as_json(const std::string& file, std::span<const std::byte> bytes,
                                             const file_types& types);

/// A collection in JSON as bytes, which has the form and the type of the saved collection `like`.
[[nodiscard]] json_result collection_of_json(std::streambuf& from, std::span<const std::byte> like,
                                             const file_types& types, std::string& bytes);

} // namespace throng::tool

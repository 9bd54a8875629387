#pragma once

#include "canvas.hpp"

#include <string>

namespace shooter {

/// Sees to it that there is a folder for pictures. Empty if that went well, otherwise what did not.
[[nodiscard]] std::string make_folder(const std::string& folder);

/// Writes a picture: beside its place first, and then renames it. Empty if that went well, otherwise what did not.
[[nodiscard]] std::string write_png(const canvas& picture, const std::string& file);

} // namespace shooter

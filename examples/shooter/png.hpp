#pragma once

#include "canvas.hpp"

#include <string>

namespace shooter {

/// Writes a picture: beside its place first, and then renames it. Empty if that went well, otherwise what did not.
[[nodiscard]] std::string write_png(const canvas& picture, const std::string& file);

} // namespace shooter

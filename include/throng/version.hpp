#pragma once

#include <throng/core/compiler.hpp>

/// The version of throng, for `#if`: the one place where it is written. docs/versions.md says what a version promises.
// NOLINTBEGIN(modernize-macro-to-enum): #if reads no enum
#define THRONG_VERSION_MAJOR 0
#define THRONG_VERSION_MINOR 9
#define THRONG_VERSION_PATCH 0
// NOLINTEND(modernize-macro-to-enum)

/// The same as text.
#define THRONG_VERSION "0.9.0"

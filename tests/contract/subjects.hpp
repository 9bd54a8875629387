#pragma once

#include "contract/subject.hpp"

#include <array>
#include <span>

/// What scripts can be played on: every collection, each with every kind of element. For the programs that play on all
/// of them; a collection joins by its name in CMakeLists.txt.
namespace contract {

inline constexpr std::array element_names{"tracked", "trivial", "immovable", "throwing_move", "huge"};

struct subjects {
    const char* collection;
    /// In the order of `element_names`.
    std::array<make_subject, element_names.size()> make;
};

/// In the order of CMakeLists.txt, where new ones are added at the end: fuzzing's corpus refers to them by number.
[[nodiscard]] std::span<const subjects* const> all_subjects();

} // namespace contract

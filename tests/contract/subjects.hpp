#pragma once

#include "contract/subject.hpp"

#include <array>
#include <span>

/// What scripts can be played on: every collection, each with the kinds of element that this build plays. A collection
/// joins by its name in subjects.cmake.
namespace contract {

inline constexpr std::array element_names{"tracked", "trivial", "immovable", "throwing_move", "huge"};

struct subjects {
    const char* collection;
    /// The allocator is asked when needed.
    bool allocates;
    /// In the order of `element_names`; null for kinds which this build does not play (THRONG_CONTRACT_TYPED). The
    /// first, tracked, is always there.
    std::array<make_subject, element_names.size()> make;
};

/// In the order of subjects.cmake, where new ones are added at the end: fuzzing's corpus refers to them by number.
[[nodiscard]] std::span<const subjects* const> all_subjects();

/// In a program that plays scripts on one collection.
[[nodiscard]] const subjects& subjects_under_test();

} // namespace contract

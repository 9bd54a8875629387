#pragma once

#include "contract/script.hpp"
#include "contract/subject.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace contract {

struct player_options {
    /// Look at everything after each step, which opens a walk of its own each time.
    bool check_each_step = false;
    /// The n-th allocation of the whole script fails; 0 is never.
    std::size_t fail_allocation = 0;
    /// The n-th call of the whole script to what a user writes throws (support/faults.hpp); 0 is never.
    std::size_t fail_call = 0;
};

struct outcome {
    std::string failure; ///< empty if all went as the model says
    std::size_t steps = 0;
    std::size_t edits = 0;
    std::size_t visits = 0;
    bool allocation_failed = false;
    bool call_failed = false;
    std::uint64_t history = 0; ///< a hash of what was visited when
};

/// Plays a script on a collection and on the model at once and compares them.
[[nodiscard]] outcome play(const script& s, make_subject make, player_options options = {});

} // namespace contract

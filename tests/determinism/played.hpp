#pragma once

#include "contract/subject.hpp"

#include <span>

namespace determinism {

/// A collection, of elements with a life of their own and of bytes.
struct played {
    const char* collection;
    contract::make_subject make[2];
};

/// All of them, in the order of the contract suite.
[[nodiscard]] std::span<const played* const> all();

} // namespace determinism

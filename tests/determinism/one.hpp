#pragma once

#include "contract/subject_of.hpp"
#include "determinism/played.hpp"

/// For the collection whose adapter is included before: what `play.cpp` plays on.
namespace determinism {

inline constexpr played played_under_test{
    contract::collection_under_test::name,
    {
        &contract::subject_of<contract::collection_under_test, support::tracked>::make,
        &contract::subject_of<contract::collection_under_test, support::trivial>::make,
    },
};

} // namespace determinism

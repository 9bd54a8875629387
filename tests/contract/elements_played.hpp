#pragma once

#include "contract/subject_of.hpp"

/// The elements scripts are played with, for the collection under test: compiled once, in the source that
/// CMakeLists.txt makes of played.hpp, for all programs that play on it.
namespace contract {

extern template class subject_of<collection_under_test, support::tracked>;
extern template class subject_of<collection_under_test, support::trivial>;
extern template class subject_of<collection_under_test, support::immovable_tracked>;
extern template class subject_of<collection_under_test, support::throwing_move_tracked>;
extern template class subject_of<collection_under_test, support::huge_tracked>;

} // namespace contract

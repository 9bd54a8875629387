#pragma once

#include "contract/subject_of.hpp"
#include "contract/subjects.hpp"

namespace contract {

template class subject_of<collection_under_test, support::tracked>;
template class subject_of<collection_under_test, support::trivial>;
template class subject_of<collection_under_test, support::immovable_tracked>;
template class subject_of<collection_under_test, support::throwing_move_tracked>;
template class subject_of<collection_under_test, support::huge_tracked>;

inline constexpr subjects subjects_under_test{
    collection_under_test::name,
    {
        &subject_of<collection_under_test, support::tracked>::make,
        &subject_of<collection_under_test, support::trivial>::make,
        &subject_of<collection_under_test, support::immovable_tracked>::make,
        &subject_of<collection_under_test, support::throwing_move_tracked>::make,
        &subject_of<collection_under_test, support::huge_tracked>::make,
    },
};

} // namespace contract

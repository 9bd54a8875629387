#pragma once

#include "contract/subject_of.hpp"
#include "contract/subjects.hpp"

namespace contract {

template <class... Elements> struct elements {
    static_assert(sizeof...(Elements) <= element_names.size());
    static constexpr subjects subjects_under_test{
        collection_under_test::name,
        collection_under_test::allocates,
        {&subject_of<collection_under_test, Elements>::make...},
    };
};

/// In the order of `element_names`.
using every_kind = elements<support::tracked, support::trivial, support::immovable_tracked,
                            support::throwing_move_tracked, support::huge_tracked>;
using one_kind = elements<support::tracked>;

} // namespace contract

#pragma once

#include <throng/core/allocator.hpp>
#include <throng/world/kernel/validation.hpp>
#include <throng/world/query.hpp>
#include <throng/world/query/typed_edits.hpp>

namespace throng::core {

/// `query<>(with_disabled)`: every entity.
using matcher_of_all = matcher<storage<standard_allocator>, types<>, types<>, 1, 0, 0, 0, 0, true>;

} // namespace throng::core

/// The templates of every world with the standard allocator, in the order in which they use each other:
/// `throng::compiled` has their definitions, and other files only refer to them. (docs/compile-times.md)
// NOLINTBEGIN(bugprone-macro-parentheses): it is put before declarations
#define THRONG_WORLD_INSTANCES(EXTERN)                                                                                 \
    EXTERN class throng::core::open_walks<throng::core::standard_allocator>;                                           \
    EXTERN class throng::core::follow_list<throng::core::standard_allocator>;                                          \
    EXTERN struct throng::core::audience<throng::core::standard_allocator>;                                            \
    EXTERN class throng::core::page_parts<throng::core::standard_allocator>;                                           \
    EXTERN class throng::core::column<throng::core::standard_allocator>;                                               \
    EXTERN class throng::core::column_set<throng::core::standard_allocator>;                                           \
    EXTERN class throng::core::kind_index<throng::core::standard_allocator>;                                           \
    EXTERN class throng::core::single_values<throng::core::standard_allocator>;                                        \
    EXTERN class throng::core::watch_list<throng::core::standard_allocator>;                                           \
    EXTERN class throng::core::entity_index<throng::core::standard_allocator>;                                         \
    EXTERN struct throng::core::edits_under_way<throng::core::standard_allocator>;                                     \
    EXTERN class throng::core::storage<throng::core::standard_allocator>;                                              \
    EXTERN class throng::core::storage_share<throng::core::standard_allocator>;                                        \
    EXTERN class throng::core::calls<throng::core::standard_allocator>;                                                \
    EXTERN class throng::core::edits<throng::core::standard_allocator>;                                                \
    EXTERN class throng::core::typed_edits<throng::core::standard_allocator>;                                          \
    EXTERN class throng::core::world_validation<throng::core::standard_allocator>;                                     \
    EXTERN class throng::core::query_walk<throng::core::matcher_of_all>;                                               \
    EXTERN class throng::query<throng::core::matcher_of_all>;
// NOLINTEND(bugprone-macro-parentheses)

#if defined(THRONG_COMPILED) && THRONG_COMPILED
THRONG_WORLD_INSTANCES(extern template)
#endif

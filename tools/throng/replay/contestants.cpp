#include "bag_stage.hpp"
#include "check.hpp"
#include "contestant.hpp"
#include "entity_list_stage.hpp"
#include "frozen_stages.hpp"
#include "grid_stage.hpp"
#include "hand_written.hpp"
#include "linked_list_stage.hpp"
#include "list_stages.hpp"
#include "memory.hpp"
#include "pool_stage.hpp"
#include "set_stages.hpp"
#include "subset_stage.hpp"
#include "timing.hpp"
#include "weak_list_stage.hpp"

namespace throng::tool {

namespace {

template <stage S> constexpr contestant collection(std::string_view name, std::string_view summary) {
    return {name, summary, S::agrees, false, &check_on<S>, &run_on<S>, &memory_on<S>};
}

template <stage S> constexpr contestant hand_written(std::string_view name, std::string_view summary) {
    return {name, summary, S::agrees, true, &check_on<S>, &run_on<S>, &memory_on<S>};
}

// A new collection joins with a stage (list_stages.hpp shows one) and a line here.
constexpr contestant all[] = {
    collection<list_stage>("list", "throng::list, a range-for that adds and removes"),
    collection<frozen_stage<list_stage>>("list, frozen", "throng::list, a range-for over freeze()"),
    collection<bag_stage>("bag", "throng::bag, a range-for that adds and removes"),
    collection<frozen_stage<bag_stage>>("bag, frozen", "throng::bag, a range-for over freeze()"),
    collection<buffered_list_stage>("buffered_list", "throng::buffered_list, committed after each pass"),
    collection<ordered_set_stage>("ordered_set", "throng::ordered_set of pointers, a range-for that adds and removes"),
    collection<linked_list_stage>("linked_list", "throng::linked_list of nodes in a vector beside it"),
    collection<weak_list_stage>("weak_list", "throng::weak_list of entities that report themselves removed"),
    collection<pool_stage>("pool", "throng::pool, a range-for that adds and removes"),
    collection<frozen_stage<pool_stage>>("pool, frozen", "throng::pool, a range-for over freeze()"),
    collection<subset_stage>("subset", "throng::subset of a list, of which all are members"),
    collection<grid_stage>("grid", "throng::grid of nodes that follow the moves file; its queries are also checked"),
    collection<entity_list_stage>("entity_list", "throng::entity_list, update(step) of entities that act in it"),
    hand_written<compaction>("in-place compaction", "a vector whose survivors move down over the removed"),
    hand_written<two_lists>("two lists, swapped", "a vector whose survivors are copied to a second one"),
};

} // namespace

std::span<const contestant> contestants() { return all; }

} // namespace throng::tool

#include "check.hpp"
#include "contestant.hpp"
#include "hand_written.hpp"
#include "list_stages.hpp"
#include "timing.hpp"

namespace throng::tool {

namespace {

template <stage S> constexpr contestant collection(std::string_view name, std::string_view summary) {
    return {name, summary, S::agrees, false, &check_on<S>, &run_on<S>};
}

template <stage S> constexpr contestant hand_written(std::string_view name, std::string_view summary) {
    return {name, summary, S::agrees, true, &check_on<S>, &run_on<S>};
}

// A new collection joins with a stage (list_stages.hpp shows one) and a line here.
constexpr contestant all[] = {
    collection<list_stage>("list", "throng::list, a range-for that adds and removes"),
    collection<list_update_stage>("list, update", "throng::list, update() with a body that adds and removes"),
    hand_written<compaction>("in-place compaction", "a vector whose survivors move down over the removed"),
    hand_written<two_lists>("two lists, swapped", "a vector whose survivors are copied to a second one"),
};

} // namespace

std::span<const contestant> contestants() { return all; }

} // namespace throng::tool

#!/usr/bin/env python3
"""Which tests belong to a file: for scripts/mutate, which plants faults in a header, and for ./test FILE.

    scripts/tests_of.py FILE...     the targets of CMake that build them, one a line; status 2: none is known
    scripts/tests_of.py --check     whether all that the table names exists
"""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Header (under include/throng): the adapters whose scripts are played, then the unit tests.
LIST = (["list"], ["list/plain_elements", "list/crowds", "list/allocators", "list/packing", "list/own_elements",
                   "regression/stale_handles", "core/clear", "core/generations"])
BAG = (["bag"], ["bag/packing", "list/allocators"])
POOL = (["pool", "fixed_pool"], ["pool/fixed", "pool/slots", "pool/walks"])
SUBSET = (["subset", "subset_of_pool"], ["subset/members", "subset/walks"])
# Stores and their handles as a whole: what is given away, rolled back, destroyed in mid-walk, or finds no memory.
WHOLE = ["core/snapshot_of", "core/splicing", "core/taking", "core/shared_handles", "core/no_memory",
         "regression/destroyed_collections", "regression/room"]
STORE = (["list", "bag", "pool", "buffered_list", "subset", "ordered_set"],
         [*LIST[1], *BAG[1][:1], *POOL[1], *WHOLE, "subset/members", "subset/walks", "ordered_set/moments",
          "ordered_set/keys", "regression/opened_in_callbacks", "regression/swapped_underfoot", "regression/assigned_under_walks",
          "regression/undone_under_walks", "regression/listeners"])
LINKED_LIST = (["linked_list"], ["linked_list/linked_list", "linked_list/random_edits", "linked_list/regression",
                                 "linked_list/moved_objects"])
WEAK_LIST = (["weak_list", "weak_list_deleted"], ["weak_list/weak_list", "weak_list/regression"])
ORDERED_SET = (["ordered_set"], ["ordered_set/keys", "ordered_set/moments"])
BUFFERED = (["buffered_list"], ["buffered_list/waiting", "list/allocators"])
ENTITIES = (["entity_list"], ["entity/entity", "entity/entity_list", "entity/any_entity", "entity/any_entity_random_edits",
                              "entity/regression", "entity/layers", "entity/steps", "entity/pointers",
                              "entity/loops_that_end"])
LAYERS = (["layers"], ["entity/layers", "entity/layers_random_moves", "entity/regression", "entity/pointers",
                       "entity/loops_that_end", "each_pair/pairs"])
TREE = (["tree"], ["entity/tree", "entity/tree_random_edits", "entity/regression", "entity/pointers",
                   "entity/loops_that_end", "each_pair/pairs"])
GRID = (["grid"], ["entity/grid/situations", "entity/grid/situations_in_space", "entity/grid/searching",
                   "entity/grid/random_queries", "entity/grid/around_borders", "entity/grid/failed_allocations"])
WORLD = (["world"], ["world/backward", "world/components", "world/many_types", "world/hooks", "world/rare_moments",
                     "world/random_edits", "world/relations"])
SYSTEMS = (["system"], ["world/systems", "world/systems_that_end", "world/random_systems", "world/parallel"])
TESTS = {
    "core/bits.hpp": (["list"], ["core/bits"]),
    "core/page.hpp": (["list"], ["core/page", "list/crowds"]),
    **{f"core/{name}.hpp": (["list", "pool"], ["core/handle", "core/generations", "regression/stale_handles", *WHOLE])
       for name in ("handle", "handles")},
    **{f"core/{name}.hpp": STORE for name in ("store", "store_edits", "store_guards", "placement", "walk", "walks", "walking",
                                              "face", "memory", "allocator", "sorting")},
    "core/collection_face.hpp": STORE,
    "core/callback.hpp": (LIST[0], [*LIST[1], "indices/indices", "regression/hooks_memory"]),
    "core/reused_slots.hpp": (["bag", *POOL[0]], [*BAG[1], *POOL[1], *WHOLE]),
    "core/marks.hpp": (SUBSET[0], [*SUBSET[1], *WHOLE]),
    "parts/members.hpp": SUBSET,
    **{f"parts/{name}.hpp": LINKED_LIST for name in ("chain", "hook")},
    "entity/detail/unit_memory.hpp": ([], ["core/unit_memory"]),
    **{f"parts/{name}.hpp": ORDERED_SET for name in ("unique_index", "index_line", "hash")},
    "parts/weak.hpp": WEAK_LIST,
    "parts/pending.hpp": BUFFERED,
    "list.hpp": LIST,
    "bag.hpp": BAG,
    "buffered_list.hpp": BUFFERED,
    "ring.hpp": (["ring"], ["ring/dropping"]),
    "linked_list.hpp": LINKED_LIST,
    "ordered_set.hpp": ORDERED_SET,
    "pool.hpp": POOL,
    "subset.hpp": SUBSET,
    "weak_list.hpp": WEAK_LIST,
    **{f"entity/{name}.hpp": ENTITIES for name in ("any_entity", "entity", "entity_list", "entity_list_edits", "entity_walk",
                                                   "shrinking")},
    **{f"entity/{name}.hpp": ([], ["entity/clock", "entity/steps"]) for name in ("clock", "time_step")},
    **{f"entity/{name}.hpp": LAYERS for name in ("layers", "layers_walk")},
    **{f"entity/{name}.hpp": TREE for name in ("tree", "tree_edits", "tree_node", "tree_nodes", "tree_place")},
    **{f"entity/{name}.hpp": GRID for name in ("grid", "grid_base", "grid_cells", "grid_map", "grid_nearest", "grid_node", "grid_pairs",
                                               "grid_patch", "grid_query", "grid_region", "grid_scale", "grid_space", "space_grid")},
    **{f"entity/{name}.hpp": ([], ["entity/grid/boxes", "entity/grid/exact", "entity/grid/searching", "entity/grid/situations"])
       for name in ("box_grid", "box_sweep", "grid_search")},
    "entity/detail/updated_entity.hpp": ENTITIES,
    "parts/in_sequence.hpp": SYSTEMS,
    **{f"parts/{name}.hpp": ([], ["indices/indices", "world/observing"]) for name in ("indexed", "key_order")},
    **{f"parts/{name}.hpp": ([], ["core/snapshot_of", "entity/tree_snapshots", "entity/layers_snapshots"])
       for name in ("store_image", "tree_image", "layers_image")},
    **{f"{name}.hpp": ([], ["indices/indices"]) for name in ("index_by", "ordered_by")},
    **{f"{name}.hpp": ([], ["indices/picking", "world/picking"]) for name in ("dice", "pick", "parts/random", "parts/weights")},
    "world/references.hpp": ([], ["world/referring", "world/prefabs", "world/merging"]),
    **{f"{name}/required.hpp": ([], ["world/requiring", "world/requiring_fails", "world/components"])
       for name in ("world", "world/query")},
    "world/aside.hpp": ([], ["world/setting_aside"]),
    "world/states.hpp": ([], ["world/changing_states", "world/changing_states_fails"]),
    "weighted_by.hpp": ([], ["indices/picking", "indices/meddlers"]),
    **{f"world/{name}.hpp": ([], ["world/picking"]) for name in ("pick", "world_weights")},
    "listeners.hpp": ([], ["listeners/listeners", "listeners/meddlers"]),
    "shared_handles.hpp": ([], ["core/shared_handles"]),
    "snapshot_of.hpp": ([], ["core/snapshot_of", "entity/tree_snapshots"]),
    **{f"world/{name}.hpp": WORLD for name in ("column", "column_set", "entity", "frozen", "page_parts", "query",
                                               "query_walk", "row", "run_walk", "terms", "typed_edits", "walks", "world")},
    **{f"world/{name}.hpp": (WORLD[0], [*WORLD[1], "world/saving", "world/run_time_components"])
       for name in ("component", "entity_index", "entity_page", "single_values")},
    "world/query/matcher.hpp": (WORLD[0], [*WORLD[1], "world/systems"]),
    "world/kernel/edits.hpp": (WORLD[0], [*WORLD[1], "world/systems", "world/observing", "world/random_destructors"]),
    **{f"world/{name}.hpp": (WORLD[0], [*WORLD[1], "world/systems", "world/random_systems", "world/random_destructors"])
       for name in ("edits_under_way", "storage", "watches")},
    "world/members.hpp": (["world"], ["world/relations", "world/components"]),
    "world/kernel/contents.hpp": ([], ["world/saving", "world/systems", "world/many_types"]),
    **{f"world/{name}.hpp": ([], ["world/relations", "world/ordering_children", "world/disabling_branches",
                                        "world/naming", "world/prefabs", "world/merging"])
       for name in ("family", "kin")},
    **{f"world/{name}.hpp": ([], ["world/naming"]) for name in ("naming", "name_index")},
    **{f"world/{name}.hpp": ([], ["world/prefabs", "world/merging", "world/coming_back", "world/meddlers"])
       for name in ("alike", "prefab_plan", "prefabs")},
    **{f"world/{name}.hpp": ([], ["world/linked_prefabs", "world/random_linked_prefabs", "extra/json_linked_prefabs"])
       for name in ("linked_parts", "linked_prefabs")},
    "world/relation/references.hpp": ([], ["world/prefabs", "world/merging", "extra/json"]),
    "extra/json_links.hpp": ([], ["extra/json", "extra/json_links"]),
    **{f"world/{name}.hpp": ([], ["world/merging", "world/cloning_branches", "world/coming_back", "world/meddlers"])
       for name in ("create_at", "merge")},
    "world/relation/family_check.hpp": ([], ["world/naming"]),
    **{f"world/{name}.hpp": ([], ["world/describing", "world/changed_saves"]) for name in ("aggregate", "description")},
    **{f"world/{name}.hpp": ([], ["world/changed_saves", "world/saving", "world/old_saves", "world/unknown_components"])
       for name in ("byte_stream", "restored", "save", "saved_component", "saved_type", "unknown_components", "unknown_values")},
    **{f"world/{name}.hpp": ([], ["world/saving_collections"]) for name in ("save_collection", "saved_image")},
    "world/save_schedule.hpp": ([], ["world/saving_schedules"]),
    "world/snapshot.hpp": ([], ["world/saving"]),
    **{f"world/{name}.hpp": ([], ["world/edit_history"])
       for name in ("edit_history", "edit_image", "edit_restorer", "held_slots")},
    **{f"world/{name}.hpp": ([], ["world/saving", "world/rolling_back", "world/rolling_back_together", "world/random_twins"])
       for name in ("frame_log", "kept_collection", "rollback", "world_copy", "world_rewind")},
    **{f"world/{name}.hpp": ([], ["world/replicating", "world/replicating_families", "world/replicating_without_memory", "world/random_replicating",
                                          "world/meddlers"])
       for name in ("replica", "replica_decoder", "replica_encoder", "replica_family", "replica_value")},
    **{f"world/{name}.hpp": ([], ["world/relating", "world/joins", "world/relation_situations", "world/related_games", "world/meddlers"])
       for name in ("joins", "links", "related", "relation", "relation_state")},
    "world/relation/read_relations.hpp": ([], ["world/relation_saves", "world/old_saves", "world/relating"]),
    "world/pattern/copied_links.hpp": ([], ["world/relating", "world/merging", "world/cloning_branches", "world/coming_back",
                                              "world/prefabs"]),
    **{f"world/{name}.hpp": ([], ["world/following", "extra/random_following", "world/observing", "world/observing_without_memory",
                                          "world/hooks", "world/related_games"])
       for name in ("calls", "changes", "follower", "observer", "upkeep", "value_follower", "value_order", "world_index")},
    **{f"world/{name}.hpp": ([], ["world/world_grid", "extra/random_following"]) for name in ("entity_places", "world_grid")},
    "world/entity_ref.hpp": ([], ["world/entity_ref"]),
    "world/events.hpp": ([], ["world/events"]),
    "world/hash.hpp": ([], ["world/saving"]),
    "world/kernel/kind_index.hpp": (WORLD[0], [*WORLD[1], "world/saving"]),
    **{f"world/{name}.hpp": ([], ["world/ordering_systems", "world/systems"])
       for name in ("system_order", "timers", "trace_events")},
    "world/parallel.hpp": SYSTEMS,
    "world/recorder.hpp": SYSTEMS,
    "world/schedule.hpp": SYSTEMS,
    "world/schedule/system.hpp": (SYSTEMS[0], [*SYSTEMS[1], "world/saving", "world/rolling_back"]),
    "world/follow/watch.hpp": ([], ["world/systems", "world/random_systems", "world/components"]),
}


def place_of(header):
    """Where a header of that name is: the rooms of world/, entity/ and spatial/ are left out above."""
    if os.path.exists(os.path.join(ROOT, "include/throng", header)):
        return header
    folders = ["entity", "spatial"] if header.startswith("entity/") else [os.path.dirname(header)]
    found = [path for folder in folders for path in
             glob.glob(os.path.join(ROOT, "include/throng", folder, "**", os.path.basename(header)), recursive=True)]
    return os.path.relpath(found[0], os.path.join(ROOT, "include/throng")) if len(found) == 1 else header


TESTS = {place_of(header): tests for header, tests in TESTS.items()}
# What the units link besides GoogleTest.
LIBRARIES = {"world/parallel": ["-ltbb"]}
# Those that run long enough for the optimizer's time to pay.
OPTIMIZED = {"world/random_destructors", "world/random_edits", "world/related_games", "world/random_replicating",
             "world/random_systems"}


def named(units):
    return ["test_" + unit.replace("/", "_") for unit in units]


def of_adapter(name):
    return [f"test_contract_{name}", f"test_contract_{name}_scripts"]


def of_header(header):
    """Of one that the table lacks: the tests that include it."""
    if header in TESTS:
        adapters, units = TESTS[header]
        return named(units) + [target for name in adapters for target in of_adapter(name)]
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "**", "*.cpp"), recursive=True)):
        with open(path) as f:
            if f"#include <throng/{header}>" in f.read():
                found += targets_of(os.path.relpath(path, ROOT))
    return found


def unit_folders():
    """Those of which each file is a test program."""
    with open(os.path.join(ROOT, "tests", "CMakeLists.txt")) as f:
        return set(re.findall(r"^ *throng_unit_tests\(([\w/]+)", f.read(), re.MULTILINE))


def targets_of(path):
    """Of a path in the repository."""
    def match(pattern):
        return re.fullmatch(pattern, path)

    if m := match(r"include/throng/(.+\.hpp)"):
        return of_header(m[1])
    if m := match(r"tests/contract/adapters/(\w+)\.hpp"):
        return of_adapter(m[1])
    if match(r"tests/contract/(\w+\.hpp|situations/\w+\.[ch]pp)"):
        return of_adapter("list")
    if m := match(r"tests/(faults|needs)/(\w+)\.(cpp|txt)"):
        return [f"{m[1]}_{m[2]}"]
    if m := match(r"tests/tools/(\w+)_test\.cpp"):
        return [f"test_tools_{m[1]}"]
    if match(r"tests/audit/\w+\.cpp"):
        return ["test_audit_misuse"]
    if m := match(r"tests/contract/(\w+?)(_test)?\.cpp"):
        return [f"test_contract_{m[1]}"]
    if (m := match(r"tests/([\w/]+)/(\w+)\.cpp")) and m[1] in unit_folders():
        return named([f"{m[1]}/{m[2]}"])
    if m := match(r"examples/(\w+)\.(cpp|txt)"):
        return [f"example_{m[1]}"]
    if m := match(r"fuzzing/(\w+)\.cpp"):
        return [f"fuzz_{m[1]}"]
    return []


def check():
    """The paths that the table names and that are not there."""
    for header, (adapters, units) in TESTS.items():
        yield from (path for path in [f"include/throng/{header}", *(f"tests/contract/adapters/{name}.hpp" for name in adapters),
                                      *(f"tests/{unit}.cpp" for unit in units)] if not os.path.exists(os.path.join(ROOT, path)))


def main():
    if sys.argv[1:] == ["--check"]:
        missing = sorted(set(check()))
        for path in missing:
            print(f"scripts/tests_of.py names {path}, which does not exist", file=sys.stderr)
        return 1 if missing else 0
    status, targets = 0, []
    for name in sys.argv[1:]:
        for place in (name, os.path.join(ROOT, name), os.path.join(ROOT, "include", "throng", name)):
            if os.path.isfile(place):
                break
        else:
            print(f"cannot open '{name}': No such file or directory", file=sys.stderr)
            return 2
        found = targets_of(os.path.relpath(os.path.realpath(place), ROOT))
        if not found:
            print(f"no test is known that belongs to '{name}' (./test --fast runs all)", file=sys.stderr)
            status = 2
        targets += [target for target in found if target not in targets]
    if status == 0:
        print("\n".join(targets))
    return status


if __name__ == "__main__":
    sys.exit(main())

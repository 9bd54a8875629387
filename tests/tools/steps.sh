#!/usr/bin/env bash
# steps.sh ROOT: ./test knows all steps that its own lists and its --help name, and refuses others before it installs anything.
set -u
script=$1/test called=./test
source "$(dirname "${BASH_SOURCE[0]}")/refusals.sh"

# expect_steps LEAST ARGUMENT...: --list names at least so many steps for these arguments, and each is one by itself.
expect_steps() {
    local least=$1 listed
    shift
    if ! listed=$("$script" --list "$@" </dev/null 2>&1) || [ "$(wc -l <<<"$listed")" -lt "$least" ] || [[ $listed == *:* ]]; then
        printf './test --list %s: %s\n' "$*" "$listed"
        status=1
        return
    fi
    local step
    for step in $listed; do
        [ "$("$script" --list "$step" 2>&1)" = "$step" ] || { printf '%s is no step by itself\n' "$step" && status=1; }
    done
}

help=$("$script" --help)

expect_steps 3
expect_steps 12 --all
[ "$("$script" --all --list)" = "$("$script" --list --all)" ] || status=1
expect_steps 1 --fast
expect_steps 2 asan-clang debug-stl
for list in '' --all --fast; do
    for step in $("$script" --list $list); do
        grep -qwe "$step" <<<"$help" || { printf '%s is not in the help\n' "$step" && status=1; }
    done
done
expect_refusal "no step 'base'" base
expect_refusal "no step 'gcc'" dev gcc
expect_refusal "no step 'base'" --list base
expect_refusal "unknown option '--slow'" --slow
expect_refusal "unknown option '--slow'" --list --slow
expect_refusal "no step 'd.v' (did you mean 'dev'?)" d.v
expect_refusal '--all takes no steps' --all dev
expect_refusal '--fast takes no steps' --fast --list --all
expect_refusal '--again is for --all' --again format
# Files: the targets of the tests that belong to them.
if command -v python3 >/dev/null; then
    # expect_targets TARGETS FILE...
    expect_targets() {
        local wanted=$1 listed
        shift
        listed=$("$script" --list "$@" 2>&1)
        [ "$(tr '\n' ' ' <<<"$listed")" = "$wanted " ] || { printf './test --list %s: %s\n' "$*" "$listed" && status=1; }
    }
    expect_targets 'test_list_packing' tests/list/packing.cpp
    expect_targets 'test_entity_grid_searching' tests/entity/grid/searching.cpp
    expect_targets 'test_contract_bag test_contract_bag_scripts' tests/contract/adapters/bag.hpp
    expect_targets 'test_listeners_listeners test_listeners_meddlers' include/throng/listeners.hpp
    expect_targets 'test_listeners_listeners test_listeners_meddlers' "$1/include/throng/listeners.hpp" listeners.hpp
    expect_targets 'example_first example_walks test_audit_misuse' examples/first.cpp examples/walks.txt tests/audit/places.cpp
    expect_targets 'faults_arena_clear fuzz_json' tests/faults/arena_clear.cpp fuzzing/json.cpp
    listed=$("$script" --list list.hpp)
    for target in test_list_packing test_contract_list test_contract_list_scripts; do
        grep -qx $target <<<"$listed" || { printf '%s does not belong to list.hpp\n' $target && status=1; }
    done
    expect_refusal "cannot open 'none.hpp': No such file or directory" none.hpp
    expect_refusal "no test is known that belongs to 'web/game/game.cpp'" web/game/game.cpp
fi
exit $status

#!/usr/bin/env bash
# failures.sh PROGRAM MPIRUN...: what must not be ends all ranks with status 1, and a line that says what, and of which rank.
set -u
program=$1
shift
mpirun=("$@")
failed=0

# fails CASE WHAT: that line is said, by a rank.
fails() {
    local case=$1 what=$2 said status
    said=$("${mpirun[@]}" "$program" "$case" 2>&1)
    status=$?
    if [ $status != 1 ] || ! grep -q "^throng: rank [01] of 2: $what" <<<"$said" || grep -q 'all is well' <<<"$said"; then
        printf '%s: status %s, expected 1 and: %s\n%s\n' "$case" $status "$what" "$said" >&2
        failed=1
    fi
}

fails another_seed 'the ranks have other plans or other models'
fails no_margin 'the margin must be above 0'
fails outside 'agent [0-9]* is at 24\.0*, [0-9.]*, which is outside of the space'
fails too_far 'an agent looks farther than the margin'
fails to_no_cell 'an event to a cell that there is not'
fails lost 'an agent has lost a component that is shown'
fails endless 'events are answered by events without end'
fails noise 'what rank 1 has sent cannot be: a record of a sort that there is not'
fails cut_off 'what rank 1 has sent cannot be: too short for its values'
fails nowhere 'what rank 1 has sent cannot be: a ghost outside of the space'
fails not_its_own 'what rank 1 has sent cannot be: an agent of another rank'
fails twice 'two agents have the identity 5'
exit $failed

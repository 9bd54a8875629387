#!/usr/bin/env bash
# progress.sh ROOT: what scripts/common.sh says of how far a build, a run of tests and a process are.
set -u
source "$1/scripts/common.sh"
status=0

# expect WHAT EXPECTED FOUND
expect() {
    [ "$2" = "$3" ] && return
    printf '%s:\nexpected: %q\nfound:    %q\n' "$1" "$2" "$3"
    status=1
}

lines='@1/4 Building CXX object a/b.cpp.o
@2/4 Building CXX object a/c.cpp.o
a/c.cpp:1: error: no
ninja: no work to do.'
tests='    Start 12: name
 1/20 Test  #12: a.name ...........   Passed    0.01 sec
 2/20 Test  #13: a.other ..........***Failed    0.01 sec'

# Elsewhere than on a terminal: what went wrong, and nothing more within three seconds.
expect 'a build' 'a/c.cpp:1: error: no' "$(show_progress <<<"$lines" 2>&1)"
expect 'tests' ' 2/20 Test  #13: a.other ..........***Failed    0.01 sec' "$(show_progress <<<"$tests" 2>&1)"
expect 'a build that takes long' '50 %, 3 s: c.cpp.o' "$({
    sleep 3.1
    printf '@2/4 Building CXX object a/c.cpp.o\n@3/4 Linking x\n'
} | show_progress 2>&1 | sed 's/[34] s/3 s/')"
expect 'make' '7 %, 3 s: b.cpp.o' "$({
    sleep 3.1
    printf '[  7%%] Building CXX object a/b.cpp.o\n'
} | show_progress 2>&1 | sed 's/[34] s/3 s/')"

# A process is waited for, and its status is known.
(exit 7) &
wait_for $! 'something'
expect 'the status of a process' 7 $?

# With --quiet nothing, wherever the option stands; the others stay.
take_quiet a --quiet 'b c'
expect 'the arguments that are left' 'a|b c|' "$(printf '%s|' "${rest[@]}")"
expect 'a quiet note' '' "$(note 'hello' 2>&1)"
expect 'a quiet build' '' "$({
    sleep 3.1
    printf '@2/4 Building\n'
} | show_progress 2>&1)"
take_quiet
expect 'a note' 'hello' "$(note 'hello' 2>&1)"

# On a terminal, a bar that goes away.
if has script; then
    on_terminal=$(script -qec "bash -c 'source \"$1/scripts/common.sh\"; printf \"@2/4 Building x\\n\" | show_progress'" /dev/null </dev/null)
    expect 'on a terminal' $'\r\033[K[##########..........]  50 % Building x\r\033[K' "$on_terminal"
fi
exit $status

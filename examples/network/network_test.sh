#!/usr/bin/env bash
# network_test.sh PROGRAM [long]: games over a bad line come to the same state as over a good one, and clients have what the
# server shows them. With "long" only the long runs of scripts/check-network.
set -u
program=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

failed=0
wrong() {
    printf '%s\n' "$*" >&2
    failed=1
}

# plays PATTERN ARGUMENT...: ends well, and its last line is as it should be.
plays() {
    local pattern=$1 status
    shift
    "$program" "$@" --quiet >out 2>err
    status=$?
    [ $status = 0 ] || wrong "$*: status $status: $(cat out err)"
    [ ! -s err ] || wrong "$*: complains: $(cat err)"
    tail -n 1 out | grep -qxE "$pattern" || wrong "$*: $(cat out)"
    printf '%s: %s\n' "$*" "$(tail -n 1 out)"
}

# same_state FRAMES SEED ARGUMENTS...: these lines and a good one lead to the same state.
same_state() {
    local frames=$1 seed=$2 how first
    shift 2
    plays "$frames frames, [0-9]+ rolled back, 0 desyncs, state [0-9a-f]{16}" \
        rollback --frames "$frames" --seed "$seed" --loss 0 --delay 0 --noise 0
    first=$(sed 's/.*state//' out)
    for how in "$@"; do
        # shellcheck disable=SC2086 # several words
        plays "$frames frames, [1-9][0-9]* rolled back, 0 desyncs, state$first" \
            rollback --frames "$frames" --seed "$seed" $how
    done
    state=$first
}

# replicated CLIENTS ENTITIES ARGUMENT...: the clients have all that they should.
replicated() {
    local clients=$1 entities=$2
    shift 2
    plays "$clients clients, $entities entities, 0 differences, [1-9][0-9]* bytes a frame a client" \
        replicate --clients "$clients" --entities "$entities" "$@"
}

if [ "${2-}" = long ]; then
    same_state 20000 1 '--loss 30 --delay 6' '--loss 30 --delay 12 --noise 10'
    replicated 8 5000 --loss 30 --delay 6 --frames 2000
    exit $failed
fi

same_state 400 1 '--loss 20 --delay 3' '--loss 50 --delay 8 --noise 50'
one=$state
same_state 400 2 '--loss 30 --delay 6'
[ "$one" != "$state" ] || wrong "two seeds play the same game"
replicated 2 500 --frames 300 --loss 30 --delay 4 --noise 50

# refuses STATUS WHY ARGUMENT...: ends with that status, prints nothing as a result, and says WHY.
refuses() {
    local wanted=$1 why=$2 status
    shift 2
    "$program" "$@" >out 2>err
    status=$?
    [ $status = "$wanted" ] || wrong "$*: status $status instead of $wanted: $(cat out err)"
    [ "$wanted" = 1 ] || [ ! -s out ] || wrong "$*: $(cat out)"
    cat out err | grep -qE -- "$why" || wrong "$*: said nothing of '$why' but: $(cat out err)"
}

# What one process changes by itself is found out.
refuses 1 '^200 frames, [0-9]+ rolled back, [1-9][0-9]* desyncs, state' rollback --frames 200 --cheat
refuses 1 '^1 clients, 50 entities, [1-9][0-9]* differences' \
    replicate --clients 1 --entities 50 --frames 40 --cheat

refuses 2 'subcommand is required'
refuses 2 'subcommand is required' fishing
for value in x -1 81 1.5 ''; do
    refuses 2 '--loss' rollback --loss "$value"
done
refuses 2 '--frames' rollback --frames 0
refuses 2 '--clients' replicate --clients 65
refuses 2 '--entities' replicate --entities 0
refuses 2 '--speed' replicate --speed 1
"$program" rollback --help | grep -q -- '--delay' || wrong "--help does not know --delay"

# A process is killed in mid-run: it is named, and the others end.
killed() {
    local victim=$1 name=$2 run status
    shift 2
    "$program" "$@" --quiet >out 2>err &
    run=$!
    sleep 1
    # shellcheck disable=SC2046 # several numbers
    set -- $(cat "/proc/$run/task/$run/children")
    kill -KILL "${!victim}"
    wait $run
    status=$?
    [ $status = 1 ] || wrong "$name is killed: status $status"
    [ ! -s out ] || wrong "$name is killed: $(cat out)"
    grep -qF "$name has died: signal 9" err || wrong "$name is killed: $(cat err)"
    [ "$(wc -l <err)" = 2 ] || wrong "$name is killed: $(cat err)"
}
killed 2 'player 1' rollback --frames 1000000
killed 1 server replicate --clients 1 --entities 50 --frames 1000000
exit $failed

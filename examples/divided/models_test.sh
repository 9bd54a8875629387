#!/usr/bin/env bash
# models_test.sh PROGRAM FOLDER EXPECTED-FOLDER with_png|without_png: what the models do, on one and on several ranks. The folder is emptied.
set -u
program=$1 folder=$2 expected=$3
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1

failed=0
wrong() {
    printf '%s\n' "$*" >&2
    failed=1
}

# refuses STATUS WHY ARGUMENT...: ends with that status, prints no state, and says WHY on one line.
refuses() {
    local wanted=$1 why=$2 status
    shift 2
    "$program" "$@" >out 2>err
    status=$?
    [ $status = "$wanted" ] || wrong "models $*: status $status instead of $wanted"
    grep -q '^state' out && wrong "models $*: a state"
    grep -qF -- "$why" err || wrong "models $*: said nothing of '$why' but: $(cat err)"
    [ "$(wc -l <err)" = 1 ] || wrong "models $*: more than a line: $(cat err)"
}

# plays ARGUMENT...: prints what came out.
plays() {
    "$program" "$@" --quiet 2>err || wrong "models $*: status $?: $(cat err)"
    [ ! -s err ] || wrong "models $*: complains: $(cat err)"
}

# The same on any number of ranks and threads, as it has always been; and so are pictures, where there is libpng.
png=
[ "$4" = with_png ] && png=yes
for how in '--ranks 1' '--ranks 4 --threads 2'; do
    # shellcheck disable=SC2086 # several words
    plays flocking --agents 2000 --steps 60 --every 20 $how ${png:+--png "${how//[!0-9]/}"} >out
    cmp -s out "$expected/flocking.txt" || wrong "flocking $how: $(cat out)"
done
plays flocking --agents 2000 --steps 60 --by-hand >out
[ "$(cat out)" = "$(tail -n 1 "$expected/flocking.txt")" ] || wrong "by hand: $(cat out)"
if [ -n "$png" ]; then
    [ "$(cd 1 && echo *)" = 'flocking-000020.png flocking-000040.png flocking-000060.png' ] || wrong "pictures: $(ls 1)"
    diff -rq 1 42 >&2 || wrong "4 ranks draw other pictures than 1"
fi

# A save of 4 ranks goes on on 3, as if there had been none.
plays epidemic --agents 2000 --steps 60 --every 20 >out
cmp -s out "$expected/epidemic.txt" || wrong "epidemic: $(cat out)"
plays epidemic --agents 2000 --steps 30 --ranks 4 --save 4.save >/dev/null
plays epidemic --steps 30 --every 20 --ranks 3 --threads 2 --restore 4.save >out
[ "$(tail -n 1 out)" = "$(tail -n 1 "$expected/epidemic.txt")" ] || wrong "restored: $(cat out)"
[ "$(find . -name '*.part')" = '' ] || wrong "a save is left beside"

# What is asked for must be there.
refuses 2 "expected a model: flocking or epidemic"
refuses 2 "found 'fishing'" fishing
refuses 2 "expected an option that --help shows, found '--speed'" flocking --speed 1
for value in 0 x 1x -1 1.5 1000000001 99999999999999999999 ''; do
    refuses 2 "--agents: expected a number from 1 to 1000000000, found '$value'" flocking --agents "$value"
done
refuses 2 "--ranks: expected a number from 1 to 256, found '257'" flocking --ranks 257
refuses 2 "--threads: expected a number from 1 to 256, found '0'" flocking --threads 0
refuses 2 "--save: expected a file, found '--costs'" flocking --save --costs
refuses 2 "--save-every: expected --save FILE with it" flocking --save-every 3
refuses 2 "--by-hand: expected no option with it but" flocking --by-hand --ranks 2
refuses 2 "found '--by-hand'" epidemic --by-hand
refuses 2 "nowhere/to: cannot be written" flocking --agents 10 --steps 1 --save nowhere/to
refuses 2 "4.save: cannot be restored" flocking --restore 4.save
head -c 5000 4.save >half.save
refuses 2 "half.save: cannot be restored: it is cut off" epidemic --restore half.save --ranks 2
"$program" --help | grep -q -- '--borders' || wrong "--help does not know --borders"

# A rank is killed in mid-run: it is named, the others end, and the last save is whole.
"$program" flocking --agents 2000 --steps 1000000 --ranks 4 --save last.save --save-every 5 >out 2>err &
run=$!
for _ in $(seq 300); do
    [ -e last.save ] && break
    sleep 0.1
done
victim=
for process in /proc/[0-9]*; do
    [ "$(cat "$process/comm" 2>/dev/null)" = models ] || continue
    mine=$(tr '\0' '\n' 2>/dev/null <"$process/environ" | grep -c -x "OMPI_COMM_WORLD_RANK=2\|PWD=$PWD")
    [ "$mine" = 2 ] && victim=${process#/proc/}
done
[ -n "$victim" ] && kill -KILL "$victim"
wait $run
status=$?
[ -n "$victim" ] || wrong "there was no rank 2"
[ $status = 1 ] || wrong "killed: status $status"
grep -qF 'flocking: rank 2 has died: signal 9 (Killed); the other ranks of 4 have been stopped' err ||
    wrong "killed: $(cat err)"
grep -qF 'last.save: the last save, which is whole' err || wrong "killed: $(cat err)"
plays flocking --steps 1 --ranks 2 --restore last.save >out
grep -q '^state' out || wrong "the last save: $(cat out)"

exit $failed

#!/usr/bin/env bash
# bench_against.sh ROOT FOLDER: scripts/bench-against refuses wrong arguments in one line, with a status that ends git bisect, before it
# builds anything; it shows the rows that moved beside the drift, and its status says whether one of throng's is slower.
set -u
script=$1/scripts/bench-against folder=$2 status=0
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1

# expect_refusal STATUS WHAT ARGUMENT...: one line with WHAT in it.
expect_refusal() {
    local wanted=$1 what=$2 said code
    shift 2
    said=$("$script" "$@" 2>&1 </dev/null)
    code=$?
    if [ $code != "$wanted" ] || [[ $said != "bench-against: "*"$what"* ]] || [ "$(wc -l <<<"$said")" != 1 ]; then
        printf 'bench-against %s: status %s\n%s\n' "$*" $code "$said"
        status=1
    fi
}
expect_refusal 129 'expected one commit'
expect_refusal 129 "found 'two' as well" one two
expect_refusal 129 "unknown option '--fliter'" one --fliter L1
expect_refusal 129 '--filter wants a value' one --filter
expect_refusal 129 "--filter wants names of workloads with commas between, not 'L1,'" one --filter L1,
expect_refusal 129 "--n wants numbers of elements with commas between, not '0'" one --n 0
expect_refusal 129 "--turns wants a number from 1 to 1000, not '0'" one --turns=0
expect_refusal 129 "--moved wants a number from 0 to 1000, not 'x'" --moved x one
expect_refusal 129 "--core" one --core 4095
expect_refusal 129 "--prefix wants a folder, not 'none'" one --prefix none
expect_refusal 129 "--remove takes no commit" --remove one
expect_refusal 129 "--files wants two lists of files" --files one.json
expect_refusal 125 "cannot open none.json: No such file or directory" --files none.json none.json
printf '{}\n' >object.json
printf '[1]\n' >number.json
expect_refusal 125 "object.json" --files object.json object.json
expect_refusal 125 "number.json: expected a list of records" --files number.json number.json
if command -v git >/dev/null && git -C "$1" rev-parse --git-dir >/dev/null 2>&1; then
    (cd "$1" && expect_refusal 129 "'no-such-commit' is no commit" no-such-commit && exit $status) || status=1
fi
[[ $("$script" --help) == 'Compares '* ]] || status=1

# record CONTESTANT KIND NANOSECONDS [WORKLOAD]
record() { printf '{"workload":"%s","n":1000,"contestant":"%s","kind":"%s","ns_median":%s}' "${4-L1}" "$1" "$2" "$3"; }
list_of() {
    local IFS=,
    printf '[%s]\n' "$*"
}
# compared STATUS PATTERN OLD NEW: the whole output has to match.
compared() {
    local said code
    said=$("$script" --files "$3" "$4" 2>&1)
    code=$?
    if [ $code != "$1" ] || [[ $said != $2 ]]; then
        printf -- '--files %s %s: status %s\n%s\n' "$3" "$4" $code "$said"
        status=1
    fi
}
list_of "$(record list ours 10)" "$(record bag ours 10)" "$(record vector baseline 10)" "$(record hive peer 10)" >old.json
list_of "$(record list ours 12)" "$(record bag ours 10.4)" "$(record vector baseline 10)" "$(record hive peer 10.2)" >slower.json
list_of "$(record list ours 8)" "$(record bag ours 10)" "$(record vector baseline 10)" "$(record hive peer 10)" >faster.json
list_of "$(record list ours 12)" "$(record bag ours 12)" "$(record vector baseline 12.1)" "$(record hive peer 12)" >drifted.json
list_of "$(record list ours 12)" "$(record more ours 1)" >alone.json
list_of "$(record list ours 12)" >other.json
compared 0 '4 rows are in both; of throng'"'"'s, 0 moved*, of which 0 are slower.' old.json old.json
compared 1 '*1 moved*1 are slower.*L1 *1000 *list *10 ns *12 ns *1.20  1.00 to 1.02: slower' old.json slower.json
compared 0 '*1 moved*0 are slower.*list *0.80  1.00 to 1.00: faster' old.json faster.json
compared 0 '*2 moved*0 are slower.*1.20  1.20 to 1.21: as the drift*' old.json drifted.json
compared 1 '1 rows*1 are slower.*1.20  not known: slower' old.json alone.json
# The median of several turns, and of each only what all have.
compared 0 '1 rows*0 moved*' old.json,old.json,other.json old.json,other.json,old.json
list_of "$(record list ours 10 E1)" >elsewhere.json
compared 125 'bench-against: the two have no row in common' old.json elsewhere.json

# Whole runs, in a repository whose benchmarks only write records: the first commit's, and slower ones.
command -v git >/dev/null && command -v cmake >/dev/null || exit $status
mkdir -p repository/scripts && cd repository && git init -q . || exit 1
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(fake NONE)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
add_custom_target(throng_bench COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/fake ${PROJECT_BINARY_DIR}/bin/throng_bench)
END
printf 'need_packages() { :; }\n' >scripts/common.sh
cat >fake <<'END'
#!/usr/bin/env bash
[ "$*" = "--quiet --json $3 --reps 7 --filter L1" ] &&
    cp "$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "${BASH_SOURCE[0]%/bin/*}/CMakeCache.txt")/records" "$3"
END
chmod +x fake
commit() { git add -A && git -c user.name=a -c user.email=a@b commit -qm "$1"; }
cp ../old.json records && printf 'build/\n' >.gitignore && commit one && git tag good
printf '\n' >>records && commit two
cp ../slower.json records && commit three && git tag bad
printf '\n' >>records && commit four && newest=$(git rev-parse HEAD)
# run STATUS PATTERN
run() {
    local said code
    said=$("$script" good --filter L1 --turns 2 2>&1)
    code=$?
    if [ $code != "$1" ] || [[ $said != $2 ]]; then
        printf 'good --filter L1: status %s\n%s\n' $code "$said"
        status=1
    fi
}
run 1 '*Building the benchmarks of good (*turn 2 of 2*1 are slower.*'
git checkout -q bad~1 && run 0 '*turn 2 of 2*0 moved*'
cp "$script" ../bench-against && git bisect start "$newest" good >/dev/null 2>&1
git bisect run ../bench-against good --filter L1 --turns 1 >../bisected 2>&1
grep -q "^$(git rev-parse bad) is the first bad commit" ../bisected || { cat ../bisected && status=1; }
"$script" --remove && [ ! -e build/against ] && [ "$(git worktree list | wc -l)" = 1 ] || status=1
exit $status

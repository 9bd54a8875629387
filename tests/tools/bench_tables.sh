#!/usr/bin/env bash
# bench_tables.sh ROOT FOLDER: scripts/bench-tables compares with the fastest that promises the same order; what it cannot read it
# names, and leaves the document as it was.
set -u
script=$1/scripts/bench-tables folder=$2 status=0
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" || exit 1

# record WORKLOAD CONTESTANT KIND KEEPS_ORDER NANOSECONDS
record() { printf '{"workload":"%s","n":100000,"contestant":"%s","kind":"%s","keeps_order":%s,"ns_median":%s}' "$@"; }
# list_of RECORD...
list_of() {
    local IFS=,
    printf '[%s]\n' "$*"
}
list_of "$(record L1 throng::list ours true 8)" "$(record L1 throng::bag ours false 3)" "$(record L1 ring peer true 4)" \
    "$(record L1 heap peer false 2)" >old.json
list_of "$(record L1 throng::list ours true 4)" "$(record L1 throng::bag ours false 6)" "$(record L1 ring peer true 8)" >new.json
list_of "$(record L1 heap peer false 2)" "$(record L1 array baseline true 2)" >more.json
printf '%s\n' top '<!-- tables: written by scripts/bench-tables -->' gone '<!-- end of the tables -->' between \
    '<!-- before: written by scripts/bench-tables --before -->' kept '<!-- end of before -->' bottom >document.md
cp document.md untouched.md

# expect_row TEXT: it is a line of the document.
expect_row() { grep -qxF -- "$1" document.md || { printf 'no row %s in\n' "$1" && cat document.md && status=1; }; }
"$script" --document document.md new.json more.json || status=1
work='walk; one in ten removes itself and adds another | 100,000'
expect_row "| $work | kept | list | 4.00 ns | ring | 8.00 ns | 0.50 |"
expect_row "| $work | any | list | 4.00 ns | heap | 2.00 ns | **2.00** |"
expect_row "| $work | kept | list | 4.00 ns | array | 2.00 ns | **2.00** |"
for line in top between kept bottom; do expect_row $line; done
if grep -qx gone document.md; then status=1; fi
"$script" --document document.md new.json more.json --before old.json || status=1
expect_row "| $work | kept | 8.00 ns | 4.00 ns | 0.50 | **2.00** | 0.50 | – | **2.00** |"
expect_row "| $work | any | 3.00 ns | 4.00 ns | **1.33** | **1.50** | **2.00** | – | **2.00** |"

list_of "$(record edit-undo throng::edit_history ours false 6)" "$(record edit-undo stack baseline false 2)" >further.json
printf '%s\n' '<!-- further: written by scripts/bench-tables -->' gone '<!-- end of further -->' end >>document.md
"$script" --document document.md new.json further.json || status=1
expect_row '| the same: undo | 100,000 | edit_history | 6.00 ns |  |  |  | stack | 2.00 ns | **3.00** |'
for line in bottom end; do expect_row $line; done
if grep -qx gone document.md; then status=1; fi

# expect_refusal WHAT ARGUMENT...: one line with WHAT in it and status 2; the document is as it was.
expect_refusal() {
    local what=$1 said code
    shift
    cp untouched.md document.md
    said=$("$script" "$@" 2>&1)
    code=$?
    if [ $code != 2 ] || [[ $said != "bench-tables: "*"$what"* ]] || [ "$(wc -l <<<"$said")" != 1 ] || ! cmp -s document.md untouched.md; then
        printf 'bench-tables %s: status %s\n%s\n' "$*" $code "$said"
        status=1
    fi
}
printf '[{"workload":"L1"}]' >part.json
printf '{"workload":"L1"}' >object.json
printf '[1]' >number.json
printf '[' >cut.json
printf 'nothing\n' >plain.md
expect_refusal none.json --document document.md none.json
expect_refusal cut.json --document document.md new.json cut.json
expect_refusal "object.json: expected a list" --document document.md object.json
expect_refusal "part.json: record 0: expected 'n'" --document document.md part.json
expect_refusal "number.json: record 0: expected 'workload'" --document document.md number.json
expect_refusal "part.json: record 0" --document document.md new.json --before part.json
expect_refusal "plain.md: expected the lines" --document plain.md new.json
expect_refusal none.md --document none.md new.json
expect_refusal "document.md: expected the lines '<!-- further" --document document.md further.json
exit $status

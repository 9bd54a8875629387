#!/usr/bin/env bash
# workloads.sh ROOT PROGRAM: scripts/help/workloads.txt, by which ./bench checks --filter before anything is built, has the names of the
# benchmarks' workloads.
set -u
file=$1/scripts/help/workloads.txt program=$2
listed=$("$program" --list) || exit 1
names=$(sed -n 's/^\([^ ][^ ]*\)  .*/\1/p' <<<"$listed")
diff -u "$file" - <<<"$names" && exit
printf "This brings it up to date: %s --list | sed -n 's/^\\([^ ][^ ]*\\)  .*/\\\\1/p' >%s\n" "$program" "$file"
exit 1

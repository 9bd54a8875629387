#!/usr/bin/env bash
# hub_benchmark.sh ROOT FOLDER: scripts/hub-benchmark says in one line which of its arguments is wrong, and ends with status 2,
# before it looks for packages or builds anything.
set -u
name=hub-benchmark script=$1/scripts/hub-benchmark folder=$2
source "$(dirname "${BASH_SOURCE[0]}")/refusals.sh"

rm -rf "$folder" && mkdir -p "$folder/empty" "$folder/checkout" || exit 1
printf 'struct range_for\n' >"$folder/checkout/benchmark.cpp"
touch "$folder/before"

expect_refusal 'expected the folder of a checkout'
expect_refusal "found '$folder/none'" "$folder/none"
expect_refusal 'no checkout of boost_hub_benchmarks' "$folder/empty"
expect_refusal 'is a second' "$folder/checkout" "$folder/empty"
expect_refusal 'unknown option --fast' --fast "$folder/checkout"
expect_refusal '--boost wants something' "$folder/checkout" --boost
expect_refusal '--boost wants a folder' "$folder/checkout" --boost "$folder/none"
expect_refusal "--boost: neither '$folder/empty'" "$folder/checkout" --boost "$folder/empty"
expect_refusal '--hive wants a folder' "$folder/checkout" --hive "$folder/checkout/benchmark.cpp"
expect_refusal '--repeat wants a number' "$folder/checkout" --repeat 0
expect_refusal '--element wants a number' "$folder/checkout" --element 7
expect_refusal '--element wants a number' "$folder/checkout" --element 08
expect_refusal '--elements wants numbers' "$folder/checkout" --elements 1000,
expect_refusal '--elements wants numbers' "$folder/checkout" --elements 0
expect_refusal '--rates wants shares' "$folder/checkout" --rates 1
expect_refusal '--rates wants shares' "$folder/checkout" --rates 0.95
expect_refusal '--filter wants a regular expression' "$folder/checkout" --filter '('
expect_refusal 'no row matches' "$folder/checkout" --filter destroyed
expect_refusal '--markdown' "$folder/checkout" --markdown "$folder/none/table.md"

[ "$("$script" --help | head -c 1)" != '' ] || { printf -- '--help prints nothing\n' && status=1; }
[ -z "$(find "$folder/checkout" "$folder/empty" -newer "$folder/before" -type f)" ] || status=1
exit $status

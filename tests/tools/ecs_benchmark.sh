#!/usr/bin/env bash
# ecs_benchmark.sh ROOT FOLDER: scripts/ecs-benchmark says in one line which of its arguments is wrong, and ends with status 2,
# before it looks for packages or builds anything.
set -u
name=ecs-benchmark script=$1/scripts/ecs-benchmark folder=$2
source "$(dirname "${BASH_SOURCE[0]}")/refusals.sh"

rm -rf "$folder" && mkdir -p "$folder/empty" "$folder/checkout/benchmark/benchmarks" || exit 1
touch "$folder/checkout/benchmark/benchmarks/ExtendedECSBenchmark.h"

expect_refusal 'expected the folder of a checkout'
expect_refusal "found '$folder/none'" "$folder/none"
expect_refusal 'no checkout of ecs_benchmark' "$folder/empty"
expect_refusal 'is a second' "$folder/checkout" "$folder/empty"
expect_refusal 'unknown option --fast' --fast "$folder/checkout"
expect_refusal '--entt wants something' "$folder/checkout" --entt
expect_refusal '--entt wants a folder' "$folder/checkout" --entt "$folder/none"
expect_refusal "--entt: neither '$folder/empty'" "$folder/checkout" --entt "$folder/empty"
expect_refusal "--flecs: neither '$folder/empty'" "$folder/checkout" --flecs "$folder/empty"
expect_refusal "--gaia: neither '$folder/empty'" "$folder/checkout" --gaia "$folder/empty"
expect_refusal '--repeat wants a number' "$folder/checkout" --repeat 0
expect_refusal '--jobs wants a number' "$folder/checkout" --jobs many
expect_refusal '--entities wants numbers' "$folder/checkout" --entities 4096,
expect_refusal '--entities wants powers of two' "$folder/checkout" --entities 1000
expect_refusal '--entities wants powers of two' "$folder/checkout" --entities 4194304
expect_refusal '--filter wants a regular expression' "$folder/checkout" --filter '('
expect_refusal '--markdown' "$folder/checkout" --markdown "$folder/none/table.md"

[ "$("$script" --help | head -c 1)" != '' ] || { printf -- '--help prints nothing\n' && status=1; }
[ -z "$(find "$folder/checkout" -newer "$folder/checkout/benchmark/benchmarks/ExtendedECSBenchmark.h" -type f)" ] || status=1
exit $status

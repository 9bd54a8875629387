#!/usr/bin/env bash
# platform.sh ROOT WORK PLATFORM [LAUNCHER...]: the tour, built for one of cmake/platforms, prints there what it prints here.
# Status 77, and the reason, where it cannot be built or run on this system.
set -euo pipefail
root=$1 work=$2 platform=$3
shift 3
mkdir -p "$work"
if ! cmake -S "$root/tests/consumer/platform" -B "$work" -G Ninja --fresh -DTHRONG_SOURCE_DIR="$root" \
    -DCMAKE_TOOLCHAIN_FILE="$root/cmake/platforms/$platform.cmake" -DCMAKE_CXX_COMPILER_LAUNCHER="$(IFS=';' && echo "$*")" \
    >"$work/log" 2>&1; then
    cat "$work/log"
    grep -q 'not on this system: ' "$work/log" && exit 77
    exit 1
fi
cmake --build "$work" --target tour
if grep 'not run: ' "$work/log"; then exit 77; fi
cmake --build "$work" --target printed
tr -d '\r' <"$work/printed.txt" | diff "$root/tests/consumer/tour.txt" -

#!/usr/bin/env bash
# single_header.sh ROOT WORK COMPILER...: the single headers compile by each compiler at hand, in all kinds of builds, and
# alone do what the headers do. Wrong arguments are refused.
set -euo pipefail
root=$1 work=$2
shift 2
flags=(-std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)

rm -rf "$work"
"$root/scripts/single-header" "$work"
for header in collections throng; do
    if grep -nE '^ *# *include <throng/' "$work/throng/$header.hpp"; then exit 1; fi
    printf '#include <throng/%s.hpp>\n' $header >"$work/$header.cpp"
done
# That the collections come without the world.
if grep -q 'class storage_share' "$work/throng/collections.hpp"; then exit 1; fi

for compiler in "$@"; do
    command -v "$compiler" >/dev/null || continue
    "$compiler" "${flags[@]}" -I"$work" "$root/tests/consumer/tour.cpp" -o "$work/tour"
    "$work/tour" | diff "$root/tests/consumer/tour.txt" -
    "$compiler" "${flags[@]}" -I"$work" -fsyntax-only -DTHRONG_AUDIT=1 "$work/throng.cpp"
    "$compiler" "${flags[@]}" -I"$work" -fsyntax-only -fno-exceptions -fno-rtti "$work/collections.cpp"
done

for wrong in '' '--no-such-option' "$work $work"; do
    status=0
    # shellcheck disable=SC2086 # two arguments
    "$root/scripts/single-header" $wrong 2>"$work/message" || status=$?
    [ $status = 2 ] && [ -s "$work/message" ]
done

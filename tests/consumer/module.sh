#!/usr/bin/env bash
# module.sh ROOT WORK: a program that imports throng runs, and the module has the names that throng/throng.hpp has, no
# more and no fewer. Status 77 where there is no clang 19.
set -euo pipefail
root=$1 work=$2
compiler=clang++-19
command -v $compiler >/dev/null || exit 77
flags=(-std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)

rm -rf "$work"
mkdir -p "$work"
cd "$work"
$compiler "${flags[@]}" -I"$root/include" --precompile "$root/packaging/module/throng.cppm" -o throng.pcm
$compiler "${flags[@]}" -c throng.pcm -o throng.o
$compiler "${flags[@]}" -DIMPORTS_THRONG -fmodule-file=throng=throng.pcm "$root/tests/consumer/tour.cpp" throng.o -o tour
./tour | diff "$root/tests/consumer/tour.txt" -

# names SCOPE FIRST_LINE [FLAG]: what the compiler offers to complete after `SCOPE::`. The core is left out.
names() {
    local scope=$1 first=$2
    shift 2
    printf '%s\nauto x = %s::\n' "$first" "$scope" >names.cpp
    $compiler -std=c++20 "$@" -fsyntax-only -Xclang -code-completion-at=names.cpp:2:$((${#scope} + 12)) names.cpp |
        sed -n 's/^COMPLETION: \([a-z_0-9]*\)\(<.*\)\{0,1\} :.*/\1/p' | sort -u | grep -vxE 'core|'
}
for scope in throng throng::pmr; do
    names $scope '#include <throng/throng.hpp>' -I"$root/include" >of_header
    names $scope 'import throng;' -fmodule-file=throng=throng.pcm >of_module
    # Guards the check itself.
    grep -qx list of_header
    diff of_header of_module || {
        printf 'Names of %s that only throng/throng.hpp has (<) or only packaging/module/throng.cppm (>).\n' $scope
        exit 1
    }
done

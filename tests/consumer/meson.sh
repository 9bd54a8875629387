#!/usr/bin/env bash
# meson.sh ROOT WORK COMPILER VERSION: throng as a subproject that Meson finds by its wrap, and as installed by Meson. Status 77
# where there is no Meson.
set -euo pipefail
root=$1 work=$2 version=$4
export CXX=$3
here=$root/tests/consumer
command -v meson >/dev/null || exit 77

rm -rf "$work"
mkdir -p "$work/project/subprojects"
cp "$here/meson/meson.build" "$here/main.cpp" "$here/parallel.cpp" "$work/project"
ln -s "$root" "$work/project/subprojects/throng"
sed 's/^directory = .*/directory = throng/; s/@[A-Z0-9]*@/none/' "$root/packaging/meson/throng.wrap.in" \
    >"$work/project/subprojects/throng.wrap"
meson setup "$work/build" "$work/project" --wrap-mode=nodownload
meson test -C "$work/build"

meson setup "$work/install" "$root" --prefix="$work/prefix"
meson install -C "$work/install" --quiet
cmake -D pkg_config="$(command -v pkg-config)" -D compiler="$CXX" -D prefix="$work/prefix" -D source="$here/main.cpp" \
    -D version="$version" -D program="$work/consumer" -P "$here/pkg_config.cmake"
[ -e "$work/prefix/share/throng/throng.cppm" ]

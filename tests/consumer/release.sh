#!/usr/bin/env bash
# release.sh ROOT WORK VERSION: a release of a copy of ROOT, whose version is VERSION: what must not be released is refused and
# changes nothing; a trial changes nothing; what is made has the number everywhere, and Meson builds with its archive.
set -euo pipefail
root=$1 work=$2 version=$3
command -v git >/dev/null || exit 77

rm -rf "$work"
mkdir -p "$work/copy"
cd "$work/copy"
# What belongs to the source is what git says, or else what an archive has; without what is many and large.
(
    cd "$root"
    if [ -e .git ]; then
        git ls-files -z --cached --others --exclude-standard -- . ':!fuzzing/corpus' ':!traces' | while IFS= read -r -d '' file; do
            [ ! -e "$file" ] || printf '%s\0' "$file"
        done
    else
        find . \( -path ./build -o -path ./fuzzing/corpus -o -path ./traces \) -prune -o -type f -print0
    fi | tar --null -T - -cf -
) | tar -xf -
export GIT_AUTHOR_NAME=tester GIT_AUTHOR_EMAIL=tester@example.org
export GIT_COMMITTER_NAME=tester GIT_COMMITTER_EMAIL=tester@example.org
mkdir -p build
git init -q -b main
git add -A
git commit -qm "A copy"

state() {
    git for-each-ref
    git status --porcelain --ignored
    find build 2>/dev/null | sort || true
}
untouched=$(state)
# refused STATUS TEXT ARGUMENTS...
refused() {
    local wanted=$1 text=$2 status=0
    shift 2
    scripts/release "$@" >"$work/printed" 2>"$work/message" || status=$?
    if [ $status != "$wanted" ] || ! grep -q -- "$text" "$work/message" || [ "$(state)" != "$untouched" ]; then
        printf 'scripts/release %s ended with %d and\n' "$*" $status
        cat "$work/message"
        state
        exit 1
    fi
}

IFS=. read -r major minor patch <<<"$version"
next=$major.$minor.$((patch + 1))
refused 2 'which version'
refused 2 "not '1.2'" 1.2
refused 2 "not '1.02.3'" 1.02.3
refused 2 "not 'v1.2.3'" v1.2.3
refused 2 'is another' 1.2.3 1.2.4
refused 2 'unknown option --force' --force 1.2.3
refused 2 'wants the address' 1.2.3 --url
if [ "$version" != 0.0.0 ]; then refused 1 "is before $version" 0.0.0; fi

echo >>README.md
untouched=$(state)
refused 1 'not committed' "$next"
git checkout -q README.md
git tag "v$next"
untouched=$(state)
refused 1 'a tag' "$next"
git tag -d "v$next" >"$work/printed"
printf '## [Unreleased]\n\n## [0.0.1] - 2000-01-01\n\n- Something old.\n' >CHANGELOG.md
git commit -qam "No entries"
untouched=$(state)
refused 1 'no entries' "$next"
printf '## [Unreleased]\n\n### Added\n\n- Something new.\n\n## [0.0.1] - 2000-01-01\n\n- Something old.\n' >CHANGELOG.md
git commit -qam "Entries"

# Where git refuses, or a file cannot be written, all is as it was.
untouched=$(state)
printf '#!/bin/sh\nexit 1\n' >.git/hooks/reference-transaction
chmod +x .git/hooks/reference-transaction
refused 128 hook "$next"
rm .git/hooks/reference-transaction
touch .git/index.lock
refused 128 index.lock "$next"
rm -f .git/index.lock

scripts/release --dry-run "$next" >"$work/printed"
grep -q "tagged v$next" "$work/printed"
grep -q 'Something new' "$work/printed"
if grep -q 'Something old' "$work/printed"; then exit 1; fi
grep -q "throng-$next.tar.gz" "$work/printed"
[ "$(state)" = "$untouched" ]

dist=$work/copy/build/dist/$next
scripts/release --url "file://$dist" "$next" >"$work/printed"
[ -z "$(git status --porcelain)" ]
[ "$(git rev-parse "v$next^{commit}")" = "$(git rev-parse HEAD)" ]
git cat-file tag "v$next" | grep -q 'Something new'
grep -q "^#define THRONG_VERSION_PATCH $((patch + 1))$" include/throng/version.hpp
grep -q "^#define THRONG_VERSION \"$next\"$" include/throng/version.hpp
head -n 1 packaging/debian/changelog | grep -q "^throng ($next-1) "
grep -A 2 '^## \[Unreleased\]$' CHANGELOG.md | grep -q "^## \[$next\] - 2"
(cd "$dist" && sha256sum --quiet -c SHA256SUMS)
tar -xzOf "$dist/throng-$next.tar.gz" "throng-$next/include/throng/version.hpp" | diff - include/throng/version.hpp
grep -q "^// throng $next:" "$dist/single/throng/throng.hpp"
if grep -rn '@[A-Z0-9]*@' "$dist/packaging"; then exit 1; fi
[ "$(ls "$work/copy/build/dist")" = "$next" ]

# A number and a section that are committed already: the last commit is the release.
rm -r build/dist
git tag -d "v$next" >"$work/printed"
released=$(git rev-parse HEAD)
scripts/release --url "file://$dist" "$next" >"$work/printed"
[ "$(git rev-parse HEAD)" = "$released" ]
[ "$(git rev-parse "v$next^{commit}")" = "$released" ]
(cd "$dist" && sha256sum --quiet -c SHA256SUMS)
rm -r build/dist
git tag -d "v$next" >"$work/printed"
sed -i 's/^## \[Unreleased\]$/&\n\n- Something newer./' CHANGELOG.md
git commit -qam "More entries"
untouched=$(state)
refused 1 'entries under \[Unreleased\]' "$next"
git reset -q --hard "$released"
scripts/release --url "file://$dist" "$next" >"$work/printed"

command -v meson >/dev/null || exit 0
mkdir -p "$work/project/subprojects"
cp "$root/tests/consumer/main.cpp" "$work/project"
cp "$dist/packaging/meson/throng.wrap" "$work/project/subprojects"
cat >"$work/project/meson.build" <<END
project('consumer', 'cpp', default_options: ['cpp_std=c++20'])
test('consumer', executable('consumer', 'main.cpp', dependencies: dependency('throng', version: '=$next')))
END
meson setup "$work/build" "$work/project" >"$work/printed"
meson test -C "$work/build" >"$work/printed"

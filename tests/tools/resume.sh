#!/usr/bin/env bash
# resume.sh ROOT FOLDER: ./test goes on after a step that fails and names it at the end; ./test --all does not run again what has passed
# with the same files, and says how long it took, with the time of a run that was interrupted. In a copy, with steps of its own.
set -u
root=$1 folder=$2
command -v git >/dev/null || exit 0
rm -rf "$folder" && mkdir -p "$folder/copy/scripts" && cd "$folder/copy" || exit 1
cp "$root"/{test,CMakePresets.json,.gitignore} . && cp "$root"/scripts/{common.sh,arguments.sh,packages.txt} scripts || exit 1
printf 'need_packages() { :; }\n' >>scripts/common.sh
sed -i.before 's/^passed=0 failed=0/all=(network divided inspector)\n&/' test && rm test.before
# Each step is a script, which does what the file of its name says and adds its name to the log.
for step in network divided inspector; do
    printf '#!/usr/bin/env bash\nprintf "%s " >>../log\nsource ../%s\n' $step $step >scripts/check-$step
    chmod +x scripts/check-$step
    printf 'true\n' >../$step
done
git init -q . && git add -A && git -c user.name=a -c user.email=a@b commit -qm one || exit 1

status=0
# expect COMMAND... LINES: the log, then the last lines of what the command prints.
expect() {
    local ran=$1 last=$2 said
    shift 2
    : >../log
    said=$("$@" </dev/null 2>&1)
    [ "$(cat ../log)" = "$ran" ] && [[ $said == *"$last" ]] && return
    printf '%s\nran: %s instead of %s\nprinted:\n%s\ninstead of:\n%s\n' "$*" "$(cat ../log)" "$ran" "$said" "$last"
    status=1
}

printf 'false\n' >../network
expect 'network divided inspector ' $'\nFailed:\n  network\n2 passed, 1 failed' ./test --all
printf 'true\n' >../network
expect 'network ' $'\n3 passed, 0 failed' ./test --all
expect '' $'\n3 passed, 0 failed' ./test --all
expect 'network divided inspector ' $'\n3 passed, 0 failed' ./test --all --again
expect 'divided ' $'\n1 passed, 0 failed' ./test divided

# Other files: all of them, again; and nothing is kept of files that are in no commit.
printf 'more\n' >more
expect 'network divided inspector ' $'\n3 passed, 0 failed' ./test --all
expect 'network divided inspector ' $'\n3 passed, 0 failed' ./test --all
git add -A && git -c user.name=a -c user.email=a@b commit -qm two
expect 'divided ' $'\n1 passed, 0 failed' ./test divided
# It is cut in the second: the first is kept.
printf 'sleep 2; kill -TERM $PPID; sleep 1\n' >../inspector
expect 'network inspector ' '' ./test --all
printf 'sleep 1\n' >../inspector
expect 'inspector ' $'\n3 passed, 0 failed' ./test --all
seconds=$(./test --times | sed -n 's/^| `inspector` | 0:0\([0-9]\) | 1 | .*/\1/p')
[ "${seconds:-0}" -ge 3 ] || { printf 'interrupted after 2 s, then 1 s: %s s\n' "$seconds" && ./test --times && status=1; }
exit $status

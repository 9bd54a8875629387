#!/usr/bin/env bash
# read_only.sh ROOT FOLDER: the commands of ROOT, copied to FOLDER, say in one line that they cannot write there, and end with
# status 2. Root may write everywhere, so it plays that part as nobody.
set -u
root=$1 folder=$2
status=0

# expect_refusal HOW COMMAND...: what it prints is one line, which names the folder.
expect_refusal() {
    local how=$1 said
    shift
    said=$("${as[@]}" "$@" </dev/null 2>&1)
    local code=$?
    if [ $code != 2 ] || [ "$(wc -l <<<"$said")" != 1 ] || [[ $said != *"cannot be written to"* ]]; then
        printf '%s, %s: status %s\n%s\n' "$how" "${*:1}" "$code" "$said"
        status=1
    fi
}
expect_refusals() {
    local command
    for command in run 'run shooter' 'test --fast' bench fuzz 'soak --minutes 1'; do
        # shellcheck disable=SC2086 # a command and its arguments
        (cd "$folder" && expect_refusal "$1" ./$command && exit $status) || status=1
    done
}

chmod -R u+w "$folder" 2>/dev/null
rm -rf "$folder" && mkdir -p "$folder/scripts" || exit 1
cp "$root"/{run,test,bench,fuzz,soak,CMakePresets.json} "$folder" && cp -r "$root"/scripts/{common.sh,arguments.sh,packages.txt,help} "$folder/scripts" || exit 1

as=(env)
touch "$folder/build"
expect_refusals "a file stands where the folder is to be"
rm "$folder/build"

if [ "$(id -u)" = 0 ]; then
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    # Where nobody cannot come to the folder at all, it has nothing to say.
    "${as[@]}" test -x "$folder/run" 2>/dev/null || exit $status
fi
mkdir "$folder/build" && chmod 555 "$folder" "$folder/build"
expect_refusals "the folder for what is built may only be read"
chmod 755 "$folder" && rmdir "$folder/build" && chmod 555 "$folder"
expect_refusals "the folder may only be read"
chmod 755 "$folder"
exit $status

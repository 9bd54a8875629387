#!/usr/bin/env bash
# help.sh ROOT: each command of ROOT that is a shell script tells with --help what it says of itself, before it installs or builds
# anything.
set -u
root=$1
status=0
for command in "$root"/{run,test,bench,fuzz,soak,site} "$root"/scripts/*; do
    [ -f "$command" ] && [ "$(head -n 1 "$command")" = '#!/usr/bin/env bash' ] || continue
    # (Its options are those of wine.)
    [ "${command##*/}" != wine-run ] || continue
    about=$(sed -n '2s/^# //p' "$command")
    if ! said=$(timeout 10 "$command" --help </dev/null 2>&1) || [ "${said%%$'\n'*}" != "$about" ]; then
        printf '%s --help: expected: %s\nfound: %s\n' "$command" "$about" "$said"
        status=1
    fi
done
exit $status

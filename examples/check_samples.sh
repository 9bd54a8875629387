#!/usr/bin/env bash
# check_samples.sh PROGRAM DOCUMENT: runs each "$ ..." line of the document's console samples against `PROGRAM 0`, in order, and
# compares what comes with the lines below it. 127.0.0.1:27750 stands for where the program is.
set -u
program=$1 document=$2

command -v curl >/dev/null || {
    echo "curl is not on this system"
    exit 77
}
exec 3< <(exec "$program" 0)
server=$!
trap 'kill $server 2>/dev/null' EXIT
read -r -t 30 -u 3 url || {
    echo "$program does not say where it is"
    exit 1
}
url=${url#http://}

failures=0 samples=0 command='' expected=''
compare() {
    [ -n "$command" ] || return
    local printed
    printed=$(eval "${command//127.0.0.1:27750\//$url}")
    samples=$((samples + 1))
    if [ "$printed" != "${expected%$'\n'}" ]; then
        printf '$ %s\nexpected: %s\nprinted:  %s\n' "$command" "$expected" "$printed"
        failures=$((failures + 1))
    fi
    command='' expected=''
}
inside=
while IFS= read -r line; do
    case $line in
        '```console') inside=1 ;;
        '```')
            compare
            inside=
            ;;
        '$ '*)
            [ -z "$inside" ] && continue
            compare
            command=${line#'$ '}
            ;;
        *) [ -z "$inside" ] || expected+=$line$'\n' ;;
    esac
done <"$document"
echo "$samples samples, $failures failures"
[ $failures = 0 ] && [ $samples != 0 ]

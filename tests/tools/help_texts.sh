#!/usr/bin/env bash
# help_texts.sh ROOT FILE PROGRAM ARGUMENT...: scripts/help/FILE, which ./run and ./bench show and check arguments by before anything is
# built, is what the program prints with these arguments.
set -u
file=$1/scripts/help/$2
shift 2
said=$("$@") || exit 1
diff -u <(printf "%s\n" "$(cat "$file")") - <<<"$said" && exit
printf 'This brings it up to date: %s >%s\n' "$*" "$file"
exit 1

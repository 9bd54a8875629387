#!/usr/bin/env bash
# quiet.sh ROOT FOLDER: configuring a project that has throng as a subdirectory prints nothing of throng's, and does not look for MPI.
set -u
root=$1 folder=$2
rm -rf "$folder"
said=$(cmake -S "$root/tests/consumer/subdirectory" -B "$folder" -DTHRONG_SOURCE_DIR="$root" -DTHRONG_WITH_THREADS=OFF 2>&1) ||
    { printf '%s\n' "$said" && exit 1; }
more=$(grep -vE '^-- (The CXX compiler identification|Detecting CXX|Check for working CXX|Configuring done|Generating done|Build files have)' <<<"$said")
if [ -n "$more" ] || grep -q '^MPI_' "$folder/CMakeCache.txt"; then
    printf 'printed:\n%s\nin the cache:\n%s\n' "$more" "$(grep '^MPI_' "$folder/CMakeCache.txt")"
    exit 1
fi

# shellcheck shell=bash
# Shared by ./run, ./test and ./bench, which source it. Sets `root`, the repository's top folder.
# Kept to what bash 3 knows, for systems that have no newer one. All messages go to standard error.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

# Prints what the called script says of itself at its top.
show_help() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }
# help_if_asked ARGUMENT...: the same, and ends, if the first is --help.
help_if_asked() {
    case ${1-} in -h | --help) show_help && exit ;; esac
}

# take_quiet ARGUMENT...: `quiet` is 1 if one of them is --quiet or -q, else empty; the others are in the array `rest`.
quiet='' rest=()
take_quiet() {
    local argument
    quiet='' rest=()
    for argument in "$@"; do
        case $argument in --quiet | -q) quiet=1 ;; *) rest+=("$argument") ;; esac
    done
}

# note TEXT: what is being done, unless --quiet was given.
note() { [ -n "$quiet" ] || say "$@"; }

# progress DONE ALL TEXT: how far it is: a bar on a terminal, elsewhere a line every three seconds. ALL is 0 where it is not
# known; then DONE is not shown. end_progress takes the bar away.
progress_began=$SECONDS progress_said=$SECONDS progress_shown=
progress() {
    [ -z "$quiet" ] || return 0
    local done=$1 all=$2 text=$3 bar full share=
    [ "$all" = 0 ] || share=$((100 * done / all))
    if [ -t 2 ]; then
        bar='####################' full=$((${share:-0} / 5))
        [ -z "$share" ] || printf -v share '[%s%s] %3d %% ' "${bar:0:full}" "$(printf '%*s' $((20 - full)) '' | tr ' ' .)" "$share"
        printf '\r\033[K%s%s' "$share" "${text:0:50}" >&2
        progress_shown=1
    elif [ $((SECONDS - progress_said)) -ge 3 ]; then
        progress_said=$SECONDS
        say "${share:+$share %, }$((SECONDS - progress_began)) s: $text"
    fi
}
end_progress() {
    [ -z "$progress_shown" ] || printf '\r\033[K' >&2
    progress_shown='' progress_began=$SECONDS progress_said=$SECONDS
}

# show_progress: reads what ninja (with the NINJA_STATUS of `build`), make or ctest prints. Lines that say how far it is become
# progress; all others are printed. (What a test that passed is named need not be read, nor GoogleTest's two lines of it.)
show_progress() {
    local line
    local of_ninja='^@([0-9]+)/([0-9]+) (.*)$' of_make='^\[ *([0-9]+)%\] (.*)$'
    local of_case='^\[ RUN ' of_passed_case='^\[       OK \]' case=
    local of_test='^ *([0-9]+)/([0-9]+) Test +#[0-9]+: ([^ ]+) \.+ +Passed ' of_start='^ +Start +[0-9]+: '
    end_progress
    while IFS= read -r line || [ -n "$line" ]; do
        if [[ $line =~ $of_ninja ]] || [[ $line =~ $of_test ]]; then
            progress "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]##*/}"
        elif [[ $line =~ $of_make ]]; then
            progress "${BASH_REMATCH[1]}" 100 "${BASH_REMATCH[2]##*/}"
        elif [[ $line =~ $of_case ]]; then
            case=$line
        elif [[ $line =~ $of_passed_case ]] && [ -n "$case" ]; then
            case=
        elif ! [[ $line =~ $of_start ]] && [ "$line" != 'ninja: no work to do.' ]; then
            [ -z "$progress_shown" ] || printf '\r\033[K' >&2
            printf '%s\n' ${case:+"$case"} "$line"
            case=
        fi
    done
    end_progress
}

# wait_for PID TEXT [SECONDS]: shows progress until the process ends, which it does with its status; of so many seconds, if they
# are known.
wait_for() {
    local began=$SECONDS passed
    end_progress
    while kill -0 "$1" 2>/dev/null; do
        passed=$((SECONDS - began))
        [ -z "${3-}" ] || [ "$passed" -le "$3" ] || passed=$3
        progress "$passed" "${3-0}" "$2"
        sleep 0.3
    done
    end_progress
    wait "$1"
}

has() { command -v "$1" >/dev/null 2>&1; }

jobs_wanted() { nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2; }

# Lines "package what for" of the packages that USER... (a column of packages.txt) need.
packages_for() {
    local package users purpose wanted
    while read -r package users purpose; do
        case $package in '' | '#'*) continue ;; esac
        for wanted in "$@"; do
            case ,$users, in *,"$wanted",*) printf '%s %s\n' "$package" "$purpose" && break ;; esac
        done
    done <"$root/scripts/packages.txt"
}

names_of() { sed 's/ .*//'; }

# Of the lines "package what for" on standard input, those whose package is not installed.
missing_of() {
    local lines installed package purpose
    lines=$(cat)
    # shellcheck disable=SC2046 # one word a package
    installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' $(names_of <<<"$lines") 2>/dev/null)
    while read -r package purpose; do
        grep -qxF "${package%:*} installed" <<<"$installed" || printf '%s %s\n' "$package" "$purpose"
    done <<<"$lines"
}

# Drops, from the lines "package what for" on standard input, the packages of `clang` that the package sources do not offer.
# They are the only ones that may be absent: without them the parts that use clang are left out, as has_clang tells.
drop_absent_clang() {
    local package purpose clang
    clang=$(packages_for clang | names_of)
    while read -r package purpose; do
        if grep -qxF "$package" <<<"$clang"; then
            case $(apt-cache policy "$package" 2>/dev/null) in *'Candidate: (none)'* | '') continue ;; esac
        fi
        printf '%s %s\n' "$package" "$purpose"
    done
}

print_packages() {
    local package purpose
    while read -r package purpose; do
        printf '  %-20s%s\n' "$package" "$purpose" >&2
    done
}

# need_folder FOLDER: sees to it that it is there and can be written to, or ends with status 2.
need_folder() {
    mkdir -p "$1" 2>/dev/null && [ -w "$1" ] && return 0
    say "$0: $1 cannot be written to: copy throng to a folder that can."
    exit 2
}

# need_packages USER...: sees to it that what these need is installed, or ends with status 1, having changed nothing.
need_packages() {
    need_folder "$root/build"
    if ! has dpkg-query || ! has apt-get; then
        need_tools "$@"
        return
    fi

    local missing
    missing=$(packages_for "$@" | missing_of)
    [ -n "$missing" ] || return 0

    local as_root=()
    if [ "$(id -u)" = 0 ]; then
        as_root=(env)
    elif has sudo && sudo -n true 2>/dev/null; then
        as_root=(sudo -n env)
    fi

    # Once the package lists are known to be there, what they do not have is not asked for again.
    local updated=$root/build/.package-lists-updated
    if [ -e "$updated" ] || { [ ${#as_root[@]} = 0 ] && ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1; }; then
        missing=$(drop_absent_clang <<<"$missing")
        [ -n "$missing" ] || return 0
    fi

    say "Packages missing here:"
    print_packages <<<"$missing"
    local install=(install -y --no-install-recommends)
    if [ ${#as_root[@]} = 0 ]; then
        say "They can be installed with:"
        # shellcheck disable=SC2046 # one word a package
        say "  sudo apt-get update && sudo apt-get ${install[*]}" $(names_of <<<"$missing")
        exit 1
    fi

    note "Installing them with apt-get; this can take some minutes ..."
    local apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300)
    case $missing in *:i386*) "${as_root[@]}" dpkg --add-architecture i386 >&2 ;; esac
    # A source that cannot be reached need not be one that is wanted, so the install decides.
    "${apt[@]}" update </dev/null >&2 || say "apt-get update had errors; going on with the package lists there are."
    touch "$updated"
    missing=$(drop_absent_clang <<<"$missing")
    [ -n "$missing" ] || return 0

    local log=$root/build/apt-get.log
    # shellcheck disable=SC2046 # one word a package
    "${apt[@]}" "${install[@]}" $(names_of <<<"$missing") </dev/null >"$log" 2>&1 &
    if ! wait_for $! "installing $(grep -c . <<<"$missing") packages and what they need"; then
        cat "$log" >&2
        say "apt-get could not install them."
        exit 1
    fi
}

# need_packages for systems without dpkg: the tools have to be there already; CMake finds the libraries, or names them.
need_tools() {
    local missing=
    has cmake || missing="$missing cmake(3.25 or newer)"
    has ninja || has make || missing="$missing ninja(or make)"
    local compiler found=
    for compiler in "${CXX:-c++}" g++ clang++; do
        if "$compiler" -std=c++20 -fsyntax-only -x c++ /dev/null 2>/dev/null; then
            found=$compiler
            break
        fi
    done
    [ -n "$found" ] || missing="$missing g++(or another C++20 compiler)"
    if [ -n "$missing" ]; then
        say "Missing here:$missing"
        say "What is needed, by Debian's names:"
        packages_for "$@" | print_packages
        exit 1
    fi
}

# Whether the parts of ./test that use clang can be done.
has_clang() { has clang++-19 && has clang-format-19 && has clang-tidy-19; }

# configure PRESET: only when it was not yet done, or the presets have changed; Ninja sees to the rest.
configure() {
    local preset=$1 stamp=$root/build/$1/.configured
    need_folder "$root/build/$preset"
    if [ -e "$stamp" ] && [ ! "$root/CMakePresets.json" -nt "$stamp" ]; then
        return 0
    fi
    local generator=()
    has ninja || generator=(-G "Unix Makefiles")
    local log=$root/build/$preset/configure.log
    if ! (cd "$root" && cmake --preset "$preset" ${generator[@]+"${generator[@]}"}) >"$log" 2>&1; then
        cat "$log" >&2
        return 1
    fi
    touch "$stamp"
}

# build PRESET [TARGET...]: shows how far it is, and what goes wrong.
build() {
    local preset=$1 on=(-k 0)
    shift
    has ninja || on=(-k)
    (cd "$root" && NINJA_STATUS='@%f/%t ' cmake --build --preset "$preset" -j "$(jobs_wanted)" ${1+--target} "$@" -- "${on[@]}") 2>&1 |
        show_progress >&2
    return "${PIPESTATUS[0]}"
}

# make_program PRESET PROGRAM: configures and builds; ends with status 1 if that fails.
make_program() {
    [ -e "$root/build/$1/bin/$2" ] || note "Building $2; the first time takes a minute or two ..."
    configure "$1" && build "$1" && return 0
    say "$2 could not be built."
    exit 1
}

# need_browser_modules: sees to it that playwright-core and axe-core are in build/web/node_modules, or ends with status 1.
need_browser_modules() {
    local to=$root/build/web
    need_folder "$to"
    if ! cmp -s "$root/web/package-lock.json" "$to/package-lock.json" || [ ! -d "$to/node_modules" ]; then
        note "Installing playwright-core and axe-core with npm ..."
        cp "$root/web/package.json" "$root/web/package-lock.json" "$to" &&
            npm ci --prefix "$to" --no-audit --no-fund --silent >&2 || exit 1
    fi
}

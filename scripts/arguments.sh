# shellcheck shell=bash
# Checks the arguments of a program before the program is built: ./run and ./bench source it, after common.sh. The program's own help
# texts are in scripts/help; tests/tools/help_texts.sh compares them with the programs.

# usage TEXT: says what is wrong with the arguments of $called, and ends with status 2.
usage() {
    say "$called: $1; $called --help tells more."
    exit 2
}

# nearest WORD NAME...: the names that are spelled most alike, as " (did you mean ...?)"; if none is near, nothing.
nearest() {
    local word=$1
    shift
    printf '%s\n' "$@" | awk -v word="$word" '
        function least(a, b) { return a < b ? a : b }
        function distance(a, b,   i, j, row, kept, above) {
            for (j = 0; j <= length(b); ++j) row[j] = j
            for (i = 1; i <= length(a); ++i) {
                above = row[0]
                row[0] = i
                for (j = 1; j <= length(b); ++j) {
                    kept = row[j]
                    row[j] = least(least(row[j], row[j - 1]) + 1, above + (substr(a, i, 1) != substr(b, j, 1)))
                    above = kept
                }
            }
            return row[length(b)]
        }
        BEGIN { best = least(3, 1 + int(length(word) / 3)) }
        {
            far = index($0, word) == 1 && length(word) > 2 ? 1 : distance(word, $0)
            if (far < best) found = ""
            if (far <= best) { best = far; found = found (found == "" ? "" : " or ") "\047" $0 "\047" }
        }
        END { if (found != "") printf " (did you mean %s?)", found }'
}

# one_of WORD NAME...: as nearest; if none is near, all of them, as ": expected ...".
one_of() {
    local near word=$1
    near=$(nearest "$@")
    shift
    [ -n "$near" ] || near=$(printf ", '%s'" "$@") near=": there are${near#,}"
    printf '%s' "$near"
}

# options_of HELP...: a line "NAMES KIND LEAST MOST" for each option in these texts. NAMES is a list with commas; KIND is flag,
# one (value), or many (values); LEAST and MOST are the range of a number, or "-" where they are not known.
options_of() {
    awk '/^ +-/ {
        sub(/^ +/, "")
        text = $0
        sub(/  .*/, "", text)                 # the description is two spaces away, or on the next line
        names = text
        sub(/ .*/, "", names)
        kind = text ~ / \.\.\.$/ ? "many" : text ~ /^[^ ]+ [A-Z]/ ? "one" : "flag"
        least = most = "-"
        if (text ~ /^[^ ]+ N( |:|$)/) least = 0
        if (match(text, /in \[[0-9]+ - [0-9]+\]/)) {
            split(substr(text, RSTART + 4, RLENGTH - 5), ends, " - ")
            least = ends[1]
            most = ends[2]
        }
        print names, kind, least, most
    }' "$@"
}

# check_number NAME VALUE LEAST MOST: the value of an option, which may be several numbers with commas between.
check_number() {
    local number expected="a number from $3 to $4"
    [ "$4" != - ] || expected='a number'
    [ -n "$2" ] || usage "$1 wants $expected"
    for number in ${2//,/ }; do
        [[ $number =~ ^[0-9]{1,18}$ ]] || usage "$1 wants $expected, not '$number'"
        [ "$4" != - ] || continue
        [ $((10#$number)) -ge "$3" ] && [ $((10#$number)) -le "$4" ] || usage "$1 wants $expected, not '$number'"
    done
}

# check_options "HELP..." WORD...: the words have to be what the programs of these help texts take, as far as the texts tell.
# The words that are neither options nor their values are in the array `places`.
places=()
check_options() {
    local texts=$1 table names kind least most name value given known=()
    shift
    # shellcheck disable=SC2086 # one word a file
    table=$(options_of $texts)
    places=()
    while read -r names kind least most; do
        # shellcheck disable=SC2206 # one word a name
        known+=(${names//,/ })
    done <<<"$table"
    while [ $# != 0 ]; do
        name=$1 given='' value=''
        shift
        case $name in
            --)
                places+=("$@")
                return
                ;;
            --*=*) value=${name#*=} name=${name%%=*} given=1 ;;
            --* | -?) ;;
            -?*) [ "${name:1:1}" = - ] || { value=${name:2} name=${name:0:2} && given=1; } ;;
            *)
                places+=("$name")
                continue
                ;;
        esac
        while read -r names kind least most; do
            case ",$names," in *",$name,"*) break ;; esac
            kind=
        done <<<"$table"
        [ -n "$kind" ] || usage "unknown option '$name'$(nearest "$name" ${known[@]+"${known[@]}"})"
        if [ "$kind" = flag ]; then
            case $given$name in 1--*) usage "$name takes no value, but there is '$value'" ;; esac
            continue
        fi
        if [ -z "$given" ]; then
            case ${1--} in --?* | -[a-zA-Z]* | -) usage "$name wants a value" ;; esac
            value=$1
            shift
        fi
        [ "$least" = - ] || check_number "$name" "$value" "$least" "$most"
        if [ "$kind" = many ]; then
            while [ $# != 0 ] && [[ $1 != -* ]]; do shift; done
        fi
    done
}

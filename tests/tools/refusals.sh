# For tests of the arguments of scripts/$name, which is $script: sourced.
status=0

# expect_refusal WHAT ARGUMENT...: it prints one line, in which WHAT is, and ends with status 2.
expect_refusal() {
    local what=$1 said code
    shift
    said=$("$script" "$@" </dev/null 2>&1)
    code=$?
    if [ $code != 2 ] || [ "$(wc -l <<<"$said")" != 1 ] || [[ $said != "scripts/$name: "*"$what"*"; --help tells more." ]]; then
        printf 'scripts/%s %s: status %s\n%s\n' "$name" "$*" "$code" "$said"
        status=1
    fi
}

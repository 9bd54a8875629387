# For tests of the arguments of $script, which calls itself ${called-scripts/$name}: sourced.
called=${called-scripts/$name}
status=0

# expect_refusal WHAT ARGUMENT...: it prints one line, in which WHAT is, and ends with status 2.
expect_refusal() {
    local what=$1 said code
    shift
    said=$("$script" "$@" </dev/null 2>&1)
    code=$?
    if [ $code != 2 ] || [ "$(wc -l <<<"$said")" != 1 ] || [[ $said != "$called: "*"$what"*";"*"--help tells more." ]]; then
        printf '%s %s: status %s\n%s\n' "$called" "$*" "$code" "$said"
        status=1
    fi
}

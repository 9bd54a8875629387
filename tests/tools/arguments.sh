#!/usr/bin/env bash
# arguments.sh ROOT FOLDER: ./run and ./bench show all options, and refuse words and options that they do not have, before they
# install or build anything. ROOT is copied to FOLDER without build/, so that nothing can be there yet; and no compiler is found.
set -u
root=$1 folder=$2
rm -rf "$folder" && mkdir -p "$folder/copy/scripts" "$folder/copy/include/throng" || exit 1
cp "$root"/{run,bench,test,fuzz} "$folder/copy" && cp -r "$root"/scripts/{common.sh,arguments.sh,packages.txt,help} "$folder/copy/scripts" &&
    cp "$root/include/throng/version.hpp" "$folder/copy/include/throng" || exit 1
cd "$folder/copy" || exit 1
called= && source "$root/tests/tools/refusals.sh"

# refused CALLED WHAT ARGUMENT...: the command says in one line WHAT is wrong; CALLED is what it calls itself then.
refused() {
    called=$1 script=./${1#./}
    script=${script%% *}
    expect_refusal "${@:2}"
}
refused './run' "unknown command 'bogus': there are 'replay', 'compare', 'info'," bogus
refused './run' "unknown command 'repaly' (did you mean 'replay'?)" repaly traces
refused './run' "unknown command 'shoter' (did you mean 'shooter'?)" shoter
refused './run' "unknown command 'epi' (did you mean 'epidemic'?)" epi
refused './run' "unknown option '--hmtl'" --hmtl
refused './run' "the name of the command is empty" ''
refused './run replay' "unknown option '--hmtl' (did you mean '--html'?)" replay --hmtl x
refused './run replay' "--passes wants a number from 0 to 1000, not '1001'" replay --passes 1001
refused './run replay' "--passes wants a number from 0 to 1000, not 'x'" replay --passes=x
refused './run replay' "-p wants a number from 0 to 1000, not 'x'" replay -px
refused './run replay' "--json wants a value" replay --json
refused './run replay' "--json wants a value" replay --json --html x.html
refused './run replay' "cannot open 'none.trace': No such file or directory" replay none.trace
refused './run info' "expected a file" info
refused './run info' "cannot open '--none': No such file or directory" info -- --none
refused './run convert' "expected two files" convert run
refused './run convert' "cannot open 'none.save'" convert none.save to.json
refused './run shooter' "unknown option '--headles' (did you mean '--headless'?)" shooter --headles
refused './run shooter' "--frames wants a number, not 'many'" shooter --frames many
refused './run shooter' "unexpected 'now'" shooter now
refused './run shooter' "--headless takes no value, but there is '1'" shooter --headless=1
refused './run flocking' "unknown option '--agent' (did you mean '--agents'?)" flocking --agent 5
refused './run rollback' "--loss wants a number from 0 to 80, not '81'" rollback --loss 81
refused './run replicate' "unknown option '--speed'" replicate --speed 1
refused ./bench "unknown option '--fliter' (did you mean '--filter'?)" --fliter L1
refused ./bench "--n wants a number from 1 to 100000000, not '0'" --n 10,0
refused ./bench "--reps wants a number" --reps many
refused ./bench "--prefix wants a folder, not 'none'" --prefix none
refused ./bench "--prefix wants a folder" --prefix
refused ./bench "unexpected 'L1'" --quick L1
refused ./bench "no workload is named 'artciles' (did you mean 'articles'?)" artciles
refused ./bench "no workload is named 'smal' (did you mean 'small'?)" small smal --quick
refused ./bench "unknown option '--fast'" small --fast
refused ./bench "--reps wants a number from 1 to 100000, not '0'" articles --reps 0
refused ./bench "unexpected 'debug'" small --quick debug
refused ./bench "--filter: no workload is named 'E3-creat' (did you mean 'E3-create'" --filter E3-creat
refused ./bench "--filter: no workload is named 'partcles' (did you mean 'particles'?)" --filter L1,partcles
refused ./bench "--filter: no workload is named 'frames' (did you mean 'frame'?)" --quick --filter L1 frames
refused ./bench "--filter: no workload is named 'nothing-like-it': there are 'L1', " --filter=nothing-like-it
refused ./bench "--filter: the name of the workload is empty" --filter L1,,L2
refused ./bench "--prefix wants a folder, not 'none'" --filter E,E3,S1-json,L1 --prefix none
refused ./fuzz "--minutes wants a number from 1 on, not 'many'" --minutes many
refused ./fuzz "--minutes wants a number from 1 on, not '0'" --minutes 0
refused ./fuzz "cannot open 'none': No such file or directory" --target edits none
refused ./fuzz "a file wants --target" run
refused ./fuzz "unknown option '--target=edits'" --target=edits
refused ./fuzz "no target is named 'edts' (did you mean 'edits'?)" --target edts

# shown TEXT COMMAND...: it prints the text, at once.
shown() {
    local text=$1
    shift
    "$@" </dev/null 2>&1 | grep -q -- "$text" || { printf '%s: no %s in what it prints\n' "$*" "$text" && status=1; }
}
shown 'Subcommands:' ./run --help
shown '--passes' ./run replay --help
shown '--passes' ./run replay x -p 5 -h
shown '--needs' ./run compare --help
shown '--types' ./run convert -h
shown '--bullets' ./run shooter --help
shown '--agents' ./run epidemic --help
shown '--delay' ./run replicate --help
shown '^throng [0-9]' ./run --version
shown '--contestant' ./bench --help
shown '--prefix' ./bench --help
shown '--contestant' ./bench small --help
shown '--pack' ./fuzz --help

[ ! -e build ] || { printf 'build/ was made\n' && status=1; }
exit $status

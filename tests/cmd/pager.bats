# SPDX-License-Identifier: GPL-2.0-or-later
# Reports on a terminal: the pager, and the line of progress.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source=tests/cmd/profiles.bash
    . "$BATS_TEST_DIRNAME/profiles.bash"
    command -v script >/dev/null || skip "no script(1)"
    cd "$BATS_TEST_TMPDIR" || return 1
    unset CGTOOLS_PAGER PAGER LESS NO_COLOR
    export TERM=xterm
    profile p fl=/none/a.c fn=main '1 5' 'summary: 5'
    note='cg_annotate: note: 1 of 1 source not found'
    mkdir here && echo >here/a.c # which may be it
    mkdir bin
    # A pager that tells what it was given.
    cat >bin/tell <<'EOF'
#!/bin/sh
[ -t 1 ] && echo on a terminal >told
echo "arguments: $*, LESS: ${LESS-}" >>told
cat >>told
echo left by its user
EOF
    cat >bin/leave <<'EOF'
#!/bin/sh
echo left at once
exec <&-
EOF
    chmod +x bin/*
    PATH=$PATH:$PWD/bin
}

# on_terminal COMMAND: what it writes to one, with its exit status.
on_terminal() {
    run script -qec "stty cols 100 rows 20; $1" /dev/null
    output=${output//$'\r'/}
    echo "$output"
}

@test "on a terminal a report goes through the pager, with colours, and notes follow it" {
    PAGER=tell on_terminal 'cg_annotate p'
    [ "$status" -eq 0 ]
    [[ $output == "left by its user"$'\n'"$note"* ]]
    [ "$(head -2 told)" = $'on a terminal\narguments: , LESS: FRX' ]
    grep -q $'^< \e\\[1;31m5\e\\[0m (100.0%' told
    sed -i 1,2d told
    diff <(cg_annotate --color=always p 2>/dev/null | sed /^Invocation/d) <(sed /^Invocation/d told)
    PAGER=tell LESS='-i -S' on_terminal 'cg_annotate p'
    grep -q 'LESS: -R -i -S$' told
    PAGER=leave CGTOOLS_PAGER='tell -a b' on_terminal 'cg_annotate p'
    grep -q '^arguments: -a b,' told
    PAGER='tell "a b" | cat' on_terminal 'cg_annotate p'
    grep -q '^arguments: a b,' told
}

@test "nothing goes through a pager that is not for a terminal, or that nobody wants" {
    plain() {
        on_terminal "$1"
        [ "$status" -eq 0 ]
        [[ $output == *"PROGRAM TOTALS"* && $output != *left* ]]
        [ ! -e told ]
    }
    export PAGER=tell
    plain 'cg_annotate --no-pager p'
    plain 'cg_annotate --pager=no p'
    plain 'cg_annotate p | cat'
    plain 'cg_annotate -o report p; cat report'
    TERM=dumb plain 'cg_annotate p'
    TERM='' plain 'cg_annotate p'
    CGTOOLS_PAGER='' plain 'cg_annotate p'
    CGTOOLS_PAGER=cat plain 'cg_annotate p'
    on_terminal 'cg_annotate none'
    [ "$status" -eq 1 ]
    [ "$output" = 'cg_annotate: error: none: No such file or directory' ]
    run --separate-stderr cg_annotate p
    [[ $output == *"PROGRAM TOTALS"* ]]
    [ ! -e told ]
}

@test "a pager that is not there is said, and the report is written" {
    CGTOOLS_PAGER=no-such-pager on_terminal 'cg_annotate p'
    [ "$status" -eq 0 ]
    [[ $output == "cg_annotate: note: CGTOOLS_PAGER: 'no-such-pager': No such file or directory"$'\n'* ]]
    [[ $output == *"PROGRAM TOTALS"*"$note"* ]]
    mkdir empty
    on_terminal "PATH=$PWD/empty; exec '$BIN/cg_annotate' p" # less, if nobody has chosen
    [ "$status" -eq 0 ]
    [[ $output == *"PROGRAM TOTALS"*"$note"* && $output != *"No such"* ]]
    PAGER='no-such-pager | cat >/dev/null; exit 127' on_terminal 'cg_annotate p'
    [ "$status" -eq 1 ]
    [[ $output == *'cg_annotate: error: <pager>: does not run; --no-pager writes without one' ]]
}

@test "who leaves the pager early has made no error, and reads the notes" {
    {
        lines 'cmd: c' 'events: Ir' fl=/none/a.c
        for i in $(seq 1 5000); do lines "fn=a_function_with_a_long_name_$i" '1 5'; done
        lines 'summary: 25000'
    } >large
    PAGER=leave on_terminal 'cg_annotate --threshold=0 large'
    [ "$status" -eq 0 ]
    [[ $output == "left at once"$'\n'"$note"* ]]
    PAGER='head -1' on_terminal 'cg_annotate --threshold=0 large'
    [ "$status" -eq 0 ]
    [[ $output == *---$'\n'"$note"* ]]
}

@test "no text controls the terminal through a pager" {
    profile evil fl=/none/a.c $'fn=\e]0;title\a\e[1;31mred\e[2J' '1 5' 'summary: 5'
    PAGER=tell on_terminal 'cg_annotate evil'
    run ! grep -q $'\e]\|\e\\[2J\|\a' told
    grep -q 'title' told
}

@test "less shows a report that fits the screen, and ends" {
    command -v less >/dev/null || skip "no less"
    on_terminal 'stty rows 200; cg_annotate p'
    [ "$status" -eq 0 ]
    [[ $output == *$'< \e[1;31m5\e[0m (100.0%'*"$note"* ]]
}

@test "a long run shows its progress after a second, and erases it" {
    run python3 "$BATS_TEST_DIRNAME/progress" cg_annotate -
    echo "$output"
    [ "$output" = "after a second: cg_annotate: reading, 1 s" ]
    run python3 "$BATS_TEST_DIRNAME/progress" cg_show -
    [ "$output" = "after a second: cg_show: reading, 1 s" ]
}

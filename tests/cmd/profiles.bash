# SPDX-License-Identifier: GPL-2.0-or-later
# For the tests of the commands that write profiles; sourced by their setup().

PATH=$BIN:$PATH
man_pages=$BATS_TEST_DIRNAME/../../man

# lines TEXT...: one a line.
lines() { printf '%s\n' "$@"; }

# profile FILE TEXT...: a profile of one event; its lines follow the header.
profile() {
    local file=$1
    shift
    lines 'cmd: ./prog' 'events: Ir' "$@" >"$file"
}

# tree FILE COUNT: a profile whose main costs COUNT, calls f twice (30) and g (5); f calls g too (60).
tree() {
    lines '# callgrind format' 'version: 1' 'creator: cachegrind 0.1.0' 'cmd: ./prog' 'part: 1' \
        'positions: line' 'events: Ir' "summary: $(($2 + 95))" '' 'ob=(1) prog' 'fl=(1) a.c' \
        'fn=(1) f' '5 30' 'cfn=(2) g' 'calls=3 8' '0 60' '' 'fl=(1)' 'fn=(2)' '8 65' '' \
        'fl=(1)' 'fn=(3) main' "1 $2" 'cfn=(1)' 'calls=2 5' '0 90' 'cfn=(2)' 'calls=1 8' '0 5' '' \
        '#name (4)' 'ob=(2) ???' 'fl=(2) ???' 'fn=(4) (start of program and threads)' 'cob=(1)' \
        'cfl=(1)' 'cfn=(3)' 'calls=1 1' "0 $(($2 + 95))" '' \
        '#tree 1 nodes 4 functions 3 recursion 1 folded 0' '#fn 1 1 1 5' '#fn 1 1 2 8' \
        '#fn 1 1 3 1' '#root thread' "#0 3 1 $2" '#0 1 2 30' '#0 2 3 60' '#2 2 1 5' \
        '#root signal' '#root missing' '' "totals: $(($2 + 95))" >"$1"
}

# prints TEXT COMMAND...: status 0, this on stdout and nothing on stderr.
prints() {
    local wanted=$1
    shift
    run --separate-stderr "$@"
    # shellcheck disable=SC2154  # set by run
    echo "status $status, stderr: $stderr"
    diff <(echo "$wanted") <(echo "$output") && [ "$status" -eq 0 ] && [ -z "$stderr" ]
}

# fails STATUS MESSAGE COMMAND...: nothing on stdout and this one line on stderr.
fails() {
    local wanted=$1 message=$2
    shift 2
    run --separate-stderr "$@"
    echo "status $status, stderr: $stderr"
    [ "$status" -eq "$wanted" ] && [ -z "$output" ] && [ "$stderr" = "$message" ]
}

# says MESSAGE COMMAND...: status 0 and this on stderr, besides notes on sources.
says() {
    local message=$1
    shift
    run --separate-stderr "$@"
    echo "status $status, stderr: $stderr"
    [ "$status" -eq 0 ] && [ "$(grep -v "not found at\|may be" <<<"$stderr")" = "$message" ]
}

# example_inputs: files that several pages' examples read.
example_inputs() {
    lines 'cmd: ./prog' 'events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim' fl=a.c fn=f \
        '1 90 1 0 30 2 1 20 3 2 9 4 2 1' 'summary: 90 1 0 30 2 1 20 3 2 9 4 2 1' >caches.out
    echo 'Ir + 3*Bcm' >formula
    lines '# callgrind format' 'version: 1' 'creator: x' 'cmd: ./prog' 'part: 1' 'thread: 1' 'events: Ir' fl=a.c fn=f \
        '1 5' 'part: 2' 'thread: 1' 'events: Ir' fl=a.c fn=f '1 6' >parts.out
}

# run_examples PAGE: each command of the EXAMPLES, in the current directory.
run_examples() {
    local command count=0
    while IFS= read -r command; do
        echo "example: $command"
        bash -o pipefail -c "$command" >/dev/null || return
        count=$((count + 1))
    done < <("$BATS_TEST_DIRNAME/manual_examples" --joined "$man_pages/$1")
    [ "$count" -gt 2 ]
}

# run_help_examples COMMAND: both examples of its --help, in the current directory.
run_help_examples() {
    local command count=0
    while IFS= read -r command; do
        echo "example: $command"
        bash -o pipefail -c "$command" >/dev/null || return
        count=$((count + 1))
    done < <("$1" --help | sed -n '/^Examples:$/,/^$/{/^  #/d; s/^  //p}')
    [ "$count" -eq 2 ]
}

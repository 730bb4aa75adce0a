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

# says MESSAGE COMMAND...: status 0 and this on stderr.
says() {
    local message=$1
    shift
    run --separate-stderr "$@"
    echo "status $status, stderr: $stderr"
    [ "$status" -eq 0 ] && [ "$stderr" = "$message" ]
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

# run_help_examples COMMAND: both examples at the end of its --help, in the current directory.
run_help_examples() {
    local command count=0
    while IFS= read -r command; do
        echo "example: $command"
        bash -o pipefail -c "$command" >/dev/null || return
        count=$((count + 1))
    done < <("$1" --help | sed '1,/^Examples:$/d; /^  #/d; s/^  //; t; d')
    [ "$count" -eq 2 ]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_annotate as a user runs it: reports, options and messages, each whole.

setup() {
    PATH=$BIN:$PATH
    cd "$BATS_TEST_TMPDIR" || exit
}

# A profile with one function; $1 goes behind events:, the rest are its lines.
profile() {
    printf 'cmd: ./prog\nevents: %s\nfl=a.c\nfn=main\n' "$1"
    shift
    printf '%s\n' "$@"
}

# stdout must be empty, stderr one line, as given.
fails() {
    local status_wanted=$1 message=$2
    shift 2
    run --separate-stderr "$@"
    [ "$status" -eq "$status_wanted" ]
    [ "$output" = "" ]
    # shellcheck disable=SC2154  # set by run
    [ "$stderr" = "$message" ] || {
        echo "$stderr"
        false
    }
}

bats_require_minimum_version 1.5.0

@test "a profile that can't be read" {
    fails 1 "cg_annotate: error: nosuch: No such file or directory" cg_annotate nosuch
    mkdir dir
    fails 1 "cg_annotate: error: dir: Is a directory" cg_annotate dir
}

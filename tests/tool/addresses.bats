#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --addresses=yes: costs by instruction, beside the rows, which stay as they are.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

compare() { "$BATS_TEST_DIRNAME/addresses-compare" "$@"; }
# cg FILE ARGUMENT...: our tool.
cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file="$1" "${@:2}"; }

@test "the rows are the same, with and without calls" {
    local calls
    for calls in no yes; do
        cg without --calls=$calls setarch -R "$PROGRAMS/calls_cpp" >/dev/null
        cg with --addresses=yes --calls=$calls setarch -R "$PROGRAMS/calls_cpp" >/dev/null
        grep -q '^#addresses 1$' with
        grep -v '^pid:' without >expected
        grep -vE '^pid:|^#(addresses |object |fl=|fn=|a )' with | cat -s >found
        diff expected found
    done
}

@test "the ranges of a row add up to it, in each event" {
    cg out --addresses=yes --cache-sim=yes --branch-sim=yes "$PROGRAMS/calls_cpp" >/dev/null
    compare rows out
    cd "$PROGRAMS"
    cg "$BATS_TEST_TMPDIR/out" --addresses=yes "$PROGRAMS/unload" >/dev/null
    cd "$BATS_TEST_TMPDIR"
    compare rows out
    grep -q "^#object .* $PROGRAMS/plugin.so\$" out
}

@test "each instruction has the count of callgrind's --dump-instr=yes" {
    local stock program
    stock=$("$BATS_TEST_DIRNAME/stock-front" "$BATS_TEST_TMPDIR" "$BIN/valgrind")
    for program in calls_cpp branches strings; do
        cg ours --count-rep=iterations --addresses=yes "$PROGRAMS/$program" >/dev/null || true
        "$stock" -q --tool=callgrind --dump-instr=yes --skip-plt=no --compress-strings=no \
            --compress-pos=no --callgrind-out-file=theirs "$PROGRAMS/$program" >/dev/null || true
        compare callgrind ours theirs "$PROGRAMS/$program"
    done
}

@test "objects are told by their build ID, addresses are those of the file" {
    cg out --addresses=yes "$PROGRAMS/calls_cpp" >/dev/null
    local id address
    id=$(readelf -n "$PROGRAMS/calls_cpp" | sed -n 's/.*Build ID: //p')
    [ "$id" ]
    grep -qE "^#object [0-9]+ $id $PROGRAMS/calls_cpp\$" out
    address=$(nm "$PROGRAMS/calls_cpp" | sed -n 's/^0*\([0-9a-f]*\) T main$/\1/p')
    [ "$address" ]
    grep -qE "^#a [0-9]+ 0x$address " out
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# How long the core lets a thread run (--scheduling-quantum, from Valgrind 3.24 on) changes no count.

bats_require_minimum_version 1.5.0

load common

# shellcheck disable=SC2054  # an option has the commas
caches=(--cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64)

deep=(--main-stacksize=67108864)

# counted FILE TOOL ARGUMENT...: profiles; prints what the run said but for its first lines.
counted() {
    local file=$1 tool=$2
    shift 2
    setarch -R "$BIN/valgrind" --tool="$tool" "--$tool-out-file=$file" "$@" >said 2>&1 || { cat said && return 1; }
}

has_quantum() {
    "$BIN/valgrind" --help | grep -q -e --scheduling-quantum ||
        skip "this Valgrind has no --scheduling-quantum"
}

# same TOOL ARGUMENT...: the profile is the same, byte for byte, whatever the quantum is. Of a
# process that is alone, so that nothing but the quantum may differ.
same() {
    local quantum
    counted usual "$@"
    for quantum in 1000 100000000; do
        counted other "$1" --scheduling-quantum=$quantum "${@:2}"
        diff <(grep -v '^pid:' usual) <(grep -v '^pid:' other) >difference ||
            { echo "$quantum: $*" && head -5 difference && return 1; }
    done
}

@test "the clock of the caches does not overflow in a long slice" {
    has_quantum
    same cachegrind "${caches[@]}" "$PROGRAMS/slices" references
    # The two lines are there after the first round's misses; the first of each round are loads.
    "$BIN/cg_show" --as=csv --show=D1mw usual >rows
    [ "$(awk -F, '$1 == "write_two" { print $3 }' rows)" -le 64 ]
}

@test "stacks of calls have room for a long slice" {
    has_quantum
    same cachegrind --calls=yes "${deep[@]}" "$PROGRAMS/slices" calls
    "$BIN/cg_show" --as=folded usual | grep -q ';down;down '
}

@test "so do callgrind's, with caches, and parts of a run are as long as they should" {
    has_quantum
    same callgrind "${deep[@]}" "$PROGRAMS/slices" calls
    same callgrind "${caches[@]}" "${deep[@]}" "$PROGRAMS/slices" calls
    same callgrind --dump-every-bb=400000 "${deep[@]}" "$PROGRAMS/slices" calls
    [ -s usual.1 ]
    [ "$(printf '%s\n' usual.[0-9]* | wc -l)" -eq "$(printf '%s\n' other.[0-9]* | wc -l)" ]
}

@test "all that is counted beside caches and calls is the same" {
    has_quantum
    same cachegrind "${caches[@]}" --branch-sim=yes --calls=yes "${deep[@]}" "$PROGRAMS/slices" calls
    # Which bytes are used differs from run to run where a program handles its process number.
    same cachegrind "${caches[@]}" --cache-use=yes "$PROGRAMS/use_strides"
    same callgrind "${caches[@]}" --cacheuse=yes "$PROGRAMS/use_strides"
    same cachegrind "${caches[@]}" --data-objects=yes --addresses=yes "$PROGRAMS/calls_cpp"
}

@test "a slice of one superblock" {
    has_quantum
    counted usual cachegrind "${caches[@]}" --calls=yes "$PROGRAMS/calls_cpp"
    counted other cachegrind "${caches[@]}" --calls=yes --scheduling-quantum=1 "$PROGRAMS/calls_cpp"
    diff <(grep -v '^pid:' usual) <(grep -v '^pid:' other)
}

@test "threads that are switched in between keep their calls; a note says when they are" {
    local quantum options
    has_quantum
    for options in --calls=yes "--calls=yes --cache-sim=yes"; do
        for quantum in 100 1000 100000 100000000; do
            # shellcheck disable=SC2086  # two options
            counted out cachegrind --scheduling-quantum=$quantum $options "$PROGRAMS/slices" threads
            "$BIN/cg_show" --as=csv --show=Ir out | awk -F, '$1 == "down" { print $3 }' >>costs
        done
        run ! grep 'out of memory' said
        grep -q 'note: --scheduling-quantum: threads take turns after 100000 superblocks, with this tool.$' said
    done
    [ "$(wc -l <costs)" -eq 8 ]
    [ "$(sort -u costs | wc -l)" -eq 1 ]
    counted out cachegrind --scheduling-quantum=100000 "$PROGRAMS/slices" threads
    run ! grep 'note:' said
}

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
# rows FILE: prints it without costs by address, and build IDs, which they have, too.
rows() { grep -vE '^pid:|^#(addresses |object |fl=|fn=|a | build ID: )' "$1" | cat -s; }

@test "the rows are the same" {
    local mode
    for mode in --calls=no --calls=yes "--cache-sim=yes --branch-sim=yes"; do
        # shellcheck disable=SC2086  # two options
        cg without $mode setarch -R "$PROGRAMS/calls_cpp" >/dev/null
        # shellcheck disable=SC2086
        cg with --addresses=yes $mode setarch -R "$PROGRAMS/calls_cpp" >/dev/null
        grep -q '^#addresses 1$' with
        diff <(rows without) <(rows with)
    done
}

@test "the ranges of a row add up to it, in each event" {
    cg out --addresses=yes --cache-sim=yes --branch-sim=yes "$PROGRAMS/calls_cpp" >/dev/null
    compare rows out
    cg out --addresses=yes --cache-sim=yes --cache-use=yes "$PROGRAMS/calls_cpp" >/dev/null
    compare rows out
    cd "$PROGRAMS"
    cg "$BATS_TEST_TMPDIR/out" --addresses=yes "$PROGRAMS/unload" >/dev/null
    cd "$BATS_TEST_TMPDIR"
    compare rows out
    grep -q "^#object .* $PROGRAMS/plugin.so\$" out
}

@test "each instruction has the count of callgrind's --dump-instr=yes" {
    local stock program mode
    stock=$("$BATS_TEST_DIRNAME/stock-front" "$BATS_TEST_TMPDIR" "$BIN/valgrind")
    for program in calls_cpp branches strings; do
        "$stock" -q --tool=callgrind --dump-instr=yes --skip-plt=no --compress-strings=no \
            --compress-pos=no --callgrind-out-file=theirs "$PROGRAMS/$program" >/dev/null || true
        # Instructions are counted together if nothing else is counted of them.
        for mode in --cache-sim=no --cache-sim=yes "--cache-sim=yes --cache-use=yes" --branch-sim=yes \
            --calls=yes; do
            # shellcheck disable=SC2086  # two options
            cg ours --count-rep=iterations --addresses=yes $mode "$PROGRAMS/$program" >/dev/null || true
            compare callgrind ours theirs "$PROGRAMS/$program"
        done
    done
}

@test "no instruction is in two ranges" {
    local mode
    for mode in --calls=no --calls=yes --cache-sim=yes; do
        cg out --addresses=yes $mode "$PROGRAMS/calls_cpp" >/dev/null
        compare disjoint out
    done
}

@test "each part has its own costs by address" {
    cat >program.c <<'EOF'
#include <callgrind.h>
static volatile long sink;
__attribute__((noinline)) static void work(int n) { for (int i = 0; i < n; i++) sink += i; }
int main(void) {
    work(10);
    CALLGRIND_DUMP_STATS;
    work(20);
    CALLGRIND_ZERO_STATS;
    work(30);
    return 0;
}
EOF
    cc -O1 -g -static -I"$BATS_TEST_DIRNAME/../../valgrind-tool" \
        -isystem "$(pkg-config --variable=includedir valgrind)" -o program program.c
    cg without ./program
    cg with --addresses=yes ./program
    local part
    for part in "" .1; do
        compare rows with$part
        diff <(rows without$part) <(rows with$part)
    done
}

@test "memory stays bounded when code comes and goes" {
    local kind few
    cp "$PROGRAMS"/plugin*.so .
    memory() { sed -n 's/.*memory, in use of mapped : \([0-9]*\) .*/\1/p' messages; }
    for kind in code library; do
        cg out --addresses=yes --stats=yes "$PROGRAMS/churn" $kind 200 2>messages >/dev/null
        few=$(memory)
        cg out --addresses=yes --stats=yes "$PROGRAMS/churn" $kind 2000 2>messages >/dev/null
        echo "$kind: $few, then $(memory)"
        [ "$(memory)" -lt $((few + 200000)) ]
        compare rows out
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

@test "instructions that Valgrind does not know, at ends of pages, and changed: every command reads them" {
    local mode command
    for mode in --calls=no --calls=yes "--cache-sim=yes --branch-sim=yes" "--cache-sim=yes --cache-use=yes" \
        "--cache-sim=yes --data-objects=yes"; do
        # shellcheck disable=SC2086  # two options
        [ "$(cg out --addresses=yes $mode "$PROGRAMS/odd_code" 2>/dev/null)" = "goes on" ]
        [ "$mode" = --calls=yes ] || compare rows out
        compare disjoint out
        run ! grep -E '^#a [0-9]+ 0x[0-9a-f]+ 0 ' out
        # One instruction of the function, three times.
        for name in unknown undefined; do
            [ "$(awk -v name="#fn=$name" '/^#f[nl]=/ { is_there = $0 == name } /^#a / && is_there { print $5, $7 }' out)" = "1 3" ]
        done
        for command in cg_show "cg_show --as=json" "cg_annotate --annotate" "cg_annotate --asm" cg_merge "cg_diff out" cg_filter; do
            # shellcheck disable=SC2086  # a command with options
            PATH=$BIN:$PATH command $command out >written 2>said ||
                { echo "$command" && cat said && return 1; }
        done
        "$BIN/cg_merge" -o sum out out
        "$BIN/cg_show" sum >/dev/null
    done
}

@test "a program that dies of one is told what helps on the last line, and one that goes on is not" {
    local tool last
    for tool in cachegrind callgrind; do
        run "$BIN/valgrind" --tool=$tool --$tool-out-file=out "$PROGRAMS/odd_code" ends
        [ "$status" -ne 0 ]
        last=$(grep '^==' <<<"$output" | tail -1)
        [[ $last == *"ended at an instruction of AVX-512, which Valgrind does not know: build with -march=x86-64-v3"* ]]
        run -0 "$BIN/valgrind" --tool=$tool --$tool-out-file=out "$PROGRAMS/odd_code"
        [[ $output != *"The program ended at"* ]]
        run "$BIN/valgrind" --tool=$tool --$tool-out-file=out "$PROGRAMS/odd_code" trap
        [ "$status" -ne 0 ]
        [[ $output != *"The program ended at"* ]]
    done
}

@test "callgrind's --dump-instr=yes knows them too" {
    local mode
    for mode in --cache-sim=no "--cache-sim=yes --branch-sim=yes --collect-jumps=yes"; do
        # shellcheck disable=SC2086
        "$BIN/valgrind" -q --tool=callgrind --dump-instr=yes $mode --callgrind-out-file=out "$PROGRAMS/odd_code" >said 2>&1
        grep -q 'goes on' said
        "$BIN/cg_show" --as=csv --show=Ir out >rows
        [ "$(awk -F, '$1 == "unknown" { sum += $3 } END { print sum }' rows)" -eq 3 ]
        "$BIN/cg_merge" -o sum out out
    done
}

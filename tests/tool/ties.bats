#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Percentages of the closing summary that are an exact half between two that could be printed: as the
# installed Valgrind's own tool prints them.

bats_require_minimum_version 1.5.0

load common

# rates COMMAND...: prints the rates of the closing summary.
rates() {
    "$@" --tool=cachegrind --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 \
        --cachegrind-out-file=/dev/null ./ties 2>&1 | sed -n 's/^==[0-9]*== //; s/  */ /g; /rate:/p'
}

# compiled OPTION... READS READ_MISSES WRITES WRITE_MISSES
compiled() {
    local n=$#
    cc "${@:1:n-4}" -O1 -nostdlib -static -ffreestanding -fno-stack-protector -DREADS="${*:n-3:1}" -DREAD_MISSES="${*:n-2:1}" \
        -DWRITES="${*:n-1:1}" -DWRITE_MISSES="${*:n:1}" -o ties "$BATS_TEST_DIRNAME/programs/ties.c"
}

# as_stock OPTION...: compares pairs of halves; of three numbers in a line, all are.
as_stock() {
    local reads writes lines=0
    # 0.05 and 8.05, 0.15 and 0.35 (their sum, too), 0.25 and 39.25, 1.25 and 1.45, 49.95 and 50.15,
    # 61.95 and 99.95, 78.65 and 78.85, 12.5 and 0.45
    for pair in '2000 1 2000 161' '2000 3 2000 7' '400 1 400 157' '2000 25 2000 29' '2000 999 2000 1003' \
        '2000 1239 2000 1999' '2000 1573 2000 1577' '4000 1322 2000 9'; do
        read -r reads read_misses writes write_misses <<<"$pair"
        compiled "$@" "$reads" "$read_misses" "$writes" "$write_misses" || return 1
        rates "$STOCK" >theirs
        rates "$BIN/valgrind" >ours
        diff theirs ours || { echo "$pair" && return 1; }
        lines=$((lines + $(wc -l <ours)))
    done
    [ $lines -eq 40 ]
}

@test "an exact half is rounded as Valgrind's own tool does it" {
    as_stock
    # Down, if it is one in binary digits; else the number is a bit more or less.
    compiled 2000 785 2000 161
    rates "$BIN/valgrind" | grep -q '^D1 miss rate: 23.6% ( 39.2% + 8.1% )'
}

@test "so it is where registers have more digits" {
    "$BATS_TEST_DIRNAME/runs-32-bit" cc >/dev/null && [ -e "$BIN/../libexec/valgrind/cachegrind-x86-linux" ] ||
        skip "no 32-bit programs here"
    [ -n "$("$BATS_TEST_DIRNAME/runs-32-bit" cc)" ] || skip "no 32-bit programs here"
    as_stock -m32
}

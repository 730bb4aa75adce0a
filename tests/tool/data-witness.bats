#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Data objects against a second opinion: programs/data_witness logs its blocks, lackey prints its
# references, and data-replay, which knows nothing of the tool, simulates them.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

# Both tools run it with the same addresses.
run_witness() { # LOG OPTION...
    local log=$1
    shift
    # Valgrind tells the program where its tools are: the same for both.
    setarch -R env -i PATH=/usr/bin:/bin VALGRIND_LIB="$BIN/../libexec/valgrind" "$BIN/valgrind" -q "$@" "$PROGRAMS/data_witness" "$log"
}

profile() { # LOG OPTION...
    local log=$1
    shift
    run_witness "$log" --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes --data-objects=yes \
        --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 "$@"
}

# own FILE: the objects of the log and their fields, by name.
own() {
    awk '/^[^ ]/ { name = $1 != "stack" && $2 ~ /^(log_entries|area|histogram|read_records|make_[a-z]*|grow)$/ ? $2 : "" }
         name != "" { print name, $0 }' "$1" | LC_ALL=C sort -s -k1,1
}

# Of all objects and fields, each count: misses, lines, uses, cost, bytes never used. The one rule is
# that of the last 16 bytes of a block (data-replay.cpp); it decides some misses, and data-replay says
# how many.
# bats test_tags=long
@test "objects and fields are those of a simulator of its own" {
    setarch -R true 2>&1 || skip "addresses cannot be kept the same"
    "$BIN/valgrind" -q --tool=lackey true 2>messages || skip "there is no lackey"
    "${CXX:-c++}" -std=c++17 -O2 -Wall -Wextra -Werror -o replay "$BATS_TEST_DIRNAME/data-replay.cpp"
    profile profiled.log
    # Options of VEX, as for our tool.
    run_witness replayed.log --tool=lackey --trace-mem=yes --vex-guest-chase=no --log-fd=9 \
        --px-default=sp-at-mem-access --px-file-backed=sp-at-mem-access 9>&1 >/dev/null |
        ./replay profiled.log >replayed
    cmp replayed.log profiled.log
    grep '^by the rule' replayed | sed 's/^/# /' >&3
    grep -q '^by the rule of the last 16 bytes: [1-9][0-9]* misses, [1-9]' replayed
    own replayed >expected
    [ "$(grep -c 'blocks=' expected)" -eq 9 ]
    [ "$(wc -l <expected)" -gt 50000 ]

    for calls in no yes; do
        profile profiled.log --cache-use=yes --calls=$calls
        cmp replayed.log profiled.log
        "$BATS_TEST_DIRNAME/data-sums" --fields out >listed
        own listed >found
        cmp expected found || diff expected found | head -n 20
        cmp expected found
    done

    # Without cache use: the misses.
    profile profiled.log
    cmp replayed.log profiled.log
    "$BATS_TEST_DIRNAME/data-sums" out >listed
    own listed >found
    grep 'blocks=' expected | cut -d ' ' -f 1-11 | diff - found
}

# D1 misses of reads, LL misses of them, of writes, lines, AcCost1, SpLoss1, uses, lines of LL, AcCost2,
# SpLoss2. AcCost is 1000 / uses of each line.
#
#   area          4096 lines are read, and by when they have left, 2048 of them again: one byte of each
#   histogram     3000 numbers, in 187.5 lines: of 16 writes, the last one of 8
#   read_records  5000 numbers, 96 bytes from each other, twice. The first line is there already: it
#                 has the header of the block
@test "arrays have what they have on paper" {
    profile log --cache-use=yes
    "$BATS_TEST_DIRNAME/data-sums" --fields out >listed
    own listed | grep 'blocks=' | cut -d ' ' -f 1,6- >found
    grep -E '^(area|histogram|read_records)' found | diff - <(
        cat <<END
area sizes=262144-262144 period=262144 6144 4096 0 0 6144 6144000 $((6144 * 63)) 6144 4096 $((2048 * 1500)) $((4096 * 63))
histogram sizes=12000-12000 period=12000 0 0 188 188 188 $((187 * 62 + 125)) 32 3000 188 $((187 * 62 + 125)) 32
read_records sizes=480000-480000 period=96 9999 4999 0 0 9999 9999000 $((9999 * 60)) 9999 4999 $((4999 * 500)) $((4999 * 60))
END
    )
    # Of a record only its first 4 bytes are touched, in each of two passes.
    own listed | awk '$1 == "read_records" && $2 != "heap" { print $2, $4 }' | head -n 2 |
        diff - <(printf '%s\n' '0 40000' '4 0')
    own listed | awk '$1 == "read_records" && $2 != "heap" { sum += $4 } END { print sum }' |
        diff - <(echo 40000)
}

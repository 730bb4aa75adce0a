#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --D1-also and --LL-also: the misses of other caches in the same run. A run in which that cache is
# one of the hierarchy is the oracle: ours, and Valgrind's own tool's.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

# cg FILE ARGUMENT...: our tool.
cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file="$1" --cache-sim=yes "${@:2}" >/dev/null; }

# of FILE EVENT: the lines with this event, and their counts.
of() {
    awk -v event="$2" '
        /^events:/ { for (i = 2; i <= NF; i++) if ($i == event) at = i }
        /^f[ln]=/ { name[substr($0, 1, 2)] = $0 }
        /^[0-9]/ && $at + 0 != 0 { print name["fl"], name["fn"], $1, $at }
        /^summary:/ { print "summary", $at }
        END { exit !at }' "$1" | LC_ALL=C sort
}

# The caches of a run, and those that are counted beside them.
level_1=('--I1=32768,8,64' '--D1=32768,8,64')
last=('--LL=8388608,16,64')
also=('--D1-also=16384,4,64' '--D1-also=65536,2,128' '--D1-also=4096,64,64'
    '--LL-also=262144,8,64' '--LL-also=65536,1,128')

# equals_runs FILE RUN...: the events of other caches are those of such runs. RUN: a command that
# takes a file and the options of caches.
equals_runs() {
    local event
    "${@:2}" a --I1=32768,8,64 --D1=16384,4,64 "${last[@]}"
    "${@:2}" b --I1=32768,8,64 --D1=65536,2,128 "${last[@]}"
    "${@:2}" c --I1=32768,8,64 --D1=4096,64,64 "${last[@]}"
    "${@:2}" d "${level_1[@]}" --LL=262144,8,64
    "${@:2}" e "${level_1[@]}" --LL=65536,1,128
    for event in D1mr D1mw; do
        diff <(of a $event) <(of "$1" $event@16K) || return
        diff <(of b $event) <(of "$1" $event@64K) || return
        diff <(of c $event) <(of "$1" $event@4K) || return
    done
    for event in ILmr DLmr DLmw; do
        diff <(of d $event) <(of "$1" $event@256K) || return
        diff <(of e $event) <(of "$1" $event@64K) || return
    done
}

@test "misses of other caches are those of runs with these, line by line" {
    # Hot loops and cold code, references across lines, strides.
    for program in "$PROGRAMS/use_strides" "$PROGRAMS/straddle" "$PROGRAMS/hot" "sort $BATS_TEST_FILENAME"; do
        # shellcheck disable=SC2086  # words
        cg together "${level_1[@]}" "${last[@]}" "${also[@]}" $program
        # shellcheck disable=SC2086
        run_with() { cg "$@" $program; }
        equals_runs together run_with
        [ "$(of together D1mr@4K)" != "$(of together D1mr@64K)" ]
    done
}

@test "misses of other caches are Valgrind's own tool's" {
    setarch -R true 2>&1 || skip "addresses cannot be kept the same"
    ours=$BIN/valgrind
    peer=$("$BATS_TEST_DIRNAME/stock-front" "$BATS_TEST_TMPDIR" "$BIN/valgrind")
    # run_of VALGRIND FILE OPTION...
    run_of() {
        setarch -R env -i PATH=/usr/bin:/bin "$1" -q --tool=cachegrind --cache-sim=yes \
            --vex-guest-chase=yes --cachegrind-out-file="$2" "${@:3}" "$PROGRAMS/use_strides" >/dev/null
    }
    run_of "$ours" together "${level_1[@]}" "${last[@]}" "${also[@]}"
    equals_runs together run_of "$peer"
}

@test "other events do not depend on other caches, whatever else is counted" {
    for options in --branch-sim=yes '--cache-use=yes --calls=yes' --miss-causes=yes '--data-objects=yes --addresses=yes'; do
        # shellcheck disable=SC2086  # words
        cg alone $options "${level_1[@]}" "${last[@]}" "$PROGRAMS/use_strides"
        # shellcheck disable=SC2086
        cg together $options "${level_1[@]}" "${last[@]}" "${also[@]}" "$PROGRAMS/use_strides"
        read -ra events < <(sed -n 's/^events: //p' alone)
        for event in "${events[@]}"; do
            diff <(of alone "$event") <(of together "$event")
        done
        run_with() { cg "$@" "$PROGRAMS/use_strides"; }
        [ "$options" != --branch-sim=yes ] || equals_runs together run_with
        # The own costs of the tree add up to the summary, too: the reader checks it.
        "$BIN/cg_merge" -o sum together
    done
}

@test "under callgrind's name, with threads that are apart" {
    "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=out --cache-sim=yes "${level_1[@]}" "${last[@]}" \
        "${also[@]}" "$PROGRAMS/use_strides"
    cg flat "${level_1[@]}" "${last[@]}" "${also[@]}" "$PROGRAMS/use_strides"
    for event in D1mr@4K D1mw@16K DLmr@256K; do
        [ "$(of out $event | grep summary)" = "$(of flat $event | grep summary)" ]
    done
}

@test "names, header and summary say which cache it is" {
    "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes "${level_1[@]}" "${last[@]}" \
        --D1-also=16384,4,64 --D1-also=16384,8,64 --D1-also=16384,8,64 --D1-also=24576,6,64 --LL-also=4194304,16,64 \
        true 2>said
    grep -q '^events: .* D1mr@16Kx4x64 D1mw@16Kx4x64 D1mr@16Kx8x64 D1mw@16Kx8x64 D1mr@24K D1mw@24K ILmr@4M DLmr@4M DLmw@4M' out
    grep -q '^desc: D1@24K cache: *24576 B, 64 B, 6-way associative$' out
    grep -q '^desc: LL@4M cache: *4194304 B, 64 B, 16-way associative$' out
    grep -Eq "D1@24K: +[0-9,]+ +\( *[0-9,]+ rd +\+ +[0-9,]+ wr\)" said
    # The curve of the manual.
    "$BIN/cg_filter" --events=D1mr@16Kx8x64,D1mr,D1mr@24K out | "$BIN/cg_show" --as=csv | head -1 >columns
    grep -q 'D1mr@16Kx8x64,.*D1mr,.*D1mr@24K' columns
    # Caches of one name that are not the same do not add up.
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=other --cache-sim=yes "${level_1[@]}" "${last[@]}" \
        --D1-also=24576,12,64 true
    "$BIN/cg_filter" --events=Ir,D1mr@24K -o one out
    "$BIN/cg_filter" --events=Ir,D1mr@24K -o two other
    run -1 "$BIN/cg_merge" one two
    [[ $output == *"the caches differ"* ]]
}

@test "what is wrong with other caches is said" {
    run -1 "$BIN/valgrind" -q --tool=cachegrind --D1-also=16384,4,64 true
    [[ $output == *"--D1-also"*"It needs --cache-sim=yes."* ]]
    run -1 "$BIN/valgrind" -q --tool=cachegrind --cache-sim=yes --LL-also=16384,5,64 true
    [[ $output == *"--LL-also=16384,5,64"*"Cache set count is not a power of two"* ]]
}

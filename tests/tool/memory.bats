#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Under a limit of memory the tool gets as far as Valgrind's own tools do.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

# Both tools simulate these. The memory of the machine's own caches is not the tool's choice.
geometry=("--I1=32768,8,64" "--D1=32768,8,64" "--LL=8388608,16,64")

# tool MODE, peer MODE: set the array `command` to our tool, and to the one of the installed
# Valgrind that does the same.
tool() {
    command=("$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=out "${geometry[@]}")
    case $1 in
    caches) command+=(--cache-sim=yes) ;;
    branches) command+=(--branch-sim=yes) ;;
    both) command+=(--cache-sim=yes --branch-sim=yes) ;;
    calls) command+=(--calls=yes) ;;
    data) command+=(--data-objects=yes --cache-sim=yes) ;;
    lines) command+=(--cache-sim=yes --cache-use=yes --miss-causes=yes --addresses=yes) ;;
    esac
}
peer() {
    command=("$STOCK" --tool=cachegrind --cachegrind-out-file=out "${geometry[@]}" --cache-sim=no)
    case $1 in
    caches) command+=(--cache-sim=yes) ;;
    branches) command+=(--branch-sim=yes) ;;
    both) command+=(--cache-sim=yes --branch-sim=yes) ;;
    calls) command=("$STOCK" --tool=callgrind --callgrind-out-file=out) ;;
    esac
}

# whole KILOBYTES PROGRAM...: succeeds if `command` counts all of the program under the limit.
whole() {
    rm -f out
    (ulimit -v "$1" && exec "${command[@]}" "${@:2}") >messages 2>&1 || return 1
    [[ -s out && $(<messages) != *'out of memory'* ]]
}

# never_before_peer MODE PROGRAM...: halves the limit as long as the peer's tool counts the program,
# then looks closer at where that fails. Ours must count it under each of these limits.
never_before_peer() {
    local mode=$1 limit=1048576 step
    shift
    peer "$mode"
    whole $limit "$@"
    for ((step = limit / 2; step >= 2048; step /= 2)); do
        if whole $((limit - step)) "$@"; then limit=$((limit - step)); fi
    done
    echo "$mode: the peer counts $* under $limit kB"
    tool "$mode"
    for ((step = 1; limit * step <= 1048576; step *= 2)); do
        whole $((limit * step)) "$@" || { cat messages && return 1; }
    done
}

@test "no limit of memory under which Valgrind's own tools count stops ours" {
    for mode in instructions calls; do
        never_before_peer $mode true
    done
}

# bats test_tags=long
@test "none stops ours in the other modes, or with a larger program" {
    for mode in caches branches both; do
        never_before_peer $mode true
    done
    never_before_peer calls "$BIN/cg_show" --version
}

@test "450 threads under 1 GB" {
    tool calls
    command+=(--cache-sim=yes --branch-sim=yes)
    whole 1000000 "$PROGRAMS/limited" threads 450
}

# runs_on_where_peer_does MODE: a program that lowers the limit of its memory.
runs_on_where_peer_does() {
    local mebibytes compared=0
    for mebibytes in 160 128 96 80 72 64; do
        peer "$1"
        whole unlimited "$PROGRAMS/limited" lower $mebibytes || continue
        tool "$1"
        whole unlimited "$PROGRAMS/limited" lower $mebibytes || { cat messages && return 1; }
        compared=$((compared + 1))
    done
    [ $compared -ge 2 ]
}

@test "a program that lowers the limit of its memory runs on where it does under Valgrind's own tools" {
    runs_on_where_peer_does both
}

# bats test_tags=long
@test "it does so in the other modes, too" {
    for mode in instructions caches branches calls; do
        runs_on_where_peer_does $mode
    done
}

@test "if the core runs out of memory, the profile has what was counted" {
    for mode in both data lines calls; do
        tool $mode
        run ! whole unlimited "$PROGRAMS/limited" lower 1
        grep -q 'error: out of memory for counters; nothing is counted from here on.' messages
        sum=$(awk '/^(summary|totals):/ { print $2 }' out | head -n 1)
        echo "$mode: $sum instructions"
        [ "$sum" -gt 10000 ]
    done
    grep -q '^#tree' out
}

@test "a run that gave up counting does not end with status 0, and its file says why" {
    local mode
    for mode in --calls=yes "--calls=yes --cache-sim=yes"; do
        # The stack of calls needs more memory than there is; Valgrind itself goes on.
        # shellcheck disable=SC2086  # two options
        run -1 "$BIN/valgrind" --tool=cachegrind $mode --cachegrind-out-file=out --main-stacksize=67108864 \
            "$PROGRAMS/slices" limited
        [[ $output == *'error: out of memory for counters; nothing is counted from here on.'* ]]
        [[ ${lines[-1]} == *'error: these counts are incomplete: memory ran out.' ]]
        grep -q '^desc: Incomplete: memory ran out, and nothing was counted from there on$' out
        [ "$(awk '/^(summary|totals):/ { print $2; exit }' out)" -gt 100000 ]
        "$BIN/cg_show" out 2>&1 >/dev/null | grep -q 'cg_show: warning: out: is incomplete: memory ran out'
        # Without the limit it is whole.
        # shellcheck disable=SC2086
        run -0 "$BIN/valgrind" --tool=cachegrind $mode --cachegrind-out-file=out --main-stacksize=67108864 \
            "$PROGRAMS/slices" calls
        [[ $output != *incomplete* ]]
        run -1 grep Incomplete out
    done
}

# bss FILE: the bytes of data that the file does not contain.
bss() { size --format=sysv "$1" | awk '$1 ~ /^\.t?bss$/ { sum += $2 } END { print sum }'; }

@test "the tool's own data is not larger than that of Valgrind's own tool" {
    compared=0
    for ours in "$BIN"/../libexec/valgrind/cachegrind-*-linux; do
        stock=$(dirname "$(dirname "$STOCK")")/libexec/valgrind/${ours##*/}
        [ -e "$stock" ] || continue
        echo "${ours##*/}: $(bss "$ours"), the installed one $(bss "$stock")"
        [ "$(bss "$ours")" -le "$(bss "$stock")" ]
        compared=$((compared + 1))
    done
    [ $compared -ne 0 ] || skip "the installed tool is not found"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --cache-use=yes: what became of the lines that code loaded. Against callgrind:
# tests/tool/use-oracle; of nodes: tests/tool/calls.bats; the simulators: tests/unit/sim.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

# cg ARGUMENT...: our tool.
cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes "$@"; }

usual=('--I1=32768,8,64' '--D1=32768,8,64' '--LL=8388608,16,64')

# use FILE: AcCost1 SpLoss1 AcCost2 SpLoss2 of each function.
use() {
    awk '/^events:/ { first = 0; for (i = 2; i <= NF; i++) if ($i == "AcCost1") first = i }
         /^fn=/ { fn = substr($0, 4); seen[fn] = 1 }
         /^[0-9]/ { for (i = 0; i < 4; i++) sum[fn, i] += $(first + i) }
         END { for (fn in seen) print fn, sum[fn, 0], sum[fn, 1], sum[fn, 2], sum[fn, 3] }' "$1" |
        LC_ALL=C sort
}

# rows FILE COLUMNS: the names, and the first counts of each line.
rows() { awk -v n="$2" '/^f[ln]=/ { print } /^[0-9]/ { for (i = 1; i <= n + 1; i++) printf "%s ", $i; print "" }' "$1"; }

# use_strides on paper. AcCost is 1000 / uses of each line, SpLoss what is left of it.
#
#   stride_8      4096 lines of 8 uses              125 * 4096   0
#   stride_16     4096 lines of 4 uses              250 * 4096   32 * 4096
#   stride_64     4096 lines of 1 use              1000 * 4096   56 * 4096
#   stride_128    2048 lines of 1 use              1000 * 2048   56 * 2048
#   rows          8192 lines of 8 uses              125 * 8192   0
#   columns       65536 loads of a line for 1 use  1000 * 65536  56 * 65536: the next column finds
#                 none again, since 256 lines a column have 2 sets of 8 ways
#       LL        8192 lines of 8 uses              125 * 8192   0
#   finish        1 line, 3 instructions of 9 bytes 1000 / 3     55
@test "strides, rows and columns use what they use on paper" {
    cat >expected <<'END'
columns 65536000 3670016 1024000 0
finish 333 55 333 55
rows 1024000 0 1024000 0
stride_128 2048000 114688 2048000 114688
stride_16 1024000 131072 1024000 131072
stride_64 4096000 229376 4096000 229376
stride_8 512000 0 512000 0
END
    cg --cache-use=yes "${usual[@]}" "$PROGRAMS/use_strides"
    grep -q '^events:.* DLmw AcCost1 SpLoss1 AcCost2 SpLoss2$' out
    use out >found
    diff expected found
    cg --cache-use=yes --branch-sim=yes "${usual[@]}" "$PROGRAMS/use_strides"
    grep -q '^events:.* Bim AcCost1 SpLoss1 AcCost2 SpLoss2$' out
    use out >found
    diff expected found
}

# Lines of 128 bytes in D1 and LL have twice the uses, or twice the loss, but that of stride 128,
# which has its 2048 lines for itself. 1000 / 16 is 62. The code of finish has a line of LL of 128.
@test "a larger line is used more, or lost more" {
    cat >expected <<'END'
columns 65536000 7864320 253952 0
finish 333 55 333 119
rows 253952 0 253952 0
stride_128 2048000 245760 2048000 245760
stride_16 256000 131072 256000 131072
stride_64 1024000 229376 1024000 229376
stride_8 126976 0 126976 0
END
    cg --cache-use=yes --I1=32768,8,64 --D1=32768,8,128 --LL=8388608,16,128 "$PROGRAMS/use_strides"
    use out >found
    diff expected found
}

# Caches this small notice that the loader reads up to three of the kernel's random bytes behind the
# value of LD_PRELOAD, if it is the last variable. So it is an earlier one, although empty: Valgrind
# puts its own into that place.
@test "misses are the same with and without cache use" {
    export LD_PRELOAD=
    for caches in "${usual[*]}" "--I1=1024,1,64 --D1=1024,2,32 --LL=4096,1,128"; do
        for program in hot straddle strings use_strides; do
            # shellcheck disable=SC2086  # words
            cg $caches "$PROGRAMS/$program" >/dev/null
            rows out 9 >without
            # shellcheck disable=SC2086
            cg --cache-use=yes $caches "$PROGRAMS/$program" >/dev/null
            rows out 9 >with
            diff without with
        done
    done
}

@test "without the option nobody counts it" {
    cg "${usual[@]}" "$PROGRAMS/use_strides"
    cp out default
    cg --cache-use=no "${usual[@]}" "$PROGRAMS/use_strides"
    cmp default out
    run -1 grep AcCost out
}

@test "lines belong to who loaded them, when counting is off, too" {
    cg --cache-use=yes --instr-at-start=no "${usual[@]}" "$PROGRAMS/chosen" 2>/dev/null
    use out >found
    grep -q ' [1-9][0-9]*$' found
}

@test "after a fork each process has its own lines" {
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out.%p --cache-sim=yes \
        --cache-use=yes "${usual[@]}" "$PROGRAMS/fork" >/dev/null
    files=(out.*)
    [ "${#files[@]}" -ge 2 ]
    for f in "${files[@]}"; do
        use "$f" | awk '{ lost += $3 } END { exit !lost }'
    done
}

# refused REASON OPTION...
refused() {
    local reason=$1
    shift
    run "$BIN/valgrind" --tool=cachegrind "$@" touch started
    [ "$status" -eq 1 ]
    [[ $output == *"--cache-use=yes"*"$reason"* ]]
    [ ! -e started ]
}

@test "cache use without caches, or with lines that do not fit, is refused" {
    refused "It needs --cache-sim=yes." --cache-use=yes
    refused "A line of I1 or D1 must not be larger than a line of LL." --cache-use=yes \
        --cache-sim=yes --I1=32768,8,64 --D1=32768,8,128 --LL=8388608,16,64
}

# unused LABEL EVENT MISSES...: the summary's line for the profile `out`, lines of 64 bytes.
unused() {
    awk -v label="$1" -v event="$2" -v misses=" ${*:3} " '
        function commas(n,  s) {
            for (s = ""; n >= 1000; n = int(n / 1000)) s = sprintf(",%03d%s", n % 1000, s)
            return n s
        }
        /^events:/ { for (i = 2; i <= NF; i++) name[i] = $i }
        /^summary:/ {
            for (i = 2; i <= NF; i++) {
                if (name[i] == event) lost = $i
                if (index(misses, " " name[i] " ")) loaded += 64 * $i
            }
            printf "%s: %s bytes (%.1f%% of %s loaded)\n", label, commas(lost), 100 * lost / loaded, commas(loaded)
        }' out
}

@test "the summary says how many bytes were never used" {
    "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes --cache-use=yes \
        "${usual[@]}" "$PROGRAMS/use_strides" 2>&1 | sed -n 's/^==[0-9]*== \(L[1L] unused\)/\1/p' |
        tr -s ' ' >found
    {
        unused 'L1 unused' SpLoss1 I1mr D1mr D1mw
        unused 'LL unused' SpLoss2 ILmr DLmr DLmw
    } >expected
    [ "$(wc -l <found)" -eq 2 ]
    diff expected found
    "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes "$PROGRAMS/chosen" >found 2>&1
    run -1 grep 'unused:' found
}

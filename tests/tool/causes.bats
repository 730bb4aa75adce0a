#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --miss-causes=yes: why lines missed. The simulators: tests/unit/sim.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

# cg ARGUMENT...: our tool.
cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes "$@"; }

usual=('--I1=32768,8,64' '--D1=32768,8,64' '--LL=8388608,16,64')
small=('--I1=1024,1,64' '--D1=1024,2,32' '--LL=4096,1,128')

# counts FILE EVENT...: of each function.
counts() {
    awk -v wanted="${*:2}" '
        /^events:/ { for (i = 2; i <= NF; i++) at[$i] = i; n = split(wanted, events, " ") }
        /^fn=/ { fn = substr($0, 4); seen[fn] = 1 }
        /^[0-9]/ { for (i = 2; i <= NF; i++) sum[fn, i] += $i }
        END { for (fn in seen) {
                  row = fn
                  for (i = 1; i <= n; i++) row = row " " sum[fn, at[events[i]]] + 0
                  print row
              } }' "$1" | LC_ALL=C sort
}

# rows FILE: the names, and the first nine counts of each line, without zeros at the end.
rows() {
    awk '/^f[ln]=/ { print } /^[0-9]/ { row = $1; zeros = ""
             for (i = 2; i <= 10 && i <= NF; i++) if ($i == 0) zeros = zeros " 0"; else { row = row zeros " " $i; zeros = "" }
             print row }' "$1"
}

# adds_up FILE: on each line, and in the summary, causes are as many as misses.
adds_up() {
    awk '/^events:/ { for (i = 2; i <= NF; i++) at[$i] = i - 1 }
         /^[0-9]/ || /^summary:/ {
             lines++
             split("I1mr ILmr D1mr DLmr D1mw DLmw", misses, " ")
             for (i in misses) {
                 m = misses[i]
                 caused = $(1 + at[m "Cold"]) + $(1 + at[m "Cap"]) + $(1 + at[m "Conf"])
                 if ($(1 + at[m]) + 0 != caused) { print m, $0; wrong = 1 }
                 some += caused
             } }
         END { exit wrong || lines < 2 || !some }' "$1"
}

# miss_causes on paper:
#
#   of_pages   the lines of a column have one set of 8 ways: 256 cold, the next column finds none
#              again, although 512 lines are room for them
#   of_padded  they have all sets, 4 ways each: 256 cold, the next column finds all
#   first      1024 lines, twice the cache: cold
#   second     1024 capacity. LL has them
#   fill, refill  the same by writes
@test "columns conflict, padding mends it, a second scan is capacity, a first touch cold" {
    cat >expected <<'END'
fill 0 0 0 0 0 0 1024 0 0 1024 0 0
finish 0 0 0 0 0 0 0 0 0 0 0 0
first 1024 0 0 1024 0 0 0 0 0 0 0 0
of_padded 256 0 0 256 0 0 0 0 0 0 0 0
of_pages 256 0 256 256 0 0 0 0 0 0 0 0
refill 0 0 0 0 0 0 0 1024 0 0 0 0
second 0 1024 0 0 0 0 0 0 0 0 0 0
END
    for options in --branch-sim=yes --cache-use=yes --data-objects=yes --addresses=yes \
        "--data-objects=yes --cache-use=yes" ""; do
        # shellcheck disable=SC2086  # words
        cg --miss-causes=yes $options "${usual[@]}" "$PROGRAMS/miss_causes"
        counts out D1mrCold D1mrCap D1mrConf DLmrCold DLmrCap DLmrConf \
            D1mwCold D1mwCap D1mwConf DLmwCold DLmwCap DLmwConf >found
        diff expected found
        # Each line of code once.
        counts out I1mrCold ILmrCold I1mrCap I1mrConf ILmrCap ILmrConf | awk '{ print $2, $3, $4 + $5 + $6 + $7 }' | sort | uniq -c >code
        grep -q '^ *7 1 1 0$' code
        adds_up out
    done
    grep '^summary:' out >summary
    for options in --calls=yes "--calls=yes --data-objects=yes --addresses=yes"; do
        # shellcheck disable=SC2086
        cg --miss-causes=yes $options "${usual[@]}" "$PROGRAMS/miss_causes"
        grep '^summary:' out | diff summary -
        adds_up out
    done
}

# Fails unless, with this last level, the objects of conflicts have the numbers of the file `expected`
# in these columns.
conflicts_are() { # LL COLUMNS
    for options in "" --cache-use=yes --calls=yes "--calls=yes --cache-use=yes --addresses=yes" "--D1-also=32768,8,64"; do
        # shellcheck disable=SC2086  # words
        cg --miss-causes=yes --data-objects=yes $options --I1=32768,8,64 --D1=4096,1,64 "--LL=$1" \
            "$PROGRAMS/conflicts"
        "$BATS_TEST_DIRNAME/data-sums" out >sums # the cells add up to the lines
        "$BIN/cg_show" --by=object --as=csv "--show=$2" out |
            awk -F, 'sub(/ in conflicts$/, "", $1) { print $1, $3, $4, $5 }' | LC_ALL=C sort | diff expected -
        adds_up out
    done
}

# conflicts on paper:
#
#   unequal  one, another, one, third begin at one place of the cache. Each reference finds the line
#            of the one before, but for the first ones. one lost its line to another 100 times and to
#            third 99 times; both lost theirs to one
#   apart    the same arrays at places of their own: none
#   rows     two rows of one array: conflicts that no other object causes
@test "conflicts are suffered and caused by objects, and are gone where these begin elsewhere" {
    cat >expected <<'END'
another 100 99 100
another_apart 1 0 0
matrix 200 198 0
one 200 199 198
one_apart 1 0 0
third 100 99 99
third_apart 1 0 0
END
    conflicts_are 8388608,16,64 D1m,D1mConf,D1mCaused
    # The column stays with those of conflicts.
    "$BIN/cg_filter" --events=D1mwConf out | "$BIN/cg_show" --by=object --as=csv | head -1 | grep -q D1mCaused
    "$BIN/cg_filter" --events=D1mr out | "$BIN/cg_show" --by=object --as=csv >columns
    run -1 grep D1mCaused columns
    "$BIN/cg_filter" --events=DLmrConf out | "$BIN/cg_show" --by=object --as=csv | head -1 | grep -q DLmCaused
    "$BIN/cg_filter" --events=D1mwConf out | "$BIN/cg_show" --by=object --as=csv >columns
    run -1 grep DLmCaused columns
    # By default, too, but only with causes.
    "$BIN/cg_show" --by=object out | head -1 | grep -q ' D1mConf .* D1mCaused '
    cg --data-objects=yes --D1=4096,1,64 "$PROGRAMS/conflicts"
    "$BIN/cg_show" --by=object out >columns
    run -1 grep Conf columns
}

# With a last level of 8192 bytes only one and third begin at one place of it, so another stays:
# one finds the line of third 99 times, when it is read for the first time of a turn, and third
# always that of one.
@test "conflicts in the last level are suffered and caused by objects, too" {
    cat >expected <<'END'
another 1 0 0
another_apart 1 0 0
matrix 2 0 0
one 100 99 99
one_apart 1 0 0
third 100 99 99
third_apart 1 0 0
END
    conflicts_are 8192,1,64 DLm,DLmConf,DLmCaused
}

@test "misses are the same with and without causes, and causes are as many" {
    export LD_PRELOAD=
    for caches in "${usual[*]}" "${small[*]}"; do
        for options in "" --cache-use=yes; do
            for program in hot straddle strings use_strides; do
                # shellcheck disable=SC2086  # words
                cg $options $caches "$PROGRAMS/$program" >/dev/null
                rows out >without
                # shellcheck disable=SC2086
                cg --miss-causes=yes $options $caches "$PROGRAMS/$program" >/dev/null
                rows out >with
                diff without with
                adds_up out
            done
        done
    done
}

# bats test_tags=long
@test "causes are those of the naive caches, which see lackey's references" {
    setarch -R true 2>&1 || skip "addresses cannot be kept the same"
    "$BIN/valgrind" -q --tool=lackey true 2>messages || skip "there is no lackey"
    sources=$BATS_TEST_DIRNAME/../..
    "${CXX:-c++}" -std=c++20 -O2 -Wall -Wextra -Werror -I"$sources/valgrind-tool" -I"$sources/tests" \
        -I"$sources/tests/unit" -o replay "$BATS_TEST_DIRNAME/causes-replay.cpp"
    # Both tools run it with the same addresses.
    alike() {
        setarch -R env -i PATH=/usr/bin:/bin VALGRIND_LIB="$BIN/../libexec/valgrind" "$BIN/valgrind" -q "$@"
    }
    echo 'some words, for a program that sorts lines' | tr ' ' '\n' >words
    for program in "$PROGRAMS/use_strides" "sort words"; do
        # Options of VEX, as for our tool.
        # shellcheck disable=SC2086  # words
        alike --tool=lackey --trace-mem=yes --vex-guest-chase=no --log-fd=9 \
            --px-default=sp-at-mem-access --px-file-backed=sp-at-mem-access $program 9>&1 >/dev/null |
            ./replay | LC_ALL=C sort >expected
        # shellcheck disable=SC2086
        alike --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes --miss-causes=yes --addresses=yes \
            --I1=32768,8,64 --D1=32768,8,64 --LL=262144,16,64 $program >/dev/null
        # All: I1mr ILmr D1mr DLmr D1mw DLmw, then their causes.
        awk '{ for (i = 2; i <= 25; i++) sum[i] += $i }
             END { for (i = 2; i <= 25; i++) print sum[i] + 0 }' expected >all
        awk '/^summary:/ { print $3; print $4; print $6; print $7; print $9; print $10
                           for (i = 11; i <= 28; i++) print $i }' out | diff all -
        # Each instruction of a file that is not written with the next one: #a OBJECT ADDRESS LENGTH
        # INSTRUCTIONS LINE COUNT...
        awk '/^#a / && $5 == 1 && $8 + $11 + $14 != 0 {
                 row = substr($3, length($3) - 2)
                 split("8 9 11 12 14 15", at, " ")
                 for (i = 1; i <= 6; i++) row = row " " $at[i] + 0
                 for (i = 16; i <= 33; i++) row = row " " $i + 0
                 print row
             }' out | LC_ALL=C sort >found
        [ "$(wc -l <found)" -ge 13 ]
        LC_ALL=C comm -13 expected found >others
        diff /dev/null others
    done
}

@test "under callgrind's name, and with threads that are apart" {
    "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=out --cache-sim=yes --miss-causes=yes \
        "${usual[@]}" "$PROGRAMS/use_strides"
    grep -q '^events: .* DLmw I1mrCold I1mrCap I1mrConf .* DLmwConf$' out
    # The same totals as without arcs.
    awk '/^summary:/ { print $5, $6, $8, $9 }' out >found
    cg --miss-causes=yes "${usual[@]}" "$PROGRAMS/use_strides"
    awk '/^summary:/ { print $3, $6, $4, $7 }' out | awk '{ print $1, $2, $3, $4 }' >expected
    diff expected found
    "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=threads --cache-sim=yes --miss-causes=yes \
        --separate-threads=yes "${small[@]}" "$PROGRAMS/threads" >/dev/null
    for f in threads*; do
        grep -q '^totals:' "$f" || continue
        awk '/^events:/ { for (i = 2; i <= NF; i++) at[$i] = i }
             /^totals:/ { if ($at["D1mr"] != $at["D1mrCold"] + $at["D1mrCap"] + $at["D1mrConf"]) exit 1 }' "$f"
    done
}

@test "after counting was off the caches are empty, and know no line" {
    cg --miss-causes=yes --instr-at-start=no "${usual[@]}" "$PROGRAMS/chosen" 2>/dev/null
    adds_up out
}

@test "without the option there are none" {
    cg "${usual[@]}" "$PROGRAMS/use_strides"
    cp out default
    cg --miss-causes=no "${usual[@]}" "$PROGRAMS/use_strides"
    cmp default out
    run -1 grep Conf out
}

@test "it needs the caches" {
    run -1 "$BIN/valgrind" -q --tool=cachegrind --miss-causes=yes true
    [[ $output == *"--miss-causes=yes"*"It needs --cache-sim=yes."* ]]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_merge --skip-bad: what is damaged, or not yet complete, is named and not in the sum.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    profile a fl=a.c fn=f '1 10' '2 20' 'summary: 30'
    profile b fl=a.c fn=f '2 2' '3 3' fl=b.c fn=g '1 1' 'summary: 6'
    profile c fl=c.c fn=h '7 100' 'summary: 100'
}

# Files of each kind, and what is said of them: "FILE[:LINE]: what" by file.
make_bad() {
    declare -gA said
    : >empty
    said[empty]='empty:1: the file is empty'
    head -c 10 a >header
    said[header]='header:1: expected an "events:" line, not the end of the file'
    profile cut fl=a.c fn=f '1 1000' '2 20'
    said[cut]='cut:6: the "summary:" line is missing'
    profile number fl=a.c fn=f '1 1000' '2 2x' fl=b.c fn=f '1 1' 'summary: 1021'
    said[number]='number:6: expected a count'
    profile line fl=a.c fn=f '1 1000' 'fn' 'summary: 1000'
    said[line]='line:6: expected fl=, fn=, a line number or "summary:", not "fn"'
    profile sum fl=a.c fn=f '1 1000' 'summary: 100'
    said[sum]='sum:6: the summary says 100 Ir, but the counts add up to 1000'
    profile large fl=a.c fn=f '1 9223372036854775807' '1 1' 'summary: 1'
    said[large]='large: a sum of counts does not fit in 64 bits'
    lines '# callgrind format' 'creator: callgrind-3.19.0' 'cmd: ./prog' 'events: Ir' fl=a.c fn=f \
        '1 1000' >calls
    said[calls]='calls:7: the "totals:" line is missing'
    cg_show --as=json a | head -c 100 >json
    said[json]=$(cg_merge json 2>&1) && return 1
    said[json]=${said[json]#cg_merge: error: }
    gzip -c b | head -c 40 >b.gz
    said[b.gz]='b.gz: damaged gzip data'
    zstd -qc b | head -c -1 >b.zst
    said[b.zst]='b.zst: the zstd data is cut short'
    mkdir folder
    said[folder]='folder: Is a directory'
    said[missing]='missing: No such file or directory'
}

# leaves_out LINES COMMAND...: status 4, these notes, and `wanted` on stdout.
leaves_out() {
    local notes=$1
    shift
    run --separate-stderr "$@"
    # shellcheck disable=SC2154  # set by run
    diff <(echo "$wanted") <(echo "$output") && diff <(echo "$notes") <(echo "$stderr") &&
        [ "$status" -eq 4 ] && return
    echo "$*: status $status"
    return 1
}

note() { echo "cg_merge: note: skipped: ${said[$1]}"; }

@test "each kind of bad file, in each place, with one thread and with four" {
    make_bad
    local kind how jobs
    for kind in "${!said[@]}"; do
        [ "$kind" = empty ] || # a part without costs
            fails 1 "cg_merge: error: ${said[$kind]}" cg_merge a "$kind" b
        for how in '' --average --stats; do
            # shellcheck disable=SC2086  # nothing, or one word
            wanted=$(cg_merge $how a b c)
            for jobs in -j1 -j4; do
                leaves_out "$(note "$kind")" cg_merge --skip-bad $how $jobs "$kind" a b c
                leaves_out "$(note "$kind")" cg_merge --skip-bad $how $jobs a "$kind" b c
                leaves_out "$(note "$kind")" cg_merge --skip-bad $how $jobs a b c "$kind"
            done
        done
    done
    [ "${#said[@]}" -eq 13 ]
}

@test "all of them among hundreds: named in the order of the list" {
    make_bad
    local i kind notes='' good=()
    for i in {1..100}; do
        for file in a b c; do
            cp $file "$i.$file"
            good+=("$i.$file")
        done
    done
    printf '%s\n' "${good[@]}" >list
    for kind in "${!said[@]}"; do
        i=$((i + 7))
        sed -i "${i}i $kind" list
        notes+=$(note "$kind")$'\n'
    done
    wanted=$(cg_merge "${good[@]}")
    local first
    first=$(grep -v -m 1 'empty:' <<<"$notes") # which is a part without costs
    for i in 1 2 4 9; do
        leaves_out "${notes%$'\n'}" cg_merge --skip-bad --jobs=$i --files-from=list
        fails 1 "cg_merge: error: ${first#*skipped: }" cg_merge --jobs=$i --files-from=list
    done
    leaves_out "${notes%$'\n'}" sh -c 'cg_merge --skip-bad --files-from=- <list'
}

@test "stdin, which can be read once, and the output file" {
    make_bad
    wanted=$(cg_merge a b)
    leaves_out 'cg_merge: note: skipped: <stdin>:6: expected a count' \
        sh -c 'cg_merge --skip-bad a - b <number'
    prints "$(cg_merge a b c)" sh -c 'cat b | cg_merge --skip-bad a - c'
    status=0
    cg_merge --skip-bad -o out a cut b 2>/dev/null || status=$?
    [ "$status" -eq 4 ]
    [ "$(cat out)" = "$wanted" ]
}

@test "nothing is bad: status 0. Nothing is good: an error, and no output" {
    make_bad
    prints "$(cg_merge a b c)" cg_merge --skip-bad a b c
    for how in '' --average --stats; do
        # shellcheck disable=SC2086  # nothing, or one word
        run --separate-stderr cg_merge --skip-bad $how -o out cut missing
        [ "$status" -eq 1 ]
        [ ! -e out ]
        diff <(note cut && note missing && echo 'cg_merge: error: all files were skipped') \
            <(echo "$stderr")
    done
}

@test "profiles that do not fit together are an error all the same" {
    make_bad
    sed 's/events: Ir/events: Dr/' a >other
    run --separate-stderr cg_merge --skip-bad a cut other
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    diff <(note cut &&
        echo 'cg_merge: error: other: the events differ: only the profile before has Ir, only this one has Dr') \
        <(echo "$stderr")
    fails 1 'cg_merge: error: nosuch: No such file or directory' \
        cg_merge --skip-bad --files-from=nosuch a
}

@test "notes about the others count the profiles that are left" {
    make_bad
    lines '# callgrind format' 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '1 5' 'totals: 5' >with
    wanted=$(cg_merge a with 2>/dev/null)
    leaves_out "$(cg_merge a with 2>&1 >/dev/null | sed "1i $(note cut)")" \
        cg_merge --skip-bad a cut with
}

@test "a file that may not be read" {
    cp a secret
    chmod 0 secret
    chmod 755 .
    cp "$BIN/cg_merge" . # which others may not reach
    as_other=()
    if [ "$(id -u)" -eq 0 ]; then # who may read everything
        as_other=(setpriv --reuid=65534 --regid=65534 --clear-groups)
        "${as_other[@]}" true || skip 'root can be no one else here'
    fi
    wanted=$(cg_merge a b)
    leaves_out 'cg_merge: note: skipped: secret: Permission denied' \
        "${as_other[@]}" ./cg_merge --skip-bad a secret b
}

@test "a file that is cut short after it was read is in the sum, complete" {
    mkfifo fifo
    cp a gone
    cg_merge --skip-bad --jobs=1 gone fifo >out 2>err &
    exec 4>fifo # opens when cg_merge does, which has read the other by then
    : >gone
    cat b >&4
    exec 4>&-
    wait $!
    [ ! -s err ]
    [ "$(cat out)" = "$(cg_merge a b)" ]
}

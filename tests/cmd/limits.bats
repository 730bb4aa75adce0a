#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2086  # commands with options are split
#
# Inputs that would take all memory or all descriptors, and names as long as they can be.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    profile a fl=a.c fn=f '1 100' 'summary: 100'
}

# Many events, and rows with a count of the first only.
make_wide() { # EVENTS ROWS
    awk -v events="$1" -v rows="$2" 'BEGIN {
        printf "cmd: c\nevents:"
        for (i = 0; i < events; i++) printf " e%d", i
        print "\nfl=a.c\nfn=f"
        for (i = 1; i <= rows; i++) print i, 1
        print "summary:", rows }'
}

@test "rows of many events that are not there are refused, with what allows them" {
    make_wide 200000 2500 >wide
    local message='wide: 2500 lines with counts of 200000 events take 3815M bytes of memory; CGTOOLS_MAX_EXPANSION=3815M allows that'
    for command in cg_annotate 'cg_annotate --salvage' 'cg_diff wide' cg_filter cg_merge \
        'cg_merge --average' cg_show; do
        fails 1 "${command%% *}: error: $message" $command wide
    done
    sed '$d' wide >short # without a summary
    fails 1 "cg_merge: error: ${message/wide/short}" cg_merge short
}

@test "the limit can be raised and lowered" {
    make_wide 1000 200 >wide
    CGTOOLS_MAX_EXPANSION=1562K fails 1 \
        'cg_merge: error: wide: 200 lines with counts of 1000 events take 1563K bytes of memory; CGTOOLS_MAX_EXPANSION=1563K allows that' \
        cg_merge wide
    CGTOOLS_MAX_EXPANSION=1563K cg_merge wide >sum
    [ "$(tail -1 sum | cut -c1-16)" = 'summary: 200 0 0' ]
    CGTOOLS_MAX_EXPANSION=1G cg_merge wide >/dev/null
    fails 2 "cg_show: error: CGTOOLS_MAX_EXPANSION takes a size like 512M or 4G, not 'lots'" \
        env CGTOOLS_MAX_EXPANSION=lots cg_show a
}

@test "a union of events is refused when it is far larger than the files" {
    make_wide 600 300 >one
    sed "2s/ e/ f/g" one >two
    sed "2s/ e\([1-9]\)/ f\1/g" one >three # only e0 is in both
    local message='cg_merge: error: two: 600 lines with counts of 1200 events take 5625K bytes of memory; CGTOOLS_MAX_EXPANSION=5625K allows that'
    for how in '' --average --stats; do
        CGTOOLS_MAX_EXPANSION=2M fails 1 "$message" cg_merge $how --events=union one two
        CGTOOLS_MAX_EXPANSION=2M cg_merge $how --events=common one three >/dev/null
    done
    CGTOOLS_MAX_EXPANSION=5625K cg_merge --average --events=union one two >/dev/null
    # four events of each, in the lines of the sum
    CGTOOLS_MAX_EXPANSION=6M fails 1 \
        'cg_merge: error: two: 300 lines with counts of 4800 events take 11M bytes of memory; CGTOOLS_MAX_EXPANSION=11M allows that' \
        cg_merge --stats --events=union one two
    CGTOOLS_MAX_EXPANSION=11M cg_merge --stats --events=union one two >/dev/null
}

@test "what decompresses to far more than its size is refused" {
    { cat a && head -c 100000000 /dev/zero; } | gzip >bomb.gz
    { cat a && head -c 100000000 /dev/zero; } | zstd -q >bomb.zst
    for file in bomb.gz bomb.zst; do
        run -1 --separate-stderr env CGTOOLS_MAX_EXPANSION=1M cg_merge $file
        [[ $stderr =~ ^"cg_merge: error: $file: the text is longer than "[0-9]+[KM]" bytes once decompressed; CGTOOLS_MAX_EXPANSION sets the limit"$ ]]
    done
    # within the limit it is read, and found wrong
    run -1 --separate-stderr cg_merge bomb.gz
    [[ $stderr == 'cg_merge: error: bomb.gz:7: expected the end of the file'* ]]
}

@test "counts that are left out in what is compressed are held against the file's own size" {
    awk 'BEGIN {
        print "cmd: c\nevents: a b c d e f g h i j k l m\nfl=a.c\nfn=f"
        for (i = 0; i < 1000000; i++) print "1"
        print "summary: 0" }' >full
    gzip -k full
    CGTOOLS_MAX_EXPANSION=10M cg_show full >/dev/null # 52 times its size
    for command in cg_show cg_merge 'cg_annotate --salvage'; do
        run -1 --separate-stderr env CGTOOLS_MAX_EXPANSION=10M $command full.gz
        [[ $stderr == "${command%% *}: error: full.gz: 1000000 lines with counts of 13 events take 100M bytes of memory;"* ]]
    done
}

@test "no more files are opened than the process may" {
    # It opens a pipe to see whether an object may be read, and takes a failure for a wrong object.
    case $BIN in *undefined*) skip 'the sanitizer needs descriptors that this test takes' ;; esac
    local i writers=() text
    text=$(cat a)
    # Each file waits for its writer, and takes a descriptor meanwhile.
    for i in {1..40}; do
        mkfifo "fifo$i"
        (echo "$text" >"fifo$i") 3>&- &
        writers+=($!)
    done
    run bash -c 'ulimit -n 10; cg_merge --jobs=40 fifo{1..40} 2>&1'
    kill "${writers[@]}" 2>/dev/null || true # none is left
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = 'summary: 4000' ]
    for command in 'cg_merge --stats' cg_show 'cg_annotate'; do
        run -0 bash -c "ulimit -n 10; $command --jobs=40 a a a a a a a a a a a a"
    done
}

@test "gzip that a tape or device padded with NULs is read" {
    { gzip -c a && head -c 10000 /dev/zero; } >padded.gz
    prints "$(cat a)" cg_merge padded.gz
    { gzip -c a && printf 'x'; } >bad.gz
    fails 1 'cg_merge: error: bad.gz: damaged gzip data' cg_merge bad.gz
}

@test "output files may have names as long as the system takes" {
    for length in 247 248 249 250 255; do
        name=$(printf '%*s' $length '' | tr ' ' n)
        cg_merge -o "$name" a && cmp a "$name"
        cg_filter -o "$name" a && cmp a "$name" # over what is there
        rm "$name"
    done
    fails 1 "cg_merge: error: ${name}n: File name too long" cg_merge -o "${name}n" a
    [ "$(ls)" = a ]
}

@test "a directory that can't be written to is named" {
    run -1 --separate-stderr cg_merge -o /sys/out a
    [[ $stderr =~ ^"cg_merge: error: /sys/out: can't write to the directory /sys: "(Permission denied|Read-only file system)$ ]]
    mkdir closed
    cp a closed/out
    chmod a-w closed
    [ -w closed ] && skip 'root may write there'
    for out in closed/out closed/new; do
        fails 1 "cg_diff: error: $out: can't write to the directory closed: Permission denied" \
            cg_diff -o $out a a
    done
    cd closed
    fails 1 "cg_diff: error: out: can't write to the directory .: Permission denied" \
        cg_diff -o out ../a ../a
}

@test "--help names the limit" {
    for command in cg_annotate cg_diff cg_filter cg_merge cg_show; do
        $command --help | grep -q '^  CGTOOLS_MAX_EXPANSION=SIZE$'
    done
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The commands together, and what pipes, devices and full disks do to them.
#
# shellcheck disable=SC2094  # large is a function here and a file there

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    set -o pipefail
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    profile a fl=v1/a.c fn=x1 '1 100' fn=y '2 200' 'summary: 300'
    profile b fl=v2/a.c fn=x1 '1 110' fn=y '2 205' 'summary: 315'
}

# A profile too large for a pipe's buffer.
make_large() {
    awk 'BEGIN {
        print "cmd: large\nevents: Ir\nfl=a.c\nfn=f"
        for (i = 1; i <= 100000; i++) print i, 1
        print "summary: 100000" }'
}

@test "a difference of two versions, annotated" {
    run -0 bash -o pipefail -c "cg_diff --mod-filename='s/v[0-9]/vN/' a b | cg_annotate -"
    [[ $output == *'15 (100.0%)  PROGRAM TOTALS'* ]]
    [[ $output == *'vN/a.c:'* ]]
}

@test "a sum, filtered and annotated" {
    run -0 bash -o pipefail -c "cg_merge a b | cg_filter --function='^x' | cg_annotate -"
    [[ $output == *'210 (100.0%)  PROGRAM TOTALS'* ]]
}

@test "a pipe of five" {
    run -0 bash -o pipefail -c "gzip -c a | cg_merge - b | cg_filter --mod-filename='s/v[0-9]/vN/' |
        cg_diff a - | cg_filter --changed | cg_annotate --no-annotate -"
    [[ $output == *'315 (100.0%)  PROGRAM TOTALS'* ]]
}

@test "a reader that goes away is no error" {
    make_large >large
    for command in 'cg_merge large' 'cg_diff --lines a large' 'cg_filter large'; do
        bash -c "$command 2>stderr; echo \$? >status" | head -1 >/dev/null || true
        [ ! -s stderr ]
        [ "$(cat status)" -eq 141 ]
    done
}

@test "a reader that goes away where SIGPIPE is ignored" {
    make_large >large
    bash -c "trap '' PIPE; cg_merge large 2>stderr; echo \$? >status" | head -1 >/dev/null || true
    [ ! -s stderr ]
    [ "$(cat status)" -eq 141 ]
}

@test "an empty name of a file" {
    for command in cg_merge cg_diff cg_filter cg_show; do
        fails 2 "$command: error: --output needs the name of a file, not ''" $command -o '' a
        fails 2 "$command: error: --output needs the name of a file, not ''" $command --output= a
    done
    fails 1 "cg_merge: error: '': No such file or directory" cg_merge a ''
}

@test "stdout that is full or closed" {
    for command in 'cg_merge a' 'cg_diff a a' 'cg_filter a' 'cg_merge --help' 'cg_diff --version'; do
        name=${command%% *}
        fails 1 "$name: error: <stdout>: No space left on device" sh -c "$command >/dev/full"
        fails 1 "$name: error: <stdout>: Bad file descriptor" sh -c "$command >&-"
    done
}

@test "a full device or disk leaves no file" {
    fails 1 'cg_merge: error: /dev/full: No space left on device' cg_merge -o /dev/full a
    make_large >large
    # a limit on the size of files stands for the disk; its signal must not kill
    fails 1 'cg_merge: error: out: File too large' \
        bash -c "ulimit -f 100; cg_merge -o out large"
    [ "$(ls)" = "$(lines a b large)" ]
    fails 1 'cg_merge: error: nosuch/out: No such file or directory' cg_merge -o nosuch/out a
    fails 1 'cg_merge: error: .: Is a directory' cg_merge -o . a
}

@test "a full file system leaves no file, and the old one as it was" {
    local namespace
    if unshare -m true 2>/dev/null; then
        namespace=(unshare -m)
    elif unshare -rm true 2>/dev/null; then
        namespace=(unshare -rm) # the user is root there
    else
        skip "no mount namespaces here"
    fi
    make_large >large
    mkdir disk
    cat >in_namespace <<'END'
mount -t tmpfs -o size=64k tmpfs disk || exit 99
cp a disk/old
for out in disk/new disk/old; do
    for command in 'cg_merge' 'cg_diff --lines a' 'cg_filter' 'cg_show --as=json' \
        'cg_show --as=csv --by=line' 'cg_show --as=pprof --min=0'; do
        $command -o $out large 2>stderr
        echo "$? $(cat stderr)"
    done
done
# A file that compresses well but not enough, by both compressors.
for suffix in gz zst; do
    cg_filter -o disk/new.$suffix random 2>stderr
    echo "$? $(cat stderr)"
done
ls disk
cmp a disk/old
# The same disk takes what fits.
cg_merge -o disk/new a && cmp a disk/new
END
    awk 'BEGIN {
        srand(1)
        print "cmd: x\nevents: Ir\nfl=a\nfn=f"
        for (i = 1; i < 60000; i++) { n = int(rand() * 1e4); sum += n; print i, n }
        printf "summary: %d\n", sum }' >random
    run -0 "${namespace[@]}" bash in_namespace
    for out in new old; do
        for name in cg_merge cg_diff cg_filter cg_show cg_show cg_show; do
            echo "1 $name: error: disk/$out: No space left on device"
        done
    done >expected
    for suffix in gz zst; do
        echo "1 cg_filter: error: disk/new.$suffix: No space left on device"
    done >>expected
    echo old >>expected
    diff expected <(echo "$output")
}

@test "a bad input leaves the old output as it was" {
    cp a out
    echo nonsense >bad
    run -1 cg_merge -o out a bad
    cmp a out
}

@test "a signal leaves no file" {
    local pid status signal
    make_large >large
    cg_show --as=json -o whole.zst large
    ulimit -c 0 # two of them dump core
    for signal in HUP INT QUIT TERM XCPU; do
        # Until one comes while the file is written: the command may have been faster, and also when
        # the signal ends it.
        status=0
        while [ "$status" -eq 0 ] || [ -e out.zst ]; do
            [ ! -e out.zst ] || cmp out.zst whole.zst
            rm -f out.zst
            status=0
            # A background process ignores two of them, and so does what a shell starts that was
            # itself started so: no trap takes that back.
            env --default-signal=HUP,INT,QUIT,TERM,XCPU cg_show --as=json -o out.zst large &
            pid=$!
            until compgen -G 'out.zst.*' >unfinished || ! kill -0 $pid 2>gone; do :; done
            kill -$signal $pid 2>gone || true
            wait $pid || status=$?
        done
        [ "$status" -eq $((128 + $(kill -l $signal))) ]
        [ "$(ls)" = "$(lines a b gone large unfinished whole.zst)" ]
    done
}

@test "a FIFO and a device as output" {
    mkfifo fifo
    cg_merge -o fifo a &
    [ "$(tail -1 <fifo)" = 'summary: 300' ]
    wait
    cg_merge -o /dev/null a
    [ -c /dev/null ]
    mkfifo fifo.gz
    cg_merge -o fifo.gz a &
    [ "$(gzip -dc <fifo.gz)" = "$(cat a)" ]
    wait
}

@test "an open file is written at its position" {
    local file
    for file in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
        { echo first && cg_merge -o $file a && echo last; } >out
        cg_merge -o $file a >>out
        [ "$(cat out)" = "$(lines first "$(cat a)" last "$(cat a)")" ]
    done
    cg_merge -o /dev/stderr a 2>out
    cmp a out
    cg_merge -o /dev/fd/9 a 9>out
    cmp a out
    # make may have left some open
    fails 1 'cg_merge: error: /dev/fd/9: Bad file descriptor' bash -c 'cg_merge -o /dev/fd/9 a 9>&-'
}

@test "a name that holds commands for a terminal is shown, not sent" {
    fails 1 "cg_merge: error: a\\x1b[2J\\x0d\\nb: No such file or directory" \
        cg_merge $'a\e[2J\r\nb'
}

@test "an input that stdin has not at its beginning" {
    { head -c 5 >/dev/null && prints "$(cat a)" cg_merge -; } < <(printf 'xxxxx' && cat a)
    { echo skipped && cat a; } >both
    run -0 bash -c '{ read -r line; cg_merge -; } <both'
    [ "$output" = "$(cat a)" ]
}

@test "names and counts of any kind survive a round trip" {
    printf 'cmd: \377\nevents: Ir\nfl=\xff\xfe \nfn=\x01<>&"\t\n1 -5\n4294967295 9223372036854775807\nsummary: 9223372036854775802\n' >odd
    cg_merge odd | cmp - odd
    sed 's/$/\r/' a >crlf
    prints "$(cat a)" cg_merge crlf
}

# ---- cachegrind-out(5) -----------------------------------------------------------

@test "the example of the format is a profile, and what is done with it works" {
    sed -n '/^\.Sh EXAMPLES/,/^\.Ed/{/^\.\|^The/!p}' "$man_pages/cachegrind-out.5" >hello.cgout
    [ "$(head -1 hello.cgout)" = 'cmd: ./hello world' ]
    prints "$(<hello.cgout)" cg_merge hello.cgout
    run_examples cachegrind-out.5
}

@test "the grammar's corners are read as the page has them" {
    printf 'desc:\ncmd:\nevents: \tIr Dr \n \t\n# x\nfl=\n1 . -2\t\nfn=\n007\nsummary: 0 -2 \n\n \n' >p
    prints "$(lines 'desc: ' 'cmd: ' 'events: Ir Dr' fl= 'fn=???' '1 0 -2' fn= '7 0 0' 'summary: 0 -2')" \
        cg_merge p
    printf 'cmd: c\nevents: Ir\nfl=a\nfn=f\n4294967295 9223372036854775807\nsummary: 9223372036854775807' >p
    run -0 cg_merge p
    printf 'cmd: c\nevents: Ir\nfl=a\nfn=f\n4294967296 1\nsummary: 1\n' >p
    fails 1 'cg_merge: error: p:5: a line number 4294967296 is too large' cg_merge p
    for line in cmd:c events:Ir; do
        printf 'cmd: c\nevents: Ir\nsummary: 0\n' | sed "s/^${line%%:*}: .*/$line/" >p
        run -1 cg_merge p
    done
}

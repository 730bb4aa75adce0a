#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Reproducible runs (docs/reproducible.md): what the program sees, and that its counts are the same in
# other runs, environments, places and on emulated processors.

bats_require_minimum_version 1.5.0
load common.bash

# reproduce ARGUMENT...: what the program prints.
reproduce() {
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=prog.cg --reproducible=yes "$@"
}

# total ARGUMENT...: the number of instructions, if the program succeeds.
total() {
    reproduce "$@" >/dev/null 2>&1 && sed -n 's/^summary: //p' prog.cg
}

# same ARGUMENT...: the number, if it is the same in several settings.
same() {
    local first
    first=$(total "$@") || return 1
    [ -n "$first" ]
    [ "$(ulimit -s 4096 && LONG=$(printf %0700d 0) LC_ALL=C.UTF-8 HOME=/ USER=another total "$@")" = "$first" ]
    [ "$(ulimit -n 512 && taskset -c 0 "$BASH" -c "$(declare -f reproduce total); total \"\$@\"" - "$@")" = "$first" ]
    echo "$first"
}

@test "the program sees one machine" {
    run --separate-stderr "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=prog.cg --reproducible=yes \
        "$PROGRAMS/reproduce_machine" /sys/devices/system/cpu/online \
        /sys/fs/cgroup/cpu.max /proc/loadavg /proc/sys/kernel/osrelease
    [ "$status" -eq 0 ]
    # shellcheck disable=SC2154  # run sets it
    [[ "$stderr" == *"asks for random numbers; with this option they are the same in each run"* ]]
    [[ "$output" == *"
cores 1 1 1 0
affinity 0 -1
time 1767225600
monotonic 1000 1000
stack 8388608
files 1024
uname localhost 6.1.0
memory 8589934592
"* ]]
    [[ "$output" == *"
/sys/devices/system/cpu/online 0

/sys/fs/cgroup/cpu.max max 100000

/proc/loadavg 0.00 0.00 0.00 1/100 100

/proc/sys/kernel/osrelease 6.1.0"* ]]
    [[ $(uname -m) != x86_64 || "$output" == *"
rdtsc 1000
"* ]]
}

@test "random numbers are the same in each run, and others with another seed" {
    reproduce "$PROGRAMS/reproduce_machine" >first 2>/dev/null
    reproduce "$PROGRAMS/reproduce_machine" >second 2>/dev/null
    reproduce --seed=1 "$PROGRAMS/reproduce_machine" >other 2>/dev/null
    cmp first second
    for what in AT_RANDOM getrandom urandom; do
        [ "$(grep "^$what" first)" != "$(grep "^$what" other)" ]
    done
    [ "$(sort -u <(grep -h -o ' .*' <(head -3 first)) | wc -l)" -eq 3 ]
}

@test "each option fixes its own source" {
    cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=prog.cg "$@"; }
    [ "$(cg --epoch=2030-02-01 date -u +%F)" = 2030-02-01 ]
    [ "$(cg --epoch=2030-02-01T10:20:30Z date -u +%T)" = 10:20:30 ]
    [ "$(cg --epoch=86400 date -u +%F)" = 1970-01-02 ]
    [ "$(cg --cpus=3 nproc)" = 3 ]
    [ "$(cg --cpus=70 nproc)" = 70 ]
    cg --seed=5 "$PROGRAMS/reproduce_machine" 2>/dev/null | head -3 >first
    cg --seed=5 "$PROGRAMS/reproduce_machine" 2>/dev/null | head -3 >second
    cmp first second
    [ "$(ONE=1 TWO=2 OTHER=3 cg --keep-env='[OT]*' --keep-env=ONE env | sort | grep -E '^(O|T)')" = "ONE=1
TZ=UTC0" ]
    [ "$(ONE=1 TWO=2 cg --keep-env='TW?' env | grep -E '^(ONE|TWO)')" = TWO=2 ]
}

@test "--real-time and --real-random give the machine's back" {
    [ "$(reproduce date +%F 2>/dev/null)" = 2026-01-01 ]
    [ "$(reproduce --real-time date +%Y 2>/dev/null)" = "$(date +%Y)" ]
    reproduce --real-random=yes "$PROGRAMS/reproduce_machine" >first 2>/dev/null
    reproduce --real-random=yes "$PROGRAMS/reproduce_machine" >second 2>/dev/null
    [ "$(grep getrandom first)" != "$(grep getrandom second)" ]
    run reproduce --real-time=yes --epoch=1 true
    [ "$status" -eq 1 ]
    [[ "$output" == *"Bad option: --epoch"*"It cannot be used with --real-time=yes."* ]]
    run reproduce --real-random=yes --seed=1 true
    [ "$status" -eq 1 ]
    [[ "$output" == *"Bad option: --seed"*"It cannot be used with --real-random=yes."* ]]
}

@test "bad values end the run before the program starts" {
    for bad in --cpu=x86-64-v9 --cpus=0 --cpus=2000 --seed=-1 --epoch=tomorrow --epoch=2026-13-01 --keep-env=; do
        run reproduce "$bad" touch started
        [ "$status" -eq 1 ]
        [[ "$output" == *"Bad option: $bad"* ]]
        [ ! -e started ]
    done
}

@test "the environment is a short list, without what Valgrind adds" {
    [ "$(SECRET=1 reproduce env)" = "HOME=/nonexistent
LANG=C.UTF-8
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
TZ=UTC0
USER=user" ]
    [ "$(LD_LIBRARY_PATH=/one:/two reproduce env | grep LD_)" = LD_LIBRARY_PATH=/one:/two ]
    reproduce cat /proc/self/environ | tr '\0' '\n' | grep '^TZ=UTC0$'
}

# A shell ignores SIGINT and SIGQUIT for what it starts in the background; some runners ignore SIGPIPE.
@test "signals that a shell ignores are not ignored, but SIGHUP" {
    seen() { # SIGNAL: what the program sees of it
        # shellcheck disable=SC2016  # Perl's
        reproduce perl -e 'print $SIG{$ARGV[0]} // "default"' "$1" 2>/dev/null
    }
    first=$(total sort /dev/null)
    [ "$(trap '' INT QUIT PIPE && total sort /dev/null)" = "$first" ]
    [ "$(trap '' INT && seen INT)" = default ]
    [ "$(trap '' HUP && seen HUP)" = IGNORE ]
    # A signal that the program itself ignores stays ignored in its children.
    cat >children <<'END'
trap '' INT
perl -e 'print $SIG{INT}'
END
    [ "$(reproduce --trace-children=yes --cachegrind-out-file=child.%p sh children 2>/dev/null)" = IGNORE ]
}

@test "waits end by the virtual clock" {
    [ "$(reproduce "$PROGRAMS/reproduce_waits")" = "sleep 0 30.00
select 0 31.50
rest 0.000000
poll 0 31.75
until 0 41.75
epoll 0 41.85
often 0 56.75
epoll 1 56.85
condition 1 61.75
all 0 61.75" ]
}

@test "the machine's clock cannot be set to the virtual one" {
    reproduce "$PROGRAMS/reproduce_asks" clock
    run ! reproduce --real-time=yes "$PROGRAMS/reproduce_asks" clock # it is not asked to set it to a time
}

@test "a thread that looks whether another one has slept sees it, in each run after as many looks" {
    first=$(total "$PROGRAMS/reproduce_asks" sleeper)
    [ -n "$first" ]
    [ "$(taskset -c 0 "$BASH" -c "$(declare -f reproduce total); total \"\$@\"" - "$PROGRAMS/reproduce_asks" sleeper)" = "$first" ]
}

@test "a thread that selects sees what another process says later" {
    reproduce "$PROGRAMS/reproduce_asks" select
}

@test "the file is the same, byte for byte, and says what was fixed" {
    for options in '' --calls=yes '--cache-sim=yes --branch-sim=yes'; do
        # shellcheck disable=SC2086 # several words
        reproduce $options "$PROGRAMS/reproduce_threads"
        mv prog.cg first.cg
        # shellcheck disable=SC2086
        LONG=$(printf %0700d 0) reproduce $options "$PROGRAMS/reproduce_threads"
        cmp first.cg prog.cg
        [ "$(grep -cE '^desc: Reproducible: .*cpus 1, seed 0, epoch 1767225600, environment(, [^,]*GLIBC [^,]*)?$' prog.cg)" -eq 1 ]
        grep -q "^# build ID: [0-9a-f]* $PROGRAMS/reproduce_threads$" prog.cg
    done
    reproduce --seed=7 --keep-env=HOME --cpus=2 true
    grep -q '^desc: Reproducible: .*cpus 2, seed 7, epoch 1767225600, environment, keep-env HOME' prog.cg
    # Another seed is another setting for the commands, which read build IDs over.
    mv prog.cg other.cg
    reproduce true
    run --separate-stderr "$BIN/cg_diff" prog.cg other.cg
    [[ "$stderr" == *"1 profile is of other settings of --reproducible than prog.cg"* ]]
    "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=first.out --reproducible=yes true
    "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=second.out --reproducible=yes true
    cmp first.out second.out
}

@test "counts are the same in several settings" {
    same "$PROGRAMS/reproduce_threads"
    same "$PROGRAMS/reproduce_waits"
    # shellcheck disable=SC2016  # Perl's
    same perl -e 'my %h = map { $_ => 1 } 1 .. 200; print join ",", keys %h'
    same date
}

# bats test_tags=long
@test "counts are the same on emulated processors" {
    command -v qemu-x86_64-static >/dev/null || skip "no qemu-x86_64-static here"
    [ "$(uname -m)" = x86_64 ] || skip "for amd64"
    first=$(total true)
    for model in Nehalem EPYC max; do
        VALGRIND_LIB=$BIN/../libexec/valgrind VALGRIND_LAUNCHER=$BIN/valgrind qemu-x86_64-static -cpu "$model" \
            "$BIN/../libexec/valgrind/cachegrind-amd64-linux" -q --tool=cachegrind \
            --cachegrind-out-file=emulated.cg --reproducible=yes true
        [ "$(sed -n 's/^summary: //p' emulated.cg)" = "$first" ]
    done
}

@test "x86-64-v3 is another number, and functions of the C library are matched" {
    grep -qw avx2 /proc/cpuinfo || skip "no AVX2 here"
    for level in v2 v3; do
        reproduce --cpu=x86-64-$level ls / >/dev/null
        mv prog.cg $level.cg
        reproduce --cpu=x86-64-$level ls / >/dev/null
        cmp prog.cg $level.cg
    done
    grep -q '^fn=__strlen_avx2$' v3.cg
    grep -q '^fn=__strlen_sse2$' v2.cg
    run -0 --separate-stderr "$BIN/cg_diff" --match-names -v -o diff.cg v2.cg v3.cg
    [[ "$stderr" == *"__strlen_sse2 -> __strlen_avx2"* ]]
    [[ "$stderr" == *"1 profile is of other settings of --reproducible than v2.cg"*"cpu x86-64-v3"*"cpu x86-64-v2"* ]]
    run ! grep -q __strlen_sse2 diff.cg
}

# One after the other: in which order two that run at once end is the kernel's choice, and the shell asks. It
# also writes its parent's number as text, so that each digit counts: hence a namespace.
@test "several processes are one number" {
    unshare -pf --mount-proc true 2>/dev/null || skip "no namespace for process numbers can be made here"
    cat >children <<'END'
head -c 100 /dev/urandom >random
od random >numbers
sort numbers >/dev/null
sleep 0.2
(expr 1 + 2; sleep 0.3) >/dev/null
END
    sum() {
        rm -f child.*
        unshare -pf --mount-proc "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=child.%p \
            --reproducible=yes --trace-children=yes --vgdb=no sh children || return 1
        cat child.* | awk '/^summary:/ { n += $2; ++files } END { print files, n }'
    }
    first=$(sum 2>/dev/null)
    [ "${first% *}" -ge 6 ]
    [ "$(LONG=$(printf %0700d 0) HOME=/ sum 2>/dev/null)" = "$first" ]
    [ "$(trap '' INT QUIT && taskset -c 0 "$BASH" -c "$(declare -f sum); sum" 2>/dev/null)" = "$first" ]
}

@test "with calls, cache use, data objects, addresses, parts and requests the files are the same" {
    twice() { # TOOL ARGUMENT...
        rm -f one.* two.*
        "$BIN/valgrind" -q --tool="$1" "--$1-out-file=one.cg" --reproducible=yes "${@:2}" >/dev/null 2>&1
        LONG=$(printf %0700d 0) "$BIN/valgrind" -q --tool="$1" "--$1-out-file=two.cg" --reproducible=yes "${@:2}" >/dev/null 2>&1
        [ -n "$(cat one.*)" ]
        for file in one.*; do
            cmp "$file" "two${file#one}" || { echo "$*" && return 1; }
        done
    }
    twice cachegrind --calls=yes --cache-sim=yes "$PROGRAMS/reproduce_threads"
    twice cachegrind --cache-use=yes --cache-sim=yes "$PROGRAMS/reproduce_threads"
    twice cachegrind --data-objects=yes --cache-sim=yes "$PROGRAMS/reproduce_threads"
    twice cachegrind --addresses=yes "$PROGRAMS/reproduce_threads"
    twice callgrind --dump-instr=yes --collect-jumps=yes "$PROGRAMS/reproduce_threads"
    twice callgrind --separate-threads=yes "$PROGRAMS/reproduce_threads"
    twice callgrind --dump-every-bb=20000 "$PROGRAMS/reproduce_waits"
    twice cachegrind --instr-at-start=no "$PROGRAMS/chosen"
}

@test "children have random numbers of their own, the same in each run" {
    cat >children <<'END'
head -c 8 /dev/urandom | od -An -tx1
head -c 8 /dev/urandom | od -An -tx1
(head -c 8 /dev/urandom | od -An -tx1)
END
    reproduce --trace-children=yes --cachegrind-out-file=child.%p sh children >first 2>/dev/null
    reproduce --trace-children=yes --cachegrind-out-file=child.%p sh children >second 2>/dev/null
    cmp first second
    [ "$(sort -u first | wc -l)" -eq 3 ]
}

@test "the program has the stack that it is told of" {
    ulimit -s 1024
    # shellcheck disable=SC2016  # the other shell's
    reproduce bash -c 'call() { [ "$1" -eq 0 ] || call $(($1 - 1)); }; call 2000'
}

@test "a file of /proc is the same however it is opened" {
    reproduce cat /proc/meminfo /proc/self/../meminfo >out
    (cd /proc && "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=/dev/null --reproducible=yes cat meminfo) >>out
    reproduce --trace-children=yes --cachegrind-out-file=child.%p sh -c 'cat </proc/meminfo' >>out
    [ "$(grep -c '^MemTotal:  *8388608 kB$' out)" -eq 4 ]
    reproduce cat /proc/self/maps >first
    LONG=$(printf %0700d 0) reproduce cat /proc/self/maps >second
    cmp first second
    (ulimit -s 1024 && reproduce cat /proc/self/maps) >second
    cmp first second
    run ! grep -q cachegrind first
    [ "$(reproduce "$PROGRAMS/reproduce_asks" threads)" = $'Threads:\t2\nThreads:\t1' ]
}

@test "what cannot be fixed is said" {
    # shellcheck disable=SC2016  # Perl's
    run --separate-stderr "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=prog.cg --reproducible=yes \
        perl -e 'print $$ > 0; opendir my $d, "."; my @names = readdir $d; alarm 100'
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"note: the program asked what is not the same in each run: process numbers, the order of directories, timers."* ]]
    run --separate-stderr "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=prog.cg --reproducible=yes true
    [[ "$stderr" != *"is not the same"* ]]
}

@test "what cannot be fixed is said of the program's own questions, not of the C library's" {
    echo text >some.txt
    unfixed() {
        run --separate-stderr "$BIN/valgrind" -v --tool=cachegrind --cachegrind-out-file=prog.cg \
            --reproducible=yes "$PROGRAMS/reproduce_asks" "$@"
        [ "$status" -eq 0 ]
        said=$(grep -E '(is not the same|the program reads)' <<<"$stderr" | sed 's/^==[0-9]*== //')
    }
    unfixed nothing # in which the C library and its loader look at files
    [ "$said" = "" ]
    unfixed read some.txt
    [ "$said" = "note: the program reads '$PWD/some.txt', 5 bytes." ]
    unfixed inode some.txt
    [ "$said" = "note: the program asked what is not the same in each run: inodes and times of files." ]
    unfixed user
    [ "$said" = "note: the program asked what is not the same in each run: user and group numbers." ]
    unfixed socket
    [ "$said" = "note: the program asked what is not the same in each run: sockets." ]
    # Without -v, these two are not said.
    for asked in 'inode some.txt' user; do
        # shellcheck disable=SC2086 # two words
        run --separate-stderr "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=prog.cg \
            --reproducible=yes "$PROGRAMS/reproduce_asks" $asked
        [[ "$stderr" != *"note: the program asked"* ]]
    done
}

@test "a wait that ends by the real clock is said when it is used" {
    for asked in 'limit SO_RCVTIMEO or SO_SNDTIMEO' 'messages recvmmsg'; do
        run --separate-stderr "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=prog.cg \
            --reproducible=yes "$PROGRAMS/reproduce_asks" "${asked%% *}"
        [ "$status" -eq 0 ]
        [ "$(grep -c "note: the program waits by ${asked#* }, which ends by the real clock" <<<"$stderr")" -eq 1 ]
    done
    run --separate-stderr "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=prog.cg \
        --reproducible=yes "$PROGRAMS/reproduce_waits"
    [ "$status" -eq 0 ]
    [[ "$stderr" != *"real clock"* ]]
}

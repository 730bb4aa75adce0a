#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_merge as a user runs it.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    profile a fl=a.c fn=f '1 10' '2 20' 'summary: 30'
    profile b fl=a.c fn=f '2 2' '3 3' fl=b.c fn=g '1 1' 'summary: 6'
}

body() { sed -n '/^fl=/,$p' "$1"; }

@test "a function without a name and one that is called ??? are one" {
    profile p fl=a.c '1 1' 'fn=???' '1 2' '3 4' fl=b.c '5 8' 'summary: 15'
    header=$(head -2 p)
    prints "$header
$(lines fl=a.c 'fn=???' '1 3' '3 4' fl=b.c 'fn=???' '5 8' 'summary: 15')" cg_merge p
    prints "$header
$(lines fl=a.c 'fn=???' '1 3' '3 4' fl=b.c 'fn=???' '5 8' 'summary: 15')" cg_merge --average p p
    cg_show --as=json p >p.json
    cg_merge p >sum
    prints "$(cat sum)" cg_merge p.json
}

@test "sums files, stdin and the same file twice" {
    sum=$(lines 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '1 10' '2 22' '3 3' fl=b.c fn=g '1 1' \
        'summary: 36')
    prints "$sum" cg_merge a b
    prints "$sum" cg_merge --jobs=1 a b
    prints "$sum" sh -c 'cg_merge a - <b'
    prints "$(lines 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '1 20' '2 40' 'summary: 60')" \
        cg_merge a a
    prints "$(cat a)" cg_merge a
    profile c fl=a.c fn=f '1 1' fn=g '2 2' 'summary: 3' # a file of two functions is named once
    prints "$(cat c)" cg_merge c
}

@test "a file may be its own input, and keeps its mode and its link" {
    chmod 640 a
    ln -s a link
    cg_merge -o link link b
    [ -L link ]
    [ "$(stat -c %a a)" = 640 ]
    [ "$(tail -1 a)" = 'summary: 36' ]
    [ "$(ls)" = "$(lines a b link)" ]
}

@test "compressed input and output" {
    gzip -k a
    zstd -q b
    prints "$(cg_merge a b)" cg_merge a.gz b.zst
    cat a.gz a.gz >twice.gz
    fails 1 'cg_merge: error: twice.gz:8: expected the end of the file after the summary, not "cmd:"' \
        cg_merge twice.gz
    cg_merge -o out.gz a b && [ "$(zcat out.gz | tail -1)" = 'summary: 36' ]
    cg_merge -o out.zst a b && [ "$(zstd -dcq out.zst | tail -1)" = 'summary: 36' ]
    head -c 30 a.gz >cut.gz
    fails 1 'cg_merge: error: cut.gz: damaged gzip data' cg_merge cut.gz
    head -c -1 b.zst >cut.zst
    fails 1 'cg_merge: error: cut.zst: the zstd data is cut short' cg_merge cut.zst
}

@test "a file that is cut short while it is read" {
    mkfifo fifo
    cg_merge --jobs=1 a fifo >out 2>err &
    exec 4>fifo # opens when cg_merge does, which has seen to a by then
    : >a
    cat b >&4
    exec 4>&-
    status=0
    wait $! || status=$?
    [ "$status" -eq 1 ]
    [ ! -s out ]
    [ "$(cat err)" = 'cg_merge: error: an input file was cut short while it was read' ]
}

@test "a thousand profiles take the memory of their union, not of their sum" {
    case $BIN in *address*) skip 'the sanitizer keeps what is freed' ;; esac
    # 1,000 functions, named alike in all of them
    lines 'cmd: ./prog' 'events: Ir' fl=a.c >large
    for i in {1..1000}; do lines "fn=a_function_with_a_long_name_as_cpp_has_them_$i" '1 1' '2 1'; done >>large
    echo 'summary: 2000' >>large
    peak() {
        python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$@"
    }
    for i in {1..1000}; do ln large "large $i"; done
    [ "$(cg_merge large\ * | tail -1)" = 'summary: 2000000' ]
    two=$(peak cg_merge large\ 1 large\ 2) all=$(peak cg_merge large\ *)
    echo "two: $two KB, a thousand: $all KB"
    [ "$all" -lt $((2 * two)) ]
}

@test "hundreds of files, by names in a list" {
    for i in {1..300}; do cp a "p $i"; done
    ls p* >list
    [ "$(cg_merge --files-from=list | tail -1)" = 'summary: 9000' ]
    find . -name 'p*' -print0 >list0
    [ "$(cg_merge --files-from=list0 b | tail -1)" = 'summary: 9006' ]
    [ "$(find . -name 'p*' | cg_merge --files-from=- | tail -1)" = 'summary: 9000' ]
    fails 2 "cg_merge: error: stdin can't be both the list of files and one of them" \
        cg_merge --files-from=- - <list
    : >empty
    fails 2 'cg_merge: error: give at least one FILE, or - for stdin (see cg_merge --help)' \
        cg_merge --files-from=empty
}

@test "events: matched by name, common, or all" {
    lines 'cmd: ./prog' 'events: Dr Ir' fl=a.c fn=f '1 7 5' 'summary: 7 5' >c
    fails 1 'cg_merge: error: c: the events differ: only this one has Dr' cg_merge a c
    prints "$(lines 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '1 15' '2 20' 'summary: 35')" \
        cg_merge --events=common a c
    prints "$(lines 'cmd: ./prog' 'events: Ir Dr' fl=a.c fn=f '1 15 7' '2 20 0' 'summary: 35 7')" \
        cg_merge --events=union a c
    fails 2 "cg_merge: error: --events takes equal, common or union, not 'all'" \
        cg_merge --events=all a c
}

@test "other caches are an error, other commands a note" {
    { echo 'desc: LL cache:         8388608 B, 64 B, 16-way associative' && sed 's/^events: .*/events: Ir DLmr/' a; } >small
    { echo 'desc: LL cache:         9999999 B, 64 B, 16-way associative' && sed 's/^events: .*/events: Ir DLmr/' a; } >large
    fails 1 "cg_merge: error: large: the caches differ from those of small ('LL cache:         9999999 B, 64 B, 16-way associative' and 'LL cache:         8388608 B, 64 B, 16-way associative'), so their misses do not add up; --force merges all the same" \
        cg_merge small large
    local differ="('LL cache:         9999999 B, 64 B, 16-way associative' and 'LL cache:         8388608 B, 64 B, 16-way associative')"
    says "cg_merge: note: 1 profile is of other caches than small $differ" cg_merge --force small large
    sed -i s/DLmr/Dw/ small large # no misses
    says "cg_merge: note: 1 profile is of other caches than small $differ" cg_merge small large
    sed -i s/prog/other/ b
    says 'cg_merge: note: 1 profile is of other commands than a; the result has its cmd: line' \
        cg_merge a b
}

@test "average and statistics" {
    profile c fl=a.c fn=f '1 13' '2 20' 'summary: 33'
    prints "$(lines 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '1 12' '2 20' 'summary: 32')" \
        cg_merge --average a c
    prints "$(lines 'cmd: ./prog' 'events: Ir.mean Ir.min Ir.max Ir.sd' fl=a.c fn=f \
        '1 12 10 13 2' '2 20 20 20 0' 'summary: 32 30 33 2')" cg_merge --stats a c
    fails 2 'cg_merge: error: --average and --stats exclude each other: --stats has the mean too' \
        cg_merge --average --stats a c
}

@test "a function in many blocks, whose lines are in no order, has each line once" {
    for blocks in 3 16 17 40; do
        rows=()
        for ((i = 0; i < blocks; ++i)); do rows+=(fn=f "$((i * 7 % 10)) $i" fn=g '1 1'); done
        profile p fl=a.c "${rows[@]}" "summary: $((blocks * (blocks + 1) / 2))"
        awk '/^fn=/ { f = $0 } /^[0-9]/ { n[f " " $1] += $2 } END { for (k in n) print k, n[k] }' p | sort >expected
        cg_merge p | awk '/^fn=/ { f = $0 } /^[0-9]/ { print f, $0 }' | sort | diff expected -
    done
}

@test "bad data and a wrong command line" {
    profile bad fl=a.c fn=f '1 10' 'summary: 11'
    fails 1 'cg_merge: error: bad:6: the summary says 11 Ir, but the counts add up to 10' \
        cg_merge a bad
    profile huge fl=a.c fn=f '1 9223372036854775807' 'summary: 9223372036854775807'
    fails 1 'cg_merge: error: a: a sum of counts does not fit in 64 bits' cg_merge huge a
    fails 1 'cg_merge: error: nosuch: No such file or directory' cg_merge a nosuch
    fails 2 'cg_merge: error: there is no option --foo (see cg_merge --help)' cg_merge --foo
    fails 2 "cg_merge: error: - can be given once only: stdin can't be read twice" cg_merge - -
    fails 2 'cg_merge: error: --jobs takes a whole number from 1 to 1024, not '"'0'" cg_merge -j0 a
}

@test "costs of an instruction that do not add up in 64 bits are the file's error" {
    printf '%s\n' 'events: Ir' fl=a.c fn=f '1 4' '#addresses 1' '#object 1 - /bin/x' '#fl=a.c' '#fn=f' \
        '#a 1 0x10 4 1 1 9223372036854775807' '#a 1 0x10 4 1 1 1' 'summary: 4' >large
    fails 1 'cg_merge: error: large: a sum of counts does not fit in 64 bits' cg_merge large
    fails 1 'cg_merge: error: large: a sum of counts does not fit in 64 bits' cg_merge a large
}

@test "the installed cg_merge agrees" {
    command -v /usr/bin/cg_merge >/dev/null || skip 'there is no other cg_merge'
    # it needs a desc: line; it sorts, and writes white space of its own
    for f in a b; do sed -i '1i desc: x' $f; done
    normal() { sed 's/  */ /g; s/ $//' | awk '/^fl=/{f=$0} /^fn=/{n=$0} /^[0-9]/{print f, n, $0}' | sort; }
    diff <(/usr/bin/cg_merge a b 2>/dev/null | normal) <(cg_merge a b | normal)
}

@test "the examples of the manual page work" {
    for f in cachegrind.out.1 cachegrind.out.2; do cp a $f; done
    example_inputs
    run_examples cg_merge.1
    run_help_examples cg_merge
}

@test "the examples of cachegrind-out(5) work" {
    sed -n '/^\.Sh EXAMPLES/,/^\.Ed/p' "$man_pages/cachegrind-out.5" | sed '1,/^\.Bd/d; /^\.Ed/d' >hello.cgout
    prints '' cg_merge -o /dev/null hello.cgout
    run_examples cachegrind-out.5
}

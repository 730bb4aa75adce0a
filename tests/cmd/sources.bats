# SPDX-License-Identifier: GPL-2.0-or-later
# Sources that are not where the program was built: the options that find them, and what is said of
# those that are not found.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source=tests/cmd/profiles.bash
    . "$BATS_TEST_DIRNAME/profiles.bash"
    cd "$BATS_TEST_TMPDIR" || return 1
    unset DEBUGINFOD_URLS
    profile p fl=/build/app/src/a.c fn=main '3 70' fl=/build/app/src/b.c fn=f '2 20' fl=/usr/lib/c.c \
        fn=g '1 10' 'summary: 100'
}

teardown() {
    if [ -n "${server-}" ]; then kill "$server"; fi
}

# source FILE LINES: a text with that number of lines, which name the file.
source_file() {
    mkdir -p "$(dirname "$1")"
    yes "/* $1 */" | head -n "$2" >"$1"
    touch -d 2001-01-01 "$1"
}

# texts_from WANTED COMMAND...: the files that lines of the report are from.
texts_from() {
    local wanted=$1
    shift
    run --separate-stderr "$@"
    [ "$status" -eq 0 ]
    echo "$output"
    [ "$(sed -n 's,.*/\* \(.*\) \*/.*,\1,p' <<<"$output" | sort -u | paste -sd ' ')" = "$wanted" ]
}

# notes TEXT COMMAND...: status 0, and these lines on stderr.
notes() {
    local wanted=$1
    shift
    run --separate-stderr "$@"
    [ "$status" -eq 0 ]
    diff <(echo "$wanted") <(echo "$stderr")
}

@test "--source-prefix finds sources below another directory, before those at their path" {
    source_file here/src/a.c 9
    source_file here/src/b.c 9
    source_file other/src/b.c 9
    mkdir app
    for name in cg_annotate 'cg_show --by=line'; do
        texts_from 'here/src/a.c here/src/b.c' $name --source-prefix=/build/app=here p
        texts_from 'here/src/a.c here/src/b.c' $name --source-prefix=/build/app/=here/ p
        texts_from 'here/src/a.c other/src/b.c' $name --source-prefix=/build/app=other \
            --source-prefix=/build=none --source-prefix=/build/app=here p
        (cd here && texts_from 'here/src/a.c here/src/b.c' $name --source-prefix=/build/app= ../p)
        texts_from '' $name --source-prefix=/build/ap=here p
        texts_from '' $name --source-prefix=uild/app=here p
    done
    profile own fl=here/src/a.c fn=main '3 70' 'summary: 70'
    texts_from here/src/a.c cg_annotate own
    source_file first/a.c 9
    texts_from first/a.c cg_annotate --source-prefix=here/src=first own
    texts_from here/src/a.c cg_annotate --source-prefix=here/src=nowhere own
    profile debian fl=./src/a.c fn=main '3 70' 'summary: 70'
    texts_from here/src/a.c cg_annotate --source-prefix=.=here debian
    profile root fl=/src/a.c fn=main '3 70' 'summary: 70'
    texts_from here/src/a.c cg_annotate --source-prefix=/=here root
    cg_annotate --source-prefix=/build/app/=here p | grep -x 'Source prefix:    /build/app=here'
}

@test "--source-prefix takes two directories" {
    for bad in '' here =here; do
        fails 2 "cg_show: error: --source-prefix: takes OLD=NEW, two directories, not '$bad'" \
            cg_show "--source-prefix=$bad" p
    done
}

@test "the page has sources that --source-prefix finds, also of two profiles" {
    source_file here/src/a.c 9
    cg_show --source-prefix=/build/app=here -o one.html p
    sed 's/70/90/; s/100/120/' p >q
    cg_show --source-prefix=/build/app=here -o two.html p q
    grep -q 'here/src/a.c' one.html
    grep -q 'here/src/a.c' two.html
}

@test "sources that are not found are said once, with the largest and where they were looked for" {
    local all='of 3 sources not found at their paths in the profile'
    source_file src/none 1
    notes '' cg_annotate p # the report lists them
    for as in '--by=line' '--as=html -o page.html'; do
        notes "cg_show: note: 3 $all: /build/app/src/a.c and 2 more; see -I and --source-prefix" \
            cg_show $as p
    done
    notes '' cg_show p
    notes '' cg_annotate --no-annotate p
    source_file x/src/a.c 9
    notes '' cg_show --by=line -I src -I x --source-prefix=/none=. p # some are found, and nothing finds the others
    rm x/src/a.c
    notes "cg_show: note: 3 $all or with --source-prefix or below src or below x: \
/build/app/src/a.c and 2 more; see -I and --source-prefix" \
        cg_show --by=line -I src -I x --source-prefix=/none=. p
    source_file x/src/a.c 9
    source_file x/c.c 9
    source_file x/b.c 9
    notes '' cg_annotate -I x p
    profile one fl=one.c fn=f '1 1' 'summary: 1'
    notes "cg_show: note: 1 of 1 source not found at their paths in the profile: one.c; see -I and \
--source-prefix" cg_show --by=line one
    rm -r x
    profile unknown 'fl=???' fn=f '1 1' 'summary: 1'
    notes '' cg_show --by=line unknown
    notes "cg_show: note: 3 $all: /build/app/src/a.c and 2 more; see -I and --source-prefix" \
        cg_show --by=line --mod-filename='s/.*/x/' p
}

# suggests TEXT OPTION...: what the second note says.
suggests() {
    local wanted=$1
    shift
    run --separate-stderr cg_annotate "$@"
    echo "$stderr"
    [ "$(sed -n 's/^cg_annotate: note: \(.* may be .*\)/\1/p' <<<"$stderr")" = "$wanted" ]
}

@test "the option is suggested that finds most of them below here or a directory of -I" {
    suggests '' p
    source_file .hidden/src/a.c 9
    source_file near/a.c 2 # too short for line 3
    suggests '' p
    source_file deep/in/a/src/a.c 9
    suggests '/build/app/src/a.c may be ./deep/in/a/src/a.c: --source-prefix=/build/app=./deep/in/a finds 1 of them' p
    source_file work/src/a.c 9
    source_file work/src/b.c 9
    suggests '/build/app/src/a.c may be ./work/src/a.c: --source-prefix=/build/app=./work finds 2 of them' p
    suggests '' --source-prefix=/build/app=./work p # what is suggested works
    mkdir elsewhere
    mv work elsewhere
    (
        cd near
        suggests '' ../p
        suggests '/build/app/src/a.c may be ../elsewhere/work/src/a.c: --source-prefix=/build/app=../elsewhere/work finds 2 of them' \
            -I ../elsewhere ../p
    )
    profile relative fl=src/a.c fn=main '3 70' 'summary: 70'
    rm -r deep
    suggests 'src/a.c may be ./elsewhere/work/src/a.c: -I ./elsewhere/work finds 1 of them' relative
    mv elsewhere "a place"
    suggests "/build/app/src/a.c may be ./a place/work/src/a.c: --source-prefix='/build/app=./a place/work' finds 2 of them" p
    profile equals fl=/a=b/a.c fn=main '3 70' 'summary: 70'
    suggests '' equals # OLD may have no "="
}

@test "for Rust's library, it is said where its sources are" {
    profile rust fl=/rustc/0123abc/library/core/src/iter/range.rs fn=next '3 70' 'summary: 70'
    run --separate-stderr cg_annotate rust
    [ "${stderr_lines[1]}" = "cg_annotate: note: rustup component add rust-src has those of Rust's library: \
--source-prefix=/rustc/0123abc=\$(rustc --print sysroot)/lib/rustlib/src/rust" ]
    mkdir -p sysroot/lib/rustlib/src/rust
    source_file sysroot/lib/rustlib/src/rust/library/core/src/iter/range.rs 9
    cd sysroot
    notes '' cg_annotate --source-prefix=/rustc/0123abc=lib/rustlib/src/rust ../rust
}

# serve COMMAND...: starts a server on $port of which URL $1 can be read then.
serve() {
    local url=$1
    shift
    "$@" >server.log 2>&1 &
    server=$!
    until curl -sf -o /dev/null "$url"; do
        kill -0 "$server"
        sleep 0.1
    done
}

@test "--debuginfod asks servers for sources by build ID" {
    ldconfig -p | grep -q 'libdebuginfod\.so\.1' || skip "no libdebuginfod"
    lines 'cmd: ./prog' 'events: Ir' fl=/build/x/a.c fn=main '3 70' fl=/build/x/b.c fn=f '1 30' \
        '#addresses 1' '#object 1 ab12cd /bin/prog' '#fl=/build/x/a.c' '#fn=main' '#a 1 0x10 4 1 3 70' \
        '#fl=/build/x/b.c' '#fn=f' '#a 1 0x20 4 1 1 30' 'summary: 100' >served
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    export no_proxy=127.0.0.1 DEBUGINFOD_URLS=http://127.0.0.1:$port DEBUGINFOD_CACHE_PATH=$PWD/cache
    source_file www/buildid/ab12cd/source/build/x/a.c 9
    touch www/buildid/ab12cd/source/build/x/a.c # newer than the profile, and no other for that
    serve "$DEBUGINFOD_URLS/" python3 -m http.server "$port" --bind 127.0.0.1 --directory www
    texts_from '' cg_show --by=line served
    [ ! -e cache ]
    [[ $stderr == *': 2 of 2 sources not found'*'; see -I, --source-prefix and --debuginfod' ]]
    for name in cg_annotate 'cg_show --by=line'; do
        texts_from 'www/buildid/ab12cd/source/build/x/a.c' $name --debuginfod served
        [[ $output != *WARNING* ]]
        [[ $stderr == *': 1 of 2 sources not found at their paths in the profile or on the servers: /build/x/b.c; see -I and --source-prefix' ]]
    done
    cg_show --debuginfod --mod-filename='s/a.c/z.c/' -o page.html served
    grep -q 'source/build/x/a.c' page.html
    run --separate-stderr cg_annotate --debuginfod p
    [ "${stderr_lines[1]}" = 'cg_annotate: note: servers have sources by build ID, which only profiles with costs by address know (--addresses=yes)' ]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Costs by data object, in all commands. Tables are golden cases (golden/show-by-*).

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    cp "$BATS_TEST_DIRNAME/golden/in/data.cgout" p
    lines 'cmd: ./prog' 'events: Ir D1mr' fl=a.c fn=f '1 100 5' 'summary: 100 5' >none
}

# data FILE: prints the lines of data objects.
data() { sed -n '/^#data 1/,/^summary:/{/^summary:/d;p}' "$1"; }

@test "cg_filter keeps what lines cost on objects" {
    run -0 cg_filter --object=' < main' --not-object=table --derive=D1m=D1mr+D1mw --events=D1mr,D1m p
    [ "$(sed -n '3,10p' <<<"$output" | tr '\n' ' ')" = \
        'events: D1mr D1m fl=/src/list.c fn=main 10 4 5 11 1 4 fn=find 20 8 8 #data 1 word=4 line=64 over_live=0 allocators=3 stale=0 ' ]
    [ "$(grep -c '^#cell' <<<"$output")" -eq 3 ]
    [ "$(grep '^#data-events' <<<"$output")" = '#data-events: D1mr' ]
}

@test "cg_filter keeps the cells of rows" {
    run -0 cg_filter --function=find p
    [ "$(grep '^#cell' <<<"$output" | tr '\n' ' ')" = \
        '#cell 1 20 8 2 0 0 8 10 380 12 5 7 100 #cell 2 20 1 1 0 0 1 1 20 3 1 1 20 ' ]
    [ "$(grep '^#data-object' <<<"$output" | tr '\n' ' ')" = \
        '#data-object heap 2 10 400 40 80 8 #data-object stack 3 0 0 0 0 0 ' ]
    [[ $output != *'#field'* ]] # the heap lost cells of main
}

@test "what needs data objects says how to get them" {
    run -1 --separate-stderr cg_filter --object=x none
    [ "$stderr" = 'cg_filter: error: none: has no data objects, which --object and --not-object need (valgrind --tool=cachegrind --cache-sim=yes --data-objects=yes writes them)' ]
    run -1 --separate-stderr cg_show --by=object none
    [ "$stderr" = 'cg_show: error: none: has no data objects, which --by=object needs (valgrind --tool=cachegrind --cache-sim=yes --data-objects=yes writes them)' ]
    run -1 --separate-stderr cg_annotate --objects none
    [ "$stderr" = 'cg_annotate: error: none: has no data objects, which --objects needs (valgrind --tool=cachegrind --cache-sim=yes --data-objects=yes writes them)' ]
}

@test "options that do not go together" {
    run -2 --separate-stderr cg_show --object=x p
    [ "$stderr" = 'cg_show: error: --object goes with --by=object and --by=field; cg_filter --object chooses the costs of lines' ]
    run -2 --separate-stderr cg_show --by=object --as=html p
    [ "$stderr" = 'cg_show: error: --by=object goes with --as=table, markdown, csv' ]
    run -2 --separate-stderr cg_show --by=field --inclusive p
    [ "$stderr" = 'cg_show: error: --inclusive and --inlines are of functions: --by=object and --by=field are of data' ]
    run -2 --separate-stderr cg_annotate --objects --salvage p
    [ "$stderr" = 'cg_annotate: error: --salvage leaves out data objects, which --objects needs' ]
}

@test "fields are those of one object" {
    run -0 --separate-stderr cg_show --by=field --as=csv p
    [ "${lines[1]}" = '+0,64,16,13,25' ]
    [ "$stderr" = 'cg_show: note: p: the fields are those of list.c:30 < add < main (n*8); --object chooses another one of 2, such as table in lists (1000)' ]
    run -0 --separate-stderr cg_show --by=field --as=csv --object=table p
    [ "${lines[1]}" = '+0,128,4,2,3' ]
    [ -z "$stderr" ]
    run -1 --separate-stderr cg_show --by=field --object='code' p
    [ "$stderr" = 'cg_show: error: p: no object that is meant has fields: blocks of one period, variables and arrays have some' ]
}

@test "fields that are not all of the object say of how much they are" {
    # A block of 512,000 bytes: the tool maps 65,536 of them.
    lines 'cmd: c' 'events: D1mr D1mw' fl=a.cpp fn=main '4 80000 7999' '#data 1 word=4 line=64 allocators=1' \
        '#data-events: D1mr D1mw' '#fl=a.cpp' '#fn=main' '#place 0 4' \
        '#data-object heap 1 1 512000 512000 512000 512000' '#field 56 0 0 11000' '#field 184 0 0 263' \
        '#cell 1 4 80000 7999' 'summary: 80000 7999' >large
    run -0 --separate-stderr cg_show --by=field --as=csv large
    [ "$stderr" = 'cg_show: note: large: the fields have 11,263 of the 87,999 misses of a.cpp:4 < main (512000): they are those of the first 65,536 bytes of a period' ]
    [ "${lines[1]}" = '+56,11000' ]
    # All of them.
    sed -i 's/^#field 184 0 0 263/#field 184 0 0 76999/' large
    run -0 --separate-stderr cg_show --by=field large
    [ -z "$stderr" ]
}

@test "what the tool could not know is said" {
    sed -i 's/over_live=0/over_live=7/' p
    run -0 --separate-stderr cg_show --by=object p
    [ "$stderr" = "cg_show: note: p: 7 blocks began where others were live: a pool's frees were not seen (--data-alloc=NAME:free of cachegrind names one)" ]
    lines 'cmd: c' 'events: D1mr D1mw' fl=a fn=f '1 1 0' '#data 1 word=4 line=64 allocators=0' \
        '#data-events: D1mr D1mw' '#data-object other 0 0 0 0 0 0 (unknown)' '#fl=a' '#fn=f' '#cell 1 1 1' \
        'summary: 1 0' >static
    run -0 --separate-stderr cg_show --by=object static
    [ "$stderr" = 'cg_show: note: static: no allocation function was found, so there are no blocks: is the program static and stripped?' ]
}

@test "cg_merge adds, cg_diff subtracts" {
    data p >once
    cg_merge p | data /dev/stdin | cmp - once
    cg_merge p p >twice
    [ "$(grep -m1 '^#cell' twice)" = '#cell 1 10 8 2 2 0 8 8 200 18 2 6 80' ]
    [ "$(grep -m1 '^#data-object' twice)" = '#data-object heap 2 20 400 40 80 8' ]
    run -0 cg_diff --lines p twice
    [ "$(grep -m1 '^#cell' <<<"$output")" = "$(grep -m1 '^#cell' once)" ]
    # the numbers are of the whole program: its live bytes are no more
    [ "$(grep -m1 '^#data-object' <<<"$output")" = '#data-object heap 2 10 0 40 80 8' ]
    run -0 cg_diff p twice
    [ "$(grep -m1 '^#cell' <<<"$output")" = '#cell 1 0 5 1 4 1 8 9 200 15 3 5 50' ]
}

@test "costs of profiles without data objects are not known" {
    cg_merge --events=union p none >sum
    run -0 cg_show --by=object --as=csv --show=D1m,D1mr sum
    [ "${lines[2]}" = '(not known),,5,5' ]
    cg_merge --events=common p none >sum
    [ "$(grep '^#data-events' sum)" = '#data-events: D1mr' ]
}

@test "means of runs have none" {
    run -0 cg_merge --average p p
    [[ $output != *'#data'* ]]
    run -0 cg_merge --stats p p
    [[ $output != *'#data'* ]]
}

@test "new names are those of data objects, too" {
    run -0 cg_filter --mod-funcname='s/main/start/' --mod-filename='s,^/bin/,/usr/bin/,' p
    [ "$(grep -c '^#fn=start$' <<<"$output")" -eq 2 ]
    [ "$(grep '^#ob=' <<<"$output")" = '#ob=/usr/bin/lists' ]
    run -0 cg_filter --group='G=.' p
    [ "$(grep '^#cell' <<<"$output" | head -1)" = '#cell 1 0 13 3 4 1 16 19 580 27 8 12 150' ]
    [ "$(grep -c '^#fn=G$' <<<"$output")" -eq 1 ]
}

@test "cg_annotate shows objects and the lines that miss on them" {
    run -0 cg_annotate --objects --no-annotate --show=D1mr,D1mw --threshold=10 p
    [ "$(sed -n '/^-- Objects/,$p' <<<"$output")" = "\
-- Objects of data
--------------------------------------------------------------------------------
  D1mr______ D1mw_____  object

> 13 (86.7%) 4 (66.7%)  list.c:30 < add < main (10 blocks of n*8):
   8 (53.3%) 0            /src/list.c:20 find
   4 (26.7%) 1 (16.7%)    /src/list.c:10 main
   1  (6.7%) 3 (50.0%)    /src/list.c:11 main" ]
}

# query SQL: prints the rows of the database counts.db.
query() {
    python3 -c 'import sqlite3, sys
for row in sqlite3.connect("counts.db").execute(sys.argv[1]):
    print(*row, sep="|")' "$1"
}

@test "SQL has objects, whose cells add up to the totals" {
    cg_show --as=sql p none >dump.sql
    python3 -c 'import sqlite3; sqlite3.connect("counts.db").executescript(open("dump.sql").read())'
    run -0 query "SELECT name, sum(count) FROM totals t JOIN events e ON e.id = t.event_id
        WHERE (profile_id, event_id) IN (SELECT profile_id, event_id FROM cells) GROUP BY name"
    [ "$output" = "$(query 'SELECT name, sum(count) FROM cells c JOIN events e ON e.id = c.event_id
        WHERE event_id IN (SELECT event_id FROM totals) GROUP BY name')" ]
    [ "${#lines[@]}" -eq 8 ]
    run -0 query "SELECT o.name, kind, blocks, sum(count) FROM objects o
        JOIN cells c ON c.object_id = o.id JOIN events e ON e.id = c.event_id
        WHERE e.name = 'D1mr' GROUP BY o.id ORDER BY 4 DESC LIMIT 1"
    [ "$output" = 'list.c:30 < add < main|heap|10|13' ]
    [ "$(query 'SELECT sum(loaded), sum(touched) FROM fields')" = '256|84' ]
}

@test "a damaged line is named" {
    sed -i 's/^#cell 1 20/#cell 9 20/' p
    run -1 --separate-stderr cg_merge p
    [ "$stderr" = 'cg_merge: error: p:38: expected the number of an object, at most 5' ]
}

@test "the names that are shown match, too" {
    lines 'cmd: c' 'events: D1mr D1mw' fl=a fn=f '1 4 0' '#data 1 word=4' '#data-events: D1mr D1mw' '#fl=/src/a.cpp' \
        '#fn=main' '#place 0 9' '#fl=/usr/include/c++/12/x.h' '#fn=add' '#place 1 7' '#fn=allocate' '#place 2 8' \
        '#data-object heap 3 1 8 8 8 8' '#data-object other 0 0 0 0 0 0 x' '#fl=a' '#fn=f' '#cell 1 1 3' \
        '#cell 2 1 1' 'summary: 4 0' >headers
    run -0 --separate-stderr cg_show --by=object --as=csv --show=D1mr --object='^add < a.cpp:9' headers
    [ "${lines[1]}" = 'add < a.cpp:9 < main,8,3' ]
    [ -z "$stderr" ]
    run -0 cg_filter --object='^add < a.cpp:9' headers
    [ "$(grep -c '^#cell' <<<"$output")" -eq 1 ]
    run -0 cg_filter --not-object='add < a.cpp:9' headers
    [[ $output = *' x'* && $output != *heap* ]]
    run -0 --separate-stderr cg_show --by=object --object=nosuch headers
    [ "$stderr" = 'cg_show: note: headers: nothing matches: no object has a name that --object chooses' ]
}

@test "fields of several profiles are those of one object" {
    sed 's/^#field 0 128 4$/#field 0 128 4 9/; s/^#cell 1 /#cell 2 /' p >other
    run -1 --separate-stderr cg_show --by=field p other
    [[ $stderr = *'cg_show: error: --by=field: p has most misses on list.c:30 < add < main, but other on table in lists: choose one with --object' ]]
    run -0 cg_show --by=field --object=table p other
}

@test "a report says that no event that it shows is known by object" {
    run -0 cg_annotate --objects --no-annotate --show=Ir p
    [[ $output = *'None of the events that are shown is known by object of data.'* ]]
}

@test "cg_diff pairs objects whose allocating lines moved" {
    sed 's/^#place 1 30$/#place 1 33/' p >moved
    run -1 cmp -s p moved
    run -0 cg_diff p moved
    [ "$(grep -c '^#data-object heap' <<<"$output")" -eq 1 ]
    [ "$(grep '^#data-object heap' <<<"$output" | cut -d' ' -f4-5)" = '0 0' ]
}

@test "cg_diff --lines pairs objects whose allocating lines moved in the source" {
    mkdir -p a/src b/src
    seq 40 >a/src/list.c
    { echo; seq 40; } >b/src/list.c
    sed '/^#place 0 12$/s/12/13/; /^#place 1 30$/s/30/31/' p >moved
    run -0 cg_diff --lines p moved
    [ "$(grep -c '^#data-object heap' <<<"$output")" -eq 2 ]
    run -0 cg_diff --lines --source-a=a --source-b=b p moved
    [ "$(grep '^#data-object heap' <<<"$output" | cut -d' ' -f4-)" = '0 0 40 80 8' ]
    [ "$(grep '^#place' <<<"$output" | head -2)" = "$(grep '^#place' moved | head -2)" ]
}

@test "--struct needs a name" {
    run -2 --separate-stderr cg_show --by=field --struct= p
    [[ $stderr = *--struct* ]]
}

@test "data objects that the result lacks are said" {
    run -0 --separate-stderr cg_merge --average p p
    [ "$stderr" = 'cg_merge: note: --average and --stats leave out data objects' ]
    grep -v '^#' p >without
    run -0 --separate-stderr cg_diff p without
    [[ $output != *'#data'* ]]
    [[ $stderr == 'cg_diff: note: without has no data objects, so the difference has none'* ]]
    run -0 --separate-stderr cg_diff p p
    [ -z "$stderr" ]
}

@test "a section of another version is left out, and that is said" {
    sed 's/^#data 1 /#data 3 /' p >newer
    local said="warning: newer:13: '#data 3' is of another version of the format, and is left out"
    says() {
        local command=$1
        shift
        run -0 --separate-stderr "$command" "$@"
        [ "${stderr%%$'\n'*}" = "$command: $said" ]
        [[ $output != *'#data'* ]]
    }
    says cg_filter newer
    says cg_show newer
    says cg_annotate newer
    says cg_merge newer
    says cg_merge --average newer
    says cg_diff newer p
}

@test "formats of profiles keep data objects, or say that they do not" {
    run -0 cg_show --by=object --as=csv p
    local objects=$output
    for as in cachegrind callgrind; do
        cg_show --as=$as p >copy
        run -0 --separate-stderr cg_show --by=object --as=csv copy
        [ "$output" = "$objects" ]
        [ -z "$stderr" ]
    done
    run -0 --separate-stderr cg_show --as=json p
    [ "$stderr" = "cg_show: note: the format 'json' has no data objects" ]
    grep -v '^#' p >without
    run -0 --separate-stderr cg_show --as=html p without
    [ "${stderr%%$'\n'*}" = 'cg_show: note: without has no data objects, so the difference has none' ]
}

@test "caches with other lines: objects add up, their fields do not" {
    sed 's/^#data 1 word=4 line=64 /#data 1 word=4 line=32 /; s/64 B/32 B/' p >narrow
    run -0 --separate-stderr cg_merge --force p narrow
    [ "${stderr##*$'\n'}" = 'cg_merge: note: the profiles have cache lines of different sizes, so the data objects of the sum have no fields' ]
    [[ $output = *'#data-object heap 2 20 '* && $output != *'#field'* ]]
    run -0 --separate-stderr cg_diff p narrow
    [ "${stderr##*$'\n'}" = 'cg_diff: note: the profiles have cache lines of different sizes, so the data objects of the difference have no fields' ]
    [[ $output = *'#data-object heap'* && $output != *'#field'* ]]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Files with several parts: they are chosen, listed and compared.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    # Names are defined once for the file, and only in the first part that has them.
    lines '# callgrind format' 'version: 1' 'creator: callgrind-3.19.0' 'pid: 1' 'cmd: ./prog' 'part: 1' 'thread: 1' '' \
        'desc: I1 cache: ' 'desc: Trigger: Client Request: load' '' 'positions: line' 'events: Ir' 'summary: 33' '' \
        'ob=(1) prog' 'fl=(1) a.c' 'fn=(1) main' '1 3' 'cfn=(2) f' 'calls=1 5' '2 30' '' 'fn=(2)' '5 25' \
        'cob=(2) lib' 'cfi=(2) l.c' 'cfn=(4) g' 'calls=1 1' '6 5' '' 'ob=(2)' 'fl=(2)' 'fn=(4)' '1 5' '' 'totals: 33' '' \
        'part: 2' 'thread: 1' '' 'desc: Trigger: Program termination' '' 'positions: line' 'events: Ir' 'summary: 45' '' \
        'ob=(1)' 'fl=(1)' 'fn=(1)' '1 5' 'cfn=(2)' 'calls=1 5' '2 40' '' 'fn=(2)' '5 40' '' 'totals: 45' '' \
        'part: 2' 'thread: 2' '' 'desc: Trigger: Program termination' '' 'positions: line' 'events: Ir' 'summary: 7' '' \
        'ob=(1)' 'fl=(1)' 'fn=(3) run' '9 7' '' 'totals: 7' >parts
}

functions() { cg_show --as=csv --show=Ir "$@" | awk -F, 'NR > 1 { print $1, $3 }' | paste -sd';'; }

@test "parts are chosen by number, range, name of a dump and thread; without a choice they are added" {
    [ "$(functions parts)" = 'f 65;main 8;run 7;g 5' ]
    [ "$(functions --part=1 parts)" = 'f 25;g 5;main 3' ]
    [ "$(functions --part=load parts)" = 'f 25;g 5;main 3' ]
    [ "$(functions --part=2 parts)" = 'f 40;run 7;main 5' ]
    [ "$(functions --part=2 --thread=1 parts)" = 'f 40;main 5' ]
    [ "$(functions --thread=2 parts)" = 'run 7' ]
    [ "$(cg_show --by=library --as=csv --part=1 parts | paste -sd' ')" = 'library,Ir prog,28 lib,5' ]
    [ "$(cg_show --by=library --as=csv --part=2 parts | paste -sd' ')" = 'library,Ir prog,52' ]
    [ "$(functions --part=1-2 --thread=1,2 <parts)" = 'f 65;main 8;run 7;g 5' ]
    [ "$(functions --inclusive --part='Program' --thread=1 parts)" = "$(functions --inclusive --thread=1 --part=2- parts)" ]
    cg_annotate --part=1 parts | grep -q '^33 (100.0%)  PROGRAM TOTALS'
    cg_annotate --salvage --thread=2 parts | grep -q '^7 (100.0%)  PROGRAM TOTALS'
    cg_filter --part=2 --thread=1 parts -o part
    [ "$(functions part)" = 'f 40;main 5' ]
    gzip -k parts
    [ "$(functions --part=1 parts.gz)" = 'f 25;g 5;main 3' ]
}

@test "a choice of nothing is an error, and so is a damaged part that is chosen, at its line" {
    fails 1 'cg_show: error: parts: --part=3 chooses none of its parts (3); cg_show --as=parts lists them' cg_show --part=3 parts
    fails 1 'cg_show: error: parts: --part=1 --thread=2 chooses none of its parts (3); cg_show --as=parts lists them' \
        cg_show --part=1 --thread=2 parts
    fails 2 'cg_show: error: --part: an item of the list is empty' cg_show --part=1, parts
    fails 2 'cg_show: error: --part: the range 3-1 ends before it begins' cg_show --part=3-1 parts
    fails 2 "cg_show: error: --thread: takes numbers and ranges, such as 1,3-5, not 'x'" cg_show --thread=x parts
    sed 's/^5 40$/5 99999999999999999999999/' parts >damaged
    line=$(grep -n 99999 damaged | cut -d: -f1)
    run --separate-stderr cg_show --part=2 damaged
    # shellcheck disable=SC2154
    [[ $stderr = *"damaged:$line: "* ]]
    [ "$(functions --part=1 damaged)" = 'f 25;g 5;main 3' ]
    profile flat 'fl=a.c' 'fn=f' '1 7' 'summary: 7'
    [ "$(functions --part=1 flat)" = 'f 7' ]
    fails 1 'cg_show: error: flat: --part=2 chooses none of its parts (1); cg_show --as=parts lists them' cg_show --part=2 flat
}

@test "--as=parts lists the parts of files" {
    prints 'Ir  part
33  1, thread 1: Client Request: load
45  2, thread 1: Program termination
 7  2, thread 2: Program termination' cg_show --as=parts parts
    prints 'Ir  part
45  2, thread 1: Program termination' cg_show --as=parts --part=2 --thread=1 parts
    cp parts other
    run -0 cg_show --as=parts --thread=2 parts other
    [ "${lines[2]}" = ' 7  other 2, thread 2: Program termination' ]
    fails 2 "cg_show: error: each part of a file is read on its own, which stdin and pipes can't be" cg_show --as=parts - <parts
    mkfifo pipe
    fails 2 "cg_show: error: each part of a file is read on its own, which stdin and pipes can't be" cg_show --each-part pipe
    for file in - pipe; do
        fails 2 "cg_diff: error: each part of a file is read on its own, which stdin and pipes can't be" \
            cg_diff --part-a=1 --part-b=2 $file <parts
    done
}

@test "two parts of a file are compared" {
    cg_diff --part-a=1 --part-b=2 parts >one
    cg_diff --part-a=load --part-b=2- parts parts | diff <(grep -v ^desc one) <(grep -v ^desc -)
    [ "$(functions one)" = 'f 15;run 7;g -5;main 2' ]
    grep -q '^desc: Files compared: *parts --part=1; parts --part=2$' one
    run -3 --separate-stderr cg_diff --part-a=1 --part-b=2 --fail-if='function Ir > 30%' parts
    [[ $stderr = *'+60.00%'*'f'* ]]
    cg_diff --thread=1 parts parts | cg_show --as=csv - >x
    fails 2 'cg_diff: error: give two FILEs; either may be - for stdin (see cg_diff --help)' cg_diff --part=1 parts
    fails 2 'cg_diff: error: --part and --thread are of both FILES, --part-a and --part-b of one' \
        cg_diff --part=1 --part-a=2 parts parts
}

@test "each part is a profile of its own: side by side, on a page of two, in a trend" {
    prints 'function,"Ir 1, thread 1: Client Request: load","Ir 2, thread 1: Program termination"
f,25,40
main,3,5
g,5,0' cg_show --as=csv --each-part --thread=1 parts
    cg_show --each-part --thread=1 -o page.html parts 2>note
    grep -q '"difference":true' page.html
    run -0 cg_show --as=trend --each-part --thread=1 parts
    [[ $output = *'load'*33*'termination'*45*'+36.36%'* ]]
    cg_show --each-part -o parts.trend.html parts 2>note
    grep -q 'thread 2: Program termination' parts.trend.html
    # A page of more has the sum, and an event for each part.
    cg_show --each-part -o page.html parts 2>note
    grep -q '"difference":false' page.html
    [ "$(grep -oE '"name":"Ir[:.t0-9]*","event":[0-9],"base":null,"total":[0-9]*' page.html | sed 's/"//g; s/name:\|event:.*total://g' | paste -sd' ')" = \
        'Ir,85 Ir:1.t1,33 Ir:2.t1,45 Ir:2.t2,7' ]
    grep -q '"f",0,1,5,65,25,40,0' page.html
}

@test "events of parts on a page have the numbers of the parts" {
    names() { grep -oE '"name":"Ir:[^"]*"' page.html | cut -d'"' -f4 | paste -sd' '; }
    lines 'part: 4' 'events: Ir' 'fn=f' '1 4' 'totals: 4' 'part: 7' 'events: Ir' 'fn=f' '1 7' 'totals: 7' \
        'part: 9' 'events: Ir' 'fn=f' '1 9' 'totals: 9' >numbers
    cg_show --each-part -o page.html numbers
    [ "$(names)" = 'Ir:4 Ir:7 Ir:9' ]
    [ "$(sed -n '/^"parts":/,/^"left_out"/p' page.html | tr -d '\n')" = '"parts":[["4","4"],["7","7"],["9","9"]],"left_out":[0,0,0],' ]
    # Of two files, whose parts have the same numbers, their place.
    cg_show --each-part -o page.html numbers numbers
    [ "$(names)" = 'Ir:p1 Ir:p2 Ir:p3 Ir:p4 Ir:p5 Ir:p6' ]
}

@test "the name of a file is before those of its parts if it is given" {
    echo name >label
    [ "$(cg_show --each-part --thread=1 --as=csv --label=label parts | head -1)" = \
        'function,"Ir name 1, thread 1: Client Request: load","Ir name 2, thread 1: Program termination"' ]
}

@test "parts are ranked by an event that they have" {
    [ "$(cg_show --as=parts --sort=Ir parts | awk 'NR > 1 { print $1 }' | paste -sd' ')" = '45 33 7' ]
    fails 2 "cg_show: error: --sort: the profile has no event 'Dr'; it has Ir" cg_show --as=parts --sort=Dr parts
}

@test "cg_merge adds the chosen parts of each file" {
    cg_merge --part=1 parts parts >sum
    [ "$(functions sum)" = 'f 50;g 10;main 6' ]
    cg_merge --average --thread=2 parts | grep -qx 'summary: 7'
    profile flat 'fl=a.c' 'fn=f' '1 7' 'summary: 7'
    fails 1 'cg_merge: error: flat: --part=2 chooses none of its parts (1); cg_show --as=parts lists them' \
        cg_merge --part=2 parts flat
}

@test "a file of many parts is read once" {
    # Reading it for each part takes minutes.
    awk 'BEGIN {
        print "# callgrind format"
        for (part = 1; part <= 600; part++) {
            print "part: " part "\ndesc: Trigger: " part "\nevents: Ir"
            for (f = 1; f <= 200; f++)
                print "fn=(" f ")" (part == 1 ? " f" f : "") "\n1 " part "\n2 1\n3 1"
            print ""
        }
    }' >many
    timeout 60 cg_show --as=parts many >list
    [ "$(awk 'NR > 1 { gsub(",", "", $1); sum += $1 } END { print sum, NR }' list)" = "$((200 * (600 * 601 / 2 + 1200))) 601" ]
}

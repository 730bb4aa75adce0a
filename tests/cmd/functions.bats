#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The unit of gates, tables and trees is the function: not a row, whose file another build may change.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
}

# run_of FILE OBJECT FUNCTION...: a profile with calls, in which main calls each FILE:NAME=COST once.
# shellcheck disable=SC2129  # of a test's few lines
run_of() {
    local out=$1 object=$2 number=1 file name cost sum=1 blocks='' calls='' table='' nodes=''
    shift 2
    for function; do
        number=$((number + 1))
        cost=${function##*=} name=${function%=*} file=${name%%:*} name=${name#*:}
        sum=$((sum + cost))
        blocks+=$(printf '\n\n%sfl=(%d) %s\nfn=(%d) %s #%d\n7 %d' "#name ($number) $name"$'\n' \
            "$number" "$file" "$number" "$name" "$number" "$cost")
        calls+=$(printf '\ncfl=(%d)\ncfn=(%d)\ncalls=1 7\n0 %d' "$number" "$number" "$cost")
        table+=$(printf '\n#fn 1 %d %d 7' "$number" "$number")
        nodes+=$(printf '\n#%d %d 1 %d' "$((number > 2))" "$number" "$cost")
    done
    lines '# callgrind format' 'version: 1' 'creator: cachegrind 0.1.0' 'cmd: ./prog' 'part: 1' \
        'positions: line' 'events: Ir' "summary: $sum" >"$out"
    printf '\nob=(1) %s' "$object" >>"$out"
    printf '%s\n\nfl=(1) main.c\nfn=(1) main\n1 1%s\n' "${blocks:1}" "$calls" >>"$out"
    printf '\n#tree 1 nodes %d functions %d recursion 1 folded 0\n#fn 1 1 1 1%s\n' "$number" \
        "$number" "$table" >>"$out"
    printf '#root thread\n#0 1 1 1%s\n#root signal\n#root missing\n\ntotals: %d\n' "$nodes" "$sum" >>"$out"
}

# costs FILE: "function file inclusive" of each function.
costs() { cg_show --inclusive --as=csv "$@" | sed 1d | cut -d, -f1,2,4 | LC_ALL=C sort; }

# gate CONDITION A B: what the gate says.
gate() { cg_diff --fail-if="$1" "${@:2}" 2>&1 >difference | sed 's/^cg_diff: gate: *//; s/  */ /g'; }

@test "without calls a function is its name, in all of its files" {
    profile a fl=x.c fn=f '1 1000' fl=x.h fn=f '1 1000' fl=y.h fn=f '1 1000' 'summary: 3000'
    profile b fl=x.c fn=f '1 1600' fl=x.h fn=f '1 1600' fl=y.h fn=f '1 1600' 'summary: 4800'
    [ "$(gate 'function Ir > 1000' a b | tail -1)" = '+1,800 +60.00% Ir x.c:f (in 3 files)' ]
    run -3 cg_diff --fail-if='function Ir > 1000' a b
    profile c fl=x.c fn=f '1 1000' fl=x.h fn=f '1 2000' fl=y.h fn=f '1 10' 'summary: 3010'
    run -0 cg_diff --fail-if='function Ir > +5%' a c
    # moved to another header: neither new nor gone
    profile d fl=x.c fn=f '1 1000' fl=z.h fn=f '1 2000' 'summary: 3000'
    run -0 cg_diff --fail-if='function abs(Ir) > 0' a d
}

@test "with calls a function may begin in another file" {
    run_of a prog x.cpp:f=100 x.cpp:g=5
    run_of b prog vector.h:f=90 x.cpp:g=5
    [ "$(gate 'inclusive function abs(Ir) > 0 and abs(Ir) > 1%' a b | tail -2)" = \
        "$(lines '-10 -10.00% Ir vector.h:f' '-10 -9.43% Ir main.c:main')" ]
    [ "$(costs difference | grep ^f)" = 'f,vector.h,-10' ]
    run -3 cg_diff --fail-if='inclusive function abs(Ir) > 0' a b
    # by address, too: an addition to a name depends on what ran
    run_of c prog 'x.cpp:f [0x1139]=100' 'x.cpp:f [0x1150]=7'
    [ "$(gate 'function abs(Ir) > 0' a c | tail -2)" = "$(lines '+7 +7.00% Ir x.cpp:f [0x1139]' '-5 -100.00% Ir x.cpp:g')" ]
}

@test "a sum of builds has one function, of which no run had two" {
    run_of a prog x.cpp:f=100
    run_of b prog vector.h:f=90
    cg_merge a b >sum
    [ "$(costs sum)" = "$(lines f,vector.h,190 main,main.c,192)" ]
    cg_merge sum a >three
    [ "$(costs three)" = "$(lines f,vector.h,290 main,main.c,293)" ]
    # static functions of two files are two, and stay so
    run_of c prog x.cpp:f=1 y.cpp:f=2
    [ "$(costs c | head -2)" = "$(lines f,x.cpp,1 f,y.cpp,2)" ]
    cg_merge c sum >four
    cg_merge <(cg_merge c a) b >right
    diff <(grep -v ^creator four) <(cg_merge <(cg_merge a b) c | sed 's/^creator.*//;/^$/d' >/dev/null; grep -v ^creator right)
    [ "$(costs four | head -3)" = "$(lines f,vector.h,90 f,x.cpp,101 f,y.cpp,2)" ]
}

@test "a profile and a difference from it are the second profile, by function" {
    run_of a prog x.cpp:f=100 'x.cpp:g [0x1]=3' 'x.cpp:g [0x2]=4' x.c:s=1 y.c:s=2 x.cpp:gone=8
    run_of b prog vector.h:f=90 'x.cpp:g [0x3]=5' 'x.cpp:g [0x4]=9' x.c:s=4 z.c:s=3 x.cpp:new=6
    cg_diff a b >difference
    cg_merge a difference >sum
    [ "$(costs sum | grep -v ',0$')" = "$(lines f,vector.h,90 'g [0x3],x.cpp,14' main,main.c,118 new,x.cpp,6 s,x.c,4 s,z.c,3)" ]
    cg_merge sum | diff sum -
}

@test "other profilers' functions are by file" {
    foreign() { lines 'version: 1' 'creator: xdebug 3' 'cmd: x.php' 'events: Time' "fl=$2" fn=f "1 $3" '' >"$1"; }
    foreign a x.php 10
    foreign b y.php 12
    [ "$(gate 'function abs(Time) > 0' a b | tail -2)" = "$(lines '+12 new Time y.php:f' '-10 -100.00% Time x.php:f')" ]
    [ "$(cg_merge a b | cg_show --as=csv --by=function | grep -c "^f,")" = 2 ]
}

@test "a function's change is that of its event, whatever the order of the columns" {
    printf '%s\n' 'cmd: p' 'events: Ir Dr' fl=a fn=f '1 100 7' 'summary: 100 7' >first
    printf '%s\n' 'cmd: p' 'events: Dr Ir' fl=a fn=f '1 7 101' 'summary: 7 101' >second
    cg_diff --fail-if='function Ir > 5' first second >/dev/null
    cg_diff --fail-if='function abs(Dr) > 0' first second >/dev/null
    run -3 cg_diff -o difference --fail-if='function Ir > 0' first second
    [[ $output == *'+1 '*'a:f'* ]]
}

@test "data objects are on paths of functions whose names match" {
    # with_blocks FILE FUNCTION BLOCKS
    with_blocks() {
        profile "$1" fl=k.c "fn=$2" '2 9' fn=main '4 9' '#data 2 word=4 live=8' '#fl=k.c' '#fn=main' \
            '#place 0 0' "#fn=$2" '#place 1 2' "#data-object heap 2 $3 $(($3 * 8)) 8 8 8 8" 'summary: 18'
    }
    with_blocks a mk 29
    with_blocks b mk.constprop.0 29
    with_blocks more mk.constprop.0 30
    run -0 --separate-stderr cg_diff --match-names --fail-if='object Blocks > 0' a b
    [ -z "$stderr" ]
    [ "$(grep '^#data-object' <<<"$output")" = '#data-object heap 2 0 0 0 8 8 8' ]
    [ "$(gate 'object Blocks > 0' a b | tail -1)" = '+29 new Blocks mk.constprop.0 < main' ]
    run -3 cg_diff --match-names --fail-if='object Blocks > 0' a more
    [ "$(gate 'object Blocks > 0' --match-names a more | tail -1)" = \
        '+1 +3.45% Blocks mk.constprop.0 < main' ]
}

@test "variables are those of the program whose functions are compared" {
    # with_table FILE OBJECT COST: f of this cost, all on a variable
    with_table() {
        run_of "$1" "$2" "k.c:f=$3"
        sed -i "s,^#tree,#data 2 word=4\n#data-events: Ir\n#ob=$2\n#data-object static 0 0 0 0 8 8 8 table\n#fl=k.c\n#fn=f\n#cell 1 7 $3\n\n&," "$1"
    }
    with_table a b1/old 100
    with_table b b2/new 100
    with_table more b2/new 105
    run -0 --separate-stderr cg_diff --fail-if='object Ir > 0' a b
    [ "$stderr" = 'cg_diff: note: b1/old and b2/new are taken for one object, whose functions and variables are compared' ]
    [ "$(grep -c '^#data-object' <<<"$output")" -eq 1 ]
    [ "$(grep '^#ob=' <<<"$output")" = '#ob=b2/new' ]
    [ "$(gate 'object Ir > 0' a more | tail -1)" = '+5 +5.00% Ir table in new' ]
    [ "$(gate 'object Ir > 0' a more | sed -n 3p)" = '+5 +4.95% Ir PROGRAM TOTALS' ]
    # without calls, and side by side
    rows_of() {
        profile "$1" fl=k.c fn=f "7 $3" '#data 2 word=4' '#data-events: Ir' "#ob=$2" \
            '#data-object static 0 0 0 0 8 8 8 table' '#fl=k.c' '#fn=f' "#cell 1 7 $3" "summary: $3"
    }
    rows_of a b1/old 100
    rows_of more b2/new 105
    [ "$(gate 'object Ir > 0' a more | tail -1)" = '+5 +5.00% Ir table in new' ]
    run -0 cg_annotate --diff --objects a more
    [[ $output == *'table in new'* && $output != *'table in old'* ]]
    run -0 --separate-stderr cg_show --by=object --sort=Ir --as=csv a more
    [ "$output" = "$(lines 'object,Ir a,Ir more' 'table in new,100,105')" ]
    [ "$stderr" = 'cg_show: note: b1/old and b2/new are taken for one object, whose functions and variables are compared' ]
}

@test "new and gone are functions, not events that begin and end" {
    profile a fl=x.c fn=f '1 100 0' fn=g '2 10 3' fn=old '4 1 1' 'summary: 111 4'
    profile b fl=x.c fn=f '1 100 5' fn=g '2 10 0' fn=made '3 1 1' 'summary: 111 6'
    sed -i 's/^events:.*/events: Ir D1mr/' a b
    [ "$(gate 'function abs(D1mr) > 0' a b | sed 's/.*holds:$//')" = \
        "$(lines '' '+2 +50.00% D1mr PROGRAM TOTALS' '+5 from 0 D1mr x.c:f' '-3 -100.00% D1mr x.c:g' \
            '+1 new D1mr x.c:made' '-1 -100.00% D1mr x.c:old')" ]
    run -0 cg_show --sort=D1mr --width=0 a b
    [ "$(grep -oE '(new|gone|from 0|to 0) +[a-z]+$' <<<"$output" | sed 's/  */ /g' | LC_ALL=C sort)" = \
        "$(lines 'from 0 f' 'gone old' 'new made' 'to 0 g')" ]
}

@test "the total of an event that only objects have is their sum" {
    profile a fl=x.c fn=f '1 8 2 1' '#data 2 word=4 line=64' '#data-events: D1mr D1mw' '#ob=p' \
        '#data-object static 0 0 0 0 8 8 8 t' '#fl=x.c' '#fn=f' '#cell 1 1 2 1' 'summary: 8 2 1'
    profile b fl=x.c fn=f '1 8 4 2' '#data 2 word=4 line=64' '#data-events: D1mr D1mw' '#ob=p' \
        '#data-object static 0 0 0 0 8 8 8 t' '#fl=x.c' '#fn=f' '#cell 1 1 4 2' 'summary: 8 4 2'
    sed -i 's/^events:.*/events: Ir D1mr D1mw/' a b
    [ "$(gate 'object D1m > 0' a b | tail -2)" = "$(lines '+3 +100.00% D1m PROGRAM TOTALS' '+3 +100.00% D1m t in p')" ]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_show as a user runs it: its formats are read by other programs; its options and messages. The
# complete output of each format is in golden/show-*.

bats_require_minimum_version 1.5.0

setup() {
    PATH=$BIN:$PATH
    tests=$(cd "$BATS_TEST_DIRNAME" && pwd)
    in=$tests/golden/in
    schema=$tests/../../docs/schema/profile-1.json
    cd "$BATS_TEST_TMPDIR" || exit
}

# stdout must be empty, stderr one line, as given.
fails() {
    local status_wanted=$1 message=$2
    shift 2
    run --separate-stderr "$@"
    [ "$status" -eq "$status_wanted" ]
    [ "$output" = "" ]
    # shellcheck disable=SC2154  # set by run
    [ "$stderr" = "$message" ] || {
        echo "$stderr"
        false
    }
}

summary() { sed -n 's/^summary: //p' "$1"; }

@test "json follows its schema" {
    for profile in v1 diff hostile; do
        cg_show --as=json "$in/$profile.cgout" | "$tests/validate/json" "$schema"
    done
}

@test "json follows its schema where the name of an event is no text" {
    printf 'cmd: x\nevents: \377 \303\251\nfl=a\nfn=f\n1 2 3\nsummary: 2 3\n' >p
    cg_show --as=json p >x.json
    "$tests/validate/json" "$schema" <x.json
    cg_show --as=cachegrind x.json | cmp - p
}

@test "the schema refuses what is wrong" {
    cg_show --as=json "$in/v1.cgout" >good.json
    for wrong in 's/"version":1/"version":2/' 's/"events":\["Ir"/"events":["I r"/' \
        's/\[0,/[-1,/' 's/"name":"main"/"name":7/' 's/"totals":\[/"totals":[1.5,/'; do
        sed "$wrong" good.json >wrong.json
        run ! cmp -s good.json wrong.json
        run ! "$tests/validate/json" "$schema" <wrong.json
    done
}

@test "json is read back without loss" {
    for profile in v1 diff hostile; do
        cg_show --as=cachegrind "$in/$profile.cgout" >straight
        cg_show --as=json "$in/$profile.cgout" >x.json
        cg_show --as=cachegrind x.json >back
        cmp straight back
        cg_show --as=json back | cmp - x.json
    done
}

@test "json is a profile to the other commands" {
    cg_show --as=json -o x.json "$in/v1.cgout"
    cg_merge x.json >merged
    cg_merge "$in/v1.cgout" | cmp - merged
}

@test "damaged json is an error that says where" {
    printf '{"format":"cgtools-profile",\n"version":1,,}\n' >x.json
    fails 1 "cg_show: error: x.json:2: syntax error while parsing object key - unexpected ','; expected string literal" \
        cg_show x.json
    cg_show --as=json "$in/v1.cgout" | sed 's/^"totals":\[/&1/' >x.json
    fails 1 "cg_show: error: x.json: totals[0]: says 14682809 Ir, but the counts add up to 4682809" \
        cg_show x.json
}

@test "callgrind_annotate reads callgrind and finds the same totals" {
    cg_show --as=callgrind "$in/v1.cgout" >callgrind.out.1
    run callgrind_annotate --threshold=100 callgrind.out.1
    [ "$status" -eq 0 ]
    [[ "$output" =~ ([0-9,]+)" "[^$'\n']*\ +([0-9,]+)" "[^$'\n']*\ +([0-9,]+)" "[^$'\n']*"PROGRAM TOTALS" ]]
    [ "${BASH_REMATCH[1]//,/} ${BASH_REMATCH[2]//,/} ${BASH_REMATCH[3]//,/}" = "$(summary "$in/v1.cgout")" ]
    [[ "$output" == *"src/v1/list.h:main"* ]]
    # Each function with its count, as our own report has it.
    cg_show --as=csv --top=0 "$in/v1.cgout" | awk -F, '$1 == "__strcmp_avx2" { print $3 }' >ours
    sed -n 's/^ *\([0-9,]*\) .*:__strcmp_avx2.*/\1/p' <<<"$output" | tr -d , | cmp - ours
}

@test "folded stacks sum up to the total" {
    run "$tests/validate/folded" < <(cg_show --as=folded "$in/v1.cgout")
    [ "$output" = "$(summary "$in/v1.cgout" | cut -d' ' -f1)" ]
    run "$tests/validate/folded" < <(cg_show --as=folded --sort=Dr "$in/v1.cgout")
    [ "$output" = "$(summary "$in/v1.cgout" | cut -d' ' -f2)" ]
    run "$tests/validate/folded" < <(cg_show --as=folded "$in/hostile.cgout")
    [ "$output" = 32 ]
    printf 'cmd: x\nevents: Ir\nfl=\nfn=\n1 2\nfl=/\nfn=f\n1 3\nsummary: 5\n' >nameless.cgout
    cg_show --as=folded nameless.cgout | "$tests/validate/folded"
    run "$tests/validate/folded" 2 < <(cg_show --as=folded "$in/diff.cgout")
    [ "$output" = "$(summary "$in/v1.cgout" | cut -d' ' -f1) $(summary "$in/v2.cgout" | cut -d' ' -f1)" ]
}

@test "pprof's protobuf decodes to the same counts" {
    for profile in v1 diff hostile; do
        cg_show --as=pprof "$in/$profile.cgout" | "$tests/validate/pprof" >decoded
        [ "$(sed -n 2p decoded)" = "$(summary "$in/$profile.cgout")" ]
    done
    cg_show --min=0 -o x.pb.gz "$in/v1.cgout"
    gzip -t x.pb.gz
    "$tests/validate/pprof" <x.pb.gz >decoded
    [ "$(head -1 decoded)" = "Ir Dr D1mr" ]
    grep -Fx 'main@src/v1/words.c:13 < src/v1/words.c@src/v1/words.c:0 < src/v1@src/v1:0 [1, 0, 0]' decoded
}

@test "speedscope's JSON has matching frames and sums" {
    cg_show --as=speedscope "$in/v1.cgout" | python3 -c '
import json, sys
document = json.load(sys.stdin)
frames = document["shared"]["frames"]
for profile in document["profiles"]:
    assert len(profile["samples"]) == len(profile["weights"])
    assert all(0 <= frame < len(frames) for sample in profile["samples"] for frame in sample)
    assert "no call stacks" in profile["name"]
    assert sum(profile["weights"]) == profile["endValue"]
    print(profile["endValue"])' >sums
    [ "$(paste -sd' ' sums)" = "$(summary "$in/v1.cgout")" ]
}

# shellcheck disable=SC2016  # the backquotes are Python's
@test "csv with any names is read by another reader" {
    cg_show --as=csv "$in/hostile.cgout" | python3 -c '
import csv, sys
rows = list(csv.reader(open(0, encoding="latin-1", newline="")))
assert all(len(row) == 3 for row in rows), rows
assert sum(int(row[2]) for row in rows[1:]) == 32
assert any("`x`; \"q\",\\" in row[0] for row in rows)'
}

@test "svg with any names is well-formed" {
    for profile in v1 diff hostile; do
        cg_show --as=svg "$in/$profile.cgout" | xmllint --noout -
    done
}

@test "html asks the network for nothing" {
    cd "$in"
    cg_show --as=html v1.cgout >"$BATS_TEST_TMPDIR/x.html"
    run ! grep -E '(src|href)="?(https?:)?//|@import|url\(' "$BATS_TEST_TMPDIR/x.html"
    grep -q "Content-Security-Policy.*default-src 'none'" "$BATS_TEST_TMPDIR/x.html"
    # Sources are there for hot files only, and not at all where they are not wanted.
    grep -q 'strcmp(i-\\u003eword, word)' "$BATS_TEST_TMPDIR/x.html"
    cg_show --as=html --min=50 v1.cgout >"$BATS_TEST_TMPDIR/x.html"
    run ! grep -q 'strcmp(i-' "$BATS_TEST_TMPDIR/x.html"
    cg_show --as=html --no-source v1.cgout >"$BATS_TEST_TMPDIR/x.html"
    run ! grep -q 'strcmp(i-' "$BATS_TEST_TMPDIR/x.html"
}

@test "an unknown suffix is an error that lists all, unless --as has the format" {
    suffixes=".txt, .tree, .md, .html, .htm, .asm, .trend, .trend.html, .svg, .csv, .sql, .json, .cgout, .callgrind, .dot, .gv, .folded, .speedscope.json, .speedscope, .pb.gz, .pb, .pprof"
    unknown() {
        fails 2 "cg_show: error: --output: no format has the suffix '$2'$3: there are $suffixes; --as chooses a format for any name" \
            cg_show -o "$1" "$in/v1.cgout"
        [ ! -e "$1" ]
    }
    unknown flame.png .png ""
    unknown dir.html/report.pdf.gz .pdf ""
    unknown x.htlm .htlm " (did you mean .html?)"
    cg_show --as=svg -o flame.png "$in/v1.cgout"
    cg_show --as=svg "$in/v1.cgout" | cmp - flame.png
    mkdir dir.png
    cg_show -o dir.png/name "$in/v1.cgout"
    cg_show "$in/v1.cgout" | cmp - dir.png/name
    cg_show -o x.GZ "$in/v1.cgout"
    gunzip <x.GZ | cmp - dir.png/name
}

@test "names of events and formats are accepted in any case" {
    cmp <(cg_show --as=MarkDown --sort=ir --show=IR "$in/v1.cgout") <(cg_show --as=markdown --sort=Ir --show=Ir "$in/v1.cgout")
    printf 'events: Ir Dr\nfl=a\nfn=f\n1 6 2\nsummary: 6 2\n' >p
    cmp <(cg_show --derive=X=ir/DR --sort=x --as=csv p) <(cg_show --derive=X=Ir/Dr --sort=X --as=csv p)
    cmp <(cg_show --as=trend --sort=dr p p) <(cg_show --as=trend --sort=Dr p p)
    fails 2 "cg_show: error: there is no format 'markdwon' (did you mean markdown?): it is one of table, tree, markdown, html, asm, trend, trend-html, parts, svg, csv, sql, json, github, gitlab, cachegrind, callgrind, dot, folded, speedscope, pprof" \
        cg_show --as=markdwon p
    fails 2 "cg_show: error: there is no option --depht (did you mean --depth?) (see cg_show --help)" cg_show --depht=2 p
}

@test "a program given as a profile is called one" {
    printf '\177ELF\2' >prog
    fails 1 "cg_show: error: prog: is a program, not a profile: valgrind --tool=cachegrind ./prog makes one" cg_show prog
    fails 1 "cg_show: error: <stdin>: is a program, not a profile: valgrind --tool=cachegrind PROGRAM makes one" cg_show <prog
    printf '#!/bin/sh\n' >script
    fails 1 "cg_show: error: ./script: is a program, not a profile: valgrind --tool=cachegrind --trace-children=yes ./script makes one" cg_show ./script
    for command in cg_annotate "cg_annotate --salvage" cg_merge cg_filter "cg_diff $in/v1.cgout"; do
        # shellcheck disable=SC2086  # a command with options
        fails 1 "${command%% *}: error: prog: is a program, not a profile: valgrind --tool=cachegrind ./prog makes one" $command prog
    done
}

@test "the format is guessed from the suffix" {
    for suffix in txt tree md html svg csv json cgout callgrind folded speedscope.json; do
        cg_show -o "x.$suffix" "$in/v1.cgout"
        [ -s "x.$suffix" ]
        cg_show -o "y.${suffix^^}" "$in/v1.cgout"
        cmp "x.$suffix" "y.${suffix^^}"
    done
    head -1 x.speedscope.json | grep -q speedscope
    head -1 x.json | grep -q cgtools-profile
    head -1 x.cgout | grep -q '^desc:'
    cg_show -o x.json.gz "$in/v1.cgout"
    gzip -dc x.json.gz | cmp - x.json
    cg_show --as=csv -o x.json "$in/v1.cgout"
    head -1 x.json | grep -q '^function,file'
}

@test "stdin, named or not" {
    cg_show "$in/v1.cgout" >expected
    cg_show <"$in/v1.cgout" | cmp - expected
    cg_show - <"$in/v1.cgout" | cmp - expected
    gzip -c "$in/v1.cgout" | cg_show | cmp - expected
}

@test "derived events, and some events only" {
    cg_show --as=csv --derive='Cost=Ir+10*D1mr' --sort=Cost --show=D1mr "$in/v1.cgout" >x.csv
    [ "$(head -2 x.csv)" = "function,file,Cost,D1mr
__strcmp_avx2,./string/../sysdeps/x86_64/multiarch/strcmp-avx2.S,3076533,197" ]
    # The base of a difference goes along.
    cg_show --as=csv --derive='Cost=Ir+10*D1mr' --sort=Cost --show=Cost "$in/diff.cgout" >x.csv
    [ "$(head -2 x.csv)" = "function,file,Cost,Cost@base
main,src/v2/list.h,166742,1062596" ] || { cat x.csv; false; }
    cg_show --as=csv --show=Ir,Ir@base "$in/diff.cgout" | cmp - <(cg_show --as=csv --show=Ir "$in/diff.cgout")
    fails 2 "cg_show: error: --show: the profile has no event 'Bc'; it has Ir, Dr, D1mr" cg_show --show=Ir,Bc "$in/v1.cgout"
}

# A function that loads 64 bytes for each 8 that it uses, and one that uses all of them often.
cache_use() {
    printf '%s\n' 'desc: I1 cache: 32768 B, 64 B, 8-way associative' \
        'desc: D1 cache: 32768 B, 64 B, 8-way associative' \
        'desc: LL cache: 8388608 B, 64 B, 16-way associative' 'cmd: walk' \
        'events: Ir I1mr D1mr D1mw AcCost1 SpLoss1' fl=./walk.c \
        fn=sum_x '12 9 0 900 100 1000000 56000' '13 9 0 0 0 0 0' '14 9 0 100 0 100000 6400' \
        fn=copy '30 90 0 3000 0 375000 0' fl=walk.h fn=sum_x '3 1 0 100 0 100000 0' \
        'summary: 118 0 4100 100 1575000 62400' >use
}

# long_names N LENGTH: a profile of N functions, whose names begin with "begin" and end with "end".
long_names() {
    awk -v n="$1" -v length_="$2" 'BEGIN {
        for (middle = ""; length(middle) < length_; middle = middle "x,<|") ;
        print "cmd: ./prog\nevents: Ir\nfl=a.c"
        for (i = 1; i <= n; i++) { printf "fn=begin%d%send\n1 %d\n", i, middle, i; sum += i }
        print "summary: " sum }'
}

@test "markdown fits into a comment of GitHub" {
    long_names 30 4000 | cg_show --as=markdown >x.md
    [ "$(wc -m <x.md)" -le 65536 ]
    [ "$(wc -m <x.md)" -gt 60000 ]
    [ "$(grep -c '<code>begin[^…]*…</code>' x.md)" = 30 ]
    # Names that fit are whole.
    long_names 3 4000 | cg_show --as=markdown >x.md
    ! grep … x.md || return
    # With --full-names all are, and rows are left out.
    long_names 30 4000 | cg_show --as=markdown --full-names >x.md
    [ "$(wc -m <x.md)" -le 65536 ]
    ! grep … x.md || return
    grep -q '(other: .* functions)' x.md
    # If names can't be shortened further, rows are left out, and counted.
    long_names 3000 10 | cg_show --as=markdown --top=0 >x.md
    [ "$(wc -m <x.md)" -le 65536 ]
    [ "$(wc -m <x.md)" -gt 60000 ]
    left_out=$((3000 - $(grep -c begin x.md)))
    grep -q "(other: ${left_out%???},${left_out: -3} functions)" x.md
    grep -q '| \*\*4,501,500\*\* ' x.md
}

@test "a difference without its base has no percentages" {
    lines() { printf '%s\n' "$@"; }
    lines 'desc: Files compared:   a; b' 'cmd: ./prog' 'events: Ir Dr' fl=a.c fn=f '1 -30 1' fn=g '2 20 0' \
        'summary: -10 1' >d
    note='cg_show: note: d: a difference without its base has no percentages; cg_diff --keep-base keeps the base'
    run --separate-stderr cg_show d
    # shellcheck disable=SC2154  # set by run
    [ "$stderr" = "$note" ]
    diff <(grep -v '^─' <<<"$output" | sed 's/  */ /g') - <<END
 Ir Dr function file
-30 ████████████ +1 f a.c
+20 ████████ 0 g a.c
-10 +1 total
END
    for as in tree markdown svg; do
        run --separate-stderr cg_show --as=$as d
        [ "$stderr" = "$note" ]
        [[ $output == *-30* ]]
        ! grep -E '[0-9]%[^0-9]' <<<"${output//width=\"100%\"/}" || return
    done
    cg_show --as=html d 2>&1 >x.html | grep -v 'not found at' | diff - <(echo "$note")
    grep -q '"percentages":false' x.html
    # With its base; several files; without percentages.
    lines 'cmd: ./prog' 'events: Ir Ir@base' fl=a.c fn=f '1 -30 100' 'summary: -30 100' >with
    for command in 'with' 'd d' '--as=csv d'; do
        # shellcheck disable=SC2086  # words
        run --separate-stderr cg_show $command
        [ -z "$stderr" ]
    done
    [[ $(cg_show with) == *-30.0%* ]]
}

@test "quotients are those of the sums in each row" {
    cache_use
    cg_show --as=csv --derive=unused1 --derive=uses1 --sort=Unused1 --show=Unused1,Uses1,SpLoss1 use >x.csv
    [ "$(cat x.csv)" = "function,file,Unused1,Uses1,SpLoss1
sum_x,./walk.c,81,100,62400
copy,./walk.c,0,800,0" ] || { cat x.csv; false; }
    cg_show --as=csv --derive=unused1 --show=Unused1 --by=file use >x.csv
    [ "$(cat x.csv)" = "file,Unused1
./walk.c,23
walk.h,0" ] || { cat x.csv; false; }
    cg_show --as=csv --derive=unused1 --show=Unused1 --by=line --top=3 use >x.csv
    [ "$(cat x.csv)" = "file,line,Unused1
./walk.c,14,100
./walk.c,12,87
walk.h,3,0" ] || { cat x.csv; false; }
    # Tables write hundredths as decimals, no percentages, and no quotient of the other rows.
    run -0 cg_show --derive=uses1 --show=Ir,Uses1 --top=1 use
    echo "$output"
    [[ "${lines[2]}" =~ ^\ *90\ +76\.3%\ +76\.3%\ .*\ 8\.00\ +copy ]]
    [[ "${lines[4]}" =~ ^\ *28\ +23\.7%\ +\(other:\ 1\ function\)$ ]]
    [[ "${lines[5]}" =~ ^\ *118\ +100\.0%\ +2\.66\ +total ]]
    # So have the totals, if there are several quotients.
    cg_show --derive=unused1 --derive=uses1 --show=Unused1,Uses1 use | grep -E '^ *23 +2\.66 +total'
    # And what is computed from a quotient.
    cg_show --as=csv --derive=unused1 --derive='Used1=100-Unused1' --show=Unused1,Used1 use >x.csv
    [ "$(cat x.csv)" = "function,file,Unused1,Used1
sum_x,./walk.c,81,19
copy,./walk.c,0,100" ] || { cat x.csv; false; }
    fails 2 "cg_show: error: --derive: the quotients of 'Unused1' do not add up: they go with tables, Markdown and CSV" \
        cg_show --as=tree --derive=unused1 --derive='Used1=100-Unused1' use
    # Several files of one name in the table have one row.
    sed 's,fl=walk.h,fl=./././walk.c,' use >same
    run -0 cg_show --as=markdown --derive=unused1 --show=Unused1 --by=file same
    echo "$output"
    grep -Fx "| 23 | | | \`walk.c\` |" <<<"$output"
    grep -Fx '| **23** | | | **total** |' <<<"$output"
    cg_show --as=csv --derive=unused1 --show=Unused1 use use | grep -qx 'sum_x,81,81'
}

@test "quotients of events go with tables only" {
    cache_use
    fails 2 "cg_show: error: --derive: the quotients of 'Unused1' do not add up: they go with tables, Markdown and CSV" \
        cg_show --as=json --derive=unused1 use
    local format
    for format in tree html trend trend-html sql github; do
        fails 2 "cg_show: error: --derive: the quotients of 'X' do not add up: they go with tables, Markdown and CSV" \
            cg_show --as=$format --derive='X=SpLoss1/Ir' use
    done
    cg_show --as=json --derive='X=Ir/2' use >/dev/null
    cg_show --as=sql --derive='X=Ir/2' use >/dev/null
    fails 2 "cg_show: error: 'X': a difference has no quotients: show the profiles side by side" \
        cg_show --derive='X=Ir/Ir' "$in/diff.cgout"
    fails 2 "cg_show: error: 'Unused1=100*SpLoss1/(I1.line*I1mr+D1.line*(D1mr+D1mw))': the profile has no event 'SpLoss1'; it has Ir, Dr, D1mr; valgrind --tool=cachegrind --cache-sim=yes --cache-use=yes counts what is missing" \
        cg_show --derive=unused1 "$in/v1.cgout"
}

@test "files of two versions get the same names" {
    cg_show --as=csv --by=file "$in/v1.cgout" "$in/v2.cgout" >apart.csv
    grep -q '^src/v1/words.c,[0-9]*,0$' apart.csv
    cg_show --as=csv --by=file --mod-filename='s,v[0-9]/,vN/,' "$in/v1.cgout" "$in/v2.cgout" >x.csv
    grep -Fx "src/vN/words.c,$(sed -n 's,^src/v1/words.c\,\([0-9]*\).*,\1,p' apart.csv),$(
        sed -n 's,^src/v2/words.c\,0\,,,p' apart.csv)" x.csv
    run ! grep -q v[12]/ x.csv
}

@test "several --mod-funcname are applied in order, and functions of one new name are summed" {
    cg_show --as=csv --mod-funcname='s/.*/f/' --mod-funcname='s/^f/g/' "$in/v1.cgout" >x.csv
    [ "$(cut -d, -f1,3- x.csv)" = "function,Ir,Dr,D1mr
g,$(summary "$in/v1.cgout" | tr ' ' ,)" ]
}

@test "sources of renamed files are found by their old names" {
    cd "$in"
    cg_show --as=html --mod-filename='s,src/,moved/,' v1.cgout >"$BATS_TEST_TMPDIR/x.html"
    grep -q 'moved/v1/words.c' "$BATS_TEST_TMPDIR/x.html"
    grep -q 'strcmp(i-\\u003eword, word)' "$BATS_TEST_TMPDIR/x.html"
}

@test "a bad --mod-filename has the same message as in cg_diff" {
    fails 2 "cg_show: error: $(cg_diff --mod-filename=x a b 2>&1 | sed 's/^cg_diff: error: //')" \
        cg_show --mod-filename=x "$in/v1.cgout"
}

@test "wrong command lines" {
    fails 2 "cg_show: error: there is no format 'xml': it is one of $(cg_show --help |
        sed -n '/^FORMAT of --as:$/,/^$/s/^  \([a-z-]\+\)  .*/\1/p' | paste -sd , | sed 's/,/, /g')" \
        cg_show --as=xml "$in/v1.cgout"
    fails 2 "cg_show: error: the format 'json' shows one profile: merge or subtract them first (cg_merge, cg_diff)" \
        cg_show --as=json "$in/v1.cgout" "$in/v2.cgout"
    fails 2 "cg_show: error: the format 'html' shows one profile, or the difference of two: merge or subtract them first (cg_merge, cg_diff)" \
        cg_show --as=html "$in/v1.cgout" "$in/v2.cgout" "$in/v2.cgout"
    fails 1 "cg_show: error: nowhere: No such file or directory" \
        cg_show --as=svg --source-a=nowhere "$in/v1.cgout" "$in/v1.cgout"
    mkdir empty
    fails 1 "cg_show: error: empty: holds none of the sources that the profile names" \
        cg_show --as=svg --source-b=empty "$in/v1.cgout" "$in/v1.cgout"
    fails 2 "cg_show: error: --source-a and --source-b go with two profiles on a page" \
        cg_show --source-a=. "$in/v1.cgout" "$in/v2.cgout"
    fails 2 "cg_show: error: --sort: the profile has no event 'Bc'; it has Ir, Dr, D1mr" cg_show --sort=Bc "$in/v1.cgout"
    fails 2 "cg_show: error: --by takes function, file, line, dir, calls, callers, chain, object, field or library, not 'module'" \
        cg_show --by=module "$in/v1.cgout"
    fails 2 "cg_show: error: --min takes a percentage from 0 to 100, not '101'" \
        cg_show --min=101 "$in/v1.cgout"
    fails 2 "cg_show: error: --top takes a number from 0 up, not '-1'" cg_show --top=-1 "$in/v1.cgout"
    fails 2 "cg_show: error: --ref=3: there are only 2 files" \
        cg_show --ref=3 "$in/v1.cgout" "$in/v2.cgout"
    fails 2 "cg_show: error: --color takes auto, always or never, not 'red'" \
        cg_show --color=red "$in/v1.cgout"
}

@test "pages and pictures of two profiles are those of their difference" {
    # cg_show takes src/v1/words.c and src/v2/words.c for one file by itself.
    cg_diff --lines --keep-base --mod-filename='s{^src/v1/}{src/v2/}' "$in/v1.cgout" "$in/v2.cgout" >diff.cgout
    cg_show --as=svg "$in/v1.cgout" "$in/v2.cgout" >two.svg
    cg_show --as=svg diff.cgout >one.svg
    diff one.svg two.svg
    cg_show --as=svg --ref=2 "$in/v1.cgout" "$in/v2.cgout" >other.svg
    cg_show --as=svg "$in/v2.cgout" "$in/v1.cgout" | diff - other.svg
    run ! diff -q two.svg other.svg
    printf 'cmd: x\nevents: Ir\nfl=a\nfn=f\n1 1\nsummary: 1\n' >other.cgout
    fails 1 "cg_show: error: diff.cgout: is a difference with the event Ir@base already, so it can't be compared" \
        cg_show -o x.html diff.cgout "$in/v2.cgout"
    fails 1 "cg_show: error: other.cgout: $(cg_diff "$in/v1.cgout" other.cgout 2>&1 | sed 's/^cg_diff: error: other.cgout: //')" \
        cg_show -o x.html "$in/v1.cgout" other.cgout
    [ ! -e x.html ]
    cg_show -o same.html "$in/v1.cgout" "$in/v1.cgout"
    grep -q '<title>./words-v1</title>' same.html
}

@test "a note says that only one of two profiles has calls" {
    printf 'version: 1\nevents: Ir\nfl=a.c\nfn=main\n1 10\ncfn=f\ncalls=3 5\n2 30\nfn=f\n5 30\n' >calls.cgout
    printf 'cmd: x\nevents: Ir\nfl=a.c\nfn=f\n1 1\nsummary: 1\n' >none.cgout
    run cg_show -o x.html none.cgout calls.cgout
    [ "$status" = 0 ]
    [ "${lines[0]}" = "cg_show: note: none.cgout has no calls, so the difference has none" ]
}

@test "a note says that profiles side by side have other events" {
    printf 'events: Ir Dr\nfl=a.c\nfn=f\n1 5 2\nsummary: 5 2\n' >a
    printf 'events: Ir Bc\nfl=a.c\nfn=f\n1 7 2\nsummary: 7 2\n' >b
    printf 'events: Dr Ir\nfl=a.c\nfn=f\n1 2 7\nsummary: 2 7\n' >c
    run -0 --separate-stderr cg_show a c b
    [ "$stderr" = 'cg_show: note: b: the events differ: only the profile before has Dr, only this one has Bc' ]
    run -0 --separate-stderr cg_show a c
    [ -z "$stderr" ]
}

@test "wrong data leaves no output file" {
    fails 1 "cg_show: error: nosuch: No such file or directory" cg_show -o x.csv nosuch
    [ ! -e x.csv ]
    printf 'cmd: x\nevents: Ir\nfl=a\nfn=f\n1 -1\nsummary: -1\n' >negative.cgout
    for format in callgrind folded speedscope; do
        fails 1 "cg_show: error: negative.cgout: the $format format holds no negative counts, as a diff has them" \
            cg_show --as=$format -o x negative.cgout
        [ ! -e x ]
    done
}

@test "a full disk is an error, a reader that goes away is none" {
    for format in table tree markdown html svg csv json cachegrind callgrind folded speedscope pprof; do
        run bash -c "cg_show --as=$format '$in/v1.cgout' 2>&1 >/dev/full"
        [ "$status" -eq 1 ]
        [ "$output" = "cg_show: error: <stdout>: No space left on device" ]
    done
    run bash -c "cg_show --as=json '$in/v1.cgout' | head -1"
    [ "$status" -eq 0 ]
    [[ "$output" == '{"format":"cgtools-profile","version":1,' ]]
}

@test "a table by line has the text of each line, if the source is there" {
    printf 'int main(void)\n{\n\t  return\t0; // a|b\n}\n' >a.c
    printf 'events: Ir\nfl=a.c\nfn=main\n2 5\n3 7\n9 1\nfl=gone.c\nfn=f\n1 3\nsummary: 16\n' >p
    cg_show --by=line p >x
    grep -qE '^ *7 .* a\.c:3 +return 0; // a\|b$' x
    grep -qE '^ *5 .* a\.c:2 +\{$' x
    grep -qE '^ *3 .* gone\.c:1$' x
    grep -qE '^ *1 .* a\.c:9$' x
    cg_show --as=markdown --by=line p | grep -qF '<code>return 0; // a&#124;b</code>'
    ! cg_show --no-source --by=line p | grep source || return 1
    rm a.c
    ! cg_show --by=line p | grep source || return 1
    mkdir inc
    printf '\n\nfound\n' >inc/a.c
    cg_show --by=line -I inc p | grep -qE 'a\.c:3 +found$'
    awk 'BEGIN { while (n++ < 100000) printf "x" }' >gone.c
    [ "$(cg_show --by=line p | wc -L)" -lt 300 ]
}

@test "--min-of leaves out rows that hardly ran" {
    printf 'events: Ir Miss\nfl=a.c\nfn=rare\n1 1 1\nfn=hot\n2 900 90\nfn=warm\n3 99 33\nsummary: 1000 124\n' >p
    functions() { cg_show --as=csv --derive='Rate=100*Miss/Ir' --sort=Rate "$@" p | sed '1d; s/,.*//' | paste -sd' '; }
    [ "$(functions)" = "rare warm hot" ]
    [ "$(functions --min-of=Ir=99)" = "warm hot" ]
    [ "$(functions --min-of=ir=9.9%)" = "warm hot" ]
    [ "$(functions --min-of=Ir=10%)" = "hot" ]
    [ "$(functions --min-of=Ir=2 --min-of=Miss=34)" = "hot" ]
    [ "$(functions --min-of=Ir=2 --top=1)" = "warm" ]
    cg_show --derive='Rate=100*Miss/Ir' --show=Rate --sort=Rate --min-of=Ir=2 p >x
    head -1 x | grep -q 'Rate .* Ir .* function'
    grep -q '(other: 1 function)' x
    cg_show --as=markdown --min-of=Ir=2 p | grep -qF '**(other: 1 function)**'
    fails 2 "cg_show: error: --min-of: the profile has no event 'Dr'; it has Ir, Miss" cg_show --min-of=Dr=1 p
    local argument
    for argument in Ir Ir= Ir=% =1 Ir=-1 Ir=1x; do
        fails 2 "cg_show: error: --min-of takes EVENT=COUNT or EVENT=PERCENT%, not '$argument'" cg_show "--min-of=$argument" p
    done
    fails 2 "cg_show: error: --min-of goes with --as=table, markdown, csv" cg_show --as=tree --min-of=Ir=1 p
    fails 2 "cg_show: error: --min-of goes with one profile" cg_show --min-of=Ir=1 p p
}

@test "on a terminal, a run says what it wrote" {
    command -v script >/dev/null || skip "no script(1)"
    said() { script -qefc "$1" /dev/null </dev/null | tr -d '\r' | grep -v 'not found at'; }
    [ "$(said "cg_show -o x.html $in/v1.cgout")" = "cg_show: note: wrote x.html as html, to be opened in a browser" ]
    [ "$(said "cg_show -o x.csv $in/v1.cgout")" = "cg_show: note: wrote x.csv as csv" ]
    [ "$(said "cg_show --as=trend -o trend $in/v1.cgout $in/v1.cgout")" = "cg_show: note: wrote trend as trend" ]
    [ "$(said "cg_annotate -o report $in/v1.cgout" | tail -1)" = "cg_annotate: note: wrote report" ]
    [ "$(said "cg_show -o x.html $in/v1.cgout 2>log")" = "" ]
    run ! grep -v 'not found at' log
    [ "$(said "cg_show -o /dev/null $in/v1.cgout")" = "" ]
}

@test "on a terminal, the progress of a long run is a share" {
    command -v script >/dev/null || skip "no script(1)"
    mkfifo slow
    : >shown
    # The second profile comes when the share of the first was shown, on slow machines after a minute at most.
    (
        exec >slow
        for ((i = 0; i < 300; i++)); do
            grep -q 'cg_show: reading 50 %, [0-9]* s' shown && break
            sleep 0.2
        done
        cat "$in/v1.cgout"
    ) &
    script -qefc "cg_show $in/v1.cgout slow" /dev/null </dev/null >shown
    grep -q 'cg_show: reading 50 %, [0-9]* s' shown
}

@test "80 columns: of seventeen events those are left that matter" {
    {
        echo 'events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim AcCost1 SpLoss1 AcCost2 SpLoss2'
        echo 'fl=a.c'
        echo 'fn=f'
        echo '1 1000000 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17'
        echo 'summary: 1000000 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17'
    } >p
    heads() { cg_show --width="$1" "${@:2}" p | head -1 | tr -s ' ' '\n' | grep -v '^%*$' | paste -sd' '; }
    [ "$(heads 70)" = "Ir D1mr DLmr Bcm function" ]
    [ "$(heads 70 --sort=Dw)" = "Dw Ir D1mr DLmr function" ]
    [ "$(heads 60 --show=Ir,Dr,Bc,Bi,Dw)" = "Ir Dr Bc Bi Dw function" ]
}

@test "a terminal gets colours and its own width, a pipe neither" {
    command -v script >/dev/null || skip "no script(1)"
    TERM=xterm script -qec "stty cols 70; cg_show --show=Ir $in/v1.cgout" /dev/null >on_terminal </dev/null
    grep -q $'\e\[1;31m' on_terminal
    [ "$(sed 's/\x1b\[[0-9;]*m//g; s/\r//' on_terminal | LC_ALL=C.UTF-8 wc -L)" -eq 70 ]
    for setting in 'NO_COLOR=1 TERM=xterm' TERM=dumb TERM= '-u TERM'; do
        # shellcheck disable=SC2086  # one or two words
        env $setting script -qec "cg_show $in/v1.cgout" /dev/null >plain </dev/null
        run ! grep -q $'\e' plain
    done
}

@test "a run of more than a second says so, on a terminal only" {
    command -v script >/dev/null || skip "no script(1)"
    mkfifo pipe
    : >on_terminal
    # The input comes when that was said, however slow the machine is.
    { until grep -q 'reading, 2 s' on_terminal; do sleep 0.1; done; cat "$in/v1.cgout"; } >pipe &
    script -qefc "cg_show --as=csv -o x.csv pipe" on_terminal </dev/null >/dev/null
    grep -q $'\r\e\[Kcg_show: reading, 1 s\r\e\[Kcg_show: reading, 2 s' on_terminal
    grep -q $'\r\e\[Kcg_show: note: wrote x.csv as csv' on_terminal
    [ -s x.csv ]
    { sleep 2; cat "$in/v1.cgout"; } >pipe &
    cg_show --as=csv -o y.csv pipe 2>quiet
    [ ! -s quiet ]
    cmp x.csv y.csv
}

@test "--function and --by=chain are no options of a history" {
    fails 2 'cg_show: error: --function goes with --as=asm; cg_filter --function chooses rows for the others' \
        cg_show --as=trend --function=x "$in/v1.cgout" "$in/v2.cgout"
    fails 2 'cg_show: error: --by=chain goes with --as=table, markdown, csv' \
        cg_show --as=sql --inlines --by=chain "$in/v1.cgout"
    fails 2 'cg_show: error: --by=chain goes with --inlines, without --inclusive' cg_show --by=chain "$in/v1.cgout"
}

# A profile of the program with an object of blocks of 16 bytes.
data_profile() { # PROGRAM
    printf '%s\n' "cmd: $1" 'events: Ir D1mr DLmr D1mw DLmw' 'fl=a.c' 'fn=main' '1 10 3 0 0 0' '#data 1 word=4 line=64' \
        '#data-events: D1mr DLmr D1mw DLmw' '#fl=a.c' '#fn=main' '#place 0 1' '#data-object heap 1 2 32 16 16 16' \
        '#field 0 0 0 1' '#field 8 0 0 2' '#cell 1 1 3' 'summary: 10 3 0 0 0'
}

@test "--struct names the members of blocks, and says what is wrong" {
    printf '%s\n' 'struct item { long key; int a, b; } one;' 'int main(void) { return one.a; }' >a.c
    printf '%s\n' 'struct item { int wide[8]; } other;' >b.c
    gcc -g -c a.c b.c
    gcc -o prog a.o
    gcc -o two a.o b.o
    cp prog without
    strip -g without
    data_profile ./prog | cg_show --as=html --struct=item >page
    grep -qF '"struct":{"name":"item","size":16}' page
    grep -qF '[[0,8,"key","long int",0,2,0,0,1],[8,4,"a","int",2,1,0,0,2],[12,4,"b","int",3,1,0,0,0]]' page
    data_profile ./prog | sed 's/16 16 16$/32 32 32/' | cg_show --as=html --struct=item+16 >page
    grep -qF '"struct":{"name":"item","size":32}' page
    grep -qF '[[0,16,"(before item)","",0,4,0,0,3],[16,8,"key","long int",4,2,0,0,0]' page
    data_profile ./prog | cg_show --as=html --struct=item+8 2>said >page
    [ "$(sed "s,$PWD/,,g" said)" = 'cg_show: note: ./prog: item of 16 bytes (a.c:1) fits no object: it ends after the period of each' ]
    data_profile ./prog | sed 's/16 16 16$/24 24 24/; s/^#field 8 0 0 2$/#field 16 0 0 2/' >more.cg
    cg_show --as=html --struct=item more.cg 2>said >page
    [ "$(sed "s,$PWD/,,g" said)" = 'cg_show: note: ./prog: item of 16 bytes (a.c:1) fits no object: its size divides the period of none' ]
    fails 1 'cg_show: error: more.cg: no object that is meant has fields that the struct fits' \
        bash -c 'set -o pipefail; cg_show --by=field --struct=item more.cg 2>&1 | grep error >&2'
    run -0 --separate-stderr cg_show --by=field --as=csv --struct=item+0 more.cg
    [ -z "$stderr" ]
    [[ $output = *'+16 (after item),2'* ]]
    data_profile ./two | cg_show --as=html --struct=item 2>said >page
    [ "$(sed "s,$PWD/,,g" said)" = 'cg_show: note: ./two: of item of 16 bytes (a.c:1), item of 32 bytes (b.c:1), the one that fits is taken: item of 16 bytes (a.c:1)' ]
    data_profile ./two >two.cg
    sed 's/16 16 16$/16 16 8/; s/#field 8.*/#field 4 0 0 2/' two.cg >neither.cg
    run --separate-stderr cg_show --as=html --struct=item neither.cg
    [ "$status" -eq 1 ]
    [ "${stderr//"$PWD/"/}" = 'cg_show: error: neither.cg: --struct: ./two has several: item of 16 bytes (a.c:1), item of 32 bytes (b.c:1)' ]
    data_profile ./without >without.cg
    fails 1 'cg_show: error: without.cg: --struct: no program has debugging information (./without: it has no debugging information)' \
        cg_show --as=html --struct=item without.cg
    data_profile ./prog >prog.cg
    fails 1 "cg_show: error: prog.cg: --struct: no struct has the name 'ite' in ./prog; there are item" \
        cg_show --as=html --struct=ite prog.cg
    fails 1 "cg_show: error: $in/v1.cgout: has no costs by data object, which --struct needs (valgrind --tool=cachegrind --cache-sim=yes --data-objects=yes writes them)" \
        cg_show --as=html --struct=item "$in/v1.cgout"
    fails 2 'cg_show: error: --struct goes with --as=html, and with --by=field' cg_show --struct=item prog.cg
}

@test "the examples of the manual page work" {
    cp -r "$in/src" .
    cp -r "$in/src" ../old
    cp "$in/v1.cgout" cachegrind.out
    cp "$in/v1.cgout" v1.out
    cp "$in/v2.cgout" v2.out
    cp "$in/diff.cgout" diff.out
    printf '%s\n' '# callgrind format' 'part: 1' 'events: Ir' 'ob=prog' 'fl=a.c' 'fn=f' '1 5' 'part: 2' 'events: Ir' \
        'ob=prog' 'fl=a.c' 'fn=f' '1 6' >callgrind.out.123
    cp "$in/v2.cgout" v3.out
    cp "$in/data.cgout" data.out
    printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=main '3 10' cfn=f 'calls=2 7' '4 5' fn=f '7 5' >calls.out
    printf '%s\n' 'cmd: ./prog' 'events: Ir' fl=a.c fn=parse '3 70' '#addresses 1' '#object 1 ab12 ./prog' \
        '#fl=a.c' '#fn=parse' '#a 1 0x10 4 1 3 70' 'summary: 70' >addresses.out
    unset DEBUGINFOD_URLS
    # shellcheck source=tests/cmd/profiles.bash
    source "$BATS_TEST_DIRNAME/profiles.bash"
    example_inputs
    local count=0 line
    while IFS= read -r line; do
        run --separate-stderr bash -c "set -o pipefail; $line"
        echo "$line: status $status, $stderr"
        [ "$status" -eq 0 ]
        # Neither the program nor all sources are there.
        [[ $line == *addresses.out ]] || ! grep -qv 'not found at\|may be\|^$' <<<"$stderr"
        count=$((count + 1))
    done < <("$BATS_TEST_DIRNAME/manual_examples" --joined "$BATS_TEST_DIRNAME/../../man/cg_show.1")
    [ "$count" -eq 39 ]
    [ -s report.html ]
    [ -s diff.svg ]
    [ -s profile.pb.gz ]
    run_help_examples cg_show
}

@test "a trend is cut to a width, which a pipe has none of" {
    name='std::map<int, int>::insert(std::pair<int const, int> const&)'
    printf '%s\n' 'cmd: x' 'events: Ir' fl=a.cpp "fn=$name" '1 10' 'summary: 10' >p
    sed 's/ 10$/ 30/' p >q
    cg_show --as=trend p q | grep -qF "+20  $name"
    cg_show --as=trend --full-names -w 40 p q | grep -qF "+20  $name"
    cg_show --as=trend -w 40 p q | grep -q '+20  std::map<…>::insert(…)$' # 32 columns
    cg_show --as=trend -w 30 p q | grep -q '+20  …map<…>::insert$'
}

@test "where numbers are wider than the lines may be, so is the title" {
    printf '%s\n' 'cmd: x' 'events: Ir' fl=a.c fn=f '1 123456789' 'summary: 123456789' >before.out
    cp before.out after.out
    [ "$(cg_show --width=10 before.out after.out | head -n 1)" = 'Ir, compared with before.out' ]
    # Else it has the lines' width.
    printf '%s\n' 'cmd: x' 'events: An_event_with_a_long_name' fl=a.c fn=f '1 1' 'summary: 1' | tee a >b
    [ "$(cg_show --width=30 a b | head -n 1)" = 'An_event_with_a…ompared with a' ]
}

@test "two profiles are gated as cg_diff does, and annotated as their difference" {
    cp -r "$in/src" .
    both=(--mod-filename='s/v[12]/vN/' "$in/v1.cgout" "$in/v2.cgout")
    run -3 --separate-stderr cg_show --as=github --fail-if='function Ir > 10%' "${both[@]}"
    # shellcheck disable=SC2154  # run sets it
    shown=$output said=$(grep gate: <<<"$stderr" | sed 's/^cg_show/cg_diff/')
    run -3 --separate-stderr cg_diff --fail-if='function Ir > 10%' -o /dev/null "${both[@]}"
    [ "$(grep gate: <<<"$stderr")" = "$said" ]
    mv src/v2 src/vN
    run -0 --separate-stderr cg_show --as=github --fail-if='Ir > 10%' "${both[@]}"
    grep -qx 'cg_show: gate: passes' <<<"$stderr"
    cg_diff --lines --keep-base "${both[@]}" >difference
    [ "$output" = "$(cg_show --as=github difference)" ]
    [[ "$output" == "::warning file=src/vN/"* && "$shown" == "::notice"* ]]
    fails 2 'cg_show: error: --fail-if goes with two profiles that are shown as their difference: HTML, SVG, GitHub, GitLab' \
        cg_show --fail-if='Ir > 1' "${both[@]}"
    fails 2 'cg_show: error: --fail-if needs whole profiles, not what --salvage reads' \
        cg_show --as=svg --salvage --fail-if='Ir > 1' "${both[@]}"
}

@test "estimated cycles are the sum of weights that the formula says" {
    printf '%s\n' 'desc: D1 cache: 32768 B, 64 B, 8-way associative' 'cmd: ./prog' \
        'events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw Bc Bcm Bi Bim' fl=a.c fn=f '1 90 1 0 30 2 1 20 3 2 9 4 2 1' \
        fn=main '2 10 0 1 5 1 0 5 0 0 3 1 0 0' 'summary: 100 1 1 35 3 1 25 3 2 12 5 2 1' >profile
    formula='Ir + 20*(Bcm+Bim) + 32*(I1mr+D1mr+D1mw) + 240*(ILmr+DLmr+DLmw)'
    run -0 cg_show --cycles --show=EstCycles --as=csv profile
    # 90+20*5+32*6+240*3, 10+20*1+32*1+240*1
    [ "$output" = $'function,file,EstCycles\nf,a.c,1102\nmain,a.c,302' ]
    run -0 cg_show --cycles profile
    [[ "$output" == *"
EstCycles: an estimate, $formula" ]]
    run -0 cg_show --cycles --as=markdown profile profile
    [[ "$output" == *'| **total** |'*"

\`EstCycles: an estimate, $formula\`" ]]
    # Side by side are the counts of one event.
    cg_show --cycles --as=csv profile profile | grep -qx 'f,1102,1102'
    cg_show --cycles --show=Ir --as=csv profile profile | grep -qx 'f,90,90'
    cg_show --cycles --sort=Bcm --as=csv profile profile | grep -qx 'f,4,4'
    cg_filter --cycles-of=zen3 profile >derived
    grep -qxF "desc: EstCycles: an estimate, $formula" derived
    grep -q '^summary: .* 1404$' derived
    cg_filter --cycles-of=rocketlake profile | grep -qxF \
        'desc: EstCycles: an estimate, Ir + 40*(Bcm+Bim) + 80*(I1mr+D1mr+D1mw) + 180*(ILmr+DLmr+DLmw)'
    cg_annotate --cycles --show=EstCycles profile >report
    grep -qxF "EstCycles:        an estimate, $formula" report
    grep -qx 'D1 cache: *32768 B, 64 B, 8-way associative' report
    grep -q '^1,404 (100.0%)  PROGRAM TOTALS$' report
    cg_annotate --diff --percent-of=base --cycles --show=EstCycles profile profile >report
    grep -q '^ *0  PROGRAM TOTALS$' report
    echo 'Ir + 3*Bcm' >own
    for options in '--cycles --cycles-of=own' '--cycles-of=own --cycles'; do
        # shellcheck disable=SC2086  # two options
        cg_show $options --show=EstCycles profile >own.table
        grep -q '^  *115 .* total$' own.table
    done
    run -3 --separate-stderr cg_diff --cycles --fail-if='EstCycles > -1' profile profile
    [[ "$output" == *"desc: EstCycles: an estimate, $formula
"* ]]
    fails 1 'cg_show: error: nothing: no file, and no processor of which there is a formula: zen3, rocketlake' cg_show --cycles-of=nothing profile
    long=$(printf "%0300d" 0) # then it is not known whether there is such a file
    fails 1 "cg_show: error: $long: File name too long" cg_show --cycles-of="$long" profile
    cg_filter --events=Ir profile >instructions
    fails 2 "cg_show: error: 'EstCycles=$formula': the profile has no event 'Bcm'; it has Ir; valgrind --tool=cachegrind --cache-sim=yes --branch-sim=yes counts what is missing" \
        cg_show --cycles instructions
    cg_filter --events=Ir,I1mr,D1mr,D1mw,ILmr,DLmr,DLmw profile >caches
    run -2 --separate-stderr cg_annotate --cycles caches
    [[ $stderr = *'; valgrind --tool=cachegrind --branch-sim=yes counts what is missing' ]]
    fails 2 "cg_show: error: 'EstCycles=$formula': the profile has an event EstCycles already" cg_show --cycles derived
}

@test "a formula and a profile can't both be standard input" {
    printf '%s\n' 'cmd: ./prog' 'events: Ir Dr' fl=a.c fn=f '1 90 3' 'summary: 90 3' >profile
    echo 'Ir + 2*Dr' >formula
    cg_show --cycles-of=- --show=EstCycles --as=csv profile <formula | grep -qx 'f,a.c,96'
    for command in cg_show cg_annotate cg_filter; do
        fails 2 "$command: error: - can be given once only: stdin can't be read twice" "$command" --cycles-of=- - <formula
    done
}

@test "names of functions keep their last component where there is no room" {
    name='std::vector<std::pair<int, long>, std::allocator<std::pair<int, long> > >::push_back(std::pair<int, long> const&)'
    printf '%s\n' 'cmd: ./prog' 'events: Ir' fl=a.cpp "fn=$name" '1 90' fn=main '2 10' 'summary: 100' >names
    cg_show --width=60 names | grep -q '90.0%  ██.*  …vector<…>::push_back  *a.cpp$'
    cg_show --width=45 --as=tree names | grep -q '─ std::vector<…>::push_back$'
    cg_show --width=20 --full-names names | grep -qF "  $name"
    cg_show --width=20 --full-names --as=tree names | grep -qF "─ $name"
    printf '%s\n' 'version: 1' 'creator: x' 'cmd: ./prog' 'events: Ir' fl=a.cpp "fn=$name" '1 90' \
        cfn=main 'calls=1 0' '1 10' fn=main '2 10' 'summary: 100' >calls
    cg_show --as=dot calls >short.dot
    grep -qF 'label="std::vector<…>::push_back(…)\n' short.dot
    grep -qF "tooltip=\"$name\"" short.dot
    cg_show --as=dot --full-names calls | grep -qF "label=\"$name\\n"
    touch a.cpp
    cg_show --as=github names | grep -q 'in std::vector<…>::push_back(…)$'
    cg_show --as=github --full-names names | grep -qF "in $name"
    run -2 cg_show --full-names -o x.html names
    [ "$output" = "cg_show: error: --full-names goes with --as=table, tree, markdown, trend, github, gitlab, dot" ]
}

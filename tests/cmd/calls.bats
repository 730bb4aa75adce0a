#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The commands with calls: our tool's trees, and arcs, as callgrind writes them.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    tree tree 10
}

nodes() { grep -E '^#[0-9]' "$1"; }

# placed FILE: the tree, whose main calls f at two lines: 2 (30) and 3 (60).
placed() { sed 's/^calls=2 5$/calls=1 5\n2 30\ncfn=(1)\ncalls=1 5/; s/^0 90$/3 60/' tree >"$1"; }

@test "cg_merge gives a file with calls back" {
    cg_merge tree >out
    diff <(grep -v ^creator tree) <(grep -v ^creator out)
    cg_merge <tree - | diff out -
    cg_merge out | diff out -
}

@test "cg_merge adds trees up by path" {
    cg_merge tree tree -o out
    [ "$(nodes out)" = "$(lines '#0 3 2 20' '#0 1 4 60' '#0 2 6 120' '#2 2 2 10')" ]
    [ "$(grep ^totals out)" = 'totals: 210' ]
}

@test "appended profiles are summed" {
    cat tree tree >appended
    cg_merge tree tree | diff - <(cg_merge appended)
}

@test "what only one profile has is said in a note" {
    profile plain fl=a.c fn=f '5 1' 'summary: 1'
    cg_merge tree plain >out 2>err
    [ "$(cat err)" = 'cg_merge: note: 1 of 2 profiles has no calls, so the result has none' ]
    [ "$(tail -1 out)" = 'summary: 106' ]
    grep -v '^#' tree >arcs
    cg_merge tree arcs >out 2>err
    [ "$(cat err)" = 'cg_merge: note: 1 of 2 profiles has no tree of calls, so the result has callers and callees only' ]
    [ "$(grep -A1 -c '^calls=4' out)" -gt 0 ]
    cg_annotate tree plain tree >out 2>err
    [ "$(grep -v 'not found at' err)" = 'cg_annotate: note: 1 of 3 profiles has no calls, so the result has none' ]
    cg_annotate tree arcs arcs >out 2>err
    [ "$(grep -v 'not found at' err)" = 'cg_annotate: note: 2 of 3 profiles have no tree of calls, so the result has callers and callees only' ]
    cg_annotate tree tree 2>&1 >out | { ! grep -v 'not found at'; }
    cg_annotate arcs arcs 2>&1 >out | { ! grep -v 'not found at'; }
    cg_annotate plain plain 2>&1 >out | { ! grep -v 'not found at'; }
    cg_diff --changed tree arcs 2>&1 >out | diff - <(echo 'cg_diff: note: arcs has no tree of calls, so the difference has none, and --changed leaves out callers and callees')
    cg_show -o page.html tree arcs 2>&1 | grep -v wrote | diff - <(echo 'cg_show: note: arcs has no tree of calls, so the difference has callers and callees only')
    cg_annotate --diff plain tree >out 2>err
    [ "$(grep -v 'not found at' err)" = 'cg_annotate: note: 1 of 2 profiles has no calls, so the result has none' ]
    cg_diff plain tree >out 2>err
    [ "$(cat err)" = 'cg_diff: note: plain has no calls, so the difference has none' ]
}

@test "cg_diff subtracts by path" {
    tree other 7
    cg_diff tree other >out
    [ "$(nodes out)" = "$(lines '#0 3 0 -3' '#0 1 0' '#0 2 0' '#2 2 0')" ]
    cg_diff tree tree | grep -q '^totals: 0'
}

@test "functions of builds in two directories are compared, though their objects are two" {
    sed 's|^ob=(1) prog|ob=(1) b2/prog|' tree >second
    sed 's|^ob=(1) prog|ob=(1) b1/prog|' tree >first
    cg_diff first second >out 2>err
    [ "$(cat err)" = "cg_diff: note: b1/prog and b2/prog are taken for one object, whose functions and variables are compared" ]
    [ "$(nodes out | wc -l)" -eq 8 ]
    cg_diff --fail-if='inclusive function abs(Ir) > 0' first second >/dev/null 2>&1
    cg_show -o page.html first second 2>err
    [ "$(cat err)" = "cg_show: note: b1/prog and b2/prog are taken for one object, whose functions and variables are compared" ]
    cg_diff --mod-filename='s|^b[12]/||' first second >out 2>err
    [ ! -s err ]
    grep -q '^totals: 0' out
    [ "$(nodes out | wc -l)" -eq 4 ]
    cg_diff first first 2>err >out
    [ ! -s err ]
}

@test "builds in any number of directories are side by side, in any order" {
    for build in 1 2 3; do
        sed "s|^ob=(1) prog|ob=(1) b$build/prog|; s|^fn=(1) .*|& $build|" tree >b$build.out
    done
    # Only the function whose name has the build's number is another one in each.
    for order in 123 312 231; do
        cg_show --as=csv "b${order:0:1}.out" "b${order:1:1}.out" "b${order:2:1}.out" >csv
        [ "$(cut -d, -f1 csv | sort | uniq -d)" = '' ]
        [ "$(cut -d, -f1 csv | sort)" = "$(cg_show --as=csv b1.out b2.out b3.out | cut -d, -f1 | sort)" ]
        [ "$(wc -l <csv)" -eq $(($(cg_show --as=csv tree | wc -l) + 2)) ]
    done
    [ "$(cg_show --as=trend b1.out b2.out b3.out | grep -c '\[prog\]')" -eq 0 ]
}

@test "cg_diff gates inclusive cost" {
    sed 's/^0 60$/0 80/; s/^0 90$/0 110/; s/^8 65$/8 85/; s/^#0 2 3 60$/#0 2 3 80/; s/: 105/: 125/' tree >worse
    run -3 sh -c "cg_diff -o /dev/null --fail-if='inclusive function Ir > +20%' tree worse 2>&1"
    [ "${lines[0]}" = 'cg_diff: gate: inclusive function Ir > +20% holds:' ]
    [ "${lines[1]}" = 'cg_diff: gate:                +20    +19.05%  Ir  PROGRAM TOTALS' ]
    [ "${lines[2]}" = 'cg_diff: gate:                +20    +22.22%  Ir  a.c:f' ]
    run -0 cg_diff -o /dev/null --fail-if='inclusive function Ir > +31%' tree worse
    profile plain fl=a.c fn=f '5 1' 'summary: 1'
    fails 1 "cg_diff: error: plain: has no calls, which --fail-if='inclusive function Ir > 1' needs (valgrind --tool=cachegrind --calls=yes writes them)" \
        cg_diff --fail-if='inclusive function Ir > 1' tree plain
}

@test "cg_filter chooses paths" {
    cg_filter --below='^f$' tree >out 2>err
    [ "$(cat err)" = 'cg_filter: note: no lines for functions whose own cost changed: g (1 of 2)' ]
    [ "$(nodes out)" = "$(lines '#0 1 2 30' '#0 2 3 60')" ]
    cg_filter --above='^g$' tree 2>/dev/null >out
    [ "$(nodes out)" = "$(lines '#0 3 1' '#0 1 2' '#0 2 3 60' '#2 2 1 5')" ]
    cg_filter --skip='^f$' tree 2>/dev/null >out
    [ "$(nodes out)" = "$(lines '#0 2 1 40' '#0 1 4 65')" ]
    cg_filter --prune=10% tree 2>/dev/null >out
    [ "$(nodes out)" = "$(lines '#0 3 1 15' '#0 1 2 30' '#0 2 3 60')" ]
    # Of a difference, a percentage of the base, which is 105: main changed by 5.
    tree more 15
    cg_diff --keep-base tree more >difference
    cg_filter --prune=4% difference 2>/dev/null >out
    [ "$(nodes out)" = '#0 1 0 5 105' ] # numbers of calls are changes, which have no base
    cg_filter --prune=5% difference 2>/dev/null >out
    [ -z "$(nodes out)" ]
    [ "$(tail -1 out)" = 'totals: 5 105' ]
    cg_filter --fold-recursion tree >out 2>err
    [ ! -s err ]
    diff <(grep -v ^creator tree) <(grep -v ^creator out)
    profile plain fl=a.c fn=f '5 1' 'summary: 1'
    fails 1 'cg_filter: error: plain: has no tree of calls, which --below needs (valgrind --tool=cachegrind --calls=yes writes one)' \
        cg_filter --below=f plain
    fails 2 "cg_filter: error: --prune takes a percentage from 0 to 100, not 'x'" cg_filter --prune=x tree
}

# rows FILE: "function line cost" of each.
rows() {
    cg_filter "$1" | awk '/^fn=/ { key = $1; sub(/^fn=/, "", key); if (NF > 1) name[key] = $2 }
        /^cfn=/ { called = $1; sub(/^cfn=/, "", called); if (NF > 1) name[called] = $2 }
        /^calls=/ { getline; next } /^[0-9]/ { print name[key], $1, $2 }'
}

@test "functions whose own cost is what it was keep their lines" {
    cg_filter --below='^f$' tree >out 2>err
    [ "$(rows out)" = "$(lines 'f 5 30' 'g 0 60')" ]
    # main calls f and all of g.
    cg_filter --below='^main$' tree >out 2>err
    [ ! -s err ]
    [ "$(rows out)" = "$(rows tree)" ]
    cg_filter --skip='^f$' tree >out 2>err
    [ "$(cat err)" = 'cg_filter: note: no lines for functions whose own cost changed: main (1 of 2)' ]
    [ "$(rows out)" = "$(lines 'g 8 65' 'main 0 40')" ]
    # Functions that cost nothing any more have lost nothing to be named.
    cg_filter --above='^g$' tree >out 2>err
    [ ! -s err ]
    [ "$(rows out)" = "$(lines 'f 0 0' 'g 8 65' 'main 0 0')" ]
    cg_filter --prune=10% tree >out 2>err
    [ "$(cat err)" = 'cg_filter: note: no lines for functions whose own cost changed: g, main (2 of 3)' ]
    [ "$(rows out)" = "$(lines 'f 5 30' 'g 0 60' 'main 0 15')" ]
    cg_filter --below='^f$' tree 2>/dev/null | cg_annotate --auto=no --show=Ir - >/dev/null
}

@test "cg_filter renames and groups calls, and drops them where it must" {
    cg_filter --group='F=^[fg]$' tree >out
    [ "$(nodes out)" = "$(lines '#0 2 1 10' '#0 1 3 35' '#0 1 3 60')" ]
    cg_filter --function=f tree >out 2>err
    [ "$(cat err)" = 'cg_filter: note: the result has no calls: lines were chosen or counts divided (--below, --above, --skip and --prune choose paths of calls)' ]
    [ "$(cat out)" = "$(lines 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '5 30' 'summary: 30')" ]
    cg_filter --derive='X=2*Ir' --events=X tree >out
    [ "$(nodes out)" = "$(lines '#0 3 1 20' '#0 1 2 60' '#0 2 3 120' '#2 2 1 10')" ]
}

@test "cg_show shows calls" {
    prints "$(lines 'main 10' 'main;f 30' 'main;f;g 60' 'main;g 5')" cg_show --as=folded tree
    prints "$(lines '105   100.0%  total' '105   100.0%  └─ main (1x)' ' 90    85.7%     ├─ f (2x)' \
        ' 60    57.1%     │  └─ g (3x)' '  5     4.8%     └─ g (1x)')" cg_show --as=tree --by=calls tree
    cg_show --as=callgrind tree | grep -q '^calls=3 8'
    cg_show --as=cachegrind tree | diff - <(lines 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '5 30' fn=g '8 65' \
        fn=main '1 10' 'summary: 105')
    fails 2 'cg_show: error: --by=calls goes with --as=tree' cg_show --by=calls tree
}

@test "cg_show has columns of inclusive cost and calls" {
    prints "$(lines function,file,Ir,Ir:inclusive,calls g,a.c,65,65,4 f,a.c,30,90,2 main,a.c,10,105,1)" \
        cg_show --inclusive --as=csv tree
    run -0 --separate-stderr cg_show --inclusive --sort=Ir:inclusive --show=Ir:inclusive,calls --top=1 tree
    [ "$output" = "$(lines 'Ir:inclusive       %  cum. %                calls       %  function              file' \
        '─────────────────────────────────────────────────────────────────────────────────────' \
        '         105  100.0%          ████████████      1   14.3%  main                  a.c' \
        '─────────────────────────────────────────────────────────────────────────────────────' \
        '                                                6   85.7%  (other: 2 functions)' \
        '         105  100.0%                            7  100.0%  total')" ]
    cg_show --inclusive --as=csv --sort=Ir:inclusive tree tree | diff - <(lines \
        'function,Ir:inclusive tree,Ir:inclusive tree' main,105,105 f,90,90 g,65,65)
    fails 2 'cg_show: error: --inclusive goes with --as=table, markdown, trend, trend-html, csv, sql' cg_show --inclusive --as=json tree
    fails 2 'cg_show: error: --inclusive is of functions: it goes with --by=function' cg_show --inclusive --by=file tree
    profile plain fl=a.c fn=f '5 1' 'summary: 1'
    fails 1 'cg_show: error: plain: has no calls, which --inclusive needs (valgrind --tool=cachegrind --calls=yes writes them)' \
        cg_show --inclusive tree plain
}

@test "cg_show draws calls" {
    run -0 cg_show --as=dot tree
    grep -qF '  f0 -> f1 [label="3x\n60 (57.1%)"' <<<"$output"
    grep -qF '  f2 [label="main\na.c\n105 (100.0%)\nself 10 (9.5%)"' <<<"$output"
    dot -Tsvg <<<"$output" | grep -q '</svg>'
    sed -E '/^#(tree|fn|root|[0-9])/d' tree >arcs
    cg_show -o arcs.gv arcs
    diff <(cg_show --as=dot tree | sed 's/a\.c/F/g') <(sed 's/a\.c/F/g' arcs.gv)
    run -0 cg_show -o flame.svg tree
    grep -qF '<title>g (a.c), 3x: 60 Ir, 57.1%</title>' flame.svg
    grep -qF 'not call stacks' flame.svg && false
    cg_show --as=svg arcs | grep -qF 'paths, not call stacks'
    profile plain fl=a.c fn=f '5 1' 'summary: 1'
    fails 1 'cg_show: error: plain: has no calls, which the format dot needs (valgrind --tool=cachegrind --calls=yes writes them)' \
        cg_show --as=dot plain
    cg_show --as=pprof tree | gzip -d | grep -aqF 'functions and their callers'
    cg_show --as=pprof arcs | gzip -d | grep -aqF 'paths, not call stacks'
}

@test "cg_annotate reports own cost" {
    run -0 cg_annotate tree
    grep -qF '105 (100.0%)  PROGRAM TOTALS' <<<"$output"
    grep -qE "65 .*  g$" <<<"$output"
}

# Lines for cg_annotate, older than the profile.
old_source() { seq 9 >a.c && touch -d '1 Jan 2000' a.c; }

@test "cg_annotate reports own cost as of a profile without calls, whatever is significant" {
    cg_show --as=cachegrind tree >plain 2>err
    cg_annotate --threshold=0 --no-annotate tree | tail -n +10 >with
    cg_annotate --threshold=0 --no-annotate plain | tail -n +10 | diff with -
    grep -q 'a.c:g' with || grep -q ' g' with
}

@test "code without a name has its address and object in all reports" {
    lines 'version: 1' 'creator: callgrind-3.19.0' 'cmd: ./prog' 'positions: line' 'events: Ir' '' \
        'ob=/lib/p.so' 'fl=???' 'fn=0x1000' '0 7' 'fn=0x2000' '0 3' 'cfn=0x1000' 'calls=2 0' '0 7' \
        'ob=???' 'fn=0x1000' '0 1' '' 'totals: 11' >p
    run -0 cg_show --as=csv --inclusive p
    [ "$output" = 'function,file,Ir,Ir:inclusive,calls
0x1000 [p.so],???,7,7,2
0x2000 [p.so],???,3,10,0
0x1000,???,1,1,0' ]
    run -0 cg_show --as=tree p
    [[ $output = *' 0x1000 [p.so]'* && $output = *' 0x2000 [p.so]'* ]]
    run -0 cg_show --as=html p
    [[ $output = *'["0x1000 [p.so]",'* && $output = *'["0x2000 [p.so]",'* ]]
    run -0 cg_annotate --inclusive --no-annotate p
    [[ $output = *' ???:0x2000 [p.so] [/lib/p.so]'* && $output = *' ???:0x1000 [p.so] (2x) [/lib/p.so]'* ]]
    run -0 cg_annotate --no-annotate p
    [[ $output != *p.so* ]]
}

@test "functions of one name are rows of their own, and so where profiles are compared" {
    lines 'version: 1' 'creator: callgrind-3.19.0' 'cmd: ./prog' 'positions: line' 'events: Ir' '' \
        'ob=prog' 'fl=a.c' 'fn=f' '1 7' 'cfl=b.c' 'cfn=f' 'calls=2 1' '1 3' 'fl=b.c' 'fn=f' '1 3' '' \
        'totals: 10' >p
    run -0 cg_show --as=csv --inclusive p
    [ "$output" = 'function,file,Ir,Ir:inclusive,calls
f,a.c,7,10,0
f,b.c,3,3,2' ]
    run -0 cg_show --as=csv --inclusive --sort=Ir:inclusive p p
    [ "$output" = 'function,Ir:inclusive p,Ir:inclusive p
f,10,10
f (b.c),3,3' ]
    run -0 cg_show --as=folded p
    [ "$output" = 'a.c;f 7
b.c;f (b.c) 3' ]
}

@test "cg_annotate shows inclusive cost, callers and callees" {
    old_source
    run -0 --separate-stderr cg_annotate --inclusive=yes --tree=both tree
    [ -z "$stderr" ]
    grep -A14 'Inclusive cost' <<<"$output" | tail -n +2 | diff - <(lines \
        "$(printf '%080d' 0 | tr 0 -)" 'Ir__________   file:function' '' \
        '105 (100.0%)  * a.c:main (1x) [prog]' ' 90  (85.7%)  > a.c:f (2x) [prog]' \
        '  5   (4.8%)  > a.c:g (1x) [prog]' '' ' 90  (85.7%)  < a.c:main (2x) [prog]' \
        ' 90  (85.7%)  * a.c:f (2x) [prog]' ' 60  (57.1%)  > a.c:g (3x) [prog]' '' \
        ' 60  (57.1%)  < a.c:f (3x) [prog]' '  5   (4.8%)  < a.c:main (1x) [prog]' \
        ' 65  (61.9%)  * a.c:g (4x) [prog]')
}

@test "the manual page of cg_annotate shows this report" {
    old_source
    run -0 cg_annotate --inclusive=yes --tree=both tree
    sed -n '/^.Bd -literal -compact/,/^.Ed/{/^[.]/!p}' "$man_pages/cg_annotate.1" >shown
    [ "$(wc -l <shown)" -eq 5 ]
    [ "$(grep -cxFf shown <<<"$output")" -ge 5 ]
}

@test "cg_annotate shows calls of a tree at their lines" {
    old_source
    placed at_lines
    for command in cat cg_merge 'cg_filter --function=.' 'cg_annotate --show=Ir'; do
        [ "${command%% *}" = cg_annotate ] || $command at_lines >p
        run -0 cg_annotate p
        grep -A6 '^10  (9.5%)  1$' <<<"$output" | diff - <(lines '10  (9.5%)  1' ' 5  (4.8%)  => a.c:g (1x) from main' \
            ' 0          2' '30 (28.6%)  => a.c:f (1x)' ' 0          3' '60 (57.1%)  => a.c:f (1x)' ' .          4')
    done
}

@test "lines of calls are kept in sums and differences" {
    placed at_lines
    # at FILE: "calls line Ir" of the calls of f by main.
    at() { awk -F'[= ]' '/^#calls/ { n = $2 } /^calls=/ { if (n == "") n = $2; getline; if (/^[^0]/) print n, $0 } { n = n }
        !/^#calls/ { n = "" }' "$1" | grep -E '^-?[0-9]+ [23] '; }
    cg_merge at_lines >once
    cg_merge once | diff once -
    at once | diff - <(lines '1 2 30' '1 3 60')
    cg_merge at_lines tree >sum
    cg_merge tree at_lines | diff sum -
    at sum | diff - <(lines '1 2 30' '1 3 60')
    grep -q '^0 90$' sum
    cg_merge at_lines at_lines at_lines >sum
    at sum | diff - <(lines '3 2 90' '3 3 180')
    cg_diff --lines at_lines sum >out
    at out | diff - <(lines '2 2 60' '2 3 120')
    # Where paths are cut, or lines are not compared, they are not known.
    cg_filter --below='^main$' at_lines >out
    grep -q '^0 90$' out
    cg_diff at_lines sum >out
    grep -q '^0 180$' out
    # Nor where they do not add up to the tree.
    sed 's/^2 30$/2 31/' at_lines >bent
    cg_merge bent >out 2>err
    grep -q '^0 90$' out
    diff err - <<<"cg_merge: warning: bent:$(grep -n '^#tree' bent | cut -d: -f1): the calls at lines do not add up to those of the tree: from which lines functions were called is left out"
}

@test "cg_annotate shows calls of a tree without lines at the first line of the caller" {
    old_source
    run -0 cg_annotate --inclusive=yes --tree=both tree
    grep -A3 '^10  (9.5%)  1$' <<<"$output" | diff - <(lines '10  (9.5%)  1' '90 (85.7%)  => a.c:f (2x) from main' \
        ' 5  (4.8%)  => a.c:g (1x) from main' ' .          2')
}

@test "cg_annotate shows calls of Callgrind at their lines" {
    old_source
    sed '/^#/d; s/^0 90$/2 90/' tree >arcs
    run -0 cg_annotate arcs
    grep -A2 '^ \.          2' <<<"$output" && false
    grep -A1 '^ 0          2' <<<"$output" | diff - <(lines ' 0          2' '90 (85.7%)  => a.c:f (2x)')
}

@test "cg_annotate shows calls of differences, and none on request" {
    run -0 cg_annotate --tree=none --no-inclusive tree
    grep -q 'Inclusive cost' <<<"$output" && false
    [ "$(cg_annotate --diff --inclusive=yes --threshold=0 tree tree | grep -c 'a.c:f')" -gt 0 ]
}

@test "cg_annotate sums files with calls, whatever comes before their headers" {
    sed '1s/.*/# made by hand\n\n# twice/' tree >commented
    cg_annotate tree commented tree >out 2>err
    run ! grep -v 'not found at' err
    grep -qF '315 (100.0%)  PROGRAM TOTALS' out
    printf '# no profile\n\n\nint x;\n' >source
    cg_annotate tree source | grep -qF 'User annotated:   source'
}

@test "cg_annotate says which file has no calls" {
    profile plain fl=a.c fn=f '5 1' 'summary: 1'
    for option in inclusive=yes tree=both; do
        fails 1 "cg_annotate: error: plain: has no calls, which --${option%=*} needs (valgrind --tool=cachegrind --calls=yes writes them)" \
            cg_annotate --$option tree plain
    done
    fails 1 "cg_annotate: error: <stdin>: has no calls, which --inclusive needs (valgrind --tool=cachegrind --calls=yes writes them)" \
        cg_annotate --inclusive - <plain
    fails 2 "cg_annotate: error: --salvage leaves out calls, which --inclusive and --tree need" \
        cg_annotate --inclusive --salvage tree
    fails 2 "cg_annotate: error: --salvage leaves out costs by address, which --inlines and --asm need" \
        cg_annotate --inlines --salvage tree
    fails 2 "cg_annotate: error: --tree takes none, caller, calling or both, not 'all'" cg_annotate --tree=all tree
    run -0 cg_annotate tree plain
    grep -q '=>' <<<"$output" && false
    true
}

@test "a cut file is an error, and what is good in it can be salvaged" {
    head -20 tree >half
    fails 1 'cg_merge: error: half:20: the "totals:" line is missing' cg_merge half
    run -0 --separate-stderr cg_annotate --salvage half
    grep -qF '95 (100.0%)  PROGRAM TOTALS' <<<"$output"
}

@test "choosing calls that are not there is said in a note" {
    run -0 --separate-stderr cg_filter --below=nosuch tree
    # shellcheck disable=SC2154  # set by run
    [ "${stderr_lines[0]}" = 'cg_filter: note: nothing matches: no line of the profile is kept' ]
}

@test "formats that have no calls say so" {
    for format in json cachegrind; do
        cg_show --as=$format tree >out 2>err
        [ "$(cat err)" = "cg_show: note: the format '$format' has no calls" ]
    done
    cg_merge out >merged 2>err
    [ ! -s err ]
    cg_show --as=cachegrind merged 2>err | cmp - out
    [ ! -s err ]
    cg_show --as=callgrind tree 2>&1 | grep -q '^calls='
}

@test "totals of other writers are a warning, their summary is 100 %" {
    lines 'creator: other' 'events: T' 'summary: 90' fl=a fn=f '1 45' 'totals: 48' >p
    lines 'cmd: x' 'events: T' fl=a 'summary: 0' >x
    local warning='warning: p:7: the totals say 48 T, but the counts add up to 45'
    local note='the summary says 90 T, but the counts add up to 45: percentages are of the summary'
    says "cg_merge: $warning" cg_merge p
    says "cg_filter: $warning" cg_filter p
    says "$(lines "cg_diff: $warning" 'cg_diff: note: x has no calls, so the difference has none')" cg_diff p x
    says "cg_show: $warning" cg_show --as=csv p
    says "cg_show: $warning" cg_show --as=sql p
    says "$(lines "cg_show: $warning" "cg_show: note: p: $note")" cg_show p
    [[ $output == *' 50.0%'* ]]
    says "$(lines "cg_annotate: $warning" "cg_annotate: note: $note")" cg_annotate p
    [[ $output == *'45 (50.0%)  PROGRAM TOTALS'* ]]
    sed -i s/other/callgrind-3.19.0/ p
    fails 1 "cg_show: error: ${warning#*: }" cg_show p
}

@test "percentages of a row have one base" {
    # The counts add up to 100, the summary says 200.
    lines 'version: 1' 'creator: mine' 'events: T' 'summary: 200' '' fl=a.c fn=main '1 60' cfn=f 'calls=1 1' '2 40' '' \
        fn=f '3 40' >short
    run --separate-stderr cg_show --inclusive short
    [ "$stderr" = 'cg_show: note: short: the summary says 200 T, but the counts add up to 100: percentages are of the summary' ]
    table() { grep -v '^─' | sed 's/  */ /g; s/^ //; s/ $//'; }
    diff <(table <<<"$output") - <<'END'
T % cum. % T:inclusive % calls % function file
60 30.0% 30.0% ████████████ 100 50.0% 0 0.0% main a.c
40 20.0% 50.0% ████████ 40 20.0% 1 100.0% f a.c
100 50.0% 100 50.0% 1 100.0% total
END
    diff <(cg_show --inclusive --derive=v=T*2 --derive=w=T:inclusive+T --sort=v short 2>/dev/null | table) - <<'END'
v % cum. % T % T:inclusive % v:inclusive % calls % w % function file
120 30.0% 30.0% ████████████ 60 30.0% 100 50.0% 200 50.0% 0 0.0% 160 40.0% main a.c
80 20.0% 50.0% ████████ 40 20.0% 40 20.0% 80 20.0% 1 100.0% 80 20.0% f a.c
200 50.0% 100 50.0% 100 50.0% 200 50.0% 1 100.0% 200 50.0% total
END
}

@test "an estimate of cycles has an inclusive cost, as if it were derived before" {
    lines 'version: 1' 'creator: mine' 'events: Ir I1mr D1mr D1mw ILmr DLmr DLmw Bcm Bim' '' fl=a.c fn=main '1 60 1 2 3 0 0 1 4 0' cfn=f \
        'calls=2 1' '2 40 2 1 0 1 0 0 0 1' '' fn=f '3 40 2 1 0 1 0 0 0 1' >calls
    cg_filter --cycles calls >derived
    diff <(cg_show --inclusive --as=csv derived) <(cg_show --inclusive --cycles --as=csv calls)
    cg_show --inclusive --cycles --show=EstCycles,EstCycles:inclusive --as=csv calls >got
    # 60+20*4+32*6+240*1, 40+20*1+32*3+240*1, and their sum
    diff got - <<<$'function,file,EstCycles,EstCycles:inclusive\nmain,a.c,572,968\nf,a.c,396,396'
}

@test "a function keeps its file with --inclusive and --derive" {
    # As GCC writes main with inlined code of a header and of an unknown file.
    lines 'version: 1' 'creator: cachegrind 0.1.0' 'events: Ir' '' 'fl=(1) ???' 'fn=(1) g' '0 5' '' 'fl=(2) stdlib.h' 'fn=(2) h' '1 7' '' \
        'fl=(3) main.c' 'fn=(3) main' '3 100' 'fi=(2)' '364 40' '365 3' 'fi=(1)' '0 2' 'fe=(3)' 'cfi=(1)' 'cfn=(1)' 'calls=1 0' '4 5' \
        '' 'totals: 157' >whole
    for options in --inclusive --derive=v=Ir*2 '--inclusive --derive=v=Ir*2' '--inclusive --derive=v=Ir:inclusive*2' \
        '--inclusive --derive=v=100*Ir:inclusive/Ir' '--inclusive --derive=v=Ir/calls'; do
        # shellcheck disable=SC2086  # words
        [[ $(cg_show $options --as=csv whole | grep ^main) == main,main.c,145* ]]
    done
    [ "$(cg_show --inclusive --derive='v=100*Ir:inclusive/Ir' --as=csv whole | grep ^main)" = main,main.c,145,150,0,103 ]
}

@test "--salvage survives a cut after calls=" {
    lines 'creator: other' 'events: T' fl=a fn=f '1 45' cfn=g 'calls=2 10' >p
    says 'cg_annotate: warning: p:7: expected the position and cost of the calls: the calls are passed over' \
        cg_annotate --no-annotate --salvage p
    [[ $output == *'45 (100.0%)  PROGRAM TOTALS'* ]]
    sed -i 's/other/cgtools 1/' p
    says 'cg_annotate: warning: p:7: expected the position and cost of the calls; 0 bytes from there on were dropped' \
        cg_annotate --no-annotate --salvage p
    [[ $output == *'45 (100.0%)  PROGRAM TOTALS'* ]]
}

@test "--salvage is known to every command, and tells what is dropped" {
    head -20 tree >half
    local damage='half:20: the "totals:" line is missing; 0 bytes from there on were dropped'
    cg_merge tree >whole
    says "cg_merge: warning: $damage" cg_merge --salvage half
    [[ $output == *'summary: 95'* ]]
    says "cg_filter: warning: $damage" cg_filter --salvage half
    says "cg_show: warning: $damage" cg_show --salvage --as=csv half
    says "$(lines "cg_diff: warning: $damage" 'cg_diff: note: half has no calls, so the difference has none')" \
        cg_diff --salvage half tree
    says "cg_merge: warning: $damage" cg_merge --salvage --average half
    # A whole file is read as ever.
    says '' cg_merge --salvage tree
    prints "$(cat whole)" cg_merge --salvage tree
    echo nothing >bad
    fails 1 'cg_merge: error: bad: is not a profile: it begins with "nothing", and a profile with "desc:" or "cmd:"; valgrind --tool=cachegrind PROGRAM makes one' cg_merge --salvage bad
    fails 2 'cg_diff: error: --fail-if needs whole profiles, not what --salvage reads' \
        cg_diff --salvage --fail-if='Ir > 1' half tree
}

@test "callgrind's empty first file is a part without costs" {
    : >p.out
    lines 'creator: callgrind-3.19.0' 'events: Ir' fn=f '1 45' 'totals: 45' >p.out-01
    lines 'creator: callgrind-3.19.0' 'events: Ir' 'totals: 0' >p.out-02
    says 'cg_merge: note: p.out is empty: a part without costs' cg_merge p.out p.out-01 p.out-02
    [[ $output == *'summary: 45'* ]]
    for command in cg_show cg_annotate cg_filter 'cg_diff p.out-01'; do
        # shellcheck disable=SC2086
        $command p.out-02
    done
    fails 1 'cg_merge: error: p.out:1: the file is empty' cg_merge p.out
    fails 1 'cg_merge: error: p.out:1: the file is empty' cg_merge p.out p.out
    # A pipe is empty because the command that writes to it failed.
    fails 1 'cg_merge: error: <stdin>:1: the file is empty' bash -c 'cat p.out | cg_merge p.out-01 -'
    fails 1 'cg_merge: error: <stdin>:1: the file is empty' cg_merge p.out-01 - <p.out
    run -1 cg_merge p.out-01 <(false)
    [[ $output == 'cg_merge: error: '*':1: the file is empty' ]]
    # A run that failed is no improvement.
    fails 1 'cg_diff: error: p.out:1: the file is empty' cg_diff p.out-01 p.out
}

@test "what other writers have more than the format is a warning for each kind" {
    local part=$'==== NEW PROFILING FILE ====\nversion: 1\ncreator: xdebug 3.2.0\nevents: Time\n'
    printf '\n%sfl=a.php\nfn={main}\n1 10\n\nsummary: 10\n\n\n%sfl=a.php\nfn={main}\n1 5\n\nsummary: 5\n' \
        "$part" "$part" >p
    for command in cg_show cg_merge cg_filter cg_annotate; do
        says "$command: warning: p:2: expected fn=, calls=, a position, \"totals:\" or the like, not \"====\": the line is passed over (2 times)" \
            $command p
    done
    [ "$(cg_show --as=csv p 2>/dev/null)" = "$(lines function,file,Time '{main},a.php,15')" ]
    # Cachegrind's own format stays strict.
    lines 'cmd: c' 'events: Ir' fl=a fn=f '1 2' '====' '1 3' 'summary: 5' >q
    fails 1 'cg_show: error: q:6: expected fl=, fn=, a line number or "summary:", not "===="' cg_show q
}

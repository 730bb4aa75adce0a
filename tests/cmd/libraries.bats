#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Programs and libraries in place of functions: cg_show --by=library, and gates.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    arcs arcs /lib/libc.so.6 60
    library_tree tree
    lines '# callgrind format' 'version: 1' 'creator: callgrind-3.19' 'cmd: p' 'positions: line' 'events: Ir' \
        'fl=a.c' 'fn=f' '1 7' 'totals: 7' >unknown
    profile flat 'fl=a.c' 'fn=f' '1 7' 'summary: 7'
    profile addresses 'fl=a.c' 'fn=f' '1 7' '2 5' '#addresses 1' '#object 1 ab12 /bin/p' '#fl=a.c' '#fn=f' '#a 1 0x10 8 2 1 7' 'summary: 12'
}

# arcs FILE LIBRARY COST: main of prog (30) calls sort of the library, which calls compare of prog (20).
arcs() {
    lines '# callgrind format' 'version: 1' 'creator: callgrind-3.19' 'cmd: p' 'positions: line' 'events: Ir' '' \
        'ob=(1) /opt/prog' 'fl=(1) a.c' 'fn=(1) main' '1 30' "cob=(2) $2" 'cfn=(2) sort' 'calls=1 1' "2 $(($3 + 20))" '' \
        'ob=(2)' 'fl=(2) s.c' 'fn=(2)' "1 $3" 'cob=(1)' 'cfi=(1)' 'cfn=(3) compare' 'calls=4 9' '2 20' '' \
        'ob=(1)' 'fl=(1)' 'fn=(3)' '9 20' '' "totals: $(($3 + 50))" >"$1"
}

# The same with the tree of calls, of our tool.
library_tree() {
    lines '# callgrind format' 'version: 1' 'creator: cachegrind 0.1.0' 'cmd: p' 'positions: line' 'events: Ir' \
        'summary: 110' '' 'ob=(1) /opt/prog' 'fl=(1) a.c' 'fn=(1) compare' '9 20' '' \
        'fl=(1)' 'fn=(2) main' '1 30' 'cob=(2) /lib/libc.so.6' 'cfl=(2) s.c' 'cfn=(3) sort' 'calls=1 1' '2 80' '' \
        'ob=(2)' 'fl=(2)' 'fn=(3)' '1 60' 'cob=(1)' 'cfl=(1)' 'cfn=(1)' 'calls=4 9' '2 20' '' \
        '#name (4)' 'ob=(3) ???' 'fl=(3) ???' 'fn=(4) (start of program and threads)' 'cob=(1)' \
        'cfl=(1)' 'cfn=(2)' 'calls=1 1' '0 110' '' \
        '#tree 1 nodes 4 functions 3 recursion 1 folded 0' '#fn 1 1 1 9' '#fn 1 1 2 1' '#fn 2 2 3 1' \
        '#root thread' '#0 2 1 30' '#0 3 1 60' '#0 1 4 20' '#root signal' '#root missing' '' 'totals: 110' >"$1"
}

@test "tables, Markdown and CSV sum the costs of each program and library" {
    for file in arcs tree; do
        prints 'library,Ir
/lib/libc.so.6,60
/opt/prog,50' cg_show --by=library --as=csv "$file"
    done
    run -0 cg_show --by=library tree
    [ "$(sed -n 3p <<<"$output" | tr -s ' ')" = ' 60 54.5% 54.5% ████████████ /lib/libc.so.6' ]
    run -0 cg_show --by=library --top=1 --as=markdown tree
    [[ $output = *'/lib/libc.so.6'*'(other: 1 library)'* ]]
    run -0 cg_show --by=library --derive='cost=Ir*2' --show=cost --as=csv tree
    [ "${lines[1]}" = '/lib/libc.so.6,120' ]
}

@test "a profile that does not name a library has it as ???, one without objects is an error" {
    prints 'library,Ir
???,7' cg_show --by=library --as=csv unknown
    fails 1 'cg_show: error: flat: has no libraries, which --by=library needs (valgrind --tool=cachegrind --calls=yes writes them)' \
        cg_show --by=library flat
    prints 'library,Ir
/bin/p,7
???,5' cg_show --by=library --as=csv addresses
}

@test "a tree by library has those that called each" {
    prints '110   100.0%  total
 60    54.5%  ├─ /lib/libc.so.6 (1x)
 60    54.5%  │  └─ /opt/prog (1x)
 50    45.5%  └─ /opt/prog (5x)
 20    18.2%     └─ /lib/libc.so.6 (4x)
 20    18.2%        └─ /opt/prog (4x)' cg_show --by=library --as=tree tree
    run -0 cg_show --by=library --inclusive --as=csv tree
    [ "$output" = 'library,Ir,Ir:inclusive,calls
/lib/libc.so.6,60,80,1
/opt/prog,50,110,5' ]
    for options in --as=tree --as=svg --as=folded --as=speedscope --inclusive; do
        fails 1 'cg_show: error: arcs: has no tree of calls, which --by=library needs for --inclusive, trees and stacks (valgrind --tool=cachegrind --calls=yes writes one)' \
            cg_show --by=library $options arcs
    done
    fails 2 'cg_show: error: --by=library goes with --as=table, tree, markdown, svg, csv, folded, speedscope; a page (--as=html) groups by library, too' cg_show --by=library --as=trend arcs
}

@test "stacks and a flame graph of libraries" {
    prints '/opt/prog 30
/opt/prog;/lib/libc.so.6 60
/opt/prog;/lib/libc.so.6;/opt/prog 20' cg_show --by=library --as=folded tree
    run -0 cg_show --by=library --as=speedscope tree
    [[ $output = *'"samples":[[4],
[4,3],
[4,3,4]],
"weights":[30,60,20]'* ]]
    cg_show --by=library -o tree.svg tree 2>note
    grep -qF '>libraries, and in their boxes what they call<' tree.svg
    [ "$(grep -oE '<title>[^<]*' tree.svg | tail -n +3)" = '<title>/opt/prog, 1x: 110 Ir, 100.0%
<title>/lib/libc.so.6, 1x: 80 Ir, 72.7%
<title>/opt/prog, 4x: 20 Ir, 18.2%' ]
    run ! grep -qF 'data-cuts="' tree.svg
}

@test "a flame graph of the difference of two profiles by library" {
    sed 's/libc/libc-2.36/; s/^#0 3 1 60/#0 3 1 50/; s/110/100/; s/^1 60/1 50/; s/^2 80/2 70/' tree >before
    cg_show --by=library -o two.svg before tree 2>note
    grep -qF '<title>/lib/libc.so.6: +10 Ir, +10.0%' two.svg
    [ "$(grep -c 'taken for one object' note)" -eq 1 ]
}

@test "libraries of other versions are compared" {
    arcs before /lib/libc-2.36.so.6 50
    run -0 --separate-stderr cg_show --by=library --as=csv before arcs
    [ "$output" = 'library,Ir before,Ir arcs
/lib/libc.so.6,50,60
/opt/prog,50,50' ]
    [ "$stderr" = 'cg_show: note: /lib/libc-2.36.so.6 and /lib/libc.so.6 are taken for one object, whose functions and variables are compared' ]
}

@test "gates are of libraries, too" {
    arcs before /lib/libc-2.36.so.6 50
    run -3 --separate-stderr cg_diff --fail-if='library Ir > 10%' before arcs
    # shellcheck disable=SC2154
    [[ $stderr = *'gate: library Ir > 10% holds:'*'PROGRAM TOTALS'*'+10    +20.00%  Ir  /lib/libc.so.6' ]]
    cg_diff --fail-if='library Ir > 20%' --fail-if='library calls > 0' before arcs >out 2>err
    run -1 --separate-stderr cg_diff --fail-if='library Ir > 1' flat flat
    [ "$stderr" = "cg_diff: error: flat: has no libraries, which --fail-if='library Ir > 1' needs (valgrind --tool=cachegrind --calls=yes writes them)" ]
    cg_diff --fail-if='library Ir > 0' addresses addresses >out
    run -2 --separate-stderr cg_diff --fail-if='library Blocks > 1' arcs arcs
    [ "$stderr" = "cg_diff: error: 'library Blocks > 1': no library has 'Blocks'; libraries have Ir, calls, the program has Ir, calls; valgrind --tool=cachegrind --data-objects=yes counts Blocks, Bytes and Live" ]
}

@test "a page has libraries, and the one of each function" {
    cg_show -o page.html tree 2>note
    [ "$(grep -A3 '^"libraries":' page.html | tr -d '\n' | grep -oE '"libraries":.*"library_of":\[[^]]*\]')" = \
        '"libraries":[["/lib/libc.so.6",60],["/opt/prog",50]],"library_of":[0,1,1]' ]
    cg_show -o page.html flat 2>note
    grep -qF '"libraries":[],' page.html
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# A difference is known by what it says of itself ("desc: Files compared:"), in every command and
# format; the signs of its counts do not matter.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    cd "$BATS_TEST_TMPDIR" || return 1
    profile a fl=a.c fn=f '1 1000' fl=b.h fn=f '1 1000' fn=g '1 200' 'summary: 2200'
    profile b fl=a.c fn=f '1 1600' fl=b.h fn=f '1 1600' fn=g '1 200' 'summary: 3400'
    cg_diff --lines a b >grew
    cg_diff --lines b a >fell
    cg_diff --lines a a >same
    # As Xdebug writes it: memory that was given back is a negative cost.
    lines 'version: 1' 'creator: xdebug 3.2.0 (PHP 8.2.7)' 'cmd: /srv/t.php' 'part: 1' 'positions: line' '' \
        'events: Memory' '' 'fl=(1) php:internal' 'fn=(1) php::str_repeat' '4 4096' '' \
        'fl=(1)' 'fn=(2) php::gc_collect_cycles' '5 -2048' '' 'fl=(2) /srv/t.php' 'fn=(3) {main}' '1 88' \
        'cfl=(1)' 'cfn=(1)' 'calls=1 0 0' '4 4096' 'cfl=(1)' 'cfn=(2)' 'calls=1 0 0' '5 -2048' '' \
        'summary: 2136' >xdebug
}

lacks_base() { echo "cg_show: note: $1: a difference without its base has no percentages; cg_diff --keep-base keeps the base"; }

# table TEXT COMMAND...: a table, without rules and gaps.
table() {
    local wanted=$1
    shift
    diff <(echo "$wanted") <("$@" 2>/dev/null | grep -v '^─' | sed 's/  */ /g; s/^ //; s/ $//')
}

@test "a table of a difference, whatever its signs" {
    says "$(lacks_base grew)" cg_show grew
    says "$(lacks_base fell)" cg_show fell
    says "$(lacks_base same)" cg_show same
    table 'Ir function file
+1,200 ████████████ f a.c +1
+1,200 total' cg_show grew
    table 'Ir function file
-1,200 ████████████ f a.c +1
-1,200 total' cg_show fell
    table 'Ir function file
0 total' cg_show same
}

@test "every format of a difference, whatever its signs" {
    local kind sign
    for kind in grew:+ fell:- same:; do
        sign=${kind#*:} kind=${kind%:*}
        cg_show -o x.html "$kind" 2>/dev/null
        grep -q '"difference":true,"percentages":false' x.html
        for format in tree markdown svg; do
            run --separate-stderr cg_show --as=$format "$kind"
            # shellcheck disable=SC2154  # set by run
            [ "$stderr" = "$(lacks_base "$kind")" ]
            ! grep -E '[0-9]%[^0-9]' <<<"${output//width=\"100%\"/}" || return
            [ -z "$sign" ] || [[ $output == *"$sign"1,200* ]]
        done
    done
    table 'Ir, compared with grew
grew fell diff ratio function
+1,200 -1,200 -2,400 f
0 0 0 g
+1,200 -1,200 -2,400 total' cg_show grew fell
    table 'Ir change %
same 0
grew +1,200 +1,200 *
+1,200 f
fell -1,200 -2,400 *
-2,400 f
* Ir changed; below: the functions with the largest changes' cg_show --as=trend same grew fell
    fails 2 "cg_show: error: 'X': a difference has no quotients: show the profiles side by side" \
        cg_show --derive=X=Ir/Ir grew
}

@test "reviews of a difference warn of growth" {
    touch a.c b.h
    prints "$(lines '::warning file=a.c,line=1,title=Ir::+600 Ir, in f' '::warning file=b.h,line=1,title=Ir::+600 Ir, in f')" \
        cg_show --as=github grew
    prints '' cg_show --as=github fell
    prints '' cg_show --as=github same
    [ "$(cg_show --as=gitlab grew | grep -c '"description":"+600 Ir, in f","check_name":"cgtools/Ir".*"severity":"minor"')" = 2 ]
    # A profile is not reviewed as one.
    [[ $(cg_show --as=github b) == '::notice file=b.h,line=1,title=Ir::1,800 Ir '* ]]
}

# is_difference COMMAND: what the command writes is a difference without its base.
is_difference() {
    echo "$1"
    bash -o pipefail -c "$1" >made 2>/dev/null
    [ "$(cg_show made 2>&1 >/dev/null)" = "$(lacks_base made)" ]
}

@test "what is made of a difference is one" {
    is_difference 'cg_show --as=json grew'
    is_difference 'cg_show --as=callgrind grew'
    is_difference 'cg_show --as=cachegrind same'
    is_difference 'cg_filter --changed same'
    is_difference "cg_filter --derive='X=Ir*2' --mod-filename=s/b/c/ grew"
    is_difference 'cg_filter --events=Ir <(cg_diff --keep-base a b)'
    is_difference 'cg_merge grew'
    is_difference 'cg_merge grew fell'
    is_difference 'cg_merge same same same'
    is_difference 'cg_merge --average grew same'
    is_difference 'cg_merge --stats grew same'
    is_difference 'cg_diff grew same'
    is_difference 'cg_diff a grew'
    is_difference 'cg_filter --min="Ir > 1" grew | cg_merge - same | cg_diff - same'
    says 'cg_filter: note: percentages are of the difference of the totals, because the base is not in the profile; cg_diff --keep-base keeps it' \
        cg_filter --min='Ir > 1%' grew
}

@test "a profile and a difference are a profile" {
    local files
    # 21 files: they are summed in groups.
    for files in 'a grew' 'grew a' 'grew grew a fell' "$(printf 'grew %.0s fell ' {1..10}) a grew"; do
        # shellcheck disable=SC2086  # names
        cg_merge $files >sum
        diff <(sed '/^cmd:/d' b) <(sed '/^cmd:/d' sum)
        # shellcheck disable=SC2086  # names
        cg_merge --average $files >sum
        run ! grep '^desc:' sum
    done
    # cg_annotate adds them, too, and has no difference.
    says '' cg_annotate grew a
}

@test "costs below 0 are no difference" {
    says '' cg_show xdebug
    table 'Memory % cum. % function file
4,096 191.8% 191.8% ████████████ php::str_repeat php:internal
-2,048 -95.9% 95.9% ██████ php::gc_collect_cycles php:internal
88 4.1% 100.0% ▎ {main} /srv/t.php
2,136 100.0% total' cg_show xdebug
    cg_show -o x.html xdebug
    grep -q '"difference":false,"percentages":true' x.html
    for format in tree svg dot markdown trend; do
        run --separate-stderr cg_show --as=$format xdebug
        [ "$status" = 0 ]
        [ -z "$stderr" ]
        run ! grep -F -e +4,096 -e +88 -e nan <<<"$output"
    done
    says 'cg_filter: note: the result has no calls: lines were chosen or counts divided (--below, --above, --skip and --prune choose paths of calls)' cg_filter --min='Memory > 1%' xdebug
    table 'Memory, compared with xdebug
xdebug xdebug diff ratio function
4,096 4,096 0 ×1.000 php::str_repeat
-2,048 -2,048 0 ×1.000 php::gc_collect_cycles
88 88 0 ×1.000 {main}
2,136 2,136 0 ×1.000 total' cg_show xdebug xdebug
}

# called N COST: f was called so often, at that cost.
called() {
    printf '%s\n' 'creator: callgrind-3.19.0' 'cmd: p' 'positions: line' 'events: Ir' fl=a.c fn=main '1 10' 'cfn=f' \
        "calls=$1 1" "2 $2" fn=f "1 $2" "totals: $((10 + $2))"
}

@test "numbers of calls are changes, with a base, too, and have signs" {
    called 30 90 >few
    called 100 80 >many
    for option in --lines --keep-base; do
        cg_diff $option few many >difference
        cg_show --inclusive --as=csv difference | grep -q '^f,a\.c,.*,70$'
        [[ $(cg_show --as=dot difference) == *'"+70x'* ]]
        cg_diff $option many few >difference
        [[ $(cg_show --as=dot difference) == *'"-70x'* ]]
        # A number that did not change is none.
        cg_diff $option many many >difference
        [ "$(grep -c '^#calls 0$' difference)" -eq 1 ]
    done
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_filter as a user runs it.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    lines 'cmd: ./prog' 'events: Ir Dr' fl=/src/a.c fn=parse '1 100 1' '20 50 2' \
        fn='put<int>' '5 0 0' fl=/src/b.c fn=malloc '7 30 3' fn=free '8 20 4' 'summary: 200 10' >p
}

# rows OPTION...: prints all lines after the header in one line.
rows() { cg_filter "$@" p | sed -n '3,$p' | tr '\n' ' '; }

@test "chooses by file, function and line" {
    [ "$(rows --file='a\.c$')" = 'fl=/src/a.c fn=parse 1 100 1 20 50 2 fn=put<int> 5 0 0 summary: 150 3 ' ] || false
    [ "$(rows --not-file=a.c)" = 'fl=/src/b.c fn=malloc 7 30 3 fn=free 8 20 4 summary: 50 7 ' ] || false
}

@test "several of a kind, and kinds together" {
    run -0 cg_filter --function='^m' --function='^fr' p
    [ "${lines[-1]}" = 'summary: 50 7' ]
    run -0 cg_filter --function=parse --line=1-5 p
    [ "${lines[-1]}" = 'summary: 100 1' ]
    run -0 cg_filter --not-function='malloc|free' --not-line=20 p
    [ "${lines[-1]}" = 'summary: 100 1' ]
    run -0 cg_filter --line=8- p
    [ "${lines[-1]}" = 'summary: 70 6' ]
    fails 2 "cg_filter: error: --line takes FROM-TO, not '5-1'" cg_filter --line=5-1 p
    fails 2 "cg_filter: error: --function: '[', column 1: the set has no closing ']'" \
        cg_filter --function='[' p
}

# The rows of a profile that comes from COMMAND, chosen by all that look at names.
named() {
    for choice in '--function=\?' '--not-function=\?' '--group=x=\?' '--group=x=^unnamed$'; do
        "$@" | cg_filter "$choice" - | tr '\n' ' '
    done
}

@test "what is not named is called ??? and stays without a name" {
    profile p fl=a.c '1 1' fn=f '2 2' fl=b.c '3 4' 'fn=???' '3 8' fl=a.c '5 16' 'summary: 31'
    sorted=$(lines fl=a.c '1 1' '5 16' fn=f '2 2' fl=b.c '3 4' 'fn=???' '3 8' 'summary: 31')
    prints "$(head -2 p)
$sorted" cg_filter p
    prints "$(lines fl=b.c '3 4' 'fn=???' '3 8' 'summary: 12')" \
        sh -c "cg_filter --file=b --function='^[?]{3}$' p | tail -n +3"
    prints "$(lines fl=a.c fn=f '2 2' 'summary: 2')" \
        sh -c "cg_filter --not-function='[?]' p | tail -n +3"
    prints "$(lines fl='???' fn=x '0 29' fl=a.c fn=f '2 2' 'summary: 31')" \
        sh -c "cg_filter --group='x=[?]' p | tail -n +3"
    for command in cg_filter 'cg_filter --function=.' 'cg_show --as=cachegrind' 'cg_show --as=json'; do
        # shellcheck disable=SC2086  # words
        [ "$(named $command p)" = "$(named cat p)" ] || { named $command p; named cat p; false; }
        $command p | cg_annotate --threshold=0 - | tail -n +6 |
            cmp - <(cg_annotate --threshold=0 p | tail -n +6)
    done
}

@test "reads stdin, by name and without" {
    prints "$(cat p)" sh -c 'cg_filter <p'
    prints "$(cat p)" sh -c 'cg_filter - <p'
    fails 2 'cg_filter: error: give one FILE; cg_merge sums several' cg_filter p p
}

@test "by counts: min, top, changed; and the rest" {
    header=$(head -2 p)
    prints "$header
$(lines fl=/src/a.c fn=parse '1 100 1' '20 50 2' fl='???' 'fn=(other)' '0 50 7' 'summary: 200 10')" \
        cg_filter --min='Ir>=25%' --rest p
    prints "$header
$(lines fl=/src/b.c fn=malloc '7 30 3' fn=free '8 20 4' 'summary: 50 7')" \
        cg_filter --top=2 --sort=Dr p --not-function=parse
    run -0 cg_filter --top=1 --sort=Dr p
    [ "${lines[-1]}" = 'summary: 20 4' ]
    run -0 cg_filter --changed p
    [ "$(printf '%s\n' "${lines[@]}" | grep -c 'put')" -eq 0 ]
    fails 2 'cg_filter: error: --sort goes with --top' cg_filter --sort=Ir p
    fails 2 'cg_filter: error: --sort: the profile has no event '\''X'\''; it has Ir, Dr' cg_filter --top=1 --sort=X p
}

@test "events: chosen, ordered, derived" {
    run -0 cg_filter --derive='X=2*Ir - Dr' --events=X,Dr p
    [ "${lines[1]}" = 'events: X Dr' ]
    [ "${lines[-1]}" = 'summary: 390 10' ]
    fails 2 "cg_filter: error: 'X=Q': the profile has no event 'Q'; it has Ir, Dr" cg_filter --derive=X=Q p
    fails 2 'cg_filter: error: --events: the profile has no event '\''Q'\''; it has Ir, Dr' cg_filter --events=Q p
    fails 2 "cg_filter: error: --derive: 'X=(', column 4: expected an event, a number or '('" \
        cg_filter --derive='X=(' p
    fails 1 'cg_filter: error: a product of counts does not fit in 64 bits' \
        cg_filter --derive='X=Ir*9223372036854775807' p
}

@test "cache use is derived for each line" {
    lines 'desc: I1 cache: 32768 B, 64 B, 8-way associative' \
        'desc: D1 cache: 32768 B, 64 B, 8-way associative' 'cmd: ./prog' \
        'events: I1mr D1mr D1mw AcCost1 SpLoss1' fl=a.c fn=f '1 0 900 100 1000000 56000' \
        '2 0 10 0 1000 0' 'summary: 0 910 100 1001000 56000' >use
    run -0 cg_filter --derive=unused1 --derive=uses1 --events=Unused1,Uses1 use
    [ "${lines[6]}" = '1 87 100' ]
    [ "${lines[7]}" = '2 0 1000' ]
}

@test "names: changed, cut, shortened, grouped" {
    header=$(head -2 p)
    prints "$header
$(lines fl=a.c fn=parse '1 100 1' '20 50 2' 'fn=put<…>' '5 0 0' fl='???' fn=allocator '0 50 7' 'summary: 200 10')" \
        cg_filter --strip-prefix=/src --short-names --group='allocator=^(malloc|free)$' p
    run -0 cg_filter --mod-filename='s/src/lib/' --mod-funcname='s/parse/read/' p
    [ "${lines[2]} ${lines[3]}" = 'fl=/lib/a.c fn=read' ]
    fails 2 "cg_filter: error: --group takes NAME=RE, not 'x'" cg_filter --group=x p
    fails 2 "cg_filter: error: --group: a name can't hold a newline, as 'x\\ny' does" \
        cg_filter --group=$'x\ny=f' p
}

@test "percentages of a difference are of its base" {
    profile d fl=a.c fn=f '1 -30' fn=g '2 25' fn=h '3 1' 'summary: -4'
    sed -i '1i desc: Files compared:   a; b' d
    note='cg_filter: note: percentages are of the difference of the totals, because the base is not in the profile; cg_diff --keep-base keeps it'
    says "$note" cg_filter --min='abs(Ir) > 1%' d
    [ "${lines[-1]}" = 'summary: -4' ]
    says '' cg_filter --min='abs(Ir) > 1' d
    sed 's/events: Ir/& Ir@base/; s/^[0-9].*[0-9]$/& 100/; s/^summary.*/& 300/' d >with
    says '' cg_filter --min='abs(Ir) > 1%' with
    [ "$(printf '%s\n' "${lines[@]}" | grep -c '^fn=[fgh]')" = 2 ]
}

@test "the examples of the manual page work" {
    lines 'cmd: ./prog' 'events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw' fl=/home/me/src/a.c \
        fn=parse_it '1 9 8 7 6 5 4 3 2 1' 'summary: 9 8 7 6 5 4 3 2 1' >cachegrind.out
    cp cachegrind.out a
    cp cachegrind.out b
    cp "$BATS_TEST_DIRNAME/golden/in/data.cgout" data.out
    tree calls.out 5
    sed -i 's/) f$/) malloc/; s/) main$/) parse/' calls.out
    example_inputs
    run_examples cg_filter.1
    run_help_examples cg_filter
}

@test "notes that nothing matches" {
    profile p fl=a fn=f '1 5' 'summary: 5'
    run --separate-stderr cg_filter --function=nosuch p
    [ "$status" -eq 0 ]
    [ "$stderr" = 'cg_filter: note: nothing matches: no line of the profile is kept' ]
    run --separate-stderr cg_filter --function=f p
    [ -z "$stderr" ]
}

@test "says on a terminal that it reads standard input" {
    command -v script >/dev/null || skip "no script(1)"
    run script -qefc "cg_filter" /dev/null <<<$'\x04'
    [[ $output == *'cg_filter: note: no FILE is given: reading standard input'* ]]
    run script -qefc "cg_show" /dev/null <<<$'\x04'
    [[ $output == *'cg_show: note: no FILE is given: reading standard input'* ]]
}

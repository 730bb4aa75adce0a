#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_diff as a user runs it.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    profile a fl=v1/a.c fn=f '1 100' '2 200' fn=g '9 50' 'summary: 350'
    profile b fl=v2/a.c fn=f '1 100' '3 230' fn=g '9 50' 'summary: 380'
}

head_of() { lines "desc: Files compared:   $1; $2" 'cmd: ./prog; ./prog' "events: ${3:-Ir}"; }

@test "a function without a name and one that is called ??? are one" {
    profile p fl=a.c '1 1' 'fn=???' '2 2' 'summary: 3'
    profile q fl=a.c '1 5' 'fn=???' '2 5' 'summary: 10'
    run -0 cg_diff p q
    [ "$(printf '%s\n' "${lines[@]:3}")" = "$(lines fl=a.c 'fn=???' '0 7' 'summary: 7')" ]
    run -0 cg_diff --lines --match-names p q
    [ "$(printf '%s\n' "${lines[@]:3}")" = "$(lines fl=a.c 'fn=???' '1 4' '2 3' 'summary: 7')" ]
}

@test "subtracts by function, at line 0" {
    prints "$(head_of a b)
$(lines fl=vN/a.c fn=f '0 30' fl=vN/a.c fn=g '0 0' 'summary: 30')" \
        cg_diff --mod-filename='s/v[0-9]/vN/' a b
    prints "$(head_of a -)
$(lines fl=vN/a.c fn=F '0 30' fl=vN/a.c fn=g '0 0' 'summary: 30')" \
        sh -c 'cg_diff --mod-filename="s/v[0-9]/vN/" --mod-funcname=s/f/F/ a - <b'
    fails 2 "cg_diff: error: --mod-filename: 's/[/x/', column 3: the set has no closing ']'" \
        cg_diff --mod-filename='s/[/x/' a b
    fails 2 'cg_diff: error: give two FILEs; either may be - for stdin (see cg_diff --help)' cg_diff a
}

@test "a name with a newline breaks no profile" {
    cp a $'n\nf'
    cg_diff $'n\nf' a >out
    [ "$(head -1 out)" = 'desc: Files compared:   n\nf; a' ]
    run -0 cg_merge out
    [ "${lines[0]}" = 'desc: Files compared:   n\nf; a' ]
}

@test "keeps lines, the base, and only what changed" {
    prints "$(head_of a b 'Ir Ir@base')
$(lines fl=vN/a.c fn=f '2 -200 200' '3 230 0' fl='???' 'fn=(other)' '0 0 150' 'summary: 30 350')" \
        cg_diff --mod-filename='s/v[0-9]/vN/' --lines --changed --keep-base a b
}

@test "matches lines through two versions of the text" {
    mkdir v1 v2
    lines one two three >v1/a.c
    lines one new two three >v2/a.c
    profile a fl=v1/a.c fn=f '1 1' '2 20' '3 3' 'summary: 24'
    profile b fl=v2/a.c fn=f '1 1' '2 7' '3 25' '4 3' 'summary: 36'
    prints "$(head_of a b)
$(lines fl=vN/a.c fn=f '3 5' '2 7' 'summary: 12')" \
        cg_diff --lines --source-a=. --source-b=. --changed --mod-filename='s/v[0-9]/vN/' a b
    fails 2 'cg_diff: error: --source-a and --source-b go together, and with --lines' \
        cg_diff --lines --source-a=. a b
}

@test "lines are matched in files whose names are matched" {
    mkdir -p v1 v2
    lines one two >v1/a.c
    lines '// a comment' one '    two' >v2/a.c
    profile a fl=/build/v1/a.c fn=f '1 100' '2 20' 'summary: 120'
    profile b fl=/build/v2/a.c fn=f '2 100' '3 25' 'summary: 125'
    prints "$(head_of a b)
$(lines fl=/build/v2/a.c fn=f '3 5' 'summary: 5')" \
        cg_diff --lines --source-a=v1 --source-b=v2 --match-names --changed a b
}

@test "a note on names that --match-names would match" {
    says 'cg_diff: note: 2 of 2 functions of a have another name or directory in b; --match-names matches them' \
        cg_diff a b
    profile rust fl=a.rs fn=f::h0123456789abcdef '1 1' fn=main '2 1' fn=g::h0123456789abcdee '3 1' 'summary: 3'
    profile other fl=a.rs fn=f::hfedcba9876543210 '1 1' fn=main '2 1' fn=g::hfedcba9876543211 '3 1' 'summary: 3'
    says 'cg_diff: note: 2 of 3 functions of rust have another name or directory in other; --match-names matches them' \
        cg_diff rust other
    # Cost decides: most functions are those of a library, which are found.
    profile here fl=/here/m.c fn=main '1 90' fl=libc.c fn=a '1 2' fn=b '2 2' fn=c '3 2' 'summary: 96'
    profile there fl=/there/m.c fn=main '1 80' fl=libc.c fn=a '1 2' fn=b '2 2' fn=c '3 2' 'summary: 86'
    says 'cg_diff: note: 1 of 4 functions of here have another name or directory in there; --match-names matches them' \
        cg_diff here there
    # The names agree, or --match-names would not help.
    for command in '--match-names a b' '--mod-filename=s/v./vN/ a b' 'a rust' 'a a'; do
        # shellcheck disable=SC2086  # words
        says '' cg_diff $command
    done
}

@test "directories of sources that hold none, or not all" {
    mkdir v1 v2 empty
    touch v1/a.c v2/a.c v1/b.c
    # Nobody has the sources of the C library.
    profile a fl=a.c fn=f '1 1' fl=b.c fn=h '1 4' fl=libc.c fn=g '1 2' 'summary: 7'
    fails 1 'cg_diff: error: nosuch: No such file or directory' \
        cg_diff --lines --source-a=v1 --source-b=nosuch a a
    fails 1 'cg_diff: error: empty: holds none of the sources that the profile names' \
        cg_diff --lines --source-a=empty --source-b=v2 a a
    says 'cg_diff: note: 1 of 2 source files are not in both v1 and v2; their lines are compared by number' \
        cg_diff --lines --source-a=v1 --source-b=v2 a a
    touch v2/b.c
    says '' cg_diff --lines --source-a=v1 --source-b=v2 a a
}

# The two examples of the manual page that take percentages of a base; nine tenths of the program
# stay as they were.
# Two profiles in which grows grew, falls fell and stays stayed.
changed_profiles() {
    profile base fl=a.c fn=grows '1 100' fn=stays '2 890' fl=b.c fn=falls '3 10' 'summary: 1000'
    profile new fl=a.c fn=grows '1 110' fn=stays '2 890' fl=b.c fn=falls '3 5' 'summary: 1005'
}

@test "rows that --changed leaves out keep their base" {
    changed_profiles
    prints "$(head_of base new | sed 's/Ir$/Ir Ir@base/')
$(lines fl='???' 'fn=(other)' '0 0 890' fl=a.c fn=grows '0 10 100' fl=b.c fn=falls '0 -5 10' 'summary: 5 1000')" \
        cg_diff --keep-base --changed base new
    run -0 bash -c "cg_diff --keep-base --lines --changed base new"
    [ "${lines[-1]}" = 'summary: 5 1000' ]
}

@test "percentages are of the whole base, also with --changed" {
    changed_profiles
    run -0 bash -c "cg_diff --keep-base --changed base new | cg_annotate -"
    [[ $output == *'5 (0.5%)  PROGRAM TOTALS'* && $output == *'> 10  (1.0%, 1.0%)  grows:a.c'* &&
        $output == *'> -5 (-0.5%, 0.5%)  falls:b.c'* ]]
    whole=$(cg_diff --keep-base base new | cg_annotate --percent-of=base -)
    [ "$(grep '^>' <<<"$output")" = "$(grep '^>' <<<"$whole")" ]
}

@test "rows that cg_filter leaves out of a difference keep their base" {
    changed_profiles
    run -0 bash -c "cg_diff --keep-base --changed base new | cg_filter --top=1 | cg_show"
    [[ $output == *'1.0%'*grows* ]]
    run -0 bash -c "cg_diff --keep-base base new | cg_filter --changed --function=falls"
    [ "${lines[-1]}" = 'summary: -5 1000' ]
}

@test "events that differ are an error of the second file" {
    lines 'cmd: ./prog' 'events: Dr' fl=a fn=f '1 5' 'summary: 5' >other
    fails 1 'cg_diff: error: other: the events differ: only the profile before has Ir, only this one has Dr' cg_diff a other
    run -1 bash -c 'cg_diff a - <other'
    [ "$output" = "cg_diff: error: <stdin>: the events differ: only the profile before has Ir, only this one has Dr" ]
}

@test "matches names that differ only in compiler-generated parts" {
    profile a fl=/home/x/a.rs fn=f::h0123456789abcdef '1 5' fn=p.isra.0 '2 1' fn=p.isra.1 '3 1' 'summary: 7'
    profile b fl=/home/y/a.rs fn=f::hfedcba9876543210 '1 6' fn=p '2 2' 'summary: 8'
    run --separate-stderr cg_diff --match-names -v --changed a b
    [ "$stderr" = 'cg_diff: note: /home/x/a.rs -> /home/y/a.rs
cg_diff: note: /home/y/a.rs: f::h0123456789abcdef -> f::hfedcba9876543210
cg_diff: note: not matched, ambiguous: /home/y/a.rs: p (2 before, 1 after)' ]
    [ "${lines[3]} ${lines[4]} ${lines[5]}" = 'fl=/home/y/a.rs fn=f::hfedcba9876543210 0 1' ]
}

@test "matches copies of functions by their costs" {
    profile a fl=a.rs fn=x::fmt::h863044c0549d7049.60 '1 10' fn=g.1 '1 5' fn=g.2 '1 90' 'summary: 105'
    profile b fl=a.rs fn=x::fmt::h863044c0549dffff.72 '1 10' fn=g.3 '1 91' fn=g.4 '1 5' 'summary: 106'
    run --separate-stderr cg_diff --match-names --changed a b
    [ "$stderr" = 'cg_diff: note: matched by cost: a.rs: g.N (2 of each)' ]
    [ "$(printf '%s\n' "${lines[@]:3}")" = "$(lines fl=a.rs fn=g.3 '0 1' 'summary: 1')" ]
}

@test "names that another function takes are matched by file, then the only ones that are left" {
    # Writes FILE, a profile of functions, and FILE.calls, where main calls them: FILE (NUMBER FILE COST)...
    write() {
        local file=$1 total=5 rows=() calls=()
        shift
        while [ $# -gt 0 ]; do
            rows+=("fl=$2" "fn=s.lto_priv.$1" "1 $3")
            calls+=("cfl=$2" "cfn=s.lto_priv.$1" 'calls=1 1' "1 $3")
            total=$((total + $3))
            shift 3
        done
        profile "$file" "${rows[@]}" fl=m.c fn=main '1 5' "summary: $total"
        lines '# callgrind format' 'version: 1' 'creator: callgrind-3.26' 'cmd: ./prog' 'positions: line' 'events: Ir' \
            '' ob=prog "${rows[@]}" fl=m.c fn=main '1 5' "${calls[@]}" '' "totals: $total" >"$file.calls"
    }
    write before 0 d.c 7 1 e.c 70
    write after 1 q.h 8 0 e.c 71
    write less 0 e.c 71
    local calls
    for calls in '' .calls; do
        run --separate-stderr cg_diff --match-names --fail-if='function abs(Ir) > 0' "before$calls" "after$calls"
        echo "after$calls: $stderr"
        [ "$status" -eq 3 ]
        [ "$(sed '1,2d; s/  */ /g' <<<"$stderr" | sort)" = "$(lines 'cg_diff: gate: +1 +1.43% Ir e.c:s.lto_priv.0' \
            'cg_diff: gate: +1 +14.29% Ir q.h:s.lto_priv.1')" ]
        # d.c's is gone, and not a part of e.c's, which has its name now.
        run --separate-stderr cg_diff --match-names --fail-if='function abs(Ir) > 0' "before$calls" "less$calls"
        echo "less$calls: $stderr"
        [ "$(sed '1,2d; s/  */ /g' <<<"$stderr")" = "$(lines 'cg_diff: gate: -7 -100.00% Ir d.c:s.lto_priv.0 (2)' \
            'cg_diff: gate: +1 +1.43% Ir e.c:s.lto_priv.0')" ]
    done
}

@test "matches names with the symbol or address of an own name, and with a level of recursion" {
    profile a fl=a.c 'fn=f(int) [clone .constprop.0] [0x1230]' '1 5' 'fn=g [sym]' '1 6' "fn=h'2" '1 7' fn=h '1 8' 'summary: 26'
    profile b fl=a.c 'fn=f(int)' '1 5' fn=g.constprop.0 '1 6' "fn=h.constprop.0'2" '1 7' fn=h.constprop.0 '1 8' 'summary: 26'
    run --separate-stderr cg_diff --match-names --changed --fail-if='function abs(Ir) > 0' a b
    echo "$stderr"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    run -3 cg_diff --fail-if='function abs(Ir) > 0' a b
}

@test "gates with status 3, and still writes the difference" {
    run --separate-stderr cg_diff --mod-filename='s/v[0-9]/vN/' --fail-if='Ir > +5%' a b
    [ "$status" -eq 3 ]
    [ "${lines[-1]}" = 'summary: 30' ]
    [ "$stderr" = 'cg_diff: gate: Ir > +5% holds:
cg_diff: gate:                +30     +8.57%  Ir  PROGRAM TOTALS
cg_diff: gate:                +30    +10.00%  Ir  vN/a.c:f' ]
    cg_diff --fail-if='Ir > +9%' --fail-if='Ir > 1000' a b >/dev/null
    run -3 cg_diff --mod-filename='s/v[0-9]/vN/' --fail-if='function Ir >= 10% and Ir > 29' a b
    run -0 cg_diff --mod-filename='s/v[0-9]/vN/' --fail-if='function Ir >= 10% and Ir > 30' a b
    run -3 cg_diff --mod-filename='s/v[0-9]/vN/' --fail-if='function ir >= 10%' a b # any case
    fails 2 "cg_diff: error: --fail-if: 'Ir >', column 5: expected a number" cg_diff --fail-if='Ir >' a b
    fails 2 "cg_diff: error: 'Dr > 1': the profile has no event 'Dr'; it has Ir; valgrind --tool=cachegrind --cache-sim=yes counts it" \
        cg_diff --fail-if='Dr > 1' a b
    fails 2 "cg_diff: error: 'bcm > 1': the profile has no event 'bcm'; it has Ir; valgrind --tool=cachegrind --branch-sim=yes counts it" \
        cg_diff --fail-if='bcm > 1' a b
    fails 2 "cg_diff: error: 'SpLoss1 > 1': the profile has no event 'SpLoss1'; it has Ir; valgrind --tool=cachegrind --cache-sim=yes --cache-use=yes counts it" \
        cg_diff --fail-if='SpLoss1 > 1' a b
    fails 2 "cg_diff: error: 'estcycles > 1': the profile has no event 'estcycles'; it has Ir; --cycles adds it" \
        cg_diff --fail-if='estcycles > 1' a b
}

@test "a gate lists what went its way, not what went the other" {
    profile x fl=a fn=f '1 100' fn=g '1 100' 'summary: 200'
    profile y fl=a fn=f '1 150' fn=g '1 60' 'summary: 210'
    run --separate-stderr cg_diff --fail-if='Ir > +1%' x y
    [ "$stderr" = 'cg_diff: gate: Ir > +1% holds:
cg_diff: gate:                +10     +5.00%  Ir  PROGRAM TOTALS
cg_diff: gate:                +50    +50.00%  Ir  a:f' ]
    run --separate-stderr cg_diff --fail-if='Ir < -1%' y x
    # shellcheck disable=SC2154  # set by run
    [ "${stderr_lines[-1]}" = 'cg_diff: gate:                -50    -33.33%  Ir  a:f' ]
    run --separate-stderr cg_diff --fail-if='abs(Ir) > 1' x y
    # shellcheck disable=SC2154  # set by run
    [ "${stderr_lines[-1]}" = 'cg_diff: gate:                -40    -40.00%  Ir  a:g' ]
}

@test "a percentage is not shown as the limit that it is above" {
    profile x fl=a fn=f '1 1000000' fn=g '1 500' 'summary: 1000500'
    profile y fl=a fn=f '1 1050001' fn=g '1 500' 'summary: 1050501'
    run --separate-stderr cg_diff --fail-if='function Ir > 5%' x y
    [ "${stderr_lines[1]}" = 'cg_diff: gate:            +50,001    +4.998%  Ir  PROGRAM TOTALS' ]
    [ "${stderr_lines[2]}" = 'cg_diff: gate:            +50,001   +5.0001%  Ir  a:f' ]
    run --separate-stderr cg_diff --fail-if='Ir < -5%' y x
    [ "$status" -eq 0 ]
    # Elsewhere, and where it is the limit, two digits are enough.
    profile y fl=a fn=f '1 1050000' fn=g '1 500' 'summary: 1050500'
    run --separate-stderr cg_diff --fail-if='function Ir >= 5%' x y
    [ "${stderr_lines[2]}" = 'cg_diff: gate:            +50,000     +5.00%  Ir  a:f' ]
}

# blocks FILE LIVE OBJECT...: a profile with heap blocks.
blocks() {
    local file=$1 live=$2
    shift 2
    lines 'cmd: p' 'events: Ir' fl=a.c fn=main '3 5' "#data 2 word=4 live=$live" '#fl=a.c' '#fn=main' '#place 0 3' \
        '#fn=take' '#place 1 9' "${@/#/#data-object heap }" 'summary: 5' >"$file"
}

@test "gates on allocations" {
    blocks x 220 '1 10 1000 200 100 100 100' '2 5 50 50 10 10 10'
    blocks y 320 '1 10 1000 200 100 100 100' '2 65 780 90 12 12 12'
    run -3 --separate-stderr cg_diff --fail-if='Blocks > 59' --fail-if='Bytes > 1000' x y
    [ "$stderr" = 'cg_diff: gate: Blocks > 59 holds:
cg_diff: gate:                +60   +400.00%  Blocks  PROGRAM TOTALS
cg_diff: gate:                +60  +1200.00%  Blocks  take < main' ]
    run -0 cg_diff --fail-if='Blocks > 60' --fail-if='Bytes > 730' --fail-if='Live > 100' x y
    run -3 cg_diff --fail-if='live >= 100' x y
    run -3 cg_diff --fail-if='object Blocks > 10 and Bytes > 700' x y
    run -0 cg_diff --fail-if='object Blocks > 10 and Bytes > 730' x y
    # By functions, the difference has the columns, too.
    [ "$(cg_diff x x | grep -c '^#data-object heap [12] 0 0 0 ')" -eq 2 ]
    fails 2 "cg_diff: error: 'Dw > 1': the profile has no event 'Dw'; it has Ir, Blocks, Bytes, Live; valgrind --tool=cachegrind --cache-sim=yes counts it" \
        cg_diff --fail-if='Dw > 1' x y
    # Objects that an old file does not list are not compared.
    sed '/^#data 2/s/2/1/; /^#data-object/s/ [0-9]*\( [0-9]* [0-9]* [0-9]* [0-9]*\)$/\1/' y >old
    fails 2 "cg_diff: error: 'Blocks > 1': the profile has no event 'Blocks'; it has Ir; valgrind --tool=cachegrind --data-objects=yes counts Blocks, Bytes and Live" \
        cg_diff --fail-if='Blocks > 1' x old
    run -0 cg_show --by=object --as=csv old
    [ "${lines[0]}" = 'object,size,Blocks,Live' ]
}

@test "gates on calls" {
    called() {
        lines '# callgrind format' 'version: 1' 'creator: callgrind-3.19' 'cmd: p' 'positions: line' 'events: Ir' '' \
            ob=p fl=p.c fn=main '1 10' cfn=f "calls=$1 0" '2 90' fn=f '5 90' '' 'totals: 100'
    }
    called 5 >x
    called 58 >y
    run -3 --separate-stderr cg_diff --fail-if='function calls > 50' x y
    [ "$stderr" = 'cg_diff: gate: function calls > 50 holds:
cg_diff: gate:                +53  +1060.00%  calls  PROGRAM TOTALS
cg_diff: gate:                +53  +1060.00%  calls  p.c:f' ]
    run -0 cg_diff --fail-if='function calls > 53' --fail-if='calls > 53' x y
    run -3 cg_diff --fail-if='calls > 52' x y
    fails 2 "cg_diff: error: 'calls > 1': the profile has no event 'calls'; it has Ir; valgrind --tool=cachegrind --calls=yes counts calls" \
        cg_diff --mod-filename='s/v[0-9]/vN/' --fail-if='calls > 1' a b
}

@test "gates on derived events, which are computed on each side" {
    lines 'cmd: p' 'events: Dr D1mr' fl=a fn=f '1 1000 39' fn=g '2 100 1' 'summary: 1100 40' >x
    lines 'cmd: p' 'events: Dr D1mr' fl=a fn=f '1 900 40' fn=g '2 150 9' 'summary: 1050 49' >y
    # 3.64 % and 4.67 %; f: 3.9 and 4.44; g: 1 and 6
    run -3 --separate-stderr cg_diff --derive=Rate=100*D1mr/Dr --fail-if='Rate > 1.03' \
        --fail-if='function Rate > 5' x y
    [ "$stderr" = 'cg_diff: gate: Rate > 1.03 holds:
cg_diff: gate:             +1.030    +28.33%  Rate  PROGRAM TOTALS
cg_diff: gate:             +5.000   +500.00%  Rate  a:g
cg_diff: gate:             +0.544    +13.96%  Rate  a:f' ]
    [ "$(tail -n +3 <<<"$output" | tr '\n' ' ')" = 'events: Dr D1mr Rate fl=a fn=f 0 -100 1 1 fl=a fn=g 0 50 8 5 summary: -50 9 6 ' ]
    run -0 cg_diff --derive=Rate=100*D1mr/Dr --fail-if='Rate > 1.04' --fail-if='function rate > 5.1' x y
    run -3 cg_diff --derive=Sum=Dr+100*D1mr --fail-if='Sum > 849' x y
    run -0 cg_diff --derive=Sum=Dr+100*D1mr --fail-if='Sum > 850' x y
}

@test "what makes counts incomparable is said, in the same words by all commands" {
    local d1='D1 cache:         32768 B, 64 B, 8-way associative' other='D1 cache:         16384 B, 64 B, 8-way associative'
    lines "desc: $d1" 'cmd: p' 'events: Ir D1mr' fl=a fn=f '1 1000 39' 'summary: 1000 39' >x
    sed "s/^desc: .*/desc: $other/" x >y
    local words="1 profile is of other caches than x ('$other' and '$d1')"
    run -0 --separate-stderr cg_diff x y
    [ "$stderr" = "cg_diff: note: $words" ]
    run -0 --separate-stderr cg_merge --force x y
    [ "$stderr" = "cg_merge: note: $words" ]
    for format in table trend; do
        run -0 --separate-stderr cg_show --as=$format x y
        [ "$stderr" = "cg_show: note: $words" ]
    done
    run -0 --separate-stderr cg_show --as=sql x y # which compares nothing
    [ -z "$stderr" ]
    sed 's/^desc: .*/&\ndesc: Options: --count-rep=iterations/' x >y
    words="1 profile is of other options of the tool than x ('Options: --count-rep=iterations' and none)"
    for command in cg_diff cg_merge cg_show; do
        run -0 --separate-stderr $command x y
        [ "$stderr" = "$command: note: $words" ]
        run -0 --separate-stderr $command y y
        [ -z "$stderr" ]
    done
    sed 's/^desc: .*/&\ndesc: Machine: x86-64-v3/' x >v3
    sed 's/^desc: .*/&\ndesc: Machine: x86-64-v2/' x >v2
    sed 's/^desc: .*/&\ndesc: Reproducible: cpus 1/' x >fixed
    for command in cg_diff cg_merge cg_show; do
        run -0 --separate-stderr $command v3 v2
        [ "$stderr" = "$command: note: 1 profile is of another machine than v3 ('Machine: x86-64-v2' and 'Machine: x86-64-v3')" ]
        run -0 --separate-stderr $command x v3 # it does not say
        [ -z "$stderr" ]
        run -0 --separate-stderr $command v3 fixed
        [ "$stderr" = "$command: note: 1 profile is of other settings of --reproducible than v3 ('Reproducible: cpus 1' and none)" ]
    done
}

@test "differences of differences" {
    profile start fl=v1/a.c fn=f '1 10' 'summary: 10'
    [ "$(cg_diff <(cg_diff start a) <(cg_diff start b) | tail -1)" = 'summary: 30' ]
}

@test "a difference that has a base already" {
    cg_diff --keep-base a b >ab
    [ "$(cg_diff ab ab | tail -1)" = 'summary: 0 0' ]
    for option in --keep-base '--fail-if=Ir > 1'; do
        fails 1 "cg_diff: error: ab: has the event Ir@base, so --keep-base and --fail-if can't make one of that name; cg_filter --events chooses the others" \
            cg_diff "$option" ab ab
    done
    [ "$(cg_diff --keep-base <(cg_filter --events=Ir ab) <(cg_filter --events=Ir ab) | tail -1)" = "$(
        cg_filter --derive=Ir2=Ir-Ir --events=Ir2,Ir ab | tail -1)" ]
}

@test "the installed cg_diff agrees" {
    command -v /usr/bin/cg_diff >/dev/null || skip 'there is no other cg_diff'
    normal() { sed 's/  */ /g; s/ $//' | awk '/^fl=/{f=$0} /^fn=/{n=$0} /^[0-9]/{print f, n, $0}' | sort; }
    diff <(/usr/bin/cg_diff a b | normal) <(cg_diff a b | normal)
}

@test "the examples of the manual page work" {
    for f in base new a0 b0; do cp a $f; done
    mkdir -p old.src/v1 new.src/v1
    touch old.src/v1/a.c new.src/v1/a.c
    lines 'cmd: ./prog' 'events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw' fl=a.c fn=f '1 9 8 7 6 5 4 3 2 1' \
        'summary: 9 8 7 6 5 4 3 2 1' >caches
    lines 'cmd: ./prog' 'events: Ir' fl=a.c fn=f '3 70' '#addresses 1' '#object 1 ab12 ./prog' '#fl=a.c' \
        '#fn=f' '#a 1 0x10 4 1 3 70' 'summary: 70' >addresses
    example_inputs
    run_examples cg_diff.1
    run_help_examples cg_diff
}

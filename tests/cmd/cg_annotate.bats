#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# cg_annotate as a user runs it: options and messages, each whole. What reports look like is in
# annotated/.

bats_require_minimum_version 1.5.0

setup() {
    here=$BATS_TEST_DIRNAME
    golden=$here/annotated
    man=$here/../../man/cg_annotate.1
    PATH=$BIN:$PATH
    unset NO_COLOR
    export CGTOOLS_PAGER=cat # pager.bats has a pager
    cd "$BATS_TEST_TMPDIR" || exit
}

# Writes a profile of one event and one function to $1; the rest are its lines.
profile() {
    local file=$1
    shift
    printf 'cmd: ./prog\nevents: Ir\nfl=a.c\nfn=main\n' >"$file"
    printf '%s\n' "$@" >>"$file"
}

# The command ends with status $1, says $2 on stderr, and nothing on stdout.
fails() {
    local status_wanted=$1 message=$2
    shift 2
    run --separate-stderr "$@"
    # shellcheck disable=SC2154  # set by run
    echo "status $status, stderr: $stderr"
    [ "$status" -eq "$status_wanted" ]
    [ -z "$output" ]
    [ "$stderr" = "cg_annotate: error: $message" ]
}

# The command prints nothing on stderr and the line $1, among others, on stdout.
prints() {
    local line=$1
    shift
    run --separate-stderr "$@"
    echo "status $status, stderr: $stderr"
    [ "$status" -eq 0 ]
    ! grep -qv 'not found at\|may be\|^$' <<<"$stderr" || return # but of sources
    grep -qxF -- "$line" <<<"$output"
}

# ---- profiles that can't be used ---------------------------------------------

@test "a profile that is not there or no file" {
    fails 1 "nosuch: No such file or directory" cg_annotate nosuch
    mkdir dir
    fails 1 "dir: Is a directory" cg_annotate dir
    fails 1 "<stdin>:1: the file is empty" cg_annotate - </dev/null
}

@test "a profile and a source without permission" {
    # Root may read everything, so somebody else runs this, in a directory that he can reach.
    local dir as=()
    dir=$(mktemp -d)
    chmod 755 "$dir"
    umask 022
    cp "$BIN/cg_annotate" "$dir"
    cd "$dir" || return
    [ "$(id -u)" -ne 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    profile p '1 5' 'summary: 5'
    echo text >a.c
    chmod 0 a.c
    prints "- a.c" "${as[@]}" ./cg_annotate p
    chmod 0 p
    fails 1 "p: Permission denied" "${as[@]}" ./cg_annotate p
    rm -rf "$dir"
}

@test "a file that is no profile" {
    : >empty
    fails 1 "empty:1: the file is empty" cg_annotate empty
    printf '\177ELE\1\0\0' >binary
    fails 1 'binary: is not a profile: it begins with "\x7fELE\x01\x00\x00", and a profile with "desc:" or "cmd:"; valgrind --tool=cachegrind PROGRAM makes one' cg_annotate binary
    printf 'cmd: x\nfl=a\n' >no-events
    fails 1 'no-events:2: expected an "events:" line, not "fl=a"' cg_annotate no-events
}

@test "a profile with bad counts" {
    profile p '1 5' 'summary: 6'
    fails 1 "p:6: the summary says 6 Ir, but the counts add up to 5" cg_annotate p
    profile p '1 5 6' 'summary: 5'
    fails 1 "p:5: more counts than events (1)" cg_annotate p
    profile p '1 x' 'summary: 5'
    fails 1 "p:5: expected a count" cg_annotate p
    profile p '1 9223372036854775808' 'summary: 5'
    fails 1 "p:5: a count 9223372036854775808 is too large" cg_annotate p
    profile p '4294967296 1' 'summary: 1'
    fails 1 "p:5: a line number 4294967296 is too large" cg_annotate p
    profile p '1 5'
    fails 1 'p:5: the "summary:" line is missing' cg_annotate p
}

@test "the second of two profiles is bad" {
    profile good '1 5' 'summary: 5'
    profile bad '1 x' 'summary: 5'
    fails 1 "bad:5: expected a count" cg_annotate good bad
    fails 1 "bad:5: expected a count" cg_annotate --jobs=1 good bad
    fails 1 "bad:5: expected a count" cg_annotate --diff good bad
    sed 's/Ir/Dr/' good >other
    fails 1 "other: the events differ: only the profile before has Ir, only this one has Dr" \
        cg_annotate good other
    fails 1 "other: the events differ: only the profile before has Ir, only this one has Dr" \
        cg_annotate --diff good other
    fails 1 "other: the events differ: only the profile before has Ir, only this one has Dr" \
        cg_annotate --diff-lines good other
}

@test "stdout that is full" {
    profile p '1 5' 'summary: 5'
    fails 1 "<stdout>: No space left on device" sh -c 'cg_annotate p >/dev/full'
}

# ---- a wrong command line ------------------------------------------------------

@test "operands" {
    profile p '1 5' 'summary: 5'
    fails 2 "give at least one FILE, or - for stdin (see cg_annotate --help)" cg_annotate
    fails 2 "--diff takes two FILEs (see cg_annotate --help)" cg_annotate --diff p
    fails 2 "--diff takes two FILEs (see cg_annotate --help)" cg_annotate --diff-lines p
    fails 2 "--diff takes two FILEs, not 3" cg_annotate --diff p p p
    fails 2 "- can be given once only: stdin can't be read twice" cg_annotate - -
    fails 2 "- can be given once only: stdin can't be read twice" cg_annotate --salvage - -
}

@test "options" {
    profile p '1 5' 'summary: 5'
    fails 2 "there is no option --nosuch (see cg_annotate --help)" cg_annotate --nosuch p
    fails 2 "--threshold takes a percentage from 0 to 100, not '100.1'" \
        cg_annotate --threshold=100.1 p
    fails 2 "--threshold takes a percentage from 0 to 100, not '1_0'" cg_annotate --threshold=1_0 p
    fails 2 "--threshold takes a percentage from 0 to 100, not 'nan'" cg_annotate --threshold=nan p
    fails 2 "--context takes a whole number from 0 up, not '-1'" \
        cg_annotate --context=-1 p
    fails 2 "--auto takes yes or no, not 'maybe'" cg_annotate --auto=maybe p
    fails 2 "--show-percs takes yes or no, not 'maybe'" cg_annotate --show-percs=maybe p
    fails 2 "--color takes auto, always or never, not 'red'" cg_annotate --color=red p
    fails 2 "--percent-of takes total or base, not 'x'" cg_annotate --percent-of=x p
    fails 2 "--percent-of=base needs --diff, or a profile that cg_diff --keep-base wrote" \
        cg_annotate --percent-of=base p
    fails 2 "--show takes events separated by commas, not 'Ir,'" cg_annotate --show=Ir, p
    fails 2 "--show: the profile has no event 'Dr'; it has Ir" cg_annotate --show=Ir,Dr p
    fails 2 "--sort: the profile has no event 'Dr'; it has Ir" cg_annotate --sort=Dr:1 p
    fails 2 "--sort takes a percentage from 0 to 100, not 'x'" cg_annotate --sort=Ir:x p
}

@test "numbers with a plus sign, and of any size" {
    profile p '1 5' 'summary: 5'
    cg_annotate --no-annotate --threshold=5 --context=1 p | tail -n +6 >plain
    for threshold in +5 +5.0 +0.5e1; do
        cg_annotate --no-annotate --threshold=$threshold --context=+1 p | tail -n +6 | cmp - plain
    done
    cg_annotate --no-annotate --threshold=5 --context=100000000000000000000 p | tail -n +6 |
        cmp - plain
    run -0 cg_annotate --threshold=1e-9999 p
    [[ $output == *'Threshold:        0.0%'* ]]
    for threshold in 1e9999 ++5 +-5 + '' ' 5'; do
        fails 2 "--threshold takes a percentage from 0 to 100, not '$threshold'" \
            cg_annotate --threshold="$threshold" p
    done
    for context in ++1 + '' 1.5 ' 1'; do
        fails 2 "--context takes a whole number from 0 up, not '$context'" \
            cg_annotate --context="$context" p
    done
}

@test "an event whose name holds a colon" {
    profile p '1 5' 'summary: 5'
    sed -i 's/Ir$/Ir L1:5 L1/; s/^1 .*/1 5 7 9/; s/^summary.*/summary: 5 7 9/' p
    run -0 cg_annotate --sort=L1:5 p
    [[ $output == *$'Event sort order: L1:5\nThreshold:        0.1%'* ]]
    run -0 cg_annotate --sort=L1:5:2,Ir p
    [[ $output == *$'Event sort order: L1:5 Ir\nThreshold:        2.0%'* ]]
    run -0 cg_annotate --sort=L1:6 p
    [[ $output == *$'Event sort order: L1\nThreshold:        6.0%'* ]]
    fails 2 "--sort: the profile has no event 'L1:6' (did you mean L1:5?); it has Ir, L1:5, L1" \
        cg_annotate --sort=L1:6:7 p
}

@test "abbreviations of the reference's options" {
    profile p '1 5' 'summary: 5'
    cg_annotate --diff --context=0 p p | tail -n +6 >full
    cg_annotate --dif --co=0 p p | tail -n +6 | cmp - full
    [ "$(cg_annotate --ver)" = "$(cg_annotate --version)" ]
    [ "$(cg_diff --ver)" = "$(cg_diff --version)" ]
    fails 2 "--diff takes no argument" cg_annotate --dif=1 p p
    fails 2 "--context needs an argument (N)" cg_annotate p --co
}

@test "a function without a name and one that is called <unspecified> are one" {
    profile p '1 1' fl=a.c '2 4' 'fn=<unspecified>' '2 8' 'summary: 13'
    run -0 cg_annotate --no-annotate p
    [[ $output == *$'\n< 13 (100.0%, 100.0%)  a.c:\n  12  (92.3%)            <unspecified>'* ]]
    [ "$(grep -c '^> 12 .*<unspecified>:a.c' <<<"$output")" = 1 ]
    run -0 cg_annotate --no-annotate --mod-funcname='s/main/<unspecified>/' p
    [[ $output == *$'\n< 13 (100.0%, 100.0%)  a.c:<unspecified>'* ]]
}

# A function and a file without counts, besides f.
uncounted_profile() { profile p fn=f '1 5' fl=b.c 'summary: 5'; }

@test "functions and files without counts are shown" {
    uncounted_profile
    run -0 cg_annotate --no-annotate --threshold=0 p
    [[ $output == *$'a.c:\n  5 (100.0%)            f\n  0                     main\n  0                     <unspecified>\n'* ]]
    [[ $output == *'< 0   (0.0%, 100.0%)  b.c:<unspecified>'* ]]
}

@test "functions and files without counts are salvaged" {
    uncounted_profile
    run -0 cg_annotate --no-annotate --threshold=0 p
    one=$(tail -n +6 <<<"$output")
    run -0 cg_annotate --no-annotate --threshold=0 --salvage p
    [ "$(tail -n +6 <<<"$output")" = "$one" ]
}

@test "functions and files without counts are renamed" {
    uncounted_profile
    run -0 cg_annotate --no-annotate --threshold=0 --mod-filename=s/b/c/ --mod-funcname=s/main/h/ p
    [[ $output == *' f'$'\n'*' h'$'\n'*'c.c:<unspecified>'* ]]
}

@test "functions and files without counts are summed" {
    uncounted_profile
    profile q fl=a.c fn=f '1 5' fl=c.c fn=k 'summary: 5'
    run -0 cg_annotate --no-annotate --threshold=0 p q
    [[ $output == *'10 (100.0%)'*' f'*' main'*'c.c:'*' k'*'b.c:<unspecified>'* ]]
}

@test "files without counts are originals of a renamed file" {
    uncounted_profile
    echo 1 >a.c && echo 2 >b.c
    run -0 cg_annotate --mod-filename=s/.*/x/ p
    [[ $output == *$'two or more of these original files are not identical:\n- a.c\n- b.c\n'* ]]
}

@test "expressions" {
    profile p '1 5' 'summary: 5'
    fails 2 "--mod-filename: 'x', column 1: an expression of the form s/old/new/ was expected" \
        cg_annotate --mod-filename=x p
    fails 2 "--mod-funcname: 's/[/x/', column 3: the set has no closing ']'" \
        cg_annotate --mod-funcname='s/[/x/' p
    fails 2 "--mod-funcname: 's/a/\\1/', column 5: group 1 does not exist in the pattern" \
        cg_annotate --mod-funcname='s/a/\1/' p
    local name
    name=$(printf 'a%.0s' {1..40})b
    sed "s/^fn=.*/fn=$name/" p >long
    fails 1 "'s/(a+)+\$//' takes too many steps on the name '$name'" \
        cg_annotate --mod-funcname='s/(a+)+$//' long
}

# ---- options -------------------------------------------------------------------

@test "--help and --version" {
    prints "usage: cg_annotate [OPTIONS] FILE... [SOURCE-FILE...]" cg_annotate --help
    prints "cg_annotate-$(cat "$here/../../VERSION")" cg_annotate --version
}

@test "options may be shortened and negated, and take their argument after a blank" {
    profile p '1 5' 'summary: 5'
    prints "Threshold:        2.5%" cg_annotate --thr 2.5 p
    prints "Threshold:        20.0%" cg_annotate p --threshold=20
    prints "Annotation:       off" cg_annotate --no-annotate p
    prints "Annotation:       off" cg_annotate --auto=no p
    prints "Annotation:       off" cg_annotate --auto no p
    prints "Annotation:       on" cg_annotate --auto=no --annotate p
    prints "5  PROGRAM TOTALS" sh -c 'cg_annotate --no-show-percs p | sed "s/^ *//"'
    prints "5  PROGRAM TOTALS" sh -c 'cg_annotate --show-percs=no p | sed "s/^ *//"'
}

@test "the invocation is shown without quotes, in one line" {
    profile 'a b' '1 5' 'summary: 5'
    prints "Invocation:       cg_annotate --mod-filename s/\$/'/ a b" \
        cg_annotate --mod-filename "s/\$/'/" 'a b'
    profile $'a\nb' '1 5' 'summary: 5'
    prints 'Invocation:       cg_annotate a\nb' cg_annotate $'a\nb'
}

@test "a pipe and a substituted process" {
    profile p '1 5' 'summary: 5'
    profile q '1 7' 'summary: 7'
    prints "2 (100.0%)  PROGRAM TOTALS" bash -c 'cg_annotate --diff <(cat p) - <q'
    prints "12 (100.0%)  PROGRAM TOTALS" bash -c 'cat p | cg_annotate q -'
    prints "5 (100.0%)  PROGRAM TOTALS" bash -c 'gzip -c p | cg_annotate -'
    prints "5 (100.0%)  PROGRAM TOTALS" bash -c 'zstd -qc p | cg_annotate -'
    prints "Invocation:       cg_annotate -" bash -c 'cat p | cg_annotate - | cat'
}

@test "what cg_diff and cg_merge write" {
    cp "$golden"/diff-versions/{one,two}.cgout .
    prints "520 (100.0%)  PROGRAM TOTALS" \
        sh -c "cg_diff --mod-filename=s/v./vN/ one.cgout two.cgout | cg_annotate -"
    prints "520 (2.9%)  PROGRAM TOTALS" \
        sh -c "cg_diff --match-names --keep-base one.cgout two.cgout | cg_annotate -"
    prints "520 (100.0%) 18,110 (100.0%)  PROGRAM TOTALS" \
        sh -c "cg_diff --match-names --keep-base one.cgout two.cgout | cg_annotate --percent-of=total -"
    prints "36,740 (100.0%)  PROGRAM TOTALS" \
        sh -c "cg_merge one.cgout two.cgout 2>notes | cg_annotate -"
    # The same report, whether cg_annotate sums or cg_merge.
    cg_annotate one.cgout two.cgout | sed '/^Invocation/d; /^Command/d' >sum
    cg_merge one.cgout two.cgout 2>notes | cg_annotate - | sed '/^Invocation/d; /^Command/d' >merged
    diff sum merged
}

@test "a reader that goes away" {
    profile p '1 5' 'summary: 5'
    # shellcheck disable=SC2016  # the inner shell expands it
    run --separate-stderr bash -c 'cg_annotate p | true; exit "${PIPESTATUS[0]}"'
    [ "$status" -eq 0 ] || [ "$status" -eq 141 ]
    [ -z "$stderr" ]
}

@test "colour only where it is wanted" {
    profile p '1 5' 'summary: 5'
    cp "$golden/basic/shapes.c" a.c
    touch -d 2020-01-01 a.c
    hot=$(printf '\033[1;31m5\033[0m (100.0%%)  #include <math.h>')
    prints "$hot" cg_annotate --color=always p
    prints "5 (100.0%)  #include <math.h>" cg_annotate p
    # A terminal ends lines with CR LF.
    TERM=xterm prints "$hot"$'\r' script -qec 'cg_annotate p' /dev/null
    TERM=xterm NO_COLOR=1 prints $'5 (100.0%)  #include <math.h>\r' \
        script -qec 'cg_annotate p' /dev/null
    TERM=dumb prints $'5 (100.0%)  #include <math.h>\r' script -qec 'cg_annotate p' /dev/null
}

@test "lines are cut to the terminal's width only on a terminal and not with --no-fit" {
    profile p '1 5' 'summary: 5'
    prints $'-- File:function su…\r' \
        script -qec 'stty cols 20; cg_annotate --color=never p' /dev/null
    prints $'-- File:function su…\r' \
        script -qec 'stty cols 20; cg_annotate --fit --color=never p' /dev/null
    prints $'-- File:function summary\r' \
        script -qec 'stty cols 20; cg_annotate --no-fit --color=never p' /dev/null
    prints "-- File:function summary" cg_annotate --fit p
}

@test "--fit marks what it cuts: paths lose their beginnings, source its end" {
    mkdir -p directory/with/a/long/name
    printf 'int first_characters_of_a_long_line_of_source = 1;\n' >directory/with/a/long/name/prog.c
    touch -d '2001-01-01' directory/with/a/long/name/prog.c
    printf '%s\n' 'cmd: c' 'events: Ir' fl=directory/with/a/long/name/prog.c fn=compute '1 5' 'summary: 5' >p
    fits() { prints "$1"$'\r' script -qec 'stty cols 40; cg_annotate --fit --color=never p' /dev/null; }
    fits '< 5 (100.0%, 100.0%)  …me/prog.c:compute'
    fits '> 5 (100.0%, 100.0%)  compute:…me/prog.c'
    fits '-- Annotated source file: …g/name/prog.c'
    fits '5 (100.0%)  int first_characters_of_a_l…'
}

@test "--fit leaves out events that nobody asked for, and says so" {
    printf '%s\n' 'cmd: c' 'events: Ir Dr Dw' fl=f fn=g '1 5 6 7' 'summary: 5 6 7' >p
    run script -qec 'stty cols 60; cg_annotate --fit p' /dev/null
    [[ $output == *$'\nEvents shown:     Ir\r\n'* ]]
    [[ $output == *'cg_annotate: note: 2 events not shown: Dr Dw; --show chooses'* ]]
    run script -qec 'stty cols 60; cg_annotate --fit --show=Ir,Dr,Dw p' /dev/null
    [[ $output == *$'\nEvents shown:     Ir Dr Dw\r\n'* ]]
    [[ $output != *'not shown'* ]]
}

@test "of many events, those that matter are left on a terminal" {
    printf '%s\n' 'cmd: c' 'events: Ir I1mr Dr D1mr DLmr' fl=f fn=g '1 5 6 7 8 9' 'summary: 5 6 7 8 9' >p
    run script -qec 'stty cols 100; cg_annotate p' /dev/null
    [[ $output == *$'\nEvents shown:     Ir D1mr DLmr\r\n'* ]]
    [[ $output == *'cg_annotate: note: 2 events not shown: I1mr Dr; --show chooses'* ]]
    run script -qec 'stty cols 60; cg_annotate --sort=Dr p' /dev/null
    [[ $output == *$'\nEvents shown:     Dr\r\n'* ]]
}

@test "-o writes a file, with whole lines and without colours" {
    profile p '1 5' 'summary: 5'
    cg_annotate p >expected
    script -qec 'stty cols 40; cg_annotate -o report p; cg_annotate --output=packed.gz p' /dev/null
    diff <(sed 's/cg_annotate -o report p/cg_annotate p/' report) expected
    diff <(gunzip <packed.gz | sed 's/cg_annotate --output=packed.gz p/cg_annotate p/') expected
    fails 2 "--output needs the name of a file, not ''" cg_annotate --output= p
    fails 1 "nosuch/report: No such file or directory" cg_annotate -o nosuch/report p
}

@test "--color alone is always" {
    profile p '1 5' 'summary: 5'
    diff <(cg_annotate --color p | tail -n +5) <(cg_annotate --color=always p | tail -n +5)
}

# ---- sources -------------------------------------------------------------------

@test "what is no regular file is never opened" {
    for kind in fifo directory device missing; do
        profile p '1 5' 'summary: 5'
        case $kind in
        fifo) mkfifo a.c ;;
        directory) mkdir a.c ;;
        device) ln -s /dev/zero a.c ;;
        missing) ;;
        esac
        prints "Unannotated because one or more of these original files are unreadable:" \
            cg_annotate p
        rm -rf a.c
    done
}

@test "a source called - is not stdin" {
    profile p '1 5' 'summary: 5'
    sed -i 's/^fl=.*/fl=-/' p
    echo "the file" >./-
    touch -d 2020-01-01 ./-
    prints "5 (100.0%)  the file" sh -c 'echo stdin | cg_annotate p'
}

@test "a very long line" {
    profile p '1 5' 'summary: 5'
    head -c 5000000 /dev/zero | tr '\0' x >a.c
    touch -d 2020-01-01 a.c
    [ "$(cg_annotate p | grep -c -E '^5 \(100\.0%\)  x{1000}')" -eq 1 ]
    [ "$(cg_annotate p | wc -c)" -gt 5000000 ]
}

@test "operands that are sources are told from profiles" {
    profile p '1 5' 'summary: 5'
    echo "text" >a.c
    touch -d 2020-01-01 a.c
    prints "-- User-annotated source file: a.c" cg_annotate --no-annotate p a.c
    prints "Command 2:        (same as Command 1)" cg_annotate p p
    fails 1 "nosuch.c: No such file or directory, and no source of the profile has this name" cg_annotate p nosuch.c
    mkdir inc
    mv a.c inc
    prints "-- User-annotated source file: a.c (inc/a.c)" cg_annotate --no-annotate -I inc p a.c
}

@test "the name of a source may be only the end of its path" {
    mkdir -p src/lib
    echo "text" >src/lib/util.c
    touch -d 2020-01-01 src/lib/util.c
    printf 'cmd: x\nevents: Ir\nfl=src/lib/util.c\nfn=f\n1 5\nsummary: 5\n' >p
    for name in util.c lib/util.c src/lib/util.c; do
        prints "-- User-annotated source file: src/lib/util.c" cg_annotate --no-annotate p "$name"
        prints "5 (100.0%)  text" cg_annotate --no-annotate p "$name"
    done
    fails 1 "til.c: No such file or directory, and no source of the profile has this name" cg_annotate p til.c
    fails 1 "x/util.c: No such file or directory, and no source of the profile has this name" cg_annotate p x/util.c
    prints "-- User-annotated source file: tools.c" cg_annotate --mod-filename=s/src.lib.util/tools/ --no-annotate p tools.c
}

@test "of two include directories, that under which more of the path matches" {
    mkdir -p first second/lib
    echo "wrong" >first/util.c
    echo "right" >second/lib/util.c
    touch -d 2020-01-01 first/util.c second/lib/util.c
    printf 'cmd: x\nevents: Ir\nfl=/src/lib/util.c\nfn=f\n1 5\nsummary: 5\n' >p
    prints "5 (100.0%)  right" cg_annotate -I first -I second p
    prints "5 (100.0%)  right" cg_annotate -I second -I first p
    rm second/lib/util.c
    prints "5 (100.0%)  wrong" cg_annotate -I first -I second p
}

# ---- the manual page -----------------------------------------------------------

@test "the examples of the manual page work" {
    cp -rL "$golden"/manual/{shapes.c,vec.h} "$golden"/diff-versions/{v1,v2} .
    cp "$golden/manual/manual.cgout" cachegrind.out
    cp "$golden/cache/cache.cgout" cache.out
    printf '%s\n' 'version: 1' 'events: Ir' fl=a.c fn=main '3 10' cfn=f 'calls=2 7' '4 5' fn=f '7 5' >calls.out
    cp "$golden/diff-versions/one.cgout" v1.out
    cp "$golden/diff-versions/two.cgout" v2.out
    cp "$here/golden/in/data.cgout" data.out
    printf '%s\n' 'cmd: ./prog' 'events: Ir' fl=a.c fn=main '3 70' '#addresses 1' '#object 1 ab12 ./prog' \
        '#fl=a.c' '#fn=main' '#a 1 0x10 4 1 3 70' 'summary: 70' >addresses.out
    unset DEBUGINFOD_URLS
    # shellcheck source=tests/cmd/profiles.bash
    source "$BATS_TEST_DIRNAME/profiles.bash"
    example_inputs
    local count=0 line
    while IFS= read -r line; do
        run --separate-stderr bash -c "set -o pipefail; $line"
        echo "$line: status $status, $stderr"
        [ "$status" -eq 0 ]
        [[ $line == *addresses.out ]] || ! grep -qv 'not found at\|may be\|^$' <<<"$stderr"
        grep -q 'PROGRAM TOTALS' <<<"$output"
        count=$((count + 1))
    done < <("$here/manual_examples" --joined "$man")
    [ "$count" -eq 18 ]
    run_help_examples cg_annotate
}

@test "the reports in the manual page are real" {
    # Every literal block, but for the invocation and blanks at the ends of lines.
    perl -0777 -e '
        local @ARGV = ($ARGV[0], $ARGV[1]);
        my ($man, $report) = (<>, <>);
        s/^Invocation:.*\n//mg, s/ +$//mg for $man, $report;
        my $blocks = 0;
        while ($man =~ /^\.Bd -literal\n(.*?)^\.Ed/msg) {
            my $block = $1;
            $blocks++;
            index($report, $block) >= 0 or die "not in the report:\n$block";
        }
        $blocks >= 7 or die "$blocks blocks";
    ' "$man" "$golden/manual/stdout"
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Harnesses that run callgrind: their command lines, their sequences of requests, and the rules by
# which they read its files and words. The numbers are those of the installed callgrind. (gungraun's:
# callgrind.bats; QTestLib itself, callgrind_control, KCachegrind: tests/engines/callgrind.)

bats_require_minimum_version 1.5.0

load common

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    mkdir ours peer
}

stock() { "$("$BATS_TEST_DIRNAME/stock-front" "$BATS_TEST_TMPDIR" "$BIN/valgrind")" "$@"; }

# in_both ARGUMENT...: runs callgrind with these arguments, in `ours` and in `peer`. Words and output
# are in out and err there.
in_both() {
    (cd ours && "$BIN/valgrind" --tool=callgrind "$@" >out 2>err)
    (cd peer && stock --tool=callgrind "$@" >out 2>err)
}

# own FILE FUNCTION: its own cost, all events.
own() {
    "$BIN/cg_show" --as=csv "$1" | awk -F, -v name="$2" '$1 == name { $1 = $2 = ""; print }'
}

totals() { awk '/^totals: / { sub(/^totals: /, ""); print }' "$1"; }

@test "CodSpeed: parts in one file, named, whose totals are what was counted before the stop" {
    in_both -q --trace-children=yes --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 \
        --instr-atstart=no --collect-systime=nsec --compress-strings=no --combine-dumps=yes --dump-line=no \
        --read-inline-info=yes '--trace-children-skip=*esbuild' --callgrind-out-file=%p.prof \
        --log-file=valgrind.log "$PROGRAMS/sequence" wzsfpDwsfpD
    for side in ours peer; do
        grep -h '^desc: Trigger' $side/*.prof >$side/triggers
        awk '/^totals: / { print $2 + 0, $3 + 0, $4 + 0 }' $side/*.prof >$side/sums
    done
    [ "$(cat ours/triggers)" = 'desc: Trigger: Client Request: execution/7
desc: Trigger: Client Request: execution/7
desc: Trigger: Program termination' ]
    diff ours/triggers peer/triggers
    diff ours/sums peer/sums
    [ "$(awk 'NR == 1 { print $1 }' ours/sums)" -gt 200 ]
    # Its own valgrind takes this option, the installed one does not.
    (cd ours && "$BIN/valgrind" --tool=callgrind -q "--obj-skip=*/sequence" --callgrind-out-file=skipped "$PROGRAMS/sequence" f)
    [ -z "$(own ours/skipped work)" ]
    [ "$(totals ours/skipped)" -gt 200 ]
}

@test "QTestLib: the newest part is complete when the request returns, and its summary is the cost" {
    in_both --instr-atstart=yes --quiet "$PROGRAMS/sequence" zfdrzffdr
    [ "$(wc -l <ours/out)" -eq 2 ]
    [[ $(cat ours/out) =~ ^1\ summary:\ [0-9]+$'\n'2\ summary:\ [0-9]+$ ]]
    diff ours/out peer/out
    # Each name is that of the process and a number.
    for file in ours/callgrind.out.*.*; do
        [[ $file =~ ^ours/callgrind\.out\.[0-9]+\.[0-9]+$ ]]
    done
}

@test "QTestLib and Qt Creator: the process is the one that was started" {
    "$BIN/valgrind" -q --tool=callgrind "$PROGRAMS/sequence" w &
    wait $!
    [ -s "callgrind.out.$!" ]
}

@test "Qt Creator: its header, no line that is too short, a block for each function that is called" {
    for options in '' --separate-threads=yes --collect-bus=yes '--toggle-collect=work' \
        '--cache-sim=yes --branch-sim=yes' --instr-atstart=no; do
        for program in 'sequence sfdwfp' threads calls; do
            rm -f out*
            # shellcheck disable=SC2086  # several words
            "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=out $options "$PROGRAMS"/$program >/dev/null
            for file in out*; do
                [ -s "$file" ] || continue
                python3 - "$file" <<'END' || { echo "$options $program $file" && return 1; }
import re, sys
header = re.compile(r'(#|positions: |events: |version: |creator: |pid: |cmd: |part: |desc: |summary: |thread: )')
names, blocks, called = {}, set(), set()
at, callee, calls = {'ob': '', 'fl': '', 'fn': ''}, {}, False
def name(kind, text):
    number, known = re.match(r'(?:\((\d+)\))?(?: ?(.*))?$', text).groups()
    if number is None:
        return text
    assert known or (kind, number) in names, text
    assert not known or names.setdefault((kind, number), known) == known, 'defined twice: ' + text
    return names[kind, number]
in_header = True
for line in open(sys.argv[1], encoding='latin-1'):
    line = line.rstrip('\n')
    if in_header and (not line or header.match(line)):
        continue
    in_header = False
    if not line or line.startswith('totals:'):
        continue
    assert len(line) >= 3, 'too short: ' + line
    key, _, value = line.partition('=')
    kind = {'ob': 'ob', 'cob': 'ob', 'fl': 'fl', 'fi': 'fl', 'fe': 'fl', 'cfi': 'fl', 'cfl': 'fl', 'fn': 'fn', 'cfn': 'fn'}.get(key)
    if calls:
        assert kind is None and key != 'calls', 'between calls= and its cost: ' + line
        calls = False
    elif key == 'calls':
        calls = True
        called.add((callee.get('ob', at['ob']), callee.get('fl', file), callee['fn']))
        callee = {}
    elif key in ('cob', 'cfi', 'cfl', 'cfn'):
        callee[kind] = name(kind, value)
    elif key in ('fi', 'fe'):
        file = name('fl', value)
    elif kind:
        at[kind] = name(kind, value)
        if key == 'fl':
            file = at['fl']
        if key == 'fn':
            file = at['fl']
            blocks.add((at['ob'], at['fl'], at['fn']))
    else:
        assert re.match(r'[0-9+*-]|j', line), line
missing = called - blocks
assert not missing, 'called, and without a block: %s' % sorted(missing)[:5]
END
            done
        done
    done
}

@test "PyTorch: callgrind_annotate shows of each part what it shows of callgrind's" {
    in_both -q --callgrind-out-file=prof --dump-line=yes --dump-instr=yes --instr-atstart=yes --collect-atstart=no \
        "$PROGRAMS/sequence" tfdfdt
    for part in prof.1 prof.2; do
        for inclusive in yes no; do
            for side in ours peer; do
                callgrind_annotate --inclusive=$inclusive --threshold=100 --show-percs=no $side/$part >$side/table 2>$side/warnings
                [ ! -s $side/warnings ]
                # Functions of the program, and the sum.
                grep -oE '^ *[0-9,]+ .*(PROGRAM TOTALS|:(work|caller|main) .*)$' <(grep -v '=>' $side/table) | sed 's/^ *//; s/ *\[.*//' | sort >$side/rows
            done
            [ "$(wc -l <ours/rows)" -eq 4 ]
            diff ours/rows peer/rows
        done
    done
}

@test "php-src and PDFium: the two lines on stderr, and a device stays one" {
    # Collected in one function, because what the dynamic linker does depends on the environment.
    in_both --toggle-collect=caller --dump-instr=yes --callgrind-out-file=/dev/null -- "$PROGRAMS/sequence" f
    [ -c /dev/null ]
    for side in ours peer; do
        python3 -c 'import re, sys; print(re.search(r"==[0-9]+== Events    : Ir\n==[0-9]+== Collected : ([0-9]+)\n", sys.stdin.read()).group(1))' \
            <$side/err >$side/number
    done
    diff ours/number peer/number
    # The counts before the stop are collected.
    in_both --instr-atstart=no --callgrind-out-file=prof "$PROGRAMS/sequence" wsfpw
    for side in ours peer; do
        grep -oE 'Collected *: *[0-9]+' $side/err | head -1 >$side/number
    done
    diff ours/number peer/number
    [ "$(grep -oE '[0-9]+' ours/number)" -gt 200 ]
    [ "$(grep -oE '[0-9]+' ours/number)" = "$(totals ours/prof)" ]
}

@test "sightglass: each part has its header, all events, and a number for each" {
    in_both -q --cache-sim=yes --branch-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 \
        "$PROGRAMS/sequence" szfDzfD
    for part in 1 2; do
        file=$(echo ours/callgrind.out.*."$part")
        pid=${file#ours/callgrind.out.}
        python3 - "$file" "${pid%.*}" "$part" <<'END'
import sys
lines = open(sys.argv[1]).read().split('\n')
def value(key):
    found = [l[len(key) + 2:] for l in lines if l.startswith(key + ': ')]
    assert len(found) >= 1, key
    return found[0]
assert value('pid') == sys.argv[2]
assert value('part') == sys.argv[3]
assert 'desc: Trigger: Client Request: execution/7' in lines
events = value('events').split()
for event in 'Ir I1mr D1mr D1mw ILmr DLmr DLmw Bcm Bim'.split():
    assert event in events, event
key = [l for l in lines if l.startswith(('summary: ', 'totals: '))][0]
assert key.startswith('summary: ')
assert len(key.split()) - 1 == len(events), key
END
        [ "$(awk '/^summary/ { print $2 }' "$file")" = "$(awk '/^summary/ { print $2 }' peer/callgrind.out.*."$part")" ]
    done
}

@test "rustls: toggles in pairs, and the first summary is the whole" {
    "$BIN/valgrind" --tool=callgrind --version
    in_both --collect-atstart=no --cache-sim=no --log-file=prof.log --callgrind-out-file=prof "$PROGRAMS/sequence" wtftwtft
    summary=$(grep -m 1 '^summary: ' ours/prof)
    [[ $summary =~ ^summary:\ [0-9]+$ ]]
    [ "${summary#summary: }" = "$(totals ours/prof)" ]
    [ "$summary" = "$(grep -m 1 '^summary: ' peer/prof)" ]
    callgrind_annotate ours/prof --auto=no >table 2>warnings
    [ ! -s warnings ]
    iconv -f UTF-8 -t UTF-8 table >/dev/null
}

@test "ruby-bench: off, dump, on, dump from inside, each with status 0; parts hold their phases" {
    printf '%s\n' '#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static volatile long sink;
__attribute__((noinline)) void work(void) { for (int i = 0; i < 100; i++) sink += i; }
static void control(const char *options) {
    char command[256];
    snprintf(command, sizeof command, "callgrind_control %s %d >/dev/null 2>&1", options, (int)getpid());
    if (system(command) != 0) exit(3);
}
int main(void) {
    work();
    control("-d");
    control("-i on");
    work();
    work();
    control("-i off");
    control("-d");
    work();
    return 0;
}' >program.c
    cc -O1 -g -o program program.c
    "$BIN/valgrind" -q --tool=callgrind --instr-atstart=no --callgrind-out-file="$PWD/prof" ./program
    [ -z "$(own prof.1 work)" ]
    twice=$(own prof.2 work)
    [ -z "$(own prof work)" ]
    # From the start, the first part has the first call, and the second both that are between.
    "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file="$PWD/whole" ./program
    [ "$twice" -eq $((2 * $(own whole.1 work))) ]
    [ "$twice" -eq "$(own whole.2 work)" ]
}

@test "gprof2dot: version and creator stand once, at the beginning of parts in one file" {
    "$BIN/valgrind" -q --tool=callgrind --combine-dumps=yes --callgrind-out-file=out "$PROGRAMS/sequence" fdfdf
    [ "$(grep -c '^version:' out)" -eq 1 ]
    [ "$(grep -c '^creator:' out)" -eq 1 ]
    [ "$(grep -c '^part:' out)" -eq 3 ]
    [ "$(grep -c '^events:' out)" -eq 3 ]
}

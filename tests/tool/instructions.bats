#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Reports by instruction, of programs that ran.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

# cg FILE ARGUMENT...: our tool.
cg() { "$BIN/valgrind" -q --tool=cachegrind --addresses=yes --cachegrind-out-file="$1" "${@:2}"; }
show() { "$BIN/cg_show" --as=asm "$@"; }
# sum COLUMN: of the numbers there, of the rows of instructions.
instructions() { grep -E '^ *[0-9,]+ .* [0-9a-f]+  [a-z(]'; }

@test "the instructions of each function add up to its total" {
    local functions total
    cg out "$PROGRAMS/calls_cpp" >/dev/null
    show --top=0 out >all
    awk '/^ *[0-9][0-9,]* / { gsub(",", "", $1) }
         /^ *[0-9][0-9]* .* total of the function$/ { if ($1 != sum) { print "not", sum, $0; bad = 1 }
                                        all += sum; sum = 0; ++functions; next }
         /^ *[0-9][0-9]* / { sum += $1 }
         END { print functions, all; exit bad }' all >sums
    read -r functions total <sums
    [ "$functions" -gt 50 ]
    [ "$total" -eq "$(awk '/^#a / { sum += $7 } END { print sum }' out)" ]
}

@test "callgrind's --dump-instr=yes gives the same instructions" {
    local stock program
    stock=$("$BATS_TEST_DIRNAME/stock-front" "$BATS_TEST_TMPDIR" "$BIN/valgrind")
    # listed FILE: the functions of the program that have a name, without percentages, which are of
    # all objects. Callgrind has names for the others, too.
    listed() {
        "$BIN/cg_show" --as=asm --top=0 --width=0 "$1" 2>/dev/null |
            awk -v object="  $program" '
                /^[^ ].*  \// { is_ours = substr($0, length($0) - length(object) + 1) == object && !/^0x/ }
                is_ours' | sed -E 's/ +[0-9.]+%//; s/ <0x[0-9a-f]+>$//'
    }
    for program in "$PROGRAMS/calls_cpp" "$PROGRAMS/branches"; do
        cg ours --count-rep=iterations "$program" >/dev/null || true
        "$stock" -q --tool=callgrind --dump-instr=yes --skip-plt=no --separate-recs=1 \
            --callgrind-out-file=theirs "$program" >/dev/null || true
        listed ours >expected
        [ "$(wc -l <expected)" -gt 100 ]
        diff <(listed theirs) expected
    done
}

@test "instructions are those that objdump shows" {
    cg out "$PROGRAMS/branches" >/dev/null
    show --function='^main$' out | instructions | sed -E 's/.* ([0-9a-f]+)  ([a-z(]+).*/\1/' >ours
    [ -s ours ]
    objdump -d --no-show-raw-insn "$PROGRAMS/branches" | sed -n 's/^ *\([0-9a-f]*\):\t.*/\1/p' >theirs
    # Each is at the beginning of an instruction.
    run grep -vxFf theirs ours
    [ "$status" -eq 1 ]
}

@test "a program without symbols is shown by what belongs together" {
    cg with "$PROGRAMS/branches" >/dev/null
    strip -s -o branches "$PROGRAMS/branches"
    cg without ./branches >/dev/null
    local address
    address=$(nm "$PROGRAMS/branches" | sed -n 's/^0*\([0-9a-f]*\) t table$/\1/p')
    show --function='^table$' with | instructions | sed 's/.*  *\([0-9a-f]*  [a-z]\)/\1/' >expected
    show --function="^0x$address \[branches\]$" without | instructions |
        sed 's/.*  *\([0-9a-f]*  [a-z]\)/\1/' >found
    [ "$(wc -l <expected)" -gt 10 ]
    head -n "$(wc -l <expected)" found | diff expected -
}

@test "the instructions of each line add up to it" {
    cg out "$PROGRAMS/branches" >/dev/null
    "$BIN/cg_annotate" --asm --threshold=0 --no-show-percs out >report
    # A count at the beginning, then an address (or another row below a line), or source.
    awk '/^-- Annotated source file/ { is_source = 1; next }
         /^-- line / { next }
         /^-- / { is_source = 0; next }
         !is_source || !/^ *[0-9,]+ / { next }
         { count = $1; gsub(",", "", count) }
         / [0-9a-f]+  \(?[a-z][a-z0-9]*( |$|\))/ || /\(in [0-9]+ function/ { sum += count; next }
         { if (lines && sum != wanted) { print wanted, sum; bad = 1 }
           wanted = count; sum = 0; ++lines }
         END { if (lines < 20 || sum != wanted) { print lines, wanted, sum; bad = 1 } exit bad }' report
    "$BIN/cg_annotate" --asm out | sed 1,5d >with
    "$BIN/cg_annotate" out | sed 1,5d >without
    [ "$(grep -c . with)" -gt "$(grep -c . without)" ]
    run "$BIN/cg_annotate" --asm --diff out out
    [ "$output" = "cg_annotate: error: --asm shows one build: cg_show --as=asm compares two" ]
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=plain "$PROGRAMS/branches"
    run "$BIN/cg_annotate" --asm plain
    [ "$status" -eq 1 ]
    [ "$output" = "cg_annotate: error: plain: has no costs by instruction, which --asm needs (valgrind --tool=cachegrind --addresses=yes writes them)" ]
}

@test "another build at the same path is a note, not its instructions" {
    cp "$PROGRAMS/branches" program
    cg out ./program >/dev/null
    local id
    id=$(readelf -n program | sed -n 's/.*Build ID: //p')
    cp "$PROGRAMS/strings" program
    other=$(readelf -n program | sed -n 's/.*Build ID: //p')
    run --separate-stderr show --function='^main$' out
    [ "$status" -eq 0 ]
    # shellcheck disable=SC2154  # set by run
    [ "$stderr" = "cg_show: note: $PWD/program: it is not the one that ran: its build ID is $other, not $id; its instructions have no text" ]
    [[ $output =~ " instructions, "[0-9]+" bytes" ]]
    [[ ! $output =~ " mov" ]]
    # The one that ran, by its build ID.
    mkdir -p "debug/.build-id/${id:0:2}"
    cp "$PROGRAMS/branches" "debug/.build-id/${id:0:2}/${id:2}.debug"
    cp "$PROGRAMS/branches" "debug/.build-id/${id:0:2}/${id:2}"
    run --separate-stderr show --debug-directory=debug --function='^main$' out
    [ "$stderr" = "" ]
    [[ $output =~ " mov" ]]
}

@test "two builds of a function are one list, and its counts are those of both" {
    cp "$BATS_TEST_DIRNAME/../../docs/instructions/tally.c" .
    gcc -g -O2 -fno-inline -o before tally.c
    gcc -g -O2 -fno-inline -DREPAIR -o after tally.c
    cg before.out ./before >/dev/null
    cg after.out ./after >/dev/null
    show --function='^count$' before.out after.out >both
    show --function='^count$' before.out | instructions | sed 's/^ *//; s/ .*//; s/,//g' >first
    show --function='^count$' after.out | instructions | sed 's/^ *//; s/ .*//; s/,//g' >second
    # Without heads and rules: with the count before, after, and the change.
    grep -E ' [0-9a-f]+  \(?[a-z]' both >rows
    # Removed rows are the first's, added ones the second's, the others of both.
    grep -vE '^ .* \+[0-9,]+  \+ ' rows | sed 's/^ *//; s/ .*//; s/,//g' | diff - first
    [ "$(grep -cE ' - ' rows)" -gt 0 ]
    [ "$(grep -vcE '  - ' rows)" -eq "$(wc -l <second)" ]
    tail -1 both | tr -d , >total
    read -r before after change _ <total
    [ "$before" -eq "$(paste -sd+ first | bc)" ]
    [ "$after" -eq "$(paste -sd+ second | bc)" ]
    [ "$change" -eq $((after - before)) ]
    run show before.out after.out before.out
    [ "$status" -eq 2 ]
    [ "$output" = "cg_show: error: the format 'asm' shows one profile, or the difference of two" ]
}

@test "a profile without costs by address says what writes them" {
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out "$PROGRAMS/branches" >/dev/null
    run show out
    [ "$status" -eq 1 ]
    [ "$output" = "cg_show: error: out: has no costs by instruction (valgrind --tool=cachegrind --addresses=yes writes them)" ]
    run "$BIN/cg_show" --function=x out
    [ "$status" -eq 2 ]
    [ "$output" = "cg_show: error: --function goes with --as=asm; cg_filter --function chooses rows for the others" ]
}

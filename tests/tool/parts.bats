#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Parts of a run, under cachegrind's name: callgrind's options and requests, commands of a debugger, and
# children that start at 0.

bats_require_minimum_version 1.5.0

load common

cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out "$@"; }

compile() { # TEXT
    printf '%s\n' "$1" >program.c
    cc -O1 -g -static -I"$BATS_TEST_DIRNAME/../../valgrind-tool" -isystem "$(pkg-config --variable=includedir valgrind)" -o program program.c
}

# own FILE FUNCTION...: their own Ir.
own() {
    local file=$1 name
    shift
    for name in "$@"; do
        "$BIN/cg_show" --as=csv --show=Ir "$file" | awk -F, -v name="$name" '$1 == name { sum += $3 } END { print sum + 0 }'
    done | paste -sd' '
}

requests='#include <callgrind.h>
static volatile long sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void phase(void) { work(10); CALLGRIND_DUMP_STATS_AT("half"); work(20); }
int main(void) {
    work(5);
    CALLGRIND_ZERO_STATS;
    phase();
    CALLGRIND_DUMP_STATS;
    CALLGRIND_STOP_INSTRUMENTATION;
    work(100);
    CALLGRIND_START_INSTRUMENTATION;
    work(3);
    CALLGRIND_TOGGLE_COLLECT;
    work(100);
    CALLGRIND_TOGGLE_COLLECT;
    work(4);
    return 0;
}'

@test "requests of callgrind.h write parts, zero and switch, with calls and without" {
    compile "$requests"
    "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=wanted ./program
    for options in '' --calls=yes '--calls=yes --collect-atstart=yes' --branch-sim=yes '--calls=yes --cache-sim=yes'; do
        rm -f out*
        # shellcheck disable=SC2086  # none or several words
        cg $options ./program
        [ "$(echo out*)" = 'out out.1 out.2' ]
        for part in '' .1 .2; do
            [ "$(own out$part work)" = "$(own wanted$part work)" ] || { echo "$options $part" && return 1; }
        done
        [ "$(own out work)" -gt 0 ]
        [ "$(sed -n 's/^desc: Trigger: //p' out.1 out.2 out)" = 'Client Request: half
Client Request
Program termination' ]
    done
    # An active call goes on: its cost in the second part is below its caller.
    cg --calls=yes ./program
    "$BIN/cg_show" --as=folded out.2 | grep -q ';main;phase;work '
    # All parts together, but for what was not counted, are the whole.
    "$BIN/cg_merge" -o sum out.1 out.2 out
    [ "$(own sum work)" -eq $(($(own out work) + $(own out.1 work) + $(own out.2 work))) ]
}

# Between the zero and the first part, main executes 3 instructions and phase 11; then 7 and 3; then main 8.
# In callgrind, the 5, 4 and 4 up to a request are counted after it, and the last superblock is not.
@test "a part of a tree ends at its request, with pairs before the superblock of that, as in callgrind" {
    cat >program.S <<'END'
#define REQUEST(number) movq $number, arguments(%rip); lea arguments(%rip), %rax; xor %edx, %edx; \
    rol $3, %rdi; rol $13, %rdi; rol $61, %rdi; rol $51, %rdi; xchg %rbx, %rbx
#define ZERO 0x43540001
#define DUMP 0x43540000
.globl main, phase
.type main, @function
main:
    nop
    REQUEST(ZERO)
    nop; nop
    call phase
    nop; nop; nop
    REQUEST(DUMP)
    nop; nop; nop; nop; nop
    mov $60, %eax
    xor %edi, %edi
    syscall
.size main, .-main
.type phase, @function
phase:
    nop; nop; nop; nop; nop; nop; nop
    REQUEST(DUMP)
    nop; nop
    ret
.size phase, .-phase
.data
arguments: .quad 0, 0, 0, 0, 0, 0
.section .note.GNU-stack,"",@progbits
END
    cc -g -nostdlib -static -Wl,-e,main -o program program.S
    parts() { for part in .1 .2 ''; do own out$part main phase; done | paste -sd' '; }
    cg --calls=yes ./program
    [ "$(parts)" = '3 11 7 3 8 0' ]
    for tool in callgrind stock-callgrind; do
        "$BIN/valgrind" -q --tool=$tool --callgrind-out-file=out ./program
        [ "$(parts)" = '8 0 0 14 7 0' ]
    done
}

# cg_filter leaves out lines of calls, and so which functions were running already.
@test "what is below a function that was running when a part began is a file with calls" {
    compile "$requests"
    cg --calls=yes ./program
    for part in .1 .2 ''; do
        for name in main phase work; do
            "$BIN/cg_filter" --below="^$name\$" out$part >below
            "$BATS_TEST_DIRNAME/calls-file" below
        done
    done
}

@test "the summary on stderr is that of all parts" {
    compile "$requests"
    words=$("$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=out ./program 2>&1 | sed -n 's/^==.*I refs: *//p' | tr -d ,)
    [ "$words" -eq "$(cat out out.1 out.2 | awk '/^summary/ { sum += $2 } END { print sum }')" ]
}

@test "a run without requests is no part: no trigger, one file" {
    for options in '' --calls=yes; do
        rm -f out*
        # shellcheck disable=SC2086  # none or one word
        cg $options "$PROGRAMS/counted" || true
        [ "$(echo out*)" = out ]
        run ! grep -q Trigger out
    done
}

@test "callgrind's options need --calls=yes, and then give what they give under its name" {
    compile 'static volatile long sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void window(void) { work(10); }
int main(void) { work(5); window(); work(7); window(); return 0; }'
    for options in --toggle-collect=window --dump-before=window --dump-after=window --zero-before=window \
        --fn-skip=work --dump-instr=yes --collect-atstart=no --separate-threads=yes --separate-recs=1 \
        '--collect-jumps=yes --dump-instr=yes' --collect-bus=yes; do
        run cg "$options" ./program
        [ "$status" -eq 1 ]
        # shellcheck disable=SC2086  # one or two words
        rm -rf ours wanted && mkdir ours wanted
        # shellcheck disable=SC2086
        (cd ours && "$BIN/valgrind" -q --tool=cachegrind --calls=yes --cachegrind-out-file=out $options ../program)
        # shellcheck disable=SC2086
        (cd wanted && "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=out $options ../program)
        for file in ours/*; do
            [ "$(own "$file" main work window)" = "$(own "wanted/${file#*/}" main work window)" ] ||
                { echo "$options $file" && return 1; }
        done
        for file in wanted/*; do
            [ ! -s "$file" ] || [ -s "ours/${file#*/}" ]
        done
    done
    run cg --toggle-collect=window ./program
    [ "$status" -eq 1 ]
    [[ $output == *'Bad option: --toggle-collect=window'*'It needs --calls=yes.'* ]]
    run cg --calls=yes --dump-instr=yes --calls-skip=work ./program
    [ "$status" -eq 1 ]
    [[ $output == *'It cannot be used with --calls-skip, but with --fn-skip.'* ]]
}

@test "without an option of callgrind's, calls are the tree; with one, its graph" {
    cg --calls=yes "$PROGRAMS/counted" || true
    grep -q '^#tree ' out
    cg --calls=yes --collect-atstart=yes "$PROGRAMS/counted" || true
    run ! grep -q '^#tree ' out
    # REP counts as ever under this name: the instructions are those of the tree.
    cg --calls=yes "$PROGRAMS/strings"
    instructions=$(awk '/^totals/ { print $2 }' out)
    cg --calls=yes --collect-atstart=yes "$PROGRAMS/strings"
    [ "$(awk '/^totals/ { print $2 }' out)" -eq "$instructions" ]
}

@test "with --count-from-fork=yes, the sum of all processes has nothing twice" {
    compile '#include <sys/wait.h>
#include <unistd.h>
static volatile long sink;
__attribute__((noinline)) void load_config(void) { for (int i = 0; i < 1000; i++) sink += i; }
__attribute__((noinline)) void serve(void) { for (int i = 0; i < 100; i++) sink += i; }
int main(void) {
    load_config();
    for (int i = 0; i < 4; i++)
        if (fork() == 0) { serve(); return 0; }
    while (wait(0) > 0) { }
    return 0;
}'
    cg ./program
    once=$(own out load_config)
    rm -f out*
    for options in --tool=cachegrind '--tool=cachegrind --calls=yes' '--tool=cachegrind --calls=yes --toggle-collect=main' \
        --tool=callgrind '--tool=cachegrind --cache-sim=yes --branch-sim=yes --cache-use=yes --calls=yes'; do
        name=${options%% *}
        # shellcheck disable=SC2086  # several words
        "$BIN/valgrind" -q $options --count-from-fork=yes "--${name#--tool=}-out-file=out.%p" ./program 2>/dev/null
        files=(out.*)
        [ ${#files[@]} -eq 5 ]
        "$BIN/cg_merge" -o sum "${files[@]}"
        rm -f out.*
        read -r loaded served < <(own sum load_config serve)
        [ "$loaded" -eq "$once" ]
        # Four times a tenth of the turns, and what is around the loops.
        around=$((10 * served / 4 - once))
        [[ $around -ge 0 && $around -lt 100 ]]
        # By default, as Valgrind's own tools: each child has what its parent did before.
        # shellcheck disable=SC2086
        "$BIN/valgrind" -q $options "--${name#--tool=}-out-file=out.%p" ./program 2>/dev/null
        files=(out.*)
        "$BIN/cg_merge" -o sum "${files[@]}"
        rm -f out.*
        [ "$(own sum load_config)" -eq $((5 * once)) ]
    done
}

@test "with --count-from-fork=yes, the calls of the child are below those that were active" {
    cg --calls=yes --count-from-fork=yes --cachegrind-out-file=out.%p "$PROGRAMS/forks" >/dev/null
    child=$(for f in out.*; do echo "$(awk '/^totals/ { print $2 }' "$f") $f"; done | sort -n | head -1 | cut -d' ' -f2)
    "$BIN/cg_show" --as=folded "$child" | grep -q ';main;'
}

@test "a child that executes a program writes what it counted since the fork, if it starts at 0" {
    compile '#include <sys/wait.h>
#include <unistd.h>
static volatile long sink;
__attribute__((noinline)) void prepare(void) { for (int i = 0; i < 100; i++) sink += i; }
int main(void) {
    if (fork() == 0) { prepare(); execl("/bin/true", "true", (char *)0); }
    wait(0);
    return 0;
}'
    cg --cachegrind-out-file=out.%p ./program
    files=(out.*)
    [ ${#files[@]} -eq 1 ]
    rm -f out.*
    cg --count-from-fork=yes --cachegrind-out-file=out.%p ./program
    files=(out.*)
    [ ${#files[@]} -eq 2 ]
    "$BIN/cg_merge" -o sum "${files[@]}"
    [ "$(own sum prepare)" -gt 200 ]
}

@test "a debugger's commands write parts, zero and switch, with calls and without" {
    compile '#include <stdio.h>
#include <unistd.h>
static volatile long sink;
__attribute__((noinline)) void work(void) { for (int i = 0; i < 100; i++) sink += i; }
int main(void) {
    char c;
    puts("ready");
    fflush(stdout);
    while (read(0, &c, 1) == 1 && c != 10) { work(); puts("done"); fflush(stdout); }
    return 0;
}'
    tell() { vgdb --vgdb-prefix="$PWD/vgdb" "$@" 2>/dev/null; }
    for options in '' --calls=yes '--calls=yes --collect-atstart=yes'; do
        rm -f out* said input
        mkfifo input
        # shellcheck disable=SC2086  # none or several words
        cg $options --vgdb-prefix="$PWD/vgdb" ./program <input >said 2>&1 &
        exec 4>input
        until grep -q ready said; do sleep 0.1; done
        step() {
            printf x >&4
            until [ "$(grep -c 'done' said)" -eq "$1" ]; do sleep 0.1; done
        }
        [ "$(tell instrumentation)" = 'instrumentation: on' ]
        tell zero
        step 1
        tell dump first
        tell instrumentation off
        step 2
        tell dump second
        tell instrumentation on
        step 3
        step 4
        [[ $(tell status) == *on || $(tell status) == *running. ]]
        echo >&4
        exec 4>&-
        wait
        once=$(own out.1 work)
        [ "$once" -gt 100 ]
        [ "$(own out.2 work)" -eq 0 ]
        [ "$(own out work)" -eq $((2 * once)) ]
        grep -q 'desc: Trigger: dump first$' out.1
    done
}

@test "parts of one file are chosen as if each had a file of its own, with Valgrind's own callgrind and with ours" {
    compile "$requests"
    for tool in --tool=stock-callgrind --tool=callgrind '--tool=cachegrind --calls=yes --collect-atstart=yes'; do
        rm -f out* all
        out=--callgrind-out-file
        [[ $tool != *cachegrind* ]] || out=--cachegrind-out-file
        # shellcheck disable=SC2086  # one or two words
        "$BIN/valgrind" -q $tool $out=out ./program
        # shellcheck disable=SC2086
        "$BIN/valgrind" -q $tool $out=all --combine-dumps=yes ./program
        [ "$("$BIN/cg_show" --as=parts all | sed 's/^ *[0-9,]* *//')" = "$(printf '%s\n' 'Ir  part' \
            '1: Client Request: half' '2: Client Request' '3: Program termination')" ]
        for part in 1 2 3; do
            file=out.$part
            [ $part -lt 3 ] || file=out
            for by in function library; do
                diff <("$BIN/cg_show" --as=csv --top=0 --by=$by --part=$part all) \
                    <("$BIN/cg_show" --as=csv --top=0 --by=$by "$file") || { echo "$tool $part $by" && return 1; }
            done
        done
        [ "$(own all work)" = "$(own <("$BIN/cg_merge" out.1 out.2 out) work)" ]
        "$BIN/cg_diff" --part-a=half --part-b=2 all | grep -v ^desc |
            diff - <("$BIN/cg_diff" out.1 out.2 | grep -v ^desc)
    done
}

# Own costs of each program and library, from the lines of callgrind's file: name and sum.
sums_of_objects() {
    awk '/^ob=/ { number = $0; sub(/^ob=/, "", number); sub(/ .*/, "", number)
                  if (index($0, " ")) { name = $0; sub(/^ob=\([0-9]+\) /, "", name); names[number] = name }
                  object = names[number] }
         /^cob=/ && / / { number = $0; sub(/^cob=/, "", number); sub(/ .*/, "", number)
                          name = $0; sub(/^cob=\([0-9]+\) /, "", name); names[number] = name }
         /^calls=/ { getline; next }
         /^[0-9+*-]/ { sum[object] += $2 }
         END { for (object in sum) if (sum[object]) print object "," sum[object] }' "$1" | sort
}

@test "programs and libraries cost what the lines of Valgrind's own callgrind say" {
    cat >program.c <<'END'
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int numbers[1000];
    for (int i = 0; i < 1000; i++) numbers[i] = i * 7919 % 1000;
    qsort(numbers, 1000, sizeof numbers[0], compare);
    return numbers[0]; // 0: the least
}
END
    cc -O1 -g -o program program.c
    for tool in --tool=stock-callgrind --tool=callgrind '--tool=cachegrind --calls=yes'; do
        out=--callgrind-out-file
        [[ $tool != *cachegrind* ]] || out=--cachegrind-out-file
        # shellcheck disable=SC2086  # one or two words
        "$BIN/valgrind" -q $tool $out=out ./program
        diff <("$BIN/cg_show" --by=library --as=csv --show=Ir out | tail -n +2 | sort) <(sums_of_objects out) ||
            { echo "$tool" && return 1; }
        sums_of_objects out | grep -q '/libc.*\.so'
    done
}

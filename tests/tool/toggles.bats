#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Collection in a function only (--toggle-collect), however it is left: programs/windows.cpp, and what
# its places cost on paper.

bats_require_minimum_version 1.5.0

load common

options=(-q --compress-strings=no --compress-pos=no)

# run_windows NAME OPTION... WAY: writes the profile `out` under one of our names, or the installed callgrind's.
run_windows() {
    case $1 in
    callgrind) set -- "$BIN/valgrind" --tool=callgrind --callgrind-out-file=out "${@:2}" ;;
    cachegrind) set -- "$BIN/valgrind" --tool=cachegrind --calls=yes --cachegrind-out-file=out "${@:2}" ;;
    installed) set -- "$STOCK" --tool=callgrind --callgrind-out-file=out "${@:2}" ;;
    esac
    "${@:1:$# - 1}" "${options[@]}" "$PROGRAMS/windows" "${@: -1}"
}

# Prints the own cost of the places, and of the functions outside of the window.
places() {
    awk '/^fn=/ { name = substr($0, 4) }
        /^calls=/ { getline; next }
        /^[0-9]/ { sum[name] += $2 }
        END { for (name in sum) if (sum[name] != 0) print name, sum[name] }' out |
        grep -E '^(before|inside|deep|cleaning|caught|still|skipped|after|other|handler|at_exit|caller|main|thread|other_thread|on_signal) ' |
        sort | paste -sd,
}

# arc CALLER CALLEE: the calls and their inclusive cost.
arc() {
    awk -v caller="fn=$1" -v callee="cfn=$2" '
        /^fn=/ { is_in = $0 == caller }
        /^cfn=/ { is_it = $0 == callee }
        /^calls=/ { split($1, n, "="); getline
                    if (is_in && is_it) { calls += n[2]; sum += $2 } }
        END { print calls, sum }' out
}

total() { sed -n 's/^totals: //p' out; }

# Each place that the window reaches costs 5 for each time; nothing outside of the window costs anything.
declare -gA expected=(
    [r]='deep 5,inside 5,still 5'
    [t]='deep 5,inside 5'
    [c]='cleaning 5,deep 5,inside 5'
    [k]='caught 5,deep 5,inside 5,still 10'
    [w]='caught 5,deep 5,inside 5'
    [R]='caught 5,deep 5,inside 20,still 10'
    [j]='deep 5,inside 5'
    [J]='caught 5,deep 5,inside 20,still 10'
    [s]='inside 5'
    [p]='deep 5,inside 5'
    [P]='cleaning 5,deep 5,inside 5'
    [x]='at_exit 5,deep 5,inside 5'
)

# The window is called once, and the call has cost all that was collected.
check_way() { # NAME WAY
    run_windows "$1" --toggle-collect=window "$2"
    [ "$(places)" = "${expected[$2]}" ] || { echo "$1, $2: $(places), not ${expected[$2]}" && return 1; }
    [ "$(arc caller window)" = "1 $(total)" ] || { echo "$1, $2: $(arc caller window) of $(total)" && return 1; }
}

@test "what a function costs ends when it returns, or an exception leaves it" {
    for way in r t c k w R; do
        for name in callgrind cachegrind installed; do check_way $name $way; done
    done
}

@test "what a function costs ends when longjmp leaves it, and not when that stays within it" {
    for way in j J; do
        for name in callgrind cachegrind installed; do check_way $name $way; done
    done
}

@test "what a function costs ends with its thread, and what is called at the program's end belongs to it" {
    for way in p P x; do
        for name in callgrind cachegrind installed; do check_way $name $way; done
    done
}

# The installed callgrind leaves out the superblock after which the handler came.
@test "a function that a handler's siglongjmp leaves costs until the signal, and the handler nothing" {
    for name in callgrind cachegrind; do check_way $name s; done
    run_windows callgrind --toggle-collect=handler s
    [ "$(places)" = 'handler 5' ]
    run_windows callgrind --toggle-collect=on_signal s
    [ -z "$(places)" ]
}

@test "threads apart: the thread that ends in the function has all costs, and others have none" {
    run_windows callgrind --toggle-collect=window --separate-threads=yes p
    places=()
    for file in out-*; do
        mv "$file" out
        places+=("$(places)")
    done
    [ "${places[*]}" = ' deep 5,inside 5' ] || [ "${places[*]}" = ' deep 5,inside 5 ' ]
}

# The collection that a handler switches on ends with it, and the handler is no part of the code that it interrupts.
@test "a handler begins as the program did, whatever it interrupts" {
    cat >program.c <<'END'
#include <callgrind.h>
#include <signal.h>
#define PLACE(name) \
    asm(".type " #name ", @function\n" #name ":\n nop\n ret\n.size " #name ", .-" #name); void name(void);
PLACE(inside) PLACE(handler) PLACE(still) PLACE(after)
static void plain(int s) { (void)s; handler(); }
static void toggling(int s) { (void)s; CALLGRIND_TOGGLE_COLLECT; handler(); }
__attribute__((noinline)) void window(int s) { inside(); raise(s); still(); }
int main(int n, char **words) {
    signal(SIGUSR1, plain);
    signal(SIGUSR2, toggling);
    if (n > 2) CALLGRIND_TOGGLE_COLLECT;
    window(words[1][0] == 'p' ? SIGUSR1 : SIGUSR2);
    after();
    return 0;
}
END
    cc -O1 -g -I"$BATS_TEST_DIRNAME/../../valgrind-tool" \
        -isystem "$(pkg-config --variable=includedir valgrind)" -o program program.c
    collected() { # OPTION WORD...: the places that cost, under ours and the installed callgrind
        for command in "$BIN/valgrind" "$STOCK"; do
            "$command" --tool=callgrind --callgrind-out-file=out "$1" "${options[@]}" ./program "${@:2}"
            places | tr , '\n' | sed -n 's/^\(after\|handler\|inside\|still\) .*/\1/p' | paste -sd' '
        done | uniq
    }
    [ "$(collected --collect-atstart=yes plain)" = 'after handler inside still' ]
    [ "$(collected --collect-atstart=yes toggling)" = 'after inside still' ]
    [ "$(collected --collect-atstart=yes plain toggle)" = handler ]
    [ "$(collected --collect-atstart=yes toggling toggle)" = '' ]
    [ "$(collected --collect-atstart=no plain)" = '' ]
    [ "$(collected --collect-atstart=no toggling)" = handler ]
    [ "$(collected --collect-atstart=no plain toggle)" = 'after inside still' ]
    [ "$(collected --collect-atstart=no toggling toggle)" = 'after handler inside still' ]
    [ "$(collected --toggle-collect=window plain)" = 'inside still' ]
    [ "$(collected --toggle-collect=window toggling)" = 'handler inside still' ]
}

@test "counting that begins in a handler of a signal, and a handler that calls deeply" {
    cat >handlers.c <<'END'
#include <callgrind.h>
#include <signal.h>
static volatile long sink;
static int is_deep;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void deep(int n) { if (n != 0) deep(n - 1); sink++; }
static void handler(int number) {
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_START_INSTRUMENTATION;
    work(number);
    if (is_deep) deep(100000);
}
__attribute__((noinline)) void interrupted(void) { raise(SIGUSR1); sink++; }
int main(int argc, char **argv) {
    is_deep = argc > 1;
    signal(SIGUSR1, handler);
    interrupted();
    work(10);
    return 0;
}
END
    cc -O1 -g -static -I"$BATS_TEST_DIRNAME/../../valgrind-tool" -isystem "$(pkg-config --variable=includedir valgrind)" -o handlers handlers.c
    for start in yes no; do
        for depth in '' deep; do
            # shellcheck disable=SC2086  # none or one
            "$BIN/valgrind" -q --tool=callgrind --main-stacksize=67108864 --instr-atstart=$start \
                --callgrind-out-file=out ./handlers $depth
            [ "$("$BIN/cg_show" --as=csv --inclusive out | awk -F, '$1 == "work" { print $5 }')" = 2 ]
        done
    done
}

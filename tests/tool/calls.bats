#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --calls=yes: the tree of calls. Against callgrind: tests/tool/calls-oracle.

bats_require_minimum_version 1.5.0

load common

cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out "$@"; }

# adds_up FILE: all programs read the same functions and costs from it, and it has a tree.
adds_up() { "$BATS_TEST_DIRNAME/calls-file" "$1"; }

# paths FILE: each node as "calls own-Ir path", its path from the root.
paths() {
    awk '
        /^(#name |c?fn=)\([0-9]+\) ./ {
                key = substr($0, index($0, "(") + 1, index($0, ")") - index($0, "(") - 1)
                if (!(key in name)) name[key] = substr($0, index($0, ")") + 2) }
        /^#fn/ { function_name[++functions] = name[$4] }
        /^#root/ { depth = 0; kind = $2 }
        /^#[0-9]/ { depth += 1 - substr($1, 2); at[depth] = function_name[$2]
                    path = kind; for (i = 1; i <= depth; i++) path = path ";" at[i]
                    print $3, $4 + 0, path }' "$1"
}

# rows FILE: counts by file, function and line, sorted; of either kind of profile.
rows() { "$BATS_TEST_DIRNAME/calls-file" --rows "$1"; }

@test "the costs of lines are those of a run without calls" {
    for program in counted freestanding; do
        cg "$PROGRAMS/$program" || true
        rows out >without
        cg --calls=yes "$PROGRAMS/$program" || true
        rows out >with
        [ -s without ]
        diff without with
        adds_up out
    done
}

@test "without --calls the file has none" {
    cg "$PROGRAMS/counted"
    cp out default
    cg --calls=no --calls-recursion=3 "$PROGRAMS/counted"
    cmp default out
    run -1 grep '^calls=\|^#' out
}

@test "own cost of all nodes is what was counted, whatever a program does" {
    for program in threads signal_longjmp fault unload exit_in_handler masked strings vectors x87; do
        cg --calls=yes "$PROGRAMS/$program" >/dev/null || true
        adds_up out || { echo "$program" && return 1; }
        cg --calls=yes --cache-sim=yes --cache-use=yes --I1=1024,1,64 --D1=1024,1,64 \
            --LL=4096,1,64 "$PROGRAMS/$program" >/dev/null || true
        adds_up out || { echo "$program, cache use" && return 1; }
    done
    if [ -e "$PROGRAMS/bits32" ]; then
        cg --calls=yes "$PROGRAMS/bits32"
        adds_up out
    fi
}

@test "chasing cannot be used with calls" {
    run cg --calls=yes --vex-guest-chase=yes touch started
    [ "$status" -eq 1 ]
    [[ $output == *"--vex-guest-chase=yes"*"It cannot be used with --calls=yes."* ]]
    [ ! -e started ]
}

@test "bad options of calls are refused" {
    for option in --calls=maybe --calls-recursion=-1 --calls-recursion=x --calls-nodes=-1 --calls-skip=; do
        run cg "$option" touch started
        [ "$status" -ne 0 ]
        [[ $output == *"$option"* ]]
        [ ! -e started ]
    done
}

# ours FILE: "calls path" of the functions of programs/calls.c and calls_changing.c, without all
# others. What code without symbols has for names is its place in a page.
ours() {
    paths "$1" | sed -e 's/;0x[0-9a-f]\{4,\}000/;0x000/g' -e 's/;0x[0-9a-f]\{4,\}040/;0x040/g' | awk '
        BEGIN { n = split("main recursion down even odd leaf other_leaf tail_calls middle_of_chain " \
                    "last_of_chain long_jumps throws callbacks compare signals on_usr1 on_usr2 " \
                    "on_segv faults coroutines coroutine yields threads run forks " \
                    "rewritten remapped 0x000 0x040 libraries plugin_work requests switches " \
                    "fails_to_execute executes executed deep dive", names, " ")
                for (i = 1; i <= n; i++) is_ours[names[i]] = 1 }
        { full = $0; sub(/^[0-9]+ [0-9]+ /, "", full); n = split(full, at, ";"); if (!is_ours[at[n]]) next
          path = at[1]; for (i = 2; i <= n; i++) if (is_ours[at[i]]) path = path ";" at[i]
          calls[path] += $1 }
        END { for (path in calls) print calls[path], path }' | LC_ALL=C sort -k2
}

# Of the files out.*, the one of the process that waited for its child.
parent() {
    local f
    for f in out.*; do
        if ours "$f" | grep -q 'main;forks;other_leaf$'; then echo "$f"; fi
    done
}

# has_each_kind PROGRAM: runs programs/calls.c, whose tree is known.
has_each_kind() {
    rm -f out.* tree.*
    cg --calls=yes --calls-recursion=0 --cachegrind-out-file=out.%p "$1"
    for f in out.*; do
        adds_up "$f"
        ours "$f" >"tree.$f"
    done
    # The parent does not have the costs of its child.
    child=$(grep -l 'main;forks;leaf' tree.out.*)
    parent=$(grep -L 'main;forks;leaf' tree.out.*)
    grep -qx '1 thread;main;forks;leaf' "$child"
    run -1 grep 'forks;other_leaf' "$child"
    cat >known <<'END'
3 signal;on_segv
3 signal;on_segv;leaf
2 signal;on_usr1
2 signal;on_usr1;leaf
1 signal;on_usr2
2 signal;on_usr2;other_leaf
1 thread;coroutine
4 thread;coroutine;yields
3 thread;coroutine;yields;leaf
1 thread;main
1 thread;main;callbacks
1 thread;main;coroutines
4 thread;main;coroutines;other_leaf
1 thread;main;forks
1 thread;main;forks;other_leaf
1 thread;main;long_jumps
4 thread;main;long_jumps;other_leaf
4 thread;main;long_jumps;throws
4 thread;main;long_jumps;throws;leaf
4 thread;main;long_jumps;throws;throws
4 thread;main;long_jumps;throws;throws;leaf
4 thread;main;long_jumps;throws;throws;throws
4 thread;main;long_jumps;throws;throws;throws;leaf
4 thread;main;long_jumps;throws;throws;throws;throws
4 thread;main;long_jumps;throws;throws;throws;throws;leaf
1 thread;main;recursion
1 thread;main;recursion;down
1 thread;main;recursion;down;down
1 thread;main;recursion;down;down;down
1 thread;main;recursion;down;down;down;down
1 thread;main;recursion;down;down;down;down;down
1 thread;main;recursion;down;down;down;down;down;down
1 thread;main;recursion;down;down;down;down;down;down;leaf
1 thread;main;recursion;down;down;down;down;down;leaf
1 thread;main;recursion;down;down;down;down;leaf
1 thread;main;recursion;down;down;down;leaf
1 thread;main;recursion;down;down;leaf
1 thread;main;recursion;down;leaf
1 thread;main;recursion;even
1 thread;main;recursion;even;odd
1 thread;main;recursion;even;odd;even
1 thread;main;recursion;even;odd;even;odd
1 thread;main;recursion;even;odd;even;odd;even
1 thread;main;recursion;even;odd;even;odd;even;odd
1 thread;main;recursion;even;odd;even;odd;even;odd;even
1 thread;main;signals
3 thread;main;signals;faults
3 thread;main;signals;faults;leaf
1 thread;main;signals;leaf
3 thread;main;signals;other_leaf
1 thread;main;tail_calls
1 thread;main;tail_calls;leaf
3 thread;main;tail_calls;middle_of_chain
3 thread;main;tail_calls;middle_of_chain;last_of_chain
1 thread;main;threads
1 thread;main;threads;other_leaf
2 thread;run
2 thread;run;leaf
END
    # How often qsort compares is the C library's business.
    grep -v 'callbacks;' "$parent" >found
    diff known found
    grep -q 'callbacks;compare;leaf$' "$parent"
    grep -qx '1 thread;main;callbacks;other_leaf' "$parent"
}

@test "each kind of call is where it belongs in the tree" {
    has_each_kind "$PROGRAMS/calls"
}

@test "each kind of call is where it belongs in the tree of a 32-bit program" {
    [ -e "$PROGRAMS/calls32" ] || skip "no 32-bit tool, or the machine runs no 32-bit programs"
    has_each_kind "$PROGRAMS/calls32"
}

@test "coroutines on stacks in any order: no path has functions of two of them" {
    for recursion in 0 1; do
        run -0 cg --calls=yes --calls-recursion=$recursion "$PROGRAMS/coroutines"
        called=$output
        paths out >tree
        for one in {0..7}; do
            grep "nested$one" tree >of_one
            grep -q "^1 [0-9]* thread;coroutine$one\$" tree
            run -1 grep -vE "thread;coroutine$one(;nested$one)+(;|\$)" of_one
            run -1 grep -E "(coroutine|nested)[^$one]" of_one
        done
        awk '{ n = split($3, at, ";"); if (at[n] ~ /^nested/) calls[at[n]] += $1 }
             END { for (f in calls) print f, calls[f] }' tree | sort | diff - <(echo "$called")
    done
}

@test "recursion is folded as often as is asked for" {
    cg --calls=yes --cachegrind-out-file=out.%p "$PROGRAMS/calls"
    parent=$(parent)
    ours "$parent" | grep 'recursion\|throws' >found
    cat >known <<'END'
4 thread;main;long_jumps;throws
16 thread;main;long_jumps;throws;leaf
12 thread;main;long_jumps;throws;throws
1 thread;main;recursion
1 thread;main;recursion;down
5 thread;main;recursion;down;down
6 thread;main;recursion;down;leaf
1 thread;main;recursion;even
1 thread;main;recursion;even;odd
3 thread;main;recursion;even;odd;even
2 thread;main;recursion;even;odd;even;odd
END
    diff known found
    rm out.*
    cg --calls=yes --calls-recursion=2 --cachegrind-out-file=out.%p "$PROGRAMS/calls"
    parent=$(parent)
    ours "$parent" | grep 'recursion;down' >found
    cat >known <<'END'
1 thread;main;recursion;down
1 thread;main;recursion;down;down
4 thread;main;recursion;down;down;down
5 thread;main;recursion;down;down;leaf
1 thread;main;recursion;down;leaf
END
    diff known found
}

# changing PART [PROGRAM]: runs the part of programs/calls_changing.c; its tree is in `found`.
changing() {
    cp "$PROGRAMS"/plugin*.so .
    cg --calls=yes --trace-children=yes "$PROGRAMS/${2:-calls_changing}" "$1"
    adds_up out
    ours out >found
}

@test "code that is written at run time is called where it is" {
    changing rewritten
    cat >known <<'END'
1 thread;main
1 thread;main;rewritten
6 thread;main;rewritten;0x000
6 thread;main;rewritten;0x000;0x040
3 thread;main;rewritten;0x000;leaf
3 thread;main;rewritten;0x000;other_leaf
END
    diff known found
    if [ -e "$PROGRAMS/calls_changing32" ]; then
        changing rewritten calls_changing32
        diff known found
    fi
    # In a mapping that is unmapped; the seventh call is of other code, which only jumps.
    changing remapped
    cat >known <<'END'
1 thread;main
1 thread;main;remapped
7 thread;main;remapped;0x000
6 thread;main;remapped;0x000;0x040
4 thread;main;remapped;0x000;leaf
2 thread;main;remapped;0x000;other_leaf
END
    diff known found
}

@test "functions of libraries that come and go are called where they are" {
    changing libraries
    cat >known <<'END'
1 thread;main
1 thread;main;libraries
1 thread;main;libraries;leaf
4 thread;main;libraries;plugin_work
END
    diff known found
}

@test "callers from before a request to count are missing, and after it known" {
    changing requests
    cat >known <<'END'
0 missing;main
0 missing;requests
1 missing;requests;leaf
0 missing;switches
1 missing;switches;other_leaf
1 thread;main
1 thread;main;requests
1 thread;main;requests;switches
1 thread;main;requests;switches;leaf
END
    diff known found
}

@test "exec begins a tree, and none if it fails" {
    changing executes
    cat >known <<'END'
1 thread;main
1 thread;main;executed
1 thread;main;executed;other_leaf
END
    diff known found
    changing fails_to_execute
    cat >known <<'END'
1 thread;main
1 thread;main;fails_to_execute
1 thread;main;fails_to_execute;leaf
END
    diff known found
}

@test "a deep stack, interrupted in the depth, is as exact as any" {
    changing deep
    cat >known <<'END'
1 signal;on_usr1
1 signal;on_usr1;leaf
1 thread;main
1 thread;main;deep
1 thread;main;deep;dive
150000 thread;main;deep;dive;dive
1 thread;main;deep;other_leaf
END
    diff known found
}

# Another witness than callgrind: the processor, whose stack of calls another program keeps.
@test "each path's calls and own cost are those of the processor, stepped" {
    program=$PROGRAMS/freestanding_calls
    nm --defined-only "$program" | awk '$2 ~ /^[tT]$/ { print $1, $3 }' >functions
    "$PROGRAMS/stepcalls" "$program" <functions >steps || skip "no ptrace here"
    sed 's/;_start/;(below main)/' steps | LC_ALL=C sort >expected
    run cg --calls=yes --calls-recursion=0 "$program"
    adds_up out
    paths out | LC_ALL=C sort >found
    [ "$(wc -l <expected)" -gt 30 ]
    diff expected found
}

# calls_at FILE: "calls caller callee file:line cost" of each line, without objects and directories.
calls_at() {
    awk '
        match($0, /^(fn|cfn|fl|fi|fe|cfl)=\([0-9]+\)/) {
            key = substr($0, 1, index($0, "=") - 1); number = substr($0, index($0, "("), RLENGTH - length(key) - 1)
            kind = key ~ /fn/ ? "f" : "l"
            if ($0 ~ /\) ./) name[kind number] = substr($0, index($0, ")") + 2)
            at[key] = name[kind number]; if (key ~ /^f[lie]$/) file = at[key] }
        /^calls=/ { split($1, n, "="); getline; sub(/.*\//, "", file)
                    print n[2], at["fn"], at["cfn"], file ":" $1, $2 }' "$1"
}

@test "calls are at the lines from which they were made" {
    program=$BATS_TEST_DIRNAME/programs/call_lines.c
    line() { grep -n "// $1\$" "$program" | cut -d: -f1; }
    cg --calls=yes "$PROGRAMS/call_lines"
    adds_up out
    calls_at out | grep -E '^[0-9]+ (main|loops|jumps|nested|ends) ' | grep -v ' exit \| _dl_' | LC_ALL=C sort -k2,3 -k1n >costs
    cut -d' ' -f1-4 costs >found
    LC_ALL=C sort -k2,3 -k1n >known <<END
1 jumps leaf call_lines.c:$(line 'the jump')
20 loops leaf call_lines.c:$(line 'first loop')
40 loops leaf call_lines.c:$(line 'second loop')
14 loops leaf call_lines.c:$(line indirect)
2 loops other call_lines.c:$(line beside)
2 loops other inlined.h:2
1 main jumps call_lines.c:$(($(line again) + 1))
1 main loops call_lines.c:$(($(line again) - 1))
1 main loops call_lines.c:$(line again)
1 main nested call_lines.c:$(($(line again) + 2))
1 main ends call_lines.c:$(line returns)
1 main ends call_lines.c:$(line 'ends here')
2 ends leaf call_lines.c:$(line 'before the end')
16 nested leaf call_lines.c:$(line innermost)
15 nested nested call_lines.c:$(line first)
15 nested nested call_lines.c:$(line second)
END
    diff known found
    # leaf(n) costs a + b * n. Two of its callers, with one line each, tell a and b.
    awk '$2 == "nested" && $3 == "leaf" { one = $5 / $1 } $2 == "jumps" { four = $5 / $1 }
        $2 == "loops" && $3 == "leaf" { cost[$1] = $5 / $1 }
        END { b = (four - one) / 3; a = one - b
              exit !(b > 0 && cost[20] == a + 5 * b && cost[40] == a + 50 * b && cost[14] == a + 6 * b) }' costs
    "$BIN/cg_annotate" --threshold=0 -I "$(dirname "$program")" out >annotated
    grep -A1 '// first loop$' annotated | grep '=> .*:leaf (20x)$'
    grep -A1 '// second loop$' annotated | grep '=> .*:leaf (40x)$'
    # Lines of nodes that are folded are nobody's.
    cg --calls=yes --calls-nodes=3 "$PROGRAMS/call_lines"
    adds_up out
}

# With a retpoline a call goes to a return, whose address the code has just written: a jump to what
# is called, which its caller makes, not the caller's caller.
@test "a return to an address that code has written is a jump from its line" {
    cat >program.c <<'END'
static volatile int sink;
static void leaf(void) { sink++; }
static void other(void) { sink++; }
static void (*volatile pointers[])(void) = {leaf, other};
__attribute__((noinline)) static void chooses(int n) {
    if (n)
        pointers[n]();
    else
        pointers[n]();
    sink++;
}
int main(void) {
    for (int n = 0; n < 4; n++)
        chooses(n % 2);
    return 0;
}
END
    gcc -g -O1 -mindirect-branch=thunk-inline -o program program.c 2>/dev/null || skip "no retpolines here"
    cg --calls=yes ./program
    adds_up out
    calls_at out | cut -d' ' -f1-4 | grep -E '^[0-9]+ (main|chooses) ' | grep -v 'chooses chooses' | LC_ALL=C sort >found
    cat >known <<'END'
2 chooses leaf program.c:9
2 chooses other program.c:7
4 main chooses program.c:14
END
    diff known found
}

# No call was seen of what counting begins in, so a jump from there has no frame of its own.
@test "a jump from where counting began costs until the return, at its line" {
    cat >program.c <<'END'
#include <cachegrind.h>
static volatile int sink;
__attribute__((noipa)) static void leaf(void) { for (int i = 0; i < 10; i++) sink += i; }
__attribute__((noipa)) static void begins(void) {
    CACHEGRIND_START_INSTRUMENTATION;
    leaf();
    leaf(); // a jump
}
__attribute__((noipa)) static void outer(void) {
    begins();
    leaf();
    for (int i = 0; i < 1000; i++) sink += i;
    leaf(); // a jump
}
int main(void) {
    outer();
    leaf();
    for (int i = 0; i < 1000; i++) sink += i;
    return 0;
}
END
    gcc -g -O2 -I "$BATS_TEST_DIRNAME/../../valgrind-tool" \
        -isystem "$(pkg-config --variable=includedir valgrind)" -o program program.c
    cg --calls=yes --instr-at-start=no ./program
    adds_up out
    calls_at out | grep ' leaf ' | cut -d' ' -f1-4 | LC_ALL=C sort -k2 >found
    cat >known <<'END'
1 begins leaf program.c:6
1 begins leaf program.c:7
1 main leaf program.c:17
1 outer leaf program.c:11
1 outer leaf program.c:13
END
    diff known found
    [ "$(calls_at out | grep ' leaf ' | cut -d' ' -f5 | sort -u | wc -l)" = 1 ]
}

@test "a dump and a zero within a call divide its cost, not the call" {
    program=$BATS_TEST_DIRNAME/programs/call_lines.c
    line() { grep -n "// $1\$" "$program" | cut -d: -f1; }
    cg --calls=yes "$PROGRAMS/call_lines" parts
    for part in out.1 out; do
        adds_up $part
        calls_at $part | grep -E '^[0-9]+ (parts|counts) ' | LC_ALL=C sort -k4,4 >$part.costs
    done
    cut -d' ' -f1-4 out.1.costs >found
    cat >known <<END
2 counts leaf call_lines.c:$(line 'first half')
1 counts leaf call_lines.c:$(line 'second half')
1 parts counts call_lines.c:$(line whole)
1 parts counts call_lines.c:$(line 'until the dump')
END
    diff known found
    cut -d' ' -f1-4 out.costs >found
    # The call that was running at the zero is not counted, which #calls says.
    cat >known <<END
1 counts leaf call_lines.c:$(line 'first half')
2 counts leaf call_lines.c:$(line 'second half')
1 parts counts call_lines.c:$(line 'from the zero')
1 parts counts call_lines.c:$(line last)
END
    diff known found
    [ "$(grep -c '^#calls 0$' out)" -gt 0 ]
}

@test "what is skipped costs its caller" {
    cg --calls=yes --calls-recursion=0 "--calls-skip=middle_*" --calls-skip=throw? \
        --cachegrind-out-file=out.%p "$PROGRAMS/calls"
    parent=$(parent)
    adds_up "$parent"
    ours "$parent" | grep 'tail_calls\|long_jumps' >found
    cat >known <<'END'
1 thread;main;long_jumps
16 thread;main;long_jumps;leaf
4 thread;main;long_jumps;other_leaf
1 thread;main;tail_calls
3 thread;main;tail_calls;last_of_chain
1 thread;main;tail_calls;leaf
END
    diff known found
}

@test "every event adds up, and its calls are the same" {
    cg --calls=yes --cachegrind-out-file=out.%p "$PROGRAMS/calls"
    ours "$(parent)" | grep -v 'forks\|callbacks;' >expected
    for options in --cache-sim=yes --branch-sim=yes "--cache-sim=yes --branch-sim=yes" \
        "--cache-sim=yes --cache-use=yes" "--cache-sim=yes --branch-sim=yes --cache-use=yes"; do
        rm -f out.*
        # shellcheck disable=SC2086  # words
        cg --calls=yes $options --I1=1024,1,64 --D1=1024,1,64 --LL=4096,1,64 \
            --cachegrind-out-file=out.%p "$PROGRAMS/calls"
        for f in out.*; do adds_up "$f"; done
        ours "$(parent)" | grep -v 'forks\|callbacks;' >found
        diff expected found
    done
}

@test "callers that are not known are not invented" {
    cg --calls=yes --instr-at-start=no "$PROGRAMS/chosen" 2>/dev/null
    adds_up out
    paths out >tree
    run -1 grep -v ' missing;main' tree
    grep -q '^0 [0-9]* missing;main$' tree
}

# shellcheck disable=SC2154  # run sets stderr
@test "a tree that is too large is folded, and the summary says so" {
    run -0 --separate-stderr "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=all \
        --calls=yes sort --parallel=1 "$BATS_TEST_FILENAME"
    [[ $stderr != *folded* && $stderr != *"no memory"* ]]
    run -0 --separate-stderr "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=few \
        --calls=yes --calls-nodes=100 sort --parallel=1 "$BATS_TEST_FILENAME"
    [[ $stderr == *" nodes of the call tree were folded into their callers (--calls-nodes=100)."* ]]
    adds_up all
    adds_up few
    nodes() { awk '/^#tree/ { print $4 }' "$1"; }
    [ "$(nodes few)" -lt "$(nodes all)" ]
    # The paths that cost most are kept.
    paths few | grep -q ';__libc_start_main'
    rows all >rows.all
    rows few >rows.few
    diff rows.all rows.few
}

@test "the cache use of nodes that are folded goes to their callers" {
    for options in '' --D1=1024,1,64; do
        # shellcheck disable=SC2086  # none or one
        cg --calls=yes --calls-nodes=100 --cache-sim=yes --cache-use=yes --I1=1024,1,64 \
            --D1=32768,8,64 --LL=8388608,16,64 $options sort --parallel=1 "$BATS_TEST_FILENAME"
        grep -q '^#tree.* folded [1-9]' out
        adds_up out
    done
}

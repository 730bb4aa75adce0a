#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The tool under callgrind's name: against the installed callgrind, and its files, requests, words.

bats_require_minimum_version 1.5.0

load common

as_callgrind() { "$BIN/valgrind" --tool=callgrind --callgrind-out-file=out "$@"; }

stock() { "$("$BATS_TEST_DIRNAME/stock-front" "$BATS_TEST_TMPDIR" "$BIN/valgrind")" "$@"; }

# own FILE FUNCTION: the sum of the function's own Ir in a file with whole names.
own() {
    awk -v wanted="fn=$2" '
        /^positions:/ { column = NF } # the first behind them
        /^fn=/ { is_in = $0 == wanted; next }
        /^calls=/ { getline; next }
        /^[0-9]/ && is_in { sum += $column }
        END { print sum + 0 }' "$1"
}

# arc FILE CALLER CALLEE: the calls and the inclusive Ir.
arc() {
    awk -v caller="fn=$2" -v callee="cfn=$3" '
        /^positions:/ { column = NF }
        /^fn=/ { is_in = $0 == caller; next }
        /^cfn=/ { is_it = $0 == callee; next }
        /^calls=/ { split($1, n, "="); getline
                    if (is_in && is_it) { calls += n[2]; sum += $column; found = 1 } }
        END { if (found) print calls, sum }' "$1"
}

# same_costs OURS THEIRS WORD...: a FUNCTION has the same own cost in both files, CALLER>CALLEE the same
# calls and inclusive cost.
same_costs() {
    local ours=$1 theirs=$2 word
    for word in "${@:3}"; do
        case $word in
        *'>'*) [ "$(arc "$ours" "${word%>*}" "${word#*>}")" = "$(arc "$theirs" "${word%>*}" "${word#*>}")" ] ;;
        *) [ "$(own "$ours" "$word")" = "$(own "$theirs" "$word")" ] ;;
        esac || { echo "$ours: $word" && return 1; }
    done
}

# in_both OPTION...: runs ./program in `ours` under ours, in `theirs` under the installed callgrind. Both
# must write files of the same names.
in_both() {
    rm -rf ours theirs
    mkdir ours theirs
    (cd ours && as_callgrind -q "$@" "${plain[@]}" ../program)
    (cd theirs && stock --tool=callgrind -q --callgrind-out-file=out "$@" "${plain[@]}" ../program)
    [ "$(cd ours && echo *)" = "$(cd theirs && echo *)" ]
}

# jumps FILE FUNCTION: its jumps, each with its place, in any order.
jumps() {
    awk -v wanted="fn=$2" '
        /^fn=/ { is_in = $0 == wanted; next }
        /^jfi=/ { file = $0; next }
        /^(jump|jcnd)=/ { jump = file " " $0; file = ""; getline; if (is_in) print jump, $0 }' "$1" | sort
}

compile() { # TEXT
    printf '%s\n' "$1" >program.c
    cc -O1 -g -static -pthread -I"$BATS_TEST_DIRNAME/../../valgrind-tool" -isystem "$(pkg-config --variable=includedir valgrind)" -o program program.c
}

plain=(--compress-strings=no --compress-pos=no)

requests='#include <callgrind.h>
static volatile long sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void phase(void) { work(10); CALLGRIND_DUMP_STATS_AT("half"); work(20); }
int main(void) { work(5); CALLGRIND_ZERO_STATS; phase(); CALLGRIND_DUMP_STATS; return 0; }'

@test "the name decides: banner, words and file" {

    run --separate-stderr "$BIN/valgrind" --tool=callgrind "$PROGRAMS/counted"
    [[ $stderr == *'Callgrind, a call-graph generating cache profiler (cgtools '* ]]
    [[ $stderr == *"For interactive control, run 'callgrind_control -h'."* ]]
    # shellcheck disable=SC2001  # of each line
    words=$(sed 's/^==[0-9]*== //' <<<"$stderr" | grep -A1 '^Events    : Ir$')
    total=$(awk '/^totals:/ { print $2 }' callgrind.out.*)
    [ "$words" = "Events    : Ir
Collected : $total" ]
    [ "$(head -1 callgrind.out.*)" = '# callgrind format' ]
}

@test "options are callgrind's: with their defaults, to be seen in --help, and no other tool's" {
    for option in --skip-plt=yes --separate-threads=no --collect-jumps=no --collect-bus=no \
        --collect-systime=no --simulate-wb=no --simulate-hwpref=no --separate-recs=1 \
        --skip-direct-rec=yes --separate-callers=0 --dump-every-bb=0; do
        rm -f out
        run --separate-stderr as_callgrind -q $option "$PROGRAMS/counted"
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        grep -q '^creator: callgrind-cgtools-' out || { echo "$option" && return 1; }
    done
    for option in --separate-recs=3 --separate-callers=1; do
        rm -f out*
        run --separate-stderr as_callgrind -q $option "$PROGRAMS/counted"
        [ "$status" -eq 0 ]
        [ "$stderr" = "note: Valgrind's own callgrind runs, because ours does not have $option" ]
        grep -qh '^creator: callgrind-3' out* || { echo "$option" && return 1; }
    done
    run --separate-stderr as_callgrind -q --separate-threads=yes --cacheuse=yes "$PROGRAMS/counted"
    [ "${stderr%%$'\n'*}" = "note: Valgrind's own callgrind runs, because ours does not have --cacheuse=yes with --separate-threads=yes" ]
    for option in --calls=yes --cache-use=yes --instr-at-start=no --cachegrind-out-file=other; do
        run as_callgrind $option "$PROGRAMS/counted"
        [ "$status" -eq 1 ]
        [[ $output == *"Unknown option: $option"* ]]
    done
    help=$("$BIN/valgrind" --tool=callgrind --help)
    for option in callgrind-out-file toggle-collect instr-atstart dump-instr LL; do
        [[ $help == *$'\n'"    --$option="* ]] || { echo "$option" && return 1; }
    done
    [[ $help != *--calls-recursion* ]]
    run as_callgrind --vex-guest-chase=yes "$PROGRAMS/counted"
    [ "$status" -eq 0 ]
    [[ $output == *"callgrind only works with --vex-guest-chase=no"* ]]
}

@test "--cacheuse=yes counts what is true on paper, and nothing of what was loaded before a stop" {
    # The cache use of the instruction that runs most often in walk(), which writes.
    use() {
        awk '/^fn=/ { is_in = /=walk$/ } /^calls=/ { getline; next }
            is_in && NF > 11 { for (i = 12; i <= 15; ++i) sum[$1, i] += $i; at[$1] = sum[$1, 12] }
            END { for (a in at) if (at[a] > 10000) print sum[a, 12], sum[a, 13], sum[a, 14], sum[a, 15] }' "$1"
    }
    # D1 loads each line of the array for each walk, and 8, 4, 1 and 1 granules of two bytes are used, but
    # the last walk is of each other line: 1024 * (1000/8 + 1000/4 + 1000) + 512 * 1000, and
    # 1024 * (48 + 56 + 62) + 512 * 62. LL keeps the lines, which are used 14 or 13 times. After a stop, those
    # lines of walk(16) are missing that were in D1, at most its 64, and only later walks load lines into LL,
    # which are used twice or once.
    between=('' 'CALLGRIND_STOP_INSTRUMENTATION; CALLGRIND_START_INSTRUMENTATION;')
    for i in 0 1; do
        compile "#include <callgrind.h>
            static volatile char array[1 << 16] __attribute__((aligned(64)));
            __attribute__((noinline)) void walk(int step) { for (int i = 0; i < 1 << 16; i += step) array[i] = 1; }
            __attribute__((noinline)) void around(int step) { walk(step); walk(2 * step); }
            int main(void) { around(8); ${between[i]} around(64); return 0; }"
        in_both --cacheuse=yes --I1=16384,2,64 --D1=4096,2,64 --LL=262144,8,64
        grep -q '^events: .* DLmw AcCost1 SpLoss1 AcCost2 SpLoss2$' ours/out
        # Callgrind itself counts this in most directories only: in others, 242,138 of the 1,920,000.
        # (tests/tool/use-oracle and callgrind-grid compare with it.)
        read -r cost1 loss1 last < <(use ours/out)
        echo "$cost1 $loss1 $last"
        missing=$(((1920000 - cost1) / 250))
        [ "$cost1" = $((1920000 - 250 * missing)) ]
        [ "$loss1" = $((201728 - 56 * missing)) ]
        if [ $i = 0 ]; then
            [ "$missing $last" = '0 75264 49152' ]
        else
            [ $missing -gt 32 ]
            [ $missing -le 64 ]
            [ "$last" = '768000 63488' ]
        fi
    done
}

@test "options without an effect, empty patterns and wrong caches are taken or refused in callgrind's words" {
    for option in --dump-bb=yes --dump-bbs=no --compress-mangled=yes --mangle-names=yes --collect-alloc=yes \
        --fn-skip= --dump-before= --dump-after= --zero-before= --dump-every-bb=-5; do
        run as_callgrind -q $option "$PROGRAMS/strings"
        [ "$status" -eq 0 ] || { echo "$option" && return 1; }
    done
    # Nothing matches, so nothing is collected.
    as_callgrind -q --toggle-collect= "$PROGRAMS/strings"
    [ "$(awk '/^totals:/ { print $2 }' out)" = 0 ]
    for option in --D1=x --D1=32768,8 --LL=49152,8,64 --I1=0,8,64 --dump-line=maybe --dump-bb=x --nosuch=1; do
        diff <(as_callgrind $option "$PROGRAMS/strings" 2>&1) <(stock --tool=callgrind $option "$PROGRAMS/strings" 2>&1)
    done
}

@test "parts of requests are whole, and active calls go on" {
    compile "$requests"
    as_callgrind -q "${plain[@]}" ./program
    [ "$(grep -h '^desc: Trigger' out.1 out.2 out)" = 'desc: Trigger: Client Request: half
desc: Trigger: Client Request
desc: Trigger: Program termination' ]
    [ "$(grep -h '^part' out.1 out.2 out)" = 'part: 1
part: 2
part: 3' ]
    for part in out.1 out.2 out; do
        grep -q '^totals: ' "$part"
    done
    [ "$(own out.1 work)" -gt 40 ]
    [ "$(own out.2 work)" -gt "$(own out.1 work)" ]
    read -r calls _ < <(arc out.1 main phase)
    [ "$calls" -eq 1 ]
    read -r calls cost < <(arc out.2 main phase)
    [ "$calls" -eq 0 ]
    [ "$cost" -gt "$(own out.2 work)" ]
    [ -z "$(arc out main phase)" ]
}

@test "requests, toggling and dumps give the numbers of the installed callgrind" {
    compile "$requests"
    for options in '' --collect-atstart=no --toggle-collect=phase --toggle-collect=w* \
        --dump-before=work --dump-after=phase --zero-before=phase --instr-atstart=no \
        --dump-instr=yes --separate-recs=1 --combine-dumps=yes; do
        echo "$options"
        # shellcheck disable=SC2086  # none or one word
        in_both $options
        for file in ours/*; do
            same_costs "$file" "theirs/${file#*/}" work phase main 'main>phase' 'phase>work' 'main>work'
        done
    done
}

@test "before a fault, instructions are counted only while costs are collected" {
    # Before the one that faults, touch() executes a superblock of 60: of that with the fault the installed
    # callgrind counts nothing, ours whole groups of 16.
    compile '#include <setjmp.h>
        #include <signal.h>
        static sigjmp_buf back;
        static void on_fault(int signal_number) { (void)signal_number; siglongjmp(back, 1); }
        #define STEPS(n) __asm__ volatile(".rept " #n "\n nop\n .endr");
        __attribute__((noinline)) void touch(volatile long* p) { STEPS(64) *p = 1; STEPS(4) }
        __attribute__((noinline)) void outside(volatile long* p) { STEPS(48) *p = 2; }
        int main(void) {
            signal(SIGSEGV, on_fault);
            if (sigsetjmp(back, 1) == 0) touch((volatile long*)8);
            if (sigsetjmp(back, 1) == 0) outside((volatile long*)8);
            return 0;
        }'
    for options in --toggle-collect=touch --toggle-collect=no-such-function --collect-atstart=no; do
        in_both $options
        diff <(grep -E '^(summary|totals):' theirs/out) <(grep -E '^(summary|totals):' ours/out)
    done
}

@test "each thread has its own files, with its own costs, calls and misses" {
    compile '#include <callgrind.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
static volatile long sink;
static int turns[2][2];
static char memory[4][4096];
static void wait_for(int fd) { char c; syscall(SYS_read, fd, &c, 1); }
static void tell(int fd) { syscall(SYS_write, fd, "x", 1); }
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += memory[n % 4][i * 64 % 4096]; }
__attribute__((noinline)) void half(int n) { work(n); work(n + 1); }
__attribute__((noinline)) void turn(int me, int n) { half(n); tell(turns[1 - me][1]); wait_for(turns[me][0]); half(n); }
static void *run(void *p) {
    wait_for(turns[1][0]);
    for (int i = 0; i < 3; i++) turn(1, 9);
    CALLGRIND_DUMP_STATS;
    half(3);
    tell(turns[0][1]);
    return p;
}
int main(void) {
    pthread_t t;
    pipe(turns[0]); pipe(turns[1]);
    pthread_create(&t, 0, run, 0);
    for (int i = 0; i < 4; i++) turn(0, 6);
    pthread_join(t, 0);
    return 0;
}'
    for options in '' --toggle-collect=half --dump-before=turn --combine-dumps=yes --cache-sim=yes; do
        echo "$options"
        # shellcheck disable=SC2086  # none or one word
        in_both --separate-threads=yes $options
        for file in ours/*; do
            [ "$(grep -E '^(part|thread):' "$file")" = "$(grep -E '^(part|thread):' "theirs/${file#*/}")" ]
            same_costs "$file" "theirs/${file#*/}" work half turn 'half>work' 'turn>half' 'run>half'
        done
    done
    as_callgrind -q --separate-threads=yes "${plain[@]}" ./program
    [ ! -s out ]
    [ "$(own out-01 work)" -gt 0 ]
    [ "$(own out.1-02 work)" -gt "$(own out-02 work)" ]
    # Where counting never begins, there is nothing to divide.
    as_callgrind -q --separate-threads=yes --instr-atstart=no "${plain[@]}" ./program
    grep -qx 'totals: 0' out-01
}

@test "jumps within functions are the installed callgrind's, with and without instructions" {
    compile '#include <setjmp.h>
static volatile long sink;
static jmp_buf env;
__attribute__((noinline)) int chosen(int n) {
    switch (n % 6) {
    case 0: return 3;
    case 1: sink++; return n;
    case 2: return n * 2;
    case 3: sink--; return 1;
    case 4: return n ^ 5;
    default: sink += 2; return 9;
    }
}
__attribute__((noinline)) void loops(int n) {
    for (int i = 0; i < n; i++) {
        if (i & 1) sink += 2;
        else sink += 3;
        for (int k = 0; k < 2; k++)
            sink++;
    }
    long count = n;
    char from[64], *to = from;
    __asm__ volatile("rep stosb" : "+D"(to), "+c"(count) : "a"(0) : "memory");
}
__attribute__((noinline)) void again(int n) { for (int i = 0; i < 2; i++) if (n > 0) again(n - 1); }
__attribute__((noinline)) void leave(int n) { for (;;) if (sink++ % 7 == n) longjmp(env, 1); }
__attribute__((noinline)) void attempt(int n) { if (setjmp(env) == 0) leave(n); else sink += 5; }
int main(void) {
    for (int i = 0; i < 11; i++) sink += chosen(i);
    loops(5); loops(0); again(3); attempt(3); attempt(2);
    return 0;
}'
    for options in '' --dump-instr=yes; do
        # shellcheck disable=SC2086  # none or one word
        as_callgrind -q --collect-jumps=yes $options "${plain[@]}" ./program
        # shellcheck disable=SC2086
        stock --tool=callgrind -q --callgrind-out-file=theirs --collect-jumps=yes $options "${plain[@]}" ./program
        for function in chosen loops again "again'2" leave attempt main __longjmp; do
            [ "$(jumps out "$function")" = "$(jumps theirs "$function")" ] ||
                { echo "$options $function" && jumps out "$function" && jumps theirs "$function" && return 1; }
            [ "$(own out "$function")" = "$(own theirs "$function")" ]
        done
        [ "$(jumps out chosen | grep -c jump=)" -ge 5 ]
        # The same with positions that are relative, as our commands read them.
        # shellcheck disable=SC2086
        as_callgrind -q --collect-jumps=yes $options --callgrind-out-file=relative ./program
        diff <("$BIN/cg_show" --as=csv --by=line relative) <("$BIN/cg_show" --as=csv --by=line out)
        [ "$(jumps out loops | grep -c jcnd=)" -ge 3 ]
        [ -n "$(jumps out "again'2")" ]
    done
}

@test "jumps are counted while costs are not collected, as calls are" {
    compile 'static volatile long sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void window(void) { work(3); }
int main(void) { work(2); window(); return 0; }'
    as_callgrind -q --collect-jumps=yes --toggle-collect=window "${plain[@]}" ./program
    [ "$(jumps out work | grep -c jcnd=)" -ge 1 ]
    [ -z "$(jumps out main)" ]
    # Back to the first instruction of the loop: twice by work(3), once by work(2).
    [ "$(jumps out work | awk -F'[=/ ]+' '{ taken += $3; executed += $4 } END { print taken, executed }')" = "$(
        as_callgrind -q --collect-jumps=yes "${plain[@]}" ./program
        jumps out work | awk -F'[=/ ]+' '{ taken += $3; executed += $4 } END { print taken, executed }')" ]
}

@test "system calls and atomic instructions are the installed callgrind's" {
    compile '#include <sys/syscall.h>
#include <unistd.h>
static volatile int counter;
__attribute__((noinline)) void calls(int n) { for (int i = 0; i < n; i++) syscall(SYS_getppid); }
__attribute__((noinline)) void atomics(int n) { for (int i = 0; i < n; i++) __sync_fetch_and_add(&counter, 1); }
__attribute__((noinline)) void nap(void) { long time[2] = {0, 30000000}; syscall(SYS_nanosleep, time, 0); }
__attribute__((noinline)) void both(void) { calls(3); atomics(4); nap(); }
int main(void) { both(); calls(2); atomics(5); return 0; }'
    # Ge and sysCount, of each line of own cost and of each call, without times.
    counts() {
        awk '/^events:/ { for (i = 2; i <= NF; i++) if ($i == "Ir") ir = i - 1; else if ($i == "Ge") ge = i - 1; else if ($i == "sysCount") sys = i - 1 }
             /^fn=/ { name = $0; is_in = name ~ /=(main|both|calls|atomics|nap|syscall)$/; next }
             { call = "" }
             /^calls=/ { call = " calls"; getline }
             /^[0-9]/ && is_in { key = name call; n[key " Ir"] += $(1 + ir); n[key " Ge"] += $(1 + ge); n[key " sys"] += $(1 + sys) }
             END { for (k in n) print k, n[k] }' "$1" | sort
    }
    for options in --collect-systime=yes --collect-systime=usec --collect-systime=nsec --toggle-collect=both; do
        [ $options != --toggle-collect=both ] || options='--toggle-collect=both --collect-systime=msec'
        # shellcheck disable=SC2086  # several words
        as_callgrind -q --collect-bus=yes $options "${plain[@]}" ./program
        # shellcheck disable=SC2086
        stock --tool=callgrind -q --callgrind-out-file=theirs --collect-bus=yes $options "${plain[@]}" ./program
        [ "$(grep ^event out)" = "$(grep ^event theirs)" ]
        [ "$(counts out)" = "$(counts theirs)" ] || { diff <(counts out) <(counts theirs) || return 1; }
        # Not the times, and not what is before main(), which depends on the environment.
        [ "$(awk '/^totals/ { print $3, $4 }' out)" = "$(awk '/^totals/ { print $3, $4 }' theirs)" ]
    done
    as_callgrind -q --collect-systime=nsec "${plain[@]}" ./program
    # The nap took at least what it should, and its caller has that too.
    awk '/^fn=/ { is_nap = $0 == "fn=nap" } /^calls=/ { getline; if (is_nap) ns += $4 } END { exit ns < 30000000 }' out
    awk '/^summary/ { exit $4 < 30000000 }' out
    run as_callgrind --collect-systime=foo ./program
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = 'valgrind: Unknown option: --collect-systime=foo' ]
}

@test "the cost and the calls of skipped functions are their callers'" {
    compile '#include <signal.h>
static volatile long sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__((noinline)) void inner(int n) { sink++; work(n); sink--; }
__attribute__((noinline)) void skipped(int n) { sink += 2; inner(n); inner(n + 1); sink -= 2; }
__attribute__((noinline)) void skipped_too(int n) { sink += 3; skipped(n); work(1); sink -= 3; }
__attribute__((noinline, optimize("O2"))) void tail(int n) { sink += 9; skipped_too(n); }
void again(int n);
__attribute__((noinline)) void skipped_between(int n) { sink += 4; if (n) again(n - 1); }
__attribute__((noinline)) void again(int n) { sink += 5; skipped_between(n); sink -= 5; }
void skipped_handler(int s) { sink += s; work(3); }
int main(void) {
    skipped_too(2);
    skipped(3);
    tail(2);
    again(2);
    signal(SIGUSR1, skipped_handler);
    raise(SIGUSR1);
    return 0;
}'
    for options in '' --cache-sim=yes '--toggle-collect=skipped*' --separate-threads=yes --toggle-collect=inner; do
        # shellcheck disable=SC2086  # none or one word
        as_callgrind -q '--fn-skip=skip*' $options "${plain[@]}" ./program
        # shellcheck disable=SC2086
        stock --tool=callgrind -q --callgrind-out-file=theirs '--fn-skip=skip*' $options "${plain[@]}" ./program
        ours=out their=theirs
        [ "$options" != --separate-threads=yes ] || ours=out-01 their=theirs-01
        echo "$options"
        same_costs $ours $their main work inner tail again "again'2" skipped skipped_handler \
            'main>inner' 'main>work' 'tail>inner' "again>again'2" "again'2>again'2" 'skipped_handler>work'
    done
    as_callgrind -q '--fn-skip=skip*' "${plain[@]}" ./program
    [ "$(arc out main inner | cut -d' ' -f1)" -eq 4 ]
    [ -z "$(arc out main skipped)" ]
}

@test "with --skip-plt=no, stubs of the linker are functions" {
    printf '%s\n' '#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) { int v[] = {3, 1, 2}; qsort(v, 3, sizeof *v, compare); qsort(v, 2, sizeof *v, compare); return abs(v[0]) - 1; }' >program.c
    cc -O1 -g -fno-builtin -Wl,-z,lazy -o program program.c
    for options in --dump-instr=no --dump-instr=yes; do
        as_callgrind -q --skip-plt=no $options "${plain[@]}" ./program
        stock --tool=callgrind -q --callgrind-out-file=theirs --skip-plt=no $options "${plain[@]}" ./program
        # Those of the program (at 0x108000, under Valgrind 3.27 at 0x4000000): the stub, the code that
        # all stubs share, and what they lead to.
        for file in out theirs; do
            awk '/^positions:/ { column = NF }
                 /^fn=/ { name = $0; is_in = name ~ /0x0+(109|4001)[0-9a-f][0-9a-f][0-9a-f] \[PLT\]$|=main$/ }
                 /^cfn=/ { callee = $0 }
                 is_in && /^calls=/ { split($1, n, "="); calls[name " " callee] += n[2]; getline; next }
                 is_in && /^[0-9]/ { own[name " " (column == 3 ? $1 : "")] += $column }
                 END { for (k in calls) print k, calls[k]; for (k in own) print k, own[k] }' $file | sort >parts.$file
        done
        diff parts.out parts.theirs
        grep -q 'PLT] cfn=qsort 2$' parts.out
    done
}

@test "addresses are those in the object" {
    printf '%s\n' 'static volatile long sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
int main(void) { work(3); return 0; }' >program.c
    cc -O1 -g -pie -fPIE -o program program.c
    as_callgrind -q --dump-instr=yes "${plain[@]}" ./program
    begin=$(nm program | awk '$3 == "work" { print $1 }')
    [ "$(awk '/^fn=work$/ { getline; print $1 }' out)" = "$(printf '0x%x' "0x$begin")" ]
}

@test "with --dump-every-bb, parts end with turns of threads, and add up" {
    compile '#include <sys/syscall.h>
#include <unistd.h>
static volatile long sink;
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
int main(void) { for (int i = 0; i < 10; i++) { work(2000); syscall(SYS_getppid); } work(300000); return 0; }'
    as_callgrind -q "${plain[@]}" ./program
    whole=$(own out work)
    as_callgrind -q --dump-every-bb=5000 "${plain[@]}" ./program
    parts=(out.*)
    [ ${#parts[@]} -ge 5 ]
    sum=0
    last=0
    for part in $(seq 1 ${#parts[@]}); do
        grep -qx 'desc: Trigger: --dump-every-bb=5000' "out.$part"
        read -r from to < <(awk '/^desc: Timerange/ { print $5, $7 }' "out.$part")
        [ "$from" -eq "$last" ]
        [ $((to - from)) -ge 4000 ] # as blocks were counted at the end of the turn before
        last=$to
        sum=$((sum + $(own "out.$part" work)))
    done
    [ $((sum + $(own out work))) -eq "$whole" ]
    rm out*
    as_callgrind -q --dump-every-bb=0 ./program
    [ "$(echo out*)" = out ]
}

@test "a stop and a start empty the simulated caches" {
    compile '#include <callgrind.h>
static volatile char memory[64][64];
__attribute__((noinline)) void touch(void) { for (int i = 0; i < 64; i++) memory[i][0]++; }
int main(void) {
    touch();
    touch();
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_START_INSTRUMENTATION;
    touch();
    touch();
    return 0;
}'
    misses() { awk '/^fn=/ { is_in = $0 == "fn=touch" } /^calls=/ { getline; next } /^[0-9]/ && is_in { sum += $6 + $7 } END { print sum }' "$1"; }
    as_callgrind -q --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 "${plain[@]}" ./program
    stock --tool=callgrind -q --callgrind-out-file=theirs --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 "${plain[@]}" ./program
    [ "$(misses out)" -ge 120 ] # 64 lines, twice
    [ "$(misses out)" = "$(misses theirs)" ]
}

@test "gungraun's command line: names, headers and lines that it reads" {
    for program in threads forks; do
        mkdir $program
        (cd $program && "$BIN/valgrind" --tool=callgrind --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 \
            --cache-sim=yes --compress-strings=no --compress-pos=no --dump-line=yes --dump-instr=no \
            --combine-dumps=no --separate-threads=yes --trace-children=yes --fair-sched=try \
            --collect-jumps=yes --collect-systime=yes --toggle-collect='*main*' \
            --callgrind-out-file='callgrind.x.out.#%p' --log-file='callgrind.x.log.#%p' "$PROGRAMS/$program" >/dev/null)
        for file in "$program"/*.out*; do
            [ -s "$file" ] || continue
            [[ ${file##*/} =~ ^callgrind\.x\.out\.#[0-9]+(\.[0-9]+)?-[0-9]{2,}$ ]]
            [ "$(head -n 1 "$file")" = '# callgrind format' ]
            # The lines before events:, in this order; then summary and, at the end, totals.
            [ "$(sed -n 's/^\([a-z]*\): .*/\1/p' "$file" | uniq | paste -sd' ')" = \
                'version creator pid cmd part thread desc positions event events summary totals' ]
            # The reader of its flame graph stops the program at any other line.
            run ! grep -vEn '^[0-9][0-9]* |^(ob|fl|fi|fe|fn|cob|cfi|cfl|cfn|calls|jump|jcnd|jfi)=|^[a-z]+:|^#|^$' "$file"
        done
        grep -q '^==[0-9]*== Command: ' $program/*.log.*
    done
    files=(threads/*-02)
    [ -s "${files[0]}" ]
}

@test "recursion, tail calls and a loop of jumps" {
    compile 'static volatile long sink;
__attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__attribute__((noinline)) int last(int n) { sink += n; return sink; }
__attribute__((noinline, optimize("O2"))) int hop(int n) { sink++; return last(n); }
int pong(int n);
__attribute__((noinline, optimize("O2"))) int ping(int n) { sink++; return n == 0 ? 0 : pong(n - 1); }
__attribute__((noinline, optimize("O2"))) int pong(int n) { sink--; return n == 0 ? 1 : ping(n - 1); }
int main(void) { return 0 * (fib(9) + hop(3) + ping(300000)); }'
    as_callgrind -q "${plain[@]}" ./program
    mv out ours
    stock --tool=callgrind -q --callgrind-out-file=theirs "${plain[@]}" ./program
    for pair in "main fib" "fib fib'2" "fib'2 fib'2" "hop last" "ping pong" "pong ping'2" "ping'2 pong'2"; do
        # shellcheck disable=SC2086  # two words
        [ -n "$(arc ours $pair)" ]
        # shellcheck disable=SC2086
        [ "$(arc ours $pair)" = "$(arc theirs $pair)" ] || { echo "$pair" && return 1; }
    done
}

@test "caches and branches are counted in callgrind's order" {
    as_callgrind -q --cache-sim=yes --branch-sim=yes "$PROGRAMS/counted" || true
    [ "$(grep '^events' out)" = 'events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim' ]
    [ "$(awk '/^totals/ { print NF }' out)" -eq 14 ]
    as_callgrind -q --I1=16384,4,64 "$PROGRAMS/counted" || true
    grep -qx 'desc: I1 cache: 16384 B, 64 B, 4-way associative' out
}

@test "what ours does not have is left to the installed callgrind, with a note" {
    run --separate-stderr as_callgrind -q --separate-callers=2 "$PROGRAMS/counted"
    [ "$stderr" = "note: Valgrind's own callgrind runs, because ours does not have --separate-callers=2" ]
    grep -q '^creator: callgrind-[0-9]' out
    CGTOOLS_CALLGRIND=system run --separate-stderr as_callgrind -q "$PROGRAMS/counted"
    [ -z "$stderr" ]
    grep -q '^creator: callgrind-[0-9]' out
    as_callgrind -q "$PROGRAMS/counted"
    grep -q '^creator: callgrind-cgtools-' out
}

@test "the output file is there, empty, until the end; a device stays one" {
    compile '#include <stdlib.h>
int main(void) { return system("test -e out && ! test -s out"); }'
    as_callgrind -q ./program
    [ -s out ]
    "$BIN/valgrind" --tool=callgrind -q --callgrind-out-file=/dev/null "$PROGRAMS/counted"
    [ -c /dev/null ]
}

# many_callees N: an assembly program with one place that calls N functions, in three rounds.
many_callees() {
    cat <<'END'
        .text
        .globl _start
        .type _start,@function
_start: mov $3,%ebp
1:      lea table(%rip),%rbx
2:      call *(%rbx)
        add $8,%rbx
        lea end(%rip),%rax
        cmp %rax,%rbx
        jne 2b
        dec %ebp
        jnz 1b
        mov $60,%eax
        xor %edi,%edi
        syscall
        .size _start,.-_start
END
    seq "$1" | sed 's/.*/.type f&,@function\nf&: ret\n.size f&,.-f&/'
    printf '%s\n' .data table:
    seq "$1" | sed 's/^/.quad f/'
    echo end:
}

@test "a place that calls many functions: arcs are found at once, in pairs and trees all are there" {
    [ "$(uname -m)" = x86_64 ] || skip "a program for x86-64"
    many_callees 40000 >many.s
    cc -nostdlib -static -o many many.s
    as_callgrind "${plain[@]}" --stats=yes ./many 2>messages
    [ "$(grep -cx 'calls=3 0 *' out)" = 40000 ]
    number() { sed -n "s/.*cachegrind: arcs $1 *: //p" messages; }
    echo "looked up: $(number 'looked up'), compared: $(number compared)"
    [ "$(number 'looked up')" -ge 40000 ]
    [ "$(number compared)" -lt $((4 * $(number 'looked up'))) ]
    "$BIN/valgrind" -q --tool=cachegrind --calls=yes --cachegrind-out-file=tree ./many
    [ "$(grep -cE '^#[0-9]+ [0-9]+ 3 3$' tree)" = 40000 ]
    # A tree that becomes too large is folded, and grows again.
    "$BIN/valgrind" -q --tool=cachegrind --calls=yes --calls-nodes=10000 --cachegrind-out-file=folded ./many
    [ "$(grep '^totals' folded)" = "$(grep '^totals' tree)" ]
}

@test "a debugger's commands: status, dump, zero, instrumentation" {
    compile '#include <stdio.h>
#include <unistd.h>
int main(void) { char c; puts("ready"); fflush(stdout); return read(0, &c, 1) < 0; }'
    mkfifo input
    as_callgrind -q --vgdb-prefix="$PWD/vgdb" ./program <input >said 2>&1 &
    exec 4>input
    until grep -q ready said; do sleep 0.2; done
    tell() { vgdb --vgdb-prefix="$PWD/vgdb" "$@" 2>/dev/null; }
    [ "$(tell status)" = '1 thread(s) running.' ]
    [ "$(tell instrumentation)" = 'instrumentation: on' ]
    tell dump a hint
    grep -qx 'desc: Trigger: dump a hint' out.1
    grep -q '^totals: [1-9]' out.1
    tell status internal >all_of_it
    grep -qx 'instrumentation: on' all_of_it
    grep -q '^function-1-0: ' all_of_it
    tell zero
    tell instrumentation off
    [ "$(tell status)" = 'No status available as instrumentation is switched off' ]
    exec 4>&-
    wait
    [ "$(grep '^part' out)" = 'part: 2' ]
}

@test "a debugger sees what each thread runs, those that wait too" {
    compile '#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
__attribute__((noinline)) void waits(void) { char c; if (read(0, &c, 1) < 0) puts("no"); }
void *begin(void *x) { waits(); return x; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, begin, 0);
    puts("ready");
    fflush(stdout);
    return pthread_join(t, 0);
}'
    mkfifo input
    as_callgrind -q --vgdb-prefix="$PWD/vgdb" ./program <input >said 2>&1 &
    exec 4>input
    until grep -q ready said; do sleep 0.2; done
    # It may not have come to the end of the call yet.
    until vgdb --vgdb-prefix="$PWD/vgdb" status internal >all_of_it 2>/dev/null && grep -q ': waits' all_of_it; do
        sleep 0.2
    done
    exec 4>&-
    wait
    grep -qx 'threads: 1 2' all_of_it
    grep -qx 'function-1-[0-9]*: main' all_of_it
    grep -qx 'function-2-[0-9]*: waits' all_of_it
    [ "$(grep '^function-2-0: ' all_of_it)" != 'function-2-0: ???' ]
}

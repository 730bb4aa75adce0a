#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --inlines: the functions of the source, from the tool's costs by address and the program.
#
# shellcheck disable=SC2030,SC2031,SC2154  # each test is a subshell; run sets stderr

bats_require_minimum_version 1.5.0

load common

# build NAME FLAG...: a program in which parse() and first() call number_at(), and parse() calls
# Sum::add() of a nameless namespace.
build() {
    cat >digits.h <<'END'
namespace text {
KIND int number_at(const char* p, int n) {
    int value = 0;
    for (int i = 0; i < n; ++i)
        value = value * 10 + (p[i] - '0');
    return value;
}
} // namespace text
END
    cat >main.cpp <<'END'
#include "digits.h"
namespace {
struct Sum {
    long all = 0;
    __attribute__((always_inline)) void add(long n) { all += n * n; }
};
} // namespace
__attribute__((noinline, noclone)) long parse(const char* text) {
    Sum sum;
    for (const char* p = text; *p; p += 5)
        sum.add(text::number_at(p, 4));
    return sum.all;
}
__attribute__((noinline, noclone)) long first(const char* text) { return text::number_at(text, 4); }
int main(int argc, char**) {
    static char text[20001];
    for (int i = 0; i < 20000; ++i)
        text[i] = i % 5 == 4 ? ' ' : static_cast<char>('0' + i % 7);
    long all = 0;
    for (int i = 0; i < 3 + argc; ++i)
        all += parse(text) + first(text);
    return all == 1;
}
END
    g++ -g -O2 "${@:2}" main.cpp -o "$1"
}
inlined() { build "$1" '-DKIND=__attribute__((always_inline)) inline'; }
called() { build "$1" '-DKIND=__attribute__((noinline, noclone)) inline'; }
# cg FILE ARGUMENT...: our tool.
cg() { "$BIN/valgrind" -q --tool=cachegrind --addresses=yes --cachegrind-out-file="$1" "${@:2}"; }
# by NAME OPTION... FILE: the instructions of the functions whose names begin so, as their rows say.
by() { "$BIN/cg_show" --as=csv --top=0 "${@:2}" | python3 -c '
import csv, sys
rows = list(csv.DictReader(sys.stdin))
print(sum(int(row["Ir"]) for row in rows if row["function"].startswith(sys.argv[1])))' "$1"; }

@test "inlined code belongs to the function that it was written in" {
    inlined prog
    cg out ./prog
    local lines
    # All of digits.h is number_at, and its lines cost what they cost.
    lines=$("$BIN/cg_filter" --file='digits\.h$' out | sed -n 's/^summary: //p')
    [ "$lines" -gt 100000 ]
    [ "$(by 'text::number_at(char const*, int) (in parse(char const*) and 1 more)' --inlines out)" = "$lines" ]
    [ "$(by 'text::number_at(char const*, int) < parse(char const*)' --inlines --by=chain out)" -gt "$((lines * 9 / 10))" ]
    # Of a nameless namespace, compilers give no name for linkers.
    [ "$(by '(anonymous namespace)::Sum::add' --inlines out)" -ge 4000 ]
    [ "$(by '' --inlines out)" = "$(by '' out)" ]
    "$BIN/cg_annotate" --inlines out | grep -q 'digits.h:text::number_at(char const\*, int) (in parse'
}

@test "rows by inlined function, by the function around it and by line have the same sums" {
    cg flat --cache-sim=yes --branch-sim=yes "$BIN/cg_merge" --version >/dev/null
    "$BIN/cg_show" --as=csv --top=0 flat >by_function
    "$BIN/cg_show" --as=csv --top=0 --inlines --by=chain flat >by_chain
    "$BIN/cg_show" --as=csv --top=0 --by=line flat >by_line
    python3 - <<'END'
import csv
def rows(name):
    return list(csv.DictReader(open(name, newline="")))
def numbers(row):
    return [int(row[event]) for event in row if event not in ("function", "file", "line")]
def sums(of, key):
    result = {}
    for row in of:
        at = result.setdefault(key(row), [0] * len(numbers(row)))
        at[:] = [a + b for a, b in zip(at, numbers(row))]
    return result
outer, chains, lines = rows("by_function"), rows("by_chain"), rows("by_line")
total = lambda of: sums(of, lambda row: "")
assert len(numbers(outer[0])) >= 13 and total(outer) == total(chains) == total(lines)
around = sums(chains, lambda row: row["function"].split(" < ")[-1])
assert sum(" < " in row["function"] for row in chains) > 500
assert around == sums(outer, lambda row: row["function"])
END
}

@test "a function that is called, too, is one function" {
    inlined prog
    cg out ./prog
    called other
    cg other.out ./other
    "$BIN/cg_merge" out other.out >both
    [ "$(by 'text::number_at(char const*, int) (also in parse(char const*)' --inlines both)" -gt 200000 ]
}

@test "in trees, it is below the function that it was inlined into" {
    inlined prog
    cg out --calls=yes ./prog
    "$BIN/cg_show" --as=folded out >before
    "$BIN/cg_show" --inlines --as=folded out >after
    grep -q ';parse(char const\*);text::number_at(char const\*, int) (inlined) [0-9]*$' after
    grep -q ';first(char const\*);text::number_at(char const\*, int) (inlined) [0-9]*$' after
    [ "$(awk '{ sum += $NF } END { print sum }' before)" = "$(awk '{ sum += $NF } END { print sum }' after)" ]
    # Costs inside of parse stay there.
    inside() { awk '/;parse\(/ { sum += $NF } END { print sum }' "$1"; }
    [ "$(inside before)" = "$(inside after)" ]
    "$BIN/cg_show" --inlines -o picture.svg out
    grep -q '<g class="box inlined"[^>]*data-name="text::number_at(char const\*, int) (inlined)"' picture.svg
    # Rows by function are what they are without calls.
    "$BIN/cg_show" --inlines out | grep -q 'number_at(char const\*, int) (in parse(char const\*) and 1 more)'
}

@test "a function on several paths has shares of what is inlined there" {
    cat >shares.c <<'END'
static inline __attribute__((always_inline)) int square(int n) { return n * n + 3; }
volatile int seen;
__attribute__((noinline, noclone)) void work(int n) { for (int i = 0; i < n; ++i) seen = square(i + seen); }
__attribute__((noinline, noclone)) void once(void) { work(1000); }
__attribute__((noinline, noclone)) void twice(void) { work(2000); }
int main(void) { once(); twice(); return 0; }
END
    gcc -g -O1 -fno-optimize-sibling-calls shares.c -o shares
    cg out --calls=yes ./shares
    "$BIN/cg_show" --inlines --as=folded out >after
    local first second
    first=$(sed -n 's/.*;once;work;~square (inlined) //p' after)
    second=$(sed -n 's/.*;twice;work;~square (inlined) //p' after)
    [ "$first" -ge 1000 ]
    [ "$second" -ge $((first * 2 - 20)) ]
    [ "$second" -le $((first * 2 + 20)) ]
}

@test "cg_diff says what is no longer inlined, and compares the function" {
    inlined prog && cg first ./prog
    called prog && cp prog prog.second && inlined prog
    cp prog prog.first
    cp prog.second prog && cg second ./prog
    mkdir -p dbg
    # The first build is found by its build ID.
    local id
    id=$(readelf -n prog.first | sed -n 's/.*Build ID: //p')
    mkdir -p "dbg/.build-id/${id:0:2}"
    cp prog.first "dbg/.build-id/${id:0:2}/${id:2}.debug"
    cp prog.first "dbg/.build-id/${id:0:2}/${id:2}"
    run --separate-stderr "$BIN/cg_diff" --inlines --debug-directory="$PWD/dbg" first second
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"text::number_at(char const*, int) is no longer inlined into parse(char const*) and 1 more: "*" Ir of its own, "*" there before"* ]]
    # Its body costs about the same.
    local moved all
    moved=$(sed -n '/^fn=text::number_at/ { n; s/^0 //p }' <<<"$output" | awk '{ sum += $1 } END { print sum }')
    all=$("$BIN/cg_filter" --file='digits\.h$' first | sed -n 's/^summary: //p')
    [ "${moved#-}" -lt $((all / 4)) ]
}

@test "with calls, too, a function that one build inlines and the other calls is one row" {
    mkdir first second
    inlined first/prog && called second/prog
    cg first.out --calls=yes first/prog
    cg second.out --calls=yes second/prog
    "$BIN/cg_diff" --inlines --mod-filename='s:/(first|second)/:/:' first.out second.out >difference 2>/dev/null
    "$BIN/cg_show" --top=0 --as=csv difference >rows 2>/dev/null
    [ "$(grep -c 'text::number_at' rows)" -eq 1 ]
    run "$BIN/cg_show" --as=tree --by=calls difference
    [[ "$output" != *"(inlined)"* ]]
}

@test "a program that is not there or is another one is said" {
    inlined prog
    cg out ./prog
    rm prog
    run --separate-stderr "$BIN/cg_show" --inlines out
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"cg_show: note: "*"/prog: "* ]]
    [[ "$output" == *"parse(char const*)"* ]]
    called prog
    run --separate-stderr "$BIN/cg_annotate" --inlines out
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"/prog: it is not the one that ran: its build ID is "* ]]
    [[ "$output" != *"number_at(char const*, int)"*"(in parse"* ]]
}

@test "a profile whose functions were looked up before stays as it is" {
    inlined prog
    cg out ./prog
    "$BIN/cg_show" --inlines --as=cachegrind out >once
    grep -q '^fn=text::number_at(char const\*, int) (in parse(char const\*) and 1 more)$' once
    run --separate-stderr "$BIN/cg_show" --inlines --as=cachegrind once
    [ "$status" -eq 0 ]
    [ "$output" = "$(cat once)" ]
    [ -z "$stderr" ]
}

@test "a profile without costs by address is an error" {
    inlined prog
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out ./prog
    local command
    for command in cg_show cg_annotate; do
        run --separate-stderr "$BIN/$command" --inlines out
        [ "$status" -eq 1 ]
        [ "$stderr" = "$command: error: out: has no costs by address, which --inlines needs (valgrind --tool=cachegrind --addresses=yes writes them)" ]
    done
    run --separate-stderr "$BIN/cg_diff" --inlines out out
    [ "$status" -eq 1 ]
}

@test "callgrind's --dump-instr=yes has the same functions" {
    local stock
    stock=$("$BATS_TEST_DIRNAME/stock-front" "$BATS_TEST_TMPDIR" "$BIN/valgrind")
    inlined program
    cg ours --count-rep=iterations ./program
    "$stock" -q --tool=callgrind --dump-instr=yes --skip-plt=no --callgrind-out-file=theirs ./program
    # functions FILE: of the program, and what they cost.
    functions() {
        "$BIN/cg_show" --inlines --as=csv --top=0 "$1" 2>/dev/null | grep -E '(main.cpp|digits.h)' | sort
    }
    functions ours >expected
    grep -q 'text::number_at.*(in parse' expected
    diff <(functions theirs) expected
}

@test "a template of a lambda has one name, whether it is inlined or called" {
    cat >apply.cpp <<'END'
#include <cstdio>
template <class F> KIND int apply(F f, int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += f(i) * i % 7;
    return sum;
}
int main(int argc, char**) {
    std::printf("%d\n", apply([](int n) { return n * n; }, 5000 * argc));
}
END
    local name='int apply<main::{lambda(int)#1}>(main::{lambda(int)#1}, int)'
    g++ -g -O2 '-DKIND=inline __attribute__((always_inline))' apply.cpp -o inlined && cg first ./inlined
    g++ -g -O2 '-DKIND=__attribute__((noinline))' apply.cpp -o called && cg second ./called
    [ "$(by "$name" --inlines first)" -ge 20000 ]
    [ "$(by "$name" --inlines second)" -ge 20000 ]
    "$BIN/cg_diff" --inlines --match-names --fail-if='function Ir > 100' first second >difference
    [ "$(grep -c '^fn=.*apply' difference)" = 1 ]
}

@test "each lambda has its number, whether it is inlined or called" {
    cat >lambdas.cpp <<'END'
#include <cstdio>
int main(int argc, char**) {
    auto first = [](int n) { int sum = 0; for (int i = 0; i < n; ++i) sum += i * i % 7; return sum; };
    auto second = [](int n) { int sum = 1; for (int i = 0; i < n; ++i) sum += sum * i % 5; return sum; };
    std::printf("%d\n", first(5000 * argc) + second(3000 * argc));
}
END
    g++ -g -O0 lambdas.cpp -o plain && cg plain.out ./plain
    g++ -g -O2 lambdas.cpp -o optimised && cg optimised.out ./optimised
    local profile
    for profile in plain.out optimised.out; do
        [ "$(by 'main::{lambda(int)#1}::operator()(int) const' --inlines $profile)" -ge 20000 ]
        [ "$(by 'main::{lambda(int)#2}::operator()(int) const' --inlines $profile)" -ge 12000 ]
    done
}

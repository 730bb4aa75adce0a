#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --calls=yes: which function is which in the profile, and how each is named.

bats_require_minimum_version 1.5.0

setup_file() {
    BIN=$(readlink -f "${BIN:-build/bin}")
    export BIN
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
}

cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file="$1" "${@:2}"; }

# profiles COMMAND...: with calls (out) and without (flat); the first is read alike by all programs,
# and has the rows of the second. So cg_annotate prints the same, and callgrind_annotate the costs.
profiles() {
    cg flat "$@"
    cg out --calls=yes "$@"
    "$BATS_TEST_DIRNAME/calls-file" out flat
    for f in flat out; do
        "$BIN/cg_annotate" --no-annotate "$f" | sed '/^Invocation:\|^Command:/d' >"$f.txt"
    done
    cmp flat.txt out.txt
    if command -v callgrind_annotate >/dev/null; then
        run -0 --separate-stderr callgrind_annotate --auto=no --threshold=100 out
        # shellcheck disable=SC2154  # run sets stderr
        [ -z "$stderr" ]
        awk '/PROGRAM TOTALS/ { gsub(",", ""); total = $1 }
             /file:function/ { listed = 1; getline; next }
             listed { gsub(",", ""); sum += $1 }
             END { if (sum != total) print sum " of " total; exit sum != total || sum == 0 }' <<<"$output"
    fi
}

# functions PATTERN: "own name<tab>written name" of the functions whose own name matches.
functions() {
    awk -v pattern="$1" '
        function text(  at) { at = index($0, ") "); return at == 0 ? "" : substr($0, at + 2) }
        /^#name / { own = text(); is_named = 1; next }
        /^c?fn=\([0-9]+\) / { if (!is_named) own = text()
                              if (own ~ pattern) print own "\t" text()
                              is_named = 0 }' out | LC_ALL=C sort
}

# own NAME: the first event of the rows in the block of the function with this written name, by the
# name that they have in a profile without calls.
own() {
    awk -v name="$1" '
        /^fn=\(/ { number = $1; if (NF > 1) names[number] = substr($0, length($1) + 2) }
        /^cfn=\(/ { called = substr($1, 2); if (NF > 1) names[called] = substr($0, length($1) + 2) }
        /^fn=/ { is_it = names[number] == name; lines = "its own" }
        /^#lines/ { lines = NF > 1 ? $2 : "its own" }
        /^calls=/ { getline; next }
        /^[0-9]/ && is_it { sum[lines] += $2 }
        END { for (lines in sum) print lines, sum[lines] }' out | LC_ALL=C sort
}

# work FILE TIMES: a source with a static function `work` and one that calls it.
work() {
    mkdir -p "$(dirname "$1")"
    cat >"$1" <<END
static __attribute__((noinline)) int work(int n) {
    volatile int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += i;
    return sum;
}
int calls_$2(void) { return work($2) & 1; }
END
}

# main_calling N...: a program that calls calls_N() for each argument N.
main_calling() {
    local n
    for n in "$@"; do echo "int calls_$n(void);"; done
    echo '#include <stdlib.h>'
    echo 'int main(int argc, char** argv) { int sum = 0; for (int i = 1; i < argc; ++i) switch (atoi(argv[i])) {'
    for n in "$@"; do echo "case $n: sum += calls_$n(); break;"; done
    echo '} return sum & 0; }'
}

@test "functions of one name are told apart by their files" {
    work a/util.c 1000
    work b/util.c 2000
    work other.c 3000
    main_calling 1000 2000 3000 >main.c
    gcc -g -O1 -o program main.c a/util.c b/util.c other.c
    profiles ./program 1000 2000 3000
    functions '^work$' | sed "s|$PWD/||" >names
    printf 'work\t%s\n' work 'work (b/util.c)' 'work (other.c)' >expected
    diff expected names
    run own 'work (other.c)'
    [[ $output =~ ^'its own '[0-9]{5}$ ]]
}

@test "functions of one name are told apart by their objects" {
    work util.c 1000
    main_calling 1000 2000 >main.c
    gcc -g -O1 -shared -fPIC -o liba.so util.c
    sed s/1000/2000/ util.c >twice.c && mv twice.c util.c
    gcc -g -O1 -shared -fPIC -o libb.so util.c
    gcc -g -O1 -o program main.c -Wl,-rpath,"$PWD" -L. -la -lb
    profiles ./program 1000 2000
    functions '^work$' >names
    printf 'work\t%s\n' work 'work [libb.so]' >expected
    diff expected names
}

@test "functions of one name are told apart by file and object, or by a number" {
    for n in 1000 2000 3000 4000; do work "$n.c" "$n"; done
    sed -i 's/^static.*/#line 1 "a.c"\n&/' 1000.c 3000.c
    sed -i 's/^static.*/#line 1 "b.c"\n&/' 2000.c 4000.c
    main_calling 1000 2000 3000 4000 >main.c
    gcc -g -O1 -shared -fPIC -o liba.so 1000.c 2000.c
    gcc -g -O1 -shared -fPIC -o libb.so 3000.c 4000.c
    gcc -g -O1 -o program main.c -Wl,-rpath,"$PWD" -L. -la -lb
    profiles ./program 1000 2000 3000 4000
    functions '^work$' >names
    printf 'work\t%s\n' work 'work (a.c) [libb.so]' 'work (b.c) [liba.so]' 'work (b.c) [libb.so]' >expected
    diff expected names

    mkdir x y
    gcc -O1 -s -shared -fPIC -o x/lib.so 1000.c
    sed s/1000/2000/ 1000.c >other.c
    gcc -O1 -s -shared -fPIC -Wl,-soname,other.so -o y/lib.so other.c
    ln -s lib.so y/other.so
    main_calling 1000 2000 >main.c
    gcc -O1 -o program main.c x/lib.so y/lib.so -Wl,-rpath,"$PWD/y"
    profiles ./program 1000 2000
    # Both files have the function at the same address.
    functions '^0x' | grep '[^d]lib\.so\( #2\)\?$' >names
    awk -F '\t' '{ count[$1]++; last[$1] = $2 }
        END { for (n in count) if (count[n] == 2 && last[n] == n " in lib.so #2") found++; exit !found }' names
}

@test "names that readers take for something else are written otherwise" {
    cat >odd.c <<'END'
int unknown(int n) __asm__("\"???\"");
int ends(int n) __asm__("\"ends \"");
int numbered(int n) __asm__("\"(2) numbered\"");
__attribute__((noinline)) int unknown(int n) { volatile int sum = n; return sum; }
__attribute__((noinline)) int ends(int n) { volatile int sum = n; return sum + unknown(n); }
__attribute__((noinline)) int numbered(int n) { volatile int sum = n; return sum + ends(n); }
int main(void) { return numbered(3) & 0; }
END
    gcc -g -O1 -o odd odd.c || skip "the assembler does not know such names"
    profiles ./odd
    functions '[?][?][?]|^ends|numbered' | sed 's/\t/|/' >names
    printf '%s\n' '(2) numbered|(2) numbered' '???|(no name)' 'ends |ends' >expected
    diff expected names
}

@test "static functions of one name without debug information are two, and in any order" {
    work a.c 1000
    work b.c 2000
    main_calling 1000 2000 >main.c
    gcc -O1 -o program main.c a.c b.c
    profiles ./program 1000 2000
    functions '^work ' >names
    nm program | awk '$3 == "work" { sub(/^0*/, "", $1); print "work [0x" $1 "]" }' | LC_ALL=C sort >addresses
    [ "$(wc -l <addresses)" -eq 2 ]
    awk '{ print $0 "\t" $0 }' addresses | diff - names
    # The rows are of `work` to a report by line.
    while read -r name; do
        run own "$name"
        [[ $output =~ ^'work '[0-9]{4,}$ ]]
    done <addresses
    cg out --calls=yes ./program 2000 1000
    functions '^work ' | diff names -
}

@test "constructors that demangle to one name are told apart by their symbols" {
    cat >made.cpp <<'END'
struct Base { int b; [[gnu::noinline]] Base(int n) { volatile int sum = 0; for (int i = 0; i < n; ++i) sum += i; b = sum; } };
struct Made : virtual Base { int m; [[gnu::noinline]] Made(int n); };
struct Further : Made { Further(int n) : Base(n), Made(n) {} };
Made::Made(int n) : Base(n) { volatile int sum = 0; for (int i = 0; i < n; ++i) sum += i; m = sum; }
int main() { Made one(1000); Further other(500); return (one.m + other.m) & 0; }
END
    g++ -g -O0 -o made made.cpp
    profiles ./made
    functions '^Made::Made' >names
    printf 'Made::Made(int) [%s]\tMade::Made(int) [%s]\n' _ZN4MadeC1Ei _ZN4MadeC1Ei _ZN4MadeC2Ei \
        _ZN4MadeC2Ei >expected
    diff expected names
}

@test "closures of Rust that demangle to one name are told apart by their symbols" {
    command -v rustc >/dev/null || skip "rustc is not installed"
    cat >c.rs <<'END'
#[inline(never)]
fn apply<F: Fn(u64) -> u64>(f: F, n: u64) -> u64 { let mut s = 0; for i in 0..n { s += f(i); } s }
#[inline(never)]
fn mid(n: u64) -> u64 {
    let first = |x: u64| x * 3;
    let second = |x: u64| x + 5;
    apply(first, n) + apply(second, n + 7)
}
fn main() { std::process::exit((mid(1000) & 0) as i32); }
END
    rustc -g -C opt-level=0 -o c c.rs || skip "rustc does not work here"
    [ "$(nm c | grep -c 'c3mid.*closure')" -eq 2 ] || skip "their symbols are of another kind"
    # Its runtime reads texts that differ from run to run.
    cg flat ./c
    cg out --calls=yes ./c
    "$BATS_TEST_DIRNAME/calls-file" out
    for f in flat out; do
        "$BATS_TEST_DIRNAME/calls-file" --rows "$f" | grep -F 'c::' >"rows.$f"
    done
    grep -q 'c::mid::.*closure' rows.flat
    diff rows.flat rows.out
    functions '^c::mid::.*closure' >names
    nm c | awk '/c3mid.*closure/ { print $3 }' | LC_ALL=C sort >symbols
    sed 's/.*\[\(.*\)\]$/\1/' names | diff symbols -
}

@test "code without symbols is named by its address and its object" {
    work a.c 5000
    main_calling 5000 >main.c
    gcc -O0 -s -o program main.c a.c
    profiles ./program 5000
    run -1 grep -E '^c?fn=.*(\?\?\?| $)' out
    run -1 grep -E '^calls=0|^#name \([0-9]+\) \?\?\?$' out
    functions '^0x[0-9a-f]*$' | awk -F '\t' '$2 !~ ("^" $1 " in [^ ]+$") { exit 1 }'
    # The function that the loop is in, by its cost: 5 instructions each time or more.
    awk '/^fn=.*in program$/ { name = 1 } /^fn=/ && !/in program$/ { name = 0 }
         /^calls=/ { getline; next } /^[0-9]/ && name && $2 > 25000 { found++ }
         END { exit found != 1 }' out
}

@test "a part that the compiler moved away is of its function" {
    cat >cold.c <<'END'
#include <stdlib.h>
extern int seen;
__attribute__((cold, noinline)) void rare(int n) { seen += n; }
int seen;
__attribute__((noinline)) int often(int n) {
    if (__builtin_expect(n % 10 == 0, 0)) {
        rare(n);
        for (volatile int i = 0; i < n; ++i)
            seen ^= i;
        rare(-n);
    }
    return n + seen;
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 200; ++i)
        sum += often(i);
    return sum & 0;
}
END
    gcc -g -O2 -freorder-blocks-and-partition -o cold cold.c
    nm cold | grep -q 'often\.cold' || skip "the compiler moved nothing away"
    profiles ./cold
    run -0 own often
    [[ $output =~ ^'its own '[0-9]+$'\n''often.cold '[0-9]{4,}$ ]]
    run -0 functions '^often'
    [ "$output" = $'often\toften' ]
}

@test "a root calls what nobody called" {
    work a.c 1000
    main_calling 1000 >main.c
    gcc -g -O1 -o program main.c a.c
    profiles ./program 1000
    total=$(awk '/^totals:/ { print $2 }' out)
    run awk '/^fn=/ { root = /\(start of program and threads\)$/ }
             root && /^calls=/ { getline; print }' out
    [ "$output" = "0 $total" ]
    run grep -c '^#name ([0-9]*)$' out
    [ "$output" -eq 1 ]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Costs by address of other writers: positions: instr.

bats_require_minimum_version 1.5.0

setup() {
    # shellcheck source-path=SCRIPTDIR
    source "$BATS_TEST_DIRNAME/profiles.bash"
    mkdir "$BATS_TEST_TMPDIR/work" && cd "$BATS_TEST_TMPDIR/work" || exit
    # Each instruction of square() has a line with its index among them as its cost, but for the
    # second one. Their addresses are objdump's.
    cat >p.c <<'END'
static inline __attribute__((always_inline)) long twice(long n) { return n * n * 2 + 1; }
__attribute__((noinline)) long square(long n) { return twice(n) * n; }
int main(int argc, char** argv) { (void)argv; return (int)square(argc); }
END
    cc -g -O2 -Wl,--build-id=sha1 -o p p.c
    objdump -d --no-show-raw-insn p | awk '/^[0-9a-f]+ <square>:$/ { on = 1; next } /^$/ { on = 0 }
        on { sub(":", "", $1); print $1, $2 } on && $2 ~ /^ret/ { exit }' >instructions
    awk 'NR != 2 { print "0x" $1, 2, NR }' instructions >costs
    profile_of "$PWD/p" costs >callgrind.out
}

# profile_of PROGRAM COSTS
profile_of() {
    lines 'version: 1' 'creator: callgrind-3.19.0' 'cmd: ./p' 'positions: instr line' 'events: Ir' "ob=$1" \
        "fl=$PWD/p.c" 'fn=square'
    cat "$2"
    lines "totals: $(awk '{ sum += $3 } END { print sum }' "$2")"
}
# Prints the addresses and counts of the instructions.
counted() { sed -nE 's/^ *([0-9,]+) .*  ?([0-9a-f]+)  [a-z].*/\2 \1/p' "$1"; }
any_build() { echo "cg_$1: note: $PWD/p: its profile has addresses without build IDs, so this may be another build than the one that ran"; }

@test "cg_show --as=asm has an instruction for each address, of its own size" {
    cg_show --as=asm callgrind.out >out 2>messages
    diff <(any_build show) messages
    [ "$(wc -l <instructions)" -gt 3 ]
    awk 'NR != 2 { print $1, NR }' instructions | diff - <(counted out)
    # One instruction did not run, and all others did.
    [ "$(grep -o '… .*' out)" = '… 1 instruction that did not run' ]
    grep -q 'p.c:2  __attribute__' out
}

@test "without the program, there is a row for each address" {
    mv p moved
    run -0 --separate-stderr cg_show --as=asm callgrind.out
    # shellcheck disable=SC2154  # of run
    [ "$stderr" = "cg_show: note: $PWD/p: No such file or directory; its instructions have no text" ]
    [ "$(grep -c '  1 instruction$' <<<"$output")" -eq "$(wc -l <costs)" ]
    run ! grep -q 'byte\|did not run' <<<"$output"
}

@test "cg_annotate --asm has them below their lines" {
    cg_annotate --asm --threshold=0 callgrind.out >out 2>messages
    diff <(any_build annotate) messages
    grep -qE "$(awk 'NR == 1 { print $1 "  " $2 }' instructions)[a-z]* " out
}

@test "the functions that were inlined are found by the addresses, also without lines" {
    sed -i 's/ 2 / 0 /' costs
    local file
    profile_of "$PWD/p" costs >callgrind.out
    sed -E 's/instr line/instr/; s/^(0x[0-9a-f]+) 0/\1/' callgrind.out >lineless
    for file in callgrind.out lineless; do
        cg_show --inlines --as=csv $file >$file.csv 2>messages
        diff <(any_build show) messages
        grep -q '^twice (in square),' $file.csv
    done
    diff callgrind.out.csv lineless.csv
}

@test "sums, choices and differences keep them" {
    local sum
    cg_merge callgrind.out callgrind.out >sum
    grep -qx "#object 1 ? $PWD/p" sum
    cg_show --as=asm sum 2>/dev/null >out
    awk 'NR != 2 { print $1, 2 * NR }' instructions | diff - <(counted out)
    cg_filter --function='^square$' sum | cg_show --as=asm - 2>/dev/null | counted /dev/stdin | diff <(counted out) -
    cg_filter --function='^other$' sum >none
    run ! grep -q '^#a ' none
    cg_diff --lines callgrind.out sum >difference
    cg_show --as=asm difference 2>/dev/null | sed 's/+//' | counted /dev/stdin >found
    awk 'NR != 2 { print $1, NR }' instructions | diff - found
    # The rows are those of the file without addresses.
    sum=$(sed -E 's/instr line/line/; s/^0x[0-9a-f]+ //' callgrind.out | cg_merge -)
    cg_merge callgrind.out | grep -v '^#' | diff <(grep -v '^#' <<<"$sum") -
}

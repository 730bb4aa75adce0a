#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The Valgrind tool as its user meets it: options, files, life of processes,
# client requests. Counts against the stock tool: tests/tool/oracle.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

setup_file() {
    BIN=$(readlink -f "${BIN:-build/bin}")
    PROGRAMS=$(readlink -f "${PROGRAMS:-$BIN/../programs}")
    # The installed Valgrind.
    STOCK=$("$BATS_TEST_DIRNAME/stock")
    export BIN PROGRAMS STOCK
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
}

# cg ARGUMENT...: our tool.
cg() { "$BIN/valgrind" --tool=cachegrind "$@"; }

# Every line is one that the format knows, and the rows sum up to the summary.
well_formed() {
    ! grep -avE '^(desc: .*|cmd: .*|events: [A-Za-z0-9 ]+|f[ln]=.*|[0-9]+( [0-9]+)+|summary:( [0-9]+)+)$' "$1" || return 1
    awk '/^[0-9]/ { for (i = 2; i <= NF; i++) sum[i] += $i; n = NF }
         /^summary:/ { seen = 1; for (i = 2; i <= NF; i++) if ($i != sum[i]) bad = 1
                       if (NF != n) bad = 1 }
         END { exit bad || !seen }' "$1"
}

# ir FILE [FUNCTION]: the instructions of a profile, or of one function in it.
ir() {
    if [ $# -eq 1 ]; then
        awk '/^summary:/ { print $2 }' "$1"
    else
        awk -v fn="fn=$2" '/^fn=/ { on = $0 == fn } /^[0-9]/ && on { sum += $2 } END { print sum + 0 }' "$1"
    fi
}

@test "the first line begins as that of Valgrind's own tool, and then names the version" {
    run -0 cg --cachegrind-out-file=out "$PROGRAMS/counted"
    version=$(<"$BATS_TEST_DIRNAME/../../VERSION")
    [ "${lines[0]#==*== }" = "Cachegrind, a high-precision tracing profiler (cgtools $version)" ]
}

@test "--help lists every option of the tool" {
    run -0 cg --help
    for option in --cachegrind-out-file= --cache-sim= --branch-sim= --instr-at-start= --cache-use= --I1= --D1= --LL=; do
        [[ $output == *"$option"* ]]
    done
}

# refused OPTION REASON...: names option and reason, and does not start the program.
refused() {
    local option=$1
    shift
    rm -f started
    run cg --cache-sim=yes "$option" touch started
    [ "$status" -ne 0 ]
    [[ $output == *"$option"* ]] || { echo "$option is not named: $output" && return 1; }
    local reason
    for reason in "$@"; do
        [[ $output == *"$reason"* ]] || { echo "$option: no '$reason' in: $output" && return 1; }
    done
    [ ! -e started ] || { echo "$option: the program was started" && return 1; }
}

@test "a bad geometry is refused with its option and the reason" {
    for cache in I1 D1 LL; do
        refused "--$cache=32768" "Bad argument"
        refused "--$cache=32768,8" "Bad argument"
        refused "--$cache=32768,8,64,1" "Bad argument"
        refused "--$cache=32768,8,64x" "Bad argument"
        refused "--$cache=a,b,c" "Bad argument"
        refused "--$cache=" "Bad argument"
        refused "--$cache=99999999999,8,64" overflowed
        refused "--$cache=32768,0,64" zero
        refused "--$cache=32768,8,0" zero
        refused "--$cache=32768,3,64" "not a power of two"
        refused "--$cache=32769,8,64" "not a power of two"
        refused "--$cache=384,8,48" "not a power of two"
        refused "--$cache=64,8,8" "too small"
        refused "--$cache=64,1,64" "<= line size"
    done
}

@test "other bad options are refused by name" {
    refused --cache-sim=maybe maybe
    refused --branch-sim=1 "'1'"
    refused --instr-at-start= "Bad option"
    refused --cachegrind-out-file= empty
    refused --I3=32768,8,64 "Unknown option"
    refused --cachegrind-out Unknown
}

@test "a line shorter than a register is refused before the program starts" {
    run cg --cache-sim=yes --D1=32768,8,16 touch started
    [ "$status" -ne 0 ]
    [[ $output == *"minimum line size (16)"* ]]
    [ ! -e started ]
}

@test "--L2 is an old name of --LL" {
    cg -q --cache-sim=yes --L2=4096,1,64 --cachegrind-out-file=l2 "$PROGRAMS/counted"
    cg -q --cache-sim=yes --LL=4096,1,64 --cachegrind-out-file=ll "$PROGRAMS/counted"
    grep -q '^desc: LL cache: *4096 B, 64 B, direct-mapped' l2
    cmp l2 ll
}

@test "flags live from one superblock to the next" {
    # flags32: where the 32-bit tool is built
    for program in "$PROGRAMS"/flags{,32}; do
        [ -e "$program" ] || continue
        "$STOCK" -q --tool=none "$program" >expected
        for option in --cache-sim=no --cache-sim=yes --branch-sim=yes --vex-guest-chase=yes; do
            cg -q --cachegrind-out-file=/dev/null --D1=32768,8,64 --I1=32768,8,64 \
                --LL=8388608,16,64 "$option" "$program" >found
            cmp expected found
        done
    done
}

@test "only instructions are counted by default, and there are no desc lines" {
    cg -q --cachegrind-out-file=out "$PROGRAMS/counted"
    [ "$(head -2 out)" = "cmd: $PROGRAMS/counted"$'\n'"events: Ir" ]
    well_formed out
}

@test "-q is silent" {
    run -0 --separate-stderr cg -q --cachegrind-out-file=out "$PROGRAMS/counted"
    [ -z "$output" ]
    [ -z "$stderr" ]
}

# Their lines have the same slots. Where hot code is not translated again, nor is this.
@test "arrays at a distance of a power of two have their slots folded, others not" {
    [ "$(uname -m)" != s390x ] || skip "code is translated once"
    caches=(--cache-sim=yes "--D1=32768,8,64" "--LL=8388608,16,64" --stats=yes --cachegrind-out-file=out)
    run -0 cg "${caches[@]}" "$PROGRAMS/apart" # 32 MB
    [[ $output =~ slots\ are\ folded\ by\ +:\ 10 ]]
    run -0 cg "${caches[@]}" "$PROGRAMS/apart_near" # 2 MB
    [[ $output =~ slots\ are\ folded\ by\ +:\ 5 ]]
    run -0 cg "${caches[@]}" "$PROGRAMS/hot"
    [[ $output =~ slots\ are\ folded\ by\ +:\ 0 ]]
}

@test "--stats=yes gives the tool's own figures" {
    run -0 cg --stats=yes --cachegrind-out-file=out "$PROGRAMS/counted"
    [ "$(grep -c -- '^--[0-9]*-- cachegrind: ' <<<"$output")" -ge 3 ]
}

# Byte for byte, but each digit counts as 9, since the stack lies elsewhere (the
# oracle compares the numbers); 3.19 wrote `I   refs:`.
@test "the closing summary has the lines, widths and signs of Valgrind's cachegrind" {
    for options in "--cache-sim=no" "--cache-sim=yes" "--cache-sim=no --branch-sim=yes" \
        "--cache-sim=yes --branch-sim=yes"; do
        options="$options --I1=1024,1,64 --D1=1024,1,32 --LL=4096,1,64 --vex-guest-chase=no"
        # shellcheck disable=SC2086  # words
        "$STOCK" --tool=cachegrind $options --cachegrind-out-file=out "$PROGRAMS/freestanding" \
            2>stock || true
        # shellcheck disable=SC2086
        cg $options --cachegrind-out-file=out "$PROGRAMS/freestanding" 2>ours || true
        for side in stock ours; do
            sed -i -n -e 's/^==[0-9]*== //' -e 's/^\([ID]\)   refs:/\1 refs:  /' \
                -e '/^I refs:/,$ { s/[0-9]/9/g; s/\\([ID]\\)9/\\19/; p }' $side
        done
        [ -s stock ]
        diff stock ours || { echo "with $options" && return 1; }
    done
}

@test "the file's default name has the process's number" {
    cg "$PROGRAMS/counted" 2>messages
    pid=$(sed -n '1s/^==\([0-9]*\)==.*/\1/p' messages)
    well_formed "cachegrind.out.$pid"
}

@test "%p and %q{VAR} are expanded, %% is a percent sign" {
    NAME=from-env cg -q --cachegrind-out-file='a.%p.%q{NAME}.100%%' "$PROGRAMS/counted"
    compgen -G 'a.*' | grep -xE 'a\.[0-9]+\.from-env\.100%'
}

@test "a fork gives two files, each with what its process did" {
    run -0 cg -q --cachegrind-out-file=out.%p "$PROGRAMS/fork"
    files=(out.*)
    [ ${#files[@]} -eq 2 ]
    child=$(grep -l 'fn=in_child' out.*)
    parent=$(grep -l 'fn=in_parent' out.*)
    [ "$child" != "$parent" ]
    well_formed "$child"
    well_formed "$parent"
    [ "$(ir "$child" before_fork)" -gt 5000 ]
    [ "$(ir "$child" before_fork)" -eq "$(ir "$parent" before_fork)" ]
    [ "$(ir "$child" in_parent)" -eq 0 ]
    [ "$(ir "$parent" in_child)" -eq 0 ]
    # and the stock tool agrees on both
    "$STOCK" -q --tool=cachegrind --cache-sim=no --vex-guest-chase=no \
        --cachegrind-out-file=stock.%p "$PROGRAMS/fork"
    for f in before_fork in_child in_parent; do
        [ "$(ir "$child" $f)" -eq "$(ir "$(grep -l 'fn=in_child' stock.*)" $f)" ]
        [ "$(ir "$parent" $f)" -eq "$(ir "$(grep -l 'fn=in_parent' stock.*)" $f)" ]
    done
}

@test "exec with --trace-children=yes counts the new program" {
    run -0 cg -q --trace-children=yes --cachegrind-out-file=out.%p "$PROGRAMS/exec"
    [ "$(cat out.* | grep -c '^cmd: .*/exec child$')" -eq 1 ]
    [ "$(cat out.* | grep -c '^cmd: .*/exec again$')" -eq 1 ]
    for f in out.*; do well_formed "$f"; done
}

@test "exec with --trace-children=no leaves the new program alone" {
    run -0 cg -q --trace-children=no --cachegrind-out-file=out.%p "$PROGRAMS/exec"
    run ! grep -h -E '^cmd: .*/exec (child|again)$' out.*
}

@test "threads: what they all do is counted" {
    for mode in no yes; do
        cg -q --cache-sim=$mode --branch-sim=$mode --cachegrind-out-file=out "$PROGRAMS/threads"
        well_formed out
        # 4 threads, 100,000 rounds, at least two instructions each
        [ "$(ir out count)" -ge 800000 ]
        [ "$(ir out count)" -le 4000000 ]
    done
}

@test "a program that is killed has its file, and its signal is passed on" {
    run cg -q --cachegrind-out-file=out "$PROGRAMS/killed"
    [ "$status" -eq 143 ]
    well_formed out
}

@test "the exit status is the program's" {
    run -3 cg -q --cachegrind-out-file=out "$PROGRAMS/exit_in_handler"
    well_formed out
}

@test "an instruction is counted once: by construction, and by the processor's own steps" {
    cg -q --cachegrind-out-file=out "$PROGRAMS/counted"
    [ "$(ir out)" -eq 5082 ] # see counted.S
    for program in counted freestanding; do
        "$PROGRAMS/stepcount" "$PROGRAMS/$program" >steps || skip "no ptrace here"
        run cg -q --cachegrind-out-file=out "$PROGRAMS/$program"
        read -r _ expected <steps
        echo "$program: $(ir out), expected $expected"
        [ "$(ir out)" -eq "$expected" ]
    done
}

@test "an unwritable path: an error, the summary, the program's exit status" {
    run -0 cg --cachegrind-out-file=/nonexistent/folder/out "$PROGRAMS/counted"
    [[ $output == *"/nonexistent/folder/out"* ]]
    [[ $output == *"I refs:"*"5,082"* ]]
}

@test "a folder in the file's place: an error and the summary" {
    mkdir folder
    run -0 cg --cachegrind-out-file=folder "$PROGRAMS/counted"
    [[ $output == *"folder"*"I refs:"*"5,082"* ]]
    [ -d folder ]
    [ "$(find . -mindepth 1 | wc -l)" -eq 1 ]
}

@test "/dev/full: an error and the summary" {
    run -0 cg --cachegrind-out-file=/dev/full "$PROGRAMS/counted"
    [[ $output == *"/dev/full"* ]]
    [[ $output == *"I refs:"*"5,082"* ]]
    [ -c /dev/full ]
}

@test "a full disk leaves what was there, and nothing half-written" {
    [ "$(id -u)" -eq 0 ] || skip "needs root, to mount a small disk"
    mkdir disk
    mount -t tmpfs -o size=64k none disk || skip "cannot mount a small disk here"
    echo before >disk/out
    head -c 56k /dev/zero >disk/fill || true
    run cg --cachegrind-out-file=disk/out "$PROGRAMS/hot"
    left=$(ls -A disk)
    content=$(cat disk/out)
    umount disk
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output == *"disk/out"* ]]
    [[ $output == *"I refs:"* ]]
    [ "$content" = before ]
    [ "$left" = $'fill\nout' ]
}

# confined WAY...: the profile of a program that gives up the right to create files.
confined() {
    mkdir -p empty open
    chmod 755 open
    echo old >open/out
    run cg --cachegrind-out-file=open/out "$PROGRAMS/confined" "$@"
    [ "$status" -ne 77 ] || skip "refused here: $*"
    [ "$status" -eq 0 ]
    [[ $output != *"can't"* ]] || return 1
    well_formed open/out
    [ "$(ir open/out count)" -ge 2000 ]
    [ "$(ls open)" = out ]
}

@test "a program that confines itself with Landlock has its file" {
    confined landlock
}

@test "a program that leaves the file system by chroot has its file" {
    [ "$(id -u)" -eq 0 ] || skip "only root may"
    confined chroot "$PWD/empty"
}

@test "a program that stops being root has its file" {
    [ "$(id -u)" -eq 0 ] || skip "only root may"
    confined setuid
}

@test "the child of a confined program does not write into its parent's file" {
    [ "$(id -u)" -eq 0 ] || skip "only root may"
    mkdir empty
    run -0 cg --cachegrind-out-file=out.%p "$PROGRAMS/confined" fork "$PWD/empty"
    [[ $output == *"error: can't open output file"*out.* ]]
    [ "$(find . -name 'out.*' | wc -l)" -eq 1 ]
    well_formed out.*
    run -0 cg --cachegrind-out-file=out "$PROGRAMS/confined" fork "$PWD/empty"
    well_formed out
}

@test "/dev/stdout and /dev/null are written directly" {
    cg -q --cachegrind-out-file=/dev/null "$PROGRAMS/counted"
    [ -c /dev/null ]
    cg -q --cachegrind-out-file=/dev/stdout "$PROGRAMS/counted" >out
    well_formed out
}

@test "newlines in arguments do not break the file" {
    cg -q --cachegrind-out-file=out "$PROGRAMS/exec" "a
events: Faked" "b
fl=faked" || true
    well_formed out
    [ "$(grep -c '^events:' out)" -eq 1 ]
    [ "$(grep -c '^cmd: .*\\n' out)" -eq 1 ]
}

@test "newlines in file names and function names do not break the file" {
    mkdir $'new\nline'
    cat >$'new\nline/so\nurce.c' <<'EOF'
void odd(void) __asm__("od\nd");
void odd(void) { for (volatile int i = 0; i < 100; ++i) {} }
int main(void) { odd(); return 0; }
EOF
    # An assembler that refuses the symbol's name gets it without.
    gcc -g -O0 -o program $'new\nline/so\nurce.c' 2>/dev/null ||
        { sed -i 1d $'new\nline/so\nurce.c' && gcc -g -O0 -o program $'new\nline/so\nurce.c'; }
    cg -q --cachegrind-out-file=out ./program
    well_formed out
}

@test "the other tools run" {
    for tool in memcheck massif none lackey; do
        run -0 "$BIN/valgrind" --tool=$tool --log-file=log true
    done
}

@test "client requests: with --instr-at-start=no the chosen part is counted" {
    run -0 cg -q --instr-at-start=no --cachegrind-out-file=out "$PROGRAMS/chosen"
    well_formed out
    # Two of three calls, 5005 instructions each; main adds a few; nothing else.
    [ "$(ir out work)" -eq 10010 ]
    [ "$(ir out)" -gt 10010 ]
    [ "$(ir out)" -lt 10100 ]
    run -1 grep -E 'fn=(puts|printf|_dl_start)' out
}

@test "client requests: without --instr-at-start=no everything before counts too" {
    run -0 cg -q --cachegrind-out-file=out "$PROGRAMS/chosen"
    [ "$(ir out work)" -eq 10010 ]
    [ "$(ir out)" -gt 50000 ]
}

@test "client requests: also with the caches and branches simulated" {
    run -0 cg -q --instr-at-start=no --cache-sim=yes --branch-sim=yes --cachegrind-out-file=out \
        "$PROGRAMS/chosen"
    well_formed out
    [ "$(ir out work)" -eq 10010 ]
    # Two runs of the loop: 1000 conditional branches each.
    [ "$(awk '/^fn=/ { on = $0 == "fn=work" } /^[0-9]/ && on { n += $11 } END { print n }' out)" -eq 2000 ]
}

@test "client requests: switching to what is already so is a warning" {
    cg --instr-at-start=no --cachegrind-out-file=out "$PROGRAMS/chosen" twice 2>messages
    # The words of Valgrind's own tool, which people's scripts filter out.
    [ "$(sed 's/^==[0-9]*== //' messages | grep -A1 '^warning')" = 'warning: CACHEGRIND_START_INSTRUMENTATION called,
         but instrumentation is already enabled
warning: CACHEGRIND_STOP_INSTRUMENTATION called,
         but instrumentation is already disabled' ]
    [ "$(ir out work)" -eq 10010 ]
}

@test "client requests: from C++" {
    run -0 cg -q --instr-at-start=no --cachegrind-out-file=out "$PROGRAMS/chosen_cpp"
    grep -q 'chosen' out
    run -1 grep 'left_out' out
}

@test "client requests: no Valgrind, no effect" {
    [ "$("$PROGRAMS/chosen")" = "done" ]
    [ "$("$PROGRAMS/chosen_cpp")" = "done" ]
}

@test "client requests: a program that makes none counts nothing with --instr-at-start=no" {
    run -0 cg --instr-at-start=no --cachegrind-out-file=out "$PROGRAMS/counted"
    [[ $output == *"I refs:"*" 0"* ]]
    grep -q '^summary: 0$' out
}

@test "the examples of cachegrind(1) work" {
    cp "$PROGRAMS/chosen" prog # which makes client requests
    local command count=0
    PATH=$BIN:$PATH
    while IFS= read -r command; do
        echo "example: $command"
        bash -o pipefail -c "$command" >/dev/null || return
        count=$((count + 1))
    done < <("$BATS_TEST_DIRNAME/../cmd/manual_examples" --joined \
        "$BATS_TEST_DIRNAME/../../man/cachegrind.1")
    [ "$count" -eq 8 ]
    for profile in prog.cg caches.cg all.cg part.cg chased.cg fixed.cg; do
        grep -q '^summary: [1-9]' $profile
    done
    # that of each program; and of the shell, if it did not become the last
    local parts=(part.*[0-9])
    [ ${#parts[@]} -ge 2 ]
}

# statistic NAME: prints the number after it in the messages of --stats=yes.
statistic() { sed -n "s/^--[0-9]*-- cachegrind: $1 *: *\([0-9]*\).*/\1/p" messages | tail -1; }

# churn KIND ROUNDS: runs it with statistics, into `messages`.
churn() {
    cp "$PROGRAMS"/plugin*.so .
    cg --stats=yes --branch-sim=yes --cache-sim="${CACHE:-no}" --cachegrind-out-file=out \
        "$PROGRAMS/churn" "$@" >rounds 2>messages
    well_formed out
}

@test "memory stays bounded when code comes and goes" {
    for CACHE in no yes; do
        churn code 300
        few=$(statistic "groups alive") few_bytes=$(statistic "memory, in use of mapped")
        [ "$(statistic "superblocks discarded")" -ge 300 ]
        churn code 3000
        echo "groups $few, then $(statistic "groups alive"); bytes $few_bytes, then" \
            "$(statistic "memory, in use of mapped")"
        [ "$(statistic "superblocks discarded")" -ge 3000 ]
        # The blocks of a round that are left are of one round, be it the last.
        [ "$(statistic "groups alive")" -lt $((few + 100)) ]
        [ "$(statistic "memory, in use of mapped")" -lt $((few_bytes + 100000)) ]
    done
}

@test "memory stays bounded when libraries come and go" {
    churn library 20
    few=$(statistic "groups alive")
    churn library 200
    echo "groups $few, then $(statistic "groups alive")"
    [ "$(statistic "superblocks discarded")" -ge 200 ]
    [ "$(statistic "groups alive")" -lt $((few + 1000)) ]
}

@test "many forks: each process has its file" {
    cg -q --cachegrind-out-file=out.%p "$PROGRAMS/churn" fork 20
    files=(out.*)
    [ ${#files[@]} -eq 21 ]
    for file in "${files[@]}"; do well_formed "$file"; done
}

@test "out of memory: says so, writes what was counted, and the summary agrees" {
    # What Valgrind itself needs differs: from too little for the tool to enough.
    for kilobytes in 110000 120000 130000 150000 170000; do
        rm -f out
        (ulimit -v $kilobytes && cg --cachegrind-out-file=out "$PROGRAMS/churn" code 9000) \
            >messages 2>&1 || true
        grep -q 'out of memory for counters' messages || continue
        well_formed out
        counted=$(ir out)
        [ "$counted" -gt 0 ]
        # The core may have ended the program before the summary.
        shown=$(sed -n 's/^==[0-9]*== I refs: *//p' messages | tr -d ,)
        echo "$kilobytes kB: $counted in the file, ${shown:-none} in the summary"
        [ "${shown:-$counted}" -eq "$counted" ]
        return 0
    done
    skip "no limit of memory between too little for Valgrind and enough for the tool"
}

@test "what did not happen is 0 in the summary as in the file" {
    # Valgrind's own tool prints 1 indirect branch here.
    run -0 cg --branch-sim=yes --cachegrind-out-file=out "$PROGRAMS/counted"
    [[ $output == *"Branches:"*"(1,074 cond + 0 ind)"* ]]
    grep -qE '^summary: 5082 1074 [0-9]+ 0 0$' out
}

@test "our valgrind starts Valgrind's own, even if ours is first in PATH" {
    PATH="$BIN:$PATH" make -s -C "$BATS_TEST_DIRNAME/../.." OUT="$PWD/built" "$PWD/built/bin/valgrind"
    command=$(sed -n 's/^exec \([^ ]*\) .*/\1/p' built/bin/valgrind)
    [ "$(readlink -f "$command")" != "$(readlink -f "$BIN/valgrind")" ]
    [[ $("$command" --tool=cachegrind --help) != *"count as Valgrind's own tool does"* ]]
}

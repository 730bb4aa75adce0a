#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The Valgrind tool as its user meets it: options, files, life of processes,
# client requests. Counts against the stock tool: tests/tool/oracle.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

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

@test "compressed debugging information is read, and a damaged stream is left to the core" {
    printf 'int main(void) {\n    volatile int n = 1;\n    return n - 1;\n}\n' >packed.c
    gcc -g -gz=none -o plain packed.c
    gcc -g -gz=zlib -o packed packed.c
    for program in plain packed; do
        cg -q --cachegrind-out-file="$program.out" "./$program"
        sed -n '/^fn=main/,/^fn=[^m]/p' "$program.out" | grep '^[0-9]' >"$program.lines"
    done
    [ -s plain.lines ]
    diff plain.lines packed.lines
    readelf -SW packed | grep -q 'debug_info.* C '
    # The checksum, which ends the section.
    read -r offset size < <(readelf -SW packed | sed -n 's/.*debug_info *PROGBITS *[^ ]* *\([^ ]*\) *\([^ ]*\).*/\1 \2/p')
    printf '\125\252\125\252' | dd of=packed bs=1 seek=$((0x$offset + 0x$size - 4)) conv=notrunc status=none
    local core=0 ours=0
    "$STOCK" -q --tool=none ./packed 2>core.said || core=$?
    cg -q --cachegrind-out-file=out ./packed 2>ours.said || ours=$?
    [ "$core" -eq "$ours" ]
    diff <(grep '^valgrind: ' core.said) <(grep '^valgrind: ' ours.said)
}

@test "--help and cachegrind(1) list the same options" {
    cg --help | sed -n '/user options for Cachegrind/,$!d; / and others:/d; s/^    --\([A-Za-z0-9-]*\)=.*/\1/p' | sort >said
    sed -n 's/^\.It Fl -\([A-Za-z0-9-]*\) .*/\1/p' "$BATS_TEST_DIRNAME/../../man/cachegrind.1" | sort -u >documented
    [ "$(wc -l <said)" -gt 15 ]
    diff said documented
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
    refused --instr-at-start= "It takes 'yes', 'no' or 'inherit', not ''."
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

@test "only instructions are counted by default, and desc says of which machine" {
    cg -q --cachegrind-out-file=out "$PROGRAMS/counted"
    [ "$(uname -m)" != x86_64 ] || [[ $(head -1 out) == "desc: Machine: x86-64-v"* ]]
    [ "$(sed '/^desc: Machine: /d' out | head -2)" = "cmd: $PROGRAMS/counted"$'\n'"events: Ir" ]
    well_formed out
}

@test "-q is silent" {
    run -0 --separate-stderr cg -q --cachegrind-out-file=out "$PROGRAMS/counted"
    [ -z "$output" ]
    [ -z "$stderr" ]
}

# on_terminal LINE: what the shell prints for a line on a terminal, without CR.
on_terminal() { script -qefc "$1" /dev/null </dev/null | tr -d '\r'; }

@test "on a terminal, the last line names the profile and the command that shows it" {
    command -v script >/dev/null || skip "no script(1)"
    tool="'$BIN/valgrind' --tool=cachegrind"
    mkdir dir
    found=$(on_terminal "$tool --cachegrind-out-file=dir/out '$PROGRAMS/counted'" | tail -1)
    [ "${found#==*== }" = "Profile: dir/out (to look at it: cg_show dir/out)" ]
    [[ $found == ==* ]]
    run -0 "$BIN/cg_show" dir/out
}

@test "the name of the profile is not said with -q, in a log, in a pipe, or for a device" {
    command -v script >/dev/null || skip "no script(1)"
    tool="'$BIN/valgrind' --tool=cachegrind --cachegrind-out-file=out"
    [ -z "$(on_terminal "$tool -q '$PROGRAMS/counted'")" ]
    on_terminal "$tool --log-file=log '$PROGRAMS/counted'" >shown
    on_terminal "$tool '$PROGRAMS/counted' 2>&1 | cat" >piped
    on_terminal "$tool --cachegrind-out-file=/dev/null '$PROGRAMS/counted'" >device
    for file in log piped device; do
        grep -q 'I refs' "$file"
        ! grep 'Profile:' "$file" || return 1
    done
    ! grep 'Profile:' shown || return 1
}

@test "where the core gives up on debugging information, the tool says what helps" {
    printf 'int main(void) { return 0; }\n' >split.c
    gcc -gdwarf-5 -gsplit-dwarf -o split split.c
    run cg --cachegrind-out-file=out ./split
    [ "$status" -ne 0 ] || skip "this Valgrind reads it"
    [[ $output == *"note: this Valgrind does not read the debugging information of that file."* ]]
    [[ $output == *"Compile it with -gdwarf-4, or without -gsplit-dwarf."* ]]
    gcc -gdwarf-4 -gsplit-dwarf -o split split.c
    cg -q --cachegrind-out-file=out ./split
    grep -q '/split.c$' out
}

# Whether it gives up or reads nothing depends on the bytes, such as those of the path.
@test "where the core reads no lines of an object, the tool says what helps" {
    local name read_nothing=
    printf '#include <stdio.h>\nint main(void) { for (int i = 0; i < 3; i++) puts("x"); return 0; }\n' >split.c
    for name in a bb ccc dddd eeeee ffffff; do
        cp split.c $name.c
        gcc -O2 -g -gsplit-dwarf -o $name $name.c
        run cg --cachegrind-out-file=out ./$name
        [ "$status" -eq 0 ] || continue
        ! grep -q "/$name.c\$" out || continue
        read_nothing=yes
        [[ $output == *"note: this Valgrind reads no lines of '$PWD/$name'."* ]]
    done
    [ "$read_nothing" ] || skip "this Valgrind gives up, or reads it"
    gcc -O2 -g -o whole split.c
    run cg --cachegrind-out-file=out ./whole
    [[ $output != *"reads no lines"* ]]
    strip -o stripped whole
    run cg --cachegrind-out-file=out ./stripped
    [[ $output != *"reads no lines"* ]]
}

# Static, because the dynamic linker uses random bytes of its process as an index (cachegrind(1)).
@test "everything twice: two runs have the same profile but for the number of the process" {
    use="--cache-sim=yes --cache-use=yes"
    for program in counted order use_strides freestanding freestanding_calls repeated; do
        for modes in "" --cache-sim=yes "$use --branch-sim=yes --calls=yes"; do
            rm -f first second
            for time in first second; do
                # shellcheck disable=SC2086  # options
                run cg -q $modes --cachegrind-out-file="$time" "$PROGRAMS/$program"
            done
            grep -q '^summary: [1-9]' first
            cmp <(grep -av '^pid: ' first) <(grep -av '^pid: ' second)
        done
    done
}

# Superblocks that the tool must not discard are counted, so that it keeps no others.
@test "code that is overwritten unseen is old to the end, whatever is counted" {
    caches=(--cache-sim=yes "--D1=32768,8,64" "--LL=8388608,16,64")
    for modes in "" --branch-sim=yes --calls=yes "${caches[*]}" "${caches[*]} --branch-sim=yes --calls=yes"; do
        # shellcheck disable=SC2086  # options
        run -0 cg -q $modes --cachegrind-out-file=out "$PROGRAMS/overwritten" apart
        [ "$(grep -c ': old$' <<<"$output")" = 9 ]
        [[ $output != *": new"* && $output != *mixed* ]]
        # shellcheck disable=SC2086  # options
        run -0 cg -q $modes --smc-check=all --cachegrind-out-file=out "$PROGRAMS/overwritten" apart
        [ "$(grep -A9 '^new code' <<<"$output" | grep -c ': new$')" = 6 ]
        [[ $output != *mixed* ]]
    done
    cg --stats=yes --cachegrind-out-file=out "$PROGRAMS/overwritten" |& grep 'superblocks to be kept : [1-9]'
    for options in "hot" "counted" "smc" "overwritten --smc-check=all"; do
        read -r program checked <<<"$options"
        # shellcheck disable=SC2086  # an option or none
        run -0 cg $checked --stats=yes --cachegrind-out-file=out "$PROGRAMS/$program"
        [[ $output =~ superblocks\ to\ be\ kept\ :\ 0 ]]
    done
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
        cg $options --count-rep=iterations --cachegrind-out-file=out "$PROGRAMS/freestanding" 2>ours || true
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
    [ "$(ir out)" -eq 5026 ] # see counted.S
    for program in counted freestanding repeated; do
        "$PROGRAMS/stepcount" "$PROGRAMS/$program" >steps || skip "no ptrace here"
        read -r _ _ expected <steps
        for options in "" "--cache-sim=yes --branch-sim=yes" "--cache-sim=yes --cache-use=yes" \
            "--calls=yes" "--calls=yes --cache-sim=yes --branch-sim=yes" \
            "--vex-iropt-unroll-thresh=0" "--vex-iropt-level=0"; do
            # shellcheck disable=SC2086  # words
            run cg -q --check-ir=yes $options --cachegrind-out-file=out "$PROGRAMS/$program"
            echo "$program $options: $(ir out), expected $expected"
            [ "$(ir out)" -eq "$expected" ]
        done
    done
}

@test "--count-rep=iterations: each iteration counts, and once more where the count runs out" {
    cg -q --count-rep=iterations --cachegrind-out-file=out "$PROGRAMS/counted"
    [ "$(ir out)" -eq 5082 ] # see counted.S
    "$PROGRAMS/stepcount" "$PROGRAMS/freestanding" >steps || skip "no ptrace here"
    read -r _ expected _ <steps
    run cg -q --count-rep=iterations --cachegrind-out-file=out "$PROGRAMS/freestanding"
    [ "$(ir out)" -eq "$expected" ]
}

@test "--count-rep: with --vex-guest-chase=yes the default is iterations, as Valgrind's own counts" {
    "$STOCK" -q --tool=cachegrind --cache-sim=no --cachegrind-out-file=stock "$PROGRAMS/repeated" || true
    run cg -q --vex-guest-chase=yes --cachegrind-out-file=out "$PROGRAMS/repeated"
    [ "$(ir out)" -eq "$(ir stock)" ]
    run cg -q --vex-guest-chase=yes --count-rep=once --cachegrind-out-file=once "$PROGRAMS/repeated"
    [ "$(ir once)" -lt "$(ir out)" ]
    run cg --count-rep=twice "$PROGRAMS/repeated"
    [ "$status" -eq 1 ]
    [[ $output == *"--count-rep=twice"*"It takes 'once' or 'iterations', not 'twice'."* ]]
}

@test "--count-rep: references, misses and branches are those of the iterations, either way" {
    options="--cache-sim=yes --branch-sim=yes --I1=1024,1,64 --D1=1024,1,32 --LL=4096,1,64"
    for way in once iterations; do
        # shellcheck disable=SC2086  # words
        run cg -q $options --count-rep=$way --cachegrind-out-file=$way "$PROGRAMS/repeated"
    done
    [ "$(sed -n 's/^summary: [0-9]* //p' once)" = "$(sed -n 's/^summary: [0-9]* //p' iterations)" ]
    [ "$(ir once)" -lt "$(ir iterations)" ]
}

@test "--count-rep: an instruction that a signal or a fault interrupts counts once" {
    for options in "" "--cache-sim=yes" "--branch-sim=yes"; do
        # shellcheck disable=SC2086  # words
        cg -q $options --cachegrind-out-file=out "$PROGRAMS/interrupted" fault
        echo "$options: $(ir out fill)"
        [ "$(ir out fill)" -eq 4 ]
        # shellcheck disable=SC2086
        cg -q $options --calls=yes --cachegrind-out-file=calls "$PROGRAMS/interrupted" fault
        [ "$(ir calls)" -eq "$(ir out)" ]
        # shellcheck disable=SC2086
        cg -q $options --cachegrind-out-file=out "$PROGRAMS/interrupted" timer
        echo "$options: $(ir out copy)"
        [ "$(ir out copy)" -ge 4000 ]
        [ $(($(ir out copy) % 4000)) -eq 0 ]
    done
}

# unwritable NAME REASON: refused with the whole message before the program starts.
unwritable() {
    local before
    before=$(find . | sort)
    run -1 cg --cachegrind-out-file="$1" touch started
    echo "$output"
    [ "${lines[-1]}" = "valgrind: Cannot create output file '$1': $2" ]
    [ "$(find . | sort)" = "$before" ]
}

@test "a file name that cannot be written is an error before the program starts" {
    mkdir folder
    touch file
    ln -s missing/file link
    ln -s loop loop
    unwritable /nonexistent/folder/out "No such file or directory"
    unwritable "$PWD/folder" "Is a directory"
    unwritable "$PWD/new/" "Is a directory"
    unwritable "$PWD/file/out" "Not a directory"
    unwritable "$PWD/link" "No such file or directory"
    unwritable "$PWD/loop" "Too many levels of symbolic links"
    unwritable "$PWD/$(printf '%0300d' 1)" "File name too long"
    run -1 cg --cachegrind-out-file="/nonexistent/out.%p" touch started
    [[ ${lines[-1]} =~ ^"valgrind: Cannot create output file '/nonexistent/out."[0-9]+"': No such file or directory"$ ]]
    [ ! -e started ]
}

@test "a file name without permission is an error before the program starts" {
    [ "$(id -u)" -eq 0 ] || skip "needs root, to become another user"
    run setpriv --reuid=65534 --clear-groups "$BIN/valgrind" --version
    [ "$status" -eq 0 ] || skip "another user cannot run the tool here"
    mkdir closed
    echo old >file
    chmod 755 . closed
    as_other() { setpriv --reuid=65534 --clear-groups "$BIN/valgrind" --tool=cachegrind "$@"; }
    run -1 as_other --cachegrind-out-file="$PWD/closed/out" true
    [[ $output == *"Cannot create output file '$PWD/closed/out': Permission denied" ]]
    run -1 as_other --cachegrind-out-file="$PWD/file" true
    [[ $output == *"Cannot create output file '$PWD/file': Permission denied" ]]
    [ "$(cat file)" = old ]
}

@test "a file name on a read-only disk is an error before the program starts" {
    [ "$(id -u)" -eq 0 ] || skip "needs root, to mount a disk"
    mkdir disk
    mount -t tmpfs -o ro none disk || skip "cannot mount a disk here"
    run cg --cachegrind-out-file="$PWD/disk/out" true
    umount disk
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "valgrind: Cannot create output file '$PWD/disk/out': Read-only file system" ]
}

@test "a directory that the program removes: an error and the summary" {
    mkdir folder
    run -0 cg --cachegrind-out-file=folder/out rmdir folder
    [[ $output == *"error: can't open output file '$PWD/folder/out'"*"... so the profile will be missing."*"I refs:"* ]]
}

# sum FUNCTION FILE...: its instructions in all files.
sum() {
    local function=$1 sum=0 file
    shift
    for file; do sum=$((sum + $(ir "$file" "$function"))); done
    echo "$sum"
}

@test "processes of one run do not overwrite each other's file, in whatever order they end" {
    for order in parent-last:2 child-last:2 grandchild:3 together:9; do
        mkdir "${order%:*}"
        cd "${order%:*}" || return 1
        run -0 --separate-stderr cg -q --cachegrind-out-file=out "$PROGRAMS/forks" "${order%:*}"
        # child-last ends after our shell's command
        for ((i = 0; i < 600; ++i)); do
            files=(out out.*)
            [ ${#files[@]} -lt "${order#*:}" ] || break
            sleep 0.1
        done
        echo "$order: ${files[*]}"
        [ ${#files[@]} -eq "${order#*:}" ]
        for file in "${files[@]}"; do well_formed "$file"; done
        cg -q --cachegrind-out-file=alone "$PROGRAMS/forks"
        # 1000 rounds of the first process, and 1000 of the others together
        parts=$((${#files[@]} - 1))
        rounds=$(($(ir alone work) - 2))
        echo "$(sum work "${files[@]}"), rounds of one: $rounds"
        [ "$(ir out work)" -eq "$(ir alone work)" ]
        [ "$(sum work "${files[@]}")" -ge $((2 * rounds)) ]
        [ "$(sum work "${files[@]}")" -le $((2 * rounds + 8 * (parts + 1))) ]
        for file in out.*; do
            pid=${file#out.}
            if [ "$order" != child-last:2 ]; then
                grep -qxF "==$pid== note: another process has the output file '$PWD/out'; this one writes '$PWD/out.$pid'." <<<"$stderr"
            fi
        done
        # The files of an earlier run are replaced.
        run -0 cg -q --cachegrind-out-file=out "$PROGRAMS/counted"
        [ "$(ir out)" -eq 5026 ]
        [ -z "$output" ]
        cd ..
    done
}

@test "processes of one run that share a pipe or a device write to it" {
    run -0 cg -q --cachegrind-out-file=/dev/null "$PROGRAMS/forks" parent-last
    [ -z "$output" ]
    run -0 --separate-stderr cg -q --cachegrind-out-file=/dev/stdout "$PROGRAMS/forks" parent-last
    [ "$(grep -c '^summary:' <<<"$output")" -eq 2 ]
    [ -z "$stderr" ]
}

@test "--trace-children=yes: the programs of one run have files of their own" {
    run -0 cg -q --trace-children=yes --cachegrind-out-file=out \
        sh -c "$PROGRAMS/counted; $PROGRAMS/counted; $PROGRAMS/counted; :"
    files=(out.*)
    [ ${#files[@]} -eq 3 ]
    for file in out.*; do [ "$(ir "$file")" -eq 5026 ]; done
    [ "$(grep ^cmd: out)" = "cmd: sh -c $PROGRAMS/counted; $PROGRAMS/counted; $PROGRAMS/counted; :" ]
}

@test "exec: the profile of what ran until then is written" {
    for way in execve execveat fexecve; do
        rm -f out*
        run -0 cg --cachegrind-out-file=out "$PROGRAMS/executes" $way "$PROGRAMS/counted"
        echo "$output"
        well_formed out
        [ "$(ir out work)" -gt 3000 ]
        [[ ${lines[-1]} == "=="*"== note: this program executes '"*"', which is not profiled (--trace-children=yes does); its own profile is '$PWD/out'." ]]
        run -0 cg -q --cachegrind-out-file=out "$PROGRAMS/executes" $way "$PROGRAMS/counted"
        [ -z "$output" ]
    done
}

@test "exec with --trace-children=yes: both programs have a file" {
    for name in out out.%p; do
        rm -f out*
        run -0 cg --trace-children=yes --cachegrind-out-file=$name "$PROGRAMS/executes" execve "$PROGRAMS/counted"
        pid=$(sed -n '1s/^==\([0-9]*\)==.*/\1/p' <<<"$output")
        file=${name/%%p/$pid}
        [ "$(ir "$file")" -eq 5026 ]
        [ "$(ir "$file.$pid" work)" -gt 3000 ]
        grep -qxF "==$pid== note: this program executes '$PROGRAMS/counted'; its own profile is '$PWD/$file.$pid'." <<<"$output"
        [ "$(find . -name 'out*' | wc -l)" -eq 2 ]
    done
}

@test "exec in a child: one line for the whole run, and the parent's file is whole" {
    for way in vfork spawn; do
        run -0 cg --cachegrind-out-file=out "$PROGRAMS/executes" $way "$PROGRAMS/counted"
        [ "$(grep -cxE "==[0-9]+== note: '$PROGRAMS/counted' is executed, and not profiled \(--trace-children=yes does\)\." <<<"$output")" -eq 1 ]
        [ "$(ir out work)" -gt 6000 ]
        [ "$(find . -name 'out*' | wc -l)" -eq 1 ]
    done
    run -0 cg --cachegrind-out-file=out sh -c 'ls /; ls /; ls /; :'
    [ "$(grep -c 'note:' <<<"$output")" -eq 1 ]
}

@test "exec that fails changes nothing" {
    run -0 cg --cachegrind-out-file=out "$PROGRAMS/executes" missing none
    [[ $output != *note:* ]]
    well_formed out
    [ "$(ir out work)" -gt 6000 ]
    [ "$(find . -name 'out*' | wc -l)" -eq 1 ]
}

@test "/dev/full: an error and the summary" {
    run -0 cg --cachegrind-out-file=/dev/full "$PROGRAMS/counted"
    [[ $output == *"/dev/full"* ]]
    [[ $output == *"I refs:"*"5,026"* ]]
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

@test "a program that stops being root and executes another one: its file is written, not emptied" {
    [ "$(id -u)" -eq 0 ] || skip "only root may"
    mkdir open
    printf '#!/bin/sh\nexec setpriv --reuid=65534 --clear-groups true\n' >script
    chmod +x script
    seq 100000 >open/out
    run -0 cg --cachegrind-out-file=open/out ./script
    well_formed open/out
    # Killed before it can write.
    seq 1000 >before
    cp before open/out
    run cg --cachegrind-out-file=open/out "$PROGRAMS/confined" setuid kill
    [ "$status" -eq 137 ]
    cmp before open/out
}

@test "a full disk leaves what was there, also if the file can only be written in its place" {
    [ "$(id -u)" -eq 0 ] || skip "needs root, to mount a small disk"
    mkdir disk
    mount -t tmpfs -o size=64k none disk || skip "cannot mount a small disk here"
    chmod 755 disk
    echo before >disk/out
    head -c 56k /dev/zero >disk/fill || true
    run cg --cachegrind-out-file=disk/out "$PROGRAMS/confined" setuid
    content=$(cat disk/out)
    umount disk
    [[ $output == *"error: can't write output file '$PWD/disk/out'"* ]]
    [ "$content" = before ]
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

# between_requests LEVEL MODE...: what is between START and STOP is counted, for a program compiled so.
between_requests() {
    local level=$1 work mode expected
    for work in U D; do
        expected=$([ $work = D ] && echo 8 || echo 0)
        cc "-O$level" -${work}WORK -I"$BATS_TEST_DIRNAME/../../valgrind-tool" \
            -isystem "$(pkg-config --variable=includedir valgrind)" \
            -o requests "$BATS_TEST_DIRNAME/programs/requests.c"
        for mode in "${@:2}"; do
            # shellcheck disable=SC2086  # words
            run -0 cg -q --instr-at-start=no ${mode//,/ } --cachegrind-out-file=out ./requests
            echo "-O$level $work $mode: $(grep ^summary: out), not $expected"
            [ "$(awk '/^summary:/ { print $2 }' out)" -eq "$expected" ]
        done
    done
}

@test "client requests: what is between two is counted, START next to STOP is 0" {
    between_requests 2 --calls=no
    between_requests 0 --calls=no --calls=yes --cache-sim=yes,--branch-sim=yes --data-objects=yes,--addresses=yes
}

# bats test_tags=long
@test "client requests: what is between two is counted in each mode, however it is compiled" {
    local level
    for level in 1 2 3 g; do
        between_requests $level --calls=no --calls=yes --cache-sim=yes,--branch-sim=yes --data-objects=yes,--addresses=yes
    done
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

@test "client requests: with --instr-at-start=inherit programs begin as who executes them" {
    # Of the programs of three shells, those of the second one.
    local tool ir
    for tool in callgrind cachegrind; do
        "$BIN/valgrind" -q --tool=$tool --$tool-out-file=alone "$PROGRAMS/counted"
        ir=$(awk '/^summary:/ { print $2 }' alone)
        rm -f out.*
        "$BIN/valgrind" -q --tool=$tool --instr-atstart=inherit --trace-children=yes \
            --$tool-out-file=out.%p "$PROGRAMS/inherits" $tool "$PROGRAMS/counted; exec $PROGRAMS/counted"
        [ "$(grep -l "^cmd: *$PROGRAMS/counted$" out.* | xargs grep -h ^summary: | sort | uniq -c |
            tr -s ' \n' ' ')" = " 4 summary: 0 2 summary: $ir " ]
    done
    # The first program may count, too.
    rm -f out.*
    run -0 cg -q --instr-at-start=inherit --instr-at-start=yes --trace-children=yes \
        --cachegrind-out-file=out.%p "$PROGRAMS/inherits" cachegrind "$PROGRAMS/counted"
    [ "$(grep -l "^cmd: *$PROGRAMS/counted$" out.* | xargs grep -h ^summary: | sort | uniq -c | tr -s ' \n' ' ')" = \
        " 1 summary: 0 2 summary: $ir " ]
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
    [ "$count" -eq 21 ]
    for profile in {prog,calls,deep,same,other,clock,caches,causes,data,code,all,part,chased,iterations,fixed}.cg child.*; do
        grep -q '^summary: [1-9]' "$profile"
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

@test "what did not happen is 0 in the summary as in the file" {
    # Valgrind's own tool prints 1 indirect branch here.
    run -0 cg --branch-sim=yes --cachegrind-out-file=out "$PROGRAMS/counted"
    [[ $output == *"Branches:"*"(1,074 cond + 0 ind)"* ]]
    grep -qE '^summary: 5026 1074 [0-9]+ 0 0$' out
}

@test "our valgrind starts Valgrind's own, even if ours is first in PATH" {
    PATH="$BIN:$PATH" make -s -C "$BATS_TEST_DIRNAME/../.." OUT="$PWD/built" "$PWD/built/bin/valgrind"
    command=$(sed -n 's/^exec \([^ ]*\) .*/\1/p' built/bin/valgrind)
    [ "$(readlink -f "$command")" != "$(readlink -f "$BIN/valgrind")" ]
    [[ $("$command" --tool=cachegrind --help) != *"count as Valgrind's own tool does"* ]]
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Our tool beside the installed Valgrind: its names, what the front decides, and a Valgrind that is
# no longer the one whose core the tool holds.
bats_require_minimum_version 1.5.0

load common

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    export HOME=$PWD
    unset VALGRIND_OPTS VALGRIND_LIB CGTOOLS_CALLGRIND CGTOOLS_CACHEGRIND
    LIB=$(readlink -f "$BIN/../libexec/valgrind")
    PLATFORM=$(basename "$LIB"/cachegrind-* | sort | head -n 1)
    PLATFORM=${PLATFORM#cachegrind-}
    [ "$(uname -m)" != x86_64 ] || PLATFORM=amd64-linux
    RELEASE=$("$STOCK" --version)
}

# Makes lib/, which is what the build has, beside another none-PLATFORM: its text by sed.
beside() { # SCRIPT OF SED
    mkdir lib
    cp -a "$LIB"/* lib
    rm "lib/none-$PLATFORM"
    LC_ALL=C sed "$1" "$LIB/none-$PLATFORM" >"lib/none-$PLATFORM"
}
run_there() { VALGRIND_LIB=$PWD/lib "$STOCK" "$@"; }
# The kernel's numbers of the process, and the addresses of this machine, away.
# shellcheck disable=SC2001,SC2154  # of each line; run sets stderr
line() { sed 's/^==[0-9]*== //' <<<"$stderr"; }
creator() { sed -n 's/^creator: //p' "$1"; }
by_ours() { grep -q 'the authors of cgtools' "$1"; }

@test "the tool says nothing beside the Valgrind that it was built with" {
    run -0 --separate-stderr "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out true
    [ -z "$stderr" ]
}

@test "another build of the same release: one line, and the run goes on" {
    beside '1s/^\(.ELF.\{40\}\)/\1x/'
    for tool in cachegrind callgrind; do
        run -0 --separate-stderr run_there -q --tool=$tool --$tool-out-file=out true
        [ "$(line)" = "$tool: warning: this tool holds the core of $RELEASE, and another build is installed: build it anew (make install or make deb, in the sources of cgtools)" ]
        [ -s out ]
    done
}

@test "another release of the same series: one line, and the run goes on" {
    other=${RELEASE%.*}.9
    beside "s/$RELEASE/$other/g; 1s/^\(.ELF.\{40\}\)/\1x/"
    run -0 --separate-stderr run_there -q --tool=cachegrind --cachegrind-out-file=out true
    [ "$(line)" = "cachegrind: warning: this tool holds the core of $RELEASE, and $other is installed: build it anew (make install or make deb, in the sources of cgtools)" ]
}

@test "a release of another series: refused, with how to build anew" {
    beside "s/$RELEASE/valgrind-3.99.0/g; 1s/^\(.ELF.\{40\}\)/\1x/"
    for tool in cachegrind callgrind; do
        run -1 --separate-stderr run_there -q --tool=$tool --$tool-out-file=out true
        [ "$(line)" = "$tool: cannot continue: this tool holds the core of $RELEASE, and valgrind-3.99.0 is installed: build it anew (make install or make deb, in the sources of cgtools)" ]
        [ ! -e out ]
    done
}

@test "no Valgrind beside the tool to compare with: nothing is said" {
    beside ''
    rm "lib/none-$PLATFORM"
    run -0 --separate-stderr run_there -q --tool=cachegrind --cachegrind-out-file=out true
    [ -z "$stderr" ]
}

# What `make demo` leaves out.
@test "where the tool for 32-bit programs is not built, a program, a script and a child get one line of what to do" {
    local program=$PROGRAMS/bits32
    [ -e "$BIN/../obj" ] || skip "there is no build"
    [ -e "$program" ] || skip "no 32-bit programs here"
    made() { make -C "$BATS_TEST_DIRNAME/../.." --no-print-directory OUT="$PWD/build" "$@"; }
    mkdir -p build/bin build/obj
    cp -a "$BIN/../obj/tool" build/obj
    made not-built
    cp "$BIN/valgrind" build/bin
    cp -an "$LIB"/* build/libexec/valgrind
    printf '#!%s\n' "$program" >script
    chmod +x script
    for tool in cachegrind callgrind cgtools; do
        for command in "$program" ./script "sh -c $program"; do
            # shellcheck disable=SC2086  # words are meant
            run -1 --separate-stderr build/bin/valgrind -q --tool=$tool --trace-children=yes $command
            [ "$stderr" = "valgrind: error: no tool for 32-bit programs is built yet: run \`make tool\` in the sources of cgtools" ]
        done
        build/bin/valgrind -q --tool=$tool true
    done
    # make does not take it for the tool, and does not put it in the tool's place.
    [[ $(made -n COUNT_STEPS=1 "$PWD/build/libexec/valgrind/cachegrind-x86-linux") == *lcoregrind-x86-linux* ]]
    echo built >build/libexec/valgrind/cachegrind-x86-linux
    made not-built
    [ "$(cat build/libexec/valgrind/cachegrind-x86-linux)" = built ]
}

@test "the front refuses an installed Valgrind of another series" {
    mkdir bin
    printf '#!/bin/sh\necho valgrind-3.99.0\n' >installed
    chmod +x installed
    sed "s|^\( *release=\$(\)[^ ]*|\1$PWD/installed|" "$BIN/valgrind" >bin/valgrind
    chmod +x bin/valgrind
    run -1 --separate-stderr bin/valgrind --tool=cachegrind true
    [ "$stderr" = "valgrind: error: this cachegrind holds the core of $RELEASE, and valgrind-3.99.0 is installed: build it with that one (make install, in the sources of cgtools)" ]
    printf '#!/bin/sh\n' >installed
    run -1 --separate-stderr bin/valgrind --tool=callgrind true
    [ "$stderr" = "valgrind: error: this callgrind holds the core of $RELEASE, and none is installed: build it with that one (make install, in the sources of cgtools)" ]
}

@test "cgtools and cgtools-callgrind are ours" {
    "$BIN/valgrind" --tool=cgtools --cachegrind-out-file=out true 2>said
    by_ours said
    grep -q Cachegrind said
    "$BIN/valgrind" --tool=cgtools-callgrind --callgrind-out-file=out true 2>said
    by_ours said
    grep -q Callgrind said
    creator out | grep -q '^callgrind-cgtools-'
}

@test "stock-cachegrind and stock-callgrind are the installed ones, and so they are by the environment" {
    for tool in cachegrind callgrind; do
        "$BIN/valgrind" --tool=cachegrind --tool=stock-$tool --$tool-out-file=out true --tool=x 2>said
        run ! by_ours said
        grep -qi "^==[0-9]*== $tool" said
        env "CGTOOLS_${tool^^}=system" "$BIN/valgrind" --tool=$tool --$tool-out-file=out true 2>said
        run ! by_ours said
        grep -qi "^==[0-9]*== $tool" said
    done
}

@test "a package of ours that has taken the name over is no installed tool" {
    mkdir installed
    sed "s|^\( *exec\) [^ ]*|\1 echo|; s|'[^']*'/stock-|'$PWD/installed'/stock-|" "$BIN/valgrind" >front
    chmod +x front
    [ "$(./front -q --tool=stock-callgrind true)" = '-q --tool=callgrind true' ]
    : >installed/stock-callgrind-any-linux
    [ "$(./front -q --tool=stock-callgrind true)" = '-q --tool=stock-callgrind true' ]
    [ "$(CGTOOLS_CALLGRIND=system ./front -q --tool=callgrind true)" = '-q --tool=stock-callgrind true' ]
    [ "$(./front -q --tool=stock-cachegrind true)" = '-q --tool=cachegrind true' ]
}

@test "arguments reach the installed tool as they are" {
    "$BIN/valgrind" -q --tool=stock-cachegrind --cachegrind-out-file="a b" \
        printf '%s|' --tool=cachegrind '' 'two words' '*' "a'b" >said
    [ "$(cat said)" = "--tool=cachegrind||two words|*|a'b|" ]
    [ -s 'a b' ]
}

@test "other tools, and their programs, see nothing of ours" {
    "$BIN/valgrind" -q --tool=none env >said
    run ! grep VALGRIND_LIB said
    "$BIN/valgrind" -q --tool=memcheck env >said
    run ! grep VALGRIND_LIB said
    "$BIN/valgrind" -q env >said
    run ! grep VALGRIND_LIB said
    "$BIN/valgrind" -q --tool=none "$STOCK" --tool=cachegrind --cachegrind-out-file=out true 2>said
    run ! by_ours said
}

@test "each file of the installed Valgrind is beside the tool" {
    from=$(dirname "$(readlink -f "$LIB/none-$PLATFORM")")
    for file in "$from"/*; do
        [ -e "$LIB/${file##*/}" ] || { echo "no ${file##*/}" && return 1; }
    done
}

note="note: Valgrind's own callgrind runs, because ours does not have --separate-callers=2"
as_callgrind() { "$BIN/valgrind" -q --tool=callgrind --callgrind-out-file=out "$@" true; }

@test "options in VALGRIND_OPTS decide, too" {
    VALGRIND_OPTS='-v --separate-callers=2' run --separate-stderr as_callgrind
    # shellcheck disable=SC2154  # run sets it
    [ "${stderr_lines[0]}" = "$note" ]
    creator out | grep -q '^callgrind-[0-9]'
    VALGRIND_OPTS=" '--callgrind:separate-callers=2' --memcheck:leak-check=no" run --separate-stderr as_callgrind
    [ "$stderr" = "$note" ]
    VALGRIND_OPTS='--memcheck:separate-callers=2' run --separate-stderr as_callgrind
    [ -z "$stderr" ]
    creator out | grep -q '^callgrind-cgtools-'
}

@test "so do options in the files .valgrindrc, as far as Valgrind reads them" {
    mkdir home here
    export HOME=$PWD/home
    cd here
    echo --separate-callers=2 >../home/.valgrindrc
    run --separate-stderr as_callgrind
    [ "$stderr" = "$note" ]
    creator out | grep -q '^callgrind-[0-9]'
    run --separate-stderr as_callgrind --command-line-only=yes
    [ -z "$stderr" ]
    mv ../home/.valgrindrc .
    run --separate-stderr as_callgrind
    [ "$stderr" = "$note" ]
    chmod o+w .valgrindrc
    run --separate-stderr as_callgrind
    [[ $stderr != *note:* ]]
    creator out | grep -q '^callgrind-cgtools-'
}

@test "the tool is the one of the command line" {
    VALGRIND_OPTS=--tool=callgrind "$BIN/valgrind" true 2>said
    grep -q Memcheck said
}

@test "without the front, the tool says where an option of callgrind is" {
    beside ''
    run -1 --separate-stderr run_there --tool=callgrind --separate-callers=2 true
    [ "${stderr_lines[0]}" = 'valgrind: Bad option: --separate-callers=2' ]
    [ "${stderr_lines[1]}" = "valgrind: Valgrind's own callgrind has it: --tool=stock-callgrind, or, where cgtools took no names over, --tool=callgrind." ]
}

@test "the tool has a build ID, names of functions, and its debugging information in another file" {
    [ -e "$BIN/../debug" ] || skip "there is no build"
    id() { readelf -n "$1" | sed -n 's/.*Build ID: //p'; }
    [ -n "$(id "$LIB/cachegrind-$PLATFORM")" ]
    [ "$(id "$LIB/cachegrind-$PLATFORM")" = "$(id "$BIN/../debug/cachegrind-$PLATFORM")" ]
    address=$(nm "$LIB/cachegrind-$PLATFORM" | sed -n 's/ .*check_installed_valgrind.*//p' | head -n 1)
    addr2line -e "$BIN/../debug/cachegrind-$PLATFORM" "0x$address" | grep -q 'vg/core/installed.cpp:[0-9]'
    readelf -SW "$LIB/cachegrind-$PLATFORM" >sections
    run ! grep debug_info sections
}

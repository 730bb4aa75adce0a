#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The tool when gdb looks on. A breakpoint and each step make the core discard the translation that
# is running at that time.

bats_require_minimum_version 1.5.0

setup() {
    command -v gdb vgdb >/dev/null || skip "no gdb or vgdb here"
    BIN=$(readlink -f "${BIN:-build/bin}")
    PROGRAMS=$(readlink -f "${PROGRAMS:-$BIN/../programs}")
    cd "$BATS_TEST_TMPDIR" || return 1
}

# cg FILE ARGUMENT...: our tool, with what gdb talks to in this folder.
cg() {
    local file=$1
    shift
    "$BIN/valgrind" -q --tool=cachegrind "--vgdb-prefix=$PWD/vgdb" "--cachegrind-out-file=$file" "$@"
}

# debug FILE ARGUMENT...: the same, in which gdb stops the program, steps and lets it go. What gdb
# says is in `said`.
debug() {
    cg "$@" --vgdb-error=0 "$PROGRAMS/counted" 2>messages &
    local valgrind=$!
    until grep -q 'TO DEBUG THIS PROCESS' messages || ! kill -0 "$valgrind"; do sleep 0.1; done
    cat >script <<END
set pagination off
set confirm off
set remotetimeout 60
target remote | vgdb --wait=60 --vgdb-prefix=$PWD/vgdb
break function
continue
backtrace
stepi
stepi
stepi
x/i \$pc
delete
continue
END
    gdb -q -nx -batch -x script "$PROGRAMS/counted" >said 2>&1 || true
    # If gdb did not let it go. (When gdb says that it exited, it may still write its profile.)
    grep -q 'exited normally' said ||
        kill -9 "$(sed -n '1s/^==\([0-9]*\)==.*/\1/p' messages)" || true
    wait "$valgrind"
}

@test "a debugger stops the program where it is told to, and changes no count" {
    for options in "" "--calls=yes" "--cache-sim=yes" "--branch-sim=yes" "--cache-sim=yes --calls=yes" \
        "--cache-sim=yes --cache-use=yes" --reproducible=yes; do
        # shellcheck disable=SC2086  # words
        cg alone $options "$PROGRAMS/counted"
        # shellcheck disable=SC2086
        debug watched $options || { cat said messages && return 1; }
        cat said
        grep -q '^#0 .*function ()' said
        grep -q '^=> .*<function+[1-9]' said
        grep -q 'exited normally' said
        diff <(grep -v '^[cp][mi]d:' alone) <(grep -v '^[cp][mi]d:' watched)
    done
}

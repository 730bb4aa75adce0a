#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# More superblocks than 2^20. Translating them takes minutes on a slow machine, so this is long.

bats_require_minimum_version 1.5.0

load common

@test "1,150,000 superblocks are counted, with profiles by thread as without" {
    "$BIN/valgrind" --tool=callgrind --callgrind-out-file=one "$PROGRAMS/many_blocks" 1150000 >said 2>&1
    "$BIN/valgrind" --tool=callgrind --separate-threads=yes --callgrind-out-file=by_thread "$PROGRAMS/many_blocks" 1150000 >said_too 2>&1
    grep -h 'Collected' said said_too
    whole=$(sed -n 's/^totals: //p' one)
    [ "$whole" -gt $((3 * 1150000)) ]
    [ "$(sed -n 's/^totals: //p' by_thread-01)" -eq "$whole" ]
    run ! grep 'out of memory' said said_too
}

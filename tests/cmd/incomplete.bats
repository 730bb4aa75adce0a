#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2086  # commands with options are split
#
# Profiles of which counts are missing, because the tool ran out of memory: whoever reads one is told,
# once for each file, and a sum of one is one.

bats_require_minimum_version 1.5.0

reason='memory ran out, and nothing was counted from there on'

setup() {
    BIN=$(readlink -f "${BIN:-build/bin}")
    cd "$BATS_TEST_TMPDIR" || exit
    printf '%s\n' "desc: Incomplete: $reason" 'cmd: ./a' 'events: Ir' fl=a.c fn=f '1 100' 'summary: 100' >short
    printf '%s\n' 'cmd: ./a' 'events: Ir' fl=a.c fn=f '1 100' 'summary: 100' >whole
    # As callgrind has several parts in one file; the last one is incomplete.
    printf '%s\n' 'version: 1' 'cmd: ./a' 'part: 1' 'events: Ir' fl=a.c fn=f '1 50' 'totals: 50' '' 'part: 2' \
        "desc: Incomplete: $reason" 'events: Ir' fl=a.c fn=f '1 50' 'totals: 50' >parts
}

# warns FILE COMMAND...: there is one warning, and it is right.
warns() {
    local file=$1
    shift
    "$BIN/$1" "${@:2}" 2>said >written || { echo "$*" && cat said && return 1; }
    [ "$(grep -v ': note: ' said)" = "$1: warning: $file: is incomplete: $reason" ] || { echo "$*" && cat said && return 1; }
}

@test "every command says it, of every format" {
    "$BIN/cg_show" --as=json short >short.json 2>/dev/null
    gzip -k short
    for file in short parts short.json short.gz; do
        for command in cg_annotate 'cg_annotate --salvage' 'cg_annotate --diff whole' cg_show 'cg_show whole' 'cg_show --as=csv' \
            'cg_show -o page.html' cg_merge 'cg_merge whole' 'cg_merge --average whole' 'cg_merge --skip-bad' 'cg_diff whole' cg_filter; do
            warns $file $command $file
        done
    done
    warns '<stdin>' cg_show - <short
}

@test "a sum of an incomplete profile is incomplete, in any order; a complete one is not" {
    for files in 'whole short' 'short whole' 'whole parts' 'short short' 'whole whole short whole'; do
        "$BIN/cg_merge" -o sum $files 2>/dev/null
        [ "$(grep -c "^desc: Incomplete: $reason\$" sum)" -eq 1 ] || { echo "$files" && cat sum && return 1; }
        "$BIN/cg_merge" --average -o sum $files 2>/dev/null
        [ "$(grep -c "^desc: Incomplete: $reason\$" sum)" -eq 1 ]
    done
    "$BIN/cg_merge" -o sum whole whole 2>said
    run ! grep -i incomplete sum said
}

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --calls=yes: the tree of calls. Against callgrind: tests/tool/calls-oracle.

bats_require_minimum_version 1.5.0

setup_file() {
    BIN=$(readlink -f "${BIN:-build/bin}")
    PROGRAMS=$(readlink -f "${PROGRAMS:-$BIN/../programs}")
    export BIN PROGRAMS
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
}

cg() { "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out "$@"; }

# Own cost of roots and nodes, for each event, is the totals; and so are the rows.
adds_up() {
    awk '
        /^(calls=|cfn=|cfi=|cob=)/ { if (/^calls=/) inclusive = 1; next }
        /^[0-9]/ { if (inclusive) inclusive = 0
                   else for (i = 2; i <= NF; i++) rows[i - 1] += $i }
        /^#root/ { for (i = 3; i <= NF; i++) nodes[i - 2] += $i }
        /^#[0-9]/ { for (i = 4; i <= NF; i++) nodes[i - 3] += $i; seen++ }
        /^#tree/ { told = $4 }
        /^totals:/ { for (i = 2; i <= NF; i++)
                         if ($i != nodes[i - 1] || $i != rows[i - 1]) {
                             print "event " i - 1 ": totals " $i ", nodes " nodes[i - 1] ", rows " rows[i - 1]
                             bad = 1
                         }
                     ended = 1 }
        END { if (seen != told) { print seen " nodes, not " told; bad = 1 }
              exit bad || !ended || seen == 0 }' "$1"
}

# paths FILE: each node as "calls own-Ir path", its path from the root.
paths() {
    awk '
        /^f[nile]+=|^cf|^c?ob=/ { if (match($0, /\([0-9]+\) ./)) {
                eq = index($0, "="); close_ = index($0, ")")
                key = substr($0, eq + 2, close_ - eq - 2)
                if ($0 ~ /^c?fn=/) name[key] = substr($0, close_ + 2) } }
        /^#fn/ { function_name[++functions] = name[$4] }
        /^#root/ { depth = 0; kind = $2 }
        /^#[0-9]/ { depth += 1 - substr($1, 2); at[depth] = function_name[$2]
                    path = kind; for (i = 1; i <= depth; i++) path = path ";" at[i]
                    print $3, $4 + 0, path }' "$1"
}

# rows FILE: counts by file, function and line, sorted; of either kind of profile.
rows() {
    awk '
        function value(s,  close_, id) {
            sub(/^[a-z]+=/, "", s)
            if (s !~ /^\([0-9]+\)/) return s
            close_ = index(s, ")"); id = kind substr(s, 1, close_)
            if (length(s) > close_) known[id] = substr(s, close_ + 2)
            return known[id]
        }
        /^(fl|fi|fe)=/ { kind = "file"; file = value($0) }
        /^cfi=/ { kind = "file"; value($0) }
        /^fn=/ { kind = "function"; fn = value($0) }
        /^cfn=/ { kind = "function"; value($0) }
        /^calls=/ { getline; next }
        /^[0-9]/ { print file "\t" fn "\t" $0 }' "$1" | LC_ALL=C sort
}

@test "the costs of lines are those of a run without calls" {
    for program in counted freestanding; do
        cg "$PROGRAMS/$program" || true
        rows out >without
        cg --calls=yes "$PROGRAMS/$program" || true
        rows out >with
        [ -s without ]
        diff without with
        adds_up out
    done
}

@test "without --calls the file has none" {
    cg "$PROGRAMS/counted"
    cp out default
    cg --calls=no --calls-recursion=3 "$PROGRAMS/counted"
    cmp default out
    run -1 grep '^calls=\|^#' out
}

@test "own cost of all nodes is what was counted, whatever a program does" {
    for program in threads signal_longjmp fault unload exit_in_handler masked strings vectors x87; do
        cg --calls=yes "$PROGRAMS/$program" >/dev/null || true
        adds_up out || { echo "$program" && return 1; }
    done
    if [ -e "$PROGRAMS/bits32" ]; then
        cg --calls=yes "$PROGRAMS/bits32"
        adds_up out
    fi
}

@test "chasing cannot be used with calls" {
    run cg --calls=yes --vex-guest-chase=yes touch started
    [ "$status" -eq 1 ]
    [[ $output == *"--vex-guest-chase=yes"*"It cannot be used with --calls=yes."* ]]
    [ ! -e started ]
}

@test "bad options of calls are refused" {
    for option in --calls=maybe --calls-recursion=-1 --calls-recursion=x --calls-skip=; do
        run cg "$option" touch started
        [ "$status" -ne 0 ]
        [[ $output == *"$option"* ]]
        [ ! -e started ]
    done
}

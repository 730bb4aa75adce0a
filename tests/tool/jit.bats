#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Names of code that the program makes as it runs.

bats_require_minimum_version 1.5.0

# shellcheck source=tests/tool/common.bash
. "$BATS_TEST_DIRNAME/common.bash"

# profile TOOL ARGUMENT...: writes `out`. Removes the map, whose name is that of the process.
profile() {
    local tool=$1 status=0 pid
    shift
    "$BIN/valgrind" -q --tool="$tool" "--$tool-out-file=out" "$@" >stdout 2>stderr &
    pid=$!
    wait "$pid" || status=$?
    rm -f "/tmp/perf-$pid.map"
    [ ! -s stderr ] || { cat stderr && return 1; }
    return "$status"
}

# own: "name count" of the functions that programs/jit.c makes, for out.
own() {
    "$BIN/cg_annotate" --show=Ir --no-annotate --threshold=0.0001 "$1" |
        awk '/^-- Function:file/ { exit }
             /[ :](first|second|third|calls second)$/ { gsub(/[<,]/, ""); count = $1
                                                        sub(/.*%\) *(\?\?\?:)?/, "")
                                                        print $0, count }' | sort
}

known='calls second 100
first 1200
second 2200
third 3200'

@test "names that are told before their code runs" {
    profile cachegrind "$PROGRAMS/jit" early
    [ "$(own out)" = "$known" ]
}

@test "names that are told at the end, in the order of code that was overwritten" {
    profile cachegrind "$PROGRAMS/jit" late
    [ "$(own out)" = "$known" ]
}

@test "names in a jitdump file" {
    profile cachegrind "$PROGRAMS/jit" dump
    [ "$(own out)" = "$known" ]
}

@test "with caches" {
    profile cachegrind --cache-sim=yes --branch-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=1048576,16,64 "$PROGRAMS/jit" late
    [ "$(own out)" = "$known" ]
}

# calls OUT: "caller>callee calls inclusive" among those functions and `call`.
calls() {
    "$BIN/cg_show" --as=dot --min=0 "$1" >/dev/null
    awk '/^c?fn=\(/ { key = $1; sub(/^c?fn=/, "", key)
                      if (NF > 1) { name[key] = $0; sub(/^[^ ]* /, "", name[key]) } }
         /^fn=/ { caller = name[key] }
         /^calls=/ { times = $1; sub(/calls=/, "", times); getline
                     if (name[key] ~ /^(first|second|third|calls second)$/)
                         print caller ">" name[key], times, $2 }' "$1" | LC_ALL=C sort
}

arcs='call>calls second 50 1200
call>first 100 1200
call>second 50 1100
call>third 100 3200
calls second>second 50 1100'

@test "who called the code, with --calls=yes" {
    for how in early late dump; do
        profile cachegrind --calls=yes "$PROGRAMS/jit" "$how"
        [ "$(own out)" = "$known" ]
        [ "$(calls out)" = "$arcs" ]
        "$BATS_TEST_DIRNAME/calls-file" out out
    done
}

@test "who called the code, as callgrind" {
    for how in early late dump; do
        profile callgrind "$PROGRAMS/jit" "$how"
        [ "$(own out)" = "$known" ]
        [ "$(calls out)" = "$arcs" ]
    done
}

@test "--perf-map=no reads nothing" {
    for tool in cachegrind callgrind; do
        profile "$tool" --perf-map=no "$PROGRAMS/jit" early
        [ -z "$(own out)" ]
    done
}

# with_map COMMAND ARGUMENT...: runs the shell's COMMAND with the number of the process that will be
# profiled, and then profiles.
with_map() {
    # shellcheck disable=SC2016  # the inner shell expands it
    bash -c 'map=/tmp/perf-$$.map; eval "$1"; shift
        exec "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out "$@"' bash "$@" &
    local status=0 pid=$!
    wait "$pid" || status=$?
    rm -rf "/tmp/perf-$pid.map"
    return "$status"
}

@test "a link is not followed" {
    # shellcheck disable=SC2016
    with_map 'ln -sf "$PWD/names" "$map"' "$PROGRAMS/jit" early names
    [ -s names ]
    [ -z "$(own out)" ]
}

@test "a file of another user is not read" {
    [ "$(id -u)" = 0 ] || skip "only root can give a file away"
    profile cachegrind "$PROGRAMS/jit" foreign
    [ -z "$(own out)" ]
}

@test "a pipe, or a directory, is not opened" {
    # shellcheck disable=SC2016
    for make in 'mkfifo "$map"' 'mkdir "$map"'; do
        with_map "$make" "$PROGRAMS/jit" early names
        [ -z "$(own out)" ]
    done
}

@test "a file of an earlier process is not read, but what is added to it" {
    # shellcheck disable=SC2016
    with_map 'echo "1 ffffffff stale" >"$map"; touch -d tomorrow "$map"' "$PROGRAMS/jit" early names
    grep -q '^fn=stale$' out # is found if it is new
    # shellcheck disable=SC2016
    with_map 'echo "1 ffffffff stale" >"$map"; touch -d yesterday "$map"' "$PROGRAMS/jit" early names
    run -1 grep stale out
}

@test "lines that name nothing are ignored, and names are any bytes" {
    printf 'x 1 a\n1\n1 2\n1 2 \n1 0 none\nffffffffffffffff 2 over\n1 fffffffff \xff\x01<b>%%s\n' >lines
    # shellcheck disable=SC2016
    with_map 'head -c 200000 /dev/zero | tr "\0" "a" >"$map"; { echo; cat lines; } >>"$map"; touch -d tomorrow "$map"' \
        "$PROGRAMS/jit" early names
    grep -qaF "$(printf 'fn=\xff\x01<b>%%s')" out
    run -1 grep -a '^fn=\(a\|none\|over\|aaa*\)$' out
}

@test "names in parts of a profile" {
    profile callgrind --dump-after=call "$PROGRAMS/jit" early
    for part in 1 2 3 4; do own "out.$part"; done >parts
    diff parts - <<END
first 1200
second 1100
calls second 100
second 1100
third 3200
END
}

# bats test_tags=long
@test "node --perf-basic-prof" {
    command -v node >/dev/null || skip "node is not installed"
    cat >work.js <<'END'
function work(n) {
    let sum = 0;
    for (let i = 0; i < n; ++i) sum += i % 7;
    return sum;
}
let sum = 0;
for (let i = 0; i < 400; ++i) sum += work(10000);
console.log(sum);
END
    # Most of its 4 million iterations are compiled code, and most calls are of that: how many,
    # depends on when the thread that compiles comes to its turn.
    # So one run of several must have it.
    for _ in 1 2 3 4 5 6; do
        profile cachegrind --calls=yes node --perf-basic-prof work.js
        "$BIN/cg_annotate" --no-annotate out | awk '/> .*(JS|LazyCompile):[*]work .*work\.js:1/ {
            gsub(",", ""); found = $2 > 10000000 } END { exit !found }' || continue
        # node calls its own code.
        "$BIN/cg_show" --inclusive --top=0 out | grep -q '\(JS\|LazyCompile\):[*]work' || continue
        return 0
    done
    return 1
}

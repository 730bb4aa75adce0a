#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --inlines of programs whose debugging information is elsewhere, or nowhere: .dwo files, a package
# of them, a debug directory, a stripped program. (Of DWARF 5 in files of its own, Valgrind reads
# none: tests/binary/run has these.)
#
# shellcheck disable=SC2154  # run sets stderr

bats_require_minimum_version 1.5.0

load common

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    cat >a.cpp <<'END'
namespace {
struct Reader {
    static inline __attribute__((always_inline)) int square(int n) {
        int sum = 0;
        for (volatile int i = 0; i < n; i = i + 1)
            sum += i * i;
        return sum;
    }
};
} // namespace
int other(int);
int main() { return Reader::square(500) + other(3) == 7; }
END
    sed 's/Reader/Writer/; s/^int other.*//; s/int main.*/int other(int n) { return Writer::square(100 * n); }/' a.cpp >b.cpp
}
# build FLAG...: program, with each source on its own.
build() {
    g++ -g -gdwarf-4 -O1 "$@" -c a.cpp b.cpp && g++ a.o b.o -Wl,--build-id -o program
    "$BIN/valgrind" -q --tool=cachegrind --addresses=yes --cachegrind-out-file=out ./program
}
# inlined OPTION...: our rows of our functions.
inlined() { "$BIN/cg_show" --inlines --as=csv --top=0 "$@" out | grep -E '^"?((\(anonymous namespace\)::)?(Reader|Writer)::square|other|main)'; }
# notes OPTION...: what is said.
notes() { { "$BIN/cg_show" --inlines --as=csv --top=0 "$@" out >/dev/null; } 2>&1; }

build_id() { readelf -n "$1" | sed -n 's/.*Build ID: //p'; }

@test "files of debugging information, a package of them, and neither" {
    command -v dwp >/dev/null || skip 'no dwp'
    build
    inlined >whole
    [ "$(grep -c '::square' whole)" = 2 ]
    build -gsplit-dwarf
    [ -e a.dwo ]
    [ -e b.dwo ]
    inlined | diff whole -
    dwp -e program -o program.dwp
    mkdir gone && mv ./*.dwo gone
    inlined | diff whole -
    [ -z "$(notes)" ]
    # In the debug directory.
    mkdir dbg && mv program.dwp dbg
    inlined --debug-directory=dbg | diff whole -
    [ "$(notes)" = "cg_show: note: $PWD/program: debugging information is in .dwo files that are not there, so inlined functions are not known; keep them, or make a package of them (dwp -e $PWD/program)" ]
    run ! grep -q '::square' <<<"$(inlined 2>/dev/null)"
    # A package that is none.
    echo broken >program.dwp
    [[ $(notes) == *'.dwo files that are not there'* ]]
    head -c 700 dbg/program.dwp >program.dwp
    [[ $(notes) == *'.dwo files that are not there'* ]]
}

@test "a stripped program has a note with the remedy, and its debug directory is read" {
    build
    inlined >whole
    local id
    id=$(build_id program)
    mkdir -p "by-id/.build-id/${id:0:2}" by-path/"$PWD" by-name
    objcopy --only-keep-debug program "by-id/.build-id/${id:0:2}/${id:2}.debug"
    cp "by-id/.build-id/${id:0:2}/${id:2}.debug" "by-path/$PWD/program.debug"
    cp "by-id/.build-id/${id:0:2}/${id:2}.debug" by-name/program.debug
    strip program
    [ "$(notes)" = "cg_show: note: $PWD/program: no debugging information, so inlined functions are not known; compile with -g, or say with --debug-directory or --debuginfod where it is" ]
    inlined --debug-directory=by-id | diff whole -
    # Without the program, too.
    rm program
    [ "$(notes)" = "cg_show: note: $PWD/program: No such file or directory" ]
    for directory in by-id by-path by-name; do
        inlined --debug-directory=$directory | diff whole -
        [ -z "$(notes --debug-directory=$directory)" ]
    done
    # That of another program.
    g++ -g -O2 -DOTHER a.cpp b.cpp -Wl,--build-id=0x1234 -o by-name/program.debug
    [[ $(notes --debug-directory=by-name) == *'No such file or directory'* ]]
}

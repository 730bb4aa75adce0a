#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# The tool's use of the inside of Valgrind's core: that all of it is in vg/core/internals.hpp, that
# the core is compared with it when the tool is linked, and what an unknown release is like.
# shellcheck disable=SC2154  # bats sets output and status

load common

ROOT=$BATS_TEST_DIRNAME/../..
CHECK=$ROOT/valgrind-tool/check-core
INTERNALS=$ROOT/valgrind-tool/vg/core/internals.hpp

# The objects of the tool for this machine.
platform() {
    for p in "$BIN"/../libexec/valgrind/cachegrind-*-linux; do
        [ -L "$p" ] || echo "${p##*/cachegrind-}"
    done | head -1
}

# compile NAME: compiles stdin.
compile() { ${CC:-cc} -O0 -xc -c -o "$1.o" -; }

# A core of two objects, in libcore.a, and a tool that replaces called() and uses a variable and a
# function.
make_core() {
    compile first <<'END'
int variable[2];
void function(void) {}
void called(void) {}
void lonely(void) {}
void also_first(void) { lonely(); }
END
    compile second <<'END'
extern void called(void), sometimes(void) __attribute__((weak));
void second(void) { called(); }
END
    ar rc libcore.a first.o second.o
    compile tool <<'END'
char cg_size_of_variable[8], cg_code_of_function[1];
extern void __real_called(void), __real_sometimes(void) __attribute__((weak));
void __wrap_called(void) { __real_called(); }
void __wrap_sometimes(void) { __real_sometimes(); }
END
}

@test "all that no header for tools declares is in internals.hpp" {
    local include objects name
    include=$(pkg-config --variable=includedir valgrind)
    objects=$BIN/../obj/tool/$(platform)
    # Without comments. A tool may use what the headers declare.
    cat "$include"/pub_tool_*.h "$include"/libvex*.h | ${CC:-cc} -w -fpreprocessed -E -P -xc - >public
    grep -v '^//' "$INTERNALS" >internals
    find "$objects" -name '*.o' -exec readelf -sW {} + >symbols
    awk 'NF > 7 && $(NF - 1) == "UND" { print $NF }' symbols | sort -u >wanted
    awk 'NF > 7 && $(NF - 1) != "UND" && $5 != "LOCAL" { print $NF }' symbols | sort -u >defined
    comm -23 wanted defined | sed 's/^__real_//' | while read -r name; do
        grep -qE "(VG_|ML_)\( *${name#vg*_} *\)|\b$name\b" public ||
            grep -qE "^CG_.*\b($name|${name#vg*_})\b" internals || echo "$name"
    done >missing
    [ "$(wc -l <wanted)" -gt 100 ]
    diff /dev/null missing
}

@test "check-core: a core that is as declared passes" {
    make_core
    run "$CHECK" 3.24.0 3.27 "called sometimes" tool.o -- libcore.a
    [ "$output" = "" ]
    [ "$status" -eq 0 ]
}

@test "check-core: a replaced function that no other object calls is an error" {
    make_core
    compile tool <<<'void __wrap_lonely(void) {}'
    run "$CHECK" 3.24.0 3.27 "lonely" tool.o -- libcore.a
    [ "$output" = "valgrind-tool/check-core: error: no other object of Valgrind 3.24.0 calls lonely: it cannot be replaced" ]
    [ "$status" -eq 1 ]
}

@test "check-core: a replaced function that is not there is an error, unless it need not be" {
    make_core
    compile tool <<<'void __real_none(void); void __wrap_none(void) { __real_none(); }'
    run "$CHECK" 3.24.0 3.27 "none" tool.o -- libcore.a
    [ "$output" = "valgrind-tool/check-core: error: Valgrind 3.24.0 has no none" ]
    [ "$status" -eq 1 ]
}

@test "check-core: a wrapper that is not declared, and a declaration without one, are errors" {
    make_core
    run "$CHECK" 3.24.0 3.27 "called second" tool.o -- libcore.a
    [ "$(sort <<<"$output")" = "valgrind-tool/check-core: error: no file of the tool defines __wrap_second
valgrind-tool/check-core: error: no other object of Valgrind 3.24.0 calls second: it cannot be replaced
valgrind-tool/check-core: error: vg/core/internals.hpp does not declare sometimes, which the tool would replace" ]
    [ "$status" -eq 1 ]
}

@test "check-core: another size, and another kind, is an error" {
    make_core
    compile tool <<<'char cg_size_of_variable[4], cg_size_of_function[4], cg_code_of_variable[1];'
    run "$CHECK" 3.24.0 3.27 "" tool.o -- libcore.a
    [ "$(sort <<<"$output")" = "valgrind-tool/check-core: error: function is no variable in Valgrind 3.24.0
valgrind-tool/check-core: error: variable has 8 bytes in Valgrind 3.24.0, and 4 in vg/core/internals.hpp
valgrind-tool/check-core: error: variable is no function in Valgrind 3.24.0" ]
    [ "$status" -eq 1 ]
}

@test "check-core: a newer release, and what it no longer has, is a warning" {
    make_core
    compile tool <<<'char cg_size_of_lost[4], cg_code_of_function[1];'
    run "$CHECK" 3.24.0 3.27 "" tool.o -- libcore.a
    [ "$output" = "" ]
    run "$CHECK" 3.100.0 3.27 "" tool.o -- libcore.a
    [ "$output" = "valgrind-tool/check-core: warning: Valgrind 3.100.0 is newer than 3.27, the newest that this tool was tested with
valgrind-tool/check-core: warning: Valgrind 3.100.0 has no lost: vg/core/internals.hpp says what is lost" ]
    [ "$status" -eq 0 ]
}

# relink MAKE_ARGUMENT...: the tool once more in build/, from its objects except those that differ.
relink() {
    make -C "$ROOT" OUT="$PWD/build" "$@" "$PWD/build/libexec/valgrind/cachegrind-$(platform)" \
        "$PWD/build/libexec/valgrind/.links" 2>&1
}

copy_objects() {
    mkdir -p build/obj
    cp -a "$BIN/../obj/tool" build/obj/
}

# with_header SCRIPT: Valgrind's headers in include/, libvex_ir.h edited by sed.
with_header() {
    cp -rL "$(pkg-config --variable=includedir valgrind)" include
    cp include/libvex_ir.h before
    sed -i "$1" include/libvex_ir.h
    ! cmp -s before include/libvex_ir.h
}

@test "a new kind of statement, expression or effect of IR: the compiler names it" {
    copy_objects
    with_header 's/^ *Ist_NoOp=/Ist_New=1,&/; s/^ *Iex_Binder=/Iex_New=1,&/; s/^ *Ifx_None=/Ifx_New=1,&/'
    rm "build/obj/tool/$(platform)"/translate/{known_ir,instrument}.o
    LC_ALL=C run relink -k WERROR=yes valgrind_include="$PWD/include"
    [ "$status" -ne 0 ]
    [ "$(grep -oE "[a-z_]*\.cpp:.*error: enumeration value '[A-Za-z_]*' not handled" <<<"$output" |
        sed -E "s/:.*value//; s/ not handled//" | sort)" = "instrument.cpp 'Ist_New'
known_ir.cpp 'Iex_New'
known_ir.cpp 'Ifx_New'
known_ir.cpp 'Ist_New'" ]
}

# The tool is told that exits have another number, so those that there are, are of no kind it knows.
@test "a kind of IR that the tool does not know ends the run, and is named" {
    copy_objects
    with_header 's/^ *Ist_Exit\b/Ist_Exit=1/'
    rm "build/obj/tool/$(platform)/translate/known_ir.o"
    relink valgrind_include="$PWD/include"
    VALGRIND_LIB=$PWD/build/libexec/valgrind run "$STOCK" -q --tool=cachegrind --cachegrind-out-file=/dev/null true
    [ "$status" -eq 1 ]
    [[ ${lines[0]} =~ ^==[0-9]+==\ cachegrind:\ cannot\ continue:\ VEX\ made\ a\ kind\ of\ statement\ that\ this\ tool\ does\ not\ know\ \(0x1e0d\):$ ]]
    [[ ${lines[1]} =~ ^if\ \(t[0-9]+\)\ .*exit- ]]
    [ "${#lines[@]}" -eq 2 ]
}

# The same tool, but the installed release is unknown to it.
@test "a release newer than the newest tested: a warning at link, a note, and nothing is left out of VEX" {
    local release
    release=$("$STOCK" --version)
    release=${release#valgrind-}
    copy_objects
    run relink NEWEST_TESTED=3.18
    [ "$status" -eq 0 ]
    grep -qxF "valgrind-tool/check-core: warning: Valgrind $release is newer than 3.18, the newest that this tool was tested with" <<<"$output"
    # Sources that differ are compiled again, and nothing else.
    [ "$(grep -c '] CXX ' <<<"$output")" -le 1 ]
    VALGRIND_LIB=$PWD/build/libexec/valgrind run "$STOCK" --tool=cachegrind --cachegrind-out-file=/dev/null --stats=yes true
    [ "$status" -eq 0 ]
    grep -F "note: this tool holds the core of Valgrind ${release%.*}, and was tested with releases up to 3.18: VEX checks all code, which takes longer." <<<"$output"
    # VEX's passes after instrumentation make code shorter.
    [ "$(bytes_of_code <<<"$output")" -lt "$(VALGRIND_LIB=$BIN/../libexec/valgrind "$STOCK" \
        --tool=cachegrind --cachegrind-out-file=/dev/null --stats=yes true 2>&1 | bytes_of_code)" ]
}

# The bytes of all translations, of Valgrind's statistics.
bytes_of_code() { sed -n 's/,//g; s/.*transtab: new  *[0-9]* ([0-9]* -> \([0-9]*\);.*/\1/p'; }

#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# --data-objects=yes: whose data is missed. tests/tool/data-sums adds the cells up, in each test, and
# lists the objects. The map of addresses and its like: tests/unit/data.
#
# shellcheck disable=SC2030,SC2031  # each test is a subshell: bats has it so

bats_require_minimum_version 1.5.0

load common

usual=('--I1=32768,8,64' '--D1=32768,8,64' '--LL=8388608,16,64')

# cg ARGUMENT...: our tool, with data objects.
cg() {
    "$BIN/valgrind" --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes \
        --data-objects=yes "${usual[@]}" "$@" 2>messages
}

# objects [FILE]: the objects, without fields. Fails if sums differ.
objects() {
    "$BATS_TEST_DIRNAME/data-sums" --paths "${1:-out}" >listed || {
        cat listed
        return 1
    }
    grep -v '^ ' listed >objects
}

# has LINE: the list has an object whose line begins so (a regular expression).
has() { grep -qE "^$1" objects || {
    echo "no '$1' among:"
    cat objects
    return 1
}; }
has_no() { ! grep -E "^$1" objects; }

# count EVENT OBJECT: a count of the only object whose line begins so, and that has some.
count() {
    [ "$(grep -cE "^$2.* $1=" objects)" -eq 1 ] || return 1
    grep -E "^$2" objects | sed -nE "s/.* $1=([0-9]+).*/\1/p"
}
# about EXPECTED EVENT OBJECT: the count is that, or up to 16 less or more, which the allocator itself
# reads and writes at the ends of a block, or leaves in the caches.
about() {
    local found
    found=$(count "$2" "$3") || return 1
    echo "$2 of $3: $found, expected about $1"
    ((found >= $1 - 16 && found <= $1 + 16))
}

# rows FILE: all but comments, and what differs from run to run.
rows() { grep -vE '^(#|pid:|cmd:|$)' "$1"; }

# same_rows MODE...: the rows of a profile are the same with data objects and without.
# The loader reads up to three bytes after the value of LD_PRELOAD, and looks them up in a table. If
# it is the last variable, they are the kernel's random ones, and so differ the uses of the table's
# lines (AcCost). So it is an earlier one, although empty: Valgrind puts its own into that place.
same_rows() {
    local mode program
    head -c 100000 "$BIN/cg_show" >input 2>/dev/null || seq 20000 >input
    cp "$PROGRAMS"/*.so .
    for mode; do
        for program in "$PROGRAMS"/{hot,straddle,strings,use_strides,coroutines,calls_cpp,unload,data_cpp,data_pool} \
            "gzip -6nc input"; do
            # shellcheck disable=SC2086  # words
            env -i LD_PRELOAD= PATH="$PATH" "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=without \
                --cache-sim=yes "${usual[@]}" $mode $program >/dev/null
            # shellcheck disable=SC2086
            env -i LD_PRELOAD= PATH="$PATH" "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out \
                --cache-sim=yes --data-objects=yes "${usual[@]}" $mode $program >/dev/null
            rows without >rows.without
            rows out >rows.with
            diff rows.without rows.with || {
                echo "$program $mode"
                return 1
            }
            objects
        done
    done
}

@test "rows are the same with the option and without" {
    same_rows "--calls=yes --cache-use=yes --branch-sim=yes"
}

# bats test_tags=long
@test "rows are the same with nothing else, with calls only, and with cache use only" {
    same_rows "" "--calls=yes" "--cache-use=yes"
}

@test "without the option there are no objects" {
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out --cache-sim=yes "$PROGRAMS/hot" >/dev/null
    run -1 grep -E '^#(data|cell|place)' out
}

@test "each function of C that allocates makes objects" {
    for program in data_blocks data_blocks_static; do
        cg "$PROGRAMS/$program"
        objects
        has "static table in .*/$program: blocks 0 live 0 sizes 65536-65536 period 65536 D1mr=2048 DLmr=1024 *$"
        for by in posix_memalign memalign valloc realloc reallocarray malloc_freed; do
            about 1024 D1mr "heap by_$by: "
        done
        about 1024 D1mw "heap by_aligned_alloc: "
        about 1000 D1mr "heap by_calloc: "
        # The period: elements of calloc, reallocarray.
        has "heap by_calloc: blocks 1 live 96000 sizes 96000-96000 period 96 "
        has "heap by_reallocarray: blocks 1 live 65536 sizes 65536-65536 period 64 "
        has "heap by_realloc: blocks 1 live 65536 "
        # Only one word of the elements is missed, but for what calloc() itself does.
        sed -n '/^heap by_calloc/,/^[a-z]/{s/^    +\([0-9]*\) .* missed \([0-9]*\)$/\1 \2/p}' listed |
            awk '$2 > 100 { print $1 }' >fields
        [ "$(cat fields)" = 8 ]
        run -1 grep note: messages
        grep -q '^#data 2 .* over_live=0 ' out
    done
}

@test "the same in 32 bits, where arguments are on the stack" {
    [ -x "$PROGRAMS/data_blocks32" ] || skip "no 32-bit programs here"
    for calls in no yes; do
        cg --calls=$calls --cache-use=yes "$PROGRAMS/data_blocks32"
        objects
        for by in posix_memalign memalign valloc realloc reallocarray malloc_freed; do
            about 1024 D1mr "heap by_$by\b"
        done
        about 1024 D1mw "heap by_aligned_alloc\b"
        has "heap by_calloc\b.*: blocks 1 live 96000 sizes 96000-96000 period 96 "
    done
}

@test "operators of C++, exceptions and jumps out of allocators" {
    cg --data-alloc=jumping_alloc:malloc "$PROGRAMS/data_cpp"
    objects
    for by in new nothrow jumping_alloc aligned_new; do
        has "heap \(anonymous namespace\)::by_$by\(\): blocks 1 live 65536 sizes 65536-65536 "
        about 1024 D1mw "heap \(anonymous namespace\)::by_$by\(\): "
    done
    has_no 'heap .*throws'
    has_no 'heap jumping_alloc'
    # Without its name, the block is malloc's, in the function.
    cg "$PROGRAMS/data_cpp"
    objects
    has 'heap jumping_alloc: blocks 6 live 66041 '
    has_no 'heap .*by_jumping_alloc'
}

@test "a pool is one object until its functions are named" {
    cg "$PROGRAMS/data_pool"
    objects
    has 'heap pool_take: blocks 1 live 1048576 '
    has_no 'heap of_'
    cg --data-alloc=pool_take:malloc --data-alloc=pool_give:free "$PROGRAMS/data_pool"
    objects
    has 'heap of_first: blocks 5000 live 240000 sizes 48-48 period 48 '
    has 'heap of_second: blocks 5000 live 240000 sizes 48-48 period 48 '
    has_no 'heap pool_take'
    grep -q '^#data 2 .* over_live=0 ' out
    run -1 grep note: messages
    # Frees that are not seen are said.
    cg --data-alloc=pool_take:malloc "$PROGRAMS/data_pool"
    objects
    grep -q '^#data 2 .* over_live=5000 ' out
    grep -q 'note: 5,000 blocks began over live ones: a pool frees blocks unseen;$' messages
}

@test "a name of --data-alloc that no function has is said" {
    cg --data-alloc=pool_take:malloc --data-alloc=pool::give:free --data-alloc=pool_give:free \
        "$PROGRAMS/data_pool"
    [ "$(grep -o 'note: --data-alloc.*' messages)" = \
        'note: --data-alloc=pool::give:free: no function of this name ran; it may be inlined.' ]
}

@test "with calls a path leads from the allocation to the beginning, and stacks have functions" {
    cg --calls=yes "$PROGRAMS/data_threads"
    objects
    has 'heap allocate_one < run < start_thread < clone.*: blocks 800 live [0-9]+ sizes 6400-6400 period 6400 '
    about 80000 D1mw 'heap allocate_one < run' || [ "$(count D1mw 'heap allocate_one < run')" -gt 79000 ]
    [ "$(count D1mr 'stack use_stack: ')" -ge 4096 ]
    [ "$(count D1mw 'stack use_stack: ')" -ge 4096 ]
    has_no 'stack \(stack\)'
    cg "$PROGRAMS/data_threads"
    objects
    has 'heap allocate_one: blocks 800 '
    [ "$(count D1mw 'stack \(stack\): ')" -ge 4096 ]
}

@test "what an allocation function maps is heap" {
    for calls in no yes; do
        cg --calls=$calls "$PROGRAMS/data_threads" # malloc() maps an arena for each thread
        objects
        [ "$(count D1mw 'other \(heap, in no block\): ')" -gt "$(count D1mw 'map \(anonymous\): ')" ]
    done
}

@test "folded nodes of the tree change no sums" {
    seq 1000 >input
    cg --calls=yes --calls-nodes=100 sort --parallel=1 input >/dev/null
    grep -q '^#tree.* folded [1-9]' out
    objects
    has 'heap '
}

@test "what is mapped belongs to a file, to nobody, or to a library" {
    cp "$PROGRAMS/plugin_data.so" .
    cp plugin_data.so other_data.so
    cg "$PROGRAMS/data_mapped"
    objects
    about 8192 D1mr 'map .*/mapped-file: '
    about 8192 D1mr 'map \(anonymous\): '
    has 'static plugin_data in .*/plugin_data.so: blocks 0 live 0 sizes 262144-262144 period 262144 '
    about 4096 D1mr 'static plugin_data in .*/plugin_data.so'
    about 4096 D1mr 'static plugin_data in .*/other_data.so'
    # With calls, memory without a file has the functions that mapped it.
    cg --calls=yes "$PROGRAMS/data_mapped"
    objects
    about 8192 D1mr 'map (__)?mmap.* < main'
}

@test "a stack takes nothing from what is next to it" {
    for calls in no yes; do
        cg --calls=$calls "$PROGRAMS/data_stacks"
        objects
        about 937 D1mr 'heap in_heap\b'
        about 32768 D1mr 'heap next_to_stack\b'
        about 32768 D1mr 'map .*/mapped-file: '
    done
}

@test "blocks of a library are not those of one that was there before" {
    cp "$PROGRAMS"/blocks_{one,two}.so .
    for calls in no yes; do
        cg --calls=$calls "$PROGRAMS/data_unload" >addresses
        [ "$(sort -u addresses | wc -l)" -eq 1 ] || skip "the libraries have different addresses"
        objects
        about 2048 D1mw 'heap by_one\b'
        about 2048 D1mw 'heap by_two\b'
    done
}

@test "variables of one name are different objects" {
    cg "$PROGRAMS/data_statics"
    objects
    about 1024 D1mw 'static table in .*: blocks 0 live 0 sizes 65536-65536 '
    about 3072 D1mw 'static table in .*: blocks 0 live 0 sizes 196608-196608 '
    # If they have one size, too, their addresses tell them apart.
    local counts=() address
    while read -r address; do
        counts+=("$(count D1mw "static list \\[0x0*$address\\] in .*: blocks 0 live 0 sizes 131072-131072 ")")
    done < <(nm "$PROGRAMS/data_statics" | awk '$3 == "list" { sub(/^0*/, "", $1); print $1 }')
    [ "${#counts[@]}" -eq 2 ]
    [ $((counts[0] + counts[1])) -ge 3072 ]
    [ $((counts[0] > counts[1] ? counts[0] : counts[1])) -le 2064 ]
    # All of them are kept apart in a sum.
    "$BIN/cg_merge" out out >sum
    [ "$(grep -cE '^#data-object static .* (table|list \[.*\])$' sum)" -eq 4 ]
}

@test "after a fork each process has its own blocks" {
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out.%p --cache-sim=yes \
        --data-objects=yes "${usual[@]}" "$PROGRAMS/data_fork"
    local children=0 parents=0
    for f in out.*; do
        objects "$f"
        if grep -q '^heap in_child: blocks 1 live 65536 ' objects; then
            about 1024 D1mw 'heap in_child: '
            children=$((children + 1))
        fi
        if grep -q '^heap in_parent: blocks 1 live 65536 ' objects; then
            about 1024 D1mw 'heap in_parent: '
            parents=$((parents + 1))
        fi
    done
    [ "$children $parents" = "1 1" ]
}

@test "allocations are seen while nothing is counted; parts begin at 0" {
    cg --instr-at-start=no "$PROGRAMS/data_chosen"
    objects out.1
    about 1024 D1mr 'heap first_block: '
    has_no 'heap second_block.* D1m'
    objects
    about 1024 D1mr 'heap first_block: '
    about 1024 D1mr 'heap second_block: '
}

@test "a program without symbols has no heap, and the summary says so" {
    cp "$PROGRAMS/data_blocks_static" stripped
    strip stripped
    cg ./stripped
    objects
    has_no heap
    grep -q '^#data 2 .* allocators=0 ' out
    grep -q 'note: no allocation function was found, so no heap block is known:$' messages
}

# Memcheck counts blocks and bytes, and DHAT the bytes live at most.
# bats test_tags=long
@test "heap blocks and their bytes are those of other tools, with caches and without" {
    echo "create table t(a, b); with recursive c(x) as (select 1 union all select x+1 from c where x < 2000)
        insert into t select x, 'row '||x from c; select count(*), max(b) from t group by a % 10;" >query.sql
    for program in "$PROGRAMS/data_allocations" "$PROGRAMS/data_blocks" "$PROGRAMS/calls_cpp" \
        "sqlite3 -init query.sql :memory: .exit"; do
        command -v "${program%% *}" >/dev/null || continue
        # shellcheck disable=SC2086  # words
        wanted=$("$STOCK" --tool=memcheck --leak-check=no $program 2>&1 >/dev/null </dev/null |
            sed -n 's/.*total heap usage: \(.*\) allocs, .* frees, \(.*\) bytes allocated$/\1 \2/p' | tr -d ,)
        # shellcheck disable=SC2086
        peak=$("$STOCK" --tool=dhat --dhat-out-file=dhat.out $program 2>&1 >/dev/null </dev/null |
            sed -n 's/.*At t-gmax: *\(.*\) bytes in .*/\1/p' | tr -d ,)
        for mode in "" --calls=yes "--cache-sim=yes --cache-use=yes"; do
            # shellcheck disable=SC2086
            "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out --data-objects=yes $mode $program \
                >/dev/null </dev/null
            echo "$program $mode: $("$BATS_TEST_DIRNAME/data-sums" --blocks out), of others $wanted $peak"
            [ "$("$BATS_TEST_DIRNAME/data-sums" --blocks out)" = "$wanted $peak" ]
            grep -q '^#data 2 .* stale=0$' out
        done
    done
}

@test "blocks are counted while instructions are" {
    "$BIN/valgrind" -q --tool=cachegrind --cachegrind-out-file=out --data-objects=yes --instr-at-start=no \
        "$PROGRAMS/data_chosen"
    [ "$("$BATS_TEST_DIRNAME/data-sums" --blocks out.1)" = "0 0 131072" ] # both blocks live
    [ "$("$BATS_TEST_DIRNAME/data-sums" --blocks out)" = "0 0 131072" ]
}

# refused OPTION REASON ARGUMENT...
refused() {
    local option=$1 reason=$2
    shift 2
    run "$BIN/valgrind" --tool=cachegrind "$@" touch started
    [ "$status" -eq 1 ]
    [[ $output == *"$option"*"$reason"* ]]
    [ ! -e started ]
}

@test "options that do not fit are refused" {
    refused --data-alloc "It needs --data-objects=yes." --data-alloc=f:malloc
    refused --data-alloc=f "It takes NAME:malloc, :calloc, :realloc or :free." \
        --cache-sim=yes --data-objects=yes --data-alloc=f
    refused --data-alloc=f:new "It takes NAME:malloc, :calloc, :realloc or :free." \
        --cache-sim=yes --data-objects=yes --data-alloc=f:new
    refused --vex-guest-chase=yes "It cannot be used with --data-objects=yes." \
        --cache-sim=yes --data-objects=yes --vex-guest-chase=yes
    refused --toggle-collect=f "It cannot be used with --data-objects=yes." \
        --cache-sim=yes --data-objects=yes --calls=yes --toggle-collect=f
    run "$BIN/valgrind" --tool=callgrind --cache-sim=yes --data-objects=yes touch started
    [ "$status" -eq 1 ]
    [[ $output == *"Unknown option: --data-objects=yes"* ]]
    [ ! -e started ]
}

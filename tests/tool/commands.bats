#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# Commands of vgdb reach each process of a program that forks, as long as it sees its files.

bats_require_minimum_version 1.5.0

load common

setup() {
    command -v vgdb >/dev/null || skip "no vgdb here"
    cd "$BATS_TEST_TMPDIR" || return 1
    OPEN=$(mktemp -d) # to each user, as no directory of Bats
    chmod a+rwx "$OPEN"
    cat >steps.c <<'END'
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile long sink;
__attribute__((noinline)) void work(void) { for (int i = 0; i < 1000; i++) sink += i; }
/* Each letter is a step: fork, execute this program with the steps after it in a child, become
   another user, another root directory. */
int main(int argc, char **argv) {
    char c;
    for (const char *step = argv[1]; *step != 0; step++) {
        if (*step == 'f' && fork() < 0) return 2;
        if (*step == 'x' && fork() == 0) return execl(argv[0], argv[0], step + 1, (char *)0);
        if (*step == 'u' && setuid(65534) != 0) return 2;
        if (*step == 'r' && chroot(argv[2]) != 0) return 2;
    }
    printf("%d\n", (int)getpid());
    fflush(stdout);
    while (read(0, &c, 1) == 1) work();
    while (wait(NULL) > 0) ;
    return argc > 3;
}
END
    cc -O1 -g -static -o steps steps.c
}

teardown() { [ -z "${OPEN:-}" ] || rm -rf "$OPEN"; }

# start TOOL PROCESSES STEPS OPTION...: until so many processes say their numbers, in `processes`.
start() {
    rm -f input processes messages
    mkfifo input
    # shellcheck disable=SC2086  # several
    "$BIN/valgrind" --tool="$1" "--vgdb-prefix=$OPEN/vgdb" "--$1-out-file=$OPEN/out.%p" "${@:4}" \
        ./steps "$3" "$PWD" <input >processes 2>messages &
    exec 4>input
    until [ "$(wc -l <processes)" -eq "$2" ]; do kill -0 $!; sleep 0.1; done
}

# stop: what is not expected in the messages would be the core's, of files that it cannot open.
stop() {
    exec 4>&-
    wait
    ! grep -e fatal -e FIFO -e unlink messages
    rm -f "$OPEN"/out.*
}

pipes() { find "$OPEN" -name 'vgdb-*' | wc -l; }

tell() { vgdb --vgdb-prefix="$OPEN/vgdb" --pid="$1" "${@:2}"; }

# all_hear TOOL PROCESSES STEPS OPTION...: counting is switched in each process by itself.
all_hear() {
    local process
    start "$@"
    while read -r process; do
        [ "$(tell "$process" instrumentation)" = 'instrumentation: off' ]
        tell "$process" instrumentation on
        [ "$(tell "$process" instrumentation)" = 'instrumentation: on' ]
    done <processes
    printf '%100s' '' >&4
    while read -r process; do
        tell "$process" dump slice
        [ -s "$OPEN/out.$process.1" ]
    done <processes
    [ "$(pipes)" -eq $((3 * $2)) ]
    stop
    [ "$(pipes)" -eq 0 ]
}

@test "commands reach parent, children and their children" {
    all_hear callgrind 2 f --instr-atstart=no
    all_hear callgrind 4 ff --instr-atstart=no
    all_hear cachegrind 2 f --instr-at-start=no --calls=yes
}

@test "programs that are executed have none, unless they are profiled too" {
    start callgrind 2 x --instr-atstart=no
    [ "$(pipes)" -eq 3 ]
    stop
    all_hear callgrind 2 x --instr-atstart=no --trace-children=yes
    all_hear callgrind 4 fx --instr-atstart=no --trace-children=yes
}

@test "processes that give up root's rights hear root" {
    [ "$(id -u)" -eq 0 ] || skip "not root"
    for steps in u fu uf; do
        all_hear callgrind $((${#steps} == 1 ? 1 : 2)) $steps --instr-atstart=no
    done
}

@test "processes that cannot see the files hear nothing, and go on" {
    [ "$(id -u)" -eq 0 ] || skip "not root"
    for steps in r fr rf ruf hidden; do
        if [ "$steps" = hidden ]; then
            chmod go-x "$OPEN"
            steps=u
        fi
        start callgrind $((${#steps} == 1 ? 1 : 2)) $steps
        [ "$(pipes)" -eq 0 ]
        printf x >&4
        stop
    done
}

@test "with --vgdb=no there are no files" {
    start callgrind 2 f --vgdb=no
    [ "$(pipes)" -eq 0 ]
    stop
}

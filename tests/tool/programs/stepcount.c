// SPDX-License-Identifier: GPL-2.0-or-later
// Counts the instructions of a program by the processor itself: steps it under
// ptrace. Prints three numbers: the steps (a REP iteration is one each); what Valgrind
// should count if each iteration counts; and the instructions that were completed. The
// first two differ by one for each REP-prefixed instruction whose count ran out after at
// least one iteration: VEX makes it a loop, and enters it once more to find the count at 0.
//
//   stepcount PROGRAM [ARGUMENT...]
#include <errno.h>
#include <stdio.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum Rep { none, by_count, while_equal, while_not_equal };

// Returns the prefix by which the instruction at the registers' rip repeats.
static enum Rep repetition(pid_t child, const struct user_regs_struct* r) {
    errno = 0;
    const long word = ptrace(PTRACE_PEEKTEXT, child, r->rip, 0);
    if (errno != 0)
        return none;
    int prefix = 0;
    for (int i = 0; i < 8; ++i) {
        const int byte = (int)(word >> (8 * i) & 0xff);
        if (byte == 0xf2 || byte == 0xf3)
            prefix = byte;
        else if ((byte == 0xa6 || byte == 0xa7 || byte == 0xae || byte == 0xaf) &&
                 prefix) // cmps, scas
            return prefix == 0xf3 ? while_equal : while_not_equal;
        else if ((byte == 0xa4 || byte == 0xa5 || (byte >= 0xaa && byte <= 0xad)) && prefix)
            return by_count; // movs, stos, lods
        else if (byte != 0x66 && (byte & 0xf0) != 0x40)
            return none; // no further prefix
    }
    return none;
}

int main(int argc, char** argv) {
    if (argc < 2)
        return fputs("usage: stepcount PROGRAM [ARGUMENT...]\n", stderr), 2;
    const pid_t child = fork();
    if (child == 0) {
        personality(ADDR_NO_RANDOMIZE);
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(argv[1], argv + 1);
        _exit(127);
    }
    int status = 0;
    long steps = 0, entered_again = 0, unfinished = 0;
    waitpid(child, &status, 0); // stopped after exec, before the first instruction
    while (WIFSTOPPED(status)) {
        struct user_regs_struct before, after;
        ptrace(PTRACE_GETREGS, child, 0, &before);
        const enum Rep rep = repetition(child, &before);
        if (ptrace(PTRACE_SINGLESTEP, child, 0, 0) != 0)
            return perror("stepcount: ptrace"), 1;
        ++steps; // the last, the system call that ends the program, does not come back
        waitpid(child, &status, 0);
        if (rep == none || before.rcx == 0 || !WIFSTOPPED(status))
            continue;
        ptrace(PTRACE_GETREGS, child, 0, &after);
        const int zero_flag = (after.eflags & 0x40) != 0;
        unfinished += after.rip == before.rip;
        if (after.rcx == 0 && (rep == by_count || zero_flag == (rep == while_equal)))
            ++entered_again;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return fputs("stepcount: cannot run the program\n", stderr), 1;
    printf("%ld %ld %ld\n", steps, steps + entered_again, steps - unfinished);
    return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
// Tells who called, as the processor itself sees it: steps a program under ptrace, and keeps its
// stack of calls. Prints a line for each path of calls: how often it was called, the instructions
// of its own, the functions on it. Reads the program's functions from stdin, a line each: address
// (hexadecimal) and name, as nm has them.
//
//   stepcalls PROGRAM <FUNCTIONS
//
// A call opens a frame, which ends when a return or an indirect jump finds the stack pointer where
// it was before the call (so one that is jumped out of ends as well). A jump to where another
// function begins is a tail call: a path of its own, without a frame. Instructions with REP are not
// looked at: the program has none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { max_functions = 1000, max_nodes = 100000, max_frames = 10000 };

static struct {
    unsigned long begin;
    char name[100];
} functions[max_functions];
static int function_count;

static struct Node {
    int parent, function;
    long calls, own;
} nodes[max_nodes];
static int node_count;

static struct {
    unsigned long stack_pointer; // before the call
    int node;                    // that called
} frames[max_frames];
static int frame_count;

static void fail(const char* why) {
    fprintf(stderr, "stepcalls: %s\n", why);
    exit(1);
}

static int function_at(unsigned long address) {
    for (int i = 0; i < function_count; ++i)
        if (functions[i].begin == address)
            return i;
    return -1;
}

static int child_of(int parent, int function) {
    for (int i = 0; i < node_count; ++i)
        if (nodes[i].parent == parent && nodes[i].function == function)
            return i;
    if (node_count == max_nodes)
        fail("too many paths");
    nodes[node_count] = (struct Node){.parent = parent, .function = function};
    return node_count++;
}

static void print_path(int node) {
    if (nodes[node].parent >= 0)
        print_path(nodes[node].parent);
    else
        printf("thread");
    printf(";%s", functions[nodes[node].function].name);
}

enum Kind { other, call, leave }; // leave: a return or an indirect jump, which may be longjmp's

static enum Kind kind_of(long word) {
    for (int i = 0; i < 6; ++i) {
        const int byte = (int)(word >> (8 * i) & 0xff);
        const int field = (int)(word >> (8 * i + 11) & 7); // of the byte after it
        if (byte == 0xe8 || (byte == 0xff && field == 2))
            return call;
        if (byte == 0xc3 || byte == 0xc2 || (byte == 0xff && field == 4))
            return leave;
        if (byte != 0x66 && byte != 0xf2 && byte != 0xf3 && byte != 0x3e && (byte & 0xf0) != 0x40)
            return other; // no further prefix
    }
    return other;
}

int main(int argc, char** argv) {
    if (argc != 2)
        return fputs("usage: stepcalls PROGRAM <FUNCTIONS\n", stderr), 2;
    while (function_count < max_functions &&
           scanf("%lx %99s", &functions[function_count].begin, functions[function_count].name) == 2)
        ++function_count;
    const pid_t child = fork();
    if (child == 0) {
        personality(ADDR_NO_RANDOMIZE);
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(argv[1], argv + 1);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0); // stopped after exec, before the first instruction
    struct user_regs_struct r;
    if (!WIFSTOPPED(status) || ptrace(PTRACE_GETREGS, child, 0, &r) != 0)
        fail("cannot step the program");
    const int first = function_at(r.rip);
    if (first < 0)
        fail("the program begins in no function");
    int node = child_of(-1, first);
    nodes[node].calls = 1;
    for (;;) {
        const enum Kind kind = kind_of(ptrace(PTRACE_PEEKTEXT, child, r.rip, 0));
        const unsigned long stack_pointer = r.rsp;
        ++nodes[node].own;
        if (ptrace(PTRACE_SINGLESTEP, child, 0, 0) != 0)
            fail("cannot step the program");
        waitpid(child, &status, 0);
        if (!WIFSTOPPED(status))
            break; // the last is the system call that ends the program
        ptrace(PTRACE_GETREGS, child, 0, &r);
        if (kind == call) {
            if (frame_count == max_frames)
                fail("too many calls");
            frames[frame_count].stack_pointer = stack_pointer;
            frames[frame_count++].node = node;
        }
        int returned = 0;
        while (kind == leave && frame_count > 0 && r.rsp >= frames[frame_count - 1].stack_pointer) {
            node = frames[--frame_count].node;
            returned = 1;
        }
        const int entered = function_at(r.rip);
        if (entered >= 0 && !returned && (kind == call || entered != nodes[node].function)) {
            node = child_of(node, entered);
            ++nodes[node].calls;
        }
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        fail("cannot run the program");
    for (int i = 0; i < node_count; ++i) {
        printf("%ld %ld ", nodes[i].calls, nodes[i].own);
        print_path(i);
        putchar('\n');
    }
    return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
// Calls of every kind, each below a function of its own, so that the tree of calls is known:
// tests/tool/calls.bats says what it is.
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define KEPT __attribute__((noinline, noclone, optimize("no-optimize-sibling-calls")))
#define TAIL __attribute__((noinline, noclone, optimize("optimize-sibling-calls")))

static volatile int work;

KEPT void leaf(void) {
    ++work;
}
KEPT void other_leaf(void) {
    ++work;
}

// recursion, and of two
KEPT int down(int n) {
    leaf();
    return n == 0 ? 0 : down(n - 1) + 1;
}
KEPT int odd(int n);
KEPT int even(int n) {
    return n == 0 ? 1 : odd(n - 1) + work * 0;
}
KEPT int odd(int n) {
    return n == 0 ? 0 : even(n - 1) + work * 0;
}
KEPT void recursion(void) {
    work += down(5);
    work += even(6);
}

// a call that returns with its caller's
TAIL void last_of_chain(int n) {
    work += n;
}
TAIL void middle_of_chain(int n) {
    work += n;
    last_of_chain(n + 1);
}
KEPT void tail_calls(void) {
    for (int i = 0; i < 3; ++i)
        middle_of_chain(i);
    leaf();
}

// leaving several functions at once
static jmp_buf back;
KEPT void throws(int n) {
    leaf();
    if (n != 0)
        throws(n - 1);
    else if (work != 0)
        longjmp(back, 1);
    ++work;
}
KEPT void long_jumps(void) {
    for (volatile int i = 0; i < 4; ++i) {
        if (setjmp(back) == 0)
            throws(3);
        other_leaf();
    }
}

// callbacks
KEPT int compare(const void* a, const void* b) {
    leaf();
    return *(const int*)a - *(const int*)b;
}
KEPT void callbacks(void) {
    int numbers[] = {3, 1, 2};
    qsort(numbers, 3, sizeof numbers[0], compare);
    other_leaf();
}

// handlers: that return, within one another, on a stack of their own, and left for good
static sigjmp_buf out_of_handler;
KEPT void on_usr1(int signal) {
    (void)signal;
    leaf();
}
KEPT void on_usr2(int signal) {
    (void)signal;
    other_leaf();
    raise(SIGUSR1);
    other_leaf();
}
KEPT void on_segv(int signal) {
    (void)signal;
    leaf();
    siglongjmp(out_of_handler, 1);
}
KEPT void faults(int* nowhere) {
    leaf();
    *nowhere = 1;
    ++work;
}
KEPT void signals(void) {
    static char stack[65536];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
    struct sigaction action = {.sa_handler = on_usr1};
    sigaction(SIGUSR1, &action, NULL);
    action.sa_handler = on_usr2;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGUSR2, &action, NULL);
    action.sa_handler = on_segv;
    sigaction(SIGSEGV, &action, NULL);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR2);
    leaf();
    int* const nowhere = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (volatile int i = 0; i < 3; ++i) {
        if (sigsetjmp(out_of_handler, 1) == 0)
            faults(nowhere);
        other_leaf();
    }
}

// another stack, which is come back to
static ucontext_t caller_context, coroutine_context;
KEPT void yields(void) {
    swapcontext(&coroutine_context, &caller_context);
    leaf();
}
KEPT void coroutine(void) {
    for (;;)
        yields();
}
KEPT void coroutines(void) {
    const size_t size = 65536;
    void* const stack = malloc(size);
    getcontext(&coroutine_context);
    coroutine_context.uc_stack.ss_sp = stack;
    coroutine_context.uc_stack.ss_size = size;
    makecontext(&coroutine_context, coroutine, 0);
    for (int i = 0; i < 4; ++i) {
        swapcontext(&caller_context, &coroutine_context);
        other_leaf();
    }
    free(stack);
}

// threads
KEPT void* run(void* argument) {
    leaf();
    return argument;
}
KEPT void threads(void) {
    pthread_t thread;
    for (int i = 0; i < 2; ++i) {
        pthread_create(&thread, NULL, run, NULL);
        pthread_join(thread, NULL);
    }
    other_leaf();
}

KEPT void forks(void) {
    const pid_t child = fork();
    if (child == 0) {
        leaf();
        _exit(0);
    }
    waitpid(child, NULL, 0);
    other_leaf();
}

static const struct {
    const char* name;
    void (*run)(void);
} parts[] = {
    {"recursion", recursion}, {"tail_calls", tail_calls}, {"long_jumps", long_jumps},
    {"callbacks", callbacks}, {"signals", signals},       {"coroutines", coroutines},
    {"threads", threads},     {"forks", forks},
};

// All parts, or those that are named.
int main(int argc, char** argv) {
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        int is_named = argc == 1;
        for (int k = 1; k < argc; ++k)
            is_named |= strcmp(argv[k], parts[i].name) == 0;
        if (is_named)
            parts[i].run();
    }
    return 0;
}

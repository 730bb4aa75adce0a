// SPDX-License-Identifier: GPL-2.0-or-later
// Calls of all kinds. The program counts them itself, and prints them as `CALLER CALLEE CALLS`.
#include <search.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define FUNCTION __attribute__((noinline, noclone)) int
// clang-format off
#define FUNCTIONS(X) \
    X(main) X(work) X(early) X(tail) X(tail_by_pointer) X(by_pointer) X(choose) X(recurse) \
    X(is_even) X(is_odd) X(handler) X(dive) X(dive_and_return) X(is_equal) X(lfind) X(strtol) \
    X(coroutine) X(resume)
// clang-format on

#define NUMBER(name) number_of_##name,
enum { FUNCTIONS(NUMBER) functions };
#define NAME(name) #name,
static const char* const names[] = {FUNCTIONS(NAME)};
static unsigned calls[functions][functions];

// Both count a call; the second one's value is the function.
#define CALLED(caller, callee) ++calls[number_of_##caller][number_of_##callee]
#define CALL(caller, callee) (CALLED(caller, callee), callee)

static volatile int limit = 20;
static jmp_buf top;

FUNCTION work(int n) {
    int sum = 0;
    for (int i = 0; i < limit; ++i)
        sum += i % 3 == 0 ? n : i;
    return sum;
}
// Returns under a condition.
static __attribute__((noinline, noclone)) void early(int n) {
    if (n < 3)
        return;
    limit = n;
}
FUNCTION tail(int n) {
    limit = n % 50;
    return CALL(tail, work)(n * 3);
}
static int (*volatile function)(int) = work;
FUNCTION tail_by_pointer(int n) {
    CALLED(tail_by_pointer, work);
    return function(n + 1);
}
FUNCTION by_pointer(int n) {
    CALLED(by_pointer, tail);
    CALLED(by_pointer, work);
    int (*volatile called)(int) = tail;
    return called(n) + function(n) + 1;
}
// Jumps by a table.
FUNCTION choose(int n) {
    switch (n) {
    case 0:
        return 17;
    case 1:
        return limit;
    case 2:
        return CALL(choose, work)(3) + 1;
    case 3:
        return CALL(choose, tail)(4);
    case 4:
        limit = 5;
        return 2;
    case 5:
        return limit * limit;
    default:
        return 1;
    }
}
FUNCTION recurse(int n) {
    if (n == 0)
        return CALL(recurse, work)(1);
    return CALL(recurse, recurse)(n - 1) * 3 + CALL(recurse, work)(n);
}
FUNCTION is_odd(int n);
FUNCTION is_even(int n) {
    return n == 0 ? 1 : CALL(is_even, is_odd)(n - 1) + limit;
}
FUNCTION is_odd(int n) {
    return n == 0 ? 0 : CALL(is_odd, is_even)(n - 1) - limit;
}
static void handler(int number) {
    CALL(handler, tail)(number);
    CALL(handler, work)(number);
}
FUNCTION dive(int n) {
    if (n == 0)
        longjmp(top, 1);
    return n < 0 ? 0 : CALL(dive, dive)(n - 1) + CALL(dive, work)(n);
}
FUNCTION dive_and_return(int n) {
    if (setjmp(top) == 0)
        CALL(dive_and_return, dive)(n);
    return CALL(dive_and_return, work)(n);
}
static int is_equal(const void* left, const void* right) {
    const int of_left = CALL(is_equal, work)(*(const int*)left);
    return of_left != CALL(is_equal, work)(*(const int*)right);
}
// Not on arm64 (docs/calls.md).
#ifdef COROUTINES
static ucontext_t resumer, resumed;
static void coroutine(void) {
    for (;;) {
        CALL(coroutine, tail)(3);
        swapcontext(&resumed, &resumer);
        CALL(coroutine, work)(4);
        swapcontext(&resumed, &resumer);
    }
}
FUNCTION resume(int n) {
    swapcontext(&resumer, &resumed);
    return CALL(resume, work)(n);
}
#endif

int main(void) {
    int sum = 0;
    for (int i = 0; i < 6; ++i) {
        sum += CALL(main, work)(i);
        CALL(main, early)(i);
        sum += CALL(main, tail)(i);
        sum += CALL(main, tail_by_pointer)(i);
        sum += CALL(main, by_pointer)(i);
        sum += CALL(main, choose)(i);
    }
    sum += CALL(main, recurse)(7);
    sum += CALL(main, is_even)(8);
    signal(SIGUSR1, handler);
    for (int i = 0; i < 3; ++i)
        raise(SIGUSR1);
    sum += CALL(main, dive_and_return)(5);
    int values[] = {1, 2, 3, 4, 5};
    size_t length = sizeof values / sizeof *values;
    for (int i = 0; i < 4; ++i) {
        CALL(main, lfind)(&values[i], values, &length, sizeof *values, is_equal);
        calls[number_of_lfind][number_of_is_equal] += i + 1;
        sum += CALL(main, strtol)("123", NULL, 10) == 123;
    }
#ifdef COROUTINES
    static char stack[1 << 16];
    getcontext(&resumed);
    resumed.uc_stack.ss_sp = stack;
    resumed.uc_stack.ss_size = sizeof stack;
    makecontext(&resumed, coroutine, 0);
    for (int i = 0; i < 6; ++i)
        sum += CALL(main, resume)(i);
#endif
    for (int caller = 0; caller < functions; ++caller)
        for (int callee = 0; callee < functions; ++callee)
            if (calls[caller][callee] != 0)
                printf("%s %s %u\n", names[caller], names[callee], calls[caller][callee]);
    return sum == 12345;
}

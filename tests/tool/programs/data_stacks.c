// SPDX-License-Identifier: GPL-2.0-or-later
// Stacks next to what is no stack: a thread whose stack is in a block of malloc(); a large block
// that is next to the stack of a thread which ended, and on which another one begins; a coroutine,
// between whose stack and that of main() a file is mapped.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { bytes = 1 << 21, stack_bytes = 1 << 18, page = 4096 };
static volatile long sum;

__attribute__((noinline, noclone)) static char* in_heap(void) {
    return malloc(60000);
}
__attribute__((noinline, noclone)) static char* for_stack(void) {
    return malloc(stack_bytes + page);
}
__attribute__((noinline, noclone)) static char* next_to_stack(void) {
    return malloc(bytes);
}

static void read_lines(const char* block, long size) {
    for (long i = 0; i < size; i += 64)
        sum += block[i];
}

static void* nothing(void* argument) {
    return argument;
}
static void run_thread(const pthread_attr_t* attributes) {
    pthread_t thread;
    if (pthread_create(&thread, attributes, nothing, 0) != 0)
        exit(1);
    pthread_join(thread, 0);
}

static ucontext_t of_main, of_coroutine;
static const char* mapped;
static void coroutine(void) {
    read_lines(mapped, bytes);
}

int main(void) {
    char* const block = in_heap();
    char* const stack = for_stack();
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack + page - (unsigned long)stack % page, stack_bytes);
    run_thread(&attributes);
    read_lines(block, 60000);

    run_thread(0); // whose stack is kept
    char* const large = next_to_stack();
    run_thread(0);
    read_lines(large, bytes);

    const int file = open("mapped-file", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || ftruncate(file, bytes) != 0)
        return 1;
    mapped = mmap(0, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    getcontext(&of_coroutine);
    of_coroutine.uc_stack.ss_sp = stack;
    of_coroutine.uc_stack.ss_size = stack_bytes;
    of_coroutine.uc_link = &of_main;
    makecontext(&of_coroutine, coroutine, 0);
    swapcontext(&of_main, &of_coroutine);
    return sum == 42;
}

// SPDX-License-Identifier: GPL-2.0-or-later
// Instructions with a REP prefix that are interrupted, and go on: `fill` writes into pages that a
// handler of SIGSEGV makes writable, one after the other, and `copy` runs under a timer.
//
//     interrupted fault | timer
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum { pages = 8, page = 4096, size = 1 << 16 };
static char* memory;
static char from[size], to[size];
static volatile sig_atomic_t signals;

// Four instructions each.
__asm__(".globl copy\n.type copy, @function\n"
        "copy: movq %rdi, %rax\n\tmovq %rdx, %rcx\n\trep movsb\n\tret\n"
        ".size copy, . - copy\n"
        ".globl fill\n.type fill, @function\n"
        "fill: movl %esi, %eax\n\tmovq %rdx, %rcx\n\trep stosb\n\tret\n"
        ".size fill, . - fill");
void* copy(void* to, const void* from, size_t n);
void fill(void* to, int byte, size_t n);

static void on_fault(int number, siginfo_t* info, void* context) {
    (void)number, (void)context;
    ++signals;
    mprotect((void*)((size_t)info->si_addr & ~(size_t)(page - 1)), page, PROT_READ | PROT_WRITE);
}

static void on_timer(int number) {
    (void)number;
    ++signals;
}

int main(int argc, char** argv) {
    if (argc > 1 && strcmp(argv[1], "fault") == 0) {
        memory = mmap(NULL, pages * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
        sigaction(SIGSEGV, &action, NULL);
        fill(memory, 'x', pages * page);
        // Not the last byte: each fault costs VEX an iteration.
        return signals == pages && memory[(pages - 1) * page] == 'x' ? 0 : 1;
    }
    signal(SIGALRM, on_timer);
    const struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &often, NULL);
    int copies = 0;
    while (signals < 50 || copies % 1000 != 0) {
        copy(to, from, size);
        ++copies;
    }
    setitimer(ITIMER_REAL, &never, NULL);
    return 0;
}

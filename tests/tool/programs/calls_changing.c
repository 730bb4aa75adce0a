// SPDX-License-Identifier: GPL-2.0-or-later
// Calls while something changes below them: code that is written at run time, libraries that come
// and go, counting that is switched off and on, another program in the process's place, frames
// that need more room. tests/tool/calls.bats says what the tree is.
//
//   calls_changing PART...
#define _GNU_SOURCE
#include "cachegrind.h"
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define KEPT __attribute__((noinline, noclone, optimize("no-optimize-sibling-calls")))

static volatile int work;
static char* program;

KEPT void leaf(void) {
    ++work;
}
KEPT void other_leaf(void) {
    ++work;
}

// Code without symbols: at offset 0 a function that calls `called` by its address and the function
// at offset 64 directly.
enum { inner = 64 };
static unsigned char* write_bytes(unsigned char* to, const char* bytes, size_t count) {
    memcpy(to, bytes, count);
    return to + count;
}
static void write_code(unsigned char* code, void (*called)(void)) {
    unsigned char* at = code;
#ifdef __x86_64__
    at = write_bytes(at, "\x48\x83\xec\x08\x48\xb8", 6); // sub rsp, 8; mov rax, ...
    memcpy(at, &called, sizeof called);
    at = write_bytes(at + sizeof called, "\xff\xd0\xe8", 3); // call rax; call ...
#else
    at = write_bytes(at, "\x83\xec\x0c\xb8", 4); // sub esp, 12; mov eax, ...
    memcpy(at, &called, sizeof called);
    at = write_bytes(at + sizeof called, "\xff\xd0\xe8", 3); // call eax; call ...
#endif
    const int distance = (int)(code + inner - (at + 4));
    memcpy(at, &distance, sizeof distance);
#ifdef __x86_64__
    write_bytes(at + 4, "\x48\x83\xc4\x08\xc3", 5); // add rsp, 8; ret
#else
    write_bytes(at + 4, "\x83\xc4\x0c\xc3", 4);              // add esp, 12; ret
#endif
    code[inner] = 0xc3; // ret
}
static unsigned char* map_code(void* at) {
    return mmap(at, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                MAP_PRIVATE | MAP_ANONYMOUS | (at != NULL ? MAP_FIXED : 0), -1, 0);
}
static void call_code(unsigned char* code) {
    void (*function)(void);
    memcpy(&function, &code, sizeof code);
    function();
}

// in the same place
KEPT void rewritten(void) {
    unsigned char* const code = map_code(NULL);
    for (int i = 0; i < 2; ++i) {
        write_code(code, i == 0 ? leaf : other_leaf);
        for (int k = 0; k < 3; ++k)
            call_code(code);
    }
}

// in a mapping that goes and comes. In the end there is one function, which jumps to where the
// other began.
KEPT void remapped(void) {
    unsigned char* code = NULL;
    for (int i = 0; i < 3; ++i) {
        code = map_code(code);
        write_code(code, i == 1 ? other_leaf : leaf);
        for (int k = 0; k < 2; ++k)
            call_code(code);
        munmap(code, 4096);
    }
    code = map_code(code);
    write_bytes(code, "\xeb\x3e", 2); // jmp
    code[inner] = 0xc3;
    call_code(code);
}

KEPT void libraries(void) {
    for (int i = 0; i < 4; ++i) {
        void* const library = dlopen(i % 2 ? "./plugin.so" : "./plugin_O0.so", RTLD_NOW);
        int (*plugin_work)(int);
        *(void**)&plugin_work = dlsym(library, "plugin_work");
        work += plugin_work(3);
        dlclose(library);
    }
    leaf();
}

KEPT void switches(void) {
    leaf();
    CACHEGRIND_STOP_INSTRUMENTATION;
    leaf();
    CACHEGRIND_START_INSTRUMENTATION;
    other_leaf();
}
KEPT void requests(void) {
    switches();
    leaf();
}

KEPT void fails_to_execute(void) {
    execl("/nonexistent", "/nonexistent", (char*)NULL);
    leaf();
}
KEPT void executes(void) {
    leaf();
    execl(program, program, "executed", (char*)NULL);
}
KEPT void executed(void) {
    other_leaf();
}

// deeper than the frames have room for at first, with a signal in the depth
KEPT void on_usr1(int signal) {
    (void)signal;
    leaf();
}
KEPT int dive(int n) {
    if (n == 0) {
        raise(SIGUSR1);
        return 0;
    }
    return dive(n - 1) + 1;
}
KEPT void deep(void) {
    signal(SIGUSR1, on_usr1);
    work += dive(150000);
    other_leaf();
}

static const struct {
    const char* name;
    void (*run)(void);
} parts[] = {
    {"rewritten", rewritten}, {"remapped", remapped}, {"libraries", libraries},
    {"requests", requests},   {"deep", deep},         {"fails_to_execute", fails_to_execute},
    {"executes", executes},   {"executed", executed},
};

int main(int argc, char** argv) {
    program = argv[0];
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        for (int k = 1; k < argc; ++k) {
            if (strcmp(argv[k], parts[i].name) == 0)
                parts[i].run();
        }
    }
    return 0;
}

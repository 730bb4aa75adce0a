// SPDX-License-Identifier: GPL-2.0-or-later
// Runs more superblocks than 2^20: makes code of jumps, each of which goes to the next one, and
// runs it three times.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { jump_bytes = 2 };

int main(int argc, char** argv) {
    const size_t blocks = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    const size_t bytes = blocks * jump_bytes + 1;
    unsigned char* code =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        return 1;
    for (size_t i = 0; i < blocks; ++i)
        memcpy(code + i * jump_bytes, "\xeb\x00", jump_bytes); // jmp to what follows
    code[bytes - 1] = 0xc3;                                    // ret
    void (*run)(void);
    memcpy(&run, &code, sizeof run);
    const struct rlimit little = {1 << 20, 1 << 20};
    if (argc > 2 && setrlimit(RLIMIT_AS, &little) != 0)
        return 1;
    for (int i = 0; i < 3; ++i)
        run();
    puts("done");
    return 0;
}

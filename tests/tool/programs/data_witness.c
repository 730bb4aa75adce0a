// SPDX-License-Identifier: GPL-2.0-or-later
// Writes all that happens to blocks and arrays into a log, by which tests/tool/data-replay knows
// whose each address is. The log is a variable of the program, and an entry counts from the store
// into its `kind` on: so whoever sees the program's references knows when.
//
//     data_witness LOG    writes the log to the file
#define _GNU_SOURCE
#include <fcntl.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum kind { none, variable, begins, ends };

struct entry {
    uint64_t address, size, element;
    char object[24];
    volatile uint64_t kind; // written last
};

enum { max_entries = 65536, nodes = 8000, mixed = 6000, records = 5000 };
static struct entry log_entries[max_entries];
static unsigned entry_count;

static __attribute__((noinline)) void note(enum kind kind, const char* object, void* address,
                                           size_t size, size_t element) {
    struct entry* e = &log_entries[entry_count++];
    e->address = (uintptr_t)address;
    e->size = size;
    e->element = element;
    for (unsigned i = 0; object[i] != 0; ++i)
        e->object[i] = object[i];
    e->kind = kind;
}
static unsigned state = 1;
static unsigned random_below(unsigned n) {
    state = state * 1103515245 + 12345;
    return (state >> 8) % n;
}

// 4096 lines are read, then every second one again, by when the first ones have left.
static char area[256 * 1024] __attribute__((aligned(64)));
static __attribute__((noinline)) int strides(void) {
    int sum = 0;
    for (unsigned i = 0; i < sizeof area; i += 64)
        sum += ((volatile char*)area)[i];
    for (unsigned i = 0; i < sizeof area; i += 128)
        sum += ((volatile char*)area)[i];
    return sum;
}

// 187.5 lines.
static int histogram[3000] __attribute__((aligned(64)));
static __attribute__((noinline)) void count(void) {
    for (unsigned i = 0; i < 3000; ++i)
        ((volatile int*)histogram)[i] = (int)i;
}

// Each record is larger than a line. Of the first, the line was loaded for the header of the block.
// Not freed, because so large a block would be unmapped, of which the log knows nothing.
static __attribute__((noinline)) int read_records(void) {
    char* block = calloc(records, 96);
    note(begins, "read_records", block, records * 96, 96);
    int sum = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (unsigned i = 0; i < records; ++i)
            sum += *(volatile int*)(block + 96 * i);
    }
    return sum;
}

struct node {
    struct node* next;
    long key;
    long rest[3];
};

static __attribute__((noinline)) struct node* make_node(void) {
    struct node* n = malloc(sizeof *n);
    note(begins, "make_node", n, sizeof *n, sizeof *n);
    return n;
}
static __attribute__((noinline)) struct node** make_pointers(void) {
    struct node** p = malloc(nodes * sizeof *p);
    note(begins, "make_pointers", p, nodes * sizeof *p, nodes * sizeof *p);
    return p;
}
static __attribute__((noinline)) long walk(void) {
    struct node** all = make_pointers();
    for (unsigned i = 0; i < nodes; ++i) {
        all[i] = make_node();
        all[i]->key = i;
    }
    for (unsigned i = nodes - 1; i > 0; --i) {
        const unsigned other = random_below(i + 1);
        struct node* n = all[i];
        all[i] = all[other];
        all[other] = n;
    }
    for (unsigned i = 0; i < nodes; ++i)
        all[i]->next = i + 1 < nodes ? all[i + 1] : NULL;
    long sum = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (struct node* n = all[0]; n != NULL; n = n->next)
            sum += n->key;
    }
    note(ends, "make_pointers", all, 0, 0);
    free(all);
    return sum;
}

static __attribute__((noinline)) char* make_aligned(void) {
    char* p = memalign(256, 20000);
    note(begins, "make_aligned", p, 20000, 20000);
    return p;
}
static __attribute__((noinline)) char* make_mixed(size_t size) {
    char* p = malloc(size);
    note(begins, "make_mixed", p, size, size);
    return p;
}
static __attribute__((noinline)) void mix(void) {
    static char* blocks[200];
    char* aligned = make_aligned();
    for (unsigned i = 0; i < mixed; ++i) {
        char** b = &blocks[random_below(200)];
        if (*b != NULL) {
            aligned[random_below(20000)] += (*b)[0];
            note(ends, "make_mixed", *b, 0, 0);
            free(*b);
        }
        const size_t size = 16 + random_below(200);
        *b = make_mixed(size);
        memset(*b, 1, size);
    }
    note(ends, "make_aligned", aligned, 0, 0);
    free(aligned);
}

static __attribute__((noinline)) char* grow(char* vector, size_t size) {
    if (vector != NULL)
        note(ends, "grow", vector, 0, 0);
    char* p = realloc(vector, size);
    note(begins, "grow", p, size, size);
    return p;
}
static __attribute__((noinline)) long fill_vector(void) {
    enum { element = 24 };
    char* vector = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < 5000; ++i) {
        if (i == capacity) {
            capacity = capacity == 0 ? 1 : 2 * capacity;
            vector = grow(vector, capacity * element);
        }
        *(volatile long*)(vector + i * element) = (long)i;
    }
    long sum = 0;
    for (size_t i = 0; i < 5000; ++i)
        sum += *(volatile long*)(vector + i * element + 8);
    return sum; // not freed, as the records
}

int main(int argc, char** argv) {
    note(variable, "area", area, sizeof area, sizeof area);
    note(variable, "histogram", histogram, sizeof histogram, sizeof histogram);
    int sum = strides();
    count();
    sum += read_records();
    sum += (int)walk();
    mix();
    sum += (int)fill_vector();
    if (argc < 2)
        return 1;
    const int file = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const uint64_t head[3] = {(uintptr_t)log_entries, entry_count, sizeof log_entries};
    const size_t bytes = entry_count * sizeof(struct entry);
    const int failed = write(file, head, sizeof head) != (ssize_t)sizeof head ||
                       write(file, log_entries, bytes) != (ssize_t)bytes;
    return failed || sum == 123;
}

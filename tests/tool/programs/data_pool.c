// SPDX-License-Identifier: GPL-2.0-or-later
// A pool in the program: nodes of 48 bytes of two owners, from one block, freed and used again.
#include <stdlib.h>

struct node {
    struct node* next;
    long value;
    char rest[32];
};

static struct node* unused;

__attribute__((noinline, noclone)) void* pool_take(size_t bytes) {
    static char* chunk;
    static size_t left;
    if (unused != 0) {
        struct node* const taken = unused;
        unused = taken->next;
        return taken;
    }
    if (left < bytes) {
        left = 1 << 20;
        chunk = malloc(left);
    }
    left -= bytes;
    return chunk + left;
}
__attribute__((noinline, noclone)) void pool_give(void* node) {
    struct node* const given = node;
    given->next = unused;
    unused = given;
}

static volatile long sum;

#define OWNER __attribute__((noinline, noclone)) static

OWNER struct node* of_first(struct node* next) {
    struct node* const made = pool_take(sizeof *made);
    made->next = next;
    return made;
}
OWNER struct node* of_second(struct node* next) {
    struct node* const made = pool_take(sizeof *made);
    made->next = next;
    return made;
}

OWNER void walk(const struct node* list) {
    for (; list != 0; list = list->next)
        sum += list->value;
}

int main(void) {
    struct node* first = 0;
    struct node* second = 0;
    for (int i = 0; i < 5000; ++i)
        first = of_first(first);
    walk(first);
    while (first != 0) {
        struct node* const next = first->next;
        pool_give(first);
        first = next;
    }
    for (int i = 0; i < 5000; ++i)
        second = of_second(second);
    walk(second);
    return sum == 42;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Looks words' numbers up in a hash table with linked entries. -DKEYS keeps the keys of a bucket
   together, and an entry is read only where its key is the one that is looked for. */
#include <stdio.h>
#include <stdlib.h>

enum { buckets = 4096, entries = 32768, lookups = 200000 };

struct entry {
    unsigned key;
    struct entry* next;
    char text[48];
};

#ifdef KEYS
struct bucket {
    unsigned count, room;
    unsigned* keys;
    struct entry** values;
};
static struct bucket table[buckets];
#else
static struct entry* table[buckets];
#endif

static unsigned random_number(void) {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static void insert(struct entry* e) {
#ifdef KEYS
    struct bucket* b = &table[e->key % buckets];
    if (b->count == b->room) {
        b->room = b->room ? 2 * b->room : 16;
        b->keys = realloc(b->keys, b->room * sizeof *b->keys);
        b->values = realloc(b->values, b->room * sizeof *b->values);
    }
    b->keys[b->count] = e->key;
    b->values[b->count++] = e;
#else
    e->next = table[e->key % buckets];
    table[e->key % buckets] = e;
#endif
}

static const struct entry* find(unsigned key) {
#ifdef KEYS
    const struct bucket* b = &table[key % buckets];
    for (unsigned i = 0; i < b->count; i++)
        if (b->keys[i] == key)
            return b->values[i];
#else
    for (const struct entry* e = table[key % buckets]; e; e = e->next)
        if (e->key == key)
            return e;
#endif
    return NULL;
}

int main(void) {
    /* Entries of a bucket are far apart, as they are in a program that runs for long. */
    struct entry* all = aligned_alloc(64, entries * sizeof *all);
    for (unsigned i = 0; i < entries; i++) {
        all[i] = (struct entry){.key = i * 7919u % entries};
        insert(&all[i]);
    }
    unsigned long sum = 0;
    for (int i = 0; i < lookups; i++) {
        const struct entry* e = find(random_number() % (2 * entries));
        if (e)
            sum += e->text[0] + e->key;
    }
    printf("%lu\n", sum);
    return 0;
}

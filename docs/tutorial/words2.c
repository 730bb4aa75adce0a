// SPDX-License-Identifier: GPL-2.0-or-later
// Counts the words of standard input and prints the ten most frequent: with a hash table.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char* text;
    unsigned count;
    struct word* next;
};

enum { bucket_count = 4096 };
static struct word* buckets[bucket_count];
static size_t word_count;

static struct word** bucket_of(const char* text) {
    unsigned hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return &buckets[hash % bucket_count];
}

static struct word* find(const char* text) {
    for (struct word* w = *bucket_of(text); w; w = w->next)
        if (strcmp(w->text, text) == 0)
            return w;
    return NULL;
}

static void add(const char* text) {
    struct word* w = find(text);
    if (!w) {
        w = malloc(sizeof *w);
        w->text = strdup(text);
        w->count = 0;
        w->next = *bucket_of(text);
        *bucket_of(text) = w;
        word_count++;
    }
    w->count++;
}

static void read_words(void) {
    char buffer[64] = "";
    int c;
    while ((c = getchar()) != EOF) {
        if (isalpha(c) && strlen(buffer) < sizeof buffer - 1) {
            const size_t end = strlen(buffer);
            buffer[end] = (char)tolower(c);
            buffer[end + 1] = '\0';
        } else if (buffer[0]) {
            add(buffer);
            memset(buffer, 0, sizeof buffer);
        }
    }
    if (buffer[0])
        add(buffer);
}

static int more_frequent(const void* a, const void* b) {
    const struct word* x = *(struct word* const*)a;
    const struct word* y = *(struct word* const*)b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

int main(void) {
    read_words();
    struct word** all = malloc(word_count * sizeof *all);
    size_t n = 0;
    for (size_t i = 0; i < bucket_count; i++)
        for (struct word* w = buckets[i]; w; w = w->next)
            all[n++] = w;
    qsort(all, n, sizeof *all, more_frequent);
    for (size_t i = 0; i < n && i < 10; i++)
        printf("%6u %s\n", all[i]->count, all[i]->text);
    return 0;
}

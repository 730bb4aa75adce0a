/* SPDX-License-Identifier: GPL-2.0-or-later. A list of words with their counts. */
#include <stdlib.h>
#include <string.h>

struct item { struct item *next; int count; char word[64]; };
static struct item *list;

static inline void list_add(const char *word)
{
    struct item *i;
    for (i = list; i; i = i->next)
        if (strcmp(i->word, word) == 0) {
            i->count++;
            return;
        }
    i = malloc(sizeof *i);
    strcpy(i->word, word);
    i->count = 1;
    i->next = list;
    list = i;
}

static inline void list_print(void)
{
    struct item *i;
    for (i = list; i; i = i->next)
        printf("%5d %s\n", i->count, i->word);
}

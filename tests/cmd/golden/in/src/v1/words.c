/* SPDX-License-Identifier: GPL-2.0-or-later. Counts words: version 1 keeps them in a list. */
#include <stdio.h>
#include "list.h"

static int is_letter(int c)
{
    return c >= 'a' && c <= 'z';
}

int main(void)
{
    char word[64];
    int c, n = 0;
    while ((c = getchar()) != EOF) {
        if (is_letter(c) && n < 63)
            word[n++] = (char)c;
        else if (n) {
            word[n] = 0;
            list_add(word);
            n = 0;
        }
    }
    list_print();
    return 0;
}

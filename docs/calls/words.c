// SPDX-License-Identifier: GPL-2.0-or-later
// Greets people in capitals, in lines of equal width. For docs/calls.md.
#include <stdio.h>
#include <string.h>

static int width(const char* text) {
    return (int)strlen(text);
}

static void shout(char* text) {
    for (size_t i = 0; i < strlen(text); i++)
        if (text[i] >= 'a' && text[i] <= 'z')
            text[i] = (char)(text[i] - 'a' + 'A');
}

static int greet(const char* name, int widest) {
    char line[100];
    snprintf(line, sizeof line, "good morning, %s, and how are you today?", name);
    shout(line);
    return printf("%-*s|\n", widest + 40, line);
}

int main(void) {
    static const char* const names[] = {"Ada", "Barbara", "Edsger", "Grace", "Niklaus", "Tony"};
    int widest = 0;
    for (int round = 0; round < 100; round++)
        for (int i = 0; i < 6; i++)
            if (width(names[i]) > widest)
                widest = width(names[i]);
    for (int round = 0; round < 100; round++)
        for (int i = 0; i < 6; i++)
            greet(names[i], widest);
    return 0;
}

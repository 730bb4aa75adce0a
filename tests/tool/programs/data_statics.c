// SPDX-License-Identifier: GPL-2.0-or-later
// Two variables of one name, in two files: this one is compiled twice.
#ifdef SECOND
enum { bytes = 3 << 16 };
#else
enum { bytes = 1 << 16 };
#endif
static char table[bytes];

static void write_lines(volatile char* first) {
    for (int i = 0; i < bytes; i += 64)
        first[i] = 1;
}

void second(void);
#ifdef SECOND
void second(void) {
    write_lines(table);
}
#else
int main(void) {
    write_lines(table);
    second();
    return 0;
}
#endif

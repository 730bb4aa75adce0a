// SPDX-License-Identifier: GPL-2.0-or-later
// Variables of one name, in two files: this one is compiled twice. The tables have different sizes,
// the lists have one.
#ifdef SECOND
enum { bytes = 3 << 16 };
#else
enum { bytes = 1 << 16 };
#endif
static char table[bytes];
static char list[1 << 17];

static void write_lines(volatile char* first, int size) {
    for (int i = 0; i < size; i += 64)
        first[i] = 1;
}

void second(void);
#ifdef SECOND
void second(void) {
    write_lines(table, bytes);
    write_lines(list, sizeof list / 2);
}
#else
int main(void) {
    write_lines(table, bytes);
    write_lines(list, sizeof list);
    second();
    return 0;
}
#endif

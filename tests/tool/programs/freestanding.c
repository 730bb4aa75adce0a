// SPDX-License-Identifier: GPL-2.0-or-later
// A static program without a C library, which depends on nothing outside: not on
// the processor's features, not on the environment. So the processor, stepped
// one instruction at a time, and the tool must agree on it.
typedef unsigned long Word;

// The processor's steps take a second.
enum { sorted = 128, letters = 200 };
static unsigned values[512];
static char text[1024];

static void sort(unsigned* v, int n) {
    for (int gap = n / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < n; ++i) {
            const unsigned x = v[i];
            int j = i;
            for (; j >= gap && v[j - gap] > x; j -= gap)
                v[j] = v[j - gap];
            v[j] = x;
        }
    }
}

static Word fibonacci(int n) {
    return n < 2 ? (Word)n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int classify(char c) {
    switch (c % 6) {
    case 0:
        return 3;
    case 1:
        return c * 5;
    case 2:
        return c - 9;
    case 3:
        return c >> 1;
    case 4:
        return c && values[(unsigned char)c] > 1000 && values[1] < 99999 ? 8 : 4;
    default:
        return -c;
    }
}

static void copy(void* to, const void* from, Word n) {
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static Word length(const char* s) {
    Word left = ~0UL;
    __asm__ volatile("repne scasb" : "+D"(s), "+c"(left) : "a"(0) : "memory", "cc");
    return ~left - 1;
}

static void leave(int status) {
    __asm__ volatile("syscall" : : "a"(60), "D"(status) : "rcx", "r11", "memory");
    __builtin_unreachable();
}

__attribute__((force_align_arg_pointer)) void _start(void) {
    unsigned random = 1;
    for (int i = 0; i < sorted; ++i)
        values[i] = random = random * 1664525 + 1013904223;
    sort(values, sorted);
    for (int i = 0; i < letters; ++i)
        text[i] = (char)('a' + values[i % sorted] % 26);
    long sum = (long)fibonacci(8);
    for (int n = 0; n < 100; n += 13) {
        copy(text + 300, text, (Word)n);
        sum += (long)length(text + n);
    }
    for (int i = 0; i < letters; ++i)
        sum += classify(text[i]);
    leave((int)(sum & 63));
}

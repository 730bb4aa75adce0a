// SPDX-License-Identifier: GPL-2.0-or-later
// Wide vectors at all alignments, so that 16 and 32 bytes straddle lines.
#include <immintrin.h>
#include <stdio.h>
#include <string.h>

static char from[512], to[512];

__attribute__((target("avx2"))) static void copy32(int offset) {
    const __m256i v = _mm256_loadu_si256((const __m256i*)(from + offset));
    _mm256_storeu_si256((__m256i*)(to + offset), _mm256_add_epi8(v, _mm256_set1_epi8(1)));
}

static void copy16(int offset) {
    const __m128i v = _mm_loadu_si128((const __m128i*)(from + offset));
    _mm_storeu_si128((__m128i*)(to + offset), _mm_add_epi8(v, _mm_set1_epi8(2)));
}

int main(void) {
    memset(from, 7, sizeof from);
    for (int round = 0; round < 20; ++round) {
        for (int offset = 0; offset < 256; ++offset) {
            copy16(offset);
            if (__builtin_cpu_supports("avx2"))
                copy32(offset);
        }
    }
    printf("%d\n", to[100]);
    return 0;
}

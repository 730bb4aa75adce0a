// SPDX-License-Identifier: GPL-2.0-or-later
// Guarded loads and stores: AVX2's masked moves and gathers, with masks that
// leave none, some or all of the elements, some at the end of a page before an
// unmapped one.
#include <immintrin.h>
#include <stdio.h>
#include <sys/mman.h>

__attribute__((target("avx2"))) static int run(void) {
    char* const pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages + 4096, 4096);
    int* const edge = (int*)(pages + 4096 - 16); // four ints, then nothing
    for (int i = 0; i < 4; ++i)
        edge[i] = i + 1;
    __m256i sum = _mm256_setzero_si256();
    int masks[8];
    for (int m = 0; m < 64; ++m) {
        for (int i = 0; i < 8; ++i)
            masks[i] = i < 4 && (m >> i & 1) ? -1 : 0;
        const __m256i mask = _mm256_loadu_si256((const __m256i*)masks);
        sum = _mm256_add_epi32(sum, _mm256_maskload_epi32(edge, mask));
        _mm256_maskstore_epi32(edge, mask, _mm256_set1_epi32(m));
        _mm256_maskstore_ps((float*)edge, mask, _mm256_castsi256_ps(_mm256_set1_epi32(1)));
        const __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 0, 1, 2, 3);
        sum = _mm256_add_epi32(
            sum, _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), edge, places, mask, 4));
    }
    _mm256_storeu_si256((__m256i*)masks, sum);
    int total = 0;
    for (int i = 0; i < 8; ++i)
        total += masks[i];
    printf("%d\n", total);
    return 0;
}

int main(void) {
    if (!__builtin_cpu_supports("avx2"))
        return puts("no AVX2 here"), 0;
    return run();
}

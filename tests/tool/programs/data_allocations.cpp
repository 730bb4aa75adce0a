// SPDX-License-Identifier: GPL-2.0-or-later
// Allocates in all ways that there are, so that what is counted can be compared with other tools:
// also where a loop has come to the place of the return before the first allocation.
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <map>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace {

struct alignas(64) Aligned {
    char bytes[192];
};

void work(int n) {
    std::vector<std::string> texts;
    std::map<int, int> numbers;
    for (int i = 0; i < n; ++i) {
        texts.emplace_back(40 + i % 7, 'x');
        numbers[i] = i;
    }
}

__attribute__((noinline)) void* maybe(bool allocates, std::size_t size) {
    void* result = nullptr;
    if (allocates)
        result = std::malloc(size);
    return result;
}

} // namespace

int main() {
    volatile std::size_t size = 100;
    void* block = std::malloc(size);
    for (int i = 0; i < 500; ++i)
        block = std::realloc(block, size + 13 * i);
    std::free(block);
    for (int i = 0; i < 300; ++i)
        std::free(std::calloc(i + 1, 24));
    for (int i = 0; i < 200; ++i) {
        if (posix_memalign(&block, 64, size + i) != 0)
            return 1;
        std::free(block);
    }
    for (int i = 0; i < 100; ++i) {
        std::free(std::aligned_alloc(32, 64));
        std::free(memalign(128, 65));
        std::free(strdup("a text"));
        std::free(maybe(i % 3 == 2, size));
        delete new int;
        delete new (std::nothrow) long;
        delete[] new char[size];
        delete new Aligned;
        delete[] new Aligned[3];
    }
    work(1000);
    std::thread(work, 500).join();
    std::thread(work, 600).join();
    std::free(std::malloc(size - 100));
    std::free(nullptr);
    std::free(std::realloc(nullptr, 33));
    void* volatile impossible = std::malloc(size << 56);
    std::free(impossible);
    return impossible != nullptr;
}

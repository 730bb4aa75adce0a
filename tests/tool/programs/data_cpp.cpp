// SPDX-License-Identifier: GPL-2.0-or-later
// The operators of C++, exceptions out of them, and longjmp() out of an allocator: a call that
// never returns must not hide those after it.
#include <csetjmp>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t line = 64;
constexpr int lines = 1024;
volatile long sum;

[[gnu::noinline]] void write_lines(char* block) {
    for (int i = 0; i < lines; ++i)
        block[static_cast<std::size_t>(i) * line] = static_cast<char>(i);
}

struct alignas(line) Wide {
    char bytes[line];
};

[[gnu::noinline]] void by_new() {
    char* const block = new char[line * lines];
    write_lines(block);
    delete[] block;
}
[[gnu::noinline]] void by_nothrow() {
    char* const block = static_cast<char*>(::operator new(line* lines, std::nothrow));
    write_lines(block);
    ::operator delete(block, std::nothrow);
}
[[gnu::noinline]] void by_aligned_new() {
    Wide* const block = new Wide[lines];
    write_lines(block[0].bytes);
    delete[] block;
}
[[gnu::noinline]] void throws() {
    for (int i = 0; i < 5; ++i) {
        try {
            volatile std::size_t too_much = static_cast<std::size_t>(-1) / 4;
            sum = sum + *new char[too_much];
        } catch (const std::bad_alloc&) {
            sum = sum + 1;
        }
    }
}

std::jmp_buf start;

} // namespace

// Allocates, or leaves by a jump.
extern "C" [[gnu::noinline]] void* jumping_alloc(std::size_t bytes) {
    void* const block = std::malloc(bytes);
    if (bytes % 2 != 0)
        std::longjmp(start, 1);
    return block;
}

namespace {

[[gnu::noinline]] void by_jumping_alloc() {
    volatile int jumps = 0;
    if (setjmp(start) != 0)
        jumps = jumps + 1;
    if (jumps < 5)
        sum = sum + *static_cast<char*>(jumping_alloc(101));
    char* const block = static_cast<char*>(jumping_alloc(line * lines));
    write_lines(block);
    std::free(block);
}

} // namespace

int main() {
    by_new();
    throws();
    by_nothrow();
    by_jumping_alloc();
    by_aligned_new();
    return sum == 42;
}

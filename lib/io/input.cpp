// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/input.hpp"

#include "error/error.hpp"
#include "io/compression.hpp"
#include "io/descriptor.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>

namespace cg {

// Either mapped, or malloc'ed (so that growing may move pages instead of copying them), or a
// string that the decompressor filled.
struct Input::Memory {
    char* data = nullptr;
    std::size_t size = 0;
    bool mapped = false;
    std::string decompressed;

    Memory() = default;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { reset(); }

    void reset() {
        if (mapped)
            ::munmap(data, size);
        else
            std::free(data);
        data = nullptr;
        size = 0;
        mapped = false;
    }
    std::string_view bytes() const { return data ? std::string_view(data, size) : decompressed; }
};

namespace {

[[noreturn]] void fail(const std::string& source) {
    throw Error(source, std::strerror(errno));
}

// Reads to the end; false when the system refuses.
bool read_all(int descriptor, char*& data, std::size_t& size) {
    std::size_t capacity = 0;
    for (;;) {
        if (size == capacity) {
            capacity = capacity == 0 ? 1 << 16 : capacity * 2;
            void* const larger = std::realloc(data, capacity);
            if (!larger)
                throw std::bad_alloc();
            data = static_cast<char*>(larger);
        }
        const ssize_t got = ::read(descriptor, data + size, capacity - size);
        if (got == 0)
            return true;
        if (got > 0)
            size += static_cast<std::size_t>(got);
        else if (errno != EINTR)
            return false;
    }
}

} // namespace

Input Input::open(const std::string& path) {
    const bool is_stdin = path == "-";
    const std::string source = is_stdin ? "<stdin>" : path.empty() ? "''" : path;
    Descriptor opened;
    if (!is_stdin) {
        opened = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (!opened)
            fail(source);
    }
    const int descriptor = is_stdin ? STDIN_FILENO : opened.get();
    struct stat status;
    if (::fstat(descriptor, &status) != 0)
        fail(source);
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        fail(source);
    }

    auto memory = std::make_unique<Memory>();
    // stdin may stand anywhere in a file, and a file of /proc says 0 for its size: both are read.
    if (S_ISREG(status.st_mode) && status.st_size > 0 && !is_stdin) {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* const at =
            ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
        if (at != MAP_FAILED) {
            memory->data = static_cast<char*>(at);
            memory->size = size;
            memory->mapped = true;
        }
    }
    if (!memory->mapped && !read_all(descriptor, memory->data, memory->size))
        fail(source);

    const Compression compression = compression_of_bytes(memory->bytes());
    if (compression != Compression::none) {
        memory->decompressed = decompress(compression, memory->bytes(), source);
        memory->reset();
    }
    return {source, std::move(memory)};
}

Input::Input(std::string source, std::unique_ptr<Memory> memory)
    : source_(std::move(source)), memory_(std::move(memory)), bytes_(memory_->bytes()) {
}

Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

} // namespace cg

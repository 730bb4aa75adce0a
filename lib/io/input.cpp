// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/input.hpp"

#include "io/compression.hpp"
#include "io/descriptor.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace cg {

// A mapping, or a buffer of read or decompressed bytes.
struct Input::Memory {
    std::string_view mapping; // without data if there is none
    GrowingArray<char> buffer;

    Memory() = default;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { unmap(); }

    void unmap() {
        if (mapping.data())
            ::munmap(const_cast<char*>(mapping.data()), mapping.size());
        mapping = {};
    }
    std::string_view bytes() const {
        return mapping.data() ? mapping : std::string_view(buffer.data(), buffer.size());
    }
};

namespace {

// Reads to the end. Returns false if the system reports an error.
bool read_all(int descriptor, GrowingArray<char>& buffer) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    for (;;) {
        const std::size_t size = buffer.size();
        const ssize_t got = ::read(descriptor, buffer.extend(piece), piece);
        buffer.truncate(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
    }
}

} // namespace

Input Input::open(const std::string& path, Bytes how) {
    const bool is_stdin = path == "-";
    static std::atomic<bool> was_read = false; // stdin
    if (is_stdin && was_read.exchange(true))
        throw UsageError("- can be given once only: stdin can't be read twice");
    const std::string source = is_stdin ? "<stdin>" : path.empty() ? "''" : path_for_message(path);
    Descriptor opened;
    if (!is_stdin) {
        opened = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
        if (!opened)
            throw_system_error(source);
    }
    const int descriptor = is_stdin ? STDIN_FILENO : opened.get();
    struct stat status;
    if (::fstat(descriptor, &status) != 0)
        throw_system_error(source);
    if (S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        throw_system_error(source);
    }

    auto memory = std::make_unique<Memory>();
    // Reads stdin, because its position may be inside a file, and files of /proc, because their
    // size is 0.
    if (S_ISREG(status.st_mode) && status.st_size > 0 && !is_stdin && how == Bytes::mapped) {
        const auto size = static_cast<std::size_t>(status.st_size);
        void* const at =
            ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
        if (at != MAP_FAILED)
            memory->mapping = {static_cast<const char*>(at), size};
    }
    if (!memory->mapping.data() && !read_all(descriptor, memory->buffer))
        throw_system_error(source);

    const std::size_t stored_size = memory->bytes().size();
    const Compression compression = compression_of_bytes(memory->bytes());
    if (compression != Compression::none) {
        memory->buffer = decompress(compression, memory->bytes(), source);
        memory->unmap();
    }
    return {source, std::move(memory), stored_size};
}

Input::Input(std::string source, std::unique_ptr<Memory> memory, std::size_t stored_size)
    : source_(std::move(source)),
      memory_(std::move(memory)),
      bytes_(memory_->bytes()),
      stored_size_(stored_size) {
}

Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;
Input::~Input() = default;

} // namespace cg

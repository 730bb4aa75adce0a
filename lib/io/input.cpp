// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/input.hpp"

#include "io/compression.hpp"
#include "io/descriptor.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace cg {

// A mapping, or a buffer of read or decompressed bytes.
struct Input::Memory {
    std::string_view mapping; // without data if there is none
    Buffer buffer;

    Memory() = default;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { unmap(); }

    void unmap() {
        if (mapping.data())
            ::munmap(const_cast<char*>(mapping.data()), mapping.size());
        mapping = {};
    }
    std::string_view bytes() const { return mapping.data() ? mapping : buffer.bytes(); }
};

namespace {

// Reads to the end. Returns false if the system reports an error.
bool read_all(int descriptor, Buffer& buffer) {
    for (;;) {
        if (buffer.room_size() == 0)
            buffer.reserve(std::max(std::size_t{1} << 16, 2 * buffer.capacity()));
        const ssize_t got = ::read(descriptor, buffer.room(), buffer.room_size());
        if (got == 0)
            return true;
        if (got > 0)
            buffer.add(static_cast<std::size_t>(got));
        else if (errno != EINTR)
            return false;
    }
}

} // namespace

Input Input::open(const std::string& path, Bytes how) {
    const bool is_stdin = path == "-";
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
    if (S_ISREG(status.st_mode) && status.st_size > 0 && !is_stdin) {
        const auto size = static_cast<std::size_t>(status.st_size);
        if (how == Bytes::copied)
            memory->buffer.reserve(size + 1); // one byte more, for the read that finds the end
        else if (void* const at =
                     ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
                 at != MAP_FAILED)
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

// SPDX-License-Identifier: GPL-2.0-or-later
// The bytes of a file, a pipe or stdin, decompressed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace cg {

// Holds all bytes of an input. Their address does not change.
//
// A regular file is mapped, not copied. Its price: if a file is truncated while it is read, the
// kernel sends SIGBUS; the module cli handles the signal and prints an error. All other inputs (a
// pipe, a FIFO, a terminal, a compressed file) are read to the end first.
class Input {
  public:
    enum class Bytes {
        mapped, // if possible
        copied, // so that no other process changes them
    };
    // "-" is stdin. Recognises gzip and zstd by their first bytes, regardless of the name.
    // Throws Error with the file's name and the system's message.
    static Input open(const std::string& path, Bytes how = Bytes::mapped);

    Input(Input&&) noexcept;
    Input& operator=(Input&&) noexcept;
    ~Input();

    std::string_view bytes() const { return bytes_; }
    // Returns the name for messages: the path as it was given, or "<stdin>".
    const std::string& source() const { return source_; }
    // Returns the number of bytes of the file or pipe, before decompression.
    std::size_t stored_size() const { return stored_size_; }

  private:
    struct Memory; // owns the bytes: a mapping or a buffer
    Input(std::string source, std::unique_ptr<Memory> memory, std::size_t stored_size);

    std::string source_;
    std::unique_ptr<Memory> memory_;
    std::string_view bytes_;
    std::size_t stored_size_;
};

} // namespace cg

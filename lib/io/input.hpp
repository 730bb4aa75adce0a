// SPDX-License-Identifier: GPL-2.0-or-later
// The bytes of a file, a pipe or stdin, decompressed.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace cg {

// Holds the whole of an input: its bytes stay where they are until it goes.
//
// A regular file is mapped, not copied. Its price: who cuts a file short while it is read
// makes the kernel send SIGBUS; the room cli catches it and says so. All else (a pipe, a FIFO,
// a terminal, what is compressed) is read to its end first.
class Input {
  public:
    // "-" is stdin. gzip and zstd are recognised by their first bytes, whatever the name.
    // Throws Error with the file's name and the system's words for what is wrong.
    static Input open(const std::string& path);

    Input(Input&&) noexcept;
    Input& operator=(Input&&) noexcept;
    ~Input();

    std::string_view bytes() const { return bytes_; }
    // The name for messages: the path as it was given, or "<stdin>".
    const std::string& source() const { return source_; }
    // How many bytes the file or pipe had, compressed or not.
    std::size_t stored_size() const { return stored_size_; }

  private:
    struct Memory; // what owns the bytes: a mapping or a buffer
    Input(std::string source, std::unique_ptr<Memory> memory, std::size_t stored_size);

    std::string source_;
    std::unique_ptr<Memory> memory_;
    std::string_view bytes_;
    std::size_t stored_size_;
};

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// A file that is there whole or not at all, or stdout.
#pragma once

#include "io/compression.hpp"
#include "io/descriptor.hpp"
#include "text/terminal.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

// A regular file is written beside its place and renamed by commit(): a file may be its own
// input, and a run that fails leaves what was there. Its mode stays, and its owner where the
// system allows that. Devices, FIFOs and what is open already are written directly.
// A name that ends in .gz or .zst compresses. A terminal gets what text/terminal.hpp lets pass.
// Each function throws Error with the file's name.
class Output {
  public:
    // "-" and /dev/stdout are stdout, /dev/fd/N is the descriptor N.
    static Output open(const std::string& path) { return Output(path); }

    void write(std::string_view bytes);
    // Writes what is buffered, closes, and puts the file in its place. Without it, nothing of a
    // regular file is left.
    void commit();

    // For signal handlers (it only calls unlink): removes the file that is being written.
    static void remove_unfinished() noexcept;

  private:
    // The file that is written until commit() renames it; removed unless released.
    class Temporary {
      public:
        Temporary() = default;
        explicit Temporary(std::string path);
        Temporary(Temporary&& other) noexcept;
        Temporary& operator=(Temporary&& other) noexcept;
        ~Temporary();
        const std::string& path() const { return path_; }
        void release();

      private:
        std::string path_;
    };

    explicit Output(const std::string& path);
    Output(const Output&) = delete;
    void open_beside(const std::string& place);
    void set_mode(unsigned mode) const;
    void send(std::string_view bytes);

    std::string name_;    // for messages
    std::string place_;   // where commit() puts it; empty: written directly
    Temporary temporary_; // what is written meanwhile
    Descriptor descriptor_;
    std::unique_ptr<Compressor> compressor_;
    std::optional<TerminalFilter> terminal_filter_;
    std::string buffer_;
};

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// Writes a file that either is complete or does not exist, or writes stdout.
#pragma once

#include "io/compression.hpp"
#include "io/descriptor.hpp"
#include "text/terminal.hpp"
#include "text/writer.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cg {

// A regular file is written to a temporary file in the same directory, which commit() renames: so
// a file may be its own input, and a run that fails does not change the file. An existing file
// keeps its mode and, if the system allows that, its owner. Devices, FIFOs and open descriptors are
// written directly. Names that end in .gz or .zst are compressed. Output to a terminal is filtered
// by text/terminal.hpp. Each function throws Error with the file's name.
class Output {
  public:
    // "-" and /dev/stdout are stdout, /dev/fd/N is the descriptor N.
    static Output open(const std::string& path) { return Output(path); }

    void write(std::string_view bytes);
    // Returns write(), for this object, which must outlive it.
    Sink sink() {
        return [this](std::string_view bytes) { write(bytes); };
    }
    // Writes buffered bytes, closes the file and renames it. Without a call, the temporary file is
    // removed.
    void commit();

    // Removes the file that is being written. For signal handlers: it only calls unlink().
    static void remove_unfinished() noexcept;

  private:
    // The temporary file; removed unless released.
    class Temporary {
      public:
        explicit Temporary(std::string path);
        Temporary(const Temporary&) = delete;
        ~Temporary();
        const std::string& path() const { return path_; }
        void release();

      private:
        std::string path_;
    };

    explicit Output(const std::string& path);
    Output(const Output&) = delete;
    void open_temporary(const std::string& final_path);
    void set_mode(unsigned mode) const;
    void send(std::string_view bytes);

    std::string name_;                   // for messages
    std::string final_path_;             // the file's final name
    std::optional<Temporary> temporary_; // until commit() renames it; nothing: written directly
    Descriptor descriptor_;
    std::unique_ptr<Compressor> compressor_;
    std::optional<TerminalFilter> terminal_filter_;
    std::string buffer_;
};

} // namespace cg

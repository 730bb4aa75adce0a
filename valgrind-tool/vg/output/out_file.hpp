// SPDX-License-Identifier: GPL-2.0-or-later
// An output file that is written completely or not at all.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// A text in a line: a newline is written as the two characters `\n`, because it would end the line.
struct Escaped {
    const HChar* text;
};

// A number that is written in hexadecimal, with `0x`.
struct Hexadecimal {
    ULong n;
};

// Writes a temporary file in the directory of the final one, and renames it when all writes
// have succeeded. Writes to the path directly if it is not a regular file (a pipe, /dev/stdout,
// /dev/null), if no file can be created in its directory, or if the program has confined itself
// (keep_out_file()). There is one buffer, so there can be one OutFile at a time.
class OutFile {
  public:
    enum class Mode { replace, append };
    // `path` must outlive the OutFile.
    explicit OutFile(const HChar* path, Mode mode = Mode::replace);

    OutFile& operator<<(const HChar* text);
    OutFile& operator<<(Escaped text);
    OutFile& operator<<(HChar c) {
        if (used_ == buffer_size)
            flush();
        buffer_[used_++] = c;
        return *this;
    }
    OutFile& operator<<(ULong n);
    OutFile& operator<<(UWord n) { return *this << static_cast<ULong>(n); }
    OutFile& operator<<(UInt n) { return *this << static_cast<ULong>(n); }
    OutFile& operator<<(Hexadecimal n);

    // Closes the file and renames it. Prints an error and returns false if anything failed. Then
    // the file of the final name has not changed. (A pipe or device may have received a part.)
    bool finish();

    bool has_failed() const { return failure_ != nullptr; }

    // Must be called before the first file is written.
    static void prepare();

    // Returns the reason why the path could not be written to, an error number; 0 if it could.
    // Creates and changes nothing. To be called while there is no OutFile.
    static UWord write_error(const HChar* path);

  private:
    static constexpr unsigned buffer_size = 1u << 16;
    static constexpr unsigned path_size = 4096;

    bool open();
    bool open_at_end();
    bool open_directly(Int mode);
    void flush();
    void move_down();
    void fail(const HChar* what) {
        if (failure_ == nullptr)
            failure_ = what;
    }

    const HChar* path_;
    Int fd_ = -1;
    bool direct_ = false;
    // A regular file that is written directly keeps its content until all of the new one is behind
    // that.
    bool keeps_content_ = false;
    Off64T old_size_ = 0;
    const HChar* failure_ = nullptr; // the operation that failed first, such as "can't open"
    unsigned used_ = 0;
    // Allocated by prepare(), because memory may have run out when a file is written.
    static HChar* buffer_;
    static HChar* final_;     // path_ with symbolic links resolved
    static HChar* temporary_; // the file that is written
};

// The following are for a program that gives up the right to create the output file.

// Opens the output file, and keeps it as it is and open in a descriptor that the program cannot
// see. To be called before the program confines itself. `path` is out_name(). Does nothing
// if a file is kept already, or if this one is not a regular file or cannot be opened.
void keep_out_file(const HChar* path);

// Returns the descriptor of the kept file, which the caller must close. -1: no file is kept for
// this path.
Int take_kept_file(const HChar* path);

// Closes the kept file. To be called in the child of a fork, which has a file of its own.
void drop_kept_file();

} // namespace cg::vg

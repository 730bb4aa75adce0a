// SPDX-License-Identifier: GPL-2.0-or-later
// A file that appears whole or not at all.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// Written under a temporary name beside the final one and renamed when all went
// well. What is no regular file (a pipe, /dev/stdout, /dev/null) is written
// directly. There is one buffer, so one file at a time.
class OutFile {
  public:
    // `path` must outlive this.
    explicit OutFile(const HChar* path);

    void text(const HChar* text);
    // A newline would break the format: it becomes the two characters `\n`.
    void escaped(const HChar* text);
    void number(ULong n);
    void character(HChar c) {
        if (used_ == buffer_size)
            flush();
        buffer_[used_++] = c;
    }

    // Closes it and gives it its name. False: something failed, nothing has
    // changed under the final name (a device or a pipe may have received a part).
    bool finish();

    // What failed, such as "can't open"; for messages.
    const HChar* failure() const { return failure_; }

  private:
    static constexpr unsigned buffer_size = 1u << 16;
    static constexpr unsigned path_size = 4096;

    bool open();
    bool resolve();
    void flush();
    void fail(const HChar* what) {
        if (failure_ == nullptr)
            failure_ = what;
    }

    const HChar* path_;
    Int fd_ = -1;
    bool direct_ = false;
    const HChar* failure_ = nullptr;
    unsigned used_ = 0;
    static HChar buffer_[buffer_size];
    static HChar final_[path_size];     // path_ behind its symbolic links
    static HChar temporary_[path_size]; // what is open
};

} // namespace cg::vg

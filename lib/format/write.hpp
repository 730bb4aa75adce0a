// SPDX-License-Identifier: GPL-2.0-or-later
// Writes cachegrind's file format.
#pragma once

#include "format/profile_text.hpp"
#include "text/writer.hpp"

#include <string_view>

namespace cg {

struct WriteOptions {
    // Writes an fl= line before each fn= line, like cg_diff, not only for a new file.
    bool repeat_file = false;
    Unnamed unnamed = Unnamed::as_marks;
};

// Passes the bytes to `sink` in large parts. Writes a profile with calls in Callgrind's format
// (callgrind/write.hpp), where the options change nothing.
void write_profile(const Profile& profile, const Sink& sink, WriteOptions options = {});

} // namespace cg

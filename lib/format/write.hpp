// SPDX-License-Identifier: GPL-2.0-or-later
// Cachegrind's file format, writing.
#pragma once

#include "format/profile_text.hpp"

#include <functional>
#include <string_view>

namespace cg {

struct WriteOptions {
    // An fl= line before each fn= line, as cg_diff has it, and not only for a new file.
    bool repeat_file = false;
    Unnamed unnamed = Unnamed::as_marks;
};

// Hands the bytes to sink in large parts.
void write_profile(const Profile& profile, const std::function<void(std::string_view)>& sink,
                   WriteOptions options = {});

} // namespace cg

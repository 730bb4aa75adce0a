// SPDX-License-Identifier: GPL-2.0-or-later
// Finds the end of data in zstd's format.
#pragma once

#include <string_view>

namespace cg {

// Returns true if the bytes are complete frames. Boost's decompressor does not detect truncated
// data. Reads sizes only (RFC 8878, section 3.1).
bool are_whole_zstd_frames(std::string_view bytes);

} // namespace cg

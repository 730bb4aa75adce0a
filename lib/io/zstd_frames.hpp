// SPDX-License-Identifier: GPL-2.0-or-later
// Where data in zstd's format ends.
#pragma once

#include <string_view>

namespace cg {

// Whether the bytes are whole frames, and not cut short: Boost's decompressor takes the end of its
// input for the end of the data. Looks at sizes only (RFC 8878, section 3.1).
bool are_whole_zstd_frames(std::string_view bytes);

} // namespace cg

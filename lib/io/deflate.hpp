// SPDX-License-Identifier: GPL-2.0-or-later
// Compresses by deflate (RFC 1951), fast.
//
// zlib's fastest level takes 10 ns a byte, more than reading, ranking and formatting together:
// the report for pprof took eight times what reading its profile takes. This takes 4 ns, and
// its output is as long, give or take 5 % (docs/decisions/0006).
#pragma once

#include <string>
#include <string_view>

namespace cg {

// Whole deflate blocks that end at a byte, so that what others return can follow; is_last: with
// the mark that none does. At most 2^32 - 2 bytes at a time.
std::string deflate(std::string_view bytes, bool is_last);

} // namespace cg

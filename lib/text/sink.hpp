// SPDX-License-Identifier: GPL-2.0-or-later
// Where the bytes of a report go: a file, a compressor, a string in a test.
#pragma once

#include <functional>
#include <string_view>

namespace cg {

using Sink = std::function<void(std::string_view)>;

} // namespace cg

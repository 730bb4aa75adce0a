// SPDX-License-Identifier: GPL-2.0-or-later
// Where the bytes of a report go: a file, a compressor, a string in a test.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace cg {

using Sink = std::function<void(std::string_view)>;

// Gives the text to the sink and empties it, if there is enough of it for a call.
inline void pass_on_if_large(std::string& text, const Sink& sink) {
    constexpr std::size_t enough = 64 << 10;
    if (text.size() <= enough)
        return;
    sink(text);
    text.clear();
}

} // namespace cg

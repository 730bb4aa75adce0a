// SPDX-License-Identifier: GPL-2.0-or-later
#include "source/source_lines.hpp"

namespace cg {

SourceLines::SourceLines(std::string_view bytes) : bytes_(bytes), starts_{0} {
    while (starts_.back() < bytes.size()) {
        const std::size_t end = bytes.find('\n', starts_.back());
        starts_.push_back(end == bytes.npos ? bytes.size() : end + 1);
    }
}

std::string_view SourceLines::operator[](std::size_t line) const {
    std::string_view text = bytes_.substr(starts_[line - 1], starts_[line] - starts_[line - 1]);
    if (text.ends_with('\n')) {
        text.remove_suffix(1);
        if (text.ends_with('\r'))
            text.remove_suffix(1);
    }
    return text;
}

} // namespace cg

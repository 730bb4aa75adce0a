// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/incomplete.hpp"

#include "error/error.hpp"
#include "model/incomplete.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <string_view>

namespace cg {

void warn_if_incomplete(const Header& header, const std::string& source, const Note& warn) {
    const std::string* const line = incomplete_line(header);
    if (line == nullptr || !warn)
        return;
    std::string_view reason = std::string_view(*line).substr(incomplete_key.size());
    reason.remove_prefix(std::min(reason.find_first_not_of(' '), reason.size()));
    warn(Error(source, "is incomplete: " + text_for(EscapingContext::message, reason)).what());
}

} // namespace cg

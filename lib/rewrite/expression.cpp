// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/expression.hpp"

#include <algorithm>

namespace cg {
namespace {

// Boost's messages go on to say where, with a copy of the text; we say it by the column.
std::string first_sentence(const char* what) {
    std::string message = what;
    if (const auto end = message.find("  The error occurred"); end != std::string::npos)
        message.resize(end);
    while (!message.empty() && (message.back() == '.' || message.back() == ' '))
        message.pop_back();
    if (!message.empty() && message[0] >= 'A' && message[0] <= 'Z')
        message[0] = static_cast<char>(message[0] - 'A' + 'a');
    return message;
}

} // namespace

void refuse_expression(std::string_view text, std::size_t column, const std::string& what) {
    throw UsageError("'" + std::string(text) + "', column " + std::to_string(column) + ": " + what);
}

boost::regex compile_expression(std::string_view text, std::size_t begin, std::size_t end,
                                boost::regex::flag_type flags) {
    try {
        return boost::regex(text.data() + begin, text.data() + end, flags);
    } catch (const boost::regex_error& error) {
        const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(error.position(), 0));
        refuse_expression(text, begin + std::min(offset, end - begin) + 1,
                          first_sentence(error.what()));
    }
}

} // namespace cg

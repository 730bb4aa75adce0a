// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/option.hpp"

#include "error/error.hpp"
#include "text/destination.hpp"

#include <charconv>
#include <optional>
#include <string_view>

namespace cg::cli {
namespace {

// Digits, perhaps after a plus sign. A number that does not fit becomes no_limit.
std::optional<unsigned> whole_number(std::string_view text) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty() || text.find_first_not_of("0123456789") != text.npos)
        return std::nullopt;
    unsigned number = no_limit; // stays when the digits do not fit
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

Setter set_true(bool& flag) {
    return [&flag](const std::string&) { flag = true; };
}

Setter set_yes_no(bool& flag, std::string option) {
    return [&flag, option = std::move(option)](const std::string& argument) {
        if (!argument.empty() && argument != "yes" && argument != "no")
            throw UsageError("--" + option + " takes yes or no, not " + in_quotes(argument));
        flag = argument != "no";
    };
}

Setter set_string(std::string& text) {
    return [&text](const std::string& argument) { text = argument; };
}

Setter set_path(std::string& path, std::string option) {
    return [&path, option = std::move(option)](const std::string& argument) {
        if (argument.empty())
            throw UsageError("--" + option + " needs the name of a file, not ''");
        path = argument;
    };
}

Setter append_string(std::vector<std::string>& texts) {
    return [&texts](const std::string& argument) { texts.push_back(argument); };
}

Setter set_number(unsigned& number, std::string option, unsigned min, unsigned max) {
    return [&number, option = std::move(option), min, max](const std::string& argument) {
        const auto given = whole_number(argument);
        if (!given || *given < min || *given > max)
            throw UsageError("--" + option + " takes a whole number from " + std::to_string(min) +
                             (max == no_limit ? " up" : " to " + std::to_string(max)) + ", not " +
                             in_quotes(argument));
        number = *given;
    };
}

} // namespace cg::cli

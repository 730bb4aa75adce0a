// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/option.hpp"

#include "error/error.hpp"

#include <charconv>

namespace cg::cli {

Setter set_true(bool& flag) {
    return [&flag](const std::string&) { flag = true; };
}

Setter set_yes_no(bool& flag, std::string option) {
    return [&flag, option = std::move(option)](const std::string& argument) {
        if (!argument.empty() && argument != "yes" && argument != "no")
            throw UsageError("--" + option + " takes yes or no, not '" + argument + "'");
        flag = argument != "no";
    };
}

Setter set_text(std::string& text) {
    return [&text](const std::string& argument) { text = argument; };
}

Setter append_text(std::vector<std::string>& texts) {
    return [&texts](const std::string& argument) { texts.push_back(argument); };
}

Setter set_number(unsigned& number, std::string option, unsigned least, unsigned most) {
    return [&number, option = std::move(option), least, most](const std::string& argument) {
        const char* const end = argument.data() + argument.size();
        const auto [behind, error] = std::from_chars(argument.data(), end, number);
        if (error != std::errc() || behind != end || number < least || number > most)
            throw UsageError("--" + option + " takes a whole number from " + std::to_string(least) +
                             " to " + std::to_string(most) + ", not '" + argument + "'");
    };
}

} // namespace cg::cli

// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/option.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>

namespace cg::cli {
namespace {

// Parses digits, with or without a plus sign. A number that does not fit becomes no_limit.
std::optional<unsigned> whole_number(std::string_view text) {
    if (text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty() || text.find_first_not_of("0123456789") != text.npos)
        return std::nullopt;
    unsigned number = no_limit; // unchanged if the digits do not fit
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

Setter set_choice(std::string& value, std::string option, std::vector<std::string> choices) {
    return [&value, option = std::move(option),
            choices = std::move(choices)](const std::string& argument) {
        if (std::ranges::find(choices, argument) == choices.end()) {
            const auto all_but_last = std::span(choices).first(choices.size() - 1);
            throw UsageError(fmt::format("--{} takes {} or {}, not {}", option,
                                         fmt::join(all_but_last, ", "), choices.back(),
                                         in_quotes(argument)));
        }
        value = argument;
    };
}

double percentage(const std::string& text, const std::string& option) {
    const char* const begin = text.c_str() + (text.starts_with('+') ? 1 : 0);
    const char* const end = text.c_str() + text.size() - (text.ends_with('%') ? 1 : 0);
    double value = 0;
    const auto [after, error] = std::from_chars(begin, end, value);
    if (error ==
        std::errc::result_out_of_range) // from_chars does not distinguish too large from too small
        value = std::strtod(begin, nullptr);
    if (error == std::errc::invalid_argument || after != end || !(value >= 0 && value <= 100))
        throw UsageError("--" + option + " takes a percentage from 0 to 100, not " +
                         in_quotes(text));
    return value;
}

std::vector<std::string> split_events(const std::string& list, const std::string& option) {
    std::vector<std::string> events;
    for (const auto event : list | std::views::split(','))
        events.emplace_back(event.begin(), event.end());
    // No event at all in an empty list, an empty one where two commas meet or the last one ends it.
    if (events.empty() || std::ranges::any_of(events, &std::string::empty))
        throw UsageError("--" + option + " takes events separated by commas, not " +
                         in_quotes(list));
    return events;
}

} // namespace cg::cli

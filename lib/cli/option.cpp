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
#include <string_view>
#include <utility>

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

UsageError wrong_argument(const std::string& option_name, const std::string& what,
                          const std::string& argument) {
    return UsageError("--" + option_name + " takes " + what + ", not " + in_quotes(argument));
}

std::vector<std::string> choices_of(const Option& option) {
    if (!option.choices.empty() || option.argument.find('|') == option.argument.npos)
        return option.choices;
    std::string_view list = option.argument;
    if (list.starts_with('['))
        list = list.substr(1, list.size() - 2);
    std::vector<std::string> choices;
    for (const auto choice : list | std::views::split('|'))
        choices.emplace_back(choice.begin(), choice.end());
    return choices;
}

std::size_t index_of_choice(const Option& option, const std::string& argument) {
    const std::vector<std::string> choices = choices_of(option);
    const auto found = std::ranges::find(choices, argument);
    if (found == choices.end())
        throw wrong_argument(
            option.name,
            fmt::format("{} or {}", fmt::join(choices | std::views::take(choices.size() - 1), ", "),
                        choices.back()),
            argument);
    return static_cast<std::size_t>(found - choices.begin());
}

double percentage(const std::string& text, const std::string& option_name) {
    const char* const begin = text.c_str() + (text.starts_with('+') ? 1 : 0);
    const char* const end = text.c_str() + text.size() - (text.ends_with('%') ? 1 : 0);
    double value = 0;
    const auto [after, error] = std::from_chars(begin, end, value);
    if (error ==
        std::errc::result_out_of_range) // from_chars does not distinguish too large from too small
        value = std::strtod(begin, nullptr);
    if (error == std::errc::invalid_argument || after != end || !(value >= 0 && value <= 100))
        throw wrong_argument(option_name, "a percentage from 0 to 100", text);
    return value;
}

std::vector<std::string> split_events(const Option& option, const std::string& list) {
    std::vector<std::string> events;
    for (const auto event : list | std::views::split(','))
        events.emplace_back(event.begin(), event.end());
    // No event at all in an empty list, an empty one where two commas meet or the last one ends it.
    if (events.empty() || std::ranges::any_of(events, &std::string::empty))
        throw wrong_argument(option.name, "events separated by commas", list);
    return events;
}

Setter set_true(bool& flag) {
    return [&flag](const Option&, const std::string&) { flag = true; };
}

Setter set_yes_no(bool& flag) {
    return [&flag](const Option& option, const std::string& argument) {
        if (!argument.empty() && argument != "yes" && argument != "no")
            throw wrong_argument(option.name, "yes or no", argument);
        flag = argument != "no";
    };
}

Setter set_string(std::string& text) {
    return [&text](const Option&, const std::string& argument) { text = argument; };
}

Setter append_string(std::vector<std::string>& texts) {
    return [&texts](const Option&, const std::string& argument) { texts.push_back(argument); };
}

Setter set_path(std::string& path) {
    return [&path](const Option& option, const std::string& argument) {
        if (argument.empty())
            throw UsageError("--" + option.name + " needs the name of a file, not ''");
        path = argument;
    };
}

Setter set_number(unsigned& number, unsigned min, unsigned max) {
    return [&number, min, max](const Option& option, const std::string& argument) {
        const auto given = whole_number(argument);
        if (!given || *given < min || *given > max)
            throw wrong_argument(option.name,
                                 "a whole number from " + std::to_string(min) +
                                     (max == no_limit ? " up" : " to " + std::to_string(max)),
                                 argument);
        number = *given;
    };
}

Setter set_choice(std::string& value) {
    return [&value](const Option& option, const std::string& argument) {
        index_of_choice(option, argument);
        value = argument;
    };
}

Setter set_colour(std::string& value) {
    return [set = set_choice(value)](const Option& option, const std::string& argument) {
        set(option, argument.empty() ? "always" : argument);
    };
}

Setter set_events(std::vector<std::string>& events) {
    return [&events](const Option& option, const std::string& list) {
        events = split_events(option, list);
    };
}

Option output_option(std::string& path) {
    return {"output", 'o', "FILE", "write to FILE instead of stdout (.gz and .zst compress)",
            set_path(path)};
}

Option jobs_option(unsigned& jobs) {
    return {"jobs", 'j', "N", "use up to N threads", set_number(jobs, 1, 1024)};
}

Option files_from_option(std::string& list) {
    return {"files-from", 0, "LIST",
            "read file names from LIST too (- for stdin), one per line or each ended by a NUL byte",
            set_path(list)};
}

Option mod_filename_option(Setter add) {
    return {"mod-filename", 0, "EXPR",
            "change file names with s/old/new/flags, in Python's syntax (flags g, i, x; "
            "repeatable)",
            std::move(add)};
}

Option mod_funcname_option(Setter add) {
    return {"mod-funcname", 0, "EXPR", "change function names in the same way (repeatable)",
            std::move(add)};
}

Option cycles_option(Setter add) {
    return {"cycles", 0, "",
            "add EstCycles, an estimate of cycles from instructions, misses and mispredictions",
            std::move(add)};
}

Option cycles_of_option(Setter add) {
    return {"cycles-of", 0, "FILE", "EstCycles by FILE's formula, zen3's or rocketlake's",
            std::move(add)};
}

Option salvage_option(bool& salvage) {
    return {"salvage", 0, "", "read the undamaged part of a damaged file, and warn",
            set_true(salvage)};
}

std::vector<Option> source_options(std::vector<std::string>& include_dirs, Setter add_prefix) {
    return {{"include", 'I', "DIR", "look for sources in DIR too (repeatable)",
             append_string(include_dirs)},
            {"source-prefix", 0, "OLD=NEW",
             "look for sources whose paths begin with the directory OLD below NEW (repeatable)",
             std::move(add_prefix)}};
}

OptionGroup binary_options(bool& inlines, std::string& debug_directory, bool& debuginfod) {
    return {
        "Programs and libraries",
        {{.name = "inlines",
          .argument = "[yes|no]",
          .help = "show the functions of the source: inlined code in its own (profile with "
                  "--addresses=yes) [no]",
          .set = set_yes_no(inlines),
          .can_be_negated = true},
         {"debug-directory", 0, "DIR", "look for them in DIR/.build-id too [/usr/lib/debug]",
          set_path(debug_directory)},
         {"debuginfod", 0, "", "ask the servers of DEBUGINFOD_URLS, too", set_true(debuginfod)}}};
}

} // namespace cg::cli

// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.hpp"

#include "error/error.hpp"
#include "text/destination.hpp"

#include <charconv>

namespace cg::filtering {
namespace {

// Returns a setter for FROM-TO, FROM- or one line.
cli::Setter append_lines(std::vector<LineRange>& ranges, std::string option) {
    return [&ranges, option = std::move(option)](const std::string& argument) {
        const char* const end = argument.data() + argument.size();
        LineRange range{0, 0xffffffff};
        const auto first = std::from_chars(argument.data(), end, range.first);
        bool is_good = first.ec == std::errc();
        if (is_good && first.ptr == end) {
            range.last = range.first;
        } else if (is_good && *first.ptr == '-' && first.ptr + 1 != end) {
            const auto last = std::from_chars(first.ptr + 1, end, range.last);
            is_good = last.ec == std::errc() && last.ptr == end && range.first <= range.last;
        } else {
            is_good = is_good && *first.ptr == '-';
        }
        if (!is_good)
            throw UsageError(option + " takes FROM-TO, not " + in_quotes(argument));
        ranges.push_back(range);
    };
}

cli::Setter append_group(std::vector<std::pair<std::string, Pattern>>& groups) {
    return [&groups](const std::string& argument) {
        const std::size_t equals = argument.find('=');
        if (equals == argument.npos || equals == 0)
            throw UsageError("--group takes NAME=RE, not " + in_quotes(argument));
        if (argument.find('\n') < equals)
            throw UsageError("--group: a name can't hold a newline, as " +
                             in_quotes(argument.substr(0, equals)) + " does");
        try {
            groups.emplace_back(argument.substr(0, equals), Pattern(argument.substr(equals + 1)));
        } catch (const UsageError& error) {
            throw UsageError(std::string("--group: ") + error.what());
        }
    };
}

} // namespace

cli::Command command(Options& options) {
    return {
        "cg_filter",
        "[FILE]",
        "Chooses from a profile: reads FILE (or stdin) and writes cachegrind format.",
        {{"Rows",
          {{"file", 0, "RE", "keep files whose names match the regular expression RE",
            cli::append_parsed(options.only.files, "file")},
           {"function", 0, "RE", "keep functions whose names match RE",
            cli::append_parsed(options.only.functions, "function")},
           {"line", 0, "FROM-TO", "keep lines FROM to TO",
            append_lines(options.only.lines, "--line")},
           {"not-file", 0, "RE", "omit files whose names match RE",
            cli::append_parsed(options.without.files, "not-file")},
           {"not-function", 0, "RE", "omit functions whose names match RE",
            cli::append_parsed(options.without.functions, "not-function")},
           {"not-line", 0, "FROM-TO", "omit lines FROM to TO",
            append_lines(options.without.lines, "--not-line")},
           {"changed", 0, "", "omit rows that are 0", cli::set_true(options.changed)},
           {"min", 0, "CONDITION",
            "keep functions for which CONDITION holds, for example 'Ir >= 0.1%' (of the total)",
            cli::append_parsed(options.min, "min")},
           {"top", 0, "N", "keep the N functions with the highest counts",
            cli::set_number(options.top, "top", 1, cli::no_limit)},
           {"sort", 0, "EVENT", "with --top, rank by EVENT [the first]",
            cli::set_string(options.sort)},
           {"rest", 0, "", "sum omitted rows in one function, (other)",
            cli::set_true(options.rest)}}},
         {"Calls",
          {{"below", 0, "RE", "keep what is called by functions whose names match RE (repeatable)",
            cli::append_parsed(options.below, "below")},
           {"above", 0, "RE",
            "keep callers of functions whose names match RE, and these functions with their "
            "inclusive cost (repeatable)",
            cli::append_parsed(options.above, "above")},
           {"skip", 0, "RE",
            "omit functions whose names match RE from paths: their cost is their callers' "
            "(repeatable)",
            cli::append_parsed(options.skip, "skip")},
           {"fold-recursion", 0, "", "keep a function once on each path",
            cli::set_true(options.fold_recursion)},
           {"prune", 0, "PERCENT",
            "omit paths that hold less than PERCENT of the first event: their cost is their "
            "callers'",
            [&](const std::string& argument) {
                options.prune = cli::percentage(argument, "prune");
            }}}},
         {"Names",
          {{"mod-filename", 0, "EXPR",
            "change file names with s/old/new/flags, in Python's syntax (flags g, i, x; "
            "repeatable)",
            cli::append_parsed(options.mod_filename, "mod-filename")},
           {"mod-funcname", 0, "EXPR", "change function names in the same way (repeatable)",
            cli::append_parsed(options.mod_funcname, "mod-funcname")},
           {"strip-prefix", 0, "DIR", "remove the directory DIR from file names (repeatable)",
            cli::append_string(options.strip_prefix)},
           {"short-names", 0, "", "write <…> for template arguments",
            cli::set_true(options.short_names)},
           {"group", 0, "NAME=RE", "sum the functions whose names match RE as NAME (repeatable)",
            append_group(options.groups)}}},
         {"Events",
          {{"derive", 0, "NAME=EXPR",
            "compute a new event, for example 'L1m=I1mr+D1mr+D1mw', or the preset 'cycles', "
            "'unused1', 'uses1', 'unusedLL' or 'usesLL' (repeatable)",
            cli::append_parsed(options.derive, "derive")},
           {"events", 0, "A,B,C", "keep these events, in this order",
            [&options](const std::string& list) {
                options.events = cli::split_events(list, "events");
            }}}},
         {"Output",
          {{"output", 'o', "FILE", "write to FILE instead of stdout (.gz and .zst compress)",
            cli::set_path(options.output, "output")}}}},
        {},
        {{"the parser's functions in the sum of two runs",
          "cg_merge a b | cg_filter --function='^parse' | cg_annotate -"},
         {"the twenty functions that take most cycles, and the rest as one",
          "cg_filter --derive=cycles --events=Cycles,Ir --top=20 --rest cachegrind.out"}},
    };
}

} // namespace cg::filtering

// SPDX-License-Identifier: GPL-2.0-or-later
// cg_filter: chooses rows, names and events of a profile.
//
//   cg_merge a b | cg_filter --function='^parse' | cg_annotate -
//   cg_filter --derive=cycles --top=20 --rest cachegrind.out.1234
#include "algebra/by_calls.hpp"
#include "algebra/condition.hpp"
#include "algebra/derive.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "calls/select.hpp"
#include "cli/option.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "format/cachegrind.hpp"
#include "format/parts.hpp"
#include "io/output.hpp"
#include "load/binaries.hpp"
#include "load/estimated_cycles.hpp"
#include "load/load.hpp"
#include "model/cost_table.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "rewrite/pattern.hpp"
#include "rewrite/substitution.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "view/data_rows.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cg::filtering {
namespace {

struct LineRange {
    Line first;
    Line last;
};

// Patterns and ranges. A row matches a kind if it matches one of its patterns or ranges.
struct Choice {
    std::vector<Pattern> files;
    std::vector<Pattern> functions;
    std::vector<LineRange> lines;
    std::vector<Pattern> objects; // of data
};

struct Options {
    // names
    std::vector<Substitution> mod_filename;
    std::vector<Substitution> mod_funcname;
    std::vector<std::string> strip_prefix;
    std::vector<std::pair<std::string, Pattern>> groups;
    // rows
    Choice only;
    Choice without;
    std::vector<Condition> min;
    std::string sort; // empty: the first event
    unsigned top = 0; // 0: all
    bool changed = false;
    bool rest = false;
    // switches of the names above and of the calls below
    bool short_names = false;
    bool fold_recursion = false;
    // calls
    std::vector<Pattern> below;
    std::vector<Pattern> above;
    std::vector<Pattern> skip;
    std::optional<double> prune; // percent
    // events
    std::vector<Derivation> derive;
    std::vector<std::string> events; // empty: all
    std::string output = "-";
    bool salvage = false;
    PartSelection parts;
};

// Returns a setter for FROM-TO, FROM- or one line.
cli::Setter append_lines(std::vector<LineRange>& ranges) {
    return [&ranges](const cli::Option& option, const std::string& argument) {
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
            throw cli::wrong_argument(option.name, "FROM-TO", argument);
        ranges.push_back(range);
    };
}

cli::Setter append_group(std::vector<std::pair<std::string, Pattern>>& groups) {
    return [&groups](const cli::Option& option, const std::string& argument) {
        const std::size_t equals = argument.find('=');
        if (equals == argument.npos || equals == 0)
            throw cli::wrong_argument(option.name, option.argument, argument);
        if (argument.find('\n') < equals)
            throw UsageError("--" + option.name + ": a name can't hold a newline, as " +
                             in_quotes(argument.substr(0, equals)) + " does");
        cli::with_option_name(option, [&] {
            groups.emplace_back(argument.substr(0, equals), Pattern(argument.substr(equals + 1)));
        });
    };
}

cli::Command command(Options& options) {
    return {
        "cg_filter",
        "[FILE]",
        "Chooses from a profile: reads FILE (or stdin) and writes cachegrind format.",
        {{"Rows",
          {{"file", 0, "RE", "keep files whose names match the regular expression RE",
            cli::append_parsed(options.only.files)},
           {"function", 0, "RE", "keep functions whose names match RE",
            cli::append_parsed(options.only.functions)},
           {"line", 0, "FROM-TO", "keep lines FROM to TO", append_lines(options.only.lines)},
           {"not-file", 0, "RE", "omit files whose names match RE",
            cli::append_parsed(options.without.files)},
           {"not-function", 0, "RE", "omit functions whose names match RE",
            cli::append_parsed(options.without.functions)},
           {"not-line", 0, "FROM-TO", "omit lines FROM to TO", append_lines(options.without.lines)},
           {"object", 0, "RE",
            "keep the costs of data objects whose names match RE (profile with "
            "--data-objects=yes): "
            "lines have what they cost on these",
            cli::append_parsed(options.only.objects)},
           {"not-object", 0, "RE", "omit those of data objects whose names match RE",
            cli::append_parsed(options.without.objects)},
           {"changed", 0, "", "omit rows that are 0", cli::set_true(options.changed)},
           {"min", 0, "CONDITION",
            "keep functions for which CONDITION holds, for example 'Ir >= 0.1%' (of the total)",
            cli::append_parsed(options.min)},
           {"top", 0, "N", "keep the N functions with the highest counts",
            cli::set_number(options.top, 1, cli::no_limit)},
           {"sort", 0, "EVENT", "with --top, rank by EVENT [the first]",
            cli::set_string(options.sort)},
           {"rest", 0, "", "sum omitted rows in one function, (other)",
            cli::set_true(options.rest)}}},
         {"Calls",
          {{"below", 0, "RE", "keep what is called by functions whose names match RE (repeatable)",
            cli::append_parsed(options.below)},
           {"above", 0, "RE",
            "keep callers of functions whose names match RE, and these functions with their "
            "inclusive cost (repeatable)",
            cli::append_parsed(options.above)},
           {"skip", 0, "RE",
            "omit functions whose names match RE from paths: their cost is their callers' "
            "(repeatable)",
            cli::append_parsed(options.skip)},
           {"fold-recursion", 0, "", "keep a function once on each path",
            cli::set_true(options.fold_recursion)},
           {"prune", 0, "PERCENT",
            "omit paths that hold less than PERCENT of the first event: their cost is their "
            "callers'",
            cli::set_percentage(options.prune)}}},
         {"Names",
          {cli::mod_filename_option(cli::append_parsed(options.mod_filename)),
           cli::mod_funcname_option(cli::append_parsed(options.mod_funcname)),
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
            cli::append_parsed(options.derive)},
           cli::cycles_option(add_cycles_to(options.derive)),
           cli::cycles_of_option(add_cycles_to(options.derive)),
           {"events", 0, "A,B,C", "keep these events, in this order",
            cli::set_events(options.events)}}},
         {"Output",
          {cli::output_option(options.output), cli::salvage_option(options.salvage),
           cli::part_option(options.parts), cli::thread_option(options.parts)}}},
        {},
        {{"the parser's functions in the sum of two runs",
          "cg_merge a b | cg_filter --function='^parse' | cg_annotate -"},
         {"the twenty functions that take most cycles, and the rest as one",
          "cg_filter --derive=cycles --events=Cycles,Ir --top=20 --rest cachegrind.out"}},
        {"output", "function", "file", "not-function", "min", "top", "below", "group", "derive",
         "events"},
    };
}

std::string new_file(const Options& options, std::string_view name) {
    std::string file = substitute(options.mod_filename, name);
    for (const std::string& prefix : options.strip_prefix) {
        const std::string dir = prefix.ends_with('/') ? prefix : prefix + "/";
        if (file.starts_with(dir)) {
            file.erase(0, dir.size());
            break;
        }
    }
    return file;
}

std::string new_function(const Options& options, std::string_view name) {
    std::string function = substitute(options.mod_funcname, name);
    return options.short_names ? without_template_arguments(function) : function;
}

Profile with_new_names(const Options& options, Profile profile) {
    if (!options.mod_filename.empty() || !options.mod_funcname.empty() ||
        !options.strip_prefix.empty() || options.short_names)
        profile = rename(
                      profile, [&](std::string_view name) { return new_file(options, name); },
                      [&](std::string_view name) { return new_function(options, name); })
                      .profile;
    if (options.groups.empty())
        return profile;
    return relabel(profile, [&](const FunctionCosts& f) {
        const auto function = function_name(profile, f);
        for (const auto& [name, pattern] : options.groups)
            if (pattern.is_in(function.value_or(unspecified_mark)))
                return FunctionTarget{"???", std::string_view(name), true};
        return FunctionTarget{profile.names[f.file], function};
    });
}

// The functions whose names match one of the patterns.
class NameMatches {
  public:
    NameMatches(const std::vector<Pattern>& patterns, const CalledFunctions& functions) {
        for (FunctionId f = 0; f < functions.size(); ++f)
            matches_.push_back(any_is_in(patterns, functions.name(f)));
    }
    bool operator()(FunctionId function) const { return matches_[function]; }

  private:
    std::vector<bool> matches_;
};

// Returns the first of the options for calls that is given.
std::optional<std::string> first_option(const Options& options) {
    if (!options.skip.empty())
        return "--skip";
    if (options.fold_recursion)
        return "--fold-recursion";
    if (!options.below.empty())
        return "--below";
    if (!options.above.empty())
        return "--above";
    if (options.prune)
        return "--prune";
    return std::nullopt;
}

// Says which functions are one row, because a tree has no counts by line.
void note_lost_lines(const Calls& calls, const std::vector<FunctionId>& functions) {
    constexpr std::size_t most_names = 3;
    if (functions.empty())
        return;
    std::string names;
    for (std::size_t i = 0; i < functions.size() && i < most_names; ++i)
        names += (i == 0 ? "" : ", ") + function_for_message(calls.functions.name(functions[i]));
    if (functions.size() > most_names)
        names += ", ...";
    cli::note("no lines for functions whose own cost changed: " + names + " (" +
              std::to_string(functions.size()) + " of " + std::to_string(calls.functions.size()) +
              ')');
}

Profile with_chosen_calls(const Options& options, Profile profile, const std::string& source) {
    const std::optional<std::string> option = first_option(options);
    if (!option)
        return profile;
    if (!profile.calls || !profile.calls->tree())
        throw Error(input_for_message(source),
                    "has no tree of calls, which " + *option +
                        " needs (valgrind --tool=cachegrind --calls=yes writes one)");
    Calls calls = *profile.calls;
    if (!options.skip.empty())
        calls = skip(calls, NameMatches(options.skip, calls.functions));
    if (options.fold_recursion)
        calls = fold_recursion(calls);
    if (!options.below.empty())
        calls = below(calls, NameMatches(options.below, calls.functions));
    if (!options.above.empty())
        calls = above(calls, NameMatches(options.above, calls.functions));
    if (options.prune) {
        const std::size_t base = profile.header.events.base_of(0).value_or(0);
        calls =
            prune(calls, 0, magnitude_of_percentage(*options.prune, calls.tree()->total()[base]));
    }
    if (option == "--fold-recursion" && options.below.empty() && options.above.empty() &&
        !options.prune) {
        profile.calls = std::move(calls); // own costs do not change
        return profile;
    }
    note_lost_lines(calls, functions_of_other_cost(profile, calls));
    return of_own_cost(profile, std::move(calls));
}

bool any_holds(const std::vector<LineRange>& ranges, Line line) {
    return std::ranges::any_of(
        ranges, [&](const LineRange& range) { return range.first <= line && line <= range.last; });
}

bool is_chosen(const Options& options, std::string_view file, std::string_view function) {
    const Choice& only = options.only;
    const Choice& without = options.without;
    return (only.files.empty() || any_is_in(only.files, file)) &&
           (only.functions.empty() || any_is_in(only.functions, function)) &&
           !any_is_in(without.files, file) && !any_is_in(without.functions, function);
}

bool is_chosen(const Options& options, Line line) {
    return (options.only.lines.empty() || any_holds(options.only.lines, line)) &&
           !any_holds(options.without.lines, line);
}

bool chooses_objects(const Options& options) {
    return !options.only.objects.empty() || !options.without.objects.empty();
}

Profile with_chosen_objects(const Options& options, const Profile& profile,
                            const std::string& source) {
    if (!profile.data)
        throw_lacking(input_for_message(source), "data objects", "--object and --not-object need",
                      "--cache-sim=yes --data-objects=yes");
    // The names in the file, and those that reports show.
    DataObjects shown = *profile.data;
    demangle_variables(shown);
    const std::vector<std::string> names = shown_names(shown);
    return of_objects(profile, [&](std::size_t object) {
        const auto matches = [&](const std::vector<Pattern>& patterns) {
            return any_is_in(patterns,
                             display_name(*profile.data, profile.data->objects[object])) ||
                   any_is_in(patterns, display_name(shown, shown.objects[object])) ||
                   any_is_in(patterns, names[object]);
        };
        return (options.only.objects.empty() || matches(options.only.objects)) &&
               !matches(options.without.objects);
    });
}

std::size_t sort_column(const Options& options, const EventSet& events) {
    if (options.sort.empty())
        return 0;
    return chosen_column(events, options.sort, "--sort");
}

RowSelection selected_rows(const Options& options, const Profile& profile) {
    const EventSet& events = profile.header.events;
    const std::size_t column = sort_column(options, events);
    for (const Condition& condition : options.min)
        condition.check_events(events);

    RowSelection rows(profile);
    rows.keep_functions([&](const FunctionCosts& f) {
        return is_chosen(options, profile.names[f.file],
                         function_name(profile, f).value_or(unspecified_mark));
    });
    rows.keep_rows([&](const FunctionCosts&, std::size_t row) {
        return is_chosen(options, profile.costs.line(row));
    });
    if (options.changed)
        rows.keep_rows(changed_rows(profile));
    rows.keep_where(options.min);
    if (options.top > 0)
        rows.keep_top(options.top, column);
    return rows;
}

EventSet wanted_events(const Options& options, const EventSet& given) {
    std::vector<std::string> names;
    for (const std::size_t column : chosen_columns(given, options.events, "--events"))
        names.push_back(given[column]);
    try {
        return EventSet(std::move(names));
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("--events: ") + error.what());
    }
}

bool selects_nothing(const RowSelection& rows, const Profile& profile) {
    for (std::size_t row = 0; row < profile.costs.row_count(); ++row)
        if (rows.has(row))
            return false;
    return true;
}

int run(const Options& options, const std::vector<std::string>& files) {
    if (files.size() > 1)
        throw UsageError("give one FILE; cg_merge sums several");
    if (!options.sort.empty() && options.top == 0)
        throw UsageError("--sort goes with --top");
    if (files.empty())
        cli::note_terminal_input();
    const std::vector<std::string> input = {files.empty() ? "-" : files.front()};
    Profile loaded = std::move(
        load_profiles(input, default_jobs(),
                      {.parts = options.parts, .salvage = options.salvage, .warn = cli::warn})
            .front());
    const bool had_calls = loaded.calls.has_value();
    const bool had_rows = loaded.costs.row_count() > 0;
    Profile profile = with_new_names(options, std::move(loaded));
    if (!chooses_objects(options))
        profile = derived(std::move(profile), options.derive);
    if ((options.prune || std::ranges::any_of(options.min, &Condition::has_percentage)) &&
        lacks_base(profile))
        cli::note("percentages are of the difference of the totals, because the base is "
                  "not in the profile; cg_diff --keep-base keeps it");
    profile = with_chosen_calls(options, std::move(profile), input.front());
    if (chooses_objects(options)) {
        // From the events that are left.
        profile = derived(with_chosen_objects(options, profile, input.front()), options.derive);
    }
    const RowSelection rows = selected_rows(options, profile);
    if (had_rows && selects_nothing(rows, profile))
        cli::note("nothing matches: no line of the profile is kept");
    if (!rows.has_all())
        profile = filter(
            profile, [&](const FunctionCosts&, std::size_t row) { return rows.has(row); },
            options.rest ? Rest::keep : Rest::drop);
    if (had_calls && !profile.calls)
        cli::note("the result has no calls: lines were chosen or counts divided (--below, --above, "
                  "--skip and --prune choose paths of calls)");
    if (!options.events.empty())
        profile = project(profile, wanted_events(options, profile.header.events));
    Output out = Output::open(options.output);
    write_profile(profile, out.sink(), {.unnamed = Unnamed::by_file});
    out.commit();
    return cli::done;
}

} // namespace
} // namespace cg::filtering

int main(int argc, char** argv) {
    return cg::cli::run(argc, argv, cg::filtering::command, cg::filtering::run);
}

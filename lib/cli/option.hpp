// SPDX-License-Identifier: GPL-2.0-or-later
// The options of a command as data: parsing, --help and shell completion come from one table.
#pragma once

#include "error/error.hpp"

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace cg::cli {

struct Option;

// Processes the argument of an option ("" if it has none or none was given). Called in the order
// of the command line. Throws UsageError for a wrong argument, with the option's name.
using Setter = std::function<void(const Option& option, const std::string& argument)>;

struct Option {
    std::string name; // long name without dashes; empty: only the letter
    char letter = 0;  // 0: only the name
    // The argument in --help: "" for none, "FILE" for a required one, "[yes|no]" in brackets for
    // an optional one (which is given only as --name=yes).
    std::string argument;
    std::string help; // one or more sentences; help() breaks lines
    Setter set;
    // --no-NAME exists too and calls set("no"); --help shows --[no-]NAME.
    bool can_be_negated = false;
    // An old name that still works, but is not in --help.
    bool is_hidden = false;
    // The possible arguments, if `argument` does not list them like A|B|C.
    std::vector<std::string> choices = {};
    // The meaning of each choice, if --help is to list them by themselves.
    std::vector<std::string> meanings = {};
};

// Every command has these.
inline const Option help_option{"help", 'h', "", "show this message", {}};
inline const Option version_option{"version", 0, "", "show the version", {}};

// Options under one heading of --help.
struct OptionGroup {
    std::string heading;
    std::vector<Option> options;
};

struct Example {
    std::string purpose; // "the report of a profile"
    std::string command; // a line for a shell
};

struct Command {
    std::string name;                // cg_merge
    std::string operands;            // in the usage line, after the options: "FILE..."
    std::string summary;             // its purpose, in one sentence
    std::vector<OptionGroup> groups; // --help and --version are added
    // The options of Valgrind's command of this name. An abbreviation of one of them has the same
    // meaning here, even if other options begin with it.
    std::vector<std::string> reference_options = {};
    // Two examples, for --help.
    std::vector<Example> examples = {};
    // The names of at most ten options, which --help has first, in this order.
    std::vector<std::string> most_used = {};
};

// Returns the error "--NAME takes WHAT, not 'ARGUMENT'".
UsageError wrong_argument(const std::string& option_name, const std::string& what,
                          const std::string& argument);

// Returns the possible arguments, if the option has some: option.choices, or A, B and C of A|B|C.
std::vector<std::string> choices_of(const Option& option);

// Returns the index of the argument in choices_of(). Throws UsageError.
std::size_t index_of_choice(const Option& option, const std::string& argument);

// Reads "0.5", "+0.5" or "0.5%". Throws UsageError for anything that is not from 0 to 100.
double percentage(const std::string& text, const std::string& option_name);

// Splits "A,B,C" at the commas. Throws UsageError for an empty name.
std::vector<std::string> split_events(const Option& option, const std::string& list);

// ---- setters for the usual kinds of options ---------------------------------

Setter set_true(bool& flag);
// Accepts "" and "yes" for true, and "no" for false; otherwise throws UsageError.
Setter set_yes_no(bool& flag);
Setter set_string(std::string& text);
Setter append_string(std::vector<std::string>& texts);
// Accepts the name of a file or directory. Throws UsageError for an empty name.
Setter set_path(std::string& path);
// Accepts a whole number from `min` to `max`. If `max` is no_limit, accepts numbers of any size;
// numbers that do not fit become no_limit.
inline constexpr unsigned no_limit = std::numeric_limits<unsigned>::max();
Setter set_number(unsigned& number, unsigned min, unsigned max);
// Accepts one of the option's choices.
Setter set_choice(std::string& value);
// Accepts one of the option's choices, and "" for "always".
Setter set_colour(std::string& value);
// Replaces the events by a list.
Setter set_events(std::vector<std::string>& events);
// Sets a double or an optional one.
template <typename Percentage>
Setter set_percentage(Percentage& percent) {
    return [&percent](const Option& option, const std::string& argument) {
        percent = percentage(argument, option.name);
    };
}
// Sets the meaning of the argument: `meanings` are in the order of the option's choices.
template <typename Value, typename Meaning>
Setter set_meaning(Value& value, std::vector<Meaning> meanings) {
    return [&value, meanings = std::move(meanings)](const Option& option,
                                                    const std::string& argument) {
        value = meanings[index_of_choice(option, argument)];
    };
}
// Calls set(). Adds the option's name to a UsageError that it throws.
template <typename Set>
void with_option_name(const Option& option, const Set& set) {
    try {
        set();
    } catch (const UsageError& error) {
        throw UsageError("--" + option.name + ": " + error.what());
    }
}
// Appends T(argument). Adds the option's name to a UsageError of the constructor.
template <typename T>
Setter append_parsed(std::vector<T>& values) {
    return [&values](const Option& option, const std::string& argument) {
        with_option_name(option, [&] { values.emplace_back(argument); });
    };
}

// ---- options that several commands have -------------------------------------

Option output_option(std::string& path);
Option jobs_option(unsigned& jobs);
// `list` is a file with names of files, for append_files_from() of load/load.hpp.
Option files_from_option(std::string& list);

// New names by substitutions (rewrite/substitution.hpp).
Option mod_filename_option(Setter add);
Option mod_funcname_option(Setter add);

// Damaged files are read up to the damage (ReadOptions::salvage).
Option salvage_option(bool& salvage);

// An estimate of cycles (load/estimated_cycles.hpp); `add` takes "" for the default.
Option cycles_option(Setter add);
Option cycles_of_option(Setter add);

// Of files with several parts, reads the chosen ones (PartSelection of format/parts.hpp).
template <typename PartSelection>
Setter set_parts(PartSelection& parts, void (PartSelection::*add)(const std::string&)) {
    return [&parts, add](const Option& option, const std::string& list) {
        with_option_name(option, [&] { (parts.*add)(list); });
    };
}
template <typename PartSelection>
Option part_option(PartSelection& parts) {
    return {"part", 0, "PARTS",
            "of a file with several parts, read those with these numbers (2-4,6), or whose trigger "
            "has a text, such as the name of a dump",
            set_parts(parts, &PartSelection::add_parts)};
}
template <typename PartSelection>
Option thread_option(PartSelection& parts) {
    return {"thread", 0, "THREADS", "read the parts of the threads with these numbers",
            set_parts(parts, &PartSelection::add_threads)};
}

// Where reports look for sources.
std::vector<Option> source_options(std::vector<std::string>& include_dirs, Setter add_prefix);

// Reports that read the programs and libraries of a profile, and where they are looked for
// (binary::SearchPath).
OptionGroup binary_options(bool& inlines, std::string& debug_directory, bool& debuginfod);

} // namespace cg::cli

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

// Processes the argument of an option ("" if it has none or none was given). Called in the order
// of the command line. Throws UsageError for a wrong argument.
using Setter = std::function<void(const std::string& argument)>;

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
    // The possible arguments, for completion, if `argument` does not list them like A|B|C.
    std::vector<std::string> choices = {};
};

// Options under one heading of --help.
struct Group {
    std::string heading;
    std::vector<Option> options;
};

struct Example {
    std::string purpose; // "the report of a profile"
    std::string command; // a line for a shell
};

struct Command {
    std::string name;          // cg_merge
    std::string operands;      // what follows the options in the usage line: "FILE..."
    std::string summary;       // what it does, one sentence
    std::vector<Group> groups; // --help and --version are added
    // The options of Valgrind's command of this name. An abbreviation of one of them has the same
    // meaning here, even if other options begin with it.
    std::vector<std::string> reference_options = {};
    // Two examples, for the end of --help.
    std::vector<Example> examples = {};
};

// ---- setters for the usual kinds of options ---------------------------------

Setter set_true(bool& flag);
// Accepts "" and "yes" for true, and "no" for false; otherwise throws UsageError.
Setter set_yes_no(bool& flag, std::string option);
Setter set_string(std::string& text);
Setter append_string(std::vector<std::string>& texts);
// Accepts the name of a file or directory. Throws UsageError for an empty name.
Setter set_path(std::string& path, std::string option);
// Accepts a whole number from `min` to `max`. If `max` is no_limit, accepts numbers of any size;
// numbers that do not fit become no_limit.
inline constexpr unsigned no_limit = std::numeric_limits<unsigned>::max();
Setter set_number(unsigned& number, std::string option, unsigned min, unsigned max);
// Accepts one of `choices`.
Setter set_choice(std::string& value, std::string option, std::vector<std::string> choices);
// Appends T(argument). Adds the option's name to a UsageError of the constructor.
template <typename T>
Setter append_parsed(std::vector<T>& values, std::string option) {
    return [&values, option = std::move(option)](const std::string& argument) {
        try {
            values.emplace_back(argument);
        } catch (const UsageError& error) {
            throw UsageError("--" + option + ": " + error.what());
        }
    };
}

// Reads "0.5", "+0.5" or "0.5%". Throws UsageError for anything that is not from 0 to 100.
double percentage(const std::string& text, const std::string& option);

// Splits "A,B,C" at the commas. Throws UsageError for an empty name.
std::vector<std::string> split_events(const std::string& list, const std::string& option);

} // namespace cg::cli

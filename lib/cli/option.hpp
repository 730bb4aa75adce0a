// SPDX-License-Identifier: GPL-2.0-or-later
// The options of a command as data: parsing, --help and shell completion come from one table.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace cg::cli {

// What an option does with its argument ("" when it has none or none was given). Called in
// the order of the command line; throws UsageError when the argument does not fit.
using Setter = std::function<void(const std::string& argument)>;

struct Option {
    std::string name; // long name without dashes; empty: only the letter
    char letter = 0;  // 0: only the name
    // How --help writes the argument: "" for none, "FILE" for a required one, "[yes|no]" in
    // brackets for one that may be left out (and is given only as --name=yes).
    std::string argument;
    std::string help; // one or more sentences; lines are broken as it fits
    Setter set;
    // --no-NAME exists too and calls set("no"); shown as --[no-]NAME.
    bool can_be_negated = false;
    // An old name that still works but that --help leaves out.
    bool is_hidden = false;
    // What the argument can be, where the argument as written does not list it (A|B|C does);
    // for completion only.
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
    std::vector<Group> groups; // --help and --version come of themselves
    // Names of options that Valgrind's command of this name has too. A beginning that means one
    // of them there means it here, whatever other options begin so.
    std::vector<std::string> reference_options = {};
    // Two for the end of --help.
    std::vector<Example> examples = {};
};

// ---- setters for the usual kinds of options ---------------------------------

Setter set_true(bool& flag);
// "", "yes": true; "no": false; else UsageError that names the option.
Setter set_yes_no(bool& flag, std::string option);
Setter set_string(std::string& text);
Setter append_string(std::vector<std::string>& texts);
// The name of a file or directory; UsageError for an empty one.
Setter set_path(std::string& path, std::string option);
// A whole number from min to max. With no_limit as max one of any size is taken: what does not
// fit counts as no_limit.
inline constexpr unsigned no_limit = std::numeric_limits<unsigned>::max();
Setter set_number(unsigned& number, std::string option, unsigned min, unsigned max);

} // namespace cg::cli

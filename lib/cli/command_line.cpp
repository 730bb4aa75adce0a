// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/command_line.hpp"

#include "error/error.hpp"
#include "error/expansion.hpp"
#include "text/escaping.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <getopt.h>
#include <map>
#include <span>

namespace cg::cli {
namespace {

int argument_kind(const Option& option) {
    if (option.argument.empty())
        return no_argument;
    return option.argument.front() == '[' ? optional_argument : required_argument;
}

std::string spelling_of(const Option& option) {
    return option.name.empty() ? std::string("-") + option.letter : "--" + option.name;
}

// The table in getopt_long's form. For the long option i, getopt_long returns first_long + i, which
// is larger than every character.
class GetoptTable {
  public:
    static constexpr int first_long = 0x100;

    explicit GetoptTable(const Command& command) {
        add(help_option);
        add(version_option);
        add(completion_option);
        for (const OptionGroup& group : command.groups)
            for (const Option& option : group.options)
                add(option);
        add_abbreviations(command.reference_options);
        long_options_.push_back({});
    }

    const char* letters() const { return letters_.c_str(); }
    const ::option* long_options() const { return long_options_.data(); }

    const Option& option_of(int code) const {
        if (code >= first_long)
            return *meanings_[static_cast<std::size_t>(code - first_long)].option;
        return *by_letter_.at(static_cast<char>(code));
    }
    bool is_negated(int code) const {
        return code >= first_long &&
               meanings_[static_cast<std::size_t>(code - first_long)].is_negated;
    }
    // Returns the names that a spelling may mean: itself, or all that begin with it.
    std::vector<std::string> candidates(const std::string& name) const {
        for (const auto& [abbreviation, full] : abbreviations_)
            if (abbreviation == name)
                return {full};
        return names_that_begin(name);
    }

    std::vector<std::string> names() const { return {names_.begin(), names_.end()}; }

    // For makers of packages. No option of a command begins with w, so all abbreviations stay
    // unambiguous.
    static inline const Option completion_option{
        "write-completion", 0, "SHELL", "", {}, false, true};

  private:
    void add(const Option& option) {
        if (option.letter) {
            letters_ += option.letter;
            letters_.append(static_cast<std::size_t>(argument_kind(option)), ':');
            by_letter_.emplace(option.letter, &option);
        }
        if (!option.name.empty())
            add_name(option.name, argument_kind(option), {&option, false});
        if (option.can_be_negated)
            add_name("no-" + option.name, no_argument, {&option, true});
    }
    struct Meaning {
        const Option* option;
        bool is_negated;
    };
    void add_name(const std::string& name, int kind, Meaning meaning) {
        names_.push_back(name);
        const int code = first_long + static_cast<int>(meanings_.size());
        long_options_.push_back({names_.back().c_str(), kind, nullptr, code});
        meanings_.push_back(meaning);
    }
    std::vector<std::string> names_that_begin(std::string_view beginning) const {
        std::vector<std::string> found;
        for (const std::string& name : names_)
            if (name.starts_with(beginning))
                found.push_back(name);
        return found;
    }
    // getopt_long refuses a spelling with which several names begin, unless it is a name itself: so
    // an abbreviation that means one option of Valgrind's cg_NAME becomes a name.
    void add_abbreviations(std::vector<std::string> of_reference) {
        of_reference.insert(of_reference.end(), {help_option.name, version_option.name});
        std::map<std::string, std::vector<std::string>> meanings;
        for (const std::string& name : of_reference)
            for (std::size_t length = 1; length < name.size(); ++length)
                meanings[name.substr(0, length)].push_back(name);
        for (const auto& [beginning, names] : meanings)
            if (names.size() == 1 && names_that_begin(beginning).size() > 1 &&
                std::ranges::find(names_, beginning) == names_.end())
                abbreviations_.emplace(beginning, names.front());
        for (const auto& [abbreviation, name] : abbreviations_) {
            const auto full = std::ranges::find(names_, name) - names_.begin();
            const ::option form = long_options_[static_cast<std::size_t>(full)];
            long_options_.push_back({abbreviation.c_str(), form.has_arg, nullptr, form.val});
        }
    }

    std::string letters_ = ":"; // the colon distinguishes a missing argument from an unknown option
    std::map<char, const Option*> by_letter_;
    std::deque<std::string> names_;                    // a deque: long_options_ points into it
    std::map<std::string, std::string> abbreviations_; // and the names that they mean
    std::vector<::option> long_options_;               // of names_, then of abbreviations_
    std::vector<Meaning> meanings_;                    // of names_
};

// Throws the reason why getopt_long refused a long option, which getopt_long does not return.
[[noreturn]] void throw_bad_long_option(const Command& command, const GetoptTable& table,
                                        const std::string& word) {
    const std::string name = word.substr(2, word.find('=') - 2);
    const std::string spelling = text_for(EscapingContext::message, name);
    const std::vector<std::string> candidates = table.candidates(name);
    if (candidates.empty())
        throw UsageError(fmt::format("there is no option --{}{} (see {} --help)", spelling,
                                     did_you_mean(name, table.names(), "--"), command.name));
    if (candidates.size() == 1 || candidates.front() == name)
        throw UsageError(fmt::format("--{} takes no argument", candidates.front()));
    throw UsageError(fmt::format("--{} may mean --{}", spelling, fmt::join(candidates, " or --")));
}

// Breaks text at spaces into lines of at most width characters.
std::vector<std::string> wrap_text(std::string_view text, std::size_t width) {
    std::vector<std::string> lines;
    while (text.size() > width) {
        std::size_t at = text.rfind(' ', width);
        if (at == std::string_view::npos)
            at = text.find(' ');
        if (at == std::string_view::npos)
            break;
        lines.emplace_back(text.substr(0, at));
        text.remove_prefix(at + 1);
    }
    lines.emplace_back(text);
    return lines;
}

// Returns a name and its text, which begins in column 26.
std::string help_entry(const std::string& head, std::string_view help) {
    constexpr std::size_t left = 26;
    constexpr std::size_t width = 78 - left;
    std::string text;
    for (const std::string& line : wrap_text(help, width)) {
        const bool is_first = text.empty();
        if (is_first && head.size() + 2 > left)
            text += head + "\n";
        text += fmt::format("{:<{}}{}\n", is_first && text.empty() ? head : "", left, line);
    }
    return text;
}

std::string help_line(const Option& option) {
    std::string head = option.letter ? fmt::format("  -{}", option.letter) : "    ";
    if (!option.name.empty()) {
        head += option.letter ? ", --" : "  --";
        head += option.can_be_negated ? "[no-]" + option.name : option.name;
    }
    if (!option.argument.empty()) {
        if (option.argument.front() == '[')
            head += "[=" + option.argument.substr(1);
        else
            head += (option.name.empty() ? " " : "=") + option.argument;
    }
    return help_entry(head, option.help);
}

std::string help_group(const std::string& heading, std::span<const Option* const> options) {
    std::string text;
    for (const Option* option : options)
        text += help_line(*option);
    return text.empty() ? text : "\n" + heading + ":\n" + text;
}

// Returns the options that are used most, in the order of the command.
std::vector<const Option*> most_used(const Command& command) {
    std::vector<const Option*> found;
    for (const std::string& name : command.most_used)
        for (const OptionGroup& group : command.groups)
            for (const Option& option : group.options)
                if (option.name == name)
                    found.push_back(&option);
    return found;
}

} // namespace

CommandLine parse(const Command& command, int argc, char* const* argv) {
    const GetoptTable table(command);
    CommandLine line;
    opterr = 0; // or getopt_long prints messages
    optind = 0; // begins again (glibc)
    for (;;) {
        const int code = ::getopt_long(argc, argv, table.letters(), table.long_options(), nullptr);
        if (code == -1)
            break;
        if (code == ':') {
            const Option& option = table.option_of(optopt);
            throw UsageError(
                fmt::format("{} needs an argument ({})", spelling_of(option), option.argument));
        }
        if (code == '?') {
            // getopt_long returns only the letter or the word.
            if (optopt == 0 || optopt >= GetoptTable::first_long)
                throw_bad_long_option(command, table, argv[optind - 1]);
            throw UsageError(fmt::format("there is no option -{} (see {} --help)",
                                         static_cast<char>(optopt), command.name));
        }
        const Option& option = table.option_of(code);
        if (&option == &help_option || &option == &version_option) {
            (&option == &help_option ? line.wants_help : line.wants_version) = true;
            return line;
        }
        if (&option == &GetoptTable::completion_option) {
            line.completion_shell = optarg;
            return line;
        }
        option.set(option, table.is_negated(code) ? "no" : optarg ? optarg : "");
    }
    line.operands.assign(argv + optind, argv + argc);
    return line;
}

std::string help(const Command& command) {
    std::string text = fmt::format("usage: {} [OPTIONS] {}\n", command.name, command.operands);
    for (const std::string& line : wrap_text(command.summary, 78))
        text += line + "\n";
    const std::vector<const Option*> first = most_used(command);
    text += help_group("Most used", first);
    if (!command.examples.empty())
        text += "\nExamples:\n";
    for (const Example& example : command.examples)
        text += fmt::format("  # {}\n  {}\n", example.purpose, example.command);
    for (const OptionGroup& group : command.groups) {
        std::vector<const Option*> rest;
        for (const Option& option : group.options)
            if (!option.is_hidden && std::ranges::find(first, &option) == first.end())
                rest.push_back(&option);
        text += help_group(group.heading, rest);
    }
    for (const OptionGroup& group : command.groups)
        for (const Option& option : group.options) {
            if (option.meanings.empty())
                continue;
            text += fmt::format("\n{} of --{}:\n", option.argument, option.name);
            for (std::size_t i = 0; i < option.meanings.size(); ++i)
                text += help_entry("  " + option.choices[i], option.meanings[i]);
        }
    text += "\nHelp:\n" + help_line(help_option) + help_line(version_option);
    text += fmt::format("\nEnvironment:\n  {}=SIZE\n"
                        "{:26}memory limit for an input that needs more than 64\n"
                        "{:26}times its size, since it is compressed or its rows\n"
                        "{:26}omit counts [{}]\n",
                        expansion_variable, "", "", "", default_expansion);
    text += "\nBugs: CONTRIBUTING.md of cgtools (share/doc/cgtools) says where to report them.\n";
    return text;
}

std::string version(const Command& command) {
    return command.name + "-" CGTOOLS_VERSION;
}

} // namespace cg::cli

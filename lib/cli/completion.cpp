// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/completion.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace cg::cli {
namespace {

enum class Takes { nothing, choice, file, directory, anything };

// The spellings of one option on the command line: -a, --as.
struct Word {
    std::string letter; // "-a", or empty
    std::string name;   // "--as", or empty
    Takes takes = Takes::nothing;
    bool is_optional = false; // the argument may be left out, and is given only as --name=ARG
    std::vector<std::string> choices;
    std::string title; // FORM
    std::string help;

    std::vector<std::string> spellings() const {
        std::vector<std::string> all;
        for (const std::string& spelling : {letter, name})
            if (!spelling.empty())
                all.push_back(spelling);
        return all;
    }
};

std::string join(const std::vector<std::string>& words, std::string_view between = " ") {
    return fmt::format("{}", fmt::join(words, between));
}

// Returns the first clause of an option's help: completions show one line for each.
std::string brief(const std::string& help) {
    std::size_t end = std::min({help.find_first_of(":;(["), help.find(". "), help.size()});
    while (end > 0 && help[end - 1] == ' ')
        end--;
    return help.substr(0, end);
}

Word word_of(const Option& option) {
    Word word;
    if (option.letter)
        word.letter = std::string("-") + option.letter;
    if (!option.name.empty())
        word.name = "--" + option.name;
    word.help = brief(option.help);
    word.title = option.argument;
    word.is_optional = word.title.starts_with('[');
    if (word.is_optional)
        word.title = word.title.substr(1, word.title.size() - 2);
    word.choices = choices_of(option);

    if (word.title.empty())
        word.takes = Takes::nothing;
    else if (!word.choices.empty())
        word.takes = Takes::choice;
    else if (word.title == "FILE" || word.title == "LIST")
        word.takes = Takes::file;
    else if (word.title == "DIR")
        word.takes = Takes::directory;
    else
        word.takes = Takes::anything;
    return word;
}

std::vector<Word> words_of(const Command& command) {
    std::vector<Word> words;
    for (const Group& group : command.groups) {
        for (const Option& option : group.options) {
            if (option.is_hidden)
                continue;
            words.push_back(word_of(option));
            if (option.can_be_negated)
                words.push_back(word_of({"no-" + option.name, 0, "", option.help, {}}));
        }
    }
    words.push_back(word_of({"help", 'h', "", "show this message", {}}));
    words.push_back(word_of({"version", 0, "", "show the version", {}}));
    return words;
}

// Returns the text in a shell's single quotes.
std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

// Returns the script's command that completes the argument of an option.
std::string bash_answer(const Command& command, const Word& word) {
    switch (word.takes) {
    case Takes::choice:
        return "mapfile -t COMPREPLY < <(compgen -W " + quoted(join(word.choices)) +
               " -- \"$word\")";
    case Takes::file:
        return "_" + command.name + "_files -f";
    case Takes::directory:
        return "_" + command.name + "_files -d";
    case Takes::anything:
    case Takes::nothing:
        break;
    }
    return ":";
}

std::string bash(const Command& command) {
    std::vector<std::string> options;
    std::string cases;
    for (const Word& word : words_of(command)) {
        const bool needs = word.takes != Takes::nothing && !word.is_optional;
        std::vector<std::string> before;
        for (const std::string& spelling : word.spellings()) {
            options.push_back(spelling + (needs && spelling == word.name ? "=" : ""));
            if (needs)
                before.push_back(spelling);
        }
        if (word.takes == Takes::nothing)
            continue;
        before.push_back(word.name + "=");
        cases += fmt::format("    {}) {} ;;\n", join(before, " | "), bash_answer(command, word));
    }
    // bash splits words at "=", so an argument after "=" is a word of its own.
    return fmt::format(R"(# bash completion for {0}; written by {0} --write-completion=bash
_{0}_files() {{
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}}
_{0}() {{
    local word=$2 before=$3
    COMPREPLY=()
    if [ "${{COMP_WORDS[COMP_CWORD]}}" = '=' ]; then
        word='' before=${{COMP_WORDS[COMP_CWORD - 1]}}=
    elif [ "$before" = '=' ]; then
        before=${{COMP_WORDS[COMP_CWORD - 2]}}=
    fi
    case $before in
{1}    *)
        case $word in
        -*)
            mapfile -t COMPREPLY < <(compgen -W {2} -- "$word")
            case ${{COMPREPLY[0]-}} in *=) compopt -o nospace ;; esac
            ;;
        *) _{0}_files -f ;;
        esac
        ;;
    esac
}}
complete -F _{0} {0}
)",
                       command.name, cases, quoted(join(options)));
}

std::string zsh_action(const Word& word) {
    switch (word.takes) {
    case Takes::choice:
        return "(" + join(word.choices) + ")";
    case Takes::file:
        return "_files";
    case Takes::directory:
        return "_files -/";
    case Takes::anything:
        return " "; // shows the title, and offers nothing
    case Takes::nothing:
        break;
    }
    return "";
}

std::string zsh(const Command& command) {
    std::string specs;
    const auto escaped = [](std::string_view text) {
        std::string out;
        for (const char c : text)
            out += std::string("[]:\\").find(c) != std::string::npos ? std::string("\\") + c
                                                                     : std::string(1, c);
        return out;
    };
    for (const Word& word : words_of(command)) {
        for (const std::string& spelling : word.spellings()) {
            const bool is_name = spelling == word.name;
            if (!is_name && word.is_optional)
                continue;
            std::string spec = "*" + spelling;
            if (word.takes != Takes::nothing)
                spec += word.is_optional ? "=-" : is_name ? "=" : "+";
            spec += "[" + escaped(word.help) + "]";
            if (word.takes != Takes::nothing)
                spec +=
                    (word.is_optional ? "::" : ":") + escaped(word.title) + ":" + zsh_action(word);
            specs += "    " + quoted(spec) + " \\\n";
        }
    }
    return fmt::format("#compdef {0}\n"
                       "# zsh completion for {0}; written by {0} --write-completion=zsh\n"
                       "_arguments -S \\\n{1}    '*:file:_files'\n",
                       command.name, specs);
}

std::string fish_argument(const Word& word) {
    switch (word.takes) {
    case Takes::choice:
        return " -x -a " + quoted(join(word.choices));
    case Takes::file:
        return " -r -F";
    case Takes::directory:
        return " -x -a '(__fish_complete_directories)'";
    case Takes::anything:
        return " -x";
    case Takes::nothing:
        break;
    }
    return "";
}

std::string fish(const Command& command) {
    std::string text = fmt::format(
        "# fish completion for {0}; written by {0} --write-completion=fish\n", command.name);
    for (const Word& word : words_of(command)) {
        std::string line = "complete -c " + command.name;
        if (!word.letter.empty())
            line += " -s " + word.letter.substr(1);
        if (!word.name.empty())
            line += " -l " + word.name.substr(2);
        if (!word.is_optional)
            line += fish_argument(word);
        line += " -d '";
        for (const char c : word.help) {
            if (c == '\'' || c == '\\')
                line += '\\';
            line += c;
        }
        text.append(line).append("'\n");
        if (!word.is_optional)
            continue;
        // fish has no optional arguments: so it offers --color=auto as a word.
        std::vector<std::string> whole;
        std::ranges::transform(word.choices, std::back_inserter(whole),
                               [&](const std::string& choice) { return word.name + "=" + choice; });
        text +=
            fmt::format("complete -c {} -n 'string match -q -- \"{}*\" (commandline -ct)' -a {}\n",
                        command.name, word.name, quoted(join(whole)));
    }
    return text;
}

} // namespace

std::string completion(const Command& command, const std::string& shell) {
    if (shell == "bash")
        return bash(command);
    if (shell == "zsh")
        return zsh(command);
    if (shell == "fish")
        return fish(command);
    throw UsageError("--write-completion takes bash, zsh or fish, not " + in_quotes(shell));
}

} // namespace cg::cli

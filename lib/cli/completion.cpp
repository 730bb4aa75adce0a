// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/completion.hpp"

#include "error/error.hpp"

#include <fmt/format.h>

namespace cg::cli {
namespace {

// One word that can stand on the command line.
struct Word {
    std::string text; // with its dashes
    const Option* option;
    bool needs_argument = false;
    std::vector<std::string> choices; // what the argument can be, if that is a list
};

std::vector<std::string> choices_of(const Option& option) {
    std::string_view argument = option.argument;
    if (argument.starts_with('[') && argument.ends_with(']'))
        argument = argument.substr(1, argument.size() - 2);
    std::vector<std::string> choices;
    if (argument.find('|') == std::string_view::npos)
        return choices;
    while (true) {
        const std::size_t bar = argument.find('|');
        choices.emplace_back(argument.substr(0, bar));
        if (bar == std::string_view::npos)
            return choices;
        argument.remove_prefix(bar + 1);
    }
}

std::vector<Word> words_of(const Command& command) {
    std::vector<Word> words;
    for (const Group& group : command.groups) {
        for (const Option& option : group.options) {
            if (option.is_hidden)
                continue;
            const bool needs = !option.argument.empty() && option.argument.front() != '[';
            if (option.letter)
                words.push_back({std::string("-") + option.letter, &option, needs, {}});
            if (!option.name.empty())
                words.push_back({"--" + option.name, &option, needs, choices_of(option)});
            if (option.can_be_negated)
                words.push_back({"--no-" + option.name, &option, false, {}});
        }
    }
    static const Option help{"help", 'h', "", "show this message", {}};
    static const Option version{"version", 0, "", "show the version", {}};
    words.push_back({"--help", &help, false, {}});
    words.push_back({"--version", &version, false, {}});
    return words;
}

// In single quotes of a shell.
std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string bash(const Command& command) {
    std::string options, cases;
    for (const Word& word : words_of(command)) {
        const bool is_long = word.text.starts_with("--");
        options += " " + word.text + (word.needs_argument && is_long ? "=" : "");
        if (!word.choices.empty())
            cases += fmt::format("    {}) choices={} ;;\n", word.text,
                                 quoted(fmt::format("{}", fmt::join(word.choices, " "))));
    }
    // bash splits words at "=", so an argument comes as a word of its own behind "=".
    return fmt::format(R"(# bash completion for {0}; written by {0} --write-completion=bash
_{0}() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} option='' choices=''
    if [ "$word" = '=' ]; then
        option=${{COMP_WORDS[COMP_CWORD - 1]}} word=''
    elif [ "${{COMP_WORDS[COMP_CWORD - 1]}}" = '=' ]; then
        option=${{COMP_WORDS[COMP_CWORD - 2]}}
    fi
    COMPREPLY=()
    case $option in
{1}    esac
    if [ -n "$choices" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
    elif [ -z "$option" ] && [ "${{word#-}}" != "$word" ]; then
        mapfile -t COMPREPLY < <(compgen -W '{2}' -- "$word")
        case ${{COMPREPLY[0]-}} in *=) compopt -o nospace ;; esac
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames
    fi
}}
complete -F _{0} {0}
)",
                       command.name, cases, options.substr(1));
}

std::string zsh(const Command& command) {
    std::string specs;
    for (const Word& word : words_of(command)) {
        std::string help;
        for (const char c : word.option->help)
            help += std::string("[]:\\").find(c) != std::string::npos ? std::string("\\") + c
                                                                      : std::string(1, c);
        const bool is_long = word.text.starts_with("--");
        const bool takes = word.needs_argument || !word.choices.empty();
        std::string spec = "*" + word.text;
        if (takes)
            spec += is_long ? (word.needs_argument ? "=" : "=-") : "+";
        spec += "[" + help + "]";
        if (takes)
            spec += std::string(word.needs_argument ? ":" : "::") + "argument:" +
                    (word.choices.empty() ? "_files"
                                          : fmt::format("({})", fmt::join(word.choices, " ")));
        specs += "    " + quoted(spec) + " \\\n";
    }
    return fmt::format("#compdef {0}\n"
                       "# zsh completion for {0}; written by {0} --write-completion=zsh\n"
                       "_arguments -S \\\n{1}    '*:file:_files'\n",
                       command.name, specs);
}

std::string fish(const Command& command) {
    std::string text = fmt::format(
        "# fish completion for {0}; written by {0} --write-completion=fish\n", command.name);
    for (const Word& word : words_of(command)) {
        const bool is_long = word.text.starts_with("--");
        text += fmt::format("complete -c {} -{} {}", command.name, is_long ? "l" : "s",
                            word.text.substr(is_long ? 2 : 1));
        if (!word.choices.empty())
            text +=
                fmt::format(" -x -a {}", quoted(fmt::format("{}", fmt::join(word.choices, " "))));
        else if (word.needs_argument)
            text += " -r";
        std::string help;
        for (const char c : word.option->help)
            help += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        text += " -d '" + help + "'\n";
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
    throw UsageError("--write-completion=" + shell + ": expected bash, zsh or fish");
}

} // namespace cg::cli

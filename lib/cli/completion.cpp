// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/completion.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cg::cli {
namespace {

// How each shell completes an argument: {0} is the command, {1} are the choices, {2} these in
// quotes.
struct Argument {
    std::string_view bash, zsh, fish;
};
constexpr Argument choice{"mapfile -t COMPREPLY < <(compgen -W {2} -- \"$word\")", "({1})",
                          " -x -a {2}"};
constexpr Argument file{"_{0}_files -f", "_files", " -r -F"};
constexpr Argument directory{"_{0}_files -d", "_files -/",
                             " -x -a '(__fish_complete_directories)'"};
constexpr Argument event{"_{0}_words events", " _{0}_words events",
                         " -x -a '(__{0}_words events)'"};
constexpr Argument event_list{"_{0}_words events list", "_sequence _{0}_words events",
                              " -x -a '(__{0}_list events)'"};
constexpr Argument function{"_{0}_words functions", " _{0}_words functions",
                            " -x -a '(__{0}_words functions)'"};
constexpr Argument anything{":", " ", " -x"}; // zsh shows the title, and offers nothing

// Names of profiles: those that Valgrind gives, and those in our documents.
constexpr std::string_view profiles_of_case = "*.cg | *.cg.* | *.cgout | *.cgout.* | *.out | "
                                              "*.out.* | *.out-* | *.prof | *.prof.* | *.json | "
                                              "*.json.*";
constexpr std::string_view profiles_of_zsh =
    "(*.cg|*.cg.*|*.cgout|*.cgout.*|*.out|*.out.*|*.out-*|*.prof|*.prof.*|*.json|*.json.*)";
constexpr std::string_view profiles_of_fish = "\\.(?:cg|cgout|out|prof|json)(?:[.-].*)?$";

// The spellings of one option on the command line: -a, --as.
struct Word {
    std::string letter;              // "-a", or empty
    std::string name;                // "--as", or empty
    const Argument* takes = nullptr; // null: nothing
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

    if (!word.choices.empty())
        word.takes = &choice;
    else if (word.title == "FILE" || word.title == "LIST")
        word.takes = &file;
    else if (word.title == "DIR")
        word.takes = &directory;
    else if (word.title == "EVENT")
        word.takes = &event;
    else if (word.title == "A,B" || word.title == "A,B,C")
        word.takes = &event_list;
    else if (word.title == "RE" && !word.name.ends_with("file") && !word.name.ends_with("object"))
        word.takes = &function;
    else if (!word.title.empty())
        word.takes = &anything;
    return word;
}

std::vector<Word> words_of(const Command& command) {
    std::vector<Word> words;
    for (const OptionGroup& group : command.groups) {
        for (const Option& option : group.options) {
            if (option.is_hidden)
                continue;
            words.push_back(word_of(option));
            if (option.can_be_negated)
                words.push_back(word_of({"no-" + option.name, 0, "", option.help, {}}));
        }
    }
    words.push_back(word_of(help_option));
    words.push_back(word_of(version_option));
    return words;
}

// Returns the text with a backslash before each of these characters.
std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : text) {
        if (special.find(c) != special.npos)
            out += '\\';
        out += c;
    }
    return out;
}

// Returns the text in a shell's single quotes.
std::string quoted(std::string text) {
    boost::replace_all(text, "'", "'\\''");
    return text.insert(0, 1, '\'') + '\'';
}

// Returns what the script has for the argument of an option; `form` is that of its shell.
std::string completed(std::string_view form, const Command& command, const Word& word) {
    const std::string choices = join(word.choices);
    return fmt::format(fmt::runtime(form), command.name, choices, quoted(choices));
}

std::string bash(const Command& command) {
    std::vector<std::string> options;
    std::string cases;
    for (const Word& word : words_of(command)) {
        const bool needs = word.takes && !word.is_optional;
        std::vector<std::string> before;
        for (const std::string& spelling : word.spellings()) {
            options.push_back(spelling + (needs && spelling == word.name ? "=" : ""));
            if (needs)
                before.push_back(spelling);
        }
        if (!word.takes)
            continue;
        before.push_back(word.name + "=");
        cases += fmt::format("    {}) {} ;;\n", join(before, " | "),
                             completed(word.takes->bash, command, word));
    }
    // bash splits words at "=", so an argument after "=" is a word of its own.
    return fmt::format(R"(# bash completion for {0}; written by {0} --write-completion=bash
_{0}_files() {{
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
}}
_{0}_profiles() {{
    local file found=()
    _{0}_files -f
    for file in "${{COMPREPLY[@]}}"; do
        if [ -d "$file" ]; then found+=("$file"); fi
        case $file in {3}) found+=("$file") ;; esac
    done
    if [ "${{#found[@]}}" -gt 0 ]; then COMPREPLY=("${{found[@]}}"); fi
}}
# The events or functions of the first profile of the line. Names are what a profile says, so they
# are compared and quoted, and never read by the shell. Of a name with colons, bash replaces only
# the end.
_{0}_words() {{
    local file typed=${{COMP_LINE:0:COMP_POINT}} item name quoted whole
    local -a options
    if [[ " ${{COMP_WORDS[*]}}" == *' --cycles'* ]]; then options=(--cycles); fi
    typed=${{typed##*[ =]}} item=$typed
    if [ "${{2-}}" = list ]; then item=${{typed##*,}}; fi
    for file in "${{COMP_WORDS[@]:1}}"; do
        if [ -f "$file" ]; then break; fi
    done
    while IFS= read -r name; do
        printf -v quoted %q "$name"
        whole=${{typed%"$item"}}$quoted
        if [[ $quoted == "$item"* ]]; then COMPREPLY+=("${{whole#"${{typed%"$word"}}"}}"); fi
    done < <(command cg_show --write-words="$1" "${{options[@]}}" "$file" 2>/dev/null)
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
        *) _{0}_profiles ;;
        esac
        ;;
    esac
}}
complete -F _{0} {0}
)",
                       command.name, cases, quoted(join(options)), profiles_of_case);
}

std::string zsh(const Command& command) {
    std::string specs;
    constexpr std::string_view special = "[]:\\";
    for (const Word& word : words_of(command)) {
        for (const std::string& spelling : word.spellings()) {
            const bool is_name = spelling == word.name;
            if (!is_name && word.is_optional)
                continue;
            std::string spec = "*" + spelling;
            if (word.takes)
                spec += word.is_optional ? "=-" : is_name ? "=" : "+";
            spec += "[" + escaped(word.help, special) + "]";
            if (word.takes)
                spec += (word.is_optional ? "::" : ":") + escaped(word.title, special) + ":" +
                        completed(word.takes->zsh, command, word);
            specs += "    " + quoted(spec) + " \\\n";
        }
    }
    return fmt::format(
        "#compdef {0}\n"
        "# zsh completion for {0}; written by {0} --write-completion=zsh\n"
        "_{0}_words() {{\n"
        "    local file\n"
        "    local -a names options\n"
        "    [[ \" $words\" == *' --cycles'* ]] && options=(--cycles)\n"
        "    for file in ${{words[2,-1]}}; do [[ -f $file ]] && break; done\n"
        "    names=(${{(f)\"$(command cg_show --write-words=$1 $options $file 2>/dev/null)\"}})\n"
        "    shift\n"
        "    compadd \"$@\" -a names\n"
        "}}\n"
        "_arguments -S \\\n{1}    '*:file:_files -g \"{2}\"'\n",
        command.name, specs, profiles_of_zsh);
}

std::string fish(const Command& command) {
    std::string text =
        fmt::format(R"(# fish completion for {0}; written by {0} --write-completion=fish
function __{0}_profiles
    set -l all (__fish_complete_path (commandline -ct) | string replace -r '\t.*' '')
    set -l found (string match -r '^.*(?:/|{1})' -- $all)
    test (count $found) -gt 0 && printf '%s
' $found || printf '%s
' $all
end
function __{0}_words
    set -l options (string match -r '^--cycles' -- (commandline -opc))[1]
    for file in (commandline -opc)[2..]
        test -f "$file" && command cg_show --write-words=$argv[1] $options "$file" 2>/dev/null && return
    end
end
function __{0}_list
    set -l before (string match -r '.*,' -- (string replace -r '^--[a-z-]*=' '' -- (commandline -ct)))
    __{0}_words $argv[1] | string replace -r '^' "$before"
end
complete -c {0} -k -f -a '(__{0}_profiles)'
)",
                    command.name, profiles_of_fish);
    for (const Word& word : words_of(command)) {
        std::string line = "complete -c " + command.name;
        if (!word.letter.empty())
            line += " -s " + word.letter.substr(1);
        if (!word.name.empty())
            line += " -l " + word.name.substr(2);
        if (word.takes && !word.is_optional)
            line += completed(word.takes->fish, command, word);
        text += line + " -d '" + escaped(word.help, "'\\") + "'\n";
        if (!word.is_optional)
            continue;
        // fish has no optional arguments: so it offers --color=auto as a word.
        std::vector<std::string> whole;
        whole.reserve(word.choices.size());
        for (const std::string& one : word.choices)
            whole.push_back(word.name + "=" + one);
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

// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.hpp"

#include "error/error.hpp"
#include "output_formats.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <charconv>

namespace cg::show {
namespace {

By parse_by(const std::string& name) {
    if (name == "function")
        return By::function;
    if (name == "file")
        return By::file;
    if (name == "line")
        return By::line;
    if (name == "dir" || name == "directory")
        return By::directory;
    throw UsageError("--by takes function, file, line, dir, calls or callers, not " +
                     in_quotes(name));
}

template <typename Number>
Number number(const std::string& text, const char* option) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty() || value < 0)
        throw UsageError(std::string("--") + option + " takes a number from 0 up, not " +
                         in_quotes(text));
    return value;
}

// "0.5" or "0.5%".
double percent(std::string text) {
    if (text.ends_with('%'))
        text.pop_back();
    const auto value = number<double>(text, "min");
    if (!(value <= 100))
        throw UsageError("--min takes a percentage from 0 to 100, not " + in_quotes(text));
    return value;
}

std::string formats_help() {
    std::string text = "write";
    for (const OutputFormat& format : output_formats())
        text += " " + std::string(format.name) + " (" + std::string(format.help) + "),";
    text.back() = ' ';
    return text + "[by the suffix of --output, else table]";
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const OutputFormat& format : output_formats())
        names.emplace_back(format.name);
    return names;
}

void append_names(std::vector<std::string>& names, const std::string& list) {
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t comma = std::min(list.find(',', at), list.size());
        names.push_back(list.substr(at, comma - at));
        at = comma + 1;
    }
}

// A message about a bad expression names the option.
cli::Setter append_substitution(std::vector<Substitution>& all, std::string option) {
    return [&all, option = std::move(option)](const std::string& argument) {
        try {
            all.emplace_back(argument);
        } catch (const UsageError& error) {
            throw UsageError("--" + option + ": " + error.what());
        }
    };
}

void set_color(Options& options, const std::string& when) {
    if (when != "auto" && when != "always" && when != "never")
        throw UsageError("--color takes auto, always or never, not " + in_quotes(when));
    options.color = when;
}

} // namespace

cli::Command command_line(Options& o) {
    const auto top = [&](const std::string& text) { o.top = number<std::size_t>(text, "top"); };
    const auto depth = [&](const std::string& text) {
        o.depth = number<std::size_t>(text, "depth");
    };
    const auto min = [&](const std::string& text) { o.min = percent(text); };
    const auto width = [&](const std::string& text) { o.width = number<unsigned>(text, "width"); };
    const auto by = [&](const std::string& text) {
        o.tree_of = text == "calls"     ? render::TreeOf::calls
                    : text == "callers" ? render::TreeOf::callers
                                        : render::TreeOf::paths;
        o.by = o.tree_of == render::TreeOf::paths ? parse_by(text) : By::function;
    };
    const auto derive = [&](const std::string& text) { o.derive.emplace_back(text); };
    const auto show = [&](const std::string& text) { append_names(o.show, text); };
    const auto color = [&](const std::string& text) {
        set_color(o, text.empty() ? "always" : text);
    };
    return {
        "cg_show",
        "[FILE]...",
        "Shows profiles as tables and trees, as interactive pages and pictures, and in the formats "
        "of other programs.",
        {{"Output format",
          {{"as", 'a', "FORMAT", formats_help(), cli::set_string(o.as), false, false,
            format_names()},
           {"output", 'o', "FILE", "write to FILE instead of stdout (.gz and .zst compress)",
            cli::set_path(o.output, "output")}}},
         {"What to show",
          {{"by",
            'b',
            "WHAT",
            "sum up by function, file, line or dir [function]; a tree also by calls (from the top "
            "down) or callers (from the bottom up)",
            by,
            false,
            false,
            {"function", "file", "line", "dir", "calls", "callers"}},
           {"sort", 's', "EVENT", "rank by EVENT [the first]", cli::set_string(o.sort)},
           {"mod-filename", 0, "EXPR",
            "change file names with s/old/new/flags, in Python's syntax, so that several profiles "
            "have the same names (flags g, i, x; repeatable)",
            append_substitution(o.mod_filename, "mod-filename")},
           {"mod-funcname", 0, "EXPR", "change function names in the same way (repeatable)",
            append_substitution(o.mod_funcname, "mod-funcname")},
           {"show", 0, "A,B", "show these events only, in this order", show},
           {"derive", 0, "NAME=EXPR",
            "show a new event too, computed with + - * / ( ), integers and events, or the preset "
            "'cycles' (repeatable)",
            derive},
           {"top", 't', "N",
            "show the first N rows, 0 for all (default: 20 in a table, 50 in Markdown, 50000 in "
            "HTML, 10 for GitHub and GitLab)",
            top},
           {"depth", 'd', "N", "show N levels of a tree, 0 for all [0]", depth},
           {"min", 'm', "PERCENT",
            "omit parts of trees and pictures, sources of files in HTML, lines of functions in "
            "pprof, and lines for GitHub and GitLab that hold less than PERCENT",
            min},
           {"ref", 'r', "K", "with several files, compare with the K-th (default: the first)",
            cli::set_number(o.reference, "ref", 1, 1000000)},
           {"changed", 0, "",
            "with several files, show rows that differ, the greatest difference first",
            cli::set_true(o.changed)}}},
         {"How",
          {{"source", 0, "[yes|no]", "put annotated sources into HTML [yes]",
            cli::set_yes_no(o.source, "source"), true},
           {"include", 'I', "DIR", "look for sources in DIR too (repeatable)",
            cli::append_string(o.include)},
           {"root", 0, "DIR", "for GitHub and GitLab, the repository is in DIR [.]",
            cli::set_path(o.root, "root")},
           {"width", 'w', "N",
            "fit tables into N columns, 0 for any width (default: the terminal's width)", width},
           {"color", 0, "[auto|always|never]", "use colours [auto]", color},
           {"jobs", 'j', "N", "use up to N threads", cli::set_number(o.jobs, "jobs", 1, 1024)}}}},
        {},
        {{"the functions with the highest counts", "cg_show cachegrind.out"},
         {"an interactive page", "cg_show -o report.html cachegrind.out"}},
    };
}

} // namespace cg::show

// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.hpp"

#include "error/error.hpp"
#include "load/estimated_cycles.hpp"
#include "output_formats.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace cg::show {
namespace {

// Of --by: a tree is also by calls or by callers.
cli::Setter set_by(Options& o) {
    return [&o](const cli::Option& option, const std::string& argument) {
        struct Meaning {
            By by;
            render::TreeOf tree_of = render::TreeOf::paths;
            bool by_chain = false;
            DataBy data_by = DataBy::none;
            bool by_library = false;
        };
        static constexpr Meaning meanings[] = {
            // of the option's choices
            {By::function},
            {By::file},
            {By::line},
            {By::directory},
            {By::function, render::TreeOf::calls},
            {By::function, render::TreeOf::callers},
            {By::function, render::TreeOf::paths, true},
            {By::function, render::TreeOf::paths, false, DataBy::object},
            {By::function, render::TreeOf::paths, false, DataBy::field},
            {By::function, render::TreeOf::callers, false, DataBy::none, true},
        };
        const std::size_t choice =
            cli::index_of_choice(option, argument == "directory" ? "dir" : argument);
        o.by = meanings[choice].by;
        o.tree_of = meanings[choice].tree_of;
        o.by_chain = meanings[choice].by_chain;
        o.data_by = meanings[choice].data_by;
        o.by_library = meanings[choice].by_library;
    };
}

template <typename Number>
cli::Setter set_any_number(std::optional<Number>& number) {
    return [&number](const cli::Option& option, const std::string& text) {
        number = number_of<Number>(text);
        if (!number)
            throw cli::wrong_argument(option.name, "a number from 0 up", text);
    };
}

cli::Setter append_min_of(std::vector<MinOf>& min_of) {
    return [&min_of](const cli::Option& option, const std::string& text) {
        const std::size_t equals = text.rfind('=');
        const bool is_percentage = text.ends_with('%');
        long double number = 0;
        const char* const begin = text.data() + (equals == text.npos ? text.size() : equals + 1);
        const char* const end = text.data() + text.size() - (is_percentage ? 1 : 0);
        const auto [after, error] = std::from_chars(begin, std::max(begin, end), number);
        if (error != std::errc() || after != end || equals == 0 || !(number >= 0))
            throw cli::wrong_argument(option.name, "EVENT=COUNT or EVENT=PERCENT%", text);
        min_of.push_back({text.substr(0, equals), number, is_percentage});
    };
}

std::vector<std::string> of_formats(std::string_view OutputFormat::*text) {
    std::vector<std::string> texts;
    for (const OutputFormat& format : output_formats())
        texts.emplace_back(format.*text);
    return texts;
}

// Returns "table 20, html 50000" for the formats that do not show all rows unless --top says so.
std::string tops_of_formats() {
    std::vector<std::string> tops;
    for (const OutputFormat& format : output_formats())
        if (format.top != 0)
            tops.push_back(fmt::format("{} {}", format.name, format.top));
    return fmt::format("{}", fmt::join(tops, ", "));
}

} // namespace

cli::Command command(Options& o) {
    const auto derive = [&](const cli::Option&, const std::string& text) {
        o.derive.emplace_back(text);
    };
    const auto show = [&](const cli::Option& option, const std::string& text) {
        std::ranges::move(cli::split_events(option, text), std::back_inserter(o.show));
    };
    const auto struct_name = [&](const cli::Option& option, const std::string& text) {
        if (text.empty())
            throw cli::wrong_argument(option.name, "the name of a struct", text);
        o.struct_name = text;
    };
    const auto search_options =
        cli::source_options(o.sources.include_dirs, cli::append_parsed(o.sources.prefixes));
    return {
        "cg_show",
        "[FILE]...",
        "Shows profiles as tables and trees, as interactive pages and pictures, and in the formats "
        "of other programs.",
        {{"Output format",
          {{.name = "as",
            .letter = 'a',
            .argument = "FORMAT",
            .help = "write FORMAT, one of the list below [by the suffix of --output, else table]",
            .set = cli::set_string(o.as),
            .choices = of_formats(&OutputFormat::name),
            .meanings = of_formats(&OutputFormat::help)},
           {"output", 'o', "FILE", "write to FILE, not stdout (.gz and .zst compress)",
            cli::set_path(o.output)}}},
         {"Profiles",
          {cli::files_from_option(o.files_from),
           {"label", 0, "FILE", "the lines of FILE are the profiles' names, in order",
            cli::set_path(o.label)},
           cli::salvage_option(o.salvage),
           cli::part_option(o.parts),
           cli::thread_option(o.parts),
           {"each-part", 0, "", "each part of a file is a profile of its own",
            cli::set_true(o.each_part)}}},
         {"What to show",
          {{.name = "by",
            .letter = 'b',
            .argument = "WHAT",
            .help = "sum up by function, file, line or dir [function]; by library (profiles with "
                    "calls); trees: by calls (from the top down) or callers (from the bottom up); "
                    "by chain (with --inlines); by object of data or field (with --data-objects)",
            .set = set_by(o),
            .choices = {"function", "file", "line", "dir", "calls", "callers", "chain", "object",
                        "field", "library"}},
           {"object", 0, "RE",
            "with --by=object or field, show objects that match RE; of several with fields, that "
            "with most misses",
            cli::append_parsed(o.objects)},
           {"inclusive", 0, "",
            "in tables, add EVENT:inclusive, with all that a function calls, and the number of "
            "calls",
            cli::set_true(o.inclusive)},
           {"function", 0, "RE", "with --as=asm, functions that match RE (repeatable)",
            cli::append_parsed(o.functions)},
           {"struct", 0, "NAME",
            "show members of the struct NAME, not offsets (HTML, --by=field); NAME+BYTES: BYTES "
            "after the beginning",
            struct_name},
           {"sort", 's', "EVENT", "rank by EVENT [the first]", cli::set_string(o.sort)},
           {"min-of", 0, "EVENT=N",
            "in tables, show rows with at least N of EVENT, or N% of its total (repeatable)",
            append_min_of(o.min_of)},
           cli::mod_filename_option(cli::append_parsed(o.mod_filename)),
           cli::mod_funcname_option(cli::append_parsed(o.mod_funcname)),
           {"show", 0, "A,B", "show these events only, in this order", show},
           {"derive", 0, "NAME=EXPR",
            "add an event, computed with + - * / ( ), or cycles, unused1, uses1, unusedLL or "
            "usesLL (repeatable)",
            derive},
           cli::cycles_option(add_cycles_to(o.derive)),
           cli::cycles_of_option(add_cycles_to(o.derive)),
           {"top", 't', "N",
            "show the first N rows, 0 for all (default: " + tops_of_formats() +
                ", functions in each step of a trend 5)",
            set_any_number(o.top)},
           {"depth", 'd', "N", "show N levels of a tree, 0 for all [0]", set_any_number(o.depth)},
           {"min", 'm', "PERCENT",
            "omit what holds less than PERCENT: in trees and pictures, instructions, HTML's "
            "sources, pprof, lines for GitHub and GitLab",
            cli::set_percentage(o.min)},
           {"noise", 0, "PERCENT", "a trend's steps are of more than PERCENT [0]",
            cli::set_percentage(o.noise)},
           {"ref", 'r', "K", "of several files, compare with the K-th [1]",
            cli::set_number(o.reference, 1, 1000000)},
           {"changed", 0, "", "of several files, rows that differ, the most first",
            cli::set_true(o.changed)},
           {"fail-if", 0, "CONDITION",
            "of two profiles in HTML, SVG, GitHub or GitLab: exit with status 3 if CONDITION holds "
            "(repeatable)",
            cli::append_parsed(o.fail_if)}}},
         cli::binary_options(o.inlines, o.binaries.debug_directory, o.binaries.debuginfod),
         {"Sources",
          {{.name = "source",
            .argument = "[yes|no]",
            .help = "put sources into HTML, and into tables by line [yes]",
            .set = cli::set_yes_no(o.source),
            .can_be_negated = true},
           search_options[0],
           search_options[1],
           {"source-a", 0, "DIR", "of two profiles, the first one's sources are there",
            cli::set_path(o.source_a)},
           {"source-b", 0, "DIR", "those of the second are there", cli::set_path(o.source_b)},
           {"root", 0, "DIR", "for GitHub and GitLab, the repository is in DIR [.]",
            cli::set_path(o.root)}}},
         {"How",
          {{"width", 'w', "N", "fit tables into N columns, 0: any [the terminal's]",
            set_any_number(o.width)},
           {"full-names", 0, "", "never cut names of functions, however long a line",
            cli::set_true(o.full_names)},
           {"color", 0, "[auto|always|never]", "use colours [auto]", cli::set_colour(o.color)},
           {.name = "formulas",
            .argument = "[yes|no]",
            .help = "in CSV, keep names that a spreadsheet would run; with no, an apostrophe is "
                    "before them [yes]",
            .set = cli::set_yes_no(o.formulas),
            .can_be_negated = true},
           cli::jobs_option(o.jobs),
           {.name = "write-words",
            .argument = "events|functions",
            .help = "for completions",
            .set = cli::set_choice(o.words),
            .is_hidden = true}}}},
        {},
        {{"the functions with the highest counts", "cg_show cachegrind.out"},
         {"an interactive page", "cg_show -o report.html cachegrind.out"}},
        {"as", "output", "by", "sort", "top", "min", "inclusive", "function", "include", "changed"},
    };
}

} // namespace cg::show

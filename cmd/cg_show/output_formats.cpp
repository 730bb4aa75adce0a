// SPDX-License-Identifier: GPL-2.0-or-later
#include "output_formats.hpp"

#include "error/error.hpp"
#include "format/cachegrind.hpp"
#include "io/compression.hpp"
#include "lines/sections.hpp"
#include "model/profile.hpp"
#include "options.hpp"
#include "render/parts.hpp"
#include "render/sql.hpp"
#include "render/trend.hpp"
#include "text/escaping.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ranges>

namespace cg::show {
namespace {

void cachegrind(std::span<const ProfileView> views, const render::Options&, Writer& out) {
    Profile profile = *views[0].profile;
    profile.calls.reset();
    write_profile(profile, [&](std::string_view bytes) { out << bytes; },
                  {.unnamed = Unnamed::by_file});
}

// Writes calls, if the profile has some.
void callgrind(std::span<const ProfileView> views, const render::Options& options, Writer& out) {
    const Profile& profile = *views[0].profile;
    const Sink sink = [&](std::string_view bytes) { out << bytes; };
    if (profile.calls)
        return write_profile(profile, sink);
    render::callgrind(views, options, out);
    if (profile.data)
        write_data_objects(*profile.data, sink);
}

TrendOptions trend_options(const Options& options) {
    TrendOptions result;
    result.event = options.sort;
    result.noise = options.noise;
    if (options.top)
        result.max_functions =
            *options.top == 0 ? std::numeric_limits<std::size_t>::max() : *options.top;
    result.width = options.full_names ? 0 : options.width.value_or(0);
    return result;
}

std::unique_ptr<HistoryWriter> open_sql(const Options&, Writer& out) {
    return std::make_unique<SqlDump>(out);
}

std::unique_ptr<HistoryWriter> open_parts(const Options& options, Writer& out) {
    return std::make_unique<PartTable>(options.sort, out);
}

std::unique_ptr<HistoryWriter> open_trend(const Options& options, Writer& out) {
    return std::make_unique<TrendWriter>(trend_options(options), write_trend_table, out);
}

std::unique_ptr<HistoryWriter> open_trend_page(const Options& options, Writer& out) {
    return std::make_unique<TrendWriter>(trend_options(options), write_trend_page, out);
}

const std::vector<std::string_view> takes_rows_and_names = {
    "--by=chain",   "--by=field",  "--by=library", "--by=object",
    "--full-names", "--inclusive", "--min-of"};

// The first is the default.
const OutputFormat formats[] = {
    {.name = "table",
     .suffixes = {".txt"},
     .help = "the top functions, files, lines or directories",
     .takes = takes_rows_and_names,
     .write = render::table,
     .takes_several = true,
     .has_percentages = true,
     .names_in_rows = Paths::display,
     .function_names = FunctionNames::shown,
     .top = 20},
    {.name = "tree",
     .suffixes = {".tree"},
     .help = "directories, files, functions, with rolled-up counts",
     .takes = {"--by=calls", "--by=callers", "--by=library", "--full-names"},
     .write = render::tree,
     .has_percentages = true,
     .min = 0.5},
    {.name = "markdown",
     .suffixes = {".md"},
     .help = "for a pull request's comment or a job's summary",
     .takes = takes_rows_and_names,
     .write = render::markdown,
     .takes_several = true,
     .has_percentages = true,
     .names_in_rows = Paths::display,
     .function_names = FunctionNames::shown,
     .top = 50},
    {.name = "html",
     .suffixes = {".html", ".htm"},
     .help = "a report to click through, in one file",
     .takes = {"--struct"},
     .write = render::html,
     .compares_two = true,
     .is_for_browser = true,
     .has_percentages = true,
     .has_names_as_keys = true,
     .top = 50000},
    {.name = "asm",
     .suffixes = {".asm"},
     .help = "the instructions of functions, with counts and jumps",
     .takes = {"--function"},
     .write = render::instructions,
     .takes_several = true,
     .has_percentages = true,
     .function_names = std::nullopt,
     .top = 10},
    {.name = "trend",
     .suffixes = {".trend"},
     .help = "totals of profiles in order, and what made each step",
     .takes = {"--full-names", "--inclusive"},
     .takes_several = true,
     .function_names = FunctionNames::shown,
     .history = open_trend},
    {.name = "trend-html",
     .suffixes = {".trend.html"},
     .help = "the same with a plot",
     .takes = {"--inclusive"},
     .takes_several = true,
     .is_for_browser = true,
     .function_names = FunctionNames::shown,
     .history = open_trend_page},
    {.name = "parts",
     .suffixes = {},
     .help = "the parts of files (dumps, threads), with totals",
     .takes_several = true,
     .is_of_parts = true,
     .function_names = std::nullopt,
     .history = open_parts},
    {.name = "svg",
     .suffixes = {".svg"},
     .help = "a flame graph of calls, or an icicle of files",
     .takes = {"--by=library"},
     .write = render::svg,
     .compares_two = true,
     .is_for_browser = true,
     .has_percentages = true,
     .min = 0.05},
    {.name = "csv",
     .suffixes = {".csv"},
     .help = "for spreadsheets",
     .takes = {"--by=chain", "--by=field", "--by=library", "--by=object", "--inclusive", "--min-of",
               "--no-formulas"},
     .write = render::csv,
     .takes_several = true,
     .names_in_rows = Paths::given,
     .function_names = FunctionNames::shown},
    {.name = "sql",
     .suffixes = {".sql"},
     .help = "profiles for SQLite, PostgreSQL and DuckDB",
     .takes = {"--inclusive"},
     .takes_several = true,
     .has_lines = true,
     .function_names = FunctionNames::shown,
     .history = open_sql},
    {.name = "json",
     .suffixes = {".json"},
     .help = "the whole profile; cg_show reads it back",
     .write = render::json,
     .loses_calls = true,
     .loses_data = true,
     .function_names = std::nullopt},
    {.name = "github",
     .suffixes = {},
     .help = "annotations of a pull request, for GitHub Actions",
     .takes = {"--full-names"},
     .write = render::github,
     .compares_two = true,
     .function_names = std::nullopt,
     .top = 10},
    {.name = "gitlab",
     .suffixes = {"gl-code-quality-report.json"},
     .help = "a code quality report, for GitLab",
     .takes = {"--full-names"},
     .write = render::gitlab,
     .compares_two = true,
     .function_names = std::nullopt,
     .top = 10},
    {.name = "cachegrind",
     .suffixes = {".cgout"},
     .help = "the whole profile in its own format",
     .write = cachegrind,
     .loses_calls = true,
     .function_names = std::nullopt},
    {.name = "callgrind",
     .suffixes = {".callgrind"},
     .help = "for KCachegrind and callgrind_annotate",
     .write = callgrind,
     .function_names = std::nullopt},
    {.name = "dot",
     .suffixes = {".dot", ".gv"},
     .help = "the graph of calls, for Graphviz",
     .takes = {"--full-names"},
     .write = render::dot,
     .min = 1},
    {.name = "folded",
     .suffixes = {".folded"},
     .help = "calls or paths, for flame graph tools",
     .takes = {"--by=library"},
     .write = render::folded},
    {.name = "speedscope",
     .suffixes = {".speedscope.json", ".speedscope"},
     .help = "calls or paths, for speedscope",
     .takes = {"--by=library"},
     .write = render::speedscope},
    {.name = "pprof",
     .suffixes = {".pb.gz", ".pb", ".pprof"},
     .help = "calls, or paths and lines, for pprof",
     .write = render::pprof,
     .is_gzipped = true,
     .min = 0.01},
};

bool has_suffix(const OutputFormat& format, std::string_view path) {
    return std::ranges::any_of(format.suffixes, [&](const std::string_view suffix) {
        return ends_ignoring_case(path, suffix);
    });
}

// Returns the part of a file's name from its last dot on, or "" for a name without a suffix.
std::string_view suffix_of(std::string_view path) {
    const std::string_view name = last_part(path);
    const std::size_t dot = name.rfind('.');
    return dot == name.npos || dot == 0 ? "" : name.substr(dot);
}

std::string list_of(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

const OutputFormat* find_by_suffix(std::string_view path) {
    // .speedscope.json ends with .json, too: the last format that fits is right.
    const auto last_first = formats | std::views::reverse;
    const auto found = std::ranges::find_if(
        last_first, [&](const OutputFormat& format) { return has_suffix(format, path); });
    return found == last_first.end() ? nullptr : &*found;
}

} // namespace

std::span<const OutputFormat> output_formats() {
    return formats;
}

void check_format(const Options& options, const OutputFormat& format) {
    struct Demand {
        std::string_view option;
        bool is_given;
        std::string_view remedy = {};
    };
    const bool is_tree = !options.by_library;
    const Demand demands[] = {
        {"--by=calls", is_tree && options.tree_of == render::TreeOf::calls},
        {"--by=callers", is_tree && options.tree_of == render::TreeOf::callers},
        {"--by=chain", options.by_chain},
        {"--by=field", options.data_by == DataBy::field},
        {"--by=library", options.by_library, "; a page (--as=html) groups by library, too"},
        {"--by=object", options.data_by == DataBy::object},
        {"--full-names", options.full_names},
        {"--function", !options.functions.empty(),
         "; cg_filter --function chooses rows for the others"},
        {"--inclusive", options.inclusive},
        {"--min-of", !options.min_of.empty()},
        {"--no-formulas", !options.formulas},
        {"--struct", !options.struct_name.empty() && options.data_by != DataBy::field,
         ", and with --by=field"},
    };
    const auto takes = [](const OutputFormat& one, std::string_view option) {
        return std::ranges::find(one.takes, option) != one.takes.end();
    };
    for (const auto& [option, is_given, remedy] : demands) {
        if (!is_given || takes(format, option))
            continue;
        std::vector<std::string_view> names;
        for (const OutputFormat& one : formats)
            if (takes(one, option))
                names.push_back(one.name);
        throw UsageError(
            fmt::format("{} goes with --as={}{}", option, fmt::join(names, ", "), remedy));
    }
}

const OutputFormat& format_named(std::string_view name) {
    std::vector<std::string> names;
    for (const OutputFormat& format : formats) {
        if (equal_ignoring_case(format.name, name) || has_suffix(format, "." + std::string(name)))
            return format;
        names.emplace_back(format.name);
    }
    throw UsageError("there is no format " + in_quotes(name) + did_you_mean(name, names) +
                     ": it is one of " + list_of(names));
}

const OutputFormat& format_of_file(std::string_view path) {
    if (const OutputFormat* format = find_by_suffix(path))
        return *format;
    if (compression_of_name(path) != Compression::none)
        path.remove_suffix(suffix_of(path).size());
    if (const OutputFormat* format = find_by_suffix(path))
        return *format;
    const std::string_view suffix = suffix_of(path);
    if (suffix.empty())
        return formats[0];
    std::vector<std::string> known;
    for (const OutputFormat& one : formats)
        for (const std::string_view of_format : one.suffixes)
            if (of_format.starts_with('.'))
                known.emplace_back(of_format);
    throw UsageError("--output: no format has the suffix " + in_quotes(suffix) +
                     did_you_mean(suffix, known) + ": there are " + list_of(known) +
                     "; --as chooses a format for any name");
}

} // namespace cg::show

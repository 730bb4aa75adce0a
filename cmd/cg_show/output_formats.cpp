// SPDX-License-Identifier: GPL-2.0-or-later
#include "output_formats.hpp"

#include "error/error.hpp"
#include "format/write.hpp"
#include "history.hpp"
#include "review/review.hpp"
#include "text/destination.hpp"

#include <algorithm>

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
    if (!views[0].profile->calls)
        return render::callgrind(views, options, out);
    write_profile(*views[0].profile, [&](std::string_view bytes) { out << bytes; });
}

template <auto write_review>
void review(std::span<const ProfileView> views, const render::Options& options, Writer& out) {
    write_review(views[0], {options.top, options.min, options.path_in_repository}, out);
}

// The first is the default.
const OutputFormat formats[] = {
    {.name = "table",
     .suffixes = {".txt"},
     .help = "the top functions, files, lines or directories",
     .write = render::table,
     .takes_several = true,
     .names_in_rows = Paths::display,
     .top = 20},
    {.name = "tree",
     .suffixes = {".tree"},
     .help = "directories, files and functions with rolled-up counts",
     .write = render::tree,
     .min = 0.5},
    {.name = "markdown",
     .suffixes = {".md"},
     .help = "for a pull request's comment or a job's summary",
     .write = render::markdown,
     .takes_several = true,
     .names_in_rows = Paths::display,
     .top = 50},
    {.name = "html",
     .suffixes = {".html", ".htm"},
     .help = "a report to click through, in one file",
     .write = render::html,
     .top = 50000},
    {.name = "trend",
     .suffixes = {".trend"},
     .help = "the totals of many profiles in order, and the functions that made each step",
     .takes_several = true,
     .history = open_trend},
    {.name = "trend-html",
     .suffixes = {".trend.html"},
     .help = "the same with a plot",
     .takes_several = true,
     .history = open_trend_page},
    {.name = "svg",
     .suffixes = {".svg"},
     .help = "a flame graph of calls, or an icicle of directories, files and functions",
     .write = render::svg,
     .min = 0.05},
    {.name = "csv",
     .suffixes = {".csv"},
     .help = "for spreadsheets",
     .write = render::csv,
     .takes_several = true,
     .names_in_rows = Paths::given},
    {.name = "sql",
     .suffixes = {".sql"},
     .help = "profiles for SQLite, PostgreSQL and DuckDB",
     .takes_several = true,
     .has_lines = true,
     .history = open_sql},
    {.name = "json",
     .suffixes = {".json"},
     .help = "the whole profile; cg_show reads it back",
     .write = render::json,
     .loses_calls = true},
    {.name = "github",
     .suffixes = {},
     .help = "annotations of a pull request's lines, for GitHub Actions",
     .write = review<review::write_github>,
     .top = 10},
    {.name = "gitlab",
     .suffixes = {"gl-code-quality-report.json"},
     .help = "a code quality report, for GitLab",
     .write = review<review::write_gitlab>,
     .top = 10},
    {.name = "cachegrind",
     .suffixes = {".cgout"},
     .help = "the whole profile in its own format",
     .write = cachegrind,
     .loses_calls = true},
    {.name = "callgrind",
     .suffixes = {".callgrind"},
     .help = "for KCachegrind and callgrind_annotate",
     .write = callgrind},
    {.name = "dot",
     .suffixes = {".dot", ".gv"},
     .help = "the graph of calls, for Graphviz",
     .write = render::dot,
     .min = 1},
    {.name = "folded",
     .suffixes = {".folded"},
     .help = "calls or paths, for flame graph tools",
     .write = render::folded},
    {.name = "speedscope",
     .suffixes = {".speedscope.json", ".speedscope"},
     .help = "calls or paths, for speedscope",
     .write = render::speedscope},
    {.name = "pprof",
     .suffixes = {".pb.gz", ".pb", ".pprof"},
     .help = "calls, or paths and lines, for pprof",
     .write = render::pprof,
     .is_gzipped = true,
     .min = 0.01},
};

bool has_suffix(const OutputFormat& format, std::string_view path) {
    return std::ranges::any_of(
        format.suffixes, [&](const std::string_view suffix) { return path.ends_with(suffix); });
}

const OutputFormat* find_by_suffix(std::string_view path) {
    // .speedscope.json ends with .json, too: the last format that fits is right.
    const OutputFormat* found = nullptr;
    for (const OutputFormat& format : formats)
        if (has_suffix(format, path))
            found = &format;
    return found;
}

} // namespace

std::span<const OutputFormat> output_formats() {
    return formats;
}

const OutputFormat& format_named(std::string_view name) {
    std::string names;
    for (const OutputFormat& format : formats) {
        if (format.name == name || has_suffix(format, "." + std::string(name)))
            return format;
        names += (names.empty() ? "" : ", ") + std::string(format.name);
    }
    throw UsageError("there is no format " + in_quotes(name) + ": it is one of " + names);
}

const OutputFormat& format_of_file(std::string_view path) {
    if (const OutputFormat* format = find_by_suffix(path))
        return *format;
    for (const std::string_view compressed : {".gz", ".zst"})
        if (path.ends_with(compressed)) {
            path.remove_suffix(compressed.size());
            if (const OutputFormat* format = find_by_suffix(path))
                return *format;
        }
    return formats[0];
}

} // namespace cg::show

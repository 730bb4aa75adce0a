// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/review.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/hash.hpp"
#include "text/json_writer.hpp"
#include "text/number.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <ranges>
#include <string_view>
#include <tuple>
#include <utility>

namespace cg::render {
namespace {

// A line of a file, summed over the functions with code in it.
struct SourceLine {
    NameId function;
    Count largest; // the part of that function
    Count weighed; // the part that is growth of the function
    Count count;
    Count base;
};

// Returns, for each row of a difference, the part of its growth that is growth of its function: a
// loop that was rewritten has new lines, and lines that are gone, and only the difference is worse.
// The lines that grew most have it. A function's lines are in several files where code was inlined.
std::vector<Count> growth_of_functions(const Profile& profile, std::size_t event) {
    std::map<std::pair<NameId, NameId>, std::vector<std::size_t>> rows_of;
    for (const FunctionCosts& f : profile.costs.functions())
        for (const std::size_t row : f.rows())
            rows_of[{f.function, f.function == unspecified_function ? f.file : NameId()}].push_back(
                row);
    const auto count = [&](std::size_t row) { return profile.costs.counts(row)[event]; };
    std::vector<Count> weighed(profile.costs.row_count());
    for (auto& [function, rows] : rows_of) {
        Count left = 0;
        for (const std::size_t row : rows)
            left = checked_add(left, count(row));
        std::ranges::stable_sort(rows, std::greater<>(), count);
        for (const std::size_t row : rows) {
            weighed[row] = std::clamp<Count>(count(row), 0, std::max<Count>(left, 0));
            left -= weighed[row];
        }
    }
    return weighed;
}

using LinesOfFile = std::map<Line, SourceLine>;

std::vector<std::pair<NameId, LinesOfFile>> lines_by_file(const ProfileView& view) {
    const Profile& profile = *view.profile;
    const Column& column = view.sorted();
    std::vector<Count> growth;
    if (view.difference)
        growth = growth_of_functions(profile, column.event);
    std::vector<std::pair<NameId, LinesOfFile>> files;
    for (const auto functions : by_file(profile.costs.functions())) {
        LinesOfFile& lines = files.emplace_back(functions.front().file, LinesOfFile()).second;
        for (const FunctionCosts& f : functions)
            for (const std::size_t row : f.rows()) {
                const auto counts = profile.costs.counts(row);
                const Count count = counts[column.event];
                const Count weighed = view.difference ? growth[row] : count;
                const Count base = column.base ? counts[*column.base] : 0;
                const auto [at, is_new] = lines.try_emplace(
                    profile.costs.line(row), SourceLine{f.function, weighed, weighed, count, base});
                if (is_new)
                    continue;
                SourceLine& line = at->second;
                line.weighed = checked_add(line.weighed, weighed);
                line.count = checked_add(line.count, count);
                line.base = checked_add(line.base, base);
                if (weighed > line.largest) {
                    line.function = f.function;
                    line.largest = weighed;
                }
            }
    }
    return files;
}

bool is_worse(const Finding& a, const Finding& b) {
    return std::tie(b.count, a.path, a.line) < std::tie(a.count, b.path, b.line);
}

} // namespace

Findings find_lines_to_review(const ProfileView& view, const Options& options) {
    const bool has_base = view.sorted().base.has_value();
    const auto percent_base = static_cast<double>(view.sorted().percent_base);
    const auto is_small = [&](Count count) {
        return count <= 0 || static_cast<double>(count) * 100 < options.min * percent_base;
    };
    Findings found;
    for (const auto& [file, lines] : lines_by_file(view)) {
        const auto path = options.path_in_repository(view.profile->names[file]);
        std::map<NameId, std::size_t> ordinals;
        for (const auto& [number, line] : lines) {
            const Count count = std::min(line.weighed, line.count);
            if (is_small(count))
                continue;
            if (path) {
                const bool is_all = has_base && count == line.count;
                found.worst.push_back({*path, file, number, line.function, count,
                                       is_all ? std::optional(line.base) : std::nullopt,
                                       ++ordinals[line.function]});
            } else {
                ++found.outside;
                found.count_outside = checked_add(found.count_outside, count);
            }
        }
    }
    const std::size_t kept = std::min(options.top, found.worst.size());
    std::ranges::partial_sort(found.worst, found.worst.begin() + static_cast<std::ptrdiff_t>(kept),
                              is_worse);
    for (const Finding& finding : found.worst | std::views::drop(kept))
        found.count_of_more = checked_add(found.count_of_more, finding.count);
    found.more = found.worst.size() - kept;
    found.worst.resize(kept);
    return found;
}

namespace {

// Describes a finding in one line of text:
// "+30,000 Ir (+0.4% of the program), from 1,000 to 31,000, in parse"
std::string message_of(const ProfileView& view, const Finding& finding, const Options& options) {
    const Column& column = view.sorted();
    const char* sign = view.difference ? "+" : "";
    std::string text =
        fmt::format("{}{} {}", sign, Number(finding.count).text(), page_text(column.name));
    if (column.percent_base > 0 && view.has_percentages(column))
        text += fmt::format(" ({}{} of the program)", sign,
                            Percentage(finding.count, column.percent_base).text());
    if (finding.base)
        text += fmt::format(", from {} to {}", Number(*finding.base).text(),
                            Number(checked_add(*finding.base, finding.count)).text());
    constexpr std::size_t longest_name = 80;
    const std::string name = page_text(display_name(view.profile->names, finding.function));
    return text + ", in " + (options.full_names ? name : fit_name(name, longest_name));
}

// The runner decodes these escapes and no others; all other unprintable characters become U+FFFD.
std::string escaped(std::string_view text, std::string_view special) {
    return page_text(with_escapes(
        text, special, [](char c) { return fmt::format("%{:02X}", static_cast<unsigned>(c)); }));
}

std::string property(std::string_view text) {
    return escaped(text, "%\r\n:,");
}

std::string message(std::string_view text) {
    return escaped(text, "%\r\n");
}

} // namespace

// Workflow commands of GitHub Actions: an annotation for each finding, and a notice that sums up
// the others. A runner reads them from the output of a step.
// ::warning file=src/a.c,line=7,title=Ir::+30,000 Ir (+0.4% of the program), in parse
void github(std::span<const ProfileView> views, const Options& options, Writer& out) {
    const ProfileView& view = views[0];
    const Findings found = find_lines_to_review(view, options);
    const std::string event = view.sorted().name;
    const char* level = view.difference ? "warning" : "notice";
    const char* sign = view.difference ? "+" : "";
    for (const Finding& finding : found.worst) {
        out << "::" << level << " file=" << property(finding.path);
        if (finding.line > 0)
            out << ",line=" << finding.line;
        out << ",title=" << property(event) << "::" << message(message_of(view, finding, options))
            << '\n';
    }
    const auto summed_up = [&](std::size_t lines, Count count, std::string_view where) {
        if (lines > 0)
            out << "::notice title=" << property(event) << "::"
                << message(fmt::format("{}{} {} in {}", sign, Number(count).text(), event,
                                       count_of(lines, "line")))
                << ' ' << where << '\n';
    };
    summed_up(found.more, found.count_of_more, "without an annotation");
    summed_up(found.outside, found.count_outside, "of files outside the repository");
}

namespace {

// Returns the severity for a share of the program's total, which a difference has only with a base.
const char* severity(const ProfileView& view, Count count) {
    const Column& column = view.sorted();
    if (!view.has_percentages(column) || column.percent_base <= 0)
        return "minor";
    const double percent =
        static_cast<double>(count) * 100 / static_cast<double>(column.percent_base);
    if (percent >= 5)
        return "critical";
    if (percent >= 1)
        return "major";
    return percent >= 0.1 ? "minor" : "info";
}

// Returns a fingerprint without the line's number and without counts, because by the fingerprint
// GitLab recognises the same finding in the target branch.
std::string fingerprint(const ProfileView& view, const Finding& finding) {
    const std::string ordinal = std::to_string(finding.ordinal);
    Fnv1a hash;
    for (const std::string_view part :
         {std::string_view(view.sorted().name), std::string_view(finding.path),
          display_name(view.profile->names, finding.function), std::string_view(ordinal)}) {
        hash.add(part);
        hash.add(std::string_view("\0", 1)); // ends each part
    }
    return fmt::format("{:016x}", hash.value());
}

} // namespace

// A code quality report of GitLab: a JSON array.
// [{"description":"+30,000 Ir, in parse","check_name":"cgtools/Ir","fingerprint":"4f5e...",
//   "severity":"minor","location":{"path":"src/a.c","lines":{"begin":7}}}]
void gitlab(std::span<const ProfileView> views, const Options& options, Writer& out) {
    const ProfileView& view = views[0];
    JsonWriter json(out);
    json.begin_array();
    for (const Finding& finding : find_lines_to_review(view, options).worst) {
        json.new_line().begin_object();
        json.key("description").string(message_of(view, finding, options));
        json.key("check_name").string("cgtools/" + view.sorted().name);
        json.key("fingerprint").string(fingerprint(view, finding));
        json.key("severity").string(severity(view, finding.count));
        json.key("location").begin_object().key("path").string(finding.path);
        // The format has no way to say that the line is unknown.
        json.key("lines").begin_object().key("begin").number(std::max<Line>(finding.line, 1));
        json.end_object().end_object().end_object();
    }
    out << '\n';
    json.end_array();
    out << '\n';
}

} // namespace cg::render

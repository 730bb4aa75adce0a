// SPDX-License-Identifier: GPL-2.0-or-later
#include "review/findings.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

namespace cg::review {
namespace {

// A line of a file, summed over the functions with code in it.
struct SourceLine {
    NameId function;
    Count largest; // the part of that function
    Count weighed; // what findings may say of it
    Count count;
    Count base;
};

// Returns, for each row of a difference, the part of its growth that is growth of its function: a
// loop that was rewritten has new lines, and lines that are gone, and only what remains is worse.
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
    for (const FunctionCosts& f : profile.costs.functions()) {
        if (files.empty() || files.back().first != f.file)
            files.emplace_back(f.file, LinesOfFile());
        for (const std::size_t row : f.rows()) {
            const auto counts = profile.costs.counts(row);
            const Count count = counts[column.event];
            const Count weighed = view.difference ? growth[row] : count;
            const Count base = column.base ? counts[*column.base] : 0;
            const auto [at, is_new] = files.back().second.try_emplace(
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

Findings find(const ProfileView& view, const Options& options) {
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
                found.worst.push_back({*path, number, line.function, count,
                                       is_all ? std::optional(line.base) : std::nullopt,
                                       ++ordinals[line.function]});
            } else {
                ++found.outside;
                found.count_outside = checked_add(found.count_outside, count);
            }
        }
    }
    const std::size_t kept = std::min(options.max, found.worst.size());
    std::ranges::partial_sort(found.worst, found.worst.begin() + static_cast<std::ptrdiff_t>(kept),
                              is_worse);
    for (std::size_t i = kept; i < found.worst.size(); ++i)
        found.count_of_more = checked_add(found.count_of_more, found.worst[i].count);
    found.more = found.worst.size() - kept;
    found.worst.erase(found.worst.begin() + static_cast<std::ptrdiff_t>(kept), found.worst.end());
    return found;
}

} // namespace cg::review

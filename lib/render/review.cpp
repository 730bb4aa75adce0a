// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/review.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <string_view>
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

// "+30,000 Ir (+0.4% of the program's), from 1,000 to 31,000, in parse"
std::string message_of(const ProfileView& view, const Finding& finding) {
    const Column& column = view.sorted();
    const char* sign = view.difference ? "+" : "";
    std::string text = fmt::format("{}{} {}", sign, Number(finding.count).text(),
                                   text_for(Destination::page, column.name));
    if (column.percent_base > 0 && view.has_percentages(column))
        text += fmt::format(" ({}{} of the program's)", sign,
                            Percentage(finding.count, column.percent_base).text());
    if (finding.base)
        text += fmt::format(", from {} to {}", Number(*finding.base).text(),
                            Number(checked_add(*finding.base, finding.count)).text());
    return text + ", in " +
           text_for(Destination::page, display_name(view.profile->names, finding.function));
}

namespace {

// The runner decodes these escapes and no others; all other unprintable characters become U+FFFD.
std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : text) {
        if (special.find(c) == std::string_view::npos)
            out += c;
        else
            out += fmt::format("%{:02X}", static_cast<unsigned>(c));
    }
    return text_for(Destination::page, out);
}

std::string property(std::string_view text) {
    return escaped(text, "%\r\n:,");
}

std::string message(std::string_view text) {
    return escaped(text, "%\r\n");
}

} // namespace

// ::warning file=src/a.c,line=7,title=Ir::+30,000 Ir (+0.4% of the program's), in parse
void write_github(const ProfileView& view, const Options& options, Writer& out) {
    const Findings found = find(view, options);
    const std::string event = view.sorted().name;
    const char* level = view.difference ? "warning" : "notice";
    const char* sign = view.difference ? "+" : "";
    for (const Finding& finding : found.worst) {
        out << "::" << level << " file=" << property(finding.path);
        if (finding.line > 0)
            out << ",line=" << finding.line;
        out << ",title=" << property(event) << "::" << message(message_of(view, finding)) << '\n';
    }
    const auto summed_up = [&](std::size_t lines, Count count, std::string_view where) {
        if (lines > 0)
            out << "::notice title=" << property(event) << "::"
                << message(fmt::format("{}{} {} in {} {}", sign, Number(count).text(), event, lines,
                                       lines == 1 ? "line" : "lines"))
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

// FNV-1a, 64 bits: the same on every machine.
class Fingerprint {
  public:
    void add(std::string_view text) {
        for (const char c : text)
            hash_ = (hash_ ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
        hash_ *= 0x100000001b3; // a byte 0 ends each text
    }
    std::string text() const { return fmt::format("{:016x}", hash_); }

  private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

// Returns a fingerprint without the line's number and without counts, because by the fingerprint
// GitLab recognises the same finding in the target branch.
std::string fingerprint(const ProfileView& view, const Finding& finding) {
    Fingerprint made;
    made.add(view.sorted().name);
    made.add(finding.path);
    made.add(display_name(view.profile->names, finding.function));
    made.add(std::to_string(finding.ordinal));
    return made.text();
}

} // namespace

// [{"description":"+30,000 Ir, in parse","check_name":"cgtools/Ir","fingerprint":"4f5e...",
//   "severity":"minor","location":{"path":"src/a.c","lines":{"begin":7}}}]
void write_gitlab(const ProfileView& view, const Options& options, Writer& out) {
    out << '[';
    bool is_first = true;
    for (const Finding& finding : find(view, options).worst) {
        out << (is_first ? "\n" : ",\n") << "{\"description\":";
        is_first = false;
        write_json_string(out, message_of(view, finding));
        out << ",\"check_name\":";
        write_json_string(out, "cgtools/" + view.sorted().name);
        out << ",\"fingerprint\":\"" << fingerprint(view, finding) << "\",\"severity\":\""
            << severity(view, finding.count) << "\",\"location\":{\"path\":";
        write_json_string(out, finding.path);
        // The format has no way to say that the line is unknown.
        out << ",\"lines\":{\"begin\":" << std::max<Line>(finding.line, 1) << "}}}";
    }
    out << "\n]\n";
}

} // namespace cg::review

// SPDX-License-Identifier: GPL-2.0-or-later
// [{"description":"+30,000 Ir, in parse","check_name":"cgtools/Ir","fingerprint":"4f5e...",
//   "severity":"minor","location":{"path":"src/a.c","lines":{"begin":7}}}]
#include "review/review.hpp"
#include "text/json_text.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace cg::review {
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

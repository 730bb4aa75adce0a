// SPDX-License-Identifier: GPL-2.0-or-later
// ::warning file=src/a.c,line=7,title=Ir::+30,000 Ir (+0.4% of the program's), in parse
#include "review/review.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"

#include <fmt/format.h>
#include <string_view>

namespace cg::review {
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

} // namespace cg::review

// SPDX-License-Identifier: GPL-2.0-or-later
#include "review/review.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "view/ranking.hpp"

#include <fmt/format.h>

namespace cg::review {

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

} // namespace cg::review

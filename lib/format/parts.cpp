// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/parts.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>

namespace cg {
std::string label_of(const FilePart& part) {
    return fmt::format("{}{}{}", part.number,
                       part.thread ? fmt::format(", thread {}", *part.thread) : "",
                       part.trigger.empty() ? "" : ": " + part.trigger);
}

std::optional<PartSelection::Range> PartSelection::range_of(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto first = number_of<std::uint64_t>(text.substr(0, dash));
    if (!first || dash == text.npos)
        return first ? std::optional(Range{*first, *first}) : std::nullopt;
    if (dash + 1 == text.size())
        return Range{*first, UINT64_MAX};
    const auto last = number_of<std::uint64_t>(text.substr(dash + 1));
    if (last && *last < *first)
        throw UsageError("the range " + std::string(text) + " ends before it begins");
    return last ? std::optional(Range{*first, *last}) : std::nullopt;
}

void PartSelection::add_parts(const std::string& list) {
    for (const auto item : list | std::views::split(',')) {
        const std::string text(item.begin(), item.end());
        if (text.empty())
            throw UsageError("an item of the list is empty");
        if (const auto range = range_of(text))
            numbers_.push_back(*range);
        else
            triggers_.push_back(text);
    }
    if (list.empty())
        throw UsageError("the list is empty");
    text_ += (text_.empty() ? "--part=" : " --part=") + list;
}

void PartSelection::add_threads(const std::string& list) {
    for (const auto item : list | std::views::split(',')) {
        const auto range = range_of(std::string(item.begin(), item.end()));
        if (!range)
            throw UsageError("takes numbers and ranges, such as 1,3-5, not " + in_quotes(list));
        threads_.push_back(*range);
    }
    if (threads_.empty())
        throw UsageError("the list is empty");
    text_ += (text_.empty() ? "--thread=" : " --thread=") + list;
}

bool PartSelection::has(const FilePart& part) const {
    const auto is_in = [](const std::vector<Range>& ranges, std::uint64_t number) {
        return std::ranges::any_of(ranges, [&](const Range& range) {
            return range.first <= number && number <= range.last;
        });
    };
    if (!threads_.empty() && !(part.thread && is_in(threads_, *part.thread)))
        return false;
    return (numbers_.empty() && triggers_.empty()) || is_in(numbers_, part.number) ||
           std::ranges::any_of(triggers_, [&](const std::string& text) {
               return part.trigger.find(text) != part.trigger.npos;
           });
}

void throw_no_part(const std::string& source, const PartSelection& selection, std::size_t parts) {
    throw Error(source,
                fmt::format("{} chooses none of its parts ({}); cg_show --as=parts lists them",
                            text_for(EscapingContext::message, selection.text()), parts));
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/parts.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <ranges>
#include <utility>

namespace cg {
namespace {

constexpr std::string_view format_mark = "# callgrind format";
constexpr std::string_view trigger_key = "desc: Trigger:";

// Header lines that say something of one part only.
constexpr std::array of_part = {std::string_view("part:"),
                                std::string_view("thread:"),
                                trigger_key,
                                std::string_view("desc: Timerange:"),
                                std::string_view("events:"),
                                std::string_view("positions:"),
                                std::string_view("summary:"),
                                std::string_view("totals:")};
// Header lines that a part may begin with.
constexpr std::array beginnings = {format_mark,
                                   std::string_view("version:"),
                                   std::string_view("creator:"),
                                   std::string_view("pid:"),
                                   std::string_view("cmd:"),
                                   std::string_view("part:"),
                                   std::string_view("thread:"),
                                   std::string_view("desc:"),
                                   std::string_view("positions:"),
                                   std::string_view("events:")};

bool begins_with_any(std::string_view line, const auto& keys) {
    return std::ranges::any_of(keys, [&](std::string_view key) { return line.starts_with(key); });
}

std::string_view value_of(std::string_view line, std::string_view key) {
    line.remove_prefix(key.size());
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == line.npos)
        return {};
    return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

std::optional<std::uint64_t> number_of(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                    : std::nullopt;
}

// Returns true for costs, places and the sum at the end, but not for header lines.
bool is_body_line(std::string_view line) {
    const std::size_t equals = line.find('=');
    return !line.empty() && line[0] != '#' &&
           (std::string_view("0123456789+-*").find(line[0]) != std::string_view::npos ||
            line.starts_with("totals:") || (equals != line.npos && equals < line.find(':')));
}

// Calls take(line, its offset) for each line, which is without its newline.
template <typename Take>
void for_each_line(std::string_view bytes, const Take& take) {
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
        take(bytes.substr(at, end - at), at);
        at = end + 1;
    }
}

} // namespace

std::vector<FilePart> parts_of(std::string_view bytes) {
    struct Header {
        std::size_t begin = 0;
        std::optional<std::uint64_t> number, thread;
        std::string_view trigger;
    };
    std::vector<FilePart> parts;
    Header header;
    bool is_body = false;    // of a part
    bool has_events = false; // the header
    const auto set = [&](std::string_view line) {
        if (line.starts_with("part:"))
            header.number = number_of(value_of(line, "part:"));
        else if (line.starts_with("thread:"))
            header.thread = number_of(value_of(line, "thread:"));
        else if (line.starts_with(trigger_key))
            header.trigger = value_of(line, trigger_key);
    };
    const auto finish_header = [&] {
        parts.push_back({header.number.value_or(parts.size() + 1), header.thread,
                         std::string(header.trigger), header.begin, bytes.size()});
    };
    for_each_line(bytes, [&](std::string_view line, std::size_t at) {
        const bool is_header = begins_with_any(line, beginnings);
        if (is_header && is_body) {
            header = {at, {}, {}, {}};
            is_body = has_events = false;
        }
        if (line.starts_with("events:")) {
            if (has_events) {
                finish_header();
                header = {at, {}, {}, {}};
            }
            has_events = true;
        }
        if (is_header) {
            set(line);
        } else if (is_body_line(line)) {
            if (has_events && !is_body)
                finish_header();
            is_body = has_events || !parts.empty(); // positions: may change within a part
        }
    });
    if (!is_body && has_events)
        finish_header();
    if (parts.empty())
        finish_header();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i].begin = i == 0 ? 0 : parts[i].begin;
        parts[i].end = i + 1 < parts.size() ? parts[i + 1].begin : bytes.size();
    }
    return parts;
}

std::string label_of(const FilePart& part) {
    return fmt::format("{}{}{}", part.number,
                       part.thread ? fmt::format(", thread {}", *part.thread) : "",
                       part.trigger.empty() ? "" : ": " + part.trigger);
}

std::optional<PartSelection::Range> PartSelection::range_of(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto first = number_of(text.substr(0, dash));
    if (!first || dash == text.npos)
        return first ? std::optional(Range{*first, *first}) : std::nullopt;
    if (dash + 1 == text.size())
        return Range{*first, UINT64_MAX};
    const auto last = number_of(text.substr(dash + 1));
    return last && *first <= *last ? std::optional(Range{*first, *last}) : std::nullopt;
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

bool PartSelection::has(const FilePart& part, std::size_t index) const {
    const auto is_in = [](const std::vector<Range>& ranges, std::uint64_t number) {
        return std::ranges::any_of(ranges, [&](const Range& range) {
            return range.first <= number && number <= range.last;
        });
    };
    if (only_ && *only_ != index)
        return false;
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

namespace {

// Returns the line of a part that is left out: what it defines for others, or nothing. A target of
// a jump is read as a name only.
std::string left_of(std::string_view line, bool is_header) {
    if (is_header && !begins_with_any(line, of_part))
        return std::string(line);
    if (line.starts_with("#name "))
        return std::string(line);
    constexpr std::pair<std::string_view, std::string_view> definitions[] = {
        {"ob=", "cob="}, {"cob=", "cob="}, {"fl=", "jfi="},  {"fi=", "jfi="},
        {"fe=", "jfi="}, {"cfi=", "jfi="}, {"cfl=", "jfi="}, {"jfi=", "jfi="},
        {"fn=", "jfn="}, {"cfn=", "jfn="}, {"jfn=", "jfn="}};
    for (const auto& [key, as] : definitions) {
        if (!line.starts_with(key))
            continue;
        const std::string_view name = line.substr(key.size());
        const std::size_t end_of_number = name.find(')');
        const bool defines = name.find_first_not_of(" \t") == name.find('(') &&
                             end_of_number != name.npos &&
                             name.find_first_not_of(" \t\r", end_of_number + 1) != name.npos;
        return defines ? std::string(as) + std::string(name) : "";
    }
    return "";
}

} // namespace

std::string with_parts(std::string_view bytes, const std::string& source,
                       const PartSelection& selection) {
    const std::vector<FilePart> parts = parts_of(bytes);
    std::vector<bool> is_kept;
    for (std::size_t i = 0; i < parts.size(); ++i)
        is_kept.push_back(selection.has(parts[i], i));
    if (std::ranges::find(is_kept, true) == is_kept.end())
        throw_no_part(source, selection, parts.size());
    std::string result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string_view part = bytes.substr(parts[i].begin, parts[i].end - parts[i].begin);
        if (is_kept[i]) {
            result += part;
            continue;
        }
        bool is_header = true;
        for_each_line(part, [&](std::string_view line, std::size_t) {
            if (line.starts_with("events:"))
                is_header = false;
            result += left_of(line, is_header) + '\n';
        });
    }
    return result;
}

} // namespace cg

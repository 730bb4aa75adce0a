// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/header.hpp"

#include "error/error.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace cg {
namespace {

// Calls take(word) for each word of the text; blanks separate words.
template <typename Take>
void for_each_word(std::string_view text, const Take& take) {
    constexpr const char* blanks = " \t\r\v\f";
    for (std::size_t begin = 0;;) {
        begin = text.find_first_not_of(blanks, begin);
        if (begin == text.npos)
            return;
        const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
        take(text.substr(begin, end - begin));
        begin = end;
    }
}

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

} // namespace

void CallgrindHeader::check_version(std::string_view text) {
    const std::string_view version = without_blanks(text);
    unsigned number = 0;
    const auto [next, error] =
        std::from_chars(version.data(), version.data() + version.size(), number);
    const bool is_number =
        error == std::errc() && (next == version.data() + version.size() || *next == '.');
    if (!is_number || number > 1)
        throw ParseError{text.data(),
                         "expected version 1 of Callgrind's format, not " + in_quotes(version)};
}

void CallgrindHeader::set_creator(std::string_view text) {
    const std::string_view name = without_blanks(text);
    is_ours_ |= name.starts_with("cachegrind ") || name.starts_with("cgtools ");
    must_have_totals_ |= is_ours_ || name.starts_with("callgrind-");
}

// Drops caches without a geometry, which callgrind writes if it does not simulate caches.
void CallgrindHeader::add_desc(std::string_view text) {
    const std::string_view desc = without_blanks(text);
    if (is_first_part_ && !desc.ends_with(" cache:"))
        header_.desc.emplace_back(desc);
}

void CallgrindHeader::set_cmd(std::string_view text) {
    if (is_first_part_)
        header_.cmd = without_blanks(text);
}

void CallgrindHeader::set_positions(std::string_view names, CostLineParser& lines) {
    constexpr std::string_view known[] = {"instr", "bb", "line"};
    std::size_t count = 0;
    std::size_t line = CostLineParser::max_positions;
    const auto* next = std::begin(known);
    for_each_word(names, [&](std::string_view name) {
        const auto* const found = std::find(next, std::end(known), name);
        if (found == std::end(known))
            throw ParseError{name.data(),
                             "expected instr, bb and line, in this order, not " + in_quotes(name)};
        next = found + 1;
        if (name == "line")
            line = count;
        ++count;
    });
    if (count == 0)
        throw ParseError{names.data(), "expected instr, bb or line"};
    lines.set_positions(count, line);
}

bool CallgrindHeader::set_events(std::string_view text) {
    std::vector<std::string> names;
    for_each_word(text, [&](std::string_view name) {
        if (std::ranges::find(names, name) != names.end())
            throw ParseError{name.data(), "the event " + text_for(Destination::message, name) +
                                              " is named twice"};
        names.emplace_back(name);
    });
    if (names.empty())
        throw ParseError{text.data(), "expected the name of an event"};
    if (!is_first_part_ && names != header_.events.names())
        throw ParseError{text.data(), "the events differ from those of the part before"};
    const bool is_first = std::exchange(is_first_part_, false);
    if (is_first)
        header_.events = EventSet(std::move(names));
    return is_first;
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/cachegrind.hpp"

#include "callgrind/write.hpp"
#include "error/error.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <charconv>

namespace cg {
namespace {

constexpr std::size_t longest_number = 21; // -9223372036854775808 and a space

// Writes a number and returns its end. Needs room for a longest_number.
char* write_number(char* at, Count number) {
    if (static_cast<std::uint64_t>(number) < digits::below)
        return at + digits::write(at, static_cast<std::uint64_t>(number));
    return std::to_chars(at, at + longest_number, number).ptr;
}

char* write_counts(char* at, std::span<const Count> counts) {
    for (const Count count : counts) {
        *at++ = ' ';
        at = write_number(at, count);
    }
    *at++ = '\n';
    return at;
}

} // namespace

void ProfileText::add_line(std::string_view keyword, std::string_view text) {
    if (text.find('\n') != text.npos) // it would end the line; the caller should have checked
        throw Error("no profile can hold " + in_quotes(text) + ", which has a newline");
    char* at = bytes_.extend(keyword.size() + text.size() + 1);
    at = std::copy(keyword.begin(), keyword.end(), at);
    at = std::copy(text.begin(), text.end(), at);
    *at = '\n';
}

void ProfileText::add_header(const Header& header) {
    for (const std::string& desc : header.desc)
        add_line("desc: ", desc);
    add_line("cmd: ", header.cmd);
    add("events:");
    for (const std::string& event : header.events.names()) {
        add(" ");
        add(event);
    }
    add("\n");
}

void ProfileText::add_row(Line line, std::span<const Count> counts) {
    char* const begin = bytes_.extend((counts.size() + 2) * longest_number);
    const char* const end = write_counts(write_number(begin, line), counts);
    bytes_.truncate(static_cast<std::size_t>(end - bytes_.data()));
}

void ProfileText::add_summary(std::span<const Count> counts) {
    add("summary:");
    char* const begin = bytes_.extend((counts.size() + 1) * longest_number);
    const char* const end = write_counts(begin, counts);
    bytes_.truncate(static_cast<std::size_t>(end - bytes_.data()));
}

void write_profile(const Profile& profile, const Sink& sink, WriteOptions options) {
    if (profile.calls)
        return write_callgrind(profile, sink);
    constexpr std::size_t enough = 1 << 18; // bytes, for one call of the sink
    ProfileText text;
    const auto flush = [&] {
        sink(text.bytes());
        text.clear();
    };
    text.add_header(profile.header);
    const CostTable& costs = profile.costs;
    const FunctionCosts* previous = nullptr;
    for (const FunctionCosts& function : costs.functions()) {
        const bool is_known = previous && previous->file == function.file;
        text.add_place(profile.names, function.file, function.function,
                       is_known && !options.repeat_file, options.unnamed);
        for (std::size_t row = function.first_row; row < function.end_row; ++row) {
            text.add_row(costs.line(row), costs.counts(row));
            if (text.bytes().size() >= enough)
                flush();
        }
        previous = &function;
    }
    text.add_summary(profile.summary);
    flush();
}

} // namespace cg

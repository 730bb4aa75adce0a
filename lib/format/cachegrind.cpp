// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/cachegrind.hpp"

#include "callgrind/write.hpp"
#include "error/error.hpp"
#include "format/function_blocks.hpp"
#include "lines/sections.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <charconv>

namespace cg {
namespace {

// Reports the first error in the file. Scanning stopped at `otherwise`, so any bad count line
// precedes it: parses them in order, and the first bad one throws.
[[noreturn]] void throw_earliest_error(const ProfileLayout& layout, const std::string& source,
                                       const ParseError& otherwise) {
    const ProfilePart part{&layout, {}, source};
    RowReader reader({&part, 1}, layout.header.events.size());
    for (const FunctionBlock& block : layout.blocks) {
        const PartBlock part_block{0, block.counts};
        reader.read({&part_block, 1});
    }
    throw otherwise;
}

} // namespace

Profile read_cachegrind(ProfileLayout layout, const ReadOptions& options, const TableLimit& limit,
                        bool is_cut) {
    if (!layout.has_header)
        throw *layout.error;
    const std::size_t events = layout.header.events.size();
    limit.check(row_count(layout), events);
    if (!layout.error && !layout.summary_position && !is_cut)
        layout.error = ParseError{layout.bytes.data() + layout.bytes.size(),
                                  "the \"summary:\" line is missing"};
    if (layout.error)
        throw_earliest_error(layout, limit.source(), *layout.error);
    const ProfilePart part{&layout, {}, limit.source()};
    try {
        TableOfParts table = table_of({&layout, 1}, {&part, 1}, events, Unnamed::by_file,
                                      options.detail, options.executor);
        return {std::move(layout.header), std::move(table.names), std::move(table.costs),
                std::move(table.totals[0])};
    } catch (const ParseError& error) {
        throw_earliest_error(layout, limit.source(), error);
    }
}

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

void ProfileText::add_code_ranges(const CodeRanges& ranges) {
    write_code_ranges(ranges, [this](std::string_view lines) { add(lines); });
}

void ProfileText::add_data_objects(const DataObjects& data) {
    write_data_objects(data, [this](std::string_view lines) { add(lines); });
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
    if (profile.addresses)
        text.add_code_ranges(*profile.addresses);
    if (profile.data)
        text.add_data_objects(*profile.data);
    text.add_summary(profile.summary);
    flush();
}

} // namespace cg

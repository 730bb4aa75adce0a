// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/cachegrind.hpp"

#include "callgrind/sections.hpp"
#include "callgrind/write.hpp"
#include "error/error.hpp"
#include "format/function_blocks.hpp"
#include "format/profile_layout.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

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

// Reads a part of a profile's table, for one thread.
class TablePart {
  public:
    TablePart(const FunctionBlocks& blocks, const ProfilePart& part, CostTableInPlace& table)
        : blocks_(blocks),
          events_(part.layout->header.events.size()),
          table_(table),
          reader_({&part, 1}, events_),
          sum_(events_) {}

    // Fills the rows from chunk.first_row on.
    void read_lines(const FunctionBlocks::Chunk& chunk) {
        std::size_t row = chunk.first_row;
        for (std::size_t f = chunk.begin; f < chunk.end; ++f) {
            const std::size_t rows =
                reader_.read(blocks_, f, {table_.lines(row), table_.counts(row), events_});
            table_.function(f) = {blocks_.functions()[f].file, blocks_.functions()[f].function, row,
                                  row + rows};
            row += rows;
        }
    }
    // Fills one row for each function, at line 0: the sum of its rows.
    void read_functions(const FunctionBlocks::Chunk& chunk) {
        for (std::size_t f = chunk.begin; f < chunk.end; ++f) {
            const std::size_t rows = reader_.read(blocks_, f);
            *table_.lines(f) = 0;
            std::ranges::fill(sum_, 0);
            for (std::size_t row = 0; row < rows; ++row)
                for (std::size_t i = 0; i < events_; ++i)
                    sum_[i] += reader_.rows().counts[row * events_ + i];
            std::ranges::transform(sum_, table_.counts(f), narrowed);
            table_.function(f) = {blocks_.functions()[f].file, blocks_.functions()[f].function, f,
                                  f + 1};
        }
    }
    std::span<const WideCount> totals() const { return reader_.totals(0); }

  private:
    const FunctionBlocks& blocks_;
    std::size_t events_;
    CostTableInPlace& table_;
    RowReader reader_;
    std::vector<WideCount> sum_; // of a function
};

} // namespace

Profile read_cachegrind(std::string_view bytes, const ReadOptions& options, const TableLimit& limit,
                        bool is_cut) {
    ProfileLayout layout = scan_profile(bytes, options.with_uncounted);
    if (!layout.has_header)
        throw *layout.error;
    limit.check(row_count(layout), layout.header.events.size());
    if (!layout.error && !layout.summary_position && !is_cut)
        layout.error = ParseError{layout.bytes.data() + layout.bytes.size(),
                                  "the \"summary:\" line is missing"};
    if (layout.error)
        throw_earliest_error(layout, limit.source(), *layout.error);

    const ProfilePart part{&layout, {}, limit.source()};
    FunctionBlocks blocks = FunctionBlocks::of({&layout, 1});
    const FunctionBlocks::Chunks chunks = blocks.chunks();
    const std::size_t functions = blocks.functions().size();
    const std::size_t events = layout.header.events.size();
    const bool by_function = options.detail == Detail::functions;
    CostTableInPlace table(events, by_function ? functions : chunks.rows, functions);
    std::vector<std::vector<WideCount>> totals(chunks.list.size());
    std::vector<WideCount> total(events);
    const auto produce = [&](std::size_t i) {
        TablePart some(blocks, part, table);
        if (by_function)
            some.read_functions(chunks.list[i]);
        else
            some.read_lines(chunks.list[i]);
        totals[i].assign(some.totals().begin(), some.totals().end());
    };
    const auto consume = [&](std::size_t i) {
        table.keep(chunks.list[i].begin, chunks.list[i].end);
        std::ranges::transform(total, totals[i], total.begin(), std::plus<>());
    };
    try {
        options.executor(chunks.list.size(), produce, consume);
    } catch (const ParseError& error) {
        throw_earliest_error(layout, limit.source(), error);
    }
    std::vector<Count> summary = checked_summary(layout, total);
    return {std::move(layout.header), std::move(blocks.names).to_owned(), std::move(table).finish(),
            std::move(summary)};
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

// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/function_blocks.hpp"

#include "error/error.hpp"
#include "model/count.hpp"
#include "model/names.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace cg {

FunctionBlocks FunctionBlocks::of(std::span<ProfileLayout> parts, Unnamed unnamed) {
    FunctionBlocks all;
    all.parts_ = parts;
    all.names = std::move(parts[0].names);
    const NameId name_of_unspecified =
        unnamed == Unnamed::as_marks ? all.names.intern(unspecified_mark) : unspecified_function;
    FunctionOrder order;
    std::size_t count = 0;
    const auto add = [&](const ProfileLayout& part, const auto& name) {
        all.first_blocks_.push_back(count);
        count += part.blocks.size();
        order.reserve(count);
        for (const FunctionBlock& block : part.blocks)
            order.enter(name(block.file), block.function == unspecified_function
                                              ? name_of_unspecified
                                              : name(block.function));
    };
    add(parts[0], [](NameId id) { return id; });
    for (ProfileLayout& part : parts.subspan(1))
        add(part, ImportedNames(std::exchange(part.names, {}), all.names));
    all.order_ = order.order();
    return all;
}

void FunctionBlocks::find(std::size_t function, std::vector<PartBlock>& blocks) const {
    blocks.clear();
    visit(function, [&](const PartBlock& block) { blocks.push_back(block); });
}

FunctionBlocks::Chunks FunctionBlocks::chunks() const {
    constexpr std::size_t enough = 1 << 18; // bytes of text
    Chunks chunks;
    for (std::size_t f = 0; f < order_.functions.size(); ++f) {
        if (chunks.list.empty() || chunks.list.back().bytes >= enough)
            chunks.list.push_back({f, f, chunks.rows, 0});
        Chunk& chunk = chunks.list.back();
        chunk.end = f + 1;
        visit(f, [&](const PartBlock& block) {
            chunk.bytes += static_cast<std::size_t>(block.counts.end - block.counts.begin);
            chunks.rows += block.counts.line_count;
        });
    }
    return chunks;
}

RowReader::RowReader(std::span<const ProfilePart> parts, std::size_t event_count)
    : parts_(parts), event_count_(event_count) {
    parsers_.reserve(parts.size());
    for (const ProfilePart& part : parts)
        parsers_.emplace_back(part.layout->header.events.size(),
                              part.layout->bytes.data() + part.layout->bytes.size());
}

void RowReader::parse(const PartBlock& block, Line* lines, Count* counts) {
    const auto& columns = parts_[block.part].columns;
    CountLineParser& parser = parsers_[block.part];
    if (columns.empty())
        return parser.parse(block.counts, lines, counts);
    const std::size_t own_events = parts_[block.part].layout->header.events.size();
    own_counts_.resize(block.counts.line_count * own_events);
    parser.parse(block.counts, lines, own_counts_.data());
    for (std::size_t row = 0; row < block.counts.line_count; ++row)
        for (const auto& column : columns)
            *counts++ = column ? own_counts_[row * own_events + *column] : 0;
}

std::size_t RowReader::sum(const PartBlock& last, RowSpan rows, std::size_t merged_end,
                           std::size_t end) const {
    try {
        return sum_equal_lines(rows, merged_end, end);
    } catch (const std::overflow_error& error) {
        throw Error(std::string(parts_[last.part].source), error.what());
    }
}

std::size_t RowReader::read(std::span<const PartBlock> blocks, RowSpan rows) {
    // Summing after each block is fastest if lines ascend, but takes quadratic time for many
    // blocks.
    constexpr std::size_t few = 16;
    std::size_t merged_end = 0;
    std::size_t end = 0;
    for (const PartBlock& block : blocks) {
        parse(block, rows.lines + end, rows.counts + end * event_count_);
        end += block.counts.line_count;
        if (blocks.size() <= few)
            merged_end = end = sum(block, rows, merged_end, end);
    }
    return blocks.size() <= few ? end : sum(blocks.back(), rows, 0, end);
}

std::size_t RowReader::read(std::span<const PartBlock> blocks) {
    std::size_t max_lines = 0;
    for (const PartBlock& block : blocks)
        max_lines += block.counts.line_count;
    if (lines_.size() < max_lines) {
        lines_.resize(max_lines);
        counts_.resize(max_lines * event_count_);
    }
    return read(blocks, rows());
}

namespace {

// Calls read(i, reader) for each chunk i, perhaps in several threads, and then take(i), in their
// order. Returns the totals of each part. Throws ParseError if they are not its summary.
template <typename Read>
std::vector<std::vector<Count>> read_chunks(std::size_t chunks, std::span<const ProfilePart> parts,
                                            std::size_t event_count, const Executor& executor,
                                            const Read& read, const Task& take) {
    using Totals = std::vector<std::vector<WideCount>>; // by part
    std::vector<Totals> read_totals(chunks);
    Totals totals;
    for (const ProfilePart& part : parts)
        totals.emplace_back(part.layout->header.events.size());
    executor(
        chunks,
        [&](std::size_t i) {
            RowReader reader(parts, event_count);
            read(i, reader);
            for (std::size_t part = 0; part < parts.size(); ++part)
                read_totals[i].emplace_back(reader.totals(part).begin(), reader.totals(part).end());
        },
        [&](std::size_t i) {
            take(i);
            for (std::size_t part = 0; part < parts.size(); ++part)
                std::ranges::transform(totals[part], read_totals[i][part], totals[part].begin(),
                                       std::plus<>());
        });
    std::vector<std::vector<Count>> checked;
    for (std::size_t part = 0; part < parts.size(); ++part)
        checked.push_back(checked_summary(*parts[part].layout, totals[part]));
    return checked;
}

// Writes the text of one chunk of functions.
void write(const FunctionBlocks& blocks, const FunctionBlocks::Chunk& chunk, RowReader& reader,
           ProfileText& text) {
    text.reserve(chunk.bytes); // a page that is not written costs nothing
    for (std::size_t f = chunk.begin; f < chunk.end; ++f) {
        const NameId file = blocks.functions()[f].file;
        const bool is_file_known = f > 0 && blocks.functions()[f - 1].file == file;
        text.add_place(blocks.names, file, blocks.functions()[f].function, is_file_known,
                       Unnamed::as_marks);
        const std::size_t rows = reader.read(blocks, f);
        const auto [lines, counts, event_count] = reader.rows();
        for (std::size_t row = 0; row < rows; ++row)
            text.add_row(lines[row], {counts + row * event_count, event_count});
    }
}

// Fills the rows from chunk.first_row on.
void read_lines(const FunctionBlocks& blocks, const FunctionBlocks::Chunk& chunk, RowReader& reader,
                CostTableInPlace& table) {
    std::size_t row = chunk.first_row;
    for (std::size_t f = chunk.begin; f < chunk.end; ++f) {
        const std::size_t rows = reader.read(
            blocks, f, {table.lines(row), table.counts(row), reader.rows().event_count});
        table.function(f) = {blocks.functions()[f].file, blocks.functions()[f].function, row,
                             row + rows};
        row += rows;
    }
}

// Fills one row for each function, at line 0: the sum of its rows.
void read_functions(const FunctionBlocks& blocks, const FunctionBlocks::Chunk& chunk,
                    RowReader& reader, CostTableInPlace& table) {
    std::vector<WideCount> sum;
    for (std::size_t f = chunk.begin; f < chunk.end; ++f) {
        const std::size_t rows = reader.read(blocks, f);
        const auto [lines, counts, event_count] = reader.rows();
        sum.assign(event_count, 0);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t i = 0; i < event_count; ++i)
                sum[i] += counts[row * event_count + i];
        *table.lines(f) = 0;
        std::ranges::transform(sum, table.counts(f), narrowed);
        table.function(f) = {blocks.functions()[f].file, blocks.functions()[f].function, f, f + 1};
    }
}

} // namespace

std::vector<ProfileText> text_of(std::span<ProfileLayout> layouts,
                                 std::span<const ProfilePart> parts, const Header& header,
                                 const std::vector<Count>& summary, const Executor& executor) {
    const FunctionBlocks blocks = FunctionBlocks::of(layouts, Unnamed::as_marks);
    const std::vector<FunctionBlocks::Chunk> chunks = blocks.chunks().list;
    std::vector<ProfileText> sum(chunks.size() + 2);
    sum.front().add_header(header);
    const auto write_chunk = [&](std::size_t i, RowReader& reader) {
        write(blocks, chunks[i], reader, sum[i + 1]);
    };
    read_chunks(chunks.size(), parts, header.events.size(), executor, write_chunk,
                [](std::size_t) {});
    sum.back().add_summary(summary);
    return sum;
}

TableOfParts table_of(std::span<ProfileLayout> layouts, std::span<const ProfilePart> parts,
                      std::size_t event_count, Unnamed unnamed, Detail detail,
                      const Executor& executor) {
    FunctionBlocks blocks = FunctionBlocks::of(layouts, unnamed);
    const FunctionBlocks::Chunks chunks = blocks.chunks();
    const std::size_t functions = blocks.functions().size();
    const bool by_function = detail == Detail::functions;
    CostTableInPlace table(event_count, by_function ? functions : chunks.rows, functions);
    const auto read = [&](std::size_t i, RowReader& reader) {
        (by_function ? read_functions : read_lines)(blocks, chunks.list[i], reader, table);
    };
    const auto keep = [&](std::size_t i) { table.keep(chunks.list[i].begin, chunks.list[i].end); };
    auto totals = read_chunks(chunks.list.size(), parts, event_count, executor, read, keep);
    return {std::move(blocks.names).to_owned(), std::move(table).finish(), std::move(totals)};
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/sum.hpp"

#include "error/error.hpp"

#include <algorithm>
#include <functional>

namespace cg {
namespace {

// The text of one chunk of functions, and the sums of its parts.
struct Written {
    ProfileText text;
    std::vector<std::vector<WideCount>> totals; // by part
};

Written write(const FunctionBlocks& blocks, const FunctionBlocks::Chunk& chunk,
              std::span<const ProfilePart> parts, std::size_t event_count) {
    Written written;
    written.text.reserve(chunk.bytes); // a page that is not written costs nothing
    RowReader reader(parts, event_count);
    for (std::size_t f = chunk.begin; f < chunk.end; ++f) {
        const NameId file = blocks.functions()[f].file;
        const bool is_file_known = f > 0 && blocks.functions()[f - 1].file == file;
        written.text.add_place(blocks.names, file, blocks.functions()[f].function, is_file_known,
                               Unnamed::as_marks);
        const std::size_t rows = reader.read(blocks, f);
        const Line* line = reader.rows().lines;
        const Count* counts = reader.rows().counts;
        for (std::size_t row = 0; row < rows; ++row, counts += event_count)
            written.text.add_row(*line++, {counts, event_count});
    }
    for (std::size_t part = 0; part < parts.size(); ++part)
        written.totals.emplace_back(reader.totals(part).begin(), reader.totals(part).end());
    return written;
}

} // namespace

std::vector<ProfileText> sum_of(std::span<ProfileLayout> layouts,
                                std::span<const ProfilePart> parts, const Header& header,
                                const std::vector<Count>& summary, const Executor& executor) {
    const FunctionBlocks blocks = FunctionBlocks::of(layouts, Unnamed::as_marks);
    const std::vector<FunctionBlocks::Chunk> chunks = blocks.chunks().list;
    std::vector<Written> written(chunks.size());
    std::vector<std::vector<WideCount>> totals;
    for (const ProfilePart& part : parts)
        totals.emplace_back(part.layout->header.events.size());

    std::vector<ProfileText> sum(1);
    sum[0].add_header(header);
    executor(
        chunks.size(),
        [&](std::size_t i) { written[i] = write(blocks, chunks[i], parts, header.events.size()); },
        [&](std::size_t i) {
            sum.push_back(std::move(written[i].text));
            for (std::size_t part = 0; part < parts.size(); ++part)
                std::ranges::transform(totals[part], written[i].totals[part], totals[part].begin(),
                                       std::plus<>());
        });
    for (std::size_t part = 0; part < parts.size(); ++part)
        checked_summary(*parts[part].layout, totals[part]);
    sum.emplace_back().add_summary(summary);
    return sum;
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/function_texts.hpp"

#include "error/error.hpp"
#include "model/import_names.hpp"

#include <utility>

namespace cg {

FunctionTexts FunctionTexts::of(std::span<ProfileLayout> parts, Unnamed unnamed) {
    FunctionTexts texts;
    texts.parts_ = parts;
    texts.names = std::move(parts[0].names);
    const NameId name_of_unspecified =
        unnamed == Unnamed::as_marks ? texts.names.intern(unspecified_mark) : unspecified_function;
    FunctionOrder order;
    std::size_t stretches = 0;
    const auto add = [&](const ProfileLayout& part, const auto& name) {
        texts.first_stretches_.push_back(stretches);
        stretches += part.stretches.size();
        order.reserve(stretches);
        for (const ProfileLayout::Stretch& stretch : part.stretches)
            order.enter(name(stretch.file), stretch.function == unspecified_function
                                                ? name_of_unspecified
                                                : name(stretch.function));
    };
    add(parts[0], [](NameId id) { return id; });
    for (ProfileLayout& part : parts.subspan(1))
        add(part, ImportedNames(std::exchange(part.names, {}), texts.names));
    texts.order_ = order.order();
    return texts;
}

void FunctionTexts::find_stretches(std::size_t function, std::vector<Stretch>& stretches) const {
    stretches.clear();
    visit_stretches(function, [&](const Stretch& stretch) { stretches.push_back(stretch); });
}

FunctionTexts::Chunks FunctionTexts::chunks() const {
    constexpr std::size_t enough = 1 << 18; // bytes of text
    Chunks chunks;
    for (std::size_t f = 0; f < order_.functions.size(); ++f) {
        if (chunks.list.empty() || chunks.list.back().bytes >= enough)
            chunks.list.push_back({f, f, chunks.rows, 0});
        Chunk& chunk = chunks.list.back();
        chunk.end = f + 1;
        visit_stretches(f, [&](const Stretch& stretch) {
            chunk.bytes += static_cast<std::size_t>(stretch.text.end - stretch.text.begin);
            chunks.rows += stretch.text.size;
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

void RowReader::parse(const FunctionTexts::Stretch& stretch, Line* lines, Count* counts) {
    const auto& columns = parts_[stretch.part].columns;
    CountLineParser& parser = parsers_[stretch.part];
    if (columns.empty())
        return parser.parse(stretch.text, lines, counts);
    const std::size_t own_events = parts_[stretch.part].layout->header.events.size();
    own_counts_.resize(stretch.text.size * own_events);
    parser.parse(stretch.text, lines, own_counts_.data());
    for (std::size_t row = 0; row < stretch.text.size; ++row)
        for (const auto& column : columns)
            *counts++ = column ? own_counts_[row * own_events + *column] : 0;
}

std::size_t RowReader::sum(const FunctionTexts::Stretch& last, RowSpan rows, std::size_t settled,
                           std::size_t end) const {
    try {
        return sum_equal_lines(rows, settled, end);
    } catch (const std::overflow_error& error) {
        throw Error(std::string(parts_[last.part].source), error.what());
    }
}

std::size_t RowReader::read(std::span<const FunctionTexts::Stretch> stretches, RowSpan rows) {
    // To sum after each stretch is cheapest while lines ascend, but the price of many is the
    // square of their number.
    constexpr std::size_t few = 16;
    std::size_t settled = 0;
    std::size_t end = 0;
    for (const FunctionTexts::Stretch& stretch : stretches) {
        parse(stretch, rows.lines + end, rows.counts + end * event_count_);
        end += stretch.text.size;
        if (stretches.size() <= few)
            settled = end = sum(stretch, rows, settled, end);
    }
    return stretches.size() <= few ? end : sum(stretches.back(), rows, 0, end);
}

std::size_t RowReader::read(std::span<const FunctionTexts::Stretch> stretches) {
    std::size_t most = 0;
    for (const FunctionTexts::Stretch& stretch : stretches)
        most += stretch.text.size;
    if (lines_.size() < most) {
        lines_.resize(most);
        counts_.resize(most * event_count_);
    }
    return read(stretches, rows());
}

} // namespace cg

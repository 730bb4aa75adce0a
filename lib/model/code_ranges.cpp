// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/code_ranges.hpp"

#include <utility>

namespace cg {

std::uint32_t CodeRangesBuilder::add_object(CodeObject object) {
    const auto [at, is_new] =
        objects_.try_emplace(object, static_cast<std::uint32_t>(made_.objects.size()));
    if (is_new)
        made_.objects.push_back(std::move(object));
    return at->second;
}

void CodeRangesBuilder::add(const CodeRanges& from, const Change& change) {
    const ImportedNames name(from.names, made_.names);
    std::vector<std::uint32_t> objects;
    objects.reserve(from.objects.size());
    for (const CodeObject& object : from.objects)
        objects.push_back(add_object(object));
    for (const auto& [old, counts] : from.ranges.rows()) {
        CodeRange range = old;
        range.object = objects[range.object];
        range.file = name(range.file);
        range.function = name(range.function);
        change.add(add(range), counts);
    }
}

std::optional<CodeRanges> changed(const CodeRanges& ranges, const Change& change) {
    if (change.new_line)
        return std::nullopt;
    return CodeRanges{
        ranges.names, ranges.objects,
        ranges.ranges.with_events(
            change.event_count(ranges.ranges.event_count()),
            [&](std::span<Count> sum, std::span<const Count> counts) { change.add(sum, counts); })};
}

} // namespace cg

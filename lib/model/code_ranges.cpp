// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/code_ranges.hpp"

#include "model/count.hpp"

#include <algorithm>

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
    for (std::size_t i = 0; i < from.ranges.size(); ++i) {
        CodeRange range = from.ranges[i];
        range.object = objects[range.object];
        range.file = name(range.file);
        range.function = name(range.function);
        change.add(add(range), from.counts[i]);
    }
}

std::optional<CodeRanges> changed(const CodeRanges& ranges, const Change& change) {
    if (change.new_line)
        return std::nullopt;
    if (!change.columns.empty()) {
        CodeRangesBuilder sum(change.columns.size());
        sum.add(ranges, change);
        return std::move(sum).finish();
    }
    CodeRanges result = ranges;
    if (change.is_negative)
        std::ranges::for_each(result.counts.all(), negate);
    return result;
}

} // namespace cg

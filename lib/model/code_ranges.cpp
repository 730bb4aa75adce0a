// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/code_ranges.hpp"

#include "model/count.hpp"

namespace cg {

std::uint32_t CodeRangesBuilder::add_object(CodeObject object) {
    const auto [at, is_new] =
        objects_.try_emplace(object, static_cast<std::uint32_t>(made_.objects.size()));
    if (is_new)
        made_.objects.push_back(std::move(object));
    return at->second;
}

void CodeRangesBuilder::add(const CodeRanges& from,
                            std::span<const std::optional<std::size_t>> columns) {
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
        const auto sum = add(range);
        const auto counts = from.counts[i];
        for (std::size_t event = 0; event < sum.size(); ++event) {
            const std::optional<std::size_t> column = columns.empty() ? event : columns[event];
            if (column)
                sum[event] = checked_add(sum[event], counts[*column]);
        }
    }
}

} // namespace cg

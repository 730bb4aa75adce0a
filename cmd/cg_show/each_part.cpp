// SPDX-License-Identifier: GPL-2.0-or-later
#include "each_part.hpp"

#include "algebra/derive.hpp"
#include "algebra/merge.hpp"
#include "format/parts.hpp"
#include "load/load.hpp"

#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>

namespace cg::show {

void load_parts(std::span<const std::string> paths, std::span<const std::string> names,
                const Options& options, const ReadOptions& reading, const TakeNamed& take) {
    const bool needs_name = paths.size() > 1 || !options.label.empty();
    load_each_part(
        paths, options.jobs,
        [&](std::size_t file, const FilePart& part, Profile&& profile) {
            const std::string label = label_of(part);
            take(paths[file], needs_name ? names[file] + " " + label : label,
                 {.number = part.number, .thread = part.thread}, std::move(profile));
        },
        reading);
}

std::vector<std::string> suffixes_of(std::span<const PartNumber> parts) {
    const auto all = [&](auto suffix_of) {
        std::vector<std::string> suffixes;
        for (const PartNumber& part : parts)
            suffixes.push_back(suffix_of(part));
        return suffixes;
    };
    const auto are_different = [](const std::vector<std::string>& suffixes) {
        return std::set(suffixes.begin(), suffixes.end()).size() == suffixes.size();
    };
    auto suffixes = all([](const PartNumber& part) { return fmt::to_string(part.number); });
    if (!are_different(suffixes))
        suffixes = all([](const PartNumber& part) {
            return part.thread ? fmt::format("{}.t{}", part.number, *part.thread)
                               : fmt::to_string(part.number);
        });
    if (!are_different(suffixes))
        for (std::size_t i = 0; i < suffixes.size(); ++i)
            suffixes[i] = fmt::format("p{}", i + 1);
    return suffixes;
}

Profile with_events_of_parts(std::span<const Profile> profiles,
                             std::span<const std::string> suffixes) {
    std::optional<Merge> sum;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        Profile part = profiles[i];
        for (const std::string& event : profiles[i].header.events.names())
            part = Derivation(fmt::format("{}:{}={}", event, suffixes[i], event)).apply(part);
        if (sum)
            sum->add(part);
        else
            sum.emplace(std::move(part), MergeEvents::united);
    }
    return std::move(*sum).finish();
}

} // namespace cg::show

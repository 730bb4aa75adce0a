// SPDX-License-Identifier: GPL-2.0-or-later
#include "each_part.hpp"

#include "algebra/derive.hpp"
#include "algebra/merge.hpp"
#include "error/error.hpp"
#include "load/load.hpp"

#include <fmt/format.h>
#include <optional>
#include <range/v3/view/zip.hpp>
#include <utility>

namespace cg::show {

std::vector<PartSelection> split_into_parts(std::vector<std::string>& paths,
                                            std::vector<std::string>& names,
                                            const Options& options) {
    std::vector<PartSelection> choices;
    std::vector<std::string> paths_of_parts, names_of_parts;
    for (const auto& [path, name] : ranges::views::zip(paths, names)) {
        check_can_be_read_again(path);
        for (const NamedPart& part : chosen_parts(path, options.parts)) {
            paths_of_parts.push_back(path);
            names_of_parts.push_back(paths.size() == 1 ? part.label : name + " " + part.label);
            choices.emplace_back().set_only(part.index);
        }
    }
    paths = std::move(paths_of_parts);
    names = std::move(names_of_parts);
    return choices;
}

Profile with_events_of_parts(std::span<const Profile> profiles) {
    std::optional<Merge> sum;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        Profile part = profiles[i];
        for (const std::string& event : profiles[i].header.events.names())
            part = Derivation(fmt::format("{}:{}={}", event, i + 1, event)).apply(part);
        if (sum)
            sum->add(part);
        else
            sum.emplace(std::move(part), MergeEvents::united);
    }
    return std::move(*sum).finish();
}

} // namespace cg::show

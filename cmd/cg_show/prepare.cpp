// SPDX-License-Identifier: GPL-2.0-or-later
#include "prepare.hpp"

#include "algebra/by_calls.hpp"
#include "algebra/columns.hpp"
#include "error/error.hpp"
#include "load/file_list.hpp"
#include "quotients.hpp"
#include "text/destination.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg::show {
namespace {

Renamed renamed(Profile profile, const Options& options) {
    if (options.mod_filename.empty() && options.mod_funcname.empty())
        return {std::move(profile), {}};
    return rename(profile, name_map(options.mod_filename), name_map(options.mod_funcname));
}

// Returns the profile with the events to show, and their bases. The event to sort by is always
// shown.
Profile with_events(Profile profile, const Options& options, std::optional<Paths> names_of_files) {
    for (const Derivation& derivation : options.derive)
        profile = derivation.apply(profile);
    // Afterwards, because apply() makes the summary the sum of the rows.
    if (names_of_files)
        for (const Derivation* quotient : quotients_among(options.derive))
            take_quotients_of_sums(profile, *quotient, options.by.value_or(By::function),
                                   *names_of_files);
    if (options.show.empty())
        return profile;
    std::vector<std::string> names = options.show;
    if (!options.sort.empty() && std::ranges::find(names, options.sort) == names.end())
        names.insert(names.begin(), options.sort);
    const EventSet& events = profile.header.events;
    for (const std::string& name : names)
        if (!events.column(name))
            throw UsageError("--show: the profile has no event " + in_quotes(name));
    try {
        return project(profile, EventSet(with_bases(names, events)));
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("--show: ") + error.what());
    }
}

// Returns the profile with inclusive costs and calls as further events.
Profile with_calls(const Profile& profile, const std::string& path) {
    if (!profile.calls)
        throw Error(input_for_message(path),
                    "has no calls, which --inclusive needs (valgrind --tool=cachegrind --calls=yes "
                    "writes them)");
    try {
        return with_inclusive_cost(profile);
    } catch (const std::invalid_argument& error) {
        throw Error(input_for_message(path), std::string("--inclusive: ") + error.what());
    }
}

std::vector<std::string> short_names(const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    names.reserve(paths.size());
    for (const std::string& path : paths)
        names.push_back(path == "-" ? "<stdin>" : path.substr(path.rfind('/') + 1));
    auto sorted = names;
    std::ranges::sort(sorted);
    return std::ranges::adjacent_find(sorted) == sorted.end() ? names : paths;
}

} // namespace

Renamed prepare(Profile profile, const Options& options, const std::string& path,
                std::optional<Paths> names_of_files) {
    if (options.inclusive)
        profile = with_calls(profile, path);
    Renamed result = renamed(std::move(profile), options);
    result.profile = with_events(std::move(result.profile), options, names_of_files);
    return result;
}

std::vector<std::string> labels(const std::vector<std::string>& paths, const std::string& label) {
    if (label.empty())
        return short_names(paths);
    std::vector<std::string> lines = read_lines(label);
    if (lines.size() != paths.size())
        throw UsageError(fmt::format("--label: {} has {} lines, but there are {} profiles",
                                     path_for_message(label), lines.size(), paths.size()));
    return lines;
}

} // namespace cg::show

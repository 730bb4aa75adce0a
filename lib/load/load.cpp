// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/load.hpp"

#include "error/error.hpp"
#include "io/descriptor.hpp"
#include "io/input.hpp"

#include <algorithm>
#include <optional>

namespace cg {

void check_stdin_once(std::span<const std::string> paths) {
    if (std::count(paths.begin(), paths.end(), "-") > 1)
        throw UsageError("- can be given once only: stdin can't be read twice");
}

unsigned files_at_once(std::size_t files, unsigned jobs) {
    const std::size_t wanted = std::min<std::size_t>(files, jobs);
    return static_cast<unsigned>(std::max<std::size_t>(1, openable_files(wanted)));
}

std::vector<Profile> load_profiles(std::span<const std::string> paths, unsigned jobs,
                                   const ReadOptions& options) {
    std::vector<Profile> profiles;
    profiles.reserve(paths.size());
    load_each(
        paths, jobs,
        [&](std::size_t, Profile&& profile, std::size_t) {
            profiles.push_back(std::move(profile));
        },
        options);
    return profiles;
}

void load_each(std::span<const std::string> paths, unsigned jobs, const TakeProfile& take,
               ReadOptions options) {
    check_stdin_once(paths);
    // Many files are read side by side, few by several threads each.
    const unsigned at_once = files_at_once(paths.size(), jobs);
    options.executor = in_parallel(jobs / at_once);
    std::vector<std::optional<Profile>> profiles(paths.size());
    std::vector<std::size_t> sizes(paths.size());
    in_parallel(at_once, at_once)(
        paths.size(),
        [&](std::size_t i) {
            const Input input = Input::open(paths[i]);
            ReadOptions of_file = options;
            of_file.stored_size = sizes[i] = input.stored_size();
            profiles[i] = read_profile(input.bytes(), input.source(), of_file);
        },
        [&](std::size_t i) {
            take(i, std::move(*profiles[i]), sizes[i]);
            profiles[i].reset();
        });
}

} // namespace cg

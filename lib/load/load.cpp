// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/load.hpp"

#include "error/error.hpp"
#include "format/read.hpp"
#include "io/input.hpp"

#include <algorithm>
#include <deque>
#include <future>
#include <thread>

namespace cg {
namespace {

Profile load(const std::string& path) {
    const Input input = Input::open(path);
    return read_profile(input.bytes(), input.source());
}

} // namespace

unsigned default_jobs() {
    return std::max(1U, std::thread::hardware_concurrency());
}

std::vector<Profile> load_profiles(std::span<const std::string> paths, unsigned jobs) {
    std::vector<Profile> profiles;
    profiles.reserve(paths.size());
    load_each(paths, jobs,
              [&](std::size_t, Profile&& profile) { profiles.push_back(std::move(profile)); });
    return profiles;
}

void load_each(std::span<const std::string> paths, unsigned jobs,
               const std::function<void(std::size_t index, Profile&&)>& take) {
    if (std::count(paths.begin(), paths.end(), "-") > 1)
        throw UsageError("- (stdin) can be read only once");
    // A window of files that are read ahead. Futures in a queue keep the order, and carry each
    // error to where its turn is. This thread reads the first itself and then takes, so that
    // N jobs are about N busy threads.
    const std::size_t window = std::max(1U, jobs);
    std::deque<std::future<Profile>> ahead;
    std::size_t next = 0;
    for (std::size_t index = 0; index < paths.size(); ++index) {
        while (next < paths.size() && ahead.size() < window) {
            const bool by_this_thread = ahead.empty() || window == 1;
            ahead.push_back(std::async(by_this_thread ? std::launch::deferred : std::launch::async,
                                       load, std::cref(paths[next])));
            ++next;
        }
        Profile profile = ahead.front().get();
        ahead.pop_front();
        take(index, std::move(profile));
    }
}

} // namespace cg

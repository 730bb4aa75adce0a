// SPDX-License-Identifier: GPL-2.0-or-later
#include "history/trend.hpp"

#include "error/error.hpp"
#include "model/magnitude.hpp"
#include "model/meant_event.hpp"
#include "text/destination.hpp"
#include "view/rollup.hpp"

#include <algorithm>
#include <cmath>

namespace cg {
namespace {

constexpr std::string_view mean_suffix = ".mean", deviation_suffix = ".sd";

// Returns the column EVENT.sd for EVENT.mean.
std::optional<std::size_t> deviation_column(const EventSet& events, std::string_view event) {
    if (!event.ends_with(mean_suffix))
        return std::nullopt;
    event.remove_suffix(mean_suffix.size());
    return events.column(std::string(event) + std::string(deviation_suffix));
}

std::unordered_map<std::string, Count> counts_by_function(const Profile& profile,
                                                          std::size_t event) {
    std::unordered_map<std::string, Count> counts;
    const Rollup functions(profile, By::function);
    counts.reserve(functions.size());
    for (std::size_t row = 0; row < functions.size(); ++row)
        if (const Count count = functions.counts(row)[event]) {
            Count& sum = counts[functions.name(row)];
            sum = checked_add(sum, count);
        }
    return counts;
}

} // namespace

void Trend::choose_events(const EventSet& of_first) {
    bool has_means = false;
    for (const std::string& event : of_first.names())
        has_means |= deviation_column(of_first, event).has_value();
    for (const std::size_t column : of_first.own_columns())
        if (!has_means || of_first[column].ends_with(mean_suffix))
            events_.push_back(of_first[column]);
    if (options_.event.empty())
        return;
    const auto sorted = meant_event(of_first, options_.event);
    if (!sorted)
        throw UsageError("--sort: " + no_such_event(of_first, options_.event));
    std::erase(events_, of_first[*sorted]);
    events_.insert(events_.begin(), of_first[*sorted]);
}

// The profile has the deviations of rows. Their sum is at least the deviation of the total: so a
// change of more than the sum is more than the deviation.
bool Trend::is_beyond_noise(const Point& before, const Point& now) const {
    const auto change = static_cast<double>(magnitude(now.change));
    const double deviation =
        std::hypot(static_cast<double>(before.deviation), static_cast<double>(now.deviation));
    return change > 0 && change > 3 * deviation &&
           change * 100 > options_.noise * static_cast<double>(magnitude(before.totals[0]));
}

std::vector<Trend::FunctionChange> Trend::largest_changes(const FunctionCounts& now) const {
    std::vector<FunctionChange> changes;
    for (const auto& [name, count] : now) {
        const auto before = functions_.find(name);
        if (const Count change =
                checked_subtract(count, before == functions_.end() ? 0 : before->second))
            changes.push_back({name, change});
    }
    for (const auto& [name, count] : functions_)
        if (!now.contains(name))
            changes.push_back({name, checked_subtract(0, count)});
    std::ranges::sort(changes, [](const FunctionChange& a, const FunctionChange& b) {
        return std::pair(magnitude(b.change), std::string_view(a.name)) <
               std::pair(magnitude(a.change), std::string_view(b.name));
    });
    changes.resize(std::min(changes.size(), options_.max_functions));
    return changes;
}

void Trend::add(const std::string& label, const Profile& profile) {
    const EventSet& events = profile.header.events;
    if (points_.empty())
        choose_events(events);
    Point point{label, {}, 0};
    for (const std::string& event : events_) {
        const auto column = events.column(event);
        if (!column)
            throw Error(label,
                        "has no event " + in_quotes(event) + ", which the first profile has");
        point.totals.push_back(profile.summary[*column]);
    }
    if (const auto column = deviation_column(events, event()))
        point.deviation = profile.summary[*column];
    FunctionCounts functions = counts_by_function(profile, *events.column(event()));
    if (!points_.empty()) {
        const Point& before = points_.back();
        point.change = checked_subtract(point.totals[0], before.totals[0]);
        point.is_step = is_beyond_noise(before, point);
        if (point.is_step)
            point.functions = largest_changes(functions);
    }
    functions_ = std::move(functions);
    points_.push_back(std::move(point));
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/parts.hpp"

#include "error/error.hpp"
#include "model/event_set.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <functional>

namespace cg {

void PartTable::add(const std::string& label, const Profile& profile) {
    parts_.push_back({label, profile.header.events, profile.summary});
}

void PartTable::rank(const std::vector<std::string>& events) {
    const EventSet all(events);
    const auto event = meant_event(all, sort_);
    if (!event)
        throw UsageError("--sort: " + no_such_event(all, sort_));
    const auto count_of = [&](const Part& part) {
        const auto column = part.events.column(events[*event]);
        return column ? part.totals[*column] : 0;
    };
    std::ranges::stable_sort(parts_, std::ranges::greater{}, count_of);
}

void PartTable::finish() {
    std::vector<std::string> events; // of any part
    for (const Part& part : parts_)
        for (const std::string& event : part.events.names())
            if (std::ranges::find(events, event) == events.end())
                events.push_back(event);
    if (!sort_.empty())
        rank(events);
    std::vector<std::vector<std::string>> rows(1 + parts_.size());
    for (const std::string& event : events)
        rows[0].push_back(page_text(event));
    rows[0].emplace_back("part");
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        for (const std::string& event : events) {
            const auto column = parts_[i].events.column(event);
            rows[1 + i].emplace_back(column ? Number(parts_[i].totals[*column]).text() : "");
        }
        rows[1 + i].push_back(page_text(parts_[i].label));
    }
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t column = 0; column < events.size(); ++column) {
            std::size_t width = 0;
            for (const std::vector<std::string>& other : rows)
                width = std::max(width, width_of(other[column]));
            out_ << std::string(width - width_of(row[column]), ' ') << row[column] << "  ";
        }
        out_ << row.back() << '\n';
    }
}

} // namespace cg

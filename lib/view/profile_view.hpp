// SPDX-License-Identifier: GPL-2.0-or-later
// A profile as cg_show presents it: its columns, and the count that is 100 % of each.
#pragma once

#include "model/fwd.hpp"
#include "text/number.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// An event. If cg_diff --keep-base added NAME@base, the same event of the first profile, both are
// one column.
struct Column {
    std::string name;
    std::size_t event;               // column of the profile's counts
    std::optional<std::size_t> base; // column of the profile's counts
    Count total;
    // The count that is 100 %: the base's total where there is one, else the total, which measures
    // the size of a change without a base too.
    Count percent_base;
    bool adds_up = true;      // whether rows add up to the total: inclusive costs do not
    bool is_quotient = false; // has no percentages
    unsigned decimals = 0;    // 2: counts are in hundredths
};

struct ProfileView {
    const Profile* profile;         // outlives the view
    std::string name;               // for the heads of columns and titles: the file's name
    std::vector<Column> columns;    // at least one
    std::size_t sort;               // index into columns: ranks, widths and bars go by it
    std::vector<std::size_t> order; // columns of the profile's counts, as ranks compare them
    bool difference;                // of two profiles: counts are signed

    // Parts of the profile. addresses(): null if there are none.
    const Header& header() const;
    const std::vector<Count>& summary() const;
    const CodeRanges* addresses() const;

    const Column& sorted() const { return columns[sort]; }
    // Returns "1,234" for a count; a change has a sign.
    std::string text(Count count) const {
        return difference ? with_sign(count) : std::string(Number(count).text());
    }
    // Returns "12.3%" of the column's base; a change has a sign.
    std::string share_text(Count count, const Column& column) const;
    // Returns true if one of a row's counts is at least this percentage of its column, and not 0.
    bool reaches(std::span<const Count> counts, double percent) const;
    // Returns false for a change without a base: a percentage of the changes' sum says nothing.
    bool has_percentages(const Column& column) const { return column.base || !difference; }
    // Returns true if any column has some.
    bool has_percentages() const {
        return std::ranges::any_of(columns, [this](const Column& c) { return has_percentages(c); });
    }
};

// Makes a column of each event except bases. `sort` is the name of an event, or "" for the first.
// Throws UsageError if there is no such event.
ProfileView make_profile_view(const Profile& profile, std::string name, std::string_view sort);

// Returns a note if percentages are of the cost of the complete run, as the file states it, and not
// of the sum of its counts.
std::optional<std::string> note_of_percent_base(const Profile& profile);

// Returns the indexes of the names, the most important first: events that the tool does not know,
// and instructions; then misses, the most expensive first, and mispredictions; the use of
// loaded lines; references and branches, which say little without their misses.
std::vector<std::size_t> by_importance(std::span<const std::string> events);

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"
#include "model/magnitude.hpp"
#include "model/percent_base.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "view/percent_note.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cg {
namespace {

// The report omits files without a significant function, even if they have all counts.
void note_files_significant_only_in_sum(std::vector<std::string>& notes, const Profile& profile,
                                        const Ranking& ranking, const ReportColumns& columns) {
    constexpr std::size_t max_files = 3;
    const std::size_t event = columns.order[0];
    std::vector<Entry> files = ranking.files_significant_only_in_sum();
    const std::uint64_t noted_from = magnitude_of_percentage(1, columns.percent_base[event]);
    std::erase_if(files, [&](const Entry& file) { // 1 % is too little for a note, at any threshold
        return magnitude(file.counts[event]) < noted_from;
    });
    for (std::size_t i = 0; i < std::min(files.size(), max_files); ++i)
        notes.push_back(fmt::format(
            "{} holds {} of {}, but is not shown since none of its functions reaches the "
            "threshold; try a lower --threshold",
            in_quotes(profile.names[files[i].name]),
            Percentage(files[i].counts[event], columns.percent_base[event]).text(),
            text_for(Destination::message, columns.events[event])));
    if (files.size() > max_files)
        notes.push_back(fmt::format("the same holds for {} more files", files.size() - max_files));
}

// Notes that the changes of a difference cancel out.
void note_cancelled_totals(std::vector<std::string>& notes, const Profile& profile,
                           const ReportColumns& columns) {
    std::vector<std::string> cancelled;
    for (const std::size_t event : columns.visible_columns) {
        const auto has_counts = [&] {
            for (std::size_t row = 0; row < profile.costs.row_count(); ++row)
                if (profile.costs.counts(row)[event] != 0)
                    return true;
            return false;
        };
        if (columns.percent_base[event] == 0 && columns.percentages && has_counts())
            cancelled.push_back(columns.events[event]);
    }
    if (cancelled.empty())
        return;
    std::string note =
        fmt::format("the total of {} is zero though its counts are not, so its "
                    "percentages are n/a",
                    text_for(Destination::message, fmt::format("{}", fmt::join(cancelled, ", "))));
    if (columns.percent_base[columns.order[0]] == 0)
        note += " and every function is shown";
    if (columns.percent_base == profile.summary)
        note += "; in a diff, try --percent-of=base";
    notes.push_back(note);
}

// Notes that a difference fell: the percentages of what fell, too, are then positive.
void note_negative_totals(std::vector<std::string>& notes, const ReportColumns& columns) {
    std::vector<std::string> negative;
    for (const std::size_t event : columns.visible_columns)
        if (columns.percent_base[event] < 0)
            negative.push_back(columns.events[event]);
    if (!negative.empty() && columns.percentages)
        notes.push_back(fmt::format(
            "the total of {} is negative, so percentages have the opposite sign of their "
            "counts; in a diff, try --percent-of=base",
            text_for(Destination::message, fmt::format("{}", fmt::join(negative, ", ")))));
}

} // namespace

std::vector<std::string> notes_on(const Profile& profile, const Ranking& ranking,
                                  const ReportColumns& columns, const ReportOptions& options) {
    std::vector<std::string> notes;
    if (!options.inclusive) // the inclusive report shows functions of all files
        note_files_significant_only_in_sum(notes, profile, ranking, columns);
    note_cancelled_totals(notes, profile, columns);
    note_negative_totals(notes, columns);
    const bool is_of_run = columns.percentages && columns.percent_base == totals_of_run(profile);
    if (const auto note = note_of_percent_base(profile); note && is_of_run)
        notes.push_back(*note);
    return notes;
}

} // namespace cg

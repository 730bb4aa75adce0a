// SPDX-License-Identifier: GPL-2.0-or-later
// Ranks the significant functions of cg_annotate's report, by file and by function, in descending
// order.
#pragma once

#include "model/count.hpp"
#include "model/count_rows.hpp"
#include "model/event_set.hpp"
#include "model/fwd.hpp"
#include "model/names.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cg {

// A function of a file is significant if the magnitude of its count of this event is at least
// `percent` percent of the event's total.
struct Threshold {
    std::size_t column;
    double percent; // from 0
};

// The events that the report shows and sorts by. Columns are those of the profile's events.
struct ReportColumns {
    EventSet events;                          // all that the profile has
    std::vector<std::size_t> visible_columns; // from left to right
    std::vector<std::size_t> order;           // to sort by; the first is the primary event
    std::vector<Threshold> thresholds;        // to reach one of them is enough
    std::vector<Count> percent_base;          // the count that is 100 % of each event
    bool percentages = true;
};

// Tells whether a row of counts reaches one of a report's thresholds.
class Significance {
  public:
    explicit Significance(const ReportColumns& columns);

    bool reached_by(std::span<const Count> counts) const;

  private:
    struct From {
        std::size_t column;
        std::uint64_t magnitude;
    };
    std::vector<From> from_;
};

inline constexpr std::string_view unspecified_name = "<unspecified>";
inline constexpr std::string_view unknown_file = "???";

// Returns the name that a report shows.
inline std::string_view display_name(const Names& names, NameId name) {
    return name == unspecified_function ? unspecified_name : names[name];
}

// A function in a file, with the sums of its lines.
struct FunctionInFile {
    NameId file;
    NameId function;
    std::span<const Count> counts;
};

// A file with its significant functions, or a function with the files that hold significant
// parts of it.
struct Entry {
    NameId name;
    std::vector<Count> counts; // the sum of all, not only of the significant ones
    std::vector<FunctionInFile> shares;
    // Returns true if one significant share has all counts: then both are shown in one line.
    bool has_single_share() const;
};

class Ranking {
  public:
    // The profile and the columns must outlive it. Throws std::overflow_error.
    Ranking(const Profile& profile, const ReportColumns& columns);

    // Return the entries with a significant share. Omit entries that reach the threshold only in
    // sum, like the current cg_annotate. Sorted by the magnitudes of counts in the order of the
    // columns, then by name, all descending.
    std::vector<Entry> files() const;
    std::vector<Entry> functions() const;

    // Returns the sum of a file's functions.
    std::vector<Count> total_of(NameId file) const;

    // Returns the omitted files that reach the threshold in sum, in descending order.
    std::vector<Entry> files_significant_only_in_sum() const;

  private:
    bool precedes(std::span<const Count> a, NameId a_name, std::span<const Count> b,
                  NameId b_name) const;
    std::vector<Entry> entries(NameId FunctionInFile::*name, NameId FunctionInFile::*part) const;
    void sort(std::vector<Entry>& entries) const;

    const Profile& profile_;
    const ReportColumns& columns_;
    Significance significance_;
    CountRows sums_;                     // of each share
    std::vector<FunctionInFile> shares_; // all functions of all files
};

} // namespace cg

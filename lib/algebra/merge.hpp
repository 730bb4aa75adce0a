// SPDX-License-Identifier: GPL-2.0-or-later
// Sums and means of profiles.
#pragma once

#include "calls/sum.hpp"
#include "model/cost_table_builder.hpp"
#include "model/profile.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cg {

// Sums of profiles.

// How to sum events that only some of the profiles have.
enum class MergeEvents {
    equal,  // such events are an error
    common, // such events are left out
    united, // missing counts are 0
};

// Sums profiles one after the other. Keeps only the sum, so that a thousand profiles need the
// memory of their union. Rows are in first-seen order; the header (desc, cmd) is the first
// profile's, but add_kind(). Laws: merge is associative and, up to the order of rows, commutative.
class Merge {
  public:
    using Mode = DataObjectsBuilder::Mode;
    explicit Merge(Profile first, MergeEvents events = MergeEvents::equal, Mode mode = Mode::sum)
        : sum_(std::move(first)), events_(events), mode_(mode) {}

    // Matches columns by the names of events. Throws an Error that names the events that only one
    // profile has (or says that no event is left), and std::overflow_error.
    void add(const Profile& profile);

    // Return those of the sum so far.
    const Header& header() const { return sum_.header; }
    const std::vector<Count>& summary() const { return sum_.summary; }

    // With calls where all have them: a tree, or arcs if one has only these. With the costs by
    // address and by data object of those profiles that have them; a difference has data objects if
    // both profiles do.
    Profile finish() &&;

  private:
    // Rows of the added profile that the sum does not have yet.
    struct NewRows {
        std::size_t after_function; // index of the sum's function to insert after
        bool is_new_function;       // the rows form a new function; else they extend that one
        NameId file;
        NameId function;
        std::size_t first; // [first, end) in a list of the added profile's rows
        std::size_t end;
    };
    void add_same_events(const Profile& profile);
    void make_index();
    std::vector<std::size_t> last_functions() const;
    void insert(std::vector<NewRows>& new_rows, const std::vector<std::size_t>& rows,
                const Profile& profile, const std::vector<std::size_t>& columns);

    void add_totals_of_run(const Profile& profile);
    void add_parts(const Profile& profile);
    void finish_parts();

    Profile sum_;
    struct {
        std::optional<CallsSum> calls;
        std::optional<CodeRangesBuilder> addresses;
        std::optional<DataObjectsBuilder> data;
    } builders_; // of parts, from the second profile on that has them
    MergeEvents events_;
    Mode mode_;
    FunctionIndex index_; // of the sum's functions
    bool is_indexed_ = false;
};

// Mean and deviation of repeated runs.

// Divides a sum of n profiles by n, and drops calls. Each count differs from the exact mean by less
// than one, 0 stays 0, and the errors cancel out: each event's total is the rounded exact mean.
Profile average(Profile sum, std::size_t n);

// Computes four events for each event: EVENT.mean, EVENT.min, EVENT.max and EVENT.sd, the rounded
// standard deviation of the sample (n - 1; 0 for one profile). `sum` is the merge of the profiles;
// rows that a profile does not have are 0. The summary is the sum of the rows, as the format
// requires, not the deviation of the totals.
Profile statistics(const Profile& sum, std::span<const Profile> profiles);

} // namespace cg

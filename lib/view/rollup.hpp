// SPDX-License-Identifier: GPL-2.0-or-later
// Sums of counts: by the lines of a file; by function, file, line or directory of a profile; and
// of several profiles side by side.
#pragma once

#include "model/count_rows.hpp"
#include "model/fwd.hpp"
#include "model/names.hpp"
#include "view/profile_view.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// The counts of a file's lines: sums over all functions that have code there.
class LineCounts {
  public:
    // `functions` are the functions of one file in `costs`. Throws std::overflow_error.
    LineCounts(const CostTable& costs, std::span<const FunctionCosts> functions);

    explicit LineCounts(std::size_t event_count) : counts_(event_count) {}
    // Appends a line, which must be greater than all previous ones.
    void append(Line line, std::span<const Count> counts);

    std::size_t event_count() const { return counts_.events(); }
    // Returns the lines in ascending order; counts without a line are at line 0.
    std::span<const Line> lines() const { return lines_; }
    std::span<const Count> counts(std::size_t index) const { return counts_[index]; }

  private:
    std::vector<Line> lines_;
    CountRows counts_;
};

enum class By { function, file, line, directory };

// Uses names of files as they are in the profile, or display_path(), which may be the same for
// several files: these are then one row by file and directory.
enum class Paths { given, display };

// Sums counts by function, file, line or directory. Rows are in first-seen order. Of a profile with
// calls, each function of the calls is a row by function, and so is code outside any function, by
// its name. Else functions with the same name are one row, including code that was inlined from
// other files, as in cg_annotate's function:file summary.
class Rollup {
  public:
    // Throws std::overflow_error.
    Rollup(const Profile& profile, By by, Paths paths = Paths::given);

    // Makes the rollup by directory from the rollup by file, without summing each line again.
    struct DirectoriesOf {};
    Rollup(const Rollup& files, DirectoriesOf);

    std::size_t size() const { return rows_.size(); }
    // Returns a count for each event of the profile.
    std::span<const Count> counts(std::size_t row) const { return counts_[row]; }
    // Returns the name of the function, file or directory; for a line, "a.c:7".
    std::string name(std::size_t row) const;
    // Returns the name without the number of a line.
    std::string_view text(std::size_t row) const;
    Line line(std::size_t row) const { return rows_[row].line; }
    // By function: returns the row of a function that has counts. Of a profile with calls, no two
    // functions may have one name (algebra/by_calls.hpp).
    std::size_t row_of(NameId function) const { return row_of_function_[index(function)]; }
    // By function: returns the function's own file, if the calls know it and it has rows there,
    // else the file with most of its rows. By line: returns the line's file.
    std::string_view main_file(std::size_t row) const { return names_[rows_[row].file]; }
    // By function: returns the number of files that it has rows in.
    std::size_t file_count(std::size_t row) const { return rows_[row].files; }

    // Returns at most `max_rows` rows, sorted by the magnitudes of the events of `order`, then by
    // name, all descending, like cg_annotate.
    std::vector<std::size_t> ranked(std::span<const std::size_t> order, std::size_t max_rows) const;

  private:
    struct Row {
        NameId name; // of the function, file or directory
        NameId file; // by function: see main_file(); by line: the file
        Line line;   // by line
        std::size_t files = 0;
    };
    void sum_functions(const Profile& profile);
    void sum_called_functions(const Calls& calls, const Names& names);
    void sum_files(const Profile& profile);
    void sum_lines(const Profile& profile);
    bool name_precedes(std::size_t a, std::size_t b) const;
    // Returns true if the names of rows are in row_names_, not in the profile's names.
    bool has_row_names() const {
        return by_ == By::directory || (by_ != By::function && paths_ == Paths::display);
    }
    NameId row_name(NameId file);
    std::size_t add_row(Row row);
    void add(std::size_t row, std::span<const Count> counts);
    void add_rows(std::size_t row, const CostTable& costs, const FunctionCosts& function);

    // Returns the index of a function in row_of_function_; unspecified_function is the first.
    static std::size_t index(NameId function) {
        return function == unspecified_function ? 0 : index_of(function) + 1;
    }

    By by_;
    Paths paths_;
    const Names& names_; // of the profile or, if it has calls, by function, of their functions
    Names row_names_;    // of directories, and of files with Paths::display
    std::vector<std::size_t> row_of_function_; // by function only: by index()
    std::vector<Row> rows_;
    CountRows counts_;
};

// Several profiles side by side: a row for each name, a column for each profile.
class SideBySide {
  public:
    // Counts are of the event that each view is sorted by. Throws std::overflow_error.
    SideBySide(std::span<const ProfileView> views, By by, Paths paths = Paths::given);

    std::size_t size() const { return names_.size(); }
    const std::string& name(std::size_t row) const { return names_[row]; }
    std::span<const Count> counts(std::size_t row) const { return counts_[row]; }
    // Returns true if that view's profile has the row, if only with other events.
    bool is_in(std::size_t row, std::size_t column) const {
        return is_in_[row * counts_.events() + column];
    }
    // Returns the count in a column minus the count in the column `reference`.
    Count difference(std::size_t row, std::size_t column, std::size_t reference) const;

    // Returns at most `max_rows` rows, the row with the largest count of any column first. With
    // `only_changed`, only rows that differ between columns, the row with the largest difference
    // from the column `reference` first.
    std::vector<std::size_t> ranked(std::size_t reference, bool only_changed,
                                    std::size_t max_rows) const;

  private:
    std::vector<std::string> names_;
    CountRows counts_; // with a count for each profile; 0 where a profile has no such row
    std::vector<bool> is_in_;
};

} // namespace cg

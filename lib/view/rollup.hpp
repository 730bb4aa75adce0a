// SPDX-License-Identifier: GPL-2.0-or-later
// Counts summed up by function, file, line or directory.
#pragma once

#include "model/profile.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

enum class By { function, file, line, directory };

// Names of files as the profile has them, or as people see them (view/paths.hpp): by file and
// directory, what is shown alike is then one row.
enum class Paths { given, display };

// Rows in first-seen order. A function is what bears one name: code of it that was inlined from
// other files belongs to it, as in cg_annotate's function:file summary.
class Rollup {
  public:
    // Throws std::overflow_error.
    Rollup(const Profile& profile, By by, Paths paths = Paths::given);

    // Of a roll-up by file the one by directory, without summing up each line again.
    struct DirectoriesOf {};
    Rollup(const Rollup& files, DirectoriesOf);

    std::size_t size() const { return rows_.size(); }
    // A count for each event of the profile.
    std::span<const Count> counts(std::size_t row) const {
        return {counts_.data() + row * events_, events_};
    }
    // The function; or the file; or the directory; of a line its file and number, "a.c:7".
    std::string name(std::size_t row) const;
    // The same without a line's number.
    std::string_view text(std::size_t row) const;
    Line line(std::size_t row) const { return rows_[row].line; }
    // By function: the row of one that the profile has counts of.
    std::size_t row_of(NameId function) const { return row_of_function_[slot(function)]; }
    // By function: the file with most of its rows of counts, and how many files there are. By
    // line: its file.
    std::string_view main_file(std::size_t row) const { return names_[rows_[row].file]; }
    std::size_t file_count(std::size_t row) const { return rows_[row].files; }

    // At most `max_rows` rows: by the magnitudes of the events in order, then by name, all
    // descending, as in cg_annotate.
    std::vector<std::size_t> ranked(std::span<const std::size_t> order, std::size_t max_rows) const;

  private:
    struct Row {
        NameId name; // of the function, file or directory
        NameId file; // by function: see main_file(); by line: the file
        Line line;   // by line
        std::size_t files = 0;
    };
    void sum_functions(const Profile& profile);
    void sum_files(const Profile& profile);
    void sum_lines(const Profile& profile);
    bool name_precedes(std::size_t a, std::size_t b) const;
    // Whether names of rows are in row_names_, not in the profile's.
    bool has_row_names() const {
        return by_ == By::directory || (by_ != By::function && paths_ == Paths::display);
    }
    NameId row_name(NameId file);
    std::size_t add_row(Row row);
    void add(std::size_t row, std::span<const Count> counts);
    void add_rows(std::size_t row, const CostTable& costs, const FunctionCosts& function);

    // Where row_of_function_ holds a function; the unspecified one stands last.
    std::size_t slot(NameId function) const {
        return function == unspecified_function ? names_.size()
                                                : static_cast<std::size_t>(function);
    }

    By by_;
    Paths paths_;
    std::size_t events_;
    const Names& names_;
    Names row_names_;                          // of directories, and of files as they are shown
    std::vector<std::size_t> row_of_function_; // by function only
    std::vector<Row> rows_;
    std::vector<Count> counts_; // row-major
};

} // namespace cg

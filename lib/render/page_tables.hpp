// SPDX-License-Identifier: GPL-2.0-or-later
// Writes functions, files, directories and libraries in the data of the HTML report, and the files
// of each function. All other data refer to functions and files by their indexes here.
#pragma once

#include "model/cost_table.hpp"
#include "model/fwd.hpp"
#include "model/grouped.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "source/sources.hpp"
#include "text/json_writer.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace cg::render {

// Returns true if a JavaScript number can represent the count exactly.
inline bool is_exact(Count count) {
    constexpr Count largest = Count{1} << 53;
    return count >= -largest && count <= largest;
}

// Writes a number, or a string if a number would not be exact.
inline void write_count(JsonWriter& json, Count count) {
    if (is_exact(count))
        json.number(count);
    else
        json.string(std::to_string(count));
}

// Writes an index of the data, or -1 for none.
inline void write_index(JsonWriter& json, std::optional<std::size_t> index) {
    if (index)
        json.number(*index);
    else
        json.number(-1);
}

// Writes the number of a line, as a negative number for a removed line.
inline void write_line(JsonWriter& json, const OldSource* old, Line line) {
    json.number(old && line > old->offset ? -std::int64_t{line - old->offset} : std::int64_t{line});
}

inline void write_counts(JsonWriter& json, std::span<const Count> counts) {
    if (std::ranges::all_of(counts, is_exact)) {
        json.elements(counts);
        return;
    }
    for (const Count count : counts)
        write_count(json, count);
}

inline void write_array(JsonWriter& json, std::span<const Count> counts) {
    json.begin_array();
    write_counts(json, counts);
    json.end_array();
}

// Writes what goes first of a function's name, in letters, or 0 if nothing does
// (lib/render/web/cut.js).
void write_cuts(JsonWriter& json, std::string_view name);

class PageTables {
  public:
    PageTables(const ProfileView& view, const Options& options);

    const ProfileView& view() const { return view_; }
    const Options& options() const { return options_; }

    // Returns the index in "functions", or nothing if --top leaves the function out.
    std::optional<std::size_t> function_number(NameId function) const {
        return number_of_row_[functions_.row_of(function)];
    }
    // Returns the index of the function with this name, or nothing.
    std::optional<std::size_t> function_called(std::string_view name) const {
        const auto found = number_of_name_.find(name);
        return found == number_of_name_.end() ? std::nullopt : std::optional(found->second);
    }
    std::size_t function_count() const { return function_rows_.size(); }
    // Returns the index in "files". Adds a file that --top left out at their end. Names that look
    // the same on the page have one index.
    std::size_t file_number(NameId file);
    // Returns file_number() of a file's name, or nothing for any other name.
    std::optional<std::size_t> file_called(std::string_view name) {
        const auto known = profile_.names.find(name);
        return known && row_of_file_.contains(*known) ? std::optional(file_number(*known))
                                                      : std::nullopt;
    }

    // Returns the sum of all files that look the same on the page.
    std::span<const Count> file_counts(NameId file) const {
        return files_.counts(row_of_file_.at(file));
    }

    // Write the values of these names (lib/render/web/data.js).
    void write_functions(JsonWriter& json);
    void write_cuts_of_functions(JsonWriter& json) const;
    void write_files(JsonWriter& json) const;
    void write_directories(JsonWriter& json) const;
    void write_libraries(JsonWriter& json) const;
    void write_libraries_of_functions(JsonWriter& json) const;
    void write_left_out(JsonWriter& json) const;
    void write_parts(JsonWriter& json);

  private:
    // The share of a function in one file.
    struct FileShare {
        NameId file;
        Line line = 0; // its hottest
        Count count = 0;
    };
    FileShare share_of(const FunctionCosts& costs) const;
    void find_rows_of_files();
    void write_line(JsonWriter& json, NameId file, Line line) const {
        render::write_line(json, options_.old_source(profile_.names[file]), line);
    }
    static void write_rows(JsonWriter& json, const Rollup& rollup,
                           std::span<const std::size_t> rows);

    const ProfileView& view_;
    const Options& options_;
    const Profile& profile_;
    Profile by_library_; // if the profile knows its libraries
    Rollup functions_, files_, directories_, libraries_;
    std::vector<std::size_t> function_rows_, file_rows_, directory_rows_,
        library_rows_;                                                 // by place on the page
    std::vector<std::optional<std::size_t>> number_of_row_;            // of functions
    std::unordered_map<std::string_view, std::size_t> number_of_name_; // likewise
    std::unordered_map<NameId, std::size_t> row_of_file_;
    std::vector<std::optional<std::size_t>> number_of_file_row_;
    Grouped<FileShare> shares_; // of each function on the page
};

// Write the values of these elements, and add the files of them to the tables: the counts of hot
// files by line, with their texts if they can be read; the instructions of hot functions; the data
// objects, which the profile must have.
void write_sources(JsonWriter& json, PageTables& tables);
void write_code(JsonWriter& json, PageTables& tables);
void write_objects(JsonWriter& json, PageTables& tables);
void write_review(JsonWriter& json, PageTables& tables); // or null

} // namespace cg::render

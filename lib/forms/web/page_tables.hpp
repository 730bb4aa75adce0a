// SPDX-License-Identifier: GPL-2.0-or-later
// The part of the HTML report's data that its table shows: functions, files and directories, and
// the files of each function. Everything else refers to functions and files by their places here.
#pragma once

#include "forms/renderers.hpp"

#include <unordered_map>
#include <vector>

namespace cg::web {

class PageTables {
  public:
    PageTables(const ProfileView& view, const render::Options& options);

    // The place in "functions", -1 when it is not among the first --top.
    std::ptrdiff_t function_number(NameId function) const {
        return number_of_row_[functions_.row_of(function)];
    }
    std::size_t function_count() const { return function_rows_.size(); }
    std::string_view function_text(std::size_t number) const {
        return functions_.text(function_rows_[number]);
    }
    // The place in "files". A file that is not among the first --top is added at their end.
    // Names that are shown alike have one.
    std::size_t file_number(NameId file);

    // Of all files that are shown alike.
    std::span<const Count> file_counts(NameId file) const {
        return files_.counts(row_of_file_.at(file));
    }

    // [[name, file, number of files, hottest line, counts...]...]
    void write_functions(Writer& out);
    // [[name, counts...]...]
    void write_files(Writer& out) const;
    void write_directories(Writer& out) const;
    // How many of each --top left out: [functions, files, directories].
    void write_left_out(Writer& out) const;
    // {function: [[file, hottest line, count]...]...} for functions with code in several files,
    // with counts of the event that ranks, the greatest first.
    void write_parts(Writer& out);

  private:
    static constexpr auto not_listed = static_cast<std::size_t>(-1);

    // What a function has in one file.
    struct Part {
        NameId file;
        Line line = 0; // its hottest
        Count count = 0;
    };
    void add_parts();
    std::span<const Part> parts(std::size_t number) const {
        return {parts_.data() + first_part_[number], first_part_[number + 1] - first_part_[number]};
    }
    void find_rows_of_files();
    void write_rows(Writer& out, const Rollup& rollup, std::span<const std::size_t> rows) const;

    const ProfileView& view_;
    const Profile& profile_;
    Rollup functions_, files_, directories_;
    std::vector<std::size_t> function_rows_, file_rows_, directory_rows_; // by place on the page
    std::vector<std::ptrdiff_t> number_of_row_;                           // of functions
    std::unordered_map<NameId, std::size_t> row_of_file_;
    std::vector<std::size_t> number_of_file_row_; // not_listed: not on the page
    std::vector<Part> parts_;                     // those of one function after each other
    std::vector<std::size_t> first_part_;         // of each function on the page; and the end
};

} // namespace cg::web

// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/page_tables.hpp"

#include "model/count.hpp"
#include "text/escaping.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <numeric>

namespace cg::render {

PageTables::PageTables(const ProfileView& view, const Options& options)
    : view_(view),
      options_(options),
      profile_(*view.profile),
      functions_(profile_, By::function),
      files_(profile_, By::file, Paths::display),
      directories_(files_, Rollup::DirectoriesOf{}),
      function_rows_(functions_.ranked(view.order, options.top)),
      file_rows_(files_.ranked(view.order, options.top)),
      directory_rows_(directories_.ranked(view.order, options.top)) {
    number_of_row_.resize(functions_.size());
    for (std::size_t i = 0; i < function_rows_.size(); ++i)
        number_of_row_[function_rows_[i]] = i;
    number_of_file_row_.resize(files_.size());
    for (std::size_t i = 0; i < file_rows_.size(); ++i)
        number_of_file_row_[file_rows_[i]] = i;
    find_rows_of_files();
    add_parts();
}

void PageTables::find_rows_of_files() {
    std::unordered_map<std::string_view, std::size_t> row_of_path;
    for (std::size_t row = 0; row < files_.size(); ++row)
        row_of_path[files_.text(row)] = row;
    for (const FunctionCosts& costs : profile_.costs.functions())
        if (const auto [found, is_new] = row_of_file_.try_emplace(costs.file); is_new)
            found->second = row_of_path.at(display_path(profile_.names[costs.file]));
}

std::size_t PageTables::file_number(NameId file) {
    const std::size_t row = row_of_file_.at(file);
    std::optional<std::size_t>& number = number_of_file_row_[row];
    if (!number) {
        number = file_rows_.size();
        file_rows_.push_back(row);
    }
    return *number;
}

void PageTables::add_parts() {
    first_part_.assign(function_rows_.size() + 1, 0);
    for (const FunctionCosts& costs : profile_.costs.functions())
        if (const auto number = function_number(costs.function))
            ++first_part_[*number + 1];
    std::partial_sum(first_part_.begin(), first_part_.end(), first_part_.begin());
    parts_.resize(first_part_.back());
    std::vector<std::size_t> next(first_part_.begin(), first_part_.end() - 1);
    const std::size_t event = view_.sorted().event;
    for (const FunctionCosts& costs : profile_.costs.functions()) {
        const auto number = function_number(costs.function);
        if (!number)
            continue;
        Part& part = parts_[next[*number]++];
        part.file = costs.file;
        std::uint64_t largest = 0;
        for (const std::size_t r : costs.rows()) {
            const Count count = profile_.costs.counts(r)[event];
            part.count = checked_add(part.count, count);
            if (magnitude(count) >= largest) {
                largest = magnitude(count);
                part.line = profile_.costs.line(r);
            }
        }
    }
}

void PageTables::write_functions(Writer& out) {
    out << '[';
    for (std::size_t i = 0; i < function_rows_.size(); ++i) {
        const std::size_t row = function_rows_[i];
        const NameId file = *profile_.names.find(functions_.main_file(row));
        const auto part = std::ranges::find(parts(i), file, &Part::file);
        out << (i ? ",\n[" : "\n[");
        write_json_string(out, functions_.text(row));
        out << ',' << file_number(file) << ',' << functions_.file_count(row) << ',';
        write_line(out, file, part->line);
        write_counts(out, functions_.counts(row));
        out << ']';
    }
    out << ']';
}

void PageTables::write_rows(Writer& out, const Rollup& rollup,
                            std::span<const std::size_t> rows) const {
    out << '[';
    for (std::size_t i = 0; i < rows.size(); ++i) {
        out << (i ? ",\n[" : "\n[");
        write_json_string(out, rollup.text(rows[i]));
        write_counts(out, rollup.counts(rows[i]));
        out << ']';
    }
    out << ']';
}

void PageTables::write_files(Writer& out) const {
    write_rows(out, files_, file_rows_);
}

void PageTables::write_directories(Writer& out) const {
    write_rows(out, directories_, directory_rows_);
}

void PageTables::write_left_out(Writer& out) const {
    out << '[' << functions_.size() - function_rows_.size() << ','
        << files_.size() - file_rows_.size() << ',' << directories_.size() - directory_rows_.size()
        << ']';
}

void PageTables::write_parts(Writer& out) {
    std::string_view separator = "{";
    for (std::size_t i = 0; i < function_rows_.size(); ++i) {
        if (parts(i).size() < 2)
            continue;
        std::vector<Part> ranked(parts(i).begin(), parts(i).end());
        std::ranges::stable_sort(ranked, std::ranges::greater(),
                                 [](const Part& part) { return magnitude(part.count); });
        out << separator << '"' << i << "\":[";
        separator = ",\n";
        for (std::size_t k = 0; k < ranked.size(); ++k) {
            out << (k ? ",[" : "[") << file_number(ranked[k].file) << ',';
            write_line(out, ranked[k].file, ranked[k].line);
            out << ',';
            write_count(out, ranked[k].count);
            out << ']';
        }
        out << ']';
    }
    out << (separator == "{" ? "{}" : "}");
}

} // namespace cg::render

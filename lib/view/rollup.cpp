// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/rollup.hpp"

#include "model/count.hpp"
#include "model/profile.hpp"
#include "view/path_tree.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace cg {

LineCounts::LineCounts(const CostTable& costs, std::span<const FunctionCosts> functions)
    : counts_(costs.event_count()) {
    if (functions.empty())
        return;
    // The functions of a file are adjacent, and so are their rows.
    std::vector<std::size_t> rows(functions.back().end_row - functions.front().first_row);
    std::iota(rows.begin(), rows.end(), functions.front().first_row);
    std::ranges::sort(rows, {}, [&](std::size_t row) { return costs.line(row); });
    for (const std::size_t row : rows) {
        const auto counts = costs.counts(row);
        if (lines_.empty() || lines_.back() != costs.line(row))
            append(costs.line(row), counts);
        else
            add_to(counts_[lines_.size() - 1], counts);
    }
}

void LineCounts::append(Line line, std::span<const Count> counts) {
    lines_.push_back(line);
    counts_.append(counts);
}

namespace {

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

} // namespace

Rollup::Rollup(const Profile& profile, By by, Paths paths)
    : by_(by),
      paths_(paths),
      names_(by == By::function && profile.calls ? profile.calls->functions.names()
                                                 : profile.names),
      counts_(profile.header.events.size()) {
    switch (by) {
    case By::function:
        if (profile.calls)
            sum_called_functions(*profile.calls, profile.names);
        else
            sum_functions(profile);
        break;
    case By::line:
        sum_lines(profile);
        break;
    case By::file:
    case By::directory:
        sum_files(profile);
        break;
    }
}

std::size_t Rollup::add_row(Row row) {
    rows_.push_back(row);
    counts_.append();
    return rows_.size() - 1;
}

void Rollup::add(std::size_t row, std::span<const Count> counts) {
    add_to(counts_[row], counts);
}

void Rollup::add_rows(std::size_t row, const CostTable& costs, const FunctionCosts& function) {
    const std::span sum = counts_[row];
    for (const std::size_t r : function.rows())
        add_to(sum, costs.counts(r));
}

void Rollup::sum_functions(const Profile& profile) {
    row_of_function_.assign(names_.size() + 1, nowhere);
    std::vector<std::size_t> lines; // of the main file, by row
    for (const FunctionCosts& function : profile.costs.functions()) {
        std::size_t& row = row_of_function_[index(function.function)];
        if (row == nowhere) {
            row = add_row({function.function, function.file, 0});
            lines.push_back(0);
        }
        const std::size_t here = function.row_count();
        if (here > lines[row]) {
            lines[row] = here;
            rows_[row].file = function.file;
        }
        ++rows_[row].files;
        add_rows(row, profile.costs, function);
    }
}

void Rollup::sum_called_functions(const Calls& calls, const Names& names) {
    row_of_function_.assign(names.size() + 1, nowhere);
    std::vector<std::size_t> row_of(calls.functions.size(), nowhere);
    std::unordered_map<NameId, std::size_t> rows_outside; // of code outside any function, by name
    std::size_t last = nowhere;
    std::size_t most = 0;      // rows in the main file
    std::vector<NameId> files; // of the row
    // Code outside any function is in no file, as in other readers.
    const std::optional<NameId> no_file = names_.find(unknown_name);
    for (const FunctionLines::Block& block : calls.lines.blocks()) {
        const bool is_outside = is_root_number(block.function);
        const NameId name = is_outside ? block.name : calls.functions[block.function].name;
        std::size_t& row = is_outside ? rows_outside.try_emplace(name, nowhere).first->second
                                      : row_of[block.function];
        if (row == nowhere) {
            row = add_row({name, is_outside ? no_file.value_or(block.file) : block.file, 0});
            if (const auto known = names.find(names_[name]))
                row_of_function_[index(*known)] = row;
        }
        // The blocks of a function are adjacent.
        if (std::exchange(last, row) != row) {
            most = 0;
            files.clear();
        }
        const bool is_home = !is_outside && calls.functions[block.function].file == block.file;
        const std::size_t here = is_home ? nowhere : block.end_row - block.first_row;
        if (here > most && !is_outside) {
            most = here;
            rows_[row].file = block.file;
        }
        if (std::ranges::find(files, block.file) == files.end()) {
            files.push_back(block.file);
            ++rows_[row].files;
        }
        for (const std::size_t r : block.rows())
            add(row, calls.lines.counts(r));
    }
}

NameId Rollup::row_name(NameId file) {
    if (!has_row_names())
        return file;
    const std::string_view given = names_[file];
    const std::string path = paths_ == Paths::display ? display_path(given) : std::string(given);
    return row_names_.intern(by_ == By::directory ? directory_of(path) : path);
}

void Rollup::sum_files(const Profile& profile) {
    std::unordered_map<NameId, std::size_t> row_of;
    for (const auto functions : by_file(profile.costs.functions())) {
        const NameId file = functions.front().file;
        const NameId name = row_name(file);
        const auto [found, is_new] = row_of.try_emplace(name, rows_.size());
        if (is_new)
            add_row({name, file, 0});
        for (const FunctionCosts& function : functions)
            add_rows(found->second, profile.costs, function);
    }
}

Rollup::Rollup(const Rollup& files, DirectoriesOf)
    : by_(By::directory),
      paths_(files.paths_),
      names_(files.names_),
      counts_(files.counts_.events()) {
    std::unordered_map<NameId, std::size_t> row_of;
    for (std::size_t file = 0; file < files.size(); ++file) {
        const NameId name = row_names_.intern(directory_of(files.text(file)));
        const auto [found, is_new] = row_of.try_emplace(name, rows_.size());
        if (is_new)
            add_row({name, files.rows_[file].file, 0});
        add(found->second, files.counts(file));
    }
}

void Rollup::sum_lines(const Profile& profile) {
    for (const auto functions : by_file(profile.costs.functions())) {
        const NameId file = functions.front().file;
        const NameId name = row_name(file);
        const LineCounts lines(profile.costs, functions);
        for (std::size_t i = 0; i < lines.lines().size(); ++i)
            add(add_row({name, file, lines.lines()[i]}), lines.counts(i));
    }
}

std::string_view Rollup::text(std::size_t row) const {
    const NameId name = rows_[row].name;
    if (has_row_names())
        return row_names_[name];
    return display_name(names_, name);
}

std::string Rollup::name(std::size_t row) const {
    std::string name(text(row));
    if (by_ == By::line)
        name += ':' + std::to_string(line(row));
    return name;
}

bool Rollup::name_precedes(std::size_t a, std::size_t b) const {
    if (by_ == By::line)
        return name(a) > name(b);
    return std::tuple(text(a), main_file(a), a) > std::tuple(text(b), main_file(b), b);
}

std::vector<std::size_t> Rollup::ranked(std::span<const std::size_t> order,
                                        std::size_t max_rows) const {
    // Has a copy of the primary event: most comparisons need only this, without the row.
    struct Ranked {
        std::uint64_t size;
        std::size_t row;
    };
    std::vector<Ranked> ranking(size());
    for (std::size_t row = 0; row < size(); ++row)
        ranking[row] = {magnitude(counts(row)[order[0]]), row};
    max_rows = std::min(max_rows, size());
    const auto before = [&](const Ranked& a, const Ranked& b) {
        if (a.size != b.size)
            return a.size > b.size;
        const int larger = compare_magnitudes(counts(a.row), counts(b.row), order.subspan(1));
        return larger != 0 ? larger > 0 : name_precedes(a.row, b.row);
    };
    // Not std::partial_sort, which takes several times as long as std::sort for most of the rows.
    const auto end = ranking.begin() + static_cast<std::ptrdiff_t>(max_rows);
    if (max_rows < size())
        std::nth_element(ranking.begin(), end, ranking.end(), before);
    std::sort(ranking.begin(), end, before);
    std::vector<std::size_t> rows(max_rows);
    std::transform(ranking.begin(), end, rows.begin(), [](const Ranked& r) { return r.row; });
    return rows;
}

SideBySide::SideBySide(std::span<const ProfileView> views, By by, Paths paths)
    : counts_(views.size()) {
    std::unordered_map<std::string, std::size_t> row_of;
    for (std::size_t column = 0; column < views.size(); ++column) {
        const Rollup rollup(*views[column].profile, by, paths);
        for (std::size_t row = 0; row < rollup.size(); ++row) {
            const auto [found, is_new] = row_of.try_emplace(rollup.name(row), names_.size());
            if (is_new) {
                names_.push_back(found->first);
                counts_.append();
                is_in_.resize(is_in_.size() + views.size());
            }
            is_in_[found->second * views.size() + column] = true;
            Count& sum = counts_[found->second][column];
            sum = checked_add(sum, rollup.counts(row)[views[column].sorted().event]);
        }
    }
}

Count SideBySide::difference(std::size_t row, std::size_t column, std::size_t reference) const {
    return checked_subtract(counts(row)[column], counts(row)[reference]);
}

std::vector<std::size_t> SideBySide::ranked(std::size_t reference, bool only_changed,
                                            std::size_t max_rows) const {
    std::vector<std::uint64_t> weights(size());
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < size(); ++row) {
        for (std::size_t column = 0; column < counts_.events(); ++column)
            weights[row] =
                std::max(weights[row], magnitude(only_changed ? difference(row, column, reference)
                                                              : counts(row)[column]));
        if (!only_changed || weights[row] > 0)
            rows.push_back(row);
    }
    std::ranges::stable_sort(rows, std::greater(), [&](std::size_t row) { return weights[row]; });
    rows.resize(std::min(max_rows, rows.size()));
    return rows;
}

} // namespace cg

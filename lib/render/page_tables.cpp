// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/page_tables.hpp"

#include "calls/by_library.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/utf8.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <array>
#include <range/v3/view/zip.hpp>

namespace cg::render {

void write_cuts(JsonWriter& json, std::string_view name) {
    const std::string text = text_for(EscapingContext::program, name);
    const NameCuts cuts = cuts_of(text);
    if (cuts.cuts.empty()) {
        json.number(0);
        return;
    }
    json.begin_array().number(cuts.of_arguments);
    for (const NameCut& cut : cuts.cuts)
        json.number(width_of(std::string_view(text).substr(0, cut.begin)))
            .number(width_of(std::string_view(text).substr(0, cut.end)))
            .number(cut.is_marked ? 1 : 0);
    json.end_array();
}

namespace {

// Without rows if the profile does not know its libraries.
Profile libraries_of(const Profile& profile) {
    if (knows_libraries(profile))
        return by_library(profile);
    return {profile.header,
            {},
            CostTableBuilder(profile.header.events.size()).finish(),
            profile.summary};
}

} // namespace

PageTables::PageTables(const ProfileView& view, const Options& options)
    : view_(view),
      options_(options),
      profile_(*view.profile),
      by_library_(libraries_of(profile_)),
      functions_(profile_, By::function),
      files_(profile_, By::file, Paths::display),
      directories_(files_, Rollup::DirectoriesOf{}),
      libraries_(by_library_, By::function),
      function_rows_(functions_.ranked(view.order, options.top)),
      file_rows_(files_.ranked(view.order, options.top)),
      directory_rows_(directories_.ranked(view.order, options.top)),
      library_rows_(libraries_.ranked(view.order, libraries_.size())) {
    number_of_row_.resize(functions_.size());
    for (std::size_t i = 0; i < function_rows_.size(); ++i) {
        number_of_row_[function_rows_[i]] = i;
        number_of_name_.try_emplace(functions_.text(function_rows_[i]), i);
    }
    number_of_file_row_.resize(files_.size());
    for (std::size_t i = 0; i < file_rows_.size(); ++i)
        number_of_file_row_[file_rows_[i]] = i;
    find_rows_of_files();
    const auto functions = profile_.costs.functions();
    std::vector<FileShare> shares(functions.size());
    std::ranges::transform(functions, shares.begin(),
                           [this](const FunctionCosts& costs) { return share_of(costs); });
    shares_ = Grouped<FileShare>(function_rows_.size(), [&](auto add) {
        for (const auto& [costs, share] : ranges::views::zip(functions, shares))
            if (const auto number = function_number(costs.function))
                add(*number, share);
    });
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

PageTables::FileShare PageTables::share_of(const FunctionCosts& costs) const {
    FileShare share{costs.file};
    std::uint64_t largest = 0;
    for (const std::size_t r : costs.rows()) {
        const Count count = profile_.costs.counts(r)[view_.sorted().event];
        share.count = checked_add(share.count, count);
        if (magnitude(count) >= largest) {
            largest = magnitude(count);
            share.line = profile_.costs.line(r);
        }
    }
    return share;
}

void PageTables::write_functions(JsonWriter& json) {
    json.begin_array();
    for (std::size_t i = 0; i < function_rows_.size(); ++i) {
        const std::size_t row = function_rows_[i];
        const NameId file = *profile_.names.find(functions_.main_file(row));
        const auto share = std::ranges::find(shares_[i], file, &FileShare::file);
        json.new_line().begin_array();
        json.string(functions_.text(row));
        json.number(file_number(file)).number(functions_.file_count(row));
        write_line(json, file, share->line);
        write_counts(json, functions_.counts(row));
        json.end_array();
    }
    json.end_array();
}

void PageTables::write_cuts_of_functions(JsonWriter& json) const {
    for (const std::size_t row : function_rows_)
        write_cuts(json, functions_.text(row));
}

void PageTables::write_rows(JsonWriter& json, const Rollup& rollup,
                            std::span<const std::size_t> rows) {
    json.array(rows, [&](std::size_t row) {
        json.new_line().begin_array().string(rollup.text(row));
        write_counts(json, rollup.counts(row));
        json.end_array();
    });
}

void PageTables::write_files(JsonWriter& json) const {
    write_rows(json, files_, file_rows_);
}

void PageTables::write_directories(JsonWriter& json) const {
    write_rows(json, directories_, directory_rows_);
}

void PageTables::write_libraries(JsonWriter& json) const {
    write_rows(json, libraries_, library_rows_);
}

void PageTables::write_libraries_of_functions(JsonWriter& json) const {
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (std::size_t i = 0; i < library_rows_.size(); ++i)
        numbers.emplace(libraries_.text(library_rows_[i]), i);
    std::unordered_map<std::string_view, std::string_view> objects; // by function
    if (profile_.calls)
        for (FunctionId f = 0; f < profile_.calls->functions.size(); ++f)
            objects.emplace(profile_.calls->functions.name(f), profile_.calls->functions.object(f));
    const std::span<const std::size_t> rows = function_rows_;
    json.array(rows.first(profile_.calls ? rows.size() : 0), [&](std::size_t row) {
        const auto object = objects.find(functions_.text(row));
        const auto found = numbers.find(object == objects.end() ? unknown_name : object->second);
        write_index(json, found == numbers.end() ? std::nullopt : std::optional(found->second));
    });
}

void PageTables::write_left_out(JsonWriter& json) const {
    json.numbers(std::array{functions_.size() - function_rows_.size(),
                            files_.size() - file_rows_.size(),
                            directories_.size() - directory_rows_.size()});
}

void PageTables::write_parts(JsonWriter& json) {
    json.begin_object();
    for (std::size_t i = 0; i < function_rows_.size(); ++i) {
        if (shares_[i].size() < 2)
            continue;
        std::vector<FileShare> ranked(shares_[i].begin(), shares_[i].end());
        std::ranges::stable_sort(ranked, std::ranges::greater(),
                                 [](const FileShare& share) { return magnitude(share.count); });
        json.new_row().key(std::to_string(i)).array(ranked, [&](const FileShare& share) {
            json.begin_array().number(file_number(share.file));
            write_line(json, share.file, share.line);
            write_count(json, share.count);
            json.end_array();
        });
    }
    json.end_object();
}

} // namespace cg::render

// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/ranking.hpp"

#include "model/count.hpp"
#include "model/profile.hpp"

#include <algorithm>
#include <optional>
#include <range/v3/view/chunk_by.hpp>
#include <ranges>

namespace cg {

bool Entry::has_single_share() const {
    return shares.size() == 1 && std::ranges::equal(shares[0].counts, counts);
}

Significance::Significance(const ReportColumns& columns) {
    for (const Threshold& threshold : columns.thresholds)
        from_.push_back(
            {threshold.column,
             magnitude_of_percentage(threshold.percent, columns.percent_base[threshold.column])});
}

bool Significance::reached_by(std::span<const Count> counts) const {
    return std::ranges::any_of(
        from_, [&](const From& from) { return magnitude(counts[from.column]) >= from.magnitude; });
}

Ranking::Ranking(const Profile& profile, const ReportColumns& columns)
    : profile_(profile),
      columns_(columns),
      significance_(columns),
      sums_(profile.costs.event_count()) {
    const CostTable& costs = profile.costs;
    const std::size_t events = costs.event_count();
    const std::vector<Count> nothing(events);
    const bool zero_is_significant = significance_.reached_by(nothing);

    std::vector<Count> sum(events);
    const auto add = [&](NameId file, NameId function) {
        sums_.append(sum);
        shares_.push_back({file, function, {}});
    };
    for (const auto functions : by_file(costs.functions())) {
        for (const FunctionCosts& f : functions) {
            std::ranges::fill(sum, 0);
            for (const std::size_t row : f.rows())
                add_to(sum, costs.counts(row));
            add(f.file, f.function);
        }
        // In Valgrind's cg_annotate, every file has counts before its first fn= line, mostly zeros.
        // They are shown only if zero is significant.
        const bool has_unspecified = std::ranges::find(functions, unspecified_function,
                                                       &FunctionCosts::function) != functions.end();
        if (zero_is_significant && !has_unspecified) {
            std::ranges::fill(sum, 0);
            add(functions.front().file, unspecified_function);
        }
    }
    for (std::size_t i = 0; i < shares_.size(); ++i)
        shares_[i].counts = sums_[i];
}

bool Ranking::precedes(std::span<const Count> a, NameId a_name, std::span<const Count> b,
                       NameId b_name) const {
    if (const int larger = compare_magnitudes(a, b, columns_.order); larger != 0)
        return larger > 0;
    return display_name(profile_.names, a_name) > display_name(profile_.names, b_name);
}

// Only names with a significant share get an entry, because they are few.
std::vector<Entry> Ranking::entries(NameId FunctionInFile::*name,
                                    NameId FunctionInFile::*part) const {
    const auto index_of_name = [this](NameId id) { // the last index is for the unspecified function
        return id == unspecified_function ? profile_.names.size() : index_of(id);
    };
    std::vector<std::optional<std::size_t>> entry_of(profile_.names.size() + 1);
    std::vector<Entry> result;
    for (const FunctionInFile& share : shares_ | std::views::filter([this](const auto& each) {
                                           return significance_.reached_by(each.counts);
                                       })) {
        std::optional<std::size_t>& entry = entry_of[index_of_name(share.*name)];
        if (!entry) {
            entry = result.size();
            result.push_back({share.*name, std::vector<Count>(share.counts.size()), {}});
        }
        result[*entry].shares.push_back(share);
    }
    for (const FunctionInFile& share : shares_)
        if (const auto entry = entry_of[index_of_name(share.*name)])
            add_to(result[*entry].counts, share.counts);

    for (Entry& entry : result)
        std::ranges::sort(entry.shares, [&](const FunctionInFile& a, const FunctionInFile& b) {
            return precedes(a.counts, a.*part, b.counts, b.*part);
        });
    sort(result);
    return result;
}

std::vector<Entry> Ranking::files() const {
    return entries(&FunctionInFile::file, &FunctionInFile::function);
}

std::vector<Entry> Ranking::functions() const {
    return entries(&FunctionInFile::function, &FunctionInFile::file);
}

std::vector<Count> Ranking::total_of(NameId file) const {
    std::vector<Count> total(profile_.costs.event_count());
    for (const FunctionInFile& share : shares_)
        if (share.file == file)
            add_to(total, share.counts);
    return total;
}

std::vector<Entry> Ranking::files_significant_only_in_sum() const {
    const auto is_significant = [this](const FunctionInFile& share) {
        return significance_.reached_by(share.counts);
    };
    std::vector<Entry> result;
    for (auto of_file : shares_ | ranges::views::chunk_by([](const auto&a, const auto&b) {
                            return a.file == b.file;
                        })) {
        if (std::ranges::any_of(of_file, is_significant))
            continue;
        Entry entry{of_file.begin()->file, std::vector<Count>(sums_.events()), {}};
        for (const FunctionInFile& share : of_file)
            add_to(entry.counts, share.counts);
        if (significance_.reached_by(entry.counts))
            result.push_back(std::move(entry));
    }
    sort(result);
    return result;
}

void Ranking::sort(std::vector<Entry>& entries) const {
    std::ranges::sort(entries, [this](const Entry& a, const Entry& b) {
        return precedes(a.counts, a.name, b.counts, b.name);
    });
}

} // namespace cg

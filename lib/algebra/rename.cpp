// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/rename.hpp"

#include "calls/sum.hpp"
#include "model/cost_table_builder.hpp"

#include <algorithm>
#include <optional>

namespace cg {
namespace {

// Maps each old name once, when it first occurs.
class Renaming {
  public:
    Renaming(const Names& from, Names& to, const NameMap& map)
        : from_(from), to_(to), map_(map), done_(from.size()) {}

    NameId operator()(NameId old) {
        auto& renamed = done_[index_of(old)];
        if (!renamed)
            renamed = map_ ? to_.intern(map_(from_[old])) : to_.intern(from_[old]);
        return *renamed;
    }

  private:
    const Names& from_;
    Names& to_;
    const NameMap& map_;
    std::vector<std::optional<NameId>> done_; // by old id
};

} // namespace

Renamed rename(const Profile& profile, const NameMap& file, const NameMap& function) {
    Names names;
    Renaming new_file(profile.names, names, file);
    Renaming new_function(profile.names, names, function);
    std::vector<std::vector<std::string>> originals;
    const auto note_original = [&](NameId renamed, std::string_view original) {
        const std::size_t i = index_of(renamed);
        if (originals.size() <= i)
            originals.resize(i + 1);
        if (std::ranges::find(originals[i], original) == originals[i].end())
            originals[i].emplace_back(original);
    };

    CostTableBuilder rows(profile.costs.event_count());
    for (const FunctionCosts& f : profile.costs.functions()) {
        const NameId renamed = new_file(f.file);
        note_original(renamed, profile.names[f.file]);
        rows.enter(renamed,
                   f.function == unspecified_function ? f.function : new_function(f.function));
        for (const std::size_t row : f.rows())
            std::ranges::copy(profile.costs.counts(row),
                              rows.add_row(profile.costs.line(row)).begin());
    }
    originals.resize(names.size());
    CostTable costs = std::move(rows).finish();
    std::vector<Count> summary = costs.total();
    std::optional<Calls> calls;
    if (profile.calls) {
        const auto place = [&](std::string_view old_file, std::string_view old_name, CalledNumber) {
            return RowPlace{file ? file(old_file) : std::string(old_file),
                            function ? function(old_name) : std::string(old_name)};
        };
        const auto name = [&](const CalledName& old, CalledNumber) {
            RowPlace renamed = place(old.file, old.name, 0);
            const bool has_object = file && old.object != unknown_name;
            return CalledName{has_object ? file(old.object) : old.object, std::move(renamed.file),
                              std::move(renamed.name)};
        };
        calls = changed_calls(*profile.calls, profile.header.events.size(),
                              {.new_name = name, .new_place = place});
    }
    return {
        {profile.header, std::move(names), std::move(costs), std::move(summary), std::move(calls)},
        std::move(originals)};
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/rename.hpp"

#include "calls/sum.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/row_finder.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace cg {
namespace {

Profile with_costs(const Profile& profile, Names names, CostTable costs) {
    return {profile.header, std::move(names), std::move(costs), profile.summary,
            profile.calls,  std::nullopt,     profile.data};
}

void add_sum_of(const CostTable& costs, const FunctionCosts& f, CostTableBuilder& rows) {
    const auto sum = rows.add_row(0);
    for (const std::size_t row : f.rows())
        add_to(sum, costs.counts(row));
}

} // namespace

std::optional<std::string_view> function_name(const Profile& profile, const FunctionCosts& f) {
    if (f.function == unspecified_function)
        return std::nullopt;
    return profile.names[f.function];
}

namespace {

// Ids of new names.
struct NewPlace {
    NameId file;
    NameId function;
    bool at_line_0 = false;
};

// Returns the profile with the rows of each function moved to place_of(f, names), without calls.
// `names` are the new names, to which place_of adds.
template <typename PlaceOf>
Profile with_moved_rows(const Profile& profile, const PlaceOf& place_of) {
    Names names;
    CostTableBuilder rows(profile.costs.event_count());
    for (const FunctionCosts& f : profile.costs.functions()) {
        const NewPlace to = place_of(f, names);
        rows.enter(to.file, to.function);
        if (to.at_line_0)
            add_sum_of(profile.costs, f, rows);
        else
            rows.add_rows(profile.costs, f.first_row, f.end_row);
    }
    return {profile.header, std::move(names), std::move(rows).finish(), profile.summary};
}

// Returns the data objects, with each cell changed by move(function, cell, names): `function` is
// the index of the function of its row, `names` are those of cells.
template <typename Move>
DataObjects with_moved_cells(const Profile& profile, const Move& move) {
    DataObjects data = *profile.data;
    const auto rows = rows_of(data, profile.costs, profile.names);
    const auto functions = profile.costs.functions();
    for (std::size_t i = 0; i < data.cells.size(); ++i) {
        if (!rows[i])
            continue;
        const auto after =
            std::ranges::upper_bound(functions, *rows[i], {}, &FunctionCosts::first_row);
        move(static_cast<std::size_t>(after - functions.begin()) - 1, data.cells[i], data.names);
    }
    sum_equal_cells(data);
    return data;
}

} // namespace

Profile relabel(const Profile& profile,
                const std::function<FunctionTarget(const FunctionCosts&)>& target) {
    NewNamesOfCalls of_calls;
    std::vector<NewPlace> places; // of the functions, in the names of the result
    Profile result = with_moved_rows(profile, [&](const FunctionCosts& f, Names& names) {
        const FunctionTarget to = target(f);
        if (profile.calls)
            of_calls.note(profile.names[f.file],
                          function_name(profile, f).value_or(unspecified_mark),
                          {std::string(to.file),
                           std::string(to.function.value_or(unspecified_mark)), to.at_line_0},
                          to.function.has_value());
        const NameId file = names.intern(to.file);
        places.push_back(
            {file, to.function ? names.intern(*to.function) : unspecified_function, to.at_line_0});
        return places.back();
    });
    if (profile.data)
        result.data =
            with_moved_cells(profile, [&](std::size_t function, DataCell& cell, Names& names) {
                const NewPlace& to = places[function];
                cell.file = names.intern(result.names[to.file]);
                cell.function =
                    names.intern(to.function == unspecified_function ? unspecified_mark
                                                                     : result.names[to.function]);
                if (to.at_line_0)
                    cell.line = 0;
            });
    if (profile.calls)
        result.calls = of_calls.apply(*profile.calls);
    return result;
}

namespace {

// Returns the data objects with other lines of allocations. Objects whose paths become the same are
// one, if their periods are, as in a difference.
DataObjects with_moved_places(DataObjects data,
                              const std::function<Line(std::string_view file, Line)>& new_line) {
    for (DataPlace& place : data.places)
        place.line = new_line(data.names[place.file], place.line);
    DataObjectsBuilder joined(DataObjectsBuilder::Mode::difference);
    joined.add(data);
    return *std::move(joined).finish();
}

} // namespace

Profile with_lines(const Profile& profile, const std::function<Line(NameId, Line)>& new_line) {
    const auto line_in = [&](std::string_view file, Line line) {
        const auto id = profile.names.find(file);
        return id ? new_line(*id, line) : line;
    };
    CostTableBuilder rows(profile.costs.event_count());
    for (const FunctionCosts& f : profile.costs.functions()) {
        rows.enter(f.file, f.function);
        for (const std::size_t row : f.rows())
            std::ranges::copy(profile.costs.counts(row),
                              rows.add_row(new_line(f.file, profile.costs.line(row))).begin());
    }
    Profile result = with_costs(profile, profile.names, std::move(rows).finish());
    if (profile.data)
        result.data = with_moved_places(
            with_moved_cells(profile,
                             [&](std::size_t function, DataCell& cell, Names&) {
                                 cell.line =
                                     new_line(profile.costs.functions()[function].file, cell.line);
                             }),
            line_in);
    if (result.calls)
        result.calls = changed_calls(*result.calls, profile.header.events.size(),
                                     {.new_line = [&](std::string_view file, std::string_view,
                                                      Line line) { return line_in(file, line); }});
    return result;
}

Profile unname(Profile profile, std::string_view name) {
    const auto id = profile.names.find(name);
    if (!id)
        return profile;
    CostTableBuilder rows(profile.costs.event_count());
    for (const FunctionCosts& f : profile.costs.functions()) {
        rows.enter(f.file, f.function == *id ? unspecified_function : f.function);
        rows.add_rows(profile.costs, f.first_row, f.end_row);
    }
    profile.costs = std::move(rows).finish();
    return profile;
}

Profile by_function(const Profile& profile) {
    CostTableBuilder rows(profile.costs.event_count());
    for (const FunctionCosts& f : profile.costs.functions()) {
        rows.enter(f.file, f.function);
        add_sum_of(profile.costs, f, rows);
    }
    Profile result = with_costs(profile, profile.names, std::move(rows).finish_distinct());
    if (result.calls)
        result.calls = changed_calls(
            *result.calls, profile.header.events.size(),
            {.new_line = [](std::string_view, std::string_view, Line) { return Line{0}; }});
    if (result.data)
        result.data = by_function(std::move(*result.data));
    return result;
}

Profile sorted_by_name(const Profile& profile) {
    const Names& names = profile.names;
    std::vector<FunctionCosts> functions(profile.costs.functions().begin(),
                                         profile.costs.functions().end());
    std::ranges::stable_sort(functions, [&](const FunctionCosts& a, const FunctionCosts& b) {
        if (a.file != b.file)
            return names[a.file] < names[b.file];
        return function_name(profile, a).value_or(unspecified_mark) <
               function_name(profile, b).value_or(unspecified_mark);
    });
    CostTableBuilder rows(profile.costs.event_count());
    rows.reserve(profile.costs.row_count(), functions.size());
    for (const FunctionCosts& f : functions) {
        rows.enter(f.file, f.function);
        rows.add_rows(profile.costs, f.first_row, f.end_row);
    }
    return with_costs(profile, names, std::move(rows).finish_distinct());
}

Profile negated(Profile profile) {
    const auto negate = [](std::span<Count> counts) {
        for (Count& count : counts)
            count = checked_subtract(0, count);
    };
    negate(profile.costs.counts());
    negate(profile.summary);
    if (profile.addresses)
        negate(profile.addresses->counts.all());
    if (profile.data)
        profile.data = negated(std::move(*profile.data));
    if (profile.calls)
        profile.calls =
            changed_calls(*profile.calls, profile.header.events.size(), {.is_negative = true});
    return profile;
}

namespace {

// Maps each name once, when it first occurs.
class MappedNames {
  public:
    MappedNames(const Names& from, const NameMap& map)
        : from_(from), map_(map), mapped_(from.size()) {}

    // Returns the id of the new name in `to`, which must be the same for all calls.
    NameId operator()(NameId old, Names& to) {
        auto& mapped = mapped_[index_of(old)];
        if (!mapped)
            mapped = map_ ? to.intern(map_(from_[old])) : to.intern(from_[old]);
        return *mapped;
    }

  private:
    const Names& from_;
    const NameMap& map_;
    std::vector<std::optional<NameId>> mapped_; // by old id
};

Calls renamed_calls(const Calls& calls, const NameMap& file, const NameMap& function) {
    const auto place = [&](std::string_view old_file, std::string_view old_name, FunctionId) {
        return RowPlace{file ? file(old_file) : std::string(old_file),
                        function ? function(old_name) : std::string(old_name)};
    };
    const auto name = [&](const CalledName& old, FunctionId) {
        RowPlace renamed = place(old.file, old.name, 0);
        const bool has_object = file && old.object != unknown_name;
        return CalledName{has_object ? file(old.object) : old.object, std::move(renamed.file),
                          std::move(renamed.name)};
    };
    return changed_calls(calls, calls.event_count(), {.new_name = name, .new_place = place});
}

CodeRanges renamed_ranges(CodeRanges ranges, const NameMap& file, const NameMap& function) {
    const Names old = std::exchange(ranges.names, Names());
    MappedNames files(old, file);
    MappedNames functions(old, function);
    for (CodeRange& range : ranges.ranges) {
        range.file = files(range.file, ranges.names);
        range.function = functions(range.function, ranges.names);
    }
    return ranges;
}

// Two paths may become one, and so do their objects.
std::optional<DataObjects> renamed_data(DataObjects data, const NameMap& file,
                                        const NameMap& function) {
    const Names old = std::exchange(data.names, Names());
    MappedNames files(old, file);
    MappedNames functions(old, function);
    const NameMap same;
    MappedNames others(old, same);
    for (DataPlace& place : data.places) {
        place.file = files(place.file, data.names);
        place.function = functions(place.function, data.names);
    }
    for (DataObject& object : data.objects) {
        object.name = (object.kind == DataKind::map ? files : others)(object.name, data.names);
        object.program = old[object.program].empty() ? others(object.program, data.names)
                                                     : files(object.program, data.names);
    }
    for (DataCell& cell : data.cells) {
        cell.file = files(cell.file, data.names);
        cell.function = functions(cell.function, data.names);
    }
    DataObjectsBuilder joined;
    joined.add(data);
    return std::move(joined).finish();
}

} // namespace

std::vector<std::string> Renamed::originals(std::string_view file) const {
    const auto id = profile.names.find(file);
    return original_files.empty() || !id ? std::vector{std::string(file)}
                                         : original_files[index_of(*id)];
}

Renamed rename(const Profile& profile, const NameMap& file, const NameMap& function) {
    MappedNames files(profile.names, file);
    MappedNames functions(profile.names, function);
    Profile renamed = with_moved_rows(profile, [&](const FunctionCosts& f, Names& names) {
        const bool has_name = f.function != unspecified_function;
        const NameId new_file = files(f.file, names);
        return NewPlace{new_file, has_name ? functions(f.function, names) : f.function};
    });
    renamed.summary = renamed.costs.total();
    if (profile.calls)
        renamed.calls = renamed_calls(*profile.calls, file, function);
    if (profile.addresses)
        renamed.addresses = renamed_ranges(*profile.addresses, file, function);
    if (profile.data)
        renamed.data = renamed_data(*profile.data, file, function);

    std::vector<std::vector<std::string>> originals(renamed.names.size());
    for (const auto of_file : by_file(profile.costs.functions())) {
        const NameId old = of_file.front().file;
        auto& names = originals[index_of(files(old, renamed.names))];
        if (std::ranges::find(names, profile.names[old]) == names.end())
            names.emplace_back(profile.names[old]);
    }
    return {std::move(renamed), std::move(originals)};
}

} // namespace cg

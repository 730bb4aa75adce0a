// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/rename.hpp"

#include "calls/sum.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "model/row_finder.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace cg {
namespace {

Profile with_costs(const Profile& profile, Names names, CostTable costs) {
    return {profile.header, std::move(names), std::move(costs), profile.summary,
            profile.calls,  std::nullopt,     profile.data};
}

} // namespace

void move_variables(DataObjects& data, std::span<const MovedObject> moved) {
    for (const MovedObject& program : moved) {
        const auto before = data.names.find(program.before);
        if (!before)
            continue;
        const NameId after = data.names.intern(program.after);
        for (DataObject& object : data.objects)
            if (object.program == *before)
                object.program = after;
    }
}

std::optional<std::string_view> function_name(const Profile& profile, const FunctionCosts& f) {
    if (f.function == unspecified_function)
        return std::nullopt;
    return profile.names[f.function];
}

namespace {

struct NewPlace {
    NameId file;
    NameId function;
    bool at_line_0 = false; // in one row
};

// Returns the table with the rows of each of its functions, in the given order, at
// place_of(function).
template <typename PlaceOf>
CostTable with_moved_rows(const CostTable& costs, std::span<const FunctionCosts> functions,
                          const PlaceOf& place_of) {
    CostTableBuilder rows(costs.event_count());
    for (const FunctionCosts& f : functions) {
        const NewPlace to = place_of(f);
        rows.enter(to.file, to.function);
        if (!to.at_line_0) {
            rows.add_rows(costs.lines(f), costs.counts(f));
            continue;
        }
        const auto sum = rows.add_row(0);
        for (const std::size_t row : f.rows())
            add_to(sum, costs.counts(row));
    }
    return std::move(rows).finish();
}
template <typename PlaceOf>
CostTable with_moved_rows(const CostTable& costs, const PlaceOf& place_of) {
    return with_moved_rows(costs, costs.functions(), place_of);
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

// Changes the places of paths. Objects whose paths become the same are one, if their periods are,
// as in a difference.
DataObjects with_moved_places(DataObjects data,
                              const std::function<void(DataPlace& place, Names& names)>& move) {
    for (DataPlace& place : data.places)
        move(place, data.names);
    DataObjectsBuilder joined(DataObjectsBuilder::Mode::difference);
    joined.add(data);
    return *std::move(joined).finish();
}

// By file and name: the new place, and whether the function has a name there. Else the functions of
// the calls keep theirs.
using NewPlaces = std::map<std::pair<std::string, std::string>, std::pair<RowPlace, bool>>;

Calls with_new_places(const Calls& calls, const NewPlaces& places) {
    const auto new_name = [&](const CalledName& old, FunctionId) {
        const auto found = places.find({old.file, old.name});
        if (found == places.end() || !found->second.second)
            return old;
        const RowPlace& to = found->second.first;
        return CalledName{old.object, to.file, to.name};
    };
    const auto new_place = [&](std::string_view file, std::string_view name, FunctionId) {
        const auto found = places.find({std::string(file), std::string(name)});
        return found == places.end() ? RowPlace{std::string(file), std::string(name)}
                                     : found->second.first;
    };
    return changed_calls(calls, calls.event_count(),
                         {.new_name = new_name, .new_place = new_place});
}

// Renames the functions on the paths of data objects as their rows; those whose costs go to line 0
// of a group stay, as their lines do. The file of frames is not known: their function is renamed if
// the functions of its name get one.
DataObjects with_new_paths(DataObjects data, const NewPlaces& places) {
    std::map<std::string_view, std::set<std::string_view>> new_names;
    for (const auto& [old, to] : places)
        new_names[old.second].insert(to.first.at_line_0 ? old.second : to.first.name);
    return with_moved_places(std::move(data), [&](DataPlace& place, Names& names) {
        const std::string function(names[place.function]);
        const auto found = places.find({std::string(names[place.file]), function});
        if (found != places.end()) {
            const RowPlace& to = found->second.first;
            if (!to.at_line_0) {
                place.file = names.intern(to.file);
                place.function = names.intern(to.name);
            }
        } else if (const auto of_name = new_names.find(function);
                   of_name != new_names.end() && of_name->second.size() == 1) {
            place.function = names.intern(*of_name->second.begin());
        }
    });
}

} // namespace

Profile relabel(const Profile& profile,
                const std::function<FunctionTarget(const FunctionCosts&)>& target) {
    NewPlaces by_name;            // likewise, in texts
    std::vector<NewPlace> places; // of the functions, in the names of the result
    Profile result{profile.header, {}, CostTableBuilder(0).finish(), profile.summary};
    result.costs = with_moved_rows(profile.costs, [&](const FunctionCosts& f) {
        const FunctionTarget to = target(f);
        if (profile.calls || profile.data)
            by_name.try_emplace({std::string(profile.names[f.file]),
                                 std::string(function_name(profile, f).value_or(unspecified_mark))},
                                RowPlace{std::string(to.file),
                                         std::string(to.function.value_or(unspecified_mark)),
                                         to.at_line_0},
                                to.function.has_value());
        const NameId file = result.names.intern(to.file);
        places.push_back({file,
                          to.function ? result.names.intern(*to.function) : unspecified_function,
                          to.at_line_0});
        return places.back();
    });
    if (profile.data)
        result.data = with_new_paths(
            with_moved_cells(profile,
                             [&](std::size_t function, DataCell& cell, Names& names) {
                                 const NewPlace& to = places[function];
                                 cell.file = names.intern(result.names[to.file]);
                                 cell.function = names.intern(to.function == unspecified_function
                                                                  ? unspecified_mark
                                                                  : result.names[to.function]);
                                 if (to.at_line_0)
                                     cell.line = 0;
                             }),
            by_name);
    if (profile.calls)
        result.calls = with_new_places(*profile.calls, by_name);
    return result;
}

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
            [&](DataPlace& place, Names& names) {
                place.line = line_in(names[place.file], place.line);
            });
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
    profile.costs = with_moved_rows(profile.costs, [&](const FunctionCosts& f) {
        return NewPlace{f.file, f.function == *id ? unspecified_function : f.function};
    });
    return profile;
}

Profile by_function(const Profile& profile) {
    Profile result = with_costs(profile, profile.names,
                                with_moved_rows(profile.costs, [](const FunctionCosts& f) {
                                    return NewPlace{f.file, f.function, true};
                                }));
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
    return with_costs(profile, names,
                      with_moved_rows(profile.costs, functions, [](const FunctionCosts& f) {
                          return NewPlace{f.file, f.function};
                      }));
}

Profile negated(Profile profile) {
    std::ranges::for_each(profile.costs.counts(), negate);
    std::ranges::for_each(profile.summary, negate);
    if (profile.addresses)
        std::ranges::for_each(profile.addresses->counts.all(), negate);
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
    MappedNames(const Names& from, const NameMap& map, Names& to)
        : from_(from), map_(map), to_(to), mapped_(from.size()) {}

    // Returns the id of the new name in `to`.
    NameId operator()(NameId old) {
        auto& mapped = mapped_[index_of(old)];
        if (!mapped)
            mapped = map_ ? to_.intern(map_(from_[old])) : to_.intern(from_[old]);
        return *mapped;
    }

  private:
    const Names& from_;
    const NameMap& map_;
    Names& to_;
    std::vector<std::optional<NameId>> mapped_; // by old id
};

// Renames what has a file and a function.
template <typename Places>
void rename_places(Places& places, MappedNames& files, MappedNames& functions) {
    for (auto& place : places) {
        place.file = files(place.file);
        place.function = functions(place.function);
    }
}

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
    MappedNames files(old, file, ranges.names);
    MappedNames functions(old, function, ranges.names);
    rename_places(ranges.ranges, files, functions);
    return ranges;
}

// Two paths may become one, and so do their objects.
std::optional<DataObjects> renamed_data(DataObjects data, const NameMap& file,
                                        const NameMap& function) {
    const Names old = std::exchange(data.names, Names());
    MappedNames files(old, file, data.names);
    MappedNames functions(old, function, data.names);
    const NameMap same;
    MappedNames others(old, same, data.names);
    rename_places(data.places, files, functions);
    for (DataObject& object : data.objects) {
        object.name = (object.kind == DataKind::map ? files : others)(object.name);
        object.program = (old[object.program].empty() ? others : files)(object.program);
    }
    rename_places(data.cells, files, functions);
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
    Profile renamed{profile.header, {}, CostTableBuilder(0).finish(), {}};
    MappedNames files(profile.names, file, renamed.names);
    MappedNames functions(profile.names, function, renamed.names);
    renamed.costs = with_moved_rows(profile.costs, [&](const FunctionCosts& f) {
        const NameId new_file = files(f.file);
        const bool has_name = f.function != unspecified_function;
        return NewPlace{new_file, has_name ? functions(f.function) : f.function};
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
        auto& names = originals[index_of(files(old))];
        if (std::ranges::find(names, profile.names[old]) == names.end())
            names.emplace_back(profile.names[old]);
    }
    return {std::move(renamed), std::move(originals)};
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/rename.hpp"

#include "algebra/changed.hpp"
#include "calls/sum.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace cg {
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
    return renamed(calls, {.function = new_name, .place = new_place});
}

// Moves cells as their rows, and renames the functions on the paths of data objects: but those
// whose costs go to line 0 of a group stay, as their lines do. The file of frames is not known:
// their function is renamed if the functions of its name get one. Objects whose paths become the
// same are one, if their periods are, as in a difference.
DataObjects with_new_places(DataObjects data, const NewPlaces& places) {
    std::map<std::string_view, std::set<std::string_view>> new_names;
    for (const auto& [old, to] : places)
        new_names[old.second].insert(to.first.at_line_0 ? old.second : to.first.name);
    const auto place_of = [&](const auto& old) -> const RowPlace* {
        const auto found =
            places.find({std::string(data.names[old.file]), std::string(data.names[old.function])});
        return found == places.end() ? nullptr : &found->second.first;
    };
    const auto move = [&](auto& from, const RowPlace& to) {
        from.file = data.names.intern(to.file);
        from.function = data.names.intern(to.name);
    };
    for (DataCell& cell : data.cells)
        if (const RowPlace* const to = place_of(cell)) {
            move(cell, *to);
            if (to->at_line_0)
                cell.line = 0;
        }
    for (DataPlace& place : data.places)
        if (const RowPlace* const to = place_of(place)) {
            if (!to->at_line_0)
                move(place, *to);
        } else if (const auto of_name = new_names.find(data.names[place.function]);
                   of_name != new_names.end() && of_name->second.size() == 1) {
            place.function = data.names.intern(*of_name->second.begin());
        }
    DataObjectsBuilder joined(DataObjectsBuilder::Mode::difference);
    joined.add(data);
    return *std::move(joined).finish();
}

std::optional<CodeRanges> with_new_places(const CodeRanges&, const NewPlaces&) {
    return std::nullopt;
}

} // namespace

Profile relabel(const Profile& profile,
                const std::function<FunctionTarget(const FunctionCosts&)>& target) {
    NewPlaces places;
    Profile result{profile.header, {}, CostTableBuilder(0).finish(), profile.summary};
    result.costs = with_moved_rows(profile.costs, [&](const FunctionCosts& f) {
        const FunctionTarget to = target(f);
        if (profile.calls || profile.data)
            places.try_emplace({std::string(profile.names[f.file]),
                                std::string(function_name(profile, f).value_or(unspecified_mark))},
                               RowPlace{std::string(to.file),
                                        std::string(to.function.value_or(unspecified_mark)),
                                        to.at_line_0},
                               to.function.has_value());
        const NameId file = result.names.intern(to.file);
        return NewPlace{file,
                        to.function ? result.names.intern(*to.function) : unspecified_function,
                        to.at_line_0};
    });
    set_parts(result, profile, [&](const auto& part) { return with_new_places(part, places); });
    return result;
}

Profile with_lines(const Profile& profile, const std::function<Line(NameId, Line)>& new_line) {
    CostTableBuilder rows(profile.costs.event_count());
    for (const FunctionCosts& f : profile.costs.functions()) {
        rows.enter(f.file, f.function);
        for (const std::size_t row : f.rows())
            std::ranges::copy(profile.costs.counts(row),
                              rows.add_row(new_line(f.file, profile.costs.line(row))).begin());
    }
    Profile result{profile.header, profile.names, std::move(rows).finish(), profile.summary};
    change_parts(result, profile,
                 {.new_line = [&](std::string_view file, std::string_view, Line line) {
                     const auto id = profile.names.find(file);
                     return id ? new_line(*id, line) : line;
                 }});
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
    Profile result{profile.header, profile.names,
                   with_moved_rows(profile.costs,
                                   [](const FunctionCosts& f) {
                                       return NewPlace{f.file, f.function, true};
                                   }),
                   profile.summary};
    change_parts(result, profile, to_line_0());
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
    Profile result = profile;
    result.costs = with_moved_rows(profile.costs, functions, [](const FunctionCosts& f) {
        return NewPlace{f.file, f.function};
    });
    result.addresses.reset();
    return result;
}

Profile negated(const Profile& profile) {
    return changed(profile, {.is_negative = true});
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

Calls with_new_names(const Calls& calls, const NameMap& file, const NameMap& function) {
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
    return renamed(calls, {.function = name, .place = place});
}

CodeRanges with_new_names(CodeRanges ranges, const NameMap& file, const NameMap& function) {
    const Names old = std::exchange(ranges.names, Names());
    MappedNames files(old, file, ranges.names);
    MappedNames functions(old, function, ranges.names);
    rename_places(ranges.ranges, files, functions);
    return ranges;
}

// Two paths may become one, and so do their objects.
DataObjects with_new_names(DataObjects data, const NameMap& file, const NameMap& function) {
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
    return *std::move(joined).finish();
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
    set_parts(renamed, profile,
              [&](const auto& part) { return with_new_names(part, file, function); });

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

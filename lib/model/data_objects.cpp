// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/data_objects.hpp"

#include "model/count.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace cg {
namespace {

// A column that no event of the profile has, and the events whose column it belongs to.
struct OwnColumn {
    std::string_view name;
    std::array<std::string_view, 2> events;
};
constexpr OwnColumn own_columns[] = {{"Lines1", {"AcCost1", "SpLoss1"}},
                                     {"Uses1", {"AcCost1", "SpLoss1"}},
                                     {"Lines2", {"AcCost2", "SpLoss2"}},
                                     {"D1mCaused", {"D1mrConf", "D1mwConf"}},
                                     {"DLmCaused", {"DLmrConf", "DLmwConf"}}};

// Returns the name of an event's column without the suffix of bases, and this suffix or "".
std::pair<std::string_view, std::string_view> split_base(std::string_view column) {
    const std::string_view suffix = base_suffix;
    if (!column.ends_with(suffix))
        return {column, {}};
    return {column.substr(0, column.size() - suffix.size()), suffix};
}

bool keeps_column(const EventSet& events, std::string_view column) {
    if (events.column(column))
        return true;
    const auto [name, suffix] = split_base(column);
    const auto* const own = std::ranges::find(own_columns, name, &OwnColumn::name);
    return own != std::end(own_columns) &&
           std::ranges::any_of(own->events, [&](std::string_view event) {
               return events.column(std::string(event) + std::string(suffix)).has_value();
           });
}

// Returns the last part of a path, or all of one that ends with a slash.
std::string_view file_name(std::string_view path) {
    const std::string_view last = last_part(path);
    return last.empty() ? path : last;
}

bool has_known_sizes(const DataObject& object) {
    return object.blocks != 0 || object.largest != 0;
}

} // namespace

Count DataObjects::note(std::string_view name) const {
    const auto found =
        std::ranges::find(notes, name, [](const auto& n) { return std::string_view(n.first); });
    return found == notes.end() ? 0 : found->second;
}

std::span<const DataField> DataObjects::fields_of(std::size_t object) const {
    const auto [begin, end] = std::ranges::equal_range(fields, object, {}, &DataField::object);
    return {begin, end};
}

std::vector<std::string_view> DataObjects::path_of(const DataObject& object,
                                                   std::size_t max) const {
    std::vector<std::string_view> path;
    for (std::uint32_t at = object.place; at != no_place && path.size() < max;
         at = places[at].caller)
        path.push_back(names[places[at].function]);
    return path;
}

std::string display_name(const DataObjects& data, const DataObject& object) {
    constexpr std::size_t max_functions = 64;
    std::string name(data.names[object.name]);
    if (object.kind == DataKind::static_data && !data.names[object.program].empty())
        return name + " in " + std::string(file_name(data.names[object.program]));
    if (object.place == no_place)
        return name.empty() ? std::string(data_kinds[static_cast<std::size_t>(object.kind)]) : name;
    const auto path = data.path_of(object, max_functions + 1);
    if (object.kind == DataKind::stack)
        return "stack of " + std::string(path.front());
    const auto add = [&name](std::string_view part) {
        name += (name.empty() ? "" : " < ") + std::string(part);
    };
    const DataPlace& place = data.places[object.place];
    if (place.line != 0)
        add(std::string(file_name(data.names[place.file])) + ":" + std::to_string(place.line));
    for (std::size_t i = 0; i < path.size(); ++i) {
        add(i == max_functions ? "..." : path[i]);
        if (path[i] == "main") // its callers are the same in each path
            break;
    }
    return name;
}

bool has_fields(const DataObjects& data) {
    return data.word != 0 && data.line != 0;
}

Allocations allocations_of(const DataObjects& data) {
    Allocations sum;
    for (const DataObject& object : data.objects)
        if (object.kind == DataKind::heap) {
            sum.blocks = checked_add(sum.blocks, object.blocks);
            sum.bytes = checked_add(sum.bytes, object.bytes);
        }
    return sum;
}

CountRows counts_by_object(const DataObjects& data) {
    CountRows sums(data.events.size(), data.objects.size());
    for (const auto& [cell, counts] : data.cells.rows())
        add_to(sums[cell.object], counts);
    return sums;
}

// ---- changes ----------------------------------------------------------------

DataObjects kept_cells(const DataObjects& data, const IsKept& is_kept,
                       const IsKept& is_kept_object) {
    DataObjects kept = data;
    kept.objects.clear();
    kept.fields.clear();
    kept.cells = data.cells.kept(is_kept);
    std::vector<bool> is_used(data.objects.size(), true);
    std::vector<bool> is_whole(data.objects.size(), true);
    for (const DataCell& cell : data.cells)
        is_used[cell.object] = false;
    for (std::size_t i = 0; i < data.objects.size(); ++i)
        is_used[i] = is_used[i] && data.has_allocations && data.objects[i].kind == DataKind::heap &&
                     is_kept_object(i);
    for (std::size_t i = 0; i < data.cells.size(); ++i) {
        const std::size_t object = data.cells[i].object;
        if (is_kept(i))
            is_used[object] = true;
        else
            is_whole[object] = false;
    }
    std::vector<std::uint32_t> numbers(data.objects.size());
    for (std::size_t i = 0; i < data.objects.size(); ++i) {
        numbers[i] = static_cast<std::uint32_t>(kept.objects.size());
        if (!is_used[i]) {
            if (data.objects[i].kind == DataKind::heap)
                kept.live.reset();
            continue;
        }
        kept.objects.push_back(data.objects[i]);
        if (is_whole[i])
            for (DataField field : data.fields_of(i)) {
                field.object = numbers[i];
                kept.fields.push_back(field);
            }
    }
    for (DataCell& cell : kept.cells)
        cell.object = numbers[cell.object];
    return kept;
}

DataPlace allocating_line(const DataObjects& data, const DataObject& object) {
    DataPlace line = data.places[object.place];
    // Callers have no lines. So the last place with one is of the function around the call.
    for (std::uint32_t at = line.caller;
         line.line != 0 && at != no_place && data.places[at].line != 0; at = data.places[at].caller)
        line.function = data.places[at].function;
    return line;
}

std::optional<DataObjects> projected(const DataObjects& data, const EventSet& events) {
    std::vector<std::size_t> columns;
    std::vector<std::string> kept;
    for (std::size_t column = 0; column < data.events.size(); ++column)
        if (keeps_column(events, data.events[column])) {
            columns.push_back(column);
            kept.push_back(data.events[column]);
        }
    if (columns.empty() && !data.has_allocations)
        return std::nullopt;
    DataObjects result = data;
    result.events = EventSet(std::move(kept));
    result.cells = data.cells.with_events(
        columns.size(), [&](std::span<Count> kept_counts, std::span<const Count> counts) {
            std::ranges::transform(columns, kept_counts.begin(),
                                   [&](std::size_t column) { return counts[column]; });
        });
    if (columns.empty())
        result.cells.truncate(0);
    const auto has = [&](std::string_view name) { return result.events.column(name).has_value(); };
    for (DataField& field : result.fields) {
        if (!has("Lines1"))
            field.loaded = field.touched = 0;
        if (!has("D1mr") || !has("D1mw"))
            field.missed = 0;
    }
    std::erase_if(result.fields, [](const DataField& field) {
        return field.loaded == 0 && field.touched == 0 && field.missed == 0;
    });
    return result;
}

DataObjects with_base_columns(DataObjects data) {
    std::vector<std::string> columns = data.events.names();
    for (std::string& column : columns)
        column += base_suffix;
    data.events = EventSet(std::move(columns));
    for (DataObject& object : data.objects)
        object.blocks = object.bytes = object.live = 0;
    if (data.live)
        data.live = 0;
    data.fields.clear();
    data.notes.clear();
    return data;
}

namespace {

void negate_all(DataObjects& data) {
    std::ranges::for_each(data.cells.all_counts().all(), negate);
    for (DataObject& object : data.objects) {
        negate(object.blocks);
        negate(object.bytes);
        negate(object.live);
    }
    if (data.live)
        negate(*data.live);
    for (DataField& field : data.fields) {
        negate(field.loaded);
        negate(field.touched);
        negate(field.missed);
    }
    for (auto& note : data.notes)
        negate(note.second);
}

// As in a difference: sizes tell objects apart whose paths become the same.
DataObjects with_new_lines(DataObjects data, const NewLine& new_line) {
    const auto change = [&](auto& place) {
        place.line = new_line(data.names[place.file], data.names[place.function], place.line);
    };
    std::ranges::for_each(data.cells, change);
    std::ranges::for_each(data.places, change);
    DataObjectsBuilder sum(DataObjectsBuilder::Mode::difference);
    sum.add(data);
    return *std::move(sum).finish();
}

} // namespace

std::optional<DataObjects> changed(DataObjects data, const Change& change) {
    std::optional<DataObjects> result = std::move(data);
    if (change.events)
        result = projected(*result, *change.events);
    if (result && change.is_negative)
        negate_all(*result);
    if (result && change.new_line)
        result = with_new_lines(*std::move(result), change.new_line);
    return result;
}

DataObjects by_function(DataObjects data) {
    return *changed(std::move(data), to_line_0());
}

void DataObjectsBuilder::add(const DataObjects& from, const Change& change) {
    if (change.events || change.is_negative || change.new_line) {
        if (const auto data = changed(from, change))
            add(*data);
        return;
    }
    add_columns(from.events);
    add_notes(from);
    const ImportedNames name(from.names, made_.names);
    std::vector<std::uint32_t> places;
    places.reserve(from.places.size());
    const auto place_of = [&](std::uint32_t place) {
        return place == no_place ? no_place : places[place];
    };
    for (const DataPlace& old : from.places) {
        const DataPlace place{name(old.file), name(old.function), old.line, place_of(old.caller)};
        const auto [number, is_new] = places_.insert(place, made_.places.size());
        if (is_new)
            made_.places.push_back(place);
        places.push_back(number);
    }
    std::vector<std::uint32_t> objects;
    objects.reserve(from.objects.size());
    for (DataObject object : from.objects) {
        object.place = place_of(object.place);
        object.name = name(object.name);
        object.program = name(object.program);
        objects.push_back(add_object(object));
    }
    for (DataField field : from.fields) {
        field.object = objects[field.object];
        made_.fields.push_back(field);
    }
    std::vector<std::size_t> columns;
    for (const std::string& event : from.events.names())
        columns.push_back(*made_.events.column(event));
    for (const auto& [old, counts] : from.cells.rows()) {
        const DataCell cell{objects[old.object], name(old.file), name(old.function), old.line};
        const auto sum = made_.cells.counts(made_.cells.insert(cell, cells_));
        for (std::size_t column = 0; column < columns.size(); ++column)
            sum[columns[column]] = checked_add(sum[columns[column]], counts[column]);
    }
}

void DataObjectsBuilder::add_columns(const EventSet& events) {
    std::vector<std::string> names = made_.events.names();
    std::ranges::copy_if(
        events.names(), std::back_inserter(names),
        [this](const std::string& event) { return !made_.events.column(event).has_value(); });
    if (names.size() == made_.events.size())
        return;
    made_.cells = made_.cells.with_events(
        names.size(), [](std::span<Count> wider, std::span<const Count> counts) {
            std::ranges::copy(counts, wider.begin());
        });
    made_.events = EventSet(std::move(names));
}

void DataObjectsBuilder::add_notes(const DataObjects& from) {
    if (std::exchange(is_empty_, false)) {
        made_.word = from.word;
        made_.line = from.line;
        made_.has_allocations = from.has_allocations;
        made_.live = from.live;
    } else if (made_.live && from.live) {
        made_.live = mode_ == Mode::difference ? checked_add(*made_.live, *from.live)
                                               : std::max(*made_.live, *from.live);
    }
    made_.has_allocations = made_.has_allocations && from.has_allocations;
    if (!from.live)
        made_.live.reset();
    if (made_.word != from.word)
        made_.word = 0;
    if (made_.line != from.line)
        made_.line = 0;
    for (const auto& [name, number] : from.notes) {
        const auto known =
            std::ranges::find(made_.notes, name, &std::pair<std::string, Count>::first);
        if (known == made_.notes.end())
            made_.notes.emplace_back(name, number);
        else
            known->second = checked_add(known->second, number);
    }
}

std::uint32_t DataObjectsBuilder::add_object(DataObject object) {
    const bool is_difference = mode_ == Mode::difference;
    const bool is_variable = object.kind == DataKind::static_data;
    const auto [number, is_new] =
        objects_.insert({object.kind, object.place, object.name, object.program,
                         is_variable ? object.largest : 0, is_difference ? object.period : 0},
                        made_.objects.size());
    if (is_new) {
        made_.objects.push_back(object);
        return number;
    }
    DataObject& sum = made_.objects[number];
    // In the later parts of a run, blocks that were allocated before have costs, but no sizes.
    const bool has_sizes = has_known_sizes(sum), object_has_sizes = has_known_sizes(object);
    const std::uint64_t sum_period = sum.period;
    sum.blocks = checked_add(sum.blocks, object.blocks);
    sum.bytes = checked_add(sum.bytes, object.bytes);
    sum.live = is_difference ? checked_add(sum.live, object.live) : std::max(sum.live, object.live);
    if (!has_sizes && object_has_sizes) {
        sum.smallest = object.smallest;
        sum.largest = object.largest;
    } else if (object_has_sizes) {
        sum.smallest = std::min(sum.smallest, object.smallest);
        sum.largest = std::max(sum.largest, object.largest);
    }
    // Where one has blocks of different sizes, the sum has, too.
    const bool is_unknown =
        (has_sizes && sum_period == 0) || (object_has_sizes && object.period == 0);
    sum.period = is_unknown ? 0 : std::gcd(sum_period, object.period);
    return number;
}

// Folds fields at the end, when the periods are known. The order in which objects are added makes
// no difference.
std::optional<DataObjects> DataObjectsBuilder::finish() && {
    if (is_empty_)
        return std::nullopt;
    for (DataObject& object : made_.objects)
        if (made_.word == 0 || object.period % made_.word != 0)
            object.period = 0;
    std::erase_if(made_.fields, [this](const DataField& field) {
        return made_.line == 0 || made_.objects[field.object].period == 0;
    });
    std::map<std::pair<std::uint32_t, std::uint32_t>, DataField> folded;
    for (DataField field : made_.fields) {
        field.offset =
            static_cast<std::uint32_t>(field.offset % made_.objects[field.object].period);
        const auto [at, is_new] = folded.try_emplace({field.object, field.offset}, field);
        if (is_new)
            continue;
        DataField& sum = at->second;
        sum.loaded = checked_add(sum.loaded, field.loaded);
        sum.touched = checked_add(sum.touched, field.touched);
        sum.missed = checked_add(sum.missed, field.missed);
    }
    made_.fields.clear();
    for (const auto& [key, field] : folded)
        made_.fields.push_back(field);
    return std::move(made_);
}

} // namespace cg

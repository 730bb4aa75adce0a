// SPDX-License-Identifier: GPL-2.0-or-later
#include "view/data_rows.hpp"

#include "error/error.hpp"
#include "model/cost_table_builder.hpp"
#include "model/count.hpp"
#include "text/function_name.hpp"
#include "view/struct_rows.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <span>
#include <unordered_map>

namespace cg {
namespace {

// An event of a profile of objects: the sum of columns of cells.
struct ObjectEvent {
    std::string name;
    std::vector<std::size_t> columns;
};

// Returns the events of objects but those of their blocks.
std::vector<ObjectEvent> object_events(const EventSet& columns) {
    std::vector<ObjectEvent> events;
    const auto add_sum = [&](const std::string& name, const std::string& a, const std::string& b) {
        const auto first = columns.column(a);
        const auto second = columns.column(b);
        if (first && second && !columns.column(name))
            events.push_back({name, {*first, *second}});
    };
    for (const std::string_view base : {"", base_suffix}) {
        for (const std::string_view cause : {"", "Cold", "Cap", "Conf"}) {
            for (const std::string_view misses : {"D1m", "DLm"}) {
                const auto name = [&](std::string_view kind) {
                    return fmt::format("{}{}{}{}", misses, kind, cause, base);
                };
                add_sum(name(""), name("r"), name("w"));
            }
        }
    }
    for (std::size_t column = 0; column < columns.size(); ++column)
        events.push_back({columns[column], {column}});
    return events;
}

// Headers of the C++ library, and sources of Rust's.
bool is_of_library(std::string_view file) {
    constexpr std::string_view begins[] = {"/usr/include/", "/rustc/", "/rust/"};
    constexpr std::string_view parts[] = {"/include/c++/", "/library/alloc/src/",
                                          "/library/core/src/", "/library/std/src/",
                                          "/.cargo/registry/"};
    return std::ranges::any_of(begins, [&](auto begin) { return file.starts_with(begin); }) ||
           std::ranges::any_of(parts, [&](auto part) { return file.find(part) != file.npos; });
}

// The name of an object in a row of a report. All blocks of a program of C++ are allocated in one
// line of a header, so their names begin where the program's own code calls one: "push_back <
// list.cpp:20 < main". Names that are alike then are lengthened by further functions of the header.
class ObjectName {
  public:
    ObjectName(const DataObjects& data, const DataObject& object) : data_(data), object_(object) {
        if (object.kind != DataKind::heap)
            return;
        std::uint32_t at = object.place;
        for (; at != no_place && inner_.size() < max_inner &&
               is_of_library(data.names[data.places[at].file]);
             at = data.places[at].caller)
            inner_.push_back(data.names[data.places[at].function]);
        own_ = at;
        dropped_ = at == no_place || inner_.empty() ? 0 : inner_.size() - 1;
    }

    std::string text() const {
        if (dropped_ == 0)
            return without_template_arguments(display_name(data_, object_));
        std::string text;
        for (std::size_t i = dropped_; i < inner_.size(); ++i)
            text += std::string(inner_[i]) + " < ";
        DataObject outer = object_; // from the program's own code on
        outer.place = own_;
        return without_template_arguments(text + display_name(data_, outer));
    }

    // Returns false if it is whole already.
    bool lengthen() {
        if (dropped_ == 0)
            return false;
        --dropped_;
        return true;
    }

  private:
    static constexpr std::size_t max_inner = 64; // a damaged file may have any number
    const DataObjects& data_;
    const DataObject& object_;
    std::vector<std::string_view> inner_; // functions of libraries' headers, the innermost first
    std::uint32_t own_ = no_place;        // the place of the program's own code
    std::size_t dropped_ = 0;             // functions, of the innermost
};

// Returns what the profile cost beyond its cells, in their columns.
std::vector<Count> unknown_costs(const Profile& profile) {
    const DataObjects& data = *profile.data;
    std::vector<Count> rest = data.cells.total();
    for (std::size_t column = 0; column < rest.size(); ++column) {
        const auto event = profile.header.events.column(data.events[column]);
        rest[column] = event ? checked_subtract(profile.summary[*event], rest[column]) : 0;
    }
    return rest;
}

Profile profile_of(const Profile& of, std::vector<std::string> events, Names names,
                   CostTableBuilder rows) {
    Header header = of.header;
    header.events = EventSet(std::move(events));
    header.totals_of_run.clear();
    CostTable costs = std::move(rows).finish();
    std::vector<Count> summary = costs.total();
    return {std::move(header), std::move(names), std::move(costs), std::move(summary)};
}

bool holds_for(const IsShownObject& is_shown, const DataObjects& data, std::size_t object,
               const std::string& shown_name) {
    const std::string whole = display_name(data, data.objects[object]);
    return is_shown(whole) || (shown_name != whole && is_shown(shown_name));
}

} // namespace

std::string size_text(const DataObject& object) {
    if (object.largest == 0)
        return "";
    const bool is_one = object.smallest == object.largest;
    if (is_one && (object.period == 0 || object.period == object.largest))
        return fmt::format("{}", object.largest);
    if (object.period == 0)
        return fmt::format("{}-{}", object.smallest, object.largest);
    return is_one ? fmt::format("{}*{}", object.largest / object.period, object.period)
                  : fmt::format("n*{}", object.period);
}

Count misses_of(const EventSet& columns, std::span<const Count> counts) {
    const auto reads = columns.column("D1mr");
    const auto writes = columns.column("D1mw");
    if (!reads && !writes)
        return counts.empty() ? 0 : counts[0];
    return checked_add(reads ? counts[*reads] : 0, writes ? counts[*writes] : 0);
}

std::vector<std::string> shown_names(const DataObjects& data) {
    std::vector<ObjectName> names;
    names.reserve(data.objects.size());
    for (const DataObject& object : data.objects)
        names.emplace_back(data, object);
    std::vector<std::string> result; // the names' texts
    result.reserve(names.size());
    for (const ObjectName& name : names)
        result.push_back(name.text());
    const auto alike = [&] {
        std::unordered_map<std::string, std::vector<std::size_t>> objects;
        for (std::size_t i = 0; i < result.size(); ++i)
            objects[result[i]].push_back(i);
        std::erase_if(objects, [](const auto& each) { return each.second.size() == 1; });
        return objects;
    };
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (const auto& [text, objects] : alike())
            for (const std::size_t i : objects)
                if (names[i].lengthen()) {
                    result[i] = names[i].text();
                    is_changed = true;
                }
    }
    for (const auto& [text, objects] : alike())
        for (const std::size_t i : objects)
            result[i] = display_name(data, data.objects[i]);
    return result;
}

Profile by_object(const Profile& profile, const IsShownObject& is_shown) {
    const DataObjects& data = *profile.data;
    const std::vector<ObjectEvent> events = object_events(data.events);
    const CountRows counts = counts_by_object(data);
    const std::vector<std::string> shown = shown_names(data);
    std::vector<std::string> event_names;
    std::ranges::transform(events, std::back_inserter(event_names), &ObjectEvent::name);
    event_names.emplace_back(blocks_event);
    if (data.has_allocations)
        event_names.emplace_back(bytes_event);
    event_names.emplace_back(live_event);
    Names names;
    CostTableBuilder rows(event_names.size());
    const NameId no_size = names.intern("");
    const auto add_row = [&](NameId size, std::string_view name, std::span<const Count> cost) {
        rows.enter(size, names.intern(name));
        const auto row = rows.add_row(0);
        for (std::size_t i = 0; i < events.size(); ++i)
            for (const std::size_t column : events[i].columns)
                row[i] = checked_add(row[i], cost[column]);
        return row;
    };
    std::vector<Count> others(data.events.size());
    for (std::size_t i = 0; i < data.objects.size(); ++i) {
        const DataObject& object = data.objects[i];
        if (!holds_for(is_shown, data, i, shown[i])) {
            add_to(others, counts[i]);
            continue;
        }
        const auto row = add_row(names.intern(size_text(object)), shown[i], counts[i]);
        row[events.size()] = object.blocks;
        if (data.has_allocations)
            row[events.size() + 1] = object.bytes;
        row.back() = object.live;
    }
    if (!is_zero(others))
        add_row(no_size, other_objects, others);
    if (const std::vector<Count> unknown = unknown_costs(profile); !is_zero(unknown))
        add_row(no_size, unknown_objects, unknown);
    Profile result = profile_of(profile, std::move(event_names), std::move(names), std::move(rows));
    // Objects do not all have their most bytes at the same time.
    if (data.live && is_zero(others))
        result.summary.back() = *data.live;
    return result;
}

FieldsOfObject by_field(const Profile& profile, const IsShownObject& is_meant,
                        const StructLayout* layout) {
    const DataObjects& data = *profile.data;
    const CountRows counts = counts_by_object(data);
    const std::vector<std::string> shown = shown_names(data);
    std::vector<std::size_t> meant;
    for (std::size_t i = 0; i < data.objects.size(); ++i)
        if (!data.fields_of(i).empty() && holds_for(is_meant, data, i, shown[i]) &&
            (layout == nullptr || layout->fits(data.objects[i].period)))
            meant.push_back(i);
    if (meant.empty())
        throw Error(layout != nullptr
                        ? "no object that is meant has fields that the struct fits"
                        : "no object that is meant has fields: blocks of one period, variables "
                          "and arrays have some");
    const auto chosen = std::ranges::max_element(meant, {}, [&](std::size_t object) {
        return magnitude(misses_of(data.events, counts[object]));
    });

    const std::span<const DataField> fields = data.fields_of(*chosen);
    const bool has_loads = std::ranges::any_of(
        fields, [](const DataField& field) { return field.loaded != 0 || field.touched != 0; });
    std::vector<std::string> events;
    if (has_loads)
        events = {"Loaded", "Touched"};
    events.emplace_back("D1m");
    Names names;
    CostTableBuilder rows(events.size());
    const auto add_row = [&](const std::string& name, const auto& field) {
        rows.enter(names.intern(""), names.intern(name));
        const auto row = rows.add_row(0);
        if (has_loads) {
            row[0] = field.loaded;
            row[1] = field.touched;
        }
        row.back() = field.missed;
    };
    if (layout == nullptr)
        for (const DataField& field : fields)
            add_row(fmt::format("+{}", field.offset), field);
    else
        for (const StructRow& member :
             struct_rows(fields, data.word, data.objects[*chosen].period, *layout))
            add_row(fmt::format("+{} {}{}", member.offset, member.name,
                                member.type.empty() ? "" : " (" + member.type + ")"),
                    member);
    const auto text = [&](std::size_t i) {
        const std::string size = size_text(data.objects[i]);
        return shown[i] + (size.empty() ? "" : " (" + size + ")");
    };
    FieldsOfObject result{profile_of(profile, std::move(events), std::move(names), std::move(rows)),
                          shown[*chosen],
                          text(*chosen),
                          misses_of(data.events, counts[*chosen]),
                          {}};
    for (const std::size_t object : meant)
        if (object != *chosen)
            result.others.push_back(text(object));
    return result;
}

std::string formula_of_unused(const Profile& by_object, const Profile& of_code) {
    const EventSet& events = by_object.header.events;
    const std::uint32_t line = of_code.data->line;
    if (line == 0 || is_difference(of_code) || !events.column("SpLoss1") ||
        !events.column("Lines1"))
        return "";
    return fmt::format("Unused1=100*SpLoss1/({}*Lines1)", line);
}

std::string formula_of_used(const Profile& by_field, const Profile& of_code) {
    return !is_difference(of_code) && by_field.header.events.column("Loaded")
               ? "Used=100*Touched/Loaded"
               : "";
}

} // namespace cg

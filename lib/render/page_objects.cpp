// SPDX-License-Identifier: GPL-2.0-or-later
// Writes data objects in the data of the HTML report.
#include "model/containers.hpp"
#include "model/count.hpp"
#include "render/page_tables.hpp"
#include "view/struct_rows.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg::render {
namespace {

// Objects and cells with less than a ten-thousandth of each column are left out, but not the
// largest objects, and not the cells that are most of their object.
constexpr double min_percent = 0.01;
constexpr double min_percent_of_object = 1;
constexpr std::size_t min_objects = 100;
constexpr std::size_t max_objects = 2000;
constexpr std::size_t max_callers = 32; // that a path names

// Returns the misses in the first-level cache; of cells without such columns, the first column.
std::uint64_t size_of(const DataObjects& data, std::span<const Count> counts) {
    std::uint64_t sum = 0;
    bool has_misses = false;
    for (const std::string_view event : {"D1mr", "D1mw"})
        if (const auto column = data.events.column(event)) {
            sum += magnitude(counts[*column]);
            has_misses = true;
        }
    return has_misses || counts.empty() ? sum : magnitude(counts.front());
}

bool has_part(std::span<const Count> counts, std::span<const Count> whole, double percent) {
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] != 0 && magnitude(counts[i]) >= magnitude_of_percentage(percent, whole[i]))
            return true;
    return false;
}

class PageObjects {
  public:
    explicit PageObjects(PageTables& tables)
        : tables_(tables),
          data_(*tables.view().profile->data),
          counts_(counts_by_object(data_)),
          whole_(data_.events.size()),
          number_of_object_(data_.objects.size()) {
        for (std::size_t object = 0; object < data_.objects.size(); ++object)
            for (std::size_t i = 0; i < whole_.size(); ++i)
                whole_[i] =
                    checked_add(whole_[i], static_cast<Count>(magnitude(counts_[object][i])));
        choose_objects();
    }

    // Writes the element "objects-data" (lib/render/web/objects.js). Adds the files of cells to the
    // tables. The profile must have data objects.
    void write(JsonWriter& json) {
        json.begin_object().key("columns").array(data_.events.names(),
                                                 [&](const auto& name) { json.string(name); });
        json.key("line").number(data_.line).key("word").number(data_.word);
        json.key("notes").array(data_.notes, [&](const auto& note) {
            json.begin_array().string(note.first);
            write_count(json, note.second);
            json.end_array();
        });
        json.key("struct");
        if (layout_)
            json.begin_object()
                .key("name")
                .string(layout_->name)
                .key("size")
                .number(layout_->size)
                .end_object();
        else
            json.null();
        json.new_line().key("objects").array(
            chosen_, [&](std::size_t object) { write_object(json.new_row(), object); });
        json.new_line().key("left_out");
        write_left_out(json);
        json.new_line().key("cells");
        write_cells(json);
        json.new_line().key("names").array( // last, because cells add some
            names_, [&](std::string_view name) { json.new_row().string(name); });
        json.new_line().key("cuts").begin_array();
        for (const std::size_t object : chosen_)
            write_cuts(json, display_name(data_, data_.objects[object]));
        for (const std::string_view name : names_)
            write_cuts(json, name);
        json.end_array().end_object();
    }

  private:
    void choose_objects() {
        std::vector<std::size_t> order = numbers_below(data_.objects.size());
        std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t object) {
            return size_of(data_, counts_[object]);
        });
        for (const std::size_t object : order) {
            if (chosen_.size() == max_objects)
                return;
            if (chosen_.size() >= min_objects && !has_part(counts_[object], whole_, min_percent))
                continue;
            number_of_object_[object] = chosen_.size();
            chosen_.push_back(object);
        }
    }

    void write_object(JsonWriter& json, std::size_t index) {
        const DataObject& object = data_.objects[index];
        json.begin_array().string(data_kinds[static_cast<std::size_t>(object.kind)]);
        json.string(display_name(data_, object));
        write_count(json, object.blocks);
        write_count(json, object.live);
        json.number(object.smallest).number(object.largest).number(object.period);
        write_place(json, object);
        write_fields(json, index);
        write_members(json, index);
        write_counts(json, counts_[index]);
        json.end_array();
    }

    void write_place(JsonWriter& json, const DataObject& object) {
        if (object.place == no_place) {
            json.number(-1);
            return;
        }
        json.begin_array();
        std::size_t callers = 0;
        for (std::uint32_t at = object.place; at != no_place && callers < max_callers;
             at = data_.places[at].caller, ++callers) {
            const DataPlace& place = data_.places[at];
            json.begin_array().number(function_number(place.function));
            json.number(file_number(place.file)).number(place.line).end_array();
        }
        json.end_array();
    }

    void write_fields(JsonWriter& json, std::size_t object) {
        json.array(data_.fields_of(object), [&](const DataField& field) {
            json.number(field.offset);
            write_counts(json, std::array{field.loaded, field.touched, field.missed});
        });
    }

    void write_members(JsonWriter& json, std::size_t index) {
        const auto fields = data_.fields_of(index);
        const std::uint64_t period = data_.objects[index].period;
        if (layout_ == nullptr || fields.empty() || !layout_->fits(period)) {
            json.null();
            return;
        }
        json.array(struct_rows(fields, data_.word, period, *layout_), [&](const StructRow& row) {
            json.begin_array().number(row.offset).number(row.size);
            json.string(row.name).string(row.type).number(row.first_word).number(row.words);
            write_counts(json, std::array{row.loaded, row.touched, row.missed});
            json.end_array();
        });
    }

    void write_left_out(JsonWriter& json) const {
        std::vector<Count> sum(data_.events.size());
        for (std::size_t object = 0; object < data_.objects.size(); ++object)
            if (!number_of_object_[object])
                add_to(sum, counts_[object]);
        json.begin_array().number(data_.objects.size() - chosen_.size());
        write_counts(json, sum);
        json.end_array();
    }

    void write_cells(JsonWriter& json) {
        json.begin_array();
        for (const auto& [cell, counts] : data_.cells.rows()) {
            const std::optional<std::size_t> object = number_of_object_[cell.object];
            if (!object || !is_visible(cell, counts))
                continue;
            json.new_row().begin_array().number(*object).number(function_number(cell.function));
            json.number(file_number(cell.file)).number(cell.line);
            write_counts(json, counts);
            json.end_array();
        }
        json.end_array();
    }

    bool is_visible(const DataCell& cell, std::span<const Count> counts) const {
        return has_part(counts, whole_, min_percent) ||
               has_part(counts, counts_[cell.object], min_percent_of_object);
    }

    // Return the index in "files" or "functions", or -1 - the index in "names".
    std::int64_t file_number(NameId file) {
        return number(file, file_numbers_,
                      [&](std::string_view name) { return tables_.file_called(name); });
    }

    std::int64_t function_number(NameId function) {
        return number(function, function_numbers_,
                      [&](std::string_view name) { return tables_.function_called(name); });
    }

    using NumberOfName = std::unordered_map<NameId, std::int64_t>;
    template <typename Find>
    std::int64_t number(NameId id, NumberOfName& known, const Find& find) {
        const auto [at, is_new] = known.try_emplace(id);
        if (is_new) {
            const std::string_view name = data_.names[id];
            if (const std::optional<std::size_t> listed = find(name)) {
                at->second = static_cast<std::int64_t>(*listed);
            } else {
                names_.push_back(name);
                at->second = -static_cast<std::int64_t>(names_.size());
            }
        }
        return at->second;
    }

    PageTables& tables_;
    const DataObjects& data_;
    const StructLayout* layout_ = tables_.options().struct_layout;
    CountRows counts_;                                         // of objects
    std::vector<Count> whole_;                                 // the sum of magnitudes, by column
    std::vector<std::size_t> chosen_;                          // objects, the largest first
    std::vector<std::optional<std::size_t>> number_of_object_; // on the page
    NumberOfName file_numbers_, function_numbers_;
    std::vector<std::string_view> names_;
};

} // namespace

void write_objects(JsonWriter& json, PageTables& tables) {
    PageObjects(tables).write(json);
}

} // namespace cg::render

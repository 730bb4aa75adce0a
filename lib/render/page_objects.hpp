// SPDX-License-Identifier: GPL-2.0-or-later
// Writes data objects in the data of the HTML report.
#pragma once

#include "render/page_tables.hpp"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg::render {

class PageObjects {
  public:
    PageObjects(const ProfileView& view, const Options& options, PageTables& tables);

    // Writes the element "objects-data" (lib/render/web/objects.js). Adds the files of cells to the
    // tables. The profile must have data objects.
    void write(JsonWriter& json);

  private:
    void choose_objects();
    void write_object(JsonWriter& json, std::size_t object);
    void write_place(JsonWriter& json, const DataObject& object);
    void write_fields(JsonWriter& json, std::size_t object);
    void write_members(JsonWriter& json, std::size_t object);
    void write_left_out(JsonWriter& json) const;
    void write_cells(JsonWriter& json);
    bool is_visible(const DataCell& cell, std::span<const Count> counts) const;
    // Return the index in "files" or "functions", or -1 - the index in "names".
    std::int64_t file_number(NameId file);
    std::int64_t function_number(NameId function);
    using NumberOfName = std::unordered_map<NameId, std::int64_t>;
    template <typename Find>
    std::int64_t number(NameId id, NumberOfName& known, const Find& find);

    const ProfileView& view_;
    const Options& options_;
    PageTables& tables_;
    const DataObjects& data_;
    CountRows counts_;                                         // of objects
    std::vector<Count> whole_;                                 // the sum of magnitudes, by column
    std::vector<std::size_t> chosen_;                          // objects, the largest first
    std::vector<std::optional<std::size_t>> number_of_object_; // on the page
    NumberOfName file_numbers_, function_numbers_;
    std::vector<std::string_view> names_;
};

} // namespace cg::render

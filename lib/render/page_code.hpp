// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the instructions of hot functions in the data of the HTML report.
#pragma once

#include "render/page_tables.hpp"
#include "view/function_code.hpp"

#include <string_view>
#include <vector>

namespace cg::render {

class PageCode {
  public:
    PageCode(const ProfileView& view, const Options& options, PageTables& tables)
        : view_(view), options_(options), tables_(tables) {}

    // Writes the element "code" (lib/render/web/data.js). Adds the files of instructions to the
    // tables.
    void write(JsonWriter& json);

  private:
    // Returns functions with at least --min percent of any event, the one with the highest counts
    // first.
    std::vector<const FunctionRanges*> hot_functions(const CodeOfFunctions& functions) const;
    void write_function(JsonWriter& json, const CodeOfFunctions& functions,
                        const FunctionRanges& function);
    void write_row(JsonWriter& json, const FunctionCode& code, std::size_t row,
                   std::size_t mnemonic_width);

    const ProfileView& view_;
    const Options& options_;
    PageTables& tables_;
};

} // namespace cg::render

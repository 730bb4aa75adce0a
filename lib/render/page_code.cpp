// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the instructions of hot functions in the data of the HTML report.
#include "model/fwd.hpp"
#include "model/profile.hpp"
#include "render/page_tables.hpp"
#include "view/function_code.hpp"
#include "view/jump_arcs.hpp"

#include <algorithm>
#include <vector>

namespace cg::render {
namespace {

constexpr std::uint32_t max_lanes = 16;

// As the page's script has them.
constexpr int instruction_row = 0, other_row = 1;

class PageCode {
  public:
    PageCode(const ProfileView& view, const Options& options, PageTables& tables)
        : view_(view), options_(options), tables_(tables) {}

    // Writes the element "code" (lib/render/web/data.js). Adds the files of instructions to the
    // tables.
    void write(JsonWriter& json) {
        const Profile& profile = *view_.profile;
        if (!profile.addresses || options_.disassembler == nullptr) {
            json.null();
            return;
        }
        const CodeOfFunctions functions(*profile.addresses, *options_.disassembler);
        json.begin_array();
        for (const FunctionRanges* function : hot_functions(functions))
            write_function(json.new_row(), functions, *function);
        json.end_array();
    }

  private:
    // Returns functions with at least --min percent of any event, the one with the highest counts
    // first.
    std::vector<const FunctionRanges*> hot_functions(const CodeOfFunctions& functions) const {
        std::vector<const FunctionRanges*> hot;
        for (const FunctionRanges& function : functions.functions())
            if (view_.reaches(function.counts, options_.source_min))
                hot.push_back(&function);
        rank(hot, view_.order);
        return hot;
    }

    void write_function(JsonWriter& json, const CodeOfFunctions& functions,
                        const FunctionRanges& function) {
        const CodeRanges& ranges = *view_.profile->addresses;
        const FunctionCode code = functions.code(function);
        json.begin_object().key("name").string(functions.name(function));
        json.key("object").string(ranges.objects[function.object].path);
        json.key("function");
        write_index(json, tables_.function_called(ranges.names[function.function]));
        json.key("counts").begin_array();
        write_counts(json, function.counts);
        json.end_array().new_line().key("rows").begin_array();
        const std::size_t width = mnemonic_width(code);
        for (std::size_t row = 0; row < code.rows.size(); ++row)
            write_row(json.new_row(), code, row, width);
        json.end_array();

        const JumpArcs arcs = lay_out(jumps_of(code), max_lanes);
        json.new_line().key("lanes").number(arcs.lanes).key("arcs").begin_array();
        for (const JumpArc& arc : arcs.arcs)
            json.begin_array()
                .number(arc.lane)
                .number(arc.target)
                .elements(arc.sources)
                .end_array();
        json.end_array().end_object();
    }

    void write_row(JsonWriter& json, const FunctionCode& code, std::size_t i,
                   std::size_t mnemonic_width) {
        const CodeRow& row = code.rows[i];
        const Names& names = view_.profile->addresses->names;
        json.begin_array().number(row.has_counts() ? instruction_row : other_row);
        json.string(text_of(row, names, mnemonic_width));
        const auto file =
            row.has_counts() ? view_.profile->names.find(names[row.file]) : std::nullopt;
        write_index(json, file && tables_.has_file(*file)
                              ? std::optional(tables_.file_number(*file))
                              : std::nullopt);
        json.number(row.line);
        if (row.has_counts())
            write_counts(json, code.counts[i]);
        json.end_array();
    }

    const ProfileView& view_;
    const Options& options_;
    PageTables& tables_;
};

} // namespace

void write_code(JsonWriter& json, const ProfileView& view, const Options& options,
                PageTables& tables) {
    PageCode(view, options, tables).write(json);
}

} // namespace cg::render

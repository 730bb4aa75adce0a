// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the instructions of hot functions in the data of the HTML report.
#include "model/fwd.hpp"
#include "model/profile.hpp"
#include "render/page_tables.hpp"
#include "view/function_code.hpp"
#include "view/jump_arcs.hpp"

#include <ranges>

namespace cg::render {
namespace {

constexpr std::uint32_t max_lanes = 16;

// As the page's script has them.
constexpr int instruction_row = 0, other_row = 1;

void write_row(JsonWriter& json, PageTables& tables, const FunctionCode& code, std::size_t i,
               std::size_t mnemonic_width) {
    const CodeRow& row = code.rows[i];
    const Profile& profile = *tables.view().profile;
    const Names& names = profile.addresses->names;
    json.begin_array().number(row.has_counts() ? instruction_row : other_row);
    json.string(text_of(row, names, mnemonic_width));
    write_index(json, row.has_counts() ? tables.file_called(names[row.file]) : std::nullopt);
    json.number(row.line);
    if (row.has_counts())
        write_counts(json, code.counts[i]);
    json.end_array();
}

void write_function(JsonWriter& json, PageTables& tables, const CodeOfFunctions& functions,
                    const FunctionRanges& function) {
    const CodeRanges& ranges = *tables.view().profile->addresses;
    const FunctionCode code = functions.code(function);
    json.begin_object().key("name").string(functions.name(function));
    json.key("object").string(ranges.objects[function.object].path);
    json.key("function");
    write_index(json, tables.function_called(ranges.names[function.function]));
    json.key("counts");
    write_array(json, function.counts);
    const std::size_t width = mnemonic_width(code);
    json.new_line().key("rows").array(
        std::views::iota(std::size_t{0}, code.rows.size()),
        [&](std::size_t row) { write_row(json.new_row(), tables, code, row, width); });
    const JumpArcs arcs = lay_out(jumps_of(code), max_lanes);
    json.new_line()
        .key("lanes")
        .number(arcs.lanes)
        .key("arcs")
        .array(arcs.arcs, [&](const JumpArc& arc) {
            json.begin_array().number(arc.lane).number(arc.target);
            json.elements(arc.sources).end_array();
        });
    json.end_object();
}

} // namespace

void write_code(JsonWriter& json, PageTables& tables) {
    const ProfileView& view = tables.view();
    const Options& options = tables.options();
    if (!view.profile->addresses || options.disassembler == nullptr) {
        json.null();
        return;
    }
    const CodeOfFunctions functions(*view.profile->addresses, *options.disassembler);
    const auto is_hot = [&](const FunctionRanges& function) {
        return view.reaches(function.counts, options.source_min);
    };
    json.array(functions.ranked(view.order, is_hot), [&](const FunctionRanges* function) {
        write_function(json.new_row(), tables, functions, *function);
    });
}

} // namespace cg::render

// SPDX-License-Identifier: GPL-2.0-or-later
// Writes the verdicts of gates and the lines that grew most in the data of the HTML report.
#include "model/profile.hpp"
#include "render/page_tables.hpp"
#include "render/review.hpp"
#include "text/escaping.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace cg::render {

void write_review(JsonWriter& json, PageTables& tables) {
    const Options& options = tables.options();
    if (!options.is_review) {
        json.null();
        return;
    }
    json.begin_object();
    json.key("gates").array(options.gates, [&](const GateVerdict& gate) {
        json.new_row().begin_array().string(page_text(gate.condition));
        json.array(gate.report, [&](const std::string& line) { json.string(page_text(line)); });
        json.end_array();
    });
    // The lines of all files: the reader has their sources, whether or not they are in a
    // repository.
    Options of_all = options;
    of_all.top = 100;
    of_all.min = 0;
    of_all.path_in_repository = [](std::string_view name) {
        return name == unspecified_mark ? std::nullopt : std::optional(std::string(name));
    };
    const Findings found = find_lines_to_review(tables.view(), of_all);
    json.new_line().key("lines").array(found.worst, [&](const Finding& finding) {
        const std::string_view file = tables.view().profile->names[finding.file];
        json.new_row().begin_array().number(tables.file_number(finding.file));
        write_line(json, options.old_source(file), finding.line);
        write_index(json, tables.function_number(finding.function));
        write_count(json, finding.count);
        json.end_array();
    });
    json.end_object();
}

} // namespace cg::render

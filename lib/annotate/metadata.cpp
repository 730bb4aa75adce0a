// SPDX-License-Identifier: GPL-2.0-or-later
#include "annotate/sections.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace cg {
namespace {

void write_field(std::string& out, std::string_view label, std::string_view value) {
    fmt::format_to(std::back_inserter(out), "{:<17} {}\n", label, value);
}

void write_descriptions(std::string& out, const std::vector<InputFile>& data) {
    const bool all_equal =
        std::ranges::all_of(data, [&](const InputFile& file) { return file.desc == data[0].desc; });
    for (std::size_t i = 0; i < (all_equal ? 1 : data.size()); ++i) {
        if (!all_equal)
            fmt::format_to(std::back_inserter(out), "Description {}:\n", i + 1);
        for (const std::string& line : data[i].desc)
            out += line + '\n';
    }
}

void write_commands(std::string& out, const std::vector<InputFile>& data) {
    if (data.size() == 1)
        return write_field(out, "Command:", data[0].cmd);
    for (std::size_t i = 0; i < data.size(); ++i) {
        const bool same = i > 0 && data[i].cmd == data[i - 1].cmd;
        write_field(out, fmt::format("Command {}:", i + 1),
                    same ? fmt::format("(same as Command {})", i) : data[i].cmd);
    }
}

std::string names_of(const ReportColumns& columns, const std::vector<std::size_t>& chosen) {
    std::string names;
    for (const std::size_t column : chosen) {
        if (!names.empty())
            names += ' ';
        names += columns.events[column];
    }
    return names;
}

// Returns the shortest exact text with at least one digit after the point: "0.1%", "20.0%".
std::string percent_text(double percent) {
    std::string text = fmt::format("{}", percent);
    if (text.find_first_not_of("0123456789") == text.npos)
        text += ".0";
    return text + '%';
}

std::string threshold_text(const ReportColumns& columns) {
    const auto& thresholds = columns.thresholds;
    if (thresholds.size() == 1 && thresholds[0].column == columns.order[0])
        return percent_text(thresholds[0].percent);
    std::string text;
    for (const Threshold& threshold : thresholds) {
        if (!text.empty())
            text += ", ";
        text += columns.events[threshold.column] + ' ' + percent_text(threshold.percent);
    }
    return text;
}

} // namespace

void write_metadata(std::string& out, const ReportInput& input, const ReportColumns& columns,
                    const ReportOptions& options) {
    write_heading(out, "Metadata");
    write_field(out, "Invocation:", options.invocation);
    write_descriptions(out, input.data);
    write_commands(out, input.data);
    std::vector<std::size_t> all(columns.events.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = i;
    write_field(out, "Events recorded:", names_of(columns, all));
    write_field(out, "Events shown:", names_of(columns, columns.visible_columns));
    write_field(out, "Event sort order:", names_of(columns, columns.order));
    write_field(out, "Threshold:", threshold_text(columns));
    write_field(out, "Annotation:", options.annotate ? "on" : "off");
    for (const std::string& remark : options.remarks)
        out += remark + '\n';
    out += '\n';
}

} // namespace cg

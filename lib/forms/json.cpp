// SPDX-License-Identifier: GPL-2.0-or-later
// The whole profile as JSON: docs/schema/profile-1.json says what it means. format/json reads
// it back without loss.
#include "forms/renderers.hpp"
#include "text/json_text.hpp"

namespace cg::render {
namespace {

void write_counts(Writer& out, std::span<const Count> counts) {
    out << '[';
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (i)
            out << ',';
        out << counts[i];
    }
    out << ']';
}

std::vector<Count> sum(const CostTable& costs, std::size_t first_row, std::size_t end_row) {
    std::vector<Count> sums(costs.event_count());
    for (std::size_t row = first_row; row < end_row; ++row)
        for (std::size_t event = 0; event < sums.size(); ++event)
            sums[event] = checked_add(sums[event], costs.counts(row)[event]);
    return sums;
}

void write_header(Writer& out, const Header& header) {
    out << "{\"format\":\"cgtools-profile\",\"version\":1,\n\"desc\":[";
    for (std::size_t i = 0; i < header.desc.size(); ++i) {
        if (i)
            out << ',';
        write_json_bytes(out, header.desc[i]);
    }
    out << "],\n\"cmd\":";
    write_json_bytes(out, header.cmd);
    out << ",\n\"events\":[";
    for (std::size_t i = 0; i < header.events.size(); ++i) {
        if (i)
            out << ',';
        write_json_bytes(out, header.events[i]);
    }
    out << "],\n";
}

void write_function(Writer& out, const Profile& profile, const FunctionCosts& function) {
    const CostTable& costs = profile.costs;
    out << "  {\"name\":";
    if (function.function == unspecified_function)
        out << "null";
    else
        write_json_bytes(out, profile.names[function.function]);
    out << ",\"totals\":";
    write_counts(out, sum(costs, function.first_row, function.end_row));
    out << ",\"lines\":[";
    for (std::size_t row = function.first_row; row < function.end_row; ++row) {
        out << (row == function.first_row ? "[" : ",[") << costs.line(row);
        for (const Count count : costs.counts(row))
            out << ',' << count;
        out << ']';
    }
    out << "]}";
}

} // namespace

void json(std::span<const ProfileView> views, const Options&, Writer& out) {
    const Profile& profile = *views[0].profile;
    write_header(out, profile.header);
    out << "\"totals\":";
    write_counts(out, profile.summary);
    out << ",\n\"files\":[";
    const auto functions = profile.costs.functions();
    for (std::size_t f = 0; f < functions.size();) {
        const NameId file = functions[f].file;
        std::size_t end = f;
        while (end < functions.size() && functions[end].file == file)
            ++end;
        out << (f == 0 ? "\n" : ",\n") << " {\"name\":";
        write_json_bytes(out, profile.names[file]);
        out << ",\"totals\":";
        write_counts(out, sum(profile.costs, functions[f].first_row, functions[end - 1].end_row));
        out << ",\"functions\":[\n";
        for (; f < end; ++f) {
            write_function(out, profile, functions[f]);
            out << (f + 1 < end ? ",\n" : "]}");
        }
    }
    out << "]}\n";
}

} // namespace cg::render

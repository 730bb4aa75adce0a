// SPDX-License-Identifier: GPL-2.0-or-later
// The complete profile as JSON, in the schema docs/schema/profile-1.json. format/json reads it back
// without loss.
#include "render/renderers.hpp"
#include "text/escaping.hpp"

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

std::vector<Count> sum(const CostTable& costs, IndexRange rows) {
    std::vector<Count> sums(costs.event_count());
    for (const std::size_t row : rows)
        add_to(sums, costs.counts(row));
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
    write_counts(out, sum(costs, function.rows()));
    out << ",\"lines\":[";
    for (const std::size_t row : function.rows()) {
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
    bool is_first = true;
    for (const auto functions : by_file(profile.costs.functions())) {
        out << (is_first ? "\n" : ",\n") << " {\"name\":";
        is_first = false;
        write_json_bytes(out, profile.names[functions.front().file]);
        out << ",\"totals\":";
        write_counts(out,
                     sum(profile.costs, {functions.front().first_row, functions.back().end_row}));
        out << ",\"functions\":[\n";
        for (const FunctionCosts& function : functions) {
            write_function(out, profile, function);
            out << (&function == &functions.back() ? "]}" : ",\n");
        }
    }
    out << "]}\n";
}

} // namespace cg::render

// SPDX-License-Identifier: GPL-2.0-or-later
// The complete profile as JSON, in the schema docs/schema/profile-1.json. format/json reads it back
// without loss.
#include "model/count.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "text/json_writer.hpp"

namespace cg::render {
namespace {

void write_header(JsonWriter& json, const Header& header) {
    json.key("format").string("cgtools-profile").key("version").number(1);
    const auto write_bytes = [&](const std::string& bytes) { json.bytes(bytes); };
    json.new_line().key("desc").array(header.desc, write_bytes);
    json.new_line().key("cmd").bytes(header.cmd);
    json.new_line().key("events").array(header.events.names(), write_bytes);
}

void write_function(JsonWriter& json, const Profile& profile, const FunctionCosts& function) {
    const CostTable& costs = profile.costs;
    json.begin_object().key("name");
    if (function.function == unspecified_function)
        json.null();
    else
        json.bytes(profile.names[function.function]);
    json.key("totals").numbers(costs.total(function.rows()));
    json.key("lines").array(function.rows(), [&](std::size_t row) {
        json.begin_array().number(costs.line(row)).elements(costs.counts(row)).end_array();
    });
    json.end_object();
}

} // namespace

void json(std::span<const ProfileView> views, const Options&, Writer& out) {
    const Profile& profile = *views[0].profile;
    JsonWriter json(out);
    json.begin_object();
    write_header(json, profile.header);
    json.new_line().key("totals").numbers(profile.summary);
    json.new_line().key("files").begin_array();
    for (const auto functions : by_file(profile.costs.functions())) {
        const IndexRange rows(functions.front().first_row, functions.back().end_row);
        json.new_line(1).begin_object();
        json.key("name").bytes(profile.names[functions.front().file]);
        json.key("totals").numbers(profile.costs.total(rows));
        json.key("functions").array(functions, [&](const FunctionCosts& function) {
            write_function(json.new_line(2), profile, function);
        });
        json.end_object();
    }
    json.end_array().end_object();
    out << '\n';
}

} // namespace cg::render

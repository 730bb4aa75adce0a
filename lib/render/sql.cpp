// SPDX-License-Identifier: GPL-2.0-or-later
#include "render/sql.hpp"

#include "error/error.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"
#include "text/hash.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <range/v3/view/zip.hpp>
#include <ranges>

namespace cg {

namespace {

// "IF NOT EXISTS" is not in the standard, but all three databases have it. A CHECK refuses dumps
// of another version.
constexpr std::string_view tables = R"(BEGIN TRANSACTION;
CREATE TABLE IF NOT EXISTS cgtools (schema_version INTEGER NOT NULL CHECK (schema_version = {0}));
CREATE TABLE IF NOT EXISTS profiles (id BIGINT NOT NULL PRIMARY KEY, position BIGINT NOT NULL, label TEXT NOT NULL, command TEXT NOT NULL, description TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS events (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, bytes TEXT);
CREATE TABLE IF NOT EXISTS files (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, bytes TEXT);
CREATE TABLE IF NOT EXISTS functions (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, bytes TEXT);
CREATE TABLE IF NOT EXISTS totals (profile_id BIGINT NOT NULL, event_id BIGINT NOT NULL, count BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS costs (profile_id BIGINT NOT NULL, file_id BIGINT NOT NULL, function_id BIGINT NOT NULL, line BIGINT NOT NULL, event_id BIGINT NOT NULL, count BIGINT NOT NULL);
INSERT INTO cgtools SELECT {0} WHERE NOT EXISTS (SELECT * FROM cgtools WHERE schema_version = {0});
)";

constexpr std::string_view data_tables =
    R"(CREATE TABLE IF NOT EXISTS objects (profile_id BIGINT NOT NULL, id BIGINT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, blocks BIGINT NOT NULL, live BIGINT NOT NULL, smallest BIGINT NOT NULL, largest BIGINT NOT NULL, period BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS fields (profile_id BIGINT NOT NULL, object_id BIGINT NOT NULL, byte BIGINT NOT NULL, loaded BIGINT NOT NULL, touched BIGINT NOT NULL, missed BIGINT NOT NULL);
CREATE TABLE IF NOT EXISTS cells (profile_id BIGINT NOT NULL, object_id BIGINT NOT NULL, file_id BIGINT NOT NULL, function_id BIGINT NOT NULL, line BIGINT NOT NULL, event_id BIGINT NOT NULL, count BIGINT NOT NULL);
)";

// The id of counts before the first fn= line of a file, which have no name.
constexpr std::uint64_t unspecified_id = 0;

bool is_text(std::string_view bytes) {
    return bytes.find('\0') == bytes.npos && text_for(EscapingContext::program, bytes) == bytes;
}

// Returns NULL for text, else the hexadecimal digits of all bytes.
std::string bytes_column(std::string_view bytes) {
    if (is_text(bytes))
        return "NULL";
    std::string digits = "'";
    for (const char byte : bytes)
        digits += fmt::format("{:02x}", static_cast<std::uint8_t>(byte));
    return digits + "'";
}

} // namespace

std::uint64_t sql_id(std::string_view name) {
    Fnv1a hash;
    hash.add(name);
    return std::max<std::uint64_t>(hash.value() >> 1, 1);
}

std::string sql_string(std::string_view bytes) {
    return '\'' +
           render::with_escapes(text_for(EscapingContext::program, bytes),
                                std::string_view("'\0", 2),
                                [](char c) { return c == '\'' ? "''" : "\xef\xbf\xbd"; }) +
           '\'';
}

SqlDump::SqlDump(Writer& out) : out_(out) {
    out_ << fmt::format(tables, schema_version)
         << "INSERT INTO functions SELECT 0, '<unspecified>', '' WHERE NOT EXISTS "
            "(SELECT * FROM functions WHERE id = 0);\n";
}

// The database skips a name that it has already. Another name with the same id is an error in the
// database, because the id is the primary key.
template <std::ranges::input_range Range>
void SqlDump::write_names(Table& table, Range&& names) {
    Insertion rows(out_,
                   fmt::format("INSERT INTO {0} WITH v(id, name, bytes) AS (VALUES\n", table.name),
                   fmt::format(") SELECT id, name, bytes FROM v WHERE NOT EXISTS (SELECT * FROM "
                               "{0} t WHERE t.id = v.id AND t.name = v.name AND "
                               "COALESCE(t.bytes, '') = COALESCE(v.bytes, ''))",
                               table.name));
    for (const std::string_view name : names) {
        const std::size_t before = table.written.size();
        table.written.intern(name);
        if (table.written.size() == before)
            continue;
        // PostgreSQL takes a column of only NULL for text if the first NULL has this type.
        rows.add(fmt::format("({},{},CAST({} AS TEXT))", sql_id(name), sql_string(name),
                             bytes_column(name)));
    }
    rows.finish();
}

void SqlDump::write_profile(const std::string& label, const Header& header) {
    const std::string description = fmt::format("{}", fmt::join(header.desc, "\n"));
    // The position is after all profiles that the database has.
    out_ << fmt::format("INSERT INTO profiles SELECT {}, COALESCE(MAX(position), 0) + 1, {}, {}, "
                        "{} FROM profiles;\n",
                        sql_id(label), sql_string(label), sql_string(header.cmd),
                        sql_string(description));
}

void SqlDump::write_totals(std::uint64_t profile, const Profile& of) {
    Insertion rows(out_, "INSERT INTO totals VALUES\n", "");
    for (const auto& [event, total] : ranges::views::zip(of.header.events.names(), of.summary))
        rows.add(fmt::format("({},{},{})", profile, sql_id(event), sql_count(total)));
    rows.finish();
}

// Writes the counts of a profile, except those that are 0.
void SqlDump::write_costs(std::uint64_t profile, const Profile& of) {
    std::vector<std::uint64_t> events;
    for (const std::string& event : of.header.events.names())
        events.push_back(sql_id(event));
    Insertion rows(out_, "INSERT INTO costs VALUES\n", "");
    for (const FunctionCosts& f : of.costs.functions()) {
        const std::uint64_t file = sql_id(of.names[f.file]);
        const std::uint64_t function =
            f.function == unspecified_function ? unspecified_id : sql_id(of.names[f.function]);
        for (const std::size_t row : f.rows())
            for (std::size_t event = 0; event < events.size(); ++event)
                if (const Count count = of.costs.counts(row)[event])
                    rows.add(fmt::format("({},{},{},{},{},{})", profile, file, function,
                                         of.costs.line(row), events[event], sql_count(count)));
    }
    rows.finish();
}

// Writes data objects, numbered from 1 in each profile, and tables for them, which dumps without
// any do not have.
void SqlDump::write_data(std::uint64_t profile, const DataObjects& data) {
    out_ << data_tables;
    const auto name = [&](NameId id) { return data.names[id]; };
    write_names(events_, data.events.names());
    write_names(files_,
                data.cells | std::views::transform(&DataCell::file) | std::views::transform(name));
    write_names(functions_, data.cells | std::views::transform(&DataCell::function) |
                                std::views::transform(name));
    const auto size = [](std::uint64_t bytes) {
        return std::min<std::uint64_t>(bytes, std::numeric_limits<Count>::max());
    };
    Insertion objects(out_, "INSERT INTO objects VALUES\n", "");
    for (std::size_t i = 0; i < data.objects.size(); ++i) {
        const DataObject& object = data.objects[i];
        objects.add(fmt::format("({},{},{},{},{},{},{},{},{})", profile, i + 1,
                                sql_string(data_kinds[static_cast<std::size_t>(object.kind)]),
                                sql_string(display_name(data, object)), sql_count(object.blocks),
                                sql_count(object.live), size(object.smallest), size(object.largest),
                                size(object.period)));
    }
    objects.finish();
    Insertion fields(out_, "INSERT INTO fields VALUES\n", "");
    for (const DataField& field : data.fields)
        fields.add(fmt::format("({},{},{},{},{},{})", profile, field.object + 1, field.offset,
                               sql_count(field.loaded), sql_count(field.touched),
                               sql_count(field.missed)));
    fields.finish();
    Insertion cells(out_, "INSERT INTO cells VALUES\n", "");
    for (const auto& [cell, counts] : data.cells.rows())
        for (std::size_t event = 0; event < data.events.size(); ++event)
            if (counts[event] != 0)
                cells.add(fmt::format("({},{},{},{},{},{},{})", profile, cell.object + 1,
                                      sql_id(data.names[cell.file]),
                                      sql_id(data.names[cell.function]), cell.line,
                                      sql_id(data.events[event]), sql_count(counts[event])));
    cells.finish();
}

void SqlDump::add(const std::string& label, const Profile& profile) {
    const std::size_t before = profiles_.written.size();
    profiles_.written.intern(label);
    if (profiles_.written.size() == before)
        throw UsageError("two profiles have the label " + in_quotes(label) + ": see --label");
    const auto name = [&](NameId id) { return profile.names[id]; };
    const auto has_name = [](NameId id) { return id != unspecified_function; };
    const auto functions = profile.costs.functions();
    write_names(events_, profile.header.events.names());
    write_names(files_, functions | std::views::transform(&FunctionCosts::file) |
                            std::views::transform(name));
    write_names(functions_, functions | std::views::transform(&FunctionCosts::function) |
                                std::views::filter(has_name) | std::views::transform(name));
    write_profile(label, profile.header);
    write_totals(sql_id(label), profile);
    write_costs(sql_id(label), profile);
    if (profile.data)
        write_data(sql_id(label), *profile.data);
}

void SqlDump::finish() {
    out_ << "COMMIT;\n";
}

} // namespace cg

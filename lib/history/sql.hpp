// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles as statements of SQL: docs/sql.md describes the tables.
#pragma once

#include "history/history_writer.hpp"
#include "text/writer.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cg {

// One transaction of statements that SQLite, PostgreSQL and DuckDB understand. Ids are computed
// from names, so that dumps of several runs can be loaded into one database. Profiles are written
// one after the other; only the names of what was written are kept.
class SqlDump : public HistoryWriter {
  public:
    static constexpr int schema_version = 1;

    // Writes the tables.
    explicit SqlDump(Writer& out);
    // Throws UsageError if a profile of this label was added before.
    void add(const std::string& label, const Profile& profile) override;
    // Ends the transaction.
    void finish() override;

  private:
    // What was written to a table of names, and the ids of a profile's names.
    struct Table {
        std::string_view name;
        Names written = {};
    };
    void write_names(Table& table, const std::vector<std::string_view>& names);
    void write_profile(const std::string& label, const Header& header);
    void write_totals(std::uint64_t profile, const Profile& of);
    void write_costs(std::uint64_t profile, const Profile& of);

    Writer& out_;
    Table profiles_{"profiles"}, events_{"events"}, files_{"files"}, functions_{"functions"};
};

// 63 bits of a hash of the name, at least 1, the same everywhere.
std::uint64_t sql_id(std::string_view name);

// Returns 'text' with all quotes doubled. What is not UTF-8, and NUL, become U+FFFD.
std::string sql_string(std::string_view bytes);

} // namespace cg

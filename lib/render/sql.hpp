// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles as statements of SQL: docs/sql.md describes the tables.
#pragma once

#include "model/fwd.hpp"
#include "render/renderers.hpp"
#include "text/writer.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <string>
#include <string_view>

namespace cg {

// Rows of an INSERT, in batches.
class Insertion {
  public:
    // Each statement is `begin`, rows, `end` and a semicolon.
    Insertion(Writer& out, std::string begin, std::string end)
        : out_(out), begin_(std::move(begin)), end_(std::move(end)) {}

    void add(std::string_view row) {
        if (rows_ == batch)
            finish();
        out_ << (rows_ == 0 ? std::string_view(begin_) : ",\n") << row;
        ++rows_;
    }
    // Ends the last statement.
    void finish() {
        if (rows_ > 0)
            out_ << end_ << ";\n";
        rows_ = 0;
    }

  private:
    // A database parses a statement as a whole: more rows would take more of its memory.
    static constexpr std::size_t batch = 500;

    Writer& out_;
    std::string begin_, end_;
    std::size_t rows_ = 0;
};

// The least count is no literal: -9223372036854775808 is the negative of a number out of range.
inline std::string sql_count(Count count) {
    if (count == std::numeric_limits<Count>::min())
        return "-9223372036854775807 - 1";
    return std::to_string(count);
}

// One transaction of statements that SQLite, PostgreSQL and DuckDB understand. Ids are computed
// from names, so that dumps of several runs can be loaded into one database. Profiles are written
// one after the other; only the names that were written are kept.
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
    // A table of names, and the names that it has.
    struct Table {
        std::string_view name;
        Names written = {};
    };
    template <std::ranges::input_range Range>
    void write_names(Table& table, Range&& names);
    void write_profile(const std::string& label, const Header& header);
    void write_totals(std::uint64_t profile, const Profile& of);
    void write_costs(std::uint64_t profile, const Profile& of);
    void write_data(std::uint64_t profile, const DataObjects& data);

    Writer& out_;
    Table profiles_{"profiles"}, events_{"events"}, files_{"files"}, functions_{"functions"};
};

// 63 bits of a hash of the name, at least 1, the same everywhere.
std::uint64_t sql_id(std::string_view name);

// Returns 'text' with all quotes doubled. Bytes that are not UTF-8, and NUL, become U+FFFD.
std::string sql_string(std::string_view bytes);

} // namespace cg

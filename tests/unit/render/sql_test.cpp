// SPDX-License-Identifier: GPL-2.0-or-later
// tests/engines/sql tests it with databases.
#include "../made_profiles.hpp"
#include "error/error.hpp"
#include "render/sql.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

using namespace std::string_literals;

TEST(Sql, StringsOfAnyBytes) {
    EXPECT_EQ(sql_string("it's"), "'it''s'");
    EXPECT_EQ(sql_string("a\\b\"c;--"), "'a\\b\"c;--'");
    EXPECT_EQ(sql_string("\xff"), "'\uFFFD'");
    EXPECT_EQ(sql_string("a\0b"s), "'a\uFFFDb'");
}

// They are part of the schema: dumps of other versions have to have the same.
TEST(Sql, IdsStayTheSame) {
    EXPECT_EQ(sql_id("Ir"), 329363122703603969U);
    EXPECT_EQ(sql_id(""), 0xcbf29ce484222325U >> 1);
}

TEST(Sql, TheLeastCountIsAnExpression) {
    EXPECT_EQ(sql_count(-1), "-1");
    EXPECT_EQ(sql_count(std::numeric_limits<Count>::min()), "-9223372036854775807 - 1");
}

TEST(Sql, InsertionsComeInBatches) {
    std::string bytes;
    Writer out([&](std::string_view piece) { bytes += piece; });
    Insertion rows(out, "INSERT ", "");
    for (int i = 0; i < 501; ++i)
        rows.add("(1)");
    rows.finish();
    out.flush();
    EXPECT_EQ(std::count(bytes.begin(), bytes.end(), ';'), 2);
    EXPECT_TRUE(bytes.ends_with("(1);\nINSERT (1);\n"));
}

std::string dump(const std::vector<std::string>& labels) {
    std::string bytes;
    Writer out([&](std::string_view piece) { bytes += piece; });
    SqlDump dump(out);
    for (const std::string& label : labels)
        dump.add(label, small_profile());
    dump.finish();
    out.flush();
    return bytes;
}

TEST(Sql, ANameIsWrittenOnce) {
    const std::string bytes = dump({"a", "b"});
    EXPECT_EQ(bytes.find(",'helper',"), bytes.rfind(",'helper',"));
    EXPECT_TRUE(bytes.starts_with("BEGIN TRANSACTION;\n"));
    EXPECT_TRUE(bytes.ends_with("COMMIT;\n"));
}

TEST(Sql, ALabelStandsForOneProfile) {
    EXPECT_THROW(dump({"a", "a"}), UsageError);
}

} // namespace
} // namespace cg

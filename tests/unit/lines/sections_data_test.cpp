// SPDX-License-Identifier: GPL-2.0-or-later
#include "lines/sections.hpp"

#include "../algebra/text.hpp"
#include "../made_data.hpp"
#include "../thrown.hpp"
#include "error/error.hpp"

#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

TEST(DataObjectLines, AreReadAndWritten) {
    EXPECT_EQ(text(profile(with_data(data_lines))), with_data(data_lines));
}

TEST(DataObjectLines, HaveValues) {
    const Profile p = profile(with_data(data_lines));
    ASSERT_TRUE(p.data);
    EXPECT_EQ(p.data->word, 4U);
    EXPECT_EQ(p.data->note("over_live"), 2);
    EXPECT_EQ(p.data->note("stale"), 0);
    ASSERT_EQ(p.data->objects.size(), 5U);
    EXPECT_EQ(p.data->objects[0].kind, DataKind::heap);
    EXPECT_EQ(p.data->objects[0].place, 1U);
    EXPECT_EQ(p.data->objects[0].largest, 80U);
    EXPECT_EQ(p.data->places[1].caller, 0U);
    EXPECT_EQ(p.data->names[p.data->objects[1].program], "/bin/lists");
    EXPECT_EQ(p.data->names[p.data->objects[4].name], "/etc/a file");
    ASSERT_EQ(p.data->fields_of(0).size(), 2U);
    EXPECT_EQ(p.data->fields_of(0)[1].touched, 64);
    EXPECT_TRUE(p.data->fields_of(2).empty());
}

TEST(DataObjectLines, OfLinesThatEndInCrLfAreRead) {
    std::string with_cr = with_data(data_lines);
    for (std::size_t at = 0; (at = with_cr.find('\n', at)) != with_cr.npos; at += 2)
        with_cr.insert(at, "\r");
    EXPECT_EQ(text(profile(with_cr)), with_data(data_lines));
}

TEST(DataObjectLines, OfSeveralSectionsAreSummed) {
    const std::string half = "#data 1 word=4 line=64 stale=1\n#data-events: D1mr\n"
                             "#data-object other 0 0 5 0 0 0 (x)\n#fl=a\n#fn=f\n#cell 1 2 7\n";
    EXPECT_EQ(text(profile(with_data(half + "# a comment\n" + half))),
              with_data("#data 1 word=4 line=64 stale=2\n#data-events: D1mr\n"
                        "#data-object other 0 0 5 0 0 0 (x)\n#fl=a\n#fn=f\n#cell 1 2 14\n"));
}

TEST(DataObjectLines, OfFunctionsAreSummedWhenFunctionsAreRead) {
    const Profile p = read_profile(with_data(data_lines), "test", {.detail = Detail::functions});
    ASSERT_EQ(p.data->cells.size(), 5U); // the heap's of main are one
    EXPECT_EQ(p.data->cells[0].line, 0U);
    EXPECT_EQ(p.data->cells.counts(0)[0], 5);
}

TEST(DataObjectLines, ThatAreDamagedAreErrors) {
    const auto error = [](const std::string& lines) {
        return thrown_by<Error>([&] { profile(with_data(lines)); });
    };
    const std::string first = "#data 1 word=4 line=64\n";
    EXPECT_EQ(error("#data 1 word\n"), "test:12: expected NAME=NUMBER");
    EXPECT_EQ(error("#data 1 word=x\n"), "test:12: expected a count");
    EXPECT_EQ(error("#data 1 word=65537\n"), "test:12: expected a size, at most 65536");
    EXPECT_EQ(error(first + "#data-events:\n"), "test:13: expected the name of an event");
    EXPECT_EQ(error(first + "#data-events: a a\n"), "test:13: event 'a' is named twice");
    EXPECT_EQ(error(first + "#data-events: a\n#data-events: b\n"),
              "test:14: the events of data objects are given twice");
    EXPECT_EQ(error(first + "#place 0 1\n"),
              "test:13: a place or cell before the first #fl= and #fn=");
    EXPECT_EQ(error(first + "#fl=a\n#fn=f\n#place 1 1\n"),
              "test:15: expected the number of a place, at most 0");
    EXPECT_EQ(error(first + "#fl=a\n#fn=f\n#place 0 4294967296\n"),
              "test:15: expected a line number, at most 4294967295");
    EXPECT_EQ(error(first + "#data-object heap 1 0 0 0 0 0\n"),
              "test:13: expected the number of a place, at most 0");
    EXPECT_EQ(error(first + "#data-object pool 0 0 0 0 0 0\n"),
              "test:13: expected heap, static, stack, map, code or other, not 'pool'");
    EXPECT_EQ(error(first + "#data-object heap 0 0 0 0 18446744073709551616 0\n"),
              "test:13: a size 18446744073709551616 is too large");
    EXPECT_EQ(error(first + "#field 0 1 1\n"), "test:13: a field before the first object");
    const std::string object = first + "#data-object heap 0 0 0 0 0 8\n";
    EXPECT_EQ(error(object + "#field 8 1 1\n"),
              "test:14: the offset 8 is not below the object's period, 8, or 65536");
    EXPECT_EQ(error(object + "#field 4 1\n"), "test:14: expected a number of bytes");
    EXPECT_EQ(error(object + "#field 4 1 1 1 1\n"), "test:14: expected the end of the line");
    EXPECT_EQ(error(object + "#cell 1 1\n"),
              "test:14: a place or cell before the first #fl= and #fn=");
    EXPECT_EQ(error(object + "#fl=a\n#fn=f\n#cell 2 1\n"),
              "test:16: expected the number of an object, at most 1");
    EXPECT_EQ(error(object + "#fl=a\n#fn=f\n#cell 0 1\n"), "test:16: no object has the number 0");
    EXPECT_EQ(error(object + "#fl=a\n#fn=f\n#cell 1 1 5\n"),
              "test:16: more counts than events (0)");
    EXPECT_EQ(error(object + "#fl=a\n#fn=f\n#cell 1 1\n#data-events: a\n"),
              "test:17: the events of data objects after the first cell");
}

} // namespace
} // namespace cg

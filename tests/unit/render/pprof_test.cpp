// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_calls.hpp"
#include "../made_profiles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <stdexcept>

namespace cg {
namespace {

// A decoder of its own, written against the encoding's description: fields in order.
struct Field {
    std::uint64_t number;
    std::uint64_t value;    // of a varint
    std::string_view bytes; // of what has a length
};

std::uint64_t take_varint(std::string_view& bytes) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.at(0));
        bytes.remove_prefix(1);
        value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
        if (byte < 0x80)
            return value;
    }
    throw std::runtime_error("a varint that does not end");
}

std::vector<Field> fields(std::string_view bytes) {
    std::vector<Field> out;
    while (!bytes.empty()) {
        const std::uint64_t tag = take_varint(bytes);
        Field field{tag >> 3, take_varint(bytes), {}};
        if ((tag & 7) == 2) {
            if (bytes.size() < field.value)
                throw std::runtime_error("a field that is cut off");
            field.bytes = bytes.substr(0, field.value);
            bytes.remove_prefix(field.value);
        } else if ((tag & 7) != 0) {
            throw std::runtime_error("a type that profile.proto does not use here");
        }
        out.push_back(field);
    }
    return out;
}

std::vector<std::uint64_t> packed(std::string_view bytes) {
    std::vector<std::uint64_t> out;
    while (!bytes.empty())
        out.push_back(take_varint(bytes));
    return out;
}

std::uint64_t value_of(std::string_view message, std::uint64_t number) {
    for (const Field& field : fields(message))
        if (field.number == number)
            return field.value;
    return 0;
}

// "function@file:line < frame < frame = counts" for each sample.
std::vector<std::string> samples(std::string_view bytes) {
    std::vector<std::string> strings;
    std::map<std::uint64_t, std::string> functions, locations;
    const std::vector<Field> all = fields(bytes);
    for (const Field& field : all)
        if (field.number == 6)
            strings.emplace_back(field.bytes);
    for (const Field& field : all)
        if (field.number == 5)
            functions[value_of(field.bytes, 1)] =
                strings.at(value_of(field.bytes, 2)) + "@" + strings.at(value_of(field.bytes, 4));
    for (const Field& field : all)
        if (field.number == 4)
            for (const Field& line : fields(field.bytes))
                if (line.number == 4)
                    locations[value_of(field.bytes, 1)] = functions.at(value_of(line.bytes, 1)) +
                                                          ":" +
                                                          std::to_string(value_of(line.bytes, 2));
    std::vector<std::string> out;
    for (const Field& field : all) {
        if (field.number != 2)
            continue;
        std::string text;
        for (const Field& part : fields(field.bytes))
            for (const std::uint64_t value : packed(part.bytes)) {
                if (part.number == 1)
                    text += locations.at(value) + " < ";
                else
                    text += std::to_string(static_cast<Count>(value)) + " ";
            }
        out.push_back(text);
    }
    return out;
}

TEST(Pprof, HasASampleForEachLine) {
    const Profile profile = make_profile(
        {"Ir", "Dr"}, {{"/x/a.c", "main", 1, {1000, 5}}, {"/x/a.c", "main", 2, {-20, 0}}});
    const std::string bytes = rendered(render::pprof, profile);
    EXPECT_EQ(samples(bytes),
              (std::vector<std::string>{"main@/x/a.c:1 < /x/a.c@/x/a.c:0 < /x@/x:0 < 1000 5 ",
                                        "main@/x/a.c:2 < /x/a.c@/x/a.c:0 < /x@/x:0 < -20 0 "}));
    EXPECT_EQ(fields(bytes).at(0).number, 6u); // the empty string comes first
    EXPECT_EQ(fields(bytes).at(0).bytes, "");
    EXPECT_NE(bytes.find("paths, not call stacks"), std::string::npos);
}

TEST(Pprof, HasStacksOfATreeOfCalls) {
    Profile profile =
        make_profile({"Ir", "Dr"}, {{"a.c", "main", 1, {10, 1}}, {"a.c", "f", 2, {95, 0}}});
    Calls calls = make_calls(2, {{{"main"}, 1, {10, 1}},
                                 {{"main", "g"}, 1, {0, 0}},
                                 {{"main", "g", "f"}, 3, {60, 0}},
                                 {{"main", "f"}, 1, {5, 0}}});
    CallTreeBuilder tree(2);
    tree.add(*calls.tree());
    tree.counts(CallTreeBuilder::root(PathStart::thread))[0] = 7;
    tree.counts(tree.child(CallTreeBuilder::root(PathStart::signal), 0))[0] = 30;
    calls.tree_or_arcs = std::move(tree).finish();
    profile.calls = std::move(calls);
    const std::string bytes = rendered(render::pprof, profile);
    EXPECT_THAT(samples(bytes),
                testing::ElementsAre("(no function)@(no function):0 < 7 0 ", "main@a.c:0 < 10 1 ",
                                     "f@a.c:0 < main@a.c:0 < 5 0 ",
                                     "f@a.c:0 < g@a.c:0 < main@a.c:0 < 60 0 ",
                                     "f@a.c:0 < (signal handlers)@(signal handlers):0 < 30 0 "));
    EXPECT_EQ(bytes.find("not call stacks"), bytes.npos);
}

TEST(Pprof, HasOneSampleForWhatIsBelowTheMinimum) {
    const Profile profile = make_profile({"Ir", "Dr"}, {{"a.c", "hot", 1, {900, 0}},
                                                        {"a.c", "hot", 2, {0, 0}},
                                                        {"a.c", "reads", 3, {0, 7}},
                                                        {"a.c", "reads", 4, {1, 2}},
                                                        {"a.c", "cold", 5, {4, 0}},
                                                        {"a.c", "cold", 6, {5, 0}},
                                                        {"a.c", "not called", 7, {0, 0}}});
    render::Options options;
    options.min = 1;
    EXPECT_EQ(samples(rendered(render::pprof, profile, options)),
              (std::vector<std::string>{
                  "hot@a.c:1 < a.c@a.c:0 < 900 0 ", "reads@a.c:3 < a.c@a.c:0 < 0 7 ",
                  "reads@a.c:4 < a.c@a.c:0 < 1 2 ", "cold@a.c:0 < a.c@a.c:0 < 9 0 "}));
    options.min = 0;
    EXPECT_EQ(samples(rendered(render::pprof, profile, options)).size(), 5u);
}

// A name is written once, however many functions of files bear it.
TEST(Pprof, WritesEachStringOnce) {
    const Profile profile = make_profile(
        {"Ir"}, {{"d/a.c", "f", 1, {1}}, {"d/b.c", "f", 1, {2}}, {"d/b.c", "d/a.c", 2, {3}}});
    std::map<std::string_view, int> strings;
    const std::string bytes = rendered(render::pprof, profile);
    for (const Field& field : fields(bytes))
        if (field.number == 6)
            ++strings[field.bytes];
    for (const auto& [string, times] : strings)
        EXPECT_EQ(times, 1) << string;
    EXPECT_EQ(strings.size(), 9u); // "", Ir, count, the comment, the command, d, two files, f
}

} // namespace
} // namespace cg

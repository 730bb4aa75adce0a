// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/json.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"
#include "format/cachegrind.hpp"
#include "format/read.hpp"
#include "model/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg {
namespace {

std::string cachegrind(const Profile& profile) {
    std::string bytes;
    write_profile(profile, [&](std::string_view piece) { bytes += piece; });
    return bytes;
}

std::string json_message(std::string_view bytes) {
    return thrown_by<Error>([&] { read_json(bytes, "x.json"); });
}

// A document that is right but for the parts given.
std::string document(const std::string& files, const std::string& totals = "[3]") {
    return R"({"format":"cgtools-profile","version":1,"cmd":"p","events":["Ir"],)"
           R"("totals":)" +
           totals + R"(,"files":)" + files + "}";
}

TEST(JsonProfile, IsRead) {
    const Profile profile = read_json(R"({
        "version": 1, "desc": ["d"], "format": "cgtools-profile", "later": {"x": [{"y": 1}]},
        "events": ["Ir", "Dr"], "cmd": {"text": "?", "hex": "63e9"},
        "files": [
            {"functions": [{"lines": [[1, 2, 3], [4, 5, -6], [1, 1, 1]], "name": "f"},
                           {"lines": [[0, 9007199254740993, 0]], "name": null}], "name": "a.c"},
            {"name": {"text": "", "hex": "62ff"}, "functions": []}],
        "totals": [9007199254741001, -2]})",
                                      "x.json");
    EXPECT_EQ(cachegrind(profile), "desc: d\ncmd: c\xE9\nevents: Ir Dr\nfl=a.c\nfn=f\n1 3 4\n"
                                   "4 5 -6\nfn=???\n0 9007199254740993 0\n"
                                   "summary: 9007199254741001 -2\n");
    EXPECT_EQ(profile.costs.functions().back().function, unspecified_function);
}

TEST(JsonProfile, HasFunctionsWithoutCountsOnRequest) {
    const std::string bytes = document(R"([{"name":"a","functions":[{"name":"f","lines":[]},)"
                                       R"({"name":"g","lines":[[1,3]]}]},)"
                                       R"({"name":"b","functions":[]}])");
    EXPECT_EQ(read_json(bytes, "x.json").costs.functions().size(), 1u);
    EXPECT_EQ(read_json(bytes, "x.json", true).costs.functions().size(), 3u);
}

TEST(JsonProfile, SaysWhatIsNoJson) {
    EXPECT_EQ(json_message("{\"format\":\n 1,,"),
              "x.json:2: syntax error while parsing object key - unexpected ','; expected string "
              "literal");
    EXPECT_EQ(json_message("{"),
              "x.json:1: syntax error while parsing object key - unexpected end of input; "
              "expected string literal");
}

TEST(JsonProfile, ErrorsOfTheFormat) {
    EXPECT_EQ(json_message("{}"), "x.json: expected a profile of the format \"cgtools-profile\"");
    EXPECT_EQ(json_message("[]"), "x.json: expected a profile of the format \"cgtools-profile\"");
    EXPECT_EQ(json_message(R"({"format":"cgtools-profile","version":2})"),
              "x.json: version: expected version 1");
    EXPECT_EQ(json_message(R"({"format":"cgtools-profile","version":1})"),
              "x.json: files: expected \"events\" and \"files\"");
}

TEST(JsonProfile, ErrorsOfEvents) {
    EXPECT_EQ(json_message(R"({"files":[]})"), "x.json: files: expected \"events\" before it");
    EXPECT_EQ(json_message(R"({"events":[]})"), "x.json: events: expected at least one");
    EXPECT_EQ(json_message(R"({"events":[7]})"),
              "x.json: events[0]: expected a string, or an object with \"hex\"");
}

TEST(JsonProfile, ErrorsOfFiles) {
    EXPECT_EQ(json_message(document(R"([{"name":"a\nb","functions":[]}])")),
              "x.json: files[0].name: a name holds no newline");
    EXPECT_EQ(json_message(document(R"([{"name":{"hex":"6"},"functions":[]}])")),
              "x.json: files[0].name.hex: expected pairs of 0-9 and a-f");
    EXPECT_EQ(json_message(document(R"([{"name":"a"}])")),
              "x.json: files[0]: expected \"functions\", an array");
}

TEST(JsonProfile, ErrorsOfLines) {
    const auto lines = [](const std::string& text) {
        return document(R"([{"name":"a","functions":[{"name":"f","lines":[)" + text + "]}]}]");
    };
    const std::string path = "x.json: files[0].functions[0].lines[0]: ";
    EXPECT_EQ(json_message(lines("[1,3]")), "nothing thrown");
    EXPECT_EQ(json_message(lines("[1]")), path + "expected a line number and 1 counts");
    EXPECT_EQ(json_message(lines("[-1,3]")), path + "expected a line number");
    EXPECT_EQ(json_message(lines("[1,3.0]")), path + "expected an integer");
    EXPECT_EQ(json_message(lines("[1,9223372036854775808]")),
              path + "a count does not fit in 64 bits");
}

TEST(JsonProfile, ErrorsOfTypes) {
    const std::string head = R"({"format":"cgtools-profile","version":1,"cmd":"p",)";
    const std::string events = R"("events":["Ir"],)";
    EXPECT_EQ(json_message(head + R"("events":"Ir"})"), "x.json: events: expected an array");
    EXPECT_EQ(json_message(head + R"("events":{"Ir":0}})"), "x.json: events: expected an array");
    EXPECT_EQ(json_message(head + R"("events":[["Ir"]]})"),
              "x.json: events[0]: expected a string, or an object with \"hex\"");
    EXPECT_EQ(json_message(head + events + R"("totals":[0]})"),
              "x.json: files: expected \"events\" and \"files\"");
    for (const char* const files : {R"({"name":"a","functions":[]})", "{}", "null", "7"})
        EXPECT_EQ(json_message(document(files)), "x.json: files: expected an array");
    EXPECT_EQ(
        json_message(document(R"([{"name":"a","functions":[]},[{"name":"b","functions":[]}]])")),
        "x.json: files[1]: expected an object");
    EXPECT_EQ(json_message(document("[7]")), "x.json: files[0]: expected an object");
    EXPECT_EQ(json_message(document(R"([{"name":"a","functions":{}}])")),
              "x.json: files[0]: expected \"functions\", an array");
    EXPECT_EQ(json_message(document(R"([{"name":"a","functions":[[]]}])")),
              "x.json: files[0].functions[0]: expected a name");
    EXPECT_EQ(
        json_message(document(R"([{"name":"a","functions":[{"name":"f","lines":[[[1,3]]]}]}])")),
        "x.json: files[0].functions[0].lines[0]: expected a line number and 1 counts");
    EXPECT_EQ(
        json_message(document(R"([{"name":"a","functions":[{"name":"f","lines":[[1,[3]]]}]}])")),
        "x.json: files[0].functions[0].lines[0]: expected an integer");
    EXPECT_EQ(
        json_message(R"({"format":"cgtools-profile","version":1,"events":["Ir"],"files":[]})"),
        "x.json: cmd: expected a string, or an object with \"hex\"");
    EXPECT_EQ(json_message(R"({"format":"cgtools-profile","version":1,"cmd":{"hex":"","text":1},)" +
                           events + R"("files":[]})"),
              "x.json: cmd.text: expected a string");
}

TEST(JsonProfile, SaysWhatOccursTwice) {
    EXPECT_EQ(json_message(R"({"events":["Ir"],"cmd":"","events":["Dr"]})"),
              "x.json: \"events\" occurs twice in an object");
    EXPECT_EQ(json_message(R"({"events":["Ir"],"files":[],"files":[]})"),
              "x.json: \"files\" occurs twice in an object");
    EXPECT_EQ(json_message(document(R"([{"name":"a","functions":[]},{"name":"b","functions":[)"
                                    R"({"name":"f","lines":[[1,3]],"lines":[]}]}])")),
              "x.json: files[1]: \"lines\" occurs twice in an object");
    EXPECT_EQ(json_message(document(R"([{"name":"a","functions":[{"name":"f","lines":[[1,3]]},)"
                                    R"({"name":"g","lines":[]}]},{"name":"b","functions":[]}])")),
              "nothing thrown");
}

// Looking at each key before takes time that grows with the square of their number.
TEST(JsonProfile, FindsWhatOccursTwiceAmongManyKeys) {
    const auto with_keys = [](int count, int last) {
        std::string keys;
        for (int i = 0; i < count; ++i)
            keys += "\"k" + std::to_string(i) + "\":0,";
        return R"({"format":"cgtools-profile","version":1,"cmd":"p","events":["Ir"],"files":[],)" +
               keys + "\"k" + std::to_string(last) + "\":0,\"totals\":[0]}";
    };
    EXPECT_EQ(json_message(with_keys(40'000, 40'000)), "nothing thrown");
    EXPECT_EQ(json_message(with_keys(40'000, 7)), "x.json: \"k7\" occurs twice in an object");
}

TEST(JsonProfile, HasEventsOfAnyNameThatTheFormatHas) {
    const auto events = [](const std::string& list) {
        return R"({"format":"cgtools-profile","version":1,"cmd":"p","events":)" + list +
               R"(,"totals":[0],"files":[]})";
    };
    EXPECT_EQ(cachegrind(read_json(events(R"([{"text":"I","hex":"49ff"}])"), "x.json")),
              "cmd: p\nevents: I\xFF\nsummary: 0\n");
    for (const char* const name : {R"("")", R"("a b")", R"("a\tb")", R"("a\u000bb")", R"("a\fb")",
                                   R"("a\rb")", R"({"hex":"6120"})"})
        EXPECT_THAT(
            json_message(events("[" + std::string(name) + "]")),
            testing::MatchesRegex("x.json: events: '[^']*' is not a valid name of an event"));
    EXPECT_EQ(json_message(events(R"(["a","a"])")), "x.json: events: event 'a' is named twice");
}

TEST(JsonProfile, ChecksTheShapeOfTotalsOfPartsToo) {
    const auto file = [](const std::string& totals) {
        return document(R"([{"name":"a","totals":)" + totals +
                        R"(,"functions":[{"name":"f","lines":[[1,3]]}]}])");
    };
    EXPECT_EQ(json_message(file("[3]")), "nothing thrown");
    EXPECT_EQ(json_message(file("3")), "x.json: files[0]: expected 1 totals");
    EXPECT_EQ(json_message(file("[3,3]")), "x.json: files[0]: expected 1 totals");
    EXPECT_EQ(json_message(file(R"(["3"])")), "x.json: files[0].totals: expected an integer");
}

TEST(JsonProfile, ChecksTheTotals) {
    EXPECT_EQ(json_message(document("[]")),
              "x.json: totals[0]: says 3 Ir, but the counts add up to 0");
    EXPECT_EQ(json_message(document("[]", "[]")), "x.json: totals: expected 1 counts");
}

} // namespace
} // namespace cg

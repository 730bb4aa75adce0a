// SPDX-License-Identifier: GPL-2.0-or-later
// The data of the page. Its scripts are tested in a browser (tests/browser).
#include "../made_code.hpp"
#include "../made_data.hpp"
#include "algebra/by_calls.hpp"
#include "format/read.hpp"
#include "made_call_profiles.hpp"
#include "model/calls.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace cg {
namespace {

nlohmann::json data_of(const std::string& page, const std::string& id = "data") {
    const std::string begin = "<script type=\"application/json\" id=\"" + id + "\">";
    const std::size_t from = page.find(begin) + begin.size();
    return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

class TextOfA : public Sources {
  public:
    std::shared_ptr<const SourceText> find(const std::string& name) override {
        if (name != "src/a.c")
            return nullptr;
        auto text = std::make_shared<SourceText>();
        text->bytes = "one\n</script>\r\n";
        return text;
    }
};

TEST(Html, ReplacesTheMarksOfTheTemplate) {
    const std::string page = rendered(render::html, small_profile());
    EXPECT_EQ(page.find("@title@"), page.npos);
    EXPECT_EQ(page.find("@data@"), page.npos);
}

TEST(Html, HasFunctions) {
    const nlohmann::json data = data_of(rendered(render::html, small_profile()));
    EXPECT_EQ(data["functions"].size(), 4u);
    EXPECT_EQ(data["functions"][0], nlohmann::json::parse(R"(["helper",0,1,7,100,50])"));
    EXPECT_EQ(data["functions"][2], nlohmann::json::parse(R"(["main",0,2,2,35,6])"));
}

TEST(Html, HasInstructionsWithTheirJumps) {
    Profile profile = make_profile(
        {"Ir"}, {{"a.c", "f", 1, {10}}, {"a.c", "f", 2, {80}}, {"b.c", "g", 9, {9910}}});
    profile.addresses =
        make_ranges({{"f", 1, 0x10, 1, {10}}, {"f", 2, 0x14, 2, {80}}, {"g", 9, 0x30, 1, {1}}});
    MadeDisassembler disassembler(MadeDisassembler::Branches{{0x16, {0x10}}});
    render::Options options;
    options.disassembler = &disassembler;
    const nlohmann::json code = data_of(rendered(render::html, profile, options), "code");
    ASSERT_EQ(code.size(), 1u); // g has less than a thousandth
    EXPECT_EQ(code[0]["name"], "f");
    EXPECT_EQ(code[0]["object"], "/bin/prog");
    EXPECT_EQ(code[0]["function"], 1);
    EXPECT_EQ(code[0]["counts"], nlohmann::json::parse("[90]"));
    EXPECT_EQ(code[0]["rows"], nlohmann::json::parse(R"([[0,"10  op",1,1,10],
        [1,"… 1 instruction that did not run",-1,0],[0,"14  op",1,2,40],
        [0,"16  jump   0x10",1,2,40]])"));
    EXPECT_EQ(code[0]["lanes"], 1);
    EXPECT_EQ(code[0]["arcs"], nlohmann::json::parse("[[0,0,3]]"));
    EXPECT_EQ(data_of(rendered(render::html, small_profile(), options), "code"), nullptr);
}

Profile profile_with_data() {
    return read_profile(with_data(data_lines), "data");
}

TEST(Html, HasDataObjectsWithTheirCellsAndFields) {
    const std::string page = rendered(render::html, profile_with_data());
    const nlohmann::json data = data_of(page, "objects-data");
    EXPECT_EQ(data["columns"][0], "D1mr");
    EXPECT_EQ(data["line"], 64);
    EXPECT_EQ(data["notes"], nlohmann::json::parse(R"([["over_live",2],["allocators",3]])"));
    ASSERT_EQ(data["objects"].size(), 5u); // the most misses first
    EXPECT_EQ(data["objects"][0],
              nlohmann::json::parse(R"(["heap","list.c:30 < add < main",10,400,40,80,8,
                  [[-1,0,30],[1,0,12]],[0,64,16,3,4,64,64,1],null,13,3,4,1,16,19,580,27,8,12,150])"));
    EXPECT_EQ(data["objects"][1][1], "table in lists");
    EXPECT_EQ(data["left_out"][0], 0);
    EXPECT_EQ(data["cells"].size(), 6u);
    EXPECT_EQ(data["cells"][3], nlohmann::json::parse("[0,0,0,20,8,2,0,0,8,10,380,12,5,7,100]"));
    EXPECT_EQ(data["names"][0], "add");
}

TEST(Html, HasTheMembersOfAStructOfTheSizeOfBlocks) {
    const StructLayout layout{"Node", 8, "", {{0, 4, "key", "int"}, {4, 4, "value", "int"}}};
    render::Options options;
    options.struct_layout = &layout;
    const nlohmann::json data =
        data_of(rendered(render::html, profile_with_data(), options), "objects-data");
    EXPECT_EQ(data["struct"], nlohmann::json::parse(R"({"name":"Node","size":8})"));
    EXPECT_EQ(data["objects"][0][9],
              nlohmann::json::parse(
                  R"([[0,4,"key","int",0,1,64,16,3],[4,4,"value","int",1,1,64,64,1]])"));
    EXPECT_EQ(data["objects"][2][9], nullptr); // the stack
}

TEST(Html, HasNothingOfDataObjectsWithoutThem) {
    EXPECT_EQ(rendered(render::html, small_profile()).find("show-objects"), std::string::npos);
}

TEST(Html, HasTheTreeOfDirectories) {
    const nlohmann::json data = data_of(rendered(render::html, small_profile()));
    EXPECT_EQ(data["tree"][0], nlohmann::json::parse(R"([0,"root","everything",-1,177,59])"));
    EXPECT_EQ(data["tree"][1][1], "directory");
    EXPECT_EQ(data["tree"][3], nlohmann::json::parse(R"([3,"function","",0,100,50])"));
}

TEST(Html, HasSourcesThatAreFound) {
    TextOfA sources;
    render::Options options;
    options.sources = &sources;
    const nlohmann::json data = data_of(rendered(render::html, small_profile(), options));
    const nlohmann::json& source = data["sources"][0];
    EXPECT_EQ(data["files"][source["file"].get<std::size_t>()][0], "src/a.c");
    EXPECT_EQ(source["found"], true);
    EXPECT_EQ(source["chunks"], nlohmann::json::parse(R"([[1,["one","</script>"]]])"));
    EXPECT_EQ(source["lines"], nlohmann::json::parse("[[1,2,10,5],[2,2,20,0],[7,0,100,50]]"));
    EXPECT_EQ(data["sources"][1]["chunks"].size(), 0u);
    EXPECT_EQ(data["sources"][1]["found"], false);
}

TEST(Html, HoldsFilesDirectoriesAndTheFilesOfFunctions) {
    const Profile profile = make_profile({"Ir"}, {{"src/a.c", "f", 7, {30}},
                                                  {"src/a.c", "f", 9, {10}},
                                                  {"src/b.h", "f", 2, {50}},
                                                  {"src/b.h", "g", 3, {1}},
                                                  {"c.c", "h", 1, {2}}});
    const std::string page = rendered(render::html, profile);
    const nlohmann::json data = data_of(page);
    EXPECT_EQ(data["files"], nlohmann::json::parse(R"([["src/b.h",51],["src/a.c",40],["c.c",2]])"));
    EXPECT_EQ(data["directories"], nlohmann::json::parse(R"([["src",91],[".",2]])"));
    EXPECT_EQ(data["left_out"], nlohmann::json::parse("[0,0,0]"));
    // f is shown in the file with most lines, and has more in the other.
    EXPECT_EQ(data["functions"][0], nlohmann::json::parse(R"(["f",1,2,7,90])"));
    EXPECT_EQ(data_of(page, "parts"), nlohmann::json::parse(R"({"0":[[0,2,50],[1,7,40]]})"));
}

TEST(Html, SumsUpFilesThatAreShownAlike) {
    const Profile profile =
        make_profile({"Ir"}, {{"./a/../x.h", "f", 1, {9}}, {"./b/../x.h", "g", 2, {5}}});
    const nlohmann::json data = data_of(rendered(render::html, profile));
    EXPECT_EQ(data["files"], nlohmann::json::parse(R"([["x.h",14]])"));
    EXPECT_EQ(data["directories"], nlohmann::json::parse(R"([[".",14]])"));
    EXPECT_EQ(data["functions"][1], nlohmann::json::parse(R"(["g",0,1,2,5])"));
    EXPECT_EQ(data["sources"][1]["file"], 0);
}

TEST(Html, LeavesOutWhatIsNotAmongTheFirst) {
    render::Options options;
    options.top = 1;
    const Profile profile = make_profile(
        {"Ir"}, {{"x/a.c", "f", 1, {9}}, {"y/b.c", "g", 1, {5}}, {"y/c.c", "g", 1, {3}}});
    const std::string page = rendered(render::html, profile, options);
    const nlohmann::json data = data_of(page);
    // No file is left out: sources name them all.
    EXPECT_EQ(data["left_out"], nlohmann::json::parse("[1,0,1]"));
    EXPECT_EQ(data["functions"], nlohmann::json::parse(R"([["f",0,1,1,9]])"));
    EXPECT_EQ(data_of(page, "parts"), nlohmann::json::parse("{}"));
    const std::size_t last = data["sources"][2]["file"];
    EXPECT_EQ(data["files"][last], nlohmann::json::parse(R"(["y/c.c",3])"));
}

TEST(Html, SumsUpWhatNoScreenShows) {
    std::vector<Row> rows = {{"a.c", "big", 1, {1'000'000}}};
    for (int i = 0; i < 30; ++i)
        rows.push_back({"a.c", "small" + std::to_string(i), 2, {50 - i}});
    const nlohmann::json tree = data_of(rendered(render::html, make_profile({"Ir"}, rows)))["tree"];
    // The ten that are always there, and one for 21 others.
    EXPECT_EQ(tree.size(), 2u + 10u + 1u);
    EXPECT_EQ(tree[11], nlohmann::json::parse(R"([2,"function","",9,42])"));
    EXPECT_EQ(tree[12], nlohmann::json::parse(R"([2,"smaller","",21,651])"));
}

TEST(Html, ShowsTheOnlyOneThatWouldBeLeftOut) {
    std::vector<Row> rows = {{"a.c", "big", 1, {1'000'000}}};
    for (int i = 0; i < 10; ++i)
        rows.push_back({"a.c", "small" + std::to_string(i), 2, {50 - i}});
    const nlohmann::json tree = data_of(rendered(render::html, make_profile({"Ir"}, rows)))["tree"];
    EXPECT_EQ(tree.back(), nlohmann::json::parse(R"([2,"function","",10,41])"));
}

TEST(Html, HoldsInclusiveCostArcsAndTheTreeOfCalls) {
    const Profile profile = profile_of_calls(
        {"Ir"}, {{{"main"}, 1, {10}}, {{"main", "f"}, 2, {30}}, {{"main", "f", "idle"}, 4, {0}}});
    const std::string page = rendered(render::html, profile);
    // Functions are f (0) and main (1), as in the table; idle (2) has no row there.
    EXPECT_EQ(data_of(page)["calls"],
              nlohmann::json::parse(
                  R"({"tree":true,"names":["idle"],"inclusive":[[30],[40],[0]],"calls":[2,1,4]})"));
    EXPECT_EQ(data_of(page, "graph"), nlohmann::json::parse(R"({"arcs":[0,2,4,0, 1,0,2,30],
                  "lines":[],
                  "tree":{"depth":[0,1,2,3],"function":[-1,1,0,2],"calls":[0,1,2,4],
                          "own":[[0,10,30,0]]}})"));
}

TEST(Html, HasAllFunctionsOfOneName) {
    Profile profile = make_profile({"Ir"}, {{"a.c", "f", 1, {10}}, {"b.c", "f", 2, {30}}});
    CalledFunctions functions;
    const NameId object = functions.intern("prog"), name = functions.intern("f");
    CallTreeBuilder tree(1);
    const auto outer = tree.child(CallTreeBuilder::root(PathStart::thread),
                                  functions.insert(object, functions.intern("a.c"), name));
    const auto inner = tree.child(outer, functions.insert(object, functions.intern("b.c"), name));
    tree.counts(outer)[0] = 10;
    tree.counts(inner)[0] = 30;
    functions.set_apart_by_name(); // they are of one run
    tree.renumber(functions.sort());
    profile.calls = Calls{std::move(functions), std::move(tree).finish()};
    profile.calls->lines = lines_of_called(profile);
    const nlohmann::json data =
        data_of(rendered(render::html, by_called_function(profile, FunctionNames::distinct)));
    EXPECT_EQ(data["functions"],
              nlohmann::json::parse(R"json([["f (b.c)",0,1,2,30],["f",1,1,1,10]])json"));
    EXPECT_EQ(data["calls"]["inclusive"], nlohmann::json::parse("[[30],[40]]"));
}

TEST(Html, HasNoCallsWhereTheProfileHasNone) {
    const std::string page = rendered(render::html, small_profile());
    EXPECT_TRUE(data_of(page)["calls"].is_null());
    EXPECT_TRUE(data_of(page, "graph").is_null());
}

TEST(Html, EmbedsOnlyHotFiles) {
    TextOfA sources;
    render::Options options;
    options.sources = &sources;
    options.source_min = 75;
    EXPECT_EQ(data_of(rendered(render::html, small_profile(), options))["sources"].size(), 1u);
    options.source_min = 100;
    EXPECT_EQ(data_of(rendered(render::html, small_profile(), options))["sources"].size(), 0u);
}

TEST(Html, EmbedsFilesWhoseTextWasChanged) {
    TextOfA sources;
    render::Options options;
    options.sources = &sources;
    options.source_min = 100;
    const OldSource old{sources.find("src/a.c"), {0, 0, 0}, 10}; // both lines were removed
    options.old_source = [&](std::string_view name) { return name == "src/a.c" ? &old : nullptr; };
    EXPECT_EQ(data_of(rendered(render::html, small_profile(), options))["sources"].size(), 1u);
}

TEST(Html, OfALongFileEmbedsWhatIsNearTheCounts) {
    class LongText : public Sources {
      public:
        std::shared_ptr<const SourceText> find(const std::string&) override {
            auto text = std::make_shared<SourceText>();
            text->bytes = bytes_;
            return text;
        }

      private:
        std::string bytes_ = std::string(10000, '\n');
    } sources;
    render::Options options;
    options.sources = &sources;
    const Profile profile = make_profile(
        {"Ir"},
        {{"a", "f", 10, {1}}, {"a", "f", 60, {1}}, {"a", "f", 9000, {1}}, {"a", "f", 20000, {1}}});
    const auto chunks = data_of(rendered(render::html, profile, options))["sources"][0]["chunks"];
    ASSERT_EQ(chunks.size(), 2u);
    EXPECT_EQ(chunks[0][0], 1);
    EXPECT_EQ(chunks[0][1].size(), 90u);
    EXPECT_EQ(chunks[1][0], 8970);
    EXPECT_EQ(chunks[1][1].size(), 61u);
}

TEST(Html, KeepsCountsThatADoubleWouldBend) {
    const Profile profile = make_profile({"Ir"}, {{"a", "f", 1, {9007199254740993}}});
    EXPECT_EQ(data_of(rendered(render::html, profile))["functions"][0][4], "9007199254740993");
}

} // namespace
} // namespace cg

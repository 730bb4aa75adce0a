// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/source_files.hpp"

#include "../algebra/text.hpp"
#include "../io/files.hpp"
#include "error/error.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace cg {
namespace {

// Has the files a2 and b only.
class TwoFiles : public Sources {
  public:
    std::shared_ptr<const SourceText> find(const std::string& name) override {
        if (name != "a2" && name != "b")
            return nullptr;
        return std::make_shared<SourceText>(SourceText{name, "", {}});
    }
};

TEST(RenamedSources, AreFoundByAnOriginalName) {
    const Profile p = profile("cmd: c\nevents: Ir\nfl=a1\nfn=f\n1 1\nfl=a2\nfn=f\n1 1\nfl=c\n"
                              "fn=f\n1 1\nsummary: 3\n");
    const Renamed renamed =
        rename(p, [](std::string_view name) { return std::string(name.substr(0, 1)); }, {});
    TwoFiles files;
    RenamedSources sources(files, renamed);
    ASSERT_TRUE(sources.find("a"));
    EXPECT_EQ(sources.find("a")->path, "a2"); // a1 is not there
    EXPECT_FALSE(sources.find("c"));
    EXPECT_EQ(sources.find("b")->path, "b"); // not in the profile: as it is
}

class MatchedLines : public Files {
  protected:
    MatchedLines() {
        fs::create_directory(dir / "old");
        fs::create_directory(dir / "new");
    }
    // Counts in lines 1 to 3 of the file with the lines of the second version.
    std::string matched(const std::string& first_name, const std::string& second_name) const {
        const auto renamed = [](const std::string& name) {
            return rename(profile("cmd: a\nevents: Ir\nfl=" + name +
                                  "\nfn=f\n1 10\n2 20\n3 30\nsummary: 60\n"),
                          [](std::string_view) { return std::string("x.c"); }, {});
        };
        const std::string bytes =
            text(with_lines_of_second(renamed(first_name), renamed(second_name), path("old"),
                                      path("new"))
                     .first);
        const std::size_t begin = bytes.find("fn=f\n") + 5;
        return bytes.substr(begin, bytes.find("summary") - begin);
    }
};

const std::string unchanged = "1 10\n2 20\n3 30\n";

TEST_F(MatchedLines, FollowTheTexts) {
    put("old/x.c", "one\ntwo\n");
    put("new/x.c", "zero\none\n");
    EXPECT_EQ(matched("x.c", "x.c"), "2 10\n0 20\n3 30\n"); // line 3 is past the end
}

TEST_F(MatchedLines, FindATextByTheEndOfItsName) {
    fs::create_directory(dir / "old/src");
    put("old/src/x.c", "one\ntwo\nthree\n");
    put("old/x.c", "not this one\n");
    put("new/x.c", "\none\ntwo\nthree\n");
    EXPECT_EQ(matched("/build/v1/src/x.c", "/build/v2/src/x.c"), "2 10\n3 20\n4 30\n");
}

TEST_F(MatchedLines, StayWhereATextIsMissing) {
    put("old/x.c", "one\n");
    put("new/y.c", "one\n");
    ASSERT_EQ(::mkfifo(path("new/x.c").c_str(), 0600), 0); // would wait for a writer
    const Renamed both =
        rename(profile("cmd: a\nevents: Ir\nfl=x.c\nfn=f\n1 10\nfl=y.c\nfn=f\n1 20\nfl=???\nfn=f\n"
                       "1 3\nfl=of_nobody.c\nfn=f\n1 4\nsummary: 37\n"),
               {}, {});
    const auto matched = with_lines_of_second(both, both, path("old"), path("new"));
    EXPECT_EQ(matched.files, 2U);
    EXPECT_EQ(matched.not_found, 2U);
    EXPECT_EQ(text(matched.first), text(both.profile));
}

TEST_F(MatchedLines, NeedDirectoriesWithSources) {
    const auto message = [&](const char* second_dir) -> std::string {
        const Renamed both =
            rename(profile("cmd: a\nevents: Ir\nfl=x.c\nfn=f\n1 1\nsummary: 1\n"), {}, {});
        try {
            with_lines_of_second(both, both, path("old"), path(second_dir));
        } catch (const Error& error) {
            return error.message();
        }
        return "";
    };
    put("old/x.c", "one\n");
    EXPECT_EQ(message("nosuch"), "No such file or directory");
    EXPECT_EQ(message("old/x.c"), "is not a directory");
    EXPECT_EQ(message("new"), "holds none of the sources that the profile names");
    EXPECT_EQ(message("old"), "");
}

TEST_F(MatchedLines, StayWhereTheTextsAreEqual) {
    put("old/x.c", "one\n");
    put("new/x.c", "one\n");
    EXPECT_EQ(matched("x.c", "x.c"), unchanged);
}

} // namespace

} // namespace cg

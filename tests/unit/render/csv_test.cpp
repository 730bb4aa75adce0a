// SPDX-License-Identifier: GPL-2.0-or-later
#include "../made_profiles.hpp"
#include "render/csv.hpp"

#include <gtest/gtest.h>

namespace cg {
namespace {

TEST(Csv, ByFunction) {
    EXPECT_EQ(rendered(render::csv, small_profile()), "function,file,Ir,Dr\n"
                                                      "helper,src/a.c,100,50\n"
                                                      "???,???,40,1\n"
                                                      "main,src/a.c,35,6\n"
                                                      "<unspecified>,src/b.c,2,2\n");
}

TEST(Csv, ByLineSortedByAnotherEvent) {
    render::Options options;
    options.by = By::line;
    options.top = 2;
    EXPECT_EQ(rendered(render::csv, small_profile(), options, "Dr"), "file,line,Ir,Dr\n"
                                                                     "src/a.c,7,100,50\n"
                                                                     "src/a.c,1,10,5\n");
}

TEST(Csv, QuotesWhatHoldsCommasAndQuotes) {
    const Profile profile = make_profile({"Ir"}, {{"a,b.c", "f(int, \"x\")", 1, {1}}});
    EXPECT_EQ(rendered(render::csv, profile), "function,file,Ir\n"
                                              "\"f(int, \"\"x\"\")\",\"a,b.c\",1\n");
}

TEST(Csv, KeepsNamesThatLookLikeFormulas) {
    const Profile profile = make_profile({"Ir"}, {{"@a.c", "=1+1", 1, {1}}});
    EXPECT_EQ(rendered(render::csv, profile), "function,file,Ir\n=1+1,@a.c,1\n");
}

TEST(Csv, WithoutFormulasNoFieldBeginsLikeOne) {
    const Profile profile =
        make_profile({"=Ir", "Dr"}, {{"@a.c", "=HYPERLINK(\"x\",1)", 1, {-9, 8}},
                                     {"b;=c", "+1", 1, {7, 7}},
                                     {"b", "-[NSObject init]", 1, {6, 6}},
                                     {"b", "\tt", 1, {5, 5}},
                                     {"b", "\rt", 1, {4, 4}},
                                     {"b", "\nt", 1, {3, 3}},
                                     {"b", "＝x", 1, {2, 2}},
                                     {"b", "plain=-+@", 1, {1, 1}}});
    EXPECT_EQ(rendered(render::csv_without_formulas, profile),
              "function,file,\"'=Ir\",\"Dr\"\n"
              "\"'=HYPERLINK(\"\"x\"\",1)\",\"'@a.c\",-9,8\n"
              "\"'+1\",\"b;=c\",7,7\n"
              "\"'-[NSObject init]\",\"b\",6,6\n"
              "\"'\tt\",\"b\",5,5\n"
              "\"'\rt\",\"b\",4,4\n"
              "\"'\nt\",\"b\",3,3\n"
              "\"'＝x\",\"b\",2,2\n"
              "\"plain=-+@\",\"b\",1,1\n");
}

TEST(Csv, SeveralProfilesSideBySide) {
    const Profile a = small_profile(), b = diff_profile();
    EXPECT_EQ(rendered(render::csv, {make_profile_view(a, "a", ""), make_profile_view(b, "b", "")}),
              "function,Ir a,Ir b\n"
              "helper,100,0\n"
              "main,35,50\n"
              "???,40,0\n"
              "gone,0,-30\n"
              "<unspecified>,2,0\n"
              "same,0,0\n");
}

} // namespace
} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/function_series.hpp"

#include "../made_calls.hpp"
#include "calls/sum.hpp"
#include "model/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace cg {
namespace {

using testing::ElementsAre;

// Functions that are called once each, as "FILE:NAME".
Profile profile_with(const std::vector<std::string>& functions,
                     const std::string& object = "p.so") {
    CalledFunctions called;
    CallTreeBuilder tree(1);
    for (const std::string& text : functions) {
        const std::size_t colon = text.find(':');
        const FunctionId f =
            called.insert(called.intern(object), called.intern(text.substr(0, colon)),
                          called.intern(text.substr(colon + 1)));
        tree.counts(tree.child(CallTreeBuilder::root(PathStart::thread), f))[0] = 1;
    }
    called.set_apart_by_name();
    tree.renumber(called.sort());
    Profile result{{{}, "prog", EventSet({"A"})}, {}, CostTableBuilder(1).finish(), {0}, {}};
    result.calls = Calls{std::move(called), std::move(tree).finish()};
    return result;
}

std::vector<std::string> names(const Profile& profile) {
    std::vector<std::string> texts;
    for (FunctionId f = 0; f < profile.calls->functions.size(); ++f)
        texts.emplace_back(profile.calls->functions.name(f));
    return texts;
}

TEST(FunctionSeries, AFunctionHasOneNameInAllProfiles) {
    FunctionSeries series;
    EXPECT_THAT(names(series.add(profile_with({"b.c:init"}))), ElementsAre("init"));
    EXPECT_THAT(names(series.add(profile_with({"a.c:init", "b.c:init"}))),
                ElementsAre("init", "init (a.c)"));
    EXPECT_THAT(names(series.add(profile_with({"a.c:init"}))), ElementsAre("init (a.c)"));
}

TEST(FunctionSeries, FilesAndAdditionsMayChange) {
    FunctionSeries series;
    EXPECT_THAT(names(series.add(profile_with({"a.c:f", "a.c:g"}))), ElementsAre("f", "g"));
    EXPECT_THAT(names(series.add(profile_with({"v.h:f", "a.c:g [_Z1gv]"}))), ElementsAre("f", "g"));
    EXPECT_THAT(names(series.add(profile_with({"???:0x1139"}))), ElementsAre("0x1139 [p.so]"));
}

// Each build has a function that the others lack, so that the object of each would be known.
TEST(FunctionSeries, AProgramMayBeBuiltInMoreThanTwoDirectories) {
    FunctionSeries series;
    EXPECT_THAT(names(series.add(profile_with({"a/x.c:f", "a/x.c:g"}, "a/prog"))),
                ElementsAre("f", "g"));
    EXPECT_THAT(names(series.add(profile_with({"b/x.c:f", "b/x.c:h"}, "b/prog"))),
                ElementsAre("f", "h"));
    EXPECT_THAT(names(series.add(profile_with({"c/x.c:f", "c/x.c:g", "c/x.c:h"}, "c/prog"))),
                ElementsAre("f", "g", "h"));
}

} // namespace
} // namespace cg

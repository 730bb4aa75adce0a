// SPDX-License-Identifier: GPL-2.0-or-later
#include "algebra/function_changes.hpp"

#include "../made_calls.hpp"
#include "algebra/diff.hpp"
#include "model/profile.hpp"
#include "text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace cg {
namespace {

using testing::ElementsAre;

FunctionChanges changes_of(const Profile& first, const Profile& second,
                           FunctionCost cost = FunctionCost::own) {
    return function_changes(diff(first, second, DiffBy::function), first, second, cost);
}

// "FILE:NAME FILES BASE CHANGE" of the first event.
std::vector<std::string> texts(const FunctionChanges& changes) {
    std::vector<std::string> result;
    for (std::size_t f = 0; f < changes.functions.size(); ++f) {
        const ChangedFunction& of = changes.functions[f];
        result.push_back(of.file + ":" + of.name + " " + std::to_string(of.files) + " " +
                         std::to_string(changes.bases[f][0]) + " " +
                         std::to_string(changes.differences[f][0]));
    }
    return result;
}

TEST(FunctionChanges, WithoutCallsAFunctionIsAName) {
    const Profile first = profile("cmd: a\nevents: A\nfl=a.c\nfn=f\n1 5\n2 1\nfl=a.h\nfn=f\n1 2\n"
                                  "fl=b.c\nfn=gone\n1 3\nsummary: 11\n");
    const Profile second = profile("cmd: a\nevents: A\nfl=a.c\nfn=f\n9 1\nfl=z.h\nfn=f\n1 9\n"
                                   "fl=b.c\nfn=new\n1 4\nsummary: 14\n");
    const FunctionChanges changes = changes_of(first, second);
    EXPECT_THAT(texts(changes), ElementsAre("z.h:f 2 8 2", "b.c:gone 1 3 -3", "b.c:new 1 0 4"));
    EXPECT_THAT(changes.total_difference, ElementsAre(3));
    EXPECT_THAT(changes.total_base, ElementsAre(11));
}

// A random profile of few names and files, in whose rows the same ones occur again.
std::string random_profile(std::mt19937& random, std::map<std::string, Count>& sums) {
    const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    std::string text = "cmd: a\nevents: A\n";
    Count sum = 0;
    for (unsigned i = below(20); i > 0; --i) {
        const std::string name(1, static_cast<char>('f' + below(4)));
        text += "fl=" + std::string(1, static_cast<char>('a' + below(3))) + "\nfn=" + name + "\n";
        for (unsigned row = below(3); row > 0; --row) {
            const Count count = below(100);
            text += std::to_string(below(5)) + " " + std::to_string(count) + "\n";
            sums[name] += count;
            sum += count;
        }
    }
    return text + "summary: " + std::to_string(sum) + "\n";
}

TEST(FunctionChanges, AreTheSumsOfTheirRows) {
    std::mt19937 random(48);
    for (int round = 0; round < 300; ++round) {
        std::map<std::string, Count> before, after;
        const std::string first = random_profile(random, before);
        const std::string second = random_profile(random, after);
        const FunctionChanges changes = changes_of(profile(first), profile(second));
        for (std::size_t f = 0; f < changes.functions.size(); ++f) {
            const std::string& name = changes.functions[f].name;
            ASSERT_EQ(changes.bases[f][0], before[name]) << first << second;
            ASSERT_EQ(changes.differences[f][0], after[name] - before[name]) << first << second;
            before.erase(name);
            after.erase(name);
        }
        for (const auto& left : {before, after})
            for (const auto& [name, count] : left)
                ASSERT_EQ(count, 0) << name << "\n" << first << second;
    }
}

Profile of_calls(Calls calls) {
    Profile result{{{}, "prog", EventSet({"A"})}, {}, CostTableBuilder(1).finish(), {0}, {}};
    result.summary = calls.tree()->total();
    result.calls = std::move(calls);
    return result;
}

TEST(FunctionChanges, OfInclusiveCostAreWithoutLazyBinding) {
    const auto tree = [](const std::vector<std::string>& binder) {
        CalledFunctions functions;
        CallTreeBuilder made(1);
        const auto call = [&](CallTree::Node from, const char* object, const std::string& name,
                              Count cost) {
            const FunctionId f = functions.insert(functions.intern(object), functions.intern("a.c"),
                                                  functions.intern(name));
            const CallTree::Node node = made.child(from, f);
            made.counts(node)[0] += cost;
            ++made.calls(node);
            return node;
        };
        const CallTree::Node main =
            call(CallTreeBuilder::root(PathStart::thread), "prog", "main", 1);
        for (const char* const name : {"f", "g"}) {
            const CallTree::Node node = call(main, "prog", name, 10);
            if (name == binder[0])
                call(call(node, "/lib/ld-linux-x86-64.so.2", "_dl_fixup", 100),
                     "/lib/ld-linux-x86-64.so.2", "lookup", 1000);
        }
        made.renumber(functions.sort());
        return of_calls({std::move(functions), std::move(made).finish()});
    };
    const Profile first = tree({"f"}), second = tree({"g"});
    const FunctionChanges changes = changes_of(first, second, FunctionCost::inclusive);
    for (std::size_t f = 0; f < changes.functions.size(); ++f)
        EXPECT_EQ(changes.differences[f][0], 0) << changes.functions[f].name;
    EXPECT_EQ(changes.total_base[0], 1121); // calls follow the events
}

} // namespace
} // namespace cg

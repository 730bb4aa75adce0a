// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls/moved_object.hpp"
#include "model/call_tree.hpp"

#include <initializer_list>
#include <utility>

#include <gtest/gtest.h>

namespace cg {
namespace {

// Calls with a function of each object.
Calls calls_of(std::initializer_list<const char*> objects) {
    CalledFunctions functions;
    for (const char* const object : objects)
        functions.insert(functions.intern(object), functions.intern("a.c"), functions.intern("f"));
    return {std::move(functions), CallTreeBuilder(1).finish()};
}

TEST(MovedObject, AnotherDirectory) {
    EXPECT_EQ(moved_object(calls_of({"/lib/c.so", "/a/prog"}), calls_of({"/lib/c.so", "/b/prog"})),
              (MovedObject{"/a/prog", "/b/prog"}));
    EXPECT_EQ(moved_object(calls_of({"prog"}), calls_of({"/b/prog"})),
              (MovedObject{"prog", "/b/prog"}));
}

TEST(MovedObject, NotOneOfAnotherName) {
    EXPECT_EQ(moved_object(calls_of({"/a/prog"}), calls_of({"/a/prog2"})), std::nullopt);
    EXPECT_EQ(moved_object(calls_of({"/a/prog"}), calls_of({})), std::nullopt);
}

TEST(MovedObject, NotOneThatBothHave) {
    EXPECT_EQ(moved_object(calls_of({"/a/prog"}), calls_of({"/a/prog", "/b/prog"})), std::nullopt);
    EXPECT_EQ(moved_object(calls_of({"/a/prog", "/b/prog"}), calls_of({"/b/prog"})), std::nullopt);
}

} // namespace
} // namespace cg

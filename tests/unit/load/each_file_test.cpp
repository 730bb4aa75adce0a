// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/each_file.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace cg {
namespace {

TEST(EachFile, TakesInOrderAndSkipsInOrder) {
    for (const unsigned at_once : {1U, 2U, 7U}) {
        std::string seen;
        for_each_file<std::size_t>(
            10, at_once,
            [](std::size_t i) {
                if (i % 4 == 0)
                    throw Error("bad " + std::to_string(i));
                return i;
            },
            [&](std::size_t i, std::size_t&& value) {
                EXPECT_EQ(i, value);
                seen += std::to_string(i) + ", ";
            },
            [&](const Error& error) { seen += std::string(error.what()) + ", "; });
        EXPECT_EQ(seen, "bad 0, 1, 2, 3, bad 4, 5, 6, 7, bad 8, 9, ");
    }
}

TEST(EachFile, ThrowsTheFirstErrorIfNothingMayBeSkipped) {
    for (const unsigned at_once : {1U, 2U, 7U}) {
        std::size_t taken = 0;
        try {
            for_each_file<std::size_t>(
                100, at_once,
                [](std::size_t i) {
                    if (i >= 40)
                        throw Error("bad " + std::to_string(i));
                    return i;
                },
                [&](std::size_t, std::size_t&&) { ++taken; }, {});
            FAIL();
        } catch (const Error& error) {
            EXPECT_STREQ(error.what(), "bad 40");
        }
        EXPECT_EQ(taken, 40U);
    }
}

TEST(EachFile, SkipsNothingButErrors) {
    const auto read = [](std::size_t) -> int { throw UsageError("no"); };
    EXPECT_THROW(for_each_file<int>(
                     3, 2, read, [](std::size_t, int&&) {}, [](const Error&) { FAIL(); }),
                 UsageError);
}

TEST(EachFile, KeepsFewValues) {
    std::atomic<int> held = 0;
    using Value = std::shared_ptr<void>;
    for_each_file<Value>(
        500, 3,
        [&](std::size_t) {
            EXPECT_LE(++held, 3);
            return Value(nullptr, [&](void*) { --held; });
        },
        [](std::size_t, Value&& value) { value.reset(); }, {});
    EXPECT_EQ(held, 0);
}

} // namespace
} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/parallel.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

namespace cg {
namespace {

TEST(Parallel, TakesInOrderWhatIsDone) {
    for (const unsigned jobs : {1U, 2U, 7U}) {
        std::vector<int> squares(1000);
        std::size_t next = 0;
        in_parallel(jobs)(
            squares.size(), [&](std::size_t i) { squares[i] = static_cast<int>(i * i); },
            [&](std::size_t i) {
                EXPECT_EQ(i, next++);
                EXPECT_EQ(squares[i], static_cast<int>(i * i));
            });
        EXPECT_EQ(next, squares.size());
    }
}

TEST(Parallel, IsNotMoreAheadThanAllowed) {
    std::atomic<int> held = 0;
    in_parallel(4, 3)(
        500, [&](std::size_t) { EXPECT_LE(++held, 3); }, [&](std::size_t) { --held; });
    EXPECT_EQ(held, 0);
}

TEST(Parallel, ThrowsWhatTheFirstThrew) {
    for (const unsigned jobs : {1U, 2U, 7U}) {
        std::size_t taken = 0;
        try {
            in_parallel(jobs)(
                100,
                [&](std::size_t i) {
                    if (i >= 40)
                        throw std::runtime_error(std::to_string(i));
                },
                [&](std::size_t) { ++taken; });
            FAIL();
        } catch (const std::runtime_error& error) {
            EXPECT_STREQ(error.what(), "40");
        }
        EXPECT_EQ(taken, 40u);
        EXPECT_THROW(in_parallel(jobs)(
                         100, [](std::size_t) {}, [](std::size_t) { throw std::logic_error(""); }),
                     std::logic_error);
    }
}

} // namespace
} // namespace cg

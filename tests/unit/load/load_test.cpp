// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/load.hpp"

#include "error/error.hpp"
#include "model/profile.hpp"

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace cg {
namespace {

TEST(Load, KeepsTheOrderWithAnyNumberOfJobs) {
    std::string pattern = (std::filesystem::temp_directory_path() / "cg-load-XXXXXX").string();
    const std::filesystem::path dir = ::mkdtemp(pattern.data());
    std::vector<std::string> paths;
    for (int i = 0; i < 20; ++i) {
        paths.push_back((dir / std::to_string(i)).string());
        std::ofstream(paths.back()) << "cmd: " << i << "\nevents: Ir\nsummary: 0\n";
    }
    for (const unsigned jobs : {1U, 2U, 7U, 100U}) {
        std::size_t next = 0;
        load_each(paths, jobs, [&](std::size_t i, Profile&& profile, std::size_t) {
            EXPECT_EQ(i, next++);
            EXPECT_EQ(profile.header.cmd, std::to_string(i));
        });
        EXPECT_EQ(next, paths.size());
    }
    // of two that are bad, the first is reported
    std::ofstream(paths[5]) << "bad";
    std::ofstream(paths[3]) << "bad";
    for (const unsigned jobs : {1U, 8U}) {
        try {
            load_profiles(paths, jobs);
            FAIL();
        } catch (const Error& error) {
            EXPECT_EQ(error.source(), paths[3]);
        }
    }
    for (const unsigned jobs : {1U, 8U}) {
        std::vector<std::string> skipped;
        std::vector<std::size_t> taken;
        load_each(
            paths, jobs,
            [&](std::size_t i, Profile&&, std::size_t stored_size) {
                EXPECT_EQ(stored_size, std::filesystem::file_size(paths[i]));
                taken.push_back(i);
            },
            {}, [&](const Error& error) { skipped.push_back(error.source()); });
        EXPECT_EQ(skipped, (std::vector{paths[3], paths[5]}));
        EXPECT_EQ(taken.size(), 18U);
        EXPECT_EQ(taken[3], 4U);
    }
    std::filesystem::remove_all(dir);
}

TEST(Load, StdinCanBeReadOnce) {
    const std::vector<std::string> paths = {"-", "-"};
    EXPECT_THROW(load_profiles(paths), UsageError);
}

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

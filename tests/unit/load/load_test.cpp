// SPDX-License-Identifier: GPL-2.0-or-later
#include "load/load.hpp"

#include "error/error.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

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

} // namespace
} // namespace cg

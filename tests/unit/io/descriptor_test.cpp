// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/descriptor.hpp"

#include <algorithm>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <vector>

namespace cg {
namespace {

TEST(OpenableFiles, AreThoseBelowTheLimit) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const auto set_limit = [&](rlim_t limit) {
        const rlimit lower{limit, before.rlim_max};
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &lower), 0);
    };
    set_limit(64);
    const std::size_t free = openable_files(1000);
    EXPECT_LT(free, 64u);
    std::vector<Descriptor> open;
    for (std::size_t i = 0; i < free; ++i)
        open.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    EXPECT_TRUE(std::ranges::all_of(open, &Descriptor::operator bool));
    EXPECT_FALSE(Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)));
    EXPECT_EQ(openable_files(1000), 0u);
    open.pop_back();
    EXPECT_EQ(openable_files(1000), 1u);
    open.clear();
    EXPECT_EQ(openable_files(3), 3u);
    set_limit(before.rlim_cur);
}

} // namespace
} // namespace cg

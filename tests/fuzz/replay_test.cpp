// SPDX-License-Identifier: GPL-2.0-or-later
// The inputs that fuzzing started from, and those that it failed with once, without a fuzzer.
#include "targets.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

namespace cg::fuzz {
namespace {

class Fuzz : public testing::TestWithParam<NamedTarget> {};

TEST_P(Fuzz, TakesWhatWasTried) {
    namespace fs = std::filesystem;
    const fs::path here = fs::path(SOURCE_DIRECTORY) / "tests/fuzz";
    int tried = 0;
    for (const char* const kind : {"corpus", "regressions"}) {
        const fs::path directory = here / kind / GetParam().name;
        if (!fs::exists(directory))
            continue;
        for (const auto& entry : fs::directory_iterator(directory)) {
            std::ifstream file(entry.path(), std::ios::binary);
            const std::string bytes(std::istreambuf_iterator<char>(file), {});
            EXPECT_NO_THROW(GetParam().run(bytes)) << entry.path();
            ++tried;
        }
    }
    EXPECT_GT(tried, 0) << "nothing in " << here / "corpus" / GetParam().name;
}

INSTANTIATE_TEST_SUITE_P(Targets, Fuzz, testing::ValuesIn(targets),
                         [](const auto& target) { return std::string(target.param.name); });

} // namespace
} // namespace cg::fuzz

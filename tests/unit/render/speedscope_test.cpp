// SPDX-License-Identifier: GPL-2.0-or-later
#include "error/error.hpp"

#include "../made_profiles.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace cg {
namespace {

// "frame;frame weight" for each sample of a profile.
std::vector<std::string> samples(const nlohmann::json& document, std::size_t profile) {
    const nlohmann::json& part = document["profiles"][profile];
    std::vector<std::string> out;
    for (std::size_t i = 0; i < part["samples"].size(); ++i) {
        std::string text;
        for (const std::size_t frame : part["samples"][i])
            text += document["shared"]["frames"][frame]["name"].get<std::string>() + ";";
        out.push_back(text + std::to_string(part["weights"][i].get<Count>()));
    }
    return out;
}

TEST(Speedscope, HasAProfileForEachEvent) {
    const auto document =
        nlohmann::json::parse(rendered(render::speedscope, small_profile(), {}, "Dr"));
    EXPECT_EQ(document["activeProfileIndex"], 1);
    ASSERT_EQ(document["profiles"].size(), 2u);
    EXPECT_EQ(document["profiles"][0]["name"], "Ir by directory, file, function (no call stacks)");
    EXPECT_EQ(document["profiles"][0]["endValue"], 177);
    EXPECT_EQ(samples(document, 0),
              (std::vector<std::string>{"src;a.c;helper;100", "src;a.c;main;30",
                                        "src;b.c;<unspecified>;2", "/usr/include;in.h;main;5",
                                        "???;???;40"}));
}

TEST(Speedscope, RefusesNegativeCounts) {
    EXPECT_THROW(rendered(render::speedscope, diff_profile()), Error);
    EXPECT_NO_THROW(rendered(render::speedscope,
                             make_profile({"Ir"}, {{"a", "f", 1, {-1}}, {"a", "f", 2, {3}}})));
}

} // namespace
} // namespace cg

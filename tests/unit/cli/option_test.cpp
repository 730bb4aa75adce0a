// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/option.hpp"

#include "../thrown.hpp"
#include "error/error.hpp"

#include <gmock/gmock.h>

namespace cg::cli {
namespace {

using testing::ElementsAre;

struct Positive {
    explicit Positive(const std::string& text) : value(text) {
        if (text.starts_with('-'))
            throw UsageError("'" + text + "' is negative");
    }
    std::string value;
};

TEST(Option, AcceptsOneOfItsChoices) {
    std::string value = "auto";
    const Setter set = set_choice(value, "color", {"auto", "always", "never"});
    set("never");
    EXPECT_EQ(value, "never");
    EXPECT_EQ(thrown_by<UsageError>([&] { set("red"); }),
              "--color takes auto, always or never, not 'red'");
    EXPECT_EQ(value, "never");
}

TEST(Option, ReadsPercentages) {
    EXPECT_EQ(percentage("0.5", "min"), 0.5);
    EXPECT_EQ(percentage("+5e-1%", "min"), 0.5);
    EXPECT_EQ(percentage("100%", "min"), 100);
    EXPECT_EQ(percentage("1e-9999", "min"), 0);
    for (const char* const text : {"", "%", "+", "5%%", "-1", "100.1", "1e9999", "nan", " 5"})
        EXPECT_EQ(thrown_by<UsageError>([&] { percentage(text, "min"); }),
                  "--min takes a percentage from 0 to 100, not '" + std::string(text) + "'");
}

TEST(Option, AppendsWhatItsTypeAccepts) {
    std::vector<Positive> values;
    const Setter append = append_parsed(values, "min");
    append("1");
    append("2");
    EXPECT_EQ(values.back().value, "2");
    EXPECT_EQ(thrown_by<UsageError>([&] { append("-3"); }), "--min: '-3' is negative");
    EXPECT_EQ(values.size(), 2u);
}

TEST(Option, SplitsEventsAtCommas) {
    EXPECT_THAT(split_events("Ir", "show"), ElementsAre("Ir"));
    EXPECT_THAT(split_events("Ir,Dr,Dw", "show"), ElementsAre("Ir", "Dr", "Dw"));
    for (const std::string list : {"", "Ir,", ",Ir", "Ir,,Dr"})
        EXPECT_EQ(thrown_by<UsageError>([&] { split_events(list, "show"); }),
                  "--show takes events separated by commas, not '" + list + "'");
}

} // namespace
} // namespace cg::cli

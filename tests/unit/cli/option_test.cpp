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

Option named(const std::string& name, const std::string& argument = "X") {
    return {name, 0, argument, "", {}};
}

TEST(Option, AcceptsOneOfItsChoices) {
    std::string value = "auto";
    const Option color = named("color", "[auto|always|never]");
    const Setter set = set_choice(value);
    set(color, "never");
    EXPECT_EQ(value, "never");
    EXPECT_EQ(thrown_by<UsageError>([&] { set(color, "red"); }),
              "--color takes auto, always or never, not 'red'");
    EXPECT_EQ(value, "never");
    set_colour(value)(color, "");
    EXPECT_EQ(value, "always");
}

TEST(Option, GivesItsChoicesAMeaning) {
    int value = 0;
    const Setter set = set_meaning(value, std::vector{10, 20});
    set(named("size", "small|large"), "large");
    EXPECT_EQ(value, 20);
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
    const Setter append = append_parsed(values);
    const Option min = named("min");
    append(min, "1");
    append(min, "2");
    EXPECT_EQ(values.back().value, "2");
    EXPECT_EQ(thrown_by<UsageError>([&] { append(min, "-3"); }), "--min: '-3' is negative");
    EXPECT_EQ(values.size(), 2u);
}

TEST(Option, SplitsEventsAtCommas) {
    const Option show = named("show");
    EXPECT_THAT(split_events(show, "Ir"), ElementsAre("Ir"));
    EXPECT_THAT(split_events(show, "Ir,Dr,Dw"), ElementsAre("Ir", "Dr", "Dw"));
    for (const std::string list : {"", "Ir,", ",Ir", "Ir,,Dr"})
        EXPECT_EQ(thrown_by<UsageError>([&] { split_events(show, list); }),
                  "--show takes events separated by commas, not '" + list + "'");
}

} // namespace
} // namespace cg::cli

// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/completion.hpp"

#include "error/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

Command sample() {
    return {"cg_x",
            "FILE...",
            "Tries.",
            {{"Options",
              {{"output", 'o', "FILE", "write to FILE", {}},
               {"color", 0, "auto|always|never", "when; it's [nice]", {}},
               {"show-percs", 0, "[yes|no]", "percentages", {}, true},
               {"old", 0, "N", "an old name", {}, false, true}}}}};
}

TEST(Completion, BashKnowsOptionsAndChoices) {
    const std::string script = completion(sample(), "bash");
    EXPECT_THAT(script, HasSubstr("'-o --output= --color= --show-percs --no-show-percs --help "
                                  "--version'"));
    EXPECT_THAT(script, HasSubstr("    --color) choices='auto always never' ;;\n"));
    EXPECT_THAT(script, HasSubstr("complete -F _cg_x cg_x\n"));
    EXPECT_THAT(script, Not(HasSubstr("--old")));
}

TEST(Completion, ZshEscapesWhatItWouldRead) {
    const std::string script = completion(sample(), "zsh");
    EXPECT_THAT(script, HasSubstr("#compdef cg_x\n"));
    EXPECT_THAT(script, HasSubstr("    '*--color=[when; it'\\''s \\[nice\\]]:argument:(auto always "
                                  "never)' \\\n"));
    EXPECT_THAT(script, HasSubstr("    '*--show-percs=-[percentages]::argument:(yes no)' \\\n"));
}

TEST(Completion, FishHasALineForEachOption) {
    const std::string script = completion(sample(), "fish");
    EXPECT_THAT(script, HasSubstr("complete -c cg_x -s o -r -d 'write to FILE'\n"));
    EXPECT_THAT(script,
                HasSubstr("complete -c cg_x -l color -x -a 'auto always never' -d 'when; it\\'s "
                          "[nice]'\n"));
}

TEST(Completion, RefusesAnotherShell) {
    EXPECT_THROW(completion(sample(), "csh"), UsageError);
}

} // namespace
} // namespace cg::cli

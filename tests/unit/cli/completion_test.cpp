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
              {{"output", 'o', "FILE", "write to FILE; or not", {}},
               {"include", 'I', "DIR", "look in DIR", {}},
               {"as", 'a', "FORM", "what: table or tree", {}, false, false, {"table", "tree"}},
               {"top", 0, "N", "how many", {}},
               {"color", 0, "auto|always|never", "colours, it's nice [auto]", {}},
               {"show-percs", 0, "[yes|no]", "percentages (yes)", {}, true},
               {"old", 0, "N", "an old name", {}, false, true}}}}};
}

TEST(Completion, BashKnowsOptionsAndWhatTheyTake) {
    const std::string script = completion(sample(), "bash");
    EXPECT_THAT(script, HasSubstr("'-o --output= -I --include= -a --as= --top= --color= "
                                  "--show-percs --no-show-percs -h --help --version'"));
    EXPECT_THAT(script, HasSubstr("    -o | --output | --output=) _cg_x_files -f ;;\n"
                                  "    -I | --include | --include=) _cg_x_files -d ;;\n"));
    EXPECT_THAT(script, HasSubstr("    -a | --as | --as=) mapfile -t COMPREPLY < <(compgen -W "
                                  "'table tree' -- \"$word\") ;;\n"
                                  "    --top | --top=) : ;;\n"));
    EXPECT_THAT(script, HasSubstr("    --color | --color=) mapfile"));
    EXPECT_THAT(script, HasSubstr("    --show-percs=) mapfile"));
    EXPECT_THAT(script, HasSubstr("complete -F _cg_x cg_x\n"));
    EXPECT_THAT(script, Not(HasSubstr("--old")));
}

TEST(Completion, ZshEscapesWhatItWouldRead) {
    const std::string script = completion(sample(), "zsh");
    EXPECT_THAT(script, HasSubstr("#compdef cg_x\n"));
    EXPECT_THAT(script, HasSubstr("    '*-o+[write to FILE]:FILE:_files' \\\n"));
    EXPECT_THAT(script, HasSubstr("    '*--include=[look in DIR]:DIR:_files -/' \\\n"));
    EXPECT_THAT(script, HasSubstr("    '*-a+[what]:FORM:(table tree)' \\\n"));
    EXPECT_THAT(script, HasSubstr("    '*--top=[how many]:N: ' \\\n"));
    EXPECT_THAT(script, HasSubstr("    '*--color=[colours, it'\\''s nice]:auto|always|never:(auto "
                                  "always never)' \\\n"));
    EXPECT_THAT(script, HasSubstr("    '*--show-percs=-[percentages]::yes|no:(yes no)' \\\n"));
}

TEST(Completion, FishHasALineForEachOption) {
    const std::string script = completion(sample(), "fish");
    EXPECT_THAT(script, HasSubstr("complete -c cg_x -s o -l output -r -F -d 'write to FILE'\n"));
    EXPECT_THAT(script, HasSubstr("complete -c cg_x -s I -l include -x -a "
                                  "'(__fish_complete_directories)' -d 'look in DIR'\n"));
    EXPECT_THAT(script, HasSubstr("complete -c cg_x -s a -l as -x -a 'table tree' -d 'what'\n"));
    EXPECT_THAT(script, HasSubstr("complete -c cg_x -l top -x -d 'how many'\n"));
    EXPECT_THAT(script, HasSubstr("complete -c cg_x -l show-percs -d 'percentages'\n"
                                  "complete -c cg_x -n 'string match -q -- \"--show-percs*\" "
                                  "(commandline -ct)' -a '--show-percs=yes --show-percs=no'\n"
                                  "complete -c cg_x -l no-show-percs -d 'percentages'\n"));
    EXPECT_THAT(script, HasSubstr("-d 'colours, it\\'s nice'\n"));
}

TEST(Completion, RefusesAnotherShell) {
    EXPECT_THROW(completion(sample(), "csh"), UsageError);
}

} // namespace
} // namespace cg::cli

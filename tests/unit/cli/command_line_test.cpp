// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/command_line.hpp"

#include "error/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cg::cli {
namespace {

using testing::ElementsAre;

// Returns the effects of a command line, as words in order; or its error.
std::vector<std::string> parsed(std::vector<std::string> words) {
    std::vector<std::string> done;
    const auto note = [&done](const std::string& name) {
        return [&done, name](const Option&, const std::string& argument) {
            done.push_back(name + "=" + argument);
        };
    };
    const Command command{"cg_test",
                          "FILE",
                          "Tests.",
                          {{"Group",
                            {{"threshold", 0, "X", "", note("threshold")},
                             {"output", 'o', "FILE", "", note("output")},
                             {"show-percs", 0, "[yes|no]", "", note("show-percs"), true},
                             {"sort", 0, "A", "", note("sort")},
                             {"sort-key", 0, "A", "", note("sort-key")},
                             {"verbose", 0, "", "", note("verbose")},
                             {"flag", 'f', "", "", note("flag")}}}},
                          {"threshold", "show-percs", "no-show-percs", "sort"}};
    words.insert(words.begin(), "cg_test");
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    try {
        const CommandLine line = parse(command, static_cast<int>(words.size()), argv.data());
        if (line.wants_help)
            done.emplace_back("help");
        if (line.wants_version)
            done.emplace_back("version");
        done.insert(done.end(), line.operands.begin(), line.operands.end());
    } catch (const UsageError& error) {
        done.emplace_back(error.what());
    }
    return done;
}

TEST(CommandLine, OptionsInAllForms) {
    EXPECT_THAT(
        parsed({"--threshold=5", "--thr", "6", "-oa", "-o", "b", "--out=", "-f"}),
        ElementsAre("threshold=5", "threshold=6", "output=a", "output=b", "output=", "flag="));
    EXPECT_THAT(parsed({"--show-percs", "--show-percs=no", "--no-show-percs", "--no-sh"}),
                ElementsAre("show-percs=", "show-percs=no", "show-percs=no", "show-percs=no"));
}

TEST(CommandLine, OperandsAnywhere) {
    EXPECT_THAT(parsed({"a", "-f", "-", "--", "-f", "--sort"}),
                ElementsAre("flag=", "a", "-", "-f", "--sort"));
}

TEST(CommandLine, HelpAndVersionStop) {
    EXPECT_THAT(parsed({"-f", "--help", "--nonsense"}), ElementsAre("flag=", "help"));
    EXPECT_THAT(parsed({"--vers"}), ElementsAre("version"));
}

TEST(CommandLine, AbbreviationsOfTheReferenceStayTheirs) {
    EXPECT_THAT(
        parsed({"--so=a", "--sort=b", "--sort-k=c", "--verb", "--sort", "--so", "--so", "d"}),
        ElementsAre("sort=a", "sort=b", "sort-key=c", "verbose=", "sort=--so", "sort=d"));
    EXPECT_THAT(parsed({"--ver"}), ElementsAre("version"));
    EXPECT_THAT(parsed({"--v"}), ElementsAre("version"));
    EXPECT_THAT(parsed({"--ver=1"}), ElementsAre("--version takes no argument"));
    EXPECT_THAT(parsed({"--so"}), ElementsAre("--sort needs an argument (A)"));
    EXPECT_THAT(parsed({"--s"}), ElementsAre("--s may mean --show-percs or --sort or --sort-key"));
}

TEST(CommandLine, SaysWhatIsWrong) {
    EXPECT_THAT(parsed({"--nonsense=1"}),
                ElementsAre("there is no option --nonsense (see cg_test --help)"));
    EXPECT_THAT(parsed({"-x"}), ElementsAre("there is no option -x (see cg_test --help)"));
    EXPECT_THAT(parsed({"--flag=1"}), ElementsAre("--flag takes no argument"));
    EXPECT_THAT(parsed({"--sort"}), ElementsAre("--sort needs an argument (A)"));
    EXPECT_THAT(parsed({"-o"}), ElementsAre("--output needs an argument (FILE)"));
}

TEST(CommandLine, Help) {
    const Command command{
        "cg_test",
        "FILE",
        "Tests.",
        {{"Group",
          {{"output", 'o', "FILE", "write to FILE", {}},
           {"show-percs", 0, "[yes|no]", "say so", {}, true},
           {"old", 0, "", "hidden", {}, false, true}}},
         {"Other", {{"as", 0, "FORM", "FORM", {}, false, false, {"a", "b"}, {"first", "second"}}}}},
        {},
        {{"test it", "cg_test -o out in"}, {"test it twice", "cg_test in | cg_test"}},
        {"as", "output"}};
    EXPECT_EQ(help(command), "usage: cg_test [OPTIONS] FILE\n"
                             "Tests.\n"
                             "\n"
                             "Most used:\n"
                             "      --as=FORM           FORM\n"
                             "  -o, --output=FILE       write to FILE\n"
                             "\n"
                             "Examples:\n"
                             "  # test it\n"
                             "  cg_test -o out in\n"
                             "  # test it twice\n"
                             "  cg_test in | cg_test\n"
                             "\n"
                             "Group:\n"
                             "      --[no-]show-percs[=yes|no]\n"
                             "                          say so\n"
                             "\n"
                             "FORM of --as:\n"
                             "  a                       first\n"
                             "  b                       second\n"
                             "\n"
                             "Help:\n"
                             "  -h, --help              show this message\n"
                             "      --version           show the version\n"
                             "\n"
                             "Environment:\n"
                             "  CGTOOLS_MAX_EXPANSION=SIZE\n"
                             "                          memory limit for an input that needs more "
                             "than 64\n"
                             "                          times its size, since it is compressed or "
                             "its rows\n"
                             "                          omit counts [1G]\n"
                             "\n"
                             "Bugs: CONTRIBUTING.md of cgtools (share/doc/cgtools) says where to "
                             "report them.\n");
}

TEST(Setters, Refuse) {
    unsigned number = 0;
    const Setter set = set_number(number, 1, 8);
    const Option jobs{"jobs", 0, "N", "", {}};
    set(jobs, "8");
    EXPECT_EQ(number, 8u);
    for (const char* const bad : {"", "0", "9", "1x", "-1", "99999999999"})
        EXPECT_THROW(set(jobs, bad), UsageError) << bad;
    bool flag = false;
    set_yes_no(flag)(jobs, "yes");
    EXPECT_TRUE(flag);
    EXPECT_THROW(set_yes_no(flag)(jobs, "maybe"), UsageError);
}

} // namespace
} // namespace cg::cli

// SPDX-License-Identifier: GPL-2.0-or-later
// The sum of texts is the text of the sum: what cg_merge does without tables is what Merge does.
#include "algebra/merge.hpp"
#include "algebra/rename.hpp"
#include "algebra/selection.hpp"
#include "error/error.hpp"
#include "generator.hpp"
#include "load/load.hpp"
#include "load/sum_files.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>

namespace cg {
namespace {

class SumOfFiles : public testing::Test {
  protected:
    SumOfFiles() {
        std::string pattern = (std::filesystem::temp_directory_path() / "cg-sum-XXXXXX").string();
        dir_ = ::mkdtemp(pattern.data());
    }
    ~SumOfFiles() override { std::filesystem::remove_all(dir_); }

    std::string file(const std::string& bytes) {
        const std::string path = (dir_ / std::to_string(++files_)).string();
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    static std::string sum(const std::vector<std::string>& paths, MergeEvents events,
                           unsigned jobs) {
        std::string bytes;
        std::size_t next = 0;
        const auto sum = sum_files(paths, events, jobs,
                                   [&](std::size_t i, const Header&) { EXPECT_EQ(i, next++); });
        for (const ProfileText& part : sum.text)
            bytes += part.bytes();
        EXPECT_EQ(next, paths.size());
        return bytes;
    }
    // By tables, where each fl= is followed by fn=???, which is what an fl= alone means.
    static std::string merged(const std::vector<std::string>& paths, MergeEvents events) {
        std::vector<Profile> profiles;
        for (const std::string& path : paths) {
            std::stringstream bytes;
            bytes << std::ifstream(path, std::ios::binary).rdbuf();
            profiles.push_back(read_profile(
                std::regex_replace(bytes.str(), std::regex("(^|\n)fl=[^\n]*"), "$&\nfn=???"),
                path));
        }
        Merge merge(std::move(profiles[0]), events);
        for (std::size_t i = 1; i < profiles.size(); ++i)
            merge.add(profiles[i]);
        return text(std::move(merge).finish());
    }

  private:
    std::filesystem::path dir_;
    int files_ = 0;
};

class Sums : public SumOfFiles, public testing::WithParamInterface<unsigned> {
  protected:
    Generator generate{GetParam()};
};

TEST_P(Sums, OfTextsAreTheTextOfTheMerge) {
    // more than are summed at once
    std::vector<std::string> paths;
    for (std::size_t n = 1 + generate.below(40); n > 0; --n)
        paths.push_back(file(generate.text()));
    const std::string wanted = merged(paths, MergeEvents::equal);
    for (const unsigned jobs : {1U, 2U, 5U})
        EXPECT_EQ(sum(paths, MergeEvents::equal, jobs), wanted);
}

TEST_P(Sums, OfDataObjectsAreThoseOfTheMerge) {
    std::vector<std::string> paths;
    for (std::size_t n = 1 + generate.below(20); n > 0; --n)
        paths.push_back(file(generate.text_with_data()));
    EXPECT_EQ(sum(paths, MergeEvents::equal, 2), merged(paths, MergeEvents::equal));
    paths.push_back(file(
        text(project(read_profile(generate.text_with_data(), "made"), EventSet({"D1mw", "Ir"})))));
    for (const MergeEvents events : {MergeEvents::common, MergeEvents::united})
        EXPECT_EQ(sum(paths, events, 2), merged(paths, events));
}

TEST_P(Sums, MatchEventsByName) {
    const EventSet sets[] = {EventSet({"B", "A"}), EventSet({"A", "C"}), EventSet({"A"})};
    std::vector<std::string> paths;
    for (std::size_t n = 2 + generate.below(30); n > 0; --n) {
        const Profile profile = generate.profile();
        const std::size_t set = generate.below(4);
        paths.push_back(file(text(set < 3 ? project(profile, sets[set]) : profile)));
    }
    for (const MergeEvents events : {MergeEvents::common, MergeEvents::united})
        EXPECT_EQ(sum(paths, events, 2), merged(paths, events));
}

TEST_P(Sums, ByFunctionIsTheSumOfItsLines) {
    const std::string path = file(generate.text());
    for (const unsigned jobs : {1U, 3U}) {
        const Profile lines = load_profiles({&path, 1}, jobs).front();
        const Profile functions =
            load_profiles({&path, 1}, jobs, {.detail = Detail::functions}).front();
        EXPECT_EQ(text(functions), text(by_function(lines)));
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, Sums, testing::Range(0U, 60U));

// Whatever a file of which some bytes are missing says: it is left out as a whole or not at all.
TEST_P(Sums, LeaveOutWhatIsNotAProfile) {
    std::vector<std::string> paths;
    std::vector<std::string> good;
    std::vector<std::string> bad;
    for (std::size_t n = 2 + generate.below(40); n > 0; --n) {
        std::string bytes = generate.text();
        if (generate.below(3) == 0)
            bytes.erase(generate.below(bytes.size()), 1 + generate.below(20));
        paths.push_back(file(bytes));
        try {
            read_profile(bytes, paths.back());
            good.push_back(paths.back());
        } catch (const Error& error) {
            bad.emplace_back(error.what());
        }
    }
    if (good.empty())
        return;
    for (const unsigned jobs : {1U, 2U, 5U}) {
        std::vector<std::string> skipped;
        std::size_t looked = 0;
        const auto sum = sum_files(
            paths, MergeEvents::united, jobs, [&](std::size_t, const Header&) { ++looked; },
            {.skip = [&](const Error& error) { skipped.emplace_back(error.what()); }});
        std::string bytes;
        for (const ProfileText& part : sum.text)
            bytes += part.bytes();
        EXPECT_EQ(bytes, SumOfFiles::sum(good, MergeEvents::united, jobs));
        EXPECT_EQ(skipped, bad);
        EXPECT_EQ(looked, good.size());
    }
}

std::string error_of(const std::vector<std::string>& paths) {
    try {
        sum_files(paths, MergeEvents::equal, 2, [](std::size_t, const Header&) {});
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST_F(SumOfFiles, NamesTheFirstBadFile) {
    const std::string header = "cmd: c\nevents: Ir\nfl=a\nfn=f\n";
    const std::string good = file(header + "1 2\nsummary: 2\n");
    const std::string bad_count = file(header + "1 2\n2 x\nsummary: 2\n");
    const std::string bad_summary = file(header + "1 2\n2 2\nsummary: 2\n");
    const std::string cut = file(header + "1 2\n");
    const std::string other = file("cmd: c\nevents: Dr\nsummary: 0\n");
    const std::string huge = file(header + "1 9223372036854775807\n2 -9223372036854775807\n"
                                           "summary: 0\n");
    const std::string of_count = bad_count + ":6: expected a count";
    EXPECT_EQ(error_of({good, bad_count, cut}), of_count);
    EXPECT_EQ(error_of({good, cut, bad_count}), cut + ":5: the \"summary:\" line is missing");
    EXPECT_EQ(error_of({bad_count, "/nonexistent"}), of_count);
    EXPECT_EQ(error_of({bad_count, other}), of_count);
    EXPECT_EQ(error_of({bad_summary, bad_count}),
              bad_summary + ":7: the summary says 2 Ir, but the counts add up to 4");
    EXPECT_EQ(error_of({good, huge, bad_count}), of_count);
    EXPECT_EQ(error_of({good, huge, good}), huge + ": a sum of counts does not fit in 64 bits");
}

} // namespace
} // namespace cg

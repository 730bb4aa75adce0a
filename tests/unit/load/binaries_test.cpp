// SPDX-License-Identifier: GPL-2.0-or-later
// The binary is that of the tests.
#include "../io/files.hpp"
#include "binary/binary_file.hpp"
#include "load/binaries.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace cg {
namespace {

const std::string own_path = std::filesystem::canonical("/proc/self/exe").string();

class BinariesTest : public Files {
  protected:
    std::vector<std::string> notes_;
    Binaries binaries_{{.debug_directory = "/nonexistent"},
                       [this](const std::string& note) { notes_.push_back(note); }};
    // The first bytes of the code.
    std::vector<Instruction> first_of(const CodeObject& object) {
        const binary::BinaryFile file(own_path, "", {});
        const std::uint64_t begin = file.code().front().address;
        return binaries_.instructions(object, begin, begin + 8);
    }
};

TEST_F(BinariesTest, ReadInstructions) {
    const binary::BinaryFile file(own_path, "", {});
    EXPECT_FALSE(first_of({file.build_id(), own_path}).empty());
    EXPECT_THAT(notes_, testing::IsEmpty());
}

TEST_F(BinariesTest, AreNotThoseOfAnotherBuild) {
    const binary::BinaryFile file(own_path, "", {});
    for (int i = 0; i < 2; ++i)
        EXPECT_TRUE(first_of({"abcd", own_path}).empty());
    // Once.
    EXPECT_THAT(notes_,
                testing::ElementsAre(own_path + ": it is not the one that ran: its build ID is " +
                                     (file.build_id().empty() ? "unknown" : file.build_id()) +
                                     ", not abcd; its instructions have no text"));
}

TEST_F(BinariesTest, ThatAreNotThereAreNoted) {
    EXPECT_TRUE(first_of({"abcd", "/nonexistent/program"}).empty());
    EXPECT_THAT(notes_, testing::ElementsAre(
                            testing::AllOf(testing::StartsWith("/nonexistent/program: "),
                                           testing::EndsWith("; its instructions have no text"))));
}

TEST_F(BinariesTest, WithABuildIdAreNotThoseThatHadNone) {
    const binary::BinaryFile file(own_path, "", {});
    if (file.build_id().empty())
        GTEST_SKIP() << "this program has no build ID";
    EXPECT_TRUE(first_of({"", own_path}).empty());
    ASSERT_EQ(notes_.size(), 1U);
    EXPECT_NE(notes_[0].find(": it is not the one that ran: it has a build ID, and that one had "
                             "none; its instructions have no text"),
              std::string::npos)
        << notes_[0];
}

TEST_F(BinariesTest, AreRegularFiles) {
    const std::string pipe = path("pipe");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0); // would wait for a writer
    EXPECT_TRUE(first_of({"abcd", pipe}).empty());
    EXPECT_THAT(notes_, testing::ElementsAre(
                            pipe + ": it is not a regular file; its instructions have no text"));
}

} // namespace
} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// Output to a real file system.
#include "io/output.hpp"

#include "files.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace cg {
namespace {

using testing::ElementsAre;
using OutputFiles = Files;

TEST_F(OutputFiles, OutputIsThereWholeOrNotAtAll) {
    put("a", "old");
    {
        Output out = Output::open(path("a"));
        out.write("new");
        EXPECT_EQ(get("a"), "old");
        EXPECT_EQ(names().size(), 2u); // the temporary file is there, too
    }
    EXPECT_EQ(get("a"), "old");
    EXPECT_THAT(names(), ElementsAre("a"));
    Output out = Output::open(path("a"));
    out.write("new");
    out.commit();
    EXPECT_EQ(get("a"), "new");
    EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(OutputFiles, OutputTakesNamesAsLongAsTheyCanBe) {
    for (const std::size_t length : std::vector<std::size_t>{1, 247, 248, 249, 250, 255}) {
        const std::string name(length, 'n');
        Output out = Output::open(path(name));
        out.write("new");
        EXPECT_EQ(names().size(), 1u);
        out.commit();
        EXPECT_EQ(get(name), "new");
        EXPECT_THAT(names(), ElementsAre(name));
        fs::remove(path(name));
    }
    EXPECT_EQ(message([&] { Output::open(path(std::string(256, 'n'))); }), "File name too long");
}

TEST_F(OutputFiles, OutputKeepsModesAndLinks) {
    put("a", "old");
    ::chmod(path("a").c_str(), 0600);
    fs::create_symlink("a", dir / "link");
    Output out = Output::open(path("link"));
    out.write("new");
    out.commit();
    EXPECT_TRUE(fs::is_symlink(dir / "link"));
    EXPECT_EQ(get("a"), "new");
    EXPECT_EQ(fs::status(dir / "a").permissions(), fs::perms(0600));
}

TEST_F(OutputFiles, OutputFollowsLinksToWhatIsNotYetThere) {
    fs::create_directory(dir / "below");
    fs::create_symlink("below/second", dir / "first");
    fs::create_symlink(path("a"), dir / "below/second");
    Output out = Output::open(path("first"));
    out.write("new");
    out.commit();
    EXPECT_EQ(get("a"), "new");
    EXPECT_TRUE(fs::is_symlink(dir / "first"));
    EXPECT_THAT(names(), ElementsAre("a", "below", "first"));
}

TEST_F(OutputFiles, OutputKeepsTheOwnerWhereItMay) {
    constexpr uid_t nobody = 65534;
    put("a", "old");
    if (::chown(path("a").c_str(), nobody, nobody) != 0)
        GTEST_SKIP() << "only root gives files away";
    ::chmod(path("a").c_str(), 04755);
    Output out = Output::open(path("a"));
    out.commit();
    struct stat status {};
    ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, nobody);
    EXPECT_EQ(status.st_gid, nobody);
    EXPECT_EQ(status.st_mode & 07777u, 04755u);
}

TEST_F(OutputFiles, OutputSaysWhatIsWrong) {
    EXPECT_EQ(message([&] { Output::open(path("nosuch/a")); }), "No such file or directory");
    EXPECT_EQ(message([&] { Output::open(dir.string()); }), "Is a directory");
    EXPECT_EQ(message([&] {
                  Output out = Output::open("/dev/full");
                  out.write("x");
                  out.commit();
              }),
              "No space left on device");
}

TEST_F(OutputFiles, OutputNamesADirectoryThatCannotBeWrittenTo) {
    EXPECT_THAT(message([&] { Output::open("/sys/a"); }),
                testing::AnyOf("can't write to the directory /sys: Permission denied",
                               "can't write to the directory /sys: Read-only file system"));
    if (::geteuid() == 0)
        GTEST_SKIP() << "root may write everywhere else";
    put("a", "old");
    ::chmod(dir.c_str(), 0500);
    EXPECT_EQ(message([&] { Output::open(path("a")); }),
              "can't write to the directory " + dir.string() + ": Permission denied");
    ::chmod(dir.c_str(), 0700);
}

TEST_F(OutputFiles, ASignalHandlerCanRemoveWhatIsUnfinished) {
    Output out = Output::open(path("a"));
    out.write("x");
    Output::remove_unfinished();
    EXPECT_THAT(names(), ElementsAre());
}

} // namespace
} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// Input and output on a real file system.
#include "error/error.hpp"
#include "io/compression.hpp"
#include "io/descriptor.hpp"
#include "io/input.hpp"
#include "io/output.hpp"
#include "io/zstd_frames.hpp"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace cg {
namespace {

using testing::ElementsAre;
namespace fs = std::filesystem;

class Files : public testing::Test {
  protected:
    Files() {
        std::string pattern = (fs::temp_directory_path() / "cg-io-XXXXXX").string();
        dir = ::mkdtemp(pattern.data());
    }
    ~Files() override { fs::remove_all(dir); }

    std::string path(const std::string& name) const { return (dir / name).string(); }
    void put(const std::string& name, std::string_view bytes) const {
        std::ofstream(path(name), std::ios::binary) << bytes;
    }
    std::string get(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& entry : fs::directory_iterator(dir))
            all.push_back(entry.path().filename());
        std::ranges::sort(all);
        return all;
    }
    template <typename Action>
    std::string message(Action action) const {
        try {
            action();
        } catch (const Error& error) {
            return error.message();
        }
        return "no error";
    }

    fs::path dir;
};

TEST_F(Files, InputReadsWhatIsThere) {
    put("empty", "");
    put("some", "a\0b");
    const std::string bytes("x\0y", 3);
    put("zero", bytes);
    EXPECT_EQ(Input::open(path("empty")).bytes(), "");
    EXPECT_EQ(Input::open(path("zero")).bytes(), bytes);
    EXPECT_EQ(Input::open(path("zero")).source(), path("zero"));
    EXPECT_FALSE(Input::open("/proc/self/status").bytes().empty()); // its size is said to be 0
}

TEST_F(Files, InputKeepsItsBytesWhenItMoves) {
    put("a", "text");
    Input first = Input::open(path("a"));
    const Input second = std::move(first);
    EXPECT_EQ(second.bytes(), "text");
}

TEST_F(Files, InputSaysWhatIsWrong) {
    EXPECT_EQ(message([&] { Input::open(path("nosuch")); }), "No such file or directory");
    EXPECT_EQ(message([&] { Input::open(dir.string()); }), "Is a directory");
    put("bad.gz", "\x1f\x8bnonsense");
    EXPECT_EQ(message([&] { Input::open(path("bad.gz")); }), "damaged gzip data");
    put("bad.zst", "\x28\xb5\x2f\xfdnonsense");
    EXPECT_EQ(message([&] { Input::open(path("bad.zst")); }), "damaged zstd data");
}

TEST_F(Files, WhatIsCompressedAndCutShortIsAnError) {
    std::string bytes;
    for (int i = 0; i < 300; ++i)
        bytes += std::to_string(i * 7919) + "\n";
    for (const char* const name : {"a.gz", "a.zst"}) {
        Output out = Output::open(path(name));
        out.write(bytes);
        out.commit();
        const std::string whole = get(name);
        const std::size_t magic_number = 4;
        for (std::size_t size = magic_number; size < whole.size(); ++size) {
            put("cut", whole.substr(0, size));
            EXPECT_THROW(Input::open(path("cut")), Error) << name << ' ' << size;
        }
        put("twice", whole + whole);
        EXPECT_EQ(Input::open(path("twice")).bytes(), bytes + bytes);
    }
}

TEST_F(Files, GzipIsReadThoughPaddedWithNuls) {
    for (const std::string text : {"", "some text\n"}) {
        Output out = Output::open(path("a.gz"));
        out.write(text);
        out.commit();
        const std::string whole = get("a.gz");
        for (const std::size_t padding : {1, 4, 511, 100000}) {
            put("padded.gz", whole + std::string(padding, '\0'));
            EXPECT_EQ(Input::open(path("padded.gz")).bytes(), text) << padding;
            put("padded.gz", whole + whole + std::string(padding, '\0'));
            EXPECT_EQ(Input::open(path("padded.gz")).bytes(), text + text) << padding;
        }
        put("padded.gz", whole + std::string("\0\0x", 3));
        EXPECT_EQ(message([&] { Input::open(path("padded.gz")); }), "damaged gzip data");
    }
}

TEST_F(Files, WhatExpandsTooFarIsRefused) {
    ::setenv("CGTOOLS_MAX_EXPANSION", "100K", 1);
    for (const char* const name : {"a.gz", "a.zst"}) {
        // 64 times the compressed size is more than what is allowed to any input
        for (const std::size_t size : {std::size_t{50} << 10, std::size_t{100} << 20}) {
            Output out = Output::open(path(name));
            out.write(std::string(size, '\0'));
            out.commit();
            const std::size_t stored = fs::file_size(path(name));
            if (size <= std::max<std::size_t>(100 << 10, 64 * stored))
                EXPECT_EQ(Input::open(path(name)).bytes().size(), size) << name;
            else
                EXPECT_THAT(message([&] { Input::open(path(name)); }),
                            testing::MatchesRegex("the text is longer than [0-9]+K bytes once "
                                                  "decompressed; CGTOOLS_MAX_EXPANSION sets the "
                                                  "limit"))
                    << name;
        }
    }
    ::setenv("CGTOOLS_MAX_EXPANSION", "100M", 1);
    EXPECT_EQ(Input::open(path("a.gz")).bytes().size(), 100u << 20);
    ::unsetenv("CGTOOLS_MAX_EXPANSION");
}

TEST_F(Files, AnInputKnowsItsStoredSize) {
    put("a", "some text");
    EXPECT_EQ(Input::open(path("a")).stored_size(), 9u);
    Output out = Output::open(path("a.gz"));
    out.write(std::string(100000, 'x'));
    out.commit();
    EXPECT_EQ(Input::open(path("a.gz")).stored_size(), fs::file_size(path("a.gz")));
}

TEST(OpenableFiles, AreThoseBelowTheLimit) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const auto set_limit = [&](rlim_t limit) {
        const rlimit lower{limit, before.rlim_max};
        ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &lower), 0);
    };
    set_limit(64);
    const std::size_t free = openable_files(1000);
    EXPECT_LT(free, 64u);
    std::vector<Descriptor> open;
    for (std::size_t i = 0; i < free; ++i)
        open.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    EXPECT_TRUE(std::ranges::all_of(open, &Descriptor::operator bool));
    EXPECT_FALSE(Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)));
    EXPECT_EQ(openable_files(1000), 0u);
    open.pop_back();
    EXPECT_EQ(openable_files(1000), 1u);
    open.clear();
    EXPECT_EQ(openable_files(3), 3u);
    set_limit(before.rlim_cur);
}

TEST(ZstdFrames, AreFollowedByTheirSizes) {
    using namespace std::string_literals;
    const std::string magic = "\x28\xb5\x2f\xfd";
    const std::string one_segment = magic + "\x20\x03"s; // and a byte for the size
    const std::string raw = "\x18\x00\x00"s + "abc";     // a block of 3 bytes
    const std::string last_raw = "\x19\x00\x00"s + "abc";
    const std::string last_repeated = "\x0b\x80\x00"s + "a"; // 4096 times
    const std::string skippable = "\x53\x2a\x4d\x18\x02\x00\x00\x00xy"s;
    for (const std::string& frame :
         {one_segment + last_raw, one_segment + raw + last_raw, one_segment + last_repeated,
          skippable,
          magic + "\x04W"s + last_raw + "csum", // a window and a checksum
          magic + "\xc3W"s + "dict" + "12345678" + last_raw}) {
        EXPECT_TRUE(are_whole_zstd_frames(frame));
        EXPECT_TRUE(are_whole_zstd_frames(frame + skippable));
        EXPECT_TRUE(are_whole_zstd_frames(skippable + frame));
        for (std::size_t size = 0; size < frame.size(); ++size)
            EXPECT_FALSE(are_whole_zstd_frames(frame.substr(0, size)));
    }
}

TEST_F(Files, WhatIsCompressedIsReadAgain) {
    std::string large;
    for (int i = 0; i < 100000; ++i)
        large += std::to_string(i * 7919) + "\n";
    for (const char* const name : {"a.gz", "a.zst", "a"}) {
        Output out = Output::open(path(name));
        out.write(large);
        out.write("the end");
        out.commit();
        EXPECT_EQ(Input::open(path(name)).bytes(), large + "the end") << name;
    }
    EXPECT_LT(fs::file_size(path("a.gz")), large.size() / 2);
    EXPECT_LT(fs::file_size(path("a.zst")), large.size() / 2);
    EXPECT_EQ(compression_of_bytes(get("a.zst")), Compression::zstd);
}

TEST_F(Files, OutputIsThereWholeOrNotAtAll) {
    put("a", "old");
    {
        Output out = Output::open(path("a"));
        out.write("new");
        EXPECT_EQ(get("a"), "old");
        EXPECT_EQ(names().size(), 2u); // what is written stands beside
    }
    EXPECT_EQ(get("a"), "old");
    EXPECT_THAT(names(), ElementsAre("a"));
    Output out = Output::open(path("a"));
    out.write("new");
    out.commit();
    EXPECT_EQ(get("a"), "new");
    EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(Files, OutputTakesNamesAsLongAsTheyCanBe) {
    for (const std::size_t length : {1, 247, 248, 249, 250, 255}) {
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

TEST_F(Files, OutputKeepsModesAndLinks) {
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

TEST_F(Files, OutputFollowsLinksToWhatIsNotYetThere) {
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

TEST_F(Files, OutputKeepsTheOwnerWhereItMay) {
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

TEST_F(Files, OutputSaysWhatIsWrong) {
    EXPECT_EQ(message([&] { Output::open(path("nosuch/a")); }), "No such file or directory");
    EXPECT_EQ(message([&] { Output::open(dir.string()); }), "Is a directory");
    EXPECT_EQ(message([&] {
                  Output out = Output::open("/dev/full");
                  out.write("x");
                  out.commit();
              }),
              "No space left on device");
}

TEST_F(Files, OutputNamesADirectoryThatCannotBeWrittenTo) {
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

TEST_F(Files, ASignalHandlerCanRemoveWhatIsUnfinished) {
    Output out = Output::open(path("a"));
    out.write("x");
    Output::remove_unfinished();
    EXPECT_THAT(names(), ElementsAre());
}

} // namespace
} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// Input and output on a real file system.
#include "error/error.hpp"
#include "io/compression.hpp"
#include "io/input.hpp"
#include "io/output.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
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

TEST_F(Files, ASignalHandlerCanRemoveWhatIsUnfinished) {
    Output out = Output::open(path("a"));
    out.write("x");
    Output::remove_unfinished();
    EXPECT_THAT(names(), ElementsAre());
}

} // namespace
} // namespace cg

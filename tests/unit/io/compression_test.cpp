// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/compression.hpp"

#include "files.hpp"
#include "io/input.hpp"
#include "io/output.hpp"

#include <cstdlib>
#include <gtest/gtest.h>
#include <string>

namespace cg {
namespace {

using CompressedFiles = Files;

TEST_F(CompressedFiles, WhatIsCompressedAndCutShortIsAnError) {
    std::string bytes;
    for (int i = 0; i < 40; ++i)
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

TEST_F(CompressedFiles, GzipIsReadThoughPaddedWithNuls) {
    for (const std::string text : {"", "some text\n"}) {
        Output out = Output::open(path("a.gz"));
        out.write(text);
        out.commit();
        const std::string whole = get("a.gz");
        for (const std::size_t padding : std::vector<std::size_t>{1, 4, 511, 100000}) {
            put("padded.gz", whole + std::string(padding, '\0'));
            EXPECT_EQ(Input::open(path("padded.gz")).bytes(), text) << padding;
            put("padded.gz", whole + whole + std::string(padding, '\0'));
            EXPECT_EQ(Input::open(path("padded.gz")).bytes(), text + text) << padding;
        }
        put("padded.gz", whole + std::string("\0\0x", 3));
        EXPECT_EQ(message([&] { Input::open(path("padded.gz")); }), "damaged gzip data");
    }
}

TEST_F(CompressedFiles, WhatExpandsTooFarIsRefused) {
    ::setenv("CGTOOLS_MAX_EXPANSION", "100K", 1);
    for (const char* const name : {"a.gz", "a.zst"}) {
        // 64 times the compressed size is more than any input is allowed
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

TEST_F(CompressedFiles, AnInputKnowsItsStoredSize) {
    put("a", "some text");
    EXPECT_EQ(Input::open(path("a")).stored_size(), 9u);
    Output out = Output::open(path("a.gz"));
    out.write(std::string(100000, 'x'));
    out.commit();
    EXPECT_EQ(Input::open(path("a.gz")).stored_size(), fs::file_size(path("a.gz")));
}

TEST_F(CompressedFiles, WhatIsCompressedIsReadAgain) {
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

} // namespace

} // namespace cg

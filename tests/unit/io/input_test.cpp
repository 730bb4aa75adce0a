// SPDX-License-Identifier: GPL-2.0-or-later
// Input from a real file system.
#include "io/input.hpp"

#include "files.hpp"

namespace cg {
namespace {

using InputFiles = Files;

TEST_F(InputFiles, InputReadsWhatIsThere) {
    put("empty", "");
    put("some", "a\0b");
    const std::string bytes("x\0y", 3);
    put("zero", bytes);
    EXPECT_EQ(Input::open(path("empty")).bytes(), "");
    EXPECT_EQ(Input::open(path("zero")).bytes(), bytes);
    EXPECT_EQ(Input::open(path("zero")).source(), path("zero"));
    EXPECT_FALSE(Input::open("/proc/self/status").bytes().empty()); // its size is said to be 0
}

TEST_F(InputFiles, InputKeepsItsBytesWhenItMoves) {
    put("a", "text");
    Input first = Input::open(path("a"));
    const Input second = std::move(first);
    EXPECT_EQ(second.bytes(), "text");
}

TEST_F(InputFiles, ACopyDoesNotChange) {
    for (const std::size_t size : std::vector<std::size_t>{0, 1, 4095, 4096, 200'000}) {
        const std::string bytes(size, 'x');
        put("a", bytes);
        const Input input = Input::open(path("a"), Input::Bytes::copied);
        put("a", "other");
        EXPECT_EQ(input.bytes(), bytes);
        EXPECT_EQ(input.stored_size(), size);
    }
}

TEST_F(InputFiles, InputSaysWhatIsWrong) {
    EXPECT_EQ(message([&] { Input::open(path("nosuch")); }), "No such file or directory");
    EXPECT_EQ(message([&] { Input::open(dir.string()); }), "Is a directory");
    put("bad.gz", "\x1f\x8bnonsense");
    EXPECT_EQ(message([&] { Input::open(path("bad.gz")); }), "damaged gzip data");
    put("bad.zst", "\x28\xb5\x2f\xfdnonsense");
    EXPECT_EQ(message([&] { Input::open(path("bad.zst")); }), "damaged zstd data");
}

} // namespace
} // namespace cg

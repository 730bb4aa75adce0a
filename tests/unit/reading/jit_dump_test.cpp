// SPDX-License-Identifier: GPL-2.0-or-later
#include "reading/jit_dump.hpp"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace cg::reading {
namespace {

using Kind = JitDumpRecord::Kind;

template <typename Word>
std::string bytes(Word word) {
    return {reinterpret_cast<const char*>(&word), sizeof word};
}

std::string record(uint32_t id, const std::string& content) {
    return bytes(id) + bytes(static_cast<uint32_t>(16 + content.size())) + bytes(uint64_t{7}) +
           content;
}

// The numbers of process and thread, and an address that the format does not use.
const std::string unused = bytes(uint32_t{1}) + bytes(uint32_t{2}) + bytes(uint64_t{3});

std::string load(uint64_t begin, const std::string& name, const std::string& code) {
    return record(0, unused + bytes(begin) + bytes(uint64_t{code.size()}) + bytes(uint64_t{9}) +
                         name + '\0' + code);
}

std::string header(uint32_t magic, uint32_t version, uint32_t size) {
    return bytes(magic) + bytes(version) + bytes(size) + std::string(28, '\0');
}

JitDumpRecord read(const std::string& text) {
    return read_jit_dump_record(text.data(), text.size());
}

TEST(JitDump, Header) {
    const auto size_of = [](const std::string& text) {
        return jit_dump_header_size(text.data(), text.size());
    };
    EXPECT_EQ(size_of(header(0x4a695444, 1, 40)), 40U);
    EXPECT_EQ(size_of(header(0x4a695444, 1, 48)), 48U);
    EXPECT_EQ(size_of(header(0x4454694a, 1, 40)), 0U);
    EXPECT_EQ(size_of(header(0x4a695444, 2, 40)), 0U);
    EXPECT_EQ(size_of(header(0x4a695444, 1, 39)), 0U);
    EXPECT_EQ(size_of(header(0x4a695444, 1, 40).substr(0, 39)), 0U);
}

TEST(JitDump, LoadNamesCode) {
    const std::string text = load(0x1000, "a function", "1234");
    const std::string with_more = text + "more"; // the record's name is a view of it
    const JitDumpRecord r = read(with_more);
    EXPECT_EQ(r.kind, Kind::load);
    EXPECT_EQ(r.size, text.size());
    EXPECT_EQ(r.code.begin, 0x1000U);
    EXPECT_EQ(r.code.length, 4U);
    EXPECT_EQ(std::string(r.code.name, r.code.name_length), "a function");
}

TEST(JitDump, LoadIsKnownWithoutItsCode) {
    const std::string text = load(0x1000, "f", "1234");
    const size_t to_name_end = text.size() - 4;
    EXPECT_EQ(read(text.substr(0, to_name_end)).kind, Kind::load);
    for (size_t size = 0; size < to_name_end; ++size)
        EXPECT_EQ(read(text.substr(0, size)).kind, Kind::incomplete) << size;
}

TEST(JitDump, NameThatDoesNotEndInItsRecordIsBroken) {
    const std::string content =
        unused + bytes(uint64_t{1}) + bytes(uint64_t{2}) + bytes(uint64_t{3}) + "name";
    EXPECT_EQ(read(record(0, content)).kind, Kind::broken);
    EXPECT_EQ(read(record(0, content) + '\0').kind, Kind::broken);
}

TEST(JitDump, CodeWithoutBytesOrNameIsNotNamed) {
    EXPECT_EQ(read(load(1, "f", "")).kind, Kind::other);
    EXPECT_EQ(read(load(1, "", "1")).kind, Kind::other);
    EXPECT_EQ(read(load(UINT64_MAX, "f", "12")).kind, Kind::other);
    EXPECT_EQ(read(load(UINT64_MAX, "f", "1")).kind, Kind::load);
}

TEST(JitDump, Move) {
    const std::string text = record(1, unused + bytes(uint64_t{0x1000}) + bytes(uint64_t{0x2000}) +
                                           bytes(uint64_t{16}) + bytes(uint64_t{9}));
    const JitDumpRecord r = read(text);
    EXPECT_EQ(r.kind, Kind::move);
    EXPECT_EQ(r.size, 64U);
    EXPECT_EQ(r.old_begin, 0x1000U);
    EXPECT_EQ(r.code.begin, 0x2000U);
    EXPECT_EQ(r.code.length, 16U);
    EXPECT_EQ(read(text.substr(0, 63)).kind, Kind::incomplete);
}

TEST(JitDump, OtherRecordsAreSkipped) {
    const JitDumpRecord r = read(record(2, "lines"));
    EXPECT_EQ(r.kind, Kind::other);
    EXPECT_EQ(r.size, 21U);
}

TEST(JitDump, RecordsSmallerThanTheirFieldsAreBroken) {
    EXPECT_EQ(read(record(0, unused)).kind, Kind::broken);
    EXPECT_EQ(read(record(1, unused)).kind, Kind::broken);
    EXPECT_EQ(read(bytes(uint32_t{3}) + bytes(uint32_t{15}) + std::string(8, '\0')).kind,
              Kind::broken);
}

} // namespace
} // namespace cg::reading

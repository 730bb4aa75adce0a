// SPDX-License-Identifier: GPL-2.0-or-later
// Costs by address for tests, and a disassembler of a made processor.
#pragma once

#include "model/code_ranges.hpp"
#include "model/instruction.hpp"

#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace cg {

struct MadeRange {
    std::string function;
    Line line;
    std::uint64_t address;
    std::uint32_t instructions; // of two bytes
    std::vector<Count> counts;
    std::uint32_t object = 0;
};

inline CodeRanges make_ranges(const std::vector<MadeRange>& made, std::size_t events = 1) {
    CodeRanges ranges{
        {}, {{"ab", "/bin/prog"}, {"cd", "/lib/other.so"}}, CountTable<CodeRange>(events)};
    for (const MadeRange& range : made) {
        const CodeRange key{
            range.object,       2 * range.instructions,     range.address,
            range.instructions, ranges.names.intern("a.c"), ranges.names.intern(range.function),
            range.line};
        ranges.ranges.append({&key, 1}, range.counts);
    }
    return ranges;
}

// Each instruction has two bytes, and is "op" unless it is a jump or call.
class MadeDisassembler : public Disassembler {
  public:
    struct Branch {
        std::uint64_t target;
        bool is_call = false;
    };
    using Branches = std::map<std::uint64_t, Branch>;
    explicit MadeDisassembler(Branches branches = {}, bool is_there = true)
        : branches_(std::move(branches)), is_there_(is_there) {}

    std::vector<Instruction> instructions(const CodeObject&, std::uint64_t begin,
                                          std::uint64_t end) override {
        std::vector<Instruction> result;
        for (std::uint64_t at = begin; is_there_ && at < end; at += 2) {
            const auto branch = branches_.find(at);
            if (branch == branches_.end())
                result.push_back({at, 2, false, std::nullopt, "op", ""});
            else
                result.push_back({at, 2, branch->second.is_call, branch->second.target,
                                  branch->second.is_call ? "call" : "jump",
                                  fmt::format("{:#x}", branch->second.target)});
        }
        return result;
    }

  private:
    Branches branches_;
    bool is_there_;
};

} // namespace cg

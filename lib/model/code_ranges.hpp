// SPDX-License-Identifier: GPL-2.0-or-later
// The costs of instructions by address in programs and libraries: the tool writes them with
// --addresses=yes (cachegrind-out(5), "Costs by address"), and other writers of Callgrind's format
// as positions of their lines.
#pragma once

#include "model/change.hpp"
#include "model/containers.hpp"
#include "model/count_table.hpp"
#include "model/names.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {

// A program or library.
struct CodeObject {
    std::string build_id; // in hexadecimal; empty: it has none, or it is not known
    std::string path;
    bool is_any_build = false; // the profile does not tell build IDs, so any file of the path is it
    bool operator==(const CodeObject&) const = default;
    auto operator<=>(const CodeObject&) const = default;
};

// Instructions one after the other that belong to one row of the profile, and each of which has the
// same counts.
struct CodeRange {
    std::uint32_t object;  // an index into the objects
    std::uint32_t bytes;   // of all instructions; 0: of one instruction whose size is not known
    std::uint64_t address; // of the first one, as the object's file has it
    std::uint32_t instructions;
    NameId file;
    NameId function; // "???": it has no name
    Line line;

    bool operator==(const CodeRange&) const = default;
    // Returns an address after the first byte of the last instruction: the end, if it is known.
    std::uint64_t end() const { return address + (bytes == 0 ? 1 : bytes); }
    friend std::size_t hash_of(const CodeRange& range) {
        return hash_of_pair(range.address, range.line) ^
               hash_of_pair(range.function, range.bytes + (range.object << 16));
    }
};

// A value of its own, with its own names. Ranges may overlap, as those of several runs do: the cost
// of an instruction is the sum over the ranges that it is in. The counts of a row's ranges
// add up to those of the row, or to less: code that is in no object has none.
struct CodeRanges {
    Names names;
    std::vector<CodeObject> objects;
    CountTable<CodeRange> ranges; // the counts are sums of the range's instructions
};

// Makes CodeRanges, and sums those that are equal.
class CodeRangesBuilder {
  public:
    explicit CodeRangesBuilder(std::size_t events) : made_{{}, {}, CountTable<CodeRange>(events)} {}

    // Returns the index of the object, which is added if it is new.
    std::uint32_t add_object(CodeObject object);
    NameId intern(std::string_view name) { return made_.names.intern(name); }
    // Returns the counts of the range, zeros if it is new, for the caller to add to. The span is
    // valid until the next call.
    std::span<Count> add(const CodeRange& range) {
        return made_.ranges.counts(made_.ranges.insert(range, index_));
    }
    // Adds all ranges, whose lines stay. Throws std::overflow_error.
    void add(const CodeRanges& from, const Change& change = {});

    CodeRanges finish() && { return std::move(made_); }

  private:
    CodeRanges made_;
    FlatIndex<CodeRange> index_;
    std::map<CodeObject, std::uint32_t> objects_;
};

// Returns nothing if lines change: functions and lines are those of the code.
std::optional<CodeRanges> changed(const CodeRanges& ranges, const Change& change);

// Returns the ranges for which is_kept(index) is true.
template <typename IsKept>
CodeRanges kept_ranges(const CodeRanges& all, const IsKept& is_kept) {
    return {all.names, all.objects, all.ranges.kept(is_kept)};
}

} // namespace cg

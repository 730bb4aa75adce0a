// SPDX-License-Identifier: GPL-2.0-or-later
// The instructions of a function with their counts.
#pragma once

#include "model/code_ranges.hpp"
#include "model/count_rows.hpp"
#include "model/instruction.hpp"
#include "view/jump_arcs.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {

// The ranges of a function in one object. Functions of one name in two objects are two.
struct FunctionRanges {
    struct Member {
        std::uint32_t range;  // its index
        bool is_after_others; // code of other functions ran between the previous range and this one
    };
    std::uint32_t object;
    NameId function;
    std::vector<Member> members; // by address
    std::vector<Count> counts;
};

struct CodeRow {
    enum class Kind : std::uint8_t {
        instruction,
        range,     // instructions of which only the address is known
        not_run,   // code between two rows; instructions: how many, if that is known
        elsewhere, // the next row is in another part: between them is code of other functions
        left_out,  // instructions that hold little, with the sum of their counts
    };
    Kind kind;
    std::uint64_t address;
    std::uint64_t bytes; // 0: of a range whose size is not known
    std::uint64_t instructions;
    NameId file{}; // of the source, in CodeRanges::names; not between two parts
    Line line = 0;
    bool is_call = false;
    bool has_direct_target = false; // a jump or call to an address that the operands have
    // The row that a direct jump leads to, if it is in this function.
    std::optional<std::uint32_t> target{};
    // The function that a call, or a jump to another function, leads to, if the profile has it.
    std::optional<NameId> callee{};
    std::string mnemonic{}, operands{};

    // Returns true for code at one place of the source.
    bool has_counts() const { return kind == Kind::instruction || kind == Kind::range; }
};

struct FunctionCode {
    std::uint32_t object;
    NameId function;
    bool has_text;             // false: there are ranges only
    std::vector<CodeRow> rows; // by address
    CountRows counts;          // of each row; their sum is that of the function's ranges
};

// The functions of a profile with costs by address.
class CodeOfFunctions {
  public:
    // Code without a function's name is split where control does not pass from one part to the
    // next. The arguments must outlive it. Throws std::overflow_error.
    CodeOfFunctions(const CodeRanges& ranges, Disassembler& disassembler);

    // In the order of their first addresses, by object.
    std::span<const FunctionRanges> functions() const { return functions_; }
    // Returns the name or, if it has none, "0x4fee40 [python3.11]", as calls have it.
    std::string name(const FunctionRanges& function) const;
    // Returns those that are to be shown, by the magnitudes of their counts in the columns of
    // `order`, descending.
    std::vector<const FunctionRanges*>
    ranked(std::span<const std::size_t> order,
           const std::function<bool(const FunctionRanges&)>& is_shown) const;
    // Returns the instructions of one, each of which gets its part of the counts of all ranges that
    // it is in.
    FunctionCode code(const FunctionRanges& function) const;

  private:
    void add_functions();

    const CodeRanges& ranges_;
    Disassembler& disassembler_;
    std::vector<FunctionRanges> functions_;
    // The functions that begin at an address, by object and address.
    std::map<std::pair<std::uint32_t, std::uint64_t>, NameId> entries_;
};

// Returns the jumps between the rows of a function.
std::vector<Jump> jumps_of(const FunctionCode& code);

// Returns the code with one row for instructions one after the other of which none is to be kept.
FunctionCode without_rows(const FunctionCode& code,
                          const std::function<bool(std::span<const Count>)>& keep);

// Rows as text.

// Returns a function's name without its template arguments, cut in the middle if it is still long.
std::string short_name(std::string_view name);
// Returns the width of most mnemonics, so that their operands are in one column.
std::size_t mnemonic_width(const FunctionCode& code);
// Returns "12f6  jne    0x12e0", or what there is instead of an instruction. `names` are those of
// the CodeRanges.
std::string text_of(const CodeRow& row, const Names& names, std::size_t mnemonic_width);

} // namespace cg

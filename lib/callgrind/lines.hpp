// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of Callgrind's format: of costs, and of the tree in comments.
#pragma once

#include "callgrind/names.hpp"
#include "callgrind/oddities.hpp"
#include "model/call_tree.hpp"
#include "model/called_functions.hpp"
#include "model/fwd.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cg {

// Parses cost lines of Callgrind's format: positions, absolute or relative to the previous
// line, then counts. Notes what is odd, so it throws ParseError only in a file of ours, and for
// counts that are too large.
class CostLineParser {
  public:
    explicit CostLineParser(Oddities& oddities) : oddities_(oddities) {}

    // Sets the positions of the following lines: instr, bb and line in any order, which are in this
    // order in lines, and unknown words, which keep their places among them.
    void set_positions(std::span<const std::string_view> words);
    // Is to be called before the first cost line of a part. The unknown words are positions if the
    // line has numbers for them and for the events; KCachegrind ignores them.
    void settle_positions(const char* at, const char* end, std::size_t events);
    bool is_settled() const { return unknown_positions_ == 0; }
    static bool begins(char first) {
        return static_cast<unsigned char>(first - '0') < 10 || first == '+' || first == '-' ||
               first == '*';
    }

    // Parses the positions at the beginning of a line and returns where its counts begin, or null
    // if the line has no position.
    const char* parse_place(const char* at, const char* end);
    // Parses counts (parse_cost_counts) up to the end of the line, and returns the beginning of the
    // next line.
    const char* parse_counts(const char* at, const char* end, std::span<Count> counts) const;
    // Returns the source line of the place parsed last; 0 if there is no such position.
    std::uint32_t line() const {
        return line_ < position_count_ ? static_cast<std::uint32_t>(last_[line_]) : 0;
    }
    // Returns true if lines have addresses: positions: instr.
    bool has_addresses() const { return instr_ < position_count_; }
    // Returns the address of the place parsed last, if has_addresses().
    std::uint64_t address() const { return last_[instr_]; }
    // Parses the positions after calls=, up to the end of the line, and returns this end. They are
    // only shown, and many writers have none, too many, or a cost instead: a line that is missing
    // or too large is 0.
    const char* parse_callee(const char* at, const char* end, std::uint32_t& line) const;
    // Makes the next positions relative to 0.
    void begin_part() { last_ = {}; }
    // The positions of a jump, up to the end of the line. They are relative to the previous line,
    // and following lines are not relative to them.
    const char* parse_target(const char* at, const char* end) const;

  private:
    static constexpr std::size_t max_positions = 8; // instr, bb, line, and unknown ones
    using Positions = std::array<std::uint64_t, max_positions>;
    const char* parse_positions(const char* at, const char* end, Positions& positions) const;
    const char* parse_strict_position(const char* at, const char* end, std::size_t i,
                                      std::uint64_t& position) const;
    const char* parse_odd_position(const char* at, const char* end, std::size_t i,
                                   std::uint64_t& position) const;
    const char* parse_odd_counts(const char* at, const char* end, std::span<Count> counts) const;

    Oddities& oddities_;
    std::size_t position_count_ = 1;
    std::size_t line_ = 0;              // its index; position_count_ or more: there is none
    std::size_t instr_ = max_positions; // likewise, of the address
    std::size_t unknown_positions_ = 0; // until they are settled
    std::size_t known_positions_ = 1, known_line_ = 0; // without the unknown ones
    Positions last_{};
};

// Parses counts in any radix, like parse_counts() (lines/numbers.hpp), but faster for regular
// lines.
const char* parse_cost_counts(const char* at, const char* end, std::span<Count> counts);

// Reads the tree of calls that our tool writes in comments of Callgrind's format
// (cachegrind-out(5)):
//
//   tree ::= "#tree 1" (space word space number)* nl fn* root*
//   fn   ::= "#fn" 4*(space number) nl             numbers of object, file and name; a line
//   root ::= "#root" space word (space count)* nl node*
//   node ::= "#" up space function space calls (space count)* nl
class TreeLines {
  public:
    explicit TreeLines(std::size_t event_count) : event_count_(event_count) {}

    // Parses the text after "#tree 1".
    void begin(const char* at, const char* end);
    // Parses another line, whose '#' is at `at`, and returns the beginning of the next line. Throws
    // ParseError.
    const char* add(const char* at, const char* end, CompressedNames& names,
                    CalledFunctions& functions);

    std::size_t node_count() const { return node_count_; }
    std::uint64_t recursion() const { return recursion_; }
    std::uint64_t folded() const { return folded_; }
    // Returns the functions of all trees, perhaps with duplicates.
    const std::vector<FunctionId>& functions() const { return all_functions_; }
    // Return the sums of all trees: of all nodes, and of each function and root (own_costs()).
    std::vector<Count> total() const;
    CountRows own_costs(std::size_t functions) const;
    // Returns the sum of all trees, with new numbers for the functions.
    CallTree finish(std::span<const FunctionId> new_numbers);

  private:
    const char* add_function(const char* at, const char* end, CompressedNames& names,
                             CalledFunctions& functions);
    const char* add_root(const char* at, const char* end);
    const char* add_node(const char* at, const char* end);

    std::size_t event_count_;
    std::vector<CallTree> trees_;       // one for each part of the file that has one
    std::vector<FunctionId> functions_; // of the last tree
    std::vector<FunctionId> all_functions_;
    std::vector<CallTree::Node> path_; // to the last node
    std::size_t node_count_ = 0;
    std::uint64_t recursion_ = 0;
    std::uint64_t folded_ = 0;
};

} // namespace cg

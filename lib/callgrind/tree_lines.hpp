// SPDX-License-Identifier: GPL-2.0-or-later
// Reads the tree of calls that our tool writes in comments of Callgrind's format
// (cachegrind-out(5)):
//
//   tree ::= "#tree 1" (space word space number)* nl fn* root*
//   fn   ::= "#fn" 4*(space number) nl             numbers of object, file and name; a line
//   root ::= "#root" space word (space count)* nl node*
//   node ::= "#" up space function space calls (space count)* nl
#pragma once

#include "callgrind/compressed_names.hpp"
#include "model/call_tree.hpp"
#include "model/called_functions.hpp"

#include <optional>
#include <vector>

namespace cg {

class TreeLines {
  public:
    explicit TreeLines(std::size_t event_count) : event_count_(event_count) {}

    // Parses the text after "#tree 1".
    void begin(const char* at, const char* end);
    // Parses another line, whose '#' is at `at`, and returns the beginning of the next line. Throws
    // ParseError.
    const char* add(const char* at, const char* end, const CompressedNames& names,
                    CalledFunctions& functions);

    std::size_t node_count() const { return node_count_; }
    std::uint64_t recursion() const { return recursion_; }
    std::uint64_t folded() const { return folded_; }
    // Returns the functions of all trees, perhaps with duplicates.
    const std::vector<CalledNumber>& functions() const { return all_functions_; }
    // Return the sums of all trees: of all nodes, and of each function and root (own_costs()).
    std::vector<Count> total() const;
    std::vector<Count> own_costs(std::size_t functions) const;
    // Returns the sum of all trees, with new numbers for the functions.
    CallTree finish(std::span<const CalledNumber> new_numbers);

  private:
    const char* add_function(const char* at, const char* end, const CompressedNames& names,
                             CalledFunctions& functions);
    const char* add_root(const char* at, const char* end);
    const char* add_node(const char* at, const char* end);

    std::size_t event_count_;
    std::vector<CallTree> trees_;         // one for each part of the file that has one
    std::vector<CalledNumber> functions_; // of the last tree
    std::vector<CalledNumber> all_functions_;
    std::vector<CallTree::Node> path_; // to the last node
    std::size_t node_count_ = 0;
    std::uint64_t recursion_ = 0;
    std::uint64_t folded_ = 0;
};

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// The functions of a profile, or of the sum of several profiles, with the count lines of each. A
// profile is too large for the processor's caches, but the rows of a function fit. So counts are
// parsed, summed and passed on one function at a time.
#pragma once

#include "format/cachegrind.hpp"
#include "format/profile_layout.hpp"
#include "format/read_options.hpp"
#include "model/change.hpp"
#include "model/cost_table_builder.hpp"
#include "model/names.hpp"

#include <span>
#include <vector>

namespace cg {

// One of the profiles that are summed.
struct ProfilePart {
    const ProfileLayout* layout;
    // For each event of the sum its column in this profile, or nothing, for 0. Empty: same events.
    Columns columns;
    std::string_view source; // for messages about sums
};

// Adjacent count lines of one of the profiles.
struct PartBlock {
    std::size_t part;
    CountBlock counts;
};

class FunctionBlocks {
  public:
    // The functions of all, in the order that a CostTable has. Takes their names, and refers to
    // their blocks. With Unnamed::as_marks, functions without a name are called unspecified_mark.
    static FunctionBlocks of(std::span<ProfileLayout> parts, Unnamed unnamed = Unnamed::by_file);

    std::span<const FunctionOrder::Function> functions() const {
        return {order_.functions.data(), order_.functions.size()};
    }
    // Replaces `blocks` by the blocks of this function.
    void find(std::size_t function, std::vector<PartBlock>& blocks) const;

    // Adjacent functions whose text fits in a cache.
    struct Chunk {
        std::size_t begin; // functions
        std::size_t end;
        std::size_t first_row; // an upper bound of the rows before it
        std::size_t bytes;     // of text
    };
    struct Chunks {
        std::vector<Chunk> list;
        std::size_t rows = 0; // an upper bound of all rows
    };
    Chunks chunks() const;

    BorrowedNames names;

  private:
    // Calls visitor(PartBlock) for each block of a function.
    template <typename Visit>
    void visit(std::size_t function, const Visit& visitor) const {
        for (std::size_t i = order_.functions[function].begin; i < order_.functions[function].end;
             ++i) {
            const std::size_t number = order_.blocks[i];
            std::size_t part = parts_.size() - 1;
            while (number < first_blocks_[part])
                --part;
            visitor(PartBlock{part, parts_[part].blocks[number - first_blocks_[part]].counts});
        }
    }

    std::span<const ProfileLayout> parts_;
    std::vector<std::size_t> first_blocks_; // by part; numbers as in order_
    FunctionOrder::Order order_;
};

// Reads rows, one function after the other. Each thread has its own.
class RowReader {
  public:
    RowReader(std::span<const ProfilePart> parts, std::size_t event_count);

    // Writes the rows of a function, each line once, to `rows`, which has memory for all of its
    // lines. Returns the number of rows. Throws ParseError, and Error(source, ...) for the part at
    // which a sum gets too large.
    std::size_t read(std::span<const PartBlock> blocks, RowSpan rows);
    std::size_t read(const FunctionBlocks& blocks, std::size_t function, RowSpan rows) {
        blocks.find(function, blocks_);
        return read(blocks_, rows);
    }
    // Reads into rows(), which are valid until the next call.
    std::size_t read(std::span<const PartBlock> blocks);
    std::size_t read(const FunctionBlocks& blocks, std::size_t function) {
        blocks.find(function, blocks_);
        return read(blocks_);
    }
    RowSpan rows() { return {lines_.data(), counts_.data(), event_count_}; }

    // Returns the sums of the counts read of a part, by the part's columns.
    std::span<const WideCount> totals(std::size_t part) const { return parsers_[part].totals(); }

  private:
    void parse(const PartBlock& block, Line* lines, Count* counts);
    std::size_t sum(const PartBlock& last, RowSpan rows, std::size_t merged_end,
                    std::size_t end) const;

    std::span<const ProfilePart> parts_;
    std::size_t event_count_;
    std::vector<CountLineParser> parsers_; // by part
    std::vector<Count> own_counts_;        // of a part with different columns
    std::vector<Line> lines_;              // rows()
    std::vector<Count> counts_;
    std::vector<PartBlock> blocks_; // of the current function
};

// Sum profiles, one function at a time. Move names out of `layouts`. header.events, or the
// event_count events, are those that `columns` of the parts refer to. Throw ParseError if the count
// lines of a part violate the grammar or do not add up to its summary, and Error(source, ...) for
// the part at which a sum gets too large.

// Returns the text of the sum, in pieces, without a table of counts. It is equal to the one of
// algebra's Merge. Functions without a name get the name unspecified_mark.
std::vector<ProfileText> text_of(std::span<ProfileLayout> layouts,
                                 std::span<const ProfilePart> parts, const Header& header,
                                 const std::vector<Count>& summary, const Executor& executor);

// The rows of a sum, and the totals of its parts.
struct TableOfParts {
    Names names;
    CostTable costs;
    std::vector<std::vector<Count>> totals;
};
TableOfParts table_of(std::span<ProfileLayout> layouts, std::span<const ProfilePart> parts,
                      std::size_t event_count, Unnamed unnamed, Detail detail,
                      const Executor& executor);

} // namespace cg

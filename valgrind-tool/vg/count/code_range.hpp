// SPDX-License-Identifier: GPL-2.0-or-later
// With --addresses=yes: the costs of instructions.
//
// A cost centre of each instruction would take as much memory as all else together. But most of a
// line's instructions in a superblock are always executed together, and nothing else is counted of
// them. So these are one range. Ranges of superblocks that begin in the middle of others overlap.
#pragma once

#include "vg/count/cost_centre.hpp"
#include "vg/where/objects.hpp"

namespace cg::vg {

// The properties of a range that are known when its code is translated.
struct RangeShape {
    UChar columns; // how many of the events, from the first on, its instructions may have
    UChar instructions;
    static constexpr UInt max_instructions = 16;
};

// Instructions one after the other of one line, which have the same counts. Its counts, sums for
// all of them, are before it in memory: most instructions read and write nothing, and have few.
struct CodeRange {
    CostCentre* line;
    CodeRange* next_in_owner; // of a superblock; or else in a bucket of those without
    CodeRange* next_in_line;
    const CodeObject* object; // null: the instructions are in none, and need not be known
    Addr address;
    RangeShape shape;
    UChar lengths[]; // bytes of each instruction

    // Not scattered: what is looked up next is near in the code, and then in the processor's
    // caches, too.
    static UInt hash_of(Addr first) { return static_cast<UInt>(first >> 3); }
    static UInt hash_of(const CodeRange& range) { return hash_of(range.address); }
    ULong* counts() { return reinterpret_cast<ULong*>(this) - shape.columns; }
    const ULong* counts() const { return reinterpret_cast<const ULong*>(this) - shape.columns; }
};

// Set once, before the program starts: lines have ranges, and counts are added to those alone.
inline constinit bool has_ranges = false;

// Returns a range of the code that is loaded now; one that was given up before, or a new one.
CodeRange* take_range(CostCentre& line, Addr address, RangeShape shape, const UChar* lengths);
// To be called when the code of the superblock that had these ranges is discarded. What they have
// counted is kept.
void give_up_ranges(CodeRange* ranges);

// Sets the counts and ranges of all lines to none.
void clear_lines();
// Adds the counts of the ranges that one superblock has to those of their lines.
void add_to_lines(CodeRange* ranges);
// Adds the counts of all ranges that were given up.
void add_given_up_to_lines();
// Both set counts to 0.
void zero_ranges(CodeRange* ranges);
void zero_given_up_ranges();

size_t code_range_count();

} // namespace cg::vg

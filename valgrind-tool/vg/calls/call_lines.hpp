// SPDX-License-Identifier: GPL-2.0-or-later
// From which lines the calls of a node were made, how often, and at what inclusive cost.
//
// Most nodes are called from one line, which the node knows (Node::site): that line has all its
// calls and its whole cost. Only calls from other lines are counted, and what they leave is the
// first line's. Nodes for each line would make the tree larger, with all that is below.
//
// A call costs what was added to nodes between the beginning of the function and its return,
// because the counts of its callers wait in frames meanwhile. So `flushed`, the sum of all that was
// added, is subtracted from a line when its call begins, and added when it ends.
#pragma once

#include "vg/calls/frames.hpp"
#include "vg/count/cost_centre.hpp"

namespace cg::vg {

// A line from which functions are called.
struct CallSite {
    const HChar* file;
    UInt line; // 0: unknown
    UInt number;
    CallSite* next_in_bucket;

    static UInt hash_of(const HChar* file, UInt line);
    static UInt hash_of(const CallSite& site) { return hash_of(site.file, site.line); }
};

// Numbers of sites. Nodes that were not called have none.
inline constexpr UInt no_call_site = 0, unknown_call_site = 1;

// Finds or adds the site of an instruction.
UInt number_of_site(const CostCentre& instruction);
const CallSite& site_numbered(UInt number);

// The calls of a node from a line that is not its first one.
struct CallLine {
    Node* node;
    UInt site;
    ULong calls;
    CallLine* next; // of the same node
    CallLine* next_in_bucket;
    // events.count counts, of nodes without a node of the same function above: in the file, only
    // these have a cost. Too small by `flushed` for each call that has not ended.
    ULong inclusive[];

    static UInt hash_of(const Node* node, UInt site);
    static UInt hash_of(const CallLine& line) { return hash_of(line.node, line.site); }
};

// Returns the line of a call of the node if it is not the node's first one. Null: it is.
CallLine* other_line(Node& called, UInt site);
// Returns the lines of the node that are not the first one.
const CallLine* other_lines(const Node& node);

void zero_call_lines();
// Forgets the lines of nodes that were released. Must be called before new ones are made.
void forget_released_lines();

// How many there are.
size_t call_line_count();

// Counts that the current stack of frames has added to nodes, by column; only differences of it are
// used.
// Without calls the simulation adds to it, too.
extern ULong flushed[EventSet::max_count];

// Creates the site that is unknown.
void start_call_lines();

// A line whose calls end with a frame: there are several if a function that was called jumps to
// others. Or, without a line, a signal handler, whose cost is not that of the function that it
// interrupts.
struct OpenLine {
    OpenLine* next; // the one before it, in the same frame
    CallLine* line;
    ULong before[]; // of a handler: `flushed` when it began
};

// Counts a call from the line, which ends with the frame.
void begin_call(Frame& frame, CallLine& line);
void begin_handler(Frame& frame);
// Ends the calls of the frame. `total`: `flushed`, or what was added to nodes of a stack that does
// not run, whose lines have their whole cost. A handler sets it back to what it was before that.
void close_lines(const Frame& frame, ULong* total);
// Begins them again.
void reopen_lines(const Frame& frame, const ULong* total);
void forget_lines(Frame& frame);
inline void end_calls(Frame& frame) {
    if ((frame.stack_pointer & Frame::has_lines) == 0)
        return;
    close_lines(frame, flushed);
    forget_lines(frame);
}

} // namespace cg::vg

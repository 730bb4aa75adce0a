// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/call_lines.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"
#include "vg/count/counts.hpp"
#include "vg/where/functions.hpp"

namespace cg::vg {

constinit ULong flushed[EventSet::max_count] = {};

namespace {

constinit HashTable<CallSite> sites;
constinit Sequence<const CallSite*> numbered; // from 1 on

// Lines; and for each node that has some a first one without a site, whose `next` they are.
constinit HashTable<CallLine> lines;

constinit OpenLine* spare = nullptr; // linked by `next`

UInt add_site(const HChar* file, UInt line) {
    auto* const made = allocate<CallSite>();
    numbered.append(made);
    made->file = file;
    made->line = line;
    made->number = static_cast<UInt>(numbered.size());
    sites.add(made);
    return made->number;
}

SizeT bytes_of_line() {
    return sizeof(CallLine) + events.count * sizeof(ULong);
}

CallLine* find_line(const Node* node, UInt site) {
    return lines.find(CallLine::hash_of(node, site),
                      [=](const CallLine& l) { return l.node == node && l.site == site; });
}

CallLine* add_line(Node* node, UInt site) {
    auto* const made = static_cast<CallLine*>(allocate(bytes_of_line()));
    made->node = node;
    made->site = site;
    lines.add(made);
    return made;
}

CallLine* find_or_add_line(Node* node, UInt site) {
    if (CallLine* const found = find_line(node, site))
        return found;
    CallLine* first = find_line(node, no_call_site);
    if (first == nullptr)
        first = add_line(node, no_call_site);
    CallLine* const made = add_line(node, site);
    made->next = first->next;
    first->next = made;
    return made;
}

OpenLine* take_open_line() {
    OpenLine* const taken = spare;
    if (taken == nullptr)
        return static_cast<OpenLine*>(allocate(sizeof(OpenLine) + events.count * sizeof(ULong)));
    spare = taken->next;
    return taken;
}

OpenLine* open_lines(const Frame& frame) {
    return (frame.stack_pointer & Frame::has_lines) != 0 ? frame.lines : nullptr;
}

// Adds a line or, if that is null, a handler.
OpenLine* add_open_line(Frame& frame, CallLine* line) {
    OpenLine* const made = take_open_line();
    made->next = open_lines(frame);
    made->line = line;
    frame.lines = made;
    frame.stack_pointer |= Frame::has_lines;
    return made;
}

// Calls one of them for each open line of the frame, the latest first.
template <typename OnLine, typename OnHandler>
void for_each_open_line(const Frame& frame, const OnLine& on_line, const OnHandler& on_handler) {
    for (OpenLine* open = open_lines(frame); open != nullptr; open = open->next) {
        if (open->line != nullptr)
            on_line(*open->line);
        else
            on_handler(*open);
    }
}

} // namespace

UInt CallSite::hash_of(const HChar* file, UInt line) {
    return hash_of_address(reinterpret_cast<UWord>(file) >> 4) + line * 0x9e3779b1u;
}

UInt number_of_site(const CostCentre& instruction) {
    if (instruction.line == 0)
        return unknown_call_site;
    const UInt hash = CallSite::hash_of(instruction.file, instruction.line);
    const CallSite* const found = sites.find(hash, [&](const CallSite& s) {
        return s.file == instruction.file && s.line == instruction.line;
    });
    return found != nullptr ? found->number : add_site(instruction.file, instruction.line);
}

const CallSite& site_numbered(UInt number) {
    return *numbered[number - 1];
}

UInt CallLine::hash_of(const Node* node, UInt site) {
    return hash_of_address(reinterpret_cast<UWord>(node) / node_alignment) + site * 0x9e3779b1u;
}

CallLine* other_line(Node& called, UInt site) {
    if (called.site == no_call_site)
        called.site = site;
    return called.site == site ? nullptr : find_or_add_line(&called, site);
}

const CallLine* other_lines(const Node& node) {
    const CallLine* const first = find_line(&node, no_call_site);
    return first == nullptr ? nullptr : first->next;
}

void zero_call_lines() {
    lines.for_each([](CallLine& line) {
        line.calls = 0;
        zero_counts(line.inclusive);
    });
}

void forget_released_lines() {
    CallLine* kept = nullptr; // linked by `next_in_bucket`
    lines.clear([&](CallLine* line) {
        if (line->node->is_released()) {
            release(line, bytes_of_line());
        } else {
            line->next_in_bucket = kept;
            kept = line;
        }
    });
    while (kept != nullptr) {
        CallLine* const line = kept;
        kept = line->next_in_bucket;
        lines.add(line);
    }
}

size_t call_line_count() {
    return lines.count();
}

void start_call_lines() {
    add_site(unknown, 0);
}

void begin_call(Frame& frame, CallLine& line) {
    ++line.calls;
    if (line.node->home != nullptr)
        return;
    add_open_line(frame, &line);
    subtract_counts(line.inclusive, flushed);
}

void begin_handler(Frame& frame) {
    copy_counts(add_open_line(frame, nullptr)->before, flushed);
}

void close_lines(const Frame& frame, ULong* total) {
    for_each_open_line(
        frame, [=](CallLine& line) { add_counts(line.inclusive, total); },
        [=](const OpenLine& handler) { copy_counts(total, handler.before); });
}

void reopen_lines(const Frame& frame, const ULong* total) {
    for_each_open_line(
        frame, [=](CallLine& line) { subtract_counts(line.inclusive, total); },
        [=](OpenLine& handler) { copy_counts(handler.before, total); });
}

void forget_lines(Frame& frame) {
    for (OpenLine* open = open_lines(frame); open != nullptr;) {
        OpenLine* const next = open->next;
        open->next = spare;
        spare = open;
        open = next;
    }
    frame.lines = nullptr; // also for the frame at the bottom, which has the bit always
    frame.stack_pointer &= ~Frame::has_lines;
}

} // namespace cg::vg

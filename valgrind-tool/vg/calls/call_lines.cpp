// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/call_lines.hpp"

#include "vg/core/hash_table.hpp"

namespace cg::vg {
namespace {

constinit HashTable<CallLine> lines;

} // namespace

UInt CallLine::hash_of(const Node* node, const CostCentre* site) {
    const UInt hash = hash_of_address(reinterpret_cast<UWord>(node) / node_alignment) ^
                      hash_of_address(reinterpret_cast<UWord>(site)) * 0x9e3779b1u;
    return hash ^ hash >> 15;
}

void add_calls(Node& node, const CostCentre* site, ULong calls) {
    node.calls += calls;
    if (site == nullptr)
        return;
    CallLine* line = lines.find(CallLine::hash_of(&node, site), [&](const CallLine& l) {
        return l.node == &node && l.site == site;
    });
    if (line == nullptr) {
        line = allocate<CallLine>();
        if (line == nullptr)
            return;
        line->node = &node;
        line->site = site;
        lines.add(line);
    }
    line->calls += calls;
}

void list_call_lines() {
    for (unsigned i = 0; i < root_count; ++i) {
        Node* const top = root(static_cast<Root>(i));
        SizeT depth = 0;
        for (Node* n = top; n != nullptr; n = next_in_preorder(n, top, depth))
            n->lines = nullptr;
    }
    lines.for_each([](CallLine& line) {
        line.next = line.node->lines;
        line.node->lines = &line;
    });
}

void zero_call_lines() {
    lines.for_each([](CallLine& line) { line.calls = 0; });
}

void forget_released_lines() {
    CallLine* kept = nullptr; // linked by `next`
    lines.clear([&](CallLine* line) {
        if (line->node->is_released()) {
            release(line, sizeof *line);
        } else {
            line->next = kept;
            kept = line;
        }
    });
    for (; kept != nullptr; kept = kept->next)
        lines.add(kept);
}

size_t call_line_count() {
    return lines.count();
}

} // namespace cg::vg

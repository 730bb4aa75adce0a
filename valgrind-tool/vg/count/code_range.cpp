// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/count/code_range.hpp"

#include "vg/count/counts.hpp"

namespace cg::vg {
namespace {

// A table, because a program may load and unload the same library for hours.
constinit HashTable<CodeRange, &CodeRange::next_in_owner> given_up;
constinit size_t created = 0;

bool has_shape(const CodeRange& range, RangeShape shape, const UChar* lengths) {
    return range.shape.columns == shape.columns && range.shape.instructions == shape.instructions &&
           VG_(memcmp)(range.lengths, lengths, shape.instructions) == 0;
}

// Takes it out of the table. Null: there is none.
CodeRange* take_given_up(const CostCentre& line, const CodeObject* object, Addr address,
                         RangeShape shape, const UChar* lengths) {
    CodeRange* const found = given_up.find(CodeRange::hash_of(address), [&](const CodeRange& r) {
        return r.address == address && r.object == object && r.line == &line &&
               has_shape(r, shape, lengths);
    });
    if (found != nullptr)
        given_up.remove(found);
    return found;
}

void add_to_line(CodeRange& range) {
    range.next_in_line = range.line->ranges;
    range.line->ranges = &range;
    for (unsigned i = 0; i < range.shape.columns; ++i)
        range.line->counts[i] += range.counts()[i];
}

void zero(CodeRange& range) {
    VG_(memset)(range.counts(), 0, range.shape.columns * sizeof(ULong));
}

} // namespace

CodeRange* take_range(CostCentre& line, Addr address, RangeShape shape, const UChar* lengths) {
    const CodeObject* const object = code_object_at(address);
    if (object == nullptr) { // all such code of the line is alike
        address = reinterpret_cast<Addr>(&line);
        shape.instructions = 0;
    }
    if (CodeRange* const found = take_given_up(line, object, address, shape, lengths))
        return found;
    const SizeT bytes_before = shape.columns * sizeof(ULong);
    void* const block = allocate(bytes_before + sizeof(CodeRange) + shape.instructions);
    auto* const range = reinterpret_cast<CodeRange*>(static_cast<UChar*>(block) + bytes_before);
    range->line = &line;
    range->object = object;
    range->address = address;
    range->shape = shape;
    VG_(memcpy)(range->lengths, lengths, shape.instructions);
    ++created;
    return range;
}

void give_up_ranges(CodeRange* ranges) {
    while (ranges != nullptr) {
        CodeRange* const next = ranges->next_in_owner;
        given_up.add(ranges);
        ranges = next;
    }
}

void clear_lines() {
    for (CostCentre& line : all_cost_centres) {
        line.ranges = nullptr;
        zero_counts(line.counts);
    }
}

void add_to_lines(CodeRange* ranges) {
    for (CodeRange* range = ranges; range != nullptr; range = range->next_in_owner)
        add_to_line(*range);
}

void add_given_up_to_lines() {
    given_up.for_each(add_to_line);
}

void zero_ranges(CodeRange* ranges) {
    for (CodeRange* range = ranges; range != nullptr; range = range->next_in_owner)
        zero(*range);
}

void zero_given_up_ranges() {
    given_up.for_each(zero);
}

size_t code_range_count() {
    return created;
}

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/count/code_range.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/hash_table.hpp"

namespace cg::vg {
namespace {

// Not scattered: what is looked up next is near in the code, and then in the processor's caches,
// too.
UInt hash_of(Addr address) {
    return static_cast<UInt>(address >> 3);
}

UInt hash_of_range(const CodeRange& range) {
    return hash_of(range.address);
}

// A table, because a program may load and unload the same library for hours.
constinit HashTable<CodeRange, &CodeRange::next_in_owner, hash_of_range> given_up;
constinit size_t created = 0;

SizeT bytes_of_counts() {
    return events.count * sizeof(ULong);
}

// After the counts.
InstructionLengths& lengths_after(CodeRange& range) {
    return *reinterpret_cast<InstructionLengths*>(range.counts + events.count);
}

bool is_equal(const CodeRange& a, const CodeRange& b, const InstructionLengths& lengths_of_b) {
    const InstructionLengths& lengths = lengths_of(a);
    return a.address == b.address && a.object == b.object && a.line == b.line &&
           lengths.count == lengths_of_b.count &&
           VG_(memcmp)(lengths.bytes, lengths_of_b.bytes, lengths.count) == 0;
}

// Null: there is none.
CodeRange* find_given_up(const CodeRange& wanted, const InstructionLengths& lengths) {
    if (given_up.count() == 0)
        return nullptr;
    CodeRange* range = given_up.first(hash_of(wanted.address));
    while (range != nullptr && !is_equal(*range, wanted, lengths))
        range = range->next_in_owner;
    return range;
}

} // namespace

const InstructionLengths& lengths_of(const CodeRange& range) {
    return lengths_after(const_cast<CodeRange&>(range));
}

CodeRange* take_range(CostCentre& line, Addr address, const InstructionLengths& lengths) {
    CodeRange wanted = {&line, nullptr, nullptr, code_object_at(address), address};
    if (wanted.object == nullptr) // all such code of the line is one range
        wanted.address = reinterpret_cast<Addr>(&line);
    if (CodeRange* const found = find_given_up(wanted, lengths)) {
        given_up.remove(found);
        return found;
    }
    const SizeT bytes =
        sizeof(CodeRange) + bytes_of_counts() + sizeof lengths.count + lengths.count;
    auto* const range = static_cast<CodeRange*>(allocate(bytes));
    if (range == nullptr)
        return nullptr;
    *range = wanted;
    InstructionLengths& own = lengths_after(*range);
    own.count = lengths.count;
    VG_(memcpy)(own.bytes, lengths.bytes, lengths.count);
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
    for (CostCentre* line = all_cost_centres(); line != nullptr; line = line->next_in_list) {
        line->ranges = nullptr;
        VG_(memset)(line->counts, 0, bytes_of_counts());
    }
}

namespace {

void add_to_line(CodeRange& range) {
    range.next_in_line = range.line->ranges;
    range.line->ranges = &range;
    for (unsigned i = 0; i < events.count; ++i)
        range.line->counts[i] += range.counts[i];
}

} // namespace

void add_to_lines(CodeRange* ranges) {
    for (CodeRange* range = ranges; range != nullptr; range = range->next_in_owner)
        add_to_line(*range);
}

void add_given_up_to_lines() {
    given_up.for_each(add_to_line);
}

void zero_ranges(CodeRange* ranges) {
    for (CodeRange* range = ranges; range != nullptr; range = range->next_in_owner)
        VG_(memset)(range->counts, 0, bytes_of_counts());
}

void zero_given_up_ranges() {
    given_up.for_each([](CodeRange& range) { VG_(memset)(range.counts, 0, bytes_of_counts()); });
}

size_t code_range_count() {
    return created;
}

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/reference_batch.hpp"

#include "vg/simulate/simulation.hpp"

namespace cg::vg {
namespace {

unsigned offset_in_code_line(Addr address) {
    return address & (use_of_code().line_bytes - 1);
}

} // namespace

// Returns whether a fetch from the line that the batch has fetched last begins where the last one
// ended.
bool ReferenceBatch::follows_use(const Reference& fetch) const {
    const CodeUse& use = uses[line_count - 1];
    return use.offset + use.length == offset_in_code_line(fetch.address);
}

bool ReferenceBatch::joins_use(const Reference& fetch) {
    if (line_count == 0 || !follows_use(fetch))
        return false; // if there is none, the line was fetched by an earlier batch
    CodeUse& use = uses[line_count - 1];
    use.length = static_cast<UShort>(use.length + fetch.size);
    ++use.fetches;
    return true;
}

// For a fetch whose last line is new in the batch.
void ReferenceBatch::add_uses(const Reference& fetch, GroupRun::Step step) {
    const unsigned offset = offset_in_code_line(fetch.address);
    const unsigned below = use_of_code().line_bytes - offset;
    const bool straddles = step != GroupRun::fetch_next;
    const unsigned in_first = straddles ? below : fetch.size;
    CodeUse& last = uses[line_count - 1];
    CodeUse& first = straddles ? uses[line_count - 2] : last;
    if (step != GroupRun::fetch_over_end)
        first = {static_cast<UShort>(offset), 0, 0};
    first.length = static_cast<UShort>(first.length + in_first);
    ++first.fetches;
    if (straddles)
        last = {0, static_cast<UShort>(fetch.size - in_first), 1};
}

void ReferenceBatch::add(const Reference& reference, GroupRun::Step step) {
    order |= unsigned{step} << 2 * reference_count;
    references[reference_count++] = reference;
}

void ReferenceBatch::describe(GroupRun& run) const {
    run.reference_count = static_cast<UChar>(reference_count);
    run.order = static_cast<UShort>(order);
    run.line_count = static_cast<UChar>(line_count);
    for (unsigned i = 0; i < line_count; ++i) {
        run.lines[i] = lines[i];
        run.fetch_misses[i] = fetch_misses[i];
    }
    for (unsigned i = 0; i < reference_count; ++i) {
        const Reference& r = references[i];
        if (!is_data(r.kind))
            continue;
        run.data_sizes[r.argument] = r.size;
    }
}

unsigned ReferenceBatch::describe_arguments(HotRun& run, unsigned* passed) const {
    unsigned count = 0;
    for (unsigned i = 0; i < argument_count; ++i) {
        unsigned from = 0; // of those that are passed
        Int above = 0;
        for (; from < count; ++from) {
            const AddressSum& sum = sums[passed[from]];
            above = static_cast<Int>(sums[i].distance - sum.distance);
            if (sum.base == sums[i].base &&
                sum.distance + static_cast<UWord>(above) == sums[i].distance)
                break;
        }
        if (from == count) {
            passed[count++] = i;
            above = 0;
        }
        run.arguments[i] = static_cast<UChar>(from);
        run.above[i] = above;
    }
    run.data_count = static_cast<UChar>(argument_count);
    return count;
}

bool ReferenceBatch::add_fetch(const Reference& fetch, sim::CodeLine& first, sim::CodeLine& last) {
    const bool straddles = &first != &last;
    const bool over_end = straddles && line_count != 0 && lines[line_count - 1] == &first &&
                          (!events.use || follows_use(fetch));
    const GroupRun::Step step = !straddles ? GroupRun::fetch_next
                                : over_end ? GroupRun::fetch_over_end
                                           : GroupRun::fetch_two;
    const unsigned end = line_count + (step == GroupRun::fetch_two ? 2 : 1);
    if (end > GroupRun::max_lines)
        return false;
    if (step == GroupRun::fetch_two)
        lines[end - 2] = &first;
    lines[end - 1] = &last;
    for (; line_count < end; ++line_count)
        fetch_misses[line_count] = fetch.misses();
    if (events.use)
        add_uses(fetch, step);
    add(fetch, step);
    return true;
}

// Returns the neighbour of the next argument, which may be itself.
UChar ReferenceBatch::neighbour_of(const AddressSum& sum, unsigned size) const {
    const UWord line_size = UWord{1} << level_one().data.line_shift();
    UWord nearest = line_size;
    unsigned found = argument_count;
    for (unsigned i = 0; i < reference_count; ++i) {
        const Reference& r = references[i];
        if (!is_data(r.kind) || sums[r.argument].base != sum.base)
            continue;
        const UWord above = sum.distance - sums[r.argument].distance; // or below: then near 2^n
        const UWord distance = above < -above ? above : -above;
        if (distance < nearest && (above + size <= line_size || r.size - above <= line_size)) {
            nearest = distance;
            found = r.argument;
        }
    }
    return static_cast<UChar>(found);
}

bool ReferenceBatch::add_data(Reference& reference, IRExpr* address, const AddressSum& sum) {
    if (argument_count == max_arguments)
        return false;
    reference.argument = static_cast<UChar>(argument_count);
    reference.neighbour = neighbour_of(sum, reference.size);
    sums[argument_count] = sum;
    arguments[argument_count++] = address;
    add(reference, GroupRun::data);
    return true;
}

void ReferenceBatch::separate_last() {
    Reference& last = references[reference_count - 1];
    last.neighbour = last.argument;
}

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
// The code of a hot group tests whether all references hit. It writes the time stamps of
// hits, and calls the simulation only if a reference may miss.
//
// The code for a group of one code line and one read of 8 bytes, with cache lines of 64
// bytes (the loads come first, so that VEX can combine them with the operations):
//
//     miss  = code_line.absent
//     slot  = slots at (address >> 3 & mask)
//     miss |= (address + 7) ^ slot
//     miss &= -64
//     counter += 1
//     now   = clock
//     clock = now + ticks
//     *code_line.stamp = now
//     *(stamps + (miss != 0 ? ignored : slot & place_mask)) = now
//     if (miss != 0) slow_path(group, address)
//
// Each comparison with 0 is written where it is used: VEX makes it a part of the instruction after
// it, but puts a bit that is used twice into a register.
//
// A code line is stamped before the call. That is safe: the stamp of an absent line is never
// read. A resident line is the only one of the group in its set (can_be_inline()), so its
// stamp is not compared with another before the call fetches it.
//
// A slot may belong to another line than the one referenced. So if there is a call, the
// stamp of each slot is written to memory that is never read, and the call writes the
// stamps. They are not written after the call, because registers would have to keep the
// slots during the call.
//
// References that are a known distance apart, and were mostly in one cache line so far, are
// tested together, as a span: if it is in the line of its lowest byte, all of them hit.
#include "vg/simulate/simulation.hpp"
#include "vg/translate/group_writer.hpp"

namespace cg::vg {

using sim::DataCache;

// Data references that are expected in one cache line.
struct Span {
    Addr low, high;      // offsets from the root: of the first byte, and of the one after the last
    IRExpr* address;     // of the first byte
    unsigned last;       // index of the last reference among the data references of the batch
    unsigned references; // their number
    ULong used_bytes;    // from `low` on, as a mask; if cache use is counted
    IRExpr* slot;        // what the slot has, if packed(); else the offset of its place
};

struct CodeLines {
    sim::CodeLine* at[GroupRun::max_lines];
    unsigned count = 0;
    // If cache use is counted, that of one run of the group.
    ULong used_bytes[GroupRun::max_lines] = {}; // a mask
    ULong fetches[GroupRun::max_lines] = {};
};

// The state of write_inline().
struct GroupWriter::Inline {
    // A reference may miss if any bit of `miss` is set that is above the bits of an offset in a
    // cache line.
    IRExpr* miss = nullptr;
    Span spans[max_arguments];
    unsigned span_count = 0;
    unsigned span_of[max_arguments]; // index of the span, by argument, while they are gathered
};

namespace {

void or_into(IrWriter& ir, IRExpr*& value, IRExpr* more) {
    value = value == nullptr ? more : ir.bit_or(value, more);
}

// Gathers the code lines that the batch fetches, each once. Returns false if two of them are
// in one set, because then the order of the fetches matters.
bool gather_code_lines(CodeLines& lines, const ReferenceBatch& batch) {
    for (unsigned i = 0; i < batch.line_count; ++i) {
        sim::CodeLine* const line = batch.lines[i];
        unsigned known = lines.count;
        for (unsigned k = 0; k < lines.count; ++k) {
            if (lines.at[k] == line) {
                known = k;
            } else if (level_one().code.same_set(*lines.at[k], *line)) {
                return false;
            }
        }
        if (known == lines.count)
            lines.at[lines.count++] = line;
        if (events.use) {
            const CodeUse& use = batch.uses[i];
            lines.used_bytes[known] |= sim::LineMask::lowest(use.length) << use.offset;
            lines.fetches[known] += use.fetches;
        }
    }
    return true;
}

// Returns true if the mask of a line is one word of the host.
bool use_can_be_inline() {
    return processor::wide && cache_use().code.line_bytes() <= 64 &&
           cache_use().data.line_bytes() <= 64;
}

} // namespace

bool GroupWriter::can_be_inline(const ReferenceBatch& batch) {
    if (events.use && !use_can_be_inline())
        return false;
    CodeLines lines;
    return gather_code_lines(lines, batch);
}

// Two spans may be in one line: then its stamp must be that of the later reference, so they are
// written in the order of their last references.
void GroupWriter::sort_spans(Inline& code) {
    for (unsigned end = 1; end < code.span_count; ++end) {
        const Span span = code.spans[end];
        unsigned at = end;
        for (; at != 0 && code.spans[at - 1].last > span.last; --at)
            code.spans[at] = code.spans[at - 1];
        code.spans[at] = span;
    }
}

void GroupWriter::gather_spans(Inline& code, const ReferenceBatch& batch) {
    const Addr line_size = Addr{1} << level_one().data.line_shift();
    unsigned n = 0;
    for (unsigned i = 0; i < batch.reference_count; ++i) {
        const Reference& r = batch.references[i];
        if (!is_data(r.kind))
            continue;
        IRExpr* const address = batch.arguments[r.argument];
        const Addr low = addresses_.relative(address).offset;
        const Addr high = low + r.size;
        if (batch.same_line_likely[r.argument] && r.near_argument != r.argument) {
            Span& span = code.spans[code.span_of[r.near_argument]];
            // Compared by signed differences, because offsets wrap around.
            const bool below = static_cast<Word>(low - span.low) < 0;
            const bool above = static_cast<Word>(high - span.high) > 0;
            const Addr new_low = below ? low : span.low;
            const Addr new_high = above ? high : span.high;
            if (new_high - new_low <= line_size) {
                const ULong used = events.use ? span.used_bytes << (span.low - new_low) |
                                                    sim::LineMask::lowest(r.size) << (low - new_low)
                                              : 0;
                span = {new_low, new_high, below ? address : span.address, n++, span.references + 1,
                        used,    nullptr};
                code.span_of[r.argument] = code.span_of[r.near_argument];
                continue;
            }
        }
        code.span_of[r.argument] = code.span_count;
        const ULong used = events.use ? sim::LineMask::lowest(r.size) : 0;
        code.spans[code.span_count++] = {low, high, address, n++, 1, used, nullptr};
    }
    sort_spans(code);
}

void GroupWriter::write_hit_test(Inline& code, Span& span) {
    auto& data = level_one().data;
    const unsigned shift = data.line_shift() - DataCache::slot_shift;
    IRExpr* const number = ir_.shift_right(span.address, shift);
    IRExpr* const offset = ir_.bit_and(number, IrWriter::word(DataCache::slot_mask));
    IRExpr* const slot = ir_.load(ir_.add(offset, IrWriter::address_of(data.slots)));
    IRExpr* const last = ir_.add(span.address, IrWriter::word(span.high - span.low - 1));
    or_into(ir_, code.miss, ir_.bit_xor(last, slot));
    span.slot = data.packed() ? slot : offset;
}

// Returns the distance of the stamp from the first one.
IRExpr* GroupWriter::place_of_stamp(const Span& span) {
    auto& data = level_one().data;
    if (data.packed())
        return ir_.bit_and(span.slot, IrWriter::word(data.mapping().place_mask()));
    constexpr unsigned place_shift = 2;
    static_assert(sizeof(*data.places()) == 1u << place_shift &&
                  sizeof(sim::Time) == 1u << place_shift);
    IRExpr* const offset = ir_.shift_right(span.slot, DataCache::slot_shift - place_shift);
    IRExpr* const place = ir_.load_as_word(ir_.add(offset, IrWriter::address_of(data.places())));
    return ir_.shift_left(place, place_shift);
}

// The count and the mask of an absent line are those of the ignored stamp.
void GroupWriter::write_code_use(const CodeLines& lines, unsigned line, IRExpr* stamp) {
    IRExpr* const twice = ir_.shift_left(stamp, 1);
    ir_.add_to_field(twice, cache_use().code.count_distance(),
                     IrWriter::count(lines.fetches[line]));
    ir_.or_into_field(twice, cache_use().code.mask_distance(),
                      IrWriter::count(lines.used_bytes[line]));
}

void GroupWriter::write_data_use(const Span& span, IRExpr* stamp) {
    IRExpr* const twice = ir_.shift_left(stamp, 1);
    ir_.add_to_field(twice, cache_use().data.count_distance(), IrWriter::count(span.references));
    IRExpr* const offset =
        ir_.bit_and(span.address, IrWriter::word(cache_use().data.line_bytes() - 1));
    ir_.or_into_field(twice, cache_use().data.mask_distance(),
                      ir_.shift_count_left(IrWriter::count(span.used_bytes), offset));
}

void GroupWriter::write_inline(Group& group, const ReferenceBatch& batch) {
    Inline code;
    CodeLines code_lines;
    gather_code_lines(code_lines, batch);
    for (unsigned i = 0; i < code_lines.count; ++i)
        or_into(ir_, code.miss, ir_.load(ir_.place_of(&code_lines.at[i]->absent)));
    // Null: the simulation is called in any case.
    IRExpr* miss = nullptr;
    if (!batch.misses_likely) {
        gather_spans(code, batch);
        for (unsigned i = 0; i < code.span_count; ++i)
            write_hit_test(code, code.spans[i]);
        const auto line_mask = ~sim::Word{(1u << level_one().data.line_shift()) - 1};
        miss = ir_.bit_and(code.miss, IrWriter::word(line_mask));
    }

    if (arcs_ != nullptr)
        count_in_slot(group, nullptr);
    else
        ir_.increment(group.counter);
    IRExpr* const now = ir_.load_time(ir_.place_of(&simulation.clock));
    ir_.store(ir_.place_of(&simulation.clock), ir_.add_time(now, ticks_of(*group.run)));
    for (unsigned i = 0; i < code_lines.count; ++i) {
        IRExpr* const stamp = ir_.load(ir_.place_of(&code_lines.at[i]->stamp));
        ir_.store(stamp, now);
        if (events.use)
            write_code_use(code_lines, i, stamp);
    }
    auto& data = level_one().data;
    for (unsigned i = 0; i < code.span_count; ++i) {
        const Span& span = code.spans[i];
        const auto* const stamps = data.stamps();
        IRExpr* const place = ir_.choose(
            ir_.is_nonzero(miss), IrWriter::word((data.ignored_stamp() - stamps) * sizeof(*stamps)),
            place_of_stamp(span));
        IRExpr* const stamp = ir_.add(place, IrWriter::address_of(stamps));
        ir_.store(stamp, span.last == 0 ? now : ir_.add_time(now, span.last * sim::tick));
        if (events.use)
            write_data_use(span, stamp);
    }
    call_slow_path(group, batch, miss == nullptr ? nullptr : ir_.is_nonzero(miss));
}

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
// The code of a hot group: it sees for itself whether everything hits, leaves the
// time stamps that hits leave, and calls only where something may have missed.
//
// For a group of one code line and one read of 8 bytes:
//
//     seen   = code_line.absent                         loads first, so that VEX can
//     slot   = (address >> 2) & mask                    combine them
//     seen  |= address + 7 - slots[slot].line
//     unsure = (seen & -64) != 0
//     now    = clock
//     clock  = now + ticks; counter += 1; *code_line.stamp = now
//     *(slots[slot].stamp + (unsure ? ignored_offset : 0)) = now
//     if (unsure) verify(group, address)
//
// A code line may be stamped before the call: if it is absent, nobody reads the
// stamp; if it is not, no other line of the group is in its set, so nobody looks at
// the stamp in between. A data slot may be another line's: then, and whenever a
// call is made, its stamp goes where nobody reads it, and the call does the work.
// Stamping behind the call instead would keep the slots in registers that the call
// takes.
//
// References a known distance apart that shared one line so far make a span, which
// is looked at as one: if it fits the line of its lowest byte, all of it is there.
#include "vg/simulate/simulation.hpp"
#include "vg/translate/group_writer.hpp"

namespace cg::vg {

using sim::DataCache;

// Data references in one line: bytes [low, high) behind the root.
struct Span {
    Addr low, high;
    IRExpr* address; // of low
    unsigned last;   // of the part's data references
    IRExpr* slot;
};

struct CodeLines {
    sim::CodeLine* at[2 * EventQueue::capacity];
    unsigned count = 0;
};

// What is gathered while the loads are written.
struct GroupWriter::Inline {
    IRExpr* lines = nullptr; // nonzero above the line's offset bits: may miss
    Span spans[max_arguments];
    unsigned span_count = 0;
    unsigned span_of[max_arguments]; // by argument
};

namespace {

IRExpr* or_into(IrWriter& ir, IRExpr* so_far, IRExpr* more) {
    return so_far == nullptr ? more : ir.bit_or(so_far, more);
}

} // namespace

namespace {

// Each line once. False: two of them share a set, and the order in which they are
// fetched matters.
bool gather_code_lines(CodeLines& lines, const ReferenceBatch& batch) {
    for (unsigned i = 0; i < batch.reference_count; ++i) {
        const Reference& r = batch.references[i];
        if (r.kind != ReferenceKind::fetch)
            continue;
        sim::CodeLine* const touched[] = {r.first, r.last};
        for (sim::CodeLine* line : touched) {
            bool known = false;
            for (unsigned k = 0; k < lines.count; ++k) {
                if (lines.at[k] == line) {
                    known = true;
                } else if (simulation.caches.code.same_set(*lines.at[k], *line)) {
                    return false;
                }
            }
            if (!known)
                lines.at[lines.count++] = line;
        }
    }
    return true;
}

} // namespace

bool GroupWriter::can_be_inline(const ReferenceBatch& batch) {
    CodeLines lines;
    return gather_code_lines(lines, batch);
}

void GroupWriter::gather_spans(Inline& code, const ReferenceBatch& batch) {
    const Addr line_size = Addr{1} << simulation.caches.data.line_shift();
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
            // Differences, since offsets wrap.
            const bool below = static_cast<Word>(low - span.low) < 0;
            const bool above = static_cast<Word>(high - span.high) > 0;
            const Addr new_low = below ? low : span.low;
            const Addr new_high = above ? high : span.high;
            if (new_high - new_low <= line_size) {
                span = {new_low, new_high, below ? address : span.address, n++, nullptr};
                code.span_of[r.argument] = code.span_of[r.near_argument];
                continue;
            }
        }
        code.span_of[r.argument] = code.span_count;
        code.spans[code.span_count++] = {low, high, address, n++, nullptr};
    }
}

void GroupWriter::write_hit_test(Inline& code, Span& span) {
    auto& data = simulation.caches.data;
    span.slot =
        ir_.bit_and(ir_.shift_right(span.address, data.line_shift() - DataCache::slot_shift),
                    IrWriter::word(DataCache::slot_mask));
    IRExpr* const line = ir_.load(ir_.add(span.slot, IrWriter::address_of(&data.slots[0].line)));
    IRExpr* const last = ir_.add(span.address, IrWriter::word(span.high - span.low - 1));
    code.lines = or_into(ir_, code.lines, ir_.sub(last, line));
}

void GroupWriter::write_inline(Group& group, const ReferenceBatch& batch) {
    Inline code;
    CodeLines code_lines;
    gather_code_lines(code_lines, batch);
    for (unsigned i = 0; i < code_lines.count; ++i) {
        code.lines =
            or_into(ir_, code.lines, ir_.load(IrWriter::address_of(&code_lines.at[i]->absent)));
    }
    gather_spans(code, batch);
    for (unsigned i = 0; i < code.span_count; ++i)
        write_hit_test(code, code.spans[i]);
    const auto line_mask = ~sim::Word{(1u << simulation.caches.data.line_shift()) - 1};
    IRExpr* const guard = ir_.is_nonzero(ir_.bit_and(code.lines, IrWriter::word(line_mask)));

    ir_.increment(group.counter);
    IRExpr* const clock = IrWriter::address_of(&simulation.clock);
    IRExpr* const now = ir_.load(clock);
    ir_.store(clock, ir_.add(now, IrWriter::word(ticks_of(group))));
    for (unsigned i = 0; i < code_lines.count; ++i) {
        ir_.store(ir_.load(IrWriter::address_of(&code_lines.at[i]->stamp)), now);
    }
    if (code.span_count != 0) {
        const auto& data = simulation.caches.data;
        IRExpr* const place = IrWriter::address_of(&data.slots[0].stamp);
        IRExpr* const aside =
            ir_.choose(guard, IrWriter::word(data.ignored_offset()), IrWriter::word(0));
        for (unsigned i = 0; i < code.span_count; ++i) {
            const Span& span = code.spans[i];
            IRExpr* const stamp = ir_.load(ir_.add(span.slot, place));
            ir_.store(ir_.add(stamp, aside),
                      span.last == 0 ? now : ir_.add(now, IrWriter::word(span.last)));
        }
    }
    call_verify(group, batch, guard);
}

} // namespace cg::vg

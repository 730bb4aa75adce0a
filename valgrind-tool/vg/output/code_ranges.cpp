// SPDX-License-Identifier: GPL-2.0-or-later
// Ranges that were counted overlap where superblocks begin in the middle of others. They are taken
// apart into instructions, and these are joined again.
#include "vg/output/code_ranges.hpp"

#include "vg/core/sort.hpp"
#include "vg/count/code_range.hpp"
#include "vg/count/counts.hpp"
#include "vg/output/profile.hpp"
#include "vg/where/objects.hpp"

namespace cg::vg {
namespace {

// Instructions one after the other, each with these counts.
struct EqualCosts {
    const CodeObject* object = nullptr; // null: none yet
    Addr begin = 0, end = 0;
    UInt instructions = 0;
    ULong counts[EventSet::max_count] = {};
};

class RangeWriter {
  public:
    explicit RangeWriter(OutFile& out) : out_(out) {}

    // Ranges of other lines follow.
    void start_line(const CostCentre& line) {
        end_line();
        line_ = &line;
    }
    void end_line() {
        if (joined_.object != nullptr)
            write_joined();
        joined_.object = nullptr;
    }

    void write(const CodeObject& object, Addr address, UInt length, const ULong* counts) {
        const SizeT bytes = events.count * sizeof(ULong);
        if (&object != joined_.object || address != joined_.end ||
            VG_(memcmp)(counts, joined_.counts, bytes) != 0) {
            end_line();
            joined_.object = &object;
            joined_.begin = joined_.end = address;
            joined_.instructions = 0;
            VG_(memcpy)(joined_.counts, counts, bytes);
        }
        joined_.end += length;
        ++joined_.instructions;
    }

  private:
    void write_joined();
    void write_object(const CodeObject& object);

    OutFile& out_;
    const CostCentre* line_ = nullptr;
    EqualCosts joined_;
    UInt objects_written_ = 0;
    const HChar* file_ = nullptr;     // the latest #fl=
    const HChar* function_ = nullptr; // the latest #fn=
};

void RangeWriter::write_joined() {
    if (joined_.object->number == 0)
        write_object(*joined_.object);
    if (file_ != line_->file) {
        file_ = line_->file;
        function_ = nullptr;
        out_ << "#fl=" << Escaped{file_} << '\n';
    }
    if (function_ != line_->function) {
        function_ = line_->function;
        out_ << "#fn=" << Escaped{function_} << '\n';
    }
    out_ << "#a " << joined_.object->number << ' '
         << Hexadecimal{(joined_.begin - joined_.object->bias)} << ' '
         << (joined_.end - joined_.begin) << ' ' << joined_.instructions << ' ' << line_->line;
    ULong sums[EventSet::max_count];
    for (unsigned i = 0; i < events.count; ++i)
        sums[i] = joined_.instructions * joined_.counts[i];
    write_counts_to_last_nonzero(out_, sums);
}

void RangeWriter::write_object(const CodeObject& object) {
    object.number = ++objects_written_;
    out_ << "#object " << object.number << ' '
         << (object.build_id[0] != '\0' ? object.build_id : "-") << ' ' << Escaped{object.path}
         << '\n';
}

// Adds up the counts of each instruction. Ranges are added in the order of their addresses, so what
// is before the latest has all its counts.
class Instructions {
  public:
    explicit Instructions(RangeWriter& writer) : writer_(writer) {}

    void add(const CodeRange& range) {
        const UInt instructions = range.shape.instructions;
        if (range.object != object_ || count_ + instructions > capacity)
            end();
        object_ = range.object;
        write_before(range.address);
        ULong counts[EventSet::max_count] = {};
        for (unsigned i = 0; i < range.shape.columns; ++i)
            counts[i] = range.counts()[i] / instructions;
        Addr address = range.address;
        UInt index = 0;
        for (UInt i = 0; i < instructions; ++i) {
            index = add_instruction(index, address, range.lengths[i], counts);
            address += range.lengths[i];
        }
    }
    void end() { write_before(~Addr{0}); }

  private:
    struct Instruction {
        Addr address;
        UInt length;
        ULong counts[EventSet::max_count];
    };

    void write_before(Addr address);
    UInt add_instruction(UInt index, Addr address, UInt length, const ULong* counts);

    // Enough for a range and for those that begin before it, even if the code of another
    // superblock begins in the middle of an instruction.
    static constexpr UInt capacity = 2 * RangeShape::max_instructions;
    RangeWriter& writer_;
    const CodeObject* object_ = nullptr;
    Instruction waiting_[capacity]; // sorted by address
    UInt count_ = 0;
};

void Instructions::write_before(Addr address) {
    UInt written = 0;
    for (; written < count_ && waiting_[written].address < address; ++written) {
        const Instruction& first = waiting_[written];
        writer_.write(*object_, first.address, first.length, first.counts);
    }
    count_ -= written;
    VG_(memmove)(waiting_, waiting_ + written, count_ * sizeof(Instruction));
}

// Adds it after the first `index` instructions. Returns the index of the next one.
UInt Instructions::add_instruction(UInt index, Addr address, UInt length, const ULong* counts) {
    while (index < count_ && waiting_[index].address < address)
        ++index;
    Instruction& found = waiting_[index];
    if (index == count_ || found.address != address) {
        VG_(memmove)(&found + 1, &found, (count_ - index) * sizeof(Instruction));
        found.address = address;
        found.length = length;
        copy_counts(found.counts, counts);
        ++count_;
    } else {
        add_counts(found.counts, counts);
    }
    return index + 1;
}

bool precedes(const CodeRange* left, const CodeRange* right) {
    return left->object != right->object ? left->object < right->object
                                         : left->address < right->address;
}

// Returns the ranges of the cost centres from `line` to `end`, which are of one line, sorted.
CodeRange* sorted_ranges(CostCentre* line, const CostCentre* end) {
    CodeRange* all = nullptr;
    for (; line != end; line = line->next_in_list) {
        for (CodeRange* range = line->ranges; range != nullptr;) {
            CodeRange* const next = range->next_in_line;
            range->next_in_line = all;
            all = range;
            range = next;
        }
    }
    return sorted_list<&CodeRange::next_in_line>(all, precedes);
}

} // namespace

// Allocates no memory, because it is also called after memory ran out.
void write_code_ranges(OutFile& out) {
    for (const CodeObject* o = all_code_objects(); o != nullptr; o = o->next)
        o->number = 0;
    out << "#addresses 1\n";
    RangeWriter writer(out);
    Instructions instructions(writer);
    for (CostCentre* line = sorted_cost_centres(); line != nullptr;) {
        CostCentre* end = line->next_in_list;
        while (end != nullptr && end->is_of_line(*line))
            end = end->next_in_list;
        writer.start_line(*line);
        line->ranges = sorted_ranges(line, end);
        for (const CodeRange* range = line->ranges; range != nullptr; range = range->next_in_line) {
            if (range->object != nullptr)
                instructions.add(*range);
        }
        instructions.end();
        line = end;
    }
    writer.end_line();
}

} // namespace cg::vg

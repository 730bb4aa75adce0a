// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/code_ranges.hpp"

#include "vg/count/cost_centre.hpp"
#include "vg/output/profile.hpp"
#include "vg/where/objects.hpp"

namespace cg::vg {
namespace {

// Instructions one after the other, of one line, each with these counts.
struct Range {
    const CostCentre* first = nullptr; // null: none yet
    Addr end = 0;
    UInt instructions = 0;
    ULong counts[EventSet::max_count] = {};

    bool continues_with(const CostCentre& next, const ULong* next_counts) const {
        return first != nullptr && next.address == end &&
               place_of(next).object == place_of(*first).object && next.is_of_line(*first) &&
               VG_(memcmp)(counts, next_counts, events.count * sizeof(ULong)) == 0;
    }
};

class RangeWriter {
  public:
    explicit RangeWriter(OutFile& out) : out_(out) {}

    void write(const Range& range) {
        if (range.first == nullptr)
            return;
        const CostCentre& first = *range.first;
        const CodeObject& object = *place_of(first).object;
        if (object.number == 0)
            write_object(object);
        if (file_ != first.file) {
            file_ = first.file;
            function_ = nullptr;
            write_name("#fl=", file_);
        }
        if (function_ != first.function) {
            function_ = first.function;
            write_name("#fn=", function_);
        }
        out_.text("#a ");
        out_.number(object.number);
        out_.character(' ');
        out_.hexadecimal(first.address - object.bias);
        out_.character(' ');
        out_.number(range.end - first.address);
        out_.character(' ');
        out_.number(range.instructions);
        out_.character(' ');
        out_.number(first.line);
        ULong sums[EventSet::max_count];
        for (unsigned i = 0; i < events.count; ++i)
            sums[i] = range.instructions * range.counts[i];
        write_counts_to_last_nonzero(out_, sums);
    }

  private:
    void write_object(const CodeObject& object) {
        object.number = ++objects_written_;
        out_.text("#object ");
        out_.number(object.number);
        out_.character(' ');
        out_.text(object.build_id[0] != '\0' ? object.build_id : "-");
        out_.character(' ');
        out_.escaped(object.path);
        out_.character('\n');
    }

    void write_name(const HChar* key, const HChar* name) {
        out_.text(key);
        out_.escaped(name);
        out_.character('\n');
    }

    OutFile& out_;
    UInt objects_written_ = 0;
    const HChar* file_ = nullptr;     // the latest #fl=
    const HChar* function_ = nullptr; // the latest #fn=
};

bool is_of_instruction(const CostCentre& left, const CostCentre& right) {
    return left.address == right.address && place_of(left).object == place_of(right).object &&
           left.is_of_line(right);
}

} // namespace

void write_code_ranges(OutFile& out) {
    for (const CodeObject* o = all_code_objects(); o != nullptr; o = o->next)
        o->number = 0;
    out.text("#addresses 1\n");
    RangeWriter writer(out);
    Range range;
    const CostCentre* c = cost_centres_by_address();
    while (c != nullptr) {
        // One instruction has several if several functions ran it.
        const CostCentre& instruction = *c;
        ULong counts[EventSet::max_count] = {};
        for (; c != nullptr && is_of_instruction(*c, instruction); c = c->next_in_list) {
            for (unsigned i = 0; i < events.count; ++i)
                counts[i] += c->counts[i];
        }
        if (place_of(instruction).object == nullptr)
            continue;
        if (!range.continues_with(instruction, counts)) {
            writer.write(range);
            range = {&instruction, instruction.address, 0, {}};
            VG_(memcpy)(range.counts, counts, events.count * sizeof(ULong));
        }
        range.end += place_of(instruction).bytes;
        ++range.instructions;
    }
    writer.write(range);
}

} // namespace cg::vg

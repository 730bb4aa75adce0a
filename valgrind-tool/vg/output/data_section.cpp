// SPDX-License-Identifier: GPL-2.0-or-later
// Each source line has one cell for an object, though several cost centres may be of the line.
#include "vg/output/data_section.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/options.hpp"
#include "vg/core/sort.hpp"
#include "vg/data/allocators.hpp"
#include "vg/data/data_objects.hpp"
#include "vg/data/observe.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_code.hpp"

namespace cg::vg {
namespace {

using data::Cell;
using data::Count;
using data::DataObjects;
using data::Kind;

const HChar* name_of(Kind kind) {
    switch (kind) {
    case Kind::heap:
        return "heap";
    case Kind::variable:
        return "static";
    case Kind::stack:
        return "stack";
    case Kind::map:
        return "map";
    case Kind::code:
        return "code";
    case Kind::other:
        return "other";
    }
    return "other";
}

const CostCentre& line_of(const Cell& cell) {
    return *static_cast<const CostCentre*>(cell.code.line);
}

// Returns true if a cell is written before another one.
bool is_before(const Cell* left, const Cell* right) {
    const CostCentre& a = line_of(*left);
    const CostCentre& b = line_of(*right);
    if (a.file != b.file)
        return VG_(strcmp)(a.file, b.file) < 0;
    if (a.function != b.function)
        return VG_(strcmp)(a.function, b.function) < 0;
    return a.line != b.line ? a.line < b.line : left->object < right->object;
}

// Orders variables so that those of one name and size in one program are next to each other.
bool is_variable_before(UInt left, UInt right) {
    const DataObject a = described(left), b = described(right);
    if (a.name != b.name)
        return a.name < b.name;
    if (a.program != b.program)
        return a.program < b.program;
    return data_objects.objects()[left].largest < data_objects.objects()[right].largest;
}

class DataSectionWriter {
  public:
    explicit DataSectionWriter(OutFile& out);

    // Returns false if there is no memory.
    bool gather();
    void write();

  private:
    bool mark_variables_of_one_name();
    void write_header();
    void write_object(UInt object);
    void write_place(const Place* place);
    void write_fields(const data::Object& object);
    void write_cells();
    void write_name(const HChar* key, const HChar*& latest, const HChar* name);
    void write_names(const HChar* file, const HChar* function) {
        write_name("#fl=", file_, file);
        write_name("#fn=", function_, settled_name(function));
    }
    void add_columns(unsigned begin, unsigned end) {
        for (unsigned column = begin; column < end; ++column)
            columns_[column_count_++] = column;
    }
    bool has_counts(const Cell& cell) const {
        bool any = false;
        for (unsigned i = 0; i < column_count_; ++i)
            any |= cell.counts[columns_[i]] != 0;
        return any;
    }

    OutFile& out_;
    // The columns of cells that are written.
    unsigned columns_[data::most_columns] = {};
    unsigned column_count_ = 0;
    Array<const Cell*> cells_; // those that have counts, sorted
    // Of written objects; before that one of these.
    static constexpr UInt not_written = 0, to_write = 1, to_write_with_address = 2;
    Array<UInt> numbers_;
    UInt written_ = 0, places_written_ = 0;
    const HChar *file_ = nullptr, *function_ = nullptr, *program_ = nullptr;
};

DataSectionWriter::DataSectionWriter(OutFile& out) : out_(out) {
    if (events.cache)
        add_columns(0, data::miss_columns);
    if (events.use)
        add_columns(data::lines_1, data::use_columns_end);
    if (events.causes)
        add_columns(data::first_cause, data::most_columns);
}

bool DataSectionWriter::gather() {
    if (!cells_.reserve(data_objects.cells().count() + 1) ||
        !numbers_.reserve(data_objects.objects().count() + 1))
        return false;
    data_objects.cells().for_each([this](const Cell& cell) {
        if (has_counts(cell)) {
            cells_.push_back(&cell);
            numbers_[cell.object] = to_write;
        }
    });
    sort(cells_.data(), cells_.size(), is_before);
    for (UInt object = 1; object <= data_objects.objects().count(); ++object) {
        const data::Object& o = data_objects.objects()[object];
        if (o.kind == Kind::heap && (o.blocks != 0 || o.live_at_most != 0))
            numbers_[object] = to_write;
    }
    return mark_variables_of_one_name();
}

// Two files of a program may have variables of one name, which their addresses tell apart. Returns
// false if there is no memory.
bool DataSectionWriter::mark_variables_of_one_name() {
    Array<UInt> variables;
    if (!variables.reserve(numbers_.room()))
        return false;
    for (UInt object = 1; object <= data_objects.objects().count(); ++object) {
        if (numbers_[object] != not_written &&
            data_objects.objects()[object].kind == Kind::variable)
            variables.push_back(object);
    }
    sort(variables.data(), variables.size(), is_variable_before);
    for (SizeT i = 1; i < variables.size(); ++i) {
        if (!is_variable_before(variables[i - 1], variables[i]))
            numbers_[variables[i - 1]] = numbers_[variables[i]] = to_write_with_address;
    }
    return true;
}

void DataSectionWriter::write() {
    write_header();
    for (UInt object = 1; object <= data_objects.objects().count(); ++object) {
        if (numbers_[object] != not_written)
            write_object(object);
    }
    write_cells();
}

void DataSectionWriter::write_header() {
    const auto attribute = [this](const HChar* name, ULong number) {
        out_ << ' ' << name << '=' << number;
    };
    out_ << "#data 2";
    attribute("word", data::word_bytes);
    if (events.cache)
        attribute("line", options.data.line_size);
    attribute("live", data_objects.objects().heap_live_at_most());
    attribute("over_live", data_objects.over_live());
    attribute("allocators", allocators_found());
    attribute("stale", stale_returns());
    if (events.cache)
        out_ << "\n#data-events: D1mr DLmr D1mw DLmw";
    if (events.use)
        out_ << " Lines1 AcCost1 SpLoss1 Uses1 Lines2 AcCost2 SpLoss2";
    if (events.causes) {
        constexpr unsigned first_of_data = EventSet::read_miss_1;
        for (unsigned i = 0; i < data::miss_columns * sim::cause_count; ++i)
            out_ << ' ' << events.name_of(events.cause_column(first_of_data) + i);
        out_ << " D1mCaused DLmCaused";
    }
    out_ << '\n';
}

void DataSectionWriter::write_name(const HChar* key, const HChar*& latest, const HChar* name) {
    if (latest == name)
        return;
    latest = name;
    out_ << key << Escaped{name} << '\n';
}

// Writes the place, and before it its callers, as far as they were not written.
void DataSectionWriter::write_place(const Place* place) {
    while (place != nullptr && place->number == 0) {
        const Place* outermost = place;
        while (outermost->caller != nullptr && outermost->caller->number == 0)
            outermost = outermost->caller;
        write_names(outermost->file, outermost->function);
        outermost->number = ++places_written_;
        out_ << "#place " << (outermost->caller == nullptr ? 0 : outermost->caller->number) << ' '
             << outermost->line << '\n';
    }
}

void DataSectionWriter::write_object(UInt number) {
    const data::Object& o = data_objects.objects()[number];
    const DataObject what = described(number);
    write_place(what.place);
    if (what.program != nullptr)
        write_name("#ob=", program_, what.program);
    const bool with_address = numbers_[number] == to_write_with_address;
    numbers_[number] = ++written_;
    out_ << "#data-object " << name_of(o.kind);
    const ULong numbers[] = {what.place == nullptr ? 0 : what.place->number,
                             o.kind == Kind::heap ? o.blocks : 0,
                             o.kind == Kind::heap ? o.bytes : 0,
                             o.kind == Kind::heap ? o.live_at_most : 0,
                             o.smallest,
                             o.largest,
                             o.period()};
    for (const ULong n : numbers)
        out_ << ' ' << n;
    if (what.name != nullptr) {
        out_ << ' ' << Escaped{what.name};
    }
    if (with_address) {
        out_ << " [" << Hexadecimal{what.address} << ']';
    }
    out_ << '\n';
    write_fields(o);
}

void DataSectionWriter::write_fields(const data::Object& o) {
    if (!o.fields.exist())
        return;
    o.fields.for_each([this](UInt word, const data::Field& field) {
        if (field.loaded == 0 && field.missed == 0)
            return;
        out_ << "#field " << ULong{word} * data::word_bytes << ' ' << field.loaded << ' '
             << field.touched;
        if (field.missed != 0)
            out_ << ' ' << field.missed;
        out_ << '\n';
    });
}

void DataSectionWriter::write_cells() {
    for (SizeT i = 0; i < cells_.size();) {
        const Cell& first = *cells_[i];
        const CostCentre& line = line_of(first);
        Count sums[data::most_columns] = {};
        for (; i < cells_.size() && cells_[i]->object == first.object &&
               line.is_of_line(line_of(*cells_[i]));
             ++i) {
            for (unsigned c = 0; c < column_count_; ++c)
                sums[c] += cells_[i]->counts[columns_[c]];
        }
        write_names(line.file, line.function);
        out_ << "#cell " << numbers_[first.object] << ' ' << line.line;
        unsigned used = column_count_;
        while (used != 0 && sums[used - 1] == 0)
            --used;
        for (unsigned c = 0; c < used; ++c)
            out_ << ' ' << sums[c];
        out_ << '\n';
    }
}

} // namespace

void write_data_objects(OutFile& out) {
    forget_numbers_of_places();
    DataSectionWriter writer(out);
    if (writer.gather())
        writer.write();
}

} // namespace cg::vg

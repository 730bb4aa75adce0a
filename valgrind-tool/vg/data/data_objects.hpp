// SPDX-License-Identifier: GPL-2.0-or-later
// The objects of data of this run, and where they are (--data-objects=yes).
#pragma once

#include "data/data_objects.hpp"
#include "vg/core/valgrind.hpp"
#include "vg/count/cost_centre.hpp"
#include "vg/data/places.hpp"

namespace cg::vg {

// The code of a cell is its cost centre. The keys of objects:
//
//     heap      the place of the allocation, and 1 if the loader's own functions allocated it
//     variable  its name, the path of the program or library, and its address there: several may
//               have one name. Of data without a symbol, the name of its section, and no address
//     stack     the place of the function; none: of all functions
//     map       the path of the file; without a file none, and the place of the mapping, if known
//     other     its name
extern data::DataObjects data_objects;

void start_data_objects();

// The parts of an object's key; null: it has none.
struct DataObject {
    const Place* place = nullptr;
    const HChar* name = nullptr;
    const HChar* program = nullptr;
    Addr address = 0; // of a variable, in the file of its program
};
DataObject described(UInt object);
inline bool is_mapping_without_file(UInt object) {
    const data::Object& o = data_objects.objects()[object];
    return o.kind == data::Kind::map && o.key.first == 0;
}

// The following are told of what the program does to its memory.
void data_mapped(Addr begin, SizeT length);
void data_unmapped(Addr begin, SizeT length);
void data_moved(Addr from, Addr to, SizeT length);
void heap_grown(Addr begin, SizeT length, ThreadId thread);
void heap_shrunk(Addr begin, SizeT length);
// A thread is going to run its first instruction: its stack was a mapping before.
void data_thread_begins(ThreadId thread);

} // namespace cg::vg

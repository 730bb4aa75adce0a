// SPDX-License-Identifier: GPL-2.0-or-later
// Names in Callgrind's compressed form: "(12) name" the first time, then "(12)".
#pragma once

#include "vg/output/out_file.hpp"

namespace cg::vg {

// Of one kind of names: objects, files or functions. A name is known by its address.
class NameNumbers {
  public:
    // For so many names at most. False: out of memory.
    bool reserve(SizeT names);

    // "(12) name" or "(12)".
    void write(OutFile& out, const HChar* name);

    // Of a name that was written.
    UInt number_of(const HChar* name) { return slot_of(name).number; }

  private:
    struct Slot {
        const HChar* name;
        UInt number;
    };
    Slot& slot_of(const HChar* name);

    Slot* slots_ = nullptr;
    SizeT slot_count_ = 0;
    UInt used_ = 0;
};

struct CallNames {
    NameNumbers objects, files, functions;
};

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
// Names in Callgrind's compressed form: "(12) name" the first time, then "(12)".
#pragma once

#include "vg/output/out_file.hpp"

namespace cg::vg {

// The names of objects or of files. Names are compared by address.
class NameNumbers {
  public:
    // Allocates memory for `names` names. Must be called first. False: out of memory.
    bool reserve(SizeT names);
    NameNumbers() = default;
    ~NameNumbers();
    NameNumbers(const NameNumbers&) = delete;
    NameNumbers& operator=(const NameNumbers&) = delete;

    // Writes "(12) name" or "(12)".
    void write(OutFile& out, const HChar* name);

    // Returns the number of a name that was written.
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
    NameNumbers objects, files;
};

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
// Names as profiles with calls have them: in full, perhaps with an addition that tells a function
// apart from others (name_choice.hpp), and by numbers.
#pragma once

#include "vg/core/arena.hpp"
#include "vg/output/out_file.hpp"

namespace cg::vg {

// Returns the part of a path after its last slash.
const HChar* base_name(const HChar* path);

// Returns the hash of more text.
ULong hash_on(ULong hash, const HChar* text);
inline constexpr ULong first_hash = 14695981039346656037u;

// "base in code_of (tail) [object] #which". Other parts than `base` may be null or 0.
struct WrittenName {
    const HChar* base;
    const HChar* code_of = nullptr; // the object of code without a symbol
    const HChar* tail = nullptr;    // the end of the path of the function's file
    const HChar* object = nullptr;
    UInt which = 0;

    // Returns true if `text` is written.
    bool is(const HChar* text) const;
    ULong hash() const;
    void write(OutFile& out) const;
};

// The names of objects or of files in Callgrind's compressed form: "(12) name" the first time, then
// "(12)". With --compress-strings=no each is "name". Names are compared by address.
class NameNumbers {
  public:
    // Allocates memory for `names` names. Must be called first. False: out of memory.
    bool reserve(SizeT names) { return entries_.reserve(2 * names + 1); }

    // Writes the key, the name and a newline, and notes that the name is valid from then on.
    void begin(OutFile& out, const HChar* key, const HChar* name) {
        write(out, key, name);
        valid_ = name;
    }
    // Writes it if another name is valid.
    void change(OutFile& out, const HChar* key, const HChar* name) {
        if (name != valid_)
            begin(out, key, name);
    }
    // Writes it; the valid name stays valid.
    void write(OutFile& out, const HChar* key, const HChar* name);
    // Writes it if another name is valid, which stays valid.
    void write_other(OutFile& out, const HChar* key, const HChar* name) {
        if (name != valid_)
            write(out, key, name);
    }
    const HChar* valid() const { return valid_; } // null: none

    // Returns the number of a name that was written.
    UInt number_of(const HChar* name) { return entry_of(name).number; }

  private:
    struct Entry {
        const HChar* name;
        UInt number;
    };
    Entry& entry_of(const HChar* name);

    Array<Entry> entries_;
    UInt used_ = 0;
    const HChar* valid_ = nullptr;
};

struct CallNames {
    NameNumbers objects, files;
};

} // namespace cg::vg

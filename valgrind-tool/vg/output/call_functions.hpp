// SPDX-License-Identifier: GPL-2.0-or-later
// The functions of a profile with calls: those of the tree, and its roots, which call what the
// program did not call itself.
#pragma once

#include "vg/calls/node.hpp"
#include "vg/core/arena.hpp"
#include "vg/output/written_name.hpp"

namespace cg::vg {

struct CallFunction {
    const Callee* callee; // null: a root
    const HChar* object;
    const HChar* file;
    const HChar* name;      // no other function of this object and file has it; "": a root
    const HChar* flat_name; // of its rows in a profile without calls
    WrittenName written;
    UInt number = 0; // in the file; 0: not written yet
};

class CallFunctions {
  public:
    // Gathers the functions that have a node, sorted by name, file and object, and after them the
    // roots. False: out of memory; then the other functions must not be called.
    bool gather();

    size_t count() const { return count_ + root_count; }
    size_t count_without_roots() const { return count_; }
    CallFunction& operator[](size_t index) { return functions_[index]; }
    const CallFunction& operator[](size_t index) const { return functions_[index]; }

    static constexpr size_t none = ~size_t{0};
    // Returns the index of the function with this Callee::number. `none`: it has no node.
    size_t index_of(UInt callee) const { return indexes_[callee]; }
    size_t index_of(Root root) const { return count_ + static_cast<size_t>(root); }

  private:
    void find_used(Array<Callee*>& used);
    void join_same(Array<Callee*>& used);
    void name_functions(Array<Callee*>& used);
    void add_roots();

    Array<CallFunction> functions_;
    size_t count_ = 0;
    Array<size_t> indexes_; // by Callee::number
};

} // namespace cg::vg

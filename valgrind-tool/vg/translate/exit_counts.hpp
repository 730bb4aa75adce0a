// SPDX-License-Identifier: GPL-2.0-or-later
// The exits of each instruction of a superblock.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// As they were before VEX dropped those that never happen.
class ExitCounts {
  public:
    // Notes the exits of the instructions of `in`. Returns false if there are too many of
    // them, or if more than `most_between` of them follow each other without an exit.
    bool note(const IRSB& in, unsigned most_between) {
        unsigned instructions = 0, since_exit = 0;
        for (Int i = 0; i < in.stmts_used; ++i) {
            if (in.stmts[i]->tag != Ist_IMark)
                continue;
            if (instructions == max_instructions || since_exit == most_between)
                return false;
            const unsigned count = exits_from(in, i + 1);
            counts_[instructions++] = static_cast<UChar>(count);
            since_exit = count != 0 ? 0 : since_exit + 1;
        }
        return true;
    }

    // Returns true if an instruction, by its number from 0 on, has fewer exits by now. It begins at
    // statement `begin` of `now`.
    bool has_lost(unsigned instruction, const IRSB& now, Int begin) const {
        return exits_from(now, begin + 1) < counts_[instruction];
    }

  private:
    static constexpr unsigned max_instructions = 128; // more than --vex-guest-max-insns allows

    // Returns the number of exits from statement `i` on, before the next instruction begins.
    static unsigned exits_from(const IRSB& in, Int i) {
        unsigned exits = 0;
        for (; i < in.stmts_used && in.stmts[i]->tag != Ist_IMark; ++i)
            exits += in.stmts[i]->tag == Ist_Exit;
        return exits;
    }

    UChar counts_[max_instructions];
};

} // namespace cg::vg

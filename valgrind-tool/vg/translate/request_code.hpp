// SPDX-License-Identifier: GPL-2.0-or-later
// The instructions that only make a client request which switches counting, or only keep its
// result. They are not counted, so what is counted is what the program does between two requests:
// START next to STOP costs 0.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg {

// To be called when a request of this number was made. `next` is the address of the instruction
// after it.
void note_request(UWord number, Addr next);

class RequestCode {
  public:
    // `in` is flat, and is translated from the code at `address`.
    RequestCode(const IRSB& in, const VexGuestLayout& guest, Addr address);

    // Returns true if the instruction of this Ist_IMark is such a one.
    bool has(Int mark) const;

  private:
    // A number that may be added to a temporary, or to what a register had at the beginning of the
    // superblock.
    struct Value {
        enum class Base { none, temporary, guest, other };
        Base base = Base::none;
        Int index = 0; // of the temporary, or the register's offset
        UWord number = 0;

        bool operator==(const Value&) const = default;
    };
    // The effect of an instruction. `flags`: it sets only these, so its result is overwritten.
    struct Effect {
        enum class Kind { none, flags, put, load, store, store_arguments, other };
        Kind kind = Kind::none;
        Int offset = 0; // of the register
        Value address, value;
    };

    static constexpr Int none = -1;

    Value value_of(const IRExpr& e) const;
    Effect effect_of(Int mark) const;
    Int mark_after(Int i) const;
    bool is_written_later(Int offset, Int mark) const;
    bool is_in_arguments(const Value& address) const;
    void find_arguments();
    void find_result();
    bool begins_number(Int mark) const;
    bool makes_request(const Effect& effect, Int mark) const;
    bool keeps_result(const Effect& effect, Int mark) const;
    bool jumps_to_next(Int mark) const;
    bool has_nothing_else() const;

    const IRSB& in_;
    const Int pointer_;
    // Of the request at the end, marks: the last instruction, and the one that stores which request
    // it is. None: there is no such request.
    Int request_ = none, number_stored_ = none;
    Value arguments_; // the address of these
    Value number_;    // of the request
    // Of the request before, marks: the instructions that store and reload its result, and the last
    // one in a row from the beginning that does nothing else. None: there are no such.
    bool follows_request_ = false;
    Int result_stored_ = none, result_reloaded_ = none, result_end_ = none;
    Value result_, reloaded_;
    bool is_all_ = false; // from one request to the next
};

} // namespace cg::vg

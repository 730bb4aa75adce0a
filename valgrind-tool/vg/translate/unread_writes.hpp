// SPDX-License-Identifier: GPL-2.0-or-later
// Leaves out writes to the guest's registers that are never read.
//
// VEX assumes that an exit reads every register. So nearly every superblock has stores that
// the program does not need:
//
// - Stores of the instruction pointer before each exit, although the exit itself writes it.
//   They are needed only if a statement before the exit may fault or reads the guest's registers.
//   A load or store may: VEX leaves these stores out itself where the instruction pointer need not
//   be right at an access, and keeps the store of an instruction that must not be run twice if the
//   access faults, like a LOCK or a call.
// - Stores of the words of the flag thunk that the last operation ignores.
//
// Each such write is deferred until a statement follows that may need it, and is left out if
// none does. The time this saves is about the time that the counter of a group costs
// (docs/decisions/0009-unread-writes.md).
#pragma once

#include "vg/core/valgrind.hpp"
#include "vg/translate/ir.hpp"

namespace cg::vg {

// VEX represents the flags of a processor by a thunk (libvex_guest_amd64.h): the last
// operation that set them, and three words to compute them from, DEP1, DEP2 and NDEP. Many
// operations need only one or two of these. VEX writes the others too, as zero.

struct FlagThunk {
    static constexpr unsigned word_count =
        2; // of the words that an operation may ignore: DEP2, NDEP

    // Offsets in the guest state.
    Int operation;
    Int words[word_count];
    Int size; // of the operation and of each word, in bytes
};

// The thunk of this guest. Only for processors whose unread writes are left out.
extern const FlagThunk flag_thunk;

// Returns true if no flag depends on `words[word]` after this operation. Finds this out by calling
// VEX's function that computes the flags.
bool is_ignored(ULong operation, unsigned word);

// Returns true for the operations of two operands that superblocks have before exits, and that
// cannot fault. A division does; so is any other operation taken to.
bool cannot_fault(IROp operation);

class UnreadWrites {
  public:
    UnreadWrites(IrWriter& ir, const VexGuestLayout& guest, const IRTypeEnv* types)
        : ir_(ir), types_(types), pointer_(guest.offset_IP), pointer_size_(guest.sizeof_IP) {}

    // To be called for each statement in order. Writes the deferred statements that `s` may
    // need. Returns true if `s` is deferred or not needed: then the caller must not write it. Each
    // statement costs time in all later passes of VEX.
    bool leave_out(IRStmt* s) {
        return s->tag == Ist_NoOp || s->tag == Ist_AbiHint ||
               (processor::leaves_out_unread_writes && defer(s));
    }

  private:
    bool defer(IRStmt* s) {
        switch (s->tag) {
        case Ist_Put:
            return defer_put(s);
        case Ist_WrTmp:
            flush_before(*s->Ist.WrTmp.data);
            return false;
        case Ist_NoOp:
        case Ist_IMark:
        case Ist_AbiHint:
        case Ist_Exit: // writes the pointer; flags do not depend on words that are deferred
            return false;
        // May fault. A handler of the signal sees the pointer, and flags.
        case Ist_Store:
        case Ist_LoadG:
        case Ist_StoreG:
        case Ist_CAS:
        case Ist_LLSC:
        case Ist_MBE:
            flush(pointer_write_);
            return false;
        case Ist_Dirty: // may read any register
        case Ist_PutI:
            break;
        }
        flush(pointer_write_);
        flush_thunk();
        return false;
    }

    bool defer_put(IRStmt* s) {
        const Int offset = s->Ist.Put.offset;
        const IRExpr& data = *s->Ist.Put.data;
        if (offset == pointer_ && data.tag == Iex_Const) {
            pointer_write_ = s; // an earlier write that is still deferred is never read
            return true;
        }
        if (offset == flag_thunk.operation) {
            has_operation_ = data.tag == Iex_Const;
            operation_ = has_operation_ ? number(*data.Iex.Const.con) : 0;
            for (unsigned word = 0; word < FlagThunk::word_count; ++word) {
                if (!is_ignored_now(word))
                    flush(thunk_writes_[word]);
            }
            return false;
        }
        for (unsigned word = 0; word < FlagThunk::word_count; ++word) {
            if (offset == flag_thunk.words[word]) {
                const bool ignored = data.tag == Iex_Const && is_ignored_now(word);
                // Nobody reads an earlier write that is still deferred.
                thunk_writes_[word] = ignored ? s : nullptr;
                return ignored;
            }
        }
        if (pointer_write_ != nullptr &&
            overlaps(offset, typeOfIRExpr(types_, &data), pointer_, pointer_size_)) {
            flush(pointer_write_);
        }
        return false;
    }

    bool is_ignored_now(unsigned word) const {
        return has_operation_ && is_ignored(operation_, word);
    }

    // Writes the deferred statements that the expression may need.
    void flush_before(const IRExpr& e) {
        switch (e.tag) {
        case Iex_RdTmp:
        case Iex_Const:
        case Iex_Unop: // nothing but a division faults, which has two operands
        case Iex_ITE:
        case Iex_CCall: // has no side effects and reads its arguments only
            break;
        case Iex_Binop:
            if (!cannot_fault(e.Iex.Binop.op))
                flush(pointer_write_);
            break;
        case Iex_Triop:
        case Iex_Qop:
        case Iex_Load: // may fault
            flush(pointer_write_);
            break;
        case Iex_Get:
            if (pointer_write_ != nullptr &&
                overlaps(e.Iex.Get.offset, e.Iex.Get.ty, pointer_, pointer_size_)) {
                flush(pointer_write_);
            }
            for (unsigned word = 0; word < FlagThunk::word_count; ++word) {
                if (thunk_writes_[word] != nullptr &&
                    overlaps(e.Iex.Get.offset, e.Iex.Get.ty, flag_thunk.words[word],
                             flag_thunk.size)) {
                    flush(thunk_writes_[word]);
                }
            }
            break;
        case Iex_GetI:   // which register is not known
        case Iex_Binder: // of VEX's own
        case Iex_VECRET:
        case Iex_GSPTR:
            flush_thunk();
            flush(pointer_write_);
            break;
        }
    }

    void flush(IRStmt*& deferred) {
        if (deferred != nullptr)
            ir_.append(deferred);
        deferred = nullptr;
    }

    void flush_thunk() {
        for (IRStmt*& deferred : thunk_writes_)
            flush(deferred);
    }

    static ULong number(const IRConst& c) { return c.tag == Ico_U64 ? c.Ico.U64 : c.Ico.U32; }

    static bool overlaps(Int offset, IRType type, Int begin, Int size) {
        return offset < begin + size && begin < offset + sizeofIRType(type);
    }

    IrWriter& ir_;
    const IRTypeEnv* types_;
    Int pointer_;
    Int pointer_size_;
    // Deferred; null: none.
    IRStmt* pointer_write_ = nullptr;
    IRStmt* thunk_writes_[FlagThunk::word_count] = {};
    // The operation of the last write to the thunk, if that was a constant.
    bool has_operation_ = false;
    ULong operation_ = 0;
};

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/translate/unread_writes.hpp"

namespace cg::vg {

IRSB* without_unread_writes(const IRSB& in, const VexGuestLayout& guest) {
    IRSB* const out = copy_without_statements(in);
    IrWriter ir(out, guest, Stage::flat);
    ir.reserve(in.stmts_used);
    UnreadWrites unread(ir, guest, in.tyenv);
    for (Int i = 0; i < in.stmts_used; ++i) {
        if (!unread.leave_out(in.stmts[i]))
            ir.append(in.stmts[i]);
    }
    return out;
}

} // namespace cg::vg

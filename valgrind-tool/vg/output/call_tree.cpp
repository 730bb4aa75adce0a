// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/call_tree.hpp"

#include "vg/core/options.hpp"
#include "vg/output/preorder.hpp"
#include "vg/output/profile_parts.hpp"

namespace cg::vg {
namespace {

void write_forest(OutFile& out, Root which, const HChar* name, const CallFunctions& functions) {
    Node* const top = root(which);
    out.text("#root ");
    out.text(name);
    write_counts_to_last_nonzero(out, top->counts);
    SizeT depth = 0, depth_before = 0;
    for (Node* n = next_in_preorder(top, top, depth); n != nullptr;
         n = next_in_preorder(n, top, depth)) {
        out.character('#');
        out.number(depth_before + 1 - depth);
        out.character(' ');
        out.number(functions.index_of(n->callee->number) + 1);
        out.character(' ');
        out.number(n->calls);
        write_counts_to_last_nonzero(out, n->counts);
        depth_before = depth;
    }
}

} // namespace

void write_call_tree(OutFile& out, const CallFunctions& functions, CallNames& names) {
    const TreeUse use = tree_use();
    out.text("\n#tree 1 nodes ");
    out.number(use.nodes - root_count);
    out.text(" functions ");
    out.number(functions.count_without_roots());
    out.text(" recursion ");
    out.number(static_cast<ULong>(options.calls_recursion));
    out.text(" folded ");
    out.number(use.folded + use.missing_nodes);
    out.character('\n');
    for (size_t i = 0; i < functions.count_without_roots(); ++i) {
        const CallFunction& function = functions[i];
        out.text("#fn ");
        out.number(names.objects.number_of(function.object));
        out.character(' ');
        out.number(names.files.number_of(function.file));
        out.character(' ');
        out.number(function.number);
        out.character(' ');
        out.number(function.callee->line);
        out.character('\n');
    }
    write_forest(out, Root::thread, "thread", functions);
    write_forest(out, Root::signal, "signal", functions);
    write_forest(out, Root::missing, "missing", functions);
}

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/preorder.hpp"

namespace cg::vg {

Node* next_in_preorder(Node* node, const Node* root, SizeT& depth) {
    if (node->first_child != nullptr) {
        ++depth;
        return node->first_child;
    }
    while (node != root && node->next == nullptr) {
        node = node->parent;
        --depth;
    }
    return node == root ? nullptr : node->next;
}

SizeT depth_below(Node* root) {
    SizeT deepest = 0, depth = 0;
    for (Node* n = root; n != nullptr; n = next_in_preorder(n, root, depth)) {
        if (depth > deepest)
            deepest = depth;
    }
    return deepest + 1;
}

} // namespace cg::vg

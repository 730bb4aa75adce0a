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

} // namespace cg::vg

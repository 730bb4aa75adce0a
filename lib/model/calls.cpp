// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/calls.hpp"

#include "model/count.hpp"

namespace cg {
CountRows own_costs(const CallTree& tree, std::size_t functions) {
    CountRows sums(tree.event_count(), functions + path_starts);
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        const FunctionId owner =
            tree.is_root(node) ? root_number(tree.start(node)) : tree.function(node);
        add_to(sums[index_of_owner(owner, functions)], tree.counts(node));
    }
    return sums;
}

CountRows own_costs(const FunctionLines& lines, std::size_t functions) {
    CountRows sums(lines.event_count(), functions + path_starts);
    for (const FunctionLines::Block& block : lines.blocks())
        for (const std::size_t row : block.rows())
            add_to(sums[index_of_owner(block.function, functions)], lines.counts(row));
    return sums;
}

} // namespace cg

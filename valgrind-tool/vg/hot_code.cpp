// SPDX-License-Identifier: GPL-2.0-or-later
#include "hot_code.hpp"

namespace cg::vg {
namespace {

// Forgetting an address costs time, not counts: so the table may lose entries.
constexpr unsigned table_size = 1u << 15;
constinit Addr hot_addresses[table_size] = {};

struct Marked {
    Addr address, code;
};
constexpr unsigned most_marked = 512;
constinit Marked marked[most_marked] = {};
constinit unsigned marked_count = 0;

Addr& place_of(Addr address) {
    return hot_addresses[(address ^ address >> 15) % table_size];
}

} // namespace

void mark_hot(const Superblock& block) {
    if (marked_count == most_marked)
        return; // it will be back
    marked[marked_count++] = {block.address, block.code};
}

bool is_hot(Addr address) {
    return place_of(address) == address;
}

void retranslate_hot_code() {
    for (unsigned i = 0; i < marked_count; ++i) {
        if (is_hot(marked[i].address))
            continue;
        place_of(marked[i].address) = marked[i].address;
        discard_translations(marked[i].code, 1);
    }
    marked_count = 0;
}

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
// Simulates groups if cache use is counted (--cache-use=yes).
#pragma once

#include "sim/geometry.hpp"
#include "vg/calls/node.hpp"

namespace cg::vg {

// Creates the records of cache use. False: out of memory.
bool start_use(const sim::Geometry& code, const sim::Geometry& data,
               const sim::Geometry& last_level);

// As simulate_function() and verify_function().
void* used_simulate_function(unsigned arguments);
void* used_verify_function(unsigned arguments, bool tested);

// Charges the lines that are still in the caches to the code that loaded them. To be called once,
// before the totals are computed.
void settle_use();

// Replaces each node that has loaded a line by the result of `replacement`.
void replace_owners(Node* (*replacement)(Node* node));

} // namespace cg::vg

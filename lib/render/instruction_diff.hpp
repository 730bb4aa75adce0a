// SPDX-License-Identifier: GPL-2.0-or-later
// Functions of two builds by instruction.
#pragma once

#include "render/renderers.hpp"

namespace cg::render {

// Writes functions of two profiles that have costs by address, with the instructions of both in one
// list: those that are equal but for addresses are one row.
void instruction_diff(const ProfileView& first, const ProfileView& second, const Options& options,
                      Writer& out);

} // namespace cg::render

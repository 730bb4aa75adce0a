// SPDX-License-Identifier: GPL-2.0-or-later
#include "group_writer.hpp"

#include "simulation.hpp"

namespace cg::vg {} // namespace cg::vg

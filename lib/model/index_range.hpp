// SPDX-License-Identifier: GPL-2.0-or-later
// The numbers from a first to a last one, without the last.
#pragma once

#include <cstddef>
#include <ranges>

namespace cg {

using IndexRange = std::ranges::iota_view<std::size_t, std::size_t>;

} // namespace cg

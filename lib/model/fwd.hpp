// SPDX-License-Identifier: GPL-2.0-or-later
// The types of a profile's numbers, and the names of its classes for headers that only mention
// them. The arithmetic of counts is in count.hpp.
#pragma once

#include <cstdint>

namespace cg {

// A line of a source file, from 1; 0 is an unknown line.
using Line = std::uint32_t;

// Signed: the counts of a diff go negative.
using Count = std::int64_t;

// Holds the sum of up to 2^64 counts, so counts can be added in any order and by any number of
// threads.
__extension__ using WideCount = __int128;

class CostTable;
class EventSet;
struct Calls;
struct CodeRanges;
struct DataObjects;
struct FunctionCosts;
struct Header;
struct Profile;

} // namespace cg

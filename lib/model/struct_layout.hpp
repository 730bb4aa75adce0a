// SPDX-License-Identifier: GPL-2.0-or-later
// The members of a struct, class or union, as a compiler laid them out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cg {

struct StructMember {
    std::uint64_t offset; // of its first byte
    std::uint64_t size;   // bytes; of a bit field: those that it has a part of
    std::string name;     // with the members around it: "customer.name", "lines[1].price"
    std::string type{};   // as the source has it; "" for what has no type
    // Of a bit field: its first bit, counted from the first byte's lowest bit, and their number.
    std::uint32_t first_bit = 0, bits = 0; // 0 bits: it is not a bit field

    bool operator==(const StructMember&) const = default;
};

// Bytes that no member has.
inline constexpr const char* padding_name = "(padding)";

struct StructLayout {
    std::string name{}; // with its scopes: "shop::Order"
    std::uint64_t size = 0;
    std::string declared{}; // FILE:LINE; "": unknown
    // By offset. Members of members and of base classes are in the place of these, elements in the
    // place of a small array of structs; padding is a member. Those of a union overlap.
    std::vector<StructMember> members{};
    // It may be followed by anything: the layout is that of one struct at a place in a block.
    bool is_part = false;

    // Returns true if blocks of this period may be such structs, one after the other, or begin with
    // one that is a part.
    bool fits(std::uint64_t period) const {
        return size > 0 && period > 0 && (is_part ? period >= size : period % size == 0);
    }
    // Returns true for the same bytes, wherever they were declared.
    bool is_same(const StructLayout& other) const {
        return name == other.name && size == other.size && members == other.members;
    }
};

} // namespace cg

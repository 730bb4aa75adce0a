// SPDX-License-Identifier: GPL-2.0-or-later
// The type that a description of debugging information refers to.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <optional>

namespace cg::binary {

// Returns the type of a variable or member, or of a type that is made of another one; nothing for
// void.
inline std::optional<Dwarf_Die> type_of(Dwarf_Die& die) {
    Dwarf_Attribute attribute;
    Dwarf_Die type{};
    if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr ||
        dwarf_formref_die(&attribute, &type) == nullptr)
        return std::nullopt;
    return type;
}

} // namespace cg::binary

// SPDX-License-Identifier: GPL-2.0-or-later
// Helps readers of debugging information where libdw does not: iterates over the descriptions
// (DIEs) of a file, and reads their attributes.
#pragma once

#include "binary/binary_file.hpp"
#include "binary/split_package.hpp"
#include "error/error.hpp"

#include <cstdint>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <optional>
#include <string>

namespace cg::binary {

// Calls visit(child) for each child.
template <typename Visit>
void for_each_child(Dwarf_Die& parent, const Visit& visit) {
    Dwarf_Die child{};
    if (dwarf_child(&parent, &child) != 0)
        return;
    do
        visit(child);
    while (dwarf_siblingof(&child, &child) == 0);
}

// Calls visit(unit, content, packaged) for each unit of compilation. The content is in a file of
// its own if the unit is a skeleton, or in a package, and then `packaged` is not null; if neither
// is there, both are the skeleton. DIEs are valid as long as the file. Throws Error if the
// debugging information is broken. Returns the number of skeletons without their content.
template <typename Visit>
std::size_t for_each_unit(BinaryFile& file, Dwarf* dwarf, const Visit& visit) {
    Dwarf_CU* unit = nullptr;
    std::uint8_t type = 0;
    Dwarf_Die die{}, split{};
    int status = 0;
    std::size_t missing = 0;
    while ((status = dwarf_get_units(dwarf, unit, &unit, nullptr, &type, &die, &split)) == 0) {
        Dwarf_Die content = die;
        const PackagedUnit* packaged = nullptr;
        if (type == DW_UT_skeleton) {
            if (dwarf_tag(&split) != DW_TAG_invalid)
                content = split;
            else
                packaged = file.package().find(die);
            if (packaged)
                content = packaged->die();
            else if (dwarf_tag(&split) == DW_TAG_invalid)
                ++missing;
        }
        visit(die, content, packaged);
    }
    if (status < 0)
        throw Error(file.path(),
                    std::string("its debugging information is broken: ") + dwarf_errmsg(-1));
    return missing;
}

// Throws Error if a DIE is not after the last one of a walk, which it becomes: else the next DIE of
// some one is inside of it, and with each level the walk takes twice as long.
inline void check_order(const BinaryFile& file, Dwarf_Die& die, Dwarf_Off& last) {
    const Dwarf_Off offset = dwarf_dieoffset(&die);
    if (offset <= last)
        throw Error(file.path(), "its debugging information is broken: it overlaps");
    last = offset;
}

// Returns an attribute (DW_AT_...) that is a number.
inline std::optional<std::uint64_t> number_of(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_formudata(dwarf_attr_integrate(&die, name, &attribute), &value) != 0)
        return std::nullopt;
    return value;
}

// Returns the language of the DIE's unit (DW_LANG_...); -1 if it has none.
inline int language_of(Dwarf_Die& die) {
    Dwarf_Die unit;
    return dwarf_diecu(&die, &unit, nullptr, nullptr) == nullptr ? -1 : dwarf_srclang(&unit);
}

// Returns the linker's name of a function, or null if its description has none.
inline const char* linkage_name(Dwarf_Die& function) {
    Dwarf_Attribute attribute;
    for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name})
        if (dwarf_attr_integrate(&function, name, &attribute) != nullptr)
            return dwarf_formstring(&attribute);
    return nullptr;
}

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

// Returns the type without the names and qualifiers that it was given; the definition of one that
// is in a unit of its own.
inline Dwarf_Die peeled(Dwarf_Die type) {
    Dwarf_Die result{};
    if (dwarf_peel_type(&type, &result) != 0)
        return type;
    Dwarf_Attribute signature;
    Dwarf_Die definition{};
    if (dwarf_attr(&result, DW_AT_signature, &signature) != nullptr && // in a unit of its own
        dwarf_formref_die(&signature, &definition) != nullptr)
        return definition;
    return result;
}

// Returns true for a struct, class or union.
inline bool is_struct(Dwarf_Die& type) {
    const int tag = dwarf_tag(&type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

} // namespace cg::binary

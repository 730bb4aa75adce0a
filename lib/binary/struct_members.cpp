// SPDX-License-Identifier: GPL-2.0-or-later
#include "binary/struct_members.hpp"

#include "binary/dwarf.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <gelf.h>
#include <limits>
#include <optional>
#include <utility>

namespace cg::binary {
namespace {

constexpr unsigned max_nesting = 50; // deeper is broken
// Limits: what fits on a screen, and a map of 64 KiB. Arrays with more elements are one member.
constexpr std::uint64_t max_elements = 64;
constexpr std::size_t max_members = 4096;
constexpr std::size_t max_steps = 100'000; // more is broken: structs that contain themselves

bool is_aggregate(Dwarf_Die type) {
    type = peeled(type);
    return is_struct(type);
}

bool is_c(Dwarf_Die& die) {
    const int language = language_of(die);
    return language == DW_LANG_C || language == DW_LANG_C89 || language == DW_LANG_C99 ||
           language == DW_LANG_C11;
}

// Returns the numbers of elements of an array; 0 for one that is not known.
std::vector<std::uint64_t> dimensions(Dwarf_Die& array) {
    std::vector<std::uint64_t> result;
    for_each_child(array, [&](Dwarf_Die& child) {
        if (dwarf_tag(&child) != DW_TAG_subrange_type)
            return;
        if (const auto count = number_of(child, DW_AT_count))
            result.push_back(*count);
        else if (const auto last = number_of(child, DW_AT_upper_bound))
            result.push_back(*last + 1); // of int[0]: the largest number, and one
        else
            result.push_back(0);
    });
    return result;
}

// Returns the size in bytes, or nothing for a type that is not defined here.
std::optional<std::uint64_t> size_of(Dwarf_Die type, unsigned depth = 0) {
    type = peeled(type);
    // libdw gives up on arrays in units without a language, as dwz makes them.
    if (dwarf_tag(&type) == DW_TAG_array_type && !dwarf_hasattr(&type, DW_AT_byte_size)) {
        const std::optional<Dwarf_Die> element = type_of(type);
        if (!element || depth == max_nesting)
            return std::nullopt;
        std::optional<std::uint64_t> size = size_of(*element, depth + 1);
        for (const std::uint64_t count : dimensions(type))
            if (size && __builtin_mul_overflow(*size, count, &*size))
                return std::nullopt;
        return size;
    }
    Dwarf_Word size = 0;
    if (dwarf_aggregate_size(&type, &size) != 0)
        return std::nullopt;
    return size;
}

// ---- names of types -----------------------------------------------------------------------------

std::string type_name(std::optional<Dwarf_Die> type, unsigned depth = 0);

std::string parameter_types(Dwarf_Die& function, unsigned depth) {
    std::string names;
    for_each_child(function, [&](Dwarf_Die& child) {
        const int tag = dwarf_tag(&child);
        if (tag == DW_TAG_formal_parameter || tag == DW_TAG_unspecified_parameters)
            names +=
                (names.empty() ? "" : ", ") +
                (tag == DW_TAG_formal_parameter ? type_name(type_of(child), depth + 1) : "...");
    });
    return names;
}

// Returns the name of a type that refers to another one by `mark`.
std::string reference_name(Dwarf_Die& type, const char* mark, unsigned depth) {
    if (const char* const name = dwarf_diename(&type)) // Rust's have names
        return name;
    std::optional<Dwarf_Die> to = type_of(type);
    if (to && dwarf_tag(&*to) == DW_TAG_subroutine_type)
        return fmt::format("{} ({})({})", type_name(type_of(*to), depth + 1), mark,
                           parameter_types(*to, depth));
    return type_name(to, depth + 1) + mark;
}

std::string qualified_name(Dwarf_Die& type, const char* word, unsigned depth) {
    std::optional<Dwarf_Die> of = type_of(type);
    const std::string name = type_name(of, depth + 1);
    const int tag = of ? dwarf_tag(&*of) : DW_TAG_invalid;
    // A pointer that is constant is not one to what is.
    return tag == DW_TAG_pointer_type ? name + " " + word : std::string(word) + " " + name;
}

std::string type_name(std::optional<Dwarf_Die> type, unsigned depth) {
    if (!type)
        return "void";
    if (depth == max_nesting)
        return "...";
    const char* name = dwarf_diename(&*type);
    Dwarf_Die definition{};
    if (name == nullptr && dwarf_hasattr(&*type, DW_AT_signature)) {
        definition = peeled(*type);
        name = dwarf_diename(&definition);
    }
    const auto tagged = [&](const char* word) {
        return name == nullptr ? std::string(word) + " {...}"
               : is_c(*type)   ? std::string(word) + " " + name
                               : std::string(name);
    };
    switch (dwarf_tag(&*type)) {
    case DW_TAG_pointer_type:
        return reference_name(*type, "*", depth);
    case DW_TAG_reference_type:
        return reference_name(*type, "&", depth);
    case DW_TAG_rvalue_reference_type:
        return reference_name(*type, "&&", depth);
    case DW_TAG_const_type:
        return qualified_name(*type, "const", depth);
    case DW_TAG_volatile_type:
        return qualified_name(*type, "volatile", depth);
    case DW_TAG_atomic_type:
        return qualified_name(*type, "_Atomic", depth);
    case DW_TAG_restrict_type:
        return type_name(type_of(*type), depth + 1);
    case DW_TAG_structure_type:
        return tagged("struct");
    case DW_TAG_class_type:
        return tagged("class");
    case DW_TAG_union_type:
        return tagged("union");
    case DW_TAG_enumeration_type:
        return tagged("enum");
    case DW_TAG_array_type: {
        if (name != nullptr)
            return name;
        std::string text = type_name(type_of(*type), depth + 1);
        for (const std::uint64_t count : dimensions(*type))
            text += count == 0 ? "[]" : fmt::format("[{}]", count);
        return text;
    }
    case DW_TAG_subroutine_type:
        return type_name(type_of(*type), depth + 1) + "(" + parameter_types(*type, depth) + ")";
    default:
        return name == nullptr ? "?" : name;
    }
}

// ---- members ------------------------------------------------------------------------------------

class Members {
  public:
    // Adds the members of a struct that begins at `offset`; their names begin with `prefix`.
    void add_struct(Dwarf_Die& type, std::uint64_t offset, const std::string& prefix,
                    unsigned depth) {
        for_each_child(type, [&](Dwarf_Die& child) {
            switch (dwarf_tag(&child)) {
            case DW_TAG_member:
                add_member(child, offset, prefix, depth);
                break;
            case DW_TAG_inheritance:
                add_base(child, offset, prefix, depth);
                break;
            case DW_TAG_variant_part: // Rust's enum
            case DW_TAG_variant:
                if (depth < max_nesting)
                    add_struct(child, offset, prefix, depth + 1);
                break;
            default:
                break;
            }
        });
    }

    // Returns the members by offset, with what is between them in a struct of this size.
    std::vector<StructMember> finish(std::uint64_t size) && {
        std::ranges::stable_sort(members_, {}, &StructMember::offset);
        std::vector<StructMember> result;
        std::uint64_t end = 0;
        const auto fill = [&](std::uint64_t to) {
            if (to > end)
                result.push_back({end, to - end,
                                  is_full_            ? "(not listed)"
                                  : has_virtual_base_ ? "(virtual base or padding)"
                                                      : padding_name,
                                  ""});
        };
        for (std::size_t i = 0; i < members_.size(); ++i) {
            StructMember& member = members_[i];
            if (member.offset >= size)
                continue; // an array without a size at the end
            if (member.size == unknown_size)
                member.size = end_of_unknown(i, size) - member.offset;
            member.size = std::min(member.size, size - member.offset);
            fill(member.offset);
            end = std::max(end, member.offset + member.size);
            result.push_back(std::move(member));
        }
        fill(size);
        return result;
    }

  private:
    static constexpr std::uint64_t unknown_size = std::numeric_limits<std::uint64_t>::max();
    // Offsets beyond are broken.
    static constexpr std::uint64_t max_offset = std::uint64_t{1} << 40;

    // Returns the beginning of the next member, or the end.
    std::uint64_t end_of_unknown(std::size_t i, std::uint64_t size) const {
        for (std::size_t next = i + 1; next < members_.size(); ++next)
            if (members_[next].offset > members_[i].offset)
                return std::min(size, members_[next].offset);
        return size;
    }

    // Returns the offset in bytes, 0 if the member has none, as that of a union; nothing if only
    // the program can compute it.
    static std::optional<std::uint64_t> offset_of(Dwarf_Die& member) {
        Dwarf_Attribute attribute;
        if (dwarf_attr(&member, DW_AT_data_member_location, &attribute) == nullptr)
            return 0;
        Dwarf_Word value = 0;
        if (dwarf_formudata(&attribute, &value) == 0)
            return value;
        Dwarf_Op* operations = nullptr;
        std::size_t count = 0;
        if (dwarf_getlocation(&attribute, &operations, &count) == 0 && count == 1 &&
            operations[0].atom == DW_OP_plus_uconst)
            return operations[0].number;
        return std::nullopt;
    }

    void add_base(Dwarf_Die& base, std::uint64_t offset, const std::string& prefix,
                  unsigned depth) {
        const std::optional<Dwarf_Die> type = type_of(base);
        const std::optional<std::uint64_t> in_struct = offset_of(base);
        if (!in_struct || number_of(base, DW_AT_virtuality).value_or(0) != 0) {
            has_virtual_base_ = true;
            return;
        }
        if (!type || *in_struct > max_offset)
            return;
        Dwarf_Die inner = peeled(*type);
        if (dwarf_hasattr(&inner, DW_AT_declaration))
            add({offset + *in_struct, unknown_size, prefix + type_name(type), type_name(type)});
        else if (depth < max_nesting)
            add_struct(inner, offset + *in_struct, prefix, depth + 1);
    }

    void add_member(Dwarf_Die& member, std::uint64_t offset, const std::string& prefix,
                    unsigned depth) {
        // A static member of a class is declared here only.
        if (dwarf_hasattr(&member, DW_AT_declaration) || dwarf_hasattr(&member, DW_AT_external))
            return;
        const std::optional<Dwarf_Die> type = type_of(member);
        const std::optional<std::uint64_t> in_struct = offset_of(member);
        if (!type || !in_struct || *in_struct > max_offset)
            return;
        const char* const name = dwarf_diename(&member);
        const std::string whole = name == nullptr ? prefix : prefix + name;
        if (const auto bits = number_of(member, DW_AT_bit_size)) {
            add_bit_field(member, offset + *in_struct, *bits, *type, whole);
            return;
        }
        add_type(*type, offset + *in_struct, whole, name == nullptr, depth);
    }

    void add_bit_field(Dwarf_Die& member, std::uint64_t offset, std::uint64_t bits, Dwarf_Die type,
                       const std::string& name) {
        std::uint64_t first = 0;
        if (const auto at = number_of(member, DW_AT_data_bit_offset)) {
            first = *at;
        } else if (const auto from_top = number_of(member, DW_AT_bit_offset)) { // DWARF 2 and 3
            const std::uint64_t unit =
                8 * number_of(member, DW_AT_byte_size).value_or(size_of(type).value_or(0));
            first = is_big_endian(member) || unit < *from_top + bits ? *from_top
                                                                     : unit - *from_top - bits;
        }
        if (first > 8 * max_offset || bits == 0 || bits > 1024)
            return;
        const std::uint64_t byte = first / 8;
        add({offset + byte, (first % 8 + bits + 7) / 8, name, type_name(type),
             static_cast<std::uint32_t>(first % 8), static_cast<std::uint32_t>(bits)});
    }

    static bool is_big_endian(Dwarf_Die& die) {
        Dwarf* const dwarf = dwarf_cu_getdwarf(die.cu);
        GElf_Ehdr header;
        return dwarf != nullptr && gelf_getehdr(dwarf_getelf(dwarf), &header) != nullptr &&
               header.e_ident[EI_DATA] == ELFDATA2MSB;
    }

    void add_type(Dwarf_Die type, std::uint64_t offset, const std::string& name, bool is_unnamed,
                  unsigned depth) {
        is_full_ |= ++steps_ > max_steps;
        if (is_full_)
            return;
        Dwarf_Die inner = peeled(type);
        const bool is_defined = !dwarf_hasattr(&inner, DW_AT_declaration);
        if (depth < max_nesting && is_defined && is_aggregate(inner) &&
            members_.size() < max_members) {
            add_struct(inner, offset, is_unnamed ? name : name + ".", depth + 1);
            return; // one without members has no bytes
        }
        if (depth < max_nesting && dwarf_tag(&inner) == DW_TAG_array_type &&
            add_elements(inner, offset, name, depth))
            return;
        const std::uint64_t size = is_defined ? size_of(type).value_or(unknown_size) : unknown_size;
        if (size > 0)
            add({offset, size, is_unnamed ? name + "(discriminant)" : name, type_name(type)});
    }

    // Adds the elements of an array of structs, unless they are many. Returns false: it is one
    // member.
    bool add_elements(Dwarf_Die& array, std::uint64_t offset, const std::string& name,
                      unsigned depth) {
        const std::optional<Dwarf_Die> element = type_of(array);
        const std::vector<std::uint64_t> counts = dimensions(array);
        if (!element || !is_aggregate(*element) || counts.empty())
            return false;
        std::uint64_t all = 1;
        for (const std::uint64_t count : counts) {
            if (count == 0 || count > max_elements)
                return false;
            all *= count;
            if (all > max_elements)
                return false;
        }
        const std::uint64_t size = size_of(*element).value_or(0);
        if (size == 0 || size > max_offset || members_.size() + all > max_members)
            return false;
        for (std::uint64_t i = 0; i < all; ++i) {
            std::string index;
            std::uint64_t rest = i;
            for (std::size_t d = counts.size(); d-- > 0; rest /= counts[d])
                index.insert(0, fmt::format("[{}]", rest % counts[d]));
            add_type(*element, offset + i * size, name + index, false, depth + 1);
        }
        return true;
    }

    void add(StructMember member) {
        is_full_ |= members_.size() == max_members;
        if (!is_full_)
            members_.push_back(std::move(member));
    }

    std::vector<StructMember> members_;
    std::size_t steps_ = 0;
    bool is_full_ = false, has_virtual_base_ = false;
};

} // namespace

StructLayout layout_of(Dwarf_Die type) {
    StructLayout layout;
    layout.size = size_of(type).value_or(0);
    Members members;
    members.add_struct(type, 0, "", 0);
    layout.members = std::move(members).finish(layout.size);
    return layout;
}

} // namespace cg::binary

// SPDX-License-Identifier: GPL-2.0-or-later
#include "binary/source_names.hpp"

#include "binary/demangle.hpp"
#include "binary/dwarf.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace cg::binary {
namespace {

std::string name_of_scope(Dwarf_Die& scope) {
    if (const char* const name = dwarf_diename(&scope))
        return name;
    return dwarf_tag(&scope) == DW_TAG_namespace ? "(anonymous namespace)" : "{unnamed}";
}

// Returns the names of scopes, inner ones first, as one: "cg::(anonymous namespace)::Reader".
std::string name_of_scopes(std::span<Dwarf_Die> scopes) {
    std::string names;
    for (Dwarf_Die& scope : scopes) {
        const char* const linked =
            dwarf_tag(&scope) == DW_TAG_subprogram ? linkage_name(scope) : nullptr;
        std::string outer = linked != nullptr ? demangled(linked) : name_of_scope(scope);
        if (!names.empty())
            outer.append("::").append(names);
        names = std::move(outer);
        if (linked != nullptr) // it has all scopes around it
            break;
    }
    return names;
}

// Demanglers name numbers otherwise than GCC's debugging information.
std::string name_of_number(std::string_view name) {
    static const std::map<std::string_view, std::string_view> names{
        {"long int", "long"},           {"long unsigned int", "unsigned long"},
        {"short int", "short"},         {"short unsigned int", "unsigned short"},
        {"long long int", "long long"}, {"long long unsigned int", "unsigned long long"},
    };
    const auto found = names.find(name);
    return std::string(found == names.end() ? name : found->second);
}

// Returns the name of a type; nothing for kinds that are seldom parameters.
std::optional<std::string> name_of_type(std::optional<Dwarf_Die> type, unsigned depth = 0) {
    constexpr unsigned max_depth = 50; // deeper is broken
    if (!type)
        return "void";
    if (depth == max_depth)
        return std::nullopt;
    const auto made_of = [&](const char* suffix) -> std::optional<std::string> {
        const auto name = name_of_type(type_of(*type), depth + 1);
        return name ? std::optional(*name + suffix) : std::nullopt;
    };
    switch (dwarf_tag(&*type)) {
    case DW_TAG_base_type:
        return name_of_number(name_of_scope(*type));
    case DW_TAG_unspecified_type:
        return name_of_scope(*type);
    case DW_TAG_pointer_type:
        return made_of("*");
    case DW_TAG_reference_type:
        return made_of("&");
    case DW_TAG_rvalue_reference_type:
        return made_of("&&");
    case DW_TAG_const_type:
        return made_of(" const");
    case DW_TAG_volatile_type:
        return made_of(" volatile");
    case DW_TAG_typedef:
        return made_of("");
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type: {
        if (dwarf_diename(&*type) == nullptr)
            return std::nullopt;
        std::vector<Dwarf_Die> scopes = searched_scopes(*type);
        const std::string outer = name_of_scopes(scopes);
        return (outer.empty() ? "" : outer + "::") + dwarf_diename(&*type);
    }
    default:
        return std::nullopt;
    }
}

bool is_cplusplus(Dwarf_Die& die) {
    const int language = language_of(die);
    return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_03 ||
           language == DW_LANG_C_plus_plus_11 || language == DW_LANG_C_plus_plus_14;
}

// Returns what follows the name of a function: "(char const*, int) const".
std::optional<std::string> parameters(Dwarf_Die& function) {
    std::string names, suffix;
    Dwarf_Die child;
    for (bool has_child = dwarf_child(&function, &child) == 0; has_child;
         has_child = dwarf_siblingof(&child, &child) == 0) {
        const int tag = dwarf_tag(&child);
        if (tag != DW_TAG_formal_parameter && tag != DW_TAG_unspecified_parameters)
            continue;
        const auto name = tag == DW_TAG_formal_parameter ? name_of_type(type_of(child)) : "...";
        if (!name)
            return std::nullopt;
        if (dwarf_hasattr_integrate(&child, DW_AT_artificial)) { // this
            if (name->ends_with(" const*") || name->ends_with(" const* const"))
                suffix = " const";
            continue;
        }
        // A parameter that is itself constant has the type without that.
        const bool is_constant = name->ends_with(" const");
        names +=
            (names.empty() ? "" : ", ") + (is_constant ? name->substr(0, name->size() - 6) : *name);
    }
    return "(" + names + ")" + suffix;
}

} // namespace

Dwarf_Die declaration_of(Dwarf_Die function) {
    Dwarf_Attribute attribute;
    for (const unsigned reference : {DW_AT_abstract_origin, DW_AT_specification}) {
        Dwarf_Die other;
        if (dwarf_attr(&function, reference, &attribute) != nullptr &&
            dwarf_formref_die(&attribute, &other) != nullptr)
            function = other;
    }
    return function;
}

bool is_scope(int tag) {
    switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_interface_type:
    case DW_TAG_subprogram:
        return true;
    default:
        return false;
    }
}

std::vector<Dwarf_Die> searched_scopes(Dwarf_Die declaration) {
    Dwarf_Die* scopes = nullptr;
    const int count = dwarf_getscopes_die(&declaration, &scopes);
    const std::unique_ptr<Dwarf_Die, decltype(&std::free)> owner(scopes, &std::free);
    std::vector<Dwarf_Die> result;
    for (int i = 1; i < count; ++i)
        if (is_scope(dwarf_tag(&scopes[i])))
            result.push_back(scopes[i]);
    return result;
}

std::string source_name(Dwarf_Die declaration, std::span<Dwarf_Die> scopes) {
    const std::string outer = name_of_scopes(scopes);
    const char* const name = dwarf_diename(&declaration);
    std::string whole = (outer.empty() ? "" : outer + "::") + (name == nullptr ? "???" : name);
    // Names of templates' instances have their arguments, and those of lambdas have no end.
    if (is_cplusplus(declaration) && whole.find('<') == whole.npos)
        if (const auto types = parameters(declaration))
            whole += *types;
    return whole;
}

} // namespace cg::binary

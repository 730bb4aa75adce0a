// SPDX-License-Identifier: GPL-2.0-or-later
#include "binary/source_names.hpp"

#include "binary/demangle.hpp"
#include "binary/dwarf.hpp"

#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

namespace cg::binary {
namespace {

// Broken descriptions may lead in circles, by several ways at each turn: what is deeper has no
// name, nor has what comes after so many types.
constexpr unsigned max_depth = 50;
constexpr unsigned max_types = 10'000; // of one function's name
struct Depth {
    unsigned levels;
    unsigned* types_left;

    Depth operator+(unsigned more) const { return {levels + more, types_left}; }
    bool is_exhausted() const { return levels >= max_depth || *types_left == 0; }
};

std::optional<std::string> name_of_type(std::optional<Dwarf_Die> type, Depth depth);
std::optional<std::string> parameters(Dwarf_Die& function, Depth depth);

bool is_cplusplus(Dwarf_Die& die) {
    const int language = language_of(die);
    return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_03 ||
           language == DW_LANG_C_plus_plus_11 || language == DW_LANG_C_plus_plus_14;
}

// Demanglers name numbers otherwise than GCC's debugging information, also in the arguments of
// templates.
std::string with_names_of_numbers(std::string_view name) {
    static constexpr std::pair<std::string_view, std::string_view> names[] = {
        {"long long unsigned int", "unsigned long long"},
        {"long unsigned int", "unsigned long"},
        {"short unsigned int", "unsigned short"},
        {"long long int", "long long"},
        {"long int", "long"},
        {"short int", "short"},
    };
    std::string result(name);
    for (const auto& [given, demangled] : names)
        for (std::size_t at = 0; (at = result.find(given, at)) != result.npos;)
            result.replace(at, given.size(), demangled);
    return result;
}

std::string_view given_name(Dwarf_Die& die) {
    const char* const name = dwarf_diename(&die);
    return name == nullptr ? "" : name;
}

// Returns true for the nameless class of a lambda; `call` is its operator(), if that is no
// template.
bool is_lambda(Dwarf_Die& type, std::optional<Dwarf_Die>& call) {
    if (!is_struct(type) || !given_name(type).empty())
        return false;
    bool result = false;
    for_each_child(type, [&](Dwarf_Die& child) {
        if (dwarf_tag(&child) != DW_TAG_subprogram)
            return;
        const std::string_view name = given_name(child);
        const bool is_call =
            name.starts_with("operator()") && dwarf_hasattr(&child, DW_AT_artificial);
        if (is_call && name == "operator()")
            call = child;
        result = result || is_call || name.ends_with("<lambda>"); // as GCC names its constructors
    });
    return result;
}

// Calls visit(type) for each type that was declared in a scope, also in its blocks.
template <typename Visit>
void for_each_type_in(Dwarf_Die& scope, const Visit& visit, unsigned depth = 0) {
    Dwarf_Off last = dwarf_dieoffset(&scope);
    for_each_child(scope, [&](Dwarf_Die& child) {
        const Dwarf_Off offset = dwarf_dieoffset(&child);
        if (offset <= last) // broken
            return;
        last = offset;
        if (dwarf_tag(&child) == DW_TAG_lexical_block && depth < max_depth)
            for_each_type_in(child, visit, depth + 1);
        else if (is_struct(child))
            visit(child);
    });
}

// Returns true if lambdas of other parameters count, too: GCC numbered them so until version 13.
bool counts_all_lambdas(Dwarf_Die& unit) {
    Dwarf_Attribute attribute;
    const char* const text = dwarf_formstring(dwarf_attr(&unit, DW_AT_producer, &attribute));
    const std::string_view producer = text == nullptr ? "" : text; // "GNU C++17 12.2.0 -O2"
    const std::size_t space = producer.find(' ', producer.find("C++"));
    return producer.starts_with("GNU C++") && space != producer.npos &&
           std::atoi(producer.data() + space) < 13;
}

// Returns "{lambda(int)#2}" for the second lambda of its scope, or nothing if it is none. Without
// parameters if these are not known: those of `auto` are not.
std::optional<std::string> name_of_lambda(Dwarf_Die& type, std::span<Dwarf_Die> scopes,
                                          Depth depth) {
    std::optional<Dwarf_Die> call;
    if (!is_lambda(type, call))
        return std::nullopt;
    const auto types_of = [depth](std::optional<Dwarf_Die>& function) {
        std::optional<std::string> types =
            function ? parameters(*function, depth + 1) : std::nullopt;
        if (types && types->ends_with(" const"))
            types->resize(types->size() - std::string_view(" const").size());
        return types;
    };
    // The order of descriptions is another one, where lambdas are in blocks.
    const auto place = [](Dwarf_Die& die) {
        return std::tuple(number_of(die, DW_AT_decl_line), number_of(die, DW_AT_decl_column),
                          dwarf_dieoffset(&die));
    };
    const auto types = types_of(call);
    const auto here = place(type);
    Dwarf_Die unit{};
    dwarf_diecu(&type, &unit, nullptr, nullptr);
    const bool counts_all = counts_all_lambdas(unit);
    unsigned number = 1;
    for_each_type_in(scopes.empty() ? unit : scopes.front(), [&](Dwarf_Die& other) {
        std::optional<Dwarf_Die> other_call;
        if (is_lambda(other, other_call) && place(other) < here &&
            (counts_all || types_of(other_call) == types))
            ++number;
    });
    return "{lambda" + types.value_or("") + '#' + std::to_string(number) + '}';
}

// Returns an argument of a template, which is a number: "3u", "(char)99".
std::optional<std::string> name_of_value(Dwarf_Die& argument, Depth depth) {
    static const std::map<std::string_view, std::string_view> suffixes{
        {"int", ""},         {"unsigned int", "u"},         {"long", "l"}, {"unsigned long", "ul"},
        {"long long", "ll"}, {"unsigned long long", "ull"},
    };
    std::optional<Dwarf_Die> type = type_of(argument);
    const auto name = name_of_type(type, depth + 1);
    if (!type || !name)
        return std::nullopt;
    *type = peeled(*type);
    Dwarf_Attribute attribute;
    if (dwarf_tag(&*type) != DW_TAG_base_type ||
        dwarf_attr(&argument, DW_AT_const_value, &attribute) == nullptr)
        return std::nullopt;
    std::string value;
    Dwarf_Word number = 0;
    Dwarf_Sword with_sign = 0;
    switch (number_of(*type, DW_AT_encoding).value_or(0)) {
    case DW_ATE_boolean:
        if (dwarf_formudata(&attribute, &number) != 0)
            return std::nullopt;
        return number != 0 ? "true" : "false";
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
        if (dwarf_formudata(&attribute, &number) != 0)
            return std::nullopt;
        value = std::to_string(number);
        break;
    case DW_ATE_signed:
    case DW_ATE_signed_char:
        if (dwarf_formsdata(&attribute, &with_sign) != 0)
            return std::nullopt;
        value = std::to_string(with_sign);
        break;
    default:
        return std::nullopt;
    }
    const auto suffix = suffixes.find(*name);
    return suffix == suffixes.end() ? '(' + *name + ')' + value
                                    : value + std::string(suffix->second);
}

// Adds the arguments of a template's instance, or of a pack among them. Returns false if some are
// not known, or there is none.
bool add_arguments(Dwarf_Die& instance, Depth depth, std::string& names) {
    bool has_any = false, is_known = true;
    for_each_child(instance, [&](Dwarf_Die& child) {
        std::optional<std::string> name;
        switch (dwarf_tag(&child)) {
        case DW_TAG_template_type_parameter:
            if (!given_name(child).starts_with("auto:")) // GCC has these twice
                name = name_of_type(type_of(child), depth + 1);
            break;
        case DW_TAG_template_value_parameter:
            name = name_of_value(child, depth);
            break;
        case DW_TAG_GNU_template_parameter_pack: {
            Dwarf_Die first;
            has_any = true;
            if (depth.is_exhausted() ||
                (dwarf_child(&child, &first) == 0 && !add_arguments(child, depth + 1, names)))
                is_known = false;
            return;
        }
        case DW_TAG_GNU_template_template_param:
            break;
        default:
            return;
        }
        has_any = true;
        if (name)
            names.append(names.empty() ? "" : ", ").append(*name);
        else
            is_known = false;
    });
    return has_any && is_known;
}

// Returns the name of a template's instance as demanglers have it, "Box<long, 3>", where GCC's has
// "Box<long int, 3>"; nothing if it is none, or not all arguments are known.
std::optional<std::string> name_of_instance(Dwarf_Die& die, Depth depth) {
    const std::string_view name = given_name(die);
    const std::size_t end = name.find('<');
    std::string arguments;
    if (end == name.npos || name.starts_with("operator<") || depth.is_exhausted() ||
        !add_arguments(die, depth, arguments))
        return std::nullopt;
    return std::string(name.substr(0, end)) + '<' + arguments +
           (arguments.ends_with('>') ? " >" : ">");
}

// Returns true for main() and functions of `extern "C"`, whose names are all that linkers have of
// them.
bool is_of_c(Dwarf_Die& function, std::span<Dwarf_Die> scopes) {
    return dwarf_hasattr_integrate(&function, DW_AT_external) &&
           (scopes.empty() || !is_struct(scopes.front()));
}

// Returns the name of a scope; `scopes` are those around it.
std::string name_of_scope(Dwarf_Die& scope, std::span<Dwarf_Die> scopes, Depth depth) {
    if (auto lambda = name_of_lambda(scope, scopes, depth))
        return *std::move(lambda);
    const std::string_view given = given_name(scope);
    if (given.empty())
        return dwarf_tag(&scope) == DW_TAG_namespace ? "(anonymous namespace)" : "{unnamed}";
    const auto instance = name_of_instance(scope, depth);
    // Of an instance that is only declared, the arguments are in its name alone.
    std::string name = instance ? *instance : with_names_of_numbers(given);
    if (dwarf_tag(&scope) == DW_TAG_subprogram && is_cplusplus(scope) && !is_of_c(scope, scopes))
        name += parameters(scope, depth + 1).value_or("");
    return name;
}

// Returns the names of scopes, inner ones first, as one: "cg::(anonymous namespace)::Reader".
std::string name_of_scopes(std::span<Dwarf_Die> scopes, Depth depth) {
    std::string names;
    if (depth.is_exhausted())
        return names;
    const auto add_outer = [&names](std::string outer) {
        if (!names.empty() && !outer.empty())
            outer.append("::");
        names = outer + names;
    };
    for (std::size_t i = 0; i < scopes.size(); ++i) {
        Dwarf_Die& scope = scopes[i];
        if (dwarf_tag(&scope) == DW_TAG_subprogram) {
            if (const char* const linked = linkage_name(scope)) { // it has all scopes around it
                add_outer(demangled(linked));
                break;
            }
            Dwarf_Die declaration = declaration_of(scope);
            if (dwarf_dieoffset(&declaration) != dwarf_dieoffset(&scope)) { // in its class
                std::vector<Dwarf_Die> others = searched_scopes(declaration);
                add_outer(name_of_scope(declaration, others, depth));
                add_outer(name_of_scopes(others, depth + 1));
                break;
            }
        }
        add_outer(name_of_scope(scope, scopes.subspan(i + 1), depth));
    }
    return names;
}

// Returns the name of a type; nothing for kinds that are seldom parameters.
std::optional<std::string> name_of_type(std::optional<Dwarf_Die> type, Depth depth) {
    if (!type)
        return "void";
    if (depth.is_exhausted())
        return std::nullopt;
    --*depth.types_left;
    const auto made_of = [&](const char* suffix) -> std::optional<std::string> {
        const auto name = name_of_type(type_of(*type), depth + 1);
        return name ? std::optional(*name + suffix) : std::nullopt;
    };
    switch (dwarf_tag(&*type)) {
    case DW_TAG_base_type:
        return with_names_of_numbers(given_name(*type));
    case DW_TAG_unspecified_type:
        return std::string(given_name(*type));
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
        std::optional<Dwarf_Die> call;
        if (given_name(*type).empty() && !is_lambda(*type, call))
            return std::nullopt;
        std::vector<Dwarf_Die> scopes = searched_scopes(*type);
        const std::string outer = name_of_scopes(scopes, depth);
        return (outer.empty() ? "" : outer + "::") + name_of_scope(*type, scopes, depth);
    }
    default:
        return std::nullopt;
    }
}

// Returns true for the type of `this` in functions that are const.
bool points_to_constant(std::optional<Dwarf_Die> type) {
    if (type && dwarf_tag(&*type) == DW_TAG_const_type) // so is the pointer
        type = type_of(*type);
    if (type)
        type = type_of(*type);
    return type && dwarf_tag(&*type) == DW_TAG_const_type;
}

// Adds the types of parameters: of a function, or of a pack among them. Returns false if some have
// no name.
bool add_parameters(Dwarf_Die& function, Depth depth, std::string& names, bool& is_const) {
    bool is_known = true;
    for_each_child(function, [&](Dwarf_Die& child) {
        const int tag = dwarf_tag(&child);
        std::optional<std::string> name;
        if (tag == DW_TAG_GNU_formal_parameter_pack && !depth.is_exhausted()) {
            is_known = add_parameters(child, depth + 1, names, is_const) && is_known;
            return;
        }
        if (tag == DW_TAG_unspecified_parameters) {
            name = "...";
        } else if (tag != DW_TAG_formal_parameter) {
            return;
        } else if (dwarf_hasattr_integrate(&child, DW_AT_artificial)) { // this
            is_const = is_const || points_to_constant(type_of(child));
            return;
        } else {
            name = name_of_type(type_of(child), depth);
        }
        if (!name) {
            is_known = false;
            return;
        }
        // A parameter that is itself constant has the type without that.
        if (name->ends_with(" const"))
            name->resize(name->size() - std::string_view(" const").size());
        names.append(names.empty() ? "" : ", ").append(*name);
    });
    return is_known;
}

// Returns what follows the name of a function: "(char const*, int) const".
std::optional<std::string> parameters(Dwarf_Die& function, Depth depth) {
    std::string names;
    bool is_const = false;
    if (depth.is_exhausted() || !add_parameters(function, depth, names, is_const))
        return std::nullopt;
    return "(" + names + ")" + (is_const ? " const" : "");
}

// Returns true for the functions whose names, of templates' instances, do not begin with the type
// of the result: constructors and conversions.
bool is_without_result(std::string_view name, std::span<Dwarf_Die> scopes) {
    const auto base = [](std::string_view whole) { return whole.substr(0, whole.find('<')); };
    return name.starts_with("operator ") || (!scopes.empty() && is_struct(scopes.front()) &&
                                             base(name) == base(given_name(scopes.front())));
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
    const std::string_view given = given_name(declaration);
    if (is_cplusplus(declaration) && !given.empty() && is_of_c(declaration, scopes))
        return std::string(given);
    unsigned types_left = max_types;
    const Depth depth{0, &types_left};
    std::string outer = name_of_scopes(scopes, depth);
    if (!outer.empty())
        outer += "::";
    std::string whole = outer + std::string(given.empty() ? "???" : given);
    if (!is_cplusplus(declaration))
        return whole;
    const auto types = parameters(declaration, depth);
    if (!types)
        return whole;
    const auto instance = name_of_instance(declaration, depth);
    if (!instance) // names of templates' instances have their arguments
        return given.find('<') == given.npos ? whole + *types : whole;
    if (is_without_result(given, scopes))
        return outer + *instance + *types;
    const auto result = name_of_type(type_of(declaration), depth);
    return result ? *result + ' ' + outer + *instance + *types : whole;
}

} // namespace cg::binary

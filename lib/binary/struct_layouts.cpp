// SPDX-License-Identifier: GPL-2.0-or-later
#include "binary/struct_layouts.hpp"

#include "binary/dwarf.hpp"
#include "binary/struct_members.hpp"
#include "error/error.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace cg::binary {
namespace {

// Returns the parts of "a::b<c::d>::e": scopes inside of brackets belong to the part.
std::vector<std::string> parts_of_name(std::string_view name) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
        if (depth <= 0 && name.substr(i).starts_with("::")) {
            parts.emplace_back();
            ++i;
        } else if (c != ' ') { // GCC writes "> >" where clang and people write ">>"
            parts.back() += c;
        }
    }
    if (parts.size() > 1 && parts.front().empty()) // ::Order
        parts.erase(parts.begin());
    return parts;
}

std::string without_spaces(std::string_view name) {
    std::string result(name);
    std::erase(result, ' ');
    return result;
}

bool flag(Dwarf_Die& die, unsigned name) {
    Dwarf_Attribute attribute;
    bool value = false;
    return dwarf_attr(&die, name, &attribute) != nullptr &&
           dwarf_formflag(&attribute, &value) == 0 && value;
}

// Searches units of compilation for structs of one name.
class Search {
  public:
    Search(BinaryFile& file, std::string_view name, bool in_functions)
        : file_(file), parts_(parts_of_name(name)), in_functions_(in_functions) {}

    void search(Dwarf* dwarf) {
        for_each_unit(file_, dwarf, [&](Dwarf_Die& unit, Dwarf_Die& content, const PackagedUnit*) {
            unit_ = unit;
            last_offset_ = 0;
            walk(content, 0);
        });
    }

    // Returns the layouts of the names that fit best.
    std::vector<StructLayout> finish() && { return std::move(found_); }
    // Returns names that contain the one that is looked for, the shortest first.
    std::vector<std::string> similar() && {
        constexpr std::size_t most = 5;
        std::vector<std::string> result;
        for (auto& [size, name] : similar_)
            if (result.size() < most)
                result.push_back(name);
        return result;
    }

  private:
    // The parts that a name leaves out: a template's arguments, scopes. The least fits best.
    using Rank = std::pair<bool, std::size_t>;

    void walk(Dwarf_Die& parent, unsigned depth) {
        constexpr unsigned max_depth = 200; // deeper is broken, or made to exhaust the stack
        if (depth == max_depth)
            return;
        for_each_child(parent, [&](Dwarf_Die& die) {
            check_order(file_, die, last_offset_);
            visit(die, depth);
        });
    }

    void visit(Dwarf_Die& die, unsigned depth) {
        const int tag = dwarf_tag(&die);
        switch (tag) {
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
        case DW_TAG_typedef:
            look_at(die);
            if (tag == DW_TAG_typedef)
                return;
            break;
        case DW_TAG_namespace:
        case DW_TAG_module:
            break;
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
            if (!in_functions_)
                return;
            break;
        default:
            return;
        }
        // Names do not have the inline namespaces of libraries' versions, or those without a name.
        const char* const name = dwarf_diename(&die);
        const bool is_scope = name != nullptr && tag != DW_TAG_lexical_block &&
                              tag != DW_TAG_inlined_subroutine &&
                              !(tag == DW_TAG_namespace && flag(die, DW_AT_export_symbols));
        if (is_scope)
            scopes_.emplace_back(name);
        walk(die, depth + 1);
        if (is_scope)
            scopes_.pop_back();
    }

    void look_at(Dwarf_Die& die) {
        const char* const name = dwarf_diename(&die);
        if (name == nullptr || flag(die, DW_AT_declaration))
            return;
        const std::optional<Rank> rank = rank_of(name);
        if (!rank && found_.empty())
            note_similar(die, name);
        if (!rank || (best_ && *rank > *best_))
            return;
        const std::optional<Dwarf_Die> type = struct_of(die);
        if (!type)
            return;
        if (best_ && *rank < *best_)
            found_.clear();
        best_ = rank;
        StructLayout layout = layout_of(*type);
        layout.name = whole_name(name);
        layout.declared = declared(*type);
        if (std::ranges::none_of(found_,
                                 [&](const StructLayout& other) { return other.is_same(layout); }))
            found_.push_back(std::move(layout));
    }

    // Returns how well a name in the current scopes fits, or nothing.
    std::optional<Rank> rank_of(const char* name) const {
        const std::string& last = parts_.back();
        if (last.empty() || *name != last.front()) // most do
            return std::nullopt;
        const std::string found = without_spaces(name);
        const bool is_whole = found == last;
        if (!is_whole && !(found.starts_with(last) && found[last.size()] == '<'))
            return std::nullopt;
        if (parts_.size() - 1 > scopes_.size())
            return std::nullopt;
        const std::size_t left_out = scopes_.size() - (parts_.size() - 1);
        if (!std::ranges::equal(scopes_.begin() + static_cast<std::ptrdiff_t>(left_out),
                                scopes_.end(), parts_.begin(), parts_.end() - 1, {},
                                without_spaces))
            return std::nullopt;
        return Rank{!is_whole, left_out};
    }

    // Returns the struct that a name is of, which a typedef may be, or nothing.
    std::optional<Dwarf_Die> struct_of(Dwarf_Die& die) {
        Dwarf_Die type = peeled(die);
        if (!is_struct(type) || flag(type, DW_AT_declaration) ||
            !dwarf_hasattr(&type, DW_AT_byte_size))
            return std::nullopt;
        return type;
    }

    // Returns FILE:LINE, or "" if that is not known.
    std::string declared(Dwarf_Die type) {
        // Not dwarf_decl_file(), which ends the program if the unit has no lines.
        Dwarf_Files* files = nullptr;
        if (dwarf_getsrcfiles(&unit_, &files, nullptr) != 0)
            return "";
        const auto file = number_of(type, DW_AT_decl_file);
        const auto line = number_of(type, DW_AT_decl_line);
        const char* const path =
            file && line ? dwarf_filesrc(files, *file, nullptr, nullptr) : nullptr;
        return path == nullptr ? "" : path + (":" + std::to_string(*line));
    }

    void note_similar(Dwarf_Die& die, const char* name) {
        constexpr std::size_t most = 1000; // of a large program
        if (similar_.size() < most &&
            std::string_view(name).find(parts_.back()) != std::string::npos && struct_of(die)) {
            std::string whole = whole_name(name);
            const std::size_t size = whole.size();
            similar_.emplace(size, std::move(whole));
        }
    }

    std::string whole_name(const char* name) const {
        std::string whole;
        for (const std::string& scope : scopes_)
            whole += scope + "::";
        return whole + name;
    }

    BinaryFile& file_;
    std::vector<std::string> parts_; // of the name, without spaces
    bool in_functions_;
    Dwarf_Die unit_{};                // the current one; it has the names of files
    std::vector<std::string> scopes_; // around the current DIE
    Dwarf_Off last_offset_ = 0;
    std::optional<Rank> best_;
    std::vector<StructLayout> found_;
    std::set<std::pair<std::size_t, std::string>> similar_; // by their lengths
};

} // namespace

StructLayouts struct_layouts(BinaryFile& file, std::string_view name) {
    Dwarf* const dwarf = file.debug_information();
    if (dwarf == nullptr)
        throw Error(file.path(), "it has no debugging information");
    StructLayouts result;
    for (const bool in_functions : {false, true}) {
        Search search(file, name, in_functions);
        search.search(dwarf);
        if (Dwarf* const shared = dwarf_getalt(dwarf)) // what `dwz -m` made of several files
            search.search(shared);
        result.similar = Search(search).similar();
        result.found = std::move(search).finish();
        if (!result.found.empty())
            return {std::move(result.found), {}};
    }
    return result;
}

} // namespace cg::binary

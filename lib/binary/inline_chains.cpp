// SPDX-License-Identifier: GPL-2.0-or-later
#include "binary/inline_chains.hpp"

#include "binary/dwarf.hpp"
#include "binary/source_names.hpp"
#include "error/error.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace cg::binary {
namespace {

using Addresses = std::span<const std::uint64_t>;

// Calls `visit(begin, end)` for each range of code of a DIE.
template <typename Visit>
void for_each_range(Dwarf_Die& die, Visit visit) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    std::ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(&die, offset, &base, &begin, &end)) > 0)
        if (begin < end)
            visit(begin, end);
}

bool has_code(Dwarf_Die& die) {
    return dwarf_hasattr(&die, DW_AT_low_pc) || dwarf_hasattr(&die, DW_AT_ranges);
}

// The kinds of DIEs below which there can be code. Lambdas lie inside classes.
bool may_contain_code(int tag) {
    switch (tag) {
    case DW_TAG_base_type:
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_typedef:
    case DW_TAG_array_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_subroutine_type:
    case DW_TAG_member:
    case DW_TAG_variable:
    case DW_TAG_formal_parameter:
    case DW_TAG_imported_declaration:
    case DW_TAG_imported_module:
    case DW_TAG_call_site:
    case DW_TAG_GNU_call_site:
    case DW_TAG_label:
    case DW_TAG_template_type_parameter:
    case DW_TAG_template_value_parameter:
        return false;
    default:
        return true;
    }
}

// A function, or a call of one that was inlined.
struct FunctionDie {
    Dwarf_Die die;
    std::uint32_t outer; // the index of the function around it; no_frame: none
};

// The functions of one unit of compilation that contain one of its addresses.
class UnitFunctions {
  public:
    // `packaged`: has the ranges of the DIEs, unless it is null.
    UnitFunctions(const BinaryFile& binary, const PackagedUnit* packaged, Addresses addresses)
        : binary_(binary),
          packaged_(packaged),
          addresses_(addresses),
          innermost_(addresses.size(), no_frame) {}

    // Adds the functions below a DIE, which is `depth` levels below its unit and the scope of what
    // is below it.
    void walk(Dwarf_Die& parent, std::uint32_t outer, std::uint32_t scope = no_scope,
              unsigned depth = 0) {
        constexpr unsigned max_depth = 1000; // deeper is broken, or made to exhaust the stack
        if (depth == max_depth)
            return;
        for_each_child(parent, [&](Dwarf_Die& die) {
            check_order(binary_, die, last_offset_);
            const int tag = dwarf_tag(&die);
            if (!may_contain_code(tag))
                return;
            std::uint32_t inside = outer;
            if (tag == DW_TAG_subprogram) {
                inside = add(die, no_frame);
                declared_.emplace_back(dwarf_dieoffset(&die), scope);
            } else if (tag == DW_TAG_inlined_subroutine) {
                inside = add(die, outer);
            }
            std::uint32_t scope_inside = scope;
            if (is_scope(tag)) {
                scope_inside = static_cast<std::uint32_t>(scopes_.size());
                scopes_.push_back({die, scope});
            }
            walk(die, inside, scope_inside, depth + 1);
        });
    }

    // Returns the scopes around a function, inner ones first; nothing if it is in another unit.
    std::optional<std::vector<Dwarf_Die>> scopes(Dwarf_Off function) const {
        const auto found = std::ranges::lower_bound(declared_, function, {},
                                                    &std::pair<Dwarf_Off, std::uint32_t>::first);
        if (found == declared_.end() || found->first != function)
            return std::nullopt;
        std::vector<Dwarf_Die> result;
        for (std::uint32_t at = found->second; at != no_scope; at = scopes_[at].outer)
            result.push_back(scopes_[at].die);
        return result;
    }

    // Returns the index of the innermost function of the n-th address, or no_frame.
    std::uint32_t innermost(std::size_t n) const { return innermost_[n]; }
    FunctionDie& operator[](std::uint32_t i) { return functions_[i]; }

  private:
    // Returns its index, or no_frame if none of the addresses is in it.
    std::uint32_t add(Dwarf_Die& die, std::uint32_t outer) {
        std::uint32_t index = no_frame;
        if (!has_code(die))
            return index;
        const auto add_range = [&](std::uint64_t begin, std::uint64_t end) {
            const auto first = std::ranges::lower_bound(addresses_, begin);
            for (auto at = first; at != addresses_.end() && *at < end; ++at) {
                if (index == no_frame) {
                    index = static_cast<std::uint32_t>(functions_.size());
                    functions_.push_back({die, outer});
                }
                innermost_[static_cast<std::size_t>(at - addresses_.begin())] = index;
            }
        };
        if (packaged_ == nullptr)
            for_each_range(die, add_range);
        else
            for (const auto& [begin, end] : packaged_->ranges(die))
                add_range(begin, end);
        return index;
    }

    static constexpr std::uint32_t no_scope = 0xffffffff;
    struct Scope {
        Dwarf_Die die;
        std::uint32_t outer; // an index into scopes_
    };

    const BinaryFile& binary_;
    const PackagedUnit* packaged_;
    Dwarf_Off last_offset_ = 0;
    Addresses addresses_;
    std::vector<FunctionDie> functions_;
    std::vector<std::uint32_t> innermost_;
    std::vector<Scope> scopes_;
    // The scopes of functions, by the offsets of their DIEs, which ascend.
    std::vector<std::pair<Dwarf_Off, std::uint32_t>> declared_;
};

// Collects frames, of which equal ones are one.
class FrameCollector {
  public:
    std::uint32_t add(const InlineFrame& frame) {
        const auto [at, is_new] = index_.try_emplace(
            {frame.function, frame.source_name, frame.file, frame.line, frame.outer},
            static_cast<std::uint32_t>(result.frames.size()));
        if (is_new)
            result.frames.push_back(frame);
        return at->second;
    }
    // Returns the name of a function that has no linkage name.
    NameId source_name(Dwarf_Die& function, const UnitFunctions& unit) {
        const Dwarf_Die declaration = declaration_of(function);
        const Dwarf_Off offset = dwarf_dieoffset(const_cast<Dwarf_Die*>(&declaration));
        const auto [at, is_new] =
            source_names_.try_emplace({dwarf_cu_getdwarf(declaration.cu), offset});
        if (is_new) {
            std::optional<std::vector<Dwarf_Die>> scopes = unit.scopes(offset);
            if (!scopes)
                scopes = searched_scopes(declaration);
            at->second = result.names.intern(binary::source_name(declaration, *scopes));
        }
        return at->second;
    }
    NameId name(const char* text) { return result.names.intern(text != nullptr ? text : "???"); }
    // Returns the name of a file, which may be relative to the directory of the compilation.
    NameId file(const char* path, const char* directory) {
        if (path == nullptr || *path == '/' || directory == nullptr)
            return name(path);
        return result.names.intern(directory + ('/' + std::string(path)));
    }

    InlineChains result;

  private:
    std::map<std::tuple<NameId, NameId, NameId, std::uint32_t, std::uint32_t>, std::uint32_t>
        index_;
    // By declaration: each .dwo file has offsets of its own.
    std::map<std::pair<Dwarf*, Dwarf_Off>, NameId> source_names_;
};

// The frames of one unit.
class Unit {
  public:
    // `skeleton`: has lines and ranges; `unit`: has functions, if they are in another file.
    Unit(BinaryFile& binary, Dwarf_Die skeleton, Dwarf_Die unit, const PackagedUnit* packaged,
         Addresses addresses, FrameCollector& frames)
        : binary_(binary),
          skeleton_(skeleton),
          addresses_(addresses),
          functions_(binary, packaged, addresses),
          frames_(frames) {
        Dwarf_Attribute attribute;
        if (dwarf_attr(&skeleton_, DW_AT_comp_dir, &attribute) != nullptr)
            directory_ = dwarf_formstring(&attribute);
        functions_.walk(unit, no_frame);
        std::size_t count = 0;
        if (dwarf_getsrcfiles(&skeleton_, &files_, &count) != 0)
            files_ = nullptr;
    }

    std::uint32_t innermost_frame(std::size_t n) {
        const std::uint32_t function = functions_.innermost(n);
        NameId file = frames_.name(nullptr);
        int line = 0;
        Dwarf_Line* const at = dwarf_getsrc_die(&skeleton_, addresses_[n]);
        if (at != nullptr) {
            dwarf_lineno(at, &line);
            file = frames_.file(dwarf_linesrc(at, nullptr, nullptr), directory_);
        }
        // The linker's name tells a part of a function (`f.cold`) and a clone from the function.
        const char* const symbol = binary_.symbol_at(addresses_[n]);
        if (function == no_frame && at == nullptr && symbol == nullptr)
            return no_frame;
        return frame(function, file, static_cast<std::uint32_t>(line), symbol);
    }

  private:
    std::uint32_t frame(std::uint32_t function, NameId file, std::uint32_t line,
                        const char* symbol) {
        const NameId none = frames_.name("");
        if (function == no_frame)
            return frames_.add({frames_.name(symbol), none, file, line, no_frame});
        FunctionDie& inner = functions_[function];
        if (inner.outer == no_frame && symbol != nullptr)
            return frames_.add({frames_.name(symbol), none, file, line, no_frame});
        std::uint32_t outer = no_frame;
        if (inner.outer != no_frame) {
            const auto call_number = [&](unsigned attribute) {
                return static_cast<std::uint32_t>(number_of(inner.die, attribute).value_or(0));
            };
            const std::uint32_t call_file = call_number(DW_AT_call_file);
            const char* const name =
                files_ == nullptr ? nullptr : dwarf_filesrc(files_, call_file, nullptr, nullptr);
            outer = frame(inner.outer, frames_.file(name, directory_), call_number(DW_AT_call_line),
                          symbol);
        }
        if (const char* const linked = linkage_name(inner.die))
            return frames_.add({frames_.name(linked), none, file, line, outer});
        return frames_.add({frames_.name(dwarf_diename(&inner.die)),
                            frames_.source_name(inner.die, functions_), file, line, outer});
    }

    BinaryFile& binary_;
    Dwarf_Die skeleton_;
    const char* directory_ = nullptr; // of the compilation
    Addresses addresses_;
    UnitFunctions functions_;
    FrameCollector& frames_;
    Dwarf_Files* files_ = nullptr;
};

class Resolver {
  public:
    Resolver(BinaryFile& file, Addresses addresses) : file_(file), addresses_(addresses) {
        frames_.result.innermost.assign(addresses.size(), no_frame);
    }

    // Gives the addresses that are in no unit the frame that the linker knows.
    InlineChains finish() && {
        for (std::size_t i = 0; i < addresses_.size(); ++i) {
            std::uint32_t& frame = frames_.result.innermost[i];
            if (frame != no_frame)
                continue;
            if (const char* const symbol = file_.symbol_at(addresses_[i]))
                frame = frames_.add(
                    {frames_.name(symbol), frames_.name(""), frames_.name(nullptr), 0, no_frame});
        }
        return std::move(frames_.result);
    }

    // Gives the addresses of a unit of compilation their frames.
    void add_unit(Dwarf_Die& skeleton, Dwarf_Die& unit, const PackagedUnit* packaged) {
        std::vector<std::size_t> indices;
        for_each_range(skeleton, [&](std::uint64_t begin, std::uint64_t end) {
            const auto first = std::ranges::lower_bound(addresses_, begin);
            for (auto at = first; at != addresses_.end() && *at < end; ++at)
                indices.push_back(static_cast<std::size_t>(at - addresses_.begin()));
        });
        if (indices.empty())
            return;
        std::ranges::sort(indices);
        indices.erase(std::ranges::unique(indices).begin(), indices.end());
        std::vector<std::uint64_t> addresses;
        addresses.reserve(indices.size());
        for (const std::size_t i : indices)
            addresses.push_back(addresses_[i]);
        Unit frames(file_, skeleton, unit, packaged, addresses, frames_);
        for (std::size_t n = 0; n < indices.size(); ++n)
            frames_.result.innermost[indices[n]] = frames.innermost_frame(n);
    }

  private:
    BinaryFile& file_;
    Addresses addresses_;
    FrameCollector frames_;
};

} // namespace

InlineChains inline_chains(BinaryFile& file, Addresses addresses) {
    Resolver resolver(file, addresses);
    std::size_t missing = 0;
    Dwarf* const dwarf = file.debug_information();
    if (dwarf != nullptr)
        missing = for_each_unit(
            file, dwarf, [&](Dwarf_Die& skeleton, Dwarf_Die& unit, const PackagedUnit* packaged) {
                resolver.add_unit(skeleton, unit, packaged);
            });
    InlineChains chains = std::move(resolver).finish();
    chains.has_debug_information = dwarf != nullptr;
    chains.missing_units = missing;
    return chains;
}

} // namespace cg::binary

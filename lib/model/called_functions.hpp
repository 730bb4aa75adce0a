// SPDX-License-Identifier: GPL-2.0-or-later
// The functions of a Calls, identified by object, file and name, and which of them are one function
// for whoever asks about functions.
#pragma once

#include "model/call_tree.hpp"
#include "model/containers.hpp"
#include "model/fwd.hpp"
#include "model/names.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {

struct CalledFunction {
    NameId object;
    NameId file;
    NameId name;
    Line line; // its first; 0: unknown
    // Another function of its object and name was in the same run, so its file tells which it is.
    bool is_apart = false;
};

// The key of a function of a program, except for functions that share their name.
struct NameInObject {
    NameId object{};
    NameId name{};
    bool operator==(const NameInObject&) const = default;
    friend std::size_t hash_of(const NameInObject& key) {
        return hash_of_pair(key.name, key.object);
    }
};

// The name of an unknown object, file or function.
inline constexpr std::string_view unknown_name = "???";
inline bool is_unknown(std::string_view name) {
    return name.empty() || name == unknown_name;
}

// Returns true for the name that the tool gives to a function without one: its address.
bool is_address(std::string_view name);
// Returns the name for reports: "0x4fee40 [python3.11]" for an address.
std::string shown_name(std::string_view name, std::string_view object);

// An own name without the addition that tells it from others of its object: "f" of "f [_ZN1fC2Ev]"
// and "f [0x1139]". It is there only if the others ran, too.
struct BareName {
    std::string_view name;
    std::string_view symbol; // of the addition; empty if there is none, or an address
};
BareName bare_name(std::string_view own_name);

// Sums keep functions by object, file and own name, so that they are associative. The file is that
// of a function's first instruction, which another build may have from another header. So who asks
// about functions (gates, tables, trees) joins those that are one: representatives().
class CalledFunctions {
  public:
    // Not inline: they are much code, and each file that has a profile would have it.
    CalledFunctions();
    CalledFunctions(const CalledFunctions&);
    CalledFunctions(CalledFunctions&&) noexcept;
    CalledFunctions& operator=(const CalledFunctions&);
    CalledFunctions& operator=(CalledFunctions&&) noexcept;
    ~CalledFunctions();

    std::size_t size() const { return functions_.size(); }
    const CalledFunction& operator[](FunctionId number) const { return functions_[number]; }
    std::string_view object(FunctionId n) const { return names_[functions_[n].object]; }
    std::string_view file(FunctionId n) const { return names_[functions_[n].file]; }
    std::string_view name(FunctionId n) const { return names_[functions_[n].name]; }
    const Names& names() const { return names_; }
    NameId intern(std::string_view name) { return names_.intern(name); }
    // Sets the names that the ids of all functions refer to.
    void set_names(Names names) { names_ = std::move(names); }

    // Returns the number of this function; adds it if it is new. Keeps the smallest known first
    // line.
    FunctionId insert(NameId object, NameId file, NameId name, Line line = 0);

    // Gives a function another name, and leaves it in its place. Functions whose objects, files and
    // new names are the same stay apart, and insert() finds one of them.
    void rename(FunctionId n, std::string_view new_name);

    // Says that the file of the function is a part of what it is.
    void set_apart(FunctionId n) { functions_[n].is_apart = true; }
    // Does so for all functions whose object and name others have, too, as those of one run are;
    // but not for those in `alike`, and others of their object and name.
    void set_apart_by_name(std::span<const FunctionId> alike = {});
    // Returns pairs of functions with one object and name of which no run had both: each with the
    // first of its name.
    std::vector<std::pair<FunctionId, FunctionId>> alike() const;
    // Says that the file is a part of all functions, as other creators than Valgrind and this
    // project have it.
    void set_apart_by_file() { is_by_file_ = true; }
    bool is_by_file() const { return is_by_file_; }
    // Says that a difference found a function of the first profile in the second profile as another
    // one: both are one. Pairs are of the first and the second profile's.
    void match(std::span<const std::pair<FunctionId, FunctionId>> pairs);
    // Returns these pairs, sorted.
    const std::vector<std::pair<FunctionId, FunctionId>>& matched() const { return matched_; }

    // Returns for each function the one that it is for whoever asks about functions: of those that
    // were matched, the last; of those with one object and name that no run had together, the
    // first.
    std::vector<FunctionId> representatives() const;

    // Sorts the functions by name, file and object. Returns the new numbers, indexed by the old
    // ones.
    std::vector<FunctionId> sort();
    // Sorts, and drops the functions n of which is_kept[n] is false; their new numbers mean
    // nothing. Their names stay.
    std::vector<FunctionId> sort_only(const std::vector<bool>& is_kept);

  private:
    struct Key {
        NameId object{};
        NameId file{};
        NameId name{};
        bool operator==(const Key&) const = default;
        friend std::size_t hash_of(const Key& key) {
            return hash_of_pair(key.name, key.file) + 61 * index_of(key.object);
        }
    };
    // Returns the kept ones by name, file and object.
    std::vector<FunctionId> in_order(const std::vector<bool>& is_kept) const;
    // Returns for each function the first one of its object and name.
    std::vector<FunctionId> first_of_names() const;
    void index_functions();
    void forget_index();

    static constexpr FunctionId none = 0xffffffff;

    Names names_;
    std::vector<CalledFunction> functions_;
    // The first function with each name, by NameId. Most names have only one, so a look-up seldom
    // needs the index, which has the others: in a large profile, each of its entries is a cache
    // miss.
    std::vector<FunctionId> first_with_name_;
    FlatIndex<Key> index_;
    // False after sort() or another name, because most functions are never looked up again.
    bool is_indexed_ = true;
    bool is_by_file_ = false;
    std::vector<std::pair<FunctionId, FunctionId>> matched_; // sorted
};

// The names of inlined functions in the tree of calls end with this.
inline constexpr std::string_view inlined_suffix = " (inlined)";
// Names of inlined functions in the tree begin with this if only the function's cost is known, not
// that of each of its nodes: each node then has the same share of its caller's cost.
inline constexpr std::string_view share_mark = "~";

} // namespace cg

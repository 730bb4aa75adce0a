// SPDX-License-Identifier: GPL-2.0-or-later
// An interner: keeps each name of a file or function once, and numbers it.
#pragma once

#include "model/containers.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cg {

// An index into the Names that returned it; ids count from 0 in first-seen order.
enum class NameId : std::uint32_t {};

// Returns the index for an array by id.
constexpr std::size_t index_of(NameId id) {
    return static_cast<std::size_t>(id);
}

// The function of counts before the first fn= line of a file. It is not a name, because a program
// may have a function called "???".
inline constexpr NameId unspecified_function{0xffffffff};
// The name of unspecified_function in the output of Valgrind's cg_merge and cg_diff, and in users'
// expressions.
inline constexpr std::string_view unspecified_mark = "???";

// The bytes of names by their ids: OwnedStrings copies them, BorrowedStrings refers to bytes that
// must outlive it.
class OwnedStrings {
  public:
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t i) const {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return {bytes_.data() + begin, ends_[i] - begin};
    }
    void push_back(std::string_view text) {
        bytes_.append(text);
        ends_.push_back(bytes_.size());
    }
    void reserve(std::size_t bytes, std::size_t size) {
        bytes_.reserve(bytes);
        ends_.reserve(size);
    }
    // Prefetches the memory that operator[] reads. Always inline: GCC removes calls of functions
    // that only prefetch.
    [[gnu::always_inline]] void prefetch(std::size_t i) const {
        __builtin_prefetch(ends_.data() + i);
    }

  private:
    GrowingArray<char> bytes_;       // all names, concatenated
    GrowingArray<std::size_t> ends_; // end of each name in bytes_
};

class BorrowedStrings {
  public:
    std::size_t size() const { return views_.size(); }
    std::string_view operator[](std::size_t i) const { return views_[i]; }
    void push_back(std::string_view text) { views_.push_back(text); }
    [[gnu::always_inline]] void prefetch(std::size_t i) const {
        __builtin_prefetch(views_.data() + i);
    }

  private:
    GrowingArray<std::string_view> views_;
};

struct NameEntry {
    std::uint32_t hash = 0;
    std::uint32_t id_plus_one = 0; // 0: free
};

// Names are bytes, not text: any byte but newline may occur. A value: copies are independent.
template <typename Strings>
class Interner {
  public:
    // Returns the id of a name, which is added if it is new. Throws std::length_error after 2^32 -
    // 2 different names.
    NameId intern(std::string_view name);
    // Interns many names, several times faster, because memory accesses overlap.
    void intern(std::span<const std::string_view> names, std::span<NameId> ids);
    std::optional<NameId> find(std::string_view name) const;

    // Returns a view that is valid until the next intern().
    std::string_view operator[](NameId id) const { return strings_[index_of(id)]; }
    std::size_t size() const { return strings_.size(); }

    // Copies the bytes; the ids stay the same.
    Interner<OwnedStrings> to_owned() &&;

  private:
    template <typename>
    friend class Interner;
    // Returns the entry of the name, or the free entry to insert it at.
    std::size_t entry_of(std::string_view name, std::uint32_t hash) const;
    NameId intern(std::string_view name, std::uint32_t hash);
    void grow();

    Strings strings_;
    std::vector<NameEntry> entries_; // open addressing, a power of two, at most half full
};

using Names = Interner<OwnedStrings>;
// For a file that stays in memory: half of a profile is names, which are not copied.
using BorrowedNames = Interner<BorrowedStrings>;

// Maps the name ids of one profile to the ids of another.
class ImportedNames {
  public:
    // Adds missing names to `into`.
    template <typename AnyNames>
    ImportedNames(const AnyNames& from, AnyNames& into);

    // Returns unspecified_function for unspecified_function.
    NameId operator()(NameId of_from) const {
        return of_from == unspecified_function ? of_from : ids_[index_of(of_from)];
    }

  private:
    std::vector<NameId> ids_;
};

// Returns the ids of all names in the order of their bytes.
std::vector<NameId> sorted(const Names& names);

} // namespace cg

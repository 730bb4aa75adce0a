// SPDX-License-Identifier: GPL-2.0-or-later
// An interner: each name of a file or function is kept once and goes by a number.
#pragma once

#include "model/growing_array.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cg {

// An index into the Names that gave it; ids count up from 0 in first-seen order.
enum class NameId : std::uint32_t {};

// Counts stood before any fn= line of their file. It is a state of its own, not a
// name: a program may well have a function called "???".
inline constexpr NameId unspecified_function{0xffffffff};
// The name by which the reference's cg_merge and cg_diff write it, and by which users choose it.
inline constexpr std::string_view unspecified_mark = "???";

// The bytes of names by their ids: its own, or those that stand elsewhere as long as it lives.
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
    // So that a look-up soon finds in the processor's cache what operator[] reads.
    void prefetch(std::size_t i) const { __builtin_prefetch(ends_.data() + i); }

  private:
    GrowingArray<char> bytes_;       // all, one after the other
    GrowingArray<std::size_t> ends_; // each begins where the one before ends
};

class BorrowedStrings {
  public:
    std::size_t size() const { return views_.size(); }
    std::string_view operator[](std::size_t i) const { return views_[i]; }
    void push_back(std::string_view text) { views_.push_back(text); }
    void prefetch(std::size_t i) const { __builtin_prefetch(views_.data() + i); }

  private:
    GrowingArray<std::string_view> views_;
};

struct NameSlot {
    std::uint32_t hash = 0;
    std::uint32_t id_plus_one = 0; // 0: free
};

// Names are bytes, not text: any byte but newline may occur. A value: copies are independent.
template <typename Strings>
class Interner {
  public:
    // Throws std::length_error past 2^32 - 2 different names.
    NameId intern(std::string_view name);
    // The same for many: several times faster, since their look-ups in memory overlap.
    void intern(std::span<const std::string_view> names, std::span<NameId> ids);
    std::optional<NameId> find(std::string_view name) const;

    // The view holds until the next intern().
    std::string_view operator[](NameId id) const { return strings_[static_cast<std::size_t>(id)]; }
    std::size_t size() const { return strings_.size(); }

    // With the bytes, and the same ids.
    Interner<OwnedStrings> to_owned() &&;

  private:
    template <typename>
    friend class Interner;
    // The slot that holds the name, or the free one where it belongs.
    std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
    NameId intern(std::string_view name, std::uint32_t hash);
    void grow();

    Strings strings_;
    std::vector<NameSlot> slots_; // open addressing, a power of two, at most half full
};

using Names = Interner<OwnedStrings>;
// Of a file that stays in memory: half of a profile is names, and need not be copied.
using BorrowedNames = Interner<BorrowedStrings>;

} // namespace cg

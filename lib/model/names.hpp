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

// Names are bytes, not text: any byte but newline may occur. A value: copies are independent.
class Names {
  public:
    // Throws std::length_error past 2^32 - 2 different names.
    NameId intern(std::string_view name);
    // The same for many: several times faster, since their look-ups in memory overlap.
    void intern(std::span<const std::string_view> names, std::span<NameId> ids);
    std::optional<NameId> find(std::string_view name) const;

    // The view holds until the next intern().
    std::string_view operator[](NameId id) const {
        const auto i = static_cast<std::size_t>(id);
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return {bytes_.data() + begin, ends_[i] - begin};
    }
    std::size_t size() const { return ends_.size(); }

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t id_plus_one = 0; // 0: free
    };
    // The slot that holds the name, or the free one where it belongs.
    std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
    NameId intern(std::string_view name, std::uint32_t hash);
    void grow();

    GrowingArray<char> bytes_;       // all names, one after the other
    GrowingArray<std::size_t> ends_; // name i ends there, and begins where the one before ends
    std::vector<Slot> slots_;        // open addressing, a power of two, at most half full
};

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/function_index.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

namespace cg {

std::size_t FunctionIndex::slot_of(NameId file, NameId function) const {
    // Fibonacci hashing: the high bits of the product depend on all bits of both.
    const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(file)} << 32 |
                              static_cast<std::uint32_t>(function);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = (key * 0x9e3779b97f4a7c15 >> 32) & mask;; i = (i + 1) & mask) {
        const Slot& slot = slots_[i];
        if (slot.number_plus_one == 0 || (slot.file == file && slot.function == function))
            return i;
    }
}

void FunctionIndex::reserve(std::size_t functions) {
    const std::size_t slots = std::bit_ceil(2 * functions + 2);
    if (slots > slots_.size())
        grow(slots);
}

void FunctionIndex::grow(std::size_t slots) {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(slots, {});
    for (const Slot& slot : old)
        if (slot.number_plus_one != 0)
            slots_[slot_of(slot.file, slot.function)] = slot;
}

FunctionIndex::Found FunctionIndex::insert(NameId file, NameId function, std::size_t number) {
    if (slots_.size() <= 2 * size_)
        grow(slots_.empty() ? 64 : slots_.size() * 2);
    Slot& slot = slots_[slot_of(file, function)];
    if (slot.number_plus_one != 0)
        return {slot.number_plus_one - 1, false};
    if (number >= 0xffffffff)
        throw std::length_error("too many functions");
    slot = {file, function, static_cast<std::uint32_t>(number + 1)};
    ++size_;
    return {number, true};
}

std::optional<std::size_t> FunctionIndex::find(NameId file, NameId function) const {
    if (slots_.empty())
        return std::nullopt;
    const Slot& slot = slots_[slot_of(file, function)];
    if (slot.number_plus_one == 0)
        return std::nullopt;
    return slot.number_plus_one - 1;
}

} // namespace cg

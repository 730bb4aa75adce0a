// SPDX-License-Identifier: GPL-2.0-or-later
// Maps (file, function) to a number. A large profile has half a million functions, and a node for
// each, as std::unordered_map makes it, took a third of the time of reading.
#pragma once

#include "model/flat_index.hpp"
#include "model/names.hpp"

namespace cg {

struct FunctionKey {
    NameId file{};
    NameId function{};
    bool operator==(const FunctionKey&) const = default;
    friend std::size_t hash_of(const FunctionKey& f) {
        return hash_of_pair(static_cast<std::uint32_t>(f.file),
                            static_cast<std::uint32_t>(f.function));
    }
};

using FunctionIndex = FlatIndex<FunctionKey>;

} // namespace cg

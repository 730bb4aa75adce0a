// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/import_names.hpp"

namespace cg {

ImportedNames::ImportedNames(const Names& from, Names& into) {
    ids_.reserve(from.size());
    // Two versions of a program mostly name the same in the same order: to look at the next
    // name is far cheaper than to look it up.
    std::size_t guess = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::string_view name = from[NameId(i)];
        const NameId id =
            guess < into.size() && into[NameId(guess)] == name ? NameId(guess) : into.intern(name);
        ids_.push_back(id);
        guess = static_cast<std::size_t>(id) + 1;
    }
}

} // namespace cg

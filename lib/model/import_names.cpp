// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/import_names.hpp"

namespace cg {

template <typename AnyNames>
ImportedNames::ImportedNames(const AnyNames& from, AnyNames& into) {
    ids_.reserve(from.size());
    // Two versions of a program have mostly the same names in the same order. So the next two names
    // are compared first, which is far cheaper than a lookup.
    std::size_t next = 0;
    const auto is_at = [&](std::size_t id, std::string_view name) {
        return id < into.size() && into[NameId(id)] == name;
    };
    for (std::size_t i = 0; i < from.size(); ++i) {
        const std::string_view name = from[NameId(i)];
        const std::size_t known = into.size();
        const NameId id = is_at(next, name)       ? NameId(next)
                          : is_at(next + 1, name) ? NameId(next + 1)
                                                  : into.intern(name);
        ids_.push_back(id);
        if (index_of(id) < known)
            next = index_of(id) + 1;
    }
}

template ImportedNames::ImportedNames(const Names&, Names&);
template ImportedNames::ImportedNames(const BorrowedNames&, BorrowedNames&);

} // namespace cg

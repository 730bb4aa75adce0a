// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/names.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <span>
#include <stdexcept>
#include <utility>

namespace cg {
namespace {

std::uint32_t hash_of(std::string_view name) {
    const std::uint64_t hash = std::hash<std::string_view>{}(name);
    return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

} // namespace

template <typename Strings>
std::size_t Interner<Strings>::entry_of(std::string_view name, std::uint32_t hash) const {
    const std::size_t mask = entries_.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
        const NameEntry& entry = entries_[i];
        if (entry.id_plus_one == 0)
            return i;
        if (entry.hash == hash && (*this)[NameId{entry.id_plus_one - 1}] == name)
            return i;
    }
}

template <typename Strings>
void Interner<Strings>::grow() {
    const std::size_t size = entries_.empty() ? 64 : entries_.size() * 2;
    const auto old = std::exchange(entries_, std::vector<NameEntry>(size));
    const std::size_t mask = entries_.size() - 1;
    for (const NameEntry& entry : old) {
        if (entry.id_plus_one == 0)
            continue;
        std::size_t i = entry.hash & mask;
        while (entries_[i].id_plus_one != 0)
            i = (i + 1) & mask;
        entries_[i] = entry;
    }
}

template <typename Strings>
NameId Interner<Strings>::intern(std::string_view name) {
    return intern(name, hash_of(name));
}

template <typename Strings>
void Interner<Strings>::intern(std::span<const std::string_view> names, std::span<NameId> ids) {
    std::array<std::uint32_t, 32> hashes; // about as many look-ups as a processor overlaps
    while (!names.empty()) {
        const std::size_t count = std::min(names.size(), hashes.size());
        const std::size_t mask = entries_.empty() ? 0 : entries_.size() - 1;
        // Computes all hashes before the first prefetch: with hashes between prefetches, the
        // processor overlaps hardly any of them (reading 1 GB spent 0.6 s here, now 0.3 s).
        for (std::size_t i = 0; i < count; ++i)
            hashes[i] = hash_of(names[i]);
        for (std::size_t i = 0; i < count; ++i)
            __builtin_prefetch(entries_.data() + (hashes[i] & mask));
        for (std::size_t i = 0; i < count && !entries_.empty(); ++i) {
            const NameEntry& entry = entries_[hashes[i] & mask];
            if (entry.id_plus_one != 0 && entry.hash == hashes[i])
                strings_.prefetch(entry.id_plus_one - 1);
        }
        for (std::size_t i = 0; i < count && !entries_.empty(); ++i) {
            const NameEntry& entry = entries_[hashes[i] & mask];
            if (entry.id_plus_one != 0 && entry.hash == hashes[i])
                __builtin_prefetch((*this)[NameId{entry.id_plus_one - 1}].data());
        }
        for (std::size_t i = 0; i < count; ++i)
            ids[i] = intern(names[i], hashes[i]);
        names = names.subspan(count);
        ids = ids.subspan(count);
    }
}

template <typename Strings>
NameId Interner<Strings>::intern(std::string_view name, std::uint32_t hash) {
    if (entries_.size() <= 2 * size())
        grow();
    NameEntry& entry = entries_[entry_of(name, hash)];
    if (entry.id_plus_one == 0) {
        if (size() >= 0xfffffffe)
            throw std::length_error("too many different names");
        strings_.push_back(name);
        entry = {hash, static_cast<std::uint32_t>(size())};
    }
    return NameId{entry.id_plus_one - 1};
}

template <typename Strings>
std::optional<NameId> Interner<Strings>::find(std::string_view name) const {
    if (entries_.empty())
        return std::nullopt;
    const NameEntry& entry = entries_[entry_of(name, hash_of(name))];
    if (entry.id_plus_one == 0)
        return std::nullopt;
    return NameId{entry.id_plus_one - 1};
}

template <typename Strings>
Names Interner<Strings>::to_owned() && {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < size(); ++i)
        bytes += strings_[i].size();
    Names own;
    own.strings_.reserve(bytes, size());
    for (std::size_t i = 0; i < size(); ++i)
        own.strings_.push_back(strings_[i]);
    own.entries_ = std::move(entries_);
    return own;
}

template class Interner<OwnedStrings>;
template class Interner<BorrowedStrings>;

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

std::vector<NameId> sorted(const Names& names) {
    struct Item {
        std::string_view name; // here, since a look-up is two more memory accesses
        NameId id;
    };
    std::vector<Item> items;
    items.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
        items.push_back({names[NameId(i)], NameId(i)});
    std::ranges::sort(items, {}, &Item::name);
    std::vector<NameId> order;
    order.reserve(items.size());
    std::ranges::transform(items, std::back_inserter(order), &Item::id);
    return order;
}

} // namespace cg

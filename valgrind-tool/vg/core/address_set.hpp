// SPDX-License-Identifier: GPL-2.0-or-later
// A set of addresses, or of numbers of pages.
#pragma once

#include "vg/core/hash_table.hpp"

namespace cg::vg {

class AddressSet {
  public:
    bool has(Addr address) const {
        return elements_.find(hash_of_address(address),
                              [=](const Element& e) { return e.address == address; }) != nullptr;
    }

    // Returns false if the set has it already.
    bool add(Addr address) {
        if (has(address))
            return false;
        auto* const added = allocate<Element>();
        added->address = address;
        elements_.add(added);
        return true;
    }

    void clear() {
        elements_.clear([](Element* e) { release(e, sizeof *e); });
    }

    // Calls f(address) for each.
    template <typename F>
    void for_each(const F& f) const {
        elements_.for_each([&](const Element& e) { f(e.address); });
    }

    size_t count() const { return elements_.count(); }

  private:
    struct Element {
        Addr address;
        Element* next_in_bucket;

        static unsigned hash_of(const Element& e) { return hash_of_address(e.address); }
    };
    HashTable<Element> elements_;
};

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
// The observers of the caches that count by data object, without cache use and with it. They find
// the object when a reference misses, and nothing when it hits.
//
// A Source has objects(), the DataObjects.
#pragma once

#include "data_objects.hpp"
#include "sim/cache_use.hpp"
#include "sim/hierarchy.hpp"

namespace cg::data {

template <typename Source>
struct MissesByObject : sim::NoUse {
    static constexpr bool has_cells = true;
    struct Owner {
        const CountedCode* code = nullptr;
    };
    Cell* cell = nullptr; // of the last reference that missed

    Owner missed(const Level& level, Owner owner, Address address) {
        if (&level == &data)
            cell = Source::objects().miss(*owner.code, address);
        return owner;
    }
};

// The loader of a line, and the object that it was for. The counts of the source line are not
// charged: they are the sums of its cells (Cells::set_use_of_code()).
template <typename Source>
struct CellOwner {
    union {
        const CountedCode* code = nullptr; // before the object is known
        Cell* cell;                        // then; null: nobody, or the cache began with the line
    };
    Count* node = nullptr; // as in sim::Owner

    bool is_known() const { return node != nullptr; }
    static CellOwner nobody(Count* counts) { return {.code = nullptr, .node = counts}; }

    struct Kept {
        Address line; // 0: of code
    };
    void keep(Kept& kept, Address begin) const { kept.line = begin; }
    void leave(const Kept& kept, const sim::LineMask& used) const {
        if (kept.line != 0 && cell != nullptr)
            Source::objects().leave(kept.line, used.bytes, used.words);
    }
    void load(unsigned columns) const {
        if (cell != nullptr)
            ++cell->counts[columns == sim::level_1_use ? lines_1 : lines_last];
    }
    [[gnu::always_inline]] void charge(unsigned columns, uint64_t uses,
                                       unsigned unused_bytes) const {
        const unsigned cost = sim::cost_of_access(uses);
        sim::add_use(node + columns, cost, unused_bytes);
        if (cell == nullptr) // nobody is charged
            return;
        Count* const counts = cell->counts;
        if (columns == sim::level_1_use) {
            counts[access_cost_1] += cost;
            counts[spatial_loss_1] += unused_bytes;
            counts[uses_1] += uses;
        } else {
            counts[access_cost_last] += cost;
            counts[spatial_loss_last] += unused_bytes;
        }
    }
};

template <typename Source>
struct UseByObject : sim::CacheUseOf<CellOwner<Source>> {
    static constexpr bool has_cells = true;
    using Base = sim::CacheUseOf<CellOwner<Source>>;
    using Owner = typename Base::Owner;
    Cell* cell = nullptr; // of the last reference that missed

    Owner missed(const typename Base::Level& level, Owner owner, Address address) {
        DataObjects& objects = Source::objects();
        cell = &level == &this->data ? objects.miss(*owner.code, address)
                                     : objects.miss_code(*owner.code);
        owner.cell = cell;
        return owner;
    }
};

} // namespace cg::data

// SPDX-License-Identifier: GPL-2.0-or-later
// Cells: the data events of one source line on one object.
#pragma once

#include "memory.hpp"
#include "sim/counted_code.hpp"
#include "sim/miss_causes.hpp"

namespace cg::data {

using sim::Count;
using sim::CountedCode;

// The columns of a cell. Those from `lines_1` on only with cache use or causes of misses, those
// from `first_cause` on only with causes.
enum Column : unsigned {
    read_miss_1,
    read_miss_last,
    write_miss_1,
    write_miss_last,
    miss_columns,
    lines_1 = miss_columns, // lines that level 1 loaded
    access_cost_1,
    spatial_loss_1,
    uses_1,
    lines_last,
    access_cost_last,
    spatial_loss_last,
    use_columns_end,
    // D1mrCold, D1mrCap and D1mrConf, then those of DLmr, D1mw and DLmw
    first_cause = use_columns_end,
    // Conflict misses of other objects, of lines that left the level for this code and object
    conflicts_caused_1 = first_cause + miss_columns * sim::cause_count,
    conflicts_caused_last,
    most_columns
};

// Returns the number of columns that are used.
constexpr unsigned columns_with(bool use, bool causes) {
    return causes ? most_columns : use ? use_columns_end : miss_columns;
}

struct Cell {
    CountedCode code;
    uint32_t object;
    __extension__ Count counts[]; // Cells::columns() of them
};

// Counts the causes of misses of a read or write in its cell; a conflict also in the cell of the
// reference for which the line had left, if that is of another object. `left_for` has those cells.
inline void count_causes(Cell& cell, bool is_write, const sim::Causes& causes,
                         const sim::LeftFor& left_for) {
    const auto count = [&](unsigned misses, sim::Cause cause) {
        if (cause != sim::Cause::none)
            ++cell.counts[first_cause + misses * sim::cause_count + static_cast<unsigned>(cause)];
    };
    count(is_write ? write_miss_1 : read_miss_1, causes.level1);
    count(is_write ? write_miss_last : read_miss_last, causes.last_level);
    const auto count_caused = [&](unsigned column, sim::Cause cause, void* by) {
        auto* const other = static_cast<Cell*>(by);
        if (cause == sim::Cause::conflict && other != nullptr && other->object != cell.object)
            ++other->counts[column];
    };
    count_caused(conflicts_caused_1, causes.level1, left_for.level1);
    count_caused(conflicts_caused_last, causes.last_level, left_for.last_level);
}

// The address of a cell does not change.
class Cells {
  public:
    explicit constexpr Cells(const Memory& memory) : memory_(memory), pieces_(memory) {}

    // To be called first.
    void start(unsigned columns) { columns_ = columns; }
    unsigned columns() const { return columns_; }
    size_t count() const { return count_; }

    // Finds or adds a cell. Null: out of memory.
    [[gnu::always_inline]] Cell* find_or_add(const CountedCode& code, uint32_t object) {
        if (size_ != 0) [[likely]] {
            Cell* const cell = entries_[hash_of(code, object) & (size_ - 1)];
            if (cell != nullptr && is_of(*cell, code, object)) [[likely]]
                return cell;
        }
        return search(code, object);
    }

    template <typename Visit>
    void for_each(Visit visit) const {
        for (size_t i = 0; i < size_; ++i) {
            if (entries_[i] != nullptr)
                visit(*entries_[i]);
        }
    }

    // Makes the cache use of the code what its cells have: sets the counts from `first_use` on, in
    // the order of AcCost1 SpLoss1 AcCost2 SpLoss2. With cache use only.
    void set_use_of_code(unsigned first_use) const {
        static constexpr Column columns[] = {access_cost_1, spatial_loss_1, access_cost_last,
                                             spatial_loss_last};
        constexpr unsigned count = sizeof columns / sizeof columns[0];
        for_each([=](const Cell& cell) {
            for (unsigned i = 0; i < count; ++i)
                cell.code.counts[first_use + i] = 0;
        });
        for_each([=](const Cell& cell) {
            for (unsigned i = 0; i < count; ++i)
                cell.code.counts[first_use + i] += cell.counts[columns[i]];
        });
    }

    // Sets all counts to 0.
    void zero() const {
        for_each([this](Cell& cell) {
            for (unsigned i = 0; i < columns_; ++i)
                cell.counts[i] = 0;
        });
    }

  private:
    static bool is_of(const Cell& cell, const CountedCode& code, uint32_t object) {
        return cell.code.counts == code.counts && cell.object == object;
    }
    static size_t hash_of(const CountedCode& code, uint32_t object) {
        const uint64_t h = (reinterpret_cast<uintptr_t>(code.counts) ^ uint64_t{object} << 40) *
                           0x9e3779b97f4a7c15;
        return static_cast<size_t>(h >> 32);
    }
    Cell** entry_of(const CountedCode& code, uint32_t object) const {
        for (size_t i = hash_of(code, object);; ++i) {
            Cell** const entry = &entries_[i & (size_ - 1)];
            if (*entry == nullptr || is_of(**entry, code, object))
                return entry;
        }
    }

    [[gnu::noinline]] Cell* search(const CountedCode& code, uint32_t object) {
        if (4 * (count_ + 1) > size_ && !grow())
            return nullptr;
        Cell** const entry = entry_of(code, object);
        if (Cell* const cell = *entry; cell != nullptr) {
            // Where it is looked for first. The one that was there is found after it.
            Cell** const first = &entries_[hash_of(code, object) & (size_ - 1)];
            *entry = *first;
            return *first = cell;
        }
        auto* const cell =
            static_cast<Cell*>(pieces_.allocate(sizeof(Cell) + columns_ * sizeof(Count)));
        if (cell == nullptr)
            return nullptr;
        cell->code = code;
        cell->object = object;
        ++count_;
        return *entry = cell;
    }
    bool grow() {
        const size_t size = size_ == 0 ? 4096 : 2 * size_;
        auto** const entries = memory_.map_array<Cell*>(size);
        if (entries == nullptr)
            return false;
        Cell** const old = entries_;
        const size_t old_size = size_;
        entries_ = entries;
        size_ = size;
        for (size_t i = 0; i < old_size; ++i) {
            if (old[i] != nullptr)
                *entry_of(old[i]->code, old[i]->object) = old[i];
        }
        memory_.unmap_array(old, old_size);
        return true;
    }

    Memory memory_;
    Pieces pieces_;
    unsigned columns_ = miss_columns;
    size_t count_ = 0;
    size_t size_ = 0;          // of entries_, a power of two
    Cell** entries_ = nullptr; // by hash
};

} // namespace cg::data

// SPDX-License-Identifier: GPL-2.0-or-later
// The cache hierarchy with the memory and the tables that the tool gives it, and
// the short cuts that the tool's generated code takes, spelt out in C++.
#pragma once

#include "sim/hierarchy.hpp"
#include "sim/miss_causes.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <unordered_map>
#include <vector>

namespace cg::sim {

struct Geometries {
    Geometry code, data, last;
};

// For Google Test's names and messages.
inline void PrintTo(const Geometry& g, std::ostream* out) {
    *out << g.size << ',' << g.associativity << ',' << g.line_size;
}
inline void PrintTo(const Geometries& g, std::ostream* out) {
    for (const Geometry& cache : {g.code, g.data, g.last}) {
        *out << ' ';
        PrintTo(cache, out);
    }
}
inline void PrintTo(const Misses& misses, std::ostream* out) {
    *out << (misses.level1 ? "miss in level 1" : "hit")
         << (misses.last_level ? ", miss in the last level" : "");
}

// Numbers of references and misses, as a profile has them.
struct Tally {
    uint64_t references = 0, level1 = 0, last_level = 0;

    void add(Misses misses) {
        ++references;
        level1 += misses.level1 ? 1 : 0;
        last_level += misses.last_level ? 1 : 0;
    }
};

// Returns where generated code would write the time of this reference, or null if it would call.
inline Time* stamp_in_slot(DataCache& data, Word address, Word size) {
    Word number = address >> data.line_shift();
    if (data.is_folded())
        number += (number >> IndexMapping::slot_bits) * IndexMapping::fold;
    const Word index = number & (DataCache::slot_count - 1);
    const DataCache::Slot slot = data.slots[index];
    if (((address + size - 1) ^ slot) >> data.line_shift() != 0)
        return nullptr;
    const Word place = data.packed() ? slot & data.mapping().place_mask()
                                     : Word{data.places()[index]} * sizeof(Time);
    return reinterpret_cast<Time*>(reinterpret_cast<char*>(data.ignored_stamp()) + place);
}

// The memory of observers. It is never given back: the tool has no end of a simulation.
struct TestPages {
    static void* map(size_t bytes) {
        static std::vector<std::unique_ptr<Word[]>> pages;
        return pages.emplace_back(std::make_unique<Word[]>(bytes / sizeof(Word) + 1)).get();
    }
    static void unmap(void* /*pages*/, size_t /*bytes*/) {}
};

template <typename Observer>
class MachineWith {
  public:
    explicit MachineWith(const Geometries& g)
        : code_stamps_(CodeCache::rows_for(g.code).bytes() / sizeof(Time)),
          data_stamps_(DataCache::stamps_bytes(g.data) / sizeof(Time)),
          code_(CodeCache::storage_bytes(g.code) / sizeof(Word) + 1),
          data_(DataCache::storage_bytes(g.data) / sizeof(Word) + 1),
          last_(Hierarchy<Observer>::Last::storage_bytes(g.last) / sizeof(Word) + 1) {
        hierarchy_->code.init(g.code, code_stamps_.data(), code_.data());
        hierarchy_->data.init(g.data, data_stamps_.data(), data_.data());
        hierarchy_->last.init(g.last, last_.data());
        if constexpr (Observer::finds_causes) {
            MissCauses<TestPages>& causes = hierarchy_->observer.causes;
            if (!causes.code.reset(hierarchy_->code.rows(), hierarchy_->code.stamps()) ||
                !causes.data.reset(hierarchy_->data.rows(), hierarchy_->data.stamps()) ||
                !causes.last.reset(g.last))
                std::abort();
        }
    }

    Observer& observer() { return hierarchy_->observer; }

    Misses fetch(Word address, Word size) {
        CodeLine& first = line(address);
        CodeLine& last = line(address + size - 1);
        return hierarchy_->fetch(first, last, address, size, next_time());
    }

    Misses reference(Word address, Word size, typename Observer::Owner owner = {}) {
        return hierarchy_->reference(address, size, next_time(), owner);
    }

    // As generated code does it: no call when the lines are there. What it calls needs no address
    // if lines are equally long.
    Misses fetch_inline(Word address, Word size) {
        CodeLine& first = line(address);
        CodeLine& last = line(address + size - 1);
        if ((first.absent | last.absent) != 0) {
            if constexpr (std::is_same_v<Observer, NoUse>) {
                if (hierarchy_->has_equal_lines())
                    return hierarchy_->fetch_lines(first, last, next_time());
            }
            return hierarchy_->fetch(first, last, address, size, next_time());
        }
        const Time now = next_time();
        *first.stamp = now;
        *last.stamp = &last == &first ? now : now + tick;
        return {};
    }

    // As generated code does it: no call when the slot names the line. What it calls is compiled
    // for common associativities.
    Misses reference_inline(Word address, Word size) {
        DataCache& data = hierarchy_->data;
        const Time now = next_time();
        if (Time* const stamp = stamp_in_slot(data, address, size)) {
            *stamp = now;
            return {};
        }
        return hierarchy_->with_shape([&]<typename Shape>(Shape) {
            return hierarchy_->template reference<Shape>(address, size, now);
        });
    }

    DataCache& data() { return hierarchy_->data; }

    // As the tool does before the clock runs out.
    void restamp() {
        if constexpr (Observer::finds_causes) {
            auto& causes = hierarchy_->observer.causes;
            now_ = std::max(causes.code.restamp(), causes.data.restamp());
        } else {
            now_ = std::max(hierarchy_->code.restamp(), hierarchy_->data.restamp());
        }
    }

  private:
    CodeLine& line(Word address) {
        const Word block = hierarchy_->code.block_of(address);
        if (block == 0)
            return hierarchy_->code.origin();
        return lines_.try_emplace(block, hierarchy_->code.make_line(block)).first->second;
    }

    Time next_time() { return now_ += 2 * tick; }

    std::vector<Time> code_stamps_, data_stamps_; // zeroed
    std::vector<Word> code_, data_, last_;        // zeroed
    // 64 KiB of slots: not for the stack.
    std::unique_ptr<Hierarchy<Observer>> hierarchy_ = std::make_unique<Hierarchy<Observer>>();
    std::unordered_map<Word, CodeLine> lines_;
    Time now_ = 2 * tick;
};

using Machine = MachineWith<NoUse>;

} // namespace cg::sim

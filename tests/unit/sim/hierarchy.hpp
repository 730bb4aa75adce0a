// SPDX-License-Identifier: GPL-2.0-or-later
// The cache hierarchy with the memory and the tables that the tool gives it, and
// the short cuts that the tool's generated code takes, spelt out in C++.
#pragma once

#include "sim/cache.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace cg::sim {

struct Geometries {
    Geometry code, data, last;
};

// Numbers of references and misses, as a profile has them.
struct Tally {
    uint64_t references = 0, level1 = 0, last_level = 0;

    void add(Misses misses) {
        ++references;
        level1 += misses.level1 ? 1 : 0;
        last_level += misses.last_level ? 1 : 0;
    }
};

class Machine {
  public:
    explicit Machine(const Geometries& g)
        : geometries_(g),
          code_(CodeCache::storage_bytes(g.code) / sizeof(Word) + 1),
          data_(DataCache::storage_bytes(g.data) / sizeof(Word) + 1),
          last_(SharedCache::storage_bytes(g.last) / sizeof(Word) + 1) {
        hierarchy_->code.init(g.code, code_.data());
        hierarchy_->data.init(g.data, data_.data());
        hierarchy_->last.init(g.last, last_.data());
    }

    Misses fetch(Word address, Word size) {
        CodeLine& first = line(address);
        CodeLine& last = line(address + size - 1);
        return hierarchy_->fetch(first, last, address, size, tick());
    }

    Misses reference(Word address, Word size) {
        return hierarchy_->reference(address, size, tick());
    }

    // As generated code does it: no call when the lines are there.
    Misses fetch_inline(Word address, Word size) {
        CodeLine& first = line(address);
        CodeLine& last = line(address + size - 1);
        if ((first.absent | last.absent) != 0)
            return hierarchy_->fetch(first, last, address, size, tick());
        const Word now = tick();
        *first.stamp = now;
        *last.stamp = &last == &first ? now : now + 1;
        return {};
    }

    // As generated code does it: no call when the slot names the line.
    Misses reference_inline(Word address, Word size) {
        const unsigned shift = geometries_.data.line_shift();
        const Word offset = (address >> shift << DataCache::slot_shift) & DataCache::slot_mask;
        DataCache::Slot& slot = hierarchy_->data.slots[offset >> DataCache::slot_shift];
        if (address + size - 1 - slot.line < geometries_.data.line_size) {
            *slot.stamp = tick();
            return {};
        }
        return hierarchy_->reference(address, size, tick());
    }

    // As the tool does when a clock of 32 bits runs out.
    void restamp() { now_ = std::max(hierarchy_->code.restamp(), hierarchy_->data.restamp()); }

  private:
    CodeLine& line(Word address) {
        const Word block = hierarchy_->code.block_of(address);
        if (block == 0)
            return hierarchy_->code.origin();
        return lines_.try_emplace(block, hierarchy_->code.make_line(block)).first->second;
    }

    Word tick() { return now_ += 2; }

    Geometries geometries_;
    std::vector<Word> code_, data_, last_; // zeroed
    // 40 KiB of slots: not for the stack.
    std::unique_ptr<Hierarchy> hierarchy_ = std::make_unique<Hierarchy>();
    std::unordered_map<Word, CodeLine> lines_;
    Word now_ = 2;
};

} // namespace cg::sim

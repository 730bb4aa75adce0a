// SPDX-License-Identifier: GPL-2.0-or-later
// The results of the latest look-ups: a direct-mapped table, whose memory is allocated when it is
// needed first.
#pragma once

#include "vg/core/arena.hpp"

namespace cg::vg {

// No key has only zeros.
template <typename Key, typename Value, unsigned count>
class Recent {
  public:
    // Returns the value of the key: the kept one or, if there is none, that which `find` returns.
    template <typename F>
    Value of(const Key& key, UWord hash, const F& find) {
        if (kept_ == nullptr)
            kept_ = static_cast<Kept*>(try_allocate(count * sizeof(Kept)));
        if (kept_ == nullptr) // out of memory
            return find();
        Kept& kept = kept_[hash % count];
        if (kept.key != key)
            kept = {key, find()};
        return kept.value;
    }

    void forget() {
        if (kept_ != nullptr)
            VG_(memset)(kept_, 0, count * sizeof(Kept));
    }

  private:
    struct Kept {
        Key key;
        Value value;
    };
    Kept* kept_ = nullptr;
};

} // namespace cg::vg

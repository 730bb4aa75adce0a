// SPDX-License-Identifier: GPL-2.0-or-later
// A text that grows.
#pragma once

#include "vg/core/valgrind.hpp"

namespace cg::vg::reproduce {

class GrowingText {
  public:
    GrowingText() = default;
    ~GrowingText() { VG_(free)(bytes_); }
    GrowingText(const GrowingText&) = delete;
    GrowingText& operator=(const GrowingText&) = delete;

    GrowingText& operator<<(const HChar* text) {
        append(text, VG_(strlen)(text));
        return *this;
    }
    GrowingText& operator<<(ULong number) {
        HChar digits[32];
        VG_(sprintf)(digits, "%llu", number);
        return *this << digits;
    }
    void append(const void* bytes, SizeT size) {
        if (used_ + size > room_) {
            room_ = 2 * (used_ + size) + 256;
            bytes_ = static_cast<UChar*>(VG_(realloc)("cachegrind.text", bytes_, room_));
        }
        VG_(memcpy)(bytes_ + used_, bytes, size);
        used_ += size;
    }

    const UChar* bytes() const { return bytes_; }
    SizeT size() const { return used_; }

  private:
    UChar* bytes_ = nullptr;
    SizeT used_ = 0, room_ = 0;
};

} // namespace cg::vg::reproduce

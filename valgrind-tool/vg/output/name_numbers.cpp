// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/name_numbers.hpp"

#include "vg/core/arena.hpp"

namespace cg::vg {

bool NameNumbers::reserve(SizeT names) {
    slot_count_ = 2 * names + 1;
    slots_ = static_cast<Slot*>(allocate(slot_count_ * sizeof(Slot)));
    return slots_ != nullptr;
}

NameNumbers::~NameNumbers() {
    release(slots_, slot_count_ * sizeof(Slot));
}

NameNumbers::Slot& NameNumbers::slot_of(const HChar* name) {
    SizeT i = (reinterpret_cast<UWord>(name) >> 4) * 2654435761u % slot_count_;
    while (slots_[i].name != nullptr && slots_[i].name != name)
        i = i + 1 == slot_count_ ? 0 : i + 1;
    return slots_[i];
}

void NameNumbers::write(OutFile& out, const HChar* name) {
    Slot& slot = slot_of(name);
    const bool is_new = slot.name == nullptr;
    if (is_new)
        slot = {name, ++used_};
    out.character('(');
    out.number(slot.number);
    out.character(')');
    if (is_new) {
        out.character(' ');
        out.escaped(name);
    }
}

} // namespace cg::vg

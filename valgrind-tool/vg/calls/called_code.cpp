// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/calls/called_code.hpp"

#include "vg/core/hash_table.hpp"
#include "vg/core/translations.hpp"
#include "vg/count/superblock.hpp"

namespace cg::vg {

constinit Addr* checked = nullptr;

namespace {

struct Mark {
    Addr entry;
    Mark* next_in_bucket;
    Mark* next_old;
    bool is_old; // the code may have a translation that does not enter the function

    static UInt hash_of(Addr address) { return static_cast<UInt>(address >> 2 ^ address >> 16); }
    static UInt hash_of(const Mark& mark) { return hash_of(mark.entry); }
};

constinit HashTable<Mark> marks;
constinit Mark* to_discard = nullptr; // linked by `next_old`

// A bit for each hash of an address: may code that begins there have a translation from before it
// was marked?
constexpr unsigned unmarked_count = 1u << 20;
constinit UChar* unmarked = nullptr;

unsigned hash_of(Addr address) {
    return static_cast<unsigned>(address ^ address >> 20);
}

Mark* find(Addr address) {
    return marks.find(Mark::hash_of(address), [=](const Mark& m) { return m.entry == address; });
}

UChar bit_of(Addr address) {
    return static_cast<UChar>(1u << hash_of(address) % 8);
}

UChar& byte_of(Addr address) {
    return unmarked[hash_of(address) % unmarked_count / 8];
}

Addr& checked_at(Addr address) {
    return checked[(address & checked_mask) / sizeof(Addr)];
}

} // namespace

void start_called_code() {
    checked = static_cast<Addr*>(need_pages(checked_count * sizeof(Addr)));
    unmarked = static_cast<UChar*>(need_pages(unmarked_count / 8));
}

bool is_marked(Addr address) {
    return find(address) != nullptr;
}

bool mark_called(Addr entry) {
    Mark* m = find(entry);
    if (m == nullptr) {
        m = allocate<Mark>();
        m->entry = entry;
        m->is_old = (byte_of(entry) & bit_of(entry)) != 0;
        marks.add(m);
        if (m->is_old) {
            m->next_old = to_discard;
            to_discard = m;
        }
    }
    return m->is_old;
}

void note_unmarked(Addr address) {
    byte_of(address) |= bit_of(address);
}

void note_entered(Addr address) {
    if (Mark* const m = find(address))
        m->is_old = false;
}

void retranslate_called_code() {
    for (; to_discard != nullptr; to_discard = to_discard->next_old) {
        if (!is_kept(to_discard->entry))
            discard_translations(to_discard->entry, 1);
    }
}

void add_checked(Addr address) {
    checked_at(address) = address;
}

void forget_checked(Addr start, SizeT length) {
    const SizeT touched = length / sizeof(Addr) + 1;
    for (SizeT i = 0; i <= touched && i < checked_count; ++i) {
        Addr& address = checked_at(start + i * sizeof(Addr));
        if (address - start < length)
            address = 0;
    }
}

} // namespace cg::vg

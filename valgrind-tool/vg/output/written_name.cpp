// SPDX-License-Identifier: GPL-2.0-or-later
// Readers take an empty name, or "???", for a function that is not known, and tabs and blanks at
// the ends of lines are read in different ways. So none of these is written.
#include "vg/output/written_name.hpp"

#include "vg/core/options.hpp"
#include "vg/where/functions.hpp"

namespace cg::vg {

namespace {

constexpr const HChar no_name[] = "(no name)";

bool is_blank(HChar c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// Calls `take` for each character of the text, as it is written.
template <typename F>
void for_each_of_part(const HChar* text, const F& take) {
    while (is_blank(*text))
        ++text;
    SizeT length = VG_(strlen)(text);
    while (length != 0 && is_blank(text[length - 1]))
        --length;
    if (length == 0 || VG_(strcmp)(text, unknown) == 0) {
        text = no_name;
        length = sizeof no_name - 1;
    }
    for (SizeT i = 0; i < length; ++i) {
        if (text[i] == '\n') {
            take('\\');
            take('n');
        } else {
            take(text[i] == '\t' ? ' ' : text[i]);
        }
    }
}

template <typename F>
void for_each_of(const HChar* text, const F& take) {
    for (; *text != '\0'; ++text)
        take(*text);
}

template <typename F>
void for_each_of(const WrittenName& name, const F& take) {
    const auto add = [&](const HChar* before, const HChar* text, const HChar* after) {
        if (text == nullptr)
            return;
        for_each_of(before, take);
        for_each_of_part(text, take);
        for_each_of(after, take);
    };
    add("", name.base, "");
    add(" in ", name.code_of, "");
    add(" (", name.tail, ")");
    add(" [", name.object, "]");
    HChar which[16];
    VG_(sprintf)(which, "%u", name.which);
    add(" #", name.which != 0 ? which : nullptr, "");
}

constexpr ULong hash_on(ULong hash, HChar c) { // FNV-1a
    return (hash ^ static_cast<UChar>(c)) * 1099511628211u;
}

} // namespace

const HChar* base_name(const HChar* path) {
    const HChar* const slash = VG_(strrchr)(path, '/');
    return slash == nullptr ? path : slash + 1;
}

ULong hash_on(ULong hash, const HChar* text) {
    for_each_of(text, [&](HChar c) { hash = hash_on(hash, c); });
    return hash;
}

bool WrittenName::is(const HChar* text) const {
    bool same = true;
    for_each_of(*this, [&](HChar c) { same = same && *text++ == c; });
    return same && *text == '\0';
}

ULong WrittenName::hash() const {
    ULong hash = first_hash;
    for_each_of(*this, [&](HChar c) { hash = hash_on(hash, c); });
    return hash;
}

void WrittenName::write(OutFile& out) const {
    for_each_of(*this, [&](HChar c) { out << c; });
}

NameNumbers::Entry& NameNumbers::entry_of(const HChar* name) {
    SizeT i = (reinterpret_cast<UWord>(name) >> 4) * 2654435761u % entries_.room();
    while (entries_[i].name != nullptr && entries_[i].name != name)
        i = i + 1 == entries_.room() ? 0 : i + 1;
    return entries_[i];
}

void NameNumbers::write(OutFile& out, const HChar* key, const HChar* name) {
    Entry& entry = entry_of(name);
    const bool is_new = entry.name == nullptr;
    if (is_new)
        entry = {name, ++used_};
    out << key;
    if (options.compress_strings)
        out << '(' << entry.number << (is_new ? ") " : ")");
    if (is_new || !options.compress_strings)
        out << Escaped{name};
    out << '\n';
}

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
// The code that is known at an address: its bytes, and its entry in the files. Memory is
// used again for other code, whose entry may be written only later: V8 writes 2 MB at a time. So
// code is told apart by its bytes, and if several pieces of code wait for their names, they get
// them in the order of time.
#include "vg/where/jit_code.hpp"

#include "vg/core/hash_table.hpp"
#include "vg/core/options.hpp"
#include "vg/where/functions.hpp"
#include "vg/where/jit_files.hpp"
#include "vg/where/names.hpp"

namespace cg::vg {
namespace {

struct JitCode {
    Addr address;
    UInt hash;             // of its bytes; 0: they are not known
    const JitEntry* entry; // known when the code was first counted; null: the name is a placeholder
    SizeT first_number;    // of a placeholder: the number of the first entry that may resolve it
    const JitEntry* resolved; // by which entry it is resolved: see settle_jit_names()
    JitCode* before;          // the code that was at the address before
    JitCode* next_in_bucket;
    JitCode* next_placeholder; // in the order of time
    JitCode* next_by_text;     // in the bucket
    HChar text[sizeof unknown];

    bool is_placeholder() const { return entry == nullptr; }
    const HChar* name() const { return is_placeholder() ? text : entry->name; }

    static UInt hash_of(const JitCode& code) { return hash_of_address(code.address); }
    static UInt hash_of_name(const HChar* name) {
        return static_cast<UInt>(reinterpret_cast<UWord>(name) >> 4);
    }
    static UInt hash_of_text(const JitCode& code) { return hash_of_name(code.text); }
};

constinit HashTable<JitCode> latest; // at each address
constinit HashTable<JitCode, &JitCode::next_by_text, JitCode::hash_of_text> placeholders;
constinit JitCode* first_placeholder = nullptr;
constinit JitCode* last_placeholder = nullptr;
constinit bool is_settled_for_good = false;

// The code that is translated now. Most of it is in objects and has a symbol, so it is looked at
// only when its name is asked for.
struct Translated {
    Addr begin;
    SizeT length;
    const HChar* name; // null: not looked at yet
};
constinit Translated current = {};

UInt hash_at(Addr address, SizeT length) {
    const UInt hash = hash_of_bytes({reinterpret_cast<const HChar*>(address), length});
    return hash == 0 ? 1 : hash;
}

JitCode* find(Addr address) {
    return latest.find(hash_of_address(address),
                       [=](const JitCode& c) { return c.address == address; });
}

JitCode* find_placeholder(const HChar* name) {
    return placeholders.find(JitCode::hash_of_name(name),
                             [=](const JitCode& c) { return c.text == name; });
}

// Adds code with the name of `entry` or, if that is null, a placeholder.
JitCode* add(Addr address, UInt hash, const JitEntry* entry, SizeT first_number, JitCode* before) {
    auto* const made = allocate<JitCode>();
    made->address = address;
    made->hash = hash;
    made->entry = made->resolved = entry;
    made->first_number = first_number;
    made->before = before;
    if (before != nullptr)
        latest.remove(before);
    latest.add(made);
    if (entry != nullptr)
        return made;
    VG_(strcpy)(made->text, unknown);
    placeholders.add(made);
    (last_placeholder == nullptr ? first_placeholder : last_placeholder->next_placeholder) = made;
    last_placeholder = made;
    return made;
}

// Returns the code that is at the address now, and has these bytes. `newest` is the newest entry.
JitCode* code_at(Addr address, UInt hash, const JitEntry* newest) {
    JitCode* const known = find(address);
    if (known == nullptr)
        return add(address, hash, newest, jit_entry_count(), nullptr);
    const bool is_new_entry =
        newest != nullptr &&
        (known->is_placeholder() ? newest->number >= known->first_number : newest != known->entry);
    const bool is_same_code = known->hash == hash || known->hash == 0;
    if (is_same_code && !is_new_entry) {
        known->hash = hash;
        return known;
    }
    // The new entry may name the code before, if that was not resolved yet.
    const bool is_of_this_code = is_new_entry && (is_same_code || !known->is_placeholder());
    const SizeT first = known->is_placeholder() ? known->first_number : jit_entry_count();
    return add(address, hash, is_of_this_code ? newest : nullptr, first, known);
}

bool is_in_no_object(Addr address) {
    return VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address) == nullptr;
}

} // namespace

constinit UInt jit_code_changes = 0;

namespace {

// Returns true if the address is in the code that is translated now, which is looked at.
bool look_at_current(Addr address) {
    if (address - current.begin >= current.length)
        return false;
    if (current.name != nullptr)
        return true;
    current.name = unknown;
    if (!read_jit_files())
        return true;
    const JitCode* const before = find(current.begin);
    const JitCode* const code = code_at(current.begin, hash_at(current.begin, current.length),
                                        newest_jit_entry(current.begin));
    current.name = code->name();
    jit_code_changes += before != nullptr && code != before;
    return true;
}

} // namespace

void note_translated(Addr address, SizeT length) {
    current = {address, length, nullptr};
}

const HChar* jit_name_at(Addr address) {
    if (!options.perf_map)
        return unknown;
    if (look_at_current(address))
        return current.name;
    if (!read_jit_files())
        return unknown;
    const JitCode* code = find(address);
    if (code == nullptr) {
        const JitEntry* const entry = newest_jit_entry(address);
        if (entry != nullptr)
            return entry->name;
        code = add(address, 0, nullptr, jit_entry_count(), nullptr);
    }
    return code->name();
}

JitFunction jit_function_around(Addr address) {
    if (!options.perf_map || !may_have_jit_files() || !is_in_no_object(address))
        return {nullptr, address};
    look_at_current(address);
    const JitCode* const code = find(address);
    const JitEntry* const entry = code != nullptr ? code->entry : newest_jit_entry(address);
    return entry == nullptr ? JitFunction{nullptr, address}
                            : JitFunction{entry->name, entry->begin};
}

bool is_placeholder(const HChar* name) {
    return find_placeholder(name) != nullptr;
}

// Each placeholder resolves to the first entry after that of the placeholder before. If there is
// none, it is the same function, whose code was changed.
void settle_jit_names(bool at_end) {
    is_settled_for_good = at_end;
    if (options.perf_map)
        read_jit_files();
    for (JitCode* code = first_placeholder; code != nullptr; code = code->next_placeholder) {
        const JitEntry* const before = code->before == nullptr ? nullptr : code->before->resolved;
        SizeT first = code->first_number;
        if (before != nullptr && before->number >= first)
            first = before->number + 1;
        const JitEntry* const resolved = first_jit_entry(code->address, first);
        code->resolved = resolved != nullptr ? resolved : before;
    }
}

const HChar* settled_name(const HChar* name) {
    const JitCode* const code = find_placeholder(name);
    if (code == nullptr)
        return name;
    return code->resolved != nullptr ? code->resolved->name : is_settled_for_good ? unknown : name;
}

Addr settled_begin(const HChar* name, Addr address) {
    const JitCode* const code = find_placeholder(name);
    return code == nullptr || code->resolved == nullptr ? address : code->resolved->begin;
}

} // namespace cg::vg

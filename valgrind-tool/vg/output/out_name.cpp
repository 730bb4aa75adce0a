// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/out_name.hpp"

#include "vg/core/kernel.hpp"
#include "vg/core/options.hpp"

namespace cg::vg {
namespace {

constexpr const HChar* list_name = "cachegrind-names";

enum class Kind : UInt {
    reserved, // for this process, whichever program it runs
    written,
};

// The record of a name in the list; the name follows, without a zero byte. Records are only
// appended, each by one write, so the processes need no lock.
struct Record {
    Kind kind;
    Int process;
    UInt serial; // of the records of one program
    UInt length;
};

Int list = -1; // the descriptor
UInt last_serial = 0;
bool is_joined = false;
bool is_handed_on = false;
HChar* own_name = nullptr;      // once it is chosen
HChar* own_expansion = nullptr; // what it was chosen for

void append(Kind kind, const HChar* name) {
    const auto length = static_cast<UInt>(VG_(strlen)(name));
    auto* const bytes =
        static_cast<HChar*>(VG_(malloc)("cachegrind.out-name", sizeof(Record) + length + 1));
    const Record record = {kind, VG_(getpid)(), ++last_serial, length};
    VG_(memcpy)(bytes, &record, sizeof record);
    VG_(memcpy)(bytes + sizeof record, name, length);
    VG_(write)(list, bytes, static_cast<Int>(sizeof record + length));
    VG_(free)(bytes);
}

// Returns the record that has the name, by the order of the list; its length is 0 if there is none.
// A name that is reserved for a process is its own to write.
Record owner_of(const HChar* name) {
    Record owner = {};
    struct vg_stat status = {};
    if (VG_(fstat)(list, &status) != 0)
        return owner;
    const auto size = static_cast<SizeT>(status.size);
    auto* const bytes = static_cast<HChar*>(VG_(malloc)("cachegrind.out-name", size + 1));
    const SizeT end = kernel::read_from_start(list, bytes, size);
    const SizeT length = VG_(strlen)(name);
    for (SizeT at = 0; at + sizeof(Record) <= end;) {
        Record record;
        VG_(memcpy)(&record, bytes + at, sizeof record);
        at += sizeof record;
        const bool is_same = record.length == length && VG_(strncmp)(bytes + at, name, length) == 0;
        const bool is_free =
            owner.length == 0 || (owner.kind == Kind::reserved && owner.process == record.process);
        if (is_same && is_free)
            owner = record;
        at += record.length;
    }
    VG_(free)(bytes);
    return owner;
}

// Returns true if this process has the name from now on.
bool take(Kind kind, const HChar* name) {
    const Record before = owner_of(name);
    const bool is_reserved =
        before.length != 0 && before.kind == Kind::reserved && before.process == VG_(getpid)();
    if (before.length != 0 && !is_reserved)
        return false;
    append(kind, name);
    const Record after = owner_of(name);
    return after.process == VG_(getpid)() && after.serial == last_serial;
}

HChar* expanded_name() {
    return VG_(expand_file_name)(options.out_file_option, options.out_file);
}

// Takes the first free name of FILE, FILE.PID, FILE.PID.2 and so on, from the one of number `next`
// on, and sets `next` behind it.
HChar* take_name(Kind kind, const HChar* file, unsigned& next) {
    constexpr SizeT suffix_size = 32;
    auto* const name =
        static_cast<HChar*>(VG_(malloc)("cachegrind.out-name", VG_(strlen)(file) + suffix_size));
    for (;;) {
        const unsigned number = next++;
        if (number == 0)
            VG_(strcpy)(name, file);
        else if (number == 1)
            VG_(sprintf)(name, "%s.%d", file, VG_(getpid)());
        else
            VG_(sprintf)(name, "%s.%d.%u", file, VG_(getpid)(), number);
        if (take(kind, name))
            return name;
    }
}

void start_list() {
    if (list >= 0)
        return;
    const Int descriptor = kernel::create_memory_file(list_name);
    if (descriptor < 0)
        return; // an old kernel: names are not told apart
    if (!kernel::set_append(descriptor)) {
        VG_(close)(descriptor);
        return;
    }
    list = kernel::hide_descriptor(descriptor);
    HChar* const name = expanded_name();
    take(Kind::reserved, name);
    VG_(free)(name);
}

} // namespace

const HChar* out_name() {
    HChar* const file = expanded_name();
    if (own_name != nullptr && VG_(strcmp)(own_expansion, file) == 0) {
        VG_(free)(file);
        return own_name;
    }
    unsigned next = 0;
    const bool is_shared = list >= 0 && kernel::may_have_file(file);
    own_name =
        is_shared ? take_name(Kind::written, file, next) : VG_(strdup)("cachegrind.out-name", file);
    own_expansion = file;
    if (next > 1) {
        VG_(umsg)
        ("note: another process has the output file '%s'; this one writes '%s'.\n", file, own_name);
    }
    return own_name;
}

const HChar* out_name_before_exec() {
    HChar* const file = expanded_name();
    if (list < 0 || !kernel::may_have_file(file))
        return file;
    unsigned next = 0;
    VG_(free)(take_name(Kind::reserved, file, next));
    HChar* const name = take_name(Kind::written, file, next);
    VG_(free)(file);
    return name;
}

bool is_first_in_run() {
    static bool is_known = false;
    if (list >= 0)
        return take(Kind::written, "/"); // which no profile has
    const bool is_first = !is_known;
    is_known = true;
    return is_first;
}

void join_run() {
    if (options.run_names < 0)
        return;
    const auto descriptor = static_cast<Int>(options.run_names);
    HChar link[64], target[64];
    VG_(sprintf)(link, "/proc/self/fd/%d", descriptor);
    const SSizeT length = VG_(readlink)(link, target, sizeof target - 1);
    target[length < 0 ? 0 : length] = '\0';
    if (VG_(strstr)(target, list_name) == nullptr)
        return;
    list = kernel::hide_descriptor(descriptor);
    kernel::set_close_on_exec(list, true);
    is_joined = true;
}

bool is_in_started_run() {
    return is_joined;
}

void share_names() {
    start_list();
}

void forget_own_name() {
    VG_(free)(own_name);
    VG_(free)(own_expansion);
    own_name = own_expansion = nullptr;
}

void hand_on_names(bool is_profiled) {
    if (is_profiled)
        start_list();
    if (list < 0)
        return;
    kernel::set_close_on_exec(list, !is_profiled);
    if (!is_profiled || is_handed_on)
        return;
    HChar option[32];
    VG_(sprintf)(option, "--run-names=%d", list);
    give_option_to_children(option);
    is_handed_on = true;
}

} // namespace cg::vg

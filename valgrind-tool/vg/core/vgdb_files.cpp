// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/core/vgdb_files.hpp"

#include "vg/core/internals.hpp"
#include "vg/core/kernel.hpp"
#include "vg/core/segments.hpp"

namespace cg::vg {
namespace {

constexpr HChar memory_kind[] = "-shared-mem-vgdb-";

// Paths are PREFIX KIND NUMBER REST, with the number of the process.
constexpr const HChar* tag = "cachegrind.vgdb-files";
constinit HChar* prefix = nullptr;
constinit HChar* rest = nullptr;
constinit bool are_there = false;
constinit bool are_closed = false;

bool take_names(const HChar* path, const HChar* kind_and_number) {
    const HChar* const found = path == nullptr ? nullptr : VG_(strstr)(path, kind_and_number);
    if (found == nullptr)
        return false;
    VG_(free)(prefix);
    VG_(free)(rest);
    prefix = VG_(strdup)(tag, path);
    prefix[found - path] = '\0';
    rest = VG_(strdup)(tag, found + VG_(strlen)(kind_and_number) - 1);
    return true;
}

// Calls visit(path, type) for each file of this process, until it returns false. Returns true if it
// never did.
template <typename Visit>
bool for_all_files(const Visit& visit) {
    constexpr struct {
        const HChar* kind;
        UInt type;
    } files[] = {{memory_kind, VKI_S_IFREG},
                 {"-to-vgdb-from-", VKI_S_IFIFO},
                 {"-from-vgdb-to-", VKI_S_IFIFO}};
    constexpr SizeT longest = 64; // kind and number
    auto* const path =
        static_cast<HChar*>(VG_(malloc)(tag, VG_(strlen)(prefix) + longest + VG_(strlen)(rest)));
    bool is_going_on = true;
    for (const auto& [kind, type] : files) {
        VG_(sprintf)(path, "%s%s%d%s", prefix, kind, VG_(getpid)(), rest);
        is_going_on = is_going_on && visit(path, type);
    }
    VG_(free)(path);
    return is_going_on;
}

// Not if there is one: the child may have the number of a process in another PID namespace.
bool may_be_created() {
    return for_all_files([](const HChar* path, UInt type) {
        return kernel::create_node(path, type | 0600U) && VG_(unlink)(path) == 0;
    });
}

} // namespace

void find_vgdb_files() {
    are_there = false;
    if (are_closed || &VG_(gdbserver_init_done) == nullptr || !VG_(gdbserver_init_done)())
        return;
    HChar kind_and_number[64];
    VG_(sprintf)(kind_and_number, "%s%d-", memory_kind, VG_(getpid)());
    are_there = any_segment(SkFileV, [&](const NSegment& segment) {
        return take_names(VG_(am_get_filename)(&segment), kind_and_number);
    });
}

void open_vgdb_files_in_child(ThreadId thread) {
    const bool are_missing = are_there && !VG_(gdbserver_init_done)();
    if (are_missing && &VG_(gdbserver_activity) != nullptr && may_be_created())
        VG_(gdbserver_activity)(thread);
}

void close_vgdb_files() {
    find_vgdb_files();
    if (!are_there || &remote_close == nullptr)
        return;
    remote_close();
    are_closed = true;
}

void give_vgdb_files(UInt user) {
    find_vgdb_files();
    if (!are_there)
        return;
    const bool all = for_all_files([&](const HChar* path, UInt) {
        kernel::give(path, user);
        return kernel::may_read_as(user, path);
    });
    if (!all)
        close_vgdb_files();
}

} // namespace cg::vg

// A process that has given up root's rights may not signal root's vgdb, which is alive all the
// same.
extern "C" Int __wrap_vgPlain_kill(Int process, Int signal) {
    const Int result = __real_vgPlain_kill(process, signal);
    if (result == 0 || signal != 0)
        return result;
    const SysRes reason = cg::vg::kernel::call(__NR_kill, static_cast<UWord>(process), 0);
    return sr_isError(reason) && sr_Err(reason) == VKI_EPERM ? 0 : result;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/system_calls.hpp"

#include "vg/arcs/system_cost.hpp"
#include "vg/core/internals.hpp"
#include "vg/core/options.hpp"
#include "vg/core/vgdb_files.hpp"
#include "vg/data/observe.hpp"
#include "vg/dumps.hpp"
#include "vg/instrumentation.hpp"
#include "vg/output/out_file.hpp"
#include "vg/output/out_name.hpp"
#include "vg/reproduce/reproduce.hpp"
#include "vg/where/jit_files.hpp"

namespace cg::vg {
namespace {

// The number of the system call is the same on every processor. Older headers of Valgrind do not
// have it.
constexpr UInt landlock_restrict_self = 446;

constexpr UInt same_user = ~0U;

// Returns the user that root becomes by a system call. Programs of other users call these, too, but
// lose no rights; their file should not be created before the profile is complete.
UInt user_after(UInt number, const UWord* arguments) {
    if (VG_(geteuid)() != 0)
        return same_user;
    switch (number) {
    case __NR_setuid:
#ifdef __NR_setuid32
    case __NR_setuid32:
#endif
        return static_cast<UInt>(arguments[0]);
    case __NR_setreuid:
    case __NR_setresuid:
#ifdef __NR_setuid32
    case __NR_setreuid32:
    case __NR_setresuid32:
#endif
        return static_cast<UInt>(arguments[1]); // the effective one
    default:
        return same_user;
    }
}

// Before the first system call that gives up access to files: opens the output file
// (keep_out_file()), which could not be created later, and sees to the files of vgdb.
void before_confinement(UInt number, const UWord* arguments) {
    const UInt user = user_after(number, arguments);
    const bool hides_files =
        number == landlock_restrict_self || (number == __NR_chroot && VG_(geteuid)() == 0);
    if (hides_files)
        close_vgdb_files();
    if (user != same_user)
        give_vgdb_files(user);
    if (hides_files || number == __NR_chroot || user != same_user)
        keep_out_file(out_name());
}

constinit bool is_child = false; // of a fork, since when it executed no program

struct Execution {
    const HChar* program;
    const HChar** arguments;
    HChar name[4096]; // for a program that is named by a descriptor
};

bool is_readable(UWord address) {
    return address != 0 && VG_(am_is_valid_for_client)(address, 1, VKI_PROT_READ);
}

// Sets what the system call executes. Returns false if it executes nothing.
bool find_program(Execution& execution, UInt number, const UWord* arguments) {
    if (number == __NR_execve) {
        execution.program = reinterpret_cast<const HChar*>(arguments[0]);
        execution.arguments = reinterpret_cast<const HChar**>(arguments[1]);
        return is_readable(arguments[0]);
    }
#ifdef __NR_execveat
    if (number == __NR_execveat) {
        if (!is_readable(arguments[1]))
            return false;
        const auto directory = static_cast<Int>(arguments[0]);
        const auto* const path = reinterpret_cast<const HChar*>(arguments[1]);
        execution.arguments = reinterpret_cast<const HChar**>(arguments[2]);
        execution.program = path;
        if (path[0] == '/' || directory == VKI_AT_FDCWD)
            return true;
        constexpr SizeT longest_directory = 64;
        if (VG_(strlen)(path) + longest_directory > sizeof execution.name)
            return false;
        VG_(sprintf)
        (execution.name, path[0] == '\0' ? "/proc/self/fd/%d" : "/proc/self/fd/%d/%s", directory,
         path);
        execution.program = execution.name;
        return true;
    }
#endif
    return false;
}

bool is_profiled(const Execution& execution) {
    return &VG_(should_we_trace_this_child) != nullptr &&
           is_readable(reinterpret_cast<UWord>(execution.arguments)) &&
           VG_(should_we_trace_this_child)(execution.program, execution.arguments);
}

bool will_succeed(const Execution& execution, bool is_traced) {
    Int descriptor = -1;
    if (&VG_(pre_exec_check) == nullptr)
        return false;
    const SysRes result = VG_(pre_exec_check)(execution.program, &descriptor, !is_traced);
    if (descriptor >= 0)
        VG_(close)(descriptor);
    return !sr_isError(result);
}

// Writes the profile. Returns its name; null: there is none.
const HChar* write_now(bool is_traced) {
    const bool repeats_parent = is_child && !options.count_from_fork;
    if (repeats_parent || stopped_out_of_memory())
        return nullptr;
    const HChar* const name = is_traced ? out_name_before_exec() : out_name();
    return write_last_part(name) ? name : nullptr;
}

// If the system call will execute another program, which takes the place of this one: writes the
// profile of this one, or says that there is none. The child of a fork has none, because its
// profile would repeat what its parent's has.
void before_execution(UInt number, const UWord* arguments) {
    Execution execution;
    if (!find_program(execution, number, arguments))
        return;
    const bool is_traced = is_profiled(execution);
    if (!will_succeed(execution, is_traced))
        return;
    hand_on_names(is_traced);
    if (options.inherits_instr)
        give_option_to_children(instrumenting ? "--instr-atstart=yes" : "--instr-atstart=no");
    if (is_reproducing)
        reproduce_before_execution(is_traced);
    if (options.callgrind) // whose costs are lost when another program is executed
        return;
    const HChar* const name = write_now(is_traced);
    if (VG_(clo_verbosity) == 0)
        return;
    if (name != nullptr) {
        VG_(umsg)
        ("note: this program executes '%s'%s; its own profile is '%s'.\n", execution.program,
         is_traced ? "" : ", which is not profiled (--trace-children=yes does)", name);
    } else if (!is_traced && is_first_in_run()) {
        VG_(umsg)
        ("note: '%s' is executed, and not profiled (--trace-children=yes does).\n",
         execution.program);
    }
}

void before_system_call(ThreadId thread, UInt number, UWord* arguments, UInt /*argument_count*/) {
    if (events.system_count != 0)
        begin_system_call(thread);
    before_confinement(number, arguments);
    before_execution(number, arguments);
    if (is_reproducing)
        reproduce_before_system_call(thread, number, arguments);
}

bool opens_file(UInt number) {
    switch (number) {
#ifdef __NR_open
    case __NR_open:
    case __NR_creat:
#endif
    case __NR_openat:
        return true;
    default:
        return false;
    }
}

constinit bool is_new_child = false; // until the first system call of the child, its fork, returns

void after_system_call(ThreadId thread, UInt number, UWord* arguments, UInt /*argument_count*/,
                       SysRes result) {
    if (is_new_child) // not in in_child(), after which the core closes its parent's files
        open_vgdb_files_in_child(thread);
    is_new_child = false;
    if (is_reproducing)
        reproduce_after_system_call(thread, number, arguments, result);
    if (events.system_count != 0)
        end_system_call(thread);
    if (opens_file(number))
        note_created_file();
}

void before_fork(ThreadId /*thread*/) {
    share_names();
    find_vgdb_files();
    if (is_reproducing)
        reproduce_before_fork();
}

void in_child(ThreadId thread) {
    if (options.data_objects)
        forget_calls_of_others(thread);
    drop_kept_file();
    forget_own_name();
    begin_parts_anew();
    forget_jit_files();
    is_child = true;
    is_new_child = true;
    if (is_reproducing)
        reproduce_in_child();
}

} // namespace

void watch_system_calls() {
    VG_(needs_syscall_wrapper)(before_system_call, after_system_call);
    VG_(atfork)(before_fork, nullptr, in_child);
}

} // namespace cg::vg

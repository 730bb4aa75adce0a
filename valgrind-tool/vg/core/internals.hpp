// SPDX-License-Identifier: GPL-2.0-or-later
// All that the tool uses of the inside of Valgrind's core and of VEX: what no header for tools
// (pub_tool_*.h, libvex*.h) declares, and the functions that the linker replaces (decision 0019).
// Types are those of the core's own headers, which are named for each, in 3.19, 3.24 and 3.27.
//
// To add a name, add a line here with one of these macros, and say above it which header of the
// core declares it, since which release, and what happens if it is gone:
//
//   CG_CORE_VARIABLE(TYPE, NAME)                  VG_(NAME), which a release may not have: a weak
//   symbol.
//                                                 Test `&VG_(NAME) != nullptr` before using it
//   CG_CORE_FUNCTION(TYPE, NAME, PARAMETERS...)   the same of a function
//   CG_CORE_SYMBOL(TYPE, SYMBOL, PARAMETERS...)   the same of one without the prefix of VG_()
//   CG_NEEDED_FUNCTION(TYPE, NAME, PARAMETERS...) a function without which the tool is not linked
//   CG_REPLACED(TYPE, SYMBOL, PARAMETERS...)      a function of the core for which the linker gives
//   it
//                                                 __wrap_SYMBOL, to be defined in any file; the
//                                                 core's own is __real_SYMBOL. SYMBOL has its
//                                                 prefix: vgPlain_ for VG_(), vgModuleLocal_ for
//                                                 ML_(), none for VEX
//   CG_REPLACED_IF_THERE(...)                     the same of a function that some releases do not
//                                                 have: there __real_SYMBOL is null, and nobody
//                                                 calls
//                                                 __wrap_SYMBOL
//
// No more is to do: tool.mk takes the names for --wrap from these lines, and whenever the tool is
// linked valgrind-tool/check-core compares the core with them: a variable has the size of its type,
// a function is one, and a replaced one is called by another object of the core than its own, for
// calls within an object stay as they are. tests/tool/internals.bats holds that no other file
// declares such a name.
#pragma once

#include "vg/core/valgrind.hpp"

// check-core reads the names and sizes of these arrays.
#define CG_EXPECT_SIZE(symbol, bytes)                                                              \
    [[gnu::used]] inline constexpr UChar cg_size_of_##symbol[bytes] = {};
#define CG_EXPECT_CODE(symbol) [[gnu::used]] inline constexpr UChar cg_code_of_##symbol[1] = {};
#define CG_EXPAND(macro, ...) macro(__VA_ARGS__)

#define CG_CORE_VARIABLE(Type, name)                                                               \
    extern "C" {                                                                                   \
    extern __attribute__((weak)) Type VG_(name);                                                   \
    CG_EXPAND(CG_EXPECT_SIZE, VG_(name), sizeof(Type))                                             \
    }                                                                                              \
    static_assert(true)
#define CG_CORE_FUNCTION(Type, name, ...)                                                          \
    extern "C" {                                                                                   \
    extern __attribute__((weak)) Type VG_(name)(__VA_ARGS__);                                      \
    CG_EXPAND(CG_EXPECT_CODE, VG_(name))                                                           \
    }                                                                                              \
    static_assert(true)
#define CG_CORE_SYMBOL(Type, symbol, ...)                                                          \
    extern "C" {                                                                                   \
    extern __attribute__((weak)) Type symbol(__VA_ARGS__);                                         \
    CG_EXPAND(CG_EXPECT_CODE, symbol)                                                              \
    }                                                                                              \
    static_assert(true)
#define CG_NEEDED_FUNCTION(Type, name, ...)                                                        \
    extern "C" {                                                                                   \
    extern Type VG_(name)(__VA_ARGS__);                                                            \
    CG_EXPAND(CG_EXPECT_CODE, VG_(name))                                                           \
    }                                                                                              \
    static_assert(true)
#define CG_REPLACED(Type, symbol, ...)                                                             \
    extern "C" {                                                                                   \
    Type __real_##symbol(__VA_ARGS__);                                                             \
    Type __wrap_##symbol(__VA_ARGS__);                                                             \
    }                                                                                              \
    static_assert(true)
#define CG_REPLACED_IF_THERE(Type, symbol, ...)                                                    \
    extern "C" {                                                                                   \
    [[gnu::weak]] Type __real_##symbol(__VA_ARGS__);                                               \
    Type __wrap_##symbol(__VA_ARGS__);                                                             \
    }                                                                                              \
    static_assert(true)

// ---- variables ----------------------------------------------------------------

// The core allows that translations are discarded in a client request only, and sets this there,
// which it asserts. pub_core_transtab.h. If it is gone, so is the assertion.
CG_CORE_VARIABLE(Bool, ok_to_discard_translations);

// Whether the core demangles the names that it is asked for. pub_core_options.h. If it is gone,
// each name is demangled that we look up as it is in the symbol table: names of C++ are not found,
// and their functions are looked up again and again.
CG_CORE_VARIABLE(Bool, clo_demangle);

// Whether the core reads which functions are inlined. pub_core_options.h. If it is gone, places of
// --data-objects=yes have no inlined functions, unless the user gives --read-inline-info=yes.
CG_CORE_VARIABLE(Bool, clo_read_inline_info);

// Prefixes of paths (const HChar*) that the core leaves out of its descriptions of addresses; with
// one that is empty, it shows whole paths, with none, the last name only. pub_core_options.h. If it
// is gone, places of --data-objects=yes have names of files without directories, where functions
// are inlined.
CG_CORE_VARIABLE(XArray*, clo_fullpath_after);

// Where the core writes messages: a copy of stderr, or --log-file. pub_core_libcprint.h. If it is
// gone, the line that says which command shows the profile is not written.
struct CgOutputSink {
    Int fd;      // negative: nowhere
    UInt type;   // an enumeration: a descriptor that was given, a file, a socket
    HChar* name; // of the file or the socket
};
CG_CORE_VARIABLE(CgOutputSink, log_output_sink);

// The auxiliary vector of the program's stack. pub_core_clientstate.h. If it is gone, the core
// hands out the kernel's in a reproducible run, where ours is asked first.
CG_CORE_VARIABLE(UWord*, client_auxv);

// The limit of the program's stack, as the core tells it. pub_core_clientstate.h. If it is gone,
// that of a reproducible run is the user's in what the core itself answers.
CG_CORE_VARIABLE(struct vki_rlimit, client_rlimit_stack);

// Descriptors from this one on are the tool's. pub_core_clientstate.h. If it is gone, the order of
// threads of a reproducible run opens a file for each look at a thread, where it may not have more
// descriptors.
CG_CORE_VARIABLE(Int, fd_hard_limit);

// The largest signal number, which the core keeps for itself: to take threads out of system calls.
// pub_core_signals.h. If it is gone, one that comes too late is not dropped.
CG_CORE_VARIABLE(Int, max_signal);

// ---- functions ----------------------------------------------------------------

// Maps the program's stack down to the address. pub_core_signals.h. If it is gone, the core does so
// when the program writes there.
CG_CORE_FUNCTION(Bool, extend_stack, ThreadId thread, Addr address);

// Maps memory for the program, at this address, whatever was reserved there. pub_core_aspacemgr.h.
// If it is gone, the stack of a reproducible run ends where the user's limit says.
CG_CORE_FUNCTION(SysRes, am_mmap_anon_fixed_client, Addr start, SizeT length, UInt protection);

// Lets a thread leave the system call in which it waits. pub_core_threadstate.h. Without it timed
// waits of reproducible runs would not end.
CG_NEEDED_FUNCTION(void, get_thread_out_of_syscall, ThreadId thread);

// Moves a descriptor to where the program cannot see it. pub_core_libcfile.h. If it is gone, the
// program may close descriptors of the tool.
CG_CORE_FUNCTION(Int, safe_fd, Int descriptor);

// Decides whether execve() fails. pub_core_ume.h. If it is gone, the profile of a program that
// executes another one is not written.
CG_CORE_FUNCTION(SysRes, pre_exec_check, const HChar* program, Int* descriptor, Bool allow_setuid);

// Whether vgdb reaches this process, and whether it has sent a command; creates the files by which
// it does if there are none. pub_core_gdbserver.h. If one is gone, vgdb reaches the child of a fork
// with --trace-children=yes only.
CG_CORE_FUNCTION(Bool, gdbserver_init_done, void);
CG_CORE_FUNCTION(Bool, gdbserver_activity, ThreadId thread);

// Removes these files. m_gdbserver/server.h. If it is gone, a command of vgdb ends a process that
// has changed its root directory.
CG_CORE_SYMBOL(void, remote_close, void);

// Decides whether a program that is executed is run by Valgrind. pub_core_options.h. If it is gone,
// none is believed to be, and messages say so.
CG_CORE_FUNCTION(Bool, should_we_trace_this_child, const HChar* program, const HChar** arguments);

// A system call. The last but one argument: processor::kind_of_system_call. pub_core_syscall.h.
CG_NEEDED_FUNCTION(SysRes, do_syscall, UWord number, UWord, UWord, UWord, UWord, UWord, UWord,
                   UWord, UWord);

// The text of an error number. pub_core_syscall.h.
CG_NEEDED_FUNCTION(const HChar*, strerror, UWord error);

// ---- replaced functions -------------------------------------------------------
// Their definitions, unless others are named, are in replaced_functions.cpp. If one is gone that is
// not "if there", the tool is not linked.

// Checks IR. libvex_ir.h.
CG_REPLACED(void, sanityCheckIRSB, const IRSB* block, const HChar* caller, Bool flat, IRType word);

// Passes of VEX after instrumentation. VEX/priv/ir_opt.h.
CG_REPLACED(void, do_deadcode_BB, IRSB* block);
CG_REPLACED(IRSB*, cprop_BB, IRSB* block);

// Maps memory for the core. pub_core_aspacemgr.h.
CG_REPLACED(SysRes, vgPlain_am_mmap_anon_float_valgrind, SizeT bytes);

// Ends the process. pub_tool_libcproc.h.
CG_REPLACED([[noreturn]] void, vgPlain_exit, Int status);

// Ends the process with the program's status. pub_core_libcassert.h. If it is gone, a run whose
// counts are incomplete may end with status 0.
CG_REPLACED_IF_THERE([[noreturn]] void, vgPlain_client_exit, Int status);

// Reads the debugging information of an object. priv_readelf.h: up to 3.19 and since 3.24 (which of
// the releases between them began, was not looked at). If both are gone, the core's failure there
// is without our advice, and the C library's inlined functions are read for --data-objects=yes,
// which costs time.
CG_REPLACED_IF_THERE(Bool, vgModuleLocal_read_elf_debug_info, DebugInfo* object);
CG_REPLACED_IF_THERE(Bool, vgModuleLocal_read_elf_debug, DebugInfo* object);

// Sorts an array. pub_tool_libcbase.h. If it is gone, reading debugging information takes longer.
CG_REPLACED_IF_THERE(void, vgPlain_ssort, void* elements, SizeT count, SizeT size,
                     Int (*compare)(const void*, const void*));

// Decompresses a section. A function of the library miniz (tinfl.h), which the core has a copy of.
// Returns how many bytes were written. Not "if there": nothing else would take the core's own out
// of its library, which streams with an error are left to.
CG_REPLACED(SizeT, tinfl_decompress_mem_to_mem, void* out, SizeT out_size, const void* in,
            SizeT in_size, Int flags);

// Take and give the core's lock, which the thread has that runs. priv_sched-lock.h. Defined in
// reproduce/order.cpp.
CG_REPLACED(void, vgModuleLocal_acquire_sched_lock, void* lock);
CG_REPLACED(void, vgModuleLocal_release_sched_lock, void* lock);

// Makes a system call that never waits, of the program or of the core. pub_core_syscall.h. Defined
// in reproduce/clock.cpp.
CG_REPLACED(SysRes, vgPlain_do_syscall, UWord number, UWord, UWord, UWord, UWord, UWord, UWord,
            UWord, UWord);

// Makes a system call that may wait, with the arguments that are in the registers `guest`, without
// the lock. Returns an error of its own. pub_core_syswrap.h, priv_syswrap-generic.h. Defined in
// reproduce/waits.cpp.
CG_REPLACED(UWord, vgModuleLocal_do_syscall_for_client_WRK, Word number, void* guest,
            const void* mask, const void* mask_after, Word mask_size);

// Sends a signal, and returns 0, or -1 if that fails. With signal 0 the core asks whether vgdb is
// alive. pub_core_libcsignal.h. Defined in vgdb_files.cpp.
CG_REPLACED(Int, vgPlain_kill, Int process, Int signal);

// ---- VEX and system calls of one processor --------------------------------------

#define CG_NEEDED_SYMBOL(Type, symbol, ...)                                                        \
    extern "C" {                                                                                   \
    extern Type symbol(__VA_ARGS__);                                                               \
    }                                                                                              \
    static_assert(true)

// The results of CPUID, by models of VEX, in the registers `guest`. VEX/priv/guest_amd64_defs.h,
// guest_x86_defs.h. If one is gone, the tool is not linked. The flags: F16C, RDRAND and, in later
// releases, RDSEED.
#if defined(VGA_amd64)
CG_NEEDED_SYMBOL(void, amd64g_dirtyhelper_CPUID_sse42_and_cx16, VexGuestArchState* guest);
CG_NEEDED_SYMBOL(void, amd64g_dirtyhelper_CPUID_avx2, VexGuestArchState* guest, ULong, ULong,
                 ULong);
#elif defined(VGA_x86)
CG_NEEDED_SYMBOL(void, x86g_dirtyhelper_CPUID_sse3, VexGuestArchState* guest);
#endif

// Starts a task of the kernel that runs function(argument) on the stack. syswrap-PLATFORM.c. If it
// is gone, the tool is not linked.
#if defined(VGA_amd64)
CG_NEEDED_SYMBOL(Word, do_syscall_clone_amd64_linux, Word (*function)(void*), void* stack,
                 UWord flags, void* argument, Int* child, Int* parent, void* thread_pointer);
#    define CG_CLONE do_syscall_clone_amd64_linux
#elif defined(VGA_x86)
CG_NEEDED_SYMBOL(Word, do_syscall_clone_x86_linux, Word (*function)(void*), void* stack,
                 UWord flags, void* argument, Int* child, Int* parent, void* thread_pointer);
#    define CG_CLONE do_syscall_clone_x86_linux
#elif defined(VGA_arm64)
CG_NEEDED_SYMBOL(Word, do_syscall_clone_arm64_linux, Word (*function)(void*), void* stack,
                 UWord flags, void* argument, Int* child, Int* parent, void* thread_pointer);
#    define CG_CLONE do_syscall_clone_arm64_linux
#endif

// ---- what is relied on without a name -----------------------------------------
// The core may change these without a compiler or linker that notices; the tests named do.
//
// - The text of VG_(describe_IP) and of VG_(get_fnname_w_offset): data/places.cpp,
// where/functions.cpp,
//   calls/callee.cpp (tests/tool/data.bats, calls.bats).
// - Translations may be discarded between superblocks: core/translations.hpp (tests/tool/oracle).
// - The shadows of a thread's registers follow them, as libvex.h asks of the core, also where
// generated
//   code hands their address to a function: core/thread_state.hpp (tests/tool/calls-oracle).
// - How many arguments VEX passes, and whether the address of the registers is one:
// core/processor.hpp
//   (check-foreign).
// - VG_(fmsg_bad_option) returns after the options are read: main.cpp (tests/tool/tool.bats).

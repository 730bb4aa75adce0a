// SPDX-License-Identifier: GPL-2.0-or-later
// System calls that the core's interface for tools does not have.
#pragma once

#include "vg/core/internals.hpp"
#include "vg/core/processor.hpp"
#include "vg/core/valgrind.hpp"

namespace cg::vg::kernel {

inline SysRes call(UWord number, UWord a, UWord b = 0, UWord c = 0, UWord d = 0, UWord e = 0,
                   UWord f = 0) {
    return VG_(do_syscall)(number, a, b, c, d, e, f, processor::kind_of_system_call, 0);
}

inline UWord word(const void* pointer) {
    return reinterpret_cast<UWord>(pointer);
}

// Returns the text of an error number: "No such file or directory".
inline const HChar* text_of(UWord error) {
    constexpr UWord name_too_long = 36, too_many_links = 40; // which the core does not know
    switch (error) {
    case VKI_ETXTBSY:
        return "Text file busy";
    case name_too_long:
        return "File name too long";
    case too_many_links:
        return "Too many levels of symbolic links";
    default:
        return VG_(strerror)(error);
    }
}

inline constexpr UWord current_directory = static_cast<UWord>(VKI_AT_FDCWD);
enum Access : UWord { may_execute = 1, may_write = 2 }; // X_OK, W_OK

// Returns the error of an access to the file, 0 if it is allowed.
inline UWord access_error(const HChar* path, UWord access) {
    const SysRes result = call(__NR_faccessat, current_directory, word(path), access);
    return sr_isError(result) ? sr_Err(result) : 0;
}

// Returns true for a path where a file may be created or replaced: not for a pipe or a device.
inline bool may_have_file(const HChar* path) {
    struct vg_stat status = {};
    return sr_isError(VG_(stat)(path, &status)) || VKI_S_ISREG(status.mode);
}

inline bool create_node(const HChar* path, UInt mode) {
    return !sr_isError(call(__NR_mknodat, current_directory, word(path), mode));
}

// Gives a file that is no symbolic link to a user. Its group stays.
inline void give(const HChar* path, UInt user) {
    constexpr UWord not_through_links = 0x100; // AT_SYMLINK_NOFOLLOW
    constexpr UInt same_group = ~0U;
    call(__NR_fchownat, current_directory, word(path), user, same_group, not_through_links);
}

// Whether a user may read the file, or the pipe. The caller is root.
inline bool may_read_as(UInt user, const HChar* path) {
    call(__NR_setfsuid, user); // of this thread
    const SysRes opened = VG_(open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
    call(__NR_setfsuid, 0);
    if (sr_isError(opened))
        return false;
    VG_(close)(static_cast<Int>(sr_Res(opened)));
    return true;
}

inline bool truncate(Int descriptor, UWord length) {
    return !sr_isError(call(__NR_ftruncate, static_cast<UWord>(descriptor), length));
}

inline bool is_terminal(Int descriptor) {
    UWord settings[32]; // larger than any termios
    return !sr_isError(
        call(__NR_ioctl, static_cast<UWord>(descriptor), VKI_TCGETS, word(settings)));
}

// Creates a file in memory that has no name in any directory. Negative: the kernel cannot.
inline Int create_memory_file([[maybe_unused]] const HChar* name) {
#ifdef __NR_memfd_create
    constexpr UWord close_on_exec = 1;
    const SysRes result = call(__NR_memfd_create, word(name), close_on_exec);
    return sr_isError(result) ? -1 : static_cast<Int>(sr_Res(result));
#else
    return -1;
#endif
}

// Lets each write to the file append, in one step.
inline bool set_append(Int descriptor) {
    return !sr_isError(call(__NR_fcntl, static_cast<UWord>(descriptor), VKI_F_SETFL, VKI_O_APPEND));
}

inline void set_close_on_exec(Int descriptor, bool close) {
    call(__NR_fcntl, static_cast<UWord>(descriptor), VKI_F_SETFD, close ? VKI_FD_CLOEXEC : 0);
}

// Reads from the beginning of the file, wherever its position is. Returns the number of bytes.
inline SizeT read_from_start(Int descriptor, void* buffer, SizeT size) {
    const SysRes result = call(__NR_pread64, static_cast<UWord>(descriptor), word(buffer), size);
    return sr_isError(result) ? 0 : sr_Res(result);
}

// Moves a descriptor to where the program cannot see or close it, and returns its new number.
// A release without the function leaves it where it is.
inline Int hide_descriptor(Int descriptor) {
    return &VG_(safe_fd) != nullptr ? VG_(safe_fd)(descriptor) : descriptor;
}

} // namespace cg::vg::kernel

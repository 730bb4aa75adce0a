// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/random.hpp"

#include "vg/core/kernel.hpp"
#include "vg/reproduce/settings.hpp"

namespace cg::vg::reproduce {

constinit Generator generator{0};

namespace {

// True once the program had a descriptor of /dev/random or /dev/urandom: then each read asks which
// file it reads from, however that was opened.
constinit bool has_device = false;
constinit bool is_announced = false;

bool is_device(Int descriptor) {
    struct vg_stat status = {};
    if (VG_(fstat)(descriptor, &status) != 0 || !VKI_S_ISCHR(status.mode))
        return false;
    constexpr ULong memory = 1, random = 8, urandom = 9; // major and minor numbers, everywhere
    const ULong major = (status.rdev >> 8) & 0xfff;
    const ULong minor = (status.rdev & 0xff) | ((status.rdev >> 12) & 0xfff00);
    return major == memory && (minor == random || minor == urandom);
}

void announce() {
    if (is_announced)
        return;
    is_announced = true;
    if (VG_(clo_verbosity) > 0)
        VG_(umsg)
    ("note: the program asks for random numbers; with this option they are the same in each run,\n"
     "note: so keys and tokens that it makes can be guessed.\n");
}

void fill(void* memory, SizeT size) {
    announce();
    generator.fill(memory, size);
}

// The blocks of readv, filled as far as the kernel did.
void fill_blocks(const vki_iovec* blocks, SizeT count, SizeT size) {
    for (SizeT i = 0; i < count && size != 0; ++i) {
        const SizeT length = blocks[i].iov_len < size ? blocks[i].iov_len : size;
        fill(blocks[i].iov_base, length);
        size -= length;
    }
}

// glibc's malloc asks for a key of its own in each program, which is no reason to say anything.
bool is_of_malloc(const SystemCall& call) {
    constexpr UWord no_wait = 1; // GRND_NONBLOCK
    return call.arguments[1] == sizeof(UWord) && call.arguments[2] == no_wait;
}

} // namespace

void start_random() {
    generator = Generator(seed);
    for (Int descriptor = 0; descriptor < 10; ++descriptor)
        has_device |= is_device(descriptor);
}

void seed_anew() {
    generator = Generator(seed);
}

void replace_random(const SystemCall& call) {
    if (call.failed())
        return;
    switch (call.number) {
#ifdef __NR_open
    case __NR_open:
#endif
    case __NR_openat:
        has_device = has_device || is_device(static_cast<Int>(call.value()));
        break;
#ifdef __NR_recvmsg
    case __NR_recvmsg: // may pass descriptors
        has_device = true;
        break;
#endif
    case __NR_getrandom:
        if (is_of_malloc(call))
            generator.fill(call.pointer<void>(0), call.value());
        else
            fill(call.pointer<void>(0), call.value());
        break;
    case __NR_read:
    case __NR_pread64:
        if (has_device && is_device(call.descriptor(0)))
            fill(call.pointer<void>(1), call.value());
        break;
    case __NR_readv:
    case __NR_preadv:
        if (has_device && is_device(call.descriptor(0)))
            fill_blocks(call.pointer<const vki_iovec>(1), call.arguments[2], call.value());
        break;
    default:
        break;
    }
}

} // namespace cg::vg::reproduce

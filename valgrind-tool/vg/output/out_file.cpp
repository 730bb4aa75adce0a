// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/out_file.hpp"

#include "vg/core/arena.hpp"
#include "vg/core/kernel.hpp"

namespace cg::vg {

constinit HChar* OutFile::buffer_ = nullptr;
constinit HChar* OutFile::final_ = nullptr;
constinit HChar* OutFile::temporary_ = nullptr;

namespace {

constexpr Int owner_only = VKI_S_IRUSR | VKI_S_IWUSR;

// Writes the path with its symbolic links resolved to `final`, so that the file is replaced and not
// the link. Returns false if the path must be written to directly: if it leads to /dev or /proc,
// where no file can be renamed to, or if it is too long. `final` and `scratch` have `size` bytes.
bool resolve_links(const HChar* path, HChar* final, HChar* scratch, SizeT size) {
    constexpr unsigned max_links = 16;
    final[0] = '\0';
    if (VG_(strlen)(path) >= size)
        return false;
    VG_(strcpy)(final, path);
    for (unsigned links = 0; links < max_links; ++links) {
        if (begins_with(final, "/dev/") || begins_with(final, "/proc/"))
            return false;
        const SSizeT length = VG_(readlink)(final, scratch, size - 1);
        if (length < 0)
            return true;
        scratch[length] = '\0';
        HChar* const slash = VG_(strrchr)(final, '/');
        HChar* const name = scratch[0] != '/' && slash != nullptr ? slash + 1 : final;
        if (static_cast<SizeT>(name - final) + static_cast<SizeT>(length) >= size)
            return false;
        VG_(strcpy)(name, scratch);
    }
    return false;
}

} // namespace

OutFile::OutFile(const HChar* path, Mode mode) : path_(path) {
    if (mode == Mode::append ? !open_at_end() : !open())
        fail("can't open");
}

// The contents stay, also if writing fails.
bool OutFile::open_at_end() {
    direct_ = true;
    fd_ = VG_(fd_open)(path_, VKI_O_CREAT | VKI_O_APPEND | VKI_O_WRONLY, owner_only);
    return fd_ >= 0;
}

bool OutFile::open() {
    fd_ = take_kept_file(path_);
    if (fd_ >= 0)
        return open_directly(owner_only);
    struct vg_stat status = {};
    const bool exists = !sr_isError(VG_(stat)(path_, &status));
    const bool regular = !exists || VKI_S_ISREG(status.mode);
    const Int mode = exists && regular ? static_cast<Int>(status.mode & 0777) : owner_only;
    if (regular && resolve_links(path_, final_, temporary_, path_size) &&
        VG_(strlen)(final_) + 24 < path_size) {
        VG_(sprintf)(temporary_, "%s.%d.tmp", final_, VG_(getpid)());
        VG_(unlink)(temporary_); // left by an earlier process with this number
        fd_ = VG_(fd_open)(temporary_, VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY, mode);
        if (fd_ >= 0)
            return true;
    }
    return open_directly(mode);
}

// Prepares to write to the path itself, which is not a regular file, or in whose directory no file
// can be created.
bool OutFile::open_directly(Int mode) {
    direct_ = true;
    struct vg_stat status = {};
    if (fd_ < 0 && !sr_isError(VG_(stat)(path_, &status)) && VKI_S_ISREG(status.mode))
        fd_ = VG_(fd_open)(path_, VKI_O_RDWR, mode);
    if (fd_ < 0) {
        // A file that cannot be read must lose its content.
        fd_ = VG_(fd_open)(path_, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY, mode);
        return fd_ >= 0;
    }
    old_size_ = VG_(lseek)(fd_, 0, VKI_SEEK_END);
    keeps_content_ = old_size_ >= 0;
    return true;
}

OutFile& OutFile::operator<<(const HChar* text) {
    for (; *text != '\0'; ++text)
        *this << *text;
    return *this;
}

OutFile& OutFile::operator<<(Escaped escaped) {
    for (const HChar* c = escaped.text; *c != '\0'; ++c) {
        if (*c == '\n')
            *this << "\\n";
        else
            *this << *c;
    }
    return *this;
}

OutFile& OutFile::operator<<(ULong n) {
    HChar digits[20];
    unsigned count = 0;
    do {
        digits[count++] = static_cast<HChar>('0' + n % 10);
        n /= 10;
    } while (n != 0);
    while (count != 0)
        *this << digits[--count];
    return *this;
}

OutFile& OutFile::operator<<(Hexadecimal number) {
    unsigned shift = 60;
    while (shift != 0 && number.n >> shift == 0)
        shift -= 4;
    *this << "0x";
    for (; shift != 0; shift -= 4)
        *this << "0123456789abcdef"[number.n >> shift & 15];
    *this << "0123456789abcdef"[number.n & 15];
    return *this;
}

void OutFile::flush() {
    unsigned done = 0;
    while (failure_ == nullptr && done < used_) {
        const Int written = VG_(write)(fd_, buffer_ + done, static_cast<Int>(used_ - done));
        if (written <= 0) {
            fail("can't write");
        } else {
            done += static_cast<unsigned>(written);
        }
    }
    used_ = 0;
}

// Replaces the old content by the new, which is behind it.
void OutFile::move_down() {
    Off64T size = 0;
    for (;;) {
        VG_(lseek)(fd_, old_size_ + size, VKI_SEEK_SET);
        const Int bytes = VG_(read)(fd_, buffer_, buffer_size);
        if (bytes == 0)
            break;
        VG_(lseek)(fd_, size, VKI_SEEK_SET);
        if (bytes < 0 || VG_(write)(fd_, buffer_, bytes) != bytes)
            return fail("can't write");
        size += bytes;
    }
    if (!kernel::truncate(fd_, static_cast<UWord>(size)))
        fail("can't write");
}

bool OutFile::finish() {
    flush();
    if (keeps_content_) {
        if (failure_ != nullptr)
            kernel::truncate(fd_, static_cast<UWord>(old_size_));
        else if (old_size_ != 0)
            move_down();
    }
    if (fd_ >= 0)
        VG_(close)(fd_);
    if (direct_) {
        // An empty file is better than a part of a profile: readers reject it.
        if (failure_ != nullptr && fd_ >= 0 && !keeps_content_) {
            const Int emptied = VG_(fd_open)(path_, VKI_O_TRUNC | VKI_O_WRONLY, owner_only);
            if (emptied >= 0)
                VG_(close)(emptied);
        }
    } else if (failure_ != nullptr) {
        VG_(unlink)(temporary_);
    } else if (VG_(rename)(temporary_, final_) != 0) {
        fail("can't rename the finished file to");
        VG_(unlink)(temporary_);
    }
    if (failure_ == nullptr)
        return true;
    VG_(umsg)("error: %s output file '%s'\n", failure_, path_);
    VG_(umsg)("       ... so the profile will be missing.\n");
    return false;
}

void OutFile::prepare() {
    buffer_ = static_cast<HChar*>(need_pages(buffer_size + 2 * path_size));
    final_ = buffer_ + buffer_size;
    temporary_ = final_ + path_size;
}

UWord OutFile::write_error(const HChar* path) {
    struct vg_stat status = {};
    const SysRes found = VG_(stat)(path, &status);
    if (!sr_isError(found)) {
        if (VKI_S_ISDIR(status.mode))
            return VKI_EISDIR;
        if (VKI_S_ISSOCK(status.mode))
            return VKI_ENXIO;
        return kernel::access_error(path, kernel::may_write);
    }
    if (sr_Err(found) != VKI_ENOENT)
        return sr_Err(found);
    resolve_links(path, final_, temporary_, path_size);
    if (begins_with(final_, "/proc/"))
        return VKI_ENOENT;
    HChar* const slash = VG_(strrchr)(final_, '/');
    if (slash == nullptr || slash[1] == '\0')
        return VKI_EISDIR;
    slash[slash == final_ ? 1 : 0] = '\0';
    return kernel::access_error(final_, kernel::may_write | kernel::may_execute);
}

namespace {

HChar* kept_path = nullptr;
Int kept_fd = -1;

} // namespace

void keep_out_file(const HChar* path) {
    if (kept_fd >= 0 || !kernel::may_have_file(path)) // opening a pipe may wait for its reader
        return;
    const Int fd = VG_(fd_open)(path, VKI_O_CREAT | VKI_O_RDWR, owner_only);
    if (fd < 0)
        return;
    kept_fd = kernel::hide_descriptor(fd);
    kept_path = VG_(strdup)("cachegrind.kept-file", path);
}

Int take_kept_file(const HChar* path) {
    if (kept_fd < 0 || VG_(strcmp)(path, kept_path) != 0)
        return -1;
    const Int fd = kept_fd;
    kept_fd = -1;
    return fd;
}

void drop_kept_file() {
    if (kept_fd >= 0)
        VG_(close)(kept_fd);
    kept_fd = -1;
}

} // namespace cg::vg

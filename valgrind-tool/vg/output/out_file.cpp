// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/output/out_file.hpp"

#include "vg/output/kept_file.hpp"

namespace cg::vg {

HChar OutFile::buffer_[OutFile::buffer_size];
HChar OutFile::final_[OutFile::path_size];
HChar OutFile::temporary_[OutFile::path_size];

namespace {

constexpr Int owner_only = VKI_S_IRUSR | VKI_S_IWUSR;

bool begins_with(const HChar* text, const HChar* beginning) {
    return VG_(strncmp)(text, beginning, VG_(strlen)(beginning)) == 0;
}

} // namespace

OutFile::OutFile(const HChar* path) : path_(path) {
    if (!open())
        fail("can't open");
}

// Resolves symbolic links, so that the file is replaced and not the link. Returns false if the
// path must be written to directly: if it leads to /dev or /proc, where no file can be renamed to,
// or if it is too long.
bool OutFile::resolve() {
    constexpr unsigned max_links = 16;
    if (VG_(strlen)(path_) >= path_size)
        return false;
    VG_(strcpy)(final_, path_);
    for (unsigned links = 0; links < max_links; ++links) {
        if (begins_with(final_, "/dev/") || begins_with(final_, "/proc/"))
            return false;
        const SSizeT length = VG_(readlink)(final_, temporary_, path_size - 1);
        if (length < 0)
            return true;
        temporary_[length] = '\0';
        HChar* const slash = VG_(strrchr)(final_, '/');
        HChar* const name = temporary_[0] != '/' && slash != nullptr ? slash + 1 : final_;
        if (static_cast<SizeT>(name - final_) + static_cast<SizeT>(length) >= path_size) {
            return false;
        }
        VG_(strcpy)(name, temporary_);
    }
    return false;
}

bool OutFile::open() {
    fd_ = take_kept_file(path_);
    if (fd_ >= 0) {
        direct_ = true;
        return true;
    }
    struct vg_stat status = {};
    const bool exists = !sr_isError(VG_(stat)(path_, &status));
    const bool regular = !exists || VKI_S_ISREG(status.mode);
    const Int mode = exists && regular ? static_cast<Int>(status.mode & 0777) : owner_only;
    if (regular && resolve() && VG_(strlen)(final_) + 24 < path_size) {
        VG_(sprintf)(temporary_, "%s.%d.tmp", final_, VG_(getpid)());
        VG_(unlink)(temporary_); // left by an earlier process with this number
        fd_ = VG_(fd_open)(temporary_, VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY, mode);
        if (fd_ >= 0)
            return true;
    }
    // Not a regular file, or no file can be created in its directory.
    direct_ = true;
    fd_ = VG_(fd_open)(path_, VKI_O_CREAT | VKI_O_TRUNC | VKI_O_WRONLY, mode);
    return fd_ >= 0;
}

void OutFile::text(const HChar* text) {
    for (; *text != '\0'; ++text)
        character(*text);
}

void OutFile::escaped(const HChar* text) {
    for (; *text != '\0'; ++text) {
        if (*text == '\n') {
            character('\\');
            character('n');
        } else {
            character(*text);
        }
    }
}

void OutFile::number(ULong n) {
    HChar digits[20];
    unsigned count = 0;
    do {
        digits[count++] = static_cast<HChar>('0' + n % 10);
        n /= 10;
    } while (n != 0);
    while (count != 0)
        character(digits[--count]);
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

bool OutFile::finish() {
    flush();
    if (fd_ >= 0)
        VG_(close)(fd_);
    if (direct_) {
        // An empty file is better than a part of a profile: readers reject it.
        if (failure_ != nullptr && fd_ >= 0) {
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
    return failure_ == nullptr;
}

} // namespace cg::vg

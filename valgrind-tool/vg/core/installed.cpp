// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/core/installed.hpp"

#include "vg/core/options.hpp"
#include "vg/core/valgrind.hpp"

// tool.mk gives TOOL_PLATFORM; LINKED_RELEASE, as `valgrind --version` prints it; and LINKED_SUM:
// what cksum(1) says of the first `head_size` bytes of the file when the tool was built, 0 if there
// was none.
namespace cg::vg {
namespace {

// The headers have the build ID of the file, and the sizes of its segments.
constexpr SizeT head_size = 4096;

// Returns the checksum of POSIX's cksum.
UInt sum_of(const UChar* bytes, SizeT size) {
    UInt sum = 0;
    const auto add = [&sum](UInt byte) {
        sum ^= byte << 24;
        for (unsigned bit = 0; bit < 8; ++bit)
            sum = (sum << 1) ^ ((sum >> 31) * 0x04c11db7u);
    };
    for (SizeT i = 0; i < size; ++i)
        add(bytes[i]);
    for (SizeT rest = size; rest != 0; rest >>= 8)
        add(rest & 0xff);
    return ~sum;
}

class InstalledTool {
  public:
    explicit InstalledTool(const HChar* path) : file_(VG_(fd_open)(path, VKI_O_RDONLY, 0)) {}
    ~InstalledTool() {
        if (is_there())
            VG_(close)(file_);
    }
    InstalledTool(const InstalledTool&) = delete;
    InstalledTool& operator=(const InstalledTool&) = delete;

    bool is_there() const { return file_ >= 0; }
    UInt head_sum() {
        const SizeT size = read_at(0);
        return sum_of(reinterpret_cast<const UChar*>(bytes_), size);
    }
    // Returns the release that the file names: `valgrind-3.19.0`; empty: none.
    const HChar* release() {
        // Names that begin at the end of one part are in the next one, too.
        for (Off64T at = 0; read_at(at) > longest; at += head_size - longest) {
            for (SizeT i = 0; i + longest <= size_; ++i) {
                if (is_release(bytes_ + i))
                    return bytes_ + i;
            }
        }
        return "";
    }

  private:
    static constexpr SizeT longest = 32;

    static bool is_digit(HChar c) { return c >= '0' && c <= '9'; }

    SizeT read_at(Off64T offset) {
        size_ = 0;
        while (size_ < head_size) {
            VG_(lseek)(file_, offset + static_cast<Off64T>(size_), VKI_SEEK_SET);
            const Int got = VG_(read)(file_, bytes_ + size_, static_cast<Int>(head_size - size_));
            if (got <= 0)
                break;
            size_ += static_cast<SizeT>(got);
        }
        return size_;
    }

    // Ends the text after the number of the release, too.
    bool is_release(HChar* text) const {
        constexpr const HChar beginning[] = "valgrind-";
        constexpr SizeT length = sizeof beginning - 1;
        if (VG_(memcmp)(text, beginning, length) != 0 || !is_digit(text[length]))
            return false;
        SizeT end = length;
        while (end < longest - 1 && (is_digit(text[end]) || text[end] == '.'))
            ++end;
        text[end] = '\0';
        return true;
    }

    Int file_;
    SizeT size_ = 0;
    HChar bytes_[head_size];
};

// Releases of a series, such as 3.19.0 and 3.19.1, differ in repairs only.
bool are_of_one_series(const HChar* release, const HChar* other) {
    for (unsigned dots = 0;; ++release, ++other) {
        if (*release == '.' && ++dots == 2)
            return *other == '.' || *other == '\0';
        if (*release != *other)
            return dots == 1 && *release == '\0' && *other == '.';
        if (*release == '\0')
            return true;
    }
}

// Sets `path` to the file beside the tool. Returns false if the kernel does not say where that is.
bool find_installed(HChar* path, SizeT size) {
    constexpr const HChar name[] = "/none-" TOOL_PLATFORM;
    const SSizeT length = VG_(readlink)("/proc/self/exe", path, size - sizeof name);
    if (length <= 0)
        return false;
    path[length] = '\0';
    HChar* const slash = VG_(strrchr)(path, '/');
    if (slash == nullptr)
        return false;
    VG_(strcpy)(slash, name);
    return true;
}

} // namespace

void check_installed_valgrind() {
    HChar path[4096];
    if (LINKED_SUM == 0u || !find_installed(path, sizeof path))
        return;
    InstalledTool installed(path);
    if (!installed.is_there() || installed.head_sum() == LINKED_SUM)
        return;
    const HChar* const name = options.callgrind ? "callgrind" : "cachegrind";
    constexpr const HChar how[] =
        "build it anew (make install or make deb, in the sources of cgtools)";
    const HChar* const release = installed.release();
    if (release[0] != '\0' && !are_of_one_series(LINKED_RELEASE, release)) {
        VG_(umsg)
        ("%s: cannot continue: this tool holds the core of %s, and %s is installed: %s\n", name,
         LINKED_RELEASE, release, how);
        VG_(exit)(1);
    }
    const bool is_same = VG_(strcmp)(release, LINKED_RELEASE) == 0;
    VG_(umsg)
    ("%s: warning: this tool holds the core of %s, and %s is installed: %s\n", name, LINKED_RELEASE,
     is_same || release[0] == '\0' ? "another build" : release, how);
}

} // namespace cg::vg

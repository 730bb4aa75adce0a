// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/kernel_files.hpp"

#include "vg/core/kernel.hpp"
#include "vg/core/segments.hpp"
#include "vg/reproduce/clock.hpp"
#include "vg/reproduce/initial_stack.hpp"
#include "vg/reproduce/machine.hpp"
#include "vg/reproduce/order.hpp"
#include "vg/reproduce/random.hpp"
#include "vg/reproduce/settings.hpp"
#include "vg/reproduce/text.hpp"

namespace cg::vg::reproduce {
namespace {

// ---- texts --------------------------------------------------------------------

UInt cpus() {
    return settings.cpus != 0 ? settings.cpus : 1;
}

// A page of the tool's, which the core lets the program run.
bool is_of_tool(const NSegment& segment) {
    const NSegment* const own = VG_(am_find_nsegment)(reinterpret_cast<Addr>(&is_of_tool));
    return own != nullptr && segment.kind == SkFileC && segment.dev == own->dev &&
           segment.ino == own->ino;
}

// The mappings of the program, as the kernel writes them, without devices and inodes.
void write_mappings(GrowingText& text) {
    any_segment(SkFileC | SkAnonC | SkShmC, [&](const NSegment& segment) {
        if (is_of_tool(segment))
            return false;
        HChar line[160];
        const bool is_file = segment.kind == SkFileC;
        VG_(sprintf)
        (line, "%08lx-%08lx %c%c%c%c %08llx 00:00 0", segment.start, segment.end + 1,
         segment.hasR ? 'r' : '-', segment.hasW ? 'w' : '-', segment.hasX ? 'x' : '-',
         segment.kind == SkShmC ? 's' : 'p',
         is_file ? static_cast<ULong>(segment.offset) : ULong{0});
        text << line;
        const HChar* const name = is_file ? VG_(am_get_filename)(&segment) : nullptr;
        const Addr stack = VG_(get_SP)(1);
        if (name != nullptr)
            text << "                   " << name;
        else if (segment.start <= stack && stack <= segment.end)
            text << "                   [stack]";
        text << "\n";
        return false;
    });
}

void write_memory(GrowingText& text) {
    const auto line = [&](const HChar* name, ULong kib) {
        HChar buffer[64];
        VG_(sprintf)(buffer, "%-16s%8llu kB\n", name, kib);
        text << buffer;
    };
    constexpr ULong total = machine_memory >> 10;
    line("MemTotal:", total);
    line("MemFree:", total / 2);
    line("MemAvailable:", total / 4 * 3);
    line("Buffers:", 0);
    line("Cached:", total / 4);
    line("SwapCached:", 0);
    line("Active:", total / 4);
    line("Inactive:", total / 4);
    line("SwapTotal:", 0);
    line("SwapFree:", 0);
    line("Shmem:", 0);
    line("Slab:", 0);
    line("CommitLimit:", total / 2);
    line("Committed_AS:", total / 4);
    text << "HugePages_Total:       0\nHugePages_Free:        0\n";
    line("Hugepagesize:", 2048);
}

void write_processors(GrowingText& text) {
    for (UInt i = 0; i < cpus(); ++i) {
        text << "processor\t: " << i
             << "\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 37\n"
                "model name\t: x86-64\nstepping\t: 2\ncpu MHz\t\t: 1000.000\n"
                "cache size\t: 8192 KB\nphysical id\t: 0\nsiblings\t: "
             << cpus() << "\ncore id\t\t: " << i << "\ncpu cores\t: " << cpus()
             << "\nflags\t\t: fpu cx8 cmov mmx fxsr sse sse2 syscall nx lm pni ssse3 cx16 sse4_1 "
                "sse4_2 popcnt lahf_lm";
        if (settings.cpu == CpuModel::x86_64_v3)
            text << " avx avx2 bmi1 bmi2 abm";
        text << "\nclflush size\t: 64\ncache_alignment\t: 64\n\n";
    }
}

void write_processor_times(GrowingText& text) {
    text << "cpu  100 0 100 100000 0 0 0 0 0 0\n";
    for (UInt i = 0; i < cpus(); ++i)
        text << "cpu" << i << " 100 0 100 100000 0 0 0 0 0 0\n";
    text << "intr 0\nctxt 0\nbtime " << (clock.real_time() - clock.now()) / Clock::second
         << "\nprocesses 100\nprocs_running 1\nprocs_blocked 0\n";
}

void write_range(GrowingText& text) {
    if (cpus() == 1)
        text << "0\n";
    else
        text << "0-" << cpus() - 1 << "\n";
}

void write_uptime(GrowingText& text) {
    text << clock.now() / Clock::second << ".00 " << clock.now() / Clock::second << ".00\n";
}

// As procfs has it: numbers of processes stay, memory and times are fixed.
void write_status_line(GrowingText& text) {
    text << static_cast<ULong>(VG_(getpid)()) << " (" << VG_(basename)(VG_(args_the_exename))
         << ") R " << static_cast<ULong>(VG_(getppid)())
         << " 1 1 0 -1 4194304 100 0 0 0 0 0 0 0 20 0 " << ULong{thread_count()}
         << " 0 100 16777216 4096 18446744073709551615 "
            "0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
}

void write_status(GrowingText& text) {
    text << "Name:\t" << VG_(basename)(VG_(args_the_exename)) << "\nState:\tR (running)\nPid:\t"
         << static_cast<ULong>(VG_(getpid)()) << "\nPPid:\t" << static_cast<ULong>(VG_(getppid)())
         << "\nTracerPid:\t0\nVmPeak:\t   16384 kB\nVmSize:\t   16384 kB\nVmHWM:\t   16384 kB\n"
            "VmRSS:\t   16384 kB\nThreads:\t"
         << ULong{thread_count()} << "\nCpus_allowed_list:\t";
    write_range(text);
    text << "Mems_allowed_list:\t0\n";
}

void write_environment(GrowingText& text) {
    for (const HChar* const* v = initial_stack.environment; v != nullptr && *v != nullptr; ++v)
        text.append(*v, VG_(strlen)(*v) + 1);
}

void write_auxiliary(GrowingText& text) {
    const UWord* entry = initial_stack.auxiliary;
    if (entry == nullptr)
        return;
    for (; entry[0] != 0; entry += 2)
        text.append(entry, 2 * sizeof(UWord));
    text.append(entry, 2 * sizeof(UWord));
}

void write_uuid(GrowingText& text) {
    const ULong a = generator.next(), b = generator.next();
    HChar line[64];
    VG_(sprintf)
    (line, "%08llx-%04llx-4%03llx-8%03llx-%012llx\n", a >> 32, (a >> 16) & 0xffff, a & 0xfff,
     b >> 52, b & 0xffffffffffff);
    text << line;
}

// ---- the table ----------------------------------------------------------------

// The option that fixes the file: --cpus, or --reproducible=yes alone.
enum class Of : UChar { cores, machine, random };

struct File {
    const HChar* path; // below /proc/self for all names of the process
    Of of;
    void (*write)(GrowingText& text);
    const HChar* text; // if there is no function
};

constexpr File files[] = {
    {"/proc/self/maps", Of::machine, write_mappings, nullptr},
    {"/proc/self/stat", Of::machine, write_status_line, nullptr},
    {"/proc/self/statm", Of::machine, nullptr, "4096 4096 1024 256 0 1024 0\n"},
    {"/proc/self/status", Of::machine, write_status, nullptr},
    {"/proc/self/environ", Of::machine, write_environment, nullptr},
    {"/proc/self/auxv", Of::machine, write_auxiliary, nullptr},
    {"/proc/self/cgroup", Of::machine, nullptr, "0::/\n"},
    {"/proc/self/mountinfo", Of::machine, nullptr,
     "1 0 0:1 / / rw - ext4 /dev/root rw\n2 1 0:2 / /proc rw - proc proc rw\n"
     "3 1 0:3 / /sys rw - sysfs sysfs rw\n4 3 0:4 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"},
    {"/proc/self/mounts", Of::machine, nullptr,
     "/dev/root / ext4 rw 0 0\nproc /proc proc rw 0 0\nsysfs /sys sysfs rw 0 0\n"
     "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n"},
    {"/proc/meminfo", Of::machine, write_memory, nullptr},
    {"/proc/cpuinfo", Of::cores, write_processors, nullptr},
    {"/proc/stat", Of::cores, write_processor_times, nullptr},
    {"/proc/uptime", Of::machine, write_uptime, nullptr},
    {"/proc/loadavg", Of::machine, nullptr, "0.00 0.00 0.00 1/100 100\n"},
    {"/proc/cgroups", Of::machine, nullptr, "#subsys_name\thierarchy\tnum_cgroups\tenabled\n"},
    {"/proc/version", Of::machine, nullptr, "Linux version 6.1.0 #1 SMP\n"},
    {"/proc/sys/kernel/osrelease", Of::machine, nullptr, "6.1.0\n"},
    {"/proc/sys/kernel/version", Of::machine, nullptr, "#1 SMP\n"},
    {"/proc/sys/kernel/hostname", Of::machine, nullptr, "localhost\n"},
    {"/proc/sys/kernel/pid_max", Of::machine, nullptr, "4194304\n"},
    {"/proc/sys/kernel/threads-max", Of::machine, nullptr, "62000\n"},
    {"/proc/sys/kernel/random/uuid", Of::random, write_uuid, nullptr},
    {"/proc/sys/kernel/random/boot_id", Of::random, nullptr,
     "00000000-0000-4000-8000-000000000000\n"},
    {"/proc/sys/vm/overcommit_memory", Of::machine, nullptr, "0\n"},
    {"/proc/sys/vm/max_map_count", Of::machine, nullptr, "65530\n"},
    {"/proc/sys/net/core/somaxconn", Of::machine, nullptr, "4096\n"},
    {"/sys/devices/system/cpu/online", Of::cores, write_range, nullptr},
    {"/sys/devices/system/cpu/possible", Of::cores, write_range, nullptr},
    {"/sys/devices/system/cpu/present", Of::cores, write_range, nullptr},
    {"/sys/devices/system/node/online", Of::machine, nullptr, "0\n"},
    {"/sys/devices/system/node/possible", Of::machine, nullptr, "0\n"},
    {"/sys/fs/cgroup/cgroup.controllers", Of::machine, nullptr, "cpuset cpu io memory pids\n"},
    {"/sys/fs/cgroup/cpu.max", Of::cores, nullptr, "max 100000\n"},
    {"/sys/fs/cgroup/cpuset.cpus.effective", Of::cores, write_range, nullptr},
    {"/sys/fs/cgroup/memory.max", Of::machine, nullptr, "max\n"},
    {"/sys/fs/cgroup/memory.high", Of::machine, nullptr, "max\n"},
    {"/sys/kernel/mm/transparent_hugepage/enabled", Of::machine, nullptr,
     "always [madvise] never\n"},
    {"/sys/kernel/mm/transparent_hugepage/shmem_enabled", Of::machine, nullptr,
     "always within_size advise [never] deny force\n"},
    {"/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", Of::machine, nullptr, "2097152\n"},
};

// Beginnings of paths below which there is nothing but what the table has.
constexpr const HChar* empty_directories[] = {
    "/sys/fs/cgroup/",
    "/sys/devices/system/cpu/cpu",
    "/sys/devices/system/node/node",
};

const File* file_at(const HChar* path) {
    for (const File& file : files) {
        if (VG_(strcmp)(file.path, path) == 0)
            return &file;
    }
    return nullptr;
}

bool is_fixed(const File& file) {
    switch (file.of) {
    case Of::cores:
        return settings.cpus != 0;
    case Of::random:
        return settings.random;
    default:
        return settings.machine;
    }
}

bool is_hidden(const HChar* path) {
    if (!settings.machine)
        return false;
    for (const HChar* const beginning : empty_directories) {
        if (begins_with(path, beginning))
            return true;
    }
    return false;
}

// ---- what was opened ----------------------------------------------------------

constexpr UWord close_on_exec = 02000000; // O_CLOEXEC
constinit ULong proc_device = 0, sys_device = 0, cgroup_device = 0;

constexpr SizeT path_size = 512; // no path of the table is as long

// Writes /proc/self for /proc/PID, /proc/thread-self and /proc/PID/task/TID.
void unify(HChar (&path)[path_size]) {
    HChar own[40];
    VG_(sprintf)(own, "/proc/%d/", VG_(getpid)());
    const HChar* rest = nullptr;
    if (begins_with(path, "/proc/self/"))
        rest = path + sizeof "/proc/self/" - 1;
    else if (begins_with(path, "/proc/thread-self/"))
        rest = path + sizeof "/proc/thread-self/" - 1;
    else if (begins_with(path, own))
        rest = path + VG_(strlen)(own);
    else if (VG_(strcmp)(path, "/proc/mounts") == 0)
        rest = "mounts";
    if (rest == nullptr)
        return;
    if (begins_with(rest, "task/")) {
        const HChar* const end = VG_(strchr)(rest + sizeof "task/" - 1, '/');
        rest = end == nullptr ? rest : end + 1;
    }
    HChar unified[path_size];
    VG_(snprintf)(unified, sizeof unified, "/proc/self/%s", rest);
    VG_(strcpy)(path, unified);
}

// Sets the path of the file that was opened, or that does not exist. Returns false if it is none of
// these file systems.
bool find_path(const SystemCall& call, const HChar* asked, HChar (&path)[path_size]) {
    // By its name: what does not exist, and files that the core itself replaces.
    if ((begins_with(asked, "/proc/") || begins_with(asked, "/sys/")) &&
        VG_(strlen)(asked) < path_size) {
        VG_(strcpy)(path, asked);
        unify(path);
        if (call.failed() || file_at(path) != nullptr)
            return true;
    }
    if (call.failed())
        return false;
    struct vg_stat status = {};
    if (VG_(fstat)(static_cast<Int>(call.value()), &status) != 0 ||
        (status.dev != proc_device && status.dev != sys_device && status.dev != cgroup_device))
        return false;
    HChar link[64];
    VG_(sprintf)(link, "/proc/self/fd/%d", static_cast<Int>(call.value()));
    const SSizeT length = VG_(readlink)(link, path, path_size - 1);
    if (length <= 0)
        return false;
    path[length] = '\0';
    unify(path);
    return true;
}

bool is_directory(const SystemCall& call) {
    struct vg_stat status = {};
    return !call.failed() && VG_(fstat)(static_cast<Int>(call.value()), &status) == 0 &&
           VKI_S_ISDIR(status.mode);
}

void give_text(const SystemCall& call, const File& file, bool closes_on_exec) {
    GrowingText text;
    if (file.write != nullptr)
        file.write(text);
    else
        text << file.text;
    const Int memory = kernel::create_memory_file(VG_(basename)(file.path));
    if (memory < 0)
        return;
    VG_(write)(memory, text.bytes(), static_cast<Int>(text.size()));
    VG_(lseek)(memory, 0, VKI_SEEK_SET);
    if (call.failed()) {
        kernel::set_close_on_exec(memory, closes_on_exec);
        call.give(static_cast<UWord>(memory));
        return;
    }
    kernel::call(__NR_dup3, static_cast<UWord>(memory), call.value(),
                 closes_on_exec ? close_on_exec : 0);
    VG_(close)(memory);
}

ULong device_of(const HChar* path) {
    struct vg_stat status = {};
    return sr_isError(VG_(stat)(path, &status)) ? ~ULong{0} : status.dev;
}

} // namespace

void start_kernel_files() {
    proc_device = device_of("/proc/self/stat");
    sys_device = device_of("/sys/kernel");
    cgroup_device = device_of("/sys/fs/cgroup");
}

void replace_kernel_file(const SystemCall& call) {
    unsigned name_at = 0;
    switch (call.number) {
#ifdef __NR_open
    case __NR_open:
        break;
#endif
    case __NR_openat:
        name_at = 1;
        break;
    default:
        return;
    }
    constexpr UWord no_entry = 2, no_access = 13; // ENOENT, EACCES
    if (call.failed() && sr_Err(call.result) != no_entry && sr_Err(call.result) != no_access)
        return;
    const auto* const asked = call.pointer<const HChar>(name_at);
    if (!VG_(am_is_valid_for_client)(call.arguments[name_at], 1, VKI_PROT_READ))
        return;
    const UWord flags = call.arguments[name_at + 1];
    constexpr UWord access_mode = 3; // reading is 0
    HChar path[path_size];
    if ((flags & access_mode) != 0 || !find_path(call, asked, path) || is_directory(call))
        return;
    const File* const file = file_at(path);
    if (file != nullptr && is_fixed(*file)) {
        give_text(call, *file, (flags & close_on_exec) != 0);
    } else if (file == nullptr && is_hidden(path) && !call.failed()) {
        VG_(close)(static_cast<Int>(call.value()));
        call.give_error(no_entry);
    }
}

} // namespace cg::vg::reproduce

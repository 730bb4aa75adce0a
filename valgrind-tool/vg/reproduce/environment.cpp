// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/environment.hpp"

#include "vg/core/options.hpp"
#include "vg/core/sort.hpp"

namespace cg::vg::reproduce {
namespace {

constexpr const HChar* tag = "cachegrind.environment";

constexpr const HChar* fixed[] = {
    "HOME=/nonexistent",
    "LANG=C.UTF-8",
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "TZ=UTC0",
    "USER=user",
};

// Returns how long the name is, without `=`.
SizeT name_length(const HChar* variable) {
    const HChar* const end = VG_(strchr)(variable, '=');
    return end == nullptr ? VG_(strlen)(variable) : static_cast<SizeT>(end - variable);
}

bool is_named(const HChar* variable, const HChar* name) {
    const SizeT length = VG_(strlen)(name);
    return name_length(variable) == length && VG_(strncmp)(variable, name, length) == 0;
}

bool have_same_name(const HChar* left, const HChar* right) {
    const SizeT length = name_length(left);
    return length == name_length(right) && VG_(strncmp)(left, right, length) == 0;
}

// Returns true for variables of Valgrind, of Debian's script, and of our front.
bool is_addition(const HChar* variable) {
    constexpr const HChar* names[] = {"VALGRIND_LIB", "VALGRIND_LAUNCHER", "GLIBCPP_FORCE_NEW",
                                      "GLIBCXX_FORCE_NEW"};
    for (const HChar* const name : names) {
        if (is_named(variable, name))
            return true;
    }
    return begins_with(variable, "VALGRIND_STARTUP_PWD_");
}

// Parts of lists of paths that Valgrind, or Debian's script, adds.
bool is_added_part(const HChar* part, SizeT length) {
    constexpr HChar debug[] = "/usr/lib/debug", preload[] = "/vgpreload_core";
    if (length == sizeof debug - 1 && VG_(strncmp)(part, debug, length) == 0)
        return true;
    for (SizeT i = 0; i + sizeof preload - 1 <= length; ++i) {
        if (VG_(strncmp)(part + i, preload, sizeof preload - 1) == 0)
            return true;
    }
    return false;
}

// Returns a copy of a list of paths without what was added; null if nothing is left.
HChar* without_added_parts(const HChar* variable) {
    HChar* const copy = VG_(strdup)(tag, variable);
    const SizeT start = name_length(variable) + 1;
    SizeT used = start;
    bool is_first = true;
    for (SizeT at = start; variable[at - 1] != '\0';) {
        SizeT length = 0;
        while (variable[at + length] != ':' && variable[at + length] != '\0')
            ++length;
        if (!is_added_part(variable + at, length)) {
            if (!is_first)
                copy[used++] = ':';
            VG_(memcpy)(copy + used, variable + at, length);
            used += length;
            is_first = false;
        }
        at += length + 1;
    }
    copy[used] = '\0';
    if (!is_first && used != start)
        return copy;
    VG_(free)(copy);
    return nullptr;
}

// Returns what the program sees of a variable, allocated; null: nothing.
HChar* without_additions(const HChar* variable) {
    if (is_addition(variable))
        return nullptr;
    if (is_named(variable, "LD_PRELOAD") || is_named(variable, "LD_LIBRARY_PATH"))
        return without_added_parts(variable);
    return VG_(strdup)(tag, variable);
}

// Such as the libraries that the program is linked with.
bool says_which_program(const HChar* variable) {
    return is_named(variable, "LD_LIBRARY_PATH") || is_named(variable, "LD_PRELOAD") ||
           is_named(variable, "GLIBC_TUNABLES");
}

bool is_kept(const HChar* variable) {
    HChar* const name = VG_(strdup)(tag, variable);
    name[name_length(variable)] = '\0';
    const bool result = options.reproduce.keep_env.match(name);
    VG_(free)(name);
    return result;
}

} // namespace

Strings choose_environment(const HChar* const* given, bool is_started_by_run) {
    SizeT count = 0;
    while (given[count] != nullptr)
        ++count;
    auto* const chosen = static_cast<Strings>(
        VG_(malloc)(tag, (count + sizeof fixed / sizeof fixed[0] + 1) * sizeof(HChar*)));
    SizeT used = 0;
    for (SizeT i = 0; i < count; ++i) {
        if (!is_started_by_run && !says_which_program(given[i]) && !is_kept(given[i]))
            continue;
        if (HChar* const variable = without_additions(given[i]))
            chosen[used++] = variable;
    }
    if (!is_started_by_run) {
        const SizeT own = used;
        for (const HChar* const variable : fixed) {
            bool is_there = false;
            for (SizeT i = 0; i < own; ++i)
                is_there = is_there || have_same_name(chosen[i], variable);
            if (!is_there)
                chosen[used++] = VG_(strdup)(tag, variable);
        }
        sort(chosen, used, [](const HChar* a, const HChar* b) { return VG_(strcmp)(a, b) < 0; });
    }
    chosen[used] = nullptr;
    return chosen;
}

} // namespace cg::vg::reproduce

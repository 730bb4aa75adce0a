// SPDX-License-Identifier: GPL-2.0-or-later
#include "io/descriptor.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/resource.h>

namespace cg {

std::size_t openable_files(std::size_t max) {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return max;
    std::size_t free = 0;
    // Descriptors are numbers below the limit, the lowest first.
    for (rlim_t number = 0; number < limit.rlim_cur && free < max; ++number)
        if (::fcntl(static_cast<int>(number), F_GETFD) == -1 && errno == EBADF)
            ++free;
    return free;
}

} // namespace cg

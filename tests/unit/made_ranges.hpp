// SPDX-License-Identifier: GPL-2.0-or-later
// A profile with costs by address, as text.
#pragma once

#include <string>

namespace cg {

// A profile of two functions with these lines of costs by address.
inline std::string with_ranges(const std::string& lines) {
    return "cmd: c\nevents: Ir Dr\nfl=a\nfn=f\n1 12 4\n2 8 0\nfn=g\n7 5 0\n#addresses 1\n" + lines +
           "summary: 25 4\n";
}

inline const std::string range_lines =
    "#object 1 ab12 /bin/prog name\n#fl=a\n#fn=f\n#a 1 0x10 8 3 1 12 4\n"
    "#a 1 0x18 8 2 2 8\n#fn=g\n#a 1 0x40 5 5 7 5\n";

} // namespace cg

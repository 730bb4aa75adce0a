// SPDX-License-Identifier: GPL-2.0-or-later
// A profile with costs by data object, as text.
#pragma once

#include <string>

namespace cg {

// A profile of three functions with these lines of costs by data object.
inline std::string with_data(const std::string& lines) {
    return "cmd: c\nevents: Ir D1mr DLmr D1mw DLmw AcCost1 SpLoss1 AcCost2 SpLoss2\n"
           "fl=/src/list.c\nfn=main\n10 100 5 1 2 0 7 200 3 40\n11 50 1 0 3 1 5 100 2 10\n"
           "fn=find\n20 300 9 3 0 0 11 400 8 120\n"
           "fl=/src/other.c\nfn=other\n3 10 0 0 1 1 0 32 0 0\n" +
           lines + "summary: 460 15 4 6 2 23 732 13 170\n";
}

inline const std::string data_header =
    "#data 1 word=4 line=64 over_live=2 allocators=3\n"
    "#data-events: D1mr DLmr D1mw DLmw Lines1 AcCost1 SpLoss1 Uses1 Lines2 AcCost2 SpLoss2\n";
inline const std::string data_objects = "#fl=/src/list.c\n#fn=main\n#place 0 12\n"
                                        "#fn=add\n#place 1 30\n"
                                        "#fl=???\n#fn=find\n#place 0 0\n"
                                        "#data-object heap 2 10 400 40 80 8\n"
                                        "#field 0 64 16 3\n#field 4 64 64 1\n"
                                        "#ob=/bin/lists\n"
                                        "#data-object static 0 0 1000 1000 1000 1000 table\n"
                                        "#field 0 128 4\n"
                                        "#data-object stack 3 0 0 0 0 0\n"
                                        "#data-object code 0 0 0 0 0 0 (code)\n"
                                        "#data-object map 0 0 0 0 0 0 /etc/a file\n";
inline const std::string data_cells = "#fl=/src/list.c\n#fn=main\n"
                                      "#cell 1 10 4 1 1 0 4 4 100 9 1 3 40\n"
                                      "#cell 2 10 1 0 1 0 2 3 100 3\n"
                                      "#cell 1 11 1 0 3 1 4 5 100 6 2 2 10\n"
                                      "#fn=find\n"
                                      "#cell 1 20 8 2 0 0 8 10 380 12 5 7 100\n"
                                      "#cell 3 20 1 1 0 0 1 1 20 3 1 1 20\n"
                                      "#fl=/src/other.c\n#fn=other\n"
                                      "#cell 5 3 0 0 1 1 1 0 32\n";
inline const std::string data_lines = data_header + data_objects + data_cells;

} // namespace cg

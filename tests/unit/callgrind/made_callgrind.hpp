// SPDX-License-Identifier: GPL-2.0-or-later
// A profile as callgrind writes it, for tests, and a reader's profile of it as text.
#pragma once

#include "../thrown.hpp"
#include "error/error.hpp"
#include "format/cachegrind.hpp"
#include "format/read.hpp"
#include "model/profile.hpp"

#include <string>

// A namespace of its own, because other tests have functions of the same names.
namespace cg::made_callgrind {

inline Profile read(const std::string& text) {
    return read_profile(text, "f");
}

inline std::string message(const std::string& text) {
    return thrown_by<Error>([&] { read_profile(text, "f"); });
}

inline std::string text(const Profile& profile) {
    std::string bytes;
    write_profile(profile, [&](std::string_view more) { bytes += more; });
    return bytes;
}

// "file:function:line counts" of each row.
inline std::string rows(const Profile& profile) {
    std::string all;
    for (const FunctionCosts& f : profile.costs.functions())
        for (std::size_t row = f.first_row; row < f.end_row; ++row) {
            all += std::string(profile.names[f.file]) + ":" +
                   (f.function == unspecified_function ? std::string("-")
                                                       : std::string(profile.names[f.function])) +
                   ":" + std::to_string(profile.costs.line(row));
            for (const Count count : profile.costs.counts(row))
                all += " " + std::to_string(count);
            all += "\n";
        }
    return all;
}

// "caller file:line callee[object] calls counts" of each arc, and the functions' own counts.
inline std::string arcs(const Profile& profile) {
    std::string all;
    const CallArcs arcs = profile.calls->arcs();
    const CalledFunctions& functions = profile.calls->functions;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const CallArc& arc = arcs[i];
        all += (is_root_number(arc.caller) ? "root" : std::string(functions.name(arc.caller))) +
               " " + std::string(functions.names()[arc.file]) + ":" + std::to_string(arc.line) +
               " " + std::string(functions.name(arc.callee)) + "[" +
               std::string(functions.object(arc.callee)) + "] " + std::to_string(arcs.calls(i));
        for (const Count count : arcs.counts(i))
            all += " " + std::to_string(count);
        all += "\n";
    }
    for (FunctionId f = 0; f < functions.size(); ++f) {
        all += std::string(functions.name(f));
        for (const Count count : arcs.own(f))
            all += " " + std::to_string(count);
        all += "\n";
    }
    return all;
}

inline const std::string plain = "version: 1\n"
                                 "creator: callgrind-3.19.0\n"
                                 "cmd: ./prog\n"
                                 "desc: I1 cache: \n"
                                 "desc: Trigger: Program termination\n"
                                 "positions: line\n"
                                 "events: Ir Dr\n"
                                 "summary: 60 6\n"
                                 "\n"
                                 "ob=prog\n"
                                 "fl=a.c\n"
                                 "fn=main\n"
                                 "10 20 4\n"
                                 "cfn=f\n"
                                 "calls=2 5\n"
                                 "12 30 1\n"
                                 "cob=libc.so\n"
                                 "cfi=s.c\n"
                                 "cfn=strlen\n"
                                 "calls=1 7\n"
                                 "12 10 1\n"
                                 "fi=inl.h\n"
                                 "3 5\n"
                                 "fe=a.c\n"
                                 "fn=f\n"
                                 "5 25 1\n"
                                 "\n"
                                 "ob=libc.so\n"
                                 "fl=s.c\n"
                                 "fn=strlen\n"
                                 "7 10 1\n"
                                 "totals: 60 6\n";

} // namespace cg::made_callgrind

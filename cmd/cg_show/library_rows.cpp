// SPDX-License-Identifier: GPL-2.0-or-later
#include "library_rows.hpp"

#include "calls/by_library.hpp"
#include "cli/run.hpp"
#include "error/error.hpp"
#include "load/load.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"

#include <cstddef>

namespace cg::show {

render::RowWords take_library_rows(std::vector<Profile>& profiles,
                                   const std::vector<std::string>& paths, const Options& options,
                                   const OutputFormat& format) {
    const bool needs_tree = options.inclusive || !format.names_in_rows;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        Profile& profile = profiles[i];
        if (!knows_libraries(profile))
            throw_lacking(input_for_message(paths[i]), "libraries", "--by=library needs",
                          "--calls=yes");
        // Arcs do not tell which part of a library's cost is that of a call of its caller.
        if (needs_tree && !(profile.calls && profile.calls->tree()))
            throw Error(input_for_message(paths[i]),
                        "has no tree of calls, which --by=library needs for --inclusive, trees and "
                        "stacks (valgrind --tool=cachegrind --calls=yes writes one)");
    }
    // Side by side, libraries have the names of the last profile.
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const auto moved = moved_objects(profiles[i], profiles.back());
        cli::notes(notes_of(moved));
        if (i + 1 < profiles.size())
            profiles[i] = by_library(profiles[i], moved);
    }
    profiles.back() = by_library(profiles.back());
    return {"library", "library", "", true};
}

} // namespace cg::show

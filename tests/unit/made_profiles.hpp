// SPDX-License-Identifier: GPL-2.0-or-later
// Profiles made by hand for the tests of reports, and output of renderers as strings.
#pragma once

#include "profiles.hpp"
#include "render/renderers.hpp"

#include <string>
#include <vector>

namespace cg {

// Two directories, a function with code of two files, counts for two events.
inline Profile small_profile() {
    return make_profile({"Ir", "Dr"}, {{"src/a.c", "main", 1, {10, 5}},
                                       {"src/a.c", "main", 2, {20, 0}},
                                       {"src/a.c", "helper", 7, {100, 50}},
                                       {"/usr/include/in.h", "main", 3, {5, 1}},
                                       {"src/b.c", "", 1, {2, 2}},
                                       {"???", "???", 0, {40, 1}}});
}

// As cg_diff --keep-base writes it: main grew, gone went, same stayed.
inline Profile diff_profile() {
    return make_profile({"Ir", "Ir@base"}, {{"src/a.c", "main", 0, {50, 100}},
                                            {"src/a.c", "gone", 0, {-30, 30}},
                                            {"src/b.c", "same", 0, {0, 70}}});
}

inline std::string rendered(render::Renderer& renderer, const std::vector<ProfileView>& views,
                            const render::Options& options = {}) {
    std::string bytes;
    Writer out([&](std::string_view piece) { bytes += piece; });
    renderer(views, options, out);
    out.flush();
    return bytes;
}

inline std::string rendered(render::Renderer& renderer, const Profile& profile,
                            const render::Options& options = {}, std::string_view sort = {}) {
    return rendered(renderer, std::vector{make_profile_view(profile, "small.out", sort)}, options);
}

} // namespace cg

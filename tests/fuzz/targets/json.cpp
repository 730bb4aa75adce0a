// SPDX-License-Identifier: GPL-2.0-or-later
// Any bytes are a profile in JSON or an Error; the profile is the same after a way through JSON.
#include "format/json.hpp"
#include "error/error.hpp"
#include "render/renderers.hpp"
#include "round_trip.hpp"

namespace cg::fuzz {
namespace {

std::string json_of(const Profile& profile) {
    std::string bytes;
    Writer out([&](std::string_view more) { bytes += more; });
    ProfileView view{};
    view.profile = &profile; // all that this renderer reads
    render::json({&view, 1}, {}, out);
    out.flush();
    return bytes;
}

} // namespace

void json(std::string_view bytes) {
    try {
        const Profile profile = read_json(bytes, "fuzz");
        check(profile);
        require(text_of(read_json(json_of(profile), "json")) == text_of(profile),
                "JSON holds the whole profile");
    } catch (const Error& error) {
        require(error.source() == "fuzz", "what was written can be read");
    }
}

} // namespace cg::fuzz

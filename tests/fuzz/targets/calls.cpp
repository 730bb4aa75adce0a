// SPDX-License-Identifier: GPL-2.0-or-later
// Any bytes are a profile of Callgrind's format or an Error; the profile is the same after a way
// through what we write, and its own cost is that of its lines. What is salvaged is a profile too.
#include "callgrind/read.hpp"
#include "error/error.hpp"
#include "format/read.hpp"
#include "round_trip.hpp"

namespace cg::fuzz {

void calls(std::string_view bytes) {
    if (!begins_as_callgrind(bytes))
        return;
    try {
        const Profile profile = read_profile(bytes, "fuzz");
        check(profile);
        if (const CallTree* const tree = profile.calls->tree())
            require(tree->total() == profile.summary, "nodes cost what lines cost");
    } catch (const Error& error) {
        require(error.source() == "fuzz", "what was written can be read");
    }
    try {
        const Salvaged salvaged = salvage_profile(bytes, "fuzz");
        require(salvaged.profile.summary == salvaged.profile.costs.total(),
                "the summary of what is salvaged is the sum of its counts");
    } catch (const Error&) {
    }
}

} // namespace cg::fuzz

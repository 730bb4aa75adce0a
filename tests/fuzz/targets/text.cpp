// SPDX-License-Identifier: GPL-2.0-or-later
// Any bytes are a profile or an Error, or a profile that was cut short and can be salvaged.
#include "error/error.hpp"
#include "format/read.hpp"
#include "lines/sections.hpp"
#include "model/count.hpp"
#include "round_trip.hpp"

namespace {

// Whether each function's sum fits. Lines may fit, and the total, when these do not.
bool functions_fit(const cg::Profile& profile) {
    try {
        for (const cg::FunctionCosts& f : profile.costs.functions())
            for (std::size_t event = 0; event < profile.header.events.size(); ++event) {
                cg::WideCount sum = 0;
                for (const std::size_t row : f.rows())
                    sum += profile.costs.counts(row)[event];
                cg::narrowed(sum);
            }
        if (profile.data)
            cg::by_function(*profile.data);
    } catch (const std::overflow_error&) {
        return false;
    }
    return true;
}

} // namespace

void cg::fuzz::text(std::string_view bytes) {
    bool is_whole = false;
    bool must_be_read = false;
    try {
        const Profile profile = read_profile(bytes, "fuzz");
        is_whole = true;
        check(profile);
        must_be_read = functions_fit(profile);
        read_profile(bytes, "fuzz", {.detail = Detail::functions});
    } catch (const Error&) {
        require(!must_be_read, "a profile can be read by function too, if its functions' sums fit");
    }
    try {
        const Salvaged salvaged = salvage_profile(bytes, "fuzz");
        // To salvage passes over comments.
        const SectionPositions sections = find_sections(bytes);
        const bool has_sections = !sections.addresses.empty() || !sections.data.empty();
        require(salvaged.damage.has_value() != is_whole || (has_sections && !salvaged.damage),
                "only what can't be read is damaged");
        check(salvaged.profile);
    } catch (const Error&) {
        require(!is_whole, "what can be read can be salvaged");
    }
}

// SPDX-License-Identifier: GPL-2.0-or-later
// Any bytes are a profile or an Error, or a profile that was cut short and can be salvaged.
#include "error/error.hpp"
#include "round_trip.hpp"

void cg::fuzz::text(std::string_view bytes) {
    bool is_whole = false;
    try {
        check(read_profile(bytes, "fuzz"));
        is_whole = true;
        read_profile(bytes, "fuzz", {.detail = Detail::functions});
    } catch (const Error&) {
        require(!is_whole, "a profile can be read by function too");
    }
    try {
        const Salvaged salvaged = salvage_profile(bytes, "fuzz");
        require(salvaged.damage.has_value() != is_whole, "only what can't be read is damaged");
        check(salvaged.profile);
    } catch (const Error&) {
        require(!is_whole, "what can be read can be salvaged");
    }
}

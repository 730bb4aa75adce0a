// SPDX-License-Identifier: GPL-2.0-or-later
// Arguments of --derive, on a difference with bases and counts as far as they go.
#include "algebra/derive.hpp"
#include "error/error.hpp"
#include "round_trip.hpp"

namespace cg::fuzz {

void derivation(std::string_view bytes) {
    static const Profile profile = read_profile("cmd: c\nevents: A B C A@base B@base\n"
                                                "fl=a\nfn=f\n"
                                                "1 9223372036854775807 -7 0 1 -1\n"
                                                "2 -9223372036854775808 3 5 -2 0\n"
                                                "3 0 0 -1 2 1\n"
                                                "summary: -1 -4 4 1 0\n",
                                                "fuzz");
    try {
        const Derivation derivation{std::string(bytes)};
        const Profile derived = derivation.apply(profile);
        require(derived.header.events.column(derivation.event()).has_value(), "the event is there");
        check(derived);
    } catch (const UsageError&) {
    } catch (const std::overflow_error&) {
    }
}

} // namespace cg::fuzz

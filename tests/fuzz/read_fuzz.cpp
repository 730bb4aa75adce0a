// SPDX-License-Identifier: GPL-2.0-or-later
// Any bytes are a profile or an Error; what is read can be written and read again.
#include "error/error.hpp"
#include "format/read.hpp"
#include "format/write.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

std::string text(const cg::Profile& profile) {
    std::string bytes;
    cg::write_profile(profile, [&](std::string_view more) { bytes += more; });
    return bytes;
}

void check(const cg::Profile& profile) {
    const std::string once = text(profile);
    if (text(cg::read_profile(once, "written")) != once)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    bool is_good = false;
    try {
        check(cg::read_profile(bytes, "fuzz"));
        is_good = true;
    } catch (const cg::Error&) {
    }
    try {
        const cg::Salvaged salvaged = cg::salvage_profile(bytes, "fuzz");
        if (salvaged.damaged == is_good)
            std::abort();
        check(salvaged.profile);
    } catch (const cg::Error&) {
        if (is_good)
            std::abort();
    }
    return 0;
}

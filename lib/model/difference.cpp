// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/difference.hpp"

#include "model/header.hpp"

#include <algorithm>

namespace cg {
namespace {

bool names_compared_files(std::string_view desc) {
    return desc.starts_with(compared_files);
}

} // namespace

bool says_difference(const Header& header) {
    return std::ranges::any_of(header.desc, names_compared_files);
}

void add_kind(Header& header, const Header& other) {
    if (!says_difference(other))
        std::erase_if(header.desc, names_compared_files);
}

} // namespace cg

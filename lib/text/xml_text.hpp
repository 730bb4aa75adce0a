// SPDX-License-Identifier: GPL-2.0-or-later
// Text in HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace cg {

// For element content and quoted attributes. What is no UTF-8, and control characters, which
// XML cannot hold at all, become U+FFFD.
std::string xml_text(std::string_view bytes);

} // namespace cg

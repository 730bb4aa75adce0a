// SPDX-License-Identifier: GPL-2.0-or-later
// Text in HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace cg {

// Escapes text for element content and quoted attributes. Bytes that are not UTF-8, and control
// characters, which XML does not allow, become U+FFFD.
std::string xml_text(std::string_view bytes);

} // namespace cg

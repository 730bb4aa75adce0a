// SPDX-License-Identifier: GPL-2.0-or-later
#include "text/xml_text.hpp"

#include "text/destination.hpp"
#include "text/utf8.hpp"

namespace cg {

std::string xml_text(std::string_view bytes) {
    std::string out;
    for (const char c : text_for(Destination::page, bytes)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    // U+FFFE and U+FFFF are UTF-8, but no characters of XML.
    for (const char* const bad : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})
        for (std::size_t at = 0; (at = out.find(bad, at)) != out.npos;)
            out.replace(at, 3, "\xEF\xBF\xBD");
    return out;
}

} // namespace cg

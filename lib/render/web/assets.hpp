// SPDX-License-Identifier: GPL-2.0-or-later
// The files of this directory, as the build embeds them: report.css is report_css.
#pragma once

#include <string_view>

namespace cg::web {

// With @title@, @version@, @style@, @code@, @data@, @parts@, @graph@, @script@; @objects@ and those
// that begin so are empty without data objects.
extern const std::string_view report_html;
extern const std::string_view report_css;
extern const std::string_view objects_css; // with data objects
// The scripts of the page share one scope, as one script. Only page_js, the last one, does anything
// when it is read; in the others are functions, constants and objects.
extern const std::string_view data_js;
extern const std::string_view cut_js; // of the page, and of SVG
extern const std::string_view names_js;
extern const std::string_view review_js;
extern const std::string_view parts_js;
extern const std::string_view calls_js;
extern const std::string_view cache_use_js;
extern const std::string_view pictures_js;
extern const std::string_view table_js;
extern const std::string_view source_js;
extern const std::string_view code_js;
extern const std::string_view objects_js; // with data objects
extern const std::string_view page_js;
extern const std::string_view trend_css;
extern const std::string_view svg_css;
extern const std::string_view svg_js;

} // namespace cg::web

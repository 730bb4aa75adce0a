// SPDX-License-Identifier: GPL-2.0-or-later
// The files of this directory, as the build embeds them: report.css is report_css.
#pragma once

#include <string_view>

namespace cg::web {

extern const std::string_view
    report_html; // with @title@, @version@, @style@, @data@, @parts@, @graph@, @script@
extern const std::string_view report_css;
extern const std::string_view data_js;
extern const std::string_view state_js;
extern const std::string_view names_js;
extern const std::string_view query_js;
extern const std::string_view event_words_js;
extern const std::string_view head_js;
extern const std::string_view icicle_tree_js;
extern const std::string_view icicle_js;
extern const std::string_view call_nodes_js;
extern const std::string_view call_views_js;
extern const std::string_view flame_js;
extern const std::string_view picture_js;
extern const std::string_view columns_js;
extern const std::string_view table_js;
extern const std::string_view parts_js;
extern const std::string_view source_columns_js;
extern const std::string_view source_js;
extern const std::string_view source_search_js;
extern const std::string_view calls_pane_js;
extern const std::string_view cache_use_js;
extern const std::string_view use_pane_js;
extern const std::string_view panes_js;
extern const std::string_view main_js;
extern const std::string_view svg_css;
extern const std::string_view svg_js;

} // namespace cg::web

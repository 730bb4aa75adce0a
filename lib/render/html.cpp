// SPDX-License-Identifier: GPL-2.0-or-later
// A page in one file, to click through: the numbers as JSON, and the scripts of lib/render/web
// that draw them. It needs no network, and a policy in its head forbids the browser to use it.
//
// The layout of the data is in lib/render/web/data.js, and only there: a change here or in
// lib/render/web/page_*.cpp changes it.
#include "render/renderers.hpp"
#include "render/web/assets.hpp"
#include "render/web/page_calls.hpp"
#include "render/web/page_counts.hpp"
#include "render/web/page_sources.hpp"
#include "render/web/page_tree.hpp"
#include "text/json_text.hpp"
#include "text/xml_text.hpp"

namespace cg::render {
namespace {

class Page {
  public:
    Page(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(out),
          tables_(view, options),
          calls_(view, tables_) {}

    // Writes the template, with its @marks@ replaced.
    void write() {
        std::string_view rest = web::report_html;
        for (;;) {
            const std::size_t mark = rest.find('@');
            out_ << rest.substr(0, mark);
            if (mark == rest.npos)
                return;
            const std::size_t end = rest.find('@', mark + 1);
            fill(rest.substr(mark + 1, end - mark - 1));
            rest.remove_prefix(end + 1);
        }
    }

  private:
    void fill(std::string_view mark) {
        if (mark == "title")
            out_ << xml_text(title());
        else if (mark == "version")
            out_ << CGTOOLS_VERSION;
        else if (mark == "style")
            out_ << web::report_css;
        else if (mark == "parts")
            tables_.write_parts(out_);
        else if (mark == "graph")
            calls_.write_graph(out_);
        else if (mark == "data")
            write_data();
        else
            for (const std::string_view script :
                 {web::data_js,           web::state_js,       web::names_js,
                  web::query_js,          web::event_words_js, web::head_js,
                  web::icicle_tree_js,    web::icicle_js,      web::call_nodes_js,
                  web::call_views_js,     web::flame_js,       web::picture_js,
                  web::columns_js,        web::table_js,       web::parts_js,
                  web::source_columns_js, web::source_js,      web::source_search_js,
                  web::calls_pane_js,     web::cache_use_js,   web::use_pane_js,
                  web::panes_js,          web::main_js})
                out_ << script;
    }

    std::string title() const {
        const std::string& cmd = view_.profile->header.cmd;
        return cmd.empty() ? view_.name : cmd;
    }

    void write_data() {
        out_ << "{\"title\":";
        write_json_string(out_, title());
        write_about();
        out_ << ",\"difference\":" << (view_.difference ? "true" : "false")
             << ",\"percentages\":" << (view_.has_percentages() ? "true" : "false")
             << ",\"with_sources\":" << (options_.sources ? "true" : "false")
             << ",\"sort\":" << view_.sort;
        write_columns();
        out_ << ",\n\"functions\":";
        tables_.write_functions(out_);
        out_ << ",\n\"directories\":";
        tables_.write_directories(out_);
        out_ << ",\n\"tree\":";
        web::PageTree(view_, tables_).write(out_);
        out_ << ",\n\"sources\":";
        web::PageSources(view_, options_, tables_).write(out_);
        out_ << ",\n\"calls\":";
        calls_.write_functions(out_);
        out_ << ",\n\"left_out\":";
        tables_.write_left_out(out_);
        out_ << ",\n\"files\":"; // last, because the others may add files
        tables_.write_files(out_);
        out_ << '}';
    }

    void write_about() {
        out_ << ",\"about\":[";
        write_json_string(out_, view_.name);
        for (const std::string& desc : view_.profile->header.desc) {
            out_ << ',';
            write_json_string(out_, desc);
        }
        out_ << ']';
    }

    void write_columns() {
        out_ << ",\n\"columns\":[";
        for (std::size_t i = 0; i < view_.columns.size(); ++i) {
            const Column& column = view_.columns[i];
            out_ << (i ? ",{\"name\":" : "{\"name\":");
            write_json_string(out_, column.name);
            out_ << ",\"event\":" << column.event << ",\"base\":";
            if (column.base)
                out_ << *column.base;
            else
                out_ << "null";
            out_ << ",\"total\":";
            web::write_count(out_, column.total);
            out_ << ",\"whole\":";
            web::write_count(out_, column.percent_base);
            out_ << '}';
        }
        out_ << ']';
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    web::PageTables tables_;
    web::PageCalls calls_;
};

} // namespace

void html(std::span<const ProfileView> views, const Options& options, Writer& out) {
    Page(views[0], options, out).write();
}

} // namespace cg::render

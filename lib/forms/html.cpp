// SPDX-License-Identifier: GPL-2.0-or-later
// A page in one file, to click through: the numbers as JSON, and the scripts of lib/forms/web
// that draw them. It asks the network for nothing; a policy in its head says so to the browser.
#include "forms/forms.hpp"
#include "forms/web/assets.hpp"
#include "forms/web/page_sources.hpp"
#include "model/magnitude.hpp"
#include "text/json_text.hpp"
#include "text/xml_text.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <unordered_map>

namespace cg::form {
namespace {

class Page {
  public:
    Page(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          profile_(*view.profile),
          options_(options),
          out_(out),
          functions_(profile_, By::function) {}

    // The template's text, and at each @mark@ what belongs there.
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
    static constexpr std::ptrdiff_t not_listed = -1;

    void fill(std::string_view mark) {
        if (mark == "title")
            out_ << xml_text(title());
        else if (mark == "version")
            out_ << CGTOOLS_VERSION;
        else if (mark == "style")
            out_ << web::report_css;
        else if (mark == "data")
            write_data();
        else
            for (const std::string_view script : {web::data_js, web::events_js, web::icicle_js,
                                                  web::table_js, web::source_js, web::main_js})
                out_ << script;
    }

    std::string title() const {
        return profile_.header.cmd.empty() ? view_.name : profile_.header.cmd;
    }

    void write_data() {
        order_ = functions_.ranked(view_.order, options_.top);
        index_of_row_.assign(functions_.size(), not_listed);
        for (std::size_t i = 0; i < order_.size(); ++i)
            index_of_row_[order_[i]] = static_cast<std::ptrdiff_t>(i);

        out_ << "{\"title\":";
        write_json_string(out_, title());
        write_about();
        out_ << ",\"difference\":" << (view_.difference ? "true" : "false")
             << ",\"sort\":" << view_.sort << ",\"left_out\":" << functions_.size() - order_.size();
        write_columns();
        write_functions();
        write_tree();
        web::PageSources sources(view_, options_);
        out_ << ",\n\"sources\":[";
        sources.write(
            out_, [&](NameId function) { return index_of(function); },
            [&](NameId file) { return static_cast<std::ptrdiff_t>(file_number(file)); });
        out_ << "]";
        write_files(); // last: all that were mentioned
        out_ << '}';
    }

    void write_about() {
        out_ << ",\"about\":[";
        write_json_string(out_, view_.name);
        for (const std::string& desc : profile_.header.desc) {
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

    // The function's number on the page, -1 when it is not among the first --top.
    std::ptrdiff_t index_of(NameId function) const {
        return index_of_row_[functions_.row_of(function)];
    }

    std::size_t file_number(NameId file) {
        const auto [found, is_new] = file_numbers_.try_emplace(file, files_.size());
        if (is_new)
            files_.push_back(file);
        return found->second;
    }

    // The line of each function that costs most, in its main file.
    std::vector<Line> hottest_lines() const {
        std::vector<Line> lines(functions_.size());
        std::vector<std::uint64_t> most(functions_.size());
        for (const FunctionCosts& costs : profile_.costs.functions()) {
            const std::size_t row = functions_.row_of(costs.function);
            if (profile_.names[costs.file] != functions_.main_file(row))
                continue;
            for (std::size_t r = costs.first_row; r < costs.end_row; ++r) {
                const std::uint64_t size =
                    magnitude(profile_.costs.counts(r)[view_.sorted().event]);
                if (size >= most[row]) {
                    most[row] = size;
                    lines[row] = profile_.costs.line(r);
                }
            }
        }
        return lines;
    }

    void write_functions() {
        const std::vector<Line> lines = hottest_lines();
        out_ << ",\n\"functions\":[";
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::size_t row = order_[i];
            out_ << (i ? ",\n[" : "\n[");
            write_json_string(out_, functions_.text(row));
            out_ << ',' << file_number(*profile_.names.find(functions_.main_file(row))) << ','
                 << functions_.file_count(row) << ',' << lines[row];
            web::write_counts(out_, functions_.counts(row));
            out_ << ']';
        }
        out_ << ']';
    }

    // Boxes that no screen shows are left out: those of less than a ten-thousandth of each event.
    bool is_visible(const PathTree& tree, std::size_t node) const {
        constexpr double min_percent = 0.01;
        return std::ranges::any_of(view_.columns, [&](const Column& column) {
            const std::uint64_t min = magnitude_of_percentage(min_percent, column.percent_base);
            const auto counts = tree.counts(node);
            return magnitude(counts[column.event]) >= min ||
                   (column.base && magnitude(counts[*column.base]) >= min);
        });
    }

    void write_tree() {
        const PathTree tree(profile_, view_.sorted().event);
        out_ << ",\n\"tree\":[[0,\"root\",\"everything\",-1";
        web::write_counts(out_, profile_.summary);
        out_ << ']';
        write_children(tree, PathTree::root, 1);
        out_ << ']';
    }

    void write_children(const PathTree& tree, std::size_t parent, std::size_t depth) {
        constexpr std::string_view kinds[] = {"root", "folder", "file", "function"};
        for (const std::size_t node : tree.children(parent)) {
            // Changes may cancel out in a folder of a difference.
            if (!view_.difference && !is_visible(tree, node))
                continue;
            const bool is_function = tree[node].kind == PathTree::Kind::function;
            if (is_function && !is_visible(tree, node))
                continue;
            out_ << ",\n[" << depth << ",\"" << kinds[static_cast<std::size_t>(tree[node].kind)]
                 << "\",";
            write_json_string(out_, tree[node].name);
            if (is_function)
                out_ << ',' << index_of(tree[node].function);
            else
                out_ << ",-1";
            web::write_counts(out_, tree.counts(node));
            out_ << ']';
            write_children(tree, node, depth + 1);
        }
    }

    void write_files() {
        out_ << ",\n\"files\":[";
        for (std::size_t i = 0; i < files_.size(); ++i) {
            out_ << (i ? "," : "");
            write_json_string(out_, profile_.names[files_[i]]);
        }
        out_ << ']';
    }

    const ProfileView& view_;
    const Profile& profile_;
    const Options& options_;
    Writer& out_;
    Rollup functions_;
    std::vector<std::size_t> order_;           // rows of functions_, by their number on the page
    std::vector<std::ptrdiff_t> index_of_row_; // the other way
    std::vector<NameId> files_;                // by their number on the page
    std::unordered_map<NameId, std::size_t> file_numbers_;
};

} // namespace

void html(std::span<const ProfileView> views, const Options& options, Writer& out) {
    Page(views[0], options, out).write();
}

} // namespace cg::form

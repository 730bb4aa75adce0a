// SPDX-License-Identifier: GPL-2.0-or-later
// A page in one file, to click through: the numbers as JSON, and the scripts of lib/render/web
// that draw them. It needs no network, and a policy in its head forbids the browser to use it.
//
// The layout of the data is in lib/render/web/data.js, that of data objects in objects.js, and only
// there: a change here or in page_*.cpp changes it.
#include "calls/select.hpp"
#include "model/calls.hpp"
#include "model/count.hpp"
#include "model/count_rows.hpp"
#include "model/known_event.hpp"
#include "model/profile.hpp"
#include "render/page_tables.hpp"
#include "render/renderers.hpp"
#include "render/web/assets.hpp"
#include "text/escaping.hpp"
#include "text/json_writer.hpp"
#include "text/words.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <ranges>
#include <string_view>
#include <vector>

namespace cg::render {
namespace {

// Writes calls in the data of the HTML report: inclusive cost, callers and callees, and the tree
// that the flame graph draws. No two functions may have one name, as the table has no other key.
class PageCalls {
  public:
    PageCalls(const ProfileView& view, const PageTables& tables)
        : calls_(view.profile->calls ? &*view.profile->calls : nullptr) {
        if (calls_)
            number_functions(tables);
    }

    // Writes "calls" (lib/render/web/data.js).
    void write_functions(JsonWriter& json) const {
        if (!calls_) {
            json.null();
            return;
        }
        json.begin_object().key("tree").boolean(calls_->tree() != nullptr);
        json.new_line().key("names").array(by_number_ | std::views::drop(listed_), [&](auto f) {
            json.new_row().string(calls_->functions.name(*f));
        });
        const CountRows costs = inclusive_costs(*calls_);
        const std::vector<Count> nothing(calls_->event_count());
        json.new_line().key("inclusive").array(by_number_, [&](std::optional<FunctionId> f) {
            write_array(json, f ? costs[*f] : std::span(nothing));
        });
        const std::vector<Count> numbers = numbers_of_calls(*calls_);
        json.new_line().key("calls").array(by_number_, [&](std::optional<FunctionId> f) {
            write_count(json, f ? numbers[*f] : 0);
        });
        json.end_object();
    }

    // Writes what goes first of the names that are not in the table.
    void write_cuts_of_names(JsonWriter& json) const {
        for (const std::optional<FunctionId> f : by_number_ | std::views::drop(listed_))
            write_cuts(json, calls_->functions.name(*f));
    }

    // Writes the element "graph".
    void write_graph(JsonWriter& json) const {
        if (!calls_) {
            json.null();
            return;
        }
        json.begin_object();
        write_arcs(json);
        json.new_line().key("tree");
        if (calls_->tree())
            write_tree(json, *calls_->tree());
        else
            json.null();
        json.end_object();
    }

  private:
    void number_functions(const PageTables& tables) {
        listed_ = tables.function_count();
        by_number_.resize(listed_);
        for (FunctionId f = 0; f < calls_->functions.size(); ++f) {
            const auto listed = tables.function_called(calls_->functions.name(f));
            numbers_.push_back(listed.value_or(by_number_.size()));
            if (listed)
                by_number_[*listed] = f;
            else
                by_number_.push_back(f);
        }
    }

    // Writes "arcs", the sums of all lines of a caller, and "lines".
    void write_arcs(JsonWriter& json) const {
        struct Sum {
            std::vector<Count> counts;         // the first is the number of calls
            std::vector<std::size_t> at_lines; // the arcs whose line is known
        };
        std::map<std::pair<FunctionId, FunctionId>, Sum> sums;
        const CallArcs arcs = calls_->arcs();
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            if (is_root_number(arcs[i].caller))
                continue;
            Sum& sum = sums[{arcs[i].caller, arcs[i].callee}];
            sum.counts.resize(1 + calls_->event_count());
            sum.counts[0] = checked_add(sum.counts[0], arcs.calls(i));
            add_to(std::span(sum.counts).subspan(1), arcs.counts(i));
            if (arcs[i].line != 0)
                sum.at_lines.push_back(i);
        }
        json.key("arcs").array(sums, [&](const auto& sum) {
            const auto& [arc, to] = sum;
            json.new_row().number(numbers_[arc.first]).number(numbers_[arc.second]);
            write_counts(json, to.counts);
        });
        std::size_t number = 0;
        json.new_line().key("lines").begin_array();
        for (const Sum& sum : sums | std::views::values) {
            for (const std::size_t i : sum.at_lines) {
                json.new_row().number(number).string(line_of(arcs[i]));
                write_count(json, arcs.calls(i));
                write_counts(json, arcs.counts(i));
            }
            ++number;
        }
        json.end_array();
    }

    // Returns the line of a call, with the name of its file if that was inlined into the caller.
    std::string line_of(const CallArc& arc) const {
        std::string line = std::to_string(arc.line);
        if (arc.file == calls_->functions[arc.caller].file)
            return line;
        const std::string_view file = calls_->functions.names()[arc.file];
        return std::string(last_part(file)) + ':' + line;
    }

    void write_tree(JsonWriter& json, const CallTree& tree) const {
        // The first root, that of threads, is everything; the others are its children, unless 0.
        std::vector<CallTree::Node> nodes;
        std::vector<std::size_t> depth(tree.size());
        const CountRows below = tree.inclusive();
        for (CallTree::Node node = 0; node < tree.size(); ++node) {
            if (node != 0)
                depth[node] = tree.is_root(node) ? 1 : depth[tree.parent(node)] + 1;
            if (node == 0 || !tree.is_root(node) || !is_zero(below[node]))
                nodes.push_back(node);
        }
        json.begin_object();
        json.key("depth").numbers(
            nodes | std::views::transform([&](CallTree::Node node) { return depth[node]; }));
        const auto number = [&](CallTree::Node node) {
            return tree.is_root(node) ? -1 - static_cast<std::int64_t>(tree.start(node))
                                      : static_cast<std::int64_t>(numbers_[tree.function(node)]);
        };
        json.new_line().key("function").numbers(nodes | std::views::transform(number));
        json.new_line().key("calls").array(
            nodes, [&](CallTree::Node node) { write_count(json, tree.calls(node)); });
        json.new_line().key("own").begin_array();
        for (std::size_t event = 0; event < tree.event_count(); ++event)
            json.new_row().array(
                nodes, [&](CallTree::Node node) { write_count(json, tree.counts(node)[event]); });
        json.end_array().end_object();
    }

    const Calls* calls_;                               // nullptr: the profile has none
    std::vector<std::size_t> numbers_;                 // of the functions of calls_
    std::vector<std::optional<FunctionId>> by_number_; // nothing: only in the table
    std::size_t listed_ = 0;                           // functions of the table
};

// Writes the tree of directories, files and functions in the data of the HTML report.
class PageTree {
  public:
    PageTree(const ProfileView& view, const PageTables& tables)
        : view_(view), tables_(tables), tree_(*view.profile, view.sorted().event) {}

    // Writes "tree" (lib/render/web/data.js).
    void write(JsonWriter& json) const {
        json.begin_array();
        json.begin_array().number(0).string("root").string("everything").number(-1);
        write_counts(json, view_.profile->summary);
        json.end_array();
        write_children(json, PathTree::root, 1);
        json.end_array();
    }

  private:
    // Returns false for boxes that no screen shows, with less than a ten-thousandth of each event.
    bool is_visible(PathTree::Node node) const {
        constexpr double min_percent = 0.01;
        // Changes may cancel out in a directory of a difference.
        if (view_.difference && tree_.kind(node) != PathTree::Kind::function)
            return true;
        return std::ranges::any_of(view_.columns, [&](const Column& column) {
            const std::uint64_t min = magnitude_of_percentage(min_percent, column.percent_base);
            const auto counts = tree_.counts(node);
            return magnitude(counts[column.event]) >= min ||
                   (column.base && magnitude(counts[*column.base]) >= min);
        });
    }

    void write_children(JsonWriter& json, PathTree::Node parent, std::size_t depth) const {
        // The largest children of a visible node are never left out, however small they are.
        constexpr std::size_t min_children = 10;
        const auto children = tree_.children(parent);
        const std::size_t always =
            parent == PathTree::root || is_visible(parent) ? min_children : 0;
        std::vector<PathTree::Node> left_out;
        for (std::size_t i = 0; i < children.size(); ++i) {
            if (i >= always && !is_visible(children[i])) {
                left_out.push_back(children[i]);
                continue;
            }
            write_node(json, children[i], depth);
            write_children(json, children[i], depth + 1);
        }
        if (left_out.size() == 1) {
            write_node(json, left_out[0], depth);
            write_children(json, left_out[0], depth + 1);
        } else if (!left_out.empty()) {
            std::vector<Count> sum(view_.profile->header.events.size());
            for (const PathTree::Node node : left_out)
                add_to(sum, tree_.counts(node));
            json.new_line().begin_array();
            json.number(depth).string("smaller").string("").number(left_out.size());
            write_counts(json, sum);
            json.end_array();
        }
    }

    void write_node(JsonWriter& json, PathTree::Node node, std::size_t depth) const {
        constexpr std::string_view kinds[] = {"\"root\"", "\"directory\"", "\"file\"",
                                              "\"function\""};
        const bool is_function = tree_.kind(node) == PathTree::Kind::function;
        const auto functions = view_.profile->costs.functions();
        const std::optional<std::size_t> number =
            is_function ? tables_.function_number(functions[tree_.function(node)].function)
                        : std::nullopt;
        json.new_line().begin_array().number(depth);
        json.raw(kinds[static_cast<std::size_t>(tree_.kind(node))]);
        // A name in the table is not repeated: names are most of a large page.
        json.string(number ? "" : tree_.name(node));
        write_index(json, number);
        write_counts(json, tree_.counts(node));
        json.end_array();
    }

    const ProfileView& view_;
    const PageTables& tables_;
    PathTree tree_;
};

class Page {
  public:
    Page(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(out),
          tables_(view, options),
          calls_(view, tables_),
          has_objects_(view.profile->data.has_value() && !view.profile->data->objects.empty()) {}

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
        JsonWriter json(out_);
        if (mark == "title")
            out_ << xml_text(title());
        else if (mark == "version")
            out_ << CGTOOLS_VERSION;
        else if (mark == "style")
            out_ << web::report_css;
        else if (mark == "parts")
            tables_.write_parts(json);
        else if (mark == "graph")
            calls_.write_graph(json);
        else if (mark == "code")
            write_code(json, tables_);
        else if (mark == "data")
            write_data(json);
        else if (mark.starts_with("objects"))
            fill_objects(mark);
        else
            for (const std::string_view script :
                 {web::data_js, web::cut_js, web::names_js, web::review_js, web::parts_js,
                  web::pictures_js, web::calls_js, web::cache_use_js, web::table_js, web::source_js,
                  web::code_js, has_objects_ ? web::objects_js : "", web::page_js})
                out_ << script;
    }

    // Other pages have nothing of data objects.
    void fill_objects(std::string_view mark) {
        if (!has_objects_)
            return;
        if (mark == "objects-style") {
            out_ << web::objects_css;
        } else if (mark == "objects-button") {
            out_ << R"(
<button type="button" id="show-objects" aria-pressed="false" title="The data that misses, beside the source">Data</button>)";
        } else if (mark == "objects-pane") {
            out_ << R"(
<section class="card" id="objects-pane" hidden>
<div class="bar"><h2 id="objects-title">Data objects</h2><div class="rest"></div><button type="button" id="hide-objects">Table</button></div>
<div class="scroll tables" id="objects" tabindex="0" role="region" aria-labelledby="objects-title"></div>
</section>)";
        } else {
            out_ << R"(
<script type="application/json" id="objects-data">)";
            JsonWriter json(out_);
            write_objects(json, tables_);
            out_ << "</script>";
        }
    }

    std::string title() const {
        const std::string& cmd = view_.profile->header.cmd;
        return cmd.empty() ? view_.name : cmd;
    }

    void write_data(JsonWriter& json) {
        json.begin_object().key("title").string(title());
        json.key("about").begin_array().string(view_.name);
        for (const std::string& desc : view_.profile->header.desc)
            json.string(desc);
        json.end_array();
        json.key("difference").boolean(view_.difference);
        json.key("percentages").boolean(view_.has_percentages());
        json.key("with_sources").boolean(options_.sources != nullptr);
        json.key("sort").number(view_.sort);
        json.new_line().key("columns").array(
            view_.columns, [&](const Column& column) { write_column(json, column); });
        json.new_line().key("functions");
        tables_.write_functions(json);
        json.new_line().key("cuts").begin_array();
        tables_.write_cuts_of_functions(json);
        calls_.write_cuts_of_names(json);
        json.end_array();
        json.new_line().key("directories");
        tables_.write_directories(json);
        json.new_line().key("libraries");
        tables_.write_libraries(json);
        json.new_line().key("library_of");
        tables_.write_libraries_of_functions(json);
        json.new_line().key("tree");
        PageTree(view_, tables_).write(json);
        json.new_line().key("sources");
        write_sources(json, tables_);
        json.new_line().key("calls");
        calls_.write_functions(json);
        json.new_line().key("review");
        write_review(json, tables_);
        json.new_line().key("parts").array(options_.parts, [&](const PagePart& part) {
            json.new_row().begin_array().string(part.suffix).string(page_text(part.name));
            json.end_array();
        });
        json.new_line().key("left_out");
        tables_.write_left_out(json);
        json.new_line().key("files"); // last, because the others may add files
        tables_.write_files(json);
        json.end_object();
    }

    static void write_column(JsonWriter& json, const Column& column) {
        json.begin_object().key("name").string(column.name).key("event").number(column.event);
        json.key("base");
        if (column.base)
            json.number(*column.base);
        else
            json.null();
        json.key("total");
        write_count(json, column.total);
        json.key("whole");
        write_count(json, column.percent_base);
        const KnownEvent* const known = known_event(column.name);
        json.key("words").string(known == nullptr ? "" : known->words);
        json.key("part_of").string(known == nullptr ? "" : known->part_of);
        json.end_object();
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    PageTables tables_;
    PageCalls calls_;
    bool has_objects_;
};

} // namespace

void html(std::span<const ProfileView> views, const Options& options, Writer& out) {
    Page(views[0], options, out).write();
}

} // namespace cg::render

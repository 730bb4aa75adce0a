// SPDX-License-Identifier: GPL-2.0-or-later
// A page in one file, to click through: the numbers as JSON, and the scripts of lib/render/web
// that draw them. It needs no network, and a policy in its head forbids the browser to use it.
//
// The layout of the data is in lib/render/web/data.js, and only there: a change here or in
// page_*.cpp changes it.
#include "calls/select.hpp"
#include "model/calls.hpp"
#include "model/count.hpp"
#include "render/page_sources.hpp"
#include "render/page_tables.hpp"
#include "render/renderers.hpp"
#include "render/web/assets.hpp"
#include "text/escaping.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cg::render {
namespace {

// Writes calls in the data of the HTML report: inclusive cost, callers and callees, and the tree
// that the flame graph draws. No two functions may have one name, as the table has no other key.
class PageCalls {
  public:
    PageCalls(const ProfileView& view, const PageTables& tables);

    // Writes "calls" (lib/render/web/data.js).
    void write_functions(Writer& out) const;
    // Writes the element "graph".
    void write_graph(Writer& out) const;

  private:
    void number_functions(const PageTables& tables);
    void write_arcs(Writer& out) const;
    void write_tree(Writer& out, const CallTree& tree) const;

    const Calls* calls_;                                 // nullptr: the profile has none
    std::vector<std::size_t> numbers_;                   // of the functions of calls_
    std::vector<std::optional<CalledNumber>> by_number_; // nothing: only in the table
    std::size_t listed_ = 0;                             // functions of the table
};

PageCalls::PageCalls(const ProfileView& view, const PageTables& tables)
    : calls_(view.profile->calls ? &*view.profile->calls : nullptr) {
    if (calls_)
        number_functions(tables);
}

void PageCalls::number_functions(const PageTables& tables) {
    listed_ = tables.function_count();
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < listed_; ++i)
        places.try_emplace(tables.function_text(i), i);
    by_number_.resize(listed_);
    for (CalledNumber f = 0; f < calls_->functions.size(); ++f) {
        const auto [place, is_new] =
            places.try_emplace(calls_->functions.name(f), by_number_.size());
        if (is_new)
            by_number_.push_back(f);
        else
            by_number_[place->second] = f;
        numbers_.push_back(place->second);
    }
}

void PageCalls::write_functions(Writer& out) const {
    if (!calls_) {
        out << "null";
        return;
    }
    out << "{\"tree\":" << (calls_->tree() ? "true" : "false") << ",\n\"names\":[";
    for (std::size_t i = listed_; i < by_number_.size(); ++i) {
        out << (i > listed_ ? ",\n" : "");
        write_json_string(out, calls_->functions.name(*by_number_[i]));
    }
    out << "],\n\"inclusive\":[";
    const std::vector<Count> costs = inclusive_costs(*calls_);
    const std::vector<Count> nothing(calls_->event_count());
    for (std::size_t i = 0; i < by_number_.size(); ++i) {
        const std::optional<CalledNumber> f = by_number_[i];
        const std::span<const Count> counts =
            f ? std::span(costs).subspan(*f * calls_->event_count(), calls_->event_count())
              : std::span(nothing);
        std::string_view before = i ? ",[" : "[";
        for (const Count count : counts) {
            out << before;
            write_count(out, count);
            before = ",";
        }
        out << ']';
    }
    out << "],\n\"calls\":[";
    const std::vector<Count> numbers = numbers_of_calls(*calls_);
    for (std::size_t i = 0; i < by_number_.size(); ++i) {
        out << (i ? "," : "");
        write_count(out, by_number_[i] ? numbers[*by_number_[i]] : 0);
    }
    out << "]}";
}

void PageCalls::write_graph(Writer& out) const {
    if (!calls_) {
        out << "null";
        return;
    }
    out << "{\"arcs\":[";
    write_arcs(out);
    out << "],\n\"tree\":";
    if (calls_->tree())
        write_tree(out, *calls_->tree());
    else
        out << "null";
    out << '}';
}

void PageCalls::write_arcs(Writer& out) const {
    // Sums the arcs of all lines of a caller. The first number is that of calls.
    std::map<std::pair<CalledNumber, CalledNumber>, std::vector<Count>> sums;
    const CallArcs arcs = calls_->arcs();
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        if (is_root_number(arcs[i].caller))
            continue;
        auto& sum = sums[{arcs[i].caller, arcs[i].callee}];
        sum.resize(1 + calls_->event_count());
        sum[0] = checked_add(sum[0], arcs.calls(i));
        add_to(std::span(sum).subspan(1), arcs.counts(i));
    }
    std::string_view separator;
    for (const auto& [arc, counts] : sums) {
        out << separator << numbers_[arc.first] << ',' << numbers_[arc.second];
        write_counts(out, counts);
        separator = ",\n";
    }
}

void PageCalls::write_tree(Writer& out, const CallTree& tree) const {
    // The root of threads is everything; the other roots are its children, if they are not 0.
    std::vector<CallTree::Node> nodes;
    std::vector<std::size_t> depth(tree.size());
    const std::vector<Count> below = tree.inclusive();
    for (CallTree::Node node = 0; node < tree.size(); ++node) {
        const auto counts = std::span(below).subspan(node * tree.event_count(), tree.event_count());
        if (!tree.is_root(node))
            depth[node] = depth[tree.parent(node)] + 1;
        else if (tree.start(node) != PathStart::thread)
            depth[node] = 1;
        if (!tree.is_root(node) || tree.start(node) == PathStart::thread ||
            std::ranges::any_of(counts, [](Count count) { return count != 0; }))
            nodes.push_back(node);
    }
    const auto write_list = [&](std::string_view before, auto&& write) {
        out << before;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            out << (i ? "," : "[");
            write(nodes[i]);
        }
        out << ']';
    };
    write_list("{\"depth\":", [&](CallTree::Node node) { out << depth[node]; });
    write_list(",\n\"function\":", [&](CallTree::Node node) {
        if (tree.is_root(node))
            out << -1 - static_cast<int>(tree.start(node));
        else
            out << numbers_[tree.function(node)];
    });
    write_list(",\n\"calls\":", [&](CallTree::Node node) { write_count(out, tree.calls(node)); });
    out << ",\n\"own\":[";
    for (std::size_t event = 0; event < tree.event_count(); ++event)
        write_list(event ? ",\n" : "",
                   [&](CallTree::Node node) { write_count(out, tree.counts(node)[event]); });
    out << "]}";
}

// Writes the tree of directories, files and functions in the data of the HTML report.
class PageTree {
  public:
    PageTree(const ProfileView& view, const PageTables& tables)
        : view_(view), tables_(tables), tree_(*view.profile, view.sorted().event) {}

    // Writes "tree" (lib/render/web/data.js).
    void write(Writer& out) const;

  private:
    bool is_visible(std::size_t node) const;
    void write_children(Writer& out, std::size_t parent, std::size_t depth) const;
    void write_node(Writer& out, std::size_t node, std::size_t depth) const;

    const ProfileView& view_;
    const PageTables& tables_;
    PathTree tree_;
};

void PageTree::write(Writer& out) const {
    out << "[[0,\"root\",\"everything\",-1";
    write_counts(out, view_.profile->summary);
    out << ']';
    write_children(out, PathTree::root, 1);
    out << ']';
}

// Returns false for boxes that no screen shows, with less than a ten-thousandth of each event.
bool PageTree::is_visible(std::size_t node) const {
    constexpr double min_percent = 0.01;
    // Changes may cancel out in a directory of a difference.
    if (view_.difference && tree_[node].kind != PathTree::Kind::function)
        return true;
    return std::ranges::any_of(view_.columns, [&](const Column& column) {
        const std::uint64_t min = magnitude_of_percentage(min_percent, column.percent_base);
        const auto counts = tree_.counts(node);
        return magnitude(counts[column.event]) >= min ||
               (column.base && magnitude(counts[*column.base]) >= min);
    });
}

// The largest children of a visible node are never left out, however small they are.
constexpr std::size_t min_children = 10;

void PageTree::write_children(Writer& out, std::size_t parent, std::size_t depth) const {
    const auto children = tree_.children(parent);
    const std::size_t always = parent == PathTree::root || is_visible(parent) ? min_children : 0;
    std::vector<std::size_t> left_out;
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (i >= always && !is_visible(children[i])) {
            left_out.push_back(children[i]);
            continue;
        }
        write_node(out, children[i], depth);
        write_children(out, children[i], depth + 1);
    }
    if (left_out.size() == 1) {
        write_node(out, left_out[0], depth);
        write_children(out, left_out[0], depth + 1);
    } else if (!left_out.empty()) {
        std::vector<Count> sum(view_.profile->header.events.size());
        for (const std::size_t node : left_out)
            add_to(sum, tree_.counts(node));
        out << ",\n[" << depth << ",\"smaller\",\"\"," << left_out.size();
        write_counts(out, sum);
        out << ']';
    }
}

void PageTree::write_node(Writer& out, std::size_t node, std::size_t depth) const {
    constexpr std::string_view kinds[] = {"root", "directory", "file", "function"};
    out << ",\n[" << depth << ",\"" << kinds[static_cast<std::size_t>(tree_[node].kind)] << "\",";
    const bool is_function = tree_[node].kind == PathTree::Kind::function;
    const std::optional<std::size_t> number =
        is_function ? tables_.function_number(tree_[node].function) : std::nullopt;
    // A name in the table is not repeated: names are most of a large page.
    write_json_string(out, number ? "" : tree_[node].name);
    out << ',';
    write_index(out, number);
    write_counts(out, tree_.counts(node));
    out << ']';
}

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
                 {web::data_js, web::names_js, web::calls_js, web::cache_use_js, web::pictures_js,
                  web::table_js, web::source_js, web::page_js})
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
        PageTree(view_, tables_).write(out_);
        out_ << ",\n\"sources\":";
        PageSources(view_, options_, tables_).write(out_);
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
            write_count(out_, column.total);
            out_ << ",\"whole\":";
            write_count(out_, column.percent_base);
            out_ << '}';
        }
        out_ << ']';
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    PageTables tables_;
    PageCalls calls_;
};

} // namespace

void html(std::span<const ProfileView> views, const Options& options, Writer& out) {
    Page(views[0], options, out).write();
}

} // namespace cg::render

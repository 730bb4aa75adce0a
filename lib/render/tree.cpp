// SPDX-License-Identifier: GPL-2.0-or-later
// Directories, files and functions as a tree with the sums of their contents, without small parts.
#include "calls/select.hpp"
#include "error/error.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/number.hpp"
#include "text/terminal.hpp"
#include "text/utf8.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <string>

namespace cg::render {
namespace {

constexpr std::size_t max_depth = 200; // of calls without --depth: lines get longer with each level
constexpr std::size_t percent_width = 2 + 7; // with the gap before it

// A tree as text, without small parts: directories, files and functions, or callees below their
// callers, or callers below their callees. A tree may be as deep as its program's recursion, so no
// function here is recursive.
class Branches {
    using Node = PathTree::Node;
    using Kind = PathTree::Kind;

  public:
    Branches(const ProfileView& view, const PathTree& tree, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(out),
          tree_(tree),
          count_width_(width_of(view.sorted().name)),
          percent_width_(view.has_percentages(view.sorted()) ? percent_width : 0) {}

    void write() {
        find_shown();
        list();
        widen(count(PathTree::root));
        for (const Line& line : lines_)
            if (!line.is_rest)
                widen(count(line.node));
        write(count(PathTree::root), "", "total", Kind::root);
        std::string indent;
        std::vector<std::size_t> ends; // of indent, by depth
        for (const Line& line : lines_) {
            ends.resize(line.depth + 1);
            indent.resize(line.depth == 0 ? 0 : ends[line.depth - 1]);
            const std::string branch = indent + (line.is_last ? "└─ " : "├─ ");
            if (line.is_rest)
                write_rest(branch, line.node);
            else
                write_node(branch, line.node);
            indent += line.is_last ? "   " : "│  ";
            ends[line.depth] = indent.size();
        }
    }

  private:
    struct Line {
        Node node;
        std::size_t depth;
        bool is_rest = false; // for the children of the node that are not shown
        bool is_last = false; // of its siblings
    };

    Count count(Node node) const { return tree_.counts(node)[view_.sorted().event]; }
    void widen(Count count) { count_width_ = std::max(count_width_, view_.text(count).size()); }

    // Children of both signs may cancel out in a directory, which is shown if one of them is.
    void find_shown() {
        const std::uint64_t min =
            magnitude_of_percentage(options_.min, view_.sorted().percent_base);
        is_shown_.resize(tree_.size());
        for (auto node = static_cast<Node>(tree_.size()); node-- > 0;) {
            if (count(node) != 0 && magnitude(count(node)) >= min)
                is_shown_[node] = true;
            if (is_shown_[node] && !tree_.is_of_calls())
                is_shown_[tree_.parent(node)] = true;
        }
    }

    // Returns the children that are not shown; of calls only those that cost something.
    std::vector<Node> rest_of(Node node) const {
        std::vector<Node> rest;
        std::ranges::copy_if(tree_.children(node), std::back_inserter(rest), [this](Node child) {
            return !is_shown_[child] && (count(child) != 0 || !tree_.is_of_calls());
        });
        return rest;
    }

    // Makes the lines in order.
    void list() {
        std::vector<Line> pending;
        const auto push_children = [&](Node node, std::size_t depth) {
            if (depth >= options_.depth)
                return;
            const std::size_t first = pending.size();
            for (const Node child : tree_.children(node))
                if (is_shown_[child])
                    pending.push_back({child, depth});
            const bool may_have_rest = pending.size() > first || !tree_.is_of_calls();
            if (may_have_rest && !rest_of(node).empty())
                pending.push_back({node, depth, true});
            if (pending.size() > first)
                pending.back().is_last = true;
            std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end());
        };
        push_children(PathTree::root, 0);
        while (!pending.empty()) {
            const Line line = pending.back();
            pending.pop_back();
            lines_.push_back(line);
            if (!line.is_rest)
                push_children(line.node, line.depth + 1);
        }
    }

    void write_node(const std::string& branch, Node node) {
        std::string name = page_text(tree_.name(node));
        if (tree_.kind(node) == Kind::directory && !name.ends_with('/'))
            name += '/';
        const Count calls = tree_.calls(node);
        write(count(node), branch, name, tree_.kind(node),
              calls == 0 ? "" : fmt::format(" ({}x)", view_.text(calls)));
    }

    void write_rest(const std::string& branch, Node node) {
        const std::vector<Node> rest = rest_of(node);
        if (tree_.is_of_calls()) {
            out_ << std::string(count_width_ + percent_width_ + 2, ' ') << branch
                 << fmt::format("… {} more\n", rest.size());
            return;
        }
        Count cost = count(node);
        for (const Node child : tree_.children(node))
            if (is_shown_[child])
                cost = checked_subtract(cost, count(child));
        if (cost != 0)
            write(cost, branch, "(other: " + numbers_by_kind(rest) + ")", Kind::file);
    }

    // Writes count, percent, branch and label. `after` the label is never cut.
    void write(Count count, const std::string& branch, const std::string& label, Kind kind,
               const std::string& after = "") {
        const std::string text = view_.text(count);
        const std::string percent(percent_width_ == 0 ? ""
                                                      : view_.share_text(count, view_.sorted()));
        const std::string_view colour =
            colour_of(options_.colours(view_.difference), count, view_.sorted().percent_base);
        const std::size_t used =
            count_width_ + percent_width_ + 2 + width_of(branch) + width_of(after);
        const std::size_t left = options_.width > used ? options_.width - used : 1;
        const std::string_view end = colour.empty() ? "" : colour_end;
        out_ << std::string(count_width_ - text.size(), ' ') << colour << text << end
             << std::string(percent_width_ - std::min(percent_width_, percent.size()), ' ')
             << colour << percent << end << "  " << branch << fitted(label, kind, left) << after
             << '\n';
    }

    std::string fitted(const std::string& label, Kind kind, std::size_t columns) const {
        const bool is_function = kind == Kind::function || kind == Kind::start;
        if (options_.width == 0 || (is_function && options_.full_names))
            return label;
        if (is_function)
            return fit_name(label, columns);
        return fit(label, columns, kind == Kind::directory ? Cut::beginning : Cut::end);
    }

    // Returns "2 directories, 1 file".
    std::string numbers_by_kind(std::span<const Node> nodes) const {
        std::map<Kind, Count> numbers;
        for (const Node node : nodes)
            ++numbers[tree_.kind(node)];
        constexpr std::string_view one[] = {"", "directory", "file", "function"}; // by kind
        constexpr std::string_view more[] = {"", "directories", "files", "functions"};
        std::string text;
        for (const auto& [kind, number] : numbers)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", Number(number).text(),
                                (number == 1 ? one : more)[static_cast<std::size_t>(kind)]);
        return text;
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    const PathTree& tree_;
    std::size_t count_width_;
    std::size_t percent_width_;  // 0: no percentages
    std::vector<bool> is_shown_; // of the nodes
    std::vector<Line> lines_;
};

} // namespace

void tree(std::span<const ProfileView> views, const Options& options, Writer& out) {
    const ProfileView& view = views[0];
    const std::size_t event = view.sorted().event;
    if (options.tree_of == TreeOf::paths)
        return Branches(view, PathTree(*view.profile, event), options, out).write();
    const auto& calls = view.profile->calls;
    if (!calls || !calls->tree())
        throw Error(view.name, "has no tree of calls, which --by=calls and --by=callers need "
                               "(valgrind --tool=cachegrind --calls=yes writes one)");
    Options limited = options;
    if (limited.depth == std::numeric_limits<std::size_t>::max())
        limited.depth = max_depth;
    if (options.tree_of == TreeOf::calls)
        return Branches(view, PathTree(*calls, event), limited, out).write();
    const Calls inverted = callers_first(*calls, limited.depth);
    Branches(view, PathTree(inverted, event), limited, out).write();
}

} // namespace cg::render

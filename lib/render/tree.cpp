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
#include "view/call_paths.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <string>

namespace cg::render {
namespace {

// A line of a tree as text: count, percent, branch and name.
// Counts are of the event that the view is sorted by. Call widen() for each count before the first
// write().
class BranchWriter {
  public:
    BranchWriter(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(out),
          count_width_(width_of(view.sorted().name)),
          percent_width_(view.has_percentages(view.sorted()) ? percent_width : 0) {}

    void widen(Count count) { count_width_ = std::max(count_width_, view_.text(count).size()); }

    enum class Label { text, path, function };

    // `after` the label is never cut.
    void write(Count count, const std::string& branch, const std::string& label,
               Label kind = Label::text, const std::string& after = "") {
        const std::string text = view_.text(count);
        const std::string percent(percent_width_ == 0 ? ""
                                                      : view_.share_text(count, view_.sorted()));
        const Colours colours = !options_.color    ? Colours::none
                                : view_.difference ? Colours::diff
                                                   : Colours::heat;
        const std::string_view colour = colour_of(colours, count, view_.sorted().percent_base);
        const std::size_t used =
            count_width_ + percent_width_ + 2 + width_of(branch) + width_of(after);
        const std::size_t left = options_.width > used ? options_.width - used : 1;
        const std::string_view end = colour.empty() ? "" : colour_end;
        out_ << std::string(count_width_ - text.size(), ' ') << colour << text << end
             << std::string(percent_width_ - std::min(percent_width_, percent.size()), ' ')
             << colour << percent << end << "  " << branch << fitted_label(label, kind, left)
             << after << '\n';
    }
    // Writes a line without a count.
    void write(const std::string& branch, const std::string& text) {
        out_ << std::string(count_width_ + percent_width_ + 2, ' ') << branch << text << '\n';
    }

  private:
    static constexpr std::size_t percent_width = 2 + 7;

    std::string fitted_label(const std::string& label, Label kind, std::size_t columns) const {
        if (options_.width == 0 || (kind == Label::function && options_.full_names))
            return label;
        if (kind == Label::function)
            return fit_name(label, columns);
        return fit(label, columns, kind == Label::path ? Cut::beginning : Cut::end);
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    std::size_t count_width_;
    std::size_t percent_width_; // with the gap before it; 0: no percentages
};

constexpr std::size_t max_depth = 200; // without --depth, because lines get longer with each level

struct BranchLine {
    CallPaths::Node node;
    std::size_t depth;
    bool is_last;         // of its siblings that are shown
    std::size_t left_out; // the number of siblings that this line replaces; 0: it is a node
};

// A tree of calls as text: callees below their callers, or callers below their callees, with
// inclusive counts and numbers of calls, without small parts. A tree may be as deep as its
// program's recursion, so no function here is recursive.
class CallBranches {
  public:
    CallBranches(const ProfileView& view, const Calls& calls, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(view, options, out),
          paths_(calls, view.sorted().event) {}

    void write() {
        const Count total = paths_.total()[view_.sorted().event];
        list();
        out_.widen(total);
        for (const BranchLine& line : lines_)
            if (line.left_out == 0)
                out_.widen(count(line.node));
        out_.write(total, "", "total");
        std::string indent;
        std::vector<std::size_t> ends; // of indent, by depth
        for (const BranchLine& line : lines_) {
            ends.resize(line.depth + 1);
            indent.resize(line.depth == 0 ? 0 : ends[line.depth - 1]);
            const std::string branch = indent + (line.is_last ? "└─ " : "├─ ");
            if (line.left_out > 0)
                out_.write(branch, fmt::format("… {} more", line.left_out));
            else
                out_.write(count(line.node), branch, page_text(paths_.name(line.node)),
                           BranchWriter::Label::function, calls(line.node));
            indent += line.is_last ? "   " : "│  ";
            ends[line.depth] = indent.size();
        }
    }

  private:
    Count count(CallPaths::Node node) const { return paths_.inclusive(node)[view_.sorted().event]; }
    std::string calls(CallPaths::Node node) const {
        const Count calls = paths_.tree().calls(node);
        return calls == 0 ? "" : fmt::format(" ({}x)", view_.text(calls));
    }
    bool is_below_min(CallPaths::Node node) const {
        return count(node) == 0 ||
               magnitude(count(node)) <
                   magnitude_of_percentage(options_.min, view_.sorted().percent_base);
    }

    // Makes the lines in order. Children are ranked, so small ones come last.
    void list() {
        std::vector<BranchLine> pending;
        const auto push = [&](std::span<const CallPaths::Node> children, std::size_t depth) {
            if (depth >= options_.depth)
                return;
            const auto kept = static_cast<std::size_t>(
                std::ranges::find_if(children, [&](auto node) { return is_below_min(node); }) -
                children.begin());
            const std::size_t left_out = static_cast<std::size_t>(std::ranges::count_if(
                children.subspan(kept), [&](auto node) { return count(node) != 0; }));
            if (left_out > 0 && kept > 0)
                pending.push_back({0, depth, true, left_out});
            for (std::size_t i = kept; i-- > 0;)
                pending.push_back({children[i], depth, i + 1 == kept && left_out == 0, 0});
        };
        push(paths_.children(0), 0);
        while (!pending.empty()) {
            const BranchLine line = pending.back();
            pending.pop_back();
            lines_.push_back(line);
            if (line.left_out == 0)
                push(paths_.children(line.node), line.depth + 1);
        }
    }

    const ProfileView& view_;
    const Options& options_;
    BranchWriter out_;
    CallPaths paths_;
    std::vector<BranchLine> lines_;
};

void call_tree(const ProfileView& view, const Options& options, Writer& out) {
    const auto& calls = view.profile->calls;
    if (!calls || !calls->tree())
        throw Error(view.name, "has no tree of calls, which --by=calls and --by=callers need "
                               "(valgrind --tool=cachegrind --calls=yes writes one)");
    Options limited = options;
    if (limited.depth == std::numeric_limits<std::size_t>::max())
        limited.depth = max_depth;
    if (options.tree_of == TreeOf::calls)
        return CallBranches(view, *calls, limited, out).write();
    const Calls inverted = callers_first(*calls, limited.depth);
    CallBranches(view, inverted, limited, out).write();
}

class Branches {
  public:
    Branches(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          lines_(view, options, out),
          tree_(*view.profile, view.sorted().event) {}

    void write() {
        measure(PathTree::root, 0);
        lines_.write(count(PathTree::root), "", "total");
        write_children(PathTree::root, "", 0);
    }

  private:
    Count count(std::size_t node) const { return tree_.counts(node)[view_.sorted().event]; }

    // Children of both signs may cancel out in the sum, so they are tested too.
    bool is_below_min(std::size_t node) const {
        if (count(node) != 0 &&
            magnitude(count(node)) >=
                magnitude_of_percentage(options_.min, view_.sorted().percent_base))
            return false;
        const auto children = tree_.children(node);
        return std::ranges::all_of(children,
                                   [&](std::size_t child) { return is_below_min(child); });
    }

    std::vector<std::size_t> kept_children(std::size_t node, std::size_t depth) const {
        std::vector<std::size_t> kept;
        if (depth < options_.depth)
            std::ranges::copy_if(tree_.children(node), std::back_inserter(kept),
                                 [this](std::size_t child) { return !is_below_min(child); });
        return kept;
    }

    void measure(std::size_t node, std::size_t depth) {
        lines_.widen(count(node));
        for (const std::size_t child : kept_children(node, depth))
            measure(child, depth + 1);
    }

    // Returns "2 directories, 1 file": the children of a node that are not in `kept`, which has the
    // same order.
    std::string left_out(std::size_t node, std::span<const std::size_t> kept) const {
        std::map<PathTree::Kind, Count> numbers;
        for (const std::size_t child : tree_.children(node))
            if (!kept.empty() && kept.front() == child)
                kept = kept.subspan(1);
            else
                ++numbers[tree_[child].kind];
        constexpr std::string_view one[] = {"", "directory", "file", "function"}; // by kind
        constexpr std::string_view more[] = {"", "directories", "files", "functions"};
        std::string text;
        for (const auto& [kind, number] : numbers)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", Number(number).text(),
                                (number == 1 ? one : more)[static_cast<std::size_t>(kind)]);
        return text;
    }

    void write_children(std::size_t node, const std::string& indent, std::size_t depth) {
        const std::vector<std::size_t> kept = kept_children(node, depth);
        const bool says_more = kept.size() < tree_.children(node).size() && depth < options_.depth;
        Count rest = count(node);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            const bool last = i + 1 == kept.size() && !says_more;
            std::string name = page_text(tree_[kept[i]].name);
            const bool is_directory = tree_[kept[i]].kind == PathTree::Kind::directory;
            if (is_directory && !name.ends_with('/'))
                name += '/';
            rest = checked_subtract(rest, count(kept[i]));
            lines_.write(count(kept[i]), indent + (last ? "└─ " : "├─ "), name,
                         is_directory ? BranchWriter::Label::path
                         : tree_[kept[i]].kind == PathTree::Kind::function
                             ? BranchWriter::Label::function
                             : BranchWriter::Label::text);
            write_children(kept[i], indent + (last ? "   " : "│  "), depth + 1);
        }
        if (says_more && rest != 0)
            lines_.write(rest, indent + "└─ ", "(other: " + left_out(node, kept) + ")");
    }

    const ProfileView& view_;
    const Options& options_;
    BranchWriter lines_;
    PathTree tree_;
};

} // namespace

void tree(std::span<const ProfileView> views, const Options& options, Writer& out) {
    if (options.tree_of != TreeOf::paths)
        return call_tree(views[0], options, out);
    Branches(views[0], options, out).write();
}

} // namespace cg::render

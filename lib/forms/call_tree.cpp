// SPDX-License-Identifier: GPL-2.0-or-later
// Calls as a tree: who is called below the caller, or, from the other end, who called below the
// function; with rolled-up counts and numbers of calls, cut where it gets thin. A tree may be as
// deep as its program's recursion, so nothing here calls itself.
#include "forms/call_tree.hpp"

#include "calls/callers_first.hpp"
#include "error/error.hpp"
#include "model/magnitude.hpp"
#include "text/colours.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"
#include "view/call_paths.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg::form {
namespace {

constexpr std::size_t percent_width = 7;
constexpr std::size_t most_levels = 200; // without --depth: a line is as long as it is deep

struct Line {
    CallPaths::Node node;
    std::size_t depth;
    bool is_last;         // of its siblings that are shown
    std::size_t left_out; // not 0: so many siblings instead of a node
};

class CallBranches {
  public:
    CallBranches(const ProfileView& view, const Calls& calls, const Options& options, Writer& out)
        : view_(view), options_(options), out_(out), paths_(calls, view.sorted().event) {}

    void write() {
        const Count total = paths_.total()[view_.sorted().event];
        list();
        count_width_ = std::max(width_of(view_.sorted().name), count_text(total).size());
        for (const Line& line : lines_)
            if (line.left_out == 0)
                count_width_ = std::max(count_width_, count_text(count(line.node)).size());
        write_line(total, "", "total");
        std::string indent;
        std::vector<std::size_t> ends; // of indent, by depth
        for (const Line& line : lines_) {
            ends.resize(line.depth + 1);
            indent.resize(line.depth == 0 ? 0 : ends[line.depth - 1]);
            const std::string branch = indent + (line.is_last ? "└─ " : "├─ ");
            if (line.left_out > 0)
                out_ << std::string(count_width_ + percent_width + 4, ' ') << branch << "… "
                     << line.left_out << " more\n";
            else
                write_line(count(line.node), branch, name(line.node));
            indent += line.is_last ? "   " : "│  ";
            ends[line.depth] = indent.size();
        }
    }

  private:
    Count count(CallPaths::Node node) const { return paths_.inclusive(node)[view_.sorted().event]; }
    std::string count_text(Count count) const {
        return (view_.difference && count > 0 ? "+" : "") + std::string(Number(count).text());
    }
    std::string name(CallPaths::Node node) const {
        const std::string text = text_for(Destination::page, paths_.name(node));
        const Count calls = paths_.tree().calls(node);
        return calls == 0 ? text : fmt::format("{} ({}x)", text, Number(calls).text());
    }
    bool is_thin(CallPaths::Node node) const {
        return count(node) == 0 ||
               magnitude(count(node)) <
                   magnitude_of_percentage(options_.min, view_.sorted().percent_base);
    }

    // The lines in order: children are ranked, so what is thin stands behind what is not.
    void list() {
        std::vector<Line> pending;
        const auto push = [&](std::span<const CallPaths::Node> children, std::size_t depth) {
            if (depth >= options_.depth)
                return;
            const auto kept = static_cast<std::size_t>(
                std::ranges::find_if(children, [&](auto node) { return is_thin(node); }) -
                children.begin());
            const std::size_t left_out = static_cast<std::size_t>(std::ranges::count_if(
                children.subspan(kept), [&](auto node) { return count(node) != 0; }));
            if (left_out > 0 && kept > 0)
                pending.push_back({0, depth, true, left_out});
            for (std::size_t i = kept; i-- > 0;)
                pending.push_back({children[i], depth, i + 1 == kept && left_out == 0, 0});
        };
        push(paths_.top(), 0);
        while (!pending.empty()) {
            const Line line = pending.back();
            pending.pop_back();
            lines_.push_back(line);
            if (line.left_out == 0)
                push(paths_.children(line.node), line.depth + 1);
        }
    }

    void write_line(Count count, const std::string& branch, const std::string& name) {
        const std::string text = count_text(count);
        const std::string percent(Percentage(count, view_.sorted().percent_base).text());
        const Colours colours = !options_.color    ? Colours::none
                                : view_.difference ? Colours::diff
                                                   : Colours::heat;
        const std::string_view colour = colour_of(colours, count, view_.sorted().percent_base);
        const std::size_t used = count_width_ + 2 + percent_width + 2 + width_of(branch);
        const std::size_t left = options_.width > used ? options_.width - used : 1;
        const std::string_view end = colour.empty() ? "" : colour_end;
        out_ << std::string(count_width_ - text.size(), ' ') << colour << text << end << "  "
             << std::string(percent_width - std::min(percent_width, percent.size()), ' ') << colour
             << percent << end << "  " << branch
             << (options_.width == 0 ? name : fit(name, left, Cut::end)) << '\n';
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    CallPaths paths_;
    std::vector<Line> lines_;
    std::size_t count_width_ = 0;
};

} // namespace

void call_tree(const ProfileView& view, const Options& options, Writer& out) {
    const auto& calls = view.profile->calls;
    if (!calls || !calls->tree())
        throw Error(view.name, "has no tree of calls, which --by=calls and --by=callers need "
                               "(valgrind --tool=cachegrind --calls=yes writes one)");
    Options limited = options;
    if (limited.depth == std::numeric_limits<std::size_t>::max())
        limited.depth = most_levels;
    if (options.tree_of == TreeOf::calls)
        return CallBranches(view, *calls, limited, out).write();
    const Calls inverted = callers_first(*calls, limited.depth);
    CallBranches(view, inverted, limited, out).write();
}

} // namespace cg::form

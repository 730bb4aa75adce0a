// SPDX-License-Identifier: GPL-2.0-or-later
// A tree of calls as text: callees below their callers, or callers below their callees, with
// inclusive counts and numbers of calls, without small parts. A tree may be as deep as its
// program's recursion, so no function here is recursive.
#include "render/call_tree.hpp"

#include "calls/callers_first.hpp"
#include "error/error.hpp"
#include "model/magnitude.hpp"
#include "render/branch_writer.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "view/call_paths.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace cg::render {
namespace {

constexpr std::size_t max_levels = 200; // without --depth, because lines get longer with each level

struct BranchLine {
    CallPaths::Node node;
    std::size_t depth;
    bool is_last;         // of its siblings that are shown
    std::size_t left_out; // the number of siblings that this line replaces; 0: it is a node
};

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
                out_.write(count(line.node), branch, name(line.node));
            indent += line.is_last ? "   " : "│  ";
            ends[line.depth] = indent.size();
        }
    }

  private:
    Count count(CallPaths::Node node) const { return paths_.inclusive(node)[view_.sorted().event]; }
    std::string name(CallPaths::Node node) const {
        const std::string text = text_for(Destination::page, paths_.name(node));
        const Count calls = paths_.tree().calls(node);
        return calls == 0 ? text : fmt::format("{} ({}x)", text, Number(calls).text());
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
        push(paths_.top(), 0);
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

} // namespace

void call_tree(const ProfileView& view, const Options& options, Writer& out) {
    const auto& calls = view.profile->calls;
    if (!calls || !calls->tree())
        throw Error(view.name, "has no tree of calls, which --by=calls and --by=callers need "
                               "(valgrind --tool=cachegrind --calls=yes writes one)");
    Options limited = options;
    if (limited.depth == std::numeric_limits<std::size_t>::max())
        limited.depth = max_levels;
    if (options.tree_of == TreeOf::calls)
        return CallBranches(view, *calls, limited, out).write();
    const Calls inverted = callers_first(*calls, limited.depth);
    CallBranches(view, inverted, limited, out).write();
}

} // namespace cg::render

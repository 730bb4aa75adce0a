// SPDX-License-Identifier: GPL-2.0-or-later
// A flame graph, from the top down: a box for each path of calls, as wide as its inclusive cost.
// Without a call tree, an icicle: a box for each directory, file and function. Each box has a
// <title>, which is shown even without scripts; with scripts, a click zooms.
//
// A difference has one colour for growth and another for shrinking. A box is then as wide as the
// larger of the counts before and after, or as the change if there is no base. A negative cost, as
// of memory that was given back, has no box.
#include "model/called_functions.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "render/shade.hpp"
#include "render/web/assets.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "text/utf8.hpp"
#include "view/path_tree.hpp"
#include "view/profile_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace cg::render {
namespace {

constexpr double width = 1200, left = 12, inner = width - 2 * left;
constexpr double top = 62, level_height = 22, letter = 7.0;
constexpr std::size_t max_title = 130;  // letters, in its larger font
constexpr std::size_t max_levels = 500; // a recursion may have more levels than fit in a picture

// Returns what svg.js needs to cut the name when it zooms, as cut.js describes it; "" if nothing.
std::string cuts_for_script(std::string_view name) {
    const NameCuts cuts = cuts_of(name);
    std::string text;
    for (const NameCut& cut : cuts.cuts)
        text += fmt::format(" {} {} {:d}", width_of(name.substr(0, cut.begin)),
                            width_of(name.substr(0, cut.end)), cut.is_marked);
    return text.empty() ? text : std::to_string(cuts.of_arguments) + text;
}

class Picture {
    using Node = PathTree::Node;
    using Kind = PathTree::Kind;

  public:
    Picture(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(out),
          tree_(PathTree::of(view)),
          weights_(tree_.size()),
          levels_(tree_.size()) {}

    void write() {
        weigh();
        const double height = top + level_height * static_cast<double>(lay_out() + 1) + 34;
        out_ << fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
            "height=\"{1}\" data-left=\"{2}\" data-width=\"{3}\">\n",
            width, height, left, inner);
        const std::string title = view_.sorted().name + " of " + view_.profile->header.cmd;
        out_ << "<title>" << xml_text(title) << "</title>\n<style>\n"
             << web::svg_css << "</style>\n";
        out_ << fmt::format("<text class=\"title\" x=\"{}\" y=\"24\">", left)
             << xml_text(fit(title, max_title, Cut::middle)) << "</text>\n"
             << fmt::format("<text class=\"note\" x=\"{}\" y=\"46\">", left)
             << (options_.words        ? "libraries, and in their boxes what they call"
                 : tree_.is_of_calls() ? "functions, and in their boxes what they call"
                                       : "directories, files and functions: paths, not call stacks")
             << (view_.difference ? "; orange grew, blue shrank, grey stayed" : "") << "</text>\n";
        write_boxes();
        out_ << fmt::format("<text class=\"detail\" id=\"detail\" x=\"{}\" y=\"{}\"></text>\n",
                            left, height - 12)
             << "<script><![CDATA[\n\"use strict\";\n"
             << web::cut_js << web::svg_js << "]]></script>\n</svg>\n";
    }

  private:
    Count count(Node node) const { return tree_.counts(node)[view_.sorted().event]; }

    // The code of a start is a function without a name.
    bool is_function(Node node) const {
        return tree_.kind(node) == Kind::function || tree_.kind(node) == Kind::start;
    }

    std::string name(Node node) const {
        return node == PathTree::root ? "everything" : page_text(tree_.name(node));
    }

    // Returns the text of a tooltip, without the counts.
    std::string description(Node node) const {
        if (node != PathTree::root && !tree_.is_of_calls())
            return tree_.path(node);
        std::string text = name(node);
        if (tree_.kind(node) != Kind::function)
            return text;
        if (!options_.words)
            text += " (" + display_path(tree_.file(node)) + ")";
        if (const Count calls = tree_.calls(node); calls != 0)
            text += fmt::format(", {}x", view_.text(calls));
        return text;
    }

    // Returns the weight of a node's own counts.
    double weight_of(std::span<const Count> own) const {
        if (own.empty())
            return 0;
        const auto here = static_cast<double>(own[view_.sorted().event]);
        if (!view_.difference)
            return std::max(here, 0.0);
        if (!view_.sorted().base)
            return std::fabs(here);
        const auto base = static_cast<double>(own[*view_.sorted().base]);
        return std::max({base, base + here, 0.0});
    }

    void weigh() {
        for (auto node = static_cast<Node>(tree_.size()); node-- > 0;) {
            weights_[node] += weight_of(tree_.own(node));
            if (node != 0)
                weights_[tree_.parent(node)] += weights_[node];
        }
    }

    // Gives each node its level. Returns the number of levels below the root.
    std::size_t lay_out() {
        std::size_t deepest = 0;
        for (Node node = 1; node < tree_.size(); ++node) {
            levels_[node] = levels_[tree_.parent(node)] + 1;
            if (is_drawn(node))
                deepest = std::max(deepest, levels_[node]);
        }
        return deepest;
    }
    // Returns true if the node, whose parent is drawn, is drawn too.
    bool is_drawn(Node node) const {
        return weights_[node] > 0 && weights_[node] * 100 >= options_.min * weights_[0] &&
               levels_[node] <= std::min(options_.depth, max_levels);
    }

    std::string colour(Node node) const {
        const Count here = count(node);
        if (view_.difference)
            return shade_of_change(here,
                                   std::sqrt(std::min(1.0, static_cast<double>(magnitude(here)) /
                                                               std::max(weights_[node], 1.0))));
        constexpr const char* others[] = {"#d5dae2", "#c9d6ec", "#bfe0d6"}; // by kind
        if (!is_function(node))
            return others[static_cast<std::size_t>(tree_.kind(node))];
        // As on the page: a caller of expensive functions is not hot by that.
        const double share = weight_of(tree_.own(node)) / std::max(weights_[0], 1.0);
        return shade_of_heat(std::min(1.0, std::sqrt(share) * 1.6));
    }

    std::string says(Node node) const {
        const Column& column = view_.sorted();
        std::string text = fmt::format("{}: {} {}", xml_text(description(node)),
                                       view_.text(count(node)), xml_text(column.name));
        if (view_.has_percentages(column))
            text += ", " + view_.share_text(count(node), column);
        return text;
    }

    // Not recursive: a tree of calls may be as deep as its program's recursion.
    void write_boxes() {
        struct Box {
            Node node;
            double x, w;
        };
        std::vector<Box> pending{{0, 0, 1}};
        while (!pending.empty()) {
            const Box box = pending.back();
            pending.pop_back();
            write_box(box.node, box.x, box.w);
            std::vector<Node> children;
            std::ranges::copy_if(tree_.children(box.node), std::back_inserter(children),
                                 [this](Node child) { return is_drawn(child); });
            std::ranges::stable_sort(children, std::greater(),
                                     [&](Node child) { return weights_[child]; });
            const std::size_t first = pending.size();
            double x = box.x;
            for (const Node child : children) {
                pending.push_back({child, x, box.w * weights_[child] / weights_[box.node]});
                x += pending.back().w;
            }
            std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end());
        }
    }

    void write_box(Node node, double x, double w) {
        const std::string text = name(node);
        const std::size_t level = levels_[node];
        const double pixels = w * inner, at = left + x * inner,
                     y = top + static_cast<double>(level) * level_height;
        const auto letters = static_cast<std::size_t>(std::max(0.0, (pixels - 8) / letter));
        const bool is_code = is_function(node) && !options_.words;
        const bool is_inlined = is_code && text.find(inlined_suffix) != text.npos;
        const std::string label = letters < 3 ? ""
                                  : is_code   ? fit_name(text, letters)
                                              : fit(text, letters, Cut::middle);
        out_ << fmt::format("<g class=\"box{}\" tabindex=\"0\" data-x=\"{:.9g}\" data-w=\"{:.9g}\" "
                            "data-level=\"{}\"{} data-name=\"",
                            is_inlined ? " inlined" : "", x, w, level,
                            is_code ? " data-cuts=\"" + cuts_for_script(text) + '"' : "")
             << xml_text(text) << "\"><title>" << says(node) << "</title>"
             << fmt::format("<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" "
                            "fill=\"{}\"/><text x=\"{:.2f}\" y=\"{}\">",
                            at, y, std::max(pixels, 0.3), level_height - 1, colour(node), at + 4,
                            y + 15)
             << xml_text(label) << "</text></g>\n";
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    const PathTree tree_;
    std::vector<double> weights_; // of nodes; widths are in proportion to them
    std::vector<std::size_t> levels_;
};

} // namespace

void svg(std::span<const ProfileView> views, const Options& options, Writer& out) {
    Picture(views[0], options, out).write();
}

} // namespace cg::render

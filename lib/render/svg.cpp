// SPDX-License-Identifier: GPL-2.0-or-later
// A flame graph, from the top down: a box for each path of calls, as wide as its inclusive cost.
// Without a call tree, an icicle: a box for each directory, file and function. Each box has a
// <title>, which is shown even without scripts; with scripts, a click zooms.
//
// A difference has one colour for growth and another for shrinking. A box is then as wide as the
// larger of the counts before and after, or as the change if there is no base.
#include "model/called_functions.hpp"
#include "model/count.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "render/shade.hpp"
#include "render/web/assets.hpp"
#include "text/escaping.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"
#include "view/call_paths.hpp"
#include "view/path_tree.hpp"
#include "view/profile_view.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <span>
#include <string>
#include <vector>

namespace cg::render {
namespace {

// The tree of boxes that a picture draws: paths of the source tree, or paths of calls.
class PictureTree {
  public:
    using Kind = PathTree::Kind;
    static constexpr std::size_t root = 0;

    virtual ~PictureTree() = default;
    // A parent has a smaller number than its children.
    virtual std::size_t size() const = 0;
    virtual std::size_t parent(std::size_t node) const = 0;
    virtual std::vector<std::size_t> children(std::size_t node) const = 0;
    virtual Kind kind(std::size_t node) const = 0;
    // Return the counts of a node with its children, and its own; own() is empty if the children
    // have all counts.
    virtual std::span<const Count> counts(std::size_t node) const = 0;
    virtual std::span<const Count> own(std::size_t node) const = 0;
    virtual std::string name(std::size_t node) const = 0;
    // Returns the text of a tooltip, without the counts.
    virtual std::string description(std::size_t node) const = 0;
    // Returns the meaning of the boxes, for the line below the title.
    virtual std::string note() const = 0;
};

// A tree of calls as a picture: a flame graph of true stacks.
class PictureOfCalls : public PictureTree {
  public:
    // The profile must have a call tree.
    explicit PictureOfCalls(const ProfileView& view)
        : paths_(*view.profile->calls, view.sorted().event) {}

    std::size_t size() const override { return paths_.tree().size() + 1; }
    std::size_t parent(std::size_t node) const override {
        if (node == root || paths_.tree().is_root(node_of(node)))
            return root;
        const CallTree::Node parent = paths_.tree().parent(node_of(node));
        const bool is_top =
            paths_.tree().is_root(parent) && paths_.tree().start(parent) == PathStart::thread;
        return is_top ? root : parent + 1;
    }
    std::vector<std::size_t> children(std::size_t node) const override {
        std::vector<std::size_t> children;
        for (const CallPaths::Node child :
             node == root ? paths_.top() : paths_.children(node_of(node)))
            children.push_back(child + 1);
        return children;
    }
    Kind kind(std::size_t node) const override {
        return node == root ? Kind::root : Kind::function;
    }
    std::span<const Count> counts(std::size_t node) const override {
        return node == root ? paths_.total() : paths_.inclusive(node_of(node));
    }
    std::span<const Count> own(std::size_t node) const override {
        return node == root ? std::span<const Count>() : paths_.tree().counts(node_of(node));
    }
    std::string name(std::size_t node) const override {
        return node == root ? "everything" : page_text(paths_.name(node_of(node)));
    }
    std::string description(std::size_t node) const override {
        if (node == root)
            return "everything";
        std::string text = name(node);
        if (paths_.tree().is_root(node_of(node)))
            return text;
        text += " (" + display_path(paths_.file(node_of(node))) + ")";
        if (const Count calls = paths_.tree().calls(node_of(node)); calls != 0)
            text += fmt::format(", {}x", Number(calls).text());
        return text;
    }
    std::string note() const override { return "functions, and in their boxes what they call"; }

  private:
    // Box 0 is everything; the nodes of the tree come after it. The root of threads has no box: its
    // own counts, of code in no function, are part of everything.
    static CallPaths::Node node_of(std::size_t box) {
        return static_cast<CallPaths::Node>(box - 1);
    }

    CallPaths paths_;
};

constexpr double width = 1200, left = 12, inner = width - 2 * left;
constexpr double top = 62, level_height = 22, letter = 7.0;
constexpr std::size_t max_title = 130;  // letters, in its larger font
constexpr std::size_t max_levels = 500; // a recursion may have more levels than fit in a picture

// Returns the last part of a function's name, without arguments: f of a::b<int>::f(int).
// svg.js does the same when it zooms.
std::string last_part(const std::string& name) {
    if (name.starts_with('(') || name.starts_with('<'))
        return name; // (below main)
    std::string plain;
    std::size_t depth = 0;
    for (const char c : name)
        if (c == '(' || c == '<')
            ++depth;
        else if ((c == ')' || c == '>') && depth > 0)
            --depth;
        else if (depth == 0)
            plain += c;
    if (plain.ends_with(" const"))
        plain.resize(plain.size() - 6);
    const std::size_t colons = plain.rfind("::");
    return colons == plain.npos ? plain : plain.substr(colons + 2);
}

class PictureOfPaths : public PictureTree {
  public:
    explicit PictureOfPaths(const ProfileView& view) : tree_(*view.profile, view.sorted().event) {}

    std::size_t size() const override { return tree_.size(); }
    std::size_t parent(std::size_t node) const override { return tree_[node].parent; }
    std::vector<std::size_t> children(std::size_t node) const override {
        const auto children = tree_.children(node);
        return {children.begin(), children.end()};
    }
    Kind kind(std::size_t node) const override { return tree_[node].kind; }
    std::span<const Count> counts(std::size_t node) const override { return tree_.counts(node); }
    std::span<const Count> own(std::size_t node) const override {
        return kind(node) == Kind::function ? tree_.counts(node) : std::span<const Count>();
    }
    std::string name(std::size_t node) const override {
        return node == root ? "everything" : page_text(tree_[node].name);
    }
    std::string description(std::size_t node) const override {
        return node == root ? "everything" : tree_.path(node);
    }
    std::string note() const override {
        return "directories, files and functions: paths, not call stacks";
    }

  private:
    PathTree tree_;
};

class Picture {
  public:
    Picture(const ProfileView& view, const PictureTree& tree, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(out),
          tree_(tree),
          weights_(tree.size()),
          levels_(tree.size()) {}

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
             << fmt::format("<text class=\"note\" x=\"{}\" y=\"46\">", left) << note()
             << "</text>\n";
        write_boxes();
        out_ << fmt::format("<text class=\"detail\" id=\"detail\" x=\"{}\" y=\"{}\"></text>\n",
                            left, height - 12)
             << "<script><![CDATA[\n"
             << web::svg_js << "]]></script>\n</svg>\n";
    }

  private:
    std::string note() const {
        return tree_.note() + (view_.difference ? "; orange grew, blue shrank, grey stayed" : "");
    }

    Count count(std::size_t node) const { return tree_.counts(node)[view_.sorted().event]; }

    // Returns the weight of a node's own counts.
    double weight_of(std::span<const Count> own) const {
        if (own.empty())
            return 0;
        const auto here = static_cast<double>(own[view_.sorted().event]);
        if (!view_.difference)
            return here;
        if (!view_.sorted().base)
            return std::fabs(here);
        const auto base = static_cast<double>(own[*view_.sorted().base]);
        return std::max({base, base + here, 0.0});
    }

    void weigh() {
        for (std::size_t node = tree_.size(); node-- > 0;) {
            weights_[node] += weight_of(tree_.own(node));
            if (node != PictureTree::root)
                weights_[tree_.parent(node)] += weights_[node];
        }
    }

    // Returns true if --min leaves the node out.
    bool is_below_min(std::size_t node) const {
        return weights_[node] <= 0 ||
               weights_[node] * 100 < options_.min * weights_[PictureTree::root];
    }

    // Gives each node its level. Returns the number of levels below the root.
    std::size_t lay_out() {
        std::size_t deepest = 0;
        for (std::size_t node = 1; node < tree_.size(); ++node) {
            levels_[node] = levels_[tree_.parent(node)] + 1;
            if (is_drawn(node))
                deepest = std::max(deepest, levels_[node]);
        }
        return deepest;
    }
    // Returns true if the node, whose parent is drawn, is drawn too.
    bool is_drawn(std::size_t node) const {
        return !is_below_min(node) && levels_[node] <= std::min(options_.depth, max_levels);
    }

    std::string colour(std::size_t node) const {
        const Count here = count(node);
        if (view_.difference)
            return shade_of_change(here,
                                   std::sqrt(std::min(1.0, static_cast<double>(magnitude(here)) /
                                                               std::max(weights_[node], 1.0))));
        constexpr const char* others[] = {"#d5dae2", "#c9d6ec", "#bfe0d6"}; // by kind
        if (tree_.kind(node) != PictureTree::Kind::function)
            return others[static_cast<std::size_t>(tree_.kind(node))];
        // As on the page: a caller of expensive functions is not hot by that.
        const double share =
            weight_of(tree_.own(node)) / std::max(weights_[PictureTree::root], 1.0);
        return shade_of_heat(std::min(1.0, std::sqrt(share) * 1.6));
    }

    std::string says(std::size_t node) const {
        const Column& column = view_.sorted();
        const std::string_view sign = view_.difference && count(node) > 0 ? "+" : "";
        std::string text = fmt::format("{}: {} {}", xml_text(tree_.description(node)),
                                       view_.text(count(node)), xml_text(column.name));
        if (view_.has_percentages(column))
            text += fmt::format(", {}{}", column.percent_base > 0 ? sign : "",
                                Percentage(count(node), column.percent_base).text());
        return text;
    }

    // Not recursive: a tree of calls may be as deep as its program's recursion.
    void write_boxes() {
        struct Place {
            std::size_t node;
            double x, w;
        };
        std::vector<Place> pending{{PictureTree::root, 0, 1}};
        while (!pending.empty()) {
            const Place place = pending.back();
            pending.pop_back();
            write_box(place.node, place.x, place.w);
            std::vector<std::size_t> children = tree_.children(place.node);
            std::erase_if(children, [this](std::size_t child) { return !is_drawn(child); });
            std::ranges::stable_sort(
                children, [&](std::size_t a, std::size_t b) { return weights_[a] > weights_[b]; });
            const std::size_t first = pending.size();
            double x = place.x;
            for (const std::size_t child : children) {
                pending.push_back({child, x, place.w * weights_[child] / weights_[place.node]});
                x += pending.back().w;
            }
            std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end());
        }
    }

    std::string fit_name(std::size_t node, const std::string& name, std::size_t letters) const {
        const bool is_whole =
            tree_.kind(node) != PictureTree::Kind::function || width_of(name) <= letters;
        return fit(is_whole ? name : last_part(name), letters, Cut::middle);
    }

    void write_box(std::size_t node, double x, double w) {
        const std::string name = tree_.name(node);
        const std::size_t level = levels_[node];
        const double pixels = w * inner, at = left + x * inner,
                     y = top + static_cast<double>(level) * level_height;
        const auto letters = static_cast<std::size_t>(std::max(0.0, (pixels - 8) / letter));
        const bool is_inlined = tree_.kind(node) == PictureTree::Kind::function &&
                                name.find(inlined_suffix) != name.npos;
        out_ << fmt::format("<g class=\"box{}\" tabindex=\"0\" data-x=\"{:.9g}\" data-w=\"{:.9g}\" "
                            "data-level=\"{}\"{} data-name=\"",
                            is_inlined ? " inlined" : "", x, w, level,
                            tree_.kind(node) == PictureTree::Kind::function ? " data-function=\"\""
                                                                            : "")
             << xml_text(name) << "\"><title>" << says(node) << "</title>"
             << fmt::format("<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" "
                            "fill=\"{}\"/><text x=\"{:.2f}\" y=\"{}\">",
                            at, y, std::max(pixels, 0.3), level_height - 1, colour(node), at + 4,
                            y + 15)
             << (letters < 3 ? "" : xml_text(fit_name(node, name, letters))) << "</text></g>\n";
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    const PictureTree& tree_;
    std::vector<double> weights_; // of nodes; widths are in proportion to them
    std::vector<std::size_t> levels_;
};

} // namespace

void svg(std::span<const ProfileView> views, const Options& options, Writer& out) {
    const ProfileView& view = views[0];
    if (view.profile->calls && view.profile->calls->tree())
        Picture(view, PictureOfCalls(view), options, out).write();
    else
        Picture(view, PictureOfPaths(view), options, out).write();
}

} // namespace cg::render

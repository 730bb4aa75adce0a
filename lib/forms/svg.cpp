// SPDX-License-Identifier: GPL-2.0-or-later
// An icicle: a box for each directory, file and function, as wide as what it holds. Each box has a
// <title>, so that it says what it is where scripts do not run; where they do, a click zooms.
//
// A difference shows what grew in one colour and what shrank in another; a box is then as wide
// as the larger of before and after, or as the change where no base is known.
#include "forms/renderers.hpp"
#include "forms/web/assets.hpp"
#include "model/magnitude.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"
#include "text/xml_text.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace cg::render {
namespace {

constexpr double width = 1200, left = 12, inner = width - 2 * left;
constexpr double top = 62, level_height = 22, letter = 7.0;

class Picture {
  public:
    Picture(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(out),
          tree_(*view.profile, view.sorted().event),
          weights_(tree_.size()) {}

    void write() {
        weigh();
        const double height = top + level_height * (depth_of(PathTree::root) + 1) + 34;
        out_ << fmt::format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
            "height=\"{1}\" data-left=\"{2}\" data-width=\"{3}\">\n",
            width, height, left, inner);
        const std::string title =
            xml_text(view_.sorted().name + " of " + view_.profile->header.cmd);
        out_ << "<title>" << title << "</title>\n<style>\n" << web::svg_css << "</style>\n";
        out_ << fmt::format("<text class=\"title\" x=\"{}\" y=\"24\">", left) << title
             << "</text>\n"
             << fmt::format("<text class=\"note\" x=\"{}\" y=\"46\">", left) << note()
             << "</text>\n";
        write_box(PathTree::root, 0, 1, 0);
        out_ << fmt::format("<text class=\"detail\" id=\"detail\" x=\"{}\" y=\"{}\"></text>\n",
                            left, height - 12)
             << "<script><![CDATA[\n"
             << web::svg_js << "]]></script>\n</svg>\n";
    }

  private:
    std::string note() const {
        std::string paths = "folders, files and functions: paths, not call stacks";
        if (!view_.difference)
            return paths;
        return paths + "; orange grew, blue shrank, grey stayed";
    }

    Count count(std::size_t node) const { return tree_.counts(node)[view_.sorted().event]; }

    double weight_of_leaf(std::size_t node) const {
        const auto here = static_cast<double>(count(node));
        if (!view_.difference)
            return here;
        if (!view_.sorted().base)
            return std::fabs(here);
        const auto base = static_cast<double>(tree_.counts(node)[*view_.sorted().base]);
        return std::max({base, base + here, 0.0});
    }

    // A parent stands before its children.
    void weigh() {
        for (std::size_t node = tree_.size(); node-- > 0;) {
            if (tree_[node].kind == PathTree::Kind::function)
                weights_[node] = weight_of_leaf(node);
            if (node != PathTree::root)
                weights_[tree_[node].parent] += weights_[node];
        }
    }

    // What --min leaves out.
    bool is_thin(std::size_t node) const {
        return weights_[node] <= 0 ||
               weights_[node] * 100 < options_.min * weights_[PathTree::root];
    }

    double depth_of(std::size_t node) const {
        double depth = 0;
        for (const std::size_t child : tree_.children(node))
            if (!is_thin(child))
                depth = std::max(depth, 1 + depth_of(child));
        return depth;
    }

    std::string colour(std::size_t node) const {
        const Count here = count(node);
        if (view_.difference) {
            if (here == 0)
                return "#d5dae2";
            const double strength = std::sqrt(std::min(1.0, static_cast<double>(magnitude(here)) /
                                                                std::max(weights_[node], 1.0)));
            return mixed(here > 0 ? Rgb{253, 226, 206} : Rgb{214, 228, 252},
                         here > 0 ? Rgb{234, 88, 12} : Rgb{59, 120, 246}, strength);
        }
        switch (tree_[node].kind) {
        case PathTree::Kind::root:
            return "#d5dae2";
        case PathTree::Kind::directory:
            return "#c9d6ec";
        case PathTree::Kind::file:
            return "#bfe0d6";
        case PathTree::Kind::function:
            break;
        }
        const double share = weights_[node] / std::max(weights_[PathTree::root], 1.0);
        return mixed({252, 211, 119}, {240, 84, 40}, std::min(1.0, std::sqrt(share) * 1.4));
    }

    struct Rgb {
        double red, green, blue;
    };
    static std::string mixed(Rgb a, Rgb b, double part) {
        const auto channel = [&](double x, double y) {
            return static_cast<int>(std::lround(x + (y - x) * part));
        };
        return fmt::format("#{:02x}{:02x}{:02x}", channel(a.red, b.red), channel(a.green, b.green),
                           channel(a.blue, b.blue));
    }

    std::string says(std::size_t node) const {
        const Column& column = view_.sorted();
        const std::string_view sign = view_.difference && count(node) > 0 ? "+" : "";
        return fmt::format("{}: {}{} {}, {}{}",
                           node == PathTree::root ? "everything" : xml_text(tree_.path(node)), sign,
                           Number(count(node)).text(), xml_text(column.name),
                           column.percent_base > 0 ? sign : "",
                           Percentage(count(node), column.percent_base).text());
    }

    void write_box(std::size_t node, double x, double w, double level) {
        const std::string name =
            node == PathTree::root ? "everything" : text_for(Destination::page, tree_[node].name);
        const double pixels = w * inner, at = left + x * inner, y = top + level * level_height;
        const auto letters = static_cast<std::size_t>(std::max(0.0, (pixels - 8) / letter));
        out_ << fmt::format("<g class=\"box\" tabindex=\"0\" data-x=\"{:.9g}\" data-w=\"{:.9g}\" "
                            "data-level=\"{}\" data-name=\"",
                            x, w, level)
             << xml_text(name) << "\"><title>" << says(node) << "</title>"
             << fmt::format("<rect x=\"{:.2f}\" y=\"{}\" width=\"{:.2f}\" height=\"{}\" "
                            "fill=\"{}\"/><text x=\"{:.2f}\" y=\"{}\">",
                            at, y, std::max(pixels, 0.3), level_height - 1, colour(node), at + 4,
                            y + 15)
             << (letters < 3 ? "" : xml_text(fit(name, letters, Cut::end))) << "</text></g>\n";
        const auto ranked = tree_.children(node);
        std::vector<std::size_t> children(ranked.begin(), ranked.end());
        std::ranges::stable_sort(
            children, [&](std::size_t a, std::size_t b) { return weights_[a] > weights_[b]; });
        for (const std::size_t child : children) {
            if (is_thin(child))
                continue;
            const double part = w * weights_[child] / weights_[node];
            write_box(child, x, part, level + 1);
            x += part;
        }
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    PathTree tree_;
    std::vector<double> weights_; // of nodes; what their widths are in proportion to
};

} // namespace

void svg(std::span<const ProfileView> views, const Options& options, Writer& out) {
    Picture(views[0], options, out).write();
}

} // namespace cg::render

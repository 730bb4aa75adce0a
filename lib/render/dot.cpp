// SPDX-License-Identifier: GPL-2.0-or-later
// A call graph for Graphviz: a node for each function, with its inclusive and own cost, and an edge
// for each caller and callee, with calls and inclusive cost. Nodes and edges with less than --min
// are left out, but a node keeps its heaviest edge; one without any is left out.
#include "calls/select.hpp"
#include "error/error.hpp"
#include "model/count.hpp"
#include "model/count_rows.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "render/shade.hpp"
#include "text/escaping.hpp"
#include "text/function_name.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace cg::render {
namespace {

constexpr std::size_t longest_name = 60; // in a box, where one long name would widen the graph

// Returns a text for a quoted label.
std::string escaped_in_dot(std::string_view text) {
    return with_escapes(page_text(text), "\"\\", [](char c) { return std::string{'\\', c}; });
}

class Graph {
  public:
    Graph(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          options_(options),
          out_(out),
          calls_(*view.profile->calls),
          between_(calls_),
          inclusive_(inclusive_costs(calls_)),
          min_(std::max<std::uint64_t>(
              1, magnitude_of_percentage(options.min, view.sorted().percent_base))) {}

    void write() {
        out_ << "digraph calls {\n"
                "  graph [labelloc=t, fontname=\"sans-serif\", label=\""
             << escaped_in_dot(view_.sorted().name)
             << "\"];\n"
                "  node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=11];\n"
                "  edge [fontname=\"sans-serif\", fontsize=10];\n";
        const std::vector<bool> edges = shown_edges();
        const std::vector<bool> ends = ends_of(edges, true);
        // Of a program without calls, all that is known are the nodes.
        const bool has_edges = std::ranges::find(edges, true) != edges.end();
        for (FunctionId function = 0; function < calls_.functions.size(); ++function)
            if (is_shown(function) && (ends[function] || !has_edges))
                write_node(function);
        for (std::size_t arc = 0; arc < edges.size(); ++arc)
            if (edges[arc])
                write_edge(arc);
        out_ << "}\n";
    }

  private:
    bool joins_shown(std::size_t arc) const {
        const CallArcs& arcs = between_.arcs();
        return is_shown(arcs[arc].caller) && is_shown(arcs[arc].callee);
    }

    // Returns the functions at which these edges begin or end. `itself`: edges from a function to
    // itself count too.
    std::vector<bool> ends_of(const std::vector<bool>& edges, bool itself) const {
        std::vector<bool> ends(calls_.functions.size());
        for (std::size_t arc = 0; arc < edges.size(); ++arc)
            if (edges[arc] &&
                (itself || between_.arcs()[arc].caller != between_.arcs()[arc].callee))
                ends[between_.arcs()[arc].caller] = ends[between_.arcs()[arc].callee] = true;
        return ends;
    }

    std::vector<bool> shown_edges() const {
        const CallArcs& arcs = between_.arcs();
        std::vector<bool> shown(arcs.size());
        for (std::size_t arc = 0; arc < arcs.size(); ++arc)
            // A call of the function itself has no cost here: its cost is in the node.
            shown[arc] = joins_shown(arc) &&
                         (arcs[arc].caller == arcs[arc].callee || reaches(cost(arcs.counts(arc))));
        const std::vector<bool> ends = ends_of(shown, false);
        std::vector<std::optional<std::size_t>> heaviest(calls_.functions.size());
        for (std::size_t arc = 0; arc < arcs.size(); ++arc)
            if (joins_shown(arc) && arcs[arc].caller != arcs[arc].callee)
                for (const FunctionId end : {arcs[arc].caller, arcs[arc].callee})
                    if (!heaviest[end] || magnitude(cost(arcs.counts(arc))) >
                                              magnitude(cost(arcs.counts(*heaviest[end]))))
                        heaviest[end] = arc;
        for (FunctionId function = 0; function < calls_.functions.size(); ++function)
            if (!ends[function] && heaviest[function])
                shown[*heaviest[function]] = true;
        return shown;
    }

    Count cost(std::span<const Count> counts) const { return counts[view_.sorted().event]; }
    Count inclusive(FunctionId function) const { return cost(inclusive_[function]); }
    bool reaches(Count count) const { return magnitude(count) >= min_; }
    bool is_shown(FunctionId function) const { return reaches(inclusive(function)); }

    // Returns the share of a count in the total, from 0 to 1.
    double share(Count count) const {
        const auto base = static_cast<double>(magnitude(view_.sorted().percent_base));
        return std::min(1.0, static_cast<double>(magnitude(count)) / std::max(base, 1.0));
    }
    std::string text(Count count) const {
        std::string text = view_.text(count);
        if (view_.has_percentages(view_.sorted()))
            text += fmt::format(" ({})", view_.share_text(count, view_.sorted()));
        return text;
    }

    void write_node(FunctionId function) {
        const Count all = inclusive(function), own = cost(between_.arcs().own(function));
        const std::string file = display_path(calls_.functions.file(function));
        const std::string name = page_text(calls_.functions.name(function));
        const std::string shown = options_.full_names ? name : fit_name(name, longest_name);
        out_ << "  f" << function << " [label=\"" << escaped_in_dot(shown) << "\\n"
             << escaped_in_dot(file) << "\\n"
             << text(all) << "\\nself " << text(own) << "\", fillcolor=\""
             << (view_.difference ? shade_of_change(all, std::sqrt(share(all)))
                                  : shade_of_heat(std::sqrt(share(own))))
             << '"';
        if (shown != name) // an SVG that Graphviz makes shows it under the pointer
            out_ << ", tooltip=\"" << escaped_in_dot(name) << '"';
        out_ << "];\n";
    }

    void write_edge(std::size_t arc) {
        const CallArcs& arcs = between_.arcs();
        const Count all = cost(arcs.counts(arc));
        out_ << "  f" << arcs[arc].caller << " -> f" << arcs[arc].callee << " [label=\""
             << view_.text(arcs.calls(arc)) << "x";
        if (all != 0)
            out_ << "\\n" << text(all);
        out_ << fmt::format("\", penwidth={:.2f}];\n", 1 + 4 * share(all));
    }

    const ProfileView& view_;
    const Options& options_;
    Writer& out_;
    const Calls& calls_;
    CallsBetweenFunctions between_;
    CountRows inclusive_;
    std::uint64_t min_; // magnitude
};

} // namespace

void dot(std::span<const ProfileView> views, const Options& options, Writer& out) {
    if (!views[0].profile->calls)
        throw Error(views[0].name, "has no calls, which the format dot needs (valgrind "
                                   "--tool=cachegrind --calls=yes writes them)");
    Graph(views[0], options, out).write();
}

} // namespace cg::render

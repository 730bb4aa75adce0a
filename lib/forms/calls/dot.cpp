// SPDX-License-Identifier: GPL-2.0-or-later
// A call graph for Graphviz: a node for each function, with its inclusive and own cost, and an edge
// for each caller and callee, with calls and inclusive cost. Nodes and edges with less than --min
// are left out.
#include "calls/between_functions.hpp"
#include "calls/inclusive.hpp"
#include "error/error.hpp"
#include "forms/renderers.hpp"
#include "forms/shade.hpp"
#include "model/magnitude.hpp"
#include "text/destination.hpp"
#include "text/number.hpp"
#include "view/paths.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace cg::render {
namespace {

// Returns a name for a quoted label.
std::string escaped(std::string_view name) {
    std::string text;
    for (const char byte : text_for(Destination::page, name)) {
        if (byte == '"' || byte == '\\')
            text += '\\';
        text += byte;
    }
    return text;
}

class Graph {
  public:
    Graph(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          out_(out),
          calls_(*view.profile->calls),
          between_(calls_),
          inclusive_(inclusive_costs(calls_)),
          min_(std::max<std::uint64_t>(
              1, magnitude_of_percentage(options.min, view.sorted().percent_base))) {}

    void write() {
        out_ << "digraph calls {\n"
                "  graph [labelloc=t, fontname=\"sans-serif\", label=\""
             << escaped(view_.sorted().name) << " of " << escaped(view_.profile->header.cmd)
             << "\"];\n"
                "  node [shape=box, style=filled, fontname=\"sans-serif\", fontsize=11];\n"
                "  edge [fontname=\"sans-serif\", fontsize=10];\n";
        for (CalledNumber function = 0; function < calls_.functions.size(); ++function)
            if (is_shown(function))
                write_node(function);
        const CallArcs& arcs = between_.arcs();
        for (std::size_t arc = 0; arc < arcs.size(); ++arc)
            // A call of the function itself has no cost here: its cost is in the node.
            if (is_shown(arcs[arc].caller) && is_shown(arcs[arc].callee) &&
                (arcs[arc].caller == arcs[arc].callee || reaches(cost(arcs.counts(arc)))))
                write_edge(arc);
        out_ << "}\n";
    }

  private:
    Count cost(std::span<const Count> counts) const { return counts[view_.sorted().event]; }
    Count inclusive(CalledNumber function) const {
        return inclusive_[function * calls_.event_count() + view_.sorted().event];
    }
    bool reaches(Count count) const { return magnitude(count) >= min_; }
    bool is_shown(CalledNumber function) const { return reaches(inclusive(function)); }

    // Returns the share of a count in the total, from 0 to 1.
    double share(Count count) const {
        const auto base = static_cast<double>(magnitude(view_.sorted().percent_base));
        return std::min(1.0, static_cast<double>(magnitude(count)) / std::max(base, 1.0));
    }
    std::string text(Count count) const {
        const std::string_view sign = view_.difference && count > 0 ? "+" : "";
        return fmt::format("{}{} ({})", sign, Number(count).text(),
                           Percentage(count, view_.sorted().percent_base).text());
    }

    void write_node(CalledNumber function) {
        const Count all = inclusive(function), own = cost(between_.arcs().own(function));
        const std::string file = display_path(calls_.functions.file(function));
        out_ << "  f" << function << " [label=\"" << escaped(calls_.functions.name(function))
             << "\\n"
             << escaped(file) << "\\n"
             << text(all) << "\\nself " << text(own) << "\", fillcolor=\""
             << (view_.difference ? shade_of_change(all, std::sqrt(share(all)))
                                  : shade_of_heat(std::sqrt(share(own))))
             << "\"];\n";
    }

    void write_edge(std::size_t arc) {
        const CallArcs& arcs = between_.arcs();
        const Count all = cost(arcs.counts(arc));
        out_ << "  f" << arcs[arc].caller << " -> f" << arcs[arc].callee << " [label=\""
             << Number(arcs.calls(arc)).text() << "x";
        if (all != 0)
            out_ << "\\n" << text(all);
        out_ << fmt::format("\", penwidth={:.2f}];\n", 1 + 4 * share(all));
    }

    const ProfileView& view_;
    Writer& out_;
    const Calls& calls_;
    CallsBetweenFunctions between_;
    std::vector<Count> inclusive_;
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

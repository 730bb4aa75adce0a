// SPDX-License-Identifier: GPL-2.0-or-later
// The JSON of speedscope (https://www.speedscope.app): a profile for each event, whose stacks
// are calls or, without a call tree, directory, file and function.
#include "render/only_positive.hpp"
#include "render/renderers.hpp"
#include "render/speedscope_calls.hpp"
#include "text/json_text.hpp"
#include "view/path_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ranges>
#include <unordered_map>

namespace cg::render {
namespace {

// Writes a frame for each node of the tree, except the root.
void write_frames(Writer& out, const PathTree& tree, const std::vector<std::size_t>& order) {
    bool first = true;
    std::string path; // of the current file
    for (const std::size_t node : order) {
        out << (first ? "\n" : ",\n") << "{\"name\":";
        first = false;
        write_json_string(out, tree[node].name);
        if (tree[node].kind == PathTree::Kind::file)
            path = tree.path(node);
        if (tree[node].kind == PathTree::Kind::function) {
            out << ",\"file\":";
            write_json_string(out, path);
        }
        out << '}';
    }
}

// For each file the frames above its functions, as "0,1,2,".
using Prefixes = std::unordered_map<std::size_t, std::string>;
Prefixes prefixes(const PathTree& tree, const std::vector<std::size_t>& order,
                  const std::vector<std::size_t>& frame) {
    Prefixes result;
    for (const std::size_t node : order) {
        if (tree[node].kind != PathTree::Kind::file)
            continue;
        std::vector<std::size_t> frames;
        for (std::size_t n = node; n != PathTree::root; n = tree[n].parent)
            frames.push_back(frame[n]);
        std::string stack;
        for (auto f = frames.rbegin(); f != frames.rend(); ++f)
            stack += std::to_string(*f) + ',';
        result.emplace(node, std::move(stack));
    }
    return result;
}

void write_event(Writer& out, const PathTree& tree, const Column& column,
                 const std::vector<std::size_t>& order, const std::vector<std::size_t>& frame,
                 const Prefixes& above) {
    out << "{\"type\":\"sampled\",\"name\":";
    write_json_string(out, column.name + " by directory, file, function (no call stacks)");
    out << ",\"unit\":\"none\",\"startValue\":0,\"endValue\":" << column.total
        << ",\n\"samples\":[";
    const auto has_count = [&](std::size_t node) {
        return tree[node].kind == PathTree::Kind::function && tree.counts(node)[column.event] != 0;
    };
    const auto sample = [&](std::size_t node) {
        return fmt::format("[{}{}]", above.at(tree[node].parent), frame[node]);
    };
    const auto weight = [&](std::size_t node) { return tree.counts(node)[column.event]; };
    auto samples = order | std::views::filter(has_count) | std::views::transform(sample);
    auto weights = order | std::views::filter(has_count) | std::views::transform(weight);
    out << fmt::format("{}],\n\"weights\":[{}]}}", fmt::join(samples, ",\n"),
                       fmt::join(weights, ","));
}

} // namespace

void speedscope(std::span<const ProfileView> views, const Options&, Writer& out) {
    const ProfileView& view = views[0];
    if (view.profile->calls && view.profile->calls->tree())
        return speedscope_calls(view, out);
    const PathTree tree(*view.profile, view.sorted().event);
    const std::vector<std::size_t> order = tree.preorder();
    for (const std::size_t node : order)
        if (tree[node].kind == PathTree::Kind::function)
            for (const Column& column : view.columns)
                require_positive(tree.counts(node)[column.event], view, "speedscope");
    std::vector<std::size_t> frame(tree.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        frame[order[i]] = i;
    const Prefixes above = prefixes(tree, order, frame);

    out << "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
           "\"exporter\":\"cg_show\",\n\"name\":";
    write_json_string(out, view.profile->header.cmd);
    out << ",\n\"activeProfileIndex\":" << view.sort << ",\n\"shared\":{\"frames\":[";
    write_frames(out, tree, order);
    out << "]},\n\"profiles\":[\n";
    for (std::size_t i = 0; i < view.columns.size(); ++i) {
        if (i)
            out << ",\n";
        write_event(out, tree, view.columns[i], order, frame, above);
    }
    out << "]}\n";
}

} // namespace cg::render

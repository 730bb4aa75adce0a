// SPDX-License-Identifier: GPL-2.0-or-later
// The JSON of speedscope (https://www.speedscope.app): a profile for each event, whose stacks
// are calls or, without a call tree, directory, file and function.
#include "model/called_functions.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "text/json_writer.hpp"
#include "view/path_tree.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <vector>

namespace cg::render {
namespace {

using Node = PathTree::Node;

void write_frame(JsonWriter& json, std::string_view name, std::optional<std::string_view> file) {
    json.new_line().begin_object().key("name").string(name);
    if (file)
        json.key("file").string(*file);
    json.end_object();
}

// Writes a frame for each start and each function. Returns the frame of each node.
std::vector<std::size_t> write_frames(JsonWriter& json, const PathTree& tree,
                                      const CalledFunctions& functions) {
    std::vector<std::size_t> frames;
    for (const Node node : tree.nodes()) {
        const bool is_function = tree.kind(node) == PathTree::Kind::function;
        frames.push_back((is_function ? path_starts : 0) + tree.function(node));
        if (!is_function)
            write_frame(json, tree.name(node), unknown_name);
    }
    for (FunctionId f = 0; f < functions.size(); ++f)
        write_frame(json, functions.name(f), functions.file(f));
    return frames;
}

// Writes a frame for each directory, file and function of the nodes. Returns the frame of each
// node.
std::vector<std::size_t> write_frames(JsonWriter& json, const PathTree& tree,
                                      std::span<const Node> nodes) {
    std::vector<std::size_t> frames(tree.size());
    std::string path; // of the current file
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        frames[nodes[i]] = i;
        if (tree.kind(nodes[i]) == PathTree::Kind::file)
            path = tree.path(nodes[i]);
        const bool is_function = tree.kind(nodes[i]) == PathTree::Kind::function;
        write_frame(json, tree.name(nodes[i]), is_function ? std::optional(path) : std::nullopt);
    }
    return frames;
}

} // namespace

void speedscope(std::span<const ProfileView> views, const Options&, Writer& out) {
    const ProfileView& view = views[0];
    const PathTree tree = PathTree::of(view);
    std::vector<Node> nodes = tree.preorder();
    if (tree.is_of_calls())
        nodes.assign(tree.nodes().begin(), tree.nodes().end());
    std::vector<Node> stacks; // the nodes that have counts of their own
    std::ranges::copy_if(nodes, std::back_inserter(stacks),
                         [&](Node node) { return !tree.own(node).empty(); });
    for (const Node node : stacks)
        for (const Column& column : view.columns)
            require_positive(tree.own(node)[column.event], view, "speedscope");

    JsonWriter json(out);
    json.begin_object();
    json.key("$schema").string("https://www.speedscope.app/file-format-schema.json");
    json.new_line().key("exporter").string("cg_show");
    json.new_line().key("name").string(view.profile->header.cmd);
    json.new_line().key("activeProfileIndex").number(view.sort);
    json.new_line().key("shared").begin_object().key("frames").begin_array();
    const std::vector<std::size_t> frames =
        tree.is_of_calls() ? write_frames(json, tree, view.profile->calls->functions)
                           : write_frames(json, tree, nodes);
    json.end_array().end_object();
    json.new_line().key("profiles").begin_array();
    for (const Column& column : view.columns) {
        const auto count = [&](Node node) { return tree.own(node)[column.event]; };
        std::vector<Node> counted;
        std::ranges::copy_if(stacks, std::back_inserter(counted),
                             [&](Node node) { return count(node) != 0; });
        json.new_line().begin_object().key("type").string("sampled");
        json.key("name").string(
            column.name +
            (tree.is_of_calls() ? "" : " by directory, file, function (no call stacks)"));
        json.key("unit").string("none");
        json.key("startValue").number(0).key("endValue").number(column.total);
        json.new_line().key("samples").begin_array();
        for_each_stack(
            tree, counted, ',', [&](Node node) { return std::to_string(frames[node]); },
            [&](Node, std::string_view stack) {
                json.new_row().raw('[' + std::string(stack) + ']');
            });
        json.end_array().new_line().key("weights").numbers(counted | std::views::transform(count));
        json.end_object();
    }
    json.end_array().end_object();
    out << '\n';
}

} // namespace cg::render

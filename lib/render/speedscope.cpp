// SPDX-License-Identifier: GPL-2.0-or-later
// The JSON of speedscope (https://www.speedscope.app): a profile for each event, whose stacks
// are calls or, without a call tree, directory, file and function.
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "text/json_writer.hpp"
#include "view/call_paths.hpp"
#include "view/path_tree.hpp"

#include <ranges>
#include <unordered_map>

namespace cg::render {
namespace {

// A frame for each directory, file and function; a stack for each function.
class SourceStacks {
  public:
    explicit SourceStacks(const ProfileView& view)
        : tree_(*view.profile, view.sorted().event),
          order_(tree_.preorder()),
          frame_(tree_.size()) {
        for (std::size_t i = 0; i < order_.size(); ++i)
            frame_[order_[i]] = i;
        for (const std::size_t node : order_)
            if (tree_[node].kind == PathTree::Kind::file)
                above_.emplace(node, frames_to(node));
    }

    auto nodes() const {
        return order_ | std::views::filter([this](std::size_t node) { return is_function(node); });
    }
    std::span<const Count> counts(std::size_t node) const { return tree_.counts(node); }
    static std::string title(const Column& column) {
        return column.name + " by directory, file, function (no call stacks)";
    }

    void write_frames(JsonWriter& json) const {
        std::string path; // of the current file
        for (const std::size_t node : order_) {
            json.new_line().begin_object().key("name").string(tree_[node].name);
            if (tree_[node].kind == PathTree::Kind::file)
                path = tree_.path(node);
            if (is_function(node))
                json.key("file").string(path);
            json.end_object();
        }
    }
    void write_stacks(JsonWriter& json, std::size_t event) const {
        for (const std::size_t node : nodes())
            if (counts(node)[event] != 0)
                json.new_row().raw('[' + above_.at(tree_[node].parent) +
                                   std::to_string(frame_[node]) + ']');
    }

  private:
    bool is_function(std::size_t node) const {
        return tree_[node].kind == PathTree::Kind::function;
    }
    // Returns the frames of a file and the directories above it, as "0,1,2,".
    std::string frames_to(std::size_t file) const {
        std::string frames;
        for (std::size_t node = file; node != PathTree::root; node = tree_[node].parent)
            frames.insert(0, std::to_string(frame_[node]) + ',');
        return frames;
    }

    PathTree tree_;
    std::vector<std::size_t> order_;
    std::vector<std::size_t> frame_;                     // of each node
    std::unordered_map<std::size_t, std::string> above_; // the frames above functions, by file
};

// A frame for each root and each function; a stack for each node.
class CallStacks {
  public:
    explicit CallStacks(const ProfileView& view)
        : functions_(view.profile->calls->functions),
          paths_(*view.profile->calls, view.sorted().event),
          tree_(paths_.tree()) {}

    auto nodes() const {
        return std::views::iota(CallTree::Node{0}, static_cast<CallTree::Node>(tree_.size()));
    }
    std::span<const Count> counts(CallTree::Node node) const { return tree_.counts(node); }
    static std::string title(const Column& column) { return column.name; }

    void write_frames(JsonWriter& json) const {
        const auto write_frame = [&](std::string_view name, std::string_view file) {
            json.new_line().begin_object().key("name").string(name).key("file").string(file);
            json.end_object();
        };
        for (const CallTree::Node node : nodes())
            if (tree_.is_root(node))
                write_frame(paths_.name(node), paths_.file(node));
        for (FunctionId f = 0; f < functions_.size(); ++f)
            write_frame(functions_.name(f), functions_.file(f));
    }
    void write_stacks(JsonWriter& json, std::size_t event) const {
        for_each_stack(
            tree_, ',', [&](CallTree::Node node) { return std::to_string(frame(node)); },
            [&](CallTree::Node node, std::string_view stack) {
                if (counts(node)[event] != 0)
                    json.new_row().begin_array().raw(stack).end_array();
            });
    }

  private:
    std::size_t frame(CallTree::Node node) const {
        return tree_.is_root(node) ? static_cast<std::size_t>(tree_.start(node))
                                   : path_starts + tree_.function(node);
    }

    const CalledFunctions& functions_;
    const CallPaths paths_;
    const CallTree& tree_;
};

template <typename Stacks>
void write_document(const ProfileView& view, const Stacks& stacks, Writer& out) {
    for (const auto node : stacks.nodes())
        for (const Column& column : view.columns)
            require_positive(stacks.counts(node)[column.event], view, "speedscope");
    JsonWriter json(out);
    json.begin_object();
    json.key("$schema").string("https://www.speedscope.app/file-format-schema.json");
    json.new_line().key("exporter").string("cg_show");
    json.new_line().key("name").string(view.profile->header.cmd);
    json.new_line().key("activeProfileIndex").number(view.sort);
    json.new_line().key("shared").begin_object().key("frames").begin_array();
    stacks.write_frames(json);
    json.end_array().end_object();
    json.new_line().key("profiles").begin_array();
    for (const Column& column : view.columns) {
        const auto count = [&](auto node) { return stacks.counts(node)[column.event]; };
        json.new_line().begin_object().key("type").string("sampled");
        json.key("name").string(stacks.title(column)).key("unit").string("none");
        json.key("startValue").number(0).key("endValue").number(column.total);
        json.new_line().key("samples").begin_array();
        stacks.write_stacks(json, column.event);
        json.end_array().new_line().key("weights").numbers(
            stacks.nodes() | std::views::filter([&](auto node) { return count(node) != 0; }) |
            std::views::transform(count));
        json.end_object();
    }
    json.end_array().end_object();
    out << '\n';
}

} // namespace

void speedscope(std::span<const ProfileView> views, const Options&, Writer& out) {
    const ProfileView& view = views[0];
    if (view.profile->calls && view.profile->calls->tree())
        write_document(view, CallStacks(view), out);
    else
        write_document(view, SourceStacks(view), out);
}

} // namespace cg::render

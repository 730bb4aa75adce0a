// SPDX-License-Identifier: GPL-2.0-or-later
// The JSON of speedscope (https://www.speedscope.app): a profile for each event, whose stacks
// are calls or, without a call tree, directory, file and function.
#include "render/renderers.hpp"
#include "text/escaping.hpp"
#include "view/call_paths.hpp"
#include "view/path_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ranges>
#include <unordered_map>

namespace cg::render {
namespace {

// A frame for each function, and one for each root other than that of threads.
class CallStacks {
  public:
    CallStacks(const ProfileView& view, Writer& out)
        : view_(view),
          out_(out),
          calls_(*view.profile->calls),
          paths_(calls_, view.sorted().event),
          tree_(paths_.tree()) {}

    void write() {
        for (CallTree::Node node = 0; node < tree_.size(); ++node)
            for (const Column& column : view_.columns)
                require_positive(tree_.counts(node)[column.event], view_, "speedscope");
        out_ << "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n"
                "\"exporter\":\"cg_show\",\n\"name\":";
        write_json_string(out_, view_.profile->header.cmd);
        out_ << ",\n\"activeProfileIndex\":" << view_.sort << ",\n\"shared\":{\"frames\":[";
        write_frames();
        out_ << "]},\n\"profiles\":[\n";
        for (std::size_t i = 0; i < view_.columns.size(); ++i) {
            if (i)
                out_ << ",\n";
            write_event(view_.columns[i]);
        }
        out_ << "]}\n";
    }

  private:
    // Writes the frames of the roots, then those of the functions.
    void write_frames() {
        std::size_t frames = 0;
        const auto write_frame = [&](std::string_view name, std::string_view file) {
            out_ << (frames++ == 0 ? "\n" : ",\n") << "{\"name\":";
            write_json_string(out_, name);
            out_ << ",\"file\":";
            write_json_string(out_, file);
            out_ << '}';
        };
        for (CallTree::Node node = 0; node < tree_.size(); ++node)
            if (tree_.is_root(node))
                write_frame(paths_.name(node), paths_.file(node));
        for (CalledNumber f = 0; f < calls_.functions.size(); ++f)
            write_frame(calls_.functions.name(f), calls_.functions.file(f));
    }
    std::size_t frame(CallTree::Node node) const {
        return tree_.is_root(node) ? static_cast<std::size_t>(tree_.start(node))
                                   : path_starts + tree_.function(node);
    }

    void write_event(const Column& column) {
        out_ << "{\"type\":\"sampled\",\"name\":";
        write_json_string(out_, column.name);
        out_ << ",\"unit\":\"none\",\"startValue\":0,\"endValue\":" << column.total
             << ",\n\"samples\":[";
        bool first = true;
        std::string stack; // frames, each with a comma after it
        std::vector<std::pair<CallTree::Node, std::size_t>> path;
        for (CallTree::Node node = 0; node < tree_.size(); ++node) {
            while (!path.empty() && path.back().first != tree_.parent(node))
                path.pop_back();
            stack.resize(path.empty() ? 0 : path.back().second);
            const bool is_thread = tree_.is_root(node) && tree_.start(node) == PathStart::thread;
            const std::string own = std::to_string(frame(node));
            if (tree_.counts(node)[column.event] != 0) {
                out_ << (first ? "[" : ",\n[") << stack << own << ']';
                first = false;
            }
            if (!is_thread)
                stack += own + ',';
            path.emplace_back(node, stack.size());
        }
        out_ << "],\n\"weights\":[";
        first = true;
        for (CallTree::Node node = 0; node < tree_.size(); ++node)
            if (const Count count = tree_.counts(node)[column.event]; count != 0) {
                out_ << (first ? "" : ",") << count;
                first = false;
            }
        out_ << "]}";
    }

    const ProfileView& view_;
    Writer& out_;
    const Calls& calls_;
    const CallPaths paths_;
    const CallTree& tree_;
};

void speedscope_calls(const ProfileView& view, Writer& out) {
    CallStacks(view, out).write();
}

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

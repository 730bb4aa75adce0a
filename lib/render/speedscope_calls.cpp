// SPDX-License-Identifier: GPL-2.0-or-later
// A frame for each function, and one for each root other than that of threads.
#include "render/speedscope_calls.hpp"

#include "render/only_positive.hpp"
#include "text/json_text.hpp"
#include "view/call_paths.hpp"

namespace cg::render {
namespace {

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

} // namespace

void speedscope_calls(const ProfileView& view, Writer& out) {
    CallStacks(view, out).write();
}

} // namespace cg::render

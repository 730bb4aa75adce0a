// SPDX-License-Identifier: GPL-2.0-or-later
// pprof's profile.proto, not yet gzipped: a sample for each path of calls with own cost. Without a
// call tree, there is a sample for each line, and its "stack" is a path: the line in its function,
// then the file, then the directories. A comment in the profile says that this is no call stack.
//
// Most of the file is a sample and a location for each line: so a function with less than --min of
// every event has one sample for all its lines.
//
// The numbers of the fields are those of https://github.com/google/pprof, proto/profile.proto.
#include "model/count.hpp"
#include "model/profile.hpp"
#include "render/renderers.hpp"
#include "text/escaping.hpp"
#include "text/protobuf.hpp"
#include "view/call_paths.hpp"
#include "view/path_tree.hpp"
#include "view/ranking.hpp"

#include <algorithm>
#include <vector>

namespace cg::render {
namespace {

namespace field {
enum Profile : unsigned {
    sample_type = 1,
    sample = 2,
    location = 4,
    function = 5,
    string_table = 6,
    comment = 13,
    default_sample_type = 14,
};
enum ValueType : unsigned { type = 1, unit = 2 };
enum Sample : unsigned { location_id = 1, value = 2 };
enum Location : unsigned { id = 1, line = 4 };
enum LineOf : unsigned { function_id = 1, line_number = 2 };
enum Function : unsigned { name = 2, system_name = 3, filename = 4 }; // id as in Location
} // namespace field

class Encoder {
  public:
    Encoder(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          profile_(*view.profile),
          options_(options),
          out_(out),
          calls_(profile_.calls && profile_.calls->tree() ? &*profile_.calls : nullptr),
          names_(calls_ ? calls_->functions.names() : profile_.names),
          name_strings_(names_.size()),
          tree_(profile_, view.sorted().event),
          directories_(tree_.size()) {}

    void write() {
        add_string(""); // the format requires that it is the first
        write_types();
        if (calls_) {
            write_comments("made by cg_show: functions and their callers");
            return write_stacks(*calls_);
        }
        write_comments("made by cg_show from cachegrind's counts: directory, file and function are "
                       "paths, not call stacks");
        // The tree has its functions in the profile's order.
        auto function = profile_.costs.functions().begin();
        for (std::size_t node = 0; node < tree_.size(); ++node)
            if (tree_[node].kind == PathTree::Kind::function)
                write_function(*function++, tree_.counts(node), tree_[node].parent);
    }

  private:
    // ---- fields of the profile itself
    void write(unsigned field, const Protobuf& message) { write(field, message.encoded()); }
    void write(unsigned field, std::string_view bytes) {
        outer_.clear();
        outer_.bytes(field, bytes);
        out_ << outer_.encoded();
    }
    void write_types() {
        const std::uint64_t count = add_string("count");
        const EventSet& events = profile_.header.events;
        for (std::size_t event = 0; event < events.size(); ++event) {
            const std::uint64_t name = add_string(events[event]);
            message_.clear();
            message_.number(field::type, name);
            message_.number(field::unit, count);
            write(field::sample_type, message_);
            if (event == view_.sorted().event) {
                message_.clear();
                message_.number(field::default_sample_type, name);
                out_ << message_.encoded();
            }
        }
    }

    void write_comments(std::string_view what) {
        list_.clear();
        const std::uint64_t string = add_string(what);
        list_.varint(string);
        list_.varint(add_string(profile_.header.cmd));
        write(field::comment, list_);
    }

    // Writes a string and returns its number.
    std::uint64_t add_string(std::string_view bytes) {
        write(field::string_table, text_for(EscapingContext::program, bytes));
        return string_count_++;
    }

    std::uint64_t string(NameId name) {
        std::uint64_t& number =
            name == unspecified_function ? unspecified_string_ : name_strings_[index_of(name)];
        if (number == 0)
            number = add_string(display_name(names_, name));
        return number;
    }

    std::uint64_t add_function(std::uint64_t name, std::uint64_t file) {
        message_.clear();
        message_.number(field::id, ++function_count_);
        message_.number(field::name, name);
        message_.number(field::system_name, name);
        message_.number(field::filename, file);
        write(field::function, message_);
        return function_count_;
    }

    std::uint64_t add_location(std::uint64_t function, Line line) {
        line_.clear();
        line_.number(field::function_id, function);
        line_.number(field::line_number, line);
        message_.clear();
        message_.number(field::id, ++location_count_);
        message_.bytes(field::line, line_.encoded());
        write(field::location, message_);
        return location_count_;
    }

    // Adds the location of a file or directory. Returns its number.
    std::uint64_t add_place(std::uint64_t path) {
        return add_location(add_function(path, path), 0);
    }

    // Encodes the locations of a file and the directories above it, the file first.
    void enter(std::size_t node, NameId file) {
        if (node == file_)
            return; // the functions of a file are adjacent
        file_ = node;
        const std::string path = tree_.path(node);
        above_.clear();
        above_.varint(add_place(path == profile_.names[file] ? string(file) : add_string(path)));
        for (node = tree_[node].parent; node != PathTree::root; node = tree_[node].parent) {
            if (directories_[node] == 0)
                directories_[node] = add_place(add_string(tree_.path(node)));
            above_.varint(directories_[node]);
        }
    }

    void write_sample(std::uint64_t location, std::span<const Count> counts) {
        list_.clear();
        list_.varint(location);
        list_.append(above_.encoded());
        write_sample(list_, counts);
    }
    void write_sample(const Protobuf& stack, std::span<const Count> counts) {
        message_.clear();
        message_.bytes(field::location_id, stack.encoded());
        list_.clear();
        for (const Count count : counts)
            list_.varint(static_cast<std::uint64_t>(count));
        message_.bytes(field::value, list_.encoded());
        write(field::sample, message_);
    }

    bool is_zero_in_all_rows(const FunctionCosts& costs) const {
        return std::ranges::all_of(
            costs.rows(), [this](std::size_t row) { return is_zero(profile_.costs.counts(row)); });
    }

    // Returns true if a function's sum reaches --min of any event.
    bool is_hot(std::span<const Count> sum) const {
        return std::ranges::any_of(view_.columns, [&](const Column& column) {
            return magnitude(sum[column.event]) >=
                   magnitude_of_percentage(options_.min, column.percent_base);
        });
    }

    // Writes a sample for each path. Locations are functions at their first lines, because a tree
    // has no cost by line.
    void write_stacks(const Calls& calls) {
        const CallTree& tree = *calls.tree();
        const CallPaths paths(calls, view_.sorted().event);
        std::vector<std::uint64_t> locations;
        for (FunctionId f = 0; f < calls.functions.size(); ++f) {
            const CalledFunction& function = calls.functions[f];
            const std::uint64_t name = string(function.name), file = string(function.file);
            locations.push_back(add_location(add_function(name, file), function.line));
        }
        std::vector<std::uint64_t> roots(path_starts); // 0: not yet written
        for (CallTree::Node node = 0; node < tree.size(); ++node) {
            if (is_zero(tree.counts(node)))
                continue;
            above_.clear();
            CallTree::Node at = node;
            for (; !tree.is_root(at); at = tree.parent(at))
                above_.varint(locations[tree.function(at)]);
            // The first root, that of threads, is not in the stacks; the other roots are.
            if (at == node || at != 0) {
                std::uint64_t& location = roots[static_cast<std::size_t>(tree.start(at))];
                if (location == 0)
                    location = add_place(add_string(paths.name(at)));
                above_.varint(location);
            }
            write_sample(above_, tree.counts(node));
        }
    }

    void write_function(const FunctionCosts& costs, std::span<const Count> sum, std::size_t file) {
        if (is_zero_in_all_rows(costs))
            return;
        enter(file, costs.file);
        const std::uint64_t function = add_function(string(costs.function), string(costs.file));
        if (!is_hot(sum)) {
            if (!is_zero(sum))
                write_sample(add_location(function, 0), sum);
            return;
        }
        for (const std::size_t row : costs.rows())
            if (const auto counts = profile_.costs.counts(row); !is_zero(counts))
                write_sample(add_location(function, profile_.costs.line(row)), counts);
    }

    const ProfileView& view_;
    const Profile& profile_;
    const Options& options_;
    Writer& out_;
    const Calls* calls_;                      // with a tree, or null
    const Names& names_;                      // of functions and files
    Protobuf message_, line_, list_, outer_;  // emptied before each use
    std::vector<std::uint64_t> name_strings_; // by NameId; 0: not yet written
    std::uint64_t unspecified_string_ = 0;    // likewise
    std::uint64_t string_count_ = 0, function_count_ = 0, location_count_ = 0;
    PathTree tree_;
    std::vector<std::uint64_t> directories_; // their locations, by node; 0: not yet written
    std::size_t file_ = PathTree::root;      // the current file
    Protobuf above_;                         // the locations of this file and its directories
};

} // namespace

void pprof(std::span<const ProfileView> views, const Options& options, Writer& out) {
    Encoder(views[0], options, out).write();
}

} // namespace cg::render

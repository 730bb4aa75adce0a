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
    using Node = PathTree::Node;

  public:
    Encoder(const ProfileView& view, const Options& options, Writer& out)
        : view_(view),
          profile_(*view.profile),
          options_(options),
          out_(out),
          tree_(PathTree::of(view)),
          names_(tree_.is_of_calls() ? profile_.calls->functions.names() : profile_.names),
          name_strings_(names_.size()),
          locations_(tree_.size()) {}

    void write() {
        add_string(""); // the format requires that it is the first
        write_types();
        if (tree_.is_of_calls()) {
            write_comments("made by cg_show: functions and their callers");
            return write_calls(profile_.calls->functions);
        }
        write_comments("made by cg_show from cachegrind's counts: directory, file and function are "
                       "paths, not call stacks");
        for (const Node node : tree_.nodes())
            if (tree_.kind(node) == PathTree::Kind::function)
                write_lines(node);
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

    // Returns the location of a node, which it adds if that is a directory, a file or a start.
    // Those of functions are known already.
    std::uint64_t location_of(Node node) {
        std::uint64_t& location = locations_[node];
        if (location == 0) {
            const std::uint64_t name = name_of_place(node);
            location = add_location(add_function(name, name), 0);
        }
        return location;
    }
    std::uint64_t name_of_place(Node node) {
        if (tree_.is_of_calls())
            return add_string(tree_.name(node));
        const std::string path = tree_.path(node);
        const auto name =
            tree_.kind(node) == PathTree::Kind::file ? names_.find(path) : std::nullopt;
        return name ? string(*name) : add_string(path);
    }

    // Writes a sample of a location and the nodes above it, from `above` on. The root is in no
    // stack but its own.
    void write_sample(std::uint64_t location, Node above, std::span<const Count> counts) {
        stack_.clear();
        stack_.varint(location);
        for (; above != PathTree::root; above = tree_.parent(above))
            stack_.varint(location_of(above));
        message_.clear();
        message_.bytes(field::location_id, stack_.encoded());
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
    void write_calls(const CalledFunctions& functions) {
        std::vector<std::uint64_t> locations;
        for (FunctionId f = 0; f < functions.size(); ++f) {
            const CalledFunction& function = functions[f];
            const std::uint64_t name = string(function.name), file = string(function.file);
            locations.push_back(add_location(add_function(name, file), function.line));
        }
        for (const Node node : tree_.nodes())
            if (tree_.kind(node) == PathTree::Kind::function)
                locations_[node] = locations[tree_.function(node)];
        for (const Node node : tree_.nodes())
            if (const auto own = tree_.own(node); !is_zero(own))
                write_sample(location_of(node), tree_.parent(node), own);
    }

    // Writes a sample for each line of a function, or one if it costs little.
    void write_lines(Node node) {
        const FunctionCosts& costs = profile_.costs.functions()[tree_.function(node)];
        if (is_zero_in_all_rows(costs))
            return;
        const Node file = tree_.parent(node);
        for (Node above = file; above != PathTree::root; above = tree_.parent(above))
            location_of(above);
        const std::uint64_t function = add_function(string(costs.function), string(costs.file));
        const auto sum = tree_.counts(node);
        if (!is_hot(sum)) {
            if (!is_zero(sum))
                write_sample(add_location(function, 0), file, sum);
            return;
        }
        for (const std::size_t row : costs.rows())
            if (const auto counts = profile_.costs.counts(row); !is_zero(counts))
                write_sample(add_location(function, profile_.costs.line(row)), file, counts);
    }

    const ProfileView& view_;
    const Profile& profile_;
    const Options& options_;
    Writer& out_;
    const PathTree tree_;
    const Names& names_;                             // of functions and files
    Protobuf message_, line_, list_, stack_, outer_; // emptied before each use
    std::vector<std::uint64_t> name_strings_;        // by NameId; 0: not yet written
    std::uint64_t unspecified_string_ = 0;           // likewise
    std::uint64_t string_count_ = 0, function_count_ = 0, location_count_ = 0;
    std::vector<std::uint64_t> locations_; // of the nodes; 0: not yet written
};

} // namespace

void pprof(std::span<const ProfileView> views, const Options& options, Writer& out) {
    Encoder(views[0], options, out).write();
}

} // namespace cg::render

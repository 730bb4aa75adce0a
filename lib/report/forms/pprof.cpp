// SPDX-License-Identifier: GPL-2.0-or-later
// pprof's profile.proto, not yet gzipped: a sample for each line, whose "stack" is the line in
// its function, then the file, then the folders. They are paths, not call stacks: a comment in
// the profile says so.
//
// The numbers of the fields are those of https://github.com/google/pprof, proto/profile.proto.
#include "report/forms/forms.hpp"
#include "report/path_tree.hpp"
#include "report/ranking.hpp"
#include "report/utf8.hpp"

#include <unordered_map>
#include <vector>

namespace cg::form {
namespace {

// The little of the protobuf encoding that is needed: varints and what has a length.
class Message {
  public:
    // Negative numbers take ten bytes, as int64 has it.
    void number(std::uint64_t field, std::uint64_t value) {
        varint(field << 3);
        varint(value);
    }
    void bytes(std::uint64_t field, std::string_view value) {
        varint(field << 3 | 2);
        varint(value.size());
        encoded_.append(value);
    }
    void message(std::uint64_t field, const Message& value) { bytes(field, value.encoded_); }
    template <typename Range>
    void packed(std::uint64_t field, const Range& values) {
        Message list;
        for (const auto value : values)
            list.varint(static_cast<std::uint64_t>(value));
        bytes(field, list.encoded_);
    }
    const std::string& encoded() const { return encoded_; }

  private:
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7)
            encoded_.push_back(static_cast<char>(value | 0x80));
        encoded_.push_back(static_cast<char>(value));
    }
    std::string encoded_;
};

namespace field {
enum Profile : std::uint64_t {
    sample_type = 1,
    sample = 2,
    location = 4,
    function = 5,
    string_table = 6,
    comment = 13,
    default_sample_type = 14,
};
enum ValueType : std::uint64_t { type = 1, unit = 2 };
enum Sample : std::uint64_t { location_id = 1, value = 2 };
enum Location : std::uint64_t { id = 1, line = 4 };
enum LineOf : std::uint64_t { function_id = 1, line_number = 2 };
enum Function : std::uint64_t { name = 2, system_name = 3, filename = 4 }; // id as in Location
} // namespace field

class Encoder {
  public:
    Encoder(const Exhibit& exhibit, Writer& out)
        : exhibit_(exhibit), profile_(*exhibit.profile), out_(out) {
        string(""); // the format wants it first
    }

    void write() {
        for (const std::string& event : profile_.header.events.names()) {
            Message type;
            type.number(field::type, string(event));
            type.number(field::unit, string("count"));
            top(field::sample_type, type);
        }
        Message notes;
        notes.packed(field::comment,
                     std::vector{string("made by cg_show from cachegrind's counts: folder, file "
                                        "and function are paths, not call stacks"),
                                 string(profile_.header.cmd)});
        notes.number(field::default_sample_type, string(exhibit_.sorted().name));
        out_ << notes.encoded();
        for (const FunctionCosts& function : profile_.costs.functions())
            write_function(function);
    }

  private:
    void top(std::uint64_t field, const Message& message) {
        Message outer;
        outer.message(field, message);
        out_ << outer.encoded();
    }

    // Strings go by number and are written as they come up.
    std::uint64_t string(std::string_view bytes) {
        const auto [found, is_new] = strings_.try_emplace(to_utf8(bytes), strings_.size());
        if (is_new) {
            Message entry;
            entry.bytes(field::string_table, found->first);
            out_ << entry.encoded();
        }
        return found->second;
    }

    std::uint64_t function(std::string_view name, std::string_view file) {
        const std::uint64_t id = ++last_function_;
        Message message;
        message.number(field::id, id);
        message.number(field::name, string(name));
        message.number(field::system_name, string(name));
        message.number(field::filename, string(file));
        top(field::function, message);
        return id;
    }

    std::uint64_t location(std::uint64_t function, Line line) {
        const std::uint64_t id = ++last_location_;
        Message inner, message;
        inner.number(field::function_id, function);
        inner.number(field::line_number, line);
        message.number(field::id, id);
        message.message(field::line, inner);
        top(field::location, message);
        return id;
    }

    // The locations of a file and the folders above it, the file first.
    const std::vector<std::uint64_t>& places(NameId file) {
        const auto [found, is_new] = places_.try_emplace(file);
        if (is_new) {
            std::string path;
            for (const std::string_view component : path_components(profile_.names[file])) {
                if (!path.empty() && !path.ends_with('/'))
                    path += '/';
                path += component;
                const auto [folder, is_new_folder] = folders_.try_emplace(path, 0);
                if (is_new_folder)
                    folder->second = location(function(path, path), 0);
                found->second.insert(found->second.begin(), folder->second);
            }
        }
        return found->second;
    }

    void write_function(const FunctionCosts& costs) {
        const std::vector<std::uint64_t>& above = places(costs.file);
        const std::uint64_t id =
            function(shown_name(profile_.names, costs.function), profile_.names[costs.file]);
        for (std::size_t row = costs.first_row; row < costs.end_row; ++row) {
            std::vector<std::uint64_t> stack{location(id, profile_.costs.line(row))};
            stack.insert(stack.end(), above.begin(), above.end());
            Message sample;
            sample.packed(field::location_id, stack);
            sample.packed(field::value, profile_.costs.counts(row));
            top(field::sample, sample);
        }
    }

    const Exhibit& exhibit_;
    const Profile& profile_;
    Writer& out_;
    std::unordered_map<std::string, std::uint64_t> strings_;
    std::unordered_map<std::string, std::uint64_t> folders_;
    std::unordered_map<NameId, std::vector<std::uint64_t>> places_;
    std::uint64_t last_function_ = 0;
    std::uint64_t last_location_ = 0;
};

} // namespace

void pprof(std::span<const Exhibit> exhibits, const Options&, Writer& out) {
    Encoder(exhibits[0], out).write();
}

} // namespace cg::form

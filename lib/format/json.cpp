// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/json.hpp"

#include "error/error.hpp"
#include "model/cost_table_builder.hpp"
#include "model/profile.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace cg {
namespace {

using nlohmann::json;

class Reader {
  public:
    Reader(const std::string& source, bool with_uncounted)
        : source_(source), with_uncounted_(with_uncounted) {}

    Profile read(std::string_view bytes) {
        const auto take = [this](int depth, json::parse_event_t event, json& value) {
            return this->take(depth, event, value);
        };
        const json document = json::parse(bytes.begin(), bytes.end(), take);
        need(document.is_object() && document.value("format", json()) == "cgtools-profile", "",
             "expected a profile of the format \"cgtools-profile\"");
        need(document.value("version", json()) == 1, "version", "expected version 1");
        need(has_files_, "files", "expected \"events\" and \"files\"");
        Header header{{}, {}, EventSet(events_)};
        const json desc = document.value("desc", json::array());
        need(desc.is_array(), "desc", "expected an array");
        for (std::size_t i = 0; i < desc.size(); ++i)
            header.desc.push_back(text(desc[i], at("desc", i)));
        header.cmd = text(document.value("cmd", json()), "cmd");
        Profile profile{std::move(header), std::move(names_), std::move(*rows_).finish(), {}};
        profile.summary = profile.costs.total();
        need(document.contains("totals"), "totals", "expected the sums of the counts");
        check_totals(document["totals"], profile);
        return profile;
    }

  private:
    static std::string at(const std::string& path, std::size_t index) {
        return path + "[" + std::to_string(index) + "]";
    }
    void need(bool condition, const std::string& path, const std::string& message) const {
        if (!condition)
            throw Error(source_, path.empty() ? message : path + ": " + message);
    }

    // Called for each key, for the beginning of each list and object, and for each complete value.
    // Adds a complete file to the profile and drops its value, so that memory stays small.
    bool take(int depth, json::parse_event_t event, json& value) {
        using Event = json::parse_event_t;
        if (event == Event::key)
            take_key(static_cast<std::size_t>(depth), value.get_ref<const std::string&>());
        else if (event == Event::object_start)
            forget_keys(static_cast<std::size_t>(depth) + 1);
        const bool is_list = event == Event::array_start || event == Event::array_end;
        if (depth == 1 && event != Event::key && (section_ == "events" || section_ == "files"))
            need(is_list, section_, "expected an array");
        if (depth == 1 && event == Event::array_end && section_ == "events")
            take_events(value);
        if (depth != 2 || section_ != "files" || event == Event::key)
            return true;
        const std::string path = at("files", files_);
        need(event == Event::object_start || event == Event::object_end, path,
             "expected an object");
        if (event == Event::object_start)
            return true;
        take_file(value, path);
        ++files_;
        return false;
    }

    void take_key(std::size_t depth, const std::string& key) {
        keys_.resize(std::max(keys_.size(), depth + 1));
        if (!keys_[depth].insert(key).second)
            need(false, depth > 1 && section_ == "files" ? at("files", files_) : "",
                 "\"" + text_for(EscapingContext::message, key) + "\" occurs twice in an object");
        if (depth != 1)
            return;
        section_ = key;
        if (section_ == "files") {
            need(rows_.has_value(), "files", "expected \"events\" before it");
            has_files_ = true;
        }
    }
    void forget_keys(std::size_t depth) {
        if (depth < keys_.size())
            keys_[depth].clear();
    }

    void take_events(const json& value) {
        for (std::size_t i = 0; i < value.size(); ++i)
            events_.push_back(text(value[i], at("events", i)));
        need(!events_.empty(), "events", "expected at least one");
        rows_.emplace(events_.size());
        try {
            EventSet{events_};
        } catch (const std::invalid_argument& error) {
            need(false, "events", error.what());
        }
    }

    void take_file(const json& file, const std::string& path) {
        need(file.contains("name"), path, "expected a name");
        check_counts(file, path);
        const NameId file_name = names_.intern(text(file["name"], path + ".name"));
        const json& functions = array(file, "functions", path);
        if (functions.empty() && with_uncounted_)
            rows_->enter(file_name, unspecified_function);
        for (std::size_t f = 0; f < functions.size(); ++f) {
            const std::string where = at(path + ".functions", f);
            const json& function = functions[f];
            need(function.is_object() && function.contains("name"), where, "expected a name");
            const json& name = function["name"];
            const NameId function_name =
                name.is_null() ? unspecified_function : names_.intern(text(name, where + ".name"));
            check_counts(function, where);
            const json& lines = array(function, "lines", where);
            if (!lines.empty() || with_uncounted_)
                rows_->enter(file_name, function_name);
            for (std::size_t l = 0; l < lines.size(); ++l)
                take_line(lines[l], [&] { return at(where + ".lines", l); });
        }
    }

    const json& array(const json& object, const char* key, const std::string& path) const {
        need(object.is_object() && object.contains(key) && object[key].is_array(), path,
             std::string("expected \"") + key + "\", an array");
        return object[key];
    }

    // `path` is a function, since the path is needed for errors only.
    template <typename Path>
    void take_line(const json& line, Path path) {
        if (!is_row(line, 1))
            need(false, path(),
                 "expected a line number and " + std::to_string(events_.size()) + " counts");
        const Count number = integer(line[0], path);
        if (number < 0 || number > std::numeric_limits<Line>::max())
            need(false, path(), "expected a line number");
        const std::span<Count> counts = rows_->add_row(static_cast<Line>(number));
        for (std::size_t event = 0; event < counts.size(); ++event)
            counts[event] = integer(line[event + 1], path);
    }

    template <typename Path>
    Count integer(const json& value, Path path) const {
        if (!value.is_number_integer())
            need(false, path(), "expected an integer");
        if (value.is_number_unsigned() &&
            value.get<std::uint64_t>() >
                static_cast<std::uint64_t>(std::numeric_limits<Count>::max()))
            need(false, path(), "a count does not fit in 64 bits");
        return value.get<Count>();
    }

    // Returns the text of a string, or of {"hex": ...} for bytes that are not UTF-8. A newline is
    // an error, because cachegrind's format cannot represent it.
    std::string text(const json& value, const std::string& path) const {
        std::string bytes;
        if (value.is_string())
            bytes = value.get<std::string>();
        else if (value.is_object() && value.contains("hex") && value["hex"].is_string())
            bytes = from_hex(value["hex"].get<std::string>(), path);
        else
            need(false, path, "expected a string, or an object with \"hex\"");
        need(!value.is_object() || value.value("text", json("")).is_string(), path + ".text",
             "expected a string");
        need(bytes.find('\n') == std::string::npos, path, "a name holds no newline");
        return bytes;
    }

    std::string from_hex(const std::string& digits, const std::string& path) const {
        const auto value_of = [&](char digit) {
            const std::string_view all = "0123456789abcdef";
            const std::size_t value = all.find(digit);
            need(value != all.npos, path + ".hex", "expected pairs of 0-9 and a-f");
            return value;
        };
        need(digits.size() % 2 == 0, path + ".hex", "expected pairs of 0-9 and a-f");
        std::string bytes;
        for (std::size_t i = 0; i < digits.size(); i += 2)
            bytes += static_cast<char>(value_of(digits[i]) << 4 | value_of(digits[i + 1]));
        return bytes;
    }

    // Checks the "totals" of a file or function. They are for other readers, and may be missing.
    void check_counts(const json& object, const std::string& path) const {
        const auto totals = object.find("totals");
        if (totals == object.end())
            return;
        const auto where = [&] { return path + ".totals"; };
        need(is_row(*totals, 0), path, "expected " + std::to_string(events_.size()) + " totals");
        for (const json& count : *totals)
            integer(count, where);
    }
    // Returns true if the list has `before` values and then a count for each event.
    bool is_row(const json& list, std::size_t before) const {
        return list.is_array() && list.size() == before + events_.size();
    }

    void check_totals(const json& totals, const Profile& profile) const {
        need(is_row(totals, 0), "totals", "expected " + std::to_string(events_.size()) + " counts");
        for (std::size_t event = 0; event < events_.size(); ++event) {
            const Count given = integer(totals[event], [&] { return at("totals", event); });
            need(given == profile.summary[event], at("totals", event),
                 "says " + std::to_string(given) + " " +
                     text_for(EscapingContext::message, events_[event]) +
                     ", but the counts add up to " + std::to_string(profile.summary[event]));
        }
    }

    const std::string& source_;
    bool with_uncounted_;
    std::string section_; // the key of the document that is being read
    // The keys of the open object at each depth. Not a hash table: clearing one takes time
    // proportional to its largest size so far, for each object.
    std::vector<std::set<std::string>> keys_;
    bool has_files_ = false;
    std::vector<std::string> events_;
    std::optional<CostTableBuilder> rows_;
    Names names_;
    std::size_t files_ = 0;
};

// Returns nlohmann's message without "[json.exception.parse_error.101] parse error at line 1,
// column 2: ".
std::string words_of(const json::parse_error& error) {
    std::string words = error.what();
    const std::size_t column = words.find("column ");
    const std::size_t colon = words.find(": ", column == words.npos ? 0 : column);
    if (colon != words.npos)
        words.erase(0, colon + 2);
    const std::string_view before_token = "last read: ";
    const std::size_t token = words.find(before_token);
    if (token == words.npos)
        return words;
    const std::size_t begin = token + before_token.size() + 1;
    const std::size_t end = words.rfind('\'');
    return words.substr(0, begin - 1) +
           in_quotes(std::string_view(words).substr(begin, end - begin)) + words.substr(end + 1);
}

} // namespace

bool begins_as_json(std::string_view bytes) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    return first != bytes.npos && bytes[first] == '{';
}

Profile read_json(std::string_view bytes, const std::string& source, bool with_uncounted) {
    try {
        return Reader(source, with_uncounted).read(bytes);
    } catch (const json::parse_error& error) {
        const auto upto = bytes.substr(0, std::min(error.byte, bytes.size()));
        const auto line = 1 + std::count(upto.begin(), upto.end(), '\n');
        throw Error(source, static_cast<std::size_t>(line), words_of(error));
    } catch (const json::exception& error) {
        throw Error(source, text_for(EscapingContext::message, error.what()));
    } catch (const std::overflow_error& error) {
        throw Error(source, error.what());
    }
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// The grammar of read.hpp in Boost.Spirit X3.
#include "callgrind/read.hpp"

#include "callgrind/builder.hpp"
#include "callgrind/header.hpp"
#include "callgrind/oddities.hpp"
#include "error/error.hpp"
#include "error/grammar.hpp"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace cg {
namespace {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;

// Gives the lines of a file to builders: the parts that are chosen are one profile or, with `take`,
// one each.
class PartsReader {
  public:
    // `events`: of all chosen parts of one profile, if those of the first one are not all.
    PartsReader(const CallgrindOptions& options, const TakePart& take,
                std::optional<EventSet> events)
        : options_(options), take_(take) {
        if (events)
            file_.header.expect_events(*std::move(events));
        if (take || options.has_part)
            file_.names.keep_definitions();
        builder_.emplace(options_, file_);
    }

    void note_first_line(std::string_view line) { file_.has_cr_lf = line.ends_with('\r'); }
    // The builder of the current line. It stays in its place when a new one begins.
    CallgrindBuilder& builder() { return *builder_; }
    void add_formula(std::string_view text) { formulas_.add(text); }
    // Takes the text of an events: line.
    void begin_part(std::string_view events);
    // Returns the profile, if it is one and has a column for each event of its parts.
    std::optional<Profile> finish(const char* end);
    // Returns the events of all chosen parts.
    EventSet all_events() const { return cg::all_events(events_); }
    void tell_oddities() const { file_.oddities.tell(options_.warn); }

  private:
    Profile finish_profile(const char* end) {
        return formulas_.apply(builder_->finish(end), options_.limit);
    }
    void finish_part(const char* end);

    const CallgrindOptions& options_;
    const TakePart& take_;
    CallgrindFile file_;
    EventFormulas formulas_{file_.oddities};
    std::optional<CallgrindBuilder> builder_;
    FilePart part_; // that the builder has, if each is a profile
    std::vector<std::string_view> events_;
    // A part has an event that the parts before do not have. Rows have a fixed number of columns,
    // so the rest of the file is passed over, and it is read again.
    bool lacks_columns_ = false;
    bool has_parts_ = false; // the file
};

void PartsReader::begin_part(std::string_view events) {
    const FilePart part = file_.header.begin_part(events);
    has_parts_ = true;
    if (take_ && builder_->has_part())
        finish_part(events.data());
    const bool is_chosen = !options_.has_part || options_.has_part(part);
    if (is_chosen && take_) {
        part_ = part;
    } else if (is_chosen) {
        events_.push_back(events);
        lacks_columns_ |= !file_.header.has_columns_for(events);
    }
    builder_->set_left_out(!is_chosen || lacks_columns_);
    if (!builder_->is_left_out())
        builder_->set_events(events);
}

void PartsReader::finish_part(const char* end) {
    Profile profile = finish_profile(end);
    part_.end = end;
    take_(part_, std::move(profile));
    file_.names.begin_profile();
    file_.lines.begin_part();
    builder_.emplace(options_, file_);
}

std::optional<Profile> PartsReader::finish(const char* end) {
    if (lacks_columns_)
        return std::nullopt;
    if (!take_ || !has_parts_) // which is an error
        return finish_profile(end);
    if (builder_->has_part())
        finish_part(end);
    return std::nullopt;
}

// The first token of a line determines its kind; only expectations (>) come after it. Lines that
// are most of a file come first.
void parse(Iterator& at, const Iterator end, PartsReader& parts) {
    using Builder = CallgrindBuilder;
    parts.note_first_line({at, std::find(at, end, '\n')});
    Builder& b = parts.builder();
    // `if_left_out` takes a line of a part that is left out.
    const auto line_of_part = [&](const char* keyword, auto action, auto if_left_out) {
        return keyword > rest_of_line(b, [&b, action, if_left_out](std::string_view text) {
                   (b.*(b.is_left_out() ? if_left_out : action))(text);
               });
    };
    const auto line = [&](const char* keyword, auto action) {
        return line_of_part(keyword, action, action);
    };
    // Parses other lines of a part, which mean nothing if it is left out.
    const auto parse_line = [&b](Iterator first, Iterator last, auto action) {
        if (!b.is_left_out())
            return (b.*action)(first, last);
        take_line(first, last, false);
        return first;
    };
    const auto costs = ParsedBy([parse_line](Iterator first, Iterator last) {
        return first != last && CostLineParser::begins(*first)
                   ? parse_line(first, last, &Builder::add_costs)
                   : nullptr;
    });
    const auto comment = ParsedBy([parse_line](Iterator first, Iterator last) {
        return first != last && *first == '#' ? parse_line(first, last, &Builder::add_comment)
                                              : nullptr;
    });
    const auto call = ParsedBy([parse_line](Iterator first, Iterator last) {
        return parse_line(first, last, &Builder::add_call);
    });
    const auto jump = ParsedBy([parse_line](Iterator first, Iterator last) {
        return parse_line(first, last, &Builder::skip_jump);
    });

    const auto object = [&](const char* keyword, auto action) {
        return line_of_part(keyword, action, &Builder::define_object);
    };
    const auto file = [&](const char* keyword, auto action) {
        return line_of_part(keyword, action, &Builder::define_file);
    };
    const auto function = [&](const char* keyword, auto action) {
        return line_of_part(keyword, action, &Builder::define_function);
    };
    const auto called = function("cfn=", &Builder::set_called_function) | ("calls=" > call) |
                        ("rcalls=" > call) | file("cfi=", &Builder::set_called_file) |
                        file("cfl=", &Builder::set_called_file) |
                        object("cob=", &Builder::set_called_object);
    const auto place = function("fn=", &Builder::set_function) | file("fl=", &Builder::start_file) |
                       file("fi=", &Builder::change_file) | file("fe=", &Builder::change_file) |
                       object("ob=", &Builder::set_object);
    const auto jumps = ("jump=" > jump) | ("jcnd=" > jump) | file("jfi=", &Builder::skip_file) |
                       function("jfn=", &Builder::skip_function);
    const auto rest = [&](const char* keyword, auto action) {
        return line_of_part(keyword, action, &Builder::leave_out);
    };
    const auto events =
        "events:" > rest_of_line(b, [&](std::string_view text) { parts.begin_part(text); });
    const auto header =
        events | line("positions:", &Builder::set_positions) | line("desc:", &Builder::add_desc) |
        line("cmd:", &Builder::set_cmd) | line("part:", &Builder::set_part) |
        line("thread:", &Builder::set_thread) | line("creator:", &Builder::set_creator) |
        line("version:", &Builder::check_version) | rest("summary:", &Builder::add_summary) |
        rest("totals:", &Builder::check_totals) | rest("totals=", &Builder::check_totals);
    const auto formula =
        "event:" > rest_of_line(b, [&](std::string_view text) { parts.add_formula(text); });
    x3::symbols<> ignored;
    ignored.add("pid:")("arch:")("timeframe (BB):");
    // Others: a word and a colon
    const auto key = ("" >> &(+x3::char_("a-zA-Z0-9_-") >> ':')) >
                     rest_of_line(b, [&](std::string_view text) { b.pass_over_key(text); });
    const auto other =
        (x3::omit[ignored] > rest_of_line(b, [](std::string_view) {})) | x3::omit[key];
    const auto blank = x3::omit[*x3::char_(" \t\r")] >> '\n';
    // In files of others only.
    const auto unknown = ParsedBy([parse_line](Iterator first, Iterator last) {
        return first != last ? parse_line(first, last, &Builder::pass_over) : nullptr;
    });
    const auto end_tree = x3::eps[([&](auto&) { b.end_tree(); })];
    // Only a file of ours has these: in others they are comments.
    const auto is_ours = x3::eps[([&](auto& context) { _pass(context) = b.is_ours(); })];
    const auto mark =
        &x3::lit('#') >> is_ours >>
        (line("#name ", &Builder::announce_own_name) | rest("#calls ", &Builder::set_calls) |
         rest("#lines", &Builder::set_flat_name) | rest("#alike ", &Builder::add_alike) |
         rest("#matched ", &Builder::add_matched) |
         rest("#by-file", &Builder::tell_functions_by_file) |
         rest("#bounded", &Builder::bound_costs_of_functions));
    // X3 flattens alternatives, of which it takes at most 20: omit[] keeps these apart.
    const auto any = mark | comment |
                     (end_tree >> (costs | called | place | blank | x3::omit[jumps] |
                                   x3::omit[header | formula | other] | unknown));

    const auto file_end = x3::rule<struct FileEnd>{line_kinds} =
        x3::omit[*x3::char_(" \t\r")] >> x3::eoi;
    x3::parse(at, end, x3::eps > *any > file_end);
}

// Returns true for a word and a colon, which a reader passes over if it does not know the word.
bool is_header_line(std::string_view line) {
    const std::size_t length = static_cast<std::size_t>(
        std::ranges::find_if_not(line,
                                 [](char c) {
                                     return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                            is_digit(c) || c == '_' || c == '-';
                                 }) -
        line.begin());
    return length > 0 && length < line.size() && line[length] == ':';
}

// Returns the bytes without the mark of UTF-8 that some editors and programs write first.
std::string_view without_byte_order_mark(std::string_view bytes) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return bytes.starts_with(mark) ? bytes.substr(mark.size()) : bytes;
}

} // namespace

bool begins_as_callgrind(std::string_view bytes) {
    // After a line that no rule knows, this many bytes may hold a header, as in KCachegrind.
    constexpr std::size_t enough = 2047;
    bytes = without_byte_order_mark(bytes);
    constexpr std::string_view own[] = {
        "# callgrind format", "version:", "creator:", "pid:",   "thread:", "part:",
        "positions:",         "event:",   "ob=",      "totals:"};
    bool has_cmd = false;
    bool is_other = false; // a line is not one of cachegrind's, or not in its order
    const char* at = bytes.data();
    const char* end = at + bytes.size();
    while (at != end) {
        const std::string_view line = take_line(at, end, true);
        if (std::ranges::any_of(own, [&](std::string_view key) { return line.starts_with(key); }))
            return true;
        if (line.starts_with("events:"))
            return is_other || !has_cmd;
        if (line.starts_with("desc:"))
            is_other |= has_cmd;
        else if (line.starts_with("cmd:"))
            is_other |= std::exchange(has_cmd, true);
        else if (line.empty() || line[0] == '#' || is_header_line(line))
            is_other = true;
        else
            end = std::max(at, bytes.data() + std::min(bytes.size(), enough));
    }
    return false;
}

namespace {

std::optional<Profile> read_with(PartsReader& parts, std::string_view bytes) {
    Iterator at = bytes.data();
    const Iterator end = at + bytes.size();
    try {
        parse(at, end, parts);
    } catch (const x3::expectation_failure<Iterator>& failure) {
        throw unexpected(failure, end);
    }
    std::optional<Profile> profile = parts.finish(end);
    if (profile)
        parts.tell_oddities();
    return profile;
}

} // namespace

Profile read_callgrind(std::string_view bytes, const CallgrindOptions& options) {
    bytes = without_byte_order_mark(bytes);
    const TakePart all_in_one;
    PartsReader parts(options, all_in_one, std::nullopt);
    if (auto profile = read_with(parts, bytes))
        return *std::move(profile);
    PartsReader with_columns(options, all_in_one, parts.all_events());
    return *read_with(with_columns, bytes);
}

void read_callgrind_parts(std::string_view bytes, const CallgrindOptions& options,
                          const TakePart& take) {
    PartsReader parts(options, take, std::nullopt);
    read_with(parts, without_byte_order_mark(bytes));
    parts.tell_oddities();
}

} // namespace cg

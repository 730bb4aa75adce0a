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
#include <utility>

namespace cg {
namespace {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;

// The first token of a line determines its kind; only expectations (>) come after it. Lines that
// are most of a file come first.
void parse(Iterator& at, const Iterator end, CallgrindBuilder& b, EventFormulas& formulas) {
    b.note_first_line({at, std::find(at, end, '\n')});
    const auto line = [&](const char* keyword, auto action) {
        return keyword >
               rest_of_line(b, [&b, action](std::string_view text) { (b.*action)(text); });
    };
    const auto costs = ParsedBy([&](Iterator first, Iterator last) {
        return first != last && CostLineParser::begins(*first) ? b.add_costs(first, last) : nullptr;
    });
    const auto comment = ParsedBy([&](Iterator first, Iterator last) {
        return first != last && *first == '#' ? b.add_comment(first, last) : nullptr;
    });
    const auto call =
        ParsedBy([&](Iterator first, Iterator last) { return b.add_call(first, last); });
    const auto jump =
        ParsedBy([&](Iterator first, Iterator last) { return b.skip_jump(first, last); });

    const auto called = line("cfn=", &CallgrindBuilder::set_called_function) | ("calls=" > call) |
                        ("rcalls=" > call) | line("cfi=", &CallgrindBuilder::set_called_file) |
                        line("cfl=", &CallgrindBuilder::set_called_file) |
                        line("cob=", &CallgrindBuilder::set_called_object);
    const auto place =
        line("fn=", &CallgrindBuilder::set_function) | line("fl=", &CallgrindBuilder::start_file) |
        line("fi=", &CallgrindBuilder::change_file) | line("fe=", &CallgrindBuilder::change_file) |
        line("ob=", &CallgrindBuilder::set_object);
    const auto jumps = ("jump=" > jump) | ("jcnd=" > jump) |
                       line("jfi=", &CallgrindBuilder::skip_file) |
                       line("jfn=", &CallgrindBuilder::skip_function);
    const auto header = line("events:", &CallgrindBuilder::set_events) |
                        line("positions:", &CallgrindBuilder::set_positions) |
                        line("desc:", &CallgrindBuilder::add_desc) |
                        line("cmd:", &CallgrindBuilder::set_cmd) |
                        line("creator:", &CallgrindBuilder::set_creator) |
                        line("version:", &CallgrindBuilder::check_version) |
                        line("summary:", &CallgrindBuilder::add_summary) |
                        line("totals:", &CallgrindBuilder::check_totals) |
                        line("totals=", &CallgrindBuilder::check_totals);
    const auto formula =
        "event:" > rest_of_line(b, [&](std::string_view text) { formulas.add(text); });
    x3::symbols<> ignored;
    ignored.add("pid:")("thread:")("part:")("arch:")("timeframe (BB):");
    // Others: a word and a colon
    const auto key = ("" >> &(+x3::char_("a-zA-Z0-9_-") >> ':')) >
                     rest_of_line(b, [&](std::string_view text) { b.pass_over_key(text); });
    const auto other =
        (x3::omit[ignored] > rest_of_line(b, [](std::string_view) {})) | x3::omit[key];
    const auto blank = x3::omit[*x3::char_(" \t\r")] >> '\n';
    // In files of others only.
    const auto unknown =
        ParsedBy([&](Iterator first, Iterator last) { return b.pass_over(first, last); });
    const auto end_tree = x3::eps[([&](auto&) { b.end_tree(); })];
    // Only a file of ours has these: in others they are comments.
    const auto is_ours = x3::eps[([&](auto& context) { _pass(context) = b.is_ours(); })];
    const auto mark =
        &x3::lit('#') >> is_ours >> (line("#name ", &CallgrindBuilder::announce_own_name) |
                                     line("#calls ", &CallgrindBuilder::set_calls) |
                                     line("#lines", &CallgrindBuilder::set_flat_name) |
                                     line("#alike ", &CallgrindBuilder::add_alike) |
                                     line("#matched ", &CallgrindBuilder::add_matched) |
                                     line("#by-file", &CallgrindBuilder::tell_functions_by_file) |
                                     line("#bounded", &CallgrindBuilder::bound_costs_of_functions));
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

Profile read_parts(std::string_view bytes, const CallgrindOptions& options,
                   std::optional<EventSet> events) {
    Oddities oddities;
    CallgrindBuilder builder(options, oddities, std::move(events));
    EventFormulas formulas(oddities);
    Iterator at = bytes.data();
    const Iterator end = at + bytes.size();
    try {
        parse(at, end, builder, formulas);
    } catch (const x3::expectation_failure<Iterator>& failure) {
        throw unexpected(failure, end);
    }
    Profile profile = formulas.apply(builder.finish(end), options.limit);
    oddities.tell(options.warn);
    return profile;
}

} // namespace

Profile read_callgrind(std::string_view bytes, const CallgrindOptions& options) {
    bytes = without_byte_order_mark(bytes);
    try {
        return read_parts(bytes, options, std::nullopt);
    } catch (const MoreEvents&) {
        return read_parts(bytes, options, all_events(bytes));
    }
}

} // namespace cg

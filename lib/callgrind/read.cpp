// SPDX-License-Identifier: GPL-2.0-or-later
// The grammar of read.hpp in Boost.Spirit X3.
#include "callgrind/read.hpp"

#include "callgrind/builder.hpp"
#include "callgrind/formulas.hpp"
#include "error/parse_error.hpp"
#include "error/word_at.hpp"
#include "text/line.hpp"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>

namespace cg {
namespace {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;

// Parses the rest of the line and its end.
struct RestOfLine : x3::parser<RestOfLine> {
    using attribute_type = std::string_view;
    static constexpr bool has_attribute = true;
    bool lines_end_in_cr_lf;

    explicit RestOfLine(bool cr_lf) : lines_end_in_cr_lf(cr_lf) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, RContext&,
               Attribute& attribute) const {
        x3::traits::move_to(take_line(first, last, lines_end_in_cr_lf), attribute);
        return true;
    }
};

// Parses lines by a function of the builder instead of the grammar, because they are most of a
// file. Next is this function: it takes a position and the end of the file, and returns the next
// line.
template <typename Next>
struct Lines : x3::parser<Lines<Next>> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;
    Next next;

    explicit Lines(Next n) : next(std::move(n)) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, RContext&, Attribute&) const {
        const Iterator after = next(first, last);
        const bool is_parsed = after != first;
        first = after;
        return is_parsed;
    }
};

bool line_ends_in_cr_lf(std::string_view bytes) {
    const std::size_t newline = bytes.find('\n');
    return newline != bytes.npos && newline > 0 && bytes[newline - 1] == '\r';
}

// The first token of a line determines its kind; only expectations (>) come after it. Lines that
// are most of a file come first.
void parse(Iterator& at, const Iterator end, CallgrindBuilder& b, EventFormulas& formulas) {
    const auto text = RestOfLine(line_ends_in_cr_lf({at, static_cast<std::size_t>(end - at)}));
    const auto line = [&](const char* keyword, auto action) {
        return keyword > text[([&b, action](auto& context) { (b.*action)(_attr(context)); })];
    };
    const auto costs = Lines([&](Iterator first, Iterator last) {
        return first == last || !CostLineParser::begins(*first) ? first : b.add_costs(first, last);
    });
    const auto comment = Lines([&](Iterator first, Iterator last) {
        return first == last || *first != '#' ? first : b.add_comment(first, last);
    });
    const auto call = Lines([&](Iterator first, Iterator last) { return b.add_call(first, last); });
    const auto jump =
        Lines([&](Iterator first, Iterator last) { return b.skip_jump(first, last); });

    const auto called = line("cfn=", &CallgrindBuilder::set_called_function) | ("calls=" > call) |
                        line("cfi=", &CallgrindBuilder::set_called_file) |
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
                        line("summary:", &CallgrindBuilder::check_summary) |
                        line("totals:", &CallgrindBuilder::check_totals);
    const auto formula = "event:" > text[([&](auto& context) { formulas.add(_attr(context)); })];
    // version, pid, thread, part and unknown lines: a word and a colon
    const auto other = x3::omit[x3::raw[+x3::char_("a-zA-Z0-9_-") >> ':']] > x3::omit[text];
    const auto blank = x3::omit[*x3::char_(" \t\r")] >> '\n';
    const auto end_tree = x3::eps[([&](auto&) { b.end_tree(); })];
    const auto any =
        comment | (end_tree >> (costs | called | place | blank | jumps | header | formula | other));

    const auto file_end =
        x3::rule<struct FileEnd>{"fn=, calls=, a position, \"totals:\" or the like"} =
            x3::omit[*x3::char_(" \t\r")] >> x3::eoi;
    x3::parse(at, end, x3::eps > *any > file_end);
}

} // namespace

bool begins_as_callgrind(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t newline = std::min(bytes.find('\n'), bytes.size());
        const std::string_view line = bytes.substr(0, newline);
        for (const std::string_view own :
             {"# callgrind format", "version:", "creator:", "pid:", "thread:", "part:",
              "positions:", "event:", "ob=", "totals:"})
            if (line.starts_with(own))
                return true;
        const bool may_come_before = line.empty() || line == "\r" || line[0] == '#' ||
                                     line.starts_with("desc:") || line.starts_with("cmd:");
        if (!may_come_before)
            return false;
        bytes.remove_prefix(std::min(newline + 1, bytes.size()));
    }
    return false;
}

Profile read_callgrind(std::string_view bytes, const CallgrindOptions& options) {
    CallgrindBuilder builder(options);
    EventFormulas formulas;
    Iterator at = bytes.data();
    const Iterator end = at + bytes.size();
    try {
        parse(at, end, builder, formulas);
    } catch (const x3::expectation_failure<Iterator>& failure) {
        throw ParseError{failure.where(),
                         "expected " + failure.which() + ", not " + word_at(failure.where(), end)};
    }
    return formulas.apply(builder.finish(end), options);
}

} // namespace cg

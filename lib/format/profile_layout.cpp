// SPDX-License-Identifier: GPL-2.0-or-later
// The grammar of cachegrind.hpp in Boost.Spirit X3. X3 compiles slowly, and nothing else needs its
// types: so it stays in this file.
#include "format/profile_layout.hpp"

#include "callgrind/lines.hpp"
#include "error/error.hpp"
#include "error/grammar.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <iterator>

namespace cg {
namespace {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;

// ---- our own terminals ------------------------------------------------------

// Skips adjacent lines of counts.
struct CountBlockParser : x3::parser<CountBlockParser> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;
    LayoutBuilder& builder;

    explicit CountBlockParser(LayoutBuilder& r) : builder(r) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, RContext&, Attribute&) const {
        const CountBlock block = skip_count_lines(first, last);
        if (block.line_count == 0)
            return false;
        builder.add_block(block);
        first = block.end;
        return true;
    }
};

// Parses the counts of the summary, to the end of the line.
struct SummaryCounts : x3::parser<SummaryCounts> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;
    LayoutBuilder& builder;

    explicit SummaryCounts(LayoutBuilder& r) : builder(r) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(Iterator& first, const Iterator& last, const Context&, RContext&, Attribute&) const {
        ProfileLayout& layout = builder.layout();
        layout.summary.assign(layout.header.events.size(), 0);
        const Iterator begin = first;
        first = parse_counts(first, last, layout.summary, Radix::decimal);
        layout.summary_position = begin;
        return true;
    }
};

// ---- the grammar ------------------------------------------------------------

// Returns a rule whose name messages print after "expected". Actions must be inside `parser`:
// rule(...)[action] is a parser without this name, for which X3 prints the name of its C++ type.
template <typename Parser>
auto rule(const char* name, const Parser& parser) {
    return x3::rule<Parser>{name} = parser;
}

// The first token of a line determines its kind; only expectations (>) come after it, because X3
// does not undo actions. Each operand of > that can fail is a rule.
void parse(Iterator& at, const Iterator end, LayoutBuilder& builder) {
    const auto add_desc = [&](auto& context) {
        builder.layout().header.desc.emplace_back(_attr(context));
    };
    const auto set_cmd = [&](auto& context) { builder.layout().header.cmd = _attr(context); };
    const auto add_event = [&](auto& context) {
        const auto& event = _attr(context);
        builder.add_event({event.begin(), event.end()});
    };
    const auto note_cr_lf = [&](auto&) { builder.note_cr_lf(); };
    const auto finish_header = [&](auto&) { builder.finish_header(); };
    const auto start_file = [&](auto& context) { builder.start_file(_attr(context)); };
    const auto change_file = [&](auto& context) { builder.change_file(_attr(context)); };
    const auto change_function = [&](auto& context) { builder.change_function(_attr(context)); };

    const auto text = RestOfLine(builder);
    const auto blank = x3::omit[x3::char_(" \t")];
    const auto cr = x3::omit[-x3::lit('\r')];
    const auto line_end = rule("the end of the line", cr >> (x3::lit('\n') | x3::eoi));
    const auto colon_space = rule("white space", +blank | &line_end);
    const auto events_end = rule("the end of the line", (x3::omit[-x3::lit('\r')[note_cr_lf]] >>
                                                         (x3::lit('\n') | x3::eoi))[finish_header]);

    const auto desc_line = "desc:" > colon_space > text[add_desc];
    const auto cmd_word = rule("a \"desc:\" or \"cmd:\" line", x3::lit("cmd:"));
    const auto events_word = rule("an \"events:\" line", x3::lit("events:"));
    const auto event = x3::raw[+~x3::char_(" \t\r\n\v\f")];
    const auto first_event = rule("the name of an event", x3::omit[event[add_event]]);
    // A message names the operand of > that failed, so each operand must be a rule.
    const auto header = *desc_line > cmd_word > colon_space > text[set_cmd] > events_word >
                        colon_space > first_event > *(+blank >> event[add_event]) > *blank >
                        events_end;

    const auto place_line = ("fl=" > text[start_file]) | ("fn=" > text[change_function]) |
                            ("fi=" > text[change_file]) | ("fe=" > text[change_file]);
    const auto blank_line = (+blank >> line_end) | (cr >> '\n');
    const auto passed_over = blank_line | ('#' > x3::omit[text]);
    const auto data = *(CountBlockParser(builder) | place_line | passed_over);

    const auto summary_line = "summary:" > colon_space > SummaryCounts(builder);
    const auto summary = rule("fl=, fn=, a line number or \"summary:\"", x3::eoi | summary_line);
    const auto file_end = rule("the end of the file after the summary", x3::eoi);

    x3::parse(at, end, x3::eps > header > data > summary > *passed_over > file_end);
}

} // namespace

ProfileLayout scan_profile(std::string_view bytes, bool with_uncounted) {
    ProfileLayout layout;
    layout.bytes = bytes;
    LayoutBuilder builder(layout, with_uncounted);
    Iterator at = bytes.data();
    const Iterator end = at + bytes.size();
    try {
        if (bytes.empty())
            throw ParseError{at, "the file is empty"};
        parse(at, end, builder);
    } catch (const x3::expectation_failure<Iterator>& failure) {
        layout.error = ParseError{failure.where(), "expected " + failure.which() + ", not " +
                                                       word_at(failure.where(), end)};
    } catch (const ParseError& error) {
        layout.error = error;
    }
    builder.finish();
    return layout;
}

bool continues_as_callgrind(const ProfileLayout& layout) {
    if (!layout.has_header || !layout.error)
        return false;
    if (layout.summary_position)
        return layout.blocks.empty() && layout.names.size() == 0;
    constexpr std::string_view own[] = {
        "calls=", "cfn=", "cfi=",    "cfl=",    "cob=",    "ob=",        "jump=",    "jcnd=",
        "jfi=",   "jfn=", "rcalls=", "totals:", "totals=", "positions:", "creator:", "version:"};
    const Iterator end = layout.bytes.data() + layout.bytes.size();
    Iterator at = layout.error->position;
    while (at != layout.bytes.data() && at[-1] != '\n')
        --at;
    while (at != end) {
        const std::string_view line = take_line(at, end, false);
        if (std::ranges::any_of(own, [&](std::string_view key) { return line.starts_with(key); }))
            return true;
    }
    return false;
}

std::size_t row_count(const ProfileLayout& layout) {
    std::size_t rows = 0;
    for (const FunctionBlock& block : layout.blocks)
        rows += block.counts.line_count;
    return rows;
}

std::vector<Count> checked_summary(const ProfileLayout& layout, std::span<const WideCount> totals) {
    std::vector<Count> summary;
    for (std::size_t i = 0; i < totals.size(); ++i) {
        summary.push_back(narrowed(totals[i]));
        if (layout.summary_position && layout.summary[i] != summary[i])
            throw ParseError{layout.summary_position,
                             "the summary says " + std::to_string(layout.summary[i]) + " " +
                                 text_for(EscapingContext::message, layout.header.events[i]) +
                                 ", but the counts add up to " + std::to_string(summary[i])};
    }
    return summary;
}

std::size_t line_number_at(Iterator position, std::string_view bytes) {
    const Iterator begin = bytes.data();
    const auto newlines = static_cast<std::size_t>(std::count(begin, position, '\n'));
    const bool is_after_last_line = position == begin + bytes.size() && bytes.ends_with('\n');
    return newlines + (is_after_last_line ? 0 : 1);
}

namespace {

void drop_cr(std::string& line) {
    if (line.ends_with('\r'))
        line.pop_back();
}

} // namespace

void LayoutBuilder::add_event(std::string_view name) {
    std::string event(name);
    if (!known_events_.insert(event).second)
        throw ParseError{name.data(), "the event " + text_for(EscapingContext::message, event) +
                                          " is named twice"};
    events_.push_back(std::move(event));
}

void LayoutBuilder::note_cr_lf() {
    lines_end_in_cr_lf_ = true;
    for (std::string& desc : layout_.header.desc)
        drop_cr(desc);
    drop_cr(layout_.header.cmd);
}

void LayoutBuilder::finish_header() {
    layout_.header.events = EventSet(std::move(events_));
    layout_.has_header = true;
}

void LayoutBuilder::start_file(std::string_view name) {
    change_file(name);
    function_ = {};
    is_uncounted_ = true;
}

void LayoutBuilder::change_file(std::string_view name) {
    note_uncounted();
    file_ = layout_.names.intern(name);
}

void LayoutBuilder::change_function(std::string_view name) {
    if (!file_)
        throw ParseError{name.data(), "fn= before the first fl="};
    if (function_.data()) // fl= followed by fn= starts no function without a name
        note_uncounted();
    function_ = name;
    is_uncounted_ = true;
}

void LayoutBuilder::note_uncounted() {
    if (is_uncounted_ && with_uncounted_)
        add_block({layout_.bytes.data(), layout_.bytes.data(), 0});
    is_uncounted_ = false;
}

void LayoutBuilder::add_block(const CountBlock& block) {
    if (!file_)
        throw ParseError{block.begin, "counts before the first fl="};
    is_uncounted_ = false;
    constexpr std::size_t enough = 512;
    if (pending_functions_.size() == enough)
        intern_pending_functions();
    pending_functions_.push_back(function_);
    layout_.blocks.push_back({*file_, unspecified_function, block});
}

void LayoutBuilder::intern_pending_functions() {
    std::vector<std::string_view> named;
    std::ranges::copy_if(pending_functions_, std::back_inserter(named),
                         [](std::string_view name) { return name.data() != nullptr; });
    std::vector<NameId> ids(named.size());
    layout_.names.intern(named, ids);
    auto id = ids.begin();
    auto block = layout_.blocks.end() - pending_functions_.size();
    for (const std::string_view name : pending_functions_) {
        if (name.data())
            block->function = *id++;
        ++block;
    }
    pending_functions_.clear();
}

void LayoutBuilder::finish() {
    note_uncounted();
    intern_pending_functions();
}

} // namespace cg

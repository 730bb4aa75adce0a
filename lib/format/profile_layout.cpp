// SPDX-License-Identifier: GPL-2.0-or-later
// The grammar of cachegrind.hpp in Boost.Spirit X3. X3 compiles slowly, and nothing else needs its
// types: so it stays in this file.
#include "format/profile_layout.hpp"

#include "error/error.hpp"
#include "error/grammar.hpp"
#include "lines/numbers.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <iterator>
#include <unordered_set>

namespace cg {
namespace {

namespace x3 = boost::spirit::x3;
using Iterator = const char*;

// Builds a ProfileLayout: the actions of the grammar call it.
class LayoutBuilder {
  public:
    LayoutBuilder(ProfileLayout& layout, bool with_uncounted)
        : layout_(layout), with_uncounted_(with_uncounted) {}

    ProfileLayout& layout() { return layout_; }
    // Valid after the events: line.
    bool lines_end_in_cr_lf() const { return lines_end_in_cr_lf_; }

    // Throws ParseError for an event that occurs twice.
    void add_event(std::string_view name) {
        std::string event(name);
        if (!known_events_.insert(event).second)
            throw ParseError{name.data(), "the event " + text_for(EscapingContext::message, event) +
                                              " is named twice"};
        events_.push_back(std::move(event));
    }
    // Must be called at the end of the events: line if it ends in CR LF. Only this line is
    // unambiguous, because an event contains no CR.
    void note_cr_lf() {
        lines_end_in_cr_lf_ = true;
        const auto drop_cr = [](std::string& line) {
            if (line.ends_with('\r'))
                line.pop_back();
        };
        std::ranges::for_each(layout_.header.desc, drop_cr);
        drop_cr(layout_.header.cmd);
    }
    void finish_header() {
        layout_.header.events = EventSet(std::move(events_));
        layout_.has_header = true;
    }

    void start_file(std::string_view name) {
        change_file(name);
        function_ = {};
        is_uncounted_ = true;
    }
    void change_file(std::string_view name) {
        note_uncounted();
        file_ = layout_.names.intern(name);
    }
    // Throws ParseError before the first file.
    void change_function(std::string_view name) {
        if (!file_)
            throw ParseError{name.data(), "fn= before the first fl="};
        if (function_.data()) // fl= followed by fn= starts no function without a name
            note_uncounted();
        function_ = name;
        is_uncounted_ = true;
    }
    // Throws ParseError before the first file.
    void add_block(const CountBlock& block) {
        if (!file_)
            throw ParseError{block.begin, "counts before the first fl="};
        is_uncounted_ = false;
        constexpr std::size_t enough = 512;
        if (pending_functions_.size() == enough)
            intern_pending_functions();
        pending_functions_.push_back(function_);
        layout_.blocks.push_back({*file_, unspecified_function, block});
    }
    // Must be called once, at the end.
    void finish() {
        note_uncounted();
        intern_pending_functions();
    }

  private:
    void note_uncounted() {
        if (is_uncounted_ && with_uncounted_)
            add_block({layout_.bytes.data(), layout_.bytes.data(), 0});
        is_uncounted_ = false;
    }
    void intern_pending_functions() {
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

    ProfileLayout& layout_;
    const bool with_uncounted_;
    bool lines_end_in_cr_lf_ = false;
    std::vector<std::string> events_;
    std::unordered_set<std::string> known_events_;

    // The file and function of the next counts.
    std::optional<NameId> file_;
    std::string_view function_; // null data: no name yet
    bool is_uncounted_ = false; // no counts since the last name
    // The names of the functions of the last blocks. Looking up names in a large table takes most
    // of the time, so several hundred are looked up at once.
    std::vector<std::string_view> pending_functions_;
};

// The first token of a line determines its kind; only expectations (>) come after it, because X3
// does not undo actions. Each operand of > that can fail is a rule.
void parse(Iterator& at, const Iterator end, LayoutBuilder& builder) {
    ProfileLayout& layout = builder.layout();
    const auto text = [&](auto take) { return rest_of_line(builder, take); };
    const auto name = [&](auto action) {
        return text([&builder, action](std::string_view of) { (builder.*action)(of); });
    };
    const auto add_event = [&](auto& context) {
        const auto& event = _attr(context);
        builder.add_event({event.begin(), event.end()});
    };
    const auto note_cr_lf = [&](auto&) { builder.note_cr_lf(); };
    const auto finish_header = [&](auto&) { builder.finish_header(); };
    const auto counts = ParsedBy([&](Iterator first, Iterator last) {
        const CountBlock block = skip_count_lines(first, last);
        if (block.line_count == 0)
            return Iterator{};
        builder.add_block(block);
        return block.end;
    });
    const auto summary_counts = ParsedBy([&](Iterator first, Iterator last) {
        layout.summary.assign(layout.header.events.size(), 0);
        const Iterator end_of_counts = parse_counts(first, last, layout.summary, Radix::decimal);
        layout.summary_position = first;
        return end_of_counts;
    });

    const auto blank = x3::omit[x3::char_(" \t")];
    const auto cr = x3::omit[-x3::lit('\r')];
    const auto line_end = named("the end of the line", cr >> (x3::lit('\n') | x3::eoi));
    const auto colon_space = named("white space", +blank | &line_end);
    const auto events_end =
        named("the end of the line",
              (x3::omit[-x3::lit('\r')[note_cr_lf]] >> (x3::lit('\n') | x3::eoi))[finish_header]);

    const auto desc_line = "desc:" > colon_space > text([&](std::string_view desc) {
                               layout.header.desc.emplace_back(desc);
                           });
    const auto cmd = text([&](std::string_view line) { layout.header.cmd = line; });
    const auto cmd_word = named("a \"desc:\" or \"cmd:\" line", x3::lit("cmd:"));
    const auto events_word = named("an \"events:\" line", x3::lit("events:"));
    const auto event = x3::raw[+~x3::char_(" \t\r\n\v\f")];
    const auto first_event = named("the name of an event", x3::omit[event[add_event]]);
    // A message names the operand of > that failed, so each operand must be a rule.
    const auto header = *desc_line > cmd_word > colon_space > cmd > events_word > colon_space >
                        first_event > *(+blank >> event[add_event]) > *blank > events_end;

    const auto place_line = ("fl=" > name(&LayoutBuilder::start_file)) |
                            ("fn=" > name(&LayoutBuilder::change_function)) |
                            ("fi=" > name(&LayoutBuilder::change_file)) |
                            ("fe=" > name(&LayoutBuilder::change_file));
    const auto blank_line = (+blank >> line_end) | (cr >> '\n');
    const auto passed_over = blank_line | ('#' > text([](std::string_view) {}));
    const auto data = *(counts | place_line | passed_over);

    const auto summary_line = "summary:" > colon_space > summary_counts;
    const auto summary = named("fl=, fn=, a line number or \"summary:\"", x3::eoi | summary_line);
    const auto file_end = named("the end of the file after the summary", x3::eoi);

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
        layout.error = unexpected(failure, end);
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

Error with_line(const ParseError& error, const std::string& source, std::string_view bytes) {
    return {source, line_number_at(error.position, bytes), error.what()};
}

} // namespace cg

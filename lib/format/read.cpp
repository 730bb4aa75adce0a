// SPDX-License-Identifier: GPL-2.0-or-later
// The grammar of read.hpp in Boost.Spirit X3. X3 compiles slowly, and nothing else needs its
// types: so it stays in this file.
#include "format/read.hpp"

#include "error/error.hpp"
#include "format/count_lines.hpp"
#include "format/json.hpp"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <cstring>
#include <optional>

namespace cg {
namespace {

namespace x3 = boost::spirit::x3;
using Place = const char*;

// What the grammar's actions fill.
struct Reading {
    bool lines_end_in_cr_lf = false; // known from the events: line on
    bool summary_may_be_missing = false;

    Header header;
    std::vector<std::string> events;
    Names names;
    std::optional<CostTableBuilder> rows;
    std::vector<Count> summary;
    Place summary_place = nullptr;

    // Where counts belong.
    std::optional<NameId> file;
    std::string_view function; // without data: not named yet
    // Rows from first_row on belong there. Names of functions are the dearest of reading, for
    // each is looked up in a large table: so the look-ups are done some hundred at a time.
    struct Stretch {
        NameId file;
        std::string_view function;
        std::size_t first_row;
    };
    std::vector<Stretch> stretches;
    bool entered = false;

    void add_event(Place begin, Place end) {
        std::string event(begin, end);
        if (std::find(events.begin(), events.end(), event) != events.end())
            throw Misfit{begin, "the event " + event + " is named twice"};
        events.push_back(std::move(event));
    }
    // An event holds no CR: so this line alone tells for sure.
    void note_cr_lf() {
        lines_end_in_cr_lf = true;
        for (std::string& desc : header.desc)
            drop_cr(desc);
        drop_cr(header.cmd);
    }
    static void drop_cr(std::string& line) {
        if (line.ends_with('\r'))
            line.pop_back();
    }
    void finish_header() {
        header.events = EventSet(std::move(events));
        rows.emplace(header.events.size());
    }
    void change_file(std::string_view name) {
        file = names.intern(name);
        entered = false;
    }
    void change_function(Place at, std::string_view name) {
        if (!file)
            throw Misfit{at, "fn= before the first fl="};
        function = name;
        entered = false;
    }
    // Called when counts follow: an fl= that fn= follows shall make no unnamed function.
    void enter(Place at) {
        if (!file)
            throw Misfit{at, "counts before the first fl="};
        constexpr std::size_t enough = 512;
        if (stretches.size() == enough)
            settle_stretches();
        stretches.push_back({*file, function, rows->row_count()});
        entered = true;
    }
    void settle_stretches() {
        std::vector<std::string_view> named;
        for (const Stretch& stretch : stretches)
            if (stretch.function.data())
                named.push_back(stretch.function);
        std::vector<NameId> ids(named.size());
        names.intern(named, ids);
        auto id = ids.begin();
        for (const Stretch& stretch : stretches)
            rows->enter(stretch.file, stretch.function.data() ? *id++ : unspecified_function,
                        stretch.first_row);
        stretches.clear();
    }
};

// ---- our own terminals ------------------------------------------------------

// The rest of the line, and its end. Names are half of a profile's bytes: memchr finds their
// end faster than a loop over characters.
struct RestOfLine : x3::parser<RestOfLine> {
    using attribute_type = std::string_view;
    static constexpr bool has_attribute = true;
    const Reading& reading;

    explicit RestOfLine(const Reading& r) : reading(r) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(Place& first, const Place& last, const Context&, RContext&,
               Attribute& attribute) const {
        const auto left = static_cast<std::size_t>(last - first);
        const auto* const newline =
            left == 0 ? nullptr : static_cast<Place>(std::memchr(first, '\n', left));
        Place end = newline ? newline : last;
        if (reading.lines_end_in_cr_lf && end != first && end[-1] == '\r')
            --end;
        x3::traits::move_to(std::string_view(first, static_cast<std::size_t>(end - first)),
                            attribute);
        first = newline ? newline + 1 : last;
        return true;
    }
};

// Lines of counts, as many as follow each other.
struct CountLines : x3::parser<CountLines> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;
    Reading& reading;

    explicit CountLines(Reading& r) : reading(r) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(Place& first, const Place& last, const Context&, RContext&, Attribute&) const {
        if (first == last || !count_lines::is_digit(*first))
            return false;
        if (!reading.entered)
            reading.enter(first);
        first = count_lines::parse_lines(first, last, *reading.rows);
        return true;
    }
};

// The counts of the summary, to the end of the line.
struct SummaryCounts : x3::parser<SummaryCounts> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;
    Reading& reading;

    explicit SummaryCounts(Reading& r) : reading(r) {}

    template <typename Context, typename RContext, typename Attribute>
    bool parse(Place& first, const Place& last, const Context&, RContext&, Attribute&) const {
        reading.summary_place = first;
        reading.summary.assign(reading.header.events.size(), 0);
        first = count_lines::parse_counts(first, last, reading.summary);
        return true;
    }
};

// ---- the grammar ------------------------------------------------------------

// The name is what a message says was expected.
template <typename Parser>
auto rule(const char* name, const Parser& parser) {
    return x3::rule<Parser>{name} = parser;
}

// The first token of a line chooses what it is; behind that are only expectations (>), since
// X3 does not take back what actions have done.
void parse(Place& at, const Place end, Reading& reading) {
    const auto add_desc = [&](auto& context) { reading.header.desc.emplace_back(_attr(context)); };
    const auto set_cmd = [&](auto& context) { reading.header.cmd = _attr(context); };
    const auto add_event = [&](auto& context) {
        reading.add_event(_attr(context).begin(), _attr(context).end());
    };
    const auto note_cr_lf = [&](auto&) { reading.note_cr_lf(); };
    const auto finish_header = [&](auto&) { reading.finish_header(); };
    const auto start_file = [&](auto& context) {
        reading.change_file(_attr(context));
        reading.function = {};
    };
    const auto change_file = [&](auto& context) { reading.change_file(_attr(context)); };
    const auto change_function = [&](auto& context) {
        reading.change_function(_attr(context).data(), _attr(context));
    };
    const auto summary_is_missing = [&](auto& context) {
        if (!reading.summary_may_be_missing)
            throw Misfit{_where(context).begin(), "the \"summary:\" line is missing"};
    };

    const auto text = RestOfLine(reading);
    const auto blank = x3::omit[x3::char_(" \t")];
    const auto cr = x3::omit[-x3::lit('\r')];
    const auto line_end = rule("the end of the line", cr >> (x3::lit('\n') | x3::eoi));
    const auto colon_space = rule("white space", +blank | &line_end);
    const auto events_end =
        rule("the end of the line", -x3::lit('\r')[note_cr_lf] >> (x3::lit('\n') | x3::eoi));

    const auto desc_line = "desc:" > colon_space > text[add_desc];
    const auto cmd_word = rule("a \"desc:\" or \"cmd:\" line", x3::lit("cmd:"));
    const auto events_word = rule("an \"events:\" line", x3::lit("events:"));
    const auto event = x3::raw[+~x3::char_(" \t\r\n\v\f")];
    const auto first_event = rule("the name of an event", x3::omit[event[add_event]]);
    // One chain: a message names what stands behind a >, so each of these has to be a rule.
    const auto header = *desc_line > cmd_word > colon_space > text[set_cmd] > events_word >
                        colon_space > first_event > *(+blank >> event[add_event]) > *blank >
                        events_end[finish_header];

    const auto place_line = ("fl=" > text[start_file]) | ("fn=" > text[change_function]) |
                            ("fi=" > text[change_file]) | ("fe=" > text[change_file]);
    const auto blank_line = (+blank >> line_end) | (cr >> '\n');
    const auto passed_over = blank_line | ('#' > x3::omit[text]);
    const auto data = *(CountLines(reading) | place_line | passed_over);

    const auto summary_line = "summary:" > colon_space > SummaryCounts(reading);
    const auto summary =
        rule("fl=, fn=, a line number or \"summary:\"", x3::eoi[summary_is_missing] | summary_line);
    const auto file_end = rule("the end of the file behind the summary", x3::eoi);

    x3::parse(at, end, x3::eps > header > data > summary > *passed_over > file_end);
}

// ---- errors -----------------------------------------------------------------

// Counted when it is asked for, not on the way.
std::size_t line_of(Place place, std::string_view bytes) {
    const Place begin = bytes.data();
    const auto newlines = static_cast<std::size_t>(std::count(begin, place, '\n'));
    const bool behind_last_line = place == begin + bytes.size() && bytes.ends_with('\n');
    return newlines + (behind_last_line ? 0 : 1);
}

// The word at place, fit for a message.
std::string word_at(Place place, Place end) {
    if (place == end)
        return "the end of the file";
    if (*place == '\n' || (*place == '\r' && place + 1 != end && place[1] == '\n'))
        return "the end of the line";
    constexpr int enough = 24;
    std::string word = "\"";
    for (int i = 0; place != end && !std::strchr(" \t\r\n", *place) && i < enough; ++place, ++i) {
        const auto byte = static_cast<unsigned char>(*place);
        if (byte > ' ' && byte < 0x7f) {
            word += *place;
        } else {
            static constexpr char hex[] = "0123456789abcdef";
            word += {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
        }
    }
    return word + "\"";
}

// Parses all of bytes; throws a Misfit with the whole reason.
void parse_all(std::string_view bytes, Reading& reading) {
    Place at = bytes.data();
    const Place end = at + bytes.size();
    if (bytes.empty())
        throw Misfit{at, "the file is empty"};
    try {
        parse(at, end, reading);
    } catch (const x3::expectation_failure<Place>& failure) {
        throw Misfit{failure.where(),
                     "expected " + failure.which() + ", not " + word_at(failure.where(), end)};
    }
}

// Moves what was read into a profile.
Profile take_profile(Reading& reading) {
    reading.settle_stretches();
    CostTable costs = std::move(*reading.rows).finish();
    std::vector<Count> total = costs.total();
    const EventSet& events = reading.header.events;
    for (std::size_t i = 0; reading.summary_place && i < events.size(); ++i) {
        if (reading.summary[i] != total[i])
            throw Misfit{reading.summary_place,
                         "the summary says " + std::to_string(reading.summary[i]) + " " +
                             events[i] + ", but the counts add up to " + std::to_string(total[i])};
    }
    return {std::move(reading.header), std::move(reading.names), std::move(costs),
            std::move(total)};
}

Profile read(std::string_view bytes, const std::string& source, Reading& reading) {
    try {
        parse_all(bytes, reading);
        return take_profile(reading);
    } catch (const std::overflow_error& error) {
        throw Error(source, error.what());
    }
}

} // namespace

Profile read_profile(std::string_view bytes, const std::string& source) {
    if (begins_as_json(bytes))
        return read_json_profile(bytes, source);
    Reading reading;
    try {
        return read(bytes, source, reading);
    } catch (const Misfit& misfit) {
        throw Error(source, line_of(misfit.place, bytes), misfit.reason);
    }
}

Salvaged salvage_profile(std::string_view bytes, const std::string& source) {
    std::string_view good = bytes;
    std::optional<Misfit> damage;
    // Mostly twice at most; once more when what is before the bad line ends in a summary that
    // does not fit.
    for (;;) {
        Reading reading;
        reading.summary_may_be_missing = damage.has_value();
        try {
            Profile profile = read(good, source, reading);
            if (!damage)
                return {std::move(profile), false, 0, {}, 0};
            return {std::move(profile), true, line_of(damage->place, bytes), damage->reason,
                    bytes.size() - good.size()};
        } catch (const Misfit& misfit) {
            // All before the bad line. That may be the last one for want of a newline: then
            // perhaps digits are missing.
            const auto offset = static_cast<std::size_t>(misfit.place - bytes.data());
            const std::size_t newline = offset == 0 ? bytes.npos : bytes.rfind('\n', offset - 1);
            const auto before = bytes.substr(0, newline == bytes.npos ? 0 : newline + 1);
            // In the header, without which counts mean nothing?
            if (!reading.rows || (damage && before.size() == good.size()))
                throw Error(source, line_of(misfit.place, bytes), misfit.reason);
            damage = misfit;
            good = before;
        }
    }
}

bool begins_as_profile(std::string_view bytes) {
    return bytes.starts_with("desc:") || bytes.starts_with("cmd:") || bytes.starts_with("events:");
}

} // namespace cg

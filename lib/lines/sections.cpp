// SPDX-License-Identifier: GPL-2.0-or-later
#include "lines/sections.hpp"

#include "lines/line_writer.hpp"
#include "lines/numbers.hpp"
#include "model/count.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"
#include "text/words.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <string>

namespace cg {
namespace {

// The words that the first line of a section begins with, before the version.
constexpr std::string_view addresses_words = "#addresses ";
constexpr std::string_view data_words = "#data ";
constexpr std::string_view tree_words = "#tree ";

// Instead of an object's build ID.
constexpr std::string_view no_build_id = "-";
constexpr std::string_view unknown_build_id = "?";

// Data objects of version 1 are those that had costs, without the bytes of their blocks.
constexpr std::string_view data_before_bytes = "1";
constexpr std::string_view data_with_bytes = "2";

// If a section of this name begins here, returns its version; else an empty text.
std::string_view version_of(std::string_view rest, std::string_view name) {
    if (!rest.starts_with(name))
        return {};
    rest.remove_prefix(name.size());
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const bool is_word = digits == rest.size() || rest[digits] == ' ' || rest[digits] == '\n' ||
                         rest[digits] == '\r';
    return is_word ? rest.substr(0, digits) : std::string_view();
}

} // namespace

SectionPositions find_sections(std::string_view bytes) {
    SectionPositions found{bytes, {}, {}, std::nullopt};
    const char* const begin = bytes.data();
    const char* const end = begin + bytes.size();
    // Few lines but those of a tree and of these sections have a #.
    for (const char* at = begin; at != end; ++at) {
        at = static_cast<const char*>(std::memchr(at, '#', static_cast<std::size_t>(end - at)));
        if (at == nullptr)
            break;
        if (at != begin && at[-1] != '\n')
            continue;
        const std::string_view rest(at, static_cast<std::size_t>(end - at));
        for (const std::string_view words : {addresses_words, data_words, tree_words}) {
            const std::string_view version = version_of(rest, words);
            if (version.empty())
                continue;
            if (version != "1" && !(words == data_words && version == data_with_bytes)) {
                if (!found.other_version)
                    found.other_version =
                        ParseError{at, in_quotes({at, version.data() + version.size()}) +
                                           " is of another version of the format, and is left out"};
            } else if (words == addresses_words) {
                found.addresses.push_back(at);
            } else if (words == data_words) {
                found.data.push_back(at);
            }
        }
    }
    return found;
}

namespace {

constexpr std::uint64_t max_32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t max_64 = std::numeric_limits<std::uint64_t>::max();

// Takes the numbers of a line, one after the other.
class Numbers {
  public:
    explicit Numbers(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

    std::uint64_t operator()(const char* what, std::uint64_t max = max_64) {
        const char* const begin = skip_blanks(at_, end_);
        std::uint64_t number;
        at_ = parse_unsigned(at_, end_, number, what);
        if (number > max)
            throw ParseError{begin, fmt::format("expected {}, at most {}", what, max)};
        return number;
    }
    // Of a difference, it may be below 0.
    Count count(const char* what) {
        at_ = skip_blanks(at_, end_);
        const char* const end = std::find_if(at_, end_, is_blank);
        if (at_ == end)
            throw ParseError{at_, std::string("expected ") + what};
        Count count = 0;
        parse_counts(at_, end, {&count, 1}, Radix::decimal);
        at_ = end;
        return count;
    }
    bool is_at_end() const { return skip_blanks(at_, end_) == end_; }
    void finish() const {
        if (!is_at_end())
            throw ParseError{at_, "expected the end of the line"};
    }
    // Returns the text that is left, and the same without a blank at its beginning.
    std::string_view left() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }
    std::string_view rest() const { return left().substr(at_ == end_ ? 0 : 1); }
    // Takes the counts up to the end of the line.
    void counts(std::span<Count> counts) { parse_counts(at_, end_, counts, Radix::decimal); }

  private:
    const char* at_;
    const char* end_;
};

// Reads the sections of one kind. Reader derives from it, and has begin(first line), intern(name)
// and line_kinds(), which take the text after their word.
template <typename Reader>
class SectionReader {
  public:
    // `at` is the first line.
    void read_section(const char* at, const char* end) {
        file_.reset();
        function_.reset();
        std::string_view first = take_line(at, end, false);
        const bool has_cr_lf = first.ends_with('\r');
        if (has_cr_lf)
            first.remove_suffix(1);
        self().begin(first);
        while (at != end && *at == '#') {
            const std::string_view line = take_line(at, end, has_cr_lf);
            const std::span<const LineKind> kinds = Reader::line_kinds();
            const auto kind = std::ranges::find_if(
                kinds, [&](const LineKind& one) { return line.starts_with(one.word); });
            if (kind == kinds.end())
                return;
            (self().*kind->take)(line.substr(kind->word.size()));
        }
    }

  protected:
    struct LineKind {
        std::string_view word;
        void (Reader::*take)(std::string_view rest);
    };
    void set_file(std::string_view name) { file_ = self().intern(name); }
    void set_function(std::string_view name) { function_ = self().intern(name); }
    // Throws ParseError, with the name of what needs a file and a function.
    void need_place(std::string_view line, const char* what) const {
        if (!file_ || !function_)
            throw ParseError{line.data(), fmt::format("{} before the first #fl= and #fn=", what)};
    }

    std::optional<NameId> file_, function_;

  private:
    Reader& self() { return static_cast<Reader&>(*this); }
};

class CodeRangeReader : public SectionReader<CodeRangeReader> {
  public:
    CodeRangeReader(std::size_t events, const TableLimit& limit)
        : sum_(events), events_(events), limit_(limit) {}

    static std::span<const LineKind> line_kinds() {
        static constexpr LineKind kinds[] = {{"#a ", &CodeRangeReader::add_range},
                                             {"#fl=", &CodeRangeReader::set_file},
                                             {"#fn=", &CodeRangeReader::set_function},
                                             {"#object ", &CodeRangeReader::add_object}};
        return kinds;
    }
    void begin(std::string_view) { objects_.clear(); }
    NameId intern(std::string_view name) { return sum_.intern(name); }
    CodeRanges finish() && { return std::move(sum_).finish(); }

  private:
    void add_object(std::string_view line) {
        Numbers next(line);
        const std::uint64_t number = next("the number of an object");
        const std::string_view words = next.left();
        const std::size_t space = words.find(' ', 1);
        if (!words.starts_with(' ') || space == words.npos)
            throw ParseError{words.data(), "expected a build ID and the path of an object"};
        const std::string_view build_id = words.substr(1, space - 1);
        const bool has_build_id = build_id != no_build_id && build_id != unknown_build_id;
        if (has_build_id && build_id.find_first_not_of("0123456789abcdef") != build_id.npos)
            throw ParseError{build_id.data(), "expected a build ID"};
        objects_[number] =
            sum_.add_object({has_build_id ? std::string(build_id) : "",
                             std::string(words.substr(space + 1)), build_id == unknown_build_id});
    }

    void add_range(std::string_view line) {
        Numbers next(line);
        const std::uint64_t object = next("the number of an object");
        const auto known = objects_.find(object);
        if (known == objects_.end())
            throw ParseError{line.data(), fmt::format("no object has the number {}", object)};
        const std::uint64_t address = next("an address");
        const char* const numbers = next.left().data();
        const std::uint64_t bytes = next("a number of bytes");
        const std::uint64_t instructions = next("a number of instructions");
        const std::uint64_t source_line = next("a line number");
        const bool has_unknown_size = bytes == 0 && instructions == 1;
        if (instructions == 0 || (instructions > bytes && !has_unknown_size) || bytes > max_32 ||
            source_line > max_32)
            throw ParseError{numbers, "expected bytes, at most as many instructions, and a line"};
        need_place(line, "a range");
        if ((ranges_++ & 0xfff) == 0)
            limit_.check(ranges_, events_);
        counts_.assign(events_, 0);
        next.counts(counts_);
        add_to(sum_.add({known->second, static_cast<std::uint32_t>(bytes), address,
                         static_cast<std::uint32_t>(instructions), *file_, *function_,
                         static_cast<Line>(source_line)}),
               counts_);
    }

    CodeRangesBuilder sum_;
    std::size_t events_;
    const TableLimit& limit_;
    std::size_t ranges_ = 0;
    std::map<std::uint64_t, std::uint32_t> objects_; // of the section, by number
    std::vector<Count> counts_;                      // of a range
};

// Reads one section.
class DataObjectReader : public SectionReader<DataObjectReader> {
  public:
    explicit DataObjectReader(const TableLimit& limit) : limit_(limit) {}

    static std::span<const LineKind> line_kinds() {
        static constexpr LineKind kinds[] = {{"#cell ", &DataObjectReader::add_cell},
                                             {"#field ", &DataObjectReader::add_field},
                                             {"#fl=", &DataObjectReader::set_file},
                                             {"#fn=", &DataObjectReader::set_function},
                                             {"#place ", &DataObjectReader::add_place},
                                             {"#data-object ", &DataObjectReader::add_object},
                                             {"#ob=", &DataObjectReader::set_program},
                                             {"#data-events:", &DataObjectReader::add_events}};
        return kinds;
    }
    // Takes the words at the end of the first line.
    void begin(std::string_view line) {
        line.remove_prefix(data_words.size());
        const std::size_t version = std::min(line.find(' '), line.size());
        data_.has_allocations = line.substr(0, version) != data_before_bytes;
        for (const std::string_view word : words_of(line.substr(version))) {
            const std::size_t equals = word.find('=');
            if (equals == word.npos || equals == 0 || equals + 1 == word.size())
                throw ParseError{word.data(), "expected NAME=NUMBER"};
            const std::string_view name = word.substr(0, equals);
            const std::string_view number = word.substr(equals + 1);
            Count value = 0;
            parse_counts(number.data(), number.data() + number.size(), {&value, 1}, Radix::decimal);
            if (name == "word" || name == "line") {
                if (value < 0 || value > max_line)
                    throw ParseError{number.data(),
                                     fmt::format("expected a size, at most {}", max_line)};
                (name == "word" ? data_.word : data_.line) = static_cast<std::uint32_t>(value);
            } else if (name == "live") {
                data_.live = value;
            } else {
                data_.notes.emplace_back(name, value);
            }
        }
    }
    NameId intern(std::string_view name) { return data_.names.intern(name); }
    DataObjects finish() && { return std::move(data_); }

  private:
    void set_program(std::string_view name) { program_ = intern(name); }

    void add_events(std::string_view words) {
        if (data_.events.size() > 0)
            throw ParseError{words.data(), "the events of data objects are given twice"};
        if (!data_.cells.empty())
            throw ParseError{words.data(), "the events of data objects after the first cell"};
        const std::vector<std::string_view> names = words_of(words);
        std::vector<std::string> events(names.begin(), names.end());
        if (events.empty())
            throw ParseError{words.data(), "expected the name of an event"};
        try {
            data_.events = EventSet(std::move(events));
        } catch (const std::invalid_argument& error) {
            throw ParseError{words.data(), error.what()};
        }
        data_.cells = CountTable<DataCell>(data_.events.size());
        check_size(data_.objects.size());
    }

    void add_place(std::string_view line) {
        Numbers next(line);
        const std::uint64_t caller = next("the number of a place", data_.places.size());
        const auto source_line = static_cast<Line>(next("a line number", max_32));
        next.finish();
        need_place(line, "a place or cell");
        data_.places.push_back({*file_, *function_, source_line, index(caller)});
    }

    void add_object(std::string_view line) {
        const std::string_view word = line.substr(0, line.find(' '));
        const auto* const kind = std::ranges::find(data_kinds, word);
        if (kind == data_kinds.end())
            throw ParseError{line.data(), "expected heap, static, stack, map, code or other, not " +
                                              in_quotes(word)};
        line.remove_prefix(word.size());
        DataObject object{};
        object.kind = static_cast<DataKind>(kind - data_kinds.begin());
        Numbers next(line);
        object.place = index(next("the number of a place", data_.places.size()));
        object.blocks = next.count("a number of blocks");
        if (data_.has_allocations)
            object.bytes = next.count("a number of bytes");
        object.live = next.count("a number of bytes");
        object.smallest = next("a size");
        object.largest = next("a size");
        object.period = next("a period");
        object.name = intern(next.rest());
        object.program = object.kind == DataKind::static_data ? program_ : none_;
        data_.objects.push_back(object);
        check_size(data_.objects.size());
    }

    void add_field(std::string_view line) {
        if (data_.objects.empty())
            throw ParseError{line.data(), "a field before the first object"};
        const std::uint64_t period = data_.objects.back().period;
        Numbers next(line);
        const std::uint64_t offset = next("an offset", max_32);
        if (offset >= std::min(period, max_offset))
            throw ParseError{
                line.data(),
                fmt::format("the offset {} is not below the object's period, {}, or {}", offset,
                            period, max_offset)};
        DataField field{static_cast<std::uint32_t>(data_.objects.size() - 1),
                        static_cast<std::uint32_t>(offset), 0, 0, 0};
        field.loaded = next.count("a number of bytes");
        field.touched = next.count("a number of bytes");
        if (!next.is_at_end())
            field.missed = next.count("a number of misses");
        next.finish();
        data_.fields.push_back(field);
    }

    void add_cell(std::string_view line) {
        Numbers next(line);
        const std::uint64_t object = next("the number of an object", data_.objects.size());
        if (object == 0)
            throw ParseError{line.data(), "no object has the number 0"};
        const auto source_line = static_cast<Line>(next("a line number", max_32));
        if ((data_.cells.size() & 0xfff) == 0)
            check_size(data_.cells.size());
        need_place(line, "a place or cell");
        next.counts(data_.cells.append(
            {static_cast<std::uint32_t>(object - 1), *file_, *function_, source_line}));
    }

    // Views sum the cells of each object.
    void check_size(std::size_t rows) const { limit_.check(rows, data_.events.size()); }

    static std::uint32_t index(std::uint64_t number) {
        return number == 0 ? no_place : static_cast<std::uint32_t>(number - 1);
    }

    static constexpr Count max_line = 65536;
    static constexpr std::uint64_t max_offset = 65536; // of a field; views make maps of them
    const TableLimit& limit_;
    DataObjects data_;
    const NameId none_ = intern("");
    NameId program_ = none_;
};

} // namespace

std::optional<CodeRanges> read_code_ranges(const SectionPositions& sections, std::size_t events,
                                           const TableLimit& limit) {
    if (sections.addresses.empty())
        return std::nullopt;
    CodeRangeReader reader(events, limit);
    for (const char* const at : sections.addresses)
        reader.read_section(at, sections.bytes.data() + sections.bytes.size());
    return std::move(reader).finish();
}

std::optional<DataObjects> read_data_objects(const SectionPositions& sections,
                                             const TableLimit& limit) {
    if (sections.data.empty())
        return std::nullopt;
    const auto read = [&](const char* at) {
        DataObjectReader reader(limit);
        reader.read_section(at, sections.bytes.data() + sections.bytes.size());
        return std::move(reader).finish();
    };
    if (sections.data.size() == 1)
        return read(sections.data[0]);
    DataObjectsBuilder sum;
    for (const char* const at : sections.data)
        sum.add(read(at));
    return std::move(sum).finish();
}

void write_code_ranges(const CodeRanges& ranges, const Sink& sink) {
    LineWriter text(sink);
    text << addresses_words << "1\n";
    std::vector<bool> is_known(ranges.objects.size());
    for (const auto& [range, counts] : ranges.ranges.rows()) {
        if (!is_known[range.object]) {
            const CodeObject& object = ranges.objects[range.object];
            text << fmt::format("#object {} {} ", range.object + 1,
                                object.is_any_build       ? unknown_build_id
                                : object.build_id.empty() ? no_build_id
                                                          : object.build_id);
            text.add_line(object.path);
            is_known[range.object] = true;
        }
        text.add_place(ranges.names, range.file, range.function);
        text << fmt::format("#a {} 0x{:x} {} {} {}", range.object + 1, range.address, range.bytes,
                            range.instructions, range.line);
        text.add_counts_without_trailing_zeros(counts);
    }
    text.flush();
}

namespace {

class DataObjectWriter {
  public:
    DataObjectWriter(const DataObjects& data, const Sink& sink) : data_(data), text_(sink) {}

    void write() {
        text_ << data_words << (data_.has_allocations ? data_with_bytes : data_before_bytes);
        text_ << " word=" << data_.word;
        if (data_.events.size() > 0)
            text_ << " line=" << data_.line;
        if (data_.live)
            text_ << " live=" << *data_.live;
        for (const auto& [name, number] : data_.notes)
            text_ << ' ' << name << '=' << number;
        text_ << '\n';
        if (data_.events.size() > 0)
            text_ << fmt::format("#data-events: {}\n", fmt::join(data_.events.names(), " "));
        for (const DataPlace& place : data_.places) {
            text_.add_place(data_.names, place.file, place.function);
            text_ << "#place " << number(place.caller) << ' ' << place.line << '\n';
        }
        add_objects();
        for (const auto& [cell, counts] : data_.cells.rows()) {
            text_.add_place(data_.names, cell.file, cell.function);
            text_ << "#cell " << cell.object + 1 << ' ' << cell.line;
            text_.add_counts_without_trailing_zeros(counts);
        }
        text_.flush();
    }

  private:
    void add_objects() {
        std::string_view program;
        std::size_t field = 0;
        for (std::size_t i = 0; i < data_.objects.size(); ++i) {
            const DataObject& object = data_.objects[i];
            const std::string_view its = data_.names[object.program];
            if (object.kind == DataKind::static_data && program != its) {
                text_ << "#ob=";
                text_.add_line(its);
                program = its;
            }
            text_ << fmt::format("#data-object {} {} {}",
                                 data_kinds[static_cast<std::size_t>(object.kind)],
                                 number(object.place), object.blocks);
            if (data_.has_allocations)
                text_ << ' ' << object.bytes;
            text_ << fmt::format(" {} {} {} {}", object.live, object.smallest, object.largest,
                                 object.period);
            const std::string_view name = data_.names[object.name];
            text_ << (name.empty() ? "" : " ");
            text_.add_line(name);
            for (; field < data_.fields.size() && data_.fields[field].object == i; ++field) {
                const DataField& f = data_.fields[field];
                text_ << "#field " << f.offset << ' ' << f.loaded << ' ' << f.touched;
                text_.add_counts_without_trailing_zeros({&f.missed, 1});
            }
        }
    }

    static std::uint64_t number(std::uint32_t place) {
        return place == no_place ? 0 : std::uint64_t{place} + 1;
    }

    const DataObjects& data_;
    LineWriter text_;
};

} // namespace

void write_data_objects(const DataObjects& data, const Sink& sink) {
    DataObjectWriter(data, sink).write();
}

} // namespace cg

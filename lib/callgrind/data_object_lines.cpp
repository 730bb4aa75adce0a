// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/data_object_lines.hpp"

#include "callgrind/lines.hpp"
#include "callgrind/write.hpp"
#include "error/error.hpp"
#include "text/escaping.hpp"
#include "text/scan.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <string>

namespace cg {
namespace {

// Parses one section.
class SectionReader {
  public:
    explicit SectionReader(const TableLimit& limit) : limit_(limit) {
        none_ = data_.names.intern("");
        program_ = none_;
    }

    // `at` is the first line.
    DataObjects read(const char* at, const char* end) && {
        std::string_view line = take_line(at, end, false);
        const bool has_cr_lf = line.ends_with('\r');
        if (has_cr_lf)
            line.remove_suffix(1);
        add_notes(line.substr(SectionPositions::data_words.size()));
        while (at != end && *at == '#' && add_line(take_line(at, end, has_cr_lf)))
            ;
        return std::move(data_);
    }

  private:
    // Returns false for the line after the section.
    bool add_line(std::string_view line) {
        const auto is = [&](std::string_view key) {
            if (!line.starts_with(key))
                return false;
            line.remove_prefix(key.size());
            return true;
        };
        if (is("#cell "))
            add_cell(line);
        else if (is("#field "))
            add_field(line);
        else if (is("#fl="))
            file_ = data_.names.intern(line);
        else if (is("#fn="))
            function_ = data_.names.intern(line);
        else if (is("#place "))
            add_place(line);
        else if (is("#data-object "))
            add_object(line);
        else if (is("#ob="))
            program_ = data_.names.intern(line);
        else if (is("#data-events:"))
            add_events(line);
        else
            return false;
        return true;
    }

    // Takes the words at the end of the first line.
    void add_notes(std::string_view words) {
        for_each_word(words, [&](std::string_view word) {
            const std::size_t equals = word.find('=');
            if (equals == word.npos || equals == 0)
                throw ParseError{word.data(), "expected NAME=NUMBER"};
            const std::string_view name = word.substr(0, equals);
            const std::string_view number = word.substr(equals + 1);
            Count value = 0;
            if (number.empty())
                throw ParseError{word.data(), "expected NAME=NUMBER"};
            parse_counts(number.data(), number.data() + number.size(), {&value, 1}, Radix::decimal);
            if (name == "word" || name == "line") {
                if (value < 0 || value > max_line)
                    throw ParseError{number.data(),
                                     fmt::format("expected a size, at most {}", max_line)};
                (name == "word" ? data_.word : data_.line) = static_cast<std::uint32_t>(value);
            } else {
                data_.notes.emplace_back(name, value);
            }
        });
    }

    void add_events(std::string_view words) {
        if (data_.events.size() > 0)
            throw ParseError{words.data(), "the events of data objects are given twice"};
        if (!data_.cells.empty())
            throw ParseError{words.data(), "the events of data objects after the first cell"};
        std::vector<std::string> events;
        for_each_word(words, [&](std::string_view word) { events.emplace_back(word); });
        if (events.empty())
            throw ParseError{words.data(), "expected the name of an event"};
        try {
            data_.events = EventSet(std::move(events));
        } catch (const std::invalid_argument& error) {
            throw ParseError{words.data(), error.what()};
        }
        data_.counts = CountRows(data_.events.size());
        check_size(data_.objects.size());
    }

    void add_place(std::string_view line) {
        Numbers next(line);
        const std::uint64_t caller = next("the number of a place", data_.places.size());
        const auto source_line = static_cast<Line>(next("a line number", max_32));
        next.finish();
        data_.places.push_back({file(line), function(line), source_line, index(caller)});
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
        object.live = next.count("a number of bytes");
        object.smallest = next("a size", max_64);
        object.largest = next("a size", max_64);
        object.period = next("a period", max_64);
        object.name = data_.names.intern(next.rest());
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
        data_.cells.push_back(
            {static_cast<std::uint32_t>(object - 1), file(line), function(line), source_line});
        parse_counts(next.at(), line.data() + line.size(), data_.counts.append(), Radix::decimal);
    }

    // Takes the numbers of a line, one after the other.
    class Numbers {
      public:
        explicit Numbers(std::string_view line)
            : at_(line.data()), end_(line.data() + line.size()) {}

        std::uint64_t operator()(const char* what, std::uint64_t max) {
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
        // Returns the text after a blank.
        std::string_view rest() const {
            const char* const begin = at_ == end_ ? at_ : at_ + 1;
            return {begin, static_cast<std::size_t>(end_ - begin)};
        }
        const char* at() const { return at_; }

      private:
        const char* at_;
        const char* end_;
    };

    template <typename Take>
    static void for_each_word(std::string_view words, const Take& take) {
        for (;;) {
            const std::size_t begin = words.find_first_not_of(" \t");
            if (begin == words.npos)
                return;
            words.remove_prefix(begin);
            const std::string_view word = words.substr(0, words.find_first_of(" \t"));
            take(word);
            words.remove_prefix(word.size());
        }
    }

    // Views sum the cells of each object.
    void check_size(std::size_t rows) const { limit_.check(rows, data_.events.size()); }

    static std::uint32_t index(std::uint64_t number) {
        return number == 0 ? no_place : static_cast<std::uint32_t>(number - 1);
    }
    NameId file(std::string_view line) const { return known(file_, line); }
    NameId function(std::string_view line) const { return known(function_, line); }
    static NameId known(std::optional<NameId> name, std::string_view line) {
        if (!name)
            throw ParseError{line.data(), "a place or cell before the first #fl= and #fn="};
        return *name;
    }

    static constexpr std::uint64_t max_32 = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::uint64_t max_64 = std::numeric_limits<std::uint64_t>::max();
    static constexpr Count max_line = 65536;
    static constexpr std::uint64_t max_offset = 65536; // of a field; views make maps of them
    const TableLimit& limit_;
    DataObjects data_;
    NameId none_{}, program_{};
    std::optional<NameId> file_, function_;
};

} // namespace

std::optional<DataObjects> read_data_objects(const SectionPositions& sections,
                                             const TableLimit& limit) {
    const char* const end = sections.bytes.data() + sections.bytes.size();
    if (sections.data.empty())
        return std::nullopt;
    if (sections.data.size() == 1)
        return SectionReader(limit).read(sections.data[0], end);
    DataObjectsBuilder sum;
    for (const char* const at : sections.data)
        sum.add(SectionReader(limit).read(at, end));
    return std::move(sum).finish();
}

namespace {

class SectionWriter {
  public:
    SectionWriter(const DataObjects& data, const Sink& sink) : data_(data), text_(sink) {}

    void write() {
        text_ << SectionPositions::data_words << " word=" << data_.word << " line=" << data_.line;
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
        for (std::size_t i = 0; i < data_.cells.size(); ++i) {
            const DataCell& cell = data_.cells[i];
            text_.add_place(data_.names, cell.file, cell.function);
            text_ << "#cell " << cell.object + 1 << ' ' << cell.line;
            text_.add_counts_without_trailing_zeros(data_.counts[i]);
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
            text_ << fmt::format("#data-object {} {} {} {} {} {} {}",
                                 data_kinds[static_cast<std::size_t>(object.kind)],
                                 number(object.place), object.blocks, object.live, object.smallest,
                                 object.largest, object.period);
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
    CallgrindText text_;
};

} // namespace

void write_data_objects(const DataObjects& data, const Sink& sink) {
    SectionWriter(data, sink).write();
}

} // namespace cg

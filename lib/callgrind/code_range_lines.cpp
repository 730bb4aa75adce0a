// SPDX-License-Identifier: GPL-2.0-or-later
#include "callgrind/code_range_lines.hpp"

#include "callgrind/lines.hpp"
#include "callgrind/write.hpp"
#include "error/error.hpp"
#include "model/count.hpp"
#include "text/scan.hpp"

#include <fmt/format.h>
#include <limits>
#include <map>
#include <string>

namespace cg {
namespace {

// Parses the sections of a file, one after the other.
class RangeReader {
  public:
    RangeReader(std::size_t events, const TableLimit& limit)
        : sum_(events), events_(events), limit_(limit) {}

    // `at` is the first line of the section.
    void read_section(const char* at, const char* end) {
        objects_.clear();
        file_.reset();
        function_.reset();
        const bool has_cr_lf = take_line(at, end, false).ends_with('\r');
        while (at != end && *at == '#') {
            const std::string_view line = take_line(at, end, has_cr_lf);
            if (line.starts_with("#a "))
                add_range(line.substr(3));
            else if (line.starts_with("#fl="))
                file_ = sum_.intern(line.substr(4));
            else if (line.starts_with("#fn="))
                function_ = sum_.intern(line.substr(4));
            else if (line.starts_with("#object "))
                add_object(line.substr(8));
            else
                break;
        }
    }

    CodeRanges finish() && { return std::move(sum_).finish(); }

  private:
    void add_object(std::string_view line) {
        const char* const end = line.data() + line.size();
        std::uint64_t number;
        const char* at = parse_unsigned(line.data(), end, number, "the number of an object");
        const std::string_view words(at, static_cast<std::size_t>(end - at));
        const std::size_t space = words.find(' ', 1);
        if (!words.starts_with(' ') || space == words.npos)
            throw ParseError{at, "expected a build ID and the path of an object"};
        const std::string_view build_id = words.substr(1, space - 1);
        if (build_id != "-" && build_id.find_first_not_of("0123456789abcdef") != build_id.npos)
            throw ParseError{build_id.data(), "expected a build ID"};
        objects_[number] = sum_.add_object(
            {build_id == "-" ? "" : std::string(build_id), std::string(words.substr(space + 1))});
    }

    void add_range(std::string_view line) {
        const char* at = line.data();
        const char* const end = at + line.size();
        std::uint64_t object, address, bytes, instructions, source_line;
        at = parse_unsigned(at, end, object, "the number of an object");
        const auto known = objects_.find(object);
        if (known == objects_.end())
            throw ParseError{line.data(), fmt::format("no object has the number {}", object)};
        at = parse_unsigned(at, end, address, "an address");
        const char* const numbers = at;
        at = parse_unsigned(at, end, bytes, "a number of bytes");
        at = parse_unsigned(at, end, instructions, "a number of instructions");
        at = parse_unsigned(at, end, source_line, "a line number");
        constexpr std::uint64_t max = std::numeric_limits<std::uint32_t>::max();
        if (instructions == 0 || instructions > bytes || bytes > max || source_line > max)
            throw ParseError{numbers, "expected bytes, at most as many instructions, and a line"};
        if (!file_ || !function_)
            throw ParseError{line.data(), "a range before the first #fl= and #fn="};
        if ((ranges_++ & 0xfff) == 0)
            limit_.check(ranges_, events_);
        counts_.assign(events_, 0);
        parse_counts(at, end, counts_, Radix::decimal);
        add_to(sum_.add({known->second, static_cast<std::uint32_t>(bytes), address,
                         static_cast<std::uint32_t>(instructions), *file_, *function_,
                         static_cast<Line>(source_line)}),
               counts_);
    }

    CodeRangesBuilder sum_;
    std::size_t events_;
    const TableLimit& limit_;
    std::size_t ranges_ = 0;
    // Of the section.
    std::map<std::uint64_t, std::uint32_t> objects_; // by number
    std::optional<NameId> file_, function_;
    std::vector<Count> counts_;
};

} // namespace

std::optional<CodeRanges> read_code_ranges(const SectionPositions& sections, std::size_t events,
                                           const TableLimit& limit) {
    if (sections.addresses.empty())
        return std::nullopt;
    RangeReader reader(events, limit);
    for (const char* const at : sections.addresses)
        reader.read_section(at, sections.bytes.data() + sections.bytes.size());
    return std::move(reader).finish();
}

void write_code_ranges(const CodeRanges& ranges, const Sink& sink) {
    CallgrindText text(sink);
    text << SectionPositions::addresses_words << '\n';
    std::vector<bool> is_known(ranges.objects.size());
    for (std::size_t i = 0; i < ranges.ranges.size(); ++i) {
        const CodeRange& range = ranges.ranges[i];
        if (!is_known[range.object]) {
            const CodeObject& object = ranges.objects[range.object];
            text << fmt::format("#object {} {} ", range.object + 1,
                                object.build_id.empty() ? "-" : object.build_id);
            text.add_line(object.path);
            is_known[range.object] = true;
        }
        text.add_place(ranges.names, range.file, range.function);
        text << fmt::format("#a {} 0x{:x} {} {} {}", range.object + 1, range.address, range.bytes,
                            range.instructions, range.line);
        text.add_counts_without_trailing_zeros(ranges.counts[i]);
    }
    text.flush();
}

} // namespace cg

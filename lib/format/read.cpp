// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/read.hpp"

#include "callgrind/file_part.hpp"
#include "callgrind/read.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "format/cachegrind.hpp"
#include "format/incomplete.hpp"
#include "format/json.hpp"
#include "lines/sections.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace cg {
namespace {

// A file that is read, with all that its readers need.
struct ProfileInput {
    std::string_view bytes;
    const std::string& source;
    const ReadOptions& options;
    // The only place that asks for the limit of the table.
    TableLimit limit{source, options.stored_size.value_or(bytes.size())};

    [[noreturn]] void fail(const ParseError& error) const { throw with_line(error, source, bytes); }
    void warn(const ParseError& what) const {
        if (options.warn)
            options.warn(with_line(what, source, bytes).what());
    }
    CallgrindOptions callgrind_options() const {
        CallgrindOptions of_calls{limit, options.detail == Detail::functions};
        if (options.warn)
            of_calls.warn = [this](const ParseError& what) { warn(what); };
        return of_calls;
    }
};

using ReadResult = std::variant<Profile, ParseError>;

// Calls `read`, and returns its profile or its error. Throws Error for a sum that is too large.
template <typename Read>
ReadResult result_of(const std::string& source, const Read& read) {
    try {
        return read();
    } catch (const ParseError& error) {
        return error;
    } catch (const std::overflow_error& error) {
        throw Error(source, error.what());
    }
}

Profile profile_or_throw(ReadResult result, const ProfileInput& input) {
    if (const auto* const error = std::get_if<ParseError>(&result))
        input.fail(*error);
    return std::get<Profile>(std::move(result));
}

// Throws Error for a program, which users give instead of its profile.
void check_no_program(std::string_view bytes, const std::string& source) {
    const bool is_script = bytes.starts_with("#!");
    if (!is_script && !bytes.starts_with("\x7f"
                                         "ELF"))
        return;
    const bool is_path = source.find('/') != source.npos;
    const std::string program = source == "<stdin>" ? "PROGRAM" : (is_path ? "" : "./") + source;
    throw Error(source, "is a program, not a profile: valgrind --tool=cachegrind " +
                            std::string(is_script ? "--trace-children=yes " : "") +
                            text_for(EscapingContext::message, program) + " makes one");
}

// Throws Error for what was never a profile in cachegrind's format: a source, or a page of cg_show.
void check_beginning(std::string_view bytes, const std::string& source) {
    if (bytes.empty() || bytes.starts_with("desc:") || bytes.starts_with("cmd:"))
        return;
    const std::size_t first = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
    throw Error(source, "is not a profile: it begins with " +
                            word_at(bytes.data() + first, bytes.data() + bytes.size()) +
                            ", and a profile with \"desc:\" or \"cmd:\"; valgrind "
                            "--tool=cachegrind PROGRAM makes one");
}

// The parts of a file in Callgrind's format, as its reader finds them, and which are chosen.
class Parts {
  public:
    explicit Parts(const PartSelection& selection) : selection_(selection) {}

    // Returns whether the part is chosen.
    bool add(const FilePart& part) {
        if (part.index == 0)
            parts_.clear(); // the file is read again
        parts_.push_back({part.begin, selection_.has(part)});
        return parts_.back().is_chosen;
    }
    // Throws the Error of a file of which no part is chosen.
    void check(const std::string& source) const {
        if (!parts_.empty() &&
            std::ranges::find(parts_, true, &PartPosition::is_chosen) == parts_.end())
            throw_no_part(source, selection_, parts_.size());
    }
    // Returns the sections of the chosen parts.
    SectionPositions of_chosen(SectionPositions sections) const {
        const auto is_other = [&](const char* at) {
            const auto next = std::ranges::upper_bound(parts_, at, {}, &PartPosition::begin);
            return !(next == parts_.begin() ? next : next - 1)->is_chosen;
        };
        std::erase_if(sections.addresses, is_other);
        std::erase_if(sections.data, is_other);
        return sections;
    }

  private:
    struct PartPosition {
        const char* begin;
        bool is_chosen;
    };
    const PartSelection& selection_;
    std::vector<PartPosition> parts_;
};

// Returns the part that a profile is, of a format without parts.
FilePart only_part(const Header& header) {
    FilePart part;
    for (const std::string& desc : header.desc)
        if (desc.starts_with(trigger_key))
            part.trigger =
                desc.substr(std::min(desc.find_first_not_of(' ', trigger_key.size()), desc.size()));
    return part;
}

Profile only_chosen(Profile profile, const std::string& source, const ReadOptions& options) {
    if (!options.parts.has(only_part(profile.header)))
        throw_no_part(source, options.parts, 1);
    return profile;
}

Profile with_sections(Profile profile, const SectionPositions& sections,
                      const ProfileInput& input) {
    if (sections.other_version)
        input.warn(*sections.other_version);
    const Detail detail = input.options.detail;
    profile.data = read_data_objects(sections, input.limit);
    if (!sections.addresses.empty() && detail == Detail::lines)
        profile.addresses = read_code_ranges(sections, profile.header.events.size(), input.limit);
    if (profile.data && detail != Detail::lines)
        profile.data = by_function(std::move(*profile.data));
    return profile;
}

// Reads the chosen parts of a file in Callgrind's format as one profile.
Profile read_chosen_parts(std::string_view bytes, CallgrindOptions of_calls,
                          const ProfileInput& input, const SectionPositions& sections = {}) {
    const PartSelection& selection = input.options.parts;
    if (selection.is_empty())
        return with_sections(read_callgrind(bytes, of_calls), sections, input);
    Parts parts(selection);
    of_calls.has_part = [&](const FilePart& part) { return parts.add(part); };
    try {
        Profile profile = read_callgrind(bytes, of_calls);
        return with_sections(std::move(profile), parts.of_chosen(sections), input);
    } catch (const ParseError&) {
        parts.check(input.source);
        throw;
    }
}

CallgrindOptions options_with(const SectionPositions& sections, const ProfileInput& input) {
    CallgrindOptions of_calls = input.callgrind_options();
    // A file with a section may have the same costs as positions of its lines, too.
    of_calls.keep_addresses = input.options.detail == Detail::lines && sections.addresses.empty();
    return of_calls;
}

Profile read_whole(OpenedFile& file, const ReadOptions& options) {
    if (file.format == FileFormat::json)
        return only_chosen(read_json(file.bytes, file.source, options.with_uncounted), file.source,
                           options);
    const ProfileInput input{file.bytes, file.source, options};
    const SectionPositions sections = find_sections(file.bytes);
    const auto read = [&] {
        if (file.format == FileFormat::callgrind)
            return read_chosen_parts(file.bytes, options_with(sections, input), input, sections);
        Profile profile = read_cachegrind(std::move(file.layout), options, input.limit);
        return only_chosen(with_sections(std::move(profile), sections, input), file.source,
                           options);
    };
    return profile_or_throw(result_of(file.source, read), input);
}

} // namespace

OpenedFile open_profile(std::string_view bytes, const std::string& source, bool with_uncounted) {
    check_no_program(bytes, source);
    OpenedFile file{bytes, source, FileFormat::cachegrind, {}};
    if (begins_as_json(bytes)) {
        file.format = FileFormat::json;
    } else if (begins_as_callgrind(bytes)) {
        file.format = FileFormat::callgrind;
    } else {
        check_beginning(bytes, source);
        file.layout = scan_profile(bytes, with_uncounted);
        // Both formats have the header desc: cmd: events:.
        if (continues_as_callgrind(file.layout)) {
            file.format = FileFormat::callgrind;
            file.layout = {};
        }
    }
    return file;
}

Profile read_profile(OpenedFile file, const ReadOptions& options) {
    try {
        Profile profile = read_whole(file, options);
        warn_if_incomplete(profile.header, file.source, options.warn);
        return profile;
    } catch (const Error&) {
        if (!options.salvage)
            throw;
    }
    Salvaged salvaged = salvage_profile(file.bytes, file.source, options);
    if (options.warn && salvaged.damage)
        options.warn(message_of(*salvaged.damage, file.source));
    return std::move(salvaged.profile);
}

Profile read_profile(std::string_view bytes, const std::string& source,
                     const ReadOptions& options) {
    return read_profile(open_profile(bytes, source, options.with_uncounted), options);
}

namespace {

// Returns the lines before the damaged one. If the last line has no newline, it is the damaged one,
// because digits may be missing.
std::string_view lines_before(const char* position, std::string_view bytes) {
    const auto offset = static_cast<std::size_t>(position - bytes.data());
    const std::size_t newline = offset == 0 ? bytes.npos : bytes.rfind('\n', offset - 1);
    return bytes.substr(0, newline == bytes.npos ? 0 : newline + 1);
}

// Calls read_beginning(good) for the lines before each damage, until there is none. `result` is
// the result for all bytes. Usually there is one round or none. There is a second if the lines
// before the damaged one end in a summary that differs from the sum of the counts.
template <typename ReadBeginning>
Salvaged salvage(const ProfileInput& input, ReadResult result,
                 const ReadBeginning& read_beginning) {
    std::string_view good = input.bytes;
    std::optional<ParseError> damage;
    while (const auto* const error = std::get_if<ParseError>(&result)) {
        const std::string_view before = lines_before(error->position, input.bytes);
        const bool is_same_line = damage && before.size() == good.size();
        if (is_same_line)
            input.fail(*error);
        damage = *error;
        good = before;
        result = result_of(input.source, [&] { return read_beginning(good); });
    }
    Salvaged salvaged{std::get<Profile>(std::move(result)), std::nullopt};
    if (damage)
        salvaged.damage = {line_number_at(damage->position, input.bytes), damage->what(),
                           input.bytes.size() - good.size()};
    return salvaged;
}

Salvaged salvage_whole(OpenedFile file, const ReadOptions& options) {
    const ProfileInput input{file.bytes, file.source, options};
    if (file.format == FileFormat::json) // of which a part has no meaning
        return {read_whole(file, options), std::nullopt};
    if (file.format == FileFormat::callgrind) {
        CallgrindOptions of_calls = input.callgrind_options();
        ReadResult result =
            result_of(file.source, [&] { return read_chosen_parts(file.bytes, of_calls, input); });
        of_calls.is_complete = false; // costs only, because half of the calls may be missing
        return salvage(input, std::move(result), [&](std::string_view good) {
            return read_chosen_parts(good, of_calls, input);
        });
    }
    if (!file.layout.has_header) // counts mean nothing without it
        input.fail(*file.layout.error);
    ReadResult result = result_of(
        file.source, [&] { return read_cachegrind(std::move(file.layout), options, input.limit); });
    Salvaged salvaged = salvage(input, std::move(result), [&](std::string_view good) {
        return read_cachegrind(scan_profile(good, options.with_uncounted), options, input.limit,
                               true);
    });
    salvaged.profile = only_chosen(std::move(salvaged.profile), file.source, options);
    return salvaged;
}

} // namespace

Salvaged salvage_profile(std::string_view bytes, const std::string& source,
                         const ReadOptions& options) {
    Salvaged result = salvage_whole(open_profile(bytes, source, options.with_uncounted), options);
    warn_if_incomplete(result.profile.header, source, options.warn);
    return result;
}

namespace {

// Reads the parts of a file in Callgrind's format, from the first one that is not taken yet.
class EachPart {
  public:
    EachPart(const ProfileInput& input, const TakePart& take) : input_(input), take_(take) {}

    void read() {
        while (const auto damage = read_up_to_damage())
            take_damaged(*damage);
        parts_.check(input_.source);
    }

  private:
    std::optional<ParseError> read_up_to_damage() {
        CallgrindOptions of_calls = options_with(sections_, input_);
        of_calls.has_part = [&](const FilePart& part) {
            const bool is_chosen = parts_.add(part) && part.index >= next_;
            if (is_chosen)
                current_ = part;
            return is_chosen;
        };
        try {
            read_callgrind_parts(input_.bytes, of_calls, [&](const FilePart& part, Profile&& read) {
                pass_on(part, with_sections(std::move(read), sections_of(part), input_));
            });
            return std::nullopt;
        } catch (const ParseError& error) {
            return error;
        } catch (const std::overflow_error& error) {
            throw Error(input_.source, error.what());
        }
    }
    SectionPositions sections_of(const FilePart& part) const {
        SectionPositions sections{sections_.bytes, {}, {}, std::nullopt};
        if (part.index == 0)
            sections.other_version = sections_.other_version; // one warning for the file
        const auto add = [&](const std::vector<const char*>& all, std::vector<const char*>& own) {
            const auto first =
                part.index == 0 ? all.begin() : std::ranges::lower_bound(all, part.begin);
            own.assign(first, std::ranges::lower_bound(all, part.end));
        };
        add(sections_.addresses, sections.addresses);
        add(sections_.data, sections.data);
        return sections;
    }
    void take_damaged(const ParseError& damage) {
        if (!input_.options.salvage || !current_ || current_->index < next_)
            input_.fail(damage);
        CallgrindOptions of_calls = input_.callgrind_options();
        of_calls.is_complete = false;
        of_calls.has_part = [&](const FilePart& part) { return part.index == current_->index; };
        Salvaged salvaged = salvage(
            input_, damage, [&](std::string_view good) { return read_callgrind(good, of_calls); });
        if (input_.options.warn && salvaged.damage)
            input_.options.warn(message_of(*salvaged.damage, input_.source));
        pass_on(*current_, std::move(salvaged.profile));
    }
    void pass_on(const FilePart& part, Profile profile) {
        next_ = part.index + 1;
        warn_if_incomplete(profile.header, input_.source, input_.options.warn);
        take_(part, std::move(profile));
    }

    const ProfileInput& input_;
    const TakePart& take_;
    const SectionPositions sections_ = find_sections(input_.bytes);
    Parts parts_{input_.options.parts};
    std::optional<FilePart> current_; // the last one that was chosen
    std::size_t next_ = 0;            // the index of the first part that is not taken
};

} // namespace

void read_each_part(std::string_view bytes, const std::string& source, const ReadOptions& options,
                    const TakePart& take) {
    OpenedFile file = open_profile(bytes, source, options.with_uncounted);
    if (file.format == FileFormat::callgrind)
        return EachPart({bytes, source, options}, take).read();
    Profile profile = read_profile(std::move(file), options);
    const FilePart part = only_part(profile.header);
    take(part, std::move(profile));
}

std::string message_of(const Salvaged::Damage& damage, const std::string& source) {
    return source + ":" + std::to_string(damage.line) + ": " + damage.reason + "; " +
           std::to_string(damage.dropped_bytes) + " bytes from there on were dropped";
}

bool begins_as_profile(std::string_view bytes) {
    return bytes.starts_with("desc:") || bytes.starts_with("cmd:") ||
           bytes.starts_with("events:") || begins_as_callgrind(bytes);
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/read.hpp"

#include "callgrind/read.hpp"
#include "callgrind/sections.hpp"
#include "error/error.hpp"
#include "error/expansion.hpp"
#include "format/cachegrind.hpp"
#include "format/incomplete.hpp"
#include "format/json.hpp"
#include "format/profile_layout.hpp"
#include "text/escaping.hpp"

#include <variant>

namespace cg {
namespace {

// A file that is read, with all that its readers need.
struct ProfileInput {
    std::string_view bytes;
    const std::string& source;
    const ReadOptions& options;
    // The only place that asks for the limit of the table.
    TableLimit limit{source, options.stored_size.value_or(bytes.size())};

    [[noreturn]] void fail(const ParseError& error) const {
        throw Error(source, line_number_at(error.position, bytes), error.what());
    }
    void warn(const ParseError& what) const {
        if (options.warn)
            options.warn(Error(source, line_number_at(what.position, bytes), what.what()).what());
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

Profile read_whole(std::string_view bytes, const std::string& source, const ReadOptions& options) {
    check_no_program(bytes, source);
    if (begins_as_json(bytes))
        return read_json(bytes, source, options.with_uncounted);
    const ProfileInput input{bytes, source, options};
    const SectionPositions sections = find_sections(bytes);
    const auto with_sections = [&](Profile profile) {
        if (sections.other_version)
            input.warn(*sections.other_version);
        profile.data = read_data_objects(sections, input.limit);
        if (!sections.addresses.empty() && options.detail == Detail::lines)
            profile.addresses =
                read_code_ranges(sections, profile.header.events.size(), input.limit);
        if (profile.data && options.detail != Detail::lines)
            profile.data = by_function(std::move(*profile.data));
        return profile;
    };
    const auto read_calls = [&] {
        CallgrindOptions of_calls = input.callgrind_options();
        // A file with a section may have the same costs as positions of its lines, too.
        of_calls.keep_addresses = options.detail == Detail::lines && sections.addresses.empty();
        return with_sections(read_callgrind(bytes, of_calls));
    };
    if (begins_as_callgrind(bytes))
        return profile_or_throw(result_of(source, read_calls), input);
    ReadResult result = result_of(
        source, [&] { return with_sections(read_cachegrind(bytes, options, input.limit)); });
    // Both formats have the header desc: cmd: events:.
    if (std::holds_alternative<ParseError>(result) && continues_as_callgrind(scan_profile(bytes)))
        result = result_of(source, read_calls);
    return profile_or_throw(std::move(result), input);
}

} // namespace

namespace {

ReadOptions of_all(ReadOptions options) {
    options.parts = {};
    return options;
}

} // namespace

Profile read_profile(std::string_view bytes, const std::string& source,
                     const ReadOptions& options) {
    if (!options.parts.is_empty())
        return read_profile(with_parts(bytes, source, options.parts), source, of_all(options));
    try {
        Profile profile = read_whole(bytes, source, options);
        warn_if_incomplete(profile.header, source, options.warn);
        return profile;
    } catch (const Error&) {
        if (!options.salvage || begins_as_json(bytes))
            throw;
    }
    Salvaged salvaged = salvage_profile(bytes, source, options);
    if (options.warn && salvaged.damage)
        options.warn(message_of(*salvaged.damage, source));
    return std::move(salvaged.profile);
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

Salvaged salvage_whole(std::string_view bytes, const std::string& source,
                       const ReadOptions& options) {
    check_no_program(bytes, source);
    const ProfileInput input{bytes, source, options};
    const ProfileLayout layout = scan_profile(bytes);
    if (begins_as_callgrind(bytes) || continues_as_callgrind(layout)) {
        CallgrindOptions of_calls = input.callgrind_options();
        ReadResult result = result_of(source, [&] { return read_callgrind(bytes, of_calls); });
        of_calls.is_complete = false; // costs only, because half of the calls may be missing
        return salvage(input, std::move(result),
                       [&](std::string_view good) { return read_callgrind(good, of_calls); });
    }
    if (!layout.has_header) // counts mean nothing without it
        input.fail(*layout.error);
    ReadResult result =
        result_of(source, [&] { return read_cachegrind(bytes, options, input.limit); });
    return salvage(input, std::move(result), [&](std::string_view good) {
        return read_cachegrind(good, options, input.limit, true);
    });
}

} // namespace

Salvaged salvage_profile(std::string_view bytes, const std::string& source,
                         const ReadOptions& options) {
    if (!options.parts.is_empty())
        return salvage_profile(with_parts(bytes, source, options.parts), source, of_all(options));
    Salvaged result = salvage_whole(bytes, source, options);
    warn_if_incomplete(result.profile.header, source, options.warn);
    return result;
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

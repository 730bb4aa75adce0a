// SPDX-License-Identifier: GPL-2.0-or-later
#include "format/read.hpp"

#include "callgrind/read.hpp"
#include "error/error.hpp"
#include "format/function_blocks.hpp"
#include "format/json.hpp"
#include "model/cost_table_builder.hpp"
#include "text/escaping.hpp"

#include <algorithm>
#include <functional>
#include <variant>

namespace cg {
namespace {

// Reports the first error in the file. Scanning stopped at `otherwise`, so any bad count line
// precedes it: parses them in order, and the first bad one throws.
[[noreturn]] void throw_earliest_error(const ProfileLayout& layout, const std::string& source,
                                       const ParseError& otherwise) {
    const ProfilePart part{&layout, {}, source};
    RowReader reader({&part, 1}, layout.header.events.size());
    for (const FunctionBlock& block : layout.blocks) {
        const PartBlock part_block{0, block.counts};
        reader.read({&part_block, 1});
    }
    throw otherwise;
}

// Reads a part of a profile's table, for one thread.
class TablePart {
  public:
    TablePart(const FunctionBlocks& blocks, const ProfilePart& part, CostTableInPlace& table)
        : blocks_(blocks),
          events_(part.layout->header.events.size()),
          table_(table),
          reader_({&part, 1}, events_),
          sum_(events_) {}

    // Fills the rows from chunk.first_row on.
    void read_lines(const FunctionBlocks::Chunk& chunk) {
        std::size_t row = chunk.first_row;
        for (std::size_t f = chunk.begin; f < chunk.end; ++f) {
            const std::size_t rows =
                reader_.read(blocks_, f, {table_.lines(row), table_.counts(row), events_});
            table_.function(f) = {blocks_.functions()[f].file, blocks_.functions()[f].function, row,
                                  row + rows};
            row += rows;
        }
    }
    // Fills one row for each function, at line 0: the sum of its rows.
    void read_functions(const FunctionBlocks::Chunk& chunk) {
        for (std::size_t f = chunk.begin; f < chunk.end; ++f) {
            const std::size_t rows = reader_.read(blocks_, f);
            *table_.lines(f) = 0;
            std::ranges::fill(sum_, 0);
            for (std::size_t row = 0; row < rows; ++row)
                for (std::size_t i = 0; i < events_; ++i)
                    sum_[i] += reader_.rows().counts[row * events_ + i];
            std::ranges::transform(sum_, table_.counts(f), narrowed);
            table_.function(f) = {blocks_.functions()[f].file, blocks_.functions()[f].function, f,
                                  f + 1};
        }
    }
    std::span<const WideCount> totals() const { return reader_.totals(0); }

  private:
    const FunctionBlocks& blocks_;
    std::size_t events_;
    CostTableInPlace& table_;
    RowReader reader_;
    std::vector<WideCount> sum_; // of a function
};

// Throws a ParseError with the complete reason.
Profile profile_of(ProfileLayout layout, const std::string& source, bool summary_may_be_missing,
                   const ReadOptions& options) {
    if (!layout.has_header)
        throw *layout.error;
    check_size(layout, source, options.stored_size.value_or(layout.bytes.size()));
    if (!layout.error && !layout.summary_position && !summary_may_be_missing)
        layout.error = ParseError{layout.bytes.data() + layout.bytes.size(),
                                  "the \"summary:\" line is missing"};
    if (layout.error)
        throw_earliest_error(layout, source, *layout.error);

    const ProfilePart part{&layout, {}, source};
    FunctionBlocks blocks = FunctionBlocks::of({&layout, 1});
    const FunctionBlocks::Chunks chunks = blocks.chunks();
    const std::size_t functions = blocks.functions().size();
    const std::size_t events = layout.header.events.size();
    const bool by_function = options.detail == Detail::functions;
    CostTableInPlace table(events, by_function ? functions : chunks.rows, functions);
    std::vector<std::vector<WideCount>> totals(chunks.list.size());
    std::vector<WideCount> total(events);
    const auto produce = [&](std::size_t i) {
        TablePart some(blocks, part, table);
        if (by_function)
            some.read_functions(chunks.list[i]);
        else
            some.read_lines(chunks.list[i]);
        totals[i].assign(some.totals().begin(), some.totals().end());
    };
    const auto consume = [&](std::size_t i) {
        table.keep(chunks.list[i].begin, chunks.list[i].end);
        std::ranges::transform(total, totals[i], total.begin(), std::plus<>());
    };
    try {
        options.executor(chunks.list.size(), produce, consume);
    } catch (const ParseError& error) {
        throw_earliest_error(layout, source, error);
    }
    std::vector<Count> summary = checked_summary(layout, total);
    return {std::move(layout.header), std::move(blocks.names).to_owned(), std::move(table).finish(),
            std::move(summary)};
}

Profile read(ProfileLayout layout, const std::string& source, bool summary_may_be_missing,
             const ReadOptions& options) {
    try {
        return profile_of(std::move(layout), source, summary_may_be_missing, options);
    } catch (const std::overflow_error& error) {
        throw Error(source, error.what());
    }
}

CallgrindOptions callgrind_options(std::string_view bytes, const std::string& source,
                                   const ReadOptions& options) {
    CallgrindOptions of_calls{source, options.stored_size.value_or(bytes.size()),
                              options.detail == Detail::functions};
    if (options.warn)
        of_calls.warn = [bytes, source, warn = options.warn](const ParseError& what) {
            warn(Error(source, line_number_at(what.position, bytes), what.what()).what());
        };
    return of_calls;
}

Profile read_calls(std::string_view bytes, const CallgrindOptions& options) {
    try {
        return read_callgrind(bytes, options);
    } catch (const std::overflow_error& error) {
        throw Error(options.source, error.what());
    }
}

[[noreturn]] void fail(const ParseError& error, const std::string& source, std::string_view bytes) {
    throw Error(source, line_number_at(error.position, bytes), error.what());
}

// Throws Error for a program, which users give in the place of its profile.
void check_no_program(std::string_view bytes, const std::string& source) {
    const bool is_script = bytes.starts_with("#!");
    if (!is_script && !bytes.starts_with("\x7f"
                                         "ELF"))
        return;
    const bool is_path = source.find('/') != source.npos;
    const std::string program = source == "<stdin>" ? "PROGRAM" : (is_path ? "" : "./") + source;
    throw Error(source, "is a program, not a profile: valgrind --tool=cachegrind " +
                            std::string(is_script ? "--trace-children=yes " : "") +
                            text_for(Destination::message, program) + " makes one");
}

} // namespace

Profile read_profile(std::string_view bytes, const std::string& source,
                     const ReadOptions& options) {
    check_no_program(bytes, source);
    if (begins_as_json(bytes))
        return read_json_profile(bytes, source, options.with_uncounted);
    try {
        if (begins_as_callgrind(bytes))
            return read_calls(bytes, callgrind_options(bytes, source, options));
        ProfileLayout layout = scan_profile(bytes, options.with_uncounted);
        if (continues_as_callgrind(layout))
            return read_calls(bytes, callgrind_options(bytes, source, options));
        return read(std::move(layout), source, false, options);
    } catch (const ParseError& error) {
        fail(error, source, bytes);
    }
}

namespace {

// Returns the lines before the damaged one. If the last line has no newline, it is the damaged one,
// because digits may be missing.
std::string_view lines_before(const char* position, std::string_view bytes) {
    const auto offset = static_cast<std::size_t>(position - bytes.data());
    const std::size_t newline = offset == 0 ? bytes.npos : bytes.rfind('\n', offset - 1);
    return bytes.substr(0, newline == bytes.npos ? 0 : newline + 1);
}

using ReadResult = std::variant<Profile, ParseError>;

template <typename Read>
ReadResult result_of(const Read& read) {
    try {
        return read();
    } catch (const ParseError& error) {
        return error;
    }
}

// `good` is the beginning of `bytes` that the profile was read from.
Salvaged salvaged(ReadResult& result, const std::optional<ParseError>& damage,
                  std::string_view good, std::string_view bytes) {
    Salvaged salvaged{std::get<Profile>(std::move(result)), std::nullopt};
    if (damage)
        salvaged.damage = {line_number_at(damage->position, bytes), damage->what(),
                           bytes.size() - good.size()};
    return salvaged;
}

// Reads the costs only, because half of the calls may be missing.
Salvaged salvage_calls(std::string_view bytes, const std::string& source,
                       const ReadOptions& options) {
    CallgrindOptions of_costs = callgrind_options(bytes, source, options);
    ReadResult result = result_of([&] { return read_calls(bytes, of_costs); });
    if (std::holds_alternative<Profile>(result))
        return salvaged(result, std::nullopt, bytes, bytes);
    of_costs.is_complete = false;
    std::string_view good = bytes;
    std::optional<ParseError> damage;
    while (const auto* const error = std::get_if<ParseError>(&result)) {
        const std::string_view before = lines_before(error->position, bytes);
        if (damage && before.size() == good.size())
            fail(*error, source, bytes);
        damage = *error;
        good = before;
        result = result_of([&] { return read_calls(good, of_costs); });
    }
    return salvaged(result, damage, good, bytes);
}

} // namespace

Salvaged salvage_profile(std::string_view bytes, const std::string& source, ReadOptions options) {
    check_no_program(bytes, source);
    options.stored_size = options.stored_size.value_or(bytes.size());
    if (begins_as_callgrind(bytes) || continues_as_callgrind(scan_profile(bytes)))
        return salvage_calls(bytes, source, options);
    const auto read_beginning = [&](std::string_view good, bool is_cut) {
        ProfileLayout layout = scan_profile(good, options.with_uncounted);
        if (!layout.has_header) // counts mean nothing without it
            fail(*layout.error, source, bytes);
        return result_of([&] { return read(std::move(layout), source, is_cut, options); });
    };
    std::string_view good = bytes;
    std::optional<ParseError> damage;
    ReadResult result = read_beginning(good, false);
    // Usually there is one round or none. There is a second if the lines before the damaged one end
    // in a summary that differs from the sum of the counts.
    while (const auto* const error = std::get_if<ParseError>(&result)) {
        const std::string_view before = lines_before(error->position, bytes);
        const bool is_same_line = damage && before.size() == good.size();
        if (is_same_line)
            fail(*error, source, bytes);
        damage = *error;
        good = before;
        result = read_beginning(good, true);
    }
    return salvaged(result, damage, good, bytes);
}

bool begins_as_profile(std::string_view bytes) {
    return bytes.starts_with("desc:") || bytes.starts_with("cmd:") ||
           bytes.starts_with("events:") || begins_as_callgrind(bytes);
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// The renderers of cg_show's output formats. The table of their names and suffixes is in
// cmd/cg_show/output_formats.cpp.
#pragma once

#include "error/error.hpp"
#include "model/fwd.hpp"
#include "model/instruction.hpp"
#include "model/struct_layout.hpp"
#include "source/sources.hpp"
#include "text/terminal.hpp"
#include "text/writer.hpp"
#include "view/profile_view.hpp"
#include "view/rollup.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cg::render {

// The kind of tree to render.
enum class TreeOf : std::uint8_t {
    paths,
    calls,   // callees below their caller
    callers, // callers below their callee
};

// Hides rows of which the event's magnitude is below `count`.
struct Least {
    std::size_t event; // column of the profile's counts
    long double count;
};

// The wording of tables whose rows are not functions (view/data_rows.hpp).
struct RowWords {
    std::string noun;     // "object", in heads of CSV and in "(other: 3 objects)"
    std::string head;     // of the column in tables
    std::string place;    // the head of the column with the file; empty: there is none
    bool is_path = false; // the row's name: its end is the most important part
};

// A condition of a gate, and what is said of it if it holds: else there are no lines.
struct GateVerdict {
    std::string condition;
    std::vector<std::string> report;
};

// A part of a file, whose events are on the page beside their sum over all parts.
struct PagePart {
    std::string suffix; // of the names of its events, after a colon
    std::string name;
};

struct Options {
    By by = By::function;
    std::optional<RowWords> words; // nothing: functions
    bool is_ranked = true;         // rows are in their own order otherwise
    TreeOf tree_of = TreeOf::paths;
    std::size_t top = std::numeric_limits<std::size_t>::max();   // rows at most
    std::size_t depth = std::numeric_limits<std::size_t>::max(); // levels of a tree at most
    double min = 0;            // percent: trees omit smaller nodes, pprof omits smaller lines
    std::vector<Least> least;  // of one view, in tables
    std::size_t reference = 0; // of several views, the index of the one to compare with
    bool changed = false;      // of several views, only rows that are not equal in all
    std::size_t width = 0;     // of lines, in columns of a terminal; 0: no limit
    bool color = false;
    bool full_names = false;            // of functions, however long; else cut by fit_name()
    std::vector<std::string> notes;     // below a table
    std::vector<std::string> asked_for; // events that are never omitted to fit the width
    double source_min = 0.1;            // percent: embeds sources of files with at least this
    Sources* sources = nullptr;         // null: embeds no sources
    // Returns the version of a source that the first of two compared profiles had, or null.
    std::function<const OldSource*(std::string_view)> old_source = [](std::string_view) {
        return nullptr;
    };
    bool is_review = false;         // of the difference of two profiles, the page begins with it
    std::vector<GateVerdict> gates; // of a review
    std::vector<PagePart> parts;    // the page begins with a list of them, if there are any
    // Of instructions: the functions to show, by name, and their texts.
    std::function<bool(std::string_view)> shows_function = [](std::string_view) { return true; };
    Disassembler* disassembler = nullptr;
    // Of data objects: the struct that is laid beside their fields, or null.
    const StructLayout* struct_layout = nullptr;
    std::optional<FileTime> modified; // when the profile was written, if that is known
    // Returns the path of a source file in the repository, or nothing for a file elsewhere.
    std::function<std::optional<std::string>(std::string_view)> path_in_repository;

    Colours colours(bool is_difference) const {
        return !color ? Colours::none : is_difference ? Colours::diff : Colours::heat;
    }
};

// Writes one view, or several side by side if the format can show them. Throws Error if the format
// cannot represent the data.
using Renderer = void(std::span<const ProfileView> views, const Options& options, Writer& out);

Renderer callgrind;
Renderer csv;
Renderer dot;
Renderer folded;
Renderer github;
Renderer gitlab;
Renderer html;
Renderer instructions;
Renderer json;
Renderer markdown;
Renderer pprof;
Renderer speedscope;
Renderer svg;
Renderer table;
Renderer tree;

// Throws Error if a count is negative: some formats of other programs have no such counts, and a
// reader would take one for a huge number, or ignore it.
inline void require_positive(Count count, const ProfileView& view, const std::string& format) {
    if (count < 0)
        throw Error(view.name,
                    "the " + format + " format holds no negative counts, as a diff has them");
}

// Returns the text with escape(c) for each character c that is one of the special ones.
template <typename Escape>
std::string with_escapes(std::string_view text, std::string_view special, Escape escape) {
    std::string out;
    for (const char c : text)
        if (special.find(c) == special.npos)
            out += c;
        else
            out += escape(c);
    return out;
}

} // namespace cg::render

namespace cg {

// An output format that takes any number of profiles, one after the other.
class HistoryWriter {
  public:
    HistoryWriter() = default;
    HistoryWriter(const HistoryWriter&) = delete;
    HistoryWriter& operator=(const HistoryWriter&) = delete;
    virtual ~HistoryWriter() = default;
    // The profile need not outlive the call.
    virtual void add(const std::string& label, const Profile& profile) = 0;
    // Writes the end. Called once.
    virtual void finish() = 0;
};

} // namespace cg

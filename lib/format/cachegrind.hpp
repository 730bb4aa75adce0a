// SPDX-License-Identifier: GPL-2.0-or-later
// Reads and writes cachegrind's file format.
//
//   file    ::= desc* cmd events (place | counts | ignored)* summary
//   ignored ::= ws* | "#" text                 a line that is blank, or a comment
//   desc    ::= "desc:" ws text
//   cmd     ::= "cmd:" ws text
//   events  ::= "events:" ws event (ws event)*
//   place   ::= "fl=" name | "fi=" name | "fe=" name | "fn=" name
//   counts  ::= line (ws count)*               a count that is missing is 0
//   count   ::= "-"? digit+ | "."              "." of older versions: cannot occur, so 0
//   summary ::= "summary:" (ws count)+
//
// White space is spaces and tabs. Blank lines and lines that begin with # are ignored after the
// header. fi= and fe= (older versions) change the file and keep the function; after fl=, there is
// no function until the next fn=. If the events: line ends in CR LF, all lines do, as in a profile
// that a Windows checkout rewrote; in other files, a CR can be part of a name.
#pragma once

#include "error/expansion.hpp"
#include "format/profile_layout.hpp"
#include "format/read_options.hpp"
#include "model/containers.hpp"
#include "model/fwd.hpp"
#include "model/names.hpp"
#include "text/writer.hpp"

#include <span>
#include <string_view>

namespace cg {

// Returns the profile of a layout. Throws ParseError for the first violation of the grammar, for a
// number that is too large, and if the summary is not the sum of the counts; with `is_cut`, the
// summary may be missing. Throws Error if the counts need too much memory, and std::overflow_error.
Profile read_cachegrind(ProfileLayout layout, const ReadOptions& options, const TableLimit& limit,
                        bool is_cut = false);

// How to write functions without a name.
enum class Unnamed {
    as_marks, // as unspecified_mark, like Valgrind's cg_merge and cg_diff
    by_file,  // as fl= without fn=, so that they have no name
};

// Makes text in the format.
class ProfileText {
  public:
    // Reserves memory.
    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
    void add_header(const Header& header);
    // Adds the fl= and fn= lines of the following rows. Omits the fl= line if `is_file_known`,
    // unless it is needed to end the previous function.
    template <typename AnyNames>
    void add_place(const AnyNames& names, NameId file, NameId function, bool is_file_known,
                   Unnamed unnamed) {
        const bool is_named = function != unspecified_function;
        if (!is_file_known || (!is_named && unnamed == Unnamed::by_file))
            add_line("fl=", names[file]);
        if (is_named || unnamed == Unnamed::as_marks)
            add_line("fn=", is_named ? names[function] : unspecified_mark);
    }
    void add_row(Line line, std::span<const Count> counts);
    void add_code_ranges(const CodeRanges& ranges);
    void add_data_objects(const DataObjects& data);
    void add_summary(std::span<const Count> counts);

    std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }
    void clear() { bytes_.truncate(0); }

  private:
    void add(std::string_view bytes) { bytes_.append({bytes.data(), bytes.size()}); }
    void add_line(std::string_view keyword, std::string_view text);

    GrowingArray<char> bytes_;
};

// Writes cachegrind's file format.
struct WriteOptions {
    // Writes an fl= line before each fn= line, like cg_diff, not only for a new file.
    bool repeat_file = false;
    Unnamed unnamed = Unnamed::as_marks;
};

// Passes the bytes to `sink` in large parts. Writes a profile with calls in Callgrind's format
// (callgrind/write.hpp), where the options change nothing.
void write_profile(const Profile& profile, const Sink& sink, WriteOptions options = {});

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// Cachegrind's file format.
#pragma once

#include "model/containers.hpp"
#include "model/profile.hpp"
#include "text/writer.hpp"

#include <span>
#include <string_view>

namespace cg {

// Makes text in cachegrind's file format.

// How to write functions without a name.
enum class Unnamed {
    as_marks, // as unspecified_mark, like Valgrind's cg_merge and cg_diff
    by_file,  // as fl= without fn=, so that they have no name
};

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

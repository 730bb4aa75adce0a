// SPDX-License-Identifier: GPL-2.0-or-later
// The forms that cg_show writes, by name and suffix.
#pragma once

#include "forms/forms.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cg::show {

struct FormEntry {
    std::string_view name;
    std::string_view suffixes; // of file names, separated by blanks
    std::string_view help;     // what it is, in a few words
    form::Form* write;
    bool takes_several = false; // profiles, side by side
    bool is_gzipped = false;
    bool loses_calls = false; // a profile's format that has no place for them
    // How many rows unless --top says otherwise; 0: all.
    std::size_t top = 0;
    double min = 0; // percent, unless --min says otherwise
};

std::span<const FormEntry> form_table();

// By name or by suffix without its dot. Throws UsageError that lists the names.
const FormEntry& form_named(std::string_view name);
// The form that the suffix of a file's name stands for (a compressor's .gz or .zst behind it is
// passed over), or the table.
const FormEntry& form_of_file(std::string_view path);

} // namespace cg::show

// SPDX-License-Identifier: GPL-2.0-or-later
// CSV for spreadsheets. That of renderers.hpp is for programs, with names as they are.
#pragma once

#include "render/renderers.hpp"

namespace cg::render {

// A spreadsheet runs what begins like a formula, in quotes too, such as a function named
// `=HYPERLINK(...)`. Here such names have an apostrophe before them, and all names are quoted: a
// spreadsheet may separate fields at semicolons, where the comma is the decimal separator. (OWASP,
// "CSV injection".)
Renderer csv_without_formulas;

} // namespace cg::render

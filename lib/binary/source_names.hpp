// SPDX-License-Identifier: GPL-2.0-or-later
// Names of functions that have none for the linker, such as those of a nameless namespace that were
// inlined everywhere, as the linker's name of the same function would be demangled.
#pragma once

#include <elfutils/libdw.h>
#include <span>
#include <string>
#include <vector>

namespace cg::binary {

// Returns the description that tells where a function, or an inlined copy of it, was declared.
Dwarf_Die declaration_of(Dwarf_Die function);

// Returns true for the kinds of descriptions (DW_TAG_...) that names of functions may begin with.
bool is_scope(int tag);

// Returns the scopes around a declaration, inner ones first. libdw searches the whole unit.
std::vector<Dwarf_Die> searched_scopes(Dwarf_Die declaration);

// Returns the name of a function of C++ with its scopes and the types of its parameters:
// "cg::(anonymous namespace)::Reader::take(char const*, int) const"; without these if they are not
// known in full, and in other languages. Of a template's instance with the type of the result, and
// of lambdas with their numbers: "main::{lambda(int)#1}::operator()(int) const". Inner scopes come
// first.
std::string source_name(Dwarf_Die declaration, std::span<Dwarf_Die> scopes);

} // namespace cg::binary

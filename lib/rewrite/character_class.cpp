// SPDX-License-Identifier: GPL-2.0-or-later
#include "rewrite/character_class.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <unicode/uchar.h>

namespace cg {
namespace {

template <UBool (*function)(UChar32)>
bool holds(char32_t c) {
    return function(static_cast<UChar32>(c));
}

bool is_word(char32_t c) {
    const auto character = static_cast<UChar32>(c);
    return c == U'_' || u_isalpha(character) ||
           u_getIntPropertyValue(character, UCHAR_NUMERIC_TYPE) != U_NT_NONE;
}

bool is_space(char32_t c) { // Unicode's and the four separators of ASCII
    return u_isUWhiteSpace(static_cast<UChar32>(c)) || (c >= 0x1c && c <= 0x1f);
}

constexpr std::array classes = {
    CharacterClass{"w", is_word},
    CharacterClass{"d", holds<u_isdigit>},
    CharacterClass{"s", is_space},
    CharacterClass{"alnum", holds<u_isalnum>},
    CharacterClass{"alpha", holds<u_isalpha>},
    CharacterClass{"blank", holds<u_isblank>},
    CharacterClass{"cntrl", holds<u_iscntrl>},
    CharacterClass{"digit", holds<u_isdigit>},
    CharacterClass{"graph", holds<u_isgraph>},
    CharacterClass{"lower", holds<u_islower>},
    CharacterClass{"print", holds<u_isprint>},
    CharacterClass{"punct", holds<u_ispunct>},
    CharacterClass{"space", is_space},
    CharacterClass{"upper", holds<u_isupper>},
    CharacterClass{"xdigit", holds<u_isxdigit>},
};
constexpr std::size_t first_negated_bit = 16;
static_assert(classes.size() <= first_negated_bit);

} // namespace

const CharacterClass* find_character_class(std::string_view name) {
    const auto found = std::ranges::find(classes, name, &CharacterClass::name);
    return found == classes.end() ? nullptr : &*found;
}

ClassBits class_bit(std::string_view name) {
    std::size_t bit = 0;
    if (name.starts_with("not_")) {
        name.remove_prefix(4);
        bit = first_negated_bit;
    }
    const CharacterClass* found = find_character_class(name);
    return found ? ClassBits{1} << (bit + static_cast<std::size_t>(found - classes.data())) : 0;
}

bool is_in_any(ClassBits wanted, char32_t c) {
    for (; wanted != 0; wanted &= wanted - 1) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(wanted));
        const bool is_negated = bit >= first_negated_bit;
        if (classes[bit % first_negated_bit].contains(c) != is_negated)
            return true;
    }
    return false;
}

} // namespace cg

// SPDX-License-Identifier: GPL-2.0-or-later
// Fields of a line, with ; between them.
#pragma once

struct Text {
    const char* begin;
    const char* end;
};

inline const char* find(Text text, char wanted) {
    while (text.begin != text.end && *text.begin != wanted)
        ++text.begin;
    return text.begin;
}

inline Text trimmed(Text text) {
    while (text.begin != text.end && *text.begin == ' ')
        ++text.begin;
    while (text.begin != text.end && text.end[-1] == ' ')
        --text.end;
    return text;
}

inline Text field(Text line, int number) {
    for (; number > 0; --number)
        line.begin = find(line, ';') + 1;
    return trimmed({line.begin, find(line, ';')});
}

inline bool equal(Text text, const char* other) {
    while (text.begin != text.end && *text.begin == *other)
        ++text.begin, ++other;
    return text.begin == text.end && *other == '\0';
}

inline long cents(Text text) {
    long value = 0;
    for (; text.begin != text.end; ++text.begin)
        if (*text.begin != '.')
            value = value * 10 + (*text.begin - '0');
    return value;
}

// SPDX-License-Identifier: GPL-2.0-or-later
// Sums the prices of lines "number ; name ; country ; price" by country.
#include "fields.hpp"

#include <cstdio>
#include <cstring>
#include <initializer_list>

static const char* const lines[] = {
    "1 ; apples, red ; AT ; 2.49", "2 ; bread ; BE ; 3.10",     "3 ; cheese ; CH ; 12.80",
    "4 ; dates ; DE ; 4.05",       "5 ; eggs, ten ; FR ; 3.33", "6 ; figs, dried ; GR ; 5.20",
};
static const int rounds = 1000;

static Text line(int number) {
    const char* const text = lines[number % 6];
    return {text, text + std::strlen(text)};
}

static long sum_of(const char* country) {
    long sum = 0;
    for (int i = 0; i < 6 * rounds; ++i)
        if (equal(field(line(i), 2), country))
            sum += cents(field(line(i), 3));
    return sum;
}

static long number_above(long limit) {
    long number = 0;
    for (int i = 0; i < 6 * rounds; ++i)
        number += cents(field(line(i), 3)) > limit;
    return number;
}

int main() {
    for (const char* country : {"AT", "BE", "CH", "DE", "FR", "GR"})
        std::printf("%s %ld\n", country, sum_of(country));
    std::printf("%ld above 4.00\n", number_above(400));
}

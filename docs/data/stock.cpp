// SPDX-License-Identifier: GPL-2.0-or-later
// Looks up whether articles are in stock. With -DSMALL the nodes of the table have only the number
// in stock, and the rest is elsewhere.
#include <cstdio>
#include <unordered_map>
#include <vector>

struct Article {
    int in_stock;
    char name[60];
    char supplier[40];
    double price;
};

#ifdef SMALL
struct Entry {
    int in_stock;
    unsigned article; // its number in articles
};
static std::vector<Article> articles;
#else
using Entry = Article;
#endif
static std::unordered_map<unsigned, Entry> stock;

static unsigned mixed(unsigned n) {
    return n * 2654435761u;
}

static void fill(unsigned count) {
#ifdef SMALL
    articles.reserve(count);
#endif
    for (unsigned i = 0; i < count; i++) {
        Entry& entry = stock[mixed(i)];
        entry.in_stock = static_cast<int>(i % 7);
#ifdef SMALL
        entry.article = i;
        articles.push_back({entry.in_stock, "", "", 1.5});
#else
        entry.price = 1.5;
#endif
    }
}

static bool is_there(unsigned number) {
    const auto found = stock.find(number);
    return found != stock.end() && found->second.in_stock > 0;
}

int main() {
    constexpr unsigned count = 20000;
    fill(count);
    unsigned there = 0;
    for (unsigned i = 0; i < 10 * count; i++)
        there += is_there(mixed(i * 7 % (2 * count))); // half of them are no articles
    std::printf("%u\n", there);
    return 0;
}

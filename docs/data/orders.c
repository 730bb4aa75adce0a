// SPDX-License-Identifier: GPL-2.0-or-later
// Counts the orders of each state in an array, again and again. With -DSPLIT their states are an
// array of their own.
#include <stdio.h>
#include <stdlib.h>

enum { orders_count = 20000, rounds = 10 };
enum state { is_open, is_paid, is_sent, states_count };

struct order {
    long number;
    char customer[40];
    char address[40];
    double price;
#ifndef SPLIT
    enum state state;
#endif
};

static struct order* orders;
#ifdef SPLIT
static enum state* states;
#    define STATE(i) states[i]
#else
#    define STATE(i) orders[i].state
#endif

static void make_orders(void) {
    orders = calloc(orders_count, sizeof(struct order));
#ifdef SPLIT
    states = calloc(orders_count, sizeof(enum state));
#endif
    for (int i = 0; i < orders_count; i++) {
        orders[i].number = i;
        orders[i].price = i % 100;
        STATE(i) = i % states_count;
    }
}

static int count_orders(enum state state) {
    int count = 0;
    for (int i = 0; i < orders_count; i++)
        count += STATE(i) == state;
    return count;
}

int main(void) {
    make_orders();
    int count = 0;
    for (int round = 0; round < rounds; round++)
        count += count_orders(round % states_count);
    printf("%d\n", count);
    return 0;
}

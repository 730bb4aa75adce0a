// SPDX-License-Identifier: GPL-2.0-or-later
// Walks over a graph whose nodes and edges come from a pool of the program's own.
#include <stdio.h>
#include <stdlib.h>

struct edge {
    struct edge* next;
    struct node* to;
    double length;
};
struct node {
    struct edge* edges;
    char name[80];
    int visits;
};

static char *pool, *pool_end;

// Never frees: the pool ends with the program.
static void* pool_get(size_t bytes) {
    if (pool == NULL || (size_t)(pool_end - pool) < bytes) {
        const size_t size = 1 << 20;
        pool = malloc(size);
        pool_end = pool + size;
    }
    void* result = pool;
    pool += (bytes + 15) / 16 * 16;
    return result;
}

static struct node* make_node(void) {
    struct node* node = pool_get(sizeof(struct node));
    node->edges = NULL;
    node->visits = 0;
    return node;
}

static void add_edge(struct node* from, struct node* to) {
    struct edge* edge = pool_get(sizeof(struct edge));
    edge->next = from->edges;
    edge->to = to;
    edge->length = 1;
    from->edges = edge;
}

static unsigned random_number(void) {
    static unsigned state = 1;
    state = state * 1103515245 + 12345;
    return state >> 8;
}

static void visit_neighbours(struct node* node) {
    for (struct edge* edge = node->edges; edge != NULL; edge = edge->next)
        edge->to->visits++;
}

int main(void) {
    enum { count = 10000, degree = 4 };
    static struct node* nodes[count];
    for (int i = 0; i < count; i++)
        nodes[i] = make_node();
    for (int i = 0; i < count * degree; i++)
        add_edge(nodes[random_number() % count], nodes[random_number() % count]);
    for (int i = 0; i < 5 * count; i++)
        visit_neighbours(nodes[random_number() % count]);
    printf("%d\n", nodes[0]->visits);
    return 0;
}

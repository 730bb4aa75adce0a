// SPDX-License-Identifier: GPL-2.0-or-later
// Two threads that hand a turn to and fro, and four that share a mutex and the heap.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int turn;
static int sum;

static void* take_turns(void* argument) {
    const int own = argument != NULL;
    for (int i = 0; i < 100; ++i) {
        pthread_mutex_lock(&mutex);
        while (turn != own)
            pthread_cond_wait(&condition, &mutex);
        turn = !own;
        pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

static void* add(void* unused) {
    for (int i = 0; i < 20000; ++i) {
        pthread_mutex_lock(&mutex);
        ++sum;
        pthread_mutex_unlock(&mutex);
        if (i % 100 == 0)
            free(malloc((size_t)i));
    }
    return unused;
}

static void run(int count, void* (*function)(void*)) {
    pthread_t threads[4];
    for (int i = 0; i < count; ++i)
        pthread_create(&threads[i], NULL, function, i == 0 ? NULL : &sum);
    for (int i = 0; i < count; ++i)
        pthread_join(threads[i], NULL);
}

int main(void) {
    run(2, take_turns);
    run(4, add);
    return sum == 80000 ? 0 : 1;
}

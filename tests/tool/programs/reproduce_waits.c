// SPDX-License-Identifier: GPL-2.0-or-later
// Sleeps and waits with limits, in one thread and in several; prints what the clock shows after
// each.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static double start;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void report(const char* what, int result) {
    printf("%s %d %.2f\n", what, result, now() - start);
}

static void* wait_for_condition(void* unused) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 20;
    int result = 0;
    pthread_mutex_lock(&mutex);
    while (result == 0)
        result = pthread_cond_timedwait(&condition, &mutex, &end);
    pthread_mutex_unlock(&mutex);
    report("condition", result == ETIMEDOUT);
    return unused;
}

static void* sleep_often(void* unused) {
    for (int i = 0; i < 5; ++i)
        usleep(3000000);
    report("often", 0);
    return unused;
}

static void* poll_event(void* event) {
    const int polled = epoll_create1(0);
    struct epoll_event wanted = {.events = EPOLLIN};
    epoll_ctl(polled, EPOLL_CTL_ADD, *(int*)event, &wanted);
    report("epoll", epoll_wait(polled, &wanted, 1, 100));
    report("epoll", epoll_wait(polled, &wanted, 1, 60000));
    close(polled);
    return event;
}

int main(void) {
    start = now();
    sleep(30);
    report("sleep", 0);
    struct timeval limit = {1, 500000};
    report("select", select(0, NULL, NULL, NULL, &limit));
    printf("rest %ld.%06ld\n", (long)limit.tv_sec, (long)limit.tv_usec);
    report("poll", poll(NULL, 0, 250));
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 10;
    report("until", clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL));
    int event = eventfd(0, 0);
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, wait_for_condition, NULL);
    pthread_create(&threads[1], NULL, sleep_often, NULL);
    pthread_create(&threads[2], NULL, poll_event, &event);
    pthread_join(threads[1], NULL);
    usleep(100000);
    if (eventfd_write(event, 1) != 0)
        return 1;
    pthread_join(threads[2], NULL);
    pthread_join(threads[0], NULL);
    report("all", 0);
    return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
// Asks for one thing that a reproducible run does not fix.
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int connect_to_itself(void) {
    const int listens = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int connects = socket(AF_INET, SOCK_STREAM, 0);
    return bind(listens, (struct sockaddr*)&address, size) == 0 && listen(listens, 1) == 0 &&
           getsockname(listens, (struct sockaddr*)&address, &size) == 0 &&
           connect(connects, (struct sockaddr*)&address, size) == 0;
}

// Lets it wait for ten seconds at most.
static int limit_socket(void) {
    const struct timeval limit = {.tv_sec = 10};
    return setsockopt(socket(AF_INET, SOCK_STREAM, 0), SOL_SOCKET, SO_RCVTIMEO, &limit,
                      sizeof limit);
}

// To a time that the kernel takes from nobody: it says EINVAL.
static int set_clock(void) {
    const struct timespec none = {.tv_sec = -1};
    return clock_settime(CLOCK_REALTIME, &none) == -1 && errno == EPERM;
}

// Two threads: one sleeps, the other looks until it has done so.
static volatile int has_slept = 0;
static void* sleep_a_while(void* unused) {
    usleep(5000);
    has_slept = 1;
    return unused;
}

static int look_for_sleeper(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, sleep_a_while, NULL) != 0)
        return 0;
    while (!has_slept)
        ;
    return pthread_join(thread, NULL) == 0;
}

// A second thread waits for what another process says after a while.
static void* select_late(void* found) {
    FILE* const other = popen("sleep 0.1; echo late", "r");
    fd_set set;
    FD_ZERO(&set);
    FD_SET(fileno(other), &set);
    struct timeval limit = {100, 0};
    const int count = select(fileno(other) + 1, &set, NULL, NULL, &limit);
    *(int*)found = count == 1 && FD_ISSET(fileno(other), &set);
    pclose(other);
    return found;
}

static int finds_late(void) {
    pthread_t thread;
    int found = 0;
    return pthread_create(&thread, NULL, select_late, &found) == 0 &&
           pthread_join(thread, NULL) == 0 && found;
}

static int receive_messages(void) {
    int ends[2];
    char text[4];
    struct iovec part = {text, sizeof text};
    struct mmsghdr message = {.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}};
    struct timespec limit = {.tv_sec = 10};
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0 || send(ends[0], "text", 4, 0) != 4)
        return -1;
    return recvmmsg(ends[1], &message, 1, 0, &limit);
}

// Prints how many threads there are, as the kernel says it.
static void* print_threads(void* unused) {
    char line[100];
    FILE* const file = fopen("/proc/self/status", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "Threads:", 8) == 0)
            fputs(line, stdout);
    return unused;
}

static int count_threads(void) {
    pthread_t thread;
    const int failed = pthread_create(&thread, NULL, print_threads, NULL);
    return failed != 0 || pthread_join(thread, NULL) != 0 || print_threads(NULL) != NULL;
}

int main(int argc, char** argv) {
    struct stat status;
    char line[100];
    if (argc < 2)
        return 2;
    if (strcmp(argv[1], "nothing") == 0)
        return puts("nothing") < 0;
    if (strcmp(argv[1], "read") == 0) {
        FILE* const file = fopen(argv[2], "r");
        return file == NULL || fgets(line, sizeof line, file) == NULL;
    }
    if (strcmp(argv[1], "inode") == 0)
        return stat(argv[2], &status) != 0;
    if (strcmp(argv[1], "user") == 0)
        return getuid() == (uid_t)-1;
    if (strcmp(argv[1], "limit") == 0)
        return limit_socket() != 0;
    if (strcmp(argv[1], "threads") == 0)
        return count_threads();
    if (strcmp(argv[1], "clock") == 0)
        return !set_clock();
    if (strcmp(argv[1], "sleeper") == 0)
        return !look_for_sleeper();
    if (strcmp(argv[1], "select") == 0)
        return !finds_late();
    if (strcmp(argv[1], "messages") == 0)
        return receive_messages() != 1;
    return !connect_to_itself();
}

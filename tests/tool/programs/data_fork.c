// SPDX-License-Identifier: GPL-2.0-or-later
// A child of fork allocates where its parent does; another thread is in its parent only.
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { bytes = 65536 };
static volatile long sum;

__attribute__((noinline, noclone)) static void use(char* block) {
    for (int i = 0; i < bytes; i += 64)
        block[i] = (char)i;
}
__attribute__((noinline, noclone)) static void in_child(void) {
    char* const block = aligned_alloc(64, bytes);
    use(block);
    free(block);
}
__attribute__((noinline, noclone)) static void in_parent(void) {
    char* const block = aligned_alloc(64, bytes);
    use(block);
    free(block);
}
static void* allocates(void* argument) {
    for (int i = 0; i < 1000; ++i)
        free(malloc(100));
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, allocates, 0);
    const pid_t child = fork();
    if (child == 0) {
        in_child();
        _exit(0);
    }
    in_parent();
    int status = 0;
    waitpid(child, &status, 0);
    pthread_join(thread, 0);
    return sum == 42;
}

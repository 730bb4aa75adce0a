// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that are left in all ways: by return, exception, longjmp, the end of their thread or of
// the program. Each place calls a function of its own, of five instructions, so that a profile
// shows which places were run while costs were collected (tests/tool/toggles.bats). The argument
// chooses the way.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define FOR_EACH_PLACE(X)                                                                          \
    X(before)                                                                                      \
    X(inside)                                                                                      \
    X(deep)                                                                                        \
    X(cleaning)                                                                                    \
    X(caught)                                                                                      \
    X(still)                                                                                       \
    X(skipped)                                                                                     \
    X(after)                                                                                       \
    X(other)                                                                                       \
    X(handler)                                                                                     \
    X(at_exit)
#define FUNCTION(place)                                                                            \
    asm(".type " #place ", @function\n" #place ":\n nop\n nop\n nop\n nop\n ret\n.size " #place    \
        ", .-" #place);                                                                            \
    extern "C" void place();
FOR_EACH_PLACE(FUNCTION)

namespace {

volatile int turns = 1;
jmp_buf target;

struct Cleaner {
    ~Cleaner() { cleaning(); }
};

} // namespace

#define NOINLINE extern "C" __attribute__((noinline))

NOINLINE void thrower() {
    deep();
    if (turns)
        throw 1;
    skipped();
}

NOINLINE void jumper() {
    deep();
    if (turns)
        longjmp(target, 1);
    skipped();
}

NOINLINE void ender() {
    deep();
    if (turns)
        pthread_exit(nullptr);
    skipped();
}

NOINLINE void leaver() {
    deep();
    if (turns)
        exit(0);
    skipped();
}

// Runs the window. Each is entered once, but for those that are recursive.
NOINLINE void window(char way, int depth) {
    inside();
    switch (way) {
    case 'r': // returns
        deep();
        break;
    case 't': // an exception passes
        thrower();
        break;
    case 'c': { // an exception passes, and a destructor runs
        Cleaner cleaner;
        thrower();
        break;
    }
    case 'k': // catches
        try {
            thrower();
        } catch (int) {
            caught();
        }
        still();
        break;
    case 'w': // catches, and throws again
        try {
            thrower();
        } catch (int) {
            caught();
            throw;
        }
        break;
    case 'R': // an exception passes the inner ones, and the outermost catches
        if (depth == 3)
            thrower();
        try {
            window(way, depth + 1);
        } catch (int) {
            if (depth != 0)
                throw;
            caught();
        }
        still();
        break;
    case 'j': // a longjmp leaves
        jumper();
        break;
    case 'J': // a longjmp comes back, out of recursive calls
        if (depth == 3)
            jumper();
        if (depth != 0)
            window(way, depth + 1);
        else if (setjmp(target) == 0)
            window(way, depth + 1);
        else
            caught();
        still();
        break;
    case 's': // a handler's longjmp leaves
        raise(SIGUSR1);
        break;
    case 'p': // the thread ends
        ender();
        break;
    case 'P': { // the thread ends, and a destructor runs
        Cleaner cleaner;
        ender();
        break;
    }
    case 'x': // the program ends
        leaver();
        break;
    default:
        abort();
    }
    still();
}

NOINLINE void on_signal(int) {
    handler();
    siglongjmp(target, 1);
}

NOINLINE void caller(char way) {
    before();
    try {
        if (strchr("js", way) == nullptr || sigsetjmp(target, 1) == 0)
            window(way, 0);
        else
            caught();
    } catch (int) {
        caught();
    }
    after();
}

NOINLINE void* thread(void* way) {
    caller(*static_cast<char*>(way));
    return nullptr;
}

NOINLINE void* other_thread(void*) {
    other();
    return nullptr;
}

static void run(void* (*start)(void*), char* way) {
    pthread_t id;
    pthread_create(&id, nullptr, start, way);
    pthread_join(id, nullptr);
}

int main(int, char** arguments) {
    signal(SIGUSR1, on_signal);
    atexit(at_exit);
    char* const way = arguments[1];
    if (strchr("pP", *way) != nullptr)
        run(thread, way);
    else
        caller(*way);
    run(other_thread, way);
    after();
    return 0;
}

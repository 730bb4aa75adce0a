# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs that bench/tool-speed runs, by what they are slow at, and their inputs."""
import collections
import pathlib
import shutil
import subprocess

KINDS = {
    "loops": "gzip bzip2 xz sha256sum sort sed",  # little code, run often
    "interpreters": "perl python3 sqlite3 jq cmake bash",
    "compilers": "cc1plus cc1 clang",  # much code, run seldom
    "streaming": "stencil triad transpose",  # arrays larger than the last level (8 MiB)
    "short": "git-log python3-pass tclsh processes",  # what counts is the start
    "allocating": "mallocs blocks",  # a million blocks one after the other, and as many alive
    "threaded": "workers turns",  # four that now and then take a lock; two that wait for each other
    "starts": "true",
}
EXTRA = "allocating threaded starts".split()  # only if they are asked for
DEFAULT = [name for kind, names in KINDS.items() for name in names.split()
           if name != "bash" and kind not in EXTRA]
# Those of which README has the cost.
NATIVE = "gzip python3 sqlite3 cc1plus triad git-log".split()

Program = collections.namedtuple("Program", "command input")


def kind_of(name):
    return next(kind for kind, names in KINDS.items() if name in names.split())


LOOP_PL = """
my ($n, %h, $s) = shift;
for my $i (1 .. $n) {
    $h{$i % 997} += $i;
    $s .= chr(65 + $i % 26) if $i % 7 == 0;
    $s = "" if length $s > 500;
    $t++ while $s =~ /[AEIOU]/g && $i % 50 == 0
}
print "$t\\n";
"""
LOOP_PY = """
import sys
d, s = {}, 0
for i in range(int(sys.argv[1])):
    d[i % 997] = d.get(i % 997, 0) + i
    s += len(str(i)) ^ (i & 15)
print(s, sum(d.values()))
"""
QUERY_SQL = """
create table t(a integer primary key, b text, c integer);
with recursive n(x) as (select 1 union all select x + 1 from n where x < %d)
    insert into t select x, hex(x * 7919 %% 100003), x %% 1009 from n;
create index i on t(b);
select c, count(*), max(b) from t group by c order by 2 desc, 1 limit 5;
select count(*) from t u join t v on u.c = v.a where u.b < 'B';
"""
RECURSION_CMAKE = """
function(fibonacci n result)
    if(n LESS 2)
        set(${result} ${n} PARENT_SCOPE)
        return()
    endif()
    math(EXPR a "${n} - 1")
    math(EXPR b "${n} - 2")
    fibonacci(${a} x)
    fibonacci(${b} y)
    math(EXPR sum "${x} + ${y}")
    set(${result} ${sum} PARENT_SCOPE)
endfunction()
fibonacci(%d f)
message(${f})
"""
WORDS_CPP = """
#include <algorithm>
#include <string>
#include <vector>
int main(int argc, char** argv) {
    std::vector<std::string> words(argv, argv + argc);
    std::sort(words.rbegin(), words.rend());
    return int(std::unique(words.begin(), words.end()) - words.begin());
}
"""
# 18 MB for each of two arrays, 12 MB for each of three, 32 MB for each of two.
ARRAYS_C = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { side = 1500, length = 1500000, wide = 2048 };
static double a[wide][wide], b[wide][wide];
static double x[length], y[length], z[length];
int main(int argc, char** argv) {
    int times = argc > 2 ? atoi(argv[2]) : 1;
    for (int t = 0; t < times; ++t) {
        if (strcmp(argv[1], "stencil") == 0) {
            for (int i = 1; i < side - 1; ++i)
                for (int j = 1; j < side - 1; ++j)
                    b[i][j] = (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) / 4 + t;
            memcpy(a, b, sizeof a / wide * side);
        } else if (strcmp(argv[1], "triad") == 0) {
            for (int i = 0; i < length; ++i)
                x[i] = y[i] + t * z[i];
            memcpy(z, x, sizeof z);
        } else {
            for (int i = 0; i < wide; ++i)
                for (int j = 0; j < wide; ++j)
                    b[j][i] = a[i][j] + t;
        }
    }
    printf("%g %g\\n", x[length / 2], b[side / 2][side / 2]);
    return 0;
}
"""
MALLOCS_C = """
#include <stdlib.h>
#include <string.h>
int main(int argc, char** argv) {
    int blocks = atoi(argv[2]);
    if (strcmp(argv[1], "mallocs") == 0) {
        for (int i = 0; i < blocks; ++i) {
            char* volatile block = malloc(24 + i % 100);
            *block = 1;
            free(block);
        }
        return 0;
    }
    char** last = NULL; // never freed
    for (int i = 0; i < blocks; ++i) {
        char** block = malloc(24);
        *block = (char*)last;
        last = block;
    }
    return last == NULL;
}
"""
THREADS_C = """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int rounds, turn;
static unsigned sum;
static void* work(void* unused) {
    for (int i = 0; i < rounds; ++i) {
        unsigned part = i;
        for (int k = 0; k < 2000; ++k)
            part = part * 69069 + k;
        pthread_mutex_lock(&lock);
        sum += part;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static void* take_turns(void* own) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < rounds; ++i) {
        while (turn != (own != NULL))
            pthread_cond_wait(&changed, &lock);
        turn = 1 - turn;
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    return own;
}
int main(int argc, char** argv) {
    pthread_t threads[4];
    const int works = strcmp(argv[1], "workers") == 0, count = works ? 4 : 2;
    rounds = atoi(argv[2]);
    for (int i = 0; i < count; ++i)
        pthread_create(&threads[i], NULL, works ? work : take_turns, i == 0 ? NULL : &sum);
    for (int i = 0; i < count; ++i)
        pthread_join(threads[i], NULL);
    printf("%u\\n", sum);
    return argc != 3;
}
"""
SORT_TCL = """
for {set i 0} {$i < 4000} {incr i} {lappend numbers [expr {$i * 7919 % 100003}]}
puts [lindex [lsort -integer $numbers] 2000]
"""
ARRAYS_BASH = "for ((i = 0; i < %d; i++)); do a[i %% 50]=$i; s=${a[i %% 50]//1/x}; done"


def text(lines):
    """Words of a linear congruential generator."""
    letters = "alphabetagammadeltaepsilonzeta"
    x = 1
    for line in range(lines):
        words = [str(line % 997)]
        for _ in range(8):
            x = (x * 69069 + 12345) % 4294967296
            begin = x // 1000 % 24
            words.append(letters[begin:begin + 1 + x // 70000 % 7])
        yield " ".join(words) + "\n"


def make_inputs(scale):
    """Writes them into the current directory."""
    def write(name, content):
        pathlib.Path(name).write_text(content)

    def compiled(*command):
        subprocess.run(command, check=True)

    whole = "".join(text(int(260000 * scale)))
    write("text", whole)
    write("text.bzip2", whole[:int(6000000 * scale)])
    write("text.xz", whole[:int(4000000 * scale)])
    write("text.sed", whole[:int(1000000 * scale)])
    write("numbers", "".join(f"{i * 7919 % 1000003}\n" for i in range(int(200000 * scale))))
    write("data.json", "[%s]" % ",\n".join(
        f'{{"name": "{i * 7919 % 100003:x}", "size": {i % 997}, "tags": ["a{i % 7}", "b"]}}'
        for i in range(int(9000 * scale))))
    write("loop.pl", LOOP_PL)
    write("loop.py", LOOP_PY)
    write("query.sql", QUERY_SQL % int(150000 * scale))
    write("recursion.cmake", RECURSION_CMAKE % 14)
    write("sort.tcl", SORT_TCL)
    write("words.cpp", WORDS_CPP)
    write("arrays.c", ARRAYS_C)
    write("mallocs.c", MALLOCS_C)
    write("threads.c", THREADS_C)
    compiled("gcc", "-O2", "-o", "mallocs", "mallocs.c")
    compiled("gcc", "-O2", "-pthread", "-o", "threads", "threads.c")
    compiled("g++", "-E", "-o", "words.ii", "words.cpp")
    compiled("gcc", "-O2", "-mcmodel=medium", "-o", "arrays", "arrays.c")
    compiled("gcc", "-E", "-o", "arrays.i", "arrays.c")
    if shutil.which("git"):
        make_repository()


def make_repository():
    """A small one, whose log takes about as long as its start."""
    author = "-c user.name=a -c user.email=a@localhost".split()
    subprocess.run(["git", "init", "-q", "-b", "main", "repository"], check=True)
    stream = "".join(
        f"commit refs/heads/main\ncommitter a <a@localhost> {1600000000 + i} +0000\n"
        f"data 8\nchange {i % 10}\nM 644 inline file{i % 20}\ndata 2\n{i % 10}\n"
        for i in range(300))
    subprocess.run(["git", *author, "-C", "repository", "fast-import", "--quiet"],
                   input=stream.encode(), check=True)


def path_in_gcc(name):
    return subprocess.run(["g++", "-print-prog-name=" + name], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def program(name, scale):
    """None if it is not installed."""
    def times(count):
        return str(max(1, int(count * scale)))

    commands = {
        "gzip": "gzip -6nc text",
        "bzip2": "bzip2 -c text.bzip2",
        "xz": "xz -T1 -2 -c text.xz",
        "sha256sum": "sha256sum text text text text",
        "sort": "sort -n numbers",
        "sed": ["sed", "-E", r"s/([a-z]+) ([a-z]+) \1/\2/g", "text.sed"],
        "perl": ["perl", "loop.pl", times(700000)],
        "python3": ["/usr/bin/python3", "-s", "-S", "-B", "loop.py", times(800000)],
        "sqlite3": "sqlite3 -batch :memory:",
        "jq": ["jq", "-S", "map(select(.size > 100)) | group_by(.tags[0]) | map(length)", "data.json"],
        "cmake": "cmake -P recursion.cmake",
        "bash": ["bash", "--norc", "-c", ARRAYS_BASH % int(150000 * scale)],
        "cc1plus": [path_in_gcc("cc1plus"), *"-quiet -O2 words.ii -o /dev/null".split()],
        "cc1": [path_in_gcc("cc1"), *"-quiet -O2 arrays.i -o /dev/null".split()],
        "clang": "clang++ -O1 -c -o /dev/null words.cpp",
        "stencil": ["./arrays", "stencil", times(12)],
        "triad": ["./arrays", "triad", times(40)],
        "transpose": ["./arrays", "transpose", times(8)],
        "mallocs": ["./mallocs", "mallocs", times(1000000)],
        "blocks": ["./mallocs", "blocks", times(1000000)],
        "workers": ["./threads", "workers", times(20000)],
        "turns": ["./threads", "turns", times(20000)],
        "true": "true",
        "git-log": "git -C repository --no-pager log --stat --format=%s",
        "python3-pass": ["/usr/bin/python3", "-c", "pass"],
        "tclsh": "tclsh sort.tcl",
        "processes": ["sh", "-c",
                      f"i=0; while [ $i -lt {times(100)} ]; do /bin/true; i=$((i + 1)); done"],
    }
    command = commands[name]
    if isinstance(command, str):
        command = command.split()
    found = shutil.which(command[0])
    if found is None:
        return None
    return Program([found, *command[1:]], "query.sql" if name == "sqlite3" else "/dev/null")

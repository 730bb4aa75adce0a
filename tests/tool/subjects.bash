# SPDX-License-Identifier: GPL-2.0-or-later
# The installed programs that the oracle runs, and the inputs they read.
# Sourced by tests/tool/oracle and tests/tool/compare.
#
# Each is deterministic and has one thread: the same instructions at the same
# addresses every time, so that two tools can be compared line by line.
# shellcheck shell=bash
# shellcheck disable=SC2034  # what is set here is used by who sources it

# Programs that every run of the test makes; small, because each is run some thirty times.
subjects_short=(gzip bzip2 xz perl python3 sqlite3 bash sort sed awk diff git cc1plus)
# Besides those, what only the long test makes.
subjects_long=(as ld objdump grep tar make cc1plus-O2)

# Programs of ours (programs/NAME.c) at the edges of what a program may do.
subjects_edge=(fault repaired lost_exit signal_longjmp exit_in_handler killed aborted smc unload
    overwritten masked vectors atomics strings modify x87 branches hot order apart apart_near straddle bits32)

# make_inputs LINES: writes the inputs into the current directory.
make_inputs() {
    local lines=$1
    # A linear congruential generator: the same words everywhere and for ever.
    # (x * 1103515245 would leave the exact integers of awk's doubles.)
    awk -v lines="$lines" 'BEGIN {
        x = 1
        for (i = 0; i < lines; i++) {
            s = i % 97
            for (j = 0; j < 8; j++) {
                x = (x * 69069 + 12345) % 4294967296
                s = s " " sprintf("%c%c", 97 + int(x / 65536) % 26, 97 + int(x / 4194304) % 26) \
                    substr("alphabetagammadelta", 1 + int(x / 1000) % 12, 1 + int(x / 7000) % 7)
            }
            print s
        }
    }' >text
    sed 's/al/AL/; 17d; 90,95s/a/b/g' text >text2
    cat >small.cpp <<'EOF'
template <int N> struct Fib {
    static constexpr long value = Fib<N - 1>::value + Fib<N - 2>::value;
};
template <> struct Fib<1> { static constexpr long value = 1; };
template <> struct Fib<0> { static constexpr long value = 0; };
struct Shape {
    virtual ~Shape() {}
    virtual double area() const = 0;
};
struct Square : Shape {
    double side;
    explicit Square(double x) : side(x) {}
    double area() const override { return side * side; }
};
double sum(const Shape* const* shapes, int n) {
    double total = 0;
    for (int i = 0; i < n; ++i)
        total += shapes[i]->area();
    return total;
}
int main(int argc, char**) {
    Square square(argc);
    const Shape* shapes[] = {&square, &square};
    return int(sum(shapes, 2)) + int(Fib<20>::value);
}
EOF
    cat >small.s <<'EOF'
        .globl _start
_start: xorl %edi, %edi
        .rept 200
        addl $3, %edi
        .endr
        movl $60, %eax
        syscall
EOF
    as -o small.o small.s
    cat >words.py <<'EOF'
words = {}
for line in open("text"):
    for word in line.split():
        words[word] = words.get(word, 0) + 1
print(sorted(words.items())[:9])
EOF
    # Scripts lie in files: an argument with a newline breaks the stock tool's format.
    cat >words.pl <<'EOF'
my %words;
while (<>) { $words{$1}++ while /(\w+)/g }
print "$_ $words{$_}\n" for sort keys %words;
EOF
    cat >words.awk <<'EOF'
{ for (i = 2; i <= NF; i++) count[$i]++ }
END { for (word in count) if (count[word] > 3) print word, count[word] }
EOF
    cat >count.bash <<'EOF'
for ((i = 0; i < 400; i++)); do
    a[i % 50]+=$i
    case ${a[i % 50]//1/x} in *x9*) ((n++)) ;; esac
done
echo $n
EOF
    cat >words.sql <<'EOF'
create table t(a integer primary key, b text);
with recursive c(x) as (select 1 union all select x + 1 from c where x < 500)
    insert into t select x, hex(x * 7919) from c;
create index i on t(b);
select count(*), max(b), sum(a) from t where b like '3%';
select substr(b, 1, 2) k, count(*) from t group by k order by 2 desc limit 3;
EOF
    cat >small.mk <<'EOF'
names := $(foreach i,1 2 3 4 5 6 7 8,$(foreach j,1 2 3 4 5 6 7 8,n$i$j))
.PHONY: all $(names)
all: $(names)
EOF
}

# subject NAME: sets the array `command`; `input`, the file for its stdin; and
# `preload`, a library (programs/repeatable.c) that it needs to be comparable;
# and `options` for Valgrind.
subject() {
    input=/dev/null preload='' options=()
    case $1 in
    gzip) command=(gzip -9nc text) ;;
    bzip2) command=(bzip2 -c text) ;;
    xz) command=(xz -T1 -1 -c text) preload=$PWD/repeatable.so ;;
    perl) command=(perl words.pl text) ;;
    python3) command=(/usr/bin/python3 -s -S -B words.py) preload=$PWD/repeatable.so ;;
    sqlite3) command=(sqlite3 -batch :memory:) input=words.sql ;;
    bash) command=(bash --norc count.bash) ;;
    sort) command=(sort --parallel=1 -S 8M -k3 text) ;; # or it asks how much memory is free
    sed) command=(sed -E 's/([a-z]+) ([a-z]+)/\2 \1/g; y/abc/xyz/' text) ;;
    awk) command=(awk -f words.awk text) preload=$PWD/repeatable.so ;;
    diff) command=(diff text text2) preload=$PWD/repeatable.so ;;
    git) command=(git --no-pager diff --no-index --stat text text2) ;;
    cc1plus) command=("$cc1plus" -quiet -O0 small.cpp -o /dev/null) ;;
    cc1plus-O2) command=("$cc1plus" -quiet -O2 -g small.cpp -o /dev/null) ;;
    as) command=(as -o /dev/null small.s) ;;
    ld) command=(ld -o /dev/null small.o) ;; # what is there already, it treats otherwise
    objdump) command=(objdump -d small.o) ;;
    grep) command=(grep -cE '([a-z])\1.*(be|ta)+[a-z]*$' text) preload=$PWD/repeatable.so ;;
    tar) command=(tar -cf - --sort=name --mtime=@0 text text2) ;;
    make) command=(make -rR -f small.mk -n) ;;
    smc) command=(./smc) options=(--smc-check=all) ;;
    *) command=("./$1") ;;
    esac
}

# find_cc1plus: the compiler proper is not in PATH; sets `cc1plus`.
find_cc1plus() { cc1plus=$(g++ -print-prog-name=cc1plus); }

# installed NAME: succeeds if the program of a subject is there.
installed() {
    subject "$1" && PATH=/usr/bin:/bin type -P "${command[0]}" >/dev/null
}

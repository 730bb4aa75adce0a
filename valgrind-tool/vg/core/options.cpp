// SPDX-License-Identifier: GPL-2.0-or-later
// Parses the command line. A bad value ends the run before the program starts.
#include "vg/core/options.hpp"

namespace cg::vg {

constinit Options options;

namespace {

bool process_geometry(const HChar* arg, const HChar* value, sim::Geometry& out) {
    const sim::GeometryFault fault = sim::parse(value, out);
    if (fault != sim::GeometryFault::none && options.callgrind) { // its words
        if (fault != sim::GeometryFault::syntax)
            VG_(fmsg)("%s.\n", sim::describe(fault));
        VG_(fmsg_bad_option)(arg, "Bad argument '%s'\n", value);
    } else if (fault != sim::GeometryFault::none) {
        VG_(fmsg_bad_option)(arg, "Bad argument '%s': %s.\n", value, sim::describe(fault));
    }
    return true;
}

bool process_other_cache(const HChar* arg, const HChar* value, Options::Geometries& others) {
    sim::Geometry cache;
    process_geometry(arg, value, cache);
    for (UInt i = 0; i < others.count; ++i) {
        if (others.caches[i] == cache)
            return true;
    }
    if (others.count == sim::max_other_caches)
        VG_(fmsg_bad_option)(arg, "There are eight at most.\n");
    others.caches[others.count++] = cache;
    return true;
}

bool process_count_rep(const HChar* arg, const HChar* value) {
    if (VG_(strcmp)(value, "once") == 0)
        options.count_rep = Options::CountRep::once;
    else if (VG_(strcmp)(value, "iterations") == 0)
        options.count_rep = Options::CountRep::iterations;
    else
        VG_(fmsg_bad_option)(arg, "It takes 'once' or 'iterations', not '%s'.\n", value);
    return true;
}

bool process_instr_at_start(const HChar* arg, const HChar* value) {
    const auto is = [&](const HChar* word) { return VG_(strcmp)(value, word) == 0; };
    if (is("inherit"))
        options.inherits_instr = True;
    else if (!is("yes") && !is("no"))
        VG_(fmsg_bad_option)(arg, "It takes 'yes', 'no' or 'inherit', not '%s'.\n", value);
    options.instr_at_start = is("yes");
    return true;
}

bool set_out_file(const HChar* arg, const HChar* value) {
    // Callgrind's own words come when the name is expanded.
    if (value[0] == '\0' && !options.callgrind)
        VG_(fmsg_bad_option)(arg, "The file name is empty.\n");
    options.out_file = value;
    return true;
}

bool add_pattern(Patterns& patterns, const HChar* arg, const HChar* value) {
    if (value[0] == '\0' && options.callgrind) // which takes it, and no name matches it
        return true;
    if (value[0] == '\0')
        VG_(fmsg_bad_option)(arg, "The pattern is empty.\n");
    if (patterns.count == Patterns::max_count)
        VG_(fmsg_bad_option)(arg, "More than %u patterns.\n", Patterns::max_count);
    patterns.pattern[patterns.count++] = value;
    return true;
}

// Adds an allocation function of the program: NAME:KIND. The name may have colons.
bool add_data_alloc(const HChar* arg, const HChar* value) {
    struct Kind {
        const HChar* name;
        Allocates kind;
    };
    constexpr Kind kinds[] = {{"malloc", Allocates::malloc},
                              {"calloc", Allocates::calloc},
                              {"realloc", Allocates::realloc},
                              {"free", Allocates::free}};
    const HChar* const colon = VG_(strrchr)(value, ':');
    const Kind* found = nullptr;
    for (const Kind& kind : kinds) {
        if (colon != nullptr && colon != value && VG_(strcmp)(colon + 1, kind.name) == 0)
            found = &kind;
    }
    if (found == nullptr)
        VG_(fmsg_bad_option)(arg, "It takes NAME:malloc, :calloc, :realloc or :free.\n");
    DataAllocs& functions = options.data_alloc;
    if (functions.count == DataAllocs::max_count)
        VG_(fmsg_bad_option)(arg, "More than %u functions.\n", DataAllocs::max_count);
    functions.one[functions.count++] = {value, static_cast<SizeT>(colon - value), found->kind};
    return true;
}

// Says where an option is that callgrind has and this tool does not; our front does not let it come
// here, but runs Valgrind's own callgrind (valgrind.in). Returns false for any other option.
bool refuse_option_of_callgrind(const HChar* arg) {
    constexpr const HChar* names[] = {"--skip-direct-rec", "--separate-callers", "--simulate-wb",
                                      "--simulate-hwpref", "--fn-group",         "--ct-verbose"};
    for (const HChar* const name : names) {
        if (begins_with(arg, name)) {
            VG_(fmsg_bad_option)
            (arg, "Valgrind's own callgrind has it: --tool=stock-callgrind, or, where cgtools took "
                  "no names over, --tool=callgrind.\n");
        }
    }
    return false;
}

// Options of callgrind that this tool has with their defaults only.
bool is_as_by_default(const HChar* arg) {
    constexpr const HChar* defaults[] = {"--simulate-wb=no", "--simulate-hwpref=no",
                                         "--skip-direct-rec=yes", "--separate-callers=0"};
    for (const HChar* const known : defaults) {
        if (VG_(strcmp)(arg, known) == 0)
            return true;
    }
    return false;
}

// Options without an effect, which callgrind takes but does not show in --help.
bool is_without_effect(const HChar* arg) {
    [[maybe_unused]] Bool ignored = False;
    return VG_BOOL_CLO(arg, "--dump-bb", ignored) || VG_BOOL_CLO(arg, "--dump-bbs", ignored) ||
           VG_BOOL_CLO(arg, "--compress-mangled", ignored) ||
           VG_BOOL_CLO(arg, "--mangle-names", ignored) ||
           VG_BOOL_CLO(arg, "--collect-alloc", ignored);
}

// Returns false for another option, and for a value that is none of these: then callgrind does not
// know the option, so VG_STR_CLO must not see it.
bool set_systime(const HChar* arg) {
    constexpr const HChar name[] = "--collect-systime=";
    if (VG_(strncmp)(arg, name, sizeof name - 1) != 0)
        return false;
    const HChar* const value = arg + sizeof name - 1;
    struct Unit {
        const HChar* name;
        UInt nanoseconds;
    };
    constexpr Unit units[] = {
        {"no", 0}, {"yes", 1'000'000}, {"msec", 1'000'000}, {"usec", 1'000}, {"nsec", 1}};
    for (const Unit& unit : units) {
        if (VG_(strcmp)(value, unit.name) != 0)
            continue;
        options.systime_unit = unit.nanoseconds;
        return true;
    }
    return false;
}

// The order of the first two options matters, as with callgrind's own tool: each sets the state.
bool process_arcs_option(const HChar* arg) {
    const HChar* value = nullptr;
    if (VG_STR_CLO(arg, "--toggle-collect", value)) {
        options.collect_at_start = False;
        return add_pattern(options.toggle_collect, arg, value);
    }
    if (VG_STR_CLO(arg, "--dump-before", value))
        return add_pattern(options.dump_before, arg, value);
    if (VG_STR_CLO(arg, "--dump-after", value))
        return add_pattern(options.dump_after, arg, value);
    if (VG_STR_CLO(arg, "--zero-before", value))
        return add_pattern(options.zero_before, arg, value);
    if (VG_STR_CLO(arg, "--fn-skip", value))
        return add_pattern(options.fn_skip, arg, value);
    return set_systime(arg) || VG_INT_CLO(arg, "--dump-every-bb", options.dump_every_blocks) ||
           VG_BOOL_CLO(arg, "--skip-plt", options.skip_plt) ||
           VG_BINT_CLO(arg, "--separate-recs", options.separate_recs, 1, 2) ||
           VG_BOOL_CLO(arg, "--collect-atstart", options.collect_at_start) ||
           VG_BOOL_CLO(arg, "--dump-instr", options.dump_instr) ||
           VG_BOOL_CLO(arg, "--dump-line", options.dump_line) ||
           VG_BOOL_CLO(arg, "--compress-strings", options.compress_strings) ||
           VG_BOOL_CLO(arg, "--compress-pos", options.compress_positions) ||
           VG_BOOL_CLO(arg, "--combine-dumps", options.combine_dumps) ||
           VG_BOOL_CLO(arg, "--separate-threads", options.separate_threads) ||
           VG_BOOL_CLO(arg, "--collect-jumps", options.collect_jumps) ||
           VG_BOOL_CLO(arg, "--collect-bus", options.collect_bus);
}

// It counts by instruction, unless a later option says no.
bool process_cacheuse(const HChar* arg) {
    if (!VG_BOOL_CLO(arg, "--cacheuse", options.cache_use))
        return false;
    options.cache_use_as_callgrind = options.cache_use;
    if (options.cache_use)
        options.dump_instr = True;
    return true;
}

bool process_callgrind_option(const HChar* arg) {
    const HChar* value = nullptr;
    if (VG_STR_CLO(arg, "--callgrind-out-file", value))
        return set_out_file(arg, value);
    // Each of these switches the caches on.
    if (VG_(strncmp)(arg, "--I1=", 5) == 0 || VG_(strncmp)(arg, "--D1=", 5) == 0 ||
        VG_(strncmp)(arg, "--LL=", 5) == 0 || VG_(strncmp)(arg, "--L2=", 5) == 0 ||
        VG_(strncmp)(arg, "--cacheuse=", 11) == 0)
        options.cache_sim = True;
    // Of CodSpeed's callgrind.
    if (VG_STR_CLO(arg, "--obj-skip", value))
        return add_pattern(options.object_skip, arg, value);
    return process_arcs_option(arg) || VG_BOOL_CLO(arg, "--simulate-cache", options.cache_sim) ||
           process_cacheuse(arg) || is_as_by_default(arg) || is_without_effect(arg) ||
           refuse_option_of_callgrind(arg);
}

bool process_cachegrind_option(const HChar* arg) {
    const HChar* value = nullptr;
    if (VG_STR_CLO(arg, "--cachegrind-out-file", value))
        return set_out_file(arg, value);
    if (VG_STR_CLO(arg, "--count-rep", value))
        return process_count_rep(arg, value);
    if (VG_STR_CLO(arg, "--calls-skip", value))
        return add_pattern(options.calls_skip, arg, value);
    if (VG_STR_CLO(arg, "--data-alloc", value))
        return add_data_alloc(arg, value);
    if (VG_STR_CLO(arg, "--instr-at-start", value))
        return process_instr_at_start(arg, value);
    if (process_arcs_option(arg)) {
        if (options.needs_arcs == nullptr)
            options.needs_arcs = arg;
        return true;
    }
    return VG_BOOL_CLO(arg, "--calls", options.calls) ||
           VG_BINT_CLO(arg, "--calls-recursion", options.calls_recursion, 0, 1'000'000'000) ||
           VG_BINT_CLO(arg, "--calls-nodes", options.calls_nodes, 0, 1'000'000'000) ||
           VG_BOOL_CLO(arg, "--addresses", options.addresses) ||
           VG_BOOL_CLO(arg, "--cache-use", options.cache_use) ||
           VG_BOOL_CLO(arg, "--cache-use-as-callgrind", options.cache_use_as_callgrind) ||
           VG_BOOL_CLO(arg, "--data-objects", options.data_objects);
}

bool set_cpu(const HChar* arg, const HChar* value) {
    if (!has_cpu_models) {
        VG_(fmsg_bad_option)(arg, "There is no model of this processor.\n");
        return true;
    }
    for (const CpuModelName& known : cpu_models) {
        if (VG_(strcmp)(value, known.name) == 0) {
            options.reproduce.cpu = known.model;
            return true;
        }
    }
    VG_(fmsg_bad_option)
    (arg, "It takes '%s' or '%s', not '%s'.\n", cpu_models[0].name, cpu_models[1].name, value);
    return true;
}

// Returns the number of the first `digits` characters; -1 if they are not all digits.
Long number_at(const HChar* text, unsigned digits) {
    Long number = 0;
    for (unsigned i = 0; i < digits; ++i) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        number = 10 * number + (text[i] - '0');
    }
    return number;
}

// Days since 1970 of a date of the Gregorian calendar.
constexpr Long days_before(Long year, Long month, Long day) {
    const Long y = month <= 2 ? year - 1 : year; // years begin in March, so that leap days are last
    const Long days_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return 365 * y + y / 4 - y / 100 + y / 400 + days_of_year - 719'468;
}
static_assert(days_before(1970, 1, 1) == 0 && days_before(2026, 1, 1) == 20'454);

// Returns the seconds since 1970 of YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SSZ; -1: neither of them.
Long parse_date(const HChar* text) {
    constexpr const HChar* forms[] = {"dddd-dd-dd", "dddd-dd-ddTdd:dd:ddZ"};
    for (const HChar* const form : forms) {
        SizeT i = 0;
        const auto fits = [&] {
            return form[i] == 'd' ? '0' <= text[i] && text[i] <= '9' : form[i] == text[i];
        };
        while (form[i] != '\0' && fits())
            ++i;
        if (form[i] != '\0' || text[i] != '\0')
            continue;
        const Long month = number_at(text + 5, 2), day = number_at(text + 8, 2);
        Long seconds = 0;
        if (i > 10)
            seconds = (number_at(text + 11, 2) * 60 + number_at(text + 14, 2)) * 60 +
                      number_at(text + 17, 2);
        const Long year = number_at(text, 4);
        if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31)
            return -1;
        return days_before(year, month, day) * 86'400 + seconds;
    }
    return -1;
}

bool set_epoch(const HChar* arg, const HChar* value) {
    HChar* end = nullptr;
    Long seconds = '0' <= value[0] && value[0] <= '9' ? VG_(strtoll10)(value, &end) : -1;
    if (seconds < 0 || *end != '\0')
        seconds = parse_date(value);
    constexpr Long largest = 9'000'000'000; // in nanoseconds it has 64 bits
    if (seconds < 0 || seconds > largest)
        VG_(fmsg_bad_option)
    (arg, "It takes seconds since 1970, or YYYY-MM-DD, or YYYY-MM-DDTHH:MM:SSZ.\n");
    options.reproduce.epoch = seconds;
    options.reproduce.has_epoch = True;
    return true;
}

bool process_reproduce_option(const HChar* arg) {
    ReproduceOptions& to = options.reproduce;
    const HChar* value = nullptr;
    if (VG_STR_CLO(arg, "--cpu", value))
        return set_cpu(arg, value);
    if (VG_STR_CLO(arg, "--epoch", value))
        return set_epoch(arg, value);
    if (VG_STR_CLO(arg, "--keep-env", value))
        return add_pattern(to.keep_env, arg, value);
    if (VG_STR_CLO(arg, "--reproduce-birth", to.birth))
        return true;
    if (VG_BINT_CLO(arg, "--seed", to.seed, 0, 0x7fff'ffff'ffff'ffff)) {
        to.has_seed = True;
        return true;
    }
    return VG_BOOL_CLO(arg, "--reproducible", to.reproducible) ||
           VG_BINT_CLO(arg, "--cpus", to.cpus, 1, 1024) ||
           VG_XACT_CLO(arg, "--real-time", to.real_time, True) ||
           VG_BOOL_CLO(arg, "--real-time", to.real_time) ||
           VG_XACT_CLO(arg, "--real-random", to.real_random, True) ||
           VG_BOOL_CLO(arg, "--real-random", to.real_random);
}

} // namespace

bool Patterns::match(const HChar* name) const {
    for (unsigned i = 0; i < count; ++i) {
        if (VG_(string_match)(pattern[i], name))
            return true;
    }
    return false;
}

void be_callgrind() {
    options.callgrind = options.arcs = True;
    options.count_rep = Options::CountRep::iterations;
    options.out_file = "callgrind.out.%p";
    options.out_file_option = "--callgrind-out-file";
}

const HChar* set_defaults() {
    if (options.count_rep == Options::CountRep::automatic) {
        options.count_rep = VG_(clo_vex_control).guest_chase ? Options::CountRep::iterations
                                                             : Options::CountRep::once;
    }
    if (options.needs_arcs == nullptr)
        return nullptr;
    if (!options.calls)
        return "It needs --calls=yes.";
    if (options.cache_use)
        return "It cannot be used with --cache-use=yes.";
    if (options.data_objects)
        return "It cannot be used with --data-objects=yes.";
    if (options.calls_skip.count != 0)
        return "It cannot be used with --calls-skip, but with --fn-skip.";
    options.arcs = True;
    options.calls = False;
    return nullptr;
}

void give_option_to_children(const HChar* option) {
    const HChar* const kept = VG_(strdup)("cachegrind.option", option);
    VG_(addToXA)(VG_(args_for_valgrind), &kept);
}

Bool process_option(const HChar* arg) {
    if (options.callgrind ? process_callgrind_option(arg) : process_cachegrind_option(arg))
        return True;
    if (process_reproduce_option(arg) || VG_BOOL_CLO(arg, "--miss-causes", options.miss_causes))
        return True;
    const HChar* value = nullptr;
    if (VG_STR_CLO(arg, "--I1", value))
        return process_geometry(arg, value, options.code);
    if (VG_STR_CLO(arg, "--D1", value))
        return process_geometry(arg, value, options.data);
    // --L2 is the old name.
    if (VG_STR_CLO(arg, "--LL", value) || VG_STR_CLO(arg, "--L2", value))
        return process_geometry(arg, value, options.last_level);
    if (VG_STR_CLO(arg, "--D1-also", value))
        return process_other_cache(arg, value, options.other_data);
    if (VG_STR_CLO(arg, "--LL-also", value))
        return process_other_cache(arg, value, options.other_last);
    if (VG_STR_CLO(arg, "--instr-atstart", value))
        return process_instr_at_start(arg, value);
    return VG_BINT_CLO(arg, "--run-names", options.run_names, 0, 1'000'000'000) ||
           VG_BOOL_CLO(arg, "--cache-sim", options.cache_sim) ||
           VG_BOOL_CLO(arg, "--branch-sim", options.branch_sim) ||
           VG_BOOL_CLO(arg, "--count-from-fork", options.count_from_fork) ||
           VG_BOOL_CLO(arg, "--perf-map", options.perf_map) ||
           VG_BOOL_CLO(arg, "--check-ir", options.check_ir);
}

namespace {

void print_callgrind_usage() {
    VG_(printf)
    ("    --callgrind-out-file=<file>      output file name [callgrind.out.%%p]\n"
     "    --dump-line=yes|no               write costs by source line? [yes]\n"
     "    --dump-instr=yes|no              write costs by instruction? [no]\n"
     "    --compress-strings=yes|no        write a name once, then its number? [yes]\n"
     "    --compress-pos=yes|no            write positions relative to others? [yes]\n"
     "    --combine-dumps=yes|no           write all parts to one file? [no]\n"
     "    --dump-every-bb=<count>          write a part after about so many basic blocks [0]\n"
     "    --dump-before=<pattern>          write a part when such a function is entered,\n"
     "    --dump-after=<pattern>           when it was left,\n"
     "    --zero-before=<pattern>          set all costs to 0 when it is entered,\n"
     "    --toggle-collect=<pattern>       collect costs only in it\n"
     "    --fn-skip=<pattern>              cost of such a function is its caller's\n"
     "    --obj-skip=<pattern>             the same for all functions of such an object\n"
     "    --skip-plt=yes|no                cost of the PLT is its callers'? [yes]\n"
     "    --instr-atstart=yes|no|inherit   instrument at start? inherit: no, but programs\n"
     "                                     that are executed begin as they are [yes]\n"
     "    --collect-atstart=yes|no         collect costs at start? [yes]\n"
     "    --separate-recs=1|2              levels of recursion that are told apart [2]\n"
     "    --collect-jumps=yes|no           count jumps within functions? [no]\n"
     "    --collect-bus=yes|no             count atomic instructions (Ge)? [no]\n"
     "    --collect-systime=no|yes|msec|usec|nsec\n"
     "                                     count system calls and their time? [no]\n"
     "    --separate-threads=yes|no        write a file for each thread? [no]\n"
     "    --cache-sim=yes|no               collect cache stats? [no]\n"
     "    --branch-sim=yes|no              collect branch prediction stats? [no]\n"
     "    --cacheuse=yes|no                what became of the lines that code loaded into\n"
     "                                     the caches? [no]\n"
     "    --miss-causes=yes|no             count cold, capacity and conflict misses, too? [no]\n"
     "    --I1=<size>,<assoc>,<line_size>  set I1 cache manually\n"
     "    --D1=<size>,<assoc>,<line_size>  set D1 cache manually\n"
     "    --LL=<size>,<assoc>,<line_size>  set LL cache manually\n"
     "    --D1-also=<size>,<assoc>,<line_size>  count the misses of another D1, too\n"
     "    --LL-also=<size>,<assoc>,<line_size>  count the misses of another LL, too\n"
     "    --count-from-fork=yes|no         a child of fork starts at 0? [no]\n"
     "    --perf-map=yes|no                names of code that the program makes, from\n"
     "                                     /tmp/perf-PID.map and jit-PID.dump? [yes]\n"
     "    Valgrind's own callgrind has others. To see them:\n"
     "    valgrind --tool=stock-callgrind --help\n");
}

void print_cachegrind_usage() {
    VG_(printf)
    ("    --cachegrind-out-file=<file>     output file name [cachegrind.out.%%p]\n"
     "    --cache-sim=yes|no               collect cache stats? [no]\n"
     "    --branch-sim=yes|no              collect branch prediction stats? [no]\n"
     "    --cache-use=yes|no               with --cache-sim=yes: what became of the lines\n"
     "                                     that code loaded into the caches? [no]\n"
     "    --miss-causes=yes|no             with --cache-sim=yes: count cold, capacity and\n"
     "                                     conflict misses, too? [no]\n"
     "    --data-objects=yes|no            count allocations, and with --cache-sim=yes misses\n"
     "                                     and cache use by the data that code referenced? [no]\n"
     "    --data-alloc=<name>:malloc|calloc|realloc|free\n"
     "                                     with --data-objects=yes: a function of the program "
     "that\n"
     "                                     allocates or frees as that of the C library does\n"
     "    --instr-at-start=yes|no|inherit  instrument at start? inherit: no, but programs\n"
     "                                     that are executed begin as they are [yes]\n"
     "    --calls=yes|no                   keep who called whom? [no]\n"
     "    --calls-recursion=<number>       times that a function may be on a path of\n"
     "                                     calls; 0: any number [1]\n"
     "    --calls-nodes=<number>           maximal number of nodes of the tree of calls;\n"
     "                                     0: no limit [4000000]\n"
     "    --calls-skip=<pattern>           cost of functions of such names is their callers'\n"
     "    With --calls=yes also options of callgrind, such as --toggle-collect=<pattern>;\n"
     "    then calls are kept as callgrind does.\n"
     "    --addresses=yes|no               write costs by address, too, for names of\n"
     "                                     inlined functions, and instructions? [no]\n"
     "    --I1=<size>,<assoc>,<line_size>  set I1 cache manually\n"
     "    --D1=<size>,<assoc>,<line_size>  set D1 cache manually\n"
     "    --LL=<size>,<assoc>,<line_size>  set LL cache manually\n"
     "    --D1-also=<size>,<assoc>,<line_size>  count the misses of another D1, too\n"
     "    --LL-also=<size>,<assoc>,<line_size>  count the misses of another LL, too\n"
     "    --count-from-fork=yes|no         a child of fork starts at 0? [no]\n"
     "    --perf-map=yes|no                names of code that the program makes, from\n"
     "                                     /tmp/perf-PID.map and jit-PID.dump? [yes]\n"
     "    --count-rep=once|iterations      how often an instruction with a REP prefix counts\n"
     "                                     [once; with --vex-guest-chase=yes: iterations]\n"
     "    --vex-guest-chase=yes|no         count as Valgrind's own tool does,\n"
     "                                     including instructions that were not\n"
     "                                     executed? [no]\n");
}

} // namespace

void print_usage() {
    if (options.callgrind)
        print_callgrind_usage();
    else
        print_cachegrind_usage();
    VG_(printf)
    ("    --reproducible=yes|no            show the program one machine, so that counts are the\n"
     "                                     same everywhere? [no] Each source alone:\n"
     "    --cpu=x86-64-v2|x86-64-v3        the processor that it sees; on arm64, "
     "armv8.0-a|armv8.2-a\n"
     "    --cpus=<number>                  the number of cores that it sees\n"
     "    --seed=<number>                  what random numbers begin with\n"
     "    --epoch=<time>                   the time of its start: seconds, or YYYY-MM-DD\n"
     "    --keep-env=<pattern>             a short environment, and such variables of yours\n"
     "    --real-time=yes|no               with --reproducible=yes: the machine's clock [no]\n"
     "    --real-random=yes|no             with --reproducible=yes: its random numbers [no]\n");
    VG_(printf)
    ("    Bugs of this tool: CONTRIBUTING.md of cgtools says where to report them.\n");
}

void print_debug_usage() {
    VG_(printf)
    ("    --cache-use-as-callgrind=yes|no  count cache use by callgrind's rules, to compare\n"
     "                                     both tools [no]\n"
     "    --check-ir=yes|no                let VEX check the code that it translates, after\n"
     "                                     each step [no]\n");
}

} // namespace cg::vg

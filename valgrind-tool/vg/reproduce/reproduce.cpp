// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/reproduce.hpp"

#include "vg/reproduce/clock.hpp"
#include "vg/reproduce/environment.hpp"
#include "vg/reproduce/initial_stack.hpp"
#include "vg/reproduce/instructions.hpp"
#include "vg/reproduce/kernel_files.hpp"
#include "vg/reproduce/machine.hpp"
#include "vg/reproduce/order.hpp"
#include "vg/reproduce/random.hpp"
#include "vg/reproduce/real_waits.hpp"
#include "vg/reproduce/settings.hpp"
#include "vg/reproduce/signals.hpp"
#include "vg/reproduce/text.hpp"
#include "vg/reproduce/unfixed.hpp"
#include "vg/reproduce/waits.hpp"

namespace cg::vg {

using namespace reproduce;

constinit bool is_reproducing = false;

namespace {

constinit bool has_begun = false;
constexpr UWord clone_thread = 0x10000;
constinit ULong blocks_before = 0; // that were executed
constinit UInt births = 0;         // processes that this one made

// Each program of a run that is executed is handed its seed and the clock: SEED,NANOSECONDS.
bool take_birth() {
    const HChar* const birth = options.reproduce.birth;
    if (birth == nullptr)
        return false;
    HChar* end = nullptr;
    seed = static_cast<ULong>(VG_(strtoull10)(birth, &end));
    if (*end == ',')
        clock.go_on(VG_(strtoull10)(end + 1, &end));
    return true;
}

// Those of the processor would differ from one to another.
void choose_caches() {
    constexpr sim::Geometry level_1 = {32'768, 8, 64}, last_level = {8'388'608, 16, 64};
    if (options.code.size == 0)
        options.code = level_1;
    if (options.data.size == 0)
        options.data = level_1;
    if (options.last_level.size == 0)
        options.last_level = last_level;
}

const HChar* name_of(CpuModel model) {
    return cpu_models[0].model == model ? cpu_models[0].name : cpu_models[1].name;
}

void begin_program(ThreadId thread) {
    UChar random[16];
    generator.fill(random, sizeof random);
    const AuxiliaryValues values = {settings.cpu != CpuModel::host, hardware_capabilities(),
                                    settings.random ? random : nullptr};
    if (settings.environment) {
        Strings environment =
            choose_environment(VG_(client_envp), options.reproduce.birth != nullptr);
        lay_out_stack(thread, environment, values);
        for (HChar** variable = environment; *variable != nullptr; ++variable)
            VG_(free)(*variable);
        VG_(free)(environment);
    } else {
        set_auxiliary(thread, values);
    }
}

} // namespace

ReproduceFault start_reproducing() {
    if (const ReproduceFault fault = choose_settings(); fault.reason != nullptr)
        return fault;
    if (const HChar* const reason = check_cpu_model())
        return {"--cpu", reason};
    is_reproducing = settings.any;
    if (!is_reproducing)
        return {};
    clock.set_epoch(static_cast<ULong>(options.reproduce.epoch));
    const bool is_born = take_birth();
    if (settings.order)
        reserve_descriptors();
    if (settings.clock)
        start_waits(is_born);
    if (settings.random)
        start_random();
    if (settings.machine) {
        start_machine();
        choose_caches();
        if (!is_born) // else they are what the program that made it chose
            start_signals();
    }
    start_kernel_files();
    return {};
}

void reproduce_instructions(IRSB& block) {
    replace_instructions(block);
}

void reproduce_before_client_code(ThreadId thread) {
    end_wait(thread);
    if (has_begun)
        return;
    has_begun = true;
    begin_program(thread);
}

// While several threads work, time passes. Else one that looks again and again whether another has
// done something would wait for ever for one that sleeps: in CPython, each that wants to run does.
void reproduce_after_client_code(ULong blocks) {
    if (settings.clock && has_order())
        clock.work(blocks - blocks_before);
    blocks_before = blocks;
}

void reproduce_before_system_call(ThreadId thread, UInt number, UWord* arguments) {
    if (settings.order && number == __NR_clone &&
        (arguments[processor::clone_flags] & clone_thread) != 0)
        begin_order();
    prepare_wait(thread, number, arguments);
}

void reproduce_after_system_call(ThreadId thread, UInt number, UWord* arguments, SysRes result) {
    const SystemCall call = {thread, number, arguments, result};
    if (number == __NR_clone && !call.failed() &&
        (arguments[processor::clone_flags] & clone_thread) != 0)
        expect_task(static_cast<Int>(call.value()));
    note_wait(call);
    if (settings.clock) {
        replace_time(call);
        note_real_wait(call);
    }
    if (settings.random)
        replace_random(call);
    if (settings.cpus != 0)
        replace_cores(call);
    if (settings.machine) {
        replace_machine(call);
        note_unfixed(call);
        note_file(call);
    }
    if (settings.cpus != 0 || settings.machine || settings.random)
        replace_kernel_file(call);
}

void reproduce_before_fork() {
    ++births;
}

void reproduce_in_child() {
    seed = seed_of_child(seed, births);
    births = 0;
    forget_order();
    forget_waits();
    if (settings.random)
        seed_anew();
}

void reproduce_before_execution(bool is_profiled) {
    if (!is_profiled)
        return;
    HChar option[80];
    VG_(sprintf)
    (option, "--reproduce-birth=%llu,%llu", seed_of_child(seed, ~UInt{0}), clock.now());
    give_option_to_children(option);
}

void reproduce_report() {
    if (settings.machine && options.reproduce.birth == nullptr)
        report_unfixed();
}

const HChar* reproduce_description() {
    static HChar line[256] = "";
    if (!is_reproducing)
        return nullptr;
    HChar part[80];
    line[0] = '\0';
    const auto add = [&](const HChar* text) {
        if (line[0] != '\0')
            VG_(strcat)(line, ", ");
        VG_(strcat)(line, text);
    };
    if (settings.cpu != CpuModel::host) {
        VG_(sprintf)(part, "cpu %s", name_of(settings.cpu));
        add(part);
    }
    if (settings.cpus != 0) {
        VG_(sprintf)(part, "cpus %u", settings.cpus);
        add(part);
    }
    if (settings.random) {
        VG_(sprintf)(part, "seed %lld", options.reproduce.seed);
        add(part);
    }
    if (settings.clock) {
        VG_(sprintf)(part, "epoch %lld", options.reproduce.epoch);
        add(part);
    }
    if (settings.environment)
        add("environment");
    return line;
}

UWord reproduce_process_number() {
    return is_reproducing && settings.machine ? 1 : static_cast<UWord>(VG_(getpid)());
}

} // namespace cg::vg

// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/reproduce/initial_stack.hpp"

#include "vg/core/internals.hpp"
#include "vg/core/processor.hpp"

namespace cg::vg::reproduce {

constinit InitialStack initial_stack = {};

namespace {

constexpr const HChar* tag = "cachegrind.initial-stack";
constexpr SizeT alignment = 64; // of each string: a line of the caches
constexpr SizeT random_size = 16;

// Numbers of entries of the auxiliary vector, which are those of the kernel on each processor.
enum Entry : UWord {
    end_of_entries = 0,
    platform = 15,
    capabilities = 16,
    random_bytes = 25,
    capabilities_2 = 26,
    program_name = 31,
};

// Entries of old kernels are kept. Those of new ones, and of the kernel's own code in the program,
// are not (the vDSO's, which the core removes, too; the size of signal frames; rseq).
bool is_kept(UWord entry) {
    return (3 <= entry && entry <= 9) || (11 <= entry && entry <= 17) ||
           (19 <= entry && entry <= 23) || entry == random_bytes || entry == capabilities_2 ||
           entry == program_name;
}

struct StackContents {
    UWord count;
    HChar** arguments;
    HChar** environment;
    UWord* auxiliary;
};

StackContents find(Addr stack) {
    auto* const words = reinterpret_cast<UWord*>(stack);
    StackContents found = {words[0], reinterpret_cast<HChar**>(words + 1), nullptr, nullptr};
    found.environment = found.arguments + found.count + 1;
    HChar** end = found.environment;
    while (*end != nullptr)
        ++end;
    found.auxiliary = reinterpret_cast<UWord*>(end + 1);
    return found;
}

template <typename T>
T* allocate(SizeT count) {
    return static_cast<T*>(VG_(malloc)(tag, count * sizeof(T)));
}

// Strings that go to the end of the stack, the last one first.
class Strings {
  public:
    explicit Strings(Addr end) : next_(end - sizeof(UWord)) {}

    // Returns where the bytes will be.
    Addr place(SizeT size) {
        next_ = VG_ROUNDDN(next_ - size, alignment);
        return next_;
    }
    Addr first() const { return next_; }

  private:
    Addr next_;
};

struct Copy {
    HChar* text;
    Addr to;
};

Copy copy_of(const HChar* text, Strings& strings) {
    return {VG_(strdup)(tag, text), strings.place(VG_(strlen)(text) + 1)};
}

void write_and_free(const Copy& copy) {
    VG_(strcpy)(reinterpret_cast<HChar*>(copy.to), copy.text);
    VG_(free)(copy.text);
}

// The core's auxiliary vector, and a program that gets a new stack, start there.
Addr extend_stack(ThreadId thread, Addr stack, Addr end) {
    constexpr SizeT always = 256 << 10;
    const Addr wanted = (stack < end - always ? stack : end) - always;
    if (&VG_(extend_stack) != nullptr)
        VG_(extend_stack)(thread, wanted);
    const NSegment* const segment = VG_(am_find_nsegment)(stack);
    return segment == nullptr ? stack : segment->start;
}

// The core reserves for the stack what the user's limit allows, and maps what is used. A program
// that was told of more (Ruby looks whether its stack reaches its limit) would die, and one that
// reads its mappings would find others.
void map_whole_stack(Addr stack, Addr end) {
    const Addr lowest = end - stack_limit;
    if (&VG_(am_mmap_anon_fixed_client) != nullptr &&
        sr_isError(
            VG_(am_mmap_anon_fixed_client)(lowest, stack - lowest, VKI_PROT_READ | VKI_PROT_WRITE)))
        VG_(umsg)("warning: no room for a stack of %lu bytes.\n", stack_limit);
}

} // namespace

void set_auxiliary(ThreadId thread, const AuxiliaryValues& values) {
    for (UWord* entry = find(VG_(get_SP)(thread)).auxiliary; entry[0] != end_of_entries;
         entry += 2) {
        if (entry[0] == capabilities && values.has_capabilities)
            entry[1] = values.capabilities;
        else if (entry[0] == capabilities_2 && values.has_capabilities)
            entry[1] = 0;
        else if (entry[0] == random_bytes && values.random != nullptr)
            VG_(memcpy)(reinterpret_cast<void*>(entry[1]), values.random, random_size);
    }
}

void lay_out_stack(ThreadId thread, const HChar* const* environment,
                   const AuxiliaryValues& values) {
    const Addr old_stack = VG_(get_SP)(thread);
    const NSegment* const segment = VG_(am_find_nsegment)(old_stack);
    if (segment == nullptr)
        return;
    const Addr end = segment->end + 1;
    set_auxiliary(thread, values);
    const StackContents old = find(old_stack);
    SizeT variables = 0, entries = 1;
    while (environment[variables] != nullptr)
        ++variables;
    for (const UWord* entry = old.auxiliary; entry[0] != end_of_entries; entry += 2)
        ++entries;

    // The texts are copied before they are overwritten.
    auto* const texts = allocate<Copy>(old.count + variables + entries);
    auto* const vectors = allocate<UWord>(1 + old.count + 1 + variables + 1 + 2 * (entries + 1));
    Strings strings(end);
    SizeT text_count = 0, used = 0;
    const auto add_text = [&](const HChar* text) {
        texts[text_count] = copy_of(text, strings);
        vectors[used++] = texts[text_count++].to;
    };
    vectors[used++] = old.count;
    for (SizeT i = 0; i < old.count; ++i)
        add_text(old.arguments[i]);
    vectors[used++] = 0;
    const SizeT environment_at = used;
    for (SizeT i = 0; i < variables; ++i)
        add_text(environment[i]);
    vectors[used++] = 0;
    const SizeT auxiliary_at = used;
    UChar random[random_size] = {};
    Addr random_to = 0;
    for (UWord number = 1; number <= program_name; ++number) {
        for (const UWord* entry = old.auxiliary; is_kept(number) && entry[0] != end_of_entries;
             entry += 2) {
            if (entry[0] != number)
                continue;
            vectors[used++] = number;
            if (number == platform || number == program_name) {
                add_text(reinterpret_cast<const HChar*>(entry[1]));
            } else if (number == random_bytes) {
                VG_(memcpy)(random, reinterpret_cast<const void*>(entry[1]), random_size);
                random_to = strings.place(random_size);
                vectors[used++] = random_to;
            } else {
                vectors[used++] = entry[1];
            }
        }
    }
    vectors[used++] = end_of_entries;
    vectors[used++] = 0;

    const Addr stack = VG_ROUNDDN(strings.first() - used * sizeof(UWord), alignment);
    const Addr mapped = extend_stack(thread, stack < old_stack ? stack : old_stack, end);
    if (mapped > stack) { // no room
        VG_(umsg)("error: no room for the initial stack of a reproducible run.\n");
        VG_(exit)(1);
    }
    map_whole_stack(mapped, end);
    const Addr cleared = stack < old_stack ? stack : old_stack;
    VG_(memset)(reinterpret_cast<void*>(cleared), 0, end - cleared);
    VG_(memcpy)(reinterpret_cast<void*>(stack), vectors, used * sizeof(UWord));
    for (SizeT i = 0; i < text_count; ++i)
        write_and_free(texts[i]);
    if (random_to != 0)
        VG_(memcpy)(reinterpret_cast<void*>(random_to), random, random_size);
    VG_(free)(texts);
    VG_(free)(vectors);

    auto* const words = reinterpret_cast<UWord*>(stack);
    initial_stack.environment = reinterpret_cast<HChar**>(words + environment_at);
    initial_stack.auxiliary = words + auxiliary_at;
    VG_(client_envp) = reinterpret_cast<HChar**>(words + environment_at);
    if (&VG_(client_auxv) != nullptr)
        VG_(client_auxv) = words + auxiliary_at;
    VG_(set_shadow_regs_area)
    (thread, 0, processor::call_registers.stack_pointer, sizeof stack,
     reinterpret_cast<const UChar*>(&stack));
}

} // namespace cg::vg::reproduce

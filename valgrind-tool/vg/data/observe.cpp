// SPDX-License-Identifier: GPL-2.0-or-later
#include "vg/data/observe.hpp"

#include "data/pending.hpp"
#include "vg/calls/thread.hpp"
#include "vg/core/address_set.hpp"
#include "vg/core/processor.hpp"
#include "vg/core/translations.hpp"
#include "vg/count/superblock.hpp"
#include "vg/data/data_objects.hpp"
#include "vg/data/places.hpp"

namespace cg::vg {

constinit UWord pending_calls = 0;

namespace {

using data::AllocationCall;

constinit AddressSet return_addresses; // where allocation functions return to
constinit AddressSet uncounted_code;   // that was translated

// Translations that were made before their beginning was known as a return address.
constexpr UInt max_blind = 256;
constinit Addr blind[max_blind] = {};
constinit UInt blind_count = 0;
constinit ULong stale = 0;

constinit data::PendingCall* calls = nullptr; // by thread

// The object of the blocks that are allocated from one place of a path.
struct Context {
    Addr return_address;
    const Node* node;
    bool is_of_loader;
    UInt object = 0;
    Context* next_in_bucket = nullptr;

    static UInt hash_of(const Context& c) {
        const auto at = reinterpret_cast<UWord>(c.node) / node_alignment;
        return hash_of_address(c.return_address) ^ static_cast<UInt>(at * 2654435761u);
    }
};
constinit HashTable<Context> contexts;
constinit AddressSet context_pages; // numbers of pages that have the calls of contexts

Addr page_number(Addr address) {
    return address / VKI_PAGE_SIZE;
}

void forget_contexts() {
    contexts.clear([](Context* c) { release(c, sizeof *c); });
    context_pages.clear();
}

bool have_contexts(Addr begin, SizeT length) {
    const Addr first = page_number(begin), last = page_number(begin + length - 1);
    bool any = false;
    if (last - first >= context_pages.count()) {
        context_pages.for_each([&](Addr page) { any |= first <= page && page <= last; });
    } else {
        for (Addr page = first; page <= last && !any; ++page)
            any = context_pages.has(page);
    }
    return any;
}

UInt object_for(Addr return_address, const Node* node, bool is_of_loader) {
    Context wanted = {return_address, node, is_of_loader};
    const Context* const known = contexts.find(Context::hash_of(wanted), [=](const Context& c) {
        return c.return_address == return_address && c.node == node &&
               c.is_of_loader == is_of_loader;
    });
    if (known != nullptr)
        return known->object;
    const Place* const place = place_of_call(return_address, node);
    wanted.object =
        data_objects.object(data::Kind::heap, {reinterpret_cast<UWord>(place), is_of_loader});
    if (is_of_loader && wanted.object != data::DataObjects::other_blocks)
        data_objects.objects()[wanted.object].is_uncounted = true;
    context_pages.add(page_number(return_address - 1));
    auto* const added = allocate<Context>();
    *added = wanted;
    contexts.add(added);
    return wanted.object;
}

bool is_blind(Addr address) {
    for (UInt i = 0; i < blind_count; ++i) {
        if (blind[i] == address)
            return true;
    }
    return false;
}

// Lets the return to this address be seen. Code that was translated there before is discarded
// before the return: the slice of the thread, which is in the allocation function, ends now.
// Returns false if it would not be seen.
bool watch_return(ThreadId thread, Addr address) {
    if (returns_to(address) && !is_blind(address))
        return true;
    const bool is_late = is_translated(address) ||
                         is_translated(address | processor::return_address_tag) ||
                         uncounted_code.has(address);
    if (is_late && blind_count == max_blind)
        return false;
    return_addresses.add(address);
    if (!is_late)
        return true;
    if (!is_blind(address))
        blind[blind_count++] = address;
    processor::end_slice(thread);
    return true;
}

// Begins a block at the result of a call that was made from this place.
void begin_block(const AllocationCall& call, Addr result, ULong size, ULong element) {
    const auto* const node = static_cast<const Node*>(call.context);
    const bool is_of_loader = static_cast<const Allocator*>(call.function)->is_of_loader;
    data_objects.begin_block(result, size, object_for(call.return_address, node, is_of_loader),
                             element);
}

// The meanings of an allocation function's arguments, as their indexes. (`free` is over when it is
// entered, so it needs none.)
struct Arguments {
    Allocates kind;
    unsigned element;            // the size of an element
    unsigned number = no_number; // of elements
    bool has_block = false;      // the first argument is a block, which ends
    static constexpr unsigned no_number = ~0u;
};

constexpr Arguments all_arguments[] = {
    {.kind = Allocates::malloc, .element = 0},
    {.kind = Allocates::calloc, .element = 1, .number = 0},
    {.kind = Allocates::memalign, .element = 1},
    {.kind = Allocates::posix_memalign, .element = 2},
    {.kind = Allocates::realloc, .element = 1, .has_block = true},
    {.kind = Allocates::reallocarray, .element = 2, .number = 1, .has_block = true},
    {.kind = Allocates::rust_realloc, .element = 3, .has_block = true},
};

const Arguments& arguments_of(Allocates kind) {
    const Arguments* found = all_arguments;
    while (found->kind != kind)
        ++found;
    return *found;
}

// The function has returned this.
void end_call(const AllocationCall& call, UWord result) {
    const Arguments& of = arguments_of(static_cast<const Allocator*>(call.function)->kind);
    const ULong element = call.arguments[of.element];
    const ULong size = of.number == of.no_number ? element : call.arguments[of.number] * element;
    const Addr before = call.arguments[0];
    if (of.kind == Allocates::posix_memalign)
        result = result == 0 ? *reinterpret_cast<const Addr*>(before) : 0;
    else if (of.has_block && before != 0 && (result != 0 || size == 0)) // else it failed
        data_objects.end_block(before);
    if (result != 0)
        begin_block(call, result, size, element);
}

} // namespace

void start_observing() {
    calls = static_cast<data::PendingCall*>(need_pages(VG_N_THREADS * sizeof(data::PendingCall)));
}

bool returns_to(Addr address) {
    return return_addresses.has(address);
}

bool is_observed(Addr address) {
    return returns_to(address & ~processor::return_address_tag) || allocator_at(address) != nullptr;
}

void note_uncounted_code(Addr address) {
    address &= ~processor::return_address_tag;
    uncounted_code.add(address);
}

void forget_uncounted_code() {
    uncounted_code.clear();
}

void observe_entry(const void* state, const Allocator* function) {
    const ThreadId thread = VG_(get_running_tid)();
    const processor::CallOf registers(thread, state);
    if (function->kind == Allocates::free) {
        data_objects.end_block(registers.argument(0));
        return;
    }
    AllocationCall call;
    call.stack_pointer = registers.stack_pointer();
    call.return_address = registers.return_address();
    call.function = function;
    for (unsigned i = 0; i < sizeof call.arguments / sizeof *call.arguments; ++i)
        call.arguments[i] = registers.argument(i);
    if (options.calls && TreeStacks::threads[thread].is_known)
        call.context = node_of(load_thread_state<UWord>(thread));
    if (!watch_return(thread, call.return_address)) {
        ++stale;
        if (arguments_of(function->kind).has_block)
            data_objects.end_block(call.arguments[0]); // where it will be is not known
        return;
    }
    data::PendingCall& pending = calls[thread];
    const bool was_pending = pending.is_pending();
    if (pending.enter(call))
        pending_calls += !was_pending;
}

void observe_return(const void* state, UWord address) {
    const ThreadId thread = VG_(get_running_tid)();
    data::PendingCall& pending = calls[thread];
    if (!pending.is_pending())
        return;
    const processor::CallOf registers(thread, state);
    const AllocationCall* const call = pending.leave(address, registers.stack_pointer());
    pending_calls -= !pending.is_pending();
    if (call != nullptr)
        end_call(*call, registers.result());
}

void discard_blind_code() {
    for (UInt i = 0; i < blind_count; ++i)
        discard_translations(blind[i], 1);
    blind_count = 0;
}

ULong stale_returns() {
    return stale;
}

bool is_allocating(ThreadId thread) {
    data::PendingCall& pending = calls[thread];
    const bool was_pending = pending.is_pending();
    pending.drop_dead(VG_(get_SP)(thread));
    pending_calls -= was_pending && !pending.is_pending();
    return pending.is_pending();
}

void forget_pending_call(ThreadId thread) {
    pending_calls -= calls[thread].is_pending();
    calls[thread].drop();
}

void forget_calls_of_others(ThreadId thread) {
    for (ThreadId t = 0; t < VG_N_THREADS; ++t) {
        if (t != thread)
            forget_pending_call(t);
    }
}

void forget_callers_in(Addr begin, SizeT length) {
    if (length != 0 && have_contexts(begin, length))
        forget_contexts();
}

void replace_nodes_of_data(Node* (*replacement)(Node* node)) {
    for (ThreadId t = 0; t < VG_N_THREADS; ++t) {
        if (calls[t].is_pending() && calls[t].call().context != nullptr) {
            AllocationCall call = calls[t].call();
            call.context = replacement(const_cast<Node*>(static_cast<const Node*>(call.context)));
            calls[t].drop();
            calls[t].enter(call);
        }
    }
    forget_contexts();
    forget_nodes_of_places();
}

} // namespace cg::vg

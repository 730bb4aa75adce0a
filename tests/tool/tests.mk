# The tests of the Valgrind tool; included by valgrind-tool/tool.mk.
#
# programs/ are what they run under it: one program a file, each says what it shows.
tool_program_src := $(sort $(wildcard tests/tool/programs/*.c tests/tool/programs/*.cpp \
                                      tests/tool/programs/*.S))
# Not run, but loaded into something.
tool_plugins := plugin plugin_data plugin_blocks repeatable
tool_program_dir := $(OUT)/programs
tool_programs := $(filter-out $(tool_plugins:%=$(tool_program_dir)/%), \
                   $(addprefix $(tool_program_dir)/,$(basename $(notdir $(tool_program_src))))) \
                 $(addprefix $(tool_program_dir)/,plugin.so plugin_O0.so others.so plugin_data.so \
                   blocks_one.so blocks_two.so data_blocks_static)

# Compiled alike whatever the builder's own flags are: their instructions are counted.
tool_program_flags := -g -O1 -Wall -Wextra $(if $(filter yes,$(WERROR)),-Werror) -Ivalgrind-tool -isystem $(valgrind_include)
smc_flags := -z execstack
unload_flags := -ldl
churn_flags := -ldl
threads_flags := -pthread
slices_flags := -pthread -D_GNU_SOURCE
limited_flags := -pthread
calls_flags := -pthread
call_lines_flags := -O2
windows_flags := -pthread
calls_cpp_flags := -ldl
calls_changing_flags := -ldl
data_threads_flags := -pthread
data_allocations_flags := -pthread
data_fork_flags := -pthread
data_mapped_flags := -ldl
data_unload_flags := -ldl
data_stacks_flags := -pthread
counted_flags := -nostdlib -static
use_strides_flags := -nostdlib -static
miss_causes_flags := -nostdlib -static
conflicts_flags := -nostdlib -static
# Of instructions, signals and faults only: a static program starts in a sixth of the time.
$(foreach p,fault repaired lost_exit signal_longjmp masked vectors atomics modify x87 apart apart_near \
    straddle flags,$(eval $(p)_flags := -static))
order_flags := -nostdlib -static
ties_flags := -nostdlib -static
reproduce_waits_flags := -pthread
reproduce_threads_flags := -pthread
reproduce_asks_flags := -pthread
freestanding_flags := -O2 -nostdlib -static -ffreestanding -fno-stack-protector -mno-sse
freestanding_calls_flags := $(freestanding_flags)
repeated_flags := $(freestanding_flags)

$(tool_program_dir)/%: tests/tool/programs/%.c
	@mkdir -p $(@D)
	@$(CC) -std=gnu11 $(tool_program_flags) -o $@ $< $($*_flags)

$(tool_program_dir)/%: tests/tool/programs/%.cpp
	@mkdir -p $(@D)
	@$(CXX) $(cxx_std) $(tool_program_flags) -o $@ $< $($*_flags)

$(tool_program_dir)/%: tests/tool/programs/%.S
	@mkdir -p $(@D)
	@$(CC) $(tool_program_flags) -o $@ $< $($*_flags)

$(tool_program_dir)/plugin.so: tests/tool/programs/plugin.c
	@mkdir -p $(@D)
	@$(CC) $(tool_program_flags) -DSOURCE='"a.c"' -O2 -shared -fPIC -o $@ $<

$(tool_program_dir)/plugin_O0.so: tests/tool/programs/plugin.c
	@mkdir -p $(@D)
	@$(CC) $(tool_program_flags) -O0 -shared -fPIC -o $@ $<

$(tool_program_dir)/plugin_data.so: tests/tool/programs/plugin_data.c
	@mkdir -p $(@D)
	@$(CC) $(tool_program_flags) -shared -fPIC -o $@ $<

$(tool_program_dir)/blocks_%.so: tests/tool/programs/plugin_blocks.c
	@mkdir -p $(@D)
	@$(CC) $(tool_program_flags) -DBY=by_$* -shared -fPIC -o $@ $<

$(tool_program_dir)/data_statics: tests/tool/programs/data_statics.c
	@mkdir -p $(@D)
	@$(CC) -std=gnu11 $(tool_program_flags) -DSECOND -c -o $@.o $<
	@$(CC) -std=gnu11 $(tool_program_flags) -o $@ $< $@.o

$(tool_program_dir)/data_blocks_static: tests/tool/programs/data_blocks.c
	@mkdir -p $(@D)
	@$(CC) -std=gnu11 $(tool_program_flags) -static -o $@ $<

# The same code; all names have the same lengths.
$(tool_program_dir)/others.so: tests/tool/programs/plugin.c
	@mkdir -p $(@D)
	@$(CC) $(tool_program_flags) -DSOURCE='"b.c"' -O2 -shared -fPIC -o $@ $<

# Where the 32-bit tool is built and the machine runs 32-bit programs, what runs under it is built,
# too.
ifneq ($(and $(filter x86-linux,$(tool_platforms)),$(shell tests/tool/runs-32-bit '$(CC)')),)
$(tool_program_dir)/bits32: tests/tool/programs/bits32.c
	@mkdir -p $(@D)
	@$(CC) -m32 -std=gnu11 $(tool_program_flags) -o $@ $<
$(tool_program_dir)/flags32: tests/tool/programs/flags.c
	@mkdir -p $(@D)
	@$(CC) -m32 -std=gnu11 $(tool_program_flags) -o $@ $<
$(tool_program_dir)/calls32: tests/tool/programs/calls.c
	@mkdir -p $(@D)
	@$(CC) -m32 -std=gnu11 $(tool_program_flags) -o $@ $< $(calls_flags)
$(tool_program_dir)/calls_cpp32: tests/tool/programs/calls_cpp.cpp
	@mkdir -p $(@D)
	@$(CXX) -m32 $(cxx_std) $(tool_program_flags) -o $@ $< $(calls_cpp_flags)
$(tool_program_dir)/calls_changing32: tests/tool/programs/calls_changing.c
	@mkdir -p $(@D)
	@$(CC) -m32 -std=gnu11 $(tool_program_flags) -o $@ $< $(calls_changing_flags)
$(tool_program_dir)/data_blocks32: tests/tool/programs/data_blocks.c
	@mkdir -p $(@D)
	@$(CC) -m32 -std=gnu11 $(tool_program_flags) -o $@ $<
tool_programs += $(addprefix $(tool_program_dir)/,flags32 data_blocks32 calls32 calls_cpp32 calls_changing32)
else
tool_programs := $(filter-out %/bits32,$(tool_programs))
endif

tool_tests += $(tool_programs)
tool_suites += tap:tests/tool/functions/run bats:tests/tool/tool.bats bats:tests/tool/calls.bats bats:tests/tool/callgrind.bats bats:tests/tool/parts.bats bats:tests/tool/toggles.bats bats:tests/tool/harnesses.bats bats:tests/tool/calls-names.bats bats:tests/tool/jit.bats \
               bats:tests/tool/use.bats bats:tests/tool/causes.bats bats:tests/tool/other_caches.bats bats:tests/tool/data.bats bats:tests/tool/data-witness.bats bats:tests/tool/addresses.bats bats:tests/tool/instructions.bats bats:tests/tool/split.bats bats:tests/tool/debugger.bats bats:tests/tool/commands.bats bats:tests/tool/memory.bats bats:tests/tool/reproduce.bats bats:tests/tool/beside.bats bats:tests/tool/internals.bats \
               'tap:tests/tool/oracle --edges' \
               tap:tests/tool/callgrind-grid tap:tests/tool/callgrind-triggers \
               tap:tests/tool/calls-oracle tap:tests/tool/calls-judge tap:tests/tool/calls-annotate tap:tests/tool/use-oracle
tool_suites += bats:tests/tool/slices.bats bats:tests/tool/ties.bats 'tap:tests/tool/reproducible --short'
tool_long_suites += 'tap:tests/tool/oracle --rest' 'tap:tests/tool/oracle --edges-rest' tap:tests/tool/releases 'tap:tests/tool/functions/run --long' bats:tests/tool/many.bats 'tap:tests/tool/callgrind-grid --long' 'tap:tests/tool/callgrind-triggers --long' 'tap:tests/tool/calls-oracle --long' 'tap:tests/tool/calls-judge --long' 'tap:tests/tool/use-oracle --long' \
    $(patsubst %,bats-long:%,$(shell grep -l 'bats test_tags=long' tests/tool/*.bats))

.PHONY: tool-programs
tool-programs: $(tool_programs)

.PHONY: check-oracle check-oracle-long
check-oracle: tool $(tool_programs) ## compare our tool with the installed Valgrind's, count by count
	@BIN=$(abspath $(BIN)) tests/run tap:tests/tool/oracle 'tap:tests/tool/oracle --rest' 'tap:tests/tool/oracle --edges' \
	    'tap:tests/tool/oracle --edges-rest'

# Not part of check-long: it takes longer than all the rest.
check-oracle-long: tool ## the same with more programs, larger inputs and rarer caches
	@BIN=$(abspath $(BIN)) tests/run 'tap:tests/tool/oracle --long' 'tap:tests/tool/use-oracle --all' 'tap:tests/tool/calls-oracle --all'

.PHONY: check-reproducible
check-reproducible: tool $(tool_programs) ## reproducible runs of real programs, in settings and on emulated processors
	@BIN=$(abspath $(BIN)) tests/run tap:tests/tool/reproducible

.PHONY: bench-tool
bench-tool: tool ## what the tool costs: against a native run; none, stock and ours in turn, in four modes
	@BIN=$(abspath $(BIN)) bench/tool-speed

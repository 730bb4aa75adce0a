# cgtools. `make help` lists the targets.
#
# One Makefile without recursion over directories: every source file is found by its
# place, so a new file needs no edit here. Only `demo` and `check` call make
# again, once, after the packages are there that the variables below ask for.

# ---- settings a builder may give (`make help` shows the lines with #:) ---------
# Their names are also those of settings of other programs (DEBUG=* is for Node.js, STRIP=TRIPLET-strip
# for cross compilers), so a shell may have them for reasons of its own: they count on the command line.
command_line_only := SANITIZE DEBUG WERROR TOOL_DEBUG V STRIP
$(foreach v,$(command_line_only),$(if $(filter environment,$(origin $(v))),$(eval undefine $(v))))
# Compilers' flags count from there, by convention; but not those that make a DEBUG of the shell.
$(foreach v,CPPFLAGS CXXFLAGS,$(if $(and $(filter environment,$(origin $(v))),$(filter -DDEBUG -DDEBUG=%,$($(v)))), \
    $(eval $(v) := $(filter-out -DDEBUG -DDEBUG=%,$($(v))))))
#: CXX=g++ CXXFLAGS='-O2 -g1' CPPFLAGS= LDFLAGS= LDLIBS=   the compiler and its flags
CXX ?= g++
# Profiles need functions and lines only. Types and variables, which -g adds, make compiling a third longer.
CXXFLAGS ?= -O2 -g1
#: SANITIZE=address|undefined|thread   a build of its own, in build/NAME; lists have commas
SANITIZE ?=
#: DEBUG=1          no optimisation, assertions of the C++ library on; in build/debug
DEBUG ?=
#: WERROR=no        for compilers newer than the ones we know
WERROR ?= yes
#: TOOL_DEBUG=1     debugging information in the tool, for perf and gdb; in build/tool-debug
TOOL_DEBUG ?=
#: VALGRIND_PREFIX=DIR   a Valgrind installed there, not the one that pkg-config finds
VALGRIND_PREFIX ?=
#: TOOL_PLATFORMS='arm64-linux ...'   the tool for these (valgrind-tool/platforms), in a build of
#:                  its own; VALGRIND_PREFIX may be an unpacked package of another processor
TOOL_PLATFORMS ?=
#: JOIN=yes|tests|no   compile the sources of a directory, or the tests only, as one: a whole build takes
#:                  half as long, a change of one file longer; SANITIZE= does, and a tree that
#:                  `make demo` or `make check` built first
#: INSTALL_DEPS=no  say which packages are missing, and stop, instead of installing them
#: V=1              show whole commands
#: SANITIZE, DEBUG, WERROR, TOOL_DEBUG, V and STRIP count on the command line only (make DEBUG=1), the
#:                  others from the environment, too

# ---- variants: objects of different settings never mix -----------------------
comma := ,
variants := $(subst $(comma),-,$(SANITIZE)) $(if $(DEBUG),debug) $(if $(TOOL_DEBUG),tool-debug) $(TOOL_PLATFORMS)
empty :=
variant := $(subst $(empty) $(empty),+,$(strip $(variants)))
OUT := build$(if $(variant),/$(variant))
BIN := $(OUT)/bin
OBJ := $(OUT)/obj
joined_tree := $(OBJ)/joined
ifeq ($(origin JOIN),undefined)
JOIN := $(if $(SANITIZE)$(wildcard $(joined_tree)),yes)
endif

ifneq ($(DEBUG),)
CXXFLAGS := -O0 -g -D_GLIBCXX_ASSERTIONS
endif
ifneq ($(SANITIZE),)
# Not optimised: to compile with -O1 takes thrice as long, more than the tests then save.
CXXFLAGS := -O0 -g1 -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
endif

version := $(shell cat VERSION)
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(if $(filter yes,$(WERROR)),-Werror)
cxx_std := -std=c++20
cppflags := -Ilib -DCGTOOLS_VERSION='"$(version)"' $(CPPFLAGS)
# Only commands that read programs need the last ones.
libs := -lboost_iostreams -lboost_regex -licui18n -licuuc -lfmt -ldeflate -pthread \
    -Wl,--as-needed -ldw -lelf -lcapstone -liberty $(LDLIBS)

Q := $(if $(V),,@)
# Each step says which of how many it is. A dry run counts them, before the first: it takes as long as
# make itself, and nothing if all is made. COUNT_STEPS is set in it.
step_mark := --cgtools-step--
next_step = $(eval steps_done += x)$(words $(steps_done))
all_steps = $(eval all_steps := $(shell MAKEFLAGS= MAKELEVEL=0 $(MAKE) -n COUNT_STEPS=1 $(MAKEOVERRIDES) \
    $(MAKECMDGOALS) 2>/dev/null | grep -c -e '$(step_mark)'))$(all_steps)
ifdef COUNT_STEPS
say = @echo $(step_mark)
else
say = $(if $(V),,@printf '  [%s/%s] %-5s %s\n' $(next_step) $(all_steps) $(1) $(2))
endif

# The directory of the build stays out of what is built: two builds are the same, bit by bit.
reproducible := -ffile-prefix-map=$(CURDIR)=.

compiler = $(CXX) $(cxx_std) $(warnings) $(cppflags) $(CXXFLAGS) $(reproducible)
compile = $(compiler) -MMD -MP -c -o $@ $<
link = $(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(libs)

# ---- what there is -----------------------------------------------------------
lib_src := $(sort $(wildcard lib/*/*.cpp lib/*/*/*.cpp))
web_src := $(sort $(wildcard lib/render/web/*.html lib/render/web/*.css lib/render/web/*.js))
joined_of = $(addsuffix joined.o,$(addprefix $(2)/,$(sort $(dir $(1)))))
objects_of = $(if $(filter yes $(2),$(JOIN)),$(call joined_of,$(1),$(OBJ)),$(1:%.cpp=$(OBJ)/%.o))
lib_obj := $(call objects_of,$(lib_src)) $(OBJ)/web/assets.o
library := $(OUT)/libcgtools.a
commands := $(notdir $(patsubst %/,%,$(dir $(wildcard cmd/*/main.cpp))))
command_bin := $(commands:%=$(BIN)/%)
unit_src := $(sort $(wildcard tests/unit/*/*_test.cpp tests/unit/*/*/*_test.cpp \
                               tests/laws/*_test.cpp tests/fuzz/*_test.cpp tests/fuzz/targets/*.cpp))
unit_obj := $(call objects_of,$(unit_src),tests)
unit_bin := $(if $(unit_src),$(OUT)/unit-tests)
bats_src := $(sort $(wildcard tests/cmd/*.bats))

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

# ---- build -------------------------------------------------------------------
.PHONY: all commands
all: commands tool ## build the commands and the tool (in build/bin)
commands: $(command_bin) ## build the commands only

$(OBJ)/%.o: %.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(compile)

# $(call joined_rule,DIRECTORY,SOURCES,DIRECTORY OF OBJECTS,VARIABLE OF THE COMPILER)
define joined_rule
$(3)/$(1)joined.o: $(2)
	@mkdir -p $$(@D)
	$$(call say,CXX,$(1))
	$$(Q)packaging/compile-joined $$@ $(2) -- $$($(4))
endef
all_src := $(lib_src) $(wildcard cmd/*/*.cpp) $(unit_src)
in_directory = $(strip $(foreach s,$(2),$(if $(filter $(1),$(dir $(s))),$(s))))
$(if $(JOIN),$(foreach d,$(sort $(dir $(all_src))), \
    $(eval $(call joined_rule,$(d),$(call in_directory,$(d),$(all_src)),$(OBJ),compiler))))

# Pages, styles and scripts are sources of their own; the library holds them as strings.
# The directory is a prerequisite for files that come or go.
$(OBJ)/web/assets.cpp: $(web_src) lib/render/web
	@mkdir -p $(@D)
	$(call say,EMBED,$@)
	$(Q){ echo '#include "render/web/assets.hpp"'; echo 'namespace cg::web {'; \
	    for f in $(web_src); do \
	        printf 'const std::string_view %s = R"embedded(' "$$(basename $$f | tr . _)"; \
	        cat $$f; echo ')embedded";'; \
	    done; echo '}'; } >$@

$(OBJ)/web/assets.o: $(OBJ)/web/assets.cpp
	$(call say,CXX,$<)
	$(Q)$(compile)

# Tests run once for each build: optimising them takes longer (with sanitizers thrice as long as
# not to) than what it saves. The library under test is optimised as ever.
$(OBJ)/tests/%.o: CXXFLAGS := $(filter-out -O% -g%,$(CXXFLAGS)) -O0 -g1 -U_FORTIFY_SOURCE

# The simulators, the map of data objects, the readers of debug information, the rule of the tree of
# calls and the settling of costs are headers of the tool; the library never sees them. Millions of
# references and blocks go through the first two here.
tool_unit_modules := sim data reading tree writing memory
tool_unit_obj := $(filter $(tool_unit_modules:%=$(OBJ)/tests/unit/%/%),$(unit_obj))
$(tool_unit_obj): cppflags += -Ivalgrind-tool
$(addprefix $(OBJ)/tests/unit/,sim/%.o data/%.o): CXXFLAGS += -O1
# They read files of the source tree, from any directory.
$(OBJ)/tests/fuzz/%.o $(OBJ)/tests/unit/events/%.o: cppflags += -DSOURCE_DIRECTORY='"$(CURDIR)"'

$(library): $(lib_obj)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)$(AR) rcs $@ $^

define command_rule
$(BIN)/$(1): $(call objects_of,$(sort $(wildcard cmd/$(1)/*.cpp))) $(library)
	@mkdir -p $$(@D)
	$$(call say,LINK,$$@)
	$(Q)$$(link)
endef
$(foreach c,$(commands),$(eval $(call command_rule,$(c))))

.PHONY: unit-tests
unit-tests: $(unit_bin)

$(OUT)/unit-tests: $(unit_obj) $(library)
	$(call say,LINK,$@)
	$(Q)$(link) -lgmock -lgtest -lgtest_main

# The two halves of them: the tool's headers are GCC's only, as the tool is.
$(OUT)/library-tests: $(filter-out $(tool_unit_obj),$(unit_obj)) $(library)
	$(call say,LINK,$@)
	$(Q)$(link) -lgmock -lgtest -lgtest_main

$(OUT)/tool-tests: $(tool_unit_obj)
	$(call say,LINK,$@)
	$(Q)$(link) -lgmock -lgtest -lgtest_main

# The unit tests of one module: make check-model
unit_modules := $(notdir $(patsubst %/,%,$(wildcard tests/unit/*/)))
define unit_module_rules
$(OUT)/unit/$(1): $(filter $(OBJ)/tests/unit/$(1)/%,$(unit_obj)) $(library)
	@mkdir -p $$(@D)
	$$(call say,LINK,$$@)
	$$(Q)$$(link) -lgmock -lgtest -lgtest_main

.PHONY: check-$(1)
check-$(1): $(OUT)/unit/$(1)
	@tests/run gtest:$$<
endef
$(foreach r,$(unit_modules),$(eval $(call unit_module_rules,$(r))))

# The program that tests/binary/run asks.
$(OUT)/tests/describe: $(OBJ)/tests/binary/describe.o $(library)
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(link)

include valgrind-tool/tool.mk
include packaging/install.mk
include tests/fuzz/fuzz.mk

# ---- test --------------------------------------------------------------------
# A suite is `KIND:COMMAND`; tests/run runs them all and adds them up. Those that take longest come
# first, so that no processor waits for one at the end.
suites := tap:tests/packaging/locks $(tool_suites) \
          $(if $(unit_bin),gtest:$(unit_bin)) \
          tap:tests/readers/run \
          'tap:env FILES=100 tests/readers/odd' \
          $(bats_src:%=bats:%) \
          tap:tests/cmd/golden/run \
          tap:tests/cmd/annotated/run \
          'tap:env CASES=300 tests/model/run' \
          tap:tests/cmd/options \
          tap:tests/cmd/expressions/run \
          tap:tests/cmd/hostile \
          'tap:env DEPTH=1000 CALLEES=2000 tests/cmd/extreme_calls' \
          tap:tests/cmd/cg_annotate_oracle \
          tap:tests/cmd/algebra_oracle \
          tap:tests/packaging/install tap:tests/packaging/joined tap:tests/packaging/settings \
          tap:tests/documents/run tap:tests/documents/gating tap:tests/documents/tutorial \
          tap:tests/documents/excerpt tap:tests/documents/reading tap:tests/documents/calls tap:tests/documents/instructions tap:tests/documents/inlined tap:tests/documents/cache-use tap:tests/documents/data \
          tap:tests/documents/messages
# The same tests again, with every access and every undefined operation checked: by Clang, which compiles
# so in half the time, and is another compiler.
sanitized := build/address-undefined
# They start daemons of their own, and end them.
engine_suites := tap:tests/engines/ssh tap:tests/engines/slurm tap:tests/engines/mpi tap:tests/engines/sql \
                 tap:tests/engines/viewers tap:tests/engines/servers tap:tests/engines/callgrind
# Suites that take a minute together.
short_engine_suites := tap:tests/engines/mpi tap:tests/engines/sql
long_suites := gtest:$(sanitized)/library-tests gtest:$(sanitized)/tool-tests \
               $(tool_long_suites) \
               'tap:tests/readers/run --long' \
               tap:tests/readers/odd \
               tap:tests/browser/run \
               'tap:env FUZZ_SECONDS=10 tests/fuzz/run' \
               $(bats_src:%=bats-sanitized:%) \
               tap:tests/documents/workflow/run \
               $(short_engine_suites) \
               tap:tests/model/run \
               'tap:tests/binary/run $(OUT)/tests/describe' \
               'tap:env DEPTH=10000 CALLEES=20000 tests/cmd/extreme_calls'

# All processors, unless the caller says how many.
in_parallel = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))

.PHONY: deps demo run-demo check run-check check-long run-check-long check-foreign check-engines run-check-engines \
        bench bless
deps: ## install what is missing to build and to check
	@packaging/install-deps build check

# A whole build takes half as long so (JOIN).
join_new_tree = [ -e $(OBJ)/lib ] || { mkdir -p $(OBJ) && touch $(joined_tree); }

demo: ## install what is missing, build, profile a real program and show its annotated source
	@packaging/install-deps build
	@$(join_new_tree)
	@$(MAKE) --no-print-directory $(in_parallel) run-demo

check: ## install what is missing, build, run every test; the last line is `N passed, N failed`
	@packaging/install-deps build check
	@$(join_new_tree)
	@$(MAKE) --no-print-directory $(in_parallel) run-check

check-long: ## the tests that take long: sanitizers, fuzzing, all programs against the peer
	@packaging/install-deps build check browser fuzz engines binary
	@$(MAKE) --no-print-directory $(in_parallel) run-check-long

check-foreign: ## our tool on arm64, s390x, ppc64le and arm, the library on the first two, emulated
	@packaging/install-deps build foreign
	@tests/foreign/run
	@tests/foreign/run --units arm64 s390x

check-engines: ## the examples of docs/scale.md, docs/sql.md and docs/servers.md with real engines, and real clients of callgrind
	@packaging/install-deps build check engines viewers clients
	@$(MAKE) --no-print-directory run-check-engines

run-check-engines: commands tool
	@BIN=$(abspath $(BIN)) tests/run $(engine_suites)

bench: commands $(OUT)/bench/make_profile ## our commands against the installed ones, and on 10 MB, 100 MB and 1 GB
	@bench/commands $(BIN) $(OUT)/bench/make_profile
	@bench/reports $(BIN) $(OUT)/bench/make_profile
	@bench/reading $(BIN) $(OUT)/bench/make_profile
	@bench/scale $(BIN) $(OUT)/bench/make_profile $(OUT)/bench

$(OUT)/bench/%: bench/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(cxx_std) $(warnings) $(CXXFLAGS) -o $@ $<

bless: commands ## write the golden outputs anew (then look at the difference)
	@BIN=$(abspath $(BIN)) tests/cmd/golden/run --bless
	@BIN=$(abspath $(BIN)) tests/cmd/annotated/run --bless
	@git diff --stat -- tests/cmd/golden tests/cmd/annotated

run-demo: commands native-tool
	@packaging/demo $(BIN)

run-check: all $(unit_bin) $(tool_tests)
	@BIN=$(abspath $(BIN)) tests/run $(suites)

run-check-long: all $(unit_bin) $(tool_tests) $(OUT)/tests/describe
	@$(MAKE) --no-print-directory SANITIZE=address,undefined JOIN=yes CXX=$(FUZZ_CXX) commands $(sanitized)/library-tests
	@$(MAKE) --no-print-directory SANITIZE=address,undefined JOIN=yes $(sanitized)/tool-tests
	@$(MAKE) --no-print-directory FUZZ_OPTIMIZE=-O0 build/fuzz/fuzzer
	@BIN=$(abspath $(BIN)) SANITIZED_BIN=$(abspath $(sanitized)/bin) \
	    tests/run $(long_suites)

# ---- habits ------------------------------------------------------------------
cxx_files = $(shell git ls-files -co --exclude-standard -- '*.cpp' '*.hpp' '*.h' '*.c')

.PHONY: lint analyze format clean help
lint: ## formatting, clang-tidy, shellcheck, include arrows, freestanding rules
	@packaging/install-deps build check lint
	@tests/lint/all $(BIN)

analyze: ## clang's static analyzer over each source of the library and the commands; takes long
	@packaging/install-deps build check lint
	@tests/analyze

format: ## rewrite the C++ sources as clang-format has them
	clang-format -i $(cxx_files)

clean: ## remove build/
	rm -rf build

help: ## list targets and settings
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(makefiles) | \
	    while IFS='	' read -r t d; do printf '  %-18s %s\n' "$$t" "$$d"; done
	@echo '  check-MODULE       the unit tests of a module (a directory of tests/unit)'
	@echo 'Settings, with their defaults or what they can be:'
	@sed -n 's/^#: /  /p' $(makefiles)

makefiles = $(filter %Makefile %.mk,$(MAKEFILE_LIST))

-include $(lib_obj:.o=.d) $(unit_obj:.o=.d) $(OBJ)/tests/binary/describe.d $(wildcard $(OBJ)/cmd/*/*.d)

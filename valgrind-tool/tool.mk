# The Valgrind tool; included by the Makefile.
#
# Sets tool_suites and tool_long_suites (suites for tests/run) and tool_tests
# (the files that these need).
tool_suites := tap:tests/tool/oracle
tool_long_suites :=
tool_tests :=

# ---- the installed Valgrind ---------------------------------------------------
# In VALGRIND_PREFIX nothing but it is looked at, and it may have been moved: an unpacked package.
valgrind_pc_folders := $(wildcard $(addprefix $(abspath $(VALGRIND_PREFIX))/, \
    lib/pkgconfig lib64/pkgconfig lib/*/pkgconfig))
valgrind_pc := $(if $(VALGRIND_PREFIX),PKG_CONFIG_PATH= \
    PKG_CONFIG_LIBDIR=$(or $(subst $(empty) $(empty),:,$(strip $(valgrind_pc_folders))),/nonexistent)) \
    pkg-config $(if $(VALGRIND_PREFIX),--define-variable=prefix=$(abspath $(VALGRIND_PREFIX)))
valgrind_include := $(shell $(valgrind_pc) --variable=includedir valgrind 2>/dev/null)
valgrind_lib := $(shell $(valgrind_pc) --variable=libdir valgrind 2>/dev/null)/valgrind
valgrind_address := $(shell $(valgrind_pc) --variable=valt_load_address valgrind 2>/dev/null)
valgrind_prefix := $(shell $(valgrind_pc) --variable=prefix valgrind 2>/dev/null)
# Not the first in PATH, because that may be the script that `make install` puts there. It would
# start the installed tool, or itself.
valgrind_command := $(valgrind_prefix)/bin/valgrind
valgrind_libexec := $(firstword $(wildcard $(valgrind_prefix)/libexec/valgrind \
                                           $(valgrind_prefix)/lib/valgrind))

# One for another processor cannot be asked, and one that was moved asks what is installed in the place
# that it was made for.
valgrind_release := $(or $(if $(VALGRIND_PREFIX),,$(shell $(valgrind_command) --version 2>/dev/null)), \
    $(addprefix valgrind-,$(shell $(valgrind_pc) --modversion valgrind 2>/dev/null)))
# The releases that differ from it in repairs only: valgrind-3.19.
valgrind_series := $(shell echo '$(valgrind_release)' | sed 's/^\([^.]*\.[0-9]*\).*/\1/')
# By which the tool knows later whether the installed Valgrind is still this one (vg/core/installed.cpp).
installed_sum = $(if $(wildcard $(valgrind_libexec)/none-$(1)),\
    $(shell head -c 4096 '$(valgrind_libexec)/none-$(1)' | cksum | cut -d ' ' -f 1),0)

# A missing package is said before anything is compiled, in one line. These goals need no tool, or
# install first and then call make again.
tool_not_needed := clean help format lint dist commands unit-tests bench bless uninstall \
                   demo check check-long check-foreign check-engines check-packaging check-suite deb rpm
ifneq ($(filter-out $(tool_not_needed),$(or $(MAKECMDGOALS),all)),)
tool_missing := $(shell valgrind-tool/missing '$(valgrind_pc)' '$(CXX)' $(TOOL_PLATFORMS))
$(if $(tool_missing),$(error $(tool_missing)))
endif

# The newest release that the tool was tested with. With a newer one it is built with a warning, and
# says so when it runs (vg/core/release.hpp).
NEWEST_TESTED ?= 3.27

# ---- what is built ------------------------------------------------------------
# Which callgrind the front runs, if CGTOOLS_CALLGRIND does not say: ours, or the installed one
# (`system`).
CALLGRIND ?= ours

# valgrind-tool/platforms is the table of all; tool_cxx_PLATFORM is a compiler with its flags.
tool_wanted := $(or $(TOOL_PLATFORMS), \
    $(patsubst $(valgrind_lib)/libcoregrind-%.a,%,$(wildcard $(valgrind_lib)/libcoregrind-*.a)))
$(foreach p,$(tool_wanted), \
    $(eval tool_cxx_$(p) := $(shell valgrind-tool/platform-compiler $(p) '$(CXX)')))
tool_platforms := $(foreach p,$(tool_wanted),$(if $(tool_cxx_$(p)),$(p)))

tool_libexec := $(OUT)/libexec/valgrind
tool_debug := $(OUT)/debug
tool_bin := $(tool_platforms:%=$(tool_libexec)/cachegrind-%)
tool_src := $(sort $(wildcard valgrind-tool/vg/*.cpp valgrind-tool/vg/*/*.cpp))

# ---- flags --------------------------------------------------------------------
# The tool is a program without a C library, at an address that clients do not use. The
# core calls it on a stack of its own. Static constructors are not run. GCC warns that x86 has no
# registers for vectors that functions return, which would matter between libraries (psabi).
tool_flags := -std=gnu++20 -O2 -g -ffreestanding -fno-exceptions -fno-rtti \
    -fno-threadsafe-statics -fno-use-cxa-atexit -fno-stack-protector -fno-strict-aliasing \
    -fno-pic -fno-pie -fno-asynchronous-unwind-tables -fomit-frame-pointer -fno-builtin \
    -Wall -Wextra -Wshadow -Wno-psabi $(if $(filter yes,$(WERROR)),-Werror) \
    -Ivalgrind-tool -Ilib -isystem $(valgrind_include) -DVGO_linux=1 -DCGTOOLS_VERSION='"$(version)"' \
    -ffile-prefix-map=$(CURDIR)=.
# VGA, VGP, VGPV: how Valgrind's headers are told the processor and the platform.
tool_defines = -DVGA_$(1:%-linux=%)=1 -DVGP_$(subst -,_,$(1))=1 -DVGPV_$(subst -,_,$(1))_vanilla=1
# Functions of the core that the tool replaces (decision 0019): those that this header declares so.
tool_internals := valgrind-tool/vg/core/internals.hpp
tool_replaced := $(shell grep -v -e define -e // $(tool_internals) | tr -d '\n' | \
    sed 's/CG_REPLACED/\n&/g' | sed -nE 's/^CG_REPLACED(_IF_THERE)?\([^,]*, *([A-Za-z_0-9]+) *,.*\).*/\2/p')
# Whenever it starts, the core reads what debugging information the tool has (decision 0019). So it has
# the names of functions only, unless TOOL_DEBUG=1; the rest is in build/debug, under the same build ID.
tool_link := -static -nodefaultlibs -nostartfiles -no-pie -u _start \
    -Wl,-Ttext-segment=$(valgrind_address) -Wl,-z,noexecstack \
    $(tool_replaced:%=-Wl,--wrap=%)

# ---- rules --------------------------------------------------------------------
.PHONY: tool
tool: $(tool_bin) $(tool_libexec)/.links $(BIN)/valgrind ## build the Valgrind tool only

# Without the tool for 32-bit programs of a 64-bit platform, which takes a minute of processor time.
valgrind_platform := $(shell $(valgrind_pc) --variable=platform valgrind 2>/dev/null)
native_tool := $(or $(filter %-$(valgrind_platform),$(tool_bin)),$(tool_bin))
.PHONY: native-tool not-built
native-tool: $(native_tool) not-built $(tool_libexec)/.links $(BIN)/valgrind

# In its place, what says how to build it. Older than all else, so that make does.
not-built:
	@mkdir -p $(tool_libexec)
	@for tool in $(filter-out $(native_tool),$(tool_bin)); do \
	    [ -e $$tool ] || { cp valgrind-tool/not-built $$tool && touch -d @0 $$tool; }; \
	done

tool_newest := $(subst ., ,$(NEWEST_TESTED))
ifneq ($(shell cat $(OBJ)/tool/newest_tested 2>/dev/null),$(NEWEST_TESTED))
$(shell mkdir -p $(OBJ)/tool && echo '$(NEWEST_TESTED)' >$(OBJ)/tool/newest_tested)
endif

# tool_rules PLATFORM
define tool_rules
# $$(call tool_link_PLATFORM,PREREQUISITES,BUILD ID,FLAGS). strip(1) would have to know the platform.
tool_link_$(1) = $$(tool_cxx_$(1)) $$(tool_link) -Wl,--build-id=$$(2) $$(3) $$(filter %.o,$$(1)) \
    -L$(valgrind_lib) -lcoregrind-$(1) -lvex-$(1) -lgcc $$(wildcard $(valgrind_lib)/libgcc-sup-$(1).a)
$(OBJ)/tool/$(1)/%.o: valgrind-tool/vg/%.cpp $$(tool_settings)
	@mkdir -p $$(@D)
	$$(call say,CXX,$$(@:$(OBJ)/%=%))
	$$(Q)$$(tool_cxx_$(1)) $$(tool_flags) $(call tool_defines,$(1)) -MMD -MP -c -o $$@ $$<

$(OBJ)/tool/$(1)/core/installed.o: tool_flags += -DTOOL_PLATFORM='"$(1)"' \
    -DLINKED_RELEASE='"$(valgrind_release)"' -DLINKED_SUM=$(installed_sum_$(1))u

$(OBJ)/tool/$(1)/core/release.o: tool_flags += -DCGTOOLS_NEWEST_MAJOR=$(word 1,$(tool_newest)) \
    -DCGTOOLS_NEWEST_MINOR=$(word 2,$(tool_newest))
$(OBJ)/tool/$(1)/core/release.o: $(OBJ)/tool/newest_tested

$(tool_libexec)/cachegrind-$(1): $(tool_src:valgrind-tool/vg/%.cpp=$(OBJ)/tool/$(1)/%.o) \
        valgrind-tool/check-core valgrind-tool/check-freestanding valgrind-tool/tool.mk $$(wildcard $(valgrind_lib)/lib*-$(1).a)
	@mkdir -p $$(@D) $(tool_debug)
	@rm -f $$@ $$@.unchecked
	$$(call say,LINK,$$@)
	@valgrind-tool/check-core $(valgrind_release:valgrind-%=%) $(NEWEST_TESTED) '$(tool_replaced)' \
	    $$(filter %.o,$$^) -- $(valgrind_lib)/libcoregrind-$(1).a $(valgrind_lib)/libvex-$(1).a
	$$(Q)$$(call tool_link_$(1),$$^,sha1,) -o $(tool_debug)/$$(@F)
	$$(Q)$$(call tool_link_$(1),$$^,0x`readelf -n $(tool_debug)/$$(@F) | sed -n 's/.*Build ID: //p'`, \
	    $(if $(TOOL_DEBUG),,-Wl$$(comma)--strip-debug)) -o $$@.unchecked
	@valgrind-tool/check-freestanding $$@.unchecked $$(filter %.o,$$^)
	@mv $$@.unchecked $$@

-include $(wildcard $(OBJ)/tool/$(1)/*.d $(OBJ)/tool/$(1)/*/*.d)
endef

# Objects compiled for one Valgrind must not be linked with another.
tool_settings := $(OBJ)/tool/settings
$(foreach p,$(tool_platforms),$(eval installed_sum_$(p) := $(call installed_sum,$(p))))
tool_made_for := $(valgrind_lib) $(valgrind_release) $(foreach p,$(tool_platforms),$(installed_sum_$(p))) \
    $(version) $(CALLGRIND)
ifneq ($(shell cat $(tool_settings) 2>/dev/null),$(tool_made_for))
$(shell mkdir -p $(OBJ)/tool && echo '$(tool_made_for)' > $(tool_settings))
endif

$(foreach p,$(tool_platforms),$(eval $(call tool_rules,$(p))))

# Valgrind looks for all its files in one directory. So this directory has links to the
# files of the installed one, and the other tools work as before.
$(tool_libexec)/.links: $(tool_settings)
	@test -n '$(valgrind_libexec)' || { echo 'no installed Valgrind is found' >&2; exit 1; }
	@mkdir -p $(@D)
	@for f in $(valgrind_libexec)/*; do \
	    case " $(notdir $(tool_bin)) " in *" $${f##*/} "*) ;; *) ln -sf "$$f" $(@D)/ ;; esac; \
	done
	@for p in $(tool_platforms); do for name in callgrind cgtools cgtools-callgrind; do \
	    ln -sf cachegrind-$$p $(@D)/$$name-$$p; done; done
	@touch $@

$(BIN)/valgrind: valgrind-tool/valgrind.in $(tool_settings)
	@mkdir -p $(@D)
	@sed 's|@VALGRIND@|$(valgrind_command)|; s|@RELEASE@|$(valgrind_release)|; s|@SERIES@|$(valgrind_series)|g; s|@CALLGRIND@|$(CALLGRIND)|; s|@LIBEXEC@|$(valgrind_libexec)|' $< > $@
	@chmod +x $@

include tests/tool/tests.mk

# The fuzz targets as one program with libFuzzer; included by Makefile. Every access and every
# undefined operation is checked, in the library's objects too.
#: FUZZ_CXX=clang++   what compiles it; libFuzzer is Clang's. Debian 12's own can't compile std::views.
#: FUZZ_OPTIMIZE=-O1   -O0 compiles in a third of the time, and then tries fewer inputs
FUZZ_OPTIMIZE ?= -O1
FUZZ_CXX ?= $(if $(shell command -v clang++-16),clang++-16,clang++)
fuzz_modules := algebra binary callgrind calls error format io lines model render rewrite source text view
fuzz_lib_src := $(wildcard $(fuzz_modules:%=lib/%/*.cpp))
fuzz_src := tests/fuzz/fuzzer.cpp $(wildcard tests/fuzz/targets/*.cpp)
fuzz_lib_obj := $(call joined_of,$(fuzz_lib_src),build/fuzz/obj)
fuzz_obj := $(call joined_of,$(fuzz_src),build/fuzz/obj)
# Boost.Regex is compiled here, not taken from its library, so that it is checked as well; but its
# flags are combined beyond what Clang takes for the range of their type.
fuzz_flags := $(FUZZ_OPTIMIZE) -g1 -fno-omit-frame-pointer -DBOOST_REGEX_NO_EXTERNAL_TEMPLATES
fuzz_checks := address,undefined -fno-sanitize-recover=all -fno-sanitize=enum

fuzz_compiler = $(FUZZ_CXX) $(cxx_std) $(cppflags) $(fuzz_flags) -fsanitize=fuzzer-no-link,$(fuzz_checks)
$(foreach d,$(sort $(dir $(fuzz_lib_src) $(fuzz_src))), \
    $(eval $(call joined_rule,$(d),$(call in_directory,$(d),$(fuzz_lib_src) $(fuzz_src)),build/fuzz/obj,fuzz_compiler)))

build/fuzz/library.a: $(fuzz_lib_obj)
	@rm -f $@
	$(Q)$(AR) rcs $@ $^

# Joined, the renderers come with their pages, whose texts need no checks.
build/fuzz/fuzzer: $(fuzz_obj) build/fuzz/library.a $(OBJ)/web/assets.o
	$(call say,LINK,$@)
	$(Q)$(FUZZ_CXX) $(fuzz_flags) -fsanitize=fuzzer,$(fuzz_checks) -o $@ $^ $(libs)

#: TARGET= SECONDS=20   what make fuzz tries (tests/fuzz/targets.hpp names them), and how long each
TARGET ?=
SECONDS ?= 20

.PHONY: fuzz
fuzz: ## try random inputs: TARGET=text SECONDS=300; what fails is kept in build/fuzz
	@packaging/install-deps build fuzz
	@$(MAKE) --no-print-directory build/fuzz/fuzzer
	@FUZZ_SECONDS=$(SECONDS) tests/fuzz/run $(TARGET)

-include $(fuzz_obj:.o=.d) $(fuzz_lib_obj:.o=.d)

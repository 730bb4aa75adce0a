# The Valgrind tool; included by the Makefile.
#
# Sets tool_suites and tool_long_suites (suites for tests/run) and tool_tests
# (what must be built for them).
tool_suites :=
tool_long_suites :=
tool_tests :=

.PHONY: tool
tool: ## build the Valgrind tool only

# SPDX-License-Identifier: GPL-2.0-or-later
# The beginning of the tests of the tool: our programs, those to profile, the installed Valgrind.
# Loaded by the tests in Bats beside it.
# shellcheck shell=bash

setup_file() {
    BIN=$(readlink -f "${BIN:-build/bin}")
    PROGRAMS=$(readlink -f "${PROGRAMS:-$BIN/../programs}")
    STOCK=$("$BATS_TEST_DIRNAME/stock")
    export BIN PROGRAMS STOCK
}

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
}

# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a command and says what it took."""
import collections
import os
import statistics
import sys
import time

Measured = collections.namedtuple("Measured", "elapsed worked memory")  # s, processor's s, bytes


def run(arguments):
    """What the command prints goes to /dev/null; a list, or a string for sh.

    Memory is the most that one process held, but not less than the 10 MB of this one.
    """
    if isinstance(arguments, str):
        arguments = ["/bin/sh", "-c", "exec " + arguments]
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in 0, 1, 2:
            os.dup2(null, descriptor)
        os.execv(arguments[0], arguments)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"failed: {arguments}")
    elapsed = time.monotonic() - begin
    return Measured(elapsed, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def medians(runs):
    return Measured(*map(statistics.median, zip(*runs)))

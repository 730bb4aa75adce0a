# SPDX-License-Identifier: GPL-2.0-or-later
"""A model of how gprof2dot reads a file in Callgrind's format, as far as a description of what it
shows says it; not made from its source.

A function is a name. In cycles it shares costs out, which is not modelled: the inclusive cost of
their functions is left out.
"""
import re

from kcachegrind import components
from reading import Arc, Function, Reading, Refused, add

HEADER = {"version", "creator", "pid", "thread", "part", "cmd", "desc", "positions", "events",
          "summary", "totals"}
COST = re.compile(r"(\*|[+-]?\d+|0x[0-9a-f]+)( |$)")


class Parser:
    def __init__(self):
        self.reading = Reading()
        self.positions = 1
        self.numbers = {"ob": {}, "fl": {}, "fn": {}}
        self.file = self.object = self.function = self.callee = None
        self.called_object = None
        self.is_arc, self.calls = False, 0
        self.in_body = False

    def named(self, table, text):
        match = re.match(r"\((\d+)\)(?: (.*))?$", text, re.S)
        if not match:
            return text
        if match[2]:
            self.numbers[table][match[1]] = match[2]
        elif match[1] not in self.numbers[table]:
            raise Refused(f"undefined number {match[1]}")
        return self.numbers[table][match[1]]

    def found(self, name, file, obj):
        return self.reading.functions.setdefault(name, Function(name, file, obj))

    def read_line(self, line):
        if not line or line[0] == "#":
            self.is_arc = False  # an arc's cost becomes own cost after it
            return
        if COST.match(line):
            self.read_cost(line)
            return
        header = re.match(r"(\w+):(.*)", line, re.S)
        if header:
            self.read_header(header[1], header[2])
            return
        body = re.match(r"([a-z]+)=(.*)", line, re.S)
        if not body:
            raise Refused(f"stops at {line!r}")
        self.in_body = True
        key, text = body.groups()
        if key == "fn":
            self.function = self.found(self.named("fn", text), self.file, self.object).name
        elif key == "cfn":
            obj = self.object if self.called_object is None else self.called_object
            self.callee = self.found(self.named("fn", text), self.file, obj).name
            self.called_object = None
        elif key == "ob":
            self.object = self.named("ob", text)
        elif key == "cob":
            self.called_object = self.named("ob", text)
        elif key == "fl":
            self.file = self.named("fl", text)
        elif key in ("fi", "fe", "cfl", "cfi"):
            self.named("fl", text)
        elif key == "calls":
            self.is_arc, self.calls = True, int(text.split()[0], 0)
        elif key not in ("jump", "jcnd"):
            raise Refused(f"stops at {line!r}")

    def read_header(self, key, text):
        if key not in HEADER:
            raise Refused(f"unknown key {key}:")
        if key == "version" and self.in_body:
            raise Refused("another part")
        if key == "positions":
            self.positions = len(text.split())
        elif key == "events":
            self.reading.events = text.split()

    def read_cost(self, line):
        words = line.split(" ")
        if "\t" in line or "+0x" in line:
            raise Refused(f"stops at {line!r}")
        counts = [int(w) for w in words[self.positions:] if w]
        cost = dict(zip(self.reading.events, counts))
        if self.function is None:
            raise Refused("cost without a function")
        if self.is_arc:
            arc = self.reading.arcs.setdefault((self.function, self.callee), Arc())
            arc.calls += self.calls
            add(arc.cost, cost)
            self.found(self.callee, None, None).called += self.calls
            self.is_arc = False
        else:
            add(self.found(self.function, None, None).own, cost)


def read(data):
    """Returns what is shown of a file, given as bytes."""
    parser = Parser()
    for line in data.decode(errors="surrogateescape").split("\n"):
        parser.read_line(line)
    reading = parser.reading
    callees = {}
    for caller, callee in reading.arcs:
        if caller != callee:
            callees.setdefault(caller, []).append(callee)
    cyclic = set().union(*components(set(reading.functions), callees))
    for name, function in reading.functions.items():
        add(function.inclusive, function.own)
        add(reading.total, function.own)
    for (caller, callee), arc in reading.arcs.items():
        if caller != callee:
            add(reading.functions[caller].inclusive, arc.cost)
    for name in cyclic:
        reading.functions[name].inclusive = None
    return reading

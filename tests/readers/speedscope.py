# SPDX-License-Identifier: GPL-2.0-or-later
"""A model of how speedscope imports a file in Callgrind's format, as far as a description of what it
shows says it; not made from its source.

A function is a file and a name; what is shown begins at functions that nobody calls. Costs below
them are shared out by arcs, so those of functions in cycles are not modelled and left out.
"""
import re

from kcachegrind import components
from reading import Arc, Function, Reading, Refused, add

COST = re.compile(r"(\*|[+-]?\d+)((?:[ \t]+-?\d+)*)$")


class Importer:
    def __init__(self):
        self.reading = Reading()
        self.numbers = {"ob": {}, "fl": {}, "fn": {}}
        self.file = self.function = self.callee = self.called_file = None
        self.is_arc, self.calls = False, 0

    def named(self, table, text):
        match = re.match(r"\((\d+)\)(?: (.*))?$", text, re.S)
        if not match:
            return text
        if match[2] is not None:
            if match[1] in self.numbers[table]:
                raise Refused(f"number {match[1]} is defined twice")
            self.numbers[table][match[1]] = match[2]
        elif match[1] not in self.numbers[table]:
            raise Refused(f"undefined number {match[1]}")
        return self.numbers[table][match[1]]

    def found(self, file, name):
        key = (file, name)
        self.reading.functions.setdefault(key, Function(name, file, ""))
        return key

    def read_line(self, line):
        if not line or line[0] == "#":
            self.is_arc = False
            return
        header = re.match(r"(\w+):(.*)", line, re.S)
        if header:
            if header[1] == "events":
                if self.reading.events:
                    raise Refused("another part")
                self.reading.events = header[2].split()
            return
        body = re.match(r"([a-z]+)=(.*)", line, re.S)
        if body:
            self.read_name(*body.groups())
            return
        self.read_cost(line)

    def read_name(self, key, text):
        if key == "fl":
            self.file = self.named("fl", text)
        elif key == "fn":
            self.function = self.found(self.file, self.named("fn", text))
        elif key in ("cfl", "cfi"):
            self.called_file = self.named("fl", text)
        elif key in ("fi", "fe"):
            self.named("fl", text)
        elif key in ("ob", "cob"):
            self.named("ob", text)
        elif key == "cfn":
            file = self.file if self.called_file is None else self.called_file
            self.callee = self.found(file, self.named("fn", text))
        elif key == "calls":
            self.is_arc, self.calls = True, int(text.split()[0], 0)
        elif key in ("jump", "jcnd"):
            raise Refused("NaN")

    def read_cost(self, line):
        match = COST.match(line)
        if not match or self.function is None:
            raise Refused(f"error at {line!r}")
        counts = [int(c) for c in match[2].split()]
        if len(counts) < len(self.reading.events):
            raise Refused("NaN")
        if any(c < 0 for c in counts):
            raise Refused("a negative cost")
        cost = dict(zip(self.reading.events, counts))
        if self.is_arc:
            arc = self.reading.arcs.setdefault((self.function, self.callee), Arc())
            arc.calls += self.calls
            add(arc.cost, cost)
            self.is_arc = False
            self.called_file = None
        else:
            add(self.reading.functions[self.function].own, cost)


def read(data):
    """Returns what is shown of a file, given as bytes."""
    importer = Importer()
    for line in data.decode(errors="surrogateescape").split("\n"):
        importer.read_line(line)
    reading = importer.reading
    callees, called = {}, set()
    for (caller, callee), arc in reading.arcs.items():
        called.add(callee)
        add(reading.functions[caller].inclusive, arc.cost if caller != callee else {})
        reading.functions[callee].called += arc.calls
        if caller != callee:
            callees.setdefault(caller, []).append(callee)
    for key, function in reading.functions.items():
        add(function.inclusive, function.own)
        if key not in called:
            add(reading.total, function.inclusive)
    for key in set().union(*components(set(reading.functions), callees)):
        reading.functions[key].inclusive = None
    return reading

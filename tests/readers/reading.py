# SPDX-License-Identifier: GPL-2.0-or-later
"""What a reader of Callgrind's format shows of a file: the same for every model of a reader."""


class Refused(Exception):
    """The reader stops: it shows nothing of the file."""


class Function:
    """A function (or row) as the reader shows it; costs are dictionaries by event."""

    def __init__(self, name, file, obj):
        self.name, self.file, self.object = name, file, obj
        self.own = {}
        self.inclusive = {}
        self.called = 0

    def __repr__(self):
        return f"{self.object}|{self.file}|{self.name} {self.own}/{self.inclusive} {self.called}x"


class Arc:
    """The calls of one function by another, as the reader shows them."""

    def __init__(self):
        self.calls = 0
        self.cost = {}


class Reading:
    def __init__(self):
        self.events = []
        self.functions = {}  # by the key that the reader tells functions apart by
        self.arcs = {}  # by the keys of caller and callee
        self.total = {}
        self.complaints = []

    def function(self, name):
        """Returns the only function of that name."""
        found = [f for f in self.functions.values() if f.name == name]
        if len(found) != 1:
            raise LookupError(f"{len(found)} functions {name!r}")
        return found[0]

    def costs(self, event=None):
        """Returns {name: (own, inclusive)} of an event, the first by default."""
        event = event or self.events[0]
        return {f.name: (f.own.get(event, 0), f.inclusive.get(event, 0))
                for f in self.functions.values()}


def add(into, cost, factor=1):
    """Adds the cost to another, event by event."""
    for event, count in cost.items():
        into[event] = into.get(event, 0) + factor * count

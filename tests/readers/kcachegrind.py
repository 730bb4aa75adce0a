# SPDX-License-Identifier: GPL-2.0-or-later
"""A model of how KCachegrind loads a file in Callgrind's format.

Made from a description of what it shows, not from its source; a comment like A16 names the rule of
that description that the code is there for, and each rule has its example in models_test.py.

Where the description leaves open whether something is reported, it is reported here: what we write
must not come near it.
"""
import fnmatch
import os
import re

from reading import Arc, Function, Reading, Refused, add

WORD = 1 << 64
MOST_EVENTS = 200
MOST_NUMBERS = 1_000_000_000  # A17: what is known to end the program

NUMBERED = re.compile(r"\((\d+)(\)?)[ \t]*(.*)", re.S)
NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|\d+")
TERM = re.compile(r"\s*([+-]?)\s*(\d+(?:\.\d+)?)?\s*\*?\s*([A-Za-z_]\w*)?")

PREDEFINED = {  # A14
    "L1m": "I1mr + D1mr + D1mw",
    "L2m": "I2mr + D2mr + D2mw",
    "LLm": "ILmr + DLmr + DLmw",
    "Bm": "Bim + Bcm",
    "CEst": "Ir + 10 Bm + 10 L1m + 20 Ge + 100 L2m + 100 LLm",
}


def found(name):
    """Returns the files that a name on the command line stands for (A2)."""
    folder, base = os.path.split(name)
    if base.startswith("."):
        return []
    pattern = (base or "callgrind.out").lower() + "*"
    try:
        there = sorted(os.listdir(folder or "."))
    except OSError:
        return []
    return [os.path.join(folder, f) for f in there
            if not f.startswith(".") and fnmatch.fnmatchcase(f.lower(), pattern)]


def recognised(data):
    """Says whether the first bytes are those of a file that it loads (A1)."""
    if data.startswith(b"# callgrind format\n"):
        return True
    start = data[:2047]
    for word in (b"events:", b"creator:"):
        at = start.find(word)
        if at == 0 or at > 0 and start[at - 1:at] == b"\n":
            return True
    return False


def base_name(name):
    return name.rsplit("/", 1)[-1]


def known(name):
    """Returns a name, or the empty one of what is not known (A18)."""
    return "" if name == "???" else name


def number(text):
    return int(text, 16) if text[:2] in ("0x", "0X") else int(text)


class Part:
    """A part of a file: its own numbers, its own sums (A10)."""

    def __init__(self, positions):
        self.events = None
        self.positions = positions
        self.tables = {"ob": {}, "fl": {}, "fn": {}}
        self.own = {}
        self.arcs = {}


TABLES = {"ob": "ob", "cob": "ob", "fl": "fl", "fi": "fl", "fe": "fl", "cfl": "fl", "cfi": "fl",
          "jfi": "fl", "fn": "fn", "cfn": "fn", "jfn": "fn"}
SILENT = {"version", "creator", "totals", "desc", "timeframe (BB)"}  # A9


class Loader:
    def __init__(self):
        self.reading = Reading()
        self.formulas = {}
        self.renamed = {}
        self.command = None
        self.positions = ["line"]  # A10: only these carry over, from part to part

    # ---- what is said ----------------------------------------------------------

    def complain(self, what):
        self.reading.complaints.append(f"{self.line_number}: {what}")

    # ---- a file ----------------------------------------------------------------

    def load(self, data):
        """Adds a file to the profile."""
        if not recognised(data):
            raise Refused("Unknown file format")
        if b"\0" in data:
            raise Refused("a NUL byte: reads for ever")  # A3
        self.line_number = 0
        self.begin_part()
        # A8: names that differ in invalid bytes only are one there; here they stay two.
        lines = data.decode(errors="surrogateescape").split("\n")
        if lines and lines[-1] == "":
            lines.pop()
        for line in lines:
            self.line_number += 1
            self.read(line.removesuffix("\r"))  # A3
        self.end_part()

    def begin_part(self):
        self.part = Part(self.positions)
        self.object = self.file = self.own_file = ""
        self.function = None
        self.callee = None
        self.called_object = self.called_file = None
        self.calls = None  # of a calls= whose cost line has not come
        self.is_jump = False
        self.at = {"instr": 0, "line": 0}

    def read(self, line):
        if line == "" or line[0] == "#":
            return
        first = line[0]
        if first < ":" or ord(first) > 127:
            if first in "0123456789+-*":
                self.read_cost(line)
            else:
                self.complain(f"invalid line {line!r}")  # A4, A6
            return
        body = re.match(r"([a-z]+)=(.*)", line, re.S)
        if body and (body[1] in TABLES or body[1] in ("calls", "rcalls", "jump", "jcnd")):
            getattr(self, "body_" + TABLES.get(body[1], body[1]))(body[1], body[2])
            return
        header = re.match(r"([a-z]+(?: \(BB\))?):[ \t]*(.*)", line, re.S)
        if header and header[1] in SILENT:
            return
        if header and hasattr(self, "header_" + header[1]):
            getattr(self, "header_" + header[1])(header[2])
            return
        self.complain(f"unknown line {line!r}")  # A6

    # ---- the header ------------------------------------------------------------

    def new_part(self):
        """Begins another part if the current one has events already (A10)."""
        if self.part.events is not None:
            self.end_part()
            self.begin_part()

    def header_events(self, text):
        self.new_part()
        events = text.split()
        if len(set(events)) > MOST_EVENTS:
            self.complain("too many events")
        self.part.events = events
        for event in events:
            if event not in self.reading.events:
                self.reading.events.append(event)

    def header_positions(self, text):
        self.new_part()
        words = text.split()
        self.positions = self.part.positions = [p for p in ("instr", "line") if p in words]  # A23

    def header_part(self, _):
        self.new_part()

    header_pid = header_thread = header_part  # A11

    def header_cmd(self, text):
        if self.command not in (None, text):
            self.complain("another command")  # A9
        self.command = text

    def header_arch(self, text):
        if text.strip() != "arm":
            self.complain(f"unknown arch {text!r}")

    def header_summary(self, _):
        if self.part.events is None:
            raise Refused("summary before events")  # A12

    def header_event(self, text):
        """Adds a derived event, or gives a real one a long name (A13)."""
        rest, _, long_name = text.partition(":")
        name, has_formula, formula = rest.partition("=")
        if has_formula:
            self.formulas[name.strip()] = formula.strip()
        if long_name:
            self.renamed[name.strip()] = long_name.strip()

    # ---- names and numbers -----------------------------------------------------

    def named(self, table, text):
        """Returns the name that the text defines or uses, None if unknown (A15, A17)."""
        if len(text) < 2 or text[0] != "(" or not text[1].isdigit():
            return text
        match = NUMBERED.match(text)
        if not match[2]:
            self.complain(f"no ) in {text!r}")
            return None
        at, name = self.checked(match[1]), match[3]
        names = self.part.tables[table]
        if name:
            if at in names and names[at] != name:
                self.complain(f"number {at} of {names[at]!r} is redefined as {name!r}")
            names[at] = name
        elif at not in names:
            self.complain(f"undefined number {at} of {table}")
            return None
        return names[at]

    @staticmethod
    def checked(digits):
        if int(digits) >= MOST_NUMBERS:
            raise Refused(f"number {digits}: crashes")
        return int(digits)

    def found_function(self, name, file, obj):
        """Returns the function's key; the first to have it says which file and object (A19)."""
        name = known(name)
        key = name + base_name(known(file)) + base_name(known(obj))
        if key not in self.reading.functions:
            self.reading.functions[key] = Function(name, known(file), known(obj))
        return key

    def function_of(self, text, file, obj):
        """Returns the key of the function that fn= or cfn= means: a number means one for good (A16)."""
        match = NUMBERED.match(text) if len(text) > 1 and text[0] == "(" and text[1].isdigit() else None
        if not match or not match[2]:
            return self.found_function(self.named("fn", text) or "", file, obj)
        at, name = self.checked(match[1]), match[3]
        bound = self.part.tables["fn"]
        if at in bound:
            is_same = not name or known(name) == self.reading.functions[bound[at]].name
            if is_same:
                return bound[at]
            self.complain(f"function {at} {self.reading.functions[bound[at]].name!r} is redefined as {name!r}")
        elif not name:
            self.complain(f"undefined function {at}")
            return self.found_function("", file, obj)
        bound[at] = self.found_function(name, file, obj)
        return bound[at]

    # ---- the body --------------------------------------------------------------

    def body_ob(self, key, text):
        name = self.named("ob", text) or ""
        if key == "cob":
            self.called_object = name
        else:
            self.object = name
            self.function = None  # A20

    def body_fl(self, key, text):
        name = self.named("fl", text) or ""
        if key in ("cfl", "cfi"):
            self.called_file = name  # A29
        elif key == "fl":
            self.file = self.own_file = name  # A21
        elif key in ("fi", "fe"):
            self.file = name

    def body_fn(self, key, text):
        if key == "fn":
            self.file = self.own_file  # A21
            self.function = self.function_of(text, self.own_file, self.object)
        elif key == "cfn":
            file = self.file if self.called_file is None else self.called_file
            obj = self.object if self.called_object is None else self.called_object
            self.callee = self.function_of(text, file, obj)
        else:
            self.function_of(text, self.file, self.object)

    def body_calls(self, _, text):
        match = NUMBER.match(text)
        if not match:
            self.complain("no number of calls")
        self.calls = number(match[0]) % WORD if match else 0

    body_rcalls = body_calls

    def body_jump(self, *_):
        self.is_jump = True  # A31

    body_jcnd = body_jump

    # ---- lines of costs --------------------------------------------------------

    def position(self, text, which):
        """Takes a position off the text, and returns the rest; None if there is none (A24)."""
        last = self.at[which]
        if text[:1] == "*":
            return text[1:].lstrip(" ")
        sign = text[0] if text[:1] in ("+", "-") else ""
        match = NUMBER.match(text, len(sign))
        if not match:
            return None
        value = number(match[0])
        value = last + value if sign == "+" else last - value if sign == "-" else value
        if value < 0:
            self.complain("a position below 0")
            value = 0
        self.at[which] = value % (1 << 32) if which == "line" else value % WORD
        rest = text[match.end():]
        range_end = re.match(r"[-:+](0[xX][0-9a-fA-F]+|\d+)", rest)
        return (rest[range_end.end():] if range_end else rest).lstrip(" ")

    def counts(self, text):
        """Returns the costs of a line (A25 to A27)."""
        cost = {}
        for event in self.part.events:
            if not text:
                break
            negative = text[0] == "-"
            match = NUMBER.match(text, int(negative))
            if not match or negative and number(match[0]) == 0:
                break
            count = number(match[0]) % WORD
            if negative:
                self.complain("a negative cost")
                count = 0  # A26
            cost[event] = (cost.get(event, 0) + count) % WORD  # A9: a name twice
            text = text[match.end():]
            if text and text[0] != " ":
                break
            text = text.lstrip(" ")
        if text.strip(" "):
            self.complain(f"left at the end: {text!r}")
        return cost

    def read_cost(self, line):
        if self.part.events is None:
            raise Refused("data before events")  # A10
        rest = line
        for which in self.part.positions:
            rest = self.position(rest, which)
            if rest is None:
                self.complain(f"no position in {line!r}")
                return
        if self.is_jump:
            self.is_jump = False
            return
        cost = self.counts(rest)
        if self.function is None:
            self.complain("cost without a function")  # A22
            self.function = self.found_function("", self.own_file, self.object)
        if self.calls is None:
            add(self.part.own.setdefault(self.function, {}), cost)
            return
        if self.callee is None:
            raise Refused("calls without a function: crashes")  # A28
        arc = self.part.arcs.setdefault((self.function, self.callee), Arc())
        arc.calls += self.calls
        add(arc.cost, cost)
        self.calls = None
        self.called_object = self.called_file = None  # A29

    # ---- sums ------------------------------------------------------------------

    def end_part(self):
        """Adds the part's costs up, and to those of the other parts (A32)."""
        functions = self.reading.functions
        called, incoming, outgoing = {}, {}, {}
        for (caller, callee), arc in self.part.arcs.items():
            called[callee] = called.get(callee, 0) + arc.calls
            whole = self.reading.arcs.setdefault((caller, callee), Arc())
            whole.calls += arc.calls
            add(whole.cost, arc.cost)
            if caller != callee:
                add(incoming.setdefault(callee, {}), arc.cost)
                add(outgoing.setdefault(caller, {}), arc.cost)
        for key, function in functions.items():
            own = self.part.own.get(key, {})
            add(function.own, own)
            add(self.reading.total, own)
            function.called += called.get(key, 0)
            if called.get(key, 0) > 0:
                add(function.inclusive, incoming.get(key, {}))
            else:
                add(function.inclusive, own)
                add(function.inclusive, outgoing.get(key, {}))

    def derived(self):
        """Returns the formulas that are shown: predefined ones, and those of event: (A13, A14)."""
        there = set(self.reading.events)
        shown = {}
        for name, formula in PREDEFINED.items():
            if any(term in there or term in shown for _, term in terms(formula)):
                shown[name] = formula
        shown.update(self.formulas)
        return {name: f for name, f in shown.items() if name not in there}


def terms(formula):
    """Returns the factors and names of a formula."""
    result, at = [], 0
    while at < len(formula):
        match = TERM.match(formula, at)
        if match.end() == at or not match[3]:
            break
        factor = int(float(match[2])) if match[2] else 1
        result.append((-factor if match[1] == "-" else factor, match[3]))
        at = match.end()
    return result


def value(event, cost, formulas):
    """Returns the count of an event, real or derived, with 64 bits (A13)."""
    if event in cost or event not in formulas:
        return cost.get(event, 0)
    rest = {name: f for name, f in formulas.items() if name != event}
    return sum(k * value(name, cost, rest) for k, name in terms(formulas[event])) % WORD


def in_cycles(reading):
    """Returns the cycles (sets of keys) that are shown: mutual recursion, without the function at
    which a search started (A33)."""
    callees = {}
    for caller, callee in reading.arcs:
        if caller != callee:
            callees.setdefault(caller, []).append(callee)
    seen, cycles = set(), []
    for start in sorted(reading.functions):
        if start in seen:
            continue
        # Functions that are reached from here for the first time, the start itself apart.
        reached, ahead = {start}, [start]
        while ahead:
            for callee in callees.get(ahead.pop(), ()):
                if callee not in seen and callee not in reached:
                    reached.add(callee)
                    ahead.append(callee)
        seen |= reached
        cycles += components(reached - {start}, callees)
    return cycles


def components(members, callees):
    """Returns the strongly connected components of two functions and more (Tarjan, by a loop)."""
    index, low, stack, on_stack, result = {}, {}, [], set(), []
    for root in sorted(members):
        if root in index:
            continue
        work = [(root, iter(callees.get(root, ())))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            key, rest = work[-1]
            for callee in rest:
                if callee not in members:
                    continue
                if callee not in index:
                    index[callee] = low[callee] = len(index)
                    stack.append(callee)
                    on_stack.add(callee)
                    work.append((callee, iter(callees.get(callee, ()))))
                    break
                if callee in on_stack:
                    low[key] = min(low[key], index[callee])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[key])
                if low[key] == index[key]:
                    component = set()
                    while key not in component:
                        component.add(stack.pop())
                    on_stack -= component
                    if len(component) > 1:
                        result.append(component)
    return result


def with_cycles(reading):
    """Returns {key: inclusive} with cycles on, and [(members, inclusive)] of the cycles (A33)."""
    cycles = in_cycles(reading)
    number_of = {key: n for n, cycle in enumerate(cycles) for key in cycle}
    inclusive = {key: dict(f.inclusive) for key, f in reading.functions.items()}
    for key in number_of:
        inclusive[key] = dict(reading.functions[key].own)
    for (caller, callee), arc in reading.arcs.items():
        if caller in number_of and number_of[caller] != number_of.get(callee):
            add(inclusive[caller], arc.cost)
    shown = []
    for cycle in cycles:
        whole = {}
        for key in cycle:
            add(whole, inclusive[key])
        shown.append((cycle, whole))
    return inclusive, shown


def by(reading, what):
    """Sums own costs up by "object", "file" or "class" (A34)."""
    sums = {}
    for function in reading.functions.values():
        if what == "class":
            scope = function.name.partition("(")[0].rpartition("::")[0]
            add(sums.setdefault(scope, {}), function.own)
        else:
            add(sums.setdefault(getattr(function, what), {}), function.own)
    return sums


def read(*files):
    """Returns what is shown of files, given as bytes."""
    loader = Loader()
    for data in files:
        loader.load(data)
    loader.reading.formulas = loader.derived()
    return loader.reading

# SPDX-License-Identifier: GPL-2.0-or-later
"""A strict reader of the files with calls that the tool and the commands write.

It reads what these write and no more, and notes each departure from the rules for writers under the
rule's name. Where a rule is broken it reads on, so that one slip does not hide another.
"""
import re

from kcachegrind import components

RULES = {
    "header": "# callgrind format, version:, creator:, pid:, desc:, cmd:, part:, positions: line, events:, "
              "summary: in this order, a blank after each colon",
    "white-space": "lines end in LF; no NUL, tab, indent or blank at a line's end (desc: and cmd: apart)",
    "one-part": "one part: no key of the header but totals: after it",
    "known-lines": "no line of another kind, no jumps",
    "numbers": "consecutive, defined at the first use and only there, never a bare name",
    "one-number": "one number for an object, file and function together, one for a name of an object or file",
    "order": "ob= fl= fn= and cob= cfl= cfn= calls=, each only if it changes something",
    "names": "no function is empty or ???; no name of one has a blank at an end",
    "unique-names": "no two functions have one name",
    "costs": "all costs on every line, decimal, from 0 to 2^64-1",
    "calls": "calls=N LINE with N at least 1, its cost line at once",
    "self-calls": "a function's calls of itself cost 0",
    "inlined": "fi= only in a function, fe= back to its file before the next function",
    "own-names": "#name (N) stands before the line that defines N, #calls N between cfn= and calls=, #lines only in "
                 "a block",
    "summary": "summary: and totals: are the sum of own lines, below 2^64",
    "arcs": "the arcs into a function are its inclusive cost: that of the tree, or its own lines and the arcs "
            "out of it; with a tree, a function that nobody calls is a root",
    "tree": "own cost and arcs of each function are those of the tree in the comments",
    "alone": "no other file of the folder has a name that begins with this one's",
}

HEADER = ["version", "creator", "pid", "desc", "cmd", "part", "positions", "events", "summary"]
NEEDED = {"version", "creator", "cmd", "positions", "events", "summary"}
REF = re.compile(r"\((\d+)\)(?: (.*))?$", re.S)
COST_LINES = "0123456789+-*"
CACHE_USE = {"AcCost1", "SpLoss1", "AcCost2", "SpLoss2"}
MOST = (1 << 64) - 1


class Called:
    """A function of the file: what its number means."""

    def __init__(self, number, name, own_name):
        self.number, self.name = number, name
        self.own_name = name if own_name is None else own_name
        self.object = self.file = None
        self.own = None
        self.inclusive = None
        self.blocks = 0
        self.is_root = own_name == ""


    def __str__(self):
        return self.name


class Tree:
    """The tree of the comments, and what a walk over it finds."""

    def __init__(self, width):
        self.functions = []  # numbers of fn=, by #fn
        self.width = width
        self.own, self.inclusive, self.called, self.arcs = {}, {}, {}, {}
        self.roots = {}
        self.total = [0] * width

    def walk(self, root, nodes):
        """Books a root and its nodes [level, function, calls, costs] in preorder: each function on a
        path once."""
        kind, own = root
        whole = list(own)
        path, on_path = [], {}

        def leave(level):
            while len(path) > level:
                function, cost, is_outermost, arc = path.pop()
                on_path[function] -= 1
                if is_outermost:
                    plus(self.inclusive.setdefault(function, [0] * self.width), cost)
                    plus(arc[1], cost)
                plus(path[-1][1] if path else whole, cost)
        for level, function, calls, cost in nodes:
            leave(level)
            caller = path[-1][0] if path else (kind,)
            arc = self.arcs.setdefault((caller, function), [0, [0] * self.width])
            arc[0] += calls
            self.called[function] = self.called.get(function, 0) + calls
            plus(self.own.setdefault(function, [0] * self.width), cost)
            path.append((function, list(cost), not on_path.get(function), arc))
            on_path[function] = on_path.get(function, 0) + 1
        leave(0)
        at = self.roots.setdefault(kind, ([0] * self.width, [0] * self.width))
        plus(at[0], own)
        plus(at[1], whole)
        plus(self.total, whole)


def plus(into, cost):
    for at, count in enumerate(cost):
        into[at] += count


class Written:
    def __init__(self, data):
        self.findings = []
        self.events = []
        self.header = []
        self.functions = {}  # by number
        self.files, self.objects = {}, {}
        self.arcs = {}  # by numbers of caller and callee: [calls, costs]
        self.sums = {}
        self.calls = {}  # by number: the calls that our own reader knows of
        self.lines = {}  # own costs by (number, file, flat name, line)
        self.tree = None
        self.same = []  # pairs of numbers: functions that are one in our tables
        self.read(data)

    def note(self, rule, what):
        self.findings.append((rule, self.at, what))

    # ---- lines -----------------------------------------------------------------

    def read(self, data):
        self.at = 0
        if not data.endswith(b"\n"):
            self.note("white-space", "the last line has no LF")
        lines = data.decode("utf-8", "surrogateescape").split("\n")
        if lines[-1] == "":
            lines.pop()
        if not lines or lines[0] != "# callgrind format":
            self.note("header", "the first line is not '# callgrind format'")
        self.block = self.callee = None
        self.object = self.file = self.own_file = None
        self.pending = []  # keys since the last complete line of their kind
        self.own_names = {}
        self.flat_name = None
        self.is_in_body = self.has_totals = False
        self.awaits_cost = None
        self.root = None
        self.last_caller = self.known_calls = None
        self.places = set()
        nodes = []
        for self.at, line in enumerate(lines, 1):
            self.check_white_space(line)
            if self.awaits_cost and (not line or line[0] not in COST_LINES):
                self.note("calls", f"{line!r} between calls= and its cost")
                self.awaits_cost = None
            if line.startswith("#"):
                self.read_comment(line, nodes)
            elif line[:1] in COST_LINES and line:
                self.read_cost(line)
            elif line:
                self.read_key(line)
        if self.root:
            self.tree.walk(self.root, nodes)
        self.at = len(lines)
        self.finish()

    def check_white_space(self, line):
        if line.startswith(("desc:", "cmd:")):
            return
        if "\0" in line or "\t" in line or line[:1] == " " or line[-1:] == " " or "\r" in line:
            self.note("white-space", f"in {line!r}")

    def read_key(self, line):
        key = re.match(r"(\w+):(.*)", line, re.S)
        if key:
            self.read_header(key[1], key[2])
            return
        self.is_in_body = True
        key = re.match(r"(\w+)=(.*)", line, re.S)
        if key and key[1] in ("ob", "fl", "fi", "fe", "fn", "cob", "cfl", "cfn", "calls"):
            getattr(self, "key_" + key[1])(key[2])
        else:
            self.note("known-lines", repr(line))

    def read_header(self, key, text):
        if text[:1] != " " and not (key in ("desc", "cmd") and text == ""):
            self.note("header", f"no blank after {key}:")
        if key == "totals":
            self.has_totals = True
            self.sums[key] = self.numbers_of(text)
            return
        if self.is_in_body:
            self.note("one-part", f"{key}: after the header")
        if key not in HEADER:
            self.note("known-lines", f"{key}:")
        self.header.append(key)
        if key == "events":
            self.events = text.split()
        elif key == "summary":
            self.sums[key] = self.numbers_of(text)
        elif key == "positions" and text != " line":
            self.note("header", f"positions:{text}")
        elif key == "version" and text != " 1":
            self.note("header", f"version:{text}")

    def numbers_of(self, text):
        counts = text.split(" ")[1:]
        if len(counts) != len(self.events) or not all(c.isdigit() for c in counts):
            self.note("summary", f"not a number for each event: {text!r}")
            return [0] * len(self.events)
        return [int(c) for c in counts]

    # ---- names -----------------------------------------------------------------

    def number(self, table, text):
        """Returns the number that the text defines or uses, and its name."""
        match = REF.match(text)
        if not match:
            self.note("numbers", f"a bare name {text!r}")
            number = next((n for n, named in table.items() if str(named) == text), -1 - len(table))
            return number, None if number in table else text
        number, name = int(match[1]), match[2]
        if name is None and number not in table:
            self.note("numbers", f"({number}) is not defined")
            name = "???"
        elif name is not None and number in table:
            self.note("numbers", f"({number}) is defined twice")
            name = None
        elif name is not None and number != len(table) + 1:
            self.note("numbers", f"({number}) comes after {len(table)} others")
        return number, name

    def named(self, table, text):
        number, name = self.number(table, text)
        if name is not None:
            if name in table.values():
                self.note("one-number", f"{name!r} has two numbers")
            table[number] = name
        return table[number]

    def called(self, text, file, obj):
        number, name = self.number(self.functions, text)
        if name is not None:
            function = Called(number, name, self.own_names.get(number))
            self.functions[number] = function
        function = self.functions[number]
        if function.file is None:
            function.file, function.object = file, obj
        elif (function.file, function.object) != (file, obj):
            self.note("one-number", f"({number}) {function.name!r} is in {function.object!r} {function.file!r} "
                                    f"and in {obj!r} {file!r}")
        return function

    # ---- the body --------------------------------------------------------------

    def keys(self, key, wanted):
        """Notes a key that does not follow one of the wanted ones."""
        last = self.pending[-1] if self.pending else ""
        if last not in wanted:
            self.note("order", f"{key}= after {last + '=' if last else 'a complete line'}")
        self.pending.append(key)

    def key_ob(self, text):
        self.end_block()
        self.keys("ob", ("",))
        name = self.named(self.objects, text)
        if name == self.object:
            self.note("order", f"ob= of the same object {name!r}")
        self.object = name

    def key_fl(self, text):
        self.end_block()
        self.keys("fl", ("", "ob"))
        self.file = self.own_file = self.named(self.files, text)

    def key_fn(self, text):
        self.end_block()
        self.keys("fn", ("fl",))
        self.pending = []
        if self.object is None:
            self.note("order", "fn= before any ob=")
        self.block = self.called(text, self.own_file, self.object)
        self.block.blocks += 1
        if self.block.blocks > 1:
            self.note("order", f"another block of {self.block.name!r}")
        self.flat_name = None

    def end_block(self):
        if self.block and self.file != self.own_file:
            self.note("inlined", "no fe= before the next function")
        self.block = None
        self.file = self.own_file

    def key_fi(self, text):
        self.keys("fi", ("",))
        self.pending = []
        if not self.block:
            self.note("inlined", "fi= outside a function")
        self.file = self.named(self.files, text)

    def key_fe(self, text):
        self.key_fi(text)
        if self.file != self.own_file:
            self.note("inlined", "fe= to another file than the function's")

    def key_cob(self, text):
        self.keys("cob", ("",))
        self.called_object = self.named(self.objects, text)
        if self.called_object == self.object:
            self.note("order", "cob= of the caller's object")

    def key_cfl(self, text):
        self.keys("cfl", ("", "cob"))
        self.called_file = self.named(self.files, text)
        # After fi=, readers differ in which file is the current one.
        if self.called_file == self.file == self.own_file:
            self.note("order", "cfl= of the current file")

    def key_cfn(self, text):
        obj = self.called_object if "cob" in self.pending else self.object
        file = self.called_file if "cfl" in self.pending else self.file
        self.keys("cfn", ("", "cob", "cfl"))
        self.callee = self.called(text, file, obj)

    def key_calls(self, text):
        self.keys("calls", ("cfn",))
        self.pending = []
        match = re.fullmatch(r"(\d+) \d+", text)
        if not match or int(match[1]) < 1:
            self.note("calls", f"calls={text}")
        self.awaits_cost = (self.callee, int(match[1]) if match else 0)

    def read_cost(self, line):
        self.is_in_body = True
        words = line.split(" ")
        if len(words) != len(self.events) + 1 or not all(re.fullmatch(r"\d+", w) for w in words):
            self.note("costs", repr(line))
            return
        cost = [int(w) for w in words[1:]]
        if max(cost, default=0) > MOST:
            self.note("costs", f"{line!r} is too large")
        if self.pending:
            self.note("order", f"a cost after {self.pending[-1]}=")
            self.pending = []
        if not self.block:
            self.note("order", "a cost outside a function")
            return
        if self.awaits_cost:
            callee, calls = self.awaits_cost
            self.awaits_cost = None
            if callee is None:
                return
            if callee is self.block and any(cost):
                self.note("self-calls", f"{callee.name!r}: {line!r}")
            key = (self.block.number, callee.number)
            place = (*key, self.file, words[0])
            if place in self.places:
                self.note("order", f"another calls= of {callee.name!r} in {self.block.name!r} at line {words[0]}")
            self.places.add(place)
            arc = self.arcs.setdefault(key, [0, [0] * len(self.events)])
            arc[0] += calls
            plus(arc[1], cost)
            known = calls if self.known_calls is None else self.known_calls
            self.calls[callee.number] = self.calls.get(callee.number, 0) + known
            self.known_calls = None
            self.last_caller = self.block.number
            return
        if self.last_caller == self.block.number:
            self.note("order", f"an own line after the calls of {self.block.name!r}")
        self.book(cost)
        flat = self.block.own_name if self.flat_name is None else self.flat_name
        row = self.lines.setdefault((self.block.number, self.file, flat, int(words[0])), [0] * len(cost))
        plus(row, cost)

    def book(self, cost):
        if self.block.own is None:
            self.block.own = [0] * len(self.events)
        plus(self.block.own, cost)

    # ---- comments --------------------------------------------------------------

    def read_comment(self, line, nodes):
        words = line.split(" ")
        if words[0] == "#name":
            match = re.match(r"#name \((\d+)\)(?: (.*))?$", line, re.S)
            if not match:
                self.note("own-names", repr(line))
            elif int(match[1]) != len(self.functions) + 1:
                self.note("own-names", f"{line!r} does not stand before its number")
            else:
                self.own_names[int(match[1])] = match[2] or ""
        elif words[0] == "#calls":
            # How often it was called really, where calls= has to have 1 for 0.
            if self.pending[-1:] != ["cfn"]:
                self.note("own-names", "#calls without cfn=")
            self.known_calls = int(words[1])
        elif words[0] == "#lines":
            if not self.block:
                self.note("own-names", "#lines outside a function")
            self.flat_name = line[len("#lines "):] if len(words) > 1 else None
        elif words[0] in ("#alike", "#matched"):
            first, second = (int(word) for word in words[1:])
            if first not in self.functions or second not in self.functions:
                self.note("numbers", f"{line!r} of a function that is not defined")
            self.same.append((first, second))
        elif words[0] == "#tree":
            self.end_block()
            self.tree = Tree(len(self.events))
        elif words[0] == "#fn" and self.tree is not None:
            self.tree.functions.append(int(words[3]))
        elif words[0] == "#root" and self.tree is not None:
            if self.root:
                self.tree.walk(self.root, nodes)
            self.root = (words[1], self.costs_of(words[2:]))
            self.level = -1
            nodes.clear()
        elif self.tree is not None and re.fullmatch(r"#\d+", words[0]):
            self.level += 1 - int(words[0][1:])
            function = self.tree.functions[int(words[1]) - 1]
            nodes.append((self.level, function, int(words[2]), self.costs_of(words[3:])))

    def costs_of(self, words):
        return [int(w) for w in words] + [0] * (len(self.events) - len(words))

    # ---- the whole -------------------------------------------------------------

    def finish(self):
        self.check_header()
        zero = [0] * len(self.events)
        total = list(zero)
        for function in self.functions.values():
            plus(total, function.own or zero)
        for key in ("summary", "totals"):
            if self.sums.get(key) != total:
                self.note("summary", f"{key} {self.sums.get(key)} and own lines {total}")
        if max(total, default=0) > MOST:
            self.note("summary", "too large")
        self.check_names()
        self.check_arcs(zero)
        if self.tree:
            self.check_tree(zero)

    def check_header(self):
        order = [HEADER.index(k) for k in self.header if k in HEADER]
        if order != sorted(order):
            self.note("header", f"in this order: {' '.join(self.header)}")
        for key in HEADER:
            if self.header.count(key) > 1 and key != "desc":
                self.note("header", f"{key}: twice")
        missing = NEEDED - set(self.header)
        if missing:
            self.note("header", f"without {' '.join(sorted(missing))}")
        if not self.has_totals:
            self.note("summary", "no totals:")

    def check_names(self):
        seen, names = {}, {}
        for function in self.functions.values():
            if function.name in ("", "???") or function.name != function.name.strip():
                self.note("names", f"({function.number}) {function.name!r}")
            if function.name in names:
                self.note("unique-names", f"{function.name!r} is ({names[function.name]}) and ({function.number})")
            names[function.name] = function.number
            key = (function.object, function.file, function.name)
            if key in seen:
                self.note("one-number", f"{key} is ({seen[key]}) and ({function.number})")
            seen[key] = function.number

    def check_arcs(self, zero):
        incoming, outgoing, has_caller, in_recursion = {}, {}, set(), self.recursive()
        for (caller, callee), (_, cost) in self.arcs.items():
            if caller == callee:
                continue
            has_caller.add(callee)
            plus(incoming.setdefault(callee, list(zero)), cost)
            plus(outgoing.setdefault(caller, list(zero)), cost)
        self.incoming = incoming
        for number, function in self.functions.items():
            inside = list(function.own or zero)
            plus(inside, outgoing.get(number, zero))
            function.inclusive = incoming[number] if number in incoming else inside
            if number not in has_caller:
                if self.tree and not function.is_root:
                    self.note("arcs", f"nobody calls {function.name!r}")
                continue
            if function.is_root:
                self.note("arcs", f"the root {function.name!r} is called")
            wanted = self.tree.inclusive.get(number, zero) if self.tree else inside
            if not self.tree:
                # Callgrind's arcs have more than their callee where it was left or entered without a
                # return or a call, and those of cache use do not add up at all. What they have less
                # than the callee is a root's to add.
                wanted = [i if e in CACHE_USE else max(i, w)
                          for e, i, w in zip(self.events, incoming[number], wanted)]
            if incoming[number] != wanted and (self.tree or number not in in_recursion):
                self.note("arcs", f"into {function.name!r}: {incoming[number]}, not {wanted}")

    def recursive(self):
        callees = {}
        for caller, callee in self.arcs:
            if caller != callee:
                callees.setdefault(caller, []).append(callee)
        return set().union(*components(set(self.functions), callees))

    def check_tree(self, zero):
        roots = {f.number for f in self.functions.values() if f.is_root}
        tree = self.tree
        for number, function in self.functions.items():
            if number not in roots and (function.own or zero) != tree.own.get(number, zero):
                self.note("tree", f"own cost of {function.name!r}: {function.own or zero}, "
                                  f"in the tree {tree.own.get(number, zero)}")
        written = sorted(self.functions[r].own or zero for r in roots)
        own_of_roots = sorted(own for own, whole in tree.roots.values() if any(whole))
        if [r for r in written if any(r)] != [r for r in own_of_roots if any(r)]:
            self.note("tree", f"own cost of roots: {written}, in the tree {own_of_roots}")
        of_roots = {}
        for (caller, callee), (calls, cost) in self.arcs.items():
            if caller in roots:
                arc = of_roots.setdefault(callee, [0, list(zero)])
                arc[0] += calls
                plus(arc[1], cost)
        wanted = {}
        for (caller, callee), (calls, cost) in tree.arcs.items():
            key = ((), callee) if isinstance(caller, tuple) else (caller, callee)
            arc = wanted.setdefault(key, [0, list(zero)])
            arc[0] += max(calls, 1)  # an unknown number is written as 1
            if caller != callee:
                plus(arc[1], cost)
        found = {k: v for k, v in self.arcs.items() if k[0] not in roots}
        found.update({((), callee): arc for callee, arc in of_roots.items()})
        for key in found.keys() | wanted.keys():
            if found.get(key) != wanted.get(key):
                caller = self.functions[key[0]].name if key[0] != () else "a root"
                self.note("tree", f"{caller!r} calls {self.functions[key[1]].name!r}: {found.get(key)}, "
                                  f"in the tree {wanted.get(key)}")

# SPDX-License-Identifier: GPL-2.0-or-later
"""A model of how callgrind_annotate 3.19 reads a file in Callgrind's format, and the installed
callgrind_annotate itself, read back from what it prints.

The model is made from a description of what it does, not from its source; a comment like B4 names
the rule of that description. A row is a file and a name.
"""
import os
import re
import subprocess

from reading import Arc, Function, Reading, Refused, add

MOST = 1 << 64
KEY = re.compile(r"([a-z]+)=(.*)", re.S)
POSITION = re.compile(r"([+-]?\d+|\*|0x[0-9a-fA-F]+)(?=\s|$)")
FILES = {"fl", "fi", "fe"}


class Annotator:
    def __init__(self, folder):
        self.reading = Reading()
        self.folder = folder.rstrip("/") + "/"
        self.numbers = {"ob": {}, "fl": {}, "fn": {}}
        self.summary = self.totals = None
        self.positions = 1
        self.row = None  # the file of the row that fn=, fi= or fe= began
        self.name = self.object = ""
        self.file = ""
        self.callee_name = self.callee_file = None
        self.calls = 0
        self.pending = {}

    def complain(self, what):
        self.reading.complaints.append(what)

    def read(self, data):
        lines = data.decode(errors="surrogateescape").split("\n")
        if lines and lines[-1] == "":
            lines.pop()
        at = self.read_header(lines)
        for line in lines[at:]:
            self.read_line(line)
        if self.row is not None:
            self.row = self.file  # B4: fl= renames the last row
        self.flush()
        return self.reading

    # ---- B1 --------------------------------------------------------------------

    def read_header(self, lines):
        for at, line in enumerate(lines):
            if line.startswith("#") or not line.strip():
                continue
            if re.match(r"events:\s", line):
                self.reading.events = line.split()[1:]
                return at + 1
            match = re.match(r"(version|creator|pid|thread|part|cmd|desc|positions|event):(\s.*|$)", line)
            if not match:
                self.complain(f"malformed, ignoring: {line!r}")
            elif match[1] == "version" and int(match[2] or 0) >= 2:
                raise Refused("version")
            elif match[1] == "positions":
                words = match[2].split()
                self.positions = max(1, len(words))
                self.has_address = "instr" in words
        raise Refused("missing events line")

    has_address = False

    # ---- the body --------------------------------------------------------------

    def read_line(self, line):
        if line.startswith("#") or not line.strip():
            return
        if line[0] in "0123456789+-*":
            self.read_cost(line)
            return
        match = KEY.match(line)
        key = match[1] if match else ""
        if key in ("ob", "fl", "fi", "fe", "fn", "cob", "cfl", "cfi", "cfn"):
            name = self.named({"ob": "ob", "cob": "ob", "fn": "fn", "cfn": "fn"}.get(key, "fl"), match[2])
            self.change(key, name)
        elif key == "calls":
            number = re.match(r"\d+", match[2])
            is_decimal = number and not match[2].startswith("0x")
            self.calls = int(number[0]) if is_decimal else 0  # B7
            if not is_decimal:
                self.complain(f"malformed, ignoring: {line!r}")
        elif key in ("jump", "jcnd"):
            pass
        elif line.startswith(("summary:", "totals:")):
            counts = [int(c) for c in line.split()[1:]]
            sums = dict(zip(self.reading.events, counts))
            if line.startswith("summary:"):
                self.summary = sums
            else:
                self.totals = sums
        elif re.match(r"events:\s", line):
            self.complain(f"malformed, ignoring: {line!r}")
        else:
            self.complain(f"malformed, ignoring: {line!r}")

    def named(self, table, text):
        """Returns the name that the text defines or uses; a number is a name only (B3)."""
        match = re.match(r"\((\d+)\)(?:\s+(.*))?$", text, re.S)
        if not match:
            return text
        if match[2]:
            self.numbers[table][match[1]] = match[2]
        elif match[1] not in self.numbers[table]:
            self.complain(f"undefined number {match[1]}")  # B11
            return ""
        return self.numbers[table][match[1]]

    def change(self, key, name):
        if key == "ob":
            self.object = name
        elif key == "cob":
            pass  # B5
        elif key in FILES:
            if key != "fl":
                if self.row is None:
                    raise Refused(f"{key}= before fn=")  # B4
                self.flush()
            self.file = name.removeprefix(self.folder)  # B5
            if key != "fl":
                self.row = self.file
        elif key == "fn":
            self.flush()
            self.row = self.file
            self.name = name
            self.row_object = self.object
        elif key == "cfn":
            self.callee_name = name
            self.used_file = self.file if self.callee_file is None else self.callee_file
            self.callee_file = None  # B5: it holds until the next cfn
        else:
            self.callee_file = name or None

    def flush(self):
        """Books what the current row has cost."""
        if not self.pending:
            return
        key = (self.row, self.name)
        row = self.found(*key)
        row.object = self.row_object
        add(row.own, self.pending["own"])
        for callee, calls, cost in self.pending["arcs"]:
            arc = self.reading.arcs.setdefault((key, callee), Arc())
            arc.calls += calls
            add(arc.cost, cost)
        self.pending = {}

    def found(self, file, name):
        key = (file, name)
        if key not in self.reading.functions:
            self.reading.functions[key] = Function(name, file, "")
        return self.reading.functions[key]

    def read_cost(self, line):
        words = line
        for _ in range(self.positions):
            match = POSITION.match(words)
            if not match:
                self.complain(f"line lost: {line!r}")  # B6
                return
            words = words[match.end():].lstrip()
        cost = {}
        counts = words.split()
        if len(counts) > len(self.reading.events):
            raise Refused("too many counts")
        for event, text in zip(self.reading.events, counts):
            if re.fullmatch(r"-?\d+(\.\d+)?", text):
                cost[event] = cost.get(event, 0) + (float(text) if "." in text else int(text))
            elif text != "." and not re.match(r"0x", text):
                self.complain(f"not a count: {text!r}")
        if self.row is None:
            self.row = self.file
            self.row_object = self.object
        self.pending.setdefault("own", {})
        self.pending.setdefault("arcs", [])
        if self.calls and self.callee_name is None:
            self.complain("calls without cfn=")  # B7
            self.calls = 0
        elif self.calls:
            callee = (self.used_file, self.callee_name)
            self.pending["arcs"].append((callee, self.calls, cost))
            self.calls = 0
        else:
            add(self.pending["own"], cost)


def sums(annotator):
    """Fills in inclusive costs, counts of calls and the total (B8, B9)."""
    reading = annotator.reading
    for (_, callee) in reading.arcs:
        annotator.found(*callee)
    incoming, outgoing = {}, {}
    for (caller, callee), arc in reading.arcs.items():
        add(incoming.setdefault(callee, {}), arc.cost)
        add(outgoing.setdefault(caller, {}), arc.cost)
        reading.functions[callee].called += arc.calls
    for key, row in reading.functions.items():
        if key in incoming:
            add(row.inclusive, incoming[key])
        else:
            add(row.inclusive, row.own)
            add(row.inclusive, outgoing.get(key, {}))
    own = {}
    for row in reading.functions.values():
        add(own, row.own)
    first = reading.events[0] if reading.events else None
    if annotator.summary and annotator.summary.get(first, 0) > 0:
        reading.total = annotator.summary
    else:
        reading.total = annotator.totals or own
    return reading


def read(data, folder="/nonexistent"):
    """Returns what the model shows of a file, given as bytes."""
    annotator = Annotator(folder)
    annotator.read(data)
    return sums(annotator)


# ---- the installed one -----------------------------------------------------------

CELL = r" *(-?[\d,]+|-?\d[\d.]*e\+\d+|\.)(?: +\([^)]*\))?"
OBJECT = re.compile(r"(.*?)(?: \[([^\]]*)\])?$", re.S)
CALLS = re.compile(r"(.*) \((\d+)x\)$", re.S)


def printed(path, inclusive, folder):
    command = ["callgrind_annotate", "--auto=no", "--threshold=100",
               f"--inclusive={'yes' if inclusive else 'no'}"]
    command += ["--tree=both"] if inclusive else []
    return subprocess.run(command + [os.path.abspath(path)], capture_output=True, cwd=folder,
                          env={**os.environ, "LC_ALL": "C"}, check=False)


def rows(text, events, known):
    """Yields mark, file and name, calls and counts of each line of a table."""
    row = re.compile(CELL * len(events) + r"  +(?:([<*>]) +)?(\S.*)", re.S)
    for line in text.splitlines():
        match = row.match(line)
        if not match:
            continue
        cells, mark, name = match.groups()[:len(events)], *match.groups()[len(events):]
        calls = 0
        if name not in known:
            name = OBJECT.match(name)[1]
        if name not in known and CALLS.match(name):
            name, calls = CALLS.match(name)[1], int(CALLS.match(name)[2])
        yield mark, name, calls, {e: count(c) for e, c in zip(events, cells)}


def count(cell):
    return 0 if cell == "." else int(float(cell)) if "e" in cell else int(cell.replace(",", ""))


def installed(path, folder, known=()):
    """Returns what the installed callgrind_annotate shows of a file; it runs in an empty folder. Rows
    have "file:name" for a key; known are those that there may be, since a name may look like the
    object or the calls that are printed after it."""
    reading = Reading()
    for inclusive in (False, True):
        run = printed(path, inclusive, folder)
        errors = run.stderr.decode(errors="surrogateescape").strip()
        if run.returncode != 0:
            raise Refused(errors)
        reading.complaints += errors.splitlines()
        text = run.stdout.decode(errors="surrogateescape")
        reading.events = re.search(r"^Events shown: +(.*)$", text, re.M)[1].split()
        whole = re.search(CELL * len(reading.events) + "  PROGRAM TOTALS$", text, re.M)
        if whole and not inclusive:
            reading.total = {e: count(c) for e, c in zip(reading.events, whole.groups())}
        table = text[text.index("file:function"):] if "file:function" in text else ""
        callers = []
        for mark, name, calls, counts in rows(table, reading.events, known):
            if mark == "<":
                callers.append((name, calls, counts))
            elif mark != ">":
                row = reading.functions.setdefault(name, Function(name, "", ""))
                add(row.inclusive if inclusive else row.own, counts)
                for caller, number, cost in callers:
                    arc = reading.arcs.setdefault((caller, name), Arc())
                    arc.calls += number
                    add(arc.cost, cost)
                    row.called += number
                callers = []
    return reading

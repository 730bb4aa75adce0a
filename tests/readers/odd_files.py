# SPDX-License-Identifier: GPL-2.0-or-later
"""Odd files in Callgrind's format: random ones, and a model of what ours reads of them.

The model is KCachegrind's (kcachegrind.py), with the differences that are meant. Where
KCachegrind passes over a number or a line that has one meaning only, it is read here:

  numbers     negative costs, `+5`, and `2e3` are kept; after a word that is no number the next one
              counts; tabs separate; 2^64-4 is -4
  positions   a second position that is no number is passed over; words in positions: that are not
              known are positions, if the first cost line has numbers for them; a line of more than 32
              bits is unknown, 0; the line of a jump moves nothing
  names       blanks before a name do not belong to it; two functions are one if object, file and
              name are equal; without ob=, it is ???
  header      summary: and positions: may stand anywhere; a byte order mark may come first; a part
              begins with events: only
  calls       cob=, cfl= may follow cfn=, as in lsprof's; calls without any callee are lost; a call
              of itself costs nothing
              a number that only a list of names defines, as yappi's, has the place of its first use
  files       without fl= in a part, fi= says the function's file, too, as in lsprof's; fl= ends a
              nameless function
"""
import re

import kcachegrind
from reading import Arc, Refused, add

ODD = re.compile(r"([+-]?)(?:0[xX]([0-9a-fA-F]+)|(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?)")
UNKNOWN = "???"


def odd_number(word):
    """Returns the number that a word begins with, and what follows it; None if there is none."""
    match = ODD.match(word)
    if not match:
        return None
    sign, hexadecimal, whole, fraction, bare, exponent = match.groups()
    if hexadecimal:
        value = int(hexadecimal, 16)
    else:
        digits, places = (whole or "") + (fraction or bare or ""), len(fraction or bare or "")
        shift = int(exponent or 0) - places
        value = int(digits or "0") * 10**shift if shift >= 0 else int(digits or "0") // 10**-shift
    return -value if sign == "-" else value, word[match.end():]


class Model(kcachegrind.Loader):
    def __init__(self):
        super().__init__()
        self.is_settled = True  # whether unknown words in positions: are positions
        self.rows = {}  # costs by (file, function, line)
        self.cost_of = {}  # own costs by (object, file, name)
        self.arc_of = {}  # (calls, costs) by two of these

    def load(self, data):
        super().load(data.removeprefix(b"\xef\xbb\xbf"))

    # ---- the header ------------------------------------------------------------

    def header_positions(self, text):
        words, known = [], iter([p for p in ("instr", "bb", "line") if p in text.split()])
        for word in text.split():
            if word not in words:
                words.append(word)
        self.positions = self.part.positions = \
            [next(known) if w in ("instr", "bb", "line") else w for w in words]
        self.is_settled = False

    def header_part(self, _):
        pass

    header_pid = header_thread = header_part

    def header_summary(self, _):
        pass

    def begin_part(self):
        super().begin_part()
        self.at = {}
        self.has_fl = self.is_unnamed = False
        self.callee_key = self.number = None
        self.is_call = False
        self.unplaced = {}  # names of numbers that cfn= defined without a call after it
        self.only_defined = set()  # numbers of functions whose blocks are empty so far

    # ---- names -----------------------------------------------------------------

    def found_function(self, name, file, obj):
        return (obj or UNKNOWN, file or UNKNOWN, name or UNKNOWN)

    def function_of(self, text, file, obj):
        text = text.lstrip(" \t")
        match = kcachegrind.NUMBERED.match(text) if re.match(r"\(\d", text) else None
        if not match:
            return self.found_function(text, file, obj)
        if not match[2]:
            return self.found_function("", file, obj)
        at, name, bound = int(match[1]), match[3], self.part.tables["fn"]
        if at not in bound and not name:
            name = self.unplaced.get(at, "")
        if at not in bound and not name:
            return self.found_function("", file, obj)
        if at not in bound or name and (known(name) != bound[at][2]):
            bound[at] = self.found_function(known(name), file, obj)
            self.only_defined.add(at)
        elif at in self.only_defined:
            if self.is_call:  # what it does not say is as in the list of names
                file = bound[at][1] if self.called_file is None else self.called_file
                obj = bound[at][0] if self.called_object is None else self.called_object
            bound[at] = self.found_function(bound[at][2], file, obj)
        self.number = at
        return bound[at]

    def named(self, table, text):
        return super().named(table, text.lstrip(" \t"))

    # ---- the body --------------------------------------------------------------

    def body_fl(self, key, text):
        if key == "fl":
            self.has_fl = True
            if self.is_unnamed:
                self.function = None
        super().body_fl(key, text)
        if key in ("fi", "fe") and not self.has_fl:
            self.own_file = self.file

    def body_fn(self, key, text):
        if key == "cfn":
            self.callee = text
            match = kcachegrind.NUMBERED.match(text.lstrip(" \t"))
            if match and match[2] and match[3]:
                self.unplaced[int(match[1])] = match[3]
            return
        if key == "jfn":
            self.named("fn", text)
            return
        self.is_unnamed, self.number = False, None
        super().body_fn(key, text)

    def resolve(self):
        """Returns the function that a call line calls."""
        if self.callee is not None:
            file = self.file if self.called_file is None else self.called_file
            obj = self.object if self.called_object is None else self.called_object
            of_current, self.number = self.number, None
            self.is_call = True
            self.callee_key = self.function_of(self.callee, file, obj)
            self.is_call = False
            self.only_defined.discard(self.number)
            self.number = of_current
        self.callee = self.called_file = self.called_object = None
        return self.callee_key

    def body_calls(self, _, text):
        word = (text.split() or [""])[0]
        number = odd_number(word)
        self.calls = number[0] if number and 0 <= number[0] < 1 << 63 and word[0] != "-" else 0

    body_rcalls = body_calls

    # ---- lines of costs --------------------------------------------------------

    def position(self, word, which, is_first):
        last = self.at.get(which, 0)
        if word == "*":
            return last
        number = odd_number(word) if word else None
        if not number or number[1] and not re.fullmatch(r"[-:+]\d+", number[1]):
            return None if is_first or not word else 0
        value = number[0] if word[0] not in "+-" else last + number[0]
        if value < 0 or which == "line" and value >= 1 << 32:
            return 0
        return value

    def count(self, word):
        number = odd_number(word)
        if not number or word == ".":
            return 0
        value = number[0]
        if not -1 << 63 <= value < 1 << 64:
            raise Refused("too large")
        return value - (1 << 64) if value >= 1 << 63 else value

    def read_cost(self, line):
        if self.part.events is None:
            raise Refused("data before events")
        if self.is_jump:
            self.is_jump = False
            return
        words = re.split(r"[ \t\r]+", line.rstrip(" \t\r"))
        if not self.is_settled:
            names = [p for p in self.part.positions if p in ("instr", "bb", "line")]
            if len(words) <= len(names) + len(self.part.events):
                self.positions = self.part.positions = names
            self.is_settled = True
        moved = {}
        for number, which in enumerate(self.part.positions):
            at = self.position(words[number] if number < len(words) else "", which, number == 0)
            if at is None:
                return
            moved[which] = at
        self.at.update(moved)
        cost = {}
        for event, word in zip(self.part.events, words[len(self.part.positions):]):
            if word[0] == "#":
                break
            cost[event] = cost.get(event, 0) + self.count(word)
        if self.calls is None:
            self.of_current()
            add(self.cost_of.setdefault(self.function, {}), cost)
            row = (self.file or UNKNOWN, self.function[2], self.at.get("line", 0))
            add(self.rows.setdefault(row, {}), cost)
            return
        calls, self.calls = self.calls, None
        if self.callee is None and self.callee_key is None:
            self.called_file = self.called_object = None
            return
        self.of_current()
        callee = self.resolve()
        arc = self.arc_of.setdefault((self.function, callee), Arc())
        arc.calls += calls
        if callee != self.function:
            add(arc.cost, cost)

    def of_current(self):
        if self.function is None:
            self.is_unnamed, self.number = True, None
            self.function = self.found_function("", self.own_file, self.object)
        self.only_defined.discard(self.number)

    def end_part(self):
        pass


def known(name):
    return UNKNOWN if name in ("", UNKNOWN) else name


def read(data):
    model = Model()
    model.load(data)
    return model


# ---- random files ----------------------------------------------------------------------

WORDS = ["==== NEW FILE ====", "foo=bar", "frfn=(3)", "xfn=f", " 1 10", "  fn=late", "fn = g", "-----", "- 5",
         "what is this", "(begin)", "/a/path 3", "\"text\"", "***", "\u00e9t\u00e9", "<html>", "events", "12:30:55 5"]
KEYS = ["foo: bar", "arch: x86", "time-unit: ms", "Desc: x", "part: 3", "thread: 2", "pid: 7", "desc: a: b",
        "timeframe (BB): 1-2", "version: 2", "version: x", "cmd: other", "summary: 5", "summary: 18446744073709527171",
        "totals: n/a", "totals: 1 2 3 4 5 6", "totals:", "event: Sum = A + 2 B : long", "event: X =", "event: = 3",
        "event: A = B", "event: Y = Nothing + A", "totals=9"]


class Files:
    """Writes random files. Each has what the format allows, and a few odd lines and numbers."""

    def __init__(self, random):
        self.random = random
        self.lines = []

    def one(self, *choices):
        return self.random.choice(choices)

    def rarely(self, part=10):
        return self.random.randrange(part) == 0

    def line(self, text):
        self.lines.append(text + ("\r" if self.rarely(20) else ""))
        if self.rarely(12):
            self.lines.append(self.one("", "# comment", "#tree", "\t", *WORDS, *KEYS))

    def whole(self):
        if self.rarely(4):
            self.lines.append(self.one("", *WORDS))
        self.line(self.one("version: 1", "creator: xdebug 3.2", "creator: callgrind 9", "events: A", "positions: line",
                           "# callgrind format", "# made by hand"))
        for _ in range(self.one(1, 1, 1, 2, 3)):
            self.part()
        text = "\n".join(self.lines) + self.one("\n", "\n", "")
        mark = b"\xef\xbb\xbf" if self.rarely(10) else b""
        return mark + text.encode()

    def part(self):
        self.known = {}
        self.events = self.one(["A"], ["A", "B"], ["B"], ["A", "A"], ["B", "C", "A"])
        self.positions = self.one("line", "line", "line", "instr line", "line instr", "instr bb line", "instr", "none",
                                  "line column", "column line")
        self.line("positions: " + self.positions)
        if self.rarely():
            self.line("summary: 1")
        self.line("events: " + " ".join(self.events))
        if self.rarely(3):
            self.line("summary: " + self.one("5", "5 6 7 8 9", "-3", "x", "18446744073709551612"))
        self.is_first = True
        for _ in range(self.random.randrange(1, 6)):
            self.function()
        if self.rarely(3):
            self.line(self.one("totals: 3", "totals: 1 2 3 4", "totals=x", "totals: -4"))

    def name(self, key, kind, name, place=None):
        """A line with a name, by number or not; the number of a function is of one place."""
        what = (kind, name, place)
        number = self.known.get(what)
        how = self.random.randrange(6)
        if number is not None and how < 3:
            return self.line(f"{key}=({number})")
        if how < 2 and name:
            number = number or len(self.known) + 1
            self.known[what] = number
            return self.line(f"{key}=({number})" + self.one(" ", "", "  ", "\t") + name)
        if self.rarely(30):
            return self.line(f"{key}=" + self.one("(99)", "(7", "(0x", ""))
        return self.line(f"{key}=" + self.one("", " ") + name)

    def place(self):
        return self.one("a.c", "b.c", "/x/c.c"), self.one("prog", "lib.so")

    def function_name(self):
        return self.one("f", "g", "main", "???", "", "(below main)", "123", "operator()(int)", "f g")

    def function(self):
        file, obj = self.place()
        if self.is_first or self.rarely(2):
            if self.rarely(2):
                self.name("ob", "ob", obj)
            self.name(self.one("fl", "fl", "fl", "fi"), "fl", file)
            self.is_first = False
        function = self.function_name()
        self.name("fn", "fn", function, self.random.random() if self.rarely(2) else None)
        if self.rarely(15):
            self.line(self.one("ob=late", "fl=late.c"))
        for _ in range(self.random.randrange(6)):
            self.one(self.cost, self.cost, self.cost, self.call, self.call, self.jump, self.other_file)()

    def position(self):
        n = self.random.randrange(50)
        return self.one(str(n), str(n), str(n), hex(n), f"+{n}", f"-{n // 8}", "*", f"{n}-{n + 2}", f"{n}:4", f"{n}.5",
                        "+0x2") if self.rarely(3) else \
            self.one(str(n), str(n), str(n), f"+{n}", "*") if not self.rarely(20) else \
            self.one("4294967297", "-999999", "99999999999999999999")

    def count(self):
        n = self.random.randrange(1000)
        if not self.rarely(6):
            return str(n)
        return self.one(hex(n), f"-{n}", f"+{n}", f"{n}.75", f"{n}e2", f"{n}.5E+1", f"{n}ms", f"{n};", ".", "n/a", "nan",
                        "?", "18446744073709551612", "-0", ".5", "1_0")

    def cost_line(self):
        count = {"none": 0}.get(self.positions, len(self.positions.split()))
        words = [self.position() for _ in range(count)]
        if count > 1 and self.rarely(12):
            words[1] = self.one("?", "x", "n/a")
        # Without positions, a line has to begin like a cost line.
        counts = [self.count() for _ in range(self.random.randrange(len(self.events) + 1))]
        if self.rarely(15):
            counts = [self.count() for _ in range(len(self.events) + 2)]
        if self.rarely(15):
            counts += ["#", "why"]
        if not words:
            words = [str(self.random.randrange(1000))]
        gap = self.one(" ", " ", " ", "  ", "\t", " \t")
        self.line(gap.join(words + counts) + self.one("", "", "", " ", "\t"))

    def cost(self):
        self.cost_line()

    def call(self):
        file, obj = self.place()
        parts = []
        if self.rarely(2):
            parts.append(("cob", "ob", obj, None))
        if self.rarely(2):
            parts.append((self.one("cfl", "cfi"), "fl", file, None))
        if not self.rarely(12):
            parts.append(("cfn", "fn", self.function_name(), self.random.random() if self.rarely(2) else None))
        if self.rarely(8):
            self.random.shuffle(parts)
        for part in parts:
            self.name(*part)
        calls = str(self.random.randrange(1, 9))
        if self.rarely(5):
            calls = self.one("-1", "0", "", "0x10", "x", "1.5", "18446744073709551615", "+2")
        self.line(self.one("calls=", "calls=", "calls=", "rcalls=") + calls +
                  self.one("", " 3", " +3", " 0x10 5", " 3 0 0", " main.c:10", " * *", " 5000000000", " -4"))
        while self.rarely(8):
            self.line(self.one("", "# the cost", "fn=between", "cfn=other", "calls=7 1", "fi=x.h"))
        if not self.rarely(20):
            self.cost_line()

    def jump(self):
        self.line(self.one("jump=3 5", "jcnd=1/2 +3", "jcnd=1 2 *", "jump=", "jump=x", "jfi=(1)", "jfn=g"))
        if self.lines[-1].startswith(("jump", "jcnd")) and not self.rarely(8):
            self.cost_line()

    def other_file(self):
        self.name(self.one("fi", "fe", "fl"), "fl", self.one("x.h", "y.h"))


def made(random):
    return Files(random).whole()

# SPDX-License-Identifier: GPL-2.0-or-later
"""Random options of cg_merge, cg_diff and cg_filter, and what they mean to the model."""
import re

import operations
from expressions import Condition, Derivation
from profiles import Refused

# (as cg_... takes it, the same in Python, what it puts there)
SUBSTITUTIONS = [
    ("s,^.*/,,", "^.*/", ""),
    ("s/[0-9]+/N/", "[0-9]+", "N"),
    ("s/[0-9a-f]//g", "[0-9a-f]", ""),
    (r"s/v[0-9]\//v\//", "v[0-9]/", "v/"),
    (r"s/^([a-z]+)([0-9])/\2\1/", "^([a-z]+)([0-9])", r"\2\1"),
    ("s/F/x/i", "(?i)F", "x"),
    ("s/^$/empty/", r"^\Z", "empty"),
    ("s/.*//", "^.*", ""),
    ("s/ +/ /g", " +", " "),
    ("s,[^/]+$,leaf,", r"[^/]+\Z", "leaf"),
    ("s/main|f|g/one/", "main|f|g", "one"),
]
PATTERNS = [
    *["f", "^f", "a", "[0-9]", "main|g", "^$", "^f[0-9]*$", r"\.c$", "x", "", "/", ".", r"\?{3}"],
    *["^(main|foo_bar)$", "::", "[<(]", " ", "^.*[a-z]$", r"\\n", "é", "[[:upper:]]", "^[^a-m]"],
]


class Expression:
    """Sees characters in a name that is UTF-8, else bytes."""

    def __init__(self, old, new=""):
        # Python's $ matches before a newline too, which names do not hold, and it has no classes.
        old = old.replace("[[:upper:]]", "[A-Z]")
        self.of_text, self.of_bytes = re.compile(old), re.compile(old.encode())
        self.new = new

    def is_in(self, name):
        try:
            return bool(self.of_text.search(name.decode()))
        except UnicodeDecodeError:
            return bool(self.of_bytes.search(name))

    def substitute(self, name, count):
        try:
            return self.of_text.sub(self.new, name.decode(), count).encode()
        except UnicodeDecodeError:
            return self.of_bytes.sub(self.new.encode(), name, count)


def is_in(expressions, name):
    return any(expression.is_in(name) for expression in expressions)


def substitution(rng):
    text, old, new = rng.choice(SUBSTITUTIONS)
    expression, count = Expression(old, new), 0 if text.endswith("g") else 1
    return text, lambda name: expression.substitute(name, count)


class Options:
    """A command line's options, as it has them, and what they ask of the model."""

    def __init__(self, rng):
        self.rng = rng
        self.words = []

    def maybe(self, probability):
        return self.rng.random() < probability

    def add(self, option, value=None):
        if value is None:
            self.words.append(option)
        elif not option.startswith("--") or self.maybe(0.3):
            self.words += [option, value]
        else:
            self.words.append(f"{option}={value}")

    def add_substitutions(self, option, probability):
        all_ = []
        while self.maybe(probability):
            text, substitute = substitution(self.rng)
            self.add(option, text)
            all_.append(substitute)
        return all_

    def add_patterns(self, option, probability):
        all_ = []
        while self.maybe(probability):
            all_.append(self.rng.choice(PATTERNS))
            self.add(option, all_[-1])
        return [Expression(text) for text in all_]


def apply_all(functions, name):
    for function in functions:
        name = function(name)
    return name


class MergeOptions(Options):
    def __init__(self, rng):
        super().__init__(rng)
        self.events = rng.choice(["equal", "common", "union"])
        if self.events != "equal" or self.maybe(0.1):
            self.add("--events", self.events)
        self.force = self.maybe(0.5)
        if self.force:
            self.add("--force")
        if self.maybe(0.5):
            self.add("-j", str(rng.randint(1, 4)))

    def apply(self, profiles):
        return operations.merge(profiles, self.events, self.force)


class DiffOptions(Options):
    def __init__(self, rng, events, counts, has_gate):
        super().__init__(rng)
        self.mod_filename = self.add_substitutions("--mod-filename", 0.2)
        self.mod_funcname = self.add_substitutions("--mod-funcname", 0.2)
        self.lines, self.changed = self.maybe(0.5), self.maybe(0.3)
        self.keep_base = self.maybe(0.3)
        for option in "lines", "changed", "keep_base":
            if getattr(self, option):
                self.add("--" + option.replace("_", "-"))
        self.fail_if = []
        while has_gate and self.maybe(0.4):
            self.fail_if.append(Condition(rng, events, counts, may_be_of_functions=True))
            self.add("--fail-if", self.fail_if[-1].text)
        if self.maybe(0.3):
            self.add("--jobs", str(rng.randint(1, 3)))

    def apply(self, first, second):
        """The difference, and whether a condition of --fail-if holds."""
        for condition in self.fail_if:
            condition.check(first.events)
        if self.keep_base or self.fail_if:
            if any(operations.is_base(event, first.events) for event in first.events):
                raise Refused("an event of that name is there")
        first, second = (
            operations.renamed(
                profile,
                lambda name: apply_all(self.mod_filename, name),
                lambda name: apply_all(self.mod_funcname, name),
            )
            for profile in (first, second)
        )
        result, base = operations.subtract(first, second, self.lines)
        if self.keep_base:
            result = operations.with_base(result, base)
        if self.changed:
            changed = operations.has_changed(result)
            result = operations.filtered_rows(result, lambda *row: changed(row[3]))
            if not self.lines:
                result = operations.sorted_by_name(result)
        return result.checked(), bool(self.fail_if) and self.fails(first, second)

    def fails(self, first, second):
        """Conditions are of functions, or of the totals."""
        difference, base = operations.subtract(first, second, lines=False)
        both = operations.with_base(difference, base)
        half = len(difference.events)
        functions = {}  # a function is its name, over all files
        for _, name, _, counts in both.rows():
            so_far = functions.get(name, [0] * len(counts))
            functions[name] = list(map(int.__add__, so_far, counts))
        return any(
            condition.holds(difference.events, counts[:half], counts[half:])
            for condition in self.fail_if
            for counts in (functions.values() if condition.of_functions else [both.totals()])
        )


class FilterOptions(Options):
    def __init__(self, rng, events, counts):
        super().__init__(rng)
        self.mod_filename = self.add_substitutions("--mod-filename", 0.1)
        self.mod_funcname = self.add_substitutions("--mod-funcname", 0.1)
        self.strip_prefix = [d for d in ("/usr/src", "/usr/", "v1") if self.maybe(0.05)]
        for directory in self.strip_prefix:
            self.add("--strip-prefix", directory)
        self.groups = []
        while self.maybe(0.1):
            name, expression = rng.choice(["all", "f", "the rest", "é"]), rng.choice(PATTERNS)
            self.groups.append((name.encode(), Expression(expression)))
            self.add("--group", f"{name}={expression}")
        self.derive = []
        while self.maybe(0.3):
            self.derive.append(Derivation(rng, events))
            self.add("--derive", self.derive[-1].text)
            events = events + [self.derive[-1].name]
        self.patterns = {
            option: self.add_patterns("--" + option, 0.08)
            for option in ("file", "function", "not-file", "not-function")
        }
        self.lines = self.add_lines("--line")
        self.not_lines = self.add_lines("--not-line")
        self.changed = self.maybe(0.2)
        if self.changed:
            self.add("--changed")
        self.min = []
        while self.maybe(0.2):
            self.min.append(Condition(rng, events, counts))
            self.add("--min", self.min[-1].text)
        self.top = rng.choice([0] * 6 + [1, 2, 5])
        self.sort = None
        if self.top:
            self.add("--top", str(self.top))
            if self.maybe(0.5):
                self.sort = rng.choice(events)
                self.add("--sort", self.sort.decode())
        self.rest = self.maybe(0.2)
        if self.rest:
            self.add("--rest")
        self.events = []
        usable = [event for event in events if b"," not in event]
        if usable and self.maybe(0.2):
            self.events = rng.choices(usable, k=1) if self.maybe(0.3) else rng.sample(
                usable, rng.randint(1, len(usable)))
            self.add("--events", b",".join(self.events).decode())

    def add_lines(self, option):
        ranges = []
        while self.maybe(0.08):
            first = self.rng.choice([0, self.rng.randint(0, 30)])
            last = self.rng.choice([first, 2**32 - 1, first + self.rng.randint(0, 10)])
            text = {first: str(first), 2**32 - 1: f"{first}-"}.get(last, f"{first}-{last}")
            self.add(option, text)
            ranges.append(range(first, last + 1))
        return ranges

    def new_file(self, name):
        name = apply_all(self.mod_filename, name)
        for directory in self.strip_prefix:
            prefix = directory.rstrip("/").encode() + b"/"
            if name.startswith(prefix):
                return name[len(prefix) :]
        return name

    def new_function(self, name):
        return apply_all(self.mod_funcname, name)

    def group_of(self, function):
        return next((name for name, e in self.groups if e.is_in(function)), None)

    def chooses(self, file, function, line):
        only = self.patterns
        return (
            (not only["file"] or is_in(only["file"], file))
            and (not only["function"] or is_in(only["function"], function))
            and not is_in(only["not-file"], file)
            and not is_in(only["not-function"], function)
            and (not self.lines or any(line in r for r in self.lines))
            and not any(line in r for r in self.not_lines)
        )

    def sort_column(self, events):
        if self.sort is not None and self.sort not in events:
            raise Refused("--sort: no such event", 2)
        return 0 if self.sort is None else events.index(self.sort)

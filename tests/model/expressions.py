# SPDX-License-Identifier: GPL-2.0-or-later
"""Random derivations (--derive) and conditions (--min, --fail-if), and what they mean."""
import re
from fractions import Fraction

from operations import BASE
from profiles import LEAST, MOST, Refused

CYCLES = b"Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw".split()
CYCLES_COSTS = [1, 1, 1, 4, 4, 4, 30, 30, 30]


def in_range(count):
    if not LEAST <= count <= MOST:
        raise Refused("a derived count does not fit in 64 bits")
    return count


def quotient(left, right):
    """Cut to a whole number; by 0 it is 0."""
    if right == 0:
        return 0
    size = abs(left) // abs(right)
    return size if (left < 0) == (right < 0) else -size


APPLY = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__, "/": quotient}


class Sum:
    """An expression as a tree: an event (bytes), a number, ("~", x) or (operator, x, y)."""

    def __init__(self, rng, events, depth=3):
        self.tree = self.random(rng, events, depth)

    def random(self, rng, events, depth):
        kind = rng.random()
        if depth == 0 or kind < 0.3:
            is_event = events and rng.random() < 0.7
            return rng.choice(events) if is_event else rng.choice([0, 1, 2, 3, 7, 100, MOST])
        if kind < 0.4:
            return "~", self.random(rng, events, depth - 1)
        return (
            rng.choice("++--**/"),
            self.random(rng, events, depth - 1),
            self.random(rng, events, depth - 1),
        )

    def events(self):
        def walk(tree):
            if isinstance(tree, bytes):
                yield tree
            elif isinstance(tree, tuple):
                for part in tree[1:]:
                    yield from walk(part)

        return set(walk(self.tree))

    def text(self, rng):
        def write(tree):
            blank = rng.choice(["", "", " ", "\t"])
            if isinstance(tree, bytes):
                return blank + tree.decode()
            if isinstance(tree, int):
                return blank + str(tree)
            if tree[0] == "~":
                return f"{blank}-({write(tree[1])}{blank})"
            left, right = (f"({write(t)})" if needs(t, tree[0], i) else write(t)
                           for i, t in enumerate(tree[1:]))
            return f"{left}{blank}{tree[0]}{right}"

        # Brackets where they are needed, and sometimes where not.
        def needs(tree, operator, is_right):
            if not isinstance(tree, tuple) or tree[0] == "~":
                return rng.random() < 0.1
            return is_right or (operator in "*/" and tree[0] in "+-") or rng.random() < 0.1

        return write(self.tree)

    def value(self, row):
        def value(tree):
            if isinstance(tree, bytes):
                return row[tree]
            if isinstance(tree, int):
                return tree
            if tree[0] == "~":
                return in_range(-value(tree[1]))
            return in_range(APPLY[tree[0]](value(tree[1]), value(tree[2])))

        return value(self.tree)


class Derivation:
    def __init__(self, rng, events):
        usable = [e for e in events if re.fullmatch(rb"[A-Za-z_.@:][A-Za-z0-9_.@:]*", e)]
        if set(CYCLES) <= set(events) and rng.random() < 0.5:
            self.name, self.text, self.needs = b"Cycles", "cycles", set(CYCLES)
            self.value = lambda row: in_range(
                sum(row[event] * cost for event, cost in zip(CYCLES, CYCLES_COSTS))
            )
            return
        if rng.random() < 0.02:
            usable.append(b"missing")
        sum_ = Sum(rng, usable)
        self.name = rng.choice([b"new", b"X1", b"a.b:c", b"x@y", b"Ir"])
        self.text = self.name.decode() + "=" + sum_.text(rng)
        self.needs, self.value = sum_.events(), sum_.value

    def apply(self, profile):
        if self.name in profile.events or not self.needs <= set(profile.events):
            raise Refused("an event is there already, or missing", 2)
        suffixes = [b""]
        if self.needs and all(event + BASE in profile.events for event in self.needs):
            suffixes.append(BASE)
        result = profile.like()
        result.events = profile.events + [self.name + suffix for suffix in suffixes]
        if len(set(result.events)) < len(result.events):
            raise Refused("the base's event is there already", 2)
        for file, function, line, counts in profile.rows():
            row = dict(zip(profile.events, counts))
            derived = [
                self.value({event: row[event + suffix] for event in self.needs})
                for suffix in suffixes
            ]
            result.add(file, function, line, counts + derived)
        return result.checked()


COMPARE = {
    "<": Fraction.__lt__,
    "<=": Fraction.__le__,
    ">": Fraction.__gt__,
    ">=": Fraction.__ge__,
}


class Condition:
    """Comparisons that must all hold: (event, is absolute, operator, number, is percentage)."""

    def __init__(self, rng, events, counts, may_be_of_functions=False):
        """counts: some that occur, so that a limit may be met."""
        usable = [e for e in events if re.fullmatch(rb"[^ \t()<>=%]+", e)]
        if not usable or rng.random() < 0.02:
            usable = [b"missing"]
        self.of_functions = may_be_of_functions and rng.random() < 0.5
        how_many = rng.choice([1, 1, 2, 3])
        self.comparisons = [self.comparison(rng, usable, counts) for _ in range(how_many)]
        parts = [self.written(rng, *comparison) for comparison in self.comparisons]
        self.text = ("function " if self.of_functions else "") + " and ".join(parts)

    @staticmethod
    def comparison(rng, events, counts):
        number = str(rng.choice([0, 1, 5, 10, 50, 99, 100, rng.randrange(2000)]))
        if rng.random() < 0.3:
            number += rng.choice([".5", ".25", ".1", ".0", "."])
        number = rng.choice(["", "", "+", "-"]) + number
        if counts and rng.random() < 0.5:
            number = str(rng.choice(counts))
        return (
            rng.choice(events),
            rng.random() < 0.3,
            rng.choice(list(COMPARE)),
            number,
            rng.random() < 0.5,
        )

    @staticmethod
    def written(rng, event, is_absolute, operator, number, is_percentage):
        blank = rng.choice(["", " ", " \t"])
        name = event.decode()
        if is_absolute:
            name = f"abs({blank}{name}{blank})"
        percent = blank + "%" if is_percentage else ""
        return f"{name}{blank}{operator}{blank}{number}{percent}"

    def check(self, events):
        if not all(comparison[0] in events for comparison in self.comparisons):
            raise Refused("the profile has no such event", 2)

    def holds(self, events, counts, whole):
        for event, is_absolute, operator, number, is_percentage in self.comparisons:
            column = events.index(event)
            value = Fraction(abs(counts[column]) if is_absolute else counts[column])
            limit = Fraction(number)
            if is_percentage and whole[column] != 0:
                value = value * 100 / abs(whole[column])
            elif is_percentage and value != 0:
                # Of a base of 0: more, or less, than any percentage.
                value, limit = (value > 0) - (value < 0) + Fraction(0), Fraction(0)
            if not COMPARE[operator](value, limit):
                return False
        return True

# SPDX-License-Identifier: GPL-2.0-or-later
"""A profile as dictionaries, and a strict reader of what the commands write."""

LEAST, MOST = -(2**63), 2**63 - 1
UNNAMED = b"???"  # how cg_merge and cg_diff call what has no name, and what it is chosen by


class Refused(Exception):
    """The command has to fail. `status` is its exit status."""

    def __init__(self, why, status=1):
        super().__init__(why)
        self.status = status


class Profile:
    """`files` is {file: {function: {line: [count, ...]}}}; all in first-seen order. The function
    of counts before any fn= is None.

    `may_overflow`: some sum on the way can have left 64 bits although all results fit. Then a
    command may refuse as well as be right.
    """

    def __init__(self, events, desc=(), cmd=b""):
        self.events = list(events)
        self.desc = list(desc)
        self.cmd = cmd
        self.files = {}
        self.may_overflow = False

    def like(self):
        """An empty profile with the same header."""
        empty = Profile(self.events, self.desc, self.cmd)
        empty.may_overflow = self.may_overflow
        return empty

    def add(self, file, function, line, counts):
        row = self.files.setdefault(file, {}).setdefault(function, {}).setdefault(
            line, [0] * len(self.events)
        )
        for i, count in enumerate(counts):
            row[i] += count

    def rows(self):
        for file, functions in self.files.items():
            for function, lines in functions.items():
                for line, counts in lines.items():
                    yield file, function, line, counts

    def totals(self):
        return [sum(column) for column in self.columns()]

    def columns(self):
        columns = list(zip(*(counts for _, _, _, counts in self.rows())))
        return columns or [()] * len(self.events)

    def checked(self):
        """The profile itself; refuses when it can't be written."""
        for column in self.columns():
            if not all(LEAST <= count <= MOST for count in (sum(column), *column)):
                raise Refused("a count or a sum does not fit in 64 bits")
            if sum(map(abs, column)) > MOST:
                self.may_overflow = True
        return self


def parse(text):
    """Reads what a command wrote: no more of the format than they use."""
    lines = text.split(b"\n")
    assert lines.pop() == b"", "the last line does not end"
    desc = []
    while lines[0].startswith(b"desc: "):
        desc.append(lines.pop(0)[len(b"desc: ") :])
    assert lines[0].startswith(b"cmd: ") and lines[1].startswith(b"events: "), lines[:2]
    profile = Profile(lines[1].split(b" ")[1:], desc, lines[0][len(b"cmd: ") :])
    assert lines[-1].startswith(b"summary: "), lines[-1]
    file = function = None
    for line in lines[2:-1]:
        if line.startswith(b"fl="):
            file, function = line[3:], None
        elif line.startswith(b"fn="):
            function = line[3:]
        else:
            number, *counts = map(int, line.split(b" "))
            assert len(counts) == len(profile.events), line
            assert function not in profile.files.get(file, {}) or number not in (
                profile.files[file][function]
            ), f"twice: {file} {function} {number}"
            profile.add(file, function, number, counts)
    summary = [int(total) for total in lines[-1].split(b" ")[1:]]
    assert summary == profile.totals(), f"the summary says {summary}, not {profile.totals()}"
    return profile


def differences(wanted, got):
    """Lines that say in what two profiles differ; none when they are the same."""
    for what in "desc", "cmd", "events":
        if getattr(wanted, what) != getattr(got, what):
            yield f"{what}: {getattr(wanted, what)} wanted, {getattr(got, what)} got"
    of_wanted, of_got = ({row[:3]: row[3] for row in p.rows()} for p in (wanted, got))
    for place in of_wanted.keys() | of_got.keys():
        if of_wanted.get(place) != of_got.get(place):
            yield f"{place}: {of_wanted.get(place)} wanted, {of_got.get(place)} got"
    if list(of_wanted) != list(of_got) and of_wanted == of_got:
        yield f"the order: {list(of_wanted)} wanted, {list(of_got)} got"

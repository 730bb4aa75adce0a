# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares what each reader shows of a file that we wrote: the models of others, our own, and the
walk over the tree of the comments."""
import csv
import io
import re
import subprocess

import callgrind_annotate
import gprof2dot
import kcachegrind
import speedscope
from reading import Refused, add
from written import CACHE_USE, Written

UNKNOWN = ("", "???")


class Shown:
    """What a function has to show in every reader."""

    def __init__(self, called, own, inclusive, calls, known_calls):
        self.called, self.own, self.inclusive, self.calls = called, own, inclusive, calls
        self.known_calls = known_calls  # of our own reader


def is_written_with_calls(data):
    return data.startswith(b"# callgrind format\n")


def wanted(written):
    """Returns Shown by number, of what the file's own lines and its tree or arcs say."""
    zero = [0] * len(written.events)
    calls = {}
    for (_, callee), (number, _) in written.arcs.items():
        calls[callee] = calls.get(callee, 0) + number
    shown = {}
    for number, function in written.functions.items():
        inclusive = function.inclusive
        if written.tree and not function.is_root:
            inclusive = written.tree.inclusive.get(number, zero)
        known = (written.tree.called if written.tree else written.calls).get(number, 0)
        shown[number] = Shown(function, function.own or zero, inclusive, calls.get(number, 0), known)
    return shown


def costs(written, cost):
    return {e: c for e, c in zip(written.events, cost) if c}


def nonzero(cost):
    return {e: c for e, c in cost.items() if c}


def base_name(path):
    return path.rsplit("/", 1)[-1]


# ---- our own reader ----------------------------------------------------------------

def table(bin_dir, path):
    """Returns the rows of cg_show's table: (name, file, own, inclusive, calls), sorted."""
    run = subprocess.run([f"{bin_dir}/cg_show", "--as=csv", "--inclusive", "--top=0", path],
                         capture_output=True, check=False)
    if run.returncode != 0 or run.stderr:
        raise Refused(run.stderr.decode(errors="surrogateescape").strip())
    rows = list(csv.reader(io.StringIO(run.stdout.decode(errors="surrogateescape"), newline="")))
    head = rows[0]
    own = [i for i, name in enumerate(head) if i >= 2 and name != "calls" and ":inclusive" not in name]
    inclusive = [head.index(inclusive_name(head[i])) for i in own] if "calls" in head else []
    calls = head.index("calls") if "calls" in head else None
    return [head[i] for i in own], sorted(
        (r[0], r[1], tuple(int(r[i] or 0) for i in own), tuple(int(r[i] or 0) for i in inclusive),
         int(r[calls] or 0) if calls else 0) for r in rows[1:])


def inclusive_name(event):
    """Returns the name of the column with an event's inclusive cost."""
    name, at, base = event.partition("@")
    return name + ":inclusive" + at + base


def shown_name(function):
    """Returns the name that our own tables show for a function: code without a name has its object."""
    if re.fullmatch(r"0x[0-9a-f]+", function.own_name) and function.object not in UNKNOWN:
        return f"{function.own_name} [{base_name(function.object)}]"
    return function.own_name


def in_our_table(written, shown, bin_dir, path):
    try:
        events, rows = table(bin_dir, path)
    except Refused as why:
        return [f"cg_show: {why}"]
    if events != written.events:
        return [f"cg_show: events {events}"]
    expected = sorted((shown_name(s.called), s.called.file, tuple(s.own), tuple(s.inclusive), s.known_calls)
                      for s in shown.values() if not s.called.is_root)
    # Functions that are one have a row of their own costs; inclusive costs and calls are not told by
    # those of its parts.
    joined = {number for pair in written.same for number in pair}
    if joined:
        parts = [s for s in shown.values() if s.called.number in joined]
        names = {shown_name(s.called) for s in parts}
        alone = {shown_name(s.called): 0 for s in shown.values() if s.called.number not in joined}
        expected = [row for row in expected if row[0] not in names]
        others = [row for row in rows if row[0] not in names]
        for name in names - set(alone):
            own = [sum(of_event) for of_event in zip(*(s.own for s in parts if shown_name(s.called) == name))]
            ours = [sum(of_event) for of_event in zip(*(row[2] for row in rows if row[0] == name))]
            if own != ours and any(own):
                return [f"cg_show: {name} costs {ours}, its parts {own}"]
        rows = others
    # Code outside any function is one row without callees.
    outside = [sum(of_event) for of_event in zip(*(s.own for s in shown.values() if s.called.is_root))]
    if any(outside):
        expected.append(("???", "???", tuple(outside), tuple(outside), 0))
    # A function of which nothing is known but its name may be left out.
    return [f"cg_show: {row}, not in the file" for row in minus(rows, expected)] + \
        [f"cg_show: no row {row}" for row in minus(expected, rows) if any(row[2]) or any(row[3]) or row[4]]


def minus(some, others):
    rest = list(some)
    for other in others:
        if other in rest:
            rest.remove(other)
    return rest


# ---- others' readers ---------------------------------------------------------------

def differences(reader, written, shown, name, own, inclusive, calls):
    """Compares one function; inclusive or calls None are not shown."""
    found = []
    where = f"{reader}: {name!r}"
    if nonzero(own) != costs(written, shown.own):
        found.append(f"{where}: own {nonzero(own)}, not {costs(written, shown.own)}")
    if inclusive is not None and nonzero(inclusive) != costs(written, shown.inclusive):
        found.append(f"{where}: inclusive {nonzero(inclusive)}, not {costs(written, shown.inclusive)}")
    if calls is not None and calls != shown.calls:
        found.append(f"{where}: called {calls} times, not {shown.calls}")
    return found


def the_whole(reader, reading, total, number):
    found = [f"{reader} complains: {c}" for c in reading.complaints]
    if nonzero(reading.total) != nonzero(total):
        found.append(f"{reader}: total {nonzero(reading.total)}, not {nonzero(total)}")
    if number is not None and len(reading.functions) != number:
        found.append(f"{reader}: {len(reading.functions)} functions, not {number}")
    return found


def by_name(reading):
    names = {}
    for key, function in reading.functions.items():
        names.setdefault(function.name, []).append((key, function))
    return names


def in_kcachegrind(data, written, shown, total):
    reading = kcachegrind.read(data)
    found = the_whole("kcachegrind", reading, total, len(shown))
    names = by_name(reading)
    with_cycles, cycles = kcachegrind.with_cycles(reading)
    members = set().union(*(keys for keys, _ in cycles))
    of_objects = {}
    for number, s in shown.items():
        add(of_objects.setdefault("" if s.called.object in UNKNOWN else s.called.object, {}),
            costs(written, s.own))
        at = names.get(s.called.name, [])
        if len(at) != 1:
            found.append(f"kcachegrind: {s.called.name!r} is shown {len(at)} times")
            continue
        key, function = at[0]
        found += differences("kcachegrind", written, s, s.called.name, function.own, function.inclusive,
                             function.called)
        where = (s.called.object, s.called.file)
        if (function.object or "???", function.file or "???") != tuple(w or "???" for w in where):
            found.append(f"kcachegrind: {s.called.name!r} is in {function.object!r} {function.file!r}, not {where}")
        if key not in members:
            found += differences("kcachegrind with cycles", written, s, s.called.name, function.own,
                                 with_cycles[key], None)
    objects = kcachegrind.by(reading, "object")
    if {k: nonzero(v) for k, v in objects.items() if nonzero(v)} != {k: v for k, v in of_objects.items() if v}:
        found.append(f"kcachegrind: objects {objects}, not {of_objects}")
    return found


def in_callgrind_annotate(data, written, shown, total):
    """Rows of inlined lines are others than their function's: own cost is compared by name."""
    reading = callgrind_annotate.read(data)
    found = the_whole("callgrind_annotate", reading, total, None)
    own = {}
    for (_, name), row in reading.functions.items():
        add(own.setdefault(name, {}), row.own)
    if own.keys() - {s.called.name for s in shown.values()}:
        found.append(f"callgrind_annotate: rows of others: {sorted(own)}")
    for s in shown.values():
        name = s.called.name
        row = reading.functions.get((s.called.file, name))
        if row is None:
            if any(s.own) or any(s.inclusive) or s.calls:
                found.append(f"callgrind_annotate: no row {s.called.file}:{name}")
            continue
        # Without callers, it is own cost and arcs of this row alone.
        inlined_in_root = s.calls == 0 and nonzero(own[name]) != nonzero(row.own)
        found += differences("callgrind_annotate", written, s, name, own[name],
                             None if inlined_in_root else row.inclusive, row.called)
    return found


def as_printed(path, folder, data):
    """Compares the model of callgrind_annotate with the installed one."""
    model = callgrind_annotate.read(data)
    rows = {f"{file}:{name}": row for (file, name), row in model.functions.items()}
    installed = callgrind_annotate.installed(path, folder, rows.keys())
    found = [f"the installed callgrind_annotate complains: {c}" for c in installed.complaints]
    if nonzero(installed.total) != nonzero(model.total):
        found.append(f"the installed callgrind_annotate: total {installed.total}, not {model.total}")
    for key in rows.keys() | installed.functions.keys():
        got, want = installed.functions.get(key), rows.get(key)
        if want is None:
            if nonzero(got.own) or nonzero(got.inclusive):
                found.append(f"the installed callgrind_annotate: {key} is shown")
        elif got is None:
            # Rows of nothing are left out, and ???:???.
            if nonzero(want.own) or nonzero(want.inclusive):
                found.append(f"the installed callgrind_annotate: {key} is not shown")
        elif nonzero(got.own) != nonzero(want.own) or nonzero(got.inclusive) != nonzero(want.inclusive):
            found.append(f"the installed callgrind_annotate: {key} {got}, not {want}")
    return found


def adding_up(written, shown, inclusive):
    """Returns the inclusive cost that a reader adds up from own cost and arcs out of a function, without
    what callgrind's own arcs into it have more (see Written.check_arcs)."""
    if inclusive is None or written.tree:
        return inclusive
    into = dict(zip(written.events, shown.inclusive))
    whole = dict.fromkeys(written.events, 0) | inclusive
    return {e: into[e] if e in CACHE_USE else max(c, into[e]) for e, c in whole.items()}


def in_gprof2dot(data, written, shown, total):
    reading = gprof2dot.read(data)
    found = the_whole("gprof2dot", reading, total, len(shown))
    for s in shown.values():
        function = reading.functions.get(s.called.name)
        if function is None:
            found.append(f"gprof2dot: no {s.called.name!r}")
        else:
            found += differences("gprof2dot", written, s, s.called.name, function.own,
                                 adding_up(written, s, function.inclusive), function.called)
    return found


def in_speedscope(data, written, shown, total):
    reading = speedscope.read(data)
    if not written.tree:
        reading.total = total  # that of its roots, which callgrind's own arcs need not have
    found = the_whole("speedscope", reading, total, len(shown))
    for s in shown.values():
        function = reading.functions.get((s.called.file, s.called.name))
        if function is None:
            found.append(f"speedscope: no {s.called.file}:{s.called.name}")
        else:
            found += differences("speedscope", written, s, s.called.name, function.own,
                                 adding_up(written, s, function.inclusive), function.called)
    return found


# ---- a file ------------------------------------------------------------------------

def findings(path, bin_dir, folder=None):
    """Returns what is wrong with a file that we wrote; with an empty folder to run it in, the
    installed callgrind_annotate reads it, too."""
    with open(path, "rb") as file:
        data = file.read()
    if not is_written_with_calls(data):
        return ["not a file with calls"]
    written = Written(data)
    found = [f"line {line}: {rule}: {what}" for rule, line, what in written.findings]
    shown = wanted(written)
    total = dict(zip(written.events, written.sums.get("summary", ())))
    found += in_our_table(written, shown, bin_dir, path)
    readers = [in_kcachegrind, in_callgrind_annotate, in_gprof2dot, in_speedscope]
    for reader in readers:
        try:
            found += reader(data, written, shown, total)
        except Refused as why:
            found.append(f"{reader.__name__[3:]}: {why}")
    if folder:
        try:
            found += as_printed(path, folder, data)
        except Refused as why:
            found.append(f"the installed callgrind_annotate: {why}")
    return found

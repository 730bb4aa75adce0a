# SPDX-License-Identifier: GPL-2.0-or-later
"""What cg_merge, cg_diff and cg_filter make of profiles, as their manual pages say it."""
from profiles import MOST, UNNAMED, Refused

BASE = b"@base"


def caches(profile):
    return [desc for desc in profile.desc if len(desc) > 9 and desc[2:9] == b" cache:"]


# To which caches do not matter. An unknown event may be computed from misses.
INDEPENDENT = b"Ir Dr Dw Bc Bcm Bi Bim Ge sysCount sysTime sysCpuTime".split()


def has_misses(profile):
    return any(event not in INDEPENDENT for event in profile.events)


def project(profile, events):
    result = profile.like()
    result.events = list(events)
    column = {event: i for i, event in enumerate(profile.events)}
    for file, function, line, counts in profile.rows():
        chosen = [counts[column[event]] if event in column else 0 for event in events]
        result.add(file, function, line, chosen)
    return result


def can_leave_64_bits(profiles):
    """Whether some sum of their counts can, in whatever order they are added."""
    reach = {}
    for profile in profiles:
        for event, column in zip(profile.events, profile.columns()):
            reach[event] = reach.get(event, 0) + sum(map(abs, column))
    return any(total > MOST for total in reach.values())


def merge(profiles, events="equal", force=False):
    profiles = list(map(named, profiles))
    first = profiles[0]
    result = project(first, first.events)
    with_misses = []
    for other in profiles:
        if not force and caches(other) and has_misses(other):
            with_misses.append(caches(other))
            if caches(other) != with_misses[0]:
                raise Refused("the caches differ")
        if other is first:
            continue
        if not any(desc.startswith(b"Files compared:") for desc in other.desc):
            result.desc = [d for d in result.desc if not d.startswith(b"Files compared:")]
        if set(other.events) != set(result.events):
            if events == "equal":
                raise Refused("the events differ")
            common = [event for event in result.events if event in other.events]
            if events == "common" and not common:
                raise Refused("no event in common")
            more = [event for event in other.events if event not in result.events]
            result = project(result, common if events == "common" else result.events + more)
        for row in project(other, result.events).rows():
            result.add(*row)
    result.may_overflow = can_leave_64_bits(profiles)
    return result.checked()


def renamed(profile, new_file, new_function):
    result = profile.like()
    for file, function, line, counts in profile.rows():
        if function is not None:
            function = new_function(function)
        result.add(new_file(file), function, line, counts)
    return result.checked()


def named(profile):
    """What has no name is one with what is called ???."""
    result = profile.like()
    for file, function, line, counts in profile.rows():
        result.add(file, UNNAMED if function is None else function, line, counts)
    return result


def by_function(profile):
    result = profile.like()
    for file, function, _, counts in profile.rows():
        result.add(file, function, 0, counts)
    return result


def is_base(event, events):
    return event.endswith(BASE) and event[: -len(BASE)] in events


def has_changed(profile):
    """Whether a row's counts are something to show; bases are not."""
    own = [not is_base(event, profile.events) for event in profile.events]
    return lambda counts: any(count for count, is_own in zip(counts, own) if is_own)


def filtered_rows(profile, keeps, rest=False):
    """With what is left out as one row, if `rest`; else with its bases, if there are any."""
    result = profile.like()
    left_out = [0] * len(profile.events)
    is_left_out = False
    for row in profile.rows():
        if keeps(*row):
            result.add(*row)
        else:
            left_out = list(map(int.__add__, left_out, row[3]))
            is_left_out = True
    if not rest:
        bases = [is_base(event, profile.events) for event in profile.events]
        left_out = [count if is_kept else 0 for count, is_kept in zip(left_out, bases)]
    if is_left_out and (rest or any(left_out)):
        result.add(b"???", b"(other)", 0, left_out)
    return result.checked()


def sorted_by_name(profile):
    result = profile.like()
    for row in sorted(profile.rows(), key=lambda row: row[:2]):
        result.add(*row)
    return result


def subtract(first, second, lines):
    """Second minus first, and the first as it was subtracted."""
    first, second = named(first), named(second)
    if set(first.events) != set(second.events):
        raise Refused("the events differ")
    if not lines:
        first, second = by_function(first), by_function(second)
    result = first.like()
    result.cmd = first.cmd + b"; " + second.cmd
    for file, function, line, counts in first.rows():
        result.add(file, function, line, [-count for count in counts])
    for row in project(second, first.events).rows():
        result.add(*row)
    result.may_overflow = can_leave_64_bits([first, second])
    result.checked()
    return (result if lines else sorted_by_name(result)), first


def with_base(difference, first):
    events = difference.events + [event + BASE for event in first.events]
    result = project(difference, events)
    for file, function, line, counts in first.rows():
        result.add(file, function, line, [0] * len(counts) + counts)
    return result.checked()


def chosen(profile, options):
    """The rows that cg_filter keeps."""
    totals = profile.totals()
    whole = [
        totals[profile.events.index(event + BASE)] if event + BASE in profile.events else total
        for event, total in zip(profile.events, totals)
    ]
    changed = has_changed(profile)
    functions = {}  # with what is left of their rows
    for file, function, line, counts in profile.rows():
        if options.changed and not changed(counts):
            continue
        if options.chooses(file, UNNAMED if function is None else function, line):
            functions.setdefault((file, function), {})[line] = counts
    sums = {place: list(map(sum, zip(*rows.values()))) for place, rows in functions.items()}
    for condition in options.min:
        condition.check(profile.events)
    places = [
        place
        for place in functions
        if all(c.holds(profile.events, sums[place], whole) for c in options.min)
    ]
    if options.top:
        column = options.sort_column(profile.events)
        places = sorted(places, key=lambda place: -abs(sums[place][column]))[: options.top]
    return {(*place, line) for place in places for line in functions[place]}


def filtered(profile, options):
    profile = renamed(profile, options.new_file, options.new_function)
    if options.groups:
        result = profile.like()
        for file, function, line, counts in profile.rows():
            group = options.group_of(UNNAMED if function is None else function)
            place = (file, function, line) if group is None else (b"???", group, 0)
            result.add(*place, counts)
        profile = result
    for derivation in options.derive:
        profile = derivation.apply(profile)
    stays = chosen(profile, options)
    result = filtered_rows(profile, lambda *row: row[:3] in stays, options.rest)
    if options.events:
        if not all(event in result.events for event in options.events):
            raise Refused("--events: no such event", 2)
        if len(set(options.events)) < len(options.events):
            raise Refused("--events: twice", 2)
        result = project(result, options.events)
    return result

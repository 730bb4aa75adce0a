# SPDX-License-Identifier: GPL-2.0-or-later
"""Random profiles, and the many ways in which a file can say the same."""
import gzip
import json
import subprocess

from profiles import LEAST, MOST, UNNAMED, Profile, Refused

EVENTS = b"Ir Dr Dw Bc Bcm ge a.b x:y ev_1 function abs and \xc3\xa9 n@x I,j %".split()
CACHE_EVENTS = b"Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw".split()
NAMES = [
    *b"f g main f1 f22 a.c /usr/src/a.c /usr/src/lib/b.c v1/x.c v2/x.c foo_bar".split(),
    b"std::vector<int, std::allocator<int> >::push_back(int&&)",
    b"<Vec<u8> as Clone>::clone",
    *[b"", UNNAMED, b"(other)", b"<unspecified>", b" before", b"after ", b"two  words", b"\ttab"],
    *[b"fl=x", b"fn=y", b"fi=z", b"fe=", b"# no comment", b"summary: 1", b"12 3"],
    *[b"\\n", b"a\\b", b'"quoted"', b"it's", b"$(x) `y` $1", b"a\rb", b"*?[x]", b"-o", b"{ }"],
    *[name.encode() for name in ("é", "日本", "\u202e\u009b")],
    *[b"\xff\xfe", b"caf\xe9 1", b"\0nul"],
]
BYTES = [byte for byte in range(256) if byte != ord("\n")]
CACHES = [
    [b"I1 cache:         32768 B, 64 B, 8-way associative"],
    [b"I1 cache:         65536 B, 64 B, direct-mapped", b"LL cache:         1 B"],
]


def random_name(rng):
    if rng.random() < 0.8:
        return rng.choice(NAMES)
    return bytes(rng.choice(BYTES) for _ in range(rng.randint(1, 9)))


def random_count(rng, scale):
    if scale == "huge":
        return rng.choice([0, 1, -1, MOST, LEAST, MOST // 2, LEAST // 2, rng.randint(LEAST, MOST)])
    count = rng.choice([0, 0, 1, rng.randrange(100), rng.randrange(10**rng.randint(1, 12))])
    return -count if scale == "signed" and rng.random() < 0.4 else count


class World:
    """What the profiles of a case have in common, so that they meet."""

    def __init__(self, rng):
        self.files = [random_name(rng) for _ in range(rng.randint(1, 5))]
        self.functions = [random_name(rng) for _ in range(rng.randint(1, 7))]
        self.scale = rng.choices(["plain", "signed", "huge"], [60, 36, 4])[0]
        self.is_large = rng.random() < 0.003  # so that several threads read one file
        self.has_other_events = rng.random() < 0.15
        self.events = rng.sample(EVENTS, rng.randint(1, 5))
        if rng.random() < 0.15:
            self.events = CACHE_EVENTS + rng.sample([b"Bc", b"Bcm"], rng.randint(0, 2))

    def events_of_one(self, rng):
        events = list(self.events)
        if rng.random() < 0.5:
            rng.shuffle(events)
        if self.has_other_events and rng.random() < 0.4:
            events = rng.sample(events, rng.randint(1, len(events)))
        if self.has_other_events and rng.random() < 0.2:
            events = list(dict.fromkeys(events + [rng.choice(EVENTS)]))
        return events


class Input:
    """A file: its `bytes`, and the `profile` that it holds or the Refused that it causes."""

    def __init__(self, rng, world):
        self.rng = rng
        profile = Profile(world.events_of_one(rng))
        if rng.random() < 0.3:
            profile.desc = [rng.choice([b"", b"x", b"a  b ", b"Trigger: \xff"])]
        if rng.random() < 0.1:
            profile.desc += rng.choice(CACHES)
        profile.cmd = rng.choice([b"./prog", b"./prog", b"", b"a b\tc", b"\xff 'x' ", b"events: Q"])
        # One count line each: (b"fl", b"fi" or b"fe" where that is written before it or b"", file,
        # function or None, line, counts)
        self.lines = list(self.random_lines(world, len(profile.events)))
        for _, file, function, number, counts in self.lines:
            profile.add(file, function, number, counts)
        self.profile = profile
        self.bytes = self.as_json() if rng.random() < 0.15 else self.as_text()
        self.suffix = ""
        kind = rng.random()
        if kind < 0.08:
            self.bytes = b"".join(gzip.compress(part, 1) for part in self.in_two())
            self.suffix = rng.choice([".gz", ""])
        elif kind < 0.12:
            self.bytes = b"".join(
                subprocess.run(["zstd", "-qc"], input=part, capture_output=True, check=True).stdout
                for part in self.in_two()
            )
            self.suffix = rng.choice([".zst", ""])
        try:
            if isinstance(self.profile, Profile):
                self.profile.checked()
        except Refused as refused:
            self.profile = refused

    def in_two(self):
        """Concatenated members are one file."""
        cut = self.rng.choice([0, self.rng.randint(0, len(self.bytes))])
        return [part for part in (self.bytes[:cut], self.bytes[cut:]) if part]

    def random_lines(self, world, events):
        rng = self.rng
        blocks = rng.choice([0, 1, 3, rng.randint(1, 12)])
        lines = rng.choice([1, 3, rng.randint(1, 10)])
        if rng.random() < 0.03:
            lines = rng.randint(50, 400)
        if world.is_large:
            blocks, lines = rng.randint(5, 10), 2000
        file = function = None
        for _ in range(blocks):
            word = rng.choice([b"fl", b"fl", b"fl", b"fi", b"fe"]) if file is not None else b"fl"
            file = rng.choice(world.files)
            if word == b"fl":
                function = None
            if rng.random() < (0.9 if word == b"fl" else 0.3):
                function = rng.choice(world.functions)
            number = rng.randint(0, 20)
            for _ in range(lines):
                counts = [random_count(rng, world.scale) for _ in range(events)]
                yield word, file, function, number, counts
                word = b""
                number += rng.randint(1, 3)
                if rng.random() < 0.1:
                    number = rng.choice([0, 2**32 - 1, rng.randint(0, 20)])
                number = min(number, 2**32 - 1)

    # ---- text ----------------------------------------------------------------

    def blank(self):
        return self.rng.choice([b" "] * 8 + [b"  ", b"\t", b" \t "]) if self.is_odd else b" "

    def counts(self, counts):
        """Some of the zeros at the end may be missing; a zero may be a point."""
        counts = list(counts)
        while self.is_odd and counts and counts[-1] == 0 and self.rng.random() < 0.5:
            counts.pop()
        text = b""
        for count in counts:
            word = b"%d" % count
            if self.is_odd and count == 0:
                word = self.rng.choice([b"0", b".", b"-0", b"00"])
            elif self.is_odd and self.rng.random() < 0.02:
                word = word.replace(b"-", b"-0") if count < 0 else b"000" + word
            text += self.blank() + word
        return text + self.rng.choice([b"", b"", b" ", b"\t"] if self.is_odd else [b""])

    def noise(self):
        """Lines that say nothing."""
        if not self.is_odd or self.rng.random() < 0.9:
            return []
        return [self.rng.choice([b"", b" ", b"\t ", b"#", b"# fl=x", b"#12 3"])]

    def as_text(self):
        rng = self.rng
        self.is_odd = rng.random() < 0.5
        profile = self.profile
        text = [b"desc:" + (self.blank() + desc if desc else b"") for desc in profile.desc]
        text.append(b"cmd:" + (self.blank() + profile.cmd if profile.cmd else b""))
        text.append(b"events:" + b"".join(self.blank() + event for event in profile.events))
        function = None
        for word, file, new_function, number, counts in self.lines:
            if word == b"fl" and self.is_odd and rng.random() < 0.1:
                text += [b"fl=" + random_name(rng), b"fn=" + random_name(rng)]  # without counts
            if word:
                text.append(word + b"=" + file)
            if word == b"fl":
                function = None
            if new_function != function:
                text.append(b"fn=" + new_function)
            function = new_function
            text += [b"%d" % number + self.counts(counts)] + self.noise()
        totals = profile.totals()
        text = self.damaged(text, totals)
        line_end = b"\r\n" if rng.random() < 0.05 else b"\n"
        last = b"" if rng.random() < 0.1 else line_end
        return line_end.join(text) + last

    def damaged(self, text, totals):
        """The text with its summary; a few have something wrong."""
        rng = self.rng
        fault = rng.random()
        if fault < 0.003:
            totals[rng.randrange(len(totals))] += 1
        summary = [b"summary:" + (self.counts(totals) or b" ")] + self.noise()
        if 0.003 < fault < 0.006:
            summary = []
        if 0.006 < fault < 0.009:
            summary.insert(0, rng.choice([b"fn", b"x", b"1x", b"1 2x", b"desc: late", b"-1 1"]))
        if fault < 0.009:
            self.profile = Refused("damaged")
        return text + summary

    # ---- JSON ------------------------------------------------------------------

    def json_bytes(self, name):
        try:
            if self.rng.random() < 0.9:
                return name.decode()
        except UnicodeDecodeError:
            pass
        return {"hex": name.hex()}

    def as_json(self):
        rng = self.rng
        profile = self.profile
        files = []
        for _, file, function, number, counts in self.lines:
            if not files or files[-1][0] != file:
                files.append((file, []))
            functions = files[-1][1]
            if rng.random() < 0.02:
                functions.append((random_name(rng), []))  # without counts
            if not functions or functions[-1][0] != function:
                functions.append((function, []))
            functions[-1][1].append([number, *counts])
        document = {
            "format": "cgtools-profile",
            "version": 1,
            "desc": [self.json_bytes(desc) for desc in profile.desc],
            "cmd": self.json_bytes(profile.cmd),
            "events": [event.decode() for event in profile.events],
            "totals": profile.totals(),
            "later": {"files": [1], "events": []},
            "files": [
                {
                    "name": self.json_bytes(file),
                    "functions": [
                        {"name": None if name is None else self.json_bytes(name), "lines": lines}
                        for name, lines in functions
                    ],
                }
                for file, functions in files
            ],
        }
        if rng.random() < 0.05:
            document["totals"][0] += 1
            self.profile = Refused("the totals are wrong")
        text = json.dumps(document, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, 1]))
        return text.encode()

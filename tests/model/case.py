# SPDX-License-Identifier: GPL-2.0-or-later
"""A random pipeline of the commands: what bash runs, and what has to come of it."""
import gzip
import os
import random
import re
import subprocess
from shlex import quote

import operations
from inputs import Input, World
from options import DiffOptions, FilterOptions, MergeOptions
from profiles import Profile, Refused, differences, parse

FILE_NAMES = ["{}", "profile {}", "./-{}", "é{}.cgout", "it's {}", "x=y:{}", "$HOME{}"]
MESSAGE = re.compile(rb"cg_(merge|diff|filter|show): (error|note|gate): .+")


class Node:
    """What the model says of a file or a command's output, and how bash gets it."""

    def __init__(self, value, file=None, words=None, upstream="{}"):
        self.value, self.file = value, file
        self.words = words  # of the command; without them it is the file
        self.upstream = upstream  # where the command's stdin is from; {} is replaced by the command

    def command(self, output=None):
        option = [] if output is None else ["-o", quote(output)]
        return self.upstream.format(" ".join(self.words[:1] + option + self.words[1:]))


class Case:
    """Makes a case, and writes its inputs into the current directory."""

    def __init__(self, seed, number):
        self.rng = random.Random(f"{seed}-{number}")
        self.world = World(self.rng)
        self.inputs = {}  # what is in the files
        self.lists = {}  # likewise, for --files-from
        self.before = []  # commands that write files for the last one
        self.status_before = 0  # of the first of them that fails
        self.may_overflow = False
        self.status = 0
        root = self.node(self.rng.choice([1, 2, 2, 3]), is_root=True)
        self.value = root.value
        if isinstance(self.value, Refused):
            self.status = self.status_before or self.value.status
        self.output = None  # stdout
        if self.rng.random() < 0.3:
            self.output = self.rng.choice(["result", "result.gz", "result.zst", *self.inputs])
        self.script = " &&\n".join(self.before + [root.command(self.output)]) + "\n"

    def new_file(self):
        number = 1 + sum(map(len, (self.inputs, self.lists, self.before)))
        return self.rng.choice(FILE_NAMES).format(number)

    def input(self):
        made = Input(self.rng, self.world)
        file = self.new_file() + made.suffix
        self.inputs[file] = made.bytes
        return Node(made.profile, file=file)

    def node(self, depth, is_root=False):
        if not is_root and (depth == 0 or self.rng.random() < 0.2):
            return self.input()
        kind = self.rng.choice(["merge", "diff", "filter", "filter", "show"])
        many = 40  # more than cg_merge has open at once
        how_many = {"merge": self.rng.choice([1, 2, 2, 3, 5, many]), "diff": 2}.get(kind, 1)
        children = [self.node(0 if how_many == many else depth - 1) for _ in range(how_many)]
        words, names, upstream = self.arguments(children)
        values = [child.value for child in children]
        profiles = [value for value in values if isinstance(value, Profile)]
        self.may_overflow |= any(profile.may_overflow for profile in profiles)
        options, apply = getattr(self, kind)(profiles[0] if profiles else Profile([b"Ir"]), is_root)
        value = Refused("an input is refused")
        if len(profiles) == len(values):
            try:
                value = apply(profiles, names)
                self.may_overflow |= value.may_overflow
            except Refused as refused:
                value = refused
        if kind == "merge" and self.rng.random() < 0.1:
            words = self.listed(words, names)
        return Node(value, words=[f"cg_{kind}", *map(quote, options), *words], upstream=upstream)

    def some_counts(self, profile):
        rows = list(profile.rows())
        sums = list(operations.by_function(profile).rows()) + rows[:1]
        return [*self.rng.choice(sums)[3], *self.rng.choice(rows)[3]] if rows else []

    # ---- the commands: their options, and what they make of profiles -------------

    def merge(self, _first, _is_root):
        options = MergeOptions(self.rng)
        return options.words, lambda profiles, _: options.apply(profiles)

    def diff(self, first, is_root):
        options = DiffOptions(self.rng, first.events, self.some_counts(first), has_gate=is_root)

        def apply(profiles, names):
            result, fails = options.apply(*profiles)
            result.desc = ["Files compared:   {}; {}".format(*names).encode()]
            self.status = 3 if fails else 0
            return result

        return options.words, apply

    def filter(self, first, _is_root):
        options = FilterOptions(self.rng, first.events, self.some_counts(first))
        return options.words, lambda profiles, _: operations.filtered(profiles[0], options)

    def show(self, _first, is_root):
        output_format = "cachegrind" if is_root else self.rng.choice(["cachegrind", "json"])
        return [f"--as={output_format}"], lambda profiles, _: profiles[0]

    # ---- how they are strung together --------------------------------------------

    def arguments(self, children):
        """For each child a word of bash, the name that the command sees, and the upstream."""
        words, names, upstream = [], [], "{}"
        for child in children:
            way = self.rng.choice(["stdin", "stdin", "name", "substitution"])
            if way == "stdin" and upstream == "{}":
                if child.file is not None:
                    upstream = "{} <" + quote(child.file)
                else:
                    upstream = child.command().replace("{", "{{").replace("}", "}}") + " |\n{}"
                word, name = "-", "-"
            elif way == "substitution":
                word = f"<({child.command() if child.words else 'cat ' + quote(child.file)})"
                name = "/dev/fd/N"
            else:
                name = child.file or self.written(child)
                word = quote(name)
            words.append(word)
            names.append(name)
        return words, names, upstream

    def listed(self, words, names):
        """The last files by a list of their names, as --files-from wants them."""
        file = self.new_file()
        keep = max((i + 1 for i, name in enumerate(names) if words[i] != quote(name)), default=0)
        keep = self.rng.randint(keep, len(words))
        end = self.rng.choice(["\n", "\0"])
        self.lists[file] = "".join(name + end for name in names[keep:]).encode()
        return words[:keep] + [f"--files-from={quote(file)}"] * (keep < len(words))

    def written(self, child):
        """The file that a command's output goes to first; it may be one of its inputs."""
        file = self.new_file() + self.rng.choice(["", "", ".gz", ".zst"])
        self.before.append(child.command(file))
        if isinstance(child.value, Refused):
            self.status_before = self.status_before or child.value.status
        return file

    # ---- trying it -----------------------------------------------------------------

    def write_inputs(self):
        for file, content in (self.inputs | self.lists).items():
            with open(file, "wb") as out:
                out.write(content)

    def run(self):
        """Lines that say what is not as it should be; none when all is well."""
        self.write_inputs()
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", self.script], capture_output=True, check=False
        )
        for line in done.stderr.splitlines():
            if not MESSAGE.fullmatch(line):
                yield f"not a message: {line}"
        text = done.stdout
        if self.output is not None:
            if text:
                yield "something on stdout besides the file"
            text = self.output_text()
        if done.returncode == 1 and self.may_overflow and b"64 bits" in done.stderr:
            return
        if done.returncode != self.status:
            yield f"status {done.returncode} instead of {self.status}: {done.stderr}"
        elif isinstance(self.value, Refused):
            if text != self.inputs.get(self.output, b""):
                yield f"refused, but wrote {text}"
        else:
            yield from self.compare(text)

    def output_text(self):
        if not os.path.exists(self.output):
            return b""
        with open(self.output, "rb") as file:
            content = file.read()
        if self.status in (1, 2):
            return content
        if self.output.endswith(".gz"):
            return gzip.decompress(content)
        if self.output.endswith(".zst"):
            return subprocess.run(
                ["zstd", "-dc"], input=content, capture_output=True, check=True
            ).stdout
        return content

    def compare(self, text):
        try:
            got = parse(text)
        except (AssertionError, ValueError, IndexError) as error:
            yield f"not a profile: {error!r}: {text}"
            return
        got.desc = [re.sub(rb"/dev/fd/\d+", b"/dev/fd/N", desc) for desc in got.desc]
        yield from differences(self.value, got)

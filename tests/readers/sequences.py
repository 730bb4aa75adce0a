# SPDX-License-Identifier: GPL-2.0-or-later
"""Random sequences of calls, written by the rules for writers: files that must show the same
everywhere, made without any of our writers."""

OBJECTS = ["/bin/prog", "/lib/libx.so.1", "/opt/lib/libx.so.1", "???"]
FILES = ["src/a/util.c", "src/b/util.c", "util.c", "main.c", "???"]
NAMES = ["work", "init", "run", "std::sort<int>(int*, int*)", "(below main)", "operator()", "f'2", "0x401000",
         "0x7f20"]
ROOTS = {"thread": "(start of program and threads)", "signal": "(signal handlers)",
         "missing": "(before counting began)"}


class Node:
    def __init__(self, function):
        self.function = function  # (object, file, own name), None of a root
        self.calls = 0
        self.own = []
        self.children = {}


class Sequence:
    """A random tree of calls; the rows of each function are lines of files with flat names."""

    def __init__(self, random):
        self.random = random
        self.events = random.choice([["Ir"], ["Ir", "Dr", "Dw"], ["Ir", "Bc", "Bcm"]])
        keys = {(random.choice(OBJECTS), random.choice(FILES), random.choice(NAMES))
                for _ in range(random.randint(2, 12))}
        self.functions = sorted(keys)
        random.shuffle(self.functions)
        self.rows = {}  # by function or root: {(file, flat name, line): costs}
        self.roots = []
        for kind in random.sample(sorted(ROOTS), random.randint(1, 3)):
            root = Node(None)
            root.kind = kind
            self.cost(root, kind)
            for _ in range(random.randint(1, 4)):
                self.call(root, 0)
            self.roots.append(root)

    def call(self, caller, depth):
        function = self.random.choice(self.functions)
        node = caller.children.setdefault(function, Node(function))
        node.calls += self.random.choice([1, 1, 1, 2, 1000])
        self.cost(node, function)
        while depth < 9 and self.random.random() < 0.55:
            self.call(node, depth + 1)

    def cost(self, node, key):
        """Adds cost to a node, and to a row of its function."""
        cost = [self.random.choice([0, 1, 7, 1 << self.random.randint(0, 40)]) for _ in self.events]
        node.own = [a + b for a, b in zip(node.own or [0] * len(cost), cost)]
        if not any(cost):
            return
        file, name = ("???", "???") if node.function is None else (node.function[1], node.function[2])
        is_nameless = name.startswith("0x")
        flat = "???" if is_nameless else self.random.choice([name, name, name, "???", name + ".cold"])
        if self.random.random() < 0.2:
            file = self.random.choice(["inline.h", "b/inline.h"])
        row = self.rows.setdefault(key, {}).setdefault((file, flat, self.random.randint(0, 50)), [0] * len(cost))
        for at, count in enumerate(cost):
            row[at] += count

    def preorder(self, root):
        """Yields (level, node) of what is below a root."""
        ahead = [(0, child) for child in reversed(root.children.values())]
        while ahead:
            level, node = ahead.pop()
            yield level, node
            ahead += [(level + 1, child) for child in reversed(node.children.values())]


class Writer:
    """Writes a sequence by the rules for writers."""

    def __init__(self, sequence):
        self.sequence = sequence
        self.out = []
        self.objects, self.files, self.numbers = {}, {}, {}
        self.name_functions()
        self.arcs = {}
        for root in sequence.roots:
            self.collect(root, root.kind, ())
        self.write()

    def name_functions(self):
        """Gives each function a name that no other one has."""
        names, used = {}, set(ROOTS.values())
        for obj, file, own in sorted(self.sequence.functions, key=lambda f: (f[2], f[1], f[0])):
            base = obj.rsplit("/", 1)[-1] if obj != "???" else "no-object"
            plain = f"{own} in {base}" if own.startswith("0x") else own
            tails = ["/".join(file.split("/")[-n:]) for n in range(1, file.count("/") + 2)]
            choices = [plain, *(f"{plain} ({tail})" for tail in tails), f"{plain} [{base}]",
                       *(f"{plain} ({tail}) [{base}]" for tail in tails), f"{plain} ({file}) [{obj}]"]
            names[obj, file, own] = next(c for c in choices if c not in used)
            used.add(names[obj, file, own])
        self.names = names

    def collect(self, node, caller, path):
        """Books arcs; a callee that is on the path already costs nothing. Returns the whole cost."""
        whole = list(node.own)
        for child in node.children.values():
            key = child.function
            below = self.collect(child, key, path + (key,))
            arc = self.arcs.setdefault(caller, {}).setdefault(key, [0, [0] * len(whole)])
            arc[0] += child.calls
            for at, count in enumerate(below):
                whole[at] += count
                arc[1][at] += 0 if key in path else count
        return whole

    def ref(self, table, name):
        if name in table:
            return f"({table[name]})"
        table[name] = len(table) + 1
        return f"({table[name]}) {name}"

    def function_line(self, key, function):
        if function in self.numbers:
            return f"{key}=({self.numbers[function]})"
        self.numbers[function] = number = len(self.numbers) + 1
        name = ROOTS.get(function) or self.names[function]
        own = "" if function in ROOTS else function[2]
        if name != own:
            self.out.append(f"#name ({number}) {own}".rstrip(" "))
        return f"{key}=({number}) {name}"

    def write_block(self, function):
        obj, file, own = ("???", "???", "") if function in ROOTS else function
        self.out.append("")
        if obj != self.object:
            self.out.append(f"ob={self.ref(self.objects, obj)}")
            self.object = obj
        self.out.append(f"fl={self.ref(self.files, file)}")
        line = self.function_line("fn", function)
        self.out.append(line)
        flat_name, current = own, file
        # Lines of the function's own file come first.
        rows = sorted(self.sequence.rows.get(function, {}).items(),
                      key=lambda row: (row[0][0] != file, row[0]))
        for (row_file, flat, number), cost in rows:
            if row_file != current:
                self.out.append(f"fi={self.ref(self.files, row_file)}")
                current = row_file
            if flat != flat_name:
                self.out.append("#lines" if flat == own else f"#lines {flat}")
                flat_name = flat
            self.out.append(f"{number} {' '.join(map(str, cost))}")
        if current != file:
            self.out.append(f"fe={self.ref(self.files, file)}")
        for callee, (calls, cost) in self.arcs.get(function, {}).items():
            if callee[0] != obj:
                self.out.append(f"cob={self.ref(self.objects, callee[0])}")
            if callee[1] != file:
                self.out.append(f"cfl={self.ref(self.files, callee[1])}")
            line = self.function_line("cfn", callee)
            self.out += [line, f"calls={calls} 0", "0 " + " ".join(map(str, cost))]

    def write(self):
        sequence = self.sequence
        total = [sum(costs) for costs in zip(*(row for rows in sequence.rows.values() for row in rows.values()))]
        total = total or [0] * len(sequence.events)
        numbers = " ".join(map(str, total))
        self.out += ["# callgrind format", "version: 1", "creator: cachegrind sequences", "pid: 1", "cmd: ./prog", "part: 1",
                     "positions: line", f"events: {' '.join(sequence.events)}", f"summary: {numbers}"]
        self.object = None
        called = [f for f in sequence.functions if f in self.arcs or f in sequence.rows]
        for function in [root.kind for root in sequence.roots] + called:
            self.write_block(function)
        order, nodes = {}, []
        for root in sequence.roots:
            nodes.append(f"#root {root.kind} {' '.join(map(str, root.own))}")
            last = -1
            for level, node in sequence.preorder(root):
                at = order.setdefault(node.function, len(order) + 1)
                nodes.append(f"#{last + 1 - level} {at} {node.calls} {' '.join(map(str, node.own))}")
                last = level
        count = sum(1 for node in nodes if not node.startswith("#root"))
        self.out += ["", f"#tree 1 nodes {count} functions {len(order)} recursion 0"]
        self.out += [f"#fn {self.objects[f[0]]} {self.files[f[1]]} {self.numbers[f]} 0" for f in order]
        self.out += nodes + ["", f"totals: {numbers}"]

    def text(self):
        return "\n".join(self.out) + "\n"


def written(random):
    """Returns a file of a random sequence."""
    return Writer(Sequence(random)).text()

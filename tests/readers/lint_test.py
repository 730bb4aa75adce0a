# SPDX-License-Identifier: GPL-2.0-or-later
"""Each rule of the checker for writers, on a file that is right and on what breaks the rule."""
import os
import subprocess
import tempfile
import unittest

import written

# main calls f, which calls itself by way of g; a static f of another file; nameless code; inlined lines.
RIGHT = """# callgrind format
version: 1
creator: x
pid: 7
desc: I1 cache: none
cmd: ./prog
part: 1
positions: line
events: Ir Dr
summary: 125 12

ob=(1) ???
fl=(1) ???
#name (1)
fn=(1) (start of program and threads)
0 5 0
cob=(2) /bin/prog
cfl=(2) main.c
cfn=(2) main
calls=1 3
0 120 12

ob=(2)
fl=(2)
fn=(2)
3 10 1
#name (3) f
cfn=(3) f (main.c)
calls=1 5
0 60 6
cfl=(3) util.c
#name (4) f
cfn=(4) f (util.c)
calls=2 9
0 47 4
cfl=(1)
#name (5) 0x401000
cfn=(5) 0x401000 in prog
calls=1 0
0 3 1

fl=(2)
fn=(3)
5 20 2
fi=(4) inline.h
7 5 1
fe=(2)
8 5 0
cfn=(3)
calls=2 5
0 0 0
cfn=(6) g
calls=1 11
0 36 4

fl=(3)
fn=(4)
9 47 4

fl=(1)
fn=(5)
#lines ???
0 3 1

fl=(2)
fn=(6)
11 30 3
cfn=(3)
calls=1 5
0 0 0

#tree 1 nodes 8 functions 5 recursion 0
#fn 2 2 2 3
#fn 2 2 3 5
#fn 2 3 4 9
#fn 2 1 5 0
#fn 2 2 6 11
#root thread 5
#0 1 1 10 1
#0 2 1 20 2
#0 2 2 4
#1 5 1 30 3
#0 2 1 6 1
#3 3 2 47 4
#1 4 1 3 1

totals: 125 12
"""


class Rules(unittest.TestCase):
    def findings(self, *changes):
        data = RIGHT
        for old, new in changes:
            self.assertIn(old, data)
            data = data.replace(old, new, 1)
        return [(rule, what) for rule, _, what in written.Written(data.encode()).findings]

    def breaks(self, rule, what, *changes):
        findings = self.findings(*changes)
        self.assertIn((rule, what), findings)

    def only(self, rule, what, *changes):
        self.assertEqual(self.findings(*changes), [(rule, what)])

    def test_a_file_that_is_right(self):
        self.assertEqual(self.findings(), [])

    def test_what_the_tree_says(self):
        tree = written.Written(RIGHT.encode()).tree
        self.assertEqual(tree.inclusive, {2: [120, 12], 3: [60, 6], 4: [47, 4], 5: [3, 1], 6: [36, 4]})
        self.assertEqual(tree.called, {2: 1, 3: 4, 4: 2, 5: 1, 6: 1})
        self.assertEqual(tree.arcs[3, 3], [2, [0, 0]])
        self.assertEqual(tree.arcs[6, 3], [1, [0, 0]])
        self.assertEqual((tree.roots, tree.total), ({"thread": ([5, 0], [125, 12])}, [125, 12]))

    def test_header(self):
        self.only("header", "the first line is not '# callgrind format'", ("# callgrind format", "# x"))
        self.only("header", "without creator", ("creator: x\n", ""))
        self.only("header", "no blank after pid:", ("pid: 7", "pid:7"))
        self.only("header", "in this order: creator version pid desc cmd part positions events summary",
                  ("version: 1\ncreator: x\n", "creator: x\nversion: 1\n"))
        self.only("header", "part: twice", ("part: 1\n", "part: 1\npart: 1\n"))
        self.only("header", "version: 2", ("version: 1", "version: 2"))

    def test_white_space(self):
        self.breaks("white-space", "in '9 47 4 '", ("9 47 4\n", "9 47 4 \n"))
        self.only("white-space", "in 'pid: 7\\r'", ("pid: 7\n", "pid: 7\r\n"))
        self.only("white-space", "in 'cfn=(6) g\\tx'", ("(6) g\n", "(6) g\tx\n"))
        self.only("white-space", "the last line has no LF", ("totals: 125 12\n", "totals: 125 12"))

    def test_one_part(self):
        self.breaks("one-part", "part: after the header", ("\ntotals:", "\npart: 2\ntotals:"))

    def test_known_lines(self):
        self.only("known-lines", "'jump=1 3'", ("9 47 4\n", "9 47 4\njump=1 3\n"))
        self.only("known-lines", "'baz'", ("9 47 4\n", "9 47 4\nbaz\n"))

    def test_numbers(self):
        self.only("numbers", "(3) is defined twice", ("fl=(2)\nfn=(3)\n", "fl=(2)\nfn=(3) f\n"))
        self.breaks("numbers", "a bare name 'g'", ("cfn=(6) g", "cfn=g"))
        self.breaks("numbers", "(4) is not defined", ("(4) inline.h", "(4)"))
        self.breaks("numbers", "(7) comes after 3 others", ("(4) inline.h", "(7) inline.h"))

    def test_one_number(self):
        self.breaks("one-number", "(3) 'f (main.c)' is in '/bin/prog' 'main.c' and in '/bin/prog' 'util.c'",
                    ("fl=(2)\nfn=(3)\n", "fl=(3)\nfn=(3)\n"))
        self.breaks("one-number", "'util.c' has two numbers", ("(4) inline.h", "(4) util.c"))

    def test_order(self):
        self.only("order", "ob= of the same object '/bin/prog'", ("fl=(3)\nfn=(4)", "ob=(2)\nfl=(3)\nfn=(4)"))
        self.only("order", "cob= of the caller's object", ("#name (3)", "cob=(2)\n#name (3)"))
        self.only("order", "cfl= of the current file", ("cfn=(6) g", "cfl=(2)\ncfn=(6) g"))
        self.breaks("order", "another calls= of 'g' in 'f (main.c)' at line 0",
                    ("0 36 4\n", "0 36 4\ncfn=(6)\ncalls=1 11\n0 0 0\n"))
        self.breaks("order", "fn= after a complete line", ("fl=(3)\nfn=(4)", "fn=(4)"))
        self.breaks("order", "another block of 'g'", ("#tree 1", "fl=(2)\nfn=(6)\n11 0 0\n\n#tree 1"))
        self.breaks("order", "an own line after the calls of 'g'", ("\n\n#tree 1", "\n11 0 0\n\n#tree 1"))

    def test_names(self):
        self.breaks("names", "(6) '???'", ("(6) g", "(6) ???"))
        self.only("unique-names", "'f (main.c)' is (3) and (4)", ("f (util.c)", "f (main.c)"))

    def test_costs(self):
        for line in ("9 47", "9 47 0x4", "9 47 -4", "9 47 4 1", "+2 47 4", "* 47 4", "9  47 4"):
            self.breaks("costs", repr(line), ("9 47 4", line))
        self.breaks("costs", f"'9 {2**64} 4' is too large", ("9 47 4", f"9 {2**64} 4"))

    def test_calls(self):
        self.breaks("calls", "calls=0 11", ("calls=1 11", "calls=0 11"))
        self.breaks("calls", "calls=1", ("calls=1 11", "calls=1"))
        self.breaks("calls", "'# x' between calls= and its cost", ("calls=1 11\n", "calls=1 11\n# x\n"))
        self.breaks("calls", "'' between calls= and its cost", ("calls=1 11\n", "calls=1 11\n\n"))

    def test_self_calls(self):
        self.breaks("self-calls", "'f (main.c)': '0 4 0'", ("calls=2 5\n0 0 0", "calls=2 5\n0 4 0"))

    def test_inlined(self):
        self.breaks("inlined", "no fe= before the next function", ("fe=(2)\n", ""))
        self.breaks("inlined", "fe= to another file than the function's", ("fe=(2)", "fe=(3)"))

    def test_own_names(self):
        self.only("own-names", "'#name (7) f' does not stand before its number", ("#name (4) f", "#name (7) f"))

    def test_summary(self):
        self.only("summary", "summary [126, 12] and own lines [125, 12]", ("summary: 125", "summary: 126"))
        self.only("summary", "totals [125, 11] and own lines [125, 12]", ("totals: 125 12", "totals: 125 11"))
        self.breaks("summary", "no totals:", ("totals: 125 12\n", ""))

    def test_arcs(self):
        self.breaks("arcs", "into 'f (util.c)': [46, 4], not [47, 4]", ("0 47 4", "0 46 4"))
        without_tree = (RIGHT[RIGHT.index("#tree"):RIGHT.index("totals:")], "")
        self.assertEqual(self.findings(without_tree), [])
        self.breaks("arcs", "into 'f (util.c)': [46, 4], not [47, 4]", ("0 47 4", "0 46 4"), without_tree)
        self.breaks("arcs", "nobody calls '0x401000 in prog'", ("calls=1 0\n0 3 1\n", ""),
                    ("cfl=(1)\n#name (5) 0x401000\ncfn=(5) 0x401000 in prog\n", ""),
                    ("fl=(1)\nfn=(5)\n", "fl=(1)\n#name (5) 0x401000\nfn=(5) 0x401000 in prog\n"))

    def test_tree(self):
        self.breaks("tree", "own cost of 'g': [29, 3], in the tree [30, 3]", ("11 30 3", "11 29 3"))
        self.only("tree", "'f (main.c)' calls 'g': [2, [36, 4]], in the tree [1, [36, 4]]",
                  ("calls=1 11", "calls=2 11"))
        self.breaks("tree", "own cost of roots: [[5, 0]], in the tree [[6, 0]]", ("#root thread 5", "#root thread 6"))

    def test_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("out", "Out.1"):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(RIGHT)
            path = os.path.join(folder, "out")
            lint = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lint")
            run = subprocess.run([lint, "--alone", path], capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, run.stdout),
                             (1, f"{path}:0: alone: {folder}/Out.1 is added to it\n"))


if __name__ == "__main__":
    unittest.main()

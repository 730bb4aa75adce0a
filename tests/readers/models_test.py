# SPDX-License-Identifier: GPL-2.0-or-later
"""The models against the examples of the description that they are made from, and the model of
callgrind_annotate against the installed one."""
import os
import shutil
import tempfile
import unittest

import callgrind_annotate
import gprof2dot
import kcachegrind
import speedscope
from reading import Refused


def text(lines, head="events: Ir"):
    """Returns a file; `;` ends a line, `events: Ir` comes first unless the lines have events."""
    head = "" if "events:" in lines or not head else head + "; "
    return (head + lines).replace("; ", "\n").encode() + b"\n"


class Kcachegrind(unittest.TestCase):
    def shown(self, lines, **costs):
        reading = kcachegrind.read(text(lines))
        self.assertEqual(reading.costs(), costs)
        return reading

    def refused(self, data, why):
        with self.assertRaises(Refused) as thrown:
            kcachegrind.read(data)
        self.assertEqual(str(thrown.exception), why)

    def own(self, lines):
        reading = kcachegrind.read(text("fn=f; " + lines if "fn=" not in lines else lines))
        return reading.total.get("Ir", 0), len(reading.complaints)

    def test_a1_what_is_recognised(self):
        self.assertTrue(kcachegrind.recognised(b"# callgrind format\nx\n"))
        self.assertFalse(kcachegrind.recognised(b"# callgrind format\r\nx\n"))
        self.assertTrue(kcachegrind.recognised(b"\ncreator: x\n"))
        long_cmd = b"cmd: " + b"x" * 3000 + b"\nevents: Ir\nfn=f\n1 10\n"
        self.refused(long_cmd, "Unknown file format")
        self.assertEqual(kcachegrind.read(b"# callgrind format\n" + long_cmd).total, {"Ir": 10})
        self.refused(b"cmd: a events: b\nevents: Ir\nfn=f\n1 10\n", "Unknown file format")

    def test_a2_which_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("p.out", "P.out.1", "p.out-02", "p.outX", "q", ".p", "a[1].out",
                         "callgrind.out.7"):
                open(os.path.join(folder, name), "w").close()

            def found(name):
                return [os.path.basename(f) for f in kcachegrind.found(os.path.join(folder, name))]
            self.assertEqual(found("p.out"), ["P.out.1", "p.out", "p.out-02", "p.outX"])
            self.assertEqual(found("a[1].out"), [])
            self.assertEqual(found(".p"), [])
            self.assertEqual(found(""), ["callgrind.out.7"])
        one = text("fn=f; 1 10")
        self.assertEqual(kcachegrind.read(one, one).costs(), {"f": (20, 20)})

    def test_a3_line_ends(self):
        self.assertEqual(kcachegrind.read(b"events: Ir\r\nfn=f\r\n1 10\r\n").costs(), {"f": (10, 10)})
        self.refused(b"events: Ir\nfn=f\n1 10\0\n", "a NUL byte: reads for ever")

    def test_a4_white_space(self):
        self.assertEqual(self.own(" 1 10"), (0, 1))
        self.assertEqual(self.own("fn=f;  fn=g; 1 10"), (10, 1))
        self.assertEqual(self.own("1\t10"), (0, 1))
        self.assertEqual(self.own("1 10  "), (10, 0))
        self.shown("fn=f; 1 1; fn=f ; 1 2", **{"f": (1, 1), "f ": (2, 2)})

    def test_a5_comments(self):
        self.assertEqual(self.own("1 10 # x; # 1 10; ; 1 1"), (11, 1))

    def test_a6_unknown_lines(self):
        for line in ("foo: bar", "baz=1", "arch: x86", "\u00e9"):
            self.assertEqual(self.own(f"{line}; 1 10"), (10, 1), line)

    def test_a9_events(self):
        self.assertEqual(kcachegrind.read(text("events: Ir Ir; fn=f; 1 10 3")).total, {"Ir": 13})
        self.assertEqual(kcachegrind.read(text("events: Ir,Dr; fn=f; 1 10")).total, {"Ir,Dr": 10})
        two = kcachegrind.read(text("events: Ir; fn=f; 1 10; events: Dr; fn=f; 1 5"))
        self.assertEqual(two.function("f").own, {"Ir": 10, "Dr": 5})
        self.assertEqual(self.own("cmd: a; cmd: a; cmd: b; 1 10"), (10, 1))

    def test_a10_parts(self):
        self.shown("events: Ir; fn=(1) f; 1 10; events: Ir; fn=(1) g; 1 5", f=(10, 10), g=(5, 5))
        for line in ("positions: line", "part: 1", "pid: 1", "thread: 2"):
            self.refused(text(f"events: Ir; {line}; fn=f; 1 10"), "data before events")
        self.shown("positions: instr line; events: Ir; fn=f; 1 1 10; events: Ir; fn=f; 1 1 5",
                   f=(15, 15))

    def test_a12_summary(self):
        self.refused(text("creator: x; summary: 10; events: Ir; fn=f; 1 10"), "summary before events")
        self.assertEqual(self.own("summary: 999; 1 10; totals: 7"), (10, 0))

    def test_a13_derived_events(self):
        for formula, want in (("3 * Ir - Dr + 2Dr", 35), ("Ir + 2 Dr", 20), ("Xy + Ir", 10)):
            reading = kcachegrind.read(text(f"event: X = {formula} : long; events: Ir Dr; fn=f; 1 10 5"))
            self.assertEqual(kcachegrind.value("X", reading.total, reading.formulas), want, formula)
        reading = kcachegrind.read(text("events: Ir Dr; event: X = Ir - 2 Dr; event: Ir = Dr; fn=f; 1 10 30"))
        self.assertEqual(kcachegrind.value("X", reading.total, reading.formulas), 2**64 - 50)
        self.assertNotIn("Ir", reading.formulas)

    def test_a14_predefined_events(self):
        reading = kcachegrind.read(text("events: Ir D1mr ILmr; fn=f; 1 1000 3 2"))
        self.assertEqual(set(reading.formulas), {"L1m", "LLm", "CEst"})
        self.assertEqual(kcachegrind.value("CEst", reading.total, reading.formulas), 1000 + 30 + 200)

    def test_a15_names(self):
        self.shown("fn=(1)f; 1 1; fn=(2)\tg; 1 2; fn=(1); 1 4; fn=(below main); 1 8; fn=(3) (2) x; 1 16",
                   **{"f": (5, 5), "g": (2, 2), "(below main)": (8, 8), "(2) x": (16, 16)})
        self.assertEqual(self.shown("fn=(1 f; 1 10", **{"": (10, 10)}).complaints, ["2: no ) in '(1 f'"])

    def test_a16_a_number_is_a_function(self):
        reading = self.shown("ob=A; fl=a.c; fn=(1) f; 1 10; ob=B; fl=b.c; fn=(1); 2 5", f=(15, 15))
        self.assertEqual((reading.function("f").file, reading.function("f").object), ("a.c", "A"))
        reading = self.shown("ob=A; fl=a.c; fn=(1) f; cfn=(2) g; calls=1 0; 1 10; ob=B; fl=b.c; fn=(2); 1 10",
                             f=(0, 10), g=(10, 10))
        self.assertEqual((reading.function("g").file, reading.function("g").object), ("a.c", "A"))

    def test_a17_numbers(self):
        self.assertEqual(self.own("fn=(1) f; 1 10; fn=(1) g; 1 5; fn=(1); 1 5"), (20, 1))
        self.shown("fn=(1) f; 1 10; fn=(1) g; 1 5; fn=(1); 1 5", f=(10, 10), g=(10, 10))
        self.assertEqual(self.own("fn=(100000000) f; 1 10"), (10, 0))
        self.refused(text("fn=(1000000000) f; 1 10"), "number 1000000000: crashes")

    def test_a18_nameless(self):
        self.shown("fl=a.c; fn=???; 1 10; fn=; 1 5", **{"": (15, 15)})

    def test_a19_the_key(self):
        reading = self.shown("fl=/x/u.c; fn=f; 1 10; fl=/y/u.c; fn=f; 2 5", f=(15, 15))
        self.assertEqual(reading.function("f").file, "/x/u.c")
        self.shown("fl=ab; fn=x; 1 10; fl=b; fn=xa; 1 5", x=(15, 15))

    def test_a20_ob_ends_the_function(self):
        reading = self.shown("fl=a.c; fn=f; ob=A; 1 10", **{"f": (0, 0), "": (10, 10)})
        self.assertEqual(len(reading.complaints), 1)

    def test_a21_inlined_lines(self):
        reading = self.shown("fl=a.c; fn=f; 1 10; fi=h.h; 2 5; fn=g; 3 1", f=(15, 15), g=(1, 1))
        self.assertEqual({f.file for f in reading.functions.values()}, {"a.c"})
        self.assertEqual(self.shown("fi=h.h; fn=f; 1 10", f=(10, 10)).function("f").file, "")

    def test_a22_no_function(self):
        self.assertEqual(self.shown("1 10; 2 5", **{"": (15, 15)}).complaints,
                         ["2: cost without a function"])

    def test_a23_positions(self):
        for positions, line in (("line", "7 5"), ("instr", "0x7 5"), ("line instr", "0x10 7 5"),
                                ("instr line", "0x10 7 5"), ("bb", "5")):
            reading = kcachegrind.read(text(f"positions: {positions}; events: Ir; fn=f; {line}"))
            self.assertEqual(reading.total, {"Ir": 5}, positions)
        self.assertEqual(kcachegrind.read(text("positions: bb; events: Ir; fn=f; 7 5")).total, {"Ir": 7})

    def test_a24_relative_positions(self):
        self.assertEqual(self.own("10 1; +2 2; -3 4; * 8; 0x10 16; 10-12 32; 10:12 64; 10+2 128"), (255, 0))
        self.assertEqual(self.own("5 1; -6 2"), (3, 1))
        self.assertEqual(self.own("4294967297 1; -1 2"), (3, 0))

    def test_a25_costs(self):
        self.assertEqual(self.own("1 0x10"), (16, 0))
        for line, cost, complaints in (("1 7", {"Ir": 7}, 0), ("1 7 8 9", {"Ir": 7, "Dr": 8}, 1),
                                       ("1 . 3", {}, 1), ("1 1.5", {"Ir": 1}, 1)):
            reading = kcachegrind.read(text(f"events: Ir Dr; fn=f; {line}"))
            self.assertEqual((reading.total, len(reading.complaints)), (cost, complaints), line)

    def test_a26_negative(self):
        self.assertEqual(self.own("1 -4; 2 10"), (10, 1))
        self.assertEqual(self.own("fn=A; 1 100; 2 -30; fn=B; 3 30"), (130, 1))
        reading = kcachegrind.read(text("events: Ir Dr; fn=f; 1 -0 5; 1 -1 5"))
        self.assertEqual(reading.total, {"Ir": 0, "Dr": 5})

    def test_a27_64_bits(self):
        self.assertEqual(self.own("1 18446744073709551617"), (1, 0))

    def test_a28_calls(self):
        reading = self.shown("fn=f; cfn=g; calls=0x10; # x; ; 1 7; 1 1", f=(1, 8), g=(0, 7))
        self.assertEqual(reading.function("g").called, 16)
        self.shown("fn=f; cfn=g; calls=1 0; fn=h; 1 7", f=(0, 0), g=(0, 7), h=(0, 7))
        self.assertEqual(self.shown("fn=f; cfn=g; calls=1 0; calls=2 0; 1 7", f=(0, 7), g=(0, 7))
                         .function("g").called, 2)
        self.assertEqual(self.shown("fn=f; cfn=g; calls=1 0; 1 7; calls=1 0; 1 3", f=(0, 10), g=(0, 10))
                         .function("g").called, 2)
        self.refused(text("fn=f; calls=1 0; 1 7"), "calls without a function: crashes")
        self.assertEqual(self.shown("fn=f; cfn=g; rcalls=3 0; 1 7", f=(0, 7), g=(0, 7))
                         .function("g").called, 3)

    def test_a29_where_the_callee_is(self):
        def callee(lines):
            function = kcachegrind.read(text("ob=A; fl=a.c; fn=f; " + lines + "; calls=1 0; 1 1")).function("g")
            return function.object, function.file
        self.assertEqual(callee("cfn=g"), ("A", "a.c"))
        self.assertEqual(callee("fi=h.h; cfn=g"), ("A", "h.h"))
        self.assertEqual(callee("cob=B; cfl=b.c; cfn=g"), ("B", "b.c"))
        self.assertEqual(callee("cfn=g; cob=B; cfi=b.c"), ("A", "a.c"))
        self.assertEqual(callee("cob=B; cfl=b.c; cfn=h; calls=1 0; 1 1; cfn=g"), ("A", "a.c"))

    def test_a30_arcs_add_up(self):
        reading = self.shown("fn=f; cfn=g; calls=1 0; 1 7; cfn=g; calls=2 0; 2 3", f=(0, 10), g=(0, 10))
        self.assertEqual([(a.calls, a.cost) for a in reading.arcs.values()], [(3, {"Ir": 10})])

    def test_a31_jumps(self):
        self.assertEqual(self.own("jump=3 7; 1 99; jcnd=1/2 8; 2 99; 3 10"), (10, 0))

    def test_a32_inclusive(self):
        self.shown("fn=m; 1 10; cfn=m; calls=3 0; 1 6", m=(10, 0))
        self.shown("fn=m; 1 10; cfn=g; calls=1 0; 1 6; fn=g; 1 6; cfn=m; calls=1 0; 1 3", m=(10, 3), g=(6, 6))
        self.shown("fn=m; cfn=g; calls=1 0; 1 3; fn=g; 1 103", m=(0, 3), g=(103, 3))
        self.shown("events: Ir; fn=m; cfn=g; calls=1 0; 1 3; fn=g; 1 3; events: Ir; fn=g; 1 100",
                   m=(0, 3), g=(103, 103))
        reading = self.shown("fn=m; 1 10; cfn=g; calls=0 0; 1 7; fn=g; 1 7", m=(10, 17), g=(7, 7))
        self.assertEqual(reading.function("g").called, 0)

    def test_a33_cycles(self):
        rest = "; 1 0; cfn=m; calls=1 0; 1 16; fn=m; 1 10; cfn=g; calls=1 0; 1 9; fn=g; 1 6; cfn=m; calls=1 0; 1 0"
        reading = self.shown("fn=a" + rest, a=(0, 16), m=(10, 16), g=(6, 9))
        inclusive, cycles = kcachegrind.with_cycles(reading)
        self.assertEqual(inclusive, {"a": {"Ir": 16}, "m": {"Ir": 10}, "g": {"Ir": 6}})
        self.assertEqual(cycles, [({"m", "g"}, {"Ir": 16})])
        inclusive, cycles = kcachegrind.with_cycles(kcachegrind.read(text("fn=z" + rest)))
        self.assertEqual((inclusive["m"], inclusive["g"], cycles), ({"Ir": 16}, {"Ir": 9}, []))
        # Seen in the program: without b, where the search starts, c and d are a cycle still.
        reading = kcachegrind.read(text(
            "fn=z; 1 1; cfn=b; calls=1 0; 1 60; fn=b; 1 10; cfn=c; calls=1 0; 1 50; fn=c; 1 20; cfn=d; calls=1 0; "
            "1 30; fn=d; 1 30; cfn=b; calls=1 0; 1 0; cfn=c; calls=1 0; 1 0"))
        inclusive, cycles = kcachegrind.with_cycles(reading)
        self.assertEqual([inclusive[name]["Ir"] for name in "zbcd"], [61, 60, 20, 30])
        self.assertEqual(cycles, [({"c", "d"}, {"Ir": 50})])
        reading = kcachegrind.read(text("fn=a; cfn=m; calls=1 0; 1 16; fn=m; 1 16; cfn=m; calls=1 0; 1 0"))
        self.assertEqual(kcachegrind.in_cycles(reading), [])

    def test_what_it_says_of_a_file_with_many_mistakes(self):
        # Seen in the program: the same lines but 11 and 24, at which it says nothing, and the same costs.
        reading = kcachegrind.read(text(
            "# callgrind format; version: 1; creator: x; events: Ir Dr; foo: bar; baz=1;  1 10; fl=x.c; fn=(1) f; "
            "1 10 5; 2 -4 3; 3 . 3; 4 1.5; 5 1 2 3; fn=(9); 6 1; fn=(1) g; 7 2; 8\t9; 9 1 # x; cfn=(7); calls=1 0; "
            "1 0; calls=x; 2 1; ob=(1) A; 10 4; fl=(5); fn=(1); -90 1; cmd: a; cmd: b; arch: x86; totals: 1; "
            "event: Dr : long; jump=1 2; 12; 1 1 1 ; 2 0x10 "))
        self.assertEqual([int(c.partition(":")[0]) for c in reading.complaints],
                         [5, 6, 7, 11, 12, 13, 14, 15, 17, 19, 20, 21, 24, 27, 28, 30, 32, 33])
        self.assertEqual([(f.name, f.own["Ir"], f.inclusive["Ir"]) for f in reading.functions.values()],
                         [("f", 12, 12), ("", 1, 1), ("g", 21, 22), ("", 4, 4)])

    def test_a34_lists(self):
        reading = kcachegrind.read(text("ob=A; fl=a.c; fn=n::C::f(x::y); 1 10; fi=h.h; 2 5; fn=g; 1 1"))
        self.assertEqual(kcachegrind.by(reading, "object"), {"A": {"Ir": 16}})
        self.assertEqual(kcachegrind.by(reading, "file"), {"a.c": {"Ir": 16}})
        self.assertEqual(kcachegrind.by(reading, "class"), {"n::C": {"Ir": 15}, "": {"Ir": 1}})


HEAD = "events: Ir"
ANNOTATED = {
    # what it shows, by file:name: own and inclusive cost (None: no row)
    "b3 a row is file:name": ("ob=A; fl=a.c; fn=(1) f; 1 10; ob=B; fl=b.c; fn=(1); 2 5",
                              {"a.c:f": (10, 10), "b.c:f": (5, 5)}),
    "b3 objects": ("ob=A; fl=a.c; fn=f; 1 10; ob=B; fl=a.c; fn=f; 1 5", {"a.c:f": (15, 15)}),
    "b4 fi makes rows": ("fl=a.c; fn=f; 1 10; fi=h.h; 2 5; fn=g; 3 1",
                         {"a.c:f": (10, 10), "h.h:f": (5, 5), "h.h:g": (1, 1)}),
    "b4 fl after fn renames": ("fl=a.c; fn=f; 1 10; fl=b.c; 2 5", {"b.c:f": (15, 15)}),
    "b4 fl after fn renames the last row only": ("fl=a.c; fn=f; 1 10; fl=b.c; 2 5; fl=c.c; fn=g; 1 1",
                                                 {"a.c:f": (15, 15), "c.c:g": (1, 1)}),
    "b4 fl after fi": ("fl=a.c; fn=f; 1 10; fi=h.h; 2 5; fl=b.c; 3 7; fn=g; 1 1",
                       {"a.c:f": (10, 10), "h.h:f": (12, 12), "b.c:g": (1, 1)}),
    "b4 arcs of inlined lines": ("fl=a.c; fn=f; 1 10; fi=h.h; cfl=a.c; cfn=g; calls=1 0; 2 5; fl=a.c; fn=g; 1 5",
                                 {"a.c:f": (10, 10), "h.h:f": (0, 5), "a.c:g": (5, 5)}),
    "b5 cfl until the next cfn": ("fl=a.c; fn=f; cfn=g; cfl=b.c; calls=1 0; 1 2; cfn=g; calls=1 0; 1 3; "
                                  "cfn=g; calls=1 0; 1 4",
                                  {"a.c:f": (0, 9), "a.c:g": (0, 6), "b.c:g": (0, 3)}),
    "b6 negative": ("fl=a.c; fn=f; 1 -4; 2 10", {"a.c:f": (6, 6)}),
    "b6 tabs": ("fl=a.c; fn=f; 1\t10", {"a.c:f": (10, 10)}),
    "b6 dot": ("events: Ir Dr; fl=a.c; fn=f; 1 . 3; 1 2 1", {"a.c:f": (2, 2)}),
    "b7 calls=0": ("fl=a.c; fn=m; 1 10; cfn=g; calls=0 0; 2 7", {"a.c:m": (17, 17)}),
    "b8 self-calls": ("fl=a.c; fn=m; cfn=r; calls=1 0; 1 90; fn=r; 1 90; cfn=r; calls=5 0; 1 400",
                      {"a.c:m": (0, 90), "a.c:r": (90, 490)}),
    "b8 only called": ("fl=a.c; fn=m; 1 10; cfn=g; calls=1 0; 1 6", {"a.c:m": (10, 16), "a.c:g": (0, 6)}),
}


class CallgrindAnnotate(unittest.TestCase):
    def refused(self, data, why):
        with self.assertRaises(Refused) as thrown:
            callgrind_annotate.read(data)
        self.assertEqual(str(thrown.exception), why)

    def shown(self, lines):
        reading = callgrind_annotate.read(text(lines))
        event = reading.events[0]
        return {f"{f.file}:{f.name}": (f.own.get(event, 0), f.inclusive.get(event, 0))
                for f in reading.functions.values()}

    def test_the_examples(self):
        for name, (lines, wanted) in ANNOTATED.items():
            self.assertEqual(self.shown(lines), wanted, name)

    def test_the_installed_one_agrees(self):
        if not shutil.which("callgrind_annotate"):
            self.skipTest("callgrind_annotate is not installed")
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(folder + "/empty")
            for name, (lines, wanted) in ANNOTATED.items():
                with open(folder + "/profile", "wb") as file:
                    file.write(text(lines))
                reading = callgrind_annotate.installed(folder + "/profile", folder + "/empty")
                found = {key: (f.own.get("Ir", 0), f.inclusive.get("Ir", 0))
                         for key, f in reading.functions.items()}
                # A row of cost 0 is left out of the list.
                self.assertEqual({k: v for k, v in found.items() if v != (0, 0)},
                                 {k: v for k, v in wanted.items() if v != (0, 0)}, name)

    def test_b1_the_header(self):
        self.refused(b"events:Ir\nfn=f\n1 10\n", "missing events line")
        self.refused(b"version: 2\nevents: Ir\n", "version")
        for lines in ("events: Ir; cmd: x; fn=f; 1 10", "totals: 1; events: Ir; fn=f; 1 10"):
            self.assertEqual(len(callgrind_annotate.read(text(lines)).complaints), 1, lines)

    def test_b2_parts(self):
        reading = callgrind_annotate.read(text("events: Ir; fl=a; fn=f; 1 10; totals: 10; events: Ir; "
                                               "fn=g; 1 5; totals: 5"))
        self.assertEqual((reading.costs(), reading.total), ({"f": (10, 10), "g": (5, 5)}, {"Ir": 5}))
        self.refused(text("events: Ir; fl=a; fn=f; 1 10; events: Ir Dr; fn=g; 1 5 6"), "too many counts")

    def test_b4_inlined_lines_first(self):
        self.refused(text("fi=h.h; fn=f; 1 10"), "fi= before fn=")

    def test_b5_the_folder(self):
        data = text("fl=/dir/a.c; fn=g; 1 10; fn=m; cfl=/dir/a.c; cfn=g; calls=1 0; 1 10")
        reading = callgrind_annotate.read(data, "/dir")
        self.assertEqual({f.file for f in reading.functions.values() if f.name == "g"}, {"a.c", "/dir/a.c"})

    def test_b7_calls_that_are_none(self):
        for line in ("calls=0 0", "calls=0x10 0", "rcalls=2 0"):
            self.assertEqual(callgrind_annotate.read(text(f"fl=a; fn=m; 1 10; cfn=g; {line}; 2 7"))
                             .function("m").own, {"Ir": 17}, line)

    def test_b9_the_total(self):
        body = "fl=a; fn=f; 1 10"
        for lines, want in ((body, 10), (body + "; totals: 12", 12), ("summary: 0; " + body, 10),
                            ("summary: 14; " + body + "; totals: 12", 14)):
            self.assertEqual(callgrind_annotate.read(text(lines)).total, {"Ir": want}, lines)


class Others(unittest.TestCase):
    """Table C."""

    def both(self, lines):
        found = []
        for model in (gprof2dot, speedscope):
            try:
                reading = model.read(text(lines))
                found.append({(f.file, f.name) if model is speedscope else f.name:
                              (f.own.get("Ir", 0), None if f.inclusive is None else f.inclusive.get("Ir", 0))
                              for f in reading.functions.values()})
            except Refused as why:
                found.append(str(why))
        return found

    def test_identity(self):
        self.assertEqual(self.both("fl=a.c; fn=f; 1 10; fl=b.c; fn=f; 1 5"),
                         [{"f": (15, 15)}, {("a.c", "f"): (10, 10), ("b.c", "f"): (5, 5)}])

    def test_defined_twice(self):
        self.assertEqual(self.both("fl=a; fn=(1) f; 1 10; fn=(1) f; 1 5"),
                         [{"f": (15, 15)}, "number 1 is defined twice"])

    def test_inlined_lines_are_the_functions(self):
        self.assertEqual(self.both("fl=a; fn=f; 1 10; fi=h; 2 5"),
                         [{"f": (15, 15)}, {("a", "f"): (15, 15)}])

    def test_parts(self):
        self.assertEqual(self.both("version: 1; events: Ir; fl=a; fn=f; 1 10; version: 1; events: Ir"),
                         ["another part", "another part"])

    def test_a_comment_after_calls(self):
        self.assertEqual(self.both("fl=a; fn=f; 1 10; cfn=g; calls=1 0; # x; 2 5"),
                         [{"f": (15, 15), "g": (0, 0)}, {("a", "f"): (15, 15), ("a", "g"): (0, 0)}])

    def test_what_stops_them(self):
        start = "fl=a; fn=f; 1 10; "
        shown = [{"f": (10, 10)}, {("a", "f"): (10, 10)}]
        self.assertEqual(self.both(start + "foo: bar"), ["unknown key foo:", shown[1]])
        self.assertEqual(self.both(start + "2 -5")[1], "a negative cost")
        self.assertEqual(self.both(start + "2 5 ")[1], "error at '2 5 '")
        self.assertEqual(self.both(start + "2\t5")[0], "stops at '2\\t5'")
        self.assertEqual(self.both("events: Ir Dr; fl=a; fn=f; 1 10")[1], "NaN")
        self.assertEqual(self.both(start + "jump=1 2; 2")[1], "NaN")
        self.assertEqual(self.both(start + "jfn=f"), ["stops at 'jfn=f'", shown[1]])

    def test_a_self_call_is_left_out(self):
        self.assertEqual(self.both("fl=a; fn=m; cfn=f; calls=1 0; 1 10; fn=f; 1 10; cfn=f; calls=2 0; 1 7")[0],
                         {"m": (0, 10), "f": (10, 10)})

    def test_the_total_of_speedscope_is_that_of_its_roots(self):
        cycle = text("fl=a; fn=m; 1 10; cfn=g; calls=1 0; 1 6; fn=g; 1 6; cfn=m; calls=1 0; 1 3")
        self.assertEqual(speedscope.read(cycle).total, {})
        self.assertEqual(gprof2dot.read(cycle).total, {"Ir": 16})


# All four models show this of one file: the example at the end of the description.
WHOLE = """# callgrind format
version: 1
creator: x
cmd: ./prog
positions: line
events: Ir Dr
summary: 140 15

ob=(1) prog
fl=(1) main.c
fn=(1) (below main)
1 2 0
cfn=(2) main
calls=1 0
0 105 11
cfl=(3) ???
cfn=(5) 0x401000 in prog
calls=1 0
0 3 1

fn=(2)
3 10 1
cfn=(3) rec
calls=1 0
0 60 6
cob=(2) libz.so
cfl=(2) z.c
cfn=(4) zip
calls=1 0
0 30 3
cob=(3) no-object
cfl=(3)
cfn=(6) 0x7f00 in no-object
calls=1 0
0 5 1

fn=(3)
5 60 6
cfn=(3)
calls=4 0
0 0 0

fl=(3)
fn=(5)
0 3 1

fn=(7) (start of thread 2)
cob=(2)
cfl=(2)
cfn=(4)
calls=1 0
0 30 3

ob=(3)
fl=(3)
fn=(6)
0 5 1

ob=(2)
fl=(2)
fn=(4)
9 60 6
totals: 140 15
"""


class AllReaders(unittest.TestCase):
    def test_all_show_the_same_of_what_is_written_well(self):
        wanted = {"(below main)": (2, 110), "main": (10, 105), "rec": (60, 60), "zip": (60, 60),
                  "0x401000 in prog": (3, 3), "0x7f00 in no-object": (5, 5), "(start of thread 2)": (0, 30)}
        data = WHOLE.encode()
        for model in (kcachegrind, callgrind_annotate, gprof2dot, speedscope):
            reading = model.read(data)
            found = dict(wanted)
            if model is callgrind_annotate:
                # A self-call is an arc into a function like any other; this one costs nothing.
                self.assertEqual(reading.function("rec").called, 5)
            self.assertEqual(reading.costs(), found, model.__name__)
            self.assertEqual((reading.total, reading.complaints), ({"Ir": 140, "Dr": 15}, []), model.__name__)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-2.0-or-later
"""A document's commands and what it shows of their output.

Counts depend on the compiler and the C library: where the compiler is the one that the documents
name, the text around the counts is compared.
"""
import os
import platform
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENVIRONMENT = dict(os.environ, TOP=TOP, PATH=os.environ["BIN"] + ":" + os.environ["PATH"],
                   NO_COLOR="1")


def is_compared():
    version = subprocess.run(["gcc", "-dumpversion"], capture_output=True, text=True).stdout.strip()
    return version.split(".")[0] == "12" and platform.machine() == "x86_64"


def without_counts(output):
    """Names and their order: counts depend on the processor too, whose strlen is taken."""
    output = re.sub(r"[+-]?\d[\d,.]*", "", output)
    return [line for line in (" ".join(line.split()) for line in output.splitlines()) if line]


def run(script, work):
    return subprocess.run(["bash", "-eu", "-c", script], cwd=work, env=ENVIRONMENT,
                          capture_output=True, text=True)


def check(document, holds):
    """Runs the document's commands, then holds(work, printed), which returns what is wrong: what
    the text says must hold whatever compiled it. --bless takes the output of this run."""
    path = os.path.join(TOP, document)
    text = open(path, encoding="utf-8").read()
    problems = []
    printed = earlier = ""
    compares = is_compared()
    with tempfile.TemporaryDirectory() as work:
        # Each block with what follows it, up to the next.
        for block in re.finditer(r"```sh\n(.*?)```\n((?:\n(?:    [^\n]*\n)+)?)", text, re.S):
            script = block[1]
            if "# status" in script:
                continue  # tests/documents/run runs it
            # Functions of the shell stay for later blocks.
            done = run(earlier + script, work)
            earlier += "".join(re.findall(r"^\w+\(\) \{.*?^\}\n", script, re.M | re.S))
            if done.returncode != 0:
                problems.append(f"{script}: {done.stderr[-500:]}")
                break
            if not block[2]:
                continue
            printed += done.stdout
            shown = "".join(line[4:] + "\n" for line in block[2].splitlines() if line)
            if "--bless" in sys.argv:
                made = "".join("    " + line + "\n" for line in done.stdout.splitlines())
                text = text.replace(block[0], f"```sh\n{block[1]}```\n\n{made}")
            elif compares and without_counts(shown) != without_counts(done.stdout):
                problems += ["shown:"] + without_counts(shown)
                problems += ["printed:"] + without_counts(done.stdout)
        problems = problems or holds(work, printed)
    if "--bless" in sys.argv and not problems:
        open(path, "w", encoding="utf-8").write(text)
    print("not ok" if problems else "ok", f"1 what {document} shows is printed")
    for problem in problems:
        print("#", problem)
    print("1..1")
    return bool(problems)

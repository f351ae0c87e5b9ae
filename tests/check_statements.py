#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the table "What decides each statement" of docs/theory/certificate.md against the sources: check_statements.py ROOT

Each row names functions of the checker, which are there, under the class that it names, and corruptions, each the name of one that a test of the checker tries; or, where the file says
nothing that could be corrupted, a test that is there. Statements 1 to 10 and tiles each have a row. Shows first that a name that is nowhere is noticed."""
import pathlib
import re
import sys

HEADING = "### What decides each statement"
STATEMENTS = [str(n) for n in range(1, 11)] + ["tiles"]


def is_function(name, sources):
    """Whether a class, or a file without one, has a function of this name: `Class::name(`, or in the class's own file `name(`."""
    *scope, function = name.split("::")
    called = re.compile(rf"(?<![\w.>]){re.escape(function)}\(")
    for text in sources:
        if not scope and called.search(text):
            return True
        if scope and (re.search(rf"\b{scope[0]}::{re.escape(function)}\(", text) or re.search(rf"(class|struct) (\w+::)*{scope[0]}\b[^;]*{{", text) and called.search(text)):
            return True
    return False


def wrong_rows(text, sources, corruptions, root):
    table = text.split(HEADING, 1)[-1].split("\n### ", 1)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| ")][1:]
    for name in STATEMENTS:
        if not any(re.match(rf"{name}\b", row[0]) for row in rows):
            yield f"statement {name} has no row"
    for statement, _, functions, refused in rows:
        named = re.findall(r"`([\w:]+)`", functions)
        names = re.findall(r'"([^"]+)"', refused)
        tests = [t for t in re.findall(r"`(tests/[\w/.]+)`", refused) if (root / t).is_file()]
        if not named or not names + tests:
            yield f"{statement}: no function, or nothing that is refused"
        yield from (f"{statement}: the checker has no {name}" for name in named if not is_function(name, sources))
        yield from (f'{statement}: no test tries "{name}"' for name in names if f'"{name}"' not in corruptions)


def main():
    root = pathlib.Path(sys.argv[1])
    text = (root / "docs/theory/certificate.md").read_text()
    sources = [f.read_text() for ending in ("h", "cpp") for f in sorted((root / "pipeline/prove").rglob(f"*.{ending}"))]
    corruptions = "".join(f.read_text() for f in [*(root / "tests/certificate").glob("*corrupt*.py"), *(root / "tests/scenes").glob("tiles_*.py")])
    check = lambda changed: list(wrong_rows(changed, sources, corruptions, root))
    wrong = check(text)
    for name, other in (("`Surface::settle`", "`Surface::settled`"), ("`take_stopped`", "`take_stop`"), ('"cell left out"', '"cell left in"'), ("\n| 5 |", "\n| five |")):
        if len(check(text.replace(name, other))) <= len(wrong):
            wrong.append(f"{other} in the place of {name} was not noticed")
    print("\n".join(wrong) or "every statement names what decides it, and what is refused")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

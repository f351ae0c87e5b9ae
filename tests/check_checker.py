#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts the code of the checker of certificates by part, and holds the table of docs/reference/certificate.md to it.

  check_checker.py ROOT [--write]   exit status 1 if the table says otherwise, or there is more code than the limit; --write corrects the table
  check_checker.py --self-test      show that each of this is noticed

Code are lines that are neither blank, nor comments, nor #include. Whoever makes it less lowers the limit."""
import fnmatch
import pathlib
import re
import sys
import tempfile

# The part, and its sources below pipeline/prove: the first pattern that fits. Those behind LAST are not of the check of one certificate on one system.
PARTS = [
    ("tiles", ["tiles/*", "check_store.*", "base/square.*"]),
    ("files", ["files/*"]),
    ("memory", ["memory/*"]),
    ("threads", ["base/threads.*"]),
    ("Windows and WASI", ["*_windows.cpp", "*_wasi.cpp"]),
    ("readers", ["read/*", "base/system*", "sha256/*"]),
    ("arithmetic", ["base/*"]),
    ("faces", ["level/rings.*", "level/polygons.*"]),
    ("cells", ["level/world.*", "verify/surface*"]),
    ("walls", ["verify/walls.*"]),
    ("portals", ["verify/portals.*"]),
    ("welds", ["verify/borders.*", "verify/welds.*"]),
    ("radius", ["verify/clearance.*"]),
    ("solids", ["level/components.*"]),
    ("the course, the command", ["check.*", "run.cpp", "main.cpp", "command.*", "verdict_table.*", "include/*"]),
]
APART = [name for name, _ in PARTS[:5]]
LIMIT, GOAL = 5670, 5000
TABLE = re.compile(r"(\| part \| lines of code \|\n\|---\|---\|\n)((?:\|.*\|\n)+)")


def code(text):
    return sum(not re.match(r"\s*(//|#include|$)", line) for line in text.split("\n"))


def count(root):
    """By part, and what is of no part."""
    folder = root / "pipeline/prove"
    lines, lost = {name: 0 for name, _ in PARTS}, []
    for file in sorted(f for f in folder.rglob("*") if f.suffix in (".cpp", ".h")):
        path = file.relative_to(folder).as_posix()
        part = next((name for name, patterns in PARTS if any(fnmatch.fnmatch(path, p) for p in patterns)), None)
        if part is None:
            lost.append(path)
        else:
            lines[part] += code(file.read_text(encoding="utf-8"))
    return lines, lost


def rows(lines):
    of_check = [name for name, _ in PARTS if name not in APART]
    found = [(name, lines[name]) for name in of_check] + [("**all of this**", sum(lines[n] for n in of_check))]
    found += [(name, lines[name]) for name in APART if lines[name]]
    return "".join(f"| {name} | {n:,} |\n" for name, n in found)


def wrong_with(root, write=False):
    lines, lost = count(root)
    out = [f"{path}: belongs to no part" for path in lost]
    total = sum(n for name, n in lines.items() if name not in APART)
    if total > LIMIT:
        out.append(f"the checker has {total} lines of code, more than {LIMIT}; its goal is {GOAL}")
    page = root / "docs/reference/certificate.md"
    text = page.read_text(encoding="utf-8")
    table = TABLE.search(text)
    if not table:
        return out + [f"{page}: there is no table of the checker's parts"]
    if table[2] != rows(lines):
        if write:
            page.write_text(text[:table.start(2)] + rows(lines) + text[table.end(2):], encoding="utf-8")
        else:
            out.append(f"{page}: the table of the checker's parts is another; run tests/check_checker.py . --write")
    return out


def self_test():
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        sources = {"base/a.cpp": '// a\n#include "b"\n\nint a;\n  // b\nint b;\n', "tiles/t.h": "int t;\n", "check.cpp": "int c;\n"}
        for path, text in sources.items():
            (root / "pipeline/prove" / path).parent.mkdir(parents=True, exist_ok=True)
            (root / "pipeline/prove" / path).write_text(text)
        page = root / "docs/reference/certificate.md"
        page.parent.mkdir(parents=True)
        head = "| part | lines of code |\n|---|---|\n"
        page.write_text("none\n")
        cases = [len(wrong_with(root)) == 1]
        page.write_text(head + "| arithmetic | 3 |\n\nend\n")
        cases += [len(wrong_with(root)) == 1, wrong_with(root, True) == [], wrong_with(root) == []]
        text = page.read_text()
        cases += ["| arithmetic | 2 |\n" in text, "| **all of this** | 3 |\n| tiles | 1 |\n\nend\n" in text, "| memory" not in text]
        for path, content, expected in (("base/b.cpp", "int b;\n", 1), ("new/n.cpp", "int n;\n", 1), ("base/b.cpp", "int b;\n" * LIMIT, 2), ("tiles/u.cpp", "int u;\n" * LIMIT, 1)):
            file = root / "pipeline/prove" / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(content)
            cases.append(len(wrong_with(root)) == expected)
            file.unlink()
        wrong = cases.count(False)
        print(f"{len(cases)} cases, {wrong} wrong")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    found = wrong_with(pathlib.Path(sys.argv[1]), "--write" in sys.argv)
    print("\n".join(found + [f"{len(found)} wrong"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

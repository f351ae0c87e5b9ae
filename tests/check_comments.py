#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that what a comment names exists: a function, written with `()` after its name, stands somewhere in the code; a path of a source
or document leads to a file. Prints one line per breach and fails if there is any.

  check_comments.py ROOT         check the tree
  check_comments.py --self-test  show that each rule bites
"""
import os
import re
import sys
import tempfile

from check_sources import NOT_CODE, sources

CPP, SCRIPTS = (".h", ".cpp"), (".py", ".sh", ".cmake", ".in", ".js")
CALL = re.compile(r"([\w:~]+)\(\)")
# A file of ours is named by its end of path. What begins with a letter in capitals stands for any name (LEVEL.obj).
PATH = re.compile(r"(?<![\w<./\"~:-])((?:[\w.-]+/)*[a-z_][\w-]*\.(?:h|cpp|py|cmake|md))\b(?!\()")
# Functions and files of others.
OTHERS = {"map_set_cell_size", "csg_shape.cpp", "primitive_meshes.cpp", "MapDefines.h"}
# What our programs write.
WRITTEN = {"summary.md"}
HIDDEN = {".git", "build", "__pycache__"}


def is_cpp(path):
    return path.endswith(CPP)


def comments(path, text):
    mark = r"(?:^|\s)//(.*)" if path.endswith((*CPP, ".js")) else r"(?:^|\s)#(.*)"
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.search(mark, line):
            yield number, found[1]


def code_of(path, text):
    """The text without its comments."""
    if is_cpp(path):
        return NOT_CODE.sub(lambda m: "" if m[0].startswith("//") else m[0], text)
    return re.sub(r"(?m)(?:^|\s)(?://|#).*", "", text)


def check(root):
    texts, ends = {}, set()
    for path in sources(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            texts[path] = file.read()
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if f not in HIDDEN]
        for name in files:
            parts = os.path.relpath(os.path.join(folder, name), root).split(os.sep)
            ends |= {"/".join(parts[k:]) for k in range(len(parts))}
            if name.endswith(".js"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts["/".join(parts)] = file.read()
    words, included = set(OTHERS), set()
    for path, text in texts.items():
        code = code_of(path, text)
        words.update(re.findall(r"~?\w+", code))
        included.update(re.findall(r"#\s*include [<\"]([\w./]+)", code) if is_cpp(path) else ())
    found = []
    for path, text in texts.items():
        if not path.endswith((*CPP, *SCRIPTS)):
            continue
        for number, comment in comments(path, text):
            found += [f"{path}:{number}: no code has the name of {call}()" for call in CALL.findall(comment)
                      if call.split("::")[-1] not in words]
            found += [f"{path}:{number}: there is no file {name}" for name in PATH.findall(comment)
                      if name.removeprefix("../" * name.count("../")) not in ends | included | OTHERS | WRITTEN and not name.startswith("CGAL/")]
    return len(texts), found


def self_test():
    cases = [
        ("// cut() halves it.\nvoid cut();\n", 0),
        ("// cut() halves it.\nvoid halve();  // not cut\n", 1),
        ("// Cutter::cut() halves it, Cutter::halve() does not.\nvoid halve();\n", 1),
        ('auto text = "cut() // cut()";\n', 0),
        ("int a;  /// as in kernel/src/a.cpp, a.cpp and <b.h>\n", 0),
        ("int a;  /// as in kernel/a.cpp\n", 1),
        ("int a;  // as in b.h and docs/b.md, and in LEVEL.obj\n", 2),
        ("#include <gmp.h>\n// GMP declares that in gmp.h, others in mpfr.h.\n", 1),
    ]
    wrong = 0
    for text, expected in cases:
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "kernel/src"))
            with open(os.path.join(root, "kernel/src/a.cpp"), "w", encoding="utf-8") as file:
                file.write(text)
            count, found = check(root)
        if count != 1 or len(found) != expected:
            wrong += 1
            print(f"expected {expected} breaches, found {found} in {text!r}")
    print(f"{len(cases)} cases, {wrong} wrong")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    count, found = check(sys.argv[1])
    print("\n".join(found + [f"{count} sources, {len(found)} breaches"]))
    return 1 if found or not count else 0


if __name__ == "__main__":
    sys.exit(main())

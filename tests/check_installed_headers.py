#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the headers of an installation: those of the pipeline are public, plumb/TOPIC.h, or included by public ones and under plumb/detail/.

  check_installed_headers.py INCLUDE   prints one line per breach and fails if there is any
  check_installed_headers.py --self-test
"""
import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"](plumb/[^>"]+)', re.M)
OPEN = {"kernel", "vcd", "surface", "plan", "partition"}  # libraries whose headers are all public


def breaches(root):
    headers = {str(p.relative_to(root)): p.read_text(encoding="utf-8") for p in sorted(root.glob("plumb/**/*.h"))}
    if not headers:
        yield f"{root} has no header of plumb"
    reached = todo = {name for name in headers if name.count("/") == 1}
    while todo:
        included = {other for name in todo for other in INCLUDE.findall(headers[name])}
        for other in sorted(included - headers.keys()):
            yield f"{other} is included, and not installed"
        todo = (included & headers.keys()) - reached
        reached = reached | todo
    for name in headers:
        folder = name.split("/")[1]
        if name.count("/") > 1 and folder not in OPEN:
            if folder != "detail":
                yield f"{name}: neither public nor under plumb/detail/"
            elif name not in reached:
                yield f"{name}: no public header includes it"


def self_test():
    sound = {"plumb/bake.h": '#include "plumb/detail/a.h"\n', "plumb/detail/a.h": "#include <plumb/kernel/b.h>\n", "plumb/kernel/b.h": "", "plumb/kernel/c.h": ""}
    cases = [(sound, 0), ({**sound, "plumb/detail/d.h": ""}, 1), ({**sound, "plumb/pipeline/a.h": ""}, 1),
             ({**sound, "plumb/scene.h": '#include "plumb/detail/gone.h"\n'}, 1), ({}, 1)]
    wrong = 0
    for files, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            found = list(breaches(pathlib.Path(folder)))
        if len(found) != expected:
            wrong += 1
            print(f"expected {expected} breaches, found {found}")
    print(f"{len(cases)} cases, {wrong} wrong")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    found = list(breaches(pathlib.Path(sys.argv[1])))
    print("\n".join(found + [f"{len(found)} breaches"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the headers of an installation: those of the pipeline are public, plumb/TOPIC.h, or included by public ones and under plumb/detail/.

  check_installed_headers.py INCLUDE [PAGE...]   prints one line per breach and fails if there is any. A header that a page names is an installed one, by what a program writes after #include;
                                                 one under plumb/detail/ is named where its page says which public header includes it.
  check_installed_headers.py --self-test
"""
import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"](plumb/[^>"]+)', re.M)
SYSTEM = {"gmpxx.h"}
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


def named_in(page, root):
    """Headers that a page for users names, and a program cannot include."""
    for name in re.findall(r"[\w./-]+\.h\b", page.read_text(encoding="utf-8")):
        if name not in SYSTEM and not ((root / name).is_file() and name.startswith("plumb/")):
            yield f"{page}: {name} is not installed; name the header as programs include it, such as plumb/bake.h"


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
            page = pathlib.Path(folder, "page.md")
            page.write_text("`plumb/bake.h`, `gmpxx.h`, `bake.h`, `plumb/gone.h`\n", encoding="utf-8")
            unnamed = len(list(named_in(page, pathlib.Path(folder))))
        if len(found) != expected or unnamed != 3 - ("plumb/bake.h" in files):
            wrong += 1
            print(f"expected {expected} breaches, found {found}; {unnamed} names")
    print(f"{len(cases)} cases, {wrong} wrong")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 1 if self_test() else 0
    root = pathlib.Path(sys.argv[1])
    found = list(breaches(root)) + [breach for page in sys.argv[2:] for breach in named_in(pathlib.Path(page), root)]
    print("\n".join(found + [f"{len(found)} breaches"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Types what README.md's doors (everything before its first section) tell a newcomer to type, and compares what is printed, byte by byte.

  check_doors.py ROOT PLUMB PLUMB_CHECK           exit status 0: all agree; 1: some differ
  check_doors.py ROOT PLUMB PLUMB_CHECK --write   puts what is printed now into README.md

build/release/ is a folder of its own for that long, whose bin/ leads to the programs given.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def typed(block, folder):
    """The block as a terminal shows it: each command and what it prints."""
    out = []
    for command in re.findall(r"^\$ (.*)$", block, re.M):
        ran = subprocess.run(["bash", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        out.append(f"$ {command}\n{ran.stdout}")
    return "".join(out)


def main():
    root, plumb, check = (os.path.abspath(a) for a in sys.argv[1:4])
    readme = pathlib.Path(root, "README.md")
    text = readme.read_text(encoding="utf-8")
    doors, rest = text[:text.index("\n## ")], text[text.index("\n## "):]
    compared = wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        programs = pathlib.Path(scratch, "build/release/bin")
        programs.mkdir(parents=True)
        (programs / "plumb").symlink_to(plumb)
        (programs / "plumb-check").symlink_to(check)
        pathlib.Path(scratch, "docs").symlink_to(pathlib.Path(root, "docs"))
        for block in BLOCK.findall(doors):
            compared += 1
            printed = typed(block, scratch)
            if printed == block:
                continue
            if sys.argv[4:] == ["--write"]:
                doors = doors.replace(block, printed)
                continue
            wrong += 1
            print(f"README.md has\n{block}but a terminal shows\n{printed}")
    if sys.argv[4:] == ["--write"]:
        readme.write_text(doors + rest, encoding="utf-8")
    print(f"{compared} doors, {wrong} wrong")
    return 1 if wrong or compared != 3 else 0


if __name__ == "__main__":
    sys.exit(main())

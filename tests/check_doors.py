#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Types what documents tell a newcomer to type, and compares what is printed, byte by byte: the doors of README.md (everything before its
first section), and the sections of DOCUMENTS.

  check_doors.py ROOT PLUMB PLUMB_CHECK           exit status 0: all agree; 1: some differ
  check_doors.py ROOT PLUMB PLUMB_CHECK --write   puts what is printed now into the documents

build/release/ is a folder of its own for that long, whose bin/ leads to the programs given.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# The document, the line that the text to check begins with, and how many blocks of commands it has.
DOCUMENTS = [("README.md", "# Plumb", 4), ("docs/reference/certificate.md", "## A certificate, line by line", 1),
             ("docs/guide/fuzzing.md", "## The smallest scene that still fails", 1), ("docs/guide/tiles.md", "# A level baked tile by tile", 1)]
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
    write = sys.argv[4:] == ["--write"]
    compared = wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        programs = pathlib.Path(scratch, "build/release/bin")
        programs.mkdir(parents=True)
        (programs / "plumb").symlink_to(plumb)
        (programs / "plumb-check").symlink_to(check)
        pathlib.Path(scratch, "docs").symlink_to(pathlib.Path(root, "docs"))
        for name, heading, expected in DOCUMENTS:
            document = pathlib.Path(root, name)
            text = document.read_text(encoding="utf-8")
            begin = text.index(heading + "\n")
            end = text.find("\n## ", begin + len(heading))
            section = text[begin:end]
            blocks = BLOCK.findall(section)
            compared += len(blocks)
            if len(blocks) != expected:
                wrong += 1
                print(f"{name} has {len(blocks)} blocks of commands below '{heading}', not {expected}")
            for block in blocks:
                printed = typed(block, scratch)
                if printed == block:
                    continue
                section = section.replace(block, printed)
                if not write:
                    wrong += 1
                    print(f"{name} has\n{block}but a terminal shows\n{printed}")
            if write:
                document.write_text(text[:begin] + section + text[end:], encoding="utf-8")
    print(f"{compared} blocks, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

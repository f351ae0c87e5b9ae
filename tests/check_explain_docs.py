#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every `$ plumb explain ...` of the fenced console blocks of docs/guide/explain.md and README.md and compares what it prints,
byte by byte.

  check_explain_docs.py ROOT PLUMB           exit status 0: all agree; 1: some differ
  check_explain_docs.py ROOT PLUMB --write   puts what is printed now into the documents

Commands on ../shared are skipped, with that word, where it is not there; those on docs/examples never are.
"""
import os
import re
import shlex
import subprocess
import sys

BLOCK = re.compile(r"^```console\n\$ (\S*plumb explain (?:[^\n]*\\\n)*[^\n]*)\n(.*?)^```$", re.M | re.S)


def printed(root, plumb, command):
    words = shlex.split(command.replace("\\\n", " "))
    run = subprocess.run([plumb, *words[1:]], cwd=root, capture_output=True)
    if run.returncode not in (0, 1) or run.stderr:
        return None, f"status {run.returncode}: {run.stderr.decode(errors='replace').strip()}"
    return run.stdout.decode(), None


class Checker:
    def __init__(self, root, plumb, write):
        self.root, self.plumb, self.write = root, os.path.abspath(plumb), write
        self.compared = self.wrong = self.skipped = self.own = 0

    def check(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        before = self.compared + self.skipped
        new = BLOCK.sub(lambda block: self.block(path, block), text)
        # Every documented command is in a block that the pattern has found.
        commands, found = len(re.findall(r"^\$ \S*plumb explain ", text, re.M)), self.compared + self.skipped - before
        if commands != found:
            print(f"{path}: {commands} commands, of which {found} stand in a block of their own")
            self.wrong += 1
        if self.write:
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(new)

    def block(self, path, block):
        command, documented = block.groups()
        if "../shared/" in command and not os.path.isdir(os.path.join(self.root, "../shared/scenes")):
            self.skipped += 1
            return block[0]
        found, fault = printed(self.root, self.plumb, command)
        self.compared += 1
        self.own += "docs/examples/" in command
        if fault or (found != documented and not self.write):
            self.wrong += 1
            print(f"{path}: `{command}`: {fault or 'prints something else:'}")
            print(found or "", end="")
        return block[0] if fault else f"```console\n$ {command}\n{found}```"


def main():
    root, plumb = sys.argv[1:3]
    checker = Checker(root, plumb, sys.argv[3:] == ["--write"])
    for document in ("docs/guide/explain.md", "README.md"):
        checker.check(os.path.join(root, document))
    skipped = f", {checker.skipped} skipped: there is no ../shared/scenes" if checker.skipped else ""
    print(f"{checker.compared} commands compared, {checker.wrong} wrong{skipped}")
    return 1 if checker.wrong or not checker.own else 0


if __name__ == "__main__":
    sys.exit(main())

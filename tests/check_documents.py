#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that what the documents tell a reader to type and to open exists; prints one line per breach.

  check_documents.py ROOT PLUMB STUDY
  check_documents.py --links ROOT   the first rule alone, for what is installed

- every relative link leads to a file;
- `make TARGET` is a target of the Makefile, and presets named by cmake/ctest exist;
- `plumb COMMAND --option` has a command and options that the program's own help lists, and so has plumb-study (STUDY);
- files below docs/, tests/, kernel/, pipeline/ that a command names exist, and so do sources that the text names by their whole path;
- C++ stands, as it is there, in an example that is built and run;
- lines of prose have at most 120 characters (tables, code and pictures may have more);
- README.md leads to every document below docs/;
- README.md's list of packages is that of .ci/packages;
- CITATION.cff names the version of the program.
"""
import glob
import json
import os
import re
import subprocess
import sys

FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)
SHELLS = {"sh", "console"}


def documents_of(root):
    return [os.path.relpath(f, root) for f in sorted(glob.glob(root + "/*.md") + glob.glob(root + "/docs/**/*.md", recursive=True))]


def links(text):
    """Relative links outside of code."""
    return [t for t in re.findall(r"\]\(([^)#\s]+)[^)]*\)", FENCE.sub("", text)) if "://" not in t]


def dead_links(root, path, text):
    return [f"{path}: the link to {t} leads nowhere" for t in links(text) if not os.path.exists(os.path.join(root, os.path.dirname(path), t))]


def missing_sources(root, path, text):
    """Sources that are named in inline code by their path from the top, and are not there."""
    named = re.findall(r"`((?:kernel|partition|pipeline|tests|fuzz)/[\w./-]+\.(?:h|cpp|py|pyi|js|cmake|txt))`", text)
    return [f"{path}: there is no {name}" for name in named if name == name.lower() and not os.path.exists(os.path.join(root, name))]


def long_lines(path, text):
    """Lines of prose that are too long; one that is a single piece of code or a link cannot be broken."""
    prose = FENCE.sub(lambda m: "\n" * m[0].count("\n"), text)
    for number, line in enumerate(prose.splitlines(), 1):
        if len(line) > 120 and not re.match(r"\||    |\s*!\[|\s*(?:- )?`[^`]*`[.,;:)]*$|#", line):
            yield f"{path}:{number}: {len(line)} characters"


def commands(text):
    """Command lines in fenced shell blocks (continued lines joined) and in inline code."""
    for language, block in FENCE.findall(text):
        if language not in SHELLS:
            continue
        for line in block.replace("\\\n", " ").splitlines():
            if language == "console":
                if not line.startswith("$ "):
                    continue
                line = line[2:]
            yield re.sub(r"\s+#.*", "", line).strip()
    for code in re.findall(r"`([^`\n]+)`", FENCE.sub("", text)):
        if re.match(r"(make|plumb|plumb-study|cmake|ctest) ", code):
            yield code


class Checker:
    def __init__(self, root, plumb, study):
        self.root, self.programs, self.helps, self.checked = root, {"plumb": plumb, "plumb-study": study}, {}, 0
        with open(os.path.join(root, "Makefile"), encoding="utf-8") as file:
            self.targets = set(re.findall(r"^([\w-]+):", file.read(), re.M))
        self.examples = []
        for name in glob.glob(root + "/*/examples/*.cpp"):
            with open(name, encoding="utf-8") as file:
                self.examples.append(file.read())
        with open(os.path.join(root, "CMakePresets.json"), encoding="utf-8") as file:
            presets = json.load(file)
        self.presets = {p["name"] for kind, list_ in presets.items() if kind.endswith("Presets") for p in list_}

    def help_of(self, program, command):
        """All options of a command; None if there is no such command. `help` and `version` have no other help."""
        if (program, command) not in self.helps:
            runs = [subprocess.run([self.programs[program], *words], capture_output=True, text=True)
                    for words in ([[command, "--help-all"], [command, "--help"]] if command else [["--help"]])]
            self.helps[program, command] = next((run.stdout for run in runs if run.returncode == 0), None)
        return self.helps[program, command]

    def breaches_of(self, command):
        words = command.split()
        if not words:
            return
        self.checked += 1
        if words[0] == "make":
            for word in words[1:]:
                if "=" not in word and word not in self.targets:
                    yield f"no make target {word}"
        if words[0] in ("cmake", "ctest"):
            for at, word in enumerate(words[:-1]):
                if word == "--preset" and words[at + 1] not in self.presets:
                    yield f"no preset {words[at + 1]}"
        program = os.path.basename(words[0])
        if program in self.programs:
            name = words[1] if len(words) > 1 and not words[1].startswith("-") else ""
            text = self.help_of(program, name)
            if text is None:
                yield f"no command '{program} {name}'"
            for word in words[1:]:
                option = word.split("=")[0]
                if text and option.startswith("-") and not re.search(r"(^|[\s,])" + re.escape(option) + r"\b", text, re.M):
                    yield f"'{program} {name} --help-all' does not list {option}"
        for word in words[1:]:
            if re.match(r"(docs|tests|kernel|pipeline|fuzz)/", word) and not os.path.exists(os.path.join(self.root, word)):
                yield f"no file {word}"

    def breaches_in(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            text = file.read()
        for language, block in FENCE.findall(text):
            if language == "cpp":
                self.checked += 1
                if not any(block in example for example in self.examples):
                    yield f"{path}: this C++ is no part of an example: {block.splitlines()[0]}"
        self.checked += len(links(text))
        yield from dead_links(self.root, path, text)
        yield from missing_sources(self.root, path, text)
        yield from long_lines(path, text)
        for word in re.findall(r"@[A-Z]+@", text):
            yield f"{path}: {word} was to be replaced"
        for command in commands(text):
            for breach in self.breaches_of(command):
                yield f"{path}: `{command}`: {breach}"
        if path == "README.md":
            for document in glob.glob(self.root + "/docs/**/*.md", recursive=True):
                if document.endswith("/finding.md"):  # of plumb fuzz; the README beside its folder lists it
                    continue
                if (name := os.path.relpath(document, self.root)) not in links(text):
                    yield f"{path}: its list lacks {name}"
            with open(os.path.join(self.root, ".ci/packages"), encoding="utf-8") as file:
                installed = {line.split()[0] for line in file if line.strip() and not line.startswith("#")}
            section = re.search(r"^## Packages\n(.*?)(?=^## |\Z)", text, re.M | re.S)
            listed = set(re.findall(r"`([^`]+)`", section[1])) if section else set()
            for name in sorted(installed ^ listed - {".ci/packages", ".ci/install-packages"}):
                yield f"{path}: package {name} is not in both .ci/packages and the list here"


def check_links(root):
    documents, found = documents_of(root), []
    for path in documents:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            found += dead_links(root, path, file.read())
    print("\n".join(found + [f"{len(documents)} documents, {len(found)} links that lead nowhere"]))
    return 1 if found or not documents else 0


def main():
    if sys.argv[1] == "--links":
        return check_links(sys.argv[2])
    root, plumb, study = sys.argv[1:]
    checker = Checker(root, plumb, study)
    documents = documents_of(root)
    found = [breach for path in documents for breach in checker.breaches_in(path)]
    with open(os.path.join(root, "CITATION.cff"), encoding="utf-8") as file:
        cited = re.search(r"^version: (.*)$", file.read(), re.M)[1]
    if subprocess.run([plumb, "version"], capture_output=True, text=True).stdout.split() != ["plumb", cited]:
        found.append(f"CITATION.cff: {cited} is not the version of plumb")
    print("\n".join(found + [f"{len(documents)} documents, {checker.checked} links and commands, {len(found)} breaches"]))
    return 1 if found or not checker.checked else 0


if __name__ == "__main__":
    sys.exit(main())

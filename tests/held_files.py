#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text files of a tree, held in memory, under paths that are used as those of pathlib. They are read once; each case of a self-test
changes a copy of its own."""
import bisect
import fnmatch
import posixpath


class Held:
    """A path of a tree. "" is its root."""

    def __init__(self, tree, path=""):
        self.tree, self.path = tree, path

    @classmethod
    def read(cls, root, parts, suffixes):
        """The files with these suffixes that are in these parts, which are folders or files."""
        files = [f for part in parts for f in ([root / part] if (root / part).is_file() else (root / part).rglob("*")) if f.suffix in suffixes and f.is_file()]
        return cls({"texts": {f.relative_to(root).as_posix(): f.read_text(encoding="utf-8") for f in files}, "folders": set()})

    def copy(self):
        """The same tree, of which changes are not seen here."""
        return Held({"texts": dict(self.tree["texts"]), "folders": set(self.tree["folders"])}, self.path)

    def __truediv__(self, below):
        path = f"{self.path}/{below}" if self.path else str(below)
        return Held(self.tree, posixpath.normpath(path) if ".." in path else path)

    def __eq__(self, other):
        return self.path == other.path

    def __lt__(self, other):
        return self.parts < other.parts

    def __hash__(self):
        return hash(self.path)

    def __str__(self):
        return self.path

    @property
    def parts(self):
        return tuple(self.path.split("/"))

    @property
    def name(self):
        return self.path.rpartition("/")[2]

    @property
    def suffix(self):
        name, dot, end = self.name.rpartition(".")
        return dot + end if name else ""

    @property
    def stem(self):
        return self.name.removesuffix(self.suffix)

    @property
    def parent(self):
        return Held(self.tree, self.path.rpartition("/")[0])

    def inside(self):
        """What the paths in this folder begin with."""
        return self.path + "/" if self.path else ""

    def relative_to(self, folder):
        if not self.path.startswith(folder.inside()):
            raise ValueError(f"{self} is not in {folder}")
        return Held(self.tree, self.path[len(folder.inside()):])

    def below(self):
        """The paths of the files in this folder and in those in it."""
        if self.tree.get("sorted") is None:
            self.tree["sorted"] = sorted(self.tree["texts"])
        names = self.tree["sorted"]
        # "0" comes after "/".
        return names[bisect.bisect_left(names, self.path + "/"):bisect.bisect_left(names, self.path + "0")] if self.path else names

    def is_dir(self):
        return self.path in self.tree["folders"] or bool(self.below())

    def exists(self):
        return self.path in self.tree["texts"] or self.is_dir()

    def read_text(self):
        return self.tree["texts"][self.path]

    def write_text(self, text):
        self.tree["texts"][self.path] = text
        self.tree["sorted"] = None

    def mkdir(self):
        self.tree["folders"].add(self.path)

    def rename(self, target):
        for path in [self.path] if self.path in self.tree["texts"] else self.below():
            self.tree["texts"][target.path + path[len(self.path):]] = self.tree["texts"].pop(path)
        self.tree["sorted"] = None

    def iterdir(self):
        start = len(self.inside())
        folders = {f for f in self.tree["folders"] if f.rpartition("/")[0] == self.path}
        return [Held(self.tree, p) for p in sorted({p[:start] + p[start:].partition("/")[0] for p in self.below()} | folders)]

    def rglob(self, pattern):
        return [Held(self.tree, p) for p in self.below() if fnmatch.fnmatchcase(p.rpartition("/")[2], pattern)]

    def glob(self, pattern):
        start, depth = len(self.inside()), pattern.count("/")
        return [Held(self.tree, p) for p in self.below() if p.count("/", start) == depth and fnmatch.fnmatchcase(p[start:], pattern)]

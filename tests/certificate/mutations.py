#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes one word of a genuine certificate at a time, by chance. plumb-check must refuse what comes out, or the change must be
harmless; that is decided here, from the genuine certificate, in fractions of Python's, never by asking the checker:

  comment     only a comment changed
  name        only names of stances changed
  cells       other sides to begin with, other cuts, other witnesses, other stretches of welds: each cell is convex and lies in the region of its
              label, the cells cover the polygon once, each witness holds over its cell, and portals are those of the cells
  outline     a part or welded polygon begins at another corner, or names another corner in the middle of a side; a crossing names
              other edges through it
  options     options changed, and the same body (or one that differs as above) is what the baker writes with them"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

import scenes
from certificate import Certificate
from judge import Judge
from kinds import begins_like_none

LARGEST_SHARED = 140_000  # bytes of a level


def number_near(word, rng):
    step = rng.choice((-10, -3, -2, -1, 1, 2, 3, 10))
    above, slash, below = word.partition("/")
    return f"{int(above) + step}{slash}{below}" if not slash or rng.random() < 0.5 else f"{above}/{int(below) + step}"


def digit_changed(word, rng):
    places = [i for i, ch in enumerate(word) if ch in "0123456789abcdef"]
    if not places:
        return word + "x"
    i = rng.choice(places)
    return word[:i] + rng.choice("0123456789") + word[i + 1:]


def mutated(lines, words_by_kind, rng):
    """The lines with one word changed, and how; None where that changes nothing."""
    n = rng.randrange(len(lines))
    words = lines[n].split(" ")
    w = rng.randrange(len(words))
    word = words[w]
    number = re.fullmatch(r"-?\d+(/\d+)?", word)
    how = rng.choice(("near", "near", "elsewhere", "elsewhere", "sign", "digit", "deleted", "doubled"))
    if how == "near":
        words[w] = number_near(word, rng) if number else word[::-1]
    elif how == "elsewhere":
        words[w] = rng.choice(words_by_kind[words[0], min(w, 3)])
    elif how == "sign":
        words[w] = word[1:] if word.startswith("-") else "-" + word
    elif how == "digit":
        words[w] = digit_changed(word, rng)
    elif how == "deleted":
        del words[w]
    else:
        words.insert(w, word)
    line = " ".join(words)
    return None if line == lines[n] else (lines[:n] + [line] * bool(words) + lines[n + 1:], how)


def with_right_counts(lines):
    """If the number of records changed with the name of one, the last record is made to agree."""
    if lines and re.fullmatch(r"end \d+ \d+ \d+ \d+", lines[-1]):
        lines = lines[:-1] + ["end " + " ".join(str(sum(l.split(" ")[0] == kind for l in lines)) for kind in ("surface", "cell", "wall", "portal"))]
    return lines


def without_names(header):
    return [words[:1] + words[2:] if words[0] == "stance" else words for words in header]


def harmless(level, text):
    """Which class a true alteration belongs to, or None."""
    bare = "".join(l for l in text.splitlines(keepends=True) if not l.startswith("#"))
    if bare == level.text:
        return "comment"
    try:
        altered = Certificate(bare)
    except (ValueError, IndexError):
        return None
    own = level.certificate
    if altered.header == own.header:
        if not level.judge.is_true(bare):
            return None
        return "cells" if (altered.crossings, altered.parts, altered.welds) == (own.crossings, own.parts, own.welds) else "outline"
    if without_names(altered.header) == without_names(own.header):
        altered.header = own.header
        return "name" if altered.text() == level.text else None
    return harmless_options(level, altered)


def harmless_options(level, altered):
    if [w[0] for w in altered.header[:3]] != ["plumb", "scene", "numbers"] or altered.header[:2] != level.certificate.header[:2]:
        return None
    try:
        fresh = level.rebaked(scenes.command_options(altered))
    except IndexError:
        return None
    if fresh is None or without_names(fresh.header) != without_names(altered.header):
        return None
    altered.header = fresh.header
    if altered.text() == fresh.text() or Judge(level.obj, fresh).is_true(altered.text()):
        return "options"
    return None


def shared_levels(folder, plumb, where):
    names = [f"navtest/{n}" for n in sorted(os.listdir(os.path.join(folder, "navtest")))] + ["made/competition.obj"]
    for name in names:
        path = os.path.join(folder, name)
        if not os.path.getsize(path) <= LARGEST_SHARED:
            continue
        with open(path, encoding="latin-1", newline="") as file:
            text = file.read()
        if not text.isascii():
            continue
        try:
            asked = ["--bad-faces", "drop", "--stance", "crouch=1", "--stance", "stand=9/5"]
            yield scenes.Baked(os.path.basename(name)[:-4], text, asked, plumb, where)
        except (SystemExit, ValueError) as refused:
            print(f"skipped {name}: {refused}")


def try_level(level, count, options, rng, folder, totals, examples):
    lines = level.text.splitlines()
    words_by_kind = {}
    for line in lines:
        for w, word in enumerate(line.split(" ")):
            words_by_kind.setdefault((line.split(" ")[0], min(w, 3)), []).append(word)
    failures, path = [], os.path.join(folder, "mutated.cert")
    while count > 0:
        found = mutated(lines, words_by_kind, rng)
        text = found and "\n".join(with_right_counts(found[0])) + "\n"
        if not found or text == level.text:
            continue
        count -= 1
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run([options.check, level.path, path], capture_output=True, text=True, timeout=300)
        status = 2 if done.returncode == 2 and begins_like_none(text.encode()) else 1
        kind = "refused" if done.returncode == status and re.fullmatch(r"plumb-check: .*:\d+: .+\n", done.stderr) else None
        if done.returncode == 0:
            kind = harmless(level, text)
        totals[kind or "FAILED"] = totals.get(kind or "FAILED", 0) + 1
        if kind is None:
            failures.append(f"{level.name}: status {done.returncode} {done.stderr.strip()[:200]}: {difference(lines, text)}")
            if options.keep:
                with open(os.path.join(options.keep, f"{level.name}.{len(failures)}.cert"), "w") as file:
                    file.write(text)
        elif kind != "refused":
            examples.setdefault(kind, f"{level.name}: {difference(lines, text)}")
    return failures


def difference(lines, text):
    altered = text.splitlines()
    changes = [f"line {n}: '{a[:100]}' for '{b[:100]}'" for n, (a, b) in enumerate(zip(altered, lines), 1) if a != b]
    return "; ".join(changes)[:400] or "a line less"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--plumb", required=True)
    arguments.add_argument("--check", required=True)
    arguments.add_argument("--source", required=True, help="the checkout")
    arguments.add_argument("--shared", help="a folder of more levels; those of navtest and made are used too")
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--largest", type=int, default=10_000, help="bytes of a shipped level")
    arguments.add_argument("--keep", help="a folder for mutations that fail")
    options = arguments.parse_args()
    totals, examples, failures = {}, {}, []
    with tempfile.TemporaryDirectory() as folder:
        levels = scenes.made(options.plumb, folder) + scenes.shipped(options.source, options.plumb, folder, options.largest)
        if options.shared:
            levels += shared_levels(options.shared, options.plumb, folder)
        print(f"seed {options.seed}, {options.count} mutations of {len(levels)} levels")
        for i, level in enumerate(levels):
            count = options.count * (i + 1) // len(levels) - options.count * i // len(levels)
            failures += try_level(level, count, options, random.Random(f"{options.seed} {level.name}"), folder, totals, examples)
    for kind in sorted(totals):
        print(f"{kind:<10} {totals[kind]:>7}   {'for example ' + examples[kind] if kind in examples else ''}")
    for f in failures[:20]:
        print(f"FAILED: {f}")
    return 1 if failures or totals.get("refused", 0) < options.count / 2 else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that are no navmeshes at all, or hardly: cut off, with numbers of 10^9 and more, with words that are no numbers, nested, empty. Each
has to be refused within a second of a processor with one line, by status 2; or by 1 if it is a navmesh that says something else."""
import os
import random
import re
import subprocess
import sys
import tempfile

from checking import MOST_SECONDS, arguments, timed


def hostile(text, rng):
    """(what, content, wanted statuses)"""
    for i in range(40):
        yield f"cut off at {i}", text[:rng.randrange(len(text) - 3)], (2,)
    begin = text.index('"cells"')  # some options are not compared
    numbers = [m.span() for m in re.compile(r"(?<=:)\d+(?=[,}])").finditer(text, begin)]
    texts = [m.span() for m in re.compile(r'"-?\d+(/\d+)?"').finditer(text, begin)]
    for word in ("1000000000", "4294967295", "4294967296", "-1", "9" * 30, "1.5", "NaN", "Infinity", "null", "[]", "\"0\""):
        for begin, end in rng.sample(numbers, 6):
            yield f"number {word}", text[:begin] + word + text[end:], (1, 2)
    for word in ('"NaN"', '"1e9"', '"0x1"', '"1/0"', '"2/4"', '"01"', '"+1"', '" 1"', '""', '"-0"', '"' + "7" * 100_000 + '"', '"' + "7" * 1_000_000 + '"',
                 '"1/' + "3" * 100_000 + '"', "1", "null", "[" * 100_000):
        for begin, end in rng.sample(texts, 3):
            yield f"text {word[:20]}", text[:begin] + word + text[end:], (1, 2)
    for word in ("", "{", "{}", "[]", "[" * 1_000_000, '{"a":' * 100_000, "\0" * 1000, '{"plumb":' + '"' + "a" * 10_000_000, "{" + '"a":1,' * 100_000, " " * 1_000_000,
                 "\xff" * 100, text + text, text[:-2], text.replace('"portals"', '"portal"'), text.replace('"cells":[', '"cells":[null,'),
                 text.replace('"vertices":[', '"vertices":[[],')):
        yield f"content {word[:20]!r}", word, (2,)


def main():
    a = arguments(__doc__).parse_args()
    rng, wrong, tried, slowest = random.Random(5), 0, 0, 0.0
    level = os.path.join(a.source, "docs/examples/staircase.obj")
    with tempfile.TemporaryDirectory() as folder:
        certificate, navmesh, forged = (os.path.join(folder, name) for name in ("x.cert", "x.json", "forged.json"))
        subprocess.run([a.plumb, "bake", level, "--up", "z", "--step", "1/2", "--quiet", "-o", certificate, "-o", navmesh], check=True)
        for what, content, statuses in hostile(open(navmesh).read(), rng):
            with open(forged, "w", encoding="latin-1") as out:
                out.write(content)
            done, seconds = timed([a.check, level, certificate, forged])
            tried += 1
            slowest = max(slowest, seconds)
            if done.returncode not in statuses or done.stderr.count("\n") != 1 or forged not in done.stderr or seconds > MOST_SECONDS:
                wrong += 1
                print(f"WRONG {what}: status {done.returncode}, {seconds:.2f} s: {done.stderr[:300]}")
    print(f"{tried} hostile files refused but for {wrong}, the slowest in {slowest:.2f} s")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())

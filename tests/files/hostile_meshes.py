#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes that are cut off, with counts of 10^9, NaN and other words and bytes where there are numbers: each is judged within a second of a processor, by status 1 or 2 and one
line, or accepted where it is what nobody compares (lines, colours). None is accepted that is cut off within what is compared, or has NaN there."""
import collections
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

from checking import MOST_SECONDS, arguments, timed


def hostile(end, data, rng):
    """(what, content, whether it may be accepted)"""
    if end in (".obj", ".tres"):
        text = data.decode()
        last = max(text.rfind("\nf "), text.rfind("polygons = ["))
        for _ in range(20):
            yield "cut off", text[:rng.randrange(40, last)].encode(), False
        numbers = [m.span() for m in re.compile(r"(?<=[ (])-?\d+(\.\d+)?(?=[ ,)\n])").finditer(text, text.index("v ") if end == ".obj" else text.index("(")) if m.end() < last]
        for word in ("1000000000", "4294967296", "-1", "0x10", "NaN", "inf", "1e39", "9" * 1000, "", "/", "1" + "0" * 100_000):
            for begin, stop in rng.sample(numbers, 5):
                yield f"number {word[:12]}", (text[:begin] + word + text[stop:]).encode(), word in ("", "-1")
        yield "nested", text.replace("(", "(" * 100_000).encode() + b"[" * 100_000, end == ".obj"
        return
    for _ in range(30):
        yield "cut off", data[:rng.randrange(5, len(data) - 1)], end == ".glb"
    for _ in range(60):
        at = rng.randrange(4, len(data) - 4) & ~3
        for word in (1_000_000_000, 0xFFFFFFFF, 0x7FC00000, 0x7F800000, 0):
            yield f"word {word:x}", data[:at] + struct.pack("<I", word) + data[at + 4:], True
    if end == ".glb":
        length = struct.unpack_from("<I", data, 12)[0]
        document = data[20:20 + length].decode()
        for _ in range(60):
            begin, stop = rng.choice([m.span() for m in re.finditer(r"(?<=:)\d+", document)])
            for word in ("1000000000", "99999999999999999999", "-1", "[" * 100_000, "null"):
                changed = (document[:begin] + word + document[stop:]).encode()
                yield f"number {word[:12]}", data[:12] + struct.pack("<I", len(changed)) + data[16:20] + changed + data[20 + length:], True


def main():
    a = arguments(__doc__).parse_args()
    rng, wrong, statuses, slowest = random.Random(7), 0, collections.Counter(), 0.0
    level = os.path.join(a.source, "docs/examples/staircase.obj")
    with tempfile.TemporaryDirectory() as folder:
        files = {end: os.path.join(folder, "x" + end) for end in (".cert", ".json", ".obj", ".glb", ".tres", ".bin", ".mset")}
        subprocess.run([a.plumb, "bake", level, "--up", "z", "--step", "1/2", "--quiet", "--tile", "2", *(w for f in files.values() for w in ("-o", f))], check=True)
        for end in (".obj", ".glb", ".tres", ".bin", ".mset"):
            forged = os.path.join(folder, "forged" + end)
            for what, content, harmless in hostile(end, open(files[end], "rb").read(), rng):
                with open(forged, "wb") as out:
                    out.write(content)
                done, seconds = timed([a.check, level, files[".cert"], files[".json"], forged])
                slowest = max(slowest, seconds)
                statuses[done.returncode] += 1
                good = done.returncode == 0 and harmless or done.returncode in (1, 2) and done.stderr.count("\n") == 1 and forged in done.stderr
                if not good or seconds > MOST_SECONDS:
                    wrong += 1
                    print(f"WRONG {end} {what}: status {done.returncode}, {seconds:.2f} s: {done.stderr[:300]}")
    print(f"{sum(statuses.values())} hostile meshes, by status {dict(statuses)}; wrong {wrong}; the slowest in {slowest:.2f} s")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())

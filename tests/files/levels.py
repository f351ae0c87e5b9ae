#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes levels with many options, and lets plumb-check hold the navmesh (.json) of each against its certificate. Prints a table: which bakes
there were, and which of their files were accepted. Fails if one was not."""
import os
import re
import subprocess
import sys
import tempfile
import time

from checking import arguments

# Of an agent 1.8 high in a level of metres; lengths are scaled for others.
VARIANTS = {
    "plain": "--stance {s}",
    "stances": "--stance crawl={0.6} --stance crouch={1.1} --stance stand={1.8} --step {0.4}",
    "step-weld": "--stance {s} --step {0.4} --weld {0.2}",
    "step-weld-stances": "--stance crouch={1.1} --stance stand={1.8} --step {0.4} --weld {0.15}",
    "inner": "--stance crouch={1.1} --stance stand={1.8} --step {0.4} --radius {0.3}",
    "outer-weld": "--stance crouch={1.1} --stance stand={1.8} --step {0.4} --weld {0.2} --radius {0.3} --clearance outer --disc 8",
    "solids": "--stance {s} --step {0.4} --solids closed",
    "regular": "--stance {s} --step {0.4} --optimise regular",
    "none": "--stance {s} --step {0.4} --optimise none",
    "none-inner": "--stance {s} --step {0.4} --optimise none --radius {0.2} --disc 8",
    "one-surface": "--stance {s} --step {0.4} --one-surface",
    "min-area": "--stance crouch={1.1} --stance stand={1.8} --step {0.4} --min-area {1*}",
    "min-area-inner": "--stance crouch={1.1} --stance stand={1.8} --step {0.4} --weld {0.2} --radius {0.3} --min-area {1*}",
    "decimal": "--stance {s} --step {0.4} --numbers decimal",
    "seed": "--stance crouch={1.1} --stance stand={1.8} --step {0.4}",
    "simplify": "--stance {s} --step {0.4} --simplify {0.05}",
    "simplify-inner": "--stance {s} --step {0.4} --radius {0.3} --disc 8 --simplify {0.05}",
}


def options_of(variant, scale):
    def value(match):
        text = match.group(1)
        if text == "s":
            return f"stand={1.8 * scale:g}"
        square = text.endswith("*")
        return f"{float(text.rstrip('*')) * (scale * scale if square else scale):g}"

    return re.sub(r"\{([^}]*)\}", value, VARIANTS[variant]).split()


def levels_of(source, shared):
    """(name, path, up, scale): of docs/examples, and of shared scenes and cases if they are there."""
    for folder in ("docs/examples", "docs/examples/competition", "docs/examples/routes", "docs/examples/layers", "docs/examples/adversary"):
        folder = os.path.join(source, folder)
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if name.endswith(".obj"):
                text = open(os.path.join(folder, name), encoding="utf-8", errors="replace").read(4000)
                yield name, os.path.join(folder, name), "z" if "--up z" in text else "y", 1
    table = {}
    manifest = os.path.join(shared, "scenes", "MANIFEST.tsv")
    if os.path.exists(manifest):
        for line in open(manifest, encoding="utf-8", errors="replace"):
            words = line.rstrip("\n").split("\t")
            if len(words) > 7:
                table[words[0]] = ("y" if words[6] == "+y" else "z", 31 if "quake" in words[7] else 1)
    for folder, _, names in sorted(os.walk(shared)):
        for name in sorted(names):
            path = os.path.join(folder, name)
            inside = os.path.relpath(path, shared)
            if not name.endswith(".obj") or not inside.startswith(("scenes", "cases")):
                continue
            up, scale = table.get(inside.split("/", 1)[1], ("z" if "/made/" in path else "y", 1))
            yield inside, path, up, scale


def seed_of(navmesh):
    """A point over the greatest cell's first facet, as --seed-point wants it."""
    best = None
    for line in open(navmesh):
        if line.startswith('{"stance":') and not line.startswith(('{"stance":-', '{"stance":0')):
            best = line if best is None or len(line) < len(best) else best
    if best is None:
        return None
    return ",".join(re.search(r'\[\["([^"]*)","([^"]*)","([^"]*)"\]', best).groups())


def run(command, seconds):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


def main():
    parser = arguments(__doc__)
    parser.add_argument("--shared", default="/nowhere")
    parser.add_argument("--only", default="", help="levels whose names hold this")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--largest", type=int, default=1 << 30, help="bytes of a level's file")
    parser.add_argument("--seconds", type=float, default=100, help="for a bake")
    parser.add_argument("--keep", action="store_true", help="print the command of each file that was refused")
    a = parser.parse_args()
    counts, wrong = {}, 0
    with tempfile.TemporaryDirectory() as folder:
        for name, path, up, scale in levels_of(a.source, a.shared):
            if a.only not in name or os.path.getsize(path) > a.largest:
                continue
            row = []
            for variant in a.variants.split(","):
                certificate, navmesh = os.path.join(folder, "x.cert"), os.path.join(folder, "x.json")
                command = [a.plumb, "bake", path, "--up", up, *options_of(variant, scale), "--quiet", "-o", certificate, "-o", navmesh]
                if variant == "seed":
                    if not run(command, a.seconds):
                        continue
                    seed = seed_of(navmesh) if os.path.exists(navmesh) else None
                    if seed is None:
                        continue
                    command[5:5] = ["--seed-point=" + seed]
                for file in (certificate, navmesh):
                    if os.path.exists(file):
                        os.remove(file)
                begun = time.time()
                bake = run(command, a.seconds)
                if bake is None or bake.returncode != 0:
                    row.append(f"{variant}: {'slow' if bake is None else 'no bake'}")
                    continue
                baked = time.time() - begun
                checked = run([a.check, path, certificate, navmesh], 10 * a.seconds)
                held = checked is not None and checked.returncode == 0
                counts.setdefault(variant, [0, 0])[0 if held else 1] += 1
                if not held:
                    wrong += 1
                    print("REFUSED", " ".join(command), checked.stderr.strip() if checked else "slow", sep="\n  ", flush=True)
                row.append(f"{variant}: {'yes' if held else 'NO'} {time.time() - begun - baked:.1f} s")
            print(name, *row, sep=" | ", flush=True)
    for variant, (yes, no) in counts.items():
        print(f"{variant:20} accepted {yes:4}, refused {no:4}")
    print(f"accepted {sum(c[0] for c in counts.values())}, refused {wrong}")
    return wrong > 0 or not counts


if __name__ == "__main__":
    sys.exit(main())

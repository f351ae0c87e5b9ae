#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Audits navmeshes by the floor of a level in one piece and by that of the level in tiles, and compares what is found: areas and heights are the same fractions, tiles
add up to the level, and components are matched, lost, spurious, split and merged alike.

  tiles_audit.py PLUMB EXAMPLES [--all]    navmeshes of shipped levels, baked with other options than they are judged by; exit status 1 if anything differs

With --all also the ruin with radii, and of the ruin all that the small levels show: what one tile has, and what is refused."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

Z_UP = ["--up", "z", "--sides", "up"]
Y_UP = ["--sides", "up"]
# A strip at 45 degrees. Of the discs of four corners one leaves nothing of it, the other a part: what is found there is not spurious.
STRIP = "v 0 0 0\nv 4 4 0\nv 3.3 4.7 0\nv -0.7 0.7 0\nf 1 2 3 4\n"
# level (or its text), its axes, its agent, the width of tiles, the options and the format of the navmesh, and perhaps where it is moved to, out of the tiles
LEVELS = [("ruin.obj", Y_UP, ["--step", "0.4"], "9", ["--step", "0.1", "--radius", "0.2", "--disc", "4"], ".mset"),
          ("ruin.obj", Y_UP, ["--stance", "crouch=1.1", "--stance", "stand=1.8"], "40", ["--step", "0.4", "--stance", "stand=1.5"], ".glb"),
          ("crates.obj", Z_UP, ["--step", "0.4"], "3", ["--step", "0.1"], ".obj"), ("spiral.obj", Z_UP, ["--step", "0.4"], "1.5", ["--radius", "0.1"], ".json"),
          ("doorways.obj", Z_UP, [], "2", ["--radius", "0.3"], ".bin"), ("stacked_boxes.obj", Z_UP, [], "1", ["--stance", "stand=0.5"], ".obj"),
          ("crates.obj", Z_UP, ["--step", "0.4"], "3", ["--step", "0.1"], ".obj", "--navmesh-transform", "1,0,0,7,0,1,0,0,0,0,1,0"),
          ("doorways.obj", Z_UP, ["--radius", "0.25", "--disc", "4"], "1.3", ["--radius", "0.2"], ".bin"),
          ("gutter.obj", Z_UP, ["--step", "0.3", "--weld", "0.3", "--radius", "0.2"], "2", [], ".glb"),
          ("crates.obj", Z_UP, ["--solids", "closed", "--radius", "0.3", "--stance", "crouch=1.1", "--stance", "stand=1.8"], "3", ["--stance", "stand=1.5"], ".mset"),
          (STRIP, Z_UP, ["--radius", "0.45", "--disc", "4"], "2", ["--radius", "0.4"], ".obj")]
MORE = [("ruin.obj", Y_UP, ["--step", "0.4", "--radius", "0.3"], "9", ["--step", "0.4", "--radius", "0.4", "--disc", "4"], ".mset"),
        ("ruin.obj", Y_UP, ["--solids", "closed", "--radius", "0.5", "--stance", "crouch=1.1", "--stance", "stand=1.8"], "16", ["--stance", "stand=1.5"], ".obj")]
KINDS = ("lost", "spurious", "split", "merged")


def run(words, statuses=(0,)):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode not in statuses:
        raise SystemExit(f"{' '.join(map(str, words))}: {done.returncode} {done.stderr}")
    return done


def found(file):
    """What does not depend on how components are numbered."""
    told = json.loads(file.read_text())
    areas = {k: a and Fraction(a["exact"]) for k, a in told["area"].items()}
    components = told["components"]
    pairs = sorted(Fraction(p["area"]["exact"]) for p in components["areas"])
    return {"areas": areas, "heights": told["heights"], "counts": [components["truth"], components["found"], *(len(components[k]) for k in KINDS)], "pairs": pairs}, told["tiles"]


def are_largest(tiles, one):
    """Whether the largest places of the only tile are among the largest of the whole level, missing and in excess."""
    (tile,), findings = json.loads(tiles.read_text())["tiles"], json.loads(one.read_text())["findings"]["listed"]
    place = lambda p: (Fraction(p["area"]["exact"]), p["low"], p["high"])
    for kind in ("missing", "excess"):
        of_level = [place(f) for f in findings if f["difference"] == kind]
        of_tile = tile["largest_" + kind]
        if (of_tile and place(of_tile)) not in ([p for p in of_level if p[0] == max(of_level)[0]] if of_level else [None]):
            return False
    return True


def drawn(file):
    """By group of an .obj, the area of its triangles in plan."""
    points, areas, group = [], {}, None
    for line in file.read_text().splitlines():
        kind, *words = line.split() or [""]
        if kind == "v":
            points.append([Fraction(w) for w in words[:3]])
        elif kind in "go" and kind:
            group = words[0]
        elif kind == "f":
            a, b, c = (points[int(w.split("/")[0]) - 1] for w in words)
            u, v = ([q[k] - a[k] for k in (0, 1, 2)] for q in (b, c))
            areas[group] = [s + d for s, d in zip(areas.get(group, [0, 0]), (abs(u[0] * v[1] - u[1] * v[0]) / 2, abs(u[0] * v[2] - u[2] * v[0]) / 2))]
    return areas


def main():
    plumb, examples = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
    wrong, all_of_it = 0, sys.argv[3:] == ["--all"]
    for name, axes, agent, size, other, ending, *away in LEVELS + MORE * all_of_it:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            level, store, navmesh = examples / name, folder / "store", folder / ("navmesh" + ending)
            if name == STRIP:
                level, name = folder / "strip.obj", "a strip"
                level.write_text(STRIP)
            run([plumb, "bake", level, *axes, *other, "-o", navmesh, "--quiet"])
            run([plumb, "tiles", "cut", level, "-o", store, "--tiles", size, *axes, *agent, "--quiet"])
            run([plumb, "tiles", "bake", store, "--quiet"])
            run([plumb, "tiles", "seams", store, "--quiet"])
            words = [*away, "--exact-digits", "0", "--quiet", "--json"]
            run([plumb, "audit", "--store", store, level, navmesh, "-o", folder / "tiles.obj", *words, folder / "tiles.json"], (0, 1))
            run([plumb, "audit", level, navmesh, *axes, *agent, *words, folder / "one.json"], (0, 1))
            (here, tiles), (there, none) = found(folder / "tiles.json"), found(folder / "one.json")
            sums = {k: sum(Fraction(t[k]["exact"]) for t in tiles) for k in ("truth", "covered", "missing", "found", "excess")}
            differ = [k for k in here if here[k] != there[k]] + [k for k in sums if sums[k] != here["areas"][k] and (away == [] or k in ("truth", "covered", "missing"))] + (["tiles"] if none or not tiles else [])
            wrong += bool(differ)
            print(f"{name}, {len(tiles)} tiles of {size}, {ending}: components true, found, lost, spurious, split, merged {here['counts']}" + (f": FAILED: {differ}" if differ else ": equal"))
            areas, up = drawn(folder / "tiles.obj"), 1 if axes == Y_UP else 0
            for group, figure in (("covered", "covered"), ("missing", "missing"), ("excess", "excess")):
                inside = sum(Fraction(t[figure]["exact"]) for t in tiles)
                if abs(areas.get(group, [0, 0])[up] - inside) > inside / 10**4:
                    wrong += 1
                    print(f"FAILED: {group} is drawn as {float(areas.get(group, [0, 0])[up])}, not {float(inside)}")
            if name == "ruin.obj" and not all_of_it:
                continue
            # One tile has the places of the whole level.
            run([plumb, "tiles", "cut", level, "-o", folder / "whole", "--tiles", "1000", "--tile-origin", "-500,-500", *axes, *agent, "--quiet"])
            run([plumb, "tiles", "bake", folder / "whole", "--quiet"])
            run([plumb, "tiles", "seams", folder / "whole", "--quiet"])
            run([plumb, "audit", "--store", folder / "whole", level, navmesh, *words, folder / "whole.json"], (0, 1))
            if not are_largest(folder / "whole.json", folder / "one.json"):
                wrong += 1
                print("FAILED: the largest places of one tile are not those of the level")
            for bad in (["--step", "0.2"], ["--radius", "0.1"], ["-o", folder / "x.svg"], ["--fail-if", "unexplained>1%"], ["--baseline", folder / "one.json"], ["--sarif", folder / "x.sarif"], ["--prove", "true"], ["--json", store / "plan.json"], ["-o", store / "pieces" / "x.obj"]):
                if run([plumb, "audit", "--store", store, level, navmesh, *bad], (0, 1, 2)).returncode != 2:
                    wrong += 1
                    print(f"FAILED: {bad} is not refused")
            if run([plumb, "audit", "--store", store, navmesh, navmesh], (0, 1, 2)).returncode != 2:
                wrong += 1
                print("FAILED: another level is not refused")
            if run([plumb, "audit", "--store", "", level, navmesh], (0, 1, 2)).returncode != 2:
                wrong += 1
                print("FAILED: a store without a name is not refused")
            components = (store / "components.json").read_text()
            damaged = re.sub(r"\[(-?\d+,-?\d+),\d+\]", r"[\1]", components)
            (store / "components.json").write_text(damaged)
            if damaged != components and "join the tiles again" not in (done := run([plumb, "audit", "--store", store, level, navmesh], (0, 1, 2))).stderr or done.returncode != 2:
                wrong += 1
                print("FAILED: a part of two numbers is not refused", done.returncode, done.stderr)
            (store / "components.json").write_text(components)
            some = next((store / "tiles").glob("*.seam.json")).name.removesuffix(".seam.json")
            (store / "tiles" / (some + ".json")).unlink()
            if "plumb tiles bake" not in run([plumb, "audit", "--store", store, level, navmesh], (2,)).stderr:
                wrong += 1
                print("FAILED: a tile without its cells is not named")
            run([plumb, "tiles", "bake", store, "--quiet"])
            run([plumb, "audit", "--store", store, level, navmesh], (0, 1))
            for bad in (["--min-area", "0.1"], ["--clearance", "outer"]) if "--radius" in agent else ():
                run([plumb, "tiles", "cut", level, "-o", folder / "other", "--tiles", size, *axes, *agent, *bad, "--quiet"])
                if run([plumb, "audit", "--store", folder / "other", level, navmesh], (0, 1, 2)).returncode != 2:
                    wrong += 1
                    print(f"FAILED: a store with {bad} is not refused")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

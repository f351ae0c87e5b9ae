#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that plumb-check --audit accepts what audits.py finds in fractions, too, and refuses everything else.

  audit_forgeries.py --plumb plumb --check plumb-check --source ROOT [--recast recast_navmesh] [--count N] [--seed S]

Levels are those of docs/examples that have few cells. Meshes are Plumb's own (.obj, .mset), Recast's, solo and in tiles, where it is there, and N of random
triangles over the level, some of them over one another. Each genuine audit is accepted; so is one with a radius, by the certificate of its outer bound. Of
each audit forgeries are made, of every kind that it has place for: an area or one of A_ij changed by 2^-40, pairs swapped, dropped, added; a component's kind
dropped or added; numbers; the window, the stance, an option, the step, the way that edges link; and a mesh that is moved by 2^-16 after the audit. All are
refused with status 1. Files that are cut off, nested, of counts of 10^9, or of numbers that are none are refused with status 2 within a second."""
import argparse
import collections
import copy
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from fractions import Fraction

import audits

LEVELS = ["stacked_boxes", "crates", "doorways", "gutter", "staircase", "walls_and_fences", "ramp_under_slab"]
OPTIONS = "--up z --sides up --step 0.4 --threads 1 --quiet".split()


class Programs:
    def __init__(self, options):
        self.plumb, self.checker, self.recast = options.plumb, options.check, options.recast

    def bake(self, level, stem, *more):
        subprocess.run([self.plumb, "bake", level, *OPTIONS, *more, "-o", stem + ".json", "-o", stem + ".cert"], check=True, capture_output=True)

    def audit(self, level, mesh, *more):
        """The audit's JSON; None if the level is none for it."""
        out = mesh + ".audit.json"
        done = subprocess.run([self.plumb, "audit", level, mesh, *OPTIONS, *more, "--json", out], capture_output=True, text=True)
        assert done.returncode < 2, done.stderr
        with open(out, encoding="utf-8") as file:
            return json.load(file)

    def check(self, level, stem, audit, mesh, *outer):
        name = mesh + ".told.json"
        if isinstance(audit, dict):
            audit = json.dumps(audit)
        with open(name, "w", encoding="utf-8") as file:
            file.write(audit)
        begun = time.monotonic()
        done = subprocess.run([self.checker, "--threads", "1", level, stem + ".cert", stem + ".json", *outer, "--audit", name, mesh],
                              capture_output=True, text=True, errors="replace")
        return done.returncode, (done.stdout + done.stderr).strip(), time.monotonic() - begun


def moved(text, by):
    return str(Fraction(text) + by)


def forgeries(audit, draw):
    """Pairs of a kind and an audit that is not so."""
    tiny = Fraction(1, 2 ** 40)

    def copies(kind, change):
        forged = copy.deepcopy(audit)
        if change(forged) is not False and forged != audit:
            yield kind, forged

    def change_area(area):
        if area is None or area["exact"] is None:
            return False
        area["exact"] = moved(area["exact"], draw.choice((tiny, -tiny)))
        return True

    for what in audit["area"]:
        yield from copies("area " + what, lambda a: change_area(a["area"][what]))
        yield from copies("area " + what + ", as a double", lambda a: a["area"][what] is not None and a["area"][what].update(approx=a["area"][what]["approx"] * 1.001 + 0.001))
    pairs = audit["components"]["areas"]
    for i in range(len(pairs)):
        yield from copies("A_ij", lambda a: change_area(a["components"]["areas"][i]["area"]))
    if pairs:
        i = draw.randrange(len(pairs))
        yield from copies("pair dropped", lambda a: a["components"]["areas"].pop(i) and None)
        yield from copies("pair of other components", lambda a: a["components"]["areas"][i].update(found=10 ** 6))
    yield from copies("pair added", lambda a: a["components"]["areas"].append({"truth": 0, "found": audit["components"]["found"], "area": {"exact": "0", "approx": 0}}))
    if len(pairs) > 1:
        i, j = draw.sample(range(len(pairs)), 2)

        def swap(a):
            p, q = (a["components"]["areas"][k] for k in (i, j))
            p["area"], q["area"] = q["area"], p["area"]
        yield from copies("two A_ij swapped", swap)
    for kind in ("lost", "spurious", "split", "merged"):
        yield from copies(kind + " dropped", lambda a: bool(a["components"][kind]) and a["components"][kind].pop() is not None)
        yield from copies(kind + " added", lambda a: a["components"][kind].append(audit["components"]["truth" if kind in ("lost", "split") else "found"]))
    for what in ("truth", "found"):
        yield from copies("number of components", lambda a: a["components"].update({what: audit["components"][what] + 1}))
    for what in ("polygons", "corners", "detail_triangles", "components"):
        yield from copies("number of " + what, lambda a: a["navmesh"].update({what: audit["navmesh"][what] + 1}))
    yield from copies("stance", lambda a: a.update(stance="crawl"))
    yield from copies("option", lambda a: a["options"].update(step="1/2"))
    yield from copies("surface", lambda a: a["navmesh"].update(surface="detail") if not audit["navmesh"]["detail_triangles"] else False)
    yield from copies("window as high as the stance", lambda a: a["window"].update(below="9/5"))


def other_readings(audit):
    """Kinds, options of an audit, and the audit that says that it was made with them: not so if the figures are others."""
    def told(change):
        out = copy.deepcopy(audit)
        change(out)
        return out

    yield "window", ["--below", "0.01", "--above", "0.01"], told(lambda a: a.update(window={"below": "1/100", "above": "1/100"}))
    rows = ("1 0 0 1/65536 0 0 -1 0 0 1 0 0" if audit["navmesh"]["up"] == "y" else "1 0 0 1/65536 0 1 0 0 0 0 1 0").split()  # to z up
    yield ("transform", ["--navmesh-transform=" + ",".join(str(float(Fraction(v))) for v in rows)],
           told(lambda a: a["navmesh"].update(transform=rows, up="z")))
    if audit["navmesh"]["edges"]:
        edges = "whole" if audit["navmesh"]["edges"] == "partial" else "partial"
        yield "edges", ["--edges", edges], told(lambda a: a["navmesh"].update(edges=edges))


def same_figures(audit, other):
    return audit["area"] == other["area"] and audit["components"] == other["components"] and audit["navmesh"]["polygons"] == other["navmesh"]["polygons"]


def random_mesh(level, draw):
    """Triangles and quadrilaterals over the level, near its points, as an OBJ."""
    with open(level, encoding="utf-8") as file:
        points = [tuple(map(float, line.split()[1:4])) for line in file if line.startswith("v ")]
    lines, count = [], 0
    for _ in range(draw.randint(1, 12)):
        x, y, z = draw.choice(points)
        size, tilt = draw.choice((0.25, 1, 4)), draw.choice((0, 0, 0.125, 0.5))
        corners = [(0, 0), (1, 0), (1, 1), (0, 1)][:draw.choice((3, 4))]
        if draw.random() < 0.3:
            corners.reverse()
        x, y = (v + draw.randint(-64, 64) / 32 for v in (x, y))
        for u, v in corners:
            lines.append(f"v {x + size * u} {y + size * v} {z + tilt * size * u + draw.randint(-1, 1) / 64 * (draw.random() < 0.2)}")
        lines.append("f " + " ".join(str(count + k + 1) for k in range(len(corners))))
        count += len(corners)
    return "\n".join(lines) + "\n"


def move(mesh, path):
    """The same mesh, a vertex of which is moved by 2^-16; None if nothing can be moved."""
    if mesh.endswith(".obj"):
        with open(mesh, encoding="utf-8") as file:
            lines = file.read().split("\n")
        used = {int(w.split("/")[0]) for line in lines if line.startswith("f ") for w in line.split()[1:]}
        vertices = [i for i, line in enumerate(lines) if line.startswith("v ")]
        for number in sorted(used):
            words = lines[vertices[number - 1]].split()
            words[1] = repr(float(words[1]) + 2 ** -16)
            lines[vertices[number - 1]] = " ".join(words)
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
            return path
        return None
    with open(mesh, "rb") as file:
        data = bytearray(file.read())
    at = data.find(b"VAND")
    if at < 0 or not struct.unpack_from("<i", data, at + 28)[0]:
        return None
    x, = struct.unpack_from("<f", data, at + 100)
    struct.pack_into("<f", data, at + 100, x + 2 ** -16)
    with open(path, "wb") as file:
        file.write(data)
    return path


def hostile_audits(audit):
    text = json.dumps(audit)
    yield "cut off", text[:len(text) // 2]
    yield "cut off", text[:-1]
    yield "nested", "[" * 10 ** 6
    yield "nested", '{"options":' * 10 ** 5
    yield "nested", '{"findings":' + "[" * 10 ** 6
    yield "empty", ""
    yield "no number", text.replace('"approx": ', '"approx": NaN, "x": ', 1)
    yield "a count of 10^19", text.replace('"polygons": ', '"polygons": 9999999999999999999, "x": ', 1)
    yield "a fraction over 0", text.replace('"below": "', '"below": "1/0", "x": "', 1)
    yield "no fraction", text.replace('"below": "', '"below": "1e9999999", "x": "', 1)
    yield "another JSON", '{"plumb": "0.1.0"}'


def hostile_meshes(mesh):
    if mesh.endswith(".obj"):
        yield "no number", b"v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
        yield "a vertex of 10^9", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 1000000000\n"
        yield "a face of two corners", b"v 0 0 0\nv 1 0 0\nf 1 2\n"
        yield "another format", b"glTF" + bytes(100)
        return
    with open(mesh, "rb") as file:
        data = file.read()
    at = data.index(b"VAND")
    yield "cut off", data[:-1]
    yield "cut off", data[:len(data) // 2]
    yield "cut off", data[:at + 50]
    yield "10^9 tiles", data[:8] + struct.pack("<i", 10 ** 9) + data[12:]
    yield "-1 tiles", data[:8] + struct.pack("<i", -1) + data[12:]
    for field in range(6, 15):
        for count in (10 ** 9, -1, 2 ** 31 - 1):
            yield "10^9 of something in a tile", data[:at + 4 * field] + struct.pack("<i", count) + data[at + 4 * field + 4:]
    for value in (float("nan"), float("inf"), 3e38):
        yield "no number", data[:at + 100] + struct.pack("<f", value) + data[at + 104:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("plumb", "check", "source"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--recast", default="")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    programs, draw = Programs(options), random.Random(options.seed)
    wrong, kinds, genuine = [], collections.Counter(), 0

    def expect(status, what, answer, most_seconds=60):
        if answer[0] != status or answer[2] > most_seconds:
            wrong.append(f"{what}: status {answer[0]} after {answer[2]:.2f} s and not {status}: {answer[1].splitlines()[-1:]}")

    def judge(level, stem, mesh, read, *more, outer=()):
        nonlocal genuine
        audit = programs.audit(level, mesh, *more)
        with open(stem + ".json", encoding="utf-8") as file:
            navmesh = json.load(file)
        outer_mesh = None
        if outer:
            with open(outer[2], encoding="utf-8") as file:
                outer_mesh = json.load(file)
        name = os.path.basename(mesh)
        found = read(mesh)
        if found:
            wrong.extend(f"{name}, in fractions: {fault}" for fault in audits.faults(audit, navmesh, found, outer_mesh))
        expect(0, name, programs.check(level, stem, audit, mesh, *outer))
        genuine += 1
        for kind, forged in forgeries(audit, draw):
            expect(1, f"{name}, {kind}", programs.check(level, stem, forged, mesh, *outer))
            kinds[kind.split(" ")[0] if kind.startswith("area") else kind] += 1
        for kind, given, told in other_readings(audit):
            if not same_figures(audit, programs.audit(level, mesh, *more, *given)):
                expect(1, f"{name}, {kind}", programs.check(level, stem, told, mesh, *outer))
                kinds[kind] += 1
        other = move(mesh, mesh + ".moved" + mesh[mesh.rindex("."):])
        if other and not same_figures(audit, programs.audit(level, other, *more)):
            expect(1, f"{name}, moved", programs.check(level, stem, audit, other, *outer))
            kinds["mesh moved"] += 1
        return audit

    def read_detour(mesh):
        with open(mesh, "rb") as file:
            data = file.read()
        return None if any(tile.connections for tile in audits.tiles_of(data)) else audits.read_detour(data)

    def read_obj(mesh):
        with open(mesh, encoding="utf-8") as file:
            return audits.read_obj(file.read(), "double", "z")

    with tempfile.TemporaryDirectory() as folder:
        for i, example in enumerate(LEVELS):
            level, stem = os.path.join(options.source, "docs/examples", example + ".obj"), os.path.join(folder, example)
            programs.bake(level, stem, "-o", stem + "_own.obj", "-o", stem + "_own.mset")
            judge(level, stem, stem + "_own.obj", read_obj)
            judge(level, stem, stem + "_own.mset", read_detour)
            for k in range(options.count // len(LEVELS) + (i < options.count % len(LEVELS))):
                mesh = f"{stem}_random{k}.obj"
                with open(mesh, "w", encoding="utf-8") as file:
                    file.write(random_mesh(level, draw))
                judge(level, stem, mesh, read_obj)
            for tiles in ([], ["--tile", "8"]) if options.recast else ():
                mesh = f"{stem}_recast{len(tiles)}.mset"
                subprocess.run([options.recast, level, "0.3", "0.2", "1.8", "0", "0.4", "45", "--up", "z", *tiles, "--mset", mesh], check=True, capture_output=True)
                judge(level, stem, mesh, read_detour)
        level, stem = os.path.join(options.source, "docs/examples/doorways.obj"), os.path.join(folder, "radius")
        programs.bake(level, stem, "--radius", "0.3", "-o", stem + "_own.obj")
        programs.bake(level, stem + "_outer", "--radius", "0.3", "--clearance", "outer")
        outer = ("--outer", stem + "_outer.cert", stem + "_outer.json")
        audit = judge(level, stem, stem + "_own.obj", read_obj, "--radius", "0.3", outer=outer)
        without = programs.check(level, stem, audit, stem + "_own.obj")
        expect(0, "without the outer bound", without)
        if "excess" not in without[1].split("Not checked", 1)[-1]:
            wrong.append("without the outer bound nothing says that excess is not checked")
        inner = programs.check(level, stem, audit, stem + "_own.obj", "--outer", stem + ".cert", stem + ".json")
        if inner[0] == 0 and audit["area"]["outer"] != audit["area"]["truth"]:
            wrong.append("the inner bound passes for the outer one")
        level, stem = os.path.join(options.source, "docs/examples/crates.obj"), os.path.join(folder, "crates")
        for extension in ("_own.obj", "_own.mset"):
            audit = programs.audit(level, stem + extension)
            for kind, text in hostile_audits(audit):
                expect(2, "hostile audit, " + kind, programs.check(level, stem, text, stem + extension), 1)
                kinds["hostile audits"] += 1
            for kind, data in list(hostile_meshes(stem + extension)):
                with open(os.path.join(folder, "hostile" + extension), "wb") as file:
                    file.write(data)
                expect(2, "hostile mesh, " + kind, programs.check(level, stem, audit, os.path.join(folder, "hostile" + extension)), 1)
                kinds["hostile meshes"] += 1
    for line in wrong[:20]:
        print(line)
    print(f"{genuine} genuine audits, {sum(kinds.values())} forgeries: {', '.join(f'{n} {k}' for k, n in sorted(kinds.items()))}; {len(wrong)} wrong answers")
    return 1 if wrong or not genuine else 0


if __name__ == "__main__":
    sys.exit(main())

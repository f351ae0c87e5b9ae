#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What hostile readers of the theorems have found, each as a small level: forgeries that were accepted, and files of Plumb that were refused.

  found.py --plumb plumb --check plumb-check --source ROOT

With --simplify: a floor may not vanish because another storey is near in plan, and no hole pays for a loop that is cut through. A tile has all of its floor. What is no option, no
denominator and no digest is not taken for one; what weakens a file's claim is in its line. Sums of infinite doubles leave no polygon out. An audit's edges join all polygons along a
line; JSON that is no report, or no JSON at all, is none."""
import json
import os
import sys
import tempfile

from checking import arguments, run

TALL = "--up z --stance stand=9/5"


def face(x0, y0, x1, y1, z):
    return [(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)]


TWO_FLOORS = [face(0, 0, 10, 10, 0), face(0, 0, 10, 10, 5)]
RAMP = [(20, 4, 0), (30, 4, 5), (30, 6, 5), (20, 6, 0)]
STOREY = [face(0, 0, 40, 20, 0), RAMP, face(30, 0, 40, 20, 5)]
RING = [face(0, 0, 20, 5, 0), [(15, 5, 0), (20, 5, 0), (20, 20, 0), (15, 20, 0)], [(0, 15, 0), (15, 15, 0), (15, 20, 0), (0, 20, 0)], [(0, 5, 0), (5, 5, 0), (5, 15, 0), (0, 15, 0)]]
LEDGE = [face(0, 2, 4, 6, 1), [(3, 5, 0.5), (7, 5, 0.5), (7, 3, 0.5), (3, 3, 0.5)], face(1, 0, 5, 4, 1)]


def obj(faces):
    lines = []
    for ring in faces:
        lines += ["v " + " ".join(repr(float(c)) for c in p) for p in ring]
    count = 0
    for ring in faces:
        lines.append("f " + " ".join(str(count + k + 1) for k in range(len(ring))))
        count += len(ring)
    return "\n".join(lines) + "\n"


def written(document):
    """As Plumb writes it: one record a line."""
    return json.dumps(document, separators=(",", ":"))


class Tried:
    def __init__(self, options, folder):
        self.plumb, self.checker, self.folder, self.wrong, self.count = options.plumb, options.check, folder, 0, 0
        self.level = os.path.join(folder, "level.obj")

    def file(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w") as file:
                file.write(text)
        return path

    def bake(self, faces, words):
        self.file("level.obj", obj(faces))
        done = run([self.plumb, "bake", self.level, *words.split(), "--quiet", "-o", self.file("x.cert"), "-o", self.file("x.json")])
        assert done.returncode == 0, done.stderr
        with open(self.file("x.json")) as file:
            return json.load(file)

    def check(self, what, status, told, document=None, certificate=None):
        """Of the file as it was baked, or of a document."""
        mesh = self.file("x.json") if document is None else self.file("forged.json", document if isinstance(document, str) else written(document))
        self.judge(what, status, told, [self.checker, self.level, certificate or self.file("x.cert"), mesh])

    def judge(self, what, status, told, words):
        self.count += 1
        done = run(words)
        if done.returncode != status or told not in done.stdout + done.stderr:
            self.wrong += 1
            print(f"{what}: status {done.returncode}, not {status} with '{told}': {(done.stderr or done.stdout)[-300:]}")


def cell(stance, surface, *corners):
    return {"stance": stance, "facets": [{"surface": surface, "face": surface, "witness": None, "vertices": [[str(c) for c in p] for p in corners]}]}


def flush(a, b, start, end):
    return {"a": a, "b": b, "kind": "flush", "stance": 1, "from": [str(c) for c in start], "to": [str(c) for c in end]}


def rectangles(list_):
    """Cells of rectangles (x0, y0, x1, y1, surface) at the height 0, and portals where they touch."""
    from fractions import Fraction as F
    boxes = [tuple(F(v) for v in r[:4]) for r in list_]
    cells = [cell(1, r[4], (b[0], b[1], 0), (b[2], b[1], 0), (b[2], b[3], 0), (b[0], b[3], 0)) for r, b in zip(list_, boxes)]
    portals = []
    for i, p in enumerate(boxes):
        for j in range(i + 1, len(boxes)):
            q = boxes[j]
            low_y, high_y, low_x, high_x = max(p[1], q[1]), min(p[3], q[3]), max(p[0], q[0]), min(p[2], q[2])
            if low_y < high_y and p[2] == q[0]:
                portals.append(flush(i, j, (p[2], low_y, 0), (p[2], high_y, 0)))
            elif low_y < high_y and p[0] == q[2]:
                portals.append(flush(i, j, (p[0], high_y, 0), (p[0], low_y, 0)))
            elif low_x < high_x and p[3] == q[1]:
                portals.append(flush(i, j, (high_x, p[3], 0), (low_x, p[3], 0)))
            elif low_x < high_x and p[1] == q[3]:
                portals.append(flush(i, j, (low_x, p[1], 0), (high_x, p[1], 0)))
    return cells, sorted(portals, key=lambda p: (p["a"], p["b"]))


def simplified(t):
    mesh = t.bake(TWO_FLOORS, TALL + " --simplify 1/1000000")
    t.check("a simplified navmesh", 0, "; simplify 1/1000000")
    top = next(c for c in mesh["cells"] if c["facets"][0]["surface"] == 1)
    top["facets"][0]["vertices"] = [["0", "0", "5"], ["1/1000000", "0", "5"], ["0", "1/1000000", "5"]]
    t.check("a storey that shrinks over another one", 1, "farther than the tolerance", mesh)
    mesh = t.bake(STOREY, TALL + " --simplify 1/1000000")
    kept = [c for c in mesh["cells"] if not (c["stance"] == 1 and c["facets"][0]["surface"] == 2)]
    number = {i: kept.index(c) for i, c in enumerate(mesh["cells"]) if c in kept}
    mesh["portals"] = [{**p, "a": number[p["a"]], "b": number[p["b"]]} for p in mesh["portals"] if p["a"] in number and p["b"] in number]
    mesh["cells"] = kept
    t.check("a storey that is left out", 1, "", mesh)
    mesh = t.bake(RING, TALL + " --simplify 1/10")
    t.check("a ring", 0, "")
    mesh["cells"], mesh["portals"] = rectangles([(0, 0, 10, 5, 0), ("101/10", 0, 20, 5, 0), (15, 5, 20, 20, 1), (0, 15, 7, 20, 2), ("71/10", 15, 15, 20, 2), (7, 15, "71/10", 17, 2), (7, "171/10", "71/10", 20, 2), (0, 5, 5, 15, 3)])
    t.check("a loop that is cut through, and a hole elsewhere", 1, "not beside a border", mesh)
    t.bake(LEDGE, TALL + " --sides up --simplify 1")
    t.check("a ledge exactly as deep as the tolerance, along two polygons", 0, "")


def options_of_files(t):
    mesh = t.bake(TWO_FLOORS, TALL)
    text = open(t.file("x.json")).read()
    for name in ("one_surface", "min_area", "radius", "optimise"):
        one = {k: v for k, v in mesh["options"].items() if k != name}
        t.check(f"no option {name}", 2, name, {**mesh, "options": one})
    for name, value, status in (("one_surface", "maybe", 2), ("min_area", "-5", 2), ("simplify", "-5", 2), ("radius", {"a": 1}, 2), ("slope_ratio", ["3/4"], 2), ("cluster", "1", 1)):
        t.check(f"the option {name} {value}", status, name, {**mesh, "options": {**mesh["options"], name: value}})
    t.check("a denominator that is a fraction", 2, "denominator", {**mesh, "denominator": "1/7"})
    none = {**mesh, "options": {**mesh["options"], "min_area": "1000000"}, "cells": [c for c in mesh["cells"] if c["stance"] < 1], "portals": []}
    t.check("all floor dropped: the line says by what", 0, "0 facets, 0 portals, 0 obstructions; min_area 1000000", none)
    certificate = open(t.file("x.cert")).read().split("\n")
    for comment, digest, status in (("# file banana 1 numbers apple", "banana", 1), ("# file " + "0" * 64 + " 1 numbers double", "0" * 64, 1)):
        made = t.file("comment.cert", "\n".join(certificate[:2] + [comment] + certificate[2:]))
        t.check(comment, status, "another level", text.replace(mesh["scene"]["sha256"], digest), made)
    for words in ("--drop 2", "--leap 1,1", "--drop 2 --drop-reach 1/2", "--clearance both --radius 1/10"):
        t.bake(TWO_FLOORS + [face(10, 0, 20, 10, 4)], TALL + " " + words)
        t.check("a bake with " + words, 0, "one-way links are not checked" if "--drop 2" == words else "")


def tiles(t):
    store = t.file("store")
    for words in (["cut", t.file("level.obj", obj(TWO_FLOORS)), "-o", store, "--tiles", "4", "--certificates", *TALL.split()], ["bake", store], ["seams", store]):
        done = run([t.plumb, "tiles", *words])
        assert done.returncode == 0, done.stderr
    t.judge("a store", 0, "", [t.checker, "--store", store, t.level])
    for name in os.listdir(store + "/tiles"):
        path = f"{store}/tiles/{name}"
        if name.endswith(".json") and name.count(".") == 1:
            mesh = json.load(open(path))
            mesh["options"]["min_area"], mesh["portals"] = "1000000", []
            mesh["cells"] = [c for c in mesh["cells"] if c["stance"] < 1]
            t.file(path, written(mesh))
    t.judge("a store whose tiles have lost their floor", 1, "a tile has all of its floor", [t.checker, "--store", store, t.level])


def updates(t):
    t.bake(TWO_FLOORS, TALL)
    area = [["1", "1"], ["4", "1"], ["4", "4"]]
    for what, list_, status in (("a tag of a pair of codes", [{"update": {"area": area, "change": {"tag": "\ud83d\ude00"}}}], 0), ("an empty entry", [{}], 2),
                                ("an entry of two", [{"update": {"area": area, "change": "block"}, "revert": 1}], 2), ("disabling what was not prepared", [{"update": {"area": area, "change": "block"}}, {"disable": 1}], 2),
                                ("heights that descend", [{"update": {"area": area, "change": "block", "heights": ["1", "0"]}}], 2), ("an area on a line", [{"update": {"area": [["0", "0"], ["1", "1"], ["2", "2"]], "change": "block"}}], 2)):
        t.file("updates.json", json.dumps(list_))  # in ASCII
        done = run([t.plumb, "update", t.file("x.json"), t.file("updates.json"), "-o", t.file("now.json"), "--quiet"])
        now = t.file("now.json") if done.returncode == 0 else t.file("x.json")
        t.judge(what, status, "", [t.checker, t.level, t.file("x.cert"), "--updates", t.file("x.json"), t.file("updates.json"), now])


def far(t):
    """A ceiling 1 above a floor at -10^300, of which a stance of 10^300 is to know."""
    floor = [(8.673617379884035e-19, 0.0, -1e300), (8.0, 0.0, -1e300), (8.0, 8.0, -1e300), (8.673617379884035e-19, 8.0, -1e300)]
    ceiling = [(x, y, -9.999999999999999e299) for x, y in ((2.0, 2.0), (4.0, 2.0), (4.0, 4.0), (2.0, 4.0))]
    t.bake([floor, ceiling], "--up z --stance hi=1e300")
    t.judge("a level far down", 0, "", [t.checker, t.level, t.file("x.cert")])
    lines = []
    for line in open(t.file("x.cert")).read().split("\n"):
        if line.startswith("surface"):
            lines += [line, "cell 1 -"]
        elif line.startswith("end"):
            lines.append("end 2 2 0 0")
        elif not line.startswith(("line", "portal", "cell")):
            lines.append(line)
    t.judge("a floor far down under a ceiling that stands", 1, "", [t.checker, t.level, t.file("forged.cert", "\n".join(lines))])


def audits(t):
    t.bake([face(0, 0, 20, 20, 0)], TALL)
    points = [(4, 10, 0), (10, 10, 0), (7, 14, 2), (0, 10, 0), (5, 15, 0), (2, 10, 0), (1, 8, 0), (5, 10, 0), (8, 6, 0)]
    mesh = t.file("mesh.obj", "".join("v %g %g %g\n" % p for p in points) + "f 1 2 3\nf 4 2 5\nf 6 4 7\nf 2 8 9\n")
    done = run([t.plumb, "audit", t.level, mesh, *TALL.split(), "--quiet", "--json", t.file("audit.json")])
    assert done.returncode in (0, 1), done.stderr
    audit = json.load(open(t.file("audit.json")))
    by = [t.checker, t.level, t.file("x.cert"), t.file("x.json"), "--audit"]
    t.judge("triangles along one line are one component", 0, "the window, 9/20 below", [*by, t.file("audit.json"), mesh])
    for what, status, change in (("two components", 1, lambda a: a["navmesh"].update(components=2)), ("an unknown axis", 2, lambda a: a["navmesh"].update(up="banana")),
                                 ("a window of many digits", 2, lambda a: a["window"].update(below="1/1" + "0" * 9000))):
        forged = json.loads(json.dumps(audit))
        change(forged)
        t.judge(what, status, "", [*by, t.file("forged_audit.json", json.dumps(forged)), mesh])
    window = json.loads(json.dumps(audit))
    window["window"]["below"] = "%d/1%s" % (45 * 10 ** 398 + 1, "0" * 400)
    area, zero = window["area"], {"exact": "0", "approx": 0.0}
    area.update(missing=area["truth"], covered=zero, matched=zero, excess=area["found"])
    window["components"].update(lost=[0], spurious=[0], areas=[])
    t.judge("a window whose doubles are infinite leaves nothing out", 1, "", [*by, t.file("forged_audit.json", json.dumps(window)), mesh])
    t.judge("JSON that is none, where it is passed over", 2, "", [*by, t.file("forged_audit.json", json.dumps(audit).replace('"scene":', '"scene": [1 2 ,,, tru }, "x":', 1)), mesh])
    for words in ([t.file("x.cert"), t.file("areas.csv")], [t.file("x.cert"), t.file("report.json")]):
        run([t.plumb, "bake", t.level, *TALL.split(), "--quiet", "-o", t.file("areas.csv"), "--report", t.file("report.json")])
        t.judge("an outer bound that is no navmesh", 2, "--outer wants", [*by[:-1], "--outer", *words, "--audit", t.file("audit.json"), mesh])


def reports(t):
    t.bake(LEDGE, TALL + " --sides up")
    for what, text, status in (("a version", '{"version": 2}', 2), ("a glTF", '{"asset": {"version": "2.0"}}', 2), ("areas of nothing", '{"area":{"traversable":{"exact":null,"approx":1e9},"stances":[]},"cells":{}}', 1)):
        t.check(what + " is no report", status, "", text)
    files = []
    for goal in ("none", "count"):
        done = run([t.plumb, "bake", t.level, *TALL.split(), "--sides", "up", "--optimise", goal, "--quiet", "-o", t.file(goal + ".json"), "-o", t.file(goal + ".obj"), "--report", t.file(goal + "_report.json")])
        assert done.returncode == 0, done.stderr
        files += [t.file(goal + end) for end in (".json", ".obj", "_report.json")]
    t.judge("two navmeshes of one certificate, each with its mesh and report", 0, "", [t.checker, t.level, t.file("x.cert"), *files])
    done = run([t.plumb, "bake", t.level, *TALL.split(), "--sides", "up", "--quiet", "-o", t.file("areas.csv")])
    table = open(t.file("areas.csv")).read().replace("cells,components", "components,cells", 1)
    t.judge("a table with other columns", 2, "columns", [t.checker, t.level, t.file("x.cert"), t.file("swapped.csv", table)])


def main():
    options = arguments(__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tried = Tried(options, folder)
        for what in (simplified, options_of_files, tiles, updates, far, audits, reports):
            what(tried)
    print(f"{tried.count} files, {tried.wrong} wrong")
    return tried.wrong > 0


if __name__ == "__main__":
    sys.exit(main())

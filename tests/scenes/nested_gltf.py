#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A glTF bakes as the OBJ of its world positions: those of its nodes' transforms, applied with Python's fractions and rounded once to binary64, to
binary32, or not at all. usage: nested_gltf.py PLUMB LEVEL.gltf. Does so for LEVEL and for fifty random levels of nested nodes, compares areas, cells and
components (of unrounded ones areas: an OBJ has another denominator, and cells may be cut in another order), and prints for LEVEL its user time over the OBJ's."""
import base64
import json
import math
import pathlib
import random
import resource
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

OPTIONS = ["--sides", "up", "--step", "1/5", "--stance", "stand=1", "--threads", "1", "--exact-digits", "0", "--quiet"]
NEAR = Fraction(1, 2 ** 20)
FORMATS = {"double": (53, -1074, 1024), "float": (24, -149, 128)}
VARIANTS = 50


def nearest(value, digits, least, limit):
    """The nearest number of so many binary digits, of which the least is 2^least, ties to even."""
    if value == 0:
        return value
    exponent = max(abs(value).numerator.bit_length() - value.denominator.bit_length() - digits - 1, least)
    while abs(value) >= Fraction(2) ** (exponent + digits):
        exponent += 1
    rounded = round(value / Fraction(2) ** exponent) * Fraction(2) ** exponent  # Python rounds halves to even
    if abs(rounded) >= Fraction(2) ** limit:
        raise OverflowError
    return rounded


def rotation(q):
    x, y, z, w = q
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def straightened(m):
    """The turn by right angles that a rotation is within 2^-20 of, entry by entry; else itself."""
    turn = [[round(v) for v in row] for row in m]
    near = all(abs(v - t) <= NEAR for row, to in zip(m, turn) for v, t in zip(row, to))
    lines = [sorted(map(abs, line)) for line in turn + list(map(list, zip(*turn)))]
    return turn if near and all(line == [0, 0, 1] for line in lines) else m


def fractions(values):
    return [Fraction(v) for v in values]


def place(node, point):
    turn = straightened(rotation(fractions(node.get("rotation", (0, 0, 0, 1)))))
    scaled = [s * v for s, v in zip(fractions(node.get("scale", (1, 1, 1))), point)]
    return [sum(r * v for r, v in zip(row, scaled)) + t for row, t in zip(turn, fractions(node.get("translation", (0, 0, 0))))]


def mirrored(node):
    return math.prod(node.get("scale", (1, 1, 1))) < 0


def accessor(tree, buffer, number, form, width):
    a = tree["accessors"][number]
    view = tree["bufferViews"][a["bufferView"]]
    begin = view.get("byteOffset", 0) + a.get("byteOffset", 0)
    flat = struct.unpack_from(f"<{width * a['count']}{form}", buffer, begin)
    return [flat[i:i + width] for i in range(0, len(flat), width)]


def world(tree):
    """Positions and triangles, y up, in the order in which a reader goes through the nodes."""
    buffer = base64.b64decode(tree["buffers"][0]["uri"].split(",")[1])
    points, triangles = [], []

    def walk(number, above):
        path = above + [tree["nodes"][number]]
        if "mesh" in path[-1]:
            for primitive in tree["meshes"][path[-1]["mesh"]]["primitives"]:
                first = len(points)
                for stored in accessor(tree, buffer, primitive["attributes"]["POSITION"], "f", 3):
                    point = fractions(stored)
                    for node in reversed(path):
                        point = place(node, point)
                    points.append(point)
                indices = [i for i, in accessor(tree, buffer, primitive["indices"], {5121: "B", 5123: "H", 5125: "I"}[tree["accessors"][primitive["indices"]]["componentType"]], 1)]
                over = sum(map(mirrored, path)) % 2
                for a, b, c in zip(indices[::3], indices[1::3], indices[2::3]):
                    triangles.append((first + a, first + (c if over else b), first + (b if over else c)))
        for child in path[-1].get("children", ()):
            walk(child, path)

    for root in tree["scenes"][tree["scene"]]["nodes"]:
        walk(root, [])
    return points, triangles


def decimal(value):
    """A fraction over a power of two as a decimal, all of it."""
    places = value.denominator.bit_length() - 1
    digits = str(abs(value.numerator) * 5 ** places).rjust(places + 1, "0")
    return ("-" if value < 0 else "") + (digits[:-places] + "." + digits[-places:] if places else digits)


def as_obj(points, triangles):
    return "".join("v " + " ".join(map(decimal, p)) + "\n" for p in points) + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)


def bake(plumb, path, numbers, report):
    def seconds():
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime

    begin = seconds()
    subprocess.run([plumb, "bake", str(path), "--numbers", numbers, "--report", str(report), *OPTIONS], check=True)
    took = seconds() - begin
    found = json.loads(report.read_text())
    keys = ("area", "polygons") if numbers == "decimal" else ("area", "polygons", "cells", "graph")
    return {key: found[key] for key in keys}, took


def compare(plumb, folder, tree, numbers):
    """Whether both bake to the same, the ratio of times, how many coordinates rounding has changed, and whether there is a floor."""
    level, obj, report = folder / "level.gltf", folder / "level.obj", folder / "report.json"
    level.write_text(json.dumps(tree))
    points, triangles = world(tree)
    rounded = points if numbers == "decimal" else [[nearest(v, *FORMATS[numbers]) for v in p] for p in points]
    obj.write_text(as_obj(rounded, triangles))
    expected, obj_time = bake(plumb, obj, numbers, report)
    found, gltf_time = bake(plumb, level, numbers, report)
    changed = sum(v != w for p, q in zip(points, rounded) for v, w in zip(p, q))
    return found == expected, gltf_time / max(obj_time, 1e-3), changed, expected["area"]["traversable"]["approx"] > 0


def random_tree(r):
    """Boxes and a floor of float32 in nodes, as deep as six, whose numbers programs have rounded in one way or another."""
    box = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    faces = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]
    data = b"".join(struct.pack("<3f", *(r.uniform(.9, 1.1) * v for v in p)) for p in box) + b"".join(struct.pack("<3I", *f) for f in faces)

    def written(v):
        return r.choice([v, struct.unpack("<f", struct.pack("<f", v))[0], round(v, 3)])

    def node(spread):
        q = r.choice([(math.sqrt(.5), 0, 0, math.sqrt(.5)), (0, -math.sqrt(.5), 0, math.sqrt(.5)), None])
        if q is None:
            q = [r.gauss(0, 1) for _ in range(4)]
            q = [v / math.sqrt(sum(w * w for w in q)) for v in q]
            q = [round(v, 6) for v in q]
        else:
            q = [struct.unpack("<f", struct.pack("<f", v))[0] for v in q]
        return {"rotation": q, "translation": [written(r.uniform(-spread, spread)) for _ in range(3)],
                "scale": [written(r.uniform(.5, 1.5)) * r.choice([1, 1, 1, -1]) for _ in range(3)]}

    nodes = [node(1)]
    for _ in range(r.randint(2, 6)):  # a branch, in which each has the next
        above = 0
        for _ in range(r.randint(1, 5)):
            nodes.append(node(4))
            nodes[above].setdefault("children", []).append(len(nodes) - 1)
            above = len(nodes) - 1
        nodes[above]["mesh"] = 0
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes, "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"}, {"bufferView": 1, "componentType": 5125, "count": 36, "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 144}],
            "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}]}


def main():
    plumb, path = sys.argv[1], pathlib.Path(sys.argv[2])
    tree = json.loads(path.read_text())
    wrong, changed_in_all, floors = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for numbers in ("double", "float"):
            same, ratio, changed, floor = compare(plumb, folder, tree, numbers)
            wrong += not same or changed == 0 or not floor
            print(f"{path.name}, {numbers}: {'the same' if same else 'another'} as its OBJ, {ratio:.2f} of the time; {changed} coordinates rounded")
        for seed in range(VARIANTS):
            for numbers in ("double", "float", "decimal"):
                same, _, changed, floor = compare(plumb, folder, random_tree(random.Random(seed)), numbers)
                changed_in_all += changed
                floors += floor
                if not same:
                    wrong += 1
                    print(f"variant {seed}, {numbers}: differs from its OBJ")
    print(f"{VARIANTS} random levels in three ways, {floors} with a floor, {changed_in_all} coordinates rounded; {wrong} wrong")
    return 1 if wrong or changed_in_all < 1000 or floors < 100 else 0


if __name__ == "__main__":
    sys.exit(main())

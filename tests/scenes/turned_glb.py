#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A level as a GLB whose root is turned by a quarter turn, as exporters store one, and its data turned back, has the areas of the same level as an OBJ, as fractions.
Eight roots: about each axis by quaternions of float32 and of float64, and two matrices. usage: turned_glb.py PLUMB SCENES. Prints for each its user time over
the OBJ's. Exit status 77 without the scenes."""
import json
import math
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile

LEVEL, SKIPPED = "made/competition.obj", 77
OPTIONS = ["--sides", "up", "--step", "2/5", "--stance", "stand=9/5", "--threads", "1", "--quiet"]


def float32(v):
    return struct.unpack("<f", struct.pack("<f", v))[0]


def read_obj(path):
    """Points as float32, y up, and triangles; the level is z up."""
    points, triangles = [], []
    for words in (line.split() for line in path.read_text().splitlines()):
        if words[:1] == ["v"]:
            x, y, z = (float32(float(w)) for w in words[1:4])
            points.append((x, z, -y))
        elif words[:1] == ["f"]:
            ring = [int(w.split("/")[0]) - 1 for w in words[1:]]
            triangles += [(ring[0], a, b) for a, b in zip(ring[1:], ring[2:])]
    return points, triangles


def as_obj(points, triangles):
    """The same triangles, z up again."""
    return "".join(f"v {x!r} {-z!r} {y!r}\n" for x, y, z in points) + "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)


def turned_back(point, axis):
    """By a quarter turn about the axis: what the node's turn undoes."""
    x, y, z = point
    return {"x": (x, z, -y), "y": (-z, y, x), "z": (y, -x, z)}[axis]


def glb(points, triangles, node):
    places = b"".join(struct.pack("<3f", *p) for p in points)
    corners = b"".join(struct.pack("<3I", *t) for t in triangles)
    low, high = ([pick(p[k] for p in points) for k in range(3)] for pick in (min, max))
    tree = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"children": [1], **node}, {"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}], "buffers": [{"byteLength": len(places + corners)}],
            "bufferViews": [{"buffer": 0, "byteLength": len(places)}, {"buffer": 0, "byteOffset": len(places), "byteLength": len(corners)}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3", "min": low, "max": high},
                          {"bufferView": 1, "componentType": 5125, "count": 3 * len(triangles), "type": "SCALAR"}]}
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(places + corners), b"BIN\0") + places + corners
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def roots():
    """(name, axis, the node's member)"""
    half = math.sqrt(0.5)
    for kind, rounded in (("float32", float32), ("float64", float)):
        for i, axis in enumerate("xyz"):
            yield f"{kind} quaternion about {axis}", axis, {"rotation": [rounded(half) if k in (i, 3) else 0.0 for k in range(4)]}
    small = 2.0 ** -24  # what sines and cosines of rounded angles leave
    yield "matrix about x", "x", {"matrix": [1, 0, 0, 0, 0, -small, 1, 0, 0, -1, -small, 0, 0, 0, 0, 1]}
    yield "matrix about z", "z", {"matrix": [small, 1, 0, 0, -1, small, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}


def bake(plumb, path, up, report):
    def seconds():
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime

    begin = seconds()
    subprocess.run([plumb, "bake", str(path), "--up", up, "--numbers", "float", *OPTIONS, "--report", str(report)], check=True)
    return json.loads(report.read_text()), seconds() - begin


def main():
    plumb, scenes = sys.argv[1], pathlib.Path(sys.argv[2])
    if not (scenes / LEVEL).exists():
        print(f"skipped: there is no {scenes / LEVEL}")
        return SKIPPED
    points, triangles = read_obj(scenes / LEVEL)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        level, report = pathlib.Path(folder) / "level.obj", pathlib.Path(folder) / "report.json"
        level.write_text(as_obj(points, triangles))
        expected, obj_time = bake(plumb, level, "z", report)
        for name, axis, node in roots():
            level = pathlib.Path(folder) / "level.glb"
            level.write_bytes(glb([turned_back(p, axis) for p in points], triangles, node))
            found, glb_time = bake(plumb, level, "y", report)
            same = found["area"] == expected["area"] and found["scene"]["straightened_nodes"] == 1
            wrong += not same
            print(f"{name}: areas {'the same' if same else 'differ'}, {glb_time / obj_time:.2f} of the time")
    print(f"{LEVEL}: {expected['area']['traversable']['exact']} traversable; {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A second reader of Godot's scenes, which shares no code with Plumb: what it finds in them has to be what Plumb finds.

  godot_second_reader.py SCENE.tscn...                 prints for each scene the number of its faces, the area in plan of those that are no steeper than 1 in 1, and its box
  godot_second_reader.py --plumb PLUMB SCENE.tscn...   and compares these numbers, as fractions, with the report of `plumb bake`; status 1 if any differs

It multiplies transforms as fractions, reads .glb with json and struct, and rounds each coordinate once, to binary64. It reads nodes that are instances of .tscn, .glb
and .gltf, MeshInstance3D with an .obj, an ArrayMesh, a BoxMesh, PlaneMesh, QuadMesh, PrismMesh, CylinderMesh, SphereMesh, CapsuleMesh or TorusMesh, CSGBox3D and CSGCylinder3D.
A scene with anything else that has faces is none for it.
"""
import base64
import json
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction as F

IDENTITY = [[F(int(r == c)) for c in range(4)] for r in range(3)]


def times(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(3)) + (a[r][3] if c == 3 else 0) for c in range(4)] for r in range(3)]


def sine(parts, whole):
    """The nearest binary32 to the sine of parts/whole of a turn, from the first eighth of a turn."""
    turn = F(parts, whole) % 1
    if turn >= F(1, 2):
        return -sine_of(turn - F(1, 2))
    return sine_of(turn)


def sine_of(turn):
    turn = min(turn, F(1, 2) - turn)
    value = math.sin(2 * math.pi * float(turn)) if turn <= F(1, 8) else math.cos(2 * math.pi * float(F(1, 4) - turn))
    exact = {F(0): 0.0, F(1, 4): 1.0, F(1, 12): 0.5}.get(turn, value)
    return F(struct.unpack("f", struct.pack("f", exact))[0])


def cosine(parts, whole):
    return sine(4 * parts + whole, 4 * whole)


class Text:
    """A .tscn or .tres: its sections, as (kind, attributes, properties)."""
    HEAD = re.compile(r'\[(\w+)((?:\s+[\w/]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|\w+\((?:[^()"]|"[^"]*")*\)|\[[^\]]*\]|[^\s\]]+))*)\s*\]')
    ATTRIBUTE = re.compile(r'([\w/]+)\s*=\s*("(?:[^"\\]|\\.)*"|\w+\((?:[^()"]|"[^"]*")*\)|\[[^\]]*\]|[^\s\]]+)')

    def __init__(self, path, root):
        self.path, self.root, self.sections = path, root, []
        key = None
        for line in path.read_text(encoding="utf-8").splitlines():
            head = self.HEAD.fullmatch(line.strip()) if key is None or self.balanced(self.sections[-1][2][key]) else None
            if head:
                self.sections.append((head[1], {k: v.strip('"') for k, v in self.ATTRIBUTE.findall(head[2])}, {}))
                key = None
            elif self.sections and key is not None and not self.balanced(self.sections[-1][2][key]):
                self.sections[-1][2][key] += "\n" + line
            elif self.sections and " = " in line:
                key, value = line.split(" = ", 1)
                self.sections[-1][2][key] = value

    @staticmethod
    def balanced(value):
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", value)
        return '"' not in bare and all(bare.count(a) == bare.count(b) for a, b in ("()", "[]", "{}"))

    def find(self, kind, ident):
        return next(s for s in self.sections if s[0] == kind and s[1].get("id") == ident)

    def file(self, ident):
        return self.root / self.find("ext_resource", ident)[1]["path"].removeprefix("res://")


def numbers(value):
    return [F(float(n)) for n in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", value.split("(", 1)[1] if "(" in value else value)]


def transform(value):
    n = numbers(value)
    return [n[3 * r:3 * r + 3] + [n[9 + r]] for r in range(3)]


def fan(*points):
    return [[points[0], points[i], points[i + 1]] for i in range(1, len(points) - 1)]


def revolved(rings, around, closed=False):
    out = []
    for j in range(0 if closed else 1, len(rings)):
        (r0, h0), (r1, h1) = rings[j - 1], rings[j]
        for i, (x, z) in enumerate(around):
            u, w = around[(i + 1) % len(around)]
            a, b, c, d = (x * r0, h0, z * r0), (x * r1, h1, z * r1), (u * r1, h1, w * r1), (u * r0, h0, w * r0)
            out += [t for t in ([a, b, d], [d, b, c]) if len({tuple(p) for p in t}) == 3]
    return out


def primitive(kind, props):
    def one(key, otherwise):
        return numbers(props[key])[0] if key in props else F(otherwise)

    def vector(key, otherwise):
        return numbers(props[key]) if key in props else [F(v) for v in otherwise]

    def around(key, otherwise, sign=1):
        n = int(props.get(key, otherwise))
        return [(sign * sine(i, n), sign * cosine(i, n)) for i in range(n)]
    half = F(1, 2)
    if kind in ("BoxMesh", "CSGBox3D"):
        s = [v / 2 for v in vector("size", [1, 1, 1])]
        out = []
        for k in range(3):
            for side in (-1, 1):
                def corner(a, b):
                    p = [F(0)] * 3
                    p[k], p[(k + 1) % 3], p[(k + 2) % 3] = side * s[k], a * s[(k + 1) % 3], side * b * s[(k + 2) % 3]
                    return p
                out += fan(corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1))
        return out
    if kind in ("PlaneMesh", "QuadMesh"):
        up = int(props.get("orientation", 1 if kind == "PlaneMesh" else 2))
        w, h = vector("size", [2, 2] if kind == "PlaneMesh" else [1, 1])
        o = vector("center_offset", [0, 0, 0])
        axis = {0: ((0, 0, 1), (0, 1, 0)), 1: ((1, 0, 0), (0, 0, -1)), 2: ((1, 0, 0), (0, 1, 0))}[up]
        return fan(*([o[k] + a * w / 2 * axis[0][k] + b * h / 2 * axis[1][k] for k in range(3)] for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))))
    if kind == "PrismMesh":
        x, y, z = (v / 2 for v in vector("size", [1, 1, 1]))
        a, b, top = -x, x, 2 * x * one("left_to_right", half) - x
        sides = [((a, -z), (b, -z)), ((b, z), (a, z))]  # ends of the base, behind and in front
        out = [t for (p, r), (q, _) in sides for t in fan([p, -y, r], [q, -y, r], [top, y, r])]
        for p in (a, b):
            out += fan([p, -y, -z], [p, -y, z], [top, y, z], [top, y, -z])
        return out + fan([a, -y, -z], [b, -y, -z], [b, -y, z], [a, -y, z])
    if kind == "CylinderMesh":
        h, top, bottom, ring = one("height", 2) / 2, one("top_radius", half), one("bottom_radius", half), around("radial_segments", 64)
        out = revolved([(top, h), (bottom, -h)], ring)
        if props.get("cap_top", "true") == "true" and top > 0:
            out += revolved([(F(0), h), (top, h)], ring)
        if props.get("cap_bottom", "true") == "true" and bottom > 0:
            out += revolved([(bottom, -h), (F(0), -h)], ring)
        return out
    if kind == "CSGCylinder3D":
        h, r, n, cone = one("height", 2) / 2, one("radius", half), int(props.get("sides", 8)), props.get("cone") == "true"
        ring = [(cosine(-i, n), sine(-i, n)) for i in range(n)]
        return revolved([(F(0) if cone else r, h), (r, -h)], ring) + ([] if cone else revolved([(F(0), h), (r, h)], ring)) + revolved([(r, -h), (F(0), -h)], ring)
    if kind == "SphereMesh":
        dome, r, h, n = props.get("is_hemisphere") == "true", one("radius", half), one("height", 1), int(props.get("rings", 32)) + 1
        rings = [(r * sine(j, 2 * n), (h if dome else h / 2) * cosine(j, 2 * n)) for j in range(n + 1)]
        return revolved([(a, max(b, F(0)) if dome else b) for a, b in rings], around("radial_segments", 64))
    if kind == "CapsuleMesh":
        r, n = one("radius", half), int(props.get("rings", 8)) + 1
        h = one("height", 2) / 2 - r
        return revolved([(r * sine(j, 4 * n), r * cosine(j, 4 * n) + h) for j in range(n + 1)] +
                        [(r * cosine(j, 4 * n), -r * sine(j, 4 * n) - h) for j in range(n + 1)], around("radial_segments", 64, -1))
    if kind == "TorusMesh":
        a, b = sorted((one("inner_radius", half), one("outer_radius", 1)))
        r, n = (b - a) / 2, int(props.get("ring_segments", 32))
        return revolved([(a + r - cosine(j, n) * r, sine(j, n) * r) for j in range(n)], around("rings", 64, -1), True) if r else []
    raise ValueError(f"a {kind}")


def array_mesh(text):
    out = []
    for surface in re.findall(r"\{(.*?)\}(?=[,\]]|\Z)", text[1:], re.S):
        def whole(key):
            found = re.search(rf'"{key}": (\d+)', surface)
            return int(found[1]) if found else 0

        def data(key):
            found = re.search(rf'"{key}": PackedByteArray\(([^)]*)\)', surface)
            body = found[1] if found else ""
            return base64.b64decode(body.strip('"')) if body.startswith('"') else bytes(int(b) for b in body.split(",") if b.strip())
        form, count, vertices = whole("format"), whole("vertex_count"), data("vertex_data")
        if whole("primitive") != 3:
            raise ValueError("a surface without triangles")
        stride = (len(vertices) // count if form >> 35 == 0 else 8 if form >> 29 & 1 else 12)
        if form >> 29 & 1:
            box = numbers(re.search(r'"aabb": (AABB\([^)]*\))', surface)[1])
            points = [[box[k] + F(v, 65535) * box[3 + k] for k, v in enumerate(struct.unpack_from("<3H", vertices, stride * i))] for i in range(count)]
        else:
            points = [[F(v) for v in struct.unpack_from("<3f", vertices, stride * i)] for i in range(count)]
        n = whole("index_count")
        indices = data("index_data")
        order = struct.unpack(f"<{n}{'H' if len(indices) == 2 * n else 'I'}", indices) if n else range(count)
        out += [[points[order[i]], points[order[i + 2]], points[order[i + 1]]] for i in range(0, len(order), 3)]
    return out


def obj_mesh(path):
    points, out = [], []
    for word, *rest in filter(None, map(str.split, path.read_text().splitlines())):
        if word == "v":
            points.append([F(float(v)) for v in rest[:3]])
        elif word == "f":
            corners = [int(c.split("/")[0]) for c in rest]
            out += fan(*(points[c - 1 if c > 0 else c] for c in corners))
    return out


class Gltf:
    def __init__(self, path):
        data = path.read_bytes()
        if path.suffix == ".glb":
            size = struct.unpack_from("<I", data, 12)[0]
            self.json, self.chunk = json.loads(data[20:20 + size]), data[28 + size:]
        else:
            self.json, self.chunk = json.loads(data), None
        self.path, self.kept = path, {}

    def accessor(self, i):
        a = self.json["accessors"][i]
        view = self.json["bufferViews"][a["bufferView"]]
        buffer = self.json["buffers"][view["buffer"]]
        data = self.chunk if "uri" not in buffer else base64.b64decode(buffer["uri"].split(",", 1)[1]) if buffer["uri"].startswith("data:") else (self.path.parent / buffer["uri"]).read_bytes()
        kind, width = {5121: "B", 5123: "H", 5125: "I", 5126: "f"}[a["componentType"]], {"SCALAR": 1, "VEC3": 3}[a["type"]]
        stride = view.get("byteStride", width * struct.calcsize(kind))
        begin = view.get("byteOffset", 0) + a.get("byteOffset", 0)
        return [struct.unpack_from(f"<{width}{kind}", data, begin + stride * k) for k in range(a["count"])]

    def mesh(self, i):
        if i not in self.kept:
            out = []
            for p in self.json["meshes"][i]["primitives"]:
                points = [[F(v) for v in q] for q in self.accessor(p["attributes"]["POSITION"])]
                order = [k[0] for k in self.accessor(p["indices"])] if "indices" in p else range(len(points))
                if p.get("mode", 4) != 4 or "extensions" in p:
                    raise ValueError("a primitive that is no list of triangles")
                out += [[points[order[k]], points[order[k + 1]], points[order[k + 2]]] for k in range(0, len(order), 3)]
            self.kept[i] = out
        return self.kept[i]

    def place(self, node):
        if "matrix" in node:
            m = [F(v) for v in node["matrix"]]
            return [[m[4 * c + r] for c in range(4)] for r in range(3)]
        x, y, z, w = (F(v) for v in node.get("rotation", [0, 0, 0, 1]))
        s, t = [F(v) for v in node.get("scale", [1, 1, 1])], [F(v) for v in node.get("translation", [0, 0, 0])]
        m = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
             [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
        return [[m[r][c] * s[c] for c in range(3)] + [t[r]] for r in range(3)]

    def nodes(self):
        """(path, parent's path, place, mesh), parents first."""
        scene = self.json["scenes"][self.json.get("scene", 0)]
        names, taken = {}, set()
        for i, node in enumerate(self.json["nodes"]):
            name = re.sub(r'[.:@/"%]', "_", node.get("name", "")) or ("Mesh" if "mesh" in node else "Node")
            names[i] = next(n for n in (name + str(k or "") for k in [0, *range(2, 99999)]) if n not in taken)
            taken.add(names[i])
        todo = [(i, "") for i in scene["nodes"]]
        while todo:
            i, above = todo.pop(0)
            node = self.json["nodes"][i]
            if "skin" in node:
                raise ValueError("a skin")
            path = f"{above}/{names[i]}" if above else names[i]
            yield path, above, self.place(node), node.get("mesh")
            todo += [(c, path) for c in node.get("children", [])]


class Level:
    GLTF = {}

    def __init__(self, path):
        root = next((p for p in path.absolute().parents if (p / "project.godot").exists()), path.parent)
        self.root, self.nodes, self.texts = root, {}, {}
        self.add(path, ".", None)

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = Text(path, self.root)
        return self.texts[path]

    def add(self, path, base, above):
        text = self.text(path)
        for kind, attributes, properties in text.sections:
            if kind != "node":
                continue
            name, parent = base, above
            if "parent" in attributes:
                parent = base if attributes["parent"] == "." else attributes["parent"] if base == "." else f"{base}/{attributes['parent']}"
                name = attributes["name"] if parent == "." else f"{parent}/{attributes['name']}"
            if "instance" in attributes:
                file = text.file(re.search(r'"([^"]*)"', attributes["instance"] + '"')[1] if '"' in attributes["instance"] else attributes["instance"][12:-1])
                if file.suffix == ".tscn":
                    self.add(file, name, parent)
                elif file.suffix in (".glb", ".gltf"):
                    model = self.GLTF.setdefault(file, Gltf(file))
                    self.nodes[name] = {"parent": parent, "type": "Node3D", "stored": IDENTITY, "properties": {}}
                    for own, over, place, mesh in model.nodes():
                        join = (lambda p: name if not p else p if name == "." else f"{name}/{p}")
                        self.nodes[join(own)] = {"parent": join(over), "type": "MeshInstance3D", "stored": place, "properties": {}, "model": (model, mesh)}
                else:
                    raise ValueError(f"an instance of {file.name}")
            elif "type" in attributes:
                self.nodes[name] = {"parent": parent, "type": attributes["type"], "stored": IDENTITY, "properties": {}}
            if name in self.nodes:
                self.nodes[name]["properties"].update({k: (text, v) for k, v in properties.items()})

    def world(self, name):
        node = self.nodes[name]
        if "world" not in node:
            flat = node["type"] in ("Node", "AnimationPlayer", "CanvasLayer", "Timer", "Control")
            own = transform(node["properties"]["transform"][1]) if "transform" in node["properties"] and not flat else node["stored"]
            over = self.nodes.get(node["parent"]) if name != "." else None
            follows = over and not flat and over["type"] not in ("Node", "AnimationPlayer", "CanvasLayer", "Timer", "Control") and node["properties"].get("top_level", (0, ""))[1] != "true"
            node["world"] = times(self.world(node["parent"]), own) if follows else IDENTITY if flat else own
        return node["world"]

    def shown(self, node):
        props = {k: v for k, (_, v) in node["properties"].items()}
        if node["type"] in ("MeshInstance3D", "CSGMesh3D") and "mesh" in props:
            text, value = node["properties"]["mesh"]
            ident = re.search(r'Resource\("?([^")]*)"?\)', value)[1]
            if value.startswith("Ext"):
                file = text.file(ident)
                if file.suffix == ".obj":
                    return obj_mesh(file)
                if file.suffix != ".tres":
                    raise ValueError(f"a mesh in {file.name}")
                text = self.text(file)
                kind, props = text.sections[0][1]["type"], next(s[2] for s in text.sections if s[0] == "resource")
            else:
                section = text.find("sub_resource", ident)
                kind, props = section[1]["type"], section[2]
            faces = array_mesh(props["_surfaces"]) if kind == "ArrayMesh" else primitive(kind, props)
            return [f[::-1] for f in faces] if props.get("flip_faces") == "true" else faces
        if "model" in node:
            model, mesh = node["model"]
            return model.mesh(mesh) if mesh is not None else []
        if node["type"].startswith("CSG") and node["type"] != "CSGCombiner3D":
            if props.get("operation", "0") != "0":
                raise ValueError("a shape that is cut")
            return primitive(node["type"], props)
        if node["type"] in ("GridMap", "MultiMeshInstance3D", "SoftBody3D"):
            raise ValueError(f"a {node['type']}")
        return []

    def is_hidden(self, name):
        """Whether a CSG shape is no part of the one right above it."""
        node, over = self.nodes[name], self.nodes.get(self.nodes[name]["parent"]) if name != "." else None
        if not over or not node["type"].startswith("CSG") or not over["type"].startswith("CSG"):
            return False
        return node["properties"].get("visible", (0, ""))[1] == "false" or self.is_hidden(node["parent"])

    def faces(self):
        for name, node in self.nodes.items():
            shown = [] if self.is_hidden(name) else self.shown(node)
            world = self.world(name) if shown else None
            known = {}
            for face in shown:
                out = []
                for p in face:
                    key = tuple(p)
                    if key not in known:
                        known[key] = tuple(F(float(sum(world[r][k] * p[k] for k in range(3)) + world[r][3])) for r in range(3))
                    out.append(known[key])
                yield out


def facts(path):
    count, area, low, high = 0, F(0), None, None
    for a, b, c in Level(path).faces():
        count += 1
        u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
        x, y, z = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
        if y * y >= x * x + z * z:
            area += abs(y) / 2
        for p in (a, b, c):
            low = p if low is None else tuple(map(min, low, p))
            high = p if high is None else tuple(map(max, high, p))
    return count, area, low, high


def of_plumb(plumb, path, folder):
    report = folder / "report.json"
    subprocess.run([plumb, "bake", path, "--node-rotation", "exact", "--slope-ratio", "1", "--exact-digits", "0", "--optimise", "none", "--quiet", "--report", report], check=True)
    found = json.loads(report.read_text())
    bounds = found["scene"]["bounds"]
    return found["scene"]["faces"], F(found["area"]["traversable"]["exact"]), tuple(map(F, bounds["low"])), tuple(map(F, bounds["high"]))


def main(arguments):
    plumb = arguments[1] if arguments[:1] == ["--plumb"] else None
    wrong = 0
    for scene in arguments[2 if plumb else 0:]:
        try:
            found = facts(pathlib.Path(scene))
        except ValueError as unread:
            print(f"{scene}: not compared: {unread}")
            continue
        print(f"{scene}: {found[0]} faces, {float(found[1])} of floor, from {tuple(map(float, found[2]))} to {tuple(map(float, found[3]))}")
        if plumb:
            with tempfile.TemporaryDirectory() as folder:
                other = of_plumb(plumb, scene, pathlib.Path(folder))
            if other != found:
                wrong += 1
                print(f"  Plumb: {other[0]} faces, {float(other[1])} of floor, from {tuple(map(float, other[2]))} to {tuple(map(float, other[3]))}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

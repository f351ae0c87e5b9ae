# SPDX-License-Identifier: GPL-3.0-or-later
"""glTF 2.0 in plain Python, by the specification: the triangles of a scene where its nodes put them, in fractions.

Read: .gltf and .glb; triangles, strips, fans; quantised positions, sparse accessors, EXT_mesh_gpu_instancing. Compressed data is not read, and named (NotRead).
What is damaged is not looked for: `plumb` refuses it, and then there is no text to compare.
"""
import base64
import json
import pathlib
import struct
import urllib.parse
from fractions import Fraction

COMPONENTS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
COMPRESSED = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression")
NEAR = Fraction(1, 1 << 20)


class NotRead(Exception):
    """Something that this reader does not read, by its name."""


def whole(value, otherwise=None):
    return otherwise if value is None else int(value)


class File:
    def __init__(self, path):
        self.folder, content, self.chunk = pathlib.Path(path).parent, pathlib.Path(path).read_bytes(), b""
        if content.startswith(b"glTF"):
            chunks, at = [], 12
            while at < len(content):
                length, kind = struct.unpack_from("<II", content, at)
                chunks.append((kind, content[at + 8:at + 8 + length]))
                at += 8 + length
            content = chunks[0][1]
            if len(chunks) > 1 and chunks[1][0] == 0x004E4942:
                self.chunk = chunks[1][1]
        self.json = json.loads(content.decode("utf-8-sig"), parse_int=float)

    def item(self, what, number):
        return self.json[what][int(number)]

    def buffer(self, number):
        uri = self.item("buffers", number).get("uri")
        if uri is None:
            return self.chunk
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        return (self.folder / urllib.parse.unquote(uri)).read_bytes()

    def elements(self, owner, count, kind, width):
        """`count` elements of `width` components, where an accessor, or a list of a sparse one, says."""
        view = self.item("bufferViews", owner["bufferView"])
        for name in COMPRESSED:
            if name in view.get("extensions", {}):
                raise NotRead(name)
        element = "<" + str(width) + kind
        stride = whole(view.get("byteStride"), struct.calcsize(element))
        data, at = self.buffer(view["buffer"]), whole(view.get("byteOffset"), 0) + whole(owner.get("byteOffset"), 0)
        return [list(struct.unpack_from(element, data, at + i * stride)) for i in range(count)]

    def accessor(self, number):
        """The elements of an accessor, in fractions."""
        a = self.item("accessors", number)
        kind, count, width = COMPONENTS[int(a["componentType"])], whole(a["count"]), {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[a["type"]]
        values = self.elements(a, count, kind, width) if "bufferView" in a else [[0] * width for _ in range(count)]
        if "sparse" in a:
            sparse = a["sparse"]
            some, at = whole(sparse["count"]), sparse["indices"]
            for (index,), value in zip(self.elements(at, some, COMPONENTS[int(at["componentType"])], 1), self.elements(sparse["values"], some, kind, width)):
                values[index] = value
        divisor = 1
        if a.get("normalized") and kind != "f":
            divisor = 2 ** (8 * struct.calcsize(kind) - (1 if kind in "bh" else 0)) - 1
        return [[max(Fraction(v, 1) / divisor, Fraction(-1)) if divisor > 1 else Fraction(v) for v in value] for value in values]


# A transform is three rows of four fractions.
IDENTITY = [[Fraction(int(r == c)) for c in range(4)] for r in range(3)]


def product(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(3)) + (a[r][3] if c == 3 else 0) for c in range(4)] for r in range(3)]


def axes_of(m):
    """By column the row of its greatest entry, none for a column of zeros, if all other entries are at most 2^-20 of that and no two columns have one row."""
    axes = []
    for c in range(3):
        sizes = [abs(m[r][c]) for r in range(3)]
        greatest = sizes.index(max(sizes))
        if sizes[greatest] == 0:
            axes.append(None)
            continue
        if greatest in axes or any(size > sizes[greatest] * NEAR for r, size in enumerate(sizes) if r != greatest):
            return None
        axes.append(greatest)
    return axes


def straightened_matrix(m):
    axes = axes_of(m)
    return m if axes is None else [[m[r][c] if c == 3 or r == axes[c] else Fraction(0) for c in range(4)] for r in range(3)]


def straightened_rotation(m):
    axes = axes_of(m)
    if axes is None or any(abs(abs(m[r][c]) - (r == axes[c])) > NEAR for r in range(3) for c in range(3)):
        return m
    return [[Fraction((r == axes[c]) * (1 if m[r][c] > 0 else -1)) if c < 3 else m[r][c] for c in range(4)] for r in range(3)]


def composed(translation, rotation, scale, exact):
    m = [row[:] for row in IDENTITY]
    if rotation:
        x, y, z, w = rotation
        m = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), Fraction(0)],
             [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), Fraction(0)],
             [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), Fraction(0)]]
        if not exact:
            m = straightened_rotation(m)
    if scale:
        m = [[row[c] * scale[c] for c in range(3)] + [row[3]] for row in m]
    if translation:
        m = [row[:3] + [translation[r]] for r, row in enumerate(m)]
    return m


def transform_of(node, exact):
    if "matrix" in node:
        columns = [Fraction(v) for v in node["matrix"]]
        m = [[columns[4 * c + r] for c in range(4)] for r in range(3)]
        return m if exact else straightened_matrix(m)
    return composed(*([Fraction(v) for v in node[part]] if part in node else None for part in ("translation", "rotation", "scale")), exact)


def triangles_of(mode, order):
    if mode == 4:
        return [order[i:i + 3] for i in range(0, len(order), 3)]
    if mode == 5:
        return [[order[i], order[i + 1 + i % 2], order[i + 2 - i % 2]] for i in range(len(order) - 2)]
    return [[order[i + 1], order[i + 2], order[0]] for i in range(len(order) - 2)]


def read_gltf(path, exact_rotations=False):
    """The vertices of all placed primitives that triangles use, in fractions, and the triangles."""
    file = File(path)
    vertices, faces = [], []

    def add(mesh, m):
        mirrored = determinant(m) < 0
        for primitive in file.item("meshes", mesh)["primitives"]:
            mode = whole(primitive.get("mode"), 4)
            if mode < 4 or "POSITION" not in primitive["attributes"]:
                continue
            if COMPRESSED[0] in primitive.get("extensions", {}):
                raise NotRead(COMPRESSED[0])
            positions = file.accessor(primitive["attributes"]["POSITION"])
            order = [int(v) for v, in file.accessor(primitive["indices"])] if "indices" in primitive else list(range(len(positions)))
            triangles = triangles_of(mode, order)
            used = sorted({v for triangle in triangles for v in triangle})
            number = {v: len(vertices) + i for i, v in enumerate(used)}
            vertices.extend([sum(row[k] * positions[v][k] for k in range(3)) + row[3] for row in m] for v in used)
            faces.extend([number[a], number[c], number[b]] if mirrored else [number[a], number[b], number[c]] for a, b, c in triangles)

    def walk(number, above):
        node = file.item("nodes", number)
        m = product(above, transform_of(node, exact_rotations))
        if "mesh" in node:
            copies = node.get("extensions", {}).get("EXT_mesh_gpu_instancing")
            if copies is None:
                add(node["mesh"], m)
            else:
                lists = [file.accessor(copies["attributes"][name]) if name in copies["attributes"] else None for name in ("TRANSLATION", "ROTATION", "SCALE")]
                for i in range(max(len(some) for some in lists if some)):
                    add(node["mesh"], product(m, composed(*(some and some[i] for some in lists), exact_rotations)))
        for child in node.get("children", []):
            walk(child, m)

    for root in roots_of(file):
        walk(root, IDENTITY)
    return vertices, faces


def determinant(m):
    (a, b, c), (d, e, f), (g, h, i) = (row[:3] for row in m)
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def roots_of(file):
    """Of the default scene, else of the first; where there is no scene, the nodes that are no children."""
    if file.json.get("scenes"):
        return file.item("scenes", file.json.get("scene", 0)).get("nodes", [])
    children = {int(c) for node in file.json["nodes"] for c in node.get("children", [])}
    return [i for i in range(len(file.json["nodes"])) if i not in children]

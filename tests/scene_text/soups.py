# SPDX-License-Identifier: GPL-3.0-or-later
"""OFF, PLY and STL in plain Python, by their formats' descriptions: each reader gives its vertices, triples of tokens or of stored numbers, and its faces, lists of vertex numbers.

What is damaged is not looked for: `plumb` refuses it, and then there is no text to compare.
"""
import re
import struct

BLANKS = " \t\v\f"


def lines_of(text, ends="\n", comments=False):
    """The words of each line that has any."""
    for line in text.removeprefix("\ufeff").split(ends):
        line = line.removesuffix("\r")
        if comments:
            line = line.split("#")[0]
        words = [word for word in re.split(f"[{BLANKS}]+", line) if word]
        if words:
            yield words


def read_off(content):
    lines = lines_of(content.decode("utf-8", "surrogateescape"), comments=True)
    head = next(lines)[1:] or next(lines)
    vertex_count, face_count = int(head[0]), int(head[1])
    vertices = [next(lines)[:3] for _ in range(vertex_count)]
    faces = []
    for _ in range(face_count):
        words = next(lines)
        faces.append([int(word) for word in words[1:1 + int(words[0])]])
    return vertices, faces


def read_stl(content):
    vertices = []
    if len(content) >= 84 and len(content) == 84 + 50 * struct.unpack_from("<I", content, 80)[0]:
        for at in range(84, len(content), 50):
            numbers = struct.unpack_from("<9f", content, at + 12)
            vertices += [numbers[k:k + 3] for k in (0, 3, 6)]
    else:
        text = content.rstrip(b"\0").decode("utf-8", "surrogateescape")
        three = r"\s+(\S+)\s+(\S+)\s+(\S+)"
        facet = rf"facet\s+normal{three}\s+outer\s+loop\s+vertex{three}\s+vertex{three}\s+vertex{three}\s+endloop\s+endfacet"
        for found in re.finditer(facet, text, re.IGNORECASE):
            vertices += [found.groups()[k:k + 3] for k in (3, 6, 9)]
    return vertices, [[k, k + 1, k + 2] for k in range(0, len(vertices), 3)]


# A letter of struct for each type of PLY.
TYPES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "float": "f", "double": "d"}
TYPES |= {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "float32": "f", "float64": "d"}


def read_ply(content):
    first = re.search(rb"\r\n|\r|\n", content).group().decode()
    end = "\r" if first == "\r" else "\n"
    head_end = re.search(rb"(?:^|[\r\n])end_header[ \t\v\f]*(?:\r\n|\r|\n)" if end == "\n" else rb"\rend_header[ \t\v\f]*\r", content).end()
    order, elements = None, []
    for words in lines_of(content[:head_end].decode("utf-8", "surrogateescape"), end):
        if words[0] == "format":
            order = {"ascii": None, "binary_little_endian": "<", "binary_big_endian": ">"}[words[1]]
        elif words[0] == "element":
            elements.append((words[1], int(words[2]), []))
        elif words[0] == "property":
            elements[-1][2].append((words[-1], words[-2], words[2] if words[1] == "list" else None))
    if order is None:
        records = lines_of(content[head_end:].decode("utf-8", "surrogateescape"), end)

    at = head_end

    def stored(kind):
        nonlocal at
        value, = struct.unpack_from(order + TYPES[kind], content, at)
        at += struct.calcsize(order + TYPES[kind])
        return value

    def record(properties):
        """A record by the names of its properties: one value, or a list."""
        words = iter(()) if order else iter(next(records))
        take = stored if order else lambda kind: next(words)
        return {name: take(kind) if length is None else [take(kind) for _ in range(int(take(length)))] for name, kind, length in properties}

    vertices, faces = [], []
    for name, count, properties in elements:
        for _ in range(count if properties else 0):
            read = record(properties)
            if name == "vertex":
                vertices.append([read[axis] for axis in "xyz"])
            elif name in ("face", "tristrips"):
                corners = [int(index) for index in read["vertex_indices" if "vertex_indices" in read else "vertex_index"]]
                faces += [corners] if name == "face" else triangles_of_strips(corners)
    return vertices, faces


def triangles_of_strips(indices):
    strip = []
    for index in indices:
        strip = [] if index == -1 else strip + [index]
        if len(strip) >= 3:
            a, b, c = strip[-3:]
            yield [a, b, c] if len(strip) % 2 == 1 else [b, a, c]

# SPDX-License-Identifier: GPL-3.0-or-later
"""What the second checker reads of an .obj: docs/reference/bake.md, "What is read of an OBJ"."""
import math
import re
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE]([+-]?\d+))?", re.ASCII)
CORNER = re.compile(r"[+-]?\d+(/([+-]?\d+)?){0,2}")
NAMES = {"o", "g", "usemtl"}
LEFT_OUT = set("""vt vn vp s mg l p mtllib usemap maplib lod bevel c_interp d_interp shadow_obj trace_obj ctech stech
cstype deg bmat step curv curv2 parm trim hole scrv sp end con cdc res""".split())


class Unusable(Exception):
    """A file or an argument that is not usable: exit status 2."""


def number_of(text, numbers):
    """The number that a text means with --numbers; None if it is none."""
    match = NUMBER.fullmatch(text)
    if match and numbers == "decimal":
        return Fraction(text) if len(re.sub(r"\D", "", match.group(1))) <= 4096 >= abs(int(match.group(3) or 0)) else None
    nearest = float(text) if match else math.inf  # Python rounds once, ties to even
    if math.isinf(nearest):
        return None
    if numbers == "double":
        return Fraction(nearest)
    if abs(nearest) < 2.0 ** -200:
        return Fraction(0)
    exact, unit = Fraction(text), Fraction(1, 2 ** 149)
    while abs(exact) >= unit * 2 ** 24:
        unit *= 2
    rounded = round(exact / unit) * unit
    return rounded if abs(rounded) < 2 ** 128 else None


def lines_of(data):
    """(number of the line, its words); a backslash at the end of a line joins the next one to it."""
    text = data.removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    joined, begin = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")
        begin = begin or number
        if line.endswith("\\") and "#" not in joined + line:
            joined += line[:-1] + " "
            continue
        words = re.split(r"[ \t]+", (joined + line).strip(" \t"))
        if words[0] and not words[0].startswith("#"):
            yield begin, words
        joined, begin = "", 0


def read_obj(path, data, numbers):
    """(positions of the v records, faces as lists of their numbers from 0)"""
    vertices, faces = [], []
    for line, (word, *words) in lines_of(data):
        if word in NAMES | LEFT_OUT:
            continue
        words = [part for part in re.sub(r"#.*", "", " ".join(words)).split(" ") if part]
        if word == "v" and 3 <= len(words) <= 8 and None not in (values := [number_of(text, numbers) for text in words]):
            vertices.append(tuple(values[:3]))
        elif word in ("f", "fo") and len(words) > 2 and all(CORNER.fullmatch(entry) for entry in words):
            corners = [int(entry.split("/")[0]) for entry in words]
            faces.append((line, [corner - 1 if corner > 0 else len(vertices) + corner if corner else -1 for corner in corners]))
        else:
            raise Unusable(f"{path}:{line}: not read: {word}")
    for line, face in faces:
        if not all(0 <= vertex < len(vertices) for vertex in face):
            raise Unusable(f"{path}:{line}: a vertex that is not in the file")
    if not faces:
        raise Unusable(f"{path}: no face")
    return vertices, [face for _, face in faces]

# SPDX-License-Identifier: GPL-3.0-or-later
"""What the second checker reads of an .obj: docs/reference/bake.md, "What is read of an OBJ"."""
import re
from fractions import Fraction

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE]([+-]?\d+))?")
INTEGER = re.compile(r"[+-]?\d+")
NAMES = {"o", "g", "usemtl"}
LEFT_OUT = set("""vt vn vp s mg l p mtllib usemap maplib lod bevel c_interp d_interp shadow_obj trace_obj ctech stech
cstype deg bmat step curv curv2 parm trim hole scrv sp end con cdc res""".split())


class Unusable(Exception):
    """A file or an argument that is not usable: exit status 2."""


def number_of(text, numbers):
    """The number that a text means with --numbers; None if it is none."""
    match = NUMBER.fullmatch(text)
    if not match:
        return None
    if numbers == "decimal":
        if sum(letter.isdigit() for letter in text.lower().split("e")[0]) > 4096 or abs(int(match.group(3) or 0)) > 4096:
            return None
        return Fraction(text)
    nearest = float(text)  # Python rounds once, ties to even
    if nearest in (float("inf"), float("-inf")):
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
    vertices, faces, last_line = [], [], 0

    def refuse(line, what):
        raise Unusable(f"{path}:{line}: {what}")

    for line, words in lines_of(data):
        word, last_line = words[0], line
        if word in NAMES:
            continue
        words = [part for part in re.sub(r"#.*", "", " ".join(words)).split(" ")[1:] if part]
        if word == "v":
            values = [number_of(text, numbers) for text in words]
            if not 3 <= len(values) <= 8 or None in values:
                refuse(line, "no vertex of three numbers")
            vertices.append(tuple(values[:3]))
        elif word in ("f", "fo"):
            face = []
            for entry in words:
                index, *others = entry.split("/")
                if (not INTEGER.fullmatch(index) or int(index) == 0 or len(others) > 2
                        or any(other and not INTEGER.fullmatch(other) for other in others)):
                    refuse(line, f"{entry} names no corner")
                face.append(int(index) - 1 if int(index) > 0 else len(vertices) + int(index))
            if len(face) < 3 or min(face) < 0:
                refuse(line, "no face of three corners or more")
            faces.append((line, face))
        elif word not in LEFT_OUT:
            refuse(line, f"{word} is not read")
    for line, face in faces:
        if max(face) >= len(vertices):
            refuse(line, "a vertex that is not in the file")
    if not faces:
        refuse(last_line, "no face")
    return vertices, [face for _, face in faces]

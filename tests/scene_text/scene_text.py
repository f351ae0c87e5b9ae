#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The text that a certificate of a scene is of (docs/reference/bake.md, .cert), made by readers that share nothing with Plumb's: Python's standard library alone.

    scene_text.py SCENE [--numbers double|float|decimal] [--node-rotation right-angles|exact]

prints the .scene.obj that `plumb bake SCENE -o x.cert` writes with these options, byte for byte. SCENE is a .glb, .gltf, .off, .ply or .stl. Exit status 2 for what is not read, by name.
"""
import argparse
import pathlib
import sys
from fractions import Fraction

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import gltf
import soups

FORMATS = {"double": (53, -1074), "float": (24, -149)}  # digits, and the exponent of the last one of a subnormal number


def nearest(value, digits, least):
    """The binary floating-point number nearest to a fraction, ties to even."""
    if value == 0:
        return value
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - digits + 1, least)
    return round(value / unit) * unit  # round() of a fraction takes ties to even


def number_of(given, numbers):
    """What a token, a stored number or a fraction means."""
    value = Fraction(given.removeprefix("+")) if isinstance(given, str) else Fraction(given)
    return value if numbers == "decimal" else nearest(value, *FORMATS[numbers])


def decimal_of(value):
    """A fraction with all its digits."""
    rest, powers = value.denominator, {2: 0, 5: 0}
    for prime in powers:
        while rest % prime == 0:
            rest //= prime
            powers[prime] += 1
    if rest != 1:
        raise gltf.NotRead("a coordinate that no decimal is")
    digits = max(powers.values())
    text = str(abs(value.numerator) * 10**digits // value.denominator).zfill(digits + 1)
    return ("-" if value < 0 else "") + (text[:-digits] + "." + text[-digits:] if digits else text)


def scene_text(path, numbers="double", exact_rotations=False):
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    path = pathlib.Path(path)
    if path.suffix in (".glb", ".gltf"):
        vertices, faces = gltf.read_gltf(path, exact_rotations)
    else:
        vertices, faces = {".off": soups.read_off, ".ply": soups.read_ply, ".stl": soups.read_stl}[path.suffix](path.read_bytes())
    used = {v for face in faces for v in face}
    points, number = {}, {}
    for v, position in enumerate(vertices):
        if v in used:
            number[v] = points.setdefault(tuple(number_of(c, numbers) for c in position), len(points) + 1)
    lines = ["v " + " ".join(map(decimal_of, point)) for point in points] + ["f " + " ".join(str(number[v]) for v in face) for face in faces]
    return "".join(line + "\n" for line in lines).encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene")
    parser.add_argument("--numbers", choices=("double", "float", "decimal"), default="double")
    parser.add_argument("--node-rotation", choices=("right-angles", "exact"), default="right-angles")
    arguments = parser.parse_args()
    try:
        sys.stdout.buffer.write(scene_text(arguments.scene, arguments.numbers, arguments.node_rotation == "exact"))
    except gltf.NotRead as what:
        print(f"scene_text.py: {arguments.scene}: {what} is not read", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

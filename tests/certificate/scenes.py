# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels for tests of certificates: those shipped, and a few that have between them every kind of record."""
import os
import re
import subprocess

from certificate import Certificate
from judge import Judge


def obj(points, faces):
    return "".join(f"v {p}\n" for p in points) + "".join(f"f {f}\n" for f in faces)


def boxes(*rectangles):
    """Level rectangles: (x0, y0, x1, y1, z)."""
    points = [f"{x} {y} {z}" for x0, y0, x1, y1, z in rectangles for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]
    return points, [" ".join(str(4 * i + k) for k in (1, 2, 3, 4)) for i in range(len(rectangles))]


def owners():
    """Three floors in one plane, some of it owned twice; a slab over all of them; a fourth floor that is covered whole."""
    return obj(*boxes((0, 0, 4, 4, 0), (2, 1, 6, 3, 0), (3, 0, 5, 6, 0), (1, -1, 7, 2, 1), (3, 1, 4, 2, 0)))


def split():
    """Floors that are not convex, beneath each other; a warped quad; a face that touches itself; a face without area."""
    points = ["0 0 0", "6 0 0", "6 2 0", "2 2 0", "2 6 0", "0 6 0",
              "1 1 1.5", "5 1 1.5", "5 5 1.5", "3 3 1.5", "1 5 1.5",
              "8 0 0", "10 0 0", "10 2 0.5", "8 2 0", "12 0 0", "14 0 0", "12 2 0", "14 2 0"]
    return obj(points, ["1 2 3 4 5 6", "11 10 9 8 7", "12 13 14 15", "16 17 18 19", "1 2 1", "16 17 19 18"])


def wound():
    """Faces that touch themselves: a floor with a hole by a bridge edge, in its plane and bent, one that meets itself in a corner, a spike; a concave face and one
    with corners on a circle, both bent; a slab over some."""
    keyhole = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 0), (3, 3), (3, 7), (7, 7), (7, 3), (3, 3)]
    faces = [[(x, y, 0) for x, y in keyhole], [(x + 12, y, (x * y) % 4 / 8) for x, y in keyhole]]
    faces.append([(x, y - 12, 0) for x, y in ((0, 0), (4, 0), (4, 4), (8, 4), (8, 8), (4, 8), (4, 4), (0, 4), (-3, 9), (0, 4))])
    faces.append([(x + 12, y - 12, z) for x, y, z in ((0, 0, 0), (8, 0, 0.25), (8, 3, 0), (3, 3, 0), (3, 8, 0.25), (0, 8, 0))][2:] + [(12, -12, 0), (20, -12, 0.25)])
    circle = [(5, 0), (4, 3), (3, 4), (0, 5), (-3, 4), (-4, 3), (-5, 0), (-4, -3), (0, -5), (3, -4), (0, 0)]
    faces.append([(x + 30, y - 6, (i * i) % 3 / 8) for i, (x, y) in enumerate(circle)])
    faces.append([(8, 2, 1.5), (16, 2, 1.5), (16, 8, 1.25), (8, 8, 1.25)])
    points = [f"{x} {y} {z}" for f in faces for x, y, z in f]
    ends = [sum(len(f) for f in faces[:i]) for i in range(len(faces) + 1)]
    return obj(points, [" ".join(str(v) for v in range(a + 1, b + 1)) for a, b in zip(ends, ends[1:])])


def welds():
    """Floors in pieces: a square of two triangles, a row of three quads one of which has corners in the middle of sides, quads
    of one plane that face opposite ways, a slanted plane beside a level one, walls in two pieces."""
    points, faces = boxes((0, 0, 2, 2, 0), (2, 0, 4, 2, 0), (4, 0, 6, 2, 0), (1, -1, 5, 1, 1.25))
    n = len(points)
    points += ["0 4 0", "3 4 0", "3 7 0", "0 7 0", "1 4 0", "6 4 1", "6 7 1", "1 4 1", "3 4 2.5", "1 4 2.5", "3 4 1"]
    more = [(1, 5, 2, 3), (1, 3, 4), (2, 6, 7, 3), (5, 2, 11, 8), (8, 11, 9, 10)]
    faces += [" ".join(str(n + v) for v in f) for f in more]
    points += ["0 9 0", "2 9 0", "2 11 0", "0 11 0", "4 9 0", "4 11 0"]
    faces += [" ".join(str(n + 11 + v) for v in f) for f in ((1, 2, 3, 4), (2, 3, 6, 5))]
    return obj(points, faces)


def walls():
    """Upright polygons that end inside a floor, hang, slant, touch its border, and share a line."""
    points, faces = boxes((0, 0, 8, 6, 0), (5, 4, 7, 5, 1))
    n = len(points)
    points += ["1 1 0", "6 1 0", "6 1 3", "1 1 0.5", "2 2 0.75", "5 5 0.75", "5 5 2", "2 2 2", "3 0 0", "3 3 0", "3 3 2", "3 0 2",
               "8 1 0", "8 5 0", "8 5 1", "8 1 1", "3 2 0", "3 5 1", "3 5 4", "3 2 1"]
    faces += [" ".join(str(n + v) for v in f) for f in ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (17, 18, 19, 20))]
    return obj(points, faces)


def slanted():
    """Slanted blockers with corners of thirds over slanted floors, in decimals: corners of cells have long fractions."""
    points = ["0 0 0", "7 0 0.7", "7 5 0.7", "0 5 0", "0.3 0.7 0.1", "6.1 1.3 1.9", "2.7 4.9 2.3",
              "1.1 3.3 0.2", "3.7 0.1 1.6", "6.9 4.3 0.9", "2.1 1.9 3.3", "5.3 2.2 0.95", "4.4 4.6 2.6"]
    return obj(points, ["1 2 3 4", "5 6 7", "8 9 10", "13 12 11"])


def steps():
    """Floors a step apart, a ramp that passes through the height of the floor beside it, walls on their common lines that leave room at places;
    floors across gaps, one of them slanting away, with a post, a slab and a strip of floor in a gap; a table that only lets crawl."""
    points, faces = boxes((0, 0, 4, 4, 0), (4, 0, 8, 4, 0.25), (8.5, 0, 12, 4, 0.25), (8.125, 3, 8.375, 3.5, 1), (8.25, -0.5, 8.375, 0.5, 0.25), (6, 3, 8, 4, 1.25))
    n = len(points)
    points += ["0 4 -0.75", "4 4 0.75", "4 8 0.75", "0 8 -0.75", "4.5 4.9 0.5", "8 4.3 0.5", "8 8 0.5", "4.5 8 0.5"]
    more = [(1, 2, 3, 4), (5, 6, 7, 8)]
    points += ["4 1 0.25", "4 2 0.5", "4 2 3", "4 1 3", "4 2.5 1.2", "4 3.5 1.2", "4 3.5 2", "4 2.5 2", "1 4 0.6", "3 4 0.6", "2 4 2",
               "8.25 1 -1", "8.25 2 -1", "8.25 2 2", "8.25 1 2"]
    more += [(9, 10, 11, 12), (13, 14, 15, 16), (17, 18, 19), (20, 21, 22, 23)]
    return obj(points, faces + [" ".join(str(n + v) for v in f) for f in more])


def gaps():
    """Floors across gaps that widen past what welds, so that stretches end at no fraction; one of the floors in steep and level pieces, with a
    slab over a part of the gap that only lets crawl, a rail in it, and a floor beneath whose corner lies below a side."""
    points = ["0 0 0", "6 0 0", "6 2 0", "0 2 0", "0.25 2.125 0.25", "5.5 3 0.25", "5.5 5 0.25", "0 5 0.25", "6.25 0.5 0", "8 0.5 0", "8 3 0.5", "7 3 0.5",
              "1 1.5 1", "2.5 1.5 1", "2.5 3 1", "1 3 1", "3 2.125 -1", "3.25 2.125 -1", "3.25 2.125 0.5", "3 2.125 0.5",
              "6 2 -0.25", "4 2 -0.25", "4 2.5 -0.25", "6 2.5 -0.25"]
    return obj(points, ["1 2 3 4", "5 6 7 8", "9 10 11 12", "13 14 15 16", "17 18 19 20", "21 22 23 24"])


def cuboid(low, high, inward=False):
    """The six faces of a box, as corners."""
    at = [[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    faces = [[at[i] for i in f] for f in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6))]
    return [f[::-1] for f in faces] if inward else faces


def bodies():
    """A floor through a box, under another one, and through a pyramid; a slab through a box with a cavity, and a box that overlaps that one; a room modelled from
    within; a box that is not closed; two slabs that together go on from a box's top."""
    faces = [[(0, 0, 0), (12, 0, 0), (12, 9, 0), (0, 9, 0)], [(6, 4, 1), (12, 4, 1), (12, 9, 2), (6, 9, 2)]]
    faces += cuboid((1, 1, -1), (2, 3, 1)) + cuboid((1, 3.5, 0), (2, 5, 1)) + cuboid((7, 5, 0.5), (11, 8, 4)) + cuboid((8, 6, 0.75), (10, 7, 3.5), True)
    faces += cuboid((10, 7, 1), (11.5, 8.5, 2)) + cuboid((14, 0, 0), (16, 2, 2), True) + cuboid((1, 6, -1), (2, 8, 1))[:5]
    faces += cuboid((14, 4, 0), (15, 6, 1)) + [[(15, y, 1), (17, y, 1), (17, y + 1, 1), (15, y + 1, 1)] for y in (4, 5)]
    base, top = [(3, 1, -1), (6, 1, -1), (6, 4, -1), (3, 4, -1)], (4.5, 2.5, 2)
    faces += [base[::-1]] + [[base[i - 1], base[i], top] for i in range(4)]
    points = [" ".join(str(v) for v in p) for f in faces for p in f]
    ends = [sum(len(f) for f in faces[:i]) for i in range(len(faces) + 1)]
    return obj(points, [" ".join(str(v) for v in range(a + 1, b + 1)) for a, b in zip(ends, ends[1:])])


MADE = {
    "owners": (owners, "--up z --stance crawl=1/2 --stance stand=9/5"),
    "split": (split, "--up z --stance stand=9/5 --bad-faces drop"),
    "wound": (wound, "--up z --stance crawl=1/2 --stance stand=9/5"),
    "welds": (welds, "--up z --stance crawl=1/2 --stance crouch=11/10 --stance stand=9/5 --numbers float"),
    "walls": (walls, "--up z --stance crawl=1/2 --stance crouch=11/10 --stance stand=9/5 --step 1/4"),
    "bodies": (bodies, "--up z --stance crawl=3/4 --stance stand=9/5 --sides up --step 1/4 --solids closed"),
    "bodies_open": (bodies, "--up z --stance stand=9/5"),
    "steps": (steps, "--up z --stance crawl=3/4 --stance stand=9/5 --step 1/2 --weld 3/4"),
    "gaps": (gaps, "--up z --stance crawl=3/4 --stance crouch=11/10 --stance stand=9/5 --step 3/8 --weld 1/2"),
    "slanted": (slanted, "--up z --stance crawl=1/2 --stance crouch=11/10 --stance stand=9/5 --numbers decimal --slope-ratio 1/3"),
}


class Baked:
    """A level with its genuine certificate."""

    def __init__(self, name, obj, options, plumb, folder):
        self.name, self.obj, self.options, self.plumb, self.folder = name, obj, options, plumb, folder
        self.path = os.path.join(folder, f"{name}.obj")
        with open(self.path, "wb") as file:
            file.write(obj.encode())
        self.text = bake(plumb, self.path, options, folder)
        if self.text is None:
            raise SystemExit(f"{name}: the baker refuses the level")
        self.certificate = Certificate(self.text)
        if self.certificate.text() != self.text:
            raise SystemExit(f"{name}: the certificate is not as docs/reference/certificate.md says")
        self.judge = Judge(obj, self.certificate)

    def rebaked(self, options):
        """The body's certificate under other options; None if the baker refuses them."""
        text = bake(self.plumb, self.path, options, self.folder)
        return text and Certificate(text)


def bake(plumb, path, options, folder):
    """The certificate's text, or None where the baker refuses."""
    out = os.path.join(folder, "fresh.cert")
    done = subprocess.run([plumb, "bake", path, *options, "--quiet", "--certificate", out], capture_output=True, text=True)
    if done.returncode == 2:
        return None
    if done.returncode != 0:
        raise SystemExit(f"plumb bake {path} {' '.join(options)}: status {done.returncode}: {done.stderr}")
    with open(out) as file:
        return file.read()


def command_options(certificate):
    """What `plumb bake` is told by a certificate's header. Names of stances do not matter."""
    options = []
    for words in certificate.header[2:]:
        if words[0] == "stance":
            options += ["--stance", f"s{len(options)}={words[2]}"]
        else:
            options += ["--" + words[0], words[1]]
    return options


def options_in(text):
    """Of a level that names its options in its head."""
    found = re.search(r"^# Options: ([^(\n]*)", text, re.M)
    return found.group(1).split() if found else []


def made(plumb, folder):
    return [Baked(name, make(), options.split(), plumb, folder) for name, (make, options) in MADE.items()]


def shipped(source, plumb, folder, largest=10_000):
    """Levels of docs/examples and tests/corpus/levels of at most so many bytes."""
    baked = []
    for where in ("docs/examples", "tests/corpus/levels"):
        for name in sorted(os.listdir(os.path.join(source, where))):
            path = os.path.join(source, where, name)
            if name.endswith(".obj") and os.path.getsize(path) <= largest:
                with open(path) as file:
                    text = file.read()
                baked.append(Baked(name[:-4], text, options_in(text), plumb, folder))
    return baked

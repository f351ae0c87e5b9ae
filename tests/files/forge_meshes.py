#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Forges meshes in rounded numbers at random, and lets plumb-check hold them against the exact navmesh (.json) of their bakes. Each kind, a function below,
says something else, so all have to be refused; a function gives None where a mesh has nothing of the kind, or where what it would do says the same: a corner
that slides along a straight edge, or that moves by a number of binary32. Where polygons are left out that are too small to be missed, and where numbers of
the report are changed, the report is held against the meshes. Of the mutants that are made from the .json: facets rounded one by one, without
corners at ends of portals, and with coarser numbers."""
import collections
import json
import os
import random
import struct
import sys
import tempfile
from fractions import Fraction

from checking import arguments, run

LITTLE = 2.0 ** -16

BAKES = [  # level, options; coordinates below 32, so that numbers of binary32 are nearer than LITTLE / 4
    ("walls_and_fences.obj", "--up z --stance crawl=1/2 --stance stand=9/5 --step 1/4"),
    ("walls_and_fences.obj", "--up z --stance crawl=1/2 --stance stand=9/5 --step 1/4 --radius 1/4"),
    ("doorways.obj", "--up z --stance crouch=1 --stance stand=9/5 --step 1/4 --optimise none"),
    ("staircase.obj", "--up z --stance crouch=1 --stance stand=9/5"),
    ("ramp_under_slab.obj", "--up z --stance crouch=1 --stance stand=9/5 --step 1/4 --radius 1/4"),
    ("spiral.obj", "--up z --stance stand=9/5 --step 1/4"),
    ("corner_gaps.obj", "--up z --stance stand=9/5 --step 1/4 --radius 1/8"),
    ("staircase.obj", "--up z --stance crouch=1 --stance stand=9/5 --step 1/2 --link-polygons"),
    ("gutter.obj", "--up z --stance stand=9/5 --step 1/4 --weld 1/2 --link-polygons"),
]
VERDICTS = ("blocked", "covered", "inside", "too_close")


def binary32(v):
    return struct.unpack("<f", struct.pack("<f", v))[0]


class Obj:
    """The places and groups of an .obj to be changed."""

    def __init__(self, text, rng):
        self.rng, self.head, self.places, self.faces, self.groups = rng, [], [], [], []
        group = None
        for line in text.splitlines():
            words = line.split()
            if not words or words[0] in ("#", "mtllib"):
                self.head.append(line)
            elif words[0] == "v":
                self.places.append(tuple(binary32(float(w)) for w in words[1:4]))
            elif words[0] == "g":
                group = words[1]
                self.groups.append(group)
            elif words[0] == "f":
                self.faces.append([group, [int(w) - 1 for w in words[1:]]])

    def text(self):
        out = self.head + ["v " + " ".join(map(repr, p)) for p in self.places]
        for group in dict.fromkeys(g for g, _ in self.faces):
            out.append("g " + group)
            out += ["f " + " ".join(str(c + 1) for c in ring) for g, ring in self.faces if g == group]
        return "\n".join(out) + "\n"

    def standing(self):
        return [f for f in self.faces if f[0] not in VERDICTS and not f[0].startswith("link.")]

    def edges(self):
        """By directed edge of places: the face and where it begins."""
        return {(self.places[r[k]], self.places[r[(k + 1) % len(r)]]): (f, k) for f in self.faces if f[0] not in VERDICTS for r in [f[1]] for k in range(len(r))}

    def common(self):
        """(face, k) of edges between polygons of one place each, longer than a hundredth."""
        edges = self.edges()
        return [at for (p, q), at in edges.items() if (q, p) in edges and max(abs(a - b) for a, b in zip(p, q)) > 0.01 and at[0] in self.standing()]

    def turn(self, a, b, c):
        """How far b is from the line through the others, about."""
        x, y = c[0] - a[0], c[1] - a[1]
        return ((b[0] - a[0]) * y - (b[1] - a[1]) * x) / max(abs(x) + abs(y), 1e-30)

    def area(self, ring):
        p = [self.places[c] for c in ring]
        return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(p, p[1:] + p[:1])) / 2


# Of the following, each changes a mesh and returns True, or None.

def moved(m):
    """A corner of a standing polygon, wherever it is, so that an edge there moves sideways."""
    v = m.rng.choice(m.rng.choice(m.standing())[1])
    at, k, by = m.places[v], m.rng.randrange(2), m.rng.choice((-1, 1)) * LITTLE
    to = tuple(binary32(c + (by if i == k else 0)) for i, c in enumerate(at))
    for _, ring in m.faces:
        for i, c in enumerate(ring):
            if m.places[c] != at:
                continue
            before, after = m.places[ring[i - 1]], m.places[ring[(i + 1) % len(ring)]]
            if abs(m.turn(before, to, at)) > LITTLE / 2 and abs(m.turn(at, to, after)) > LITTLE / 2 or abs(m.turn(before, at, after)) > LITTLE and abs(m.turn(before, to, after) - m.turn(before, at, after)) > LITTLE / 2:
                m.places = [to if p == at else p for p in m.places]
                return True
    return None


def moved_alone(m):
    """A corner of one polygon, at the end of an edge in common."""
    face, k = m.rng.choice(m.common() or [(None, 0)])
    if face is None:
        return None
    v = face[1][k]
    axis, by = m.rng.randrange(2), m.rng.choice((-1, 1)) * LITTLE
    m.places.append(tuple(binary32(c + (by if i == axis else 0)) for i, c in enumerate(m.places[v])))
    face[1][k] = len(m.places) - 1
    return True


def lifted(m):
    """A corner by more than a quarter of the lowest stance."""
    v = m.rng.choice(m.rng.choice(m.faces)[1])
    at = m.places[v]
    m.places = [(x, y, z + m.rng.choice((-4, 4))) if (x, y, z) == at else (x, y, z) for x, y, z in m.places]
    return True


def dropped(m):
    some = [f for f in m.faces if m.area(f[1]) > 0.001 and not f[0].startswith("link.")]
    m.faces.remove(m.rng.choice(some))
    return True


def doubled(m):
    face = m.rng.choice(m.faces)
    m.faces.insert(m.rng.randrange(len(m.faces)), [face[0], face[1][1:] + face[1][:1]])
    return True


def turned(m):
    m.rng.choice(m.faces)[1].reverse()
    return True


def regrouped(m):
    face = m.rng.choice([f for f in m.faces if m.area(f[1]) > 0.001])
    others = [g for g in (*VERDICTS, *(f[0] for f in m.faces)) if g != face[0]]
    face[0] = m.rng.choice(others)
    return True


def swapped(m):
    """Two polygons of two groups change places."""
    a, b = m.rng.choice(m.faces), m.rng.choice(m.faces)
    if a[0] == b[0] or min(m.area(a[1]), m.area(b[1])) < 0.001:
        return None
    a[0], b[0] = b[0], a[0]
    return True


def corner_put_in(m):
    """In the middle of an edge in common, of one of the two."""
    some = m.common()
    if not some:
        return None
    face, k = m.rng.choice(some)
    p, q = (m.places[face[1][i % len(face[1])]] for i in (k, k + 1))
    m.places.append(tuple(binary32((a + b) / 2) for a, b in zip(p, q)))
    if m.places[-1][:2] in (p[:2], q[:2]) or m.turn(p, m.places[-1], q) > 0:  # it would be a reflex corner, which is another kind
        return None
    face[1].insert(k + 1, len(m.places) - 1)
    return True


def corner_taken_out(m):
    """A straight one, at which two edges in common meet, of one of the two."""
    edges = m.edges()
    some = []
    for f in m.standing():
        ring = [m.places[c] for c in f[1]]
        for k in range(len(ring)):
            a, b, c = ring[k - 1], ring[k], ring[(k + 1) % len(ring)]
            if len(ring) > 3 and abs(m.turn(a, b, c)) < LITTLE / 8 and ((b, a) in edges or (c, b) in edges) and (c, a) not in edges and min(max(abs(u - v) for u, v in zip(b, w)) for w in (a, c)) > 0.001:
                some.append((f, k))
    if not some:
        return None
    face, k = m.rng.choice(some)
    del face[1][k]
    return True


def walled_off(m):
    """Both polygons at an edge in common go back from it, so that no way leads across."""
    some = m.common()
    if not some:
        return None
    face, k = m.rng.choice(some)
    p = m.places[face[1][k]]
    m.places.append((p[0], p[1], binary32(p[2] + LITTLE)))
    if m.places[-1] == p:
        return None
    face[1][k] = len(m.places) - 1
    return True


def joined(m):
    """An edge at the border gets the same ends as one of another polygon a little away: they are joined."""
    edges = m.edges()
    alone = [(p, q, at) for (p, q), at in edges.items() if (q, p) not in edges and at[0] in m.standing()]
    m.rng.shuffle(alone)
    for p, q, (f, k) in alone[:30]:
        for r, s, (g, i) in alone[:30]:
            if f is g or max(abs(a - b) for a, b in zip(p, s)) < LITTLE or max(abs(a - b) for a, b in zip(p, s)) > 3 or max(abs(a - b) for a, b in zip(q, r)) > 3:
                continue
            f[1][k], f[1][(k + 1) % len(f[1])] = g[1][(i + 1) % len(g[1])], g[1][i]
            return True
    return None


def any_dropped(m):
    """However small, and of links, too: only the report knows how many there are."""
    m.faces.remove(m.rng.choice(m.faces))
    return True


def link_dropped(m):
    """All of its polygons."""
    links = [f for f in m.faces if f[0].startswith("link.")]
    if not links:
        return None
    link, more = [], [m.rng.choice(links)]
    while more:
        link += more
        places = [{m.places[c] for c in f[1]} for f in link]
        more = [f for f in links if f not in link and any(len(p & {m.places[c] for c in f[1]}) >= 2 for p in places)]
    m.faces = [f for f in m.faces if f not in link]
    return True


WITH_REPORT = [any_dropped, link_dropped]
KINDS = [moved, moved_alone, lifted, dropped, doubled, turned, regrouped, swapped, corner_put_in, corner_taken_out, walled_off, joined]


def obj_of(navmesh, rounded):
    """A mesh of the facets as they are, each corner rounded."""
    names = {0: "blocked", -1: "covered", -2: "inside", -3: "too_close", **{i + 1: s["name"] for i, s in enumerate(navmesh["options"]["stances"])}}
    out, number, faces = ["# plumb mutant"], {}, []
    for cell in navmesh["cells"]:
        for facet in cell["facets"]:
            ring = []
            for v in facet["vertices"]:
                at = tuple(rounded(Fraction(c)) for c in v)
                if at not in number:
                    number[at] = len(number) + 1
                    out.append("v " + " ".join(map(repr, at)))
                ring.append(number[at])
            faces.append(f"g {names[cell['stance']]}\nf " + " ".join(map(str, ring)))
    return "\n".join(out + faces) + "\n"


def forged_report(report, rng):
    """One of the numbers of a mesh, one more or less."""
    extension = rng.choice(sorted(report["conforming"]))
    mesh = report["conforming"][extension]
    field, by = rng.choice(("polygons", "islands", "lost", "lost_ways")), rng.choice((-1, 1))
    if field == "polygons":
        mesh[field] += by
    else:
        s = rng.randrange(len(mesh[field]))
        mesh[field][s] = mesh[field][s] + by if mesh[field][s] + by >= 0 else 1
    return "report " + field, json.dumps(report)


def forged_bin(data, rng):
    """A neighbour named or left out, an area, a corner moved by 16 cells; or None."""
    data = bytearray(data)
    polygons, vertices = struct.unpack_from("<2i", data, 24)
    cell = 1 / struct.unpack_from("<f", data, 96)[0]
    first = 100 + 12 * vertices
    count = next((i for i in range(polygons) if data[first + 32 * i + 31] >> 6), polygons)
    kind = rng.choice(("vertex", "neighbour", "neighbour", "area"))
    p = first + 32 * rng.randrange(count)
    corners = data[p + 30]
    if kind == "area":
        data[p + 31] = data[p + 31] + 1
    elif kind == "vertex":
        at = 100 + 12 * struct.unpack_from("<H", data, p + 4 + 2 * rng.randrange(corners))[0] + 4 * rng.choice((0, 2))
        struct.pack_into("<f", data, at, struct.unpack_from("<f", data, at)[0] + rng.choice((-16, 16)) * cell)
    else:
        at = p + 16 + 2 * rng.randrange(corners)
        old = struct.unpack_from("<H", data, at)[0]
        new = rng.choice([n for n in (0, *range(1, count + 1)) if n != old])
        if old == 0 and new == (p - first) // 32 + 1:
            return None
        struct.pack_into("<H", data, at, new)
    return kind, bytes(data)


def main():
    a = arguments(__doc__, 300).parse_args()
    rng, refused, accepted, none = random.Random(a.seed), collections.Counter(), collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        work = []
        name = lambda n, e: os.path.join(folder, f"{n}{e}")
        check = lambda n, *files: run([a.check, work[n][0], name(n, ".cert"), name(n, ".json"), *files])
        own = lambda n: [name(n, e) for e in work[n][2][2:]]
        for n, (level, options) in enumerate(BAKES):
            path = os.path.join(a.source, "docs/examples", level)
            links = "--link-polygons" in options
            ends = [".cert", ".json", ".obj", ".glb"] + ([] if links else [".bin"])
            bake = run([a.plumb, "bake", path, *options.split(), "--quiet", "--report", name(n, ".report.json"), *(w for e in ends for w in ("-o", name(n, e)))])
            assert bake.returncode == 0, (level, options, bake.stderr)
            work.append((path, options, ends))
            genuine = check(n, *own(n), name(n, ".report.json"))
            assert genuine.returncode == 0 and "polygons, islands and lost parts of " + ", ".join(sorted(ends[2:])) in genuine.stdout, (level, options, genuine)
            navmesh = json.load(open(name(n, ".json")))
            whole = all("/" not in v or Fraction(v).denominator in (2, 4, 8) for c in navmesh["cells"] for f in c["facets"] for p in f["vertices"] for v in p)
            with open(name(n, ".twice.obj"), "w") as f:
                f.write(obj_of(navmesh, lambda v: round(float(v) * 1024) / 1024))
            twice = check(n, name(n, ".twice.obj")).returncode
            assert twice == 1 or twice == 0 and whole, (level, options, "numbers of 2^-10")
            refused["coarse numbers"] += twice == 1
            with open(name(n, ".unmended.obj"), "w") as f:
                f.write(obj_of(navmesh, lambda v: binary32(float(v))))
            unmended = check(n, name(n, ".unmended.obj")).returncode
            assert unmended in (0, 1), (level, options, "no corners at ends of portals")
            refused["no corners at ends of portals"] += unmended == 1
        for i in range(a.count):
            n, files = rng.randrange(len(work)), []
            if rng.random() < 0.1:
                with open(name(n, ".report.json")) as f:
                    kind, made = forged_report(json.load(f), rng)
                forged, files = name(n, ".forged.report.json"), own(n)
                with open(forged, "w") as f:
                    f.write(made)
            elif ".bin" in work[n][2] and rng.random() < 0.2:
                with open(name(n, ".bin"), "rb") as f:
                    made = forged_bin(f.read(), rng)
                if made is None:
                    none["bin"] += 1
                    continue
                kind, forged = "bin " + made[0], name(n, ".forged.bin")
                with open(forged, "wb") as f:
                    f.write(made[1])
            else:
                # What a cell gives up along a step is anything within the strip.
                change = rng.choice(WITH_REPORT + (KINDS if ".bin" in work[n][2] else [k for k in KINDS if k not in (moved, moved_alone)]))
                with open(name(n, ".obj")) as f:
                    mesh = Obj(f.read(), rng)
                kind, forged = change.__name__, name(n, ".forged.obj")
                if not change(mesh):
                    none[kind] += 1
                    continue
                with open(forged, "w") as f:
                    f.write(mesh.text())
            files += [forged] + [name(n, ".report.json")] * (kind in [k.__name__ for k in WITH_REPORT])
            rng.shuffle(files)  # the report may come first
            found = check(n, *files)
            if found.returncode == 1 or found.returncode == 2 and kind == "bin area":  # no stance of the bake
                refused[kind] += 1
            else:
                accepted[kind] += 1
                print(f"{kind}, number {i} of seed {a.seed}, {work[n][:2]}: {found.returncode} {(found.stderr + found.stdout)[-300:]}")
    for kind in sorted({*refused, *accepted, *none}):
        print(f"{kind:30} refused {refused[kind]:5}, accepted {accepted[kind]:3}, nothing to forge {none[kind]:4}")
    print(f"refused {sum(refused.values())}, accepted {sum(accepted.values())}")
    # What mends nothing at all is right where there was nothing to mend, but not in every bake.
    return sum(accepted.values()) > 0 or not refused["coarse numbers"] or not refused["no corners at ends of portals"]


if __name__ == "__main__":
    sys.exit(main())

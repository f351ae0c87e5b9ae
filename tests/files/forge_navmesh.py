#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Forges navmeshes (.json) at random, and lets plumb-check hold them against the certificates of their bakes. A forgery that says something
else has to be refused; one that says the same in other words has to be accepted. What is accepted of the other kinds says the same by same_floor.py,
which holds it against the genuine navmesh. The kinds are the functions below."""
import copy
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction

import same_floor
from checking import arguments, run

LITTLE = Fraction(1, 2 ** 40)

BAKES = [  # level, options
    ("two_triangles.obj", "--up z --stance crouch=1/2 --stance stand=9/5"),
    ("walls_and_fences.obj", "--up z --stance crawl=1/2 --stance stand=9/5 --step 1/4"),
    ("walls_and_fences.obj", "--up z --stance crawl=1/2 --stance stand=9/5 --step 1/4 --radius 1/4 --disc 8"),
    ("corner_gaps.obj", "--up z --stance stand=9/5 --step 1/4 --weld 1/2"),
    ("corner_gaps.obj", "--up z --stance stand=9/5 --step 1/4 --weld 1/2 --radius 1/8 --disc 4"),
    ("staircase.obj", "--up z --stance crouch=1 --stance stand=9/5 --step 1/2"),
    ("ramp_under_slab.obj", "--up z --stance crouch=1 --stance stand=9/5 --step 1/4"),
    ("stacked_boxes.obj", "--up z --stance stand=9/5 --step 1/4 --solids closed"),
    ("coplanar_overlap.obj", "--up z --stance stand=9/5"),
    ("doorways.obj", "--up z --stance crouch=1 --stance stand=9/5 --step 1/4 --optimise none"),
    ("board_bridge.obj", "--up z --stance stand=9/5 --step 1/4 --weld 1/2 --one-surface"),
    ("walls_and_fences.obj", "--up z --stance stand=9/5 --step 1/4 --min-area 13"),
    ("crates.obj", "--up z --stance crouch=1 --stance stand=9/5 --step 1/4"),
    ("spiral.obj", "--stance stand=9/5 --step 1/4"),
    ("crates.obj", "--up z --stance stand=9/5 --step 1/4 --radius 3/10 --disc 8 --simplify 1/10"),
    ("spiral.obj", "--up z --stance stand=9/5 --step 1/4 --radius 1/4 --simplify 1/5"),
    ("pyramid_over_floor.obj", "--up z --stance stand=9/5 --simplify 1/2"),
    ("ramp_under_slab.obj", "--up z --stance stand=9/5 --step 1/4 --simplify 1/4"),
]


def number(text):
    return Fraction(text)


def text(value):
    return str(Fraction(value))


class Mesh:
    """A navmesh to be changed."""

    def __init__(self, document, rng):
        self.d, self.rng = document, rng
        self.cells, self.portals, self.walls = document["cells"], document["portals"], document["obstructions"]
        self.y_up = document["options"]["up"] == "y"

    def plan(self, v):
        x, y, z = map(number, v)
        return (x, -z, y) if self.y_up else (x, y, z)

    def write(self, p):
        x, y, z = p
        return [text(x), text(z), text(-y)] if self.y_up else [text(x), text(y), text(z)]

    def cell(self, test=lambda c: True):
        """The number of a random cell."""
        some = [i for i, c in enumerate(self.cells) if test(c)]
        return self.rng.choice(some) if some else None

    def facet(self):
        return self.rng.choice(self.rng.choice(self.cells)["facets"])

    def height(self, facet, x, y):
        """Of a facet's plane."""
        p, *rest = [self.plan(v) for v in facet["vertices"]]
        for i, q in enumerate(rest):
            for r in rest[i + 1:]:
                u, v = [[b - a for a, b in zip(p, s)] for s in (q, r)]
                n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
                if n[2] != 0:
                    return p[2] - (n[0] * (x - p[0]) + n[1] * (y - p[1])) / n[2]
        raise ValueError("a facet without area")

    def drop_cells(self, gone):
        number, kept = {}, []
        for i, c in enumerate(self.cells):
            if i not in gone:
                number[i] = len(kept)
                kept.append(c)
        self.cells[:] = kept
        self.portals[:] = [p for p in self.portals if p["a"] not in gone and p["b"] not in gone]
        for p in self.portals:
            p["a"], p["b"] = number[p["a"]], number[p["b"]]


def moved_alone(m):
    """A corner of one facet, by 2^-40 along an axis."""
    ring = m.facet()["vertices"]
    i, k = m.rng.randrange(len(ring)), m.rng.randrange(3)
    ring[i] = list(ring[i])
    ring[i][k] = text(number(ring[i][k]) + m.rng.choice((-1, 1)) * LITTLE)


def moved_on_plane(m):
    """A corner of one facet, on its plane."""
    facet = m.facet()
    i = m.rng.randrange(len(facet["vertices"]))
    x, y, _ = m.plan(facet["vertices"][i])
    x, y = (x + m.rng.choice((-1, 1)) * LITTLE, y) if m.rng.random() < 0.5 else (x, y + m.rng.choice((-1, 1)) * LITTLE)
    facet["vertices"][i] = m.write((x, y, m.height(facet, x, y)))


def moved_everywhere(m):
    """A corner wherever it is, each time on its plane; ends of portals too."""
    chosen = m.rng.choice(m.facet()["vertices"])
    shift = m.rng.choice(((LITTLE, 0), (0, LITTLE), (-LITTLE, 0), (0, -LITTLE), (LITTLE, LITTLE), (LITTLE, -LITTLE)))
    at = m.plan(chosen)
    x, y = at[0] + shift[0], at[1] + shift[1]
    height = at[2]
    for c in m.cells:
        for f in c["facets"]:
            if chosen in f["vertices"]:
                height = m.height(f, x, y)
                new = m.write((x, y, height))
                f["vertices"] = [new if v == chosen else v for v in f["vertices"]]
    new = m.write((x, y, height))
    for p in m.portals + m.walls:
        for end in ("from", "to"):
            if p[end] == chosen:
                p[end] = new
        if "on_b" in p:
            p["on_b"] = [new if v == chosen else v for v in p["on_b"]]


def corner_dropped(m):
    ring = m.facet()["vertices"]
    del ring[m.rng.randrange(len(ring))]


def portal_dropped(m):
    del m.portals[m.rng.randrange(len(m.portals))]


def portal_doubled(m):
    m.portals.insert(m.rng.randrange(len(m.portals)), copy.deepcopy(m.rng.choice(m.portals)))


def portal_shortened(m):
    p = m.rng.choice(m.portals)
    near, far = m.rng.choice((("from", "to"), ("to", "from")))
    share = LITTLE * m.rng.choice((1, -1))  # or longer

    def between(u, v):
        return [text(number(a) + share * (number(b) - number(a))) for a, b in zip(u, v)]

    p[near] = between(p[near], p[far])
    if "on_b" in p:
        i = 0 if near == "from" else 1
        p["on_b"][i] = between(p["on_b"][i], p["on_b"][1 - i])


def portal_turned(m):
    p = m.rng.choice(m.portals)
    p["from"], p["to"] = p["to"], p["from"]
    if "on_b" in p and m.rng.random() < 0.7:
        p["on_b"].reverse()


def portal_of_other_cell(m):
    p = m.rng.choice(m.portals)
    end = m.rng.choice("ab")
    other = m.cell(lambda c: c["stance"] > 0)
    if other == p[end]:
        raise IndexError
    p[end] = other


def portal_of_other_kind(m):
    p = m.rng.choice(m.portals)
    p["kind"] = m.rng.choice([k for k in ("flush", "step", "weld") if k != p["kind"]])
    if p["kind"] == "flush":
        del p["on_b"]
    else:
        p.setdefault("on_b", [p["from"], p["to"]])


def portal_of_other_stance(m):
    p = m.rng.choice(m.portals)
    p["stance"] = m.rng.choice([s for s in range(1, len(m.d["options"]["stances"]) + 1) if s != p["stance"]])


def portal_swapped(m):
    """The cells of a portal, but not its ends."""
    p = m.rng.choice(m.portals)
    p["a"], p["b"] = p["b"], p["a"]


def portal_end_forgotten(m):
    """On b, the ends are those on a."""
    p = m.rng.choice([q for q in m.portals if "on_b" in q and q["on_b"][0] != q["from"]])
    p["on_b"][0] = p["from"]


def neighbours(m):
    """Pairs of cells in which somebody stands that share a part of an edge in plan."""
    lines = {}
    for i, c in enumerate(m.cells):
        for f in c["facets"] if c["stance"] > 0 else ():
            ring = [m.plan(v) for v in f["vertices"]]
            for p, q in zip(ring, ring[1:] + ring[:1]):
                dx, dy = q[0] - p[0], q[1] - p[1]
                key = ("x", p[0]) if dx == 0 else (dy / dx, p[1] - dy / dx * p[0])
                lo, hi = sorted((p[1], q[1]) if dx == 0 else (p[0], q[0]))
                lines.setdefault(key, []).append((lo, hi, i))
    pairs = set()
    for on_line in lines.values():
        on_line.sort()
        for k, (lo, hi, i) in enumerate(on_line):
            for lo2, hi2, j in on_line[k + 1:k + 30]:
                if max(lo, lo2) < min(hi, hi2) and i != j:
                    pairs.add((min(i, j), max(i, j)))
    return sorted(pairs)


def cells_joined(m):
    """Two neighbours, over a wall or a portal, at whatever heights; the portals between them go."""
    a, b = m.rng.choice(neighbours(m))
    m.cells[a]["facets"] = m.cells[a]["facets"] + m.cells[b]["facets"]
    m.portals[:] = [p for p in m.portals if {p["a"], p["b"]} != {a, b}]
    for p in m.portals:
        for end in "ab":
            p[end] = a if p[end] == b else p[end]
    m.drop_cells({b})


def cell_dropped(m):
    m.drop_cells({m.rng.randrange(len(m.cells))})


def cell_doubled(m):
    m.cells.append(copy.deepcopy(m.rng.choice(m.cells)))


def cells_swapped(m):
    """In the file, while portals keep their numbers."""
    i, j = m.cell(lambda c: c["stance"] > 0), m.cell()
    if i == j or not any(i in (p["a"], p["b"]) or j in (p["a"], p["b"]) for p in m.portals):
        raise IndexError
    m.cells[i], m.cells[j] = m.cells[j], m.cells[i]


def split(m, i):
    """A facet of a cell of one facet in two, from corner to corner."""
    ring = m.cells[i]["facets"][0]["vertices"]
    n = len(ring)
    a = m.rng.randrange(n)
    b = (a + m.rng.randrange(2, n - 1)) % n
    a, b = min(a, b), max(a, b)
    first, second = copy.deepcopy(m.cells[i]), copy.deepcopy(m.cells[i])
    first["facets"][0]["vertices"], second["facets"][0]["vertices"] = ring[a:b + 1], ring[b:] + ring[:a + 1]
    return first, second, ring[a], ring[b]


def cell_cut(m):
    """In two, without a portal between the parts."""
    i = m.cell(lambda c: c["stance"] > 0 and len(c["facets"]) == 1 and len(c["facets"][0]["vertices"]) > 3)
    if any(i in (p["a"], p["b"]) for p in m.portals):
        raise IndexError
    first, second, _, _ = split(m, i)
    m.cells[i] = first
    m.cells.append(second)


def cell_added_to(m):
    other = copy.deepcopy(m.facet())
    m.rng.choice(m.cells)["facets"].append(other)


def cell_of_other_stance(m):
    c = m.rng.choice(m.cells)
    c["stance"] = m.rng.choice([s for s in range(-3, len(m.d["options"]["stances"]) + 1) if s != c["stance"]])


def facet_dropped(m):
    c = m.rng.choice([c for c in m.cells if len(c["facets"]) > 1])
    del c["facets"][m.rng.randrange(len(c["facets"]))]


def facet_of_other_surface(m):
    f = m.facet()
    f["surface"] = m.rng.choice([s for s in (f["surface"] + 1, f["surface"] - 1, 10 ** 9, 0, None) if s != f["surface"] and (s is None or s >= 0)])


def facet_of_other_face(m):
    f = m.facet()
    f["face"] += m.rng.choice((1, 2, 10 ** 9))


def facet_of_other_witness(m):
    f = m.facet()
    f["witness"] = m.rng.choice([w for w in (None, 0, 1, 2, 3, 10 ** 9) if w != f["witness"]])


def facet_turned(m):
    m.facet()["vertices"].reverse()


def wall_dropped(m):
    del m.walls[m.rng.randrange(len(m.walls))]


def wall_doubled(m):
    m.walls.append(m.rng.choice(m.walls))


def wall_changed(m):
    w = m.rng.choice(m.walls)
    field = m.rng.choice(("surface", "wall", "may_cross", "from"))
    if field == "from":
        w["from"] = [text(number(a) + LITTLE * (number(b) - number(a))) for a, b in zip(w["from"], w["to"])]
    elif field == "may_cross":
        w[field] = m.rng.choice([s for s in range(len(m.d["options"]["stances"]) + 1) if s != w[field]])
    else:
        w[field] += m.rng.choice((-1, 1)) if w[field] > 0 else 1


def option_changed(m):
    o = m.d["options"]
    name = m.rng.choice(("stances", "slope", "sides", "numbers", "up", "step", "weld", "solids", "radius", "window", "bad_faces", "method", "stance"))
    if name == "stances":
        s = m.rng.choice(o["stances"])
        s["height"] = text(number(s["height"]) + LITTLE)
    elif name == "stance":
        o["stances"].append({"name": "giant", "height": "100"})
    elif name in ("slope", "step", "weld", "radius", "window"):
        if name == "window" and o["radius"] == "0":
            raise IndexError  # without a radius it has no effect
        o[name] = text(number(o[name]) + LITTLE)
    else:
        words = {"sides": ("both", "up"), "numbers": ("double", "float", "decimal"), "up": ("y", "z"), "solids": ("none", "closed"),
                 "bad_faces": ("error", "drop"), "method": ("vcd", "wedge")}[name]
        o[name] = m.rng.choice([w for w in words if w != o[name]])


def other_option(m):
    """What decides which components are there."""
    o = m.d["options"]
    if m.rng.random() < 0.5:
        if o["min_area"] == "0":
            raise IndexError
        o["min_area"] = m.rng.choice(("0", "1000000"))
    else:
        o["seed_points"] = [m.rng.choice(("1000000,1000000,1000000", "0,0,-1000000"))]


def digest_changed(m):
    digest = m.d["scene"]["sha256"]
    m.d["scene"]["sha256"] = digest[:-1] + m.rng.choice([c for c in "0123456789abcdef" if c != digest[-1]])


def denominator_changed(m):
    m.d["denominator"] = str(int(m.d["denominator"]) * m.rng.choice((2, 3)))


def updated(m):
    c = m.rng.choice(m.cells)
    field, value = m.rng.choice((("blocked_by", 1), ("cost", "2"), ("tags", ["wet"])))
    c[field] = value


# What says the same.
def same_corner_put_in(m):
    ring = m.facet()["vertices"]
    i = m.rng.randrange(len(ring))
    p, q = ring[i], ring[(i + 1) % len(ring)]
    ring.insert(i + 1, [text((number(a) + number(b)) / 2) for a, b in zip(p, q)])


def same_ring_turned(m):
    ring = m.facet()["vertices"]
    i = m.rng.randrange(len(ring))
    ring[:] = ring[i:] + ring[:i]


def same_cut_with_portal(m):
    i = m.cell(lambda c: c["stance"] > 0 and len(c["facets"]) == 1 and len(c["facets"][0]["vertices"]) > 3)
    if any(i in (p["a"], p["b"]) for p in m.portals) or m.d["options"]["optimise"] == "none":
        raise IndexError
    first, second, p, q = split(m, i)
    m.cells[i] = first
    m.cells.append(second)
    m.portals.append({"a": i, "b": len(m.cells) - 1, "kind": "flush", "stance": first["stance"], "from": q, "to": p})


def same_cells_in_other_order(m):
    order = list(range(len(m.cells)))
    m.rng.shuffle(order)
    m.cells[:] = [m.cells[i] for i in order]
    number = {old: new for new, old in enumerate(order)}
    for p in m.portals:
        p["a"], p["b"] = number[p["a"]], number[p["b"]]


def same_portal_in_parts(m):
    i = m.rng.randrange(len(m.portals))
    p, q = m.portals[i], copy.deepcopy(m.portals[i])
    middle = [text((number(a) + number(b)) / 2) for a, b in zip(p["from"], p["to"])]
    cells = (m.cells[p["a"]], m.cells[p["b"]])
    if any(len(c["facets"]) > 1 for c in cells):
        raise IndexError  # it may bend
    p["to"] = q["from"] = middle
    if "on_b" in p:
        middle = [text((number(a) + number(b)) / 2) for a, b in zip(*p["on_b"])]
        p["on_b"], q["on_b"] = [p["on_b"][0], middle], [middle, q["on_b"][1]]
    m.portals.insert(i, q)


def same_facets_in_two(m):
    """Within their cell."""
    i = m.cell(lambda c: len(c["facets"]) == 1 and len(c["facets"][0]["vertices"]) > 3)
    first, second, _, _ = split(m, i)
    m.cells[i]["facets"] = first["facets"] + second["facets"]


def same_walls_turned(m):
    for w in m.walls:
        w["from"], w["to"] = w["to"], w["from"]


KINDS = [f for f in list(globals().values()) if getattr(f, "__code__", None) and f.__code__.co_varnames[:f.__code__.co_argcount] == ("m",)
         and f is not neighbours]
MAY_SAY_THE_SAME = {moved_on_plane, moved_everywhere, corner_dropped, cells_joined, other_option, portal_of_other_cell, moved_alone}


def written(document):
    """As the baker writes: a record a line."""
    head = {k: v for k, v in document.items() if k not in ("cells", "portals", "obstructions")}
    lines = ["{" + ",\n".join(f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in head.items())]
    for name in ("cells", "portals", "obstructions"):
        lines[-1] += f',\n"{name}":['
        records = [json.dumps(r, separators=(",", ":")) for r in document[name]]
        lines.append(",\n".join(records) + "\n]" if records else "]")
    return "\n".join(lines) + "}\n"


class Bake:
    def __init__(self, a, level, options, folder, number):
        self.level = level if os.path.isabs(level) else os.path.join(a.source, "docs/examples", level)
        self.name = f"{os.path.basename(level)} {options}"
        self.certificate = os.path.join(folder, f"{number}.cert")
        navmesh_file = os.path.join(folder, f"{number}.json")
        subprocess.run([a.plumb, "bake", self.level, *options.split(), "--quiet", "-o", self.certificate, "-o", navmesh_file], check=True)
        self.document = json.load(open(navmesh_file))
        self.whole = None
        if "--simplify" in options:
            before, _, after = options.partition("--simplify")
            self.reach, others = Fraction(after.split()[0]), before.split() + after.split()[1:]
            subprocess.run([a.plumb, "bake", self.level, *others, "--quiet", "-o", navmesh_file], check=True)
            self.whole = json.load(open(navmesh_file))

    def fault(self, document):
        """Why a navmesh does not say what the certificate says; none if it does."""
        if self.whole is not None:
            return same_floor.why_no_part(document, self.document, self.whole, self.reach)
        return same_floor.why_not_same(document, self.document)


def main():
    parser = arguments(__doc__, 300)
    parser.add_argument("--level", help="instead of the examples")
    parser.add_argument("--options", default="")
    parser.add_argument("--verbose", action="store_true")
    a = parser.parse_args()
    rng = random.Random(a.seed)
    refused, same, wrong, unusable = Counter(), Counter(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        bakes = [Bake(a, level, options, folder, i) for i, (level, options) in enumerate([(a.level, a.options)] if a.level else BAKES)]
        forged = os.path.join(folder, "forged.json")
        tries = 0
        while tries < a.count:
            bake, kind = bakes[tries % len(bakes)], rng.choice(KINDS)
            document = copy.deepcopy(bake.document)
            try:
                kind(Mesh(document, rng))
            except (IndexError, ValueError, TypeError):  # the bake has no such thing
                unusable += 1
                if unusable > 100 * a.count:
                    raise
                continue
            tries += 1
            with open(forged, "w") as out:
                out.write(written(document))
            check = run([a.check, bake.level, bake.certificate, forged])
            name = kind.__name__
            if a.verbose:
                print(name, bake.name, check.returncode, check.stderr.strip())
            says_same = name.startswith("same_")
            if check.returncode not in (0, 1, 2):
                wrong.append(f"{name} of {bake.name}: status {check.returncode} {check.stderr}")
            elif check.returncode == 0 and not says_same:
                why = bake.fault(document) if kind in MAY_SAY_THE_SAME or bake.whole else "it may not say the same"
                if why is not None:
                    wrong.append(f"{name} of {bake.name} was accepted: {why}")
                same[name] += 1
            elif check.returncode != 0 and says_same:
                wrong.append(f"{name} of {bake.name} was refused: {check.stderr.strip()}")
            else:
                (same if says_same else refused)[name] += 1
    for kind in KINDS:
        print(f"{kind.__name__:28} refused {refused[kind.__name__]:5}, accepted {same[kind.__name__]:5}")
    print(f"{sum(refused.values())} refused, {sum(same.values())} accepted that say the same, {len(wrong)} wrong")
    for line in wrong[:20]:
        print("WRONG", line)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())

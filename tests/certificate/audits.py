# SPDX-License-Identifier: GPL-3.0-or-later
"""What an audit should say of a navmesh, in fractions: the areas, A_ij, and what is lost, spurious, split and merged, from a navmesh (.json), the audit's
window and a mesh (.obj, or Detour's files without connections). For levels of a few dozen cells. Shares nothing with the baker or the checker."""
import struct
from collections import defaultdict

import exact
from exact import Fraction

VERDICTS = {"blocked", "covered", "inside", "too_close"}


def binary32(v):
    return struct.unpack("<f", struct.pack("<f", v))[0]


def number(text, numbers):
    return Fraction(text) if numbers == "decimal" else Fraction(binary32(float(text)) if numbers == "float" else float(text))


def z_up(p, up):
    return (p[0], -p[2], p[1]) if up == "y" else tuple(p)


class Mesh:
    """Points (z up), polygons (lists of numbers), triangles ((three numbers), polygon), and pairs of polygons that are linked."""

    def __init__(self):
        self.points, self.polygons, self.triangles, self.links = [], [], [], []

    def fans(self):
        self.triangles = [((c[0], c[i], c[i + 1]), p) for p, c in enumerate(self.polygons) for i in range(1, len(c) - 1)]

    def components(self):
        """By polygon, from 0 by the lowest one."""
        above = list(range(len(self.polygons)))

        def find(p):
            while above[p] != p:
                p = above[p]
            return p

        for p, q in self.links:
            p, q = sorted((find(p), find(q)))
            above[q] = p
        numbers = {}
        return [numbers.setdefault(find(p), len(numbers)) for p in range(len(self.polygons))]


def read_obj(text, numbers, up, edges=None):
    mesh, own, group = Mesh(), text.startswith("# plumb "), ""
    for line in text.splitlines():
        words = line.split("#")[0].split()
        if words[:1] == ["v"]:
            mesh.points.append(z_up([number(w, numbers) for w in words[1:4]], up))
        elif words[:1] == ["g"]:
            group = " ".join(words[1:])
        elif words[:1] == ["f"] and not (own and group in VERDICTS):
            corners = [int(w.split("/")[0]) for w in words[1:]]
            mesh.polygons.append([c - 1 if c > 0 else len(mesh.points) + c for c in corners])
    mesh.fans()
    link_by_edges(mesh, (edges or ("whole" if own else "partial")) == "whole")
    return mesh


def link_by_edges(mesh, whole):
    runs = []  # (polygon, from, to), in the direction of a polygon that runs counter-clockwise
    for p, corners in enumerate(mesh.polygons):
        ring = [mesh.points[c] for c in corners]
        turn = exact.doubled_area([q[:2] for q in ring])
        for a, b in zip(ring, ring[1:] + ring[:1]):
            if a != b and turn >= 0:
                runs.append((p, a, b))
            if a != b and turn <= 0:
                runs.append((p, b, a))
    for i, (p, a, b) in enumerate(runs):
        for q, c, d in runs[:i]:
            if p != q and ({a, b} == {c, d} if whole else along(a, b, c, d)):
                mesh.links.append((p, q))


def along(a, b, c, d):
    """Whether two directed stretches of one line in space run against each other for a positive length."""
    run = [y - x for x, y in zip(a, b)]

    def place(p):
        """From 0 at a to 1 at b; None beside the line."""
        to = [y - x for x, y in zip(a, p)]
        if any(run[k] * to[k - 1] != run[k - 1] * to[k] for k in range(3)):
            return None
        k = next(k for k in range(3) if run[k])
        return to[k] / run[k]

    first, last = place(d), place(c)
    return first is not None and last is not None and max(first, 0) < min(last, 1)


class Tile:
    def __init__(self, data, wide):
        whole = struct.unpack_from("<15i", data, 0)
        self.x, self.y, self.layer, self.floats = *whole[2:5], struct.unpack_from("<10f", data, 60)
        polygons, vertices, links, details, detail_vertices, triangles, nodes, connections, self.ground = *whole[6:14], whole[14]
        at = 100
        self.vertices = [struct.unpack_from("<3f", data, at + 12 * i) for i in range(vertices)]
        at += 12 * vertices
        self.polygons = []
        for i in range(polygons):
            words = struct.unpack_from("<I6H6HHBB", data, at + 32 * i)
            self.polygons.append((words[1:1 + words[14]], words[7:7 + words[14]], words[15] & 63))
        at += 32 * polygons + (16 if wide else 12) * links
        self.details = [struct.unpack_from("<IIBB", data, at + 12 * i) for i in range(details)]
        at += 12 * details
        self.detail_vertices = [struct.unpack_from("<3f", data, at + 12 * i) for i in range(detail_vertices)]
        at += 12 * detail_vertices
        self.triangles = [data[at + 4 * i:at + 4 * i + 3] for i in range(triangles)]
        self.connections = connections
        assert at + 4 * triangles + 16 * nodes + 36 * connections == len(data)


def tiles_of(data):
    if data[:4] == b"VAND":
        try:
            return [Tile(data, False)]
        except (AssertionError, struct.error):
            return [Tile(data, True)]
    count, out, at = struct.unpack_from("<i", data, 8)[0], [], 40
    wide = data[48:52] != b"VAND"
    for _ in range(count):
        size = struct.unpack_from("<i", data, at + (8 if wide else 4))[0]
        at += 16 if wide else 8
        out.append(Tile(data[at:at + size], wide))
        at += size
    return out


def read_detour(data, up="y"):
    mesh, tiles, first = Mesh(), tiles_of(data), []
    for tile in tiles:
        first.append(len(mesh.polygons))
        base = len(mesh.points)
        mesh.points += [z_up([Fraction(v) for v in p], up) for p in tile.vertices]
        more = len(mesh.points)
        mesh.points += [z_up([Fraction(v) for v in p], up) for p in tile.detail_vertices]
        for p in range(tile.ground):
            corners, beyond, _ = tile.polygons[p]
            vertex, triangle, _, count = tile.details[p]
            for t in tile.triangles[triangle:triangle + count]:
                mesh.triangles.append((tuple(base + corners[c] if c < len(corners) else more + vertex + c - len(corners) for c in t), len(mesh.polygons)))
            mesh.links += [(len(mesh.polygons), first[-1] + b - 1) for b in beyond if b and not b & 0x8000]
            mesh.polygons.append([base + c for c in corners])
        assert not tile.connections, "this judge knows no connections"
    sides = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    for t, tile in enumerate(tiles):
        for u, other in enumerate(tiles):
            place = (other.x - tile.x, other.y - tile.y)
            if t == u or place != (0, 0) and place not in sides:
                continue
            side = None if place == (0, 0) else sides.index(place)
            for p in range(tile.ground):
                for edge, beyond in over_sides(tile, p):
                    if side is None or beyond == side:
                        mesh.links += [(first[t] + p, first[u] + q) for q in beside(tile, edge, beyond, other)]
    return mesh


def over_sides(tile, p):
    corners, beyond, _ = tile.polygons[p]
    return [((corners[k], corners[(k + 1) % len(corners)]), b & 0xff) for k, b in enumerate(beyond) if b & 0x8000]


def beside(tile, edge, side, other):
    """The first four polygons of another tile that Detour joins over an edge: in binary32, operation by operation, as Detour computes."""
    f, out = binary32, []
    axis, across = (2, 0) if side in (0, 4) else (0, 2)

    def slab(t, e):
        a, b = (t.vertices[v] for v in e)
        return a[across], *(((a[axis], a[1]), (b[axis], b[1])) if a[axis] < b[axis] else ((b[axis], b[1]), (a[axis], a[1])))

    shrink, climb = f(0.01), f(other.floats[2] * 2)
    place, a0, a1 = slab(tile, edge)
    for q in range(other.ground):
        for e, beyond in over_sides(other, q):
            if beyond != (side + 4) % 8:
                continue
            there, b0, b1 = slab(other, e)
            if abs(f(place - there)) > shrink:
                continue
            low, high = max(f(a0[0] + shrink), f(b0[0] + shrink)), min(f(a1[0] - shrink), f(b1[0] - shrink))
            if low > high:
                continue
            apart = []
            for at in (low, high):
                heights = []
                for p, r in ((a0, a1), (b0, b1)):
                    slope = f(f(r[1] - p[1]) / f(r[0] - p[0]))
                    heights.append(f(f(slope * at) + f(p[1] - f(slope * p[0]))))
                apart.append(f(heights[1] - heights[0]))
            if f(apart[0] * apart[1]) < 0 or any(f(d * d) <= f(climb * climb) for d in apart):
                out.append(q)
                break
    return out[:4]


class Face:
    """Convex, seen from above, with a height at each place."""

    def __init__(self, corners, owner):
        self.ring, self.owner = [p[:2] for p in corners], owner
        p = corners[0]
        q, r = next((q, r) for q, r in zip(corners[1:], corners[2:]) if exact.turn(p[:2], q[:2], r[:2]) != 0)
        u, v = [[b - a for a, b in zip(p, to)] for to in (q, r)]
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        a, b = -n[0] / n[2], -n[1] / n[2]
        self.height = (a, b, p[2] - a * p[0] - b * p[1])
        self.area = exact.doubled_area(self.ring) / 2
        self.box = [(min(w[k] for w in self.ring), max(w[k] for w in self.ring)) for k in (0, 1)]


def meets(f, t):
    return all(f.box[k][0] < t.box[k][1] and t.box[k][0] < f.box[k][1] for k in (0, 1))


def within(f, t, low, high):
    """R(f, t): where both are and t is more than low and less than high over f."""
    if not meets(f, t):
        return []
    over = [b - a for a, b in zip(f.height, t.height)]
    ring = exact.common_part(f.ring, t.ring)
    for line in ((over[0], over[1], over[2] - low), (-over[0], -over[1], high - over[2])):
        ring = ring and exact.clip(ring, line)
    return ring


def less(pieces, ring):
    """Convex pieces less a convex ring, in convex pieces."""
    out = []
    for piece in pieces:
        if not exact.common_part(piece, ring):
            out.append(piece)
            continue
        for p, q in zip(ring, ring[1:] + ring[:1]):
            outside = exact.clip(piece, exact.through(q, p)) if piece else []
            if outside:
                out.append(outside)
            piece = piece and exact.clip(piece, exact.through(p, q))
    return out


def area(pieces):
    return sum((exact.doubled_area(p) for p in pieces), Fraction(0)) / 2


def faces_of(navmesh, stance):
    up = navmesh["options"]["up"]
    return [Face([z_up([Fraction(v) for v in p], up) for p in f["vertices"]], c)
            for c, cell in enumerate(navmesh["cells"]) if cell["stance"] >= stance for f in cell["facets"]]


def true_components(navmesh, stance):
    """By cell of that stance or more, from 0 by the lowest cell."""
    mesh = Mesh()
    mesh.polygons = navmesh["cells"]
    mesh.links = [(p["a"], p["b"]) for p in navmesh["portals"] if p["stance"] >= stance]
    numbers, all_of_them = {}, mesh.components()
    return {c: numbers.setdefault(all_of_them[c], len(numbers)) for c, cell in enumerate(navmesh["cells"]) if cell["stance"] >= stance}


def narrow(corners, step):
    """Whether points fit between two parallel lines nearer to each other than the step."""
    lower, upper = [], []
    for p in sorted(set(corners)):
        for chain, sign in ((lower, 1), (upper, -1)):
            while len(chain) > 1 and sign * exact.turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
    hull = lower[:-1] + upper[:0:-1]
    return any(max(exact.turn(p, q, r) for r in hull) ** 2 < step ** 2 * sum((b - a) ** 2 for a, b in zip(p, q)) for p, q in zip(hull, hull[1:] + hull[:1]))


def figures(navmesh, mesh, stance, below, above, outer=None, step=0, sliver=0):
    """As the audit's JSON has them: {"area": {...}, "truth", "found", "lost", "spurious", "split", "merged", "areas": {(i, j): ...}}."""
    truth, of_truth, of_found = faces_of(navmesh, stance), true_components(navmesh, stance), mesh.components()
    found = []
    for corners, polygon in mesh.triangles:
        ring = [mesh.points[c] for c in corners]
        turn = exact.turn(*(p[:2] for p in ring))
        if turn != 0:
            found.append(Face(ring if turn > 0 else [ring[0], ring[2], ring[1]], polygon))
    areas, regions, left = defaultdict(Fraction), defaultdict(list), {}
    matched = defaultdict(Fraction)
    missing = Fraction(0)
    for f in truth:
        rest = [f.ring]
        for t in found:
            ring = within(f, t, -below, above)
            if ring:
                areas[of_truth[f.owner], of_found[t.owner]] += area([ring])
                regions[of_truth[f.owner], of_found[t.owner], f.owner, t.owner] += ring
                matched[id(t)] += area([ring])
                rest = less(rest, ring)
        missing += area(rest)
    overlap, excess, over_outer = Fraction(0), Fraction(0), set()
    for i, t in enumerate(found):
        rest = [t.ring]
        for earlier in found[:i]:
            ring = within(t, earlier, -below, above)
            rest = less(rest, ring) if ring else rest
        overlap += t.area - area(rest)
    bound = truth if outer is None else faces_of(outer, stance)
    for t in found:
        rest = [t.ring]
        for f in bound:
            ring = within(t, f, -above, below)
            if ring:
                over_outer.add(of_found[t.owner])
                rest = less(rest, ring)
        excess += area(rest)
    i_all, j_all = {of_truth[f.owner] for f in truth}, {of_found[t.owner] for t in found}
    slight = {key for key, a in areas.items() if a <= sliver or (step and all(narrow(r, step) for k, r in regions.items() if k[:2] == key))}

    def several(k):
        own = [key[k] for key in areas if key not in slight]
        return sorted({c for c in own if own.count(c) > 1})

    sums = {"truth": sum(f.area for f in truth), "found": sum(t.area for t in found), "matched": sum(matched.values()), "missing": missing, "excess": excess,
            "overlap": overlap, "outer": None if outer is None else sum(f.area for f in bound)}
    sums["covered"] = sums["truth"] - missing
    return {"area": sums, "truth": len(i_all), "found": len(j_all), "areas": dict(areas), "lost": sorted(i_all - {i for i, j in areas}),
            "spurious": sorted(j_all - {j for i, j in areas} - over_outer), "split": several(0), "merged": several(1)}


def faults(audit, navmesh, mesh, outer=None):
    """What of an audit's JSON is not so."""
    stance = 1 + [s["name"] for s in navmesh["options"]["stances"]].index(audit["stance"])
    sums = figures(navmesh, mesh, stance, *(Fraction(audit["window"][k]) for k in ("below", "above")), outer, Fraction(audit["grid"]["step"]),
                   Fraction(audit["components"].get("sliver", 0)))
    for what, value in sums["area"].items():
        told = audit["area"][what]
        if (told is None) != (value is None) or told is not None and (Fraction(told["exact"]) != value if told["exact"] else abs(told["approx"] - value) > 1e-9 * value):
            yield f"{what} is {value} and not {told}"
    told = {(a["truth"], a["found"]): a["area"] for a in audit["components"]["areas"]}
    if told.keys() != sums["areas"].keys():
        yield f"components have areas in common where {sorted(told.keys() ^ sums['areas'].keys())} say otherwise"
    for key in told.keys() & sums["areas"].keys():
        if told[key]["exact"] is not None and Fraction(told[key]["exact"]) != sums["areas"][key]:
            yield f"A of {key} is {sums['areas'][key]} and not {told[key]}"
    for what in ("truth", "found", "lost", "spurious", "split", "merged"):
        if audit["components"][what] != sums[what]:
            yield f"{what}: {sums[what]} and not {audit['components'][what]}"
    for what, count in (("polygons", len(mesh.polygons)), ("detail_triangles", None)):
        if count is not None and audit["navmesh"][what] != count:
            yield f"the mesh has {count} {what}"

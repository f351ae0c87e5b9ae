# SPDX-License-Identifier: GPL-3.0-or-later
"""Corruptions of parts of faces, welded polygons and walls."""
from exact import Fraction
from kinds import Case, after, at, behind_surface, kind, sample, shifted_number


@kind("part left out")
def remove_part(level, rng):
    for i, part in enumerate(level.certificate.parts):
        c = level.certificate.copy()
        del c.parts[i]
        for p in c.parts:
            if p[0] == part[0] and p[1] > part[1]:
                p[1] -= 1
        key = ("part", i) if i < len(c.parts) else ("weld", 0) if c.welds else ("surface", 0)
        case = at(c, *key)
        case.lines = (len(c.header) + 1, case.lines[1] + sum(p[0] == part[0] for p in c.parts) + 1)
        yield case


def parts_changed(level, change):
    """One part at a time changed by a function of (part, all parts of its face); the fault shows at the end of the face at the latest."""
    for i, part in enumerate(level.certificate.parts):
        c = level.certificate.copy()
        siblings = [p for p in c.parts if p[0] == part[0]]
        for altered in change(list(part), siblings):
            c.parts[i] = altered
            case = at(c, "part", i)
            # Crossings of the face that it is said to be of come before it.
            case.lines = (min(case.lines[0], level.certificate.lines_by_key()["part", i]), case.lines[1] + len(siblings))
            if not level.judge.is_true(c.text()):
                yield case


@kind("part that overlaps, or lies outside its face", most=60)
def move_part(level, rng):
    def change(part, siblings):
        others = {v for p in siblings for v in p[2:]}
        for k in range(2, len(part)):
            for v in sample(rng, range(len(level.judge.points)))[:8] + sorted(others):
                if v != part[k]:
                    yield part[:k] + [v] + part[k + 1:]
        for p in siblings:
            if p != part:
                yield part[:2] + p[2:]
    yield from parts_changed(level, change)


@kind("part that runs the other way, or is not convex", most=60)
def part_shape(level, rng):
    def change(part, siblings):
        yield part[:2] + part[:1:-1]
        yield part[:2] + part[2:] * 2
        yield part[:3]
        yield part[:4]
        for k in range(2, len(part)):
            yield part[:k] + part[k + 1:]
            yield part[:k] + part[k:k + 1] + part[k:]  # a corner twice
    yield from parts_changed(level, change)


@kind("part of another face, or with another number")
def part_name(level, rng):
    def change(part, siblings):
        yield [part[0], part[1] + 1, *part[2:]]
        yield [part[0] + 1, *part[1:]]
        yield [1000000000, *part[1:]]
    yield from parts_changed(level, change)


@kind("part of a face that needs none")
def foreign_part(level, rng):
    split = {p[0] for p in level.certificate.parts}
    for polygon in level.judge.polygons:
        if polygon.face not in split:
            c = level.certificate.copy()
            i = sum(p[0] < polygon.face for p in c.parts)
            c.parts.insert(i, [polygon.face, 0, *polygon.ring])
            yield after(c, "part", i)


@kind("Delaunay triangles with another diagonal", most=40)
def turn_diagonal(level, rng):
    points = level.judge.points

    def from_first(triangle):
        first = triangle.index(min(triangle, key=lambda v: points[v]))
        return triangle[first:] + triangle[:first]

    for face in sorted({p[0] for p in level.certificate.parts}):
        siblings = [p[2:] for p in level.certificate.parts if p[0] == face]
        if any(len(t) != 3 for t in siblings):
            continue
        for i, s in enumerate(siblings):
            for k, t in enumerate(siblings[:i]):
                for a, b, c in (s, s[1:] + s[:1], s[2:] + s[:2]):
                    if a not in t or b not in t:
                        continue
                    d = next(v for v in t if v not in (a, b))
                    turned = [r for n, r in enumerate(siblings) if n not in (i, k)] + [from_first([a, d, c]), from_first([d, b, c])]
                    turned.sort(key=lambda r: [points[v] for v in r])
                    changed = level.certificate.copy()
                    changed.parts = [p for p in changed.parts if p[0] < face] + [[face, n, *r] for n, r in enumerate(turned)] + [p for p in changed.parts if p[0] > face]
                    first = next(n for n, p in enumerate(changed.parts) if p[0] == face)
                    case = at(changed, "part", first)
                    case.lines = (case.lines[0], case.lines[1] + len(siblings))
                    if not level.judge.is_true(changed.text()):
                        yield case


def crossings_changed(level, change):
    """Certificates with other crossings, if these are false. The fault is in the changed line, where that was, or shows when the face ends."""
    for i, crossing in enumerate(level.certificate.crossings):
        for altered in change(i, list(crossing)):
            c = level.certificate.copy()
            c.crossings[i:i + 1] = altered
            if not level.judge.is_true(c.text()):
                lines = [level.certificate.lines_by_key()["crossing", i], c.lines_by_key().get(("crossing", i), 0)]
                siblings = sum(p[0] == crossing[0] for p in level.certificate.parts + level.certificate.crossings)
                yield Case(c.text(), (min(filter(None, lines)), max(lines) + siblings))


@kind("crossing left out, or twice")
def double_crossing(level, rng):
    yield from crossings_changed(level, lambda i, crossing: ([], [crossing] * 2))


@kind("crossing of other edges, or of none", most=60)
def cross_elsewhere(level, rng):
    def change(i, crossing):
        face, *ends = crossing
        points = sample(rng, range(len(level.judge.points)))[:10]
        for k in range(4):
            for v in points + [len(level.judge.points), 1 << 32]:
                yield [[face, *ends[:k], v, *ends[k + 1:]]]
        a, b, c, d = ends
        for other in ([b, a, c, d], [a, b, d, c], [a, b, a, b], [a, c, b, d], [a, b, c], [a, b, c, d, a], [a, b]):
            yield [[face, *other]]
    yield from crossings_changed(level, change)


@kind("crossing of another face", most=20)
def cross_in_other_face(level, rng):
    yield from crossings_changed(level, lambda i, c: ([[f, *c[1:]]] for f in (c[0] + 1, max(c[0] - 1, 0), 1000000000) if f != c[0]))


@kind("crossings exchanged")
def exchange_crossings(level, rng):
    for i in range(1, len(level.certificate.crossings)):
        c = level.certificate.copy()
        c.crossings[i - 1], c.crossings[i] = c.crossings[i], c.crossings[i - 1]
        yield Case(c.text(), (level.certificate.lines_by_key()["crossing", i - 1], c.lines_by_key()["crossing", i]))


@kind("crossing of a face that has none", most=20)
def foreign_crossing(level, rng):
    known = {crossing[0] for crossing in level.certificate.crossings}
    for polygon in sample(rng, level.judge.polygons):
        if polygon.face not in known:
            c = level.certificate.copy()
            i = sum(crossing[0] < polygon.face for crossing in c.crossings)
            c.crossings.insert(i, [polygon.face, *(polygon.ring * 2)[:4]])
            yield Case(c.text(), (len(c.header) + 1, c.lines_by_key()[("surface", 0)]))


@kind("face with crossings that is said to wind otherwise")
def drop_crossed(level, rng):
    """All of the face is left out, which bad-faces drop would allow if it did not wind once. Of the last face that is the only fault."""
    for face in sorted({crossing[0] for crossing in level.certificate.crossings}):
        c = level.certificate.copy()
        c.header = [["bad-faces", "drop"] if words[0] == "bad-faces" else words for words in c.header]
        c.crossings = [crossing for crossing in c.crossings if crossing[0] != face]
        c.parts = [p for p in c.parts if p[0] != face]
        c.surfaces = [s for s in c.surfaces if level.judge.polygons[s.number].face != face]
        yield Case(c.text(), (len(c.header) + 1, c.lines_by_key()[("surface", 0)]))


@kind("parts exchanged")
def exchange_parts(level, rng):
    for i in range(1, len(level.certificate.parts)):
        c = level.certificate.copy()
        c.parts[i - 1], c.parts[i] = c.parts[i], c.parts[i - 1]
        yield Case(c.text(), (level.certificate.lines_by_key()["part", i - 1], c.lines_by_key()["part", i - 1] + 1))


def welds_changed(level, change):
    for i, (members, outline) in enumerate(level.certificate.welds):
        for altered in change(list(members), list(outline)):
            c = level.certificate.copy()
            c.welds[i] = altered
            if not level.judge.is_true(c.text()):
                yield after(c, "weld", i)


@kind("weld with a member missing")
def weld_missing(level, rng):
    yield from welds_changed(level, lambda m, o: ((m[:k] + m[k + 1:], o) for k in range(len(m))))


@kind("weld with a foreign member", most=60)
def weld_foreign(level, rng):
    def change(members, outline):
        for p in level.judge.polygons:
            new = (p.face, p.part)
            for changed in ([*members, new], *(members[:k] + [new] + members[k + 1:] for k in range(len(members)))):
                if new not in members:
                    yield sorted(changed), outline
        yield members + members[-1:], outline
        yield [*members, (1000000000, 0)], outline
        yield [*members[:-1], (members[-1][0], 1)], outline
    yield from welds_changed(level, change)


@kind("weld with its members out of order")
def weld_order(level, rng):
    yield from welds_changed(level, lambda m, o: [(m[::-1], o)])


@kind("weld of polygons of two planes, or that face opposite ways")
def weld_of_two_planes(level, rng):
    polygons = level.judge.polygons
    for a in polygons:
        for b in polygons:
            if (a.face, a.part) >= (b.face, b.part) or len(set(a.ring) & set(b.ring)) < 2:
                continue
            c = level.certificate.copy()
            welded = {m for members, outline in c.welds for m in members}
            if {(a.face, a.part), (b.face, b.part)} & welded or (a.n, a.faces_up) == (b.n, b.faces_up):
                continue
            i = sum(members[0] < (a.face, a.part) for members, outline in c.welds)
            for outline in (a.ring + [v for v in b.ring if v not in a.ring], a.ring, b.ring):
                c.welds[i:i] = [([(a.face, a.part), (b.face, b.part)], outline)]
                yield at(c, "weld", i)
                del c.welds[i]


@kind("weld with another outline", most=60)
def weld_outline(level, rng):
    def change(members, outline):
        yield members, outline[::-1]
        yield members, outline * 2
        yield members, []
        yield members, outline[:2]
        for k in range(len(outline)):
            yield members, outline[:k] + outline[k + 1:]
            yield members, outline[:k + 1] + outline[k:]
            for v in range(len(level.judge.points)):
                yield members, outline[:k] + [v] + outline[k + 1:]
    yield from welds_changed(level, change)


@kind("weld left out, twice or exchanged")
def weld_records(level, rng):
    for i, (members, outline) in enumerate(level.certificate.welds):
        c = level.certificate.copy()
        c.welds.insert(i, c.welds[i])
        yield at(c, "weld", i + 1)
        if i > 0:
            c = level.certificate.copy()
            c.welds[i - 1], c.welds[i] = c.welds[i], c.welds[i - 1]
            yield at(c, "weld", i)
        number = next(n for n, p in enumerate(level.judge.polygons) if (p.face, p.part) == members[0])
        if number in level.judge.traversables():  # else only numbers of walls might change
            c = level.certificate.copy()
            del c.welds[i]
            case = at(c, "end")
            case.lines = (len(c.header), case.lines[1])
            yield case


def walls(level, rng):
    return sample(rng, [(i, k) for i, s in enumerate(level.certificate.surfaces) for k in range(len(s.walls))])


def wall_changed(level, i, k, change):
    c = level.certificate.copy()
    change(c.surfaces[i].walls, k)
    return c


@kind("wall left out")
def remove_wall(level, rng):
    for i, k in walls(level, rng):
        yield next_record(wall_changed(level, i, k, lambda w, k: w.pop(k)), i, k)


def next_record(c, i, k):
    """The fault shows in what now stands in the place of wall k of surface i, or behind it."""
    lines = c.lines_by_key()
    case = at(c, "end")
    first = lines.get(("wall", i, k)) or lines[behind_surface(c, i)]
    case.lines = (first, first)
    return case


@kind("wall twice, or two exchanged")
def double_wall(level, rng):
    for i, k in walls(level, rng):
        yield at(wall_changed(level, i, k, lambda w, k: w.insert(k, w[k])), "wall", i, k + 1)
        if k > 0:
            yield at(wall_changed(level, i, k, lambda w, k: w.insert(k - 1, w.pop(k))), "wall", i, k - 1)


@kind("wall moved by 2^-200 along or across itself", most=30)
def move_wall(level, rng):
    for i, k in walls(level, rng):
        for word in range(2, 6):
            def change(w, k):
                w[k] = w[k][:word] + [shifted_number(w[k][word], rng.choice((1, -1)))] + w[k][word + 1:]
            yield at(wall_changed(level, i, k, change), "wall", i, k)

        def turn(w, k):
            w[k] = w[k][:2] + w[k][4:] + w[k][2:4]
        yield at(wall_changed(level, i, k, turn), "wall", i, k)


@kind("wall with another stance")
def wall_stance(level, rng):
    for i, k in walls(level, rng):
        for stance in range(len(level.judge.heights) + 2):
            def change(w, k):
                w[k] = [w[k][0], str(stance), *w[k][2:]]
            if str(stance) != level.certificate.surfaces[i].walls[k][1]:
                yield at(wall_changed(level, i, k, change), "wall", i, k)


@kind("wall in two pieces")
def split_wall(level, rng):
    for i, k in walls(level, rng):
        for share in (Fraction(1, 2), Fraction(1, 3)):
            def change(w, k):
                x, y, u, v = map(Fraction, w[k][2:])
                middle = [str(x + share * (u - x)), str(y + share * (v - y))]
                w[k:k + 1] = [w[k][:4] + middle, w[k][:2] + middle + w[k][4:]]
            yield at(wall_changed(level, i, k, change), "wall", i, k)


@kind("two stretches of a wall as one")
def join_walls(level, rng):
    for i, k in walls(level, rng):
        w = level.certificate.surfaces[i].walls
        if k + 1 < len(w) and w[k][0] == w[k + 1][0]:
            for stance in {w[k][1], w[k + 1][1]}:
                def change(w, k):
                    w[k:k + 2] = [[w[k][0], stance, *w[k][2:4], *w[k + 1][4:]]]
                yield at(wall_changed(level, i, k, change), "wall", i, k)


@kind("wall of a polygon that stops nobody")
def wall_of_none(level, rng):
    for i, k in walls(level, rng):
        for v in range(len(level.judge.polygons) + 1):
            def change(w, k):
                w[k] = [str(v), *w[k][1:]]
            if str(v) != level.certificate.surfaces[i].walls[k][0]:
                yield at(wall_changed(level, i, k, change), "wall", i, k)
    for i, s in sample(rng, enumerate(level.certificate.surfaces)):
        for v in range(len(level.judge.polygons)):
            (x, y), (u, t) = sorted(level.judge.polygons[v].plan[:2])
            c = level.certificate.copy()
            c.surfaces[i].walls.append([str(v), "0", *map(str, (x, y, u, t))])
            yield at(c, "wall", i, len(c.surfaces[i].walls) - 1)

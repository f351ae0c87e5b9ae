# SPDX-License-Identifier: GPL-3.0-or-later
"""Corruptions of portals. Of welds, welds.py says what holds."""
import portals
import welds
from exact import Fraction
from kinds import Case, after, at, kind, sample, shifted_number


def near(level):
    """The numbers of flush and step portals."""
    return [i for i, p in enumerate(level.certificate.portals) if p[0] != "weld"]


def weld_numbers(level):
    return [i for i, p in enumerate(level.certificate.portals) if p[0] == "weld"]


def changed(level, i, *records):
    """A copy with other records in the place of portal i."""
    c = level.certificate.copy()
    c.portals[i:i + 1] = records
    return c


def next_record(c, i):
    """The fault shows in what now stands in the place of portal i."""
    return at(c, "portal", i) if i < len(c.portals) else at(c, "end")


def with_words(record, changes):
    return [changes.get(w, word) for w, word in enumerate(record)]


@kind("portal left out")
def remove_portal(level, rng):
    for i in sample(rng, near(level)):
        yield next_record(changed(level, i), i)


@kind("weld left out")
def remove_weld(level, rng):
    for i in sample(rng, weld_numbers(level)):
        yield among_welds(level, changed(level, i), i)


def among_welds(level, c, i):
    """The fault is among the welds from the cell of what was weld i, or shows when they end."""
    lines, cell = c.lines_by_key(), level.certificate.portals[i][2]
    same = [k for k, p in enumerate(c.portals) if p[0] == "weld" and p[2] == cell]
    last = max(same, default=i - 1) + 1
    line = lambda k: lines["portal", k] if k < len(c.portals) else lines["end",]
    return Case(c.text(), (line(min(i, last)), line(last)))


@kind("all welds left out")
def remove_welds(level, rng):
    if weld_numbers(level):
        c = level.certificate.copy()
        c.portals = [c.portals[i] for i in near(level)]
        yield at(c, "end")


@kind("all portals left out")
def remove_all(level, rng):
    if near(level):
        c = level.certificate.copy()
        c.portals = [c.portals[i] for i in weld_numbers(level)]
        yield next_record(c, 0)


@kind("portal twice, or two exchanged", most=20)
def double_portal(level, rng):
    c = level.certificate
    for i in sample(rng, range(len(c.portals))):
        yield at(changed(level, i, c.portals[i], c.portals[i]), "portal", i + 1)
        if i > 0:
            case = level.certificate.copy()
            case.portals[i - 1:i + 1] = case.portals[i - 1:i + 1][::-1]
            lines = case.lines_by_key()
            yield Case(case.text(), (lines["portal", i - 1], lines["portal", i]))


@kind("portal of another kind", most=20)
def portal_kind(level, rng):
    for i in sample(rng, range(len(level.certificate.portals))):
        p = level.certificate.portals[i]
        for name in {"flush", "step", "weld", "Flush", "wall"} - {p[0]}:
            yield at(changed(level, i, [name, *p[1:]]), "portal", i)
        if p[0] != "weld":
            yield at(changed(level, i, ["weld", *p[1:], ":", *p[4:]]), "portal", i)
        else:
            yield at(changed(level, i, ["flush", *p[1:8]]), "portal", i)


@kind("portal for another stance", most=30)
def portal_stance(level, rng):
    for i in sample(rng, range(len(level.certificate.portals))):
        p = level.certificate.portals[i]
        for stance in map(str, range(len(level.judge.heights) + 2)):
            if stance != p[1]:
                yield at(changed(level, i, [p[0], stance, *p[2:]]), "portal", i)


@kind("portal between other cells", most=40)
def portal_cells(level, rng):
    number = sum(len(s.cells) for s in level.certificate.surfaces)
    for i in sample(rng, range(len(level.certificate.portals))):
        p = level.certificate.portals[i]
        yield at(changed(level, i, [*p[:2], p[3], p[2], *p[4:]]), "portal", i)
        for w in (2, 3):
            for cell in (str(rng.randrange(number)), str(number), "4294967295"):
                c = changed(level, i, with_words(p, {w: cell}))
                if cell != p[w]:
                    yield at(c, "portal", i)


@kind("portal moved by 2^-200 along or across itself", most=40)
def move_portal(level, rng):
    for i in sample(rng, range(len(level.certificate.portals))):
        p = level.certificate.portals[i]
        for w in [4, 5, 6, 7] + ([9, 10, 11, 12] if p[0] == "weld" else []):
            yield at(changed(level, i, with_words(p, {w: shifted_number(p[w], rng.choice((1, -1)))})), "portal", i)


@kind("portal with its ends exchanged")
def turn_portal(level, rng):
    for i in sample(rng, range(len(level.certificate.portals))):
        p = level.certificate.portals[i]
        yield at(changed(level, i, [*p[:4], *p[6:8], *p[4:6], *p[8:]]), "portal", i)
        if p[0] == "weld":
            yield at(changed(level, i, [*p[:9], *p[11:], *p[9:11]]), "portal", i)
            yield at(changed(level, i, [*p[:4], *p[9:], ":", *p[4:8]]), "portal", i)  # from the far side: other cells

def middle(p, w, share):
    (x, y), (u, v) = ((Fraction(p[w]), Fraction(p[w + 1])), (Fraction(p[w + 2]), Fraction(p[w + 3])))
    return [str(x + share * (u - x)), str(y + share * (v - y))]


@kind("portal in two pieces, or shortened")
def split_portal(level, rng):
    judge = held(level)
    for i in sample(rng, range(len(level.certificate.portals))):
        p = level.certificate.portals[i]
        for share in (Fraction(1, 2), Fraction(1, 3), 1 - Fraction(1, 1 << 62)):
            there, across = middle(p, 4, share), [":", *middle(p, 9, share)] if p[0] == "weld" else []
            pieces = [*p[:6], *there, *across[:1], *p[9:11], *across[1:]], [*p[:4], *there, *p[6:8], *across, *p[11:]]
            yield at(changed(level, i, *pieces), "portal", i)
            for piece in pieces:
                if p[0] != "weld" or not judge.holds(piece[1:]):  # a rounded end may be rounded more
                    yield at(changed(level, i, piece), "portal", i)


@kind("two stretches of a portal as one")
def join_portals(level, rng):
    for i in near(level)[:-1]:
        p, q = level.certificate.portals[i:i + 2]
        if p[0] == q[0] and p[2:4] == q[2:4]:
            for stance in {p[1], q[1]}:
                c = level.certificate.copy()
                c.portals[i:i + 2] = [[p[0], stance, *p[2:6], *q[6:]]]
                yield at(c, "portal", i)


def insert(level, record):
    """With one more flush or step portal, in its place."""
    c = level.certificate.copy()
    i = sum(p[0] != "weld" and (int(p[2]), int(p[3])) <= (int(record[2]), int(record[3])) for p in c.portals)
    c.portals.insert(i, record)
    return at(c, "portal", i)


@kind("portal between cells that share no stretch", most=20)
def portal_of_strangers(level, rng):
    listed = {(p[2], p[3]) for p in level.certificate.portals}
    sides = portals.sides_of(level.judge, level.certificate)
    for s in sample(rng, sides):
        for r in sample(rng, sides)[:4]:
            if s.cell < r.cell and (str(s.cell), str(r.cell)) not in listed:
                ends = list(map(str, (*min(s.p, s.q), *max(s.p, s.q))))
                for name in ("flush", "step"):
                    yield insert(level, [name, "1", str(s.cell), str(r.cell), *ends])


@kind("portal through a wall, over too high a step or between cells that touch in a point", most=30)
def portal_of_neighbours(level, rng):
    listed = {(p[2], p[3]) for p in level.certificate.portals}
    sides = portals.sides_of(level.judge, level.certificate)
    for line, group in portals.by_line(sides, lambda s: (s.p, s.q)).items():
        for s in group:
            for r in group:
                low, high = max(min(s.p, s.q), min(r.p, r.q)), min(max(s.p, s.q), max(r.p, r.q))
                if s.cell >= r.cell or (s.p < s.q) == (r.p < r.q) or low > high or (str(s.cell), str(r.cell)) in listed:
                    continue
                for name in ("flush", "step"):
                    yield insert(level, [name, "1", str(s.cell), str(r.cell), *map(str, (*low, *high))])


@kind("cells of one polygon exchanged, portals as before")
def exchange_cells(level, rng):
    for i, s in sample(rng, enumerate(level.certificate.surfaces)):
        if len(s.cells) < 2:
            continue
        k, m = rng.sample(range(len(s.cells)), 2)
        c = level.certificate.copy()
        c.surfaces[i].cells[k], c.surfaces[i].cells[m] = c.surfaces[i].cells[m], c.surfaces[i].cells[k]
        if portals.flush_and_steps(level.judge, c) != [p for p in c.portals if p[0] != "weld"]:
            lines = c.lines_by_key()
            yield Case(c.text(), (lines["surface", i], lines["end",]))


def held(level):
    own = [p for p in level.certificate.portals if p[0] != "weld"]
    return welds.Welds(level.judge, level.certificate, own)


@kind("welds that overlap", most=20)
def overlapping_welds(level, rng):
    for i in sample(rng, weld_numbers(level)):
        p = level.certificate.portals[i]
        shorter = [*p[:6], *middle(p, 4, Fraction(1, 2)), ":", *p[9:11], *middle(p, 9, Fraction(1, 2))]
        yield at(changed(level, i, shorter, p), "portal", i)
        for stance in range(1, int(p[1])):
            yield at(changed(level, i, [p[0], str(stance), *shorter[2:]], p), "portal", i)


@kind("weld beyond its cells, its reach or its border", most=30)
def stretch_weld(level, rng):
    judge = held(level)
    for i in sample(rng, weld_numbers(level)):
        p = level.certificate.portals[i]
        for share in (Fraction(-1, 1 << 100), Fraction(-1, 2), Fraction(3, 2), 1 + Fraction(1, 1 << 100)):
            first = share < 0
            new = [*p[:4], *middle(p, 4, share), *p[6:9], *middle(p, 9, share), *p[11:]] if first else \
                [*p[:6], *middle(p, 4, share), ":", *p[9:11], *middle(p, 9, share)]
            if not judge.holds(new[1:]):  # a rounded end may be rounded less
                yield at(changed(level, i, new), "portal", i)


@kind("weld that is too wide or too high, faces no border, or has something in its way", most=60)
def no_weld(level, rng):
    judge = held(level)
    if judge.width == 0:
        return
    for s in sample(rng, judge.sides):
        for r in sample(rng, judge.sides):
            record = judge_pair(s, r)
            if record is None or judge.holds(record):
                continue
            c = level.certificate.copy()
            key = (int(record[1]), int(record[2]), [Fraction(w) for w in record[3:7]])
            i = len(near(level)) + sum((int(c.portals[k][2]), int(c.portals[k][3]), [Fraction(w) for w in c.portals[k][4:8]]) < key for k in weld_numbers(level))
            c.portals.insert(i, ["weld", *record])
            yield after(c, "portal", i)


def judge_pair(s, r):
    """The perpendiculars of one side that end on another, whatever is between them, as words behind 'weld'; None if there are none."""
    near = welds.Near(s)
    if s is r or near.uv(r.p)[0] == near.uv(r.q)[0]:
        return None
    seen = welds.Seen(near, r)
    ends = max(seen.low, Fraction(0)), min(seen.high, Fraction(1))
    if ends[0] >= ends[1] or min(map(seen.v, ends)) < 0 or not any(map(seen.v, ends)):
        return None
    pairs = sorted((near.at(u), near.at(u, seen.v(u))) for u in ends)
    on_s, on_r = ([str(c) for pair in pairs for c in pair[k]] for k in (0, 1))
    return [str(min(s.stance, r.stance)), str(s.cell), str(r.cell), *on_s, ":", *on_r]


@kind("weld where the certificate allows none")
def weld_without_reach(level, rng):
    for i in sample(rng, weld_numbers(level)):
        c = level.certificate.copy()
        c.option("weld")[1] = "0"
        yield at(c, "portal", weld_numbers(level)[0])
        return


@kind("weld before the last step or flush portal")
def early_weld(level, rng):
    if near(level):
        for i in sample(rng, weld_numbers(level)):
            c = level.certificate.copy()
            c.portals.insert(near(level)[-1], c.portals.pop(i))
            yield at(c, "portal", near(level)[-1])

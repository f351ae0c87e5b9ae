#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Variants of levels that rounding, a radius or a stance decides about: ramp45 and bake_radius_takes_all, drawn anew.

  warning_variants.py PLUMB [--only KIND] [--count 50] [--seed 1] [--spoil]    exit status 1 if anything is not so

Problem. Ramps as steep as the limit vanished without a word where rounding made them steeper, and so did floor below
ceilings, and steps; a radius that is too large left nothing, and nobody said which one would leave something.
Steps. A level is drawn from decimals, and each decimal is rounded here to the nearest double or float, as a fraction.
From these follow, without the program, which side of the limit each thing is on, whether it is within 2^-40 of it, all
areas, and the greatest radius or height that leaves something:
- slope: ramps whose rise is their run in decimals, or a little more or less, at 45 degrees or at a ratio;
- headroom: ceilings as high as a stance in decimals, or a little more or less, level or tilted with their floor;
- step: two floors side by side whose heights differ by the step in decimals, or by a little more or less;
- radius: rectangles, also turned ones, whose half width is what a radius may be. Along a turned side the program's
  polygon of 16 tangents reaches up to 1 / cos(pi/16 + 2^-8) of the radius;
- height: ceilings all over the floors, level or tilted, of which none is as high as a stance;
- open: bodies none of which is closed, with a number of open edges that follows from what was done to them.
Each is baked once. Warnings, areas, components and numbers in texts are as computed. --spoil: what is expected is
spoiled, and the exit status is 1 if a kind does not notice."""
import collections
import json
import math
import re
import subprocess
import sys
from fractions import Fraction

import variants

NEAR = 1 + Fraction(1, 2 ** 40)
DIGITS = {"double": 53, "float": 24}


class Variants:
    def __init__(self, args, folder):
        self.plumb, self.folder, self.spoil = str(args.plumb.resolve()), folder, args.spoil
        self.faults, self.counts = collections.Counter(), collections.Counter()

    def expect(self, kind, holds, story):
        """Whether something holds, which it must not where it is spoiled."""
        if not holds:
            self.faults[kind] += 1
            if not self.spoil:
                print(f"FAILED: {kind}: {story}\n{(self.folder / 'level.obj').read_text()}")
        return holds

    def bake(self, level, *options):
        """The report, and texts of warnings by code."""
        (self.folder / "level.obj").write_text(level)
        words = [self.plumb, "bake", "level.obj", "--up", "z", "--exact-digits", "0", "--report", "r.json", *options]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{words}: {done.stderr}\n{level}")
        report = json.loads((self.folder / "r.json").read_text())
        warnings = {w["code"]: w["text"] for w in report["warnings"]}
        return report, warnings


def nearest(text, numbers):
    """What a decimal means: itself, or the nearest number of so many binary digits, ties to even."""
    value = Fraction(text)
    if numbers == "decimal" or value == 0:
        return value
    exponent = abs(value.numerator).bit_length() - value.denominator.bit_length() - DIGITS[numbers] - 1
    while abs(value) >= Fraction(2) ** (exponent + DIGITS[numbers]):
        exponent += 1
    return round(value / Fraction(2) ** exponent) * Fraction(2) ** exponent


def text_of(value):
    """A decimal, all of it."""
    for places in range(60):
        scaled = value * 10 ** places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            return ("-" if value < 0 else "") + (digits[:-places] + "." + digits[-places:] if places else digits)
    raise ValueError(value)


def drawn(draw, low, high, places):
    """A decimal between two, of so many digits behind the point."""
    return Fraction(draw.randint(int(low * 10 ** places), int(high * 10 ** places)), 10 ** places)


def off(draw):
    """By which factor something misses a limit: mostly by nothing in decimals, else by more or less than 2^-40."""
    return draw.choice([0, 0, 0, 0, 1, -1]) * draw.choice([Fraction(1, 10 ** 14), Fraction(1, 10 ** 13), Fraction(1, 10 ** 9), Fraction(1, 100)])


def face(corners):
    return "".join("v " + " ".join(map(text_of, c)) + "\n" for c in corners) + f"f {' '.join(str(k - len(corners)) for k in range(len(corners)))}\n"


def exact(area):
    return Fraction(area["exact"])


def says(pattern, text, sizes):
    """Whether a text has these sizes, which it rounds to six digits."""
    found = re.search(pattern, text)
    return found is not None and all(abs(Fraction(a) - b) <= abs(b) / 10 ** 5 for a, b in zip(found.groups(), sizes))


def with_fault(v, values):
    """Spoiled sizes are another ten thousandth."""
    return [x * (1 + Fraction(v.spoil, 10 ** 4)) + (Fraction(1) if v.spoil and x == 0 else 0) for x in values]


def near_warning(v, kind, number, warnings, pattern, lost, kept, story):
    """A warning is there if something is lost, with both sizes; and none of the other two."""
    codes = {"slope": "near_slope", "headroom": "near_headroom", "step": "near_step"}
    told = [code for code in codes.values() if code in warnings]
    v.counts[f"{kind}: {'told' if lost else 'nothing lost'}"] += 1
    wanted = [codes[kind]] if lost else []
    v.expect(kind, (told == wanted) != (v.spoil and number % 2 == 0), f"{number}: {told}, not {wanted}; {story}")
    if lost and told == wanted:
        text = warnings[codes[kind]]
        v.expect(kind, says(pattern, text, with_fault(v, [lost, kept])), f"{number}: not {float(lost)} and {float(kept)}: {text}; {story}")


def slope_variant(v, draw, number):
    numbers = draw.choice(["double", "double", "double", "float", "decimal"])
    limit, words = draw.choice([(Fraction(1), ["--slope", "45"]), (Fraction(1, 2), ["--slope-ratio", "1/2"]),
                                (Fraction(7, 5), ["--slope-ratio", "7/5"]),
                                (Fraction(3, 10), ["--slope-ratio", "0.3"])])
    level, lost, kept, area = "", Fraction(0), Fraction(0), Fraction(0)
    y = Fraction(0)
    for _ in range(draw.randint(1, 5)):
        places = draw.choice([1, 1, 2, 3])
        x, z, run, depth = drawn(draw, -3, 3, places), drawn(draw, -3, 3, places), drawn(draw, 0.2, 3, places), drawn(draw, 0.2, 3, places)
        rise = run * limit * (1 + off(draw)) * draw.choice([1, -1])
        level += face([(x, y, z), (x + run, y, z + rise), (x + run, y + depth, z + rise), (x, y + depth, z)])
        means = [nearest(text_of(a), numbers) for a in (x, x + run, z, z + rise, y, y + depth)]
        tangent = abs(means[3] - means[2]) / (means[1] - means[0])
        size = (means[1] - means[0]) * (means[5] - means[4])
        area += size if tangent <= limit else 0
        lost += size if limit < tangent <= limit * NEAR else 0
        kept += size if tangent <= limit < tangent * NEAR else 0
        y += depth + 7
    report, warnings = v.bake(level, *words, "--stance", "s=0.5", "--numbers", numbers)
    pattern = r"^polygons of area (\S+) are steeper than \S+ \S+, and polygons of area (\S+) are not,"
    near_warning(v, "slope", number, warnings, pattern, lost, kept, f"{words} {numbers}")
    v.expect("slope", exact(report["area"]["traversable"]) == with_fault(v, [area])[0],
             f"{number}: {report['area']['traversable']}, not {area}; {words} {numbers}")


def headroom_variant(v, draw, number):
    numbers = draw.choice(["double", "double", "double", "float", "decimal"])
    stances = [("low", drawn(draw, 0.3, 1, 2)), ("high", drawn(draw, 1.1, 2.5, 1))][draw.randint(0, 1):]
    level, lost, kept, areas = "", [Fraction(0)] * 2, [Fraction(0)] * 2, collections.Counter()
    x = Fraction(0)
    for _ in range(draw.randint(1, 4)):
        while True:
            floor = drawn(draw, -4, 4, draw.choice([1, 2]))
            height = draw.choice(stances)[1] * (1 + off(draw))
            width, depth, tilt = drawn(draw, 1, 4, 1), drawn(draw, 1, 4, 1), draw.choice([0, 0, Fraction(1, 4), Fraction(1, 5)])
            plan = [(x, Fraction(0)), (x + width, Fraction(0)), (x + width, depth)]
            if not tilt:
                plan.append((x, depth))
            tops = [floor + height + tilt * (p - x) for p, _ in plan]
            heights = [floor + tilt * (p - x) for p, _ in plan]
            clearances = [nearest(text_of(t), numbers) - nearest(text_of(h), numbers) for t, h in zip(tops, heights)]
            # All of a ceiling is on one side of all limits: those of triangles are linear between their corners.
            sides = {tuple((c < h, c * NEAR < h, c < h * NEAR) for _, h in stances) for c in clearances}
            if len(sides) == 1:
                break
        level += face([(*p, h) for p, h in zip(plan, heights)]) + face([(*p, t) for p, t in zip(plan, tops)][::-1])
        means = [nearest(text_of(a), numbers) for a in (x, x + width, depth)]
        size = (means[1] - means[0]) * means[2] / (2 if tilt else 1)
        fits = [name for name, h in stances if clearances[0] >= h]
        areas[fits[-1] if fits else "blocked"] += size
        for s, (_, h) in enumerate(stances):
            lost[s] += size if clearances[0] < h <= clearances[0] * NEAR else 0
            kept[s] += size if h <= clearances[0] < h * NEAR else 0
        x += width + 7
        v.counts["headroom: tilted, and lost or kept"] += tilt != 0 and any(lost + kept)
    words = [w for name, h in stances for w in ("--stance", f"{name}={text_of(h)}")]
    report, warnings = v.bake(level, *words, "--numbers", numbers, "--sides", "up")
    told = [s for s in range(len(stances)) if lost[s]]
    for s in told or [0]:
        pattern = rf"floor of area (\S+) lacks headroom for stance {stances[s][0]} \(\S+\), and floor of area (\S+) has it[,;]"
        near_warning(v, "headroom", number, warnings, pattern, lost[s], kept[s], f"{words} {numbers}")
    found = {"blocked": exact(report["area"]["blocked"]), **{s["name"]: exact(s["area"]) for s in report["area"]["stances"]}}
    wanted = {name: with_fault(v, [areas[name]])[0] for name in found}
    v.expect("headroom", found == wanted, f"{number}: areas {found}, not {wanted}; {words} {numbers}")


def step_variant(v, draw, number):
    numbers = draw.choice(["double", "double", "double", "float", "decimal"])
    step = drawn(draw, 0.1, 0.9, draw.choice([1, 2]))
    level, lost, kept, joined, pairs = "", Fraction(0), Fraction(0), 0, draw.randint(1, 4)
    x = Fraction(0)
    for _ in range(pairs):
        low, height, depth = drawn(draw, -4, 4, draw.choice([1, 2])), step * (1 + off(draw)), drawn(draw, 1, 4, 1)
        low, high = (low, low + height) if draw.random() < 0.5 else (low + height, low)
        level += face([(x, 0, low), (x + 2, 0, low), (x + 2, depth, low), (x, depth, low)]) + face([(x + 2, 0, high), (x + 5, 0, high),
                                                                                                    (x + 5, depth, high), (x + 2, depth, high)])
        means = [nearest(text_of(a), numbers) for a in (low, high, depth)]
        rise = abs(means[1] - means[0])
        joined += rise <= step
        lost += means[2] if step < rise < step * NEAR else 0
        kept += means[2] if rise <= step < rise * NEAR else 0
        x += 20
    report, warnings = v.bake(level, "--step", text_of(step), "--numbers", numbers)
    near_warning(v, "step", number, warnings, r"^risers of length (\S+) are higher than --step \S+, and risers of length (\S+) are not,", lost, kept,
                 f"{step} {numbers}")
    components = 2 * pairs - joined + v.spoil
    v.expect("step", report["graph"]["components"] == [components],
             f"{number}: {report['graph']['components']} components, not {components}; {step} {numbers}")


def digits_of(value):
    """How many digits a decimal has, without zeros at its ends."""
    return len(text_of(value).replace(".", "").replace("-", "").strip("0"))


def bracket(v, kind, number, warnings, what, given, least, most, story):
    """The one warning names the greatest that leaves something, which is from least to most.

    It is one number, or two that are near each other and have few digits."""
    text = warnings.get("nothing_fits", "")
    found = re.search(rf"the greatest {what} that leaves something is (?:(\S+) or more, and )?(?:below )?([^\s;]+)(?:; if the .*)?$", text)
    if not v.expect(kind, found is not None and list(warnings) == ["nothing_fits"], f"{number}: {warnings}; {story}"):
        return
    some, none = (Fraction(w) if w else None for w in found.groups())
    if some is None:
        v.counts[f"{kind}: one number"] += 1
        v.expect(kind, least == most == none != given and "below" not in text, f"{number}: {text}, not from {float(least)} to {float(most)}; {story}")
        return
    v.counts[f"{kind}: two numbers"] += 1
    v.expect(kind, some <= most and least <= none and none - some <= none / 200,
             f"{number}: {text}, not from {float(least)} to {float(most)}; {story}")
    v.expect(kind, digits_of(some) <= 4 and (none == given or digits_of(none) <= 4), f"{number}: more than four digits: {text}; {story}")


def radius_variant(v, draw, number):
    bound, turned = draw.choice(["inner", "inner", "outer"]), draw.random() < 0.4
    level, x, sizes = "", Fraction(0), []
    for _ in range(draw.randint(1, 4)):
        a, b = drawn(draw, 0.2, 6, 2), drawn(draw, 0.2, 6, 2)
        corners = [(0, 0), (a, 0), (a, b), (0, b)]
        c, s = (Fraction(3, 5), Fraction(4, 5)) if turned else (1, 0)
        level += face([(x + c * p - s * q, s * p + c * q, Fraction(0)) for p, q in corners])
        sizes.append((a, b))
        x += 100
    half = max(min(size) for size in sizes) / 2
    given = half * draw.choice([1, 1, 1 + Fraction(1, 100), Fraction(3, 2), 20, 1 - Fraction(1, 10), Fraction(1, 2)])
    report, warnings = v.bake(level, "--radius", text_of(given), "--numbers", "decimal", "--clearance", bound)
    more = Fraction(math.cos(math.pi / 16 + 2 ** -8)).limit_denominator(10 ** 9) if turned else Fraction(1)
    # The polygon of tangents reaches as far as the radius or farther, the polygon of points as far or less.
    least, most = (half * more, half) if bound == "inner" else (half, half / more)
    story = f"--radius {text_of(given)}, {bound}{', turned' if turned else ''}"
    if given >= most:
        v.counts["radius: nothing left"] += 1
        low, high = (2 * most, 3 * most) if v.spoil else (least, most)
        bracket(v, "radius", number, warnings, "radius", given, low, high, story)
        return
    v.counts["radius: something left"] += 1
    v.expect("radius", ("nothing_fits" in warnings) == v.spoil, f"{number}: {warnings}; {story}")
    area = sum(max(a - 2 * given, 0) * max(b - 2 * given, 0) for a, b in sizes)
    if not turned:
        found = exact(report["area"]["stances"][0]["area"])
        v.expect("radius", found == with_fault(v, [area])[0], f"{number}: area {found}, not {area}; {story}")


def height_variant(v, draw, number):
    """Ceilings that face down, all over floors; one may be tilted along its floor."""
    level, x, most, tilted, lowest = "", Fraction(0), Fraction(0), False, draw.random() < 0.3
    for _ in range(draw.randint(1, 4)):
        a, b, ends = drawn(draw, 1, 6, 1), drawn(draw, 1, 6, 1), [drawn(draw, 0.6, 3, 2)] * 2
        if draw.random() < 0.3:
            ends[1] = drawn(draw, 0.6, 3, 2)
        plan = [(x, Fraction(0)), (x + a, Fraction(0)), (x + a, b), (x, b)]
        level += face([(*p, Fraction(0)) for p in plan]) + face([(*p, ends[p[0] > x]) for p in plan][::-1])
        if max(ends) > most or (max(ends) == most and ends[0] == ends[1]):
            most, tilted = max(ends), ends[0] != ends[1]
        x += 100
    # At just the height of a level ceiling something is left; of a tilted one a line, which is nothing.
    given = most * draw.choice([1, 1, 1 + Fraction(1, 1000), Fraction(3, 2), 10]) if draw.random() < 0.8 else most * Fraction(9, 10)
    words = (["--stance", "low=0.5"] if lowest else []) + ["--stance", f"s={text_of(given)}"]
    _, warnings = v.bake(level, *words, "--sides", "up", "--numbers", "decimal", "--slope", "60")
    warnings = {code: text for code, text in warnings.items() if code in ("nothing_fits", "low_stance", "high_stance")}
    if given > most or (given == most and tilted):
        v.counts["height: nothing left"] += 1
        wanted = most * (2 if v.spoil else 1)
        bracket(v, "height", number, warnings, "height", given, wanted, wanted, f"{words}")
        said = f"nothing has headroom for stance s ({text_of(given)})"
        v.expect("height", warnings.get("nothing_fits", said).startswith(said), f"{number}: {warnings}; {words}")
    else:
        v.counts["height: something left"] += 1
        v.expect("height", ("nothing_fits" in warnings) == v.spoil, f"{number}: {warnings}; {words}")


def prism(draw, sides, at):
    """Corners, and faces that look outward: the bottom, the lid, and the sides in order."""
    turn = [(Fraction(round(1000 * math.cos(2 * math.pi * k / sides)), 100), Fraction(round(1000 * math.sin(2 * math.pi * k / sides)), 100))
            for k in range(sides)]
    high = drawn(draw, 0.5, 3, 2)
    corners = [(at + p, q, Fraction(0)) for p, q in turn] + [(at + p, q, high) for p, q in turn]
    faces = [list(range(sides))[::-1], list(range(sides, 2 * sides))]
    faces += [[k, (k + 1) % sides, sides + (k + 1) % sides, sides + k] for k in range(sides)]
    return corners, faces


def open_variant(v, draw, number):
    corners, faces, count, closed = [], [], 0, draw.random() < 0.1
    for body in range(draw.randint(1, 3)):
        sides = draw.randint(3, 7)
        of_body, around = prism(draw, sides, Fraction(100 * body))
        way = draw.choice(["no lid", "no side", "no two sides", "a lid turned", "a side turned", "sheet", "two lids", "inside out and no lid"])
        if closed and body == 0:
            way = "closed"
        if way in ("no lid", "inside out and no lid"):
            del around[1]
        elif way == "no side":
            del around[2 + draw.randrange(sides)]
        elif way == "no two sides":  # beside each other: no face has the edge between them
            k = draw.randrange(sides - 1)
            del around[2 + k:4 + k]
        elif way == "a lid turned":
            around[1].reverse()
        elif way == "a side turned":
            around[2 + draw.randrange(sides)].reverse()
        elif way == "sheet":
            del around[1:]
        elif way == "two lids":
            around.append(list(around[1]))
        if way.startswith("inside out"):
            around = [f[::-1] for f in around]
        count += {"no lid": sides, "inside out and no lid": sides, "no side": 4, "no two sides": 6, "a lid turned": sides, "a side turned": 4,
                  "sheet": sides, "two lids": sides,
                  "closed": 0}[way]
        draw.shuffle(around)
        faces += [[len(corners) + k for k in f] for f in around]
        corners += of_body
        v.counts[f"open: {way}"] += 1
    begins = [draw.randrange(len(f)) for f in faces]
    order = [f[k:] + f[:k] for f, k in zip(faces, begins)]
    level = "".join("v " + " ".join(map(text_of, c)) + "\n" for c in corners) + "".join("f " + " ".join(str(k + 1) for k in f) + "\n" for f in order)
    report, _ = v.bake(level, "--solids", "closed", "--numbers", "decimal")
    told = report.get("open_edges")
    if closed:
        v.expect("open", (told is None) != v.spoil, f"{number}: {told}, and one body is closed")
        return
    # Edges that are walked more often one way than the other, by the lowest face that has them.
    balance, lowest = collections.Counter(), {}
    for f, corners_of in enumerate(faces):
        for a, b in zip(corners_of, corners_of[1:] + corners_of[:1]):
            edge = tuple(sorted((corners[a], corners[b])))
            balance[edge] += 1 if corners[a] < corners[b] else -1
            lowest.setdefault(edge, f)
    edges = {edge: lowest[edge] for edge, b in balance.items() if b}
    if len(edges) != count:
        sys.exit(f"{number}: {len(edges)} open edges, and {count} by what was done")
    count += v.spoil
    if not v.expect("open", told is not None and told["count"] == count, f"{number}: {told}, not {count}"):
        return
    places = [(p["face"], tuple(sorted(tuple(map(Fraction, p[end])) for end in ("from", "to")))) for p in told["places"]]
    v.expect("open", len({*places}) == min(3, count) and all(edges.get(edge) == f for f, edge in places), f"{number}: places {told['places']}")
    v.expect("open", sorted(f for f, _ in places) == sorted(edges.values())[:len(places)], f"{number}: not the first places: {told['places']}")
    done = subprocess.run([v.plumb, "bake", "level.obj", "--up", "z", "--solids", "closed", "--numbers", "decimal"], cwd=v.folder,
                          capture_output=True, text=True)
    line = next(line for line in done.stdout.splitlines() if line.startswith("Closed components: "))
    v.expect("open", f"none; {count} edges are open," in line and len(re.findall(r"\bface \d+", line)) == len(places), f"{number}: {line}")


KINDS = {"slope": slope_variant, "headroom": headroom_variant, "step": step_variant, "radius": radius_variant, "height": height_variant,
         "open": open_variant}
# What 50 variants of each kind have met, each some times.
MET = [f"{kind}: {what}" for kind, whats in
       {"slope": ["told", "nothing lost"], "headroom": ["told", "nothing lost"], "step": ["told", "nothing lost"],
        "radius": ["nothing left", "something left"],
        "height": ["nothing left", "something left", "one number", "two numbers"],
        "open": ["no lid", "no two sides", "a lid turned", "a side turned", "two lids", "closed"]}.items()
       for what in whats]


if __name__ == "__main__":
    sys.exit(variants.run(__doc__, ["plumb"], KINDS, {kind: [what for what in MET if what.split(":")[0] == kind] for kind in KINDS}, Variants, least=2))

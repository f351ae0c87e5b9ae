#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that each formula of geometry has one home, in the kernel: whoever needs it calls it there.

  check_homes.py ROOT            prints every function that computes one, by the formula or by its name; fails if one stands outside of its home
  check_homes.py --self-test ROOT    plants a second copy of each, in several ways of writing it, and fails if one is not found

kernel, partition and pipeline are searched, but for tests, and for the checker and the generator of scenes, which have to be independent."""
import bisect
import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from check_sources import closing

KERNEL = "kernel/include/plumb/kernel/"
FORMULAS = KERNEL + "formulas.h"

# One factor of a product: a name with what follows it, or an expression in brackets.
PARENS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
SQUARE = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
FACTOR = rf"-?(?:[A-Za-z_][\w:]*|{PARENS})(?:(?:\.|->|::)\w+|{PARENS}|{SQUARE})*"
PRODUCT = rf"({FACTOR})\s*\*\s*({FACTOR})"
START = r"(?<![\w.\])>])(?=[-A-Za-z_(])"  # where a product may begin: most places are passed over by it
COMPONENT = re.compile(r"\[\s*(\w+)\s*\]|(?:\.|->)[di]?([xyzabc])\b|\b(?:\w+_)?\w{0,2}([xyz])_?\b|, (\w+)\)")


def component(factor):
    """Which coordinate a factor is of: x, y, z, or an index; none if that is not to be seen, or not one."""
    found = {next(g for g in m.groups() if g) for m in COMPONENT.finditer(factor)}
    found = {{"0": "x", "1": "y", "2": "z"}.get(f, f) for f in found}
    return found.pop() if len(found) == 1 else None


def crossed(a, b, c, d):
    """Is a * b against c * d a determinant: two coordinates of two vectors, each with the other?"""
    a, b, c, d = map(component, (a, b, c, d))
    return None not in (a, b, c, d) and a != b and ((a == d and b == c) or (a == c and b == d))


def determinants(code):
    """x0 y1 - y0 x1 and the like, compared or subtracted, at once, by way of names, or in place."""
    found = re.compile(rf"{START}(?={PRODUCT}\s*\)?\s*(?:-|<=?|>=?|==|!=)\s*\(?\s*{PRODUCT})")
    named = re.compile(rf"(?<![\w.\])>])(?=\b\w+ = {PRODUCT}\s*[,;](?:\s*(?:const )?\w*)?\s+\w+ = {PRODUCT}\s*[,;])")
    in_place = re.compile(r"(?=([\w.\[\]]+) \*= ([\w.\[\]]+);\s*([\w.\[\]]+) \*= ([\w.\[\]]+);)")
    for pattern in (found, named, in_place):
        for m in pattern.finditer(code):
            if crossed(*m.groups()):
                yield m.start()


def heights(code):
    """a x + b y + c, and (a x + b y) / c: sums of products of coordinates that go up together, not squares, not magnitudes."""
    form = re.compile(rf"{START}(?={PRODUCT}\s*[+-]\s*{PRODUCT}\s*(?:[+-]\s*{FACTOR}|\)\s*/))")
    for m in form.finditer(code):
        a, b, c, d = m.groups()
        if "fabs" in a + b or a == b or "capacity" in a + b:
            continue
        first, second, third, fourth = map(component, (a, b, c, d))
        if None not in (second, fourth) and second != fourth and (first != third or first is None):
            yield m.start()


def loops(code):
    for m in re.finditer(r"\bfor \(", code):
        begin = code.find("(", m.start())
        end = closing(code, begin) + 1
        while end < len(code) and code[end] in " \n":
            end += 1
        yield m.start(), code[m.start():closing(code, end) + 1 if code[end:end + 1] == "{" else code.find(";", end)]


def clips(code):
    """A loop over a ring that keeps corners, and makes new ones where the side of a line changes."""
    for begin, loop in loops(code):
        keeps = re.search(r"\b(?:push_back|emplace_back)\(", loop)
        changes = re.search(rf"/ \(?\s*\(?{FACTOR} - {FACTOR}\)|\* ?{FACTOR} - {FACTOR} ?\*", loop)
        around = re.search(r"\+ 1 == \w+|\+ 1\) %", loop)
        if keeps and changes and around:
            yield begin


def unions(code):
    """Two turns at the ends of an edge that two polygons share."""
    turn = r"\b(?:\w*turn\w*|\w*orient\w*|side|\w*convex\w*)\([^;{}]*?"
    ends = re.compile(turn + r"\b(?:prev\w*|before\w*)\b[^;{}]*?\bnext\w*\b[^;{}]*?(?:&&|\|\|)[^;{}]*?" + turn + r"\b(?:prev\w*|before\w*)\b[^;{}]*?\bnext")
    rings = re.compile(turn + r"\+ n - 1\)[^;]*\);?[^;]*;?\s*(?:if \(|return )?" + turn + r"\+ m - 1\)")
    for pattern in (ends, rings):
        for m in pattern.finditer(code):
            yield m.start()


def sets(code):
    """Steps from a member to the one above it until that is itself."""
    for m in re.finditer(r"\bwhile \((\w+)\[(\w+)\] != \2\)|\b(\w+)\[(\w+)\] == \4 \? \4 :|\b(\w+)\[(\w+)\] = \5\[\s*\5\[\6\]\s*\]", code):
        yield m.start()


def outward(code):
    """Steps outward around what a fraction was truncated to."""
    for m in re.finditer(r"\{step_down\(|\{[^;{}]*, step_up\(", code):
        if re.search(r"get_d\(|towards_zero", code[max(0, m.start() - 300):m.start() + 100]):
            yield m.start()


def tables(code):
    """A place in a table from some bits of a hash, and the next one where that is taken, or a chain."""
    for m in re.finditer(r"& \(?(?:static_cast<[\w:]+>\()?(?:mask\b|(?:\w+\.)?size(?:\(\))? - 1)|% \w*(?:capacity|buckets\w*\.size\(\))", code):
        yield m.start()


@dataclass
class Idea:
    name: str
    homes: dict                      # file -> what it has of it
    formula: object = None           # the places in code without comments
    functions: str = None            # names that are functions of it, wherever they are defined
    copies: list = field(default_factory=list)


IDEAS = [  # the first home is the one that all others rest on
    Idea("plan orientation", {FORMULAS: "determinant(), on which all others rest: turn2d(), orient2d(), cross(), meet_x() ...",
                              "kernel/src/line/segment_frame.cpp": "PlanOrientation: of homogeneous integers, in memory that is kept",
                              "kernel/src/point/exact_plan.cpp": "turn_exact(): of fractions that are not reduced on the way",
                              "kernel/src/polygon/convex_ring.cpp": "rounded rings: turns of differences that are doubles: two products compared, and what they lack"},
         determinants, r"orient2d|orient3d|doubled_triangle|determinant|turn2d|PlanOrientation::operator\(\)|is_left|ccw",
         ["int f(const P& a, const P& b, const P& c) { return sgn((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])); }",
          "double f() { return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x); }",
          "bool f() { return (q[0] - p[0]) * (y - p[1]) > (q[1] - p[1]) * (x - p[0]); }",
          "double f() {\n  const double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax);\n  return left - right;\n}",
          "int f() {\n  const Wide left = Wide(q.x - px) * (r.y - py);\n  const Wide right = Wide(q.y - py) * (r.x - px);\n  return left > right;\n}",
          "mpq_class f() { return p[0] * q[1] - q[0] * p[1]; }", "auto f() { return u[1] * v[2] - u[2] * v[1]; }",
          "bool f() { return dx * (r[1] - p[1]) == dy * (r[0] - p[0]); }", "mpz_class f() { return l.a * m.b - l.b * m.a; }",
          "int f() {\n  bx *= cy;\n  by *= cx;\n  return cmp(bx, by);\n}", "auto f() { return d(b, a, i) * d(c, a, j) - d(b, a, j) * d(c, a, i); }",
          "double orient2d(const P& a, const P& b, const P& c) {\n  return g(a, b, c);\n}"]),
    Idea("plane height", {FORMULAS: "linear(), side(), dot(), side_of_plane(), descent(), height_on_plane()",
                          "kernel/src/polygon/exact_polygon.cpp": "of the plane through three points, by these"},
         heights, r"height_on_plane|side_of_plane|plane_height_at|height_at_plane",
         ["mpq_class f() { return x[0] * px + x[1] * py + x[2]; }", "double f() { return z - (nx * dx + ny * dy) / nz; }", "double f() { return n.x * d.x + n.y * d.y + n.z * d.z; }",
          "auto f() { return line[0] * x + line[1] * y + line[2]; }", "auto f() { return l.a * X.x + l.b * X.y + l.c; }", "mpq_class height_on_plane(const P& p) {\n  return g(p);\n}"]),
    Idea("half-plane clip", {KERNEL + "convex_ring.h": "clip_half_plane(), part_over()"},
         clips, r"clip_half_plane|sutherland\w*|part_over",
         ["Ring f(const Ring& ring) {\n  Ring out;\n  for (std::size_t i = 0; i < ring.size(); ++i) {\n    const auto &p = ring[i], &q = ring[(i + 1) % ring.size()];\n"
          "    if (at(p) >= 0) out.push_back(p);\n    if (at(p) * at(q) >= 0) continue;\n    const auto t = at_p / (at_p - at_q);\n    out.push_back(mix(p, q, t));\n  }\n  return out;\n}",
          "void clip_half_plane(Ring& ring) {\n  g(ring);\n}"]),
    Idea("convex union", {KERNEL + "half_edge_mesh.h": "HalfEdgeMesh::convex_union(): of faces", KERNEL + "convex_merge.h": "of polygons apart"},
         unions, r"convex_union|merge_convex|stays_convex|convex_without",
         ["bool f() { return turn_at(from(prev(g)), from(g), to(next(h))) != Sign::negative && turn_at(from(prev(h)), from(h), to(next(g))) != Sign::negative; }",
          "std::optional<P> convex_union(const P& a, const P& b) {\n  return g(a, b);\n}"]),
    Idea("union-find", {KERNEL + "union_find.h": "UnionFind"},
         sets, r"find_root|root_of_set|unite_sets|UnionFind::\w+",
         ["std::uint32_t f(std::uint32_t v) {\n  while (parent[v] != v) v = parent[v];\n  return v;\n}", "std::uint32_t f(std::uint32_t v) { return set[v] == v ? v : set[v] = f(set[v]); }"]),
    Idea("interval around a fraction", {"kernel/src/number/interval.cpp": "interval_of()", KERNEL + "points.h": "of a table's coordinates"},
         outward, r"enclosure|interval_of",
         ["Interval f(const mpq_class& q) {\n  const double d = q.get_d();\n  return {step_down(d), step_up(d)};\n}", "Interval enclosure(const mpq_class& q) {\n  return g(q);\n}"]),
    Idea("hash table", {"pipeline/level/scene/src/merge_points.cpp": "of so many positions that memory has to be asked for them ahead",
                        "kernel/src/line/implicit_plan.cpp": "of lines that are nearly equal, which forgets the newest first"},
         tables, None,
         ["std::size_t f() {\n  std::size_t slot = hash(s) & (buckets.size() - 1);\n  while (taken(slot)) slot = (slot + 1) & (buckets.size() - 1);\n  return slot;\n}",
          "std::size_t f() { return (slot + 1) & mask; }", "std::size_t f() { return key * odd >> 20 & (size - 1); }", "std::size_t f() { return hash(s) % capacity; }"]),
]


def code_of(text):
    """Without comments and strings, statements that go over several lines in one; and at which place each line of the text begins."""
    blank = lambda m: "\n" * m[0].count("\n")
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', re.sub(r"//[^\n]*|/\*.*?\*/", blank, text, flags=re.S))
    code, begins = "", []
    for line in text.split("\n"):
        begins.append(len(code))
        whole = line.rstrip()
        if whole and whole[-1] not in ";{}:>" and not whole.startswith("#"):
            code += whole + " " if code.endswith("\n") or not code else whole.lstrip() + " "
        else:
            code += (whole if code.endswith("\n") or not code else whole.lstrip()) + "\n"
    return code, begins


def function_at(code, at):
    """The name of the function around a place: the last line before it that begins one."""
    name = "?"
    for m in re.finditer(r"^ {0,4}(?!return\b|if\b|for\b|while\b|else\b|const auto \w+ =)[\w:<>,&*~\[\] ]*?\b([\w:~]+|operator\S+)\((?![^\n]*;$)[^\n]*$", code[:code.find("\n", at)], re.M):
        name = m[1]
    return name


def found_in(path, text):
    """(idea, line, function) of each place that computes one."""
    code, begins = code_of(text)
    for idea in IDEAS:
        places = {at: function_at(code, at) for at in idea.formula(code)}
        for m in idea.functions and re.finditer(rf"^(?!\s*(?:return|using|else)\b)[ \w:<>,&*]*[\w>&*] ((?:\w+::)*(?:{idea.functions}))\((?!\))[^;{{}}]*\)(?: const)?(?: ->[^{{;]*)? ?\{{", code, re.M) or ():
            places.setdefault(m.start(1), m[1])
        for at in sorted(places):
            yield idea, bisect.bisect_right(begins, at), places[at]


def sources(root):
    for library in ("kernel", "partition", "pipeline"):
        for path in sorted((root / library).rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.suffix in (".h", ".cpp") and not name.startswith(("pipeline/prove/", "pipeline/judge/generate/", "kernel/tests/", "kernel/examples/")):
                yield name, path.read_text()


def check(root):
    at_home, strays = {}, []
    for path, text in sources(root):
        for idea, line, function in found_in(path, text):
            if path in idea.homes:
                at_home.setdefault(idea.name, {}).setdefault(path, set()).add(function)
            else:
                strays.append(f"{path}:{line}: {function}() computes what has its home elsewhere: {idea.name}, {' or '.join(idea.homes)}")
    for idea in IDEAS:
        for home, what in idea.homes.items():
            functions = at_home.get(idea.name, {}).get(home)
            if functions:
                print(f"{idea.name}: {home}: {', '.join(sorted(functions))}")
            else:
                strays.append(f"{home}: nothing there of its idea, {idea.name}: {what}")
    return strays


def self_test(root):
    """Every copy, in a source of the pipeline, must be found there."""
    failed = []
    for idea in IDEAS:
        for copy in idea.copies:
            with tempfile.TemporaryDirectory() as scratch:
                folder = Path(scratch) / "pipeline" / "room" / "src"
                folder.mkdir(parents=True)
                (folder / "copy.cpp").write_text("// SPDX\nnamespace plumb {\n\n" + copy + "\n\n}  // namespace plumb\n")
                if not any(i is idea for path, text in sources(Path(scratch)) for i, _, _ in found_in(path, text)):
                    failed.append(f"a second copy is not found: {idea.name}: {copy}")
        home = next(iter(idea.homes))
        if not any(i is idea for i, _, _ in found_in(home, (root / home).read_text())):
            failed.append(f"its home is not found: {idea.name}: {home}")
    return failed


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--self-test"]
    root = Path(arguments[0]).resolve() if arguments else Path(__file__).resolve().parents[1]
    problems = self_test(root) if "--self-test" in sys.argv else check(root)
    print(*problems, sep="\n", end="\n" if problems else "")
    sys.exit(bool(problems))

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels of which --leave-out leaves out some parts: what stays has the area of the squares that are not of such a name.

  leave_out_variants.py PLUMB [--only KIND] [--count 50] [--seed 1] [--spoil]    exit status 1 if anything is not so

Problem. One skinned or unreadable node kept a whole glTF from being baked, and nothing could be left out of a level.
Steps. A level is drawn whose every part is a square, with names of letters, blanks, points and brackets, some of more
than one byte. The patterns are such names, and names in which * and ? stand for some characters. Which parts they
match is decided here, by Python's regular expressions. One bake tells the area of what stays, how many parts each
pattern left out, and which patterns are the name of nothing.
- gltf: nodes below nodes, meshes that several nodes share, primitives with materials, and names by numbers (nodes[3]);
- advice: the same with nodes that are skinned or broken. The level is refused and the message names one of them, with
  the option that leaves it out; this option is given, too, until the level is baked: then all such nodes are named;
- obj: objects, groups and materials; stl: solids; tscn: nodes, and paths of nodes.
Where nothing stays, it is refused. --spoil: what is expected is spoiled, and the exit status is 1 if a kind does not
notice."""
import base64
import collections
import itertools
import json
import re
import struct
import subprocess
import sys
from fractions import Fraction

import variants

NAMES = ["Floor", "Floor.001", "Floor 2", "floor", "Tree", "Tree.1", "Treehouse", "Hero", "Hero_LOD0", "Säule", "石 1", "a.b", "a[1]", "[x]", "(y)+",
         "water", "glass_1", "glass_2"]


class Variants:
    def __init__(self, args, folder):
        self.plumb, self.folder, self.spoil = str(args.plumb.resolve()), folder, args.spoil
        self.faults, self.counts = collections.Counter(), collections.Counter()

    def expect(self, kind, holds, story):
        if not holds:
            self.faults[kind] += 1
            if not self.spoil:
                print(f"FAILED: {kind}: {story}")

    def bake(self, name, patterns):
        words = [self.plumb, "bake", name, "--up", "y" if name.endswith((".gltf", ".tscn")) else "z", "--report", "r.json", "--threads", "1"]
        return subprocess.run([*words, *(w for p in patterns for w in ("--leave-out", p))], cwd=self.folder, capture_output=True, text=True)

    def report(self):
        return json.loads((self.folder / "r.json").read_text())


def matches(pattern, *names):
    as_regex = "".join({"*": ".*", "?": "."}.get(c, re.escape(c)) for c in pattern)
    return any(name and re.fullmatch(as_regex, name, re.S) for name in names)


def pattern_of(draw, name):
    """A name in which some characters became * or ?."""
    way = draw.choice(["itself", "itself", "?", "*", "* *", "another"])
    if way == "another":
        return draw.choice(["Cellar", "Flo", "floor?", "*z", "?", "T*e", "*.*1", "[*]", "*[[]*"])
    if way == "?":
        at = draw.randrange(len(name))
        return name[:at] + "?" + name[at + 1:]
    for _ in range({"itself": 0, "*": 1, "* *": 2}[way]):
        begin = draw.randrange(len(name) + 1)
        name = name[:begin] + "*" + name[draw.randint(begin, len(name)):]
    return name


def patterns_of(draw, names):
    out = {pattern_of(draw, draw.choice(names)): None for _ in range(draw.randint(1, 3))}
    return list(out)


def judged(v, kind, file, patterns, area, parts, story):
    """The bake of a level of which this area stays, where each pattern takes so many parts."""
    done = v.bake(file, patterns)
    story = f"{story}; --leave-out {patterns}"
    if area == 0:
        v.counts[f"{kind}: nothing stays"] += 1
        v.expect(kind, (done.returncode == 2 and len(done.stderr.splitlines()) == 1) != v.spoil,
                 f"{story}: nothing stays: exit status {done.returncode}: {done.stderr}")
        return
    if done.returncode:
        v.expect(kind, False, f"{story}: exit status {done.returncode}: {done.stderr}")
        return
    report = v.report()
    v.counts[f"{kind}: {'something' if any(parts) else 'nothing'} left out"] += 1
    found, wanted = Fraction(report["area"]["traversable"]["exact"]), area + v.spoil
    v.expect(kind, found == wanted, f"{story}: area {found}, not {wanted}")
    found, wanted = [(each["pattern"], each["parts"]) for each in report["scene"]["left_out"]], list(zip(patterns, parts))
    v.expect(kind, found == wanted, f"{story}: parts {found}, not {wanted}")
    told = [w["text"] for w in report["warnings"] if w["code"] == "left_out_nothing"]
    nothing = [pattern for pattern, count in wanted if count == 0]
    v.expect(kind, all(any(repr_of(p) in text for text in told) for p in nothing) and bool(told) == bool(nothing),
             f"{story}: warnings {told}, and nothing is called {nothing}")


def repr_of(pattern):
    return f"'{pattern}'"


# glTF -------------------------------------------------------------------------------------------------------------------

def random_gltf(draw):
    """A tree of nodes. Each mesh has one or two squares."""
    data, views, accessors, meshes, sides = b"", [], [], [], []
    materials = [{"name": name} for name in draw.sample(NAMES, 3)]
    for _ in range(draw.randint(1, 3)):
        primitives, of_mesh = [], []
        for _ in range(draw.randint(1, 2)):
            side = draw.randint(1, 9)
            points = struct.pack("<12f", 0, 0, 0, 0, 0, side, side, 0, side, side, 0, 0)
            corners = struct.pack("<6I", 0, 1, 2, 0, 2, 3)
            for bytes_of, form, count, kind in ((points, 5126, 4, "VEC3"), (corners, 5125, 6, "SCALAR")):
                views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(bytes_of)})
                accessors.append({"bufferView": len(views) - 1, "componentType": form, "count": count, "type": kind})
                data += bytes_of
            primitives.append({"attributes": {"POSITION": len(accessors) - 2}, "indices": len(accessors) - 1})
            if draw.random() < 0.6:
                primitives[-1]["material"] = draw.randrange(3)
            of_mesh.append(side * side)
        meshes.append({"primitives": primitives, **({"name": draw.choice(NAMES)} if draw.random() < 0.7 else {})})
        sides.append(of_mesh)
    nodes, above = [], [None]
    for number in range(draw.randint(2, 8)):
        node = {"translation": [20 * number, number % 3, 0]}
        if draw.random() < 0.8:
            node["name"] = draw.choice(NAMES)
        if draw.random() < 0.7 or number == 0:
            node["mesh"] = draw.randrange(len(meshes))
        if number and draw.random() < 0.6:
            above.append(draw.randrange(number))
            nodes[above[-1]].setdefault("children", []).append(number)
        elif number:
            above.append(None)
        nodes.append(node)
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    tree = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [k for k, a in enumerate(above) if a is None]}], "nodes": nodes,
            "meshes": meshes, "materials": materials,
            "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(data), "uri": uri}]}
    return tree, above, sides


def of_gltf(tree, above, sides, patterns):
    """The area that stays, how many parts each pattern takes, and which nodes are read."""
    area, parts, out, read, seen = 0, [0] * len(patterns), [], [], set()

    def takes(names):
        hits = [matches(p, *names) for p in patterns]
        for k, hit in enumerate(hits):
            parts[k] += hit
        return any(hits)

    for number, node in enumerate(tree["nodes"]):
        out.append(takes((node.get("name", ""), f"nodes[{number}]")) or (above[number] is not None and out[above[number]]))
        if out[-1]:
            continue
        mesh = node.get("mesh")
        if mesh is not None and takes((tree["meshes"][mesh].get("name", ""), f"meshes[{mesh}]")):
            continue
        read.append(number)
        for primitive, size in zip(tree["meshes"][mesh]["primitives"], sides[mesh]) if mesh is not None else ():
            material = primitive.get("material")
            names = (tree["materials"][material]["name"], f"materials[{material}]") if material is not None else ()
            # A mesh that nodes share is read once, and so its primitives count once.
            if any(matches(p, *names) for p in patterns):
                if (mesh, id(primitive)) not in seen:
                    takes(names)
                seen.add((mesh, id(primitive)))
            else:
                area += size
    return area, parts, read


def names_of(tree):
    lists = {key: tree[key] for key in ("nodes", "meshes", "materials")}
    given = [item["name"] for items in lists.values() for item in items if "name" in item]
    return given + [f"{key}[{k}]" for key, items in lists.items() for k in range(len(items))]


def gltf_variant(v, draw, number):
    tree, above, sides = random_gltf(draw)
    patterns = patterns_of(draw, names_of(tree))
    (v.folder / "level.gltf").write_text(json.dumps(tree))
    area, parts, _ = of_gltf(tree, above, sides, patterns)
    judged(v, "gltf", "level.gltf", patterns, area, parts, f"{number}: {tree['nodes']}, {tree['meshes']}, {tree['materials']}")


def broken(draw, tree, node):
    """Makes a node that cannot be read, by a mesh of its own."""
    way = draw.choice(["skin", "morph", "accessor", "rotation", "matrix", "no such mesh", "corners"])
    if way == "skin":
        tree["nodes"][node]["skin"] = 0
        tree["skins"] = [{"joints": [0]}]
    elif way == "rotation":
        tree["nodes"][node]["rotation"] = [0, 0, 1]
    elif way == "matrix":
        tree["nodes"][node].pop("translation")
        tree["nodes"][node]["matrix"] = [1] * 15
    elif way == "no such mesh":
        tree["nodes"][node]["mesh"] = 1000
    else:
        primitive = {"morph": {"attributes": {"POSITION": 0}, "indices": 1, "targets": [{"POSITION": 0}]},
                     "accessor": {"attributes": {"POSITION": 1000}},
                     "corners": {"attributes": {"POSITION": 0}, "indices": 0}}[way]
        tree["meshes"].append({"primitives": [primitive]})
        tree["nodes"][node]["mesh"] = len(tree["meshes"]) - 1
        if way == "morph":
            tree["nodes"][node]["weights"] = [0.5]
    return way


def advice_variant(v, draw, number):
    tree, above, sides = random_gltf(draw)
    # What stays at least: a mesh without names.
    tree["meshes"].append({"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]})
    sides.append([sides[0][0]])
    tree["nodes"].append({"mesh": len(sides) - 1, "name": "Ground", "translation": [0, -5, 0]})
    tree["scenes"][0]["nodes"].append(len(above))
    above.append(None)
    for node in tree["nodes"][:-1]:
        node.setdefault("mesh", 0)
    bad = {k: broken(draw, tree, k) for k in draw.sample(range(len(above) - 1), min(len(above) - 1, draw.randint(1, 3)))}
    sides += [[0]] * (len(tree["meshes"]) - len(sides))
    (v.folder / "level.gltf").write_text(json.dumps(tree))
    patterns, story = [], f"{number}: {bad}, {tree['nodes']}, {tree['meshes']}"
    for _ in range(len(bad) + 1):
        done = v.bake("level.gltf", patterns)
        if done.returncode != 2:
            break
        told = re.search(r"nodes\[(\d+)\].*\(--leave-out '(.*?)'\)", done.stderr)
        node = told and int(told[1])
        v.expect("advice", node in bad and matches(told[2], tree["nodes"][node].get("name", ""), f"nodes[{node}]"),
                 f"{story}; {patterns}: {done.stderr}")
        if not told or told[2] in patterns:
            return
        v.counts[f"advice: {bad.get(node)}"] += 1
        v.counts[f"advice: by {'number' if told[2].startswith('nodes[') else 'name'}"] += 1
        patterns.append(told[2])
    left = [k for k in bad if not any(matches(p, tree["nodes"][k].get("name", ""), f"nodes[{k}]") for p in patterns)]
    # What is below a node that is left out is not looked at.
    below = [k for k in left if any(matches(p, *itertools.chain(*((tree["nodes"][a].get("name", ""), f"nodes[{a}]") for a in ancestors(above, k))))
                                    for p in patterns)]
    v.expect("advice", patterns and left == below, f"{story}: {patterns} were enough, and {left} were not named")
    for k in bad:
        tree["nodes"][k]["mesh"] = min(tree["nodes"][k]["mesh"], len(tree["meshes"]) - 1)
    area, parts, _ = of_gltf(tree, above, sides, patterns)
    judged(v, "advice", "level.gltf", patterns, area, parts, story)


def ancestors(above, node):
    while above[node] is not None:
        node = above[node]
        yield node


# Other formats --------------------------------------------------------------------------------------------------------------

def obj_variant(v, draw, number):
    blocks = [(draw.sample(NAMES, 3), draw.randint(1, 9)) for _ in range(draw.randint(1, 3))]
    blocks = [draw.choice(blocks) if draw.random() < 0.2 else (draw.sample(draw.choice([NAMES, NAMES[:6]]), 3), draw.randint(1, 9))
              for _ in range(draw.randint(1, 6))]
    text = "".join(f"o {o}\ng {g}\nusemtl {m}\nv {20 * k} 0 0\nv {20 * k + s} 0 0\nv {20 * k + s} {s} 0\nv {20 * k} {s} 0\nf -4 -3 -2 -1\n"
                   for k, ((o, g, m), s) in enumerate(blocks))
    (v.folder / "level.obj").write_text(text)
    patterns = patterns_of(draw, [name for names, _ in blocks for name in names])
    area = sum(s * s for names, s in blocks if not any(matches(p, *names) for p in patterns))
    runs = [names for k, (names, _) in enumerate(blocks) if k == 0 or blocks[k - 1][0] != names]
    parts = [sum(matches(p, *names) for names in runs) for p in patterns]
    judged(v, "obj", "level.obj", patterns, area, parts, f"{number}: {blocks}")


def stl_variant(v, draw, number):
    solids = [(draw.choice(NAMES), draw.randint(1, 9)) for _ in range(draw.randint(1, 5))]
    text = ""
    for k, (name, side) in enumerate(solids):
        text += f"solid {name}\n"
        a, b = 20 * k, 20 * k + side
        for corners in (((a, 0), (b, 0), (b, side)), ((a, 0), (b, side), (a, side))):
            text += "facet normal 0 0 1\nouter loop\n" + "".join(f"vertex {x} {y} 0\n" for x, y in corners) + "endloop\nendfacet\n"
        text += f"endsolid {name}\n"
    (v.folder / "level.stl").write_text(text)
    patterns = patterns_of(draw, [name for name, _ in solids])
    area = sum(s * s for name, s in solids if not any(matches(p, name) for p in patterns))
    judged(v, "stl", "level.stl", patterns, area, [sum(matches(p, name) for name, _ in solids) for p in patterns], f"{number}: {solids}")


def tscn_variant(v, draw, number):
    """Planes below planes; some are of a type that cannot be read, and are left out with a pattern of their own."""
    names = [n for n in NAMES if not set(n) & set('.:@/"%[]')]
    nodes, text = [], '[gd_scene format=3]\n\n'
    for k in range(draw.randint(2, 7)):
        parent = draw.choice([None, None, *range(k)])
        path = (nodes[parent]["path"] + "/" if parent is not None else "")
        taken = {n["path"] for n in nodes}
        name = draw.choice([n for n in names if path + n not in taken])
        nodes.append({"name": name, "path": path + name, "parent": parent, "side": draw.randint(1, 9), "bad": k > 0 and draw.random() < 0.15})
        text += f'[sub_resource type="PlaneMesh" id="P{k}"]\nsize = Vector2({nodes[-1]["side"]}, {nodes[-1]["side"]})\n\n'
    text += '[node name="Level" type="Node3D"]\n'
    for k, n in enumerate(nodes):
        parent = nodes[n["parent"]]["path"] if n["parent"] is not None else "."
        text += f'\n[node name="{n["name"]}" type="{"Terrain3D" if n["bad"] else "MeshInstance3D"}" parent="{parent}"]\n'
        text += f"transform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 20, {k % 3}, 0)\n" + ("" if n["bad"] else f'mesh = SubResource("P{k}")\n')
    (v.folder / "level.tscn").write_text(text)
    patterns = patterns_of(draw, [name for n in nodes for name in (n["name"], n["path"])])
    story, first = f"{number}: {nodes}", True

    root = {"name": "Level", "path": "", "parent": None}

    def is_called(pattern, n):
        return matches(pattern, n["name"], n["path"]) or (pattern.startswith("./") and matches(pattern[2:], n["path"]))

    def is_out(n):
        if any(is_called(p, n) for p in patterns):
            return True
        return n is not root and is_out(root if n["parent"] is None else nodes[n["parent"]])

    while stays := [n for n in nodes if n["bad"] and not is_out(n)]:
        done = v.bake("level.tscn", patterns)
        told = re.search(r"\(--leave-out '(.*?)'\)", done.stderr)
        v.expect("tscn", done.returncode == 2 and told and told[1].removeprefix("./") in [n["path"] for n in stays],
                 f"{story}; {patterns}: exit status {done.returncode}: {done.stderr}")
        if not told or told[1] in patterns:
            return
        v.counts["tscn: refused, with advice"] += first
        first = False
        patterns.append(told[1])
    area = sum(n["side"] ** 2 for n in nodes if not is_out(n) and not n["bad"])
    judged(v, "tscn", "level.tscn", patterns, area, [sum(is_called(p, n) for n in [root, *nodes]) for p in patterns], story)


KINDS = {"gltf": gltf_variant, "advice": advice_variant, "obj": obj_variant, "stl": stl_variant, "tscn": tscn_variant}
MET = [f"{kind}: something left out" for kind in KINDS]
MET += [f"{kind}: {what}" for kind in ("gltf", "obj", "stl", "tscn") for what in ("nothing left out", "nothing stays")]
MET += ["tscn: refused, with advice", "advice: by name", "advice: by number"]
MET += [f"advice: {way}" for way in ("skin", "morph", "accessor", "rotation", "matrix", "no such mesh", "corners")]


if __name__ == "__main__":
    sys.exit(variants.run(__doc__, ["plumb"], KINDS, {kind: [what for what in MET if what.split(":")[0] == kind] for kind in KINDS}, Variants))

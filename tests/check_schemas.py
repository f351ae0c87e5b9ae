#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every JSON that plumb writes is as its schema in docs/reference/schema says, and every field of a schema occurs in one of them.

  check_schemas.py ROOT PLUMB STUDY [--whole]   exit status 0: all agree; 1: some differ

Of a list that is longer than 100, 100 members that are spread over it stand for all; --whole takes all. What takes seconds of the ruin is run on one of its
halls, and with --whole on the ruin.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

EXAMPLES = "docs/examples/"
RUIN, WALLS = EXAMPLES + "ruin.obj", EXAMPLES + "walls_and_fences.obj"
AGENTS = ["""{"$schema": "agent.json", "$comment": "of a test", "name": "hero", "unit": "cm", "preset": "godot", "stances": [{"name": "stand", "height": "1.8m"}], "radius": 0.4,
           "step": "40cm", "slope": 45, "weld": "0", "window": "1", "disc": "8", "sides": "up", "solids": "closed", "clearance": "outer", "up": "z"}""",
          '{"slope_ratio": 1}', '{"slope_cos": "7/10", "unit": "0.0254m", "radius": "1.5e-1", "disc": 8}']
STANCES = ["--stance", "crawl=0.5", "--stance", "stand=1.8"]
BAKES = [[RUIN, "--sides", "up", *STANCES, "--step", "0.4", "--weld", "0.1"],
         [RUIN, "--sides", "up", "--radius", "0.2", "--clearance", "both", "--solids", "closed", "--min-area", "3", "--link-polygons", "--step", "0.4"],
         [RUIN, "--preset", "godot", "--exact-digits", "5", "--leave-out", "nothing"],
         [EXAMPLES + "crates.obj", "--up", "z", "--sides", "up", "--drop", "3", "--drop-reach", "0.1", "--leap", "2,1"],
         [RUIN, "--agent", AGENTS[0], "--sides", "up"],
         ["tests/corpus/models/two_scenes_no_default.gltf", "--scene", "scenes[1]"],
         [EXAMPLES + "board_bridge.obj", "--up", "z", "--sides", "up"],
         [WALLS, "--up", "z", "--slope-ratio", "3/4", "--seed-point", "0,0,5"],
         [WALLS, "--up", "y", "--sides", "up"],
         [WALLS, "--up", "z", "--slope-cos", "3/4", "--node-rotation", "exact"],
         ["tests/corpus/exports/lost_way.obj", "--sides", "up", "--numbers", "float", "--step", "1.5", "--slope", "38", "--stance", "stand=2", "--link-polygons"],
         [EXAMPLES + "two_triangles.obj", "--up", "z", "--solids", "closed"],
         [RUIN, "--method", "wedge", "--sides", "up", "--wall-foot", "0.3", "--gap", "0.05", "--step", "0.4", "--radius", "0.2", "--optimise", "count"]]
POINTS = ["1.3,5,1.7", "0,0.1,0", "100,0,0", "5,3,-3", "1,-3,1", "20,1,-5"]
DOOR = ["tests/corpus/explain/door100t.obj", "--sides", "up", "--solids", "closed", "--radius", "0.495", "--from", "0.395502,0,3.137", "--to", "8.2415,0,4.698", "--only", "radius"]
EXPLAINED = [[], ["--radius", "0.3"], ["--solids", "closed"], ["--step", "0.3", "--weld", "0.1"]]
SELDOM = {  # fields of which these levels have none
    "report": {"/not_written/file", "/not_written/why"},
    "explain": {"/grounds/bodies_above/up", "/grounds/bodies_above/down"},
    "tile_plan": {f"/options/--{name}" for name in ("preset", "unit", "slope", "slope-ratio", "slope-cos", "solids", "window")},
}


def hall_of_ruin(text):
    """The text of an OBJ file of the ruin's faces that lie in the south-west of its ground floor."""
    points, kept = [], []
    for line in text.splitlines(keepends=True):
        kind, *words = line.split() or [""]
        if kind == "v":
            x, y, z = map(float, words[:3])
            points.append(-1 <= x <= 12 and y <= 3.3 and -8.5 <= z <= 1)
        if kind != "f" or all(points[int(w.split("/")[0]) - 1] for w in words):
            kept.append(line)
    return "".join(kept)


def fields(value, path=""):
    """Paths of the leaves of a JSON, without the numbers in lists."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from fields(member, path if name.startswith(".") else f"{path}/{name}")
    elif isinstance(value, list):
        for member in value:
            yield from fields(member, path)
    yield path


def schema_fields(schema, path=""):
    yield path
    for kind in ("properties", "patternProperties"):
        for name, member in schema.get(kind, {}).items():
            yield from schema_fields(member, f"{path}/{name}" if kind == "properties" else path)
    for member in [schema.get("items", {}), *schema.get("anyOf", []), *schema.get("oneOf", [])]:
        if member:
            yield from schema_fields(member, path)


def thinned(value, most):
    """The same with at most so many members in each list, the first and the last among them."""
    if isinstance(value, dict):
        return {name: thinned(member, most) for name, member in value.items()}
    if isinstance(value, list):
        kept = value if len(value) <= most else [value[k * (len(value) - 1) // (most - 1)] for k in range(most)]
        return [thinned(member, most) for member in kept]
    return value


HERE = ["--from", "0.5,0.5,-0.9"]
PLACES = (["nearest", *HERE], ["raycast", *HERE, "--to", "34,0,-8"], ["raycast", *HERE, "--to", "0.6,0,-0.9"], ["move", *HERE, "--to", "34,0,-8"], ["border", *HERE],
          ["border", *HERE, "--within", "1/1000"], ["random", "--count", "2", *HERE, "--within", "1"], ["within", *HERE, "--within", "2"], ["reachable", *HERE, "--to", "0.6,0.5,-0.9"], ["components"])


class Check:
    def __init__(self, root, plumb, study, whole):
        self.root, self.plumb, self.study, self.most, self.whole = root, plumb, study, 10**9 if whole else 100, whole
        self.schemas = {p.stem: json.loads(p.read_text()) for p in sorted((root / "docs/reference/schema").glob("*.json"))}
        self.count, self.wrong, self.seen = 0, 0, {name: set() for name in self.schemas}
        self.validators = {name: self.validator(name) for name in self.schemas}

    def run(self, *words):
        program = self.study if "document" in words else self.plumb
        return subprocess.run([program, *map(str, words)], cwd=self.root, capture_output=True, text=True).stdout

    def validator(self, name):
        resolver = jsonschema.RefResolver("", self.schemas[name], store={f"{n}.json": s for n, s in self.schemas.items()})
        return jsonschema.Draft202012Validator(self.schemas[name], resolver=resolver)

    def validate(self, name, value, what):
        self.count += 1
        self.seen[name].update(fields(value))
        for error in self.validators[name].iter_errors(thinned(value, self.most)):
            self.wrong += 1
            print(f"{name}: {what}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")

    def all(self, folder):
        for name, schema in self.schemas.items():
            jsonschema.Draft202012Validator.check_schema(schema)
        hall = folder / "hall.obj"
        hall.write_text(hall_of_ruin((self.root / RUIN).read_text()))
        level = RUIN if self.whole else hall
        report, navmesh, table = folder / "report.json", folder / "mesh.json", folder / "areas.csv"
        for options in BAKES:
            options = [level if "wedge" in options and word == RUIN else word for word in options]
            self.run("bake", *options, "--quiet", "--report", report, "--csv", table, "-o", navmesh,
                     *(w for kind in ("bin", "tres", "obj", "glb", "mset") for w in ("-o", folder / f"mesh.{kind}")), "--tile", "8")
            read = json.loads(report.read_text())
            self.validate("report", read, options)
            self.validate("navmesh", json.loads(navmesh.read_text()), options)
            self.compare(read, table.read_text(), options)
        for options in ([], *([agent] for agent in AGENTS), *(["--preset", file.stem] for file in sorted((self.root / "pipeline/run/options/presets").glob("*.json")))):
            self.validate("agent", json.loads(self.run("agent", *options, "--json")), options)
        for agent in AGENTS:
            self.validate("agent", json.loads(agent), agent)
        # A figure eight that is not planar, and a square with an edge there and back.
        faces = folder / "faces.obj"
        faces.write_text("v 0 0 0\nv 4 0 4\nv 4 0 0\nv 0 1 6\nf 1 2 3 4\nv 20 0 0\nv 24 0 0\nv 24 0 4\nv 20 0 4\nv 29 0 9\nf 5 6 7 9 7 8\n")
        self.run("bake", faces, "--quiet", "--report", report, "--fail-if", "blocked>100%,components>1000000")
        self.validate("report", json.loads(report.read_text()), "faces")
        for point in POINTS:
            for more in EXPLAINED:
                self.validate("explain", json.loads(self.run("explain", RUIN, "--sides", "up", *STANCES, "--at", point, "--json", *more)), (point, more))
        table.write_text("x,y,z\n" + "\n".join(POINTS))
        self.validate("explanations", json.loads(self.run("explain", RUIN, "--sides", "up", "--points", table, "--json")), "--points")
        self.validate("explain", json.loads(self.run("explain", EXAMPLES + "coplanar_overlap.obj", "--up", "z", "--at", "1,1,9", "--json")), "covered")
        for kind in (["height"], ["height", "--jumps"], ["slope"], ["radius"]):
            of = level if kind == ["radius"] else RUIN
            self.validate("thresholds", json.loads(self.run("explain", of, "--sides", "up", *STANCES, "--thresholds", *kind, "--json")), kind)
        far = "34,0,-8" if self.whole else "11,0,-7"
        for end in ("3,0,-0.5", far):
            ran = ["explain", level, "--sides", "up", *STANCES, "--from", "1.5,0.5,-0.9", "--to", end, "--json"]
            self.validate("reachability", json.loads(self.run(*ran)), end)
        self.validate("reachability", json.loads(self.run("explain", *DOOR, "--json")), DOOR)
        for options in ([EXAMPLES + "layers/multi_storey_building.obj", "--polygons", "--up", "z"],
                        [EXAMPLES + "layers/single_staircase.obj", "--polygons", "--up", "z", "--method", "brute-force"], [RUIN, "--sides", "up"]):
            self.run("layers", *options, "--json", folder / "layers.json", "--quiet")
            self.validate("layers", json.loads((folder / "layers.json").read_text()), options)
        self.run("bake", level, *BAKES[0][1:], "--quiet", "-o", navmesh)
        self.self_test(json.loads(navmesh.read_text()))
        self.run("route", navmesh, "--from", "0.5,0.5,-0.9", "--to", far, "--json", report)
        self.validate("route", json.loads(report.read_text()), "route")
        for question in PLACES:
            self.run("route", navmesh, "--ask", *question, "--json", report)
            self.validate("places", json.loads(report.read_text()), question)
        for options in (["--to", "3,0,-0.5", "--weight", "crawl=2"], ["--to", far, "--radius", "0.3", "--checks", "document"]):
            self.run("route", navmesh, "--from", "1.5,0.5,-0.9", *options, "--json", report)
            self.validate("disc_route", json.loads(report.read_text()), options)
        for options in ([], ["--checks", "document", "--radius", "0.45"], ["--planner", "euclid"], ["--planner", "taut", "--radius", "0.4"]):
            ran = ["route", EXAMPLES + "routes/courtyard.json", "--from", "1,1", "--to", "11,7", *options, "--json", report]
            self.run(*ran)
            self.validate("map_route", json.loads(report.read_text()), options)
        self.run("route", EXAMPLES + "routes/courtyard.json", "--queries", EXAMPLES + "routes/ways.csv", "--json", report)
        self.validate("routes", json.loads(report.read_text()), "--queries")
        self.audits(level, folder, report)
        updates, room = folder / "updates.json", folder / "room.json"
        tagged = {"update": {"area": [["1", "1"], ["2", "1"], ["1", "2"]], "change": {"tag": "mud"}}}
        updates.write_text(json.dumps([*json.loads((self.root / EXAMPLES / "updates/room.json").read_text()), tagged, {"revert": 4}, tagged, {"disable": 3}]))
        self.run("bake", EXAMPLES + "wall_in_room.obj", "--up", "z", "--sides", "up", "--quiet", "-o", room)
        self.run("update", room, updates, "-o", folder / "room_now.json", "--report", report)
        self.validate("update", json.loads(report.read_text()), "update")
        self.validate("navmesh", json.loads((folder / "room_now.json").read_text()), "updated")
        self.run("update", "--scene", self.root / EXAMPLES / "wall_in_room.obj", "--up", "z", self.root / EXAMPLES / "updates/crates.json",
                 "-o", folder / "room_crates.json", "--report", report)
        self.validate("update", json.loads(report.read_text()), "obstacles")
        self.validate("navmesh", json.loads((folder / "room_crates.json").read_text()), "with obstacles")
        for family, *options in (["headroom", "--cell", "0.125,0.0625"], ["voxel", "--cell", "1,0.5"], ["slope", "--seed", "14"], ["door", "--seed", "20"], ["cloud"]):
            self.run("generate", family, *options, "--expect", report)
            self.validate("expectation", json.loads(report.read_text()), (family, options))
        self.tiles(folder / "tiles")
        for name, schema in self.schemas.items():
            if name == "common":
                continue
            for field in sorted(set(schema_fields(schema)) - self.seen[name] - SELDOM.get(name, set())):
                self.wrong += 1
                print(f"{name}: no output has {field}")

    def tiles(self, store):
        """Of a level with two stances, welds and a radius, of which all but one component are too small."""
        self.run("tiles", "cut", EXAMPLES + "corner_gaps.obj", "-o", store, "--tiles", "1", "--up", "z", "--sides", "up", "--step", "0.4", "--weld", "0.4", "--radius", "0.2",
                 "--disc", "8", "--stance", "crawl=0.5", "--stance", "stand=1.8", "--min-area", "0.1", "--seed-point", "1,1,1", "--optimise", "none", "--quiet")
        self.run("tiles", "bake", store, "--quiet")
        self.run("tiles", "seams", store, "--quiet")
        self.run("tiles", "finish", store, "-o", ".svg", "-o", ".bin", "--quiet")
        self.validate("tile_plan", json.loads((store / "plan.json").read_text()), "plan")
        self.validate("tile_seams", json.loads((store / "seams.json").read_text()), "seams")
        self.validate("tile_components", json.loads((store / "components.json").read_text()), "components")
        self.validate("tile_index", json.loads((store / "index.json").read_text()), "index")
        for file in sorted((store / "out").glob("*.files.json")):
            self.validate("tile_files", json.loads(file.read_text()), file.name)
        for file in sorted((store / "tiles").glob("*.json")):
            self.validate({".seam": "tile_seam", ".kept": "tile_kept"}.get(pathlib.Path(file.stem).suffix, "navmesh"), json.loads(file.read_text()), file.name)

    def audits(self, level, folder, report):
        """Of a navmesh of another level's storey, folded and crowded, and of plumb's own."""
        mesh, own = folder / "odd.obj", folder / "own.json"
        # Squares on the ruin's ground floor and over nothing, three along one edge, one within an edge of another, and polygons of no good shape.
        mesh.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in
                                [(0, 0, 0), (4, 0, 0), (4, 0, -4), (0, 0, -4), (4, 0, -2), (8, 0, 0), (8, 0, -2), (0, 9, 0), (1, 9, 0), (0, 9, -1), (1, 9, -1), (2, 9, 0)]) +
                        "f 1 2 3 4\nf 2 6 7 5\nf 1 4 3\nf 1 2 7\nf 1 2 6 7\nf 8 11 9 10\nf 8 9 12\nf 4 3 2 1\nf 8 9 11\nf 1 2 8\nf 8 9 11 9\n")
        common = [level, "--sides", "up", "--step", "0.4"]
        self.run("bake", *common, *STANCES, "--quiet", "-o", own)
        for options in ([own, *STANCES], [mesh, "--radius", "0.2", "--cell", "0.3,0.2", "--climb", "0.4", "--min-region", "9"], [mesh, "--exact-digits", "5"],
                        [own, *STANCES, "--at-stance", "stand", "--fail-if", "missing>1%"]):
            self.run("audit", *common, *options, "--limit", "50", "--json", report, "--quiet")
            self.validate("audit", json.loads(report.read_text()), options)
        # A crack of the level; three rooms that steps join, the middle one lost; two rooms with a way through the wall between them; one at a wrong height.
        self.run("audit", "tests/corpus/audit/seam_level.obj", "tests/corpus/audit/seam_navmesh.obj", "--sides", "up", "--json", report, "--quiet")
        self.validate("audit", json.loads(report.read_text()), "seam")
        box = lambda x0, x1, y0, y1, z=0: f"v {x0} {y0} {z}\nv {x1} {y0} {z}\nv {x1} {y1} {z}\nv {x0} {y1} {z}\nf -4 -3 -2 -1\n"
        level = folder / "rooms.obj"
        level.write_text("o rooms\n" + box(0, 2, 0, 2) + box(2, 4, 0, 2, .2) + box(4, 6, 0, 2, .4) + box(0, 2, 5, 6) + box(3, 5, 5, 6) + box(9, 11, 0, 2))
        mesh.write_text(box(0, 2, 0, 2) + box(4, 6, 0, 2, .4) + box(0, 2, 5, 6) + box(2, 3, 5, 6) + box(3, 5, 5, 6) + box(9, 11, 0, 2, 1))
        self.run("audit", level, mesh, "--up", "z", "--sides", "up", "--step", "0.3", "--json", report, "--quiet")
        self.validate("audit", json.loads(report.read_text()), "rooms")
        # Against what was known of the ruin without a room, and of another navmesh; a baker that is told what would mend, and one that makes nothing.
        known, bake = folder / "known.json", folder / "bake.sh"
        known.write_text(report.read_text())
        bake.write_text('mkdir -p "$3"; cp "$(dirname "$1")/odd.obj" "$3/navmesh.obj"\n')
        mesh.write_text(box(0, 2, 0, 2) + box(4, 5, 0, 2, .4) + box(0, 5, 5, 6) + box(0, 1, 0, 1) + "f 1 2 3\nf 1 2 4\nf 1 2 3 4\n")
        (folder / "settings.json").write_text('{"baker": "recast", "cell": 0.1, "cell_height": 0.1}')
        for command in (f"sh {bake}", "true"):
            self.run("audit", level, mesh, "--up", "z", "--sides", "up", "--step", "0.4", "--baseline", known, "--settings", folder / "settings.json",
                     "--prove", command, "--json", report, "--quiet")
            self.validate("audit", json.loads(report.read_text()), command)
        store = folder / "judged"
        self.run("tiles", "cut", level, "-o", store, "--tiles", "3", "--up", "z", "--sides", "up", "--step", "0.3", "--quiet")
        self.run("tiles", "bake", store, "--quiet")
        self.run("tiles", "seams", store, "--quiet")
        self.run("audit", "--store", store, level, mesh, "--json", report, "--quiet")
        self.validate("audit", json.loads(report.read_text()), "rooms in tiles")
        other = folder / "other.json"
        self.run("bake", *common, *STANCES, "--radius", "0.2", "--quiet", "-o", other)
        self.run("diff", own, other, "--json", report, "--quiet")
        self.validate("diff", json.loads(report.read_text()), "diff")

    def self_test(self, navmesh):
        """What is not as its schema is found."""
        less = {k: v for k, v in navmesh.items() if k != "cells"}
        for wrong in ({**navmesh, "more": 1}, less, {**navmesh, "denominator": "2/4x"}, {**navmesh, "options": {**navmesh["options"], "up": "x"}}):
            if self.validators["navmesh"].is_valid(wrong):
                self.wrong += 1
                print("navmesh: what is wrong is taken for valid")

    def compare(self, report, table, what):
        """The table has the report's areas."""
        rows = {row["verdict"]: row for row in csv.DictReader(table.splitlines())}
        areas = {s["name"]: s["area"] for s in report["area"]["stances"]} | {k: v for k, v in report["area"].items() if isinstance(v, dict)}
        for verdict, area in areas.items():
            row = rows[verdict]
            if (row["area_exact"] or None) != area["exact"] or float(row["area"]) != area["approx"] or row["sha256"] != report["scene"]["sha256"]:
                self.wrong += 1
                print(f"csv: {what}: {row} is not {area}")


def main():
    check = Check(*(pathlib.Path(p).resolve() for p in sys.argv[1:4]), "--whole" in sys.argv[4:])
    with tempfile.TemporaryDirectory() as folder:
        check.all(pathlib.Path(folder))
    print(f"{check.count} outputs, {len(check.schemas)} schemas, {check.wrong} wrong")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

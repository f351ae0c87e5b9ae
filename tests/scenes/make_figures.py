#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws every picture of docs/figures and README.md, and says which of them is older than what it shows.

  make_figures.py PLUMB RECAST SCENES [NAME...]   draws them all, or those named (needs rsvg-convert and a browser), and
                                                  writes docs/figures/pictures.json
  make_figures.py PLUMB RECAST SCENES --check     makes plans and pages alone; exit status 1: a picture is not of the plan that is drawn now
  make_figures.py PLUMB RECAST SCENES --check --own   the same of pictures that need docs/examples alone and take seconds, not those in LONG

Most pictures are plans (SVG) that commands of plumb draw, rendered by rsvg-convert; those of docs/guide/view.md are pages,
drawn by a browser. docs/figures/pictures.json has for each the commands, the SHA-256 of the plan or page, without the
version, and that of the picture. RECAST is the
program plumb_recast_navmesh, built with the tests, and SCENES the folder of the public levels; pictures that need one that is not
there are skipped, with that word. The rest are of docs/examples alone."""
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/view"))
import draw_pictures
import draw_stages
import draw_updates
import plan_panels

FIGURES = ROOT / "docs/figures"
COMPETITION = "docs/examples/competition/competition.obj"
RUIN = "docs/examples/ruin.obj"
THREE = "--stance crawl=0.5 --stance crouch=1.1 --stance stand=1.8"
TWO = "--stance crouch=1.1 --stance stand=1.8"
COMPETITION_MESH = f"bake {COMPETITION} --up z --sides up --numbers decimal --step 0.4 --stance crouch=1.2 --stance stand=1.8 -o OUT/mesh.json"
RUIN_MESH = f"bake {RUIN} --sides up --step 0.4 --weld 0.15 {TWO} -o OUT/mesh.json"
WEDGE = "--method wedge --sides up --radius 0.3 --disc 8 --simplify 0.065 --min-area 1 --stages OUT -o OUT/mesh.obj"

# Name: the width in pixels and the commands of plumb or recast, the last of which writes OUT/plan.svg; SCENES/ stands for the public levels.
PLANS = {
    "ruin": (1100, [f"bake {RUIN} --sides up {THREE} -o OUT/plan.svg"]),
    "ruin_radius": (1100, [f"bake {RUIN} --sides up --step 0.4 --radius 0.3 {THREE} -o OUT/plan.svg"]),
    "competition_radius": (1100, [f"bake {COMPETITION} --up z --sides up --numbers decimal --step 0.4 --radius 0.3 -o OUT/plan.svg"]),
    "corner_gaps": (900, ["bake docs/examples/corner_gaps.obj --up z --numbers decimal --weld 0.4 -o OUT/plan.svg"]),
    "nav_test": (1100, ["bake SCENES/recast/nav_test.obj --numbers float --sides up --stance stand=2 --step 0.9 --solids closed -o OUT/plan.svg"]),
    "layers": (900, ["layers docs/examples/layers/multi_storey_building.obj --polygons --up z --svg OUT/plan.svg"]),
    "routes_courtyard": (800, ["route docs/examples/routes/courtyard.json --regions docs/examples/routes/mud.json --from 1,1 --to 11,7 --radius 0.4 --svg OUT/plan.svg"]),
    "routes_mud": (800, ["route docs/examples/routes/room.json --regions docs/examples/routes/room_mud.json --from 1,3.2 --to 9,3.2 --radius 0.5 --svg OUT/plan.svg"]),
    "routes_open": (800, ["route docs/examples/routes/open.json --from 2,3 --to 18,3 --radius 1 --svg OUT/plan.svg"]),
    "routes_test_hard": (800, ["route SCENES/maps2d/poly_test_hard.json --from 3.390625,6.390625 --to 4.6875,1.359375 --radius 1/2 --planner taut --svg OUT/plan.svg"]),
    "routes_ruin": (1000, [RUIN_MESH, "route OUT/mesh.json --from 1.5,0.5,-0.9 --to 34,0,-8 --radius 0.25 --weight crouch=2 --svg OUT/plan.svg"]),
    "routes_ruin_storeys": (1000, [RUIN_MESH, "route OUT/mesh.json --from 1.5,0.5,-0.9 --to 1,5,-14 --radius 0.05 --svg OUT/plan.svg"]),
    "routes_competition_low": (1000, [COMPETITION_MESH, "route OUT/mesh.json --from 8.7,10,0 --to 8.7,5,0 --radius 0.3 --weight crouch=4 --svg OUT/plan.svg"]),
    "routes_competition_steps": (1000, [COMPETITION_MESH, "route OUT/mesh.json --from 26,7.4,0 --to 18,7.4,4 --radius 0.3 --svg OUT/plan.svg"]),
    "audit_dungeon": (900, ["recast SCENES/recast/dungeon.obj 0.1 0.1 2 0 0.9 45 --up y --mset OUT/dungeon.mset",
                            "audit SCENES/recast/dungeon.obj OUT/dungeon.mset --up y --numbers float --sides up --stance stand=2 --step 0.9 --cell 0.1,0.1 --climb 0.9 "
                            "--below 0.9 --above 0.9 --fail-if missing>100% -o OUT/plan.svg"]),
    "audit_dive": (900, ["audit SCENES/navtest/dive_level.obj SCENES/navtest/dive_navmesh.obj --navmesh-up y --sides up --step 0.4 --fail-if missing>100% -o OUT/plan.svg"]),
}
COMPETITION_STAGES = f"bake {COMPETITION} --up z --numbers decimal --step 0.4 --stance stand=1.8 {WEDGE}"
RUIN_STAGES = f"bake {RUIN} --step 0.4 --stance stand=1.8 {WEDGE}"
DUNGEON_STAGES = f"bake SCENES/recast/dungeon.obj --step 0.9 --stance stand=2 {WEDGE}"
HOUSE_STAGES = f"bake SCENES/navtest/dr_house.obj --step 0.4 --stance stand=1.8 {WEDGE}"
SIDE = ["--side", "--columns", "2", "--width", "460"]
# Name: the level's vertical axis, the command of plumb whose stages are drawn, and options of draw_stages.py.
STAGES = {
    "wedge_competition": ("z", COMPETITION_STAGES, []),
    "wedge_competition_side": ("z", COMPETITION_STAGES, [*SIDE, "--stretch", "3"]),
    "wedge_ruin": ("y", RUIN_STAGES, []),
    "wedge_ruin_side": ("y", RUIN_STAGES, SIDE),
    "wedge_dungeon": ("y", DUNGEON_STAGES, []),
    "wedge_dungeon_side": ("y", DUNGEON_STAGES, [*SIDE, "--turn", *"--window 52 -31 72 -9 --heights 9.5 16".split()]),
    "wedge_dr_house": ("y", HOUSE_STAGES, []),
    "wedge_dr_house_side": ("y", HOUSE_STAGES, [*SIDE, *"--window -9 -8 7 8 --heights 0.25 0.7 --stretch 8".split()]),
    "wedge_nav_test": ("y", f"bake SCENES/recast/nav_test.obj --step 0.9 --stance stand=2 {WEDGE}", []),
}


# Half a minute each. What these show, others do, of the same level and by the same options: routes_ruin_storeys has a route of a disc on the
# ruin's mesh, panels around it, and routes_competition_low a weight.
LONG = {"routes_ruin"}


# How a plan's panels are arranged for its picture, where it is not as plumb writes it.
ARRANGED = {
    "ruin": plan_panels.in_order,
    "ruin_radius": plan_panels.in_order,
    "routes_ruin": plan_panels.around_route,
    "routes_ruin_storeys": plan_panels.around_route,
    "audit_dungeon": lambda text: plan_panels.floor_and_excess(text, "from height 2.85", "from height 4.9"),
    "corner_gaps": plan_panels.gaps_by_name,
}
RAN = {}  # program and commands -> the folder that they wrote into


def run(plumb, recast, scenes, out, commands):
    """Runs the commands. What the same ones have written before, in this process, is copied."""
    folder = RAN.get((plumb, tuple(commands)))
    if folder is None:
        folder = RAN[plumb, tuple(commands)] = tempfile.TemporaryDirectory()
        run_anew(plumb, recast, scenes, folder.name, commands)
    shutil.copytree(folder.name, out, dirs_exist_ok=True)


def run_anew(plumb, recast, scenes, out, commands):
    for command in commands:
        program, *words = [w.replace("OUT/", f"{out}/").replace("SCENES/", f"{scenes}/") if "/" in w else w.replace("OUT", str(out)) for w in command.split()]
        called = [recast, *words] if program == "recast" else [plumb, program, *words, "--quiet"]
        done = subprocess.run(called, cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{command}: exit status {done.returncode}: {done.stderr}")


def stages_plan(axis, options, out):
    subprocess.run([sys.executable, "-B", draw_stages.__file__, out, out / "plan.svg", "--up", axis, "--columns", "3", "--width", "300", *options], check=True)


def arrange(name, plan):
    if name in ARRANGED:
        plan.write_text(ARRANGED[name](plan.read_text()))


def plans(plumb, recast, scenes):
    """Name, width, commands and a function that draws the plan into a folder, for each picture of a plan."""
    for name, (width, commands) in PLANS.items():
        yield name, width, commands, lambda out, name=name, commands=commands: (
            run(plumb, recast, scenes, out, commands), arrange(name, out / "plan.svg"))
    for name, (axis, command, options) in STAGES.items():
        yield name, 924, [command, *([" ".join(options)] if options else [])], lambda out, axis=axis, command=command, options=options: (
            run(plumb, recast, scenes, out, [command]), stages_plan(axis, options, out))
    for name, level, script in draw_updates.PICTURES:
        yield name, 1500, [f"{level}, {script}: tests/scenes/draw_updates.py"], lambda out, level=level, script=script: (out / "plan.svg").write_text(
            draw_updates.plans_of(plumb, level, script, out))


def pictures(plumb, recast, scenes):
    """Name, commands, a function that makes what is drawn in a folder and returns its digest, and one that draws it."""
    for name, width, commands, draw in plans(plumb, recast, scenes):
        yield name, commands, lambda out, draw=draw: (draw(out), digest_of_plan((out / "plan.svg").read_text()))[1], lambda out, picture, width=width: subprocess.run(
            ["rsvg-convert", "-w", str(width), out / "plan.svg", "-o", picture], check=True)
    for name, (commands, _) in draw_pictures.PICTURES.items():
        yield name, commands, lambda out, name=name: draw_pictures.digest_of_page(draw_pictures.write_page(name, plumb, recast, scenes, out)), \
            lambda out, picture, name=name: draw_pictures.draw_page(name, out / "page.html", picture)


# Drawn where Blender is installed: a window, and what tests/python/blender_test.py --picture renders.
BY_HAND = {"blender_panel", "blender_verdicts", "page_ruin", "page_places", "page_blockers", "page_audit"}


def digest(data):
    return hashlib.sha256(data).hexdigest()


def digest_of_plan(text):
    """Of what the plan shows: the program's version and the folder of the level are no part of that."""
    return digest(re.sub(r"plumb \d+\.\d+\.\d+", "plumb", text).encode())


def main():
    if len(sys.argv) < 4:
        print(__doc__)
        return 2
    (plumb, recast, scenes), check = (pathlib.Path(p).resolve() for p in sys.argv[1:4]), "--check" in sys.argv
    own = "--own" in sys.argv
    chosen = [word for word in sys.argv[4:] if not word.startswith("--")]
    listed = FIGURES / "pictures.json"
    known = json.loads(listed.read_text()) if listed.exists() else {}
    stale, skipped, same, made = [], 0, 0, {}
    for name, commands, make, draw in pictures(plumb, recast, scenes):
        if (chosen and name not in chosen) or (own and (name in LONG or any("SCENES/" in c for c in commands))):
            made |= {name: known[name]} if name in known else {}
            continue
        picture = FIGURES / f"{name}.png"
        needs = [path for word, path in (("SCENES/", scenes), ("recast ", recast)) if any(word in c for c in commands)]
        if lacking := [path for path in needs if not path.exists()]:
            print(f"skipped: {name}: {lacking[0]} is not there")
            skipped += 1
            if name in known:
                made[name] = known[name]
            continue
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            plan = make(out)
            if not check:
                draw(out, picture)
        entry = {"commands": commands, "plan": plan, "picture": digest(picture.read_bytes()) if picture.exists() else None}
        made[name] = entry
        if entry == known.get(name):
            same += 1
        else:
            stale.append(name)
    if not check:
        listed.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n")
        print(f"{len(made)} pictures, {len(stale)} of them changed")
        return 0
    stale += [f"{p.stem} (in no list)" for p in FIGURES.glob("*.png") if p.stem not in made and p.stem not in BY_HAND]
    for name in stale:
        print(f"docs/figures/{name}: not of the plan that is drawn now; make figures draws it")
    print(f"{same} pictures are of what is drawn now, {len(stale)} are not, {skipped} skipped")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())

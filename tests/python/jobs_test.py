#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Jobs of the module plumb that change levels or work on files: each finds what its command finds.

  PYTHONPATH=BUILD/python jobs_test.py PLUMB EXAMPLES [unittest's options]"""
import doctest
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import plumb

PLUMB, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
ROOM, ROUTES = EXAMPLES / "wall_in_room.obj", EXAMPLES / "routes"
OPTIONS = {"stances": {"crouch": "1.1", "stand": "1.8"}, "sides": "up"}
WORDS = ["--up", "z", "--stance", "crouch=1.1", "--stance", "stand=1.8", "--sides", "up"]


def command(*words):
    return subprocess.run([PLUMB, *map(str, words)], check=True, capture_output=True, text=True).stdout


class Updates(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = pathlib.Path(self.folder.name)
        self.bake = plumb.bake(plumb.Scene.load(ROOM, up="z"), **OPTIONS)

    def tearDown(self):
        self.folder.cleanup()

    def test_a_list_does_what_the_command_does(self):
        command("bake", ROOM, *WORDS, "--quiet", "-o", self.out / "room.json")
        command("update", self.out / "room.json", EXAMPLES / "updates/room.json", "-o", self.out / "now.json", "--quiet")
        wanted = (self.out / "now.json").read_bytes()
        for level in (plumb.Navmesh(self.bake), plumb.Navmesh(self.out / "room.json")):
            self.assertEqual(level.carry_out(EXAMPLES / "updates/room.json"), [1, 2, 3, 3])
            self.assertEqual(level.bytes("json"), wanted)

    def test_entries_by_calls(self):
        whole = plumb.Navmesh(self.bake)
        whole.carry_out(EXAMPLES / "updates/room.json")
        level = plumb.Navmesh(self.bake)
        before = level.bytes("json")
        first = level.update([("1", "1"), ("5/2", "3/2"), ("3/2", "3")])
        second = level.update([(4, 1), (5.5, 1), (5.5, 2), (5, 2), (5, 3), (4, 3)], {"cost": 3})
        third = level.update([(3, 3), (4, 3), ("7/2", 4)], "block", prepared=True)
        level.enable(third)
        self.assertEqual(level.bytes("json"), whole.bytes("json"))
        area = float(level.mesh().area.sum())
        level.disable(third)
        self.assertGreater(float(level.mesh().area.sum()), area)
        for number in (first, third, second):
            level.revert(number)
        self.assertEqual(level.bytes("json"), before)

    def test_obstacles_and_updates(self):
        command("update", "--scene", ROOM, *WORDS, EXAMPLES / "updates/crates.json", "-o", self.out / "crates.json", "--quiet")
        live = plumb.LiveBake(plumb.Scene.load(ROOM, up="z"), **OPTIONS)
        self.assertEqual(live.carry_out(EXAMPLES / "updates/crates.json"), [1, 2, 1, 2])
        self.assertEqual(live.bytes("json"), (self.out / "crates.json").read_bytes())

    def test_what_is_refused(self):
        level = plumb.Navmesh(self.bake)
        for wrong, kind in ((lambda: level.update([(0, 0), (1, 1)]), plumb.InputError), (lambda: level.update([(0, 0), (1, 1), (1, 0), (0, 1)]), plumb.InputError),
                            (lambda: level.update([(0, 0), (1, 0), (1, 1)], {"cost": -1}), plumb.InputError), (lambda: level.update([(0, 0), (1, 0), (1, 1)], "burn"), plumb.InputError),
                            (lambda: level.update([(0, 0), (1, 0), (1, float("nan"))]), ValueError), (lambda: level.update([(0, 0), (1, 0), (1, 1)], heights=(2, 1)), plumb.InputError),
                            (lambda: level.revert(1), plumb.OptionError), (lambda: level.enable(7), plumb.OptionError), (lambda: level.carry_out("nowhere.json"), plumb.InputError),
                            (lambda: plumb.Navmesh("nowhere.json"), plumb.InputError), (lambda: plumb.Navmesh(self.bake, decomposition="odd"), plumb.OptionError)):
            with self.assertRaises(kind) as caught:
                wrong()
            self.assertNotIn("--", str(caught.exception))
        self.assertEqual(level.update([(0, 0), (1, 0), (1, 1)]), 1, "what was refused has no number")


class Corners(unittest.TestCase):
    def test_no_polygon_has_more(self):
        bake = plumb.bake(plumb.Scene.load(EXAMPLES / "spiral.obj", up="z"), **OPTIONS)
        any_number = bake.mesh()
        self.assertGreater(np.diff(any_number.offsets).max(), 3)
        for most in (3, 4, 6):
            few = bake.mesh(most_corners=most)
            self.assertLessEqual(np.diff(few.offsets).max(), most)
            self.assertAlmostEqual(few.area.sum(), any_number.area.sum(), places=4)
        for few in (2, 0, -1):
            with self.assertRaisesRegex(plumb.OptionError, "is fewer than 3"):
                bake.mesh(most_corners=few)
        with self.assertRaises(TypeError):
            bake.mesh(most_corners=3.5)


class Maps(unittest.TestCase):
    def test_the_command_finds_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "way.json"
            command("route", ROUTES / "courtyard.json", "--regions", ROUTES / "mud.json", "--from", "1,1", "--to", "11,7", "--radius", "0.4", "--json", file)
            found = plumb.route_on_map(ROUTES / "courtyard.json", (1, 1), (11, 7), regions=[ROUTES / "mud.json"], radius="0.4")
            self.assertEqual(found, plumb._options.exact(file.read_text()))
            self.assertEqual([str(v) for v in found["from"]], json.loads(file.read_text())["from"])

    def test_what_is_refused(self):
        for wrong, kind in ((lambda: plumb.route_on_map(ROUTES / "courtyard.json", (1, 1), (4.25, 1)), plumb.NoRoute), (lambda: plumb.route_on_map("nowhere.json", (1, 1), (2, 2)), plumb.InputError),
                            (lambda: plumb.route_on_map(ROUTES / "courtyard.json", (1, 1), (11, 7), planner="bus"), plumb.OptionError),
                            (lambda: plumb.route_on_map(ROUTES / "courtyard.json", (1, 1, 1), (11, 7)), ValueError)):
            with self.assertRaises(kind) as caught:
                wrong()
            self.assertNotIn("--", str(caught.exception))


class HostileFiles(unittest.TestCase):
    def test_folders_and_noise(self):
        with tempfile.TemporaryDirectory() as folder:
            noise = pathlib.Path(folder) / "noise.json"
            noise.write_bytes(bytes(range(256)) * 4)
            for file in (folder, noise):
                for call in (lambda: plumb.Navmesh(file), lambda: plumb.route_on_map(file, (0, 0), (1, 1)), lambda: plumb.minimise(file, bool), lambda: plumb.OtherMesh(file),
                             lambda: plumb.bake_tiles(file, folder + "/tiles", 1), lambda: plumb.Navmesh(plumb.bake(plumb.Scene.load(ROOM, up="z"))).carry_out(file)):
                    with self.assertRaises(plumb.Error):
                        call()


class Tiles(unittest.TestCase):
    def test_the_command_writes_the_same(self):
        def files(folder):
            return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted((folder / "out").rglob("*")) if p.is_file()}
        with tempfile.TemporaryDirectory() as folder:
            by_command, by_call = pathlib.Path(folder) / "command", pathlib.Path(folder) / "call"
            command("bake", EXAMPLES / "ruin.obj", "--tiles", "16", "--step", "0.4", "--sides", "up", "--quiet", "-o", f"{by_command}/", "-o", ".glb", "-o", ".json")
            told = []
            index = plumb.bake_tiles(EXAMPLES / "ruin.obj", by_call, 16, formats=["glb", "json"], step="0.4", sides="up", progress=lambda done, stage: told.append(done))
            self.assertEqual(files(by_call), files(by_command))
            self.assertEqual(index, json.loads((by_command / "index.json").read_text()))
            self.assertGreater(len(files(by_call)), 10)
            with self.assertRaises(plumb.OptionError):
                plumb.bake_tiles(EXAMPLES / "ruin.obj", by_call, 0)
            with self.assertRaises(plumb.OptionError):
                plumb.bake_tiles(EXAMPLES / "ruin.obj", by_call, 16, formats=["mset"])
            with self.assertRaises(plumb.InputError):
                plumb.bake_tiles("nowhere.obj", pathlib.Path(folder) / "other", 16)
            mesh, report = pathlib.Path(folder) / "mesh.glb", pathlib.Path(folder) / "report.json"
            command("bake", EXAMPLES / "ruin.obj", "--radius", "0.3", "--sides", "up", "--quiet", "-o", mesh)
            command("audit", "--store", by_command, EXAMPLES / "ruin.obj", mesh, "--fail-if", "excess>99%", "--quiet", "--json", report)
            drawing = pathlib.Path(folder) / "drawing.obj"
            found = plumb.audit_tiles(by_command, EXAMPLES / "ruin.obj", mesh, drawings=drawing, fail_if="excess>99%")
            self.assertEqual(found, json.loads(report.read_text()))
            self.assertIn("\ng missing\n", drawing.read_text())
            self.assertGreater(found["tiles"][0]["largest_missing"]["area"]["approx"], 0)
            with self.assertRaises(plumb.InputError):
                plumb.audit_tiles(by_command, EXAMPLES / "ruin.obj", "nowhere.glb")
            with self.assertRaises(plumb.OptionError):
                plumb.audit_tiles(by_command, EXAMPLES / "ruin.obj", mesh, drawings="plan.svg")
            with self.assertRaises(plumb.OptionError):
                plumb.audit_tiles(by_command, EXAMPLES / "crates.obj", mesh)


class Minimise(unittest.TestCase):
    LEVEL = plumb.Scene.load(EXAMPLES / "stacked_boxes.obj", up="z")

    def test_the_smallest_scene_is_interesting(self):
        def blocked(scene):
            return plumb.bake(scene, threads=1).area["blocked"].exact > 0
        small = plumb.minimise(self.LEVEL, blocked)
        self.assertTrue(blocked(small))
        self.assertEqual(len(small), 2, "a floor, and what is too low above it")
        self.assertEqual(small.up, "z")
        self.assertTrue(plumb.check(small, plumb.bake(small).certificate()))

    def test_what_ends_it(self):
        def stops(scene):
            if len(scene) < len(self.LEVEL):
                raise KeyError("mine")
            return True
        with self.assertRaises(KeyError):
            plumb.minimise(self.LEVEL, stops)
        with self.assertRaises(ValueError):
            plumb.minimise(self.LEVEL, lambda scene: False)
        with self.assertRaises(plumb.Cancelled):
            plumb.minimise(self.LEVEL, lambda scene: True, progress=lambda done, stage: False)


class Examples(unittest.TestCase):
    def test_docstrings(self):
        for name in ("plumb.navmeshes", "plumb.files"):
            failed, tried = doctest.testmod(sys.modules[name])
            self.assertEqual((failed, tried > 3), (0, True), name)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], warnings="ignore")

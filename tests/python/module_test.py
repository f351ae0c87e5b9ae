#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The module plumb of Python: its examples, the same bytes as the command's, and what it refuses.

  PYTHONPATH=BUILD/python module_test.py PLUMB EXAMPLES [unittest's options]"""
import _thread
import collections
import doctest
import gc
import importlib.util
import json
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np

import plumb

PLUMB, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
FLOOR = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]]
SQUARE = plumb.Scene(FLOOR, [[0, 1, 2, 3]], up="z")
LEVELS = [("ruin.obj", "y", {"step": "0.4", "weld": "1/4"}), ("wall_in_room.obj", "z", {"radius": "0.3"}), ("spiral.obj", "z", {"step": "1/4"}), ("two_triangles.obj", "z", {})]
STANCES = {"crouch": "1.1", "stand": "1.8"}


def command(*words):
    return subprocess.run([PLUMB, *map(str, words)], check=True, capture_output=True, text=True).stdout


def words_of(up, options):
    return ["--up", up, "--stance", "crouch=1.1", "--stance", "stand=1.8", *(w for name, value in options.items() for w in ("--" + name, value))]


def without_seconds(value):
    """A report without what differs from run to run."""
    if isinstance(value, dict):
        return {k: without_seconds(v) for k, v in value.items() if k not in ("seconds", "stages", "peak_bytes", "files", "arithmetic", "threads", "outputs", "scene", "scene_file", "navmesh", "file", "conforming", "links", "godot", "detour", "warnings")}
    return [without_seconds(v) for v in value] if isinstance(value, list) else value


class Examples(unittest.TestCase):
    def test_docstrings(self):
        for name in ("plumb", "plumb.scenes", "plumb.meshes", "plumb.bakes", "plumb.audits", "plumb.errors"):
            failed, tried = doctest.testmod(sys.modules[name])
            self.assertEqual(failed, 0, name)
        self.assertGreater(sum(doctest.testmod(sys.modules[n]).attempted for n in ("plumb", "plumb.bakes", "plumb.audits", "plumb.scenes")), 15)

    def test_all_is_documented(self):
        for name in plumb.__all__:
            if name.startswith("__"):
                continue
            thing = getattr(plumb, name)
            self.assertTrue(thing.__doc__, name)
            for member in vars(thing) if isinstance(thing, type) else ():
                if not member.startswith("_") and (callable(getattr(thing, member)) or isinstance(vars(thing)[member], property)):
                    said = getattr(thing, member).__doc__ or (member in plumb.FloatMesh.__doc__ if thing is plumb.FloatMesh else None)
                    self.assertTrue(said, f"{name}.{member}")


def in_numbers(value):
    """JSON of a command as the module gives it: text that is a number as a Fraction, and points and pairs of them as tuples."""
    if isinstance(value, dict):
        return {key: in_numbers(v) for key, v in value.items()}
    if isinstance(value, list):
        out = [in_numbers(v) for v in value]
        return tuple(out) if len(out) in (2, 3) and all(isinstance(v, Fraction) for v in out) else out
    try:
        return Fraction(value) if isinstance(value, str) else value
    except ValueError:
        return value


class SameAsTheCommand(unittest.TestCase):
    def test_bytes(self):
        others = sorted({p.name for p in EXAMPLES.glob("*.obj")} - {level[0] for level in LEVELS})
        for file, up, options in LEVELS + [(name, "z", {}) for name in others]:
            with self.subTest(file), tempfile.TemporaryDirectory() as folder:
                level, out = EXAMPLES / file, pathlib.Path(folder)
                outputs = ["nav.json", "nav.glb", "nav.obj", "nav.svg", "nav.tres", "nav.cert"]
                command("bake", level, *words_of(up, options), "--quiet", "--report", out / "report.json", *(w for o in outputs for w in ("-o", out / o)))
                bake = plumb.bake(plumb.Scene.load(level, up=up), stances=STANCES, **options)
                for name in outputs[:-1]:
                    bake.write(out / ("py_" + name))
                    self.assertEqual((out / name).read_bytes().replace(b"nav.mtl", b"py_nav.mtl"), (out / ("py_" + name)).read_bytes(), name)
                self.assertEqual((out / "nav.json").read_bytes(), bake.bytes("json"))
                certificate = bake.certificate()
                self.assertEqual((out / "nav.cert").read_bytes(), certificate.text)
                self.assertEqual(level.read_bytes(), certificate.level)
                self.assertIn("Every record holds", plumb.check(level, certificate))
                self.assertEqual(without_seconds(json.loads((out / "report.json").read_text())), without_seconds(bake.report))

    def test_questions(self):
        routes = collections.Counter()  # by exit status
        for file, up, options in LEVELS[1:]:
            with self.subTest(file), tempfile.TemporaryDirectory() as folder:
                level, out = EXAMPLES / file, pathlib.Path(folder) / "out.json"
                bake = plumb.bake(plumb.Scene.load(level, up=up), stances=STANCES, **options)
                words = words_of(up, options)
                self.assertEqual(in_numbers(without_seconds(json.loads(command("explain", level, *words, "--at", "1,1,1", "--json")))), without_seconds(bake.explain((1, 1, 1))))
                if "radius" not in options:
                    self.assertEqual(in_numbers(without_seconds(json.loads(command("explain", level, *words, "--thresholds", "height", "--range", "1,3", "--json")))),
                                     without_seconds(bake.thresholds("height", between=(1, 3))))
                    self.assertEqual(in_numbers(without_seconds(json.loads(command("explain", level, *words, "--from", "1/2,1/4,9", "--to", "1,1/4,9", "--json")))),
                                     without_seconds(bake.connect(("1/2", 0.25, 9), ["1", Fraction(1, 4), 9])))
                bake.write(out.with_name("nav.json"))
                command("layers", out.with_name("nav.json"), "--json", out)
                self.assertEqual(in_numbers(without_seconds(json.loads(out.read_text()))), without_seconds(bake.layers()))
                for radius in ({}, {"radius": "1/16"}):
                    done = subprocess.run([PLUMB, "route", out.with_name("nav.json"), "--from", "1/2,1/4,9", "--to", "1,1/4,9", *(w for k, v in radius.items() for w in ("--" + k, v)),
                                           "--json", out, "--quiet"], capture_output=True)
                    routes[done.returncode] += 1
                    if done.returncode == 1:
                        with self.assertRaises(plumb.NoRoute):
                            bake.route(("1/2", "1/4", 9), (1, "1/4", 9), **radius)
                    else:
                        self.assertEqual(in_numbers(without_seconds(json.loads(out.read_text()))), without_seconds(bake.route(("1/2", "1/4", 9), (1, "1/4", 9), **radius)))
                told = out.with_name("told.json")
                for words, call in ((("nearest", "--from", "1/2,1/4,9"), lambda: bake.nearest(("1/2", 0.25, 9))),
                                    (("raycast", "--from", "1/2,1/4,9", "--to", "3,1/4,9"), lambda: bake.raycast(("1/2", 0.25, 9), (3, "1/4", 9))),
                                    (("move", "--from", "1/2,1/4,9", "--to", "3,1/4,9"), lambda: bake.move(("1/2", 0.25, 9), (3, "1/4", 9))),
                                    (("border", "--from", "1/2,1/4,9", "--within", "1/3"), lambda: bake.border(("1/2", 0.25, 9), within=Fraction(1, 3))),
                                    (("random", "--count", "4", "--seed", "6"), lambda: bake.random(4, seed=6)),
                                    (("within", "--from", "1/2,1/4,9", "--within", "2"), lambda: bake.within(("1/2", 0.25, 9), 2)),
                                    (("components",), lambda: {"components": bake.components()})):
                    done = subprocess.run([PLUMB, "route", out.with_name("nav.json"), "--ask", *words, "--json", told, "--quiet"], capture_output=True)
                    if done.returncode == 1:
                        with self.assertRaises(plumb.NoRoute):
                            call()
                        continue
                    wanted, found = in_numbers(json.loads(told.read_text())), call()
                    self.assertEqual({key: wanted[key] for key in found if key != "navmesh"}, {key: found[key] for key in found if key != "navmesh"})
        self.assertGreater(routes[0], 2)
        self.assertEqual(set(routes) - {0, 1}, set())
        bake = plumb.bake(plumb.Scene([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]], up="z"))
        self.assertEqual(bake.route((1, 1, 0), [(4, 4, 0), (1, 2, 0), (9, 9, 0)])["to"], (1, 2, 0))
        self.assertTrue(bake.reachable((1, 1, 0), np.array([2, 2, 0])))
        self.assertEqual(bake.move((1, 1, 0), (9, 2, 0))["end"]["point"], (4, 2, 0))

    def test_audit_and_diff(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            level = EXAMPLES / "ruin.obj"
            bake = plumb.bake(plumb.Scene.load(level), stances=STANCES, step="0.4")
            other = plumb.bake(plumb.Scene.load(level), stances=STANCES, step="0.1", radius="1/4")
            bake.write(out / "a.bin")
            other.write(out / "b.bin")
            subprocess.run([PLUMB, "audit", level, out / "b.bin", *words_of("y", {"step": "0.4"}), "--cell", "0.3,0.2", "--json", out / "audit.json", "--quiet"], capture_output=True)
            a = plumb.audit(bake, out / "b.bin", cell=(0.3, "0.2"), climb=None)
            wanted, found = json.loads((out / "audit.json").read_text()), a.report
            self.assertEqual(wanted["area"], found["area"])
            self.assertEqual(wanted["components"], found["components"])
            self.assertTrue(0 < a.coverage < 1)
            self.assertEqual(sum(r.area for r in a.missing_regions()), a.missing.exact)
            self.assertEqual(sum(r.area for r in a.excess_regions()), a.excess_area.exact)
            self.assertTrue(a.drawing().startswith(b"<svg") or b"<svg" in a.drawing()[:400])
            self.assertIn("<svg", a._repr_html_())
            self.assertIn("<svg", bake._repr_html_())
            subprocess.run([PLUMB, "diff", out / "a.bin", out / "b.bin", "--json", out / "diff.json", "--quiet"], capture_output=True)
            d = plumb.diff(out / "a.bin", out / "b.bin")
            self.assertEqual(without_seconds(json.loads((out / "diff.json").read_text()))["parts"], without_seconds(d)["parts"])
            self.assertFalse(d["same"])
            triangles = plumb.OtherMesh(out / "b.bin").triangles()
            (a, b, c) = triangles.transpose(1, 0, 2)[..., [0, 2]]
            doubled = (b[:, 0] - a[:, 0]) * (a[:, 1] - c[:, 1]) - (c[:, 0] - a[:, 0]) * (a[:, 1] - b[:, 1])
            self.assertAlmostEqual(doubled.sum() / 2, plumb.audit(bake, out / "b.bin").found.approx, 6)
            mesh = bake.mesh("crouch")
            self.assertTrue(plumb.diff(mesh, mesh)["same"])
            # Its own mesh: all is covered, but for what rounding moved.
            own = plumb.audit(bake, mesh)
            self.assertGreater(own.coverage, 0.999999)
            self.assertEqual(own.components[2:], (0, 0, 0, 0))
            self.assertEqual(plumb.audit(bake, bake.mesh("crouch", origin=(100, 0, 3))).components[2:], (0, 0, 0, 0))
            self.assertGreater(plumb.audit(bake, (mesh.vertices, mesh.triangles())).coverage, 0.999999)


class Arrays(unittest.TestCase):
    def test_scene(self):
        points = np.array(FLOOR, np.float32)
        for faces in ([[0, 1, 2, 3]], np.array([[0, 1, 2, 3]]), ((0, 1, 2, 3),), np.array([[0, 1, 2, 3]], np.int16)):
            scene = plumb.Scene(points, faces, up="z")
            self.assertEqual(len(scene), 1)
            np.testing.assert_array_equal(scene.vertices, FLOOR)
            np.testing.assert_array_equal(scene.faces[0], [0, 1, 2, 3])
            self.assertEqual(scene.triangles().shape, (2, 3))
        for vertices, faces, error in (([[0, 0]], [[0, 1, 2]], ValueError), ([[0, 0, np.nan], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], ValueError), (FLOOR, [[0.5, 1, 2]], TypeError),
                                       (FLOOR, [[-1, 1, 2]], ValueError), (FLOOR, [[0, 1, 9]], plumb.InputError), (FLOOR, [[0, 1]], plumb.InputError), (FLOOR, [], plumb.InputError),
                                       (np.array([[0, 0, 0], [2**53 + 1, 0, 0], [0, 1, 0]]), [[0, 1, 2]], ValueError), (FLOOR, [[0, 1, 2**40]], ValueError),
                                       (np.array(FLOOR, np.longdouble) / 3, [[0, 1, 2]], ValueError), ([["a", "b", "c"]], [[0, 0, 0]], TypeError)):
            with self.assertRaises(error):
                plumb.Scene(vertices, faces)
        with self.assertRaises(plumb.OptionError):
            plumb.Scene(FLOOR, [[0, 1, 2]], up="x")

    def test_views_keep_what_they_show(self):
        mesh = plumb.bake(plumb.Scene.load(EXAMPLES / "ruin.obj")).mesh()
        vertices, corners, copy = mesh.vertices, mesh.corners, mesh.vertices.copy()
        count = len(mesh)
        for view in (vertices, corners, mesh.neighbours, mesh.area):
            with self.assertRaises(ValueError):
                view[0] = 1
        del mesh
        gc.collect()
        np.zeros(1 << 20)
        np.testing.assert_array_equal(vertices, copy)
        self.assertLess(corners.max(), len(vertices))
        self.assertGreater(count, 0)

    def test_cells_and_rings(self):
        bake = plumb.bake(plumb.Scene.load(EXAMPLES / "two_triangles.obj", up="z"), stances={"stand": "1.8"})
        cells = bake.cells
        self.assertAlmostEqual(cells["area"][cells["stance"] >= 1].sum(), bake.area["stand"].approx, 12)
        exact, rounded = bake.rings(exact=True), bake.rings()
        self.assertEqual(len(exact), len(rounded))
        for a, b in zip(exact, rounded):
            np.testing.assert_allclose(np.array(a, dtype=float), b)
        self.assertIsInstance(exact[0][0][0], Fraction)
        area = sum(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(r, r[1:] + r[:1])) for r in exact) / 2
        self.assertEqual(area, bake.area["stand"].exact)

    def test_floats_are_binary64(self):
        thin = plumb.bake(plumb.Scene(FLOOR, [[0, 1, 2, 3]], up="z"), stances=1.8, step=0.1)
        self.assertEqual(thin.stances["stand"], Fraction(1.8))
        self.assertNotEqual(thin.stances["stand"], Fraction("1.8"))

    def test_no_floor(self):
        bake = plumb.bake(plumb.Scene([[0, 0, 0], [1, 0, 0], [0, 0, 1]], [[0, 1, 2]], up="z"))
        self.assertEqual((len(bake.mesh()), bake.rings(), bake.mesh().triangles().shape, bake.mesh().vertices.shape), (0, [], (0, 3), (0, 3)))
        with self.assertRaises(plumb.NoRoute):
            bake.route((0, 0, 0), (1, 0, 0))
        a = plumb.audit(bake, ([], []))
        self.assertEqual((a.coverage, a.excess, a.missing_regions()), (1.0, 0.0, []))


class Errors(unittest.TestCase):
    def test_options(self):
        for options, said in (({"step": -1}, "step"), ({"stances": {"a": 2, "b": 1}}, "stance"), ({"sides": "left"}, "sides"), ({"bad_faces": "keep"}, "bad_faces"), ({"disc": 7}, "disc"),
                              ({"radius": "wide"}, "radius"), ({"threads": 0}, "threads"), ({"preset": "nobody"}, "preset")):
            with self.subTest(options), self.assertRaises(plumb.OptionError) as caught:
                plumb.bake(SQUARE, **options)
            self.assertIn(said, str(caught.exception))
            self.assertNotIn("--", str(caught.exception))
            self.assertEqual(caught.exception.code, "bad_option")
        for options, said in (({"stepp": "1"}, "did you mean 'step'"), ({"quiet": True}, "'quiet'; there are "), ({"up": "z"}, "Scene and Scene.load take it"), ({"numbers": "float"}, "Scene.load takes it")):
            with self.assertRaisesRegex(plumb.OptionError, said):
                plumb.bake(SQUARE, **options)
        with self.assertRaisesRegex(plumb.OptionError, "'seed_points' is given twice"):
            plumb.bake(SQUARE, seed_point=(1, 1, 0), seed_points=[(2, 2, 0)])
        for options, said in (({"step": object()}, "step: "), ({"step": True}, "step: a bool"), ({"one_surface": "yes"}, "one_surface: "), ({"stances": {"a": None}}, "stance 'a': "),
                              ({"seed_points": 3}, "seed_points: ")):
            with self.assertRaisesRegex(TypeError, said):
                plumb.bake(SQUARE, **options)
        with self.assertRaises(ValueError):
            plumb.bake(SQUARE, stances={})
        for wrong in (float("nan"), float("inf")):
            with self.assertRaisesRegex(ValueError, "step: .* is not finite"):
                plumb.bake(SQUARE, step=wrong)
        for wrong in (lambda: plumb.bake(None), lambda: plumb.bake(FLOOR), lambda: plumb.audit(SQUARE, (FLOOR, [[0, 1, 2]])), lambda: plumb.audit(plumb.bake(SQUARE), None),
                      lambda: plumb.audit(plumb.bake(SQUARE), (FLOOR, [[0, 1, 2]]), cell=0.3)):
            with self.assertRaises(TypeError) as caught:
                wrong()
            self.assertRegex(str(caught.exception), "plumb|cell: ")
        bake = plumb.bake(SQUARE)
        for call in (lambda: bake.mesh("nobody"), lambda: bake.rings("nobody"), lambda: bake.layers(method="guess"), lambda: bake.thresholds("colour"),
                     lambda: plumb.audit(bake, (FLOOR, [[0, 1, 2]]), stance="nobody"), lambda: bake.route((0, 0, 0), (1, 1, 0), stance="nobody"),
                     lambda: plumb.audit(bake, (FLOOR, [[0, 1, 2]])).drawing("exe"), lambda: plumb.OtherMesh(FLOOR, [[0, 1, 2]], up="x"),
                     lambda: plumb.OtherMesh(FLOOR, [[0, 1, 2]], transform=(1, 2)), lambda: bake.thresholds("height", between=(3, 1))):
            with self.assertRaises(plumb.OptionError) as caught:
                call()
            self.assertNotRegex(str(caught.exception), "--|range|navmesh_")
        self.assertEqual(bake.bytes("cert"), bake.certificate().text)
        for origin in ((float("nan"), 0, 0), (0, float("inf"), 0)):
            with self.assertRaises(plumb.OptionError):
                bake.mesh(origin=origin)
        for far in (lambda: bake.mesh(origin=(1e300, 0, 0)), lambda: plumb.bake(plumb.Scene([[0, 0, 0], [1e300, 0, 0], [0, 1e300, 0]], [[0, 1, 2]], up="z")).mesh()):
            with self.assertRaises(plumb.InputError) as caught:
                far()
            self.assertEqual(caught.exception.code, "too_large")
        for point in ((1, 2), (1, 2, 3, 4)):
            with self.assertRaises(ValueError):
                bake.explain(point)
            with self.assertRaises(ValueError):
                bake.mesh(origin=point)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.obj"
            bad.write_text("v 0 0 0\nv 1 0 0\nv 0 1 x\nf 1 2 3\n")
            with self.assertRaises(plumb.InputError) as caught:
                plumb.Scene.load(bad)
            self.assertEqual((caught.exception.file, caught.exception.line, caught.exception.code), (str(bad), 3, "bad_number"))
            bad.write_text("v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 4 0\nv 2 9 0\nf 1 2 3 5 4\nf 1 2 3\n")
            for wrong in (folder, folder + "/none.obj", "", folder + "/x.xyz"):
                with self.assertRaises(plumb.Error):
                    plumb.Scene.load(wrong)
            bake = plumb.bake(SQUARE)
            for wrong in (folder + "/none/nav.glb", folder + "/nav.xyz", folder):
                with self.assertRaises(plumb.Error):
                    bake.write(wrong)
            self.assertEqual(sorted(p.name for p in pathlib.Path(folder).iterdir()), ["bad.obj"])
            with self.assertRaises(plumb.InputError):
                plumb.audit(bake, bad.with_name("none.bin"))
            with self.assertRaises(plumb.InputError) as caught:
                plumb.check(SQUARE, b"nothing\n")
            certificate = bake.certificate()
            with self.assertRaises(plumb.InputError) as caught:
                plumb.check(certificate.level, certificate.text.replace(b"\nend ", b"\nend 7"))
            self.assertEqual(caught.exception.code, "refuted")
            for write in (certificate.write, bake.write):
                write(folder + "/nav.cert")
                self.assertIn("Every record holds", plumb.check(folder + "/nav.scene.obj", folder + "/nav.cert"))
                pathlib.Path(folder, "nav.scene.obj").unlink()
            plumb.bake(plumb.Scene.load(EXAMPLES / "two_triangles.obj", up="z")).write(folder + "/two.cert")
            self.assertEqual([p.name for p in pathlib.Path(folder).glob("*.scene.obj")], [])

    def test_errors_reach_other_processes(self):
        for error in (plumb.errors.make(2, "no format", "a.xyz", 3), plumb.errors.make(12, "--step", "", 0)):
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual((type(again), str(again), again.code, again.file, again.line), (type(error), str(error), error.code, error.file, error.line))

    def test_a_bad_face_is_named(self):
        bow = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 0], [2, 9, 0]]
        with self.assertRaises(plumb.InputError) as caught:
            plumb.bake(plumb.Scene(bow, [[0, 1, 3], [0, 3, 1, 2]], up="z"))
        self.assertEqual((caught.exception.face, caught.exception.code), (1, "bad_face"))
        self.assertIn("bad_faces = drop", str(caught.exception))
        self.assertGreater(plumb.bake(plumb.Scene(bow, [[0, 1, 3], [0, 3, 1, 2]], up="z"), bad_faces="drop").area["stand"].approx, 0)


class LongCalls(unittest.TestCase):
    def setUp(self):
        # A grid of crates over a floor takes a while.
        n = 40  # crates a side
        boxes = [np.array([[x, y, z] for z in (0, 1) for x, y in ((i, j), (i + .5, j), (i + .5, j + .5), (i, j + .5))], float) for i in range(n) for j in range(n)]
        quads = np.array([[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]])
        faces = np.concatenate([quads + 8 * i for i in range(n * n)])
        self.level = plumb.Scene(np.concatenate(boxes), faces, up="z")

    def test_progress(self):
        told = []
        plumb.bake(self.level, progress=lambda done, stage: told.append((done, stage)), threads=1)
        self.assertTrue(all(0 <= done <= 1 for done, _ in told))
        self.assertEqual([d for d, _ in told], sorted(d for d, _ in told))
        self.assertGreater(len({stage for _, stage in told}), 5)

    def test_cancelled(self):
        with self.assertRaises(plumb.Cancelled):
            plumb.bake(self.level, progress=lambda done, stage: False)
        def fails(done, stage):
            raise KeyError(stage)
        with self.assertRaises(KeyError):
            plumb.bake(self.level, progress=fails)

    def test_interrupt(self):
        threading.Timer(0.1, _thread.interrupt_main).start()
        with self.assertRaises(KeyboardInterrupt):
            for _ in range(1000):
                plumb.bake(self.level, step="0.5", weld="0.5", threads=1)
        self.assertGreater(plumb.bake(SQUARE).area["stand"].approx, 0)

    def test_progress_that_bakes_again_without_end(self):
        deep = 0

        def again(done, stage):
            nonlocal deep
            deep += 1
            plumb.bake(SQUARE, progress=again)
        with self.assertRaises(RecursionError):
            plumb.bake(SQUARE, progress=again)
        self.assertGreater(deep, 2)
        # A few within one another are no error, and what was refused leaves nothing behind.
        areas = []
        within = lambda done, stage: areas.append(plumb.bake(SQUARE, progress=lambda *_: plumb.bake(SQUARE)).area["stand"].exact)
        self.assertEqual(plumb.bake(SQUARE, progress=within).area["stand"].exact, 16)
        self.assertEqual(set(areas), {16})

    def test_minimise_that_minimises_without_end(self):
        def again(scene):
            return plumb.minimise(obj, again) is not None
        with tempfile.TemporaryDirectory() as folder:
            obj = pathlib.Path(folder) / "level.obj"
            obj.write_text("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3 4\n")
            with self.assertRaises(RecursionError):
                plumb.minimise(obj, again)

    def test_interrupt_within_a_progress(self):
        def interrupts(done, stage):
            _thread.interrupt_main()
            plumb.bake(SQUARE, progress=lambda *_: time.sleep(0.001))
        with self.assertRaises(KeyboardInterrupt):
            for _ in range(1000):
                plumb.bake(SQUARE, progress=interrupts)
        self.assertGreater(plumb.bake(SQUARE).area["stand"].approx, 0)

    def test_sub_interpreters(self):
        """They are refused in words, before and after the main interpreter has the module, which works on."""
        script = """
import sys
import _xxsubinterpreters as sub
ask = "try:\\n import plumb\\nexcept ImportError as e:\\n assert 'sub-interpreter' in str(e), e\\nelse:\\n raise SystemExit('imported')"
def in_another():
    number = sub.create()
    sub.run_string(number, "import sys; sys.path[:] = " + repr(sys.path) + "\\n" + ask)
    sub.destroy(number)
if sys.argv[1] == "before":
    in_another()
import plumb
in_another()
bake = plumb.bake(plumb.Scene([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]], up="z"))
assert bake.area["stand"].exact == 16
"""
        for when in ("before", "after"):
            done = subprocess.run([sys.executable, "-B", "-c", script, when], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), when)

    def test_threads(self):
        alone = plumb.bake(self.level, threads=1).bytes("json")
        found, ticks = [], 0
        threads = [threading.Thread(target=lambda: found.append(plumb.bake(self.level, threads=1).bytes("json"))) for _ in range(2)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            ticks += 1  # the lock is free meanwhile
            time.sleep(0.001)
        self.assertEqual(found, [alone, alone])
        self.assertGreater(ticks, 10)


class Live(unittest.TestCase):
    def test_obstacles(self):
        live = plumb.LiveBake(SQUARE, step="0.25")
        before = live.bytes("json")
        crate = live.add(plumb.Scene([[1, 1, 1], [2, 1, 1], [2, 2, 1], [1, 2, 1]], [[0, 1, 2, 3]], up="z"))
        self.assertIn(crate, live)
        self.assertNotEqual(live.bytes("json"), before)
        live.remove(crate)
        self.assertEqual(live.bytes("json"), before)
        with self.assertRaises(KeyError):
            live.remove(crate)
        with self.assertRaises(plumb.OptionError):
            plumb.LiveBake(SQUARE, method="wedge")


class Memory(unittest.TestCase):
    def test_bakes_leave_nothing(self):
        def resident():
            return int(re.search(r"RssAnon:\s+(\d+)", pathlib.Path("/proc/self/status").read_text())[1])
        scene = plumb.Scene.load(EXAMPLES / "two_triangles.obj", up="z")
        def many(count):
            for _ in range(count):
                bake = plumb.bake(scene, threads=1)
                bake.mesh().vertices, bake.bytes("json")
        many(100)
        before = resident()
        many(300)
        self.assertLess(resident() - before, 2048)


class Answers(unittest.TestCase):
    """What bakes and audits answer, on scenes whose answers are known."""

    def test_areas_of_cells(self):
        for width in (4.25, 4.1, 1e-3, 1e150):
            bake = plumb.bake(plumb.Scene([[0, 0, 0], [width, 0, 0], [width, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]], up="z"))
            self.assertAlmostEqual(bake.cells["area"].sum() / (4 * width), 1)
        bake = plumb.bake(plumb.Scene.load(EXAMPLES / "ruin.obj"), radius="0.3")
        for label, verdict in ((1, "stand"), (0, "blocked"), (-1, "covered"), (-3, "too_close")):
            cells = bake.cells
            self.assertAlmostEqual(cells["area"][cells["stance"] == label].sum() / max(bake.area[verdict].approx, 1e-300), 1.0, places=9, msg=verdict)

    def test_one_cause_may_be_of_both_differences(self):
        moved = [[x + 1, y, z] for x, y, z in FLOOR]
        audit = plumb.audit(plumb.bake(SQUARE), (moved, [[0, 1, 2, 3]]))
        self.assertTrue(audit.text.startswith("navmesh"), audit.text)
        causes = audit.causes
        self.assertEqual({difference: sum(a.exact for a in found.values()) for difference, found in causes.items()}, {"missing": 4, "excess": 4})

    def test_a_baseline(self):
        bake = plumb.bake(SQUARE)
        whole, half = (FLOOR, [[0, 1, 2, 3]]), ([[x / 2, y, z] for x, y, z in FLOOR], [[0, 1, 2, 3]])
        known = plumb.audit(bake, half)
        self.assertIsNone(known.baseline)
        again = plumb.audit(bake, half, baseline=known)
        self.assertEqual((again.passes, again.baseline), (True, {"new": 0, "known": 1, "gone": 0}))
        self.assertEqual(plumb.audit(bake, whole, baseline=known).baseline, {"new": 0, "known": 0, "gone": 1})
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "known.json"
            file.write_text(json.dumps(plumb.audit(bake, whole).report))
            new = plumb.audit(bake, half, baseline=file)
        self.assertEqual((new.passes, new.baseline), (False, {"new": 1, "known": 0, "gone": 0}))
        self.assertRaises(plumb.OptionError, plumb.audit, bake, half, fail_if="new>0")

    def test_bounds_of_a_radius(self):
        bake = plumb.bake(SQUARE, radius="1/2", clearance="both")
        inner, outer = bake.bounds["stand"]
        self.assertEqual(bake.area["stand"].exact, inner.exact)
        self.assertLessEqual(inner.exact, outer.exact)
        self.assertIn("stand", repr(bake))
        self.assertEqual(plumb.bake(SQUARE, radius="1/2").bounds, {})

    def test_what_is_kept(self):
        apart = [[x + 9, y, z] for x, y, z in FLOOR]
        for seed in ({"seed_point": (1, 1, 0)}, {"seed_points": "1,1,0"}, {"seed_points": ["1,1,0"]}, {"seed_points": [(1, 1, 0)]}, {"seed_points": np.array([1, 1, 0])}, {"min_area": 16}):
            bake = plumb.bake(plumb.Scene(FLOOR + apart[:3], [[0, 1, 2, 3], [4, 5, 6]], up="z"), **seed)
            self.assertEqual((bake.area["stand"].exact, bake.kept["stand"].exact), (24, 16), seed)

    @unittest.skipUnless(importlib.util.find_spec("shapely"), "there is no shapely")
    def test_shapely(self):
        for file, up in (("ruin.obj", "y"), ("wall_in_room.obj", "z")):
            bake = plumb.bake(plumb.Scene.load(EXAMPLES / file, up=up), stances=STANCES, sides="up")
            polygons = bake.to_shapely("stand")
            self.assertAlmostEqual(sum(p.area for p in polygons), bake.area["stand"].approx, places=6)
            self.assertTrue(all(p.exterior.is_ccw for p in polygons))

    @unittest.skipUnless(importlib.util.find_spec("pandas"), "there is no pandas")
    def test_rows(self):
        moved = [[x + 1, y, z] for x, y, z in FLOOR]
        frame = plumb.audit(plumb.bake(SQUARE), (moved, [[0, 1, 2, 3]])).to_frame()
        self.assertEqual(frame.groupby("kind")["area"].sum().to_dict(), {"missing": 4.0, "excess": 4.0})
        self.assertEqual(list(plumb.audit(plumb.bake(SQUARE), (FLOOR, [[0, 1, 2, 3]])).to_frame().columns), list(frame.columns))

    def test_decimals(self):
        self.assertEqual(plumb.bake(SQUARE, stances={"a": Decimal("0.4")}).stances["a"], Fraction(2, 5))

    def test_areas_beyond_floats(self):
        bake = plumb.bake(plumb.Scene([[0, 0, 0], [1e300, 0, 0], [0, 1e300, 0]], [[0, 1, 2]], up="z"))
        self.assertEqual(bake.area["stand"].approx, float("inf"))
        self.assertEqual(bake.area["stand"].exact, Fraction(10.0**300)**2 / 2 if 10.0**300 == 1e300 else Fraction(1e300)**2 / 2)
        self.assertIn("inf", repr(bake))

    def test_what_would_be_ignored_is_refused(self):
        for options in ({"areas": [5]}, {"resource": "x"}, {"transform": np.eye(3, 4).ravel()}):
            with self.assertRaisesRegex(plumb.OptionError, "is for files"):
                plumb.OtherMesh(FLOOR, [[0, 1, 2]], **options)
        with self.assertRaisesRegex(ValueError, "masked"):
            plumb.Scene(np.ma.masked_greater(np.array(FLOOR, float), 3), [[0, 1, 2]])
        with self.assertRaisesRegex(ValueError, "face 1 names vertex -1"):
            plumb.Scene(FLOOR, [[0, 1, 2], [0, 1, -1]])
        with self.assertRaisesRegex(plumb.OptionError, "z up, and the level y"):
            plumb.LiveBake(plumb.Scene([[0, 0, 0], [0, 0, 4], [4, 0, 0]], [[0, 1, 2]])).add(SQUARE)

    def test_warnings(self):
        with self.assertWarnsRegex(plumb.Warning, "up = y"):
            bake = plumb.bake(plumb.Scene([[0, 0, 0], [0, 0, 4], [4, 0, 4], [4, 0, 0]], [[0, 1, 2, 3]], up="z"))
        self.assertTrue(any("up = y" in text for text in bake.warnings))

    def test_codes_of_warnings(self):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            plumb.bake(plumb.Scene([[0, 0, 0], [0, 0, 4], [4, 0, 4], [4, 0, 0]], [[0, 1, 2, 3]], up="z"))
        self.assertEqual([(w.message.code, w.message.option) for w in told], [("other_axis", "up = y")])
        again = pickle.loads(pickle.dumps(told[0].message))
        self.assertEqual((str(again), again.code, again.option), (str(told[0].message), "other_axis", "up = y"))

    def test_fail_if(self):
        floors = plumb.Scene([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [9, 0, 0], [10, 0, 0], [10, 4, 0], [9, 4, 0]], [[0, 1, 2, 3], [4, 5, 6, 7]], up="z")
        self.assertTrue(plumb.bake(floors).passes)
        self.assertTrue(plumb.bake(floors, fail_if="stand<100%,components>2").passes)
        bake = plumb.bake(floors, fail_if=["stand<100%", "components>1"])
        self.assertFalse(bake.passes)
        self.assertEqual([(t["threshold"], t["exceeded"]) for t in bake.report["thresholds"]], [("stand<100%", False), ("components>1", True)])
        with self.assertRaisesRegex(plumb.OptionError, "fail_if.* names no metric"):
            plumb.bake(floors, fail_if="sit>1")

    def test_files_without_floor(self):
        steep = plumb.bake(plumb.Scene([[0, 0, 0], [4, 0, 9], [4, 4, 9]], [[0, 1, 2]], up="z"))
        for name in ("glb", "tres", "bin"):
            with self.assertRaises(plumb.InputError) as caught:
                steep.bytes(name)
            self.assertEqual(caught.exception.code, "no_face")

    def test_a_pair_and_a_file_are_checked(self):
        bake = plumb.bake((FLOOR, [[0, 1, 2, 3]]))
        self.assertIn("Every record holds", plumb.check((FLOOR, [[0, 1, 2, 3]]), bake.certificate()))
        with self.assertRaises(plumb.InputError) as caught:
            plumb.check("nowhere.obj", bake.certificate())
        self.assertEqual((caught.exception.code, caught.exception.file), ("cannot_open", "nowhere.obj"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], warnings="ignore")

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done wrong with the module plumb is told in its own words: names and kinds of options, files that are missing, another Python; and its stubs say the same.

  PYTHONPATH=BUILD/python misuse_test.py ROOT BUILD [unittest's options]"""
import ast
import inspect
import os
import pathlib
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal
from fractions import Fraction

import numpy as np

import plumb
from plumb import _plumb

ROOT, BUILD = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
FLOOR = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]]
SQUARE = plumb.Scene(FLOOR, [[0, 1, 2, 3]], up="z")
BAKE = plumb.bake(SQUARE)
STUBS = pathlib.Path(plumb.__file__).with_name("__init__.pyi")
PAIR = (FLOOR, [[0, 1, 2, 3]])


def signatures():
    """The stubs' functions: {"audit" or "Bake.mesh": keywords}."""
    out = {}
    for node in ast.parse(STUBS.read_text()).body:
        for name, f in [(node.name, node)] if isinstance(node, ast.FunctionDef) else [(node.name + "." + f.name, f) for f in getattr(node, "body", []) if isinstance(f, ast.FunctionDef)]:
            out[name] = [a.arg for a in f.args.args + f.args.kwonlyargs if a.arg not in ("self", "cls")]
    return out


class Stubs(unittest.TestCase):
    def test_every_option_is_a_keyword(self):
        stubs = signatures()
        for name, call, own in (("bake", "bake", {"scene", "progress"}), ("LiveBake.__init__", "bake", {"scene", "fail_if"}), ("audit", "audit", {"bake", "mesh", "progress"}),
                                ("diff", "diff", {"a", "b", "up", "progress"}), ("Questions.route", "route", {"start", "end", "progress"}), ("Navmesh.audit", "audit", {"bake", "progress"}),
                                ("Navmesh.__init__", "reading", {"source", "decomposition", "progress", "scene_up"}),
                                ("route_on_map", "route_on_map", {"map", "start", "end", "progress"}),
                                ("bake_tiles", "tiles", {"levels", "folder", "size", "formats", "origin", "memory", "stance", "progress"}),
                                ("audit_tiles", "audit", {"folder", "level", "mesh", "drawings", "progress"}),
                                ("OtherMesh.__init__", "reading", {"source", "polygons", "up", "scene_up", "name", "progress"})):
            with self.subTest(name):
                self.assertEqual(set(stubs[name]) - own, set(_plumb.option_names[call]) - own - {"from", "to", "more_goals"})

    def test_members(self):
        stubs = signatures()
        for name in plumb.__all__:
            thing = getattr(plumb, name)
            for member, f in vars(thing).items() if isinstance(thing, type) else ():
                if member.startswith("_") or not inspect.isfunction(f) or "options" in inspect.signature(f).parameters:
                    continue
                self.assertEqual(stubs.get(f"{name}.{member}"), [p for p in inspect.signature(f).parameters if p != "self"], f"{name}.{member}")

    @unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
    def test_mypy(self):
        good = ["from decimal import Decimal", "from fractions import Fraction", "import numpy as np", "import plumb",
                "bake = plumb.bake('a.obj', stances={'stand': Decimal('1.8')}, step=Fraction(2, 5), radius=0.5, weld=1, slope='45', window=np.float32(1), seed_points=[(1, 2, 3)])",
                "plumb.audit(bake, 'nav.bin', cell=(Decimal('0.3'), '0.2'), fail_if=['lost>0']).coverage",
                "plumb.LiveBake('a.obj', step=Decimal('0.4')).add(([[0, 0, 0]], [[0, 1, 2]]))",
                "plumb.Navmesh('nav.bin', edges='whole').audit(bake, fail_if='lost>0').passes", "area: Fraction | None = plumb.Navmesh(bake).area['stand'].exact"]
        wrong = ["plumb.bake('a.obj', radiuss=1)", "plumb.bake('a.obj', sides='down')", "plumb.bake('a.obj', step=[1])", "plumb.audit(bake, 'nav.bin', missing=1)", "bake.mesh(1)",
                 "plumb.LiveBake('a.obj', steps=1)", "plumb.diff('a', 'b', radius=1)", "bake.route((0, 0, 0), (1, 1, 1), planer='vicinity')", "plumb.OtherMesh('a', edge='whole')",
                 "plumb.bake_tiles('a.obj', 'out', 8, radiuss=1)", "plumb.Navmesh(bake).nearest((0, 0, 0), withn=1)"]
        examples = [block for page in ("README.md", "docs/guide/python.md") for block in re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)]
        self.assertGreater(len(examples), 4)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder)
            (path / "good.py").write_text("\n".join(good) + "\n")
            (path / "examples.py").write_text("\n".join(examples))
            (path / "wrong.py").write_text("\n".join(good[:5] + wrong) + "\n")
            said = subprocess.run(["mypy", "--strict", "--no-incremental", "--python-executable", sys.executable, "good.py", "examples.py", "wrong.py"], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "MYPYPATH": str(STUBS.parent.parent)}).stdout
        self.assertNotIn("good.py", said)
        self.assertNotIn("examples.py", said)
        self.assertEqual({int(line) for line in re.findall(r"^wrong\.py:(\d+): error", said, re.MULTILINE)}, set(range(6, 6 + len(wrong))), said)


class Words(unittest.TestCase):
    def test_an_option_that_there_is_not(self):
        for call in (lambda **o: plumb.bake(SQUARE, **o), lambda **o: plumb.LiveBake(SQUARE, **o), lambda **o: BAKE.route((1, 1, 1), (2, 2, 1), **o)):
            with self.assertRaisesRegex(TypeError, "there is no option 'radiuss'; did you mean 'radius'?") as caught:
                call(radiuss=1)
            self.assertIsInstance(caught.exception, plumb.UnknownOption)
            self.assertIsInstance(caught.exception, plumb.OptionError)
        for call, wrong, right in ((lambda **o: plumb.audit(BAKE, PAIR, **o), "belo", "below"), (lambda **o: plumb.diff(PAIR, PAIR, **o), "abov", "above"),
                                   (lambda **o: plumb.OtherMesh("nav.bin", **o), "edge", "edges"), (lambda **o: plumb.bake_tiles("a.obj", "out", 4, **o), "stepp", "step")):
            with self.assertRaisesRegex(TypeError, f"'{wrong}'; did you mean '{right}'"):
                call(**{wrong: 1})

    def test_kinds_of_values(self):
        for call, says in ((lambda: BAKE.mesh(1), "stance: 1 is no name; give that of a stance, such as 'stand'"),
                           (lambda: plumb.bake(SQUARE, stances=[1, 1.8]), "stances: 1 has no name; give heights by name, {'crouch': '1.1', 'stand': '1.8'}"),
                           (lambda: BAKE.route((1, 1, 1), (2, 2, 1), stance=1), "stance: 1 is no text"), (lambda: BAKE.layers(method=3), "method: 3 is no text"),
                           (lambda: plumb.bake(SQUARE, progress=7), "progress: 7 is no function"), (lambda: BAKE.write("x.tres", links="yes"), "links: 'yes' is neither True nor False"),
                           (lambda: BAKE.mesh(most_corners=1.5), "most_corners: 1.5 is no int"), (lambda: plumb.bake(SQUARE, radius=list(range(99))), "radius: .* is no number"),
                           (lambda: plumb.Navmesh(BAKE).update(5), "area: 5 is no list of points"), (lambda: plumb.Navmesh(BAKE).revert("1"), "number: '1' is no int")):
            with self.assertRaisesRegex(TypeError, says) as caught:
                call()
            self.assertLess(len(str(caught.exception)), 300)

    def test_no_argument_is_answered_by_the_extension(self):
        level, live = plumb.Navmesh(BAKE), plumb.LiveBake(SQUARE)
        point, other = (1, 1, 1), plumb.OtherMesh(*PAIR, scene_up="z")
        calls = {plumb.bake: (SQUARE,), plumb.audit: (BAKE, PAIR), plumb.diff: (PAIR, PAIR), plumb.check: (SQUARE, b"text"), plumb.Scene: PAIR, plumb.Scene.load: ("nowhere.obj",), plumb.OtherMesh: ("a.bin",),
                 plumb.Navmesh: (BAKE,), plumb.route_on_map: ("m.json", (0, 0), (1, 1)), plumb.bake_tiles: ("a.obj", "out", 4), plumb.audit_tiles: ("out", "a.obj", "a.bin"),
                 plumb.minimise: ("a.obj", bool), BAKE.rings: (), BAKE.mesh: (), BAKE.write: ("x.csv",), BAKE.bytes: ("csv",), BAKE.certificate: (), BAKE.explain: (point,), BAKE.thresholds: ("height",),
                 BAKE.connect: (point, point), BAKE.route: (point, point), BAKE.nearest: (point,), BAKE.raycast: (point, point), BAKE.move: (point, point), BAKE.border: (point,), BAKE.random: (),
                 BAKE.within: (point, 1), BAKE.reachable: (point, point), BAKE.components: (), BAKE.layers: (), BAKE.to_shapely: (), level.update: (FLOOR,), level.enable: (1,), level.disable: (1,),
                 level.revert: (1,), level.carry_out: ("a.json",), level.mesh: (), live.add: (SQUARE,), live.remove: (1,), plumb.audit(BAKE, other).drawing: ()}
        tried = 0
        for call, good in calls.items():
            names = list(inspect.signature(call).parameters)
            for name in names:
                for wrong in (object(), 5, b"\xff", 1.5, [object()], {}):
                    arguments = dict(zip(names, good))
                    if name == "options":
                        continue
                    arguments[name] = wrong
                    with tempfile.TemporaryDirectory() as folder, self.subTest(call=call, name=name, wrong=wrong):
                        os.chdir(folder)
                        try:
                            call(**arguments)
                        except Exception as error:
                            for words in ("incompatible", "pybind", "arg0", "_plumb", "Invoked with", "cast"):
                                self.assertNotIn(words, str(error))
                        os.chdir("/")
                    tried += 1
        self.assertGreater(tried, 300)

    def test_reprs_are_short(self):
        wide = plumb.Scene([[x / 7, y / 3, 0] for x in range(40) for y in range(40)], [[40 * x + y, 40 * x + y + 40, 40 * x + y + 41, 40 * x + y + 1] for x in range(39) for y in range(39)], up="z")
        bake = plumb.bake(wide)
        audit = plumb.audit(bake, PAIR)
        for thing in (wide, bake, bake.certificate(), bake.mesh(), audit, audit.components, *audit.missing_regions()[:3], plumb.Area(Fraction(10**600 + 1, 3), 1e300), plumb.Navmesh(bake), plumb.LiveBake(SQUARE),
                      plumb.OtherMesh(*PAIR)):
            self.assertLess(len(repr(thing)), 200, type(thing))
        self.assertEqual(repr(plumb.Area(Fraction(16), 16.0)), "Area(exact=Fraction(16, 1), approx=16.0)")

    def test_numbers_of_every_kind(self):
        for step in ("0.5", "1/2", Decimal("0.5"), Fraction(1, 2), 0.5, np.float32(0.5), np.float64(0.5)):
            self.assertEqual(plumb.bake(SQUARE, step=step).report["options"]["step"], "1/2")


class Files(unittest.TestCase):
    def test_what_the_system_says_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            inside = os.path.join(folder, "a.obj", "b.obj")
            pathlib.Path(folder, "a.obj").write_text("v 0 0 0\n")
            calls = [plumb.Scene.load, plumb.bake, plumb.OtherMesh, plumb.Navmesh, lambda path: plumb.audit(BAKE, path), lambda path: plumb.check(path, b""), lambda path: plumb.check(SQUARE, path),
                     lambda path: plumb.minimise(path, bool), lambda path: plumb.route_on_map(path, (0, 0), (1, 1)), lambda path: plumb.Navmesh(BAKE).carry_out(path)]
            for k, call in enumerate(calls):
                name = "missing.json" if k in (3, 8, 9) else "missing.obj"
                path = os.path.join(folder, name)
                with self.subTest(k):
                    with self.assertRaises(FileNotFoundError) as caught:
                        call(path)
                    self.assertIsInstance(caught.exception, plumb.InputError)
                    self.assertEqual((caught.exception.code, caught.exception.filename), ("cannot_open", path))
                    self.assertIn(path, str(caught.exception))
                    again = pickle.loads(pickle.dumps(caught.exception))
                    self.assertEqual((type(again), str(again), again.filename), (type(caught.exception), str(caught.exception), path))
            with self.assertRaises(IsADirectoryError):
                os.mkdir(os.path.join(folder, "d.obj"))
                plumb.Scene.load(os.path.join(folder, "d.obj"))
            with self.assertRaises(NotADirectoryError):
                plumb.Scene.load(inside)
            with self.assertRaises(FileNotFoundError):
                BAKE.write(os.path.join(folder, "nowhere", "nav.glb"))
            if os.geteuid() != 0:
                os.chmod(os.path.join(folder, "a.obj"), 0)
                with self.assertRaises(PermissionError):
                    plumb.Scene.load(os.path.join(folder, "a.obj"))

    def test_another_python(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "plumb"
            shutil.copytree(pathlib.Path(plumb.__file__).parent, copy, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
            (copy / "_plumb.cpython-27-x86_64-linux-gnu.so").write_bytes(b"")
            said = subprocess.run([sys.executable, "-B", "-c", "import plumb"], cwd=folder, env={**os.environ, "PYTHONPATH": folder}, capture_output=True, text=True).stderr
            self.assertIn("is built for another Python (_plumb.cpython-27-x86_64-linux-gnu.so)", said)

    def test_the_package_depends_on_this_python(self):
        major, minor = sys.version_info[:2]
        self.assertIn(f'"python3 (>= {major}.{minor}), python3 (<< {major}.{minor + 1}), python3-numpy"', (BUILD / "CPackConfig.cmake").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Agents and lengths with units in the module plumb.

  PYTHONPATH=BUILD/python agents_test.py PLUMB EXAMPLES [unittest's options]"""
import doctest
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal
from fractions import Fraction

import plumb
from plumb import agents

PLUMB, EXAMPLES = sys.argv[1], pathlib.Path(sys.argv[2])
ROOM = EXAMPLES / "wall_in_room.obj"
HERO = {"unit": "m", "stances": {"crouch": "1.1m", "stand": Fraction(9, 5)}, "radius": Decimal("0.2"), "step": "40cm", "sides": "up", "up": "z"}
WORDS = {"stances": {"crouch": "1.1", "stand": "1.8"}, "radius": "1/5", "step": "0.4", "sides": "up"}


class Agents(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = pathlib.Path(self.folder.name) / "hero.json"

    def tearDown(self):
        self.folder.cleanup()

    def test_a_bake_with_an_agent_is_that_with_options(self):
        wanted = plumb.bake(plumb.Scene.load(ROOM, up="z"), **WORDS).bytes("json")
        plumb.Agent(HERO).write(self.file)
        for agent in (HERO, plumb.Agent(HERO), self.file, str(self.file)):
            self.assertEqual(plumb.bake(plumb.Scene.load(ROOM, up="z"), agent=agent).bytes("json"), wanted)
            self.assertEqual(plumb.bake(ROOM, agent=agent).bytes("json"), wanted)  # the agent's axis is up
        live = plumb.LiveBake(ROOM, agent=self.file)
        self.assertEqual(float(live.mesh().area.sum()), float(plumb.LiveBake(plumb.Scene.load(ROOM, up="z"), **WORDS).mesh().area.sum()))

    def test_the_file_is_read_once(self):
        plumb.Agent(HERO).write(self.file)
        bake = plumb.bake(ROOM, agent=self.file)
        self.file.unlink()
        self.assertEqual(bake.bytes("mset", tile="8m"), bake.bytes("mset", tile=8))
        self.assertIn("thresholds", bake.thresholds("radius", between=(0, 1)))

    def test_options_override(self):
        agent = plumb.Agent(HERO, radius="1ft", preset="quake")
        self.assertEqual((agent.radius, agent.step, agent.solids, agent.slope_cos, agent.slope, agent.up, agent.disc), (Fraction(381, 1250), Fraction(2, 5), "closed", Fraction(7, 10), None, "z", 4))
        self.assertEqual(plumb.Agent(preset="quake").stances, {"stand": 56})
        self.assertEqual(plumb.Agent(HERO, unit="cm").stances, {"crouch": 110, "stand": 180})
        self.assertEqual(plumb.Agent().window, None)
        self.assertEqual(plumb.bake(ROOM, agent=HERO, radius=0).report["options"]["radius"], "0")

    def test_it_is_what_the_command_prints(self):
        for preset in ("recast", "godot", "unity", "quake", "doom"):
            printed = subprocess.run([PLUMB, "agent", "--preset", preset, "--json"], capture_output=True, text=True, check=True).stdout
            self.assertEqual(plumb.Agent(preset=preset).json(), printed)
            self.assertEqual(plumb.Agent(json.loads(printed)), plumb.Agent(preset=preset))
        self.assertEqual(str(plumb.Agent(HERO)), subprocess.run([PLUMB, "agent", plumb.Agent(HERO).json()], capture_output=True, text=True, check=True).stdout)
        self.assertIn("crouch 1.1, stand 1.8, radius 0.2", repr(plumb.Agent(HERO)))
        self.assertEqual(len(plumb.Agent(radius=5).notes), 1)

    def test_lengths_with_units(self):
        bake = plumb.bake(ROOM, agent=HERO)
        self.assertEqual(bake.explain((1, 1, 1), reach="50cm"), bake.explain((1, 1, 1), reach="1/2"))
        self.assertEqual(plumb.bake(plumb.Scene.load(ROOM, up="z"), unit="cm", radius="3mm").report["options"]["radius"], "3/10")
        ends = (1, 1, 1), (4, 1, 1)
        self.assertEqual(bake.route(*ends, radius="1cm"), bake.route(*ends, radius="1/100"))
        self.assertEqual(bake.border(ends[0], within="1ft"), bake.border(ends[0], within="381/1250"))
        floor = ([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2, 3]])
        self.assertEqual(plumb.audit(bake, floor, below="30cm").report["area"], plumb.audit(bake, floor, below="3/10").report["area"])

    def test_mistakes(self):
        for agent, kind, words in (({"radus": 1}, plumb.Error, "did you mean radius?"), ({"radius": float("nan")}, ValueError, "radius"), ({"radius": "40cm"}, plumb.OptionError, "say it with unit"),
                                   ({"stances": {"stand": "x"}}, plumb.OptionError, "not a number"), ({"radius": True}, TypeError, "radius"), ({"up": "x"}, plumb.OptionError, "unknown"),
                                   ({"stances": [{"name": "stand"}]}, plumb.Error, "lacks its name or its height"), ("nobody.json", FileNotFoundError, "nobody.json"), (3, TypeError, "no path"),
                                   ({"step": 5}, plumb.OptionError, "agent: step"), ("{", FileNotFoundError, "./{"), ({1: 2}, plumb.Error, "no member")):
            for call in (lambda: plumb.Agent(agent), lambda: plumb.bake(ROOM, agent=agent)):
                with self.subTest(agent=agent), self.assertRaisesRegex(kind, words.replace("?", r"\?")):
                    call()
        with self.assertRaisesRegex(plumb.UnknownOption, "radius"):
            plumb.Agent(radiuss=1)


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(agents))
    return tests


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
